//! The one table of addresses: the router and the OpenAPI document are made from it.

use crate::api::Shared;
use crate::guard::guard;
use crate::handlers::{Call, Handler, documents, events, health, incidents, pages};
use crate::problem::Problem;
use crate::query::{self, Parameter, Parameters};
use crate::{document, openapi};
use axum::Router;
use axum::extract::{RawPathParams, State};
use axum::http::{HeaderMap, Uri};
use axum::middleware;
use axum::response::IntoResponse;
use axum::routing::get;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use std::sync::Arc;

/// One address.
pub(crate) struct Route {
    /// With `{id}` for what varies.
    pub(crate) path: &'static str,
    /// What it answers, in a few words.
    pub(crate) about: &'static str,
    pub(crate) parameters: &'static [Parameter],
    pub(crate) answer: Answer,
    /// Whether it needs no token.
    pub(crate) is_open: bool,
    handler: Handler,
}

/// The form of an answer.
pub(crate) enum Answer {
    /// JSON of that schema.
    Document(fn(&mut SchemaGenerator) -> Schema),
    /// The OpenAPI document.
    OpenApi,
    /// Server-sent events.
    Events,
    /// Anything else, of that media type.
    Text(&'static str),
}

/// Every address.
pub(crate) const ROUTES: &[Route] = &[
    Route {
        path: "/",
        about: "The page for people",
        parameters: query::PAGE,
        answer: Answer::Text("text/html"),
        is_open: false,
        handler: |call| Box::pin(pages::board(call)),
    },
    Route {
        path: "/incidents/{id}",
        about: "The page of one incident",
        parameters: &[],
        answer: Answer::Text("text/html"),
        is_open: false,
        handler: |call| Box::pin(pages::incident(call)),
    },
    Route {
        path: "/style.css",
        about: "The style of the pages",
        parameters: &[],
        answer: Answer::Text("text/css"),
        is_open: false,
        handler: |call| Box::pin(pages::style(call)),
    },
    Route {
        path: "/refresh.js",
        about: "Keeps an open page up to date",
        parameters: &[],
        answer: Answer::Text("text/javascript"),
        is_open: false,
        handler: |call| Box::pin(pages::script(call)),
    },
    Route {
        path: "/healthz",
        about: "Whether the host's loop goes round; 503 with words when it does not",
        parameters: &[],
        answer: Answer::Text("text/plain"),
        is_open: true,
        handler: |call| Box::pin(health::alive(call)),
    },
    Route {
        path: "/readyz",
        about: "Whether the first round has finished; 503 names what is missing",
        parameters: &[],
        answer: Answer::Text("text/plain"),
        is_open: true,
        handler: |call| Box::pin(health::ready(call)),
    },
    Route {
        path: "/metrics",
        about: "Metrics in OpenMetrics text",
        parameters: &[],
        answer: Answer::Text(health::OPEN_METRICS),
        is_open: false,
        handler: |call| Box::pin(health::metrics(call)),
    },
    Route {
        path: "/v1/status",
        about: "The host, its cluster, and what can be said of it",
        parameters: &[],
        answer: Answer::Document(schema::<document::Status>),
        is_open: false,
        handler: |call| Box::pin(documents::status(call)),
    },
    Route {
        path: "/v1/incidents",
        about: "Incidents, newest name first",
        parameters: query::INCIDENTS,
        answer: Answer::Document(schema::<document::Incidents>),
        is_open: false,
        handler: |call| Box::pin(incidents::list(call)),
    },
    Route {
        path: "/v1/incidents/{id}",
        about: "One incident with its finding and history",
        parameters: &[],
        answer: Answer::Document(schema::<document::IncidentDetail>),
        is_open: false,
        handler: |call| Box::pin(incidents::show(call)),
    },
    Route {
        path: "/v1/coverage",
        about: "What could be read, and what could not be told because of it",
        parameters: &[],
        answer: Answer::Document(schema::<document::Coverage>),
        is_open: false,
        handler: |call| Box::pin(documents::coverage(call)),
    },
    Route {
        path: "/v1/detectors",
        about: "The detectors and their runs",
        parameters: &[],
        answer: Answer::Document(schema::<document::Detectors>),
        is_open: false,
        handler: |call| Box::pin(documents::detectors(call)),
    },
    Route {
        path: "/v1/events",
        about: "Turns of incidents as they happen (event `turn`, a Turn), a Glance after each round, at most one a second (event \
                `status`), and why the stream ends (event `end`) or is incomplete (event `reset`), an End; `Last-Event-ID` resumes",
        parameters: &[],
        answer: Answer::Events,
        is_open: false,
        handler: |call| Box::pin(events::follow(call)),
    },
    Route {
        path: "/v1/openapi.json",
        about: "This document",
        parameters: &[],
        answer: Answer::OpenApi,
        is_open: false,
        handler: |call| Box::pin(openapi::answer(call)),
    },
];

/// Whether the address needs no token.
pub(crate) fn is_open(path: &str) -> bool {
    ROUTES.iter().any(|route| route.is_open && route.path == path)
}

/// The router over the table.
pub(crate) fn router(shared: Arc<Shared>) -> Router {
    let mut router = Router::new();
    for route in ROUTES {
        let answer = move |State(shared): State<Arc<Shared>>, path: RawPathParams, uri: Uri, headers: HeaderMap| async move {
            let parameters = match Parameters::of(&uri, route.parameters) {
                Ok(parameters) => parameters,
                Err(problem) => return problem.into_response(),
            };
            let call = Call {
                shared,
                id: path
                    .iter()
                    .next()
                    .map(|(_, value)| value.to_owned())
                    .unwrap_or_default(),
                parameters,
                headers,
            };
            (route.handler)(call).await.into_response()
        };
        router = router.route(route.path, get(answer));
    }
    router
        .method_not_allowed_fallback(|| async { Problem::method() })
        .fallback(|| async { Problem::no_route() })
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), guard))
        .with_state(shared)
}

fn schema<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}
