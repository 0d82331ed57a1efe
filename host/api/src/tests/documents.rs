//! Routes, documents and schemas agree.

use super::{Broken, boards, get, open, request, send, served};
use crate::api::Settings;
use crate::openapi::document;
use crate::routes::{Answer, ROUTES};
use crate::sample;
use axum::body::Body;
use axum::http::{StatusCode, header};
use jsonschema::Validator;
use serde_json::{Value, json};
use std::path::Path;

/// A validator for what `path` answers, or for a component.
fn validator(schema: &Value) -> Validator {
    let document = document();
    let mut root = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "components": document["components"],
        "allOf": [schema],
    });
    root["components"].as_object_mut().unwrap().remove("securitySchemes");
    jsonschema::validator_for(&root).unwrap()
}

fn component(name: &str) -> Validator {
    validator(&json!({ "$ref": format!("#/components/schemas/{name}") }))
}

fn check(validator: &Validator, instance: &Value, what: &str) {
    let errors: Vec<String> = validator.iter_errors(instance).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{what}: {errors:?}");
}

fn example(path: &str) -> String {
    path.replace("{id}", "INC-17")
}

#[tokio::test]
async fn every_route_of_the_table_answers_in_the_form_that_it_promises() {
    let router = open(sample::rich());
    let promised = document();
    for route in ROUTES {
        let content = promised["paths"][route.path]["get"]["responses"]["200"]["content"]
            .as_object()
            .unwrap();
        let media = content.keys().next().unwrap();
        let request = request(&example(route.path))
            .method("HEAD")
            .body(Body::empty())
            .unwrap();
        // A stream does not end, so that only its head is asked for.
        let got = send(&router, request).await;
        assert_eq!(got.status, StatusCode::OK, "{}", route.path);
        let given = got.headers[header::CONTENT_TYPE].to_str().unwrap();
        assert!(
            given.starts_with(media.as_str()),
            "{}: {given}, not {media}",
            route.path
        );
    }
    assert_eq!(promised["paths"].as_object().unwrap().len(), ROUTES.len());
}

#[tokio::test]
async fn every_document_of_every_board_fits_its_schema() {
    let promised = document();
    for (name, board) in boards() {
        let has_incident = board.open.iter().any(|incident| incident.id.0 == 17);
        let router = open(board);
        for route in ROUTES {
            let Answer::Document(_) = route.answer else { continue };
            if route.path.contains("{id}") && !has_incident {
                continue;
            }
            let schema =
                &promised["paths"][route.path]["get"]["responses"]["200"]["content"]["application/json"]["schema"];
            let got = get(&router, &example(route.path)).await;
            assert_eq!(got.status, StatusCode::OK);
            check(&validator(schema), &got.json(), &format!("{} of {name}", route.path));
        }
    }
}

#[tokio::test]
async fn a_schema_refuses_what_is_not_in_it() {
    let router = open(sample::rich());
    let mut status = get(&router, "/v1/status").await.json();
    let validator = component("Status");
    assert!(validator.is_valid(&status));
    status["glance"]["verdict"] = "healthy".into();
    assert!(!validator.is_valid(&status));
    status["glance"]["verdict"] = "clear".into();
    status["surprise"] = 1.into();
    assert!(!validator.is_valid(&status));
}

#[test]
fn the_document_in_docs_is_that_of_the_program() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema/openapi.json");
    let text = serde_json::to_string_pretty(&document()).unwrap() + "\n";
    if std::env::var_os("SDO_BLESS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == text, "{} differs; SDO_BLESS=1 writes it anew", path.display());
}

#[tokio::test]
async fn the_document_is_served_and_all_its_references_lead_somewhere() {
    let served = get(&open(sample::empty()), "/v1/openapi.json").await.json();
    assert_eq!(served, document());
    let text = served.to_string();
    let references = text.split("\"#/components/schemas/").skip(1);
    for reference in references {
        let name = reference.split('"').next().unwrap();
        assert!(served["components"]["schemas"].get(name).is_some(), "{name}");
    }
}

#[tokio::test]
async fn incidents_are_listed_filtered_and_paged() {
    let router = open(sample::rich());
    let ids = |json: &Value| -> Vec<String> {
        let incidents = json["incidents"].as_array().unwrap();
        incidents
            .iter()
            .map(|incident| incident["id"].as_str().unwrap().to_owned())
            .collect()
    };
    let page = async |query: &str| get(&router, &format!("/v1/incidents{query}")).await.json();
    let all = page("").await;
    let newest_first = [17, 16, 15, 14, 12, 11, 9, 4, 3, 2, 1].map(|number| format!("INC-{number}"));
    assert_eq!(ids(&all), newest_first);
    assert_eq!(all["next"], Value::Null);
    assert_eq!(ids(&page("?stage=open&severity=critical").await), ["INC-17", "INC-14"]);
    assert_eq!(ids(&page("?namespace=shop").await), ["INC-16", "INC-14"]);
    assert_eq!(ids(&page("?rule=target-port-unresolved").await), ["INC-15"]);
    let first = page("?limit=8").await;
    assert_eq!((ids(&first).len(), &first["next"]), (8, &json!("INC-4")));
    assert_eq!(ids(&page("?limit=8&before=INC-4").await), ["INC-3", "INC-2", "INC-1"]);
}

