//! The OpenAPI 3.1 document, made from the table of addresses and the types of the documents.

use crate::document::{End, Glance, Problem as ProblemDocument, Turn};
use crate::handlers::Call;
use crate::problem::Problem;
use crate::query::Parameter;
use crate::routes::{Answer, ROUTES, Route};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};
use std::sync::LazyLock;

/// Made once: it depends on nothing but the program.
static DOCUMENT: LazyLock<String> = LazyLock::new(|| document().to_string());

/// `/v1/openapi.json`.
pub(crate) async fn answer(_: Call) -> Result<Response, Problem> {
    let headers = [(header::CONTENT_TYPE, "application/json")];
    Ok((headers, DOCUMENT.as_str()).into_response())
}

/// The document, as it stands in `docs/schema/openapi.json`.
pub fn document() -> Value {
    let mut generator = SchemaSettings::draft2020_12()
        .for_serialize()
        .with(|settings| {
            settings.definitions_path = "/components/schemas".into();
            settings.meta_schema = None;
        })
        .into_generator();
    let paths: Map<String, Value> = ROUTES
        .iter()
        .map(|route| {
            (
                route.path.to_owned(),
                json!({ "get": operation(route, &mut generator) }),
            )
        })
        .collect();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "sdo",
            "version": "v1",
            "description": "What a running host shows. Read-only. Keys are only ever added within a version; times are RFC 3339 \
                in UTC, by the cluster's clock unless said otherwise.",
        },
        "paths": paths,
        "components": {
            "schemas": generator.take_definitions(true),
            "securitySchemes": { "bearer": { "type": "http", "scheme": "bearer" } },
        },
        // Without configuration the host answers on loopback only, and everybody there; elsewhere it wants a token.
        "security": [{}, { "bearer": [] }],
    })
}

fn operation(route: &Route, generator: &mut SchemaGenerator) -> Value {
    let mut operation = json!({
        "operationId": operation_id(route.path),
        "summary": route.about,
        "parameters": parameters(route),
        "responses": {
            "200": { "description": "The answer", "content": content(route, generator) },
            "default": {
                "description": "Why there is no answer",
                "content": { "application/json": { "schema": generator.subschema_for::<ProblemDocument>() } },
            },
        },
    });
    if route.is_open
        && let Some(operation) = operation.as_object_mut()
    {
        operation.insert("security".to_owned(), json!([]));
    }
    operation
}

/// `v1_incidents_id` for `/v1/incidents/{id}`.
fn operation_id(path: &str) -> String {
    let words = path.split(|character: char| !character.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    match words.as_slice() {
        [] => "page".to_owned(),
        words => words.join("_"),
    }
}

fn parameters(route: &Route) -> Vec<Value> {
    let of_query = route
        .parameters
        .iter()
        .map(|parameter| self::parameter(parameter, "query"));
    let mut all: Vec<Value> = of_query.collect();
    if route.path.contains("{id}") {
        let id = Parameter {
            name: "id",
            about: "name of an incident",
            schema: || json!({"type": "string", "pattern": "^INC-[0-9]+$"}),
        };
        all.push(parameter(&id, "path"));
    }
    all
}

fn parameter(parameter: &Parameter, place: &str) -> Value {
    json!({
        "name": parameter.name,
        "in": place,
        "required": place == "path",
        "description": parameter.about,
        "schema": (parameter.schema)(),
    })
}

fn content(route: &Route, generator: &mut SchemaGenerator) -> Value {
    match &route.answer {
        Answer::Document(schema) => json!({ "application/json": { "schema": schema(generator) } }),
        Answer::OpenApi => json!({ "application/json": { "schema": { "type": "object" } } }),
        Answer::Text(media) => json!({ *media: { "schema": { "type": "string" } } }),
        Answer::Events => {
            // A stream has no schema in this version of OpenAPI; what its `data` lines hold is among the components.
            generator.subschema_for::<Turn>();
            generator.subschema_for::<Glance>();
            generator.subschema_for::<End>();
            json!({ "text/event-stream": { "schema": { "type": "string" } } })
        }
    }
}
