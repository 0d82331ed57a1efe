//! Why a request gets no answer: for programs a word that stays, for people a sentence and what would be right.

use crate::document;
use crate::text::cut;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sdo_model::incident::IncidentId;

/// Bytes of what a client sent that are repeated to it.
const MAX_ECHO: usize = 80;

/// A request without an answer.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub(crate) status: StatusCode,
    pub(crate) code: &'static str,
    pub(crate) message: String,
    pub(crate) hint: String,
    /// Boxed: a problem is the error of many small functions.
    header: Option<Box<(HeaderName, HeaderValue)>>,
}

impl Problem {
    fn new(status: StatusCode, code: &'static str, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            status,
            code,
            message: message.into(),
            hint: hint.into(),
            header: None,
        }
    }

    fn with(mut self, name: HeaderName, value: &'static str) -> Self {
        self.header = Some(Box::new((name, HeaderValue::from_static(value))));
        self
    }

    /// A parameter that is not understood.
    pub(crate) fn parameter(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "bad-parameter", message, hint)
    }

    /// A request that does not name this host.
    pub(crate) fn host(message: impl Into<String>) -> Self {
        let hint = "ask for localhost, 127.0.0.1 or [::1], or configure the name under which the host is reached";
        Self::new(StatusCode::MISDIRECTED_REQUEST, "bad-host", message, hint)
    }

    /// A request that another site's page makes.
    pub(crate) fn foreign_page() -> Self {
        let message = "the request comes from a page of another site";
        let hint = "open this address itself; pages of other sites get no answer";
        Self::new(StatusCode::FORBIDDEN, "foreign-page", message, hint)
    }

    /// A body where none is taken.
    pub(crate) fn body() -> Self {
        let hint = "everything here is read with GET and without a body";
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "body", "no body is taken", hint).with(header::CONNECTION, "close")
    }

    /// Nothing has that address.
    pub(crate) fn no_route() -> Self {
        let hint = "GET /v1/openapi.json lists every address";
        Self::new(StatusCode::NOT_FOUND, "not-found", "nothing has this address", hint)
    }

    /// There is no such incident.
    pub(crate) fn no_incident(id: IncidentId) -> Self {
        let hint = "GET /v1/incidents lists those that are known; old ones are forgotten";
        let message = format!("there is no incident {id}");
        Self::new(StatusCode::NOT_FOUND, "no-incident", message, hint)
    }

    /// A method other than GET.
    pub(crate) fn method() -> Self {
        let hint = "everything here is read-only: use GET";
        let message = "this method is not served";
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "method", message, hint).with(header::ALLOW, "GET, HEAD")
    }

    /// No token, or none that counts.
    pub(crate) fn unauthenticated(message: &str) -> Self {
        let hint =
            "send `Authorization: Bearer TOKEN` with a token of this cluster, e.g. from `kubectl create token NAME`";
        Self::new(StatusCode::UNAUTHORIZED, "unauthenticated", message, hint)
            .with(header::WWW_AUTHENTICATE, "Bearer realm=\"sdo\"")
    }

    /// A token of somebody who may not.
    pub(crate) fn forbidden(reason: &str) -> Self {
        let hint = "ask whoever runs sdo for access";
        Self::new(StatusCode::FORBIDDEN, "forbidden", cut(reason, 300), hint)
    }

    /// Nobody can say whether a token counts.
    pub(crate) fn no_authenticator() -> Self {
        let message = "the token cannot be checked now";
        Self::unavailable(
            "authentication-unavailable",
            message,
            "try again; the host's log says why",
        )
    }

    /// Something that the answer needs is not to be had now.
    pub(crate) fn unavailable(code: &'static str, message: &str, hint: &str) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, code, message, hint).with(header::RETRY_AFTER, "5")
    }

    /// Too many requests or readers at once.
    pub(crate) fn busy(message: String) -> Self {
        Self::unavailable("busy", &message, "try again in a few seconds")
    }

    /// The answer took too long.
    pub(crate) fn timeout() -> Self {
        let message = "the answer took too long";
        Self::new(
            StatusCode::GATEWAY_TIMEOUT,
            "timeout",
            message,
            "try again; the host is overloaded",
        )
    }

    /// A fault of this program.
    pub(crate) fn internal(message: &str) -> Self {
        let hint = "this is a fault in sdo; please report it";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message, hint)
    }

    /// The document that is sent.
    pub(crate) fn document(&self) -> document::Problem {
        document::Problem {
            code: self.code.to_owned(),
            message: self.message.clone(),
            hint: self.hint.clone(),
        }
    }

    /// A response of this status with `body`.
    pub(crate) fn respond(&self, media: &'static str, body: String) -> Response {
        let mut response = (self.status, [(header::CONTENT_TYPE, media)], body).into_response();
        if let Some((name, value)) = self.header.as_deref() {
            response.headers_mut().insert(name.clone(), value.clone());
        }
        response
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = serde_json::to_string(&self.document()).unwrap_or_default();
        let mut response = self.respond("application/json", body);
        // Who sees responses last may have a better form for it.
        response.extensions_mut().insert(self);
        response
    }
}

/// What a client sent, as it may be repeated.
pub(crate) fn echo(text: &str) -> String {
    format!("`{}`", cut(text, MAX_ECHO))
}