#[tokio::test]
async fn an_incident_is_shown_with_finding_and_history_wherever_it_is_kept() {
    let router = open(sample::rich());
    for (id, stage) in [("INC-17", "open"), ("INC-11", "closed"), ("INC-2", "closed")] {
        let json = get(&router, &format!("/v1/incidents/{id}")).await.json();
        assert_eq!(json["incident"]["id"], id);
        assert_eq!(json["incident"]["stage"], stage);
        assert_eq!(json["history"].as_array().unwrap().len(), 4);
        assert_eq!(json["history"][0]["turn"], "opened");
    }
    let json = get(&router, "/v1/incidents/INC-17").await.json();
    assert_eq!(json["finding"]["effects"].as_array().unwrap().len(), 15);
    assert_eq!(json["incident"]["opened"], "2026-11-30T17:38:05Z");
    assert_eq!(json["left_out"], json!({"effects": 0, "other": 0, "history": false}));
}

#[tokio::test]
async fn problems_have_one_shape_and_say_what_would_be_right() {
    let router = open(sample::rich());
    let problem = component("Problem");
    let cases = [
        (
            "/v1/incidents?stage=ajar",
            400,
            "bad-parameter",
            "stage is one of: open, closed",
        ),
        (
            "/v1/status?verbose=1",
            400,
            "bad-parameter",
            "this address takes no parameters",
        ),
        (
            "/v1/incidents/17",
            400,
            "bad-parameter",
            "names of incidents look like INC-17",
        ),
        ("/?page=0", 400, "bad-parameter", "page is a number from 1"),
        (
            "/v1/incidents/INC-99",
            404,
            "no-incident",
            "GET /v1/incidents lists those that are known; old ones are forgotten",
        ),
        (
            "/v1/incident",
            404,
            "not-found",
            "GET /v1/openapi.json lists every address",
        ),
        (
            "/v1/status/",
            404,
            "not-found",
            "GET /v1/openapi.json lists every address",
        ),
        (
            "/..%2f..%2fetc/passwd",
            404,
            "not-found",
            "GET /v1/openapi.json lists every address",
        ),
    ];
    for (path, status, code, hint) in cases {
        let got = get(&router, path).await;
        assert_eq!(got.problem(), (status, code.to_owned(), hint.to_owned()), "{path}");
        check(&problem, &got.json(), path);
    }
}

#[tokio::test]
async fn what_is_repeated_of_a_request_is_short_and_harmless() {
    let router = open(sample::empty());
    let long = "%1b%5b31m%e2%80%ae".repeat(200);
    let got = get(&router, &format!("/v1/incidents?stage={long}")).await;
    assert_eq!(got.status, StatusCode::BAD_REQUEST);
    assert!(got.text.len() < 400, "{}", got.text);
    assert!(!got.text.contains('\u{202e}') && !got.text.contains('\u{1b}'));
}

#[tokio::test]
async fn a_browser_gets_a_problem_as_a_page_and_a_program_as_json() {
    let router = open(sample::empty());
    let browser = |path: &str| {
        request(path)
            .header(header::ACCEPT, "text/html,*/*;q=0.8")
            .body(Body::empty())
            .unwrap()
    };
    let got = send(&router, browser("/incidents/INC-99")).await;
    assert_eq!(got.status, StatusCode::NOT_FOUND);
    assert!(
        got.headers[header::CONTENT_TYPE]
            .to_str()
            .unwrap()
            .starts_with("text/html")
    );
    assert!(got.text.contains("There is no incident INC-99."), "{}", got.text);
    assert_eq!(send(&router, browser("/v1/nothing")).await.problem().0, 404);
}

#[tokio::test]
async fn a_store_that_cannot_be_read_hides_nothing_that_is_open() {
    let (_publisher, router) = served(sample::rich(), Settings::default(), Broken);
    let (status, code, hint) = get(&router, "/v1/incidents").await.problem();
    assert_eq!((status, code.as_str()), (503, "history-unavailable"));
    assert!(hint.contains("stage=open"));
    let open = get(&router, "/v1/incidents?stage=open").await.json();
    assert_eq!(open["incidents"].as_array().unwrap().len(), 5);
    assert_eq!(get(&router, "/").await.status, StatusCode::OK);
    let one = get(&router, "/v1/incidents/INC-17").await.json();
    assert_eq!(
        (&one["incident"]["id"], &one["history"]),
        (&json!("INC-17"), &Value::Null)
    );
    let page = get(&router, "/incidents/INC-17").await.text;
    assert!(page.contains("What became of it cannot be read now"), "{page}");
    // What only the store knows is not said to be unknown to it.
    assert_eq!(get(&router, "/v1/incidents/INC-2").await.problem().0, 503);
}

#[tokio::test]
async fn no_document_of_a_hostile_board_carries_what_is_not_seen() {
    let router = open(sample::hostile());
    let paths = [
        "/v1/status",
        "/v1/incidents",
        "/v1/incidents/INC-17",
        "/v1/coverage",
        "/v1/detectors",
    ];
    for path in paths {
        let got = get(&router, path).await;
        let json = got.json();
        assert_plain(&json, path);
    }
}

fn assert_plain(value: &Value, path: &str) {
    match value {
        Value::String(text) => {
            let is_plain = |character: char| !character.is_control() && !"\u{202e}\u{2066}\u{200b}".contains(character);
            assert!(text.chars().all(is_plain), "{path}: {text:?}");
        }
        Value::Array(items) => items.iter().for_each(|item| assert_plain(item, path)),
        Value::Object(pairs) => pairs.values().for_each(|item| assert_plain(item, path)),
        _ => {}
    }
}
