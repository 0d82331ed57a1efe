//! What every request passes: is it meant for this host, may it read, is there room, and how long may it take; and what every
//! answer carries so that a browser does nothing with it but show it.

use crate::access::Checked;
use crate::access::TokenVerdict;
use crate::api::Shared;
use crate::handlers::pages;
use crate::problem::{Problem, echo};
use crate::routes::is_open;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// From a request to the head of its answer. A store under load answers within a second; scrapers give up after ten.
const PATIENCE: Duration = Duration::from_secs(10);

/// Headers of every answer. A text from the cluster that slipped through as markup could load and run nothing.
const HEADERS: [(HeaderName, &str); 7] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (header::X_DNS_PREFETCH_CONTROL, "off"),
];

/// Stands before every address.
pub(crate) async fn guard(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let is_for_people = is_for_people(&request);
    let mut response = match timeout(PATIENCE, pass(&shared, request, next)).await {
        Ok(Ok(response)) => response,
        Ok(Err(problem)) => problem.into_response(),
        Err(_) => Problem::timeout().into_response(),
    };
    if let Some(problem) = response.extensions_mut().remove::<Problem>()
        && is_for_people
    {
        response = pages::problem(&problem);
    }
    shared.metrics.answered(response.status().as_u16());
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}

async fn pass(shared: &Shared, request: Request, next: Next) -> Result<Response, Problem> {
    let path = request.uri().path();
    if is_open(path) && is_read(request.method()) {
        // A kubelet asks by address, has no token, and must be answered when everything else is busy.
        return Ok(next.run(request).await);
    }
    let headers = request.headers();
    if shared.checked.is_none() {
        named_right(request.uri(), headers, &shared.settings.names)?;
    }
    from_here(headers)?;
    without_body(headers)?;
    if let Some(checked) = &shared.checked {
        authenticated(checked, headers).await?;
    }
    let Ok(_permit) = shared.work.acquire().await else {
        return Err(Problem::busy("the host stops".to_owned()));
    };
    Ok(next.run(request).await)
}

fn is_read(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD)
}

/// Whether a person's browser asks for a page, rather than a program for a document.
fn is_for_people(request: &Request) -> bool {
    let accept = request
        .headers()
        .get(header::ACCEPT)
        .and_then(|accept| accept.to_str().ok());
    let is_document = request.uri().path().starts_with("/v1/");
    !is_document && accept.is_some_and(|accept| accept.contains("text/html"))
}

/// A page of another site can send a browser here under a name of its own (DNS rebinding), and would then be asked as if it
/// were ours. A browser does not let it choose this header.
fn named_right(uri: &Uri, headers: &HeaderMap, names: &[String]) -> Result<(), Problem> {
    let mut hosts = headers.get_all(header::HOST).iter();
    let (Some(host), None) = (hosts.next(), hosts.next()) else {
        return Err(Problem::host("the request does not have exactly one Host header"));
    };
    let host = String::from_utf8_lossy(host.as_bytes());
    let authority = uri.authority().map(|authority| authority.as_str());
    for given in std::iter::once(&*host).chain(authority) {
        if !is_ours(without_port(given), names) {
            return Err(Problem::host(format!("this host is not known as {}", echo(given))));
        }
    }
    Ok(())
}

fn is_ours(name: &str, names: &[String]) -> bool {
    let is = |ours: &str| name.eq_ignore_ascii_case(ours);
    is("localhost") || is("127.0.0.1") || is("[::1]") || names.iter().any(|ours| is(ours))
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if !name.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

/// Pages of other sites learn nothing here anyway, but could hold streams and make work. Following a link to here is fine.
fn from_here(headers: &HeaderMap) -> Result<(), Problem> {
    let value = |name: &str| headers.get(name).map(HeaderValue::as_bytes);
    match (value("sec-fetch-site"), value("sec-fetch-mode")) {
        (None | Some(b"same-origin" | b"none"), _) | (_, Some(b"navigate")) => Ok(()),
        _ => Err(Problem::foreign_page()),
    }
}

fn without_body(headers: &HeaderMap) -> Result<(), Problem> {
    let length = headers.get(header::CONTENT_LENGTH).map(HeaderValue::as_bytes);
    match (length, headers.contains_key(header::TRANSFER_ENCODING)) {
        (None | Some(b"0"), false) => Ok(()),
        _ => Err(Problem::body()),
    }
}

async fn authenticated(checked: &Checked, headers: &HeaderMap) -> Result<(), Problem> {
    let Some(given) = headers.get(header::AUTHORIZATION) else {
        return Err(Problem::unauthenticated("this address needs a bearer token"));
    };
    let Some(token) = given.to_str().ok().and_then(bearer) else {
        return Err(Problem::unauthenticated(
            "the Authorization header holds no bearer token",
        ));
    };
    match checked.check(token).await {
        Ok(TokenVerdict::Allowed) => Ok(()),
        Ok(TokenVerdict::Unknown) => Err(Problem::unauthenticated("the token is not valid")),
        Ok(TokenVerdict::Forbidden { reason }) => Err(Problem::forbidden(&reason)),
        Err(error) => {
            tracing::warn!(%error, "http.authenticate");
            Err(Problem::no_authenticator())
        }
    }
}

fn bearer(value: &str) -> Option<&str> {
    let (scheme, token) = value.split_once(' ')?;
    let token = token.trim();
    (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then_some(token)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_named_with_or_without_port() {
        let cases = [
            ("localhost", true),
            ("LOCALHOST:8080", true),
            ("127.0.0.1:9", true),
            ("[::1]", true),
            ("[::1]:8080", true),
            ("sdo.example", true),
            ("sdo.example:443", true),
            ("localhost.evil.example", false),
            ("evil.example:8080", false),
            ("127.0.0.1.nip.io", false),
            ("::1", false),
            ("localhost:x", false),
            (":80", false),
            ("", false),
        ];
        for (host, is_right) in cases {
            assert_eq!(
                is_ours(without_port(host), &["sdo.example".to_owned()]),
                is_right,
                "{host}"
            );
        }
    }

    #[test]
    fn a_bearer_token_is_found_in_any_spelling_of_its_scheme() {
        assert_eq!(bearer("Bearer abc"), Some("abc"));
        assert_eq!(bearer("bearer  abc "), Some("abc"));
        for other in ["abc", "Basic abc", "Bearer ", "Bearer", ""] {
            assert_eq!(bearer(other), None, "{other}");
        }
    }
}
