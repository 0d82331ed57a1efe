//! Who gets an answer, and what a browser may do with it.

use super::{Kept, get, open, request, send, served};
use crate::access::{Access, Authenticator, AuthenticatorError, LaterVerdict, TokenVerdict};
use crate::api::Settings;
use crate::routes::ROUTES;
use crate::sample;
use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use std::sync::Arc;

struct Tokens;

impl Authenticator for Tokens {
    fn check<'a>(&'a self, token: &'a str) -> LaterVerdict<'a> {
        Box::pin(async move {
            match token {
                "good" => Ok(TokenVerdict::Allowed),
                "poor" => Ok(TokenVerdict::Forbidden {
                    reason: "system:serviceaccount:shop:web may not get /sdo".to_owned(),
                }),
                "broken" => Err(AuthenticatorError("no route to the API server".to_owned())),
                _ => Ok(TokenVerdict::Unknown),
            }
        })
    }
}

fn guarded() -> Router {
    let settings = Settings {
        access: Access::Token(Arc::new(Tokens)),
        ..Settings::default()
    };
    served(sample::rich(), settings, Kept).1
}

fn with_token(path: &str, token: &str) -> Request<Body> {
    let request = Request::get(path).header(header::HOST, "10.1.2.3:8080");
    request
        .header(header::AUTHORIZATION, token)
        .body(Body::empty())
        .unwrap()
}

#[tokio::test]
async fn without_a_token_only_health_and_readiness_answer() {
    let router = guarded();
    for route in ROUTES {
        let path = route.path.replace("{id}", "INC-17");
        let request = Request::get(&path)
            .header(header::HOST, "10.1.2.3:8080")
            .body(Body::empty())
            .unwrap();
        let got = send(&router, request).await;
        if ["/healthz", "/readyz"].contains(&route.path) {
            assert_eq!(got.status, StatusCode::OK, "{path}");
            continue;
        }
        let (status, code, hint) = got.problem();
        assert_eq!((status, code.as_str()), (401, "unauthenticated"), "{path}");
        assert!(hint.contains("Bearer"), "{hint}");
        assert_eq!(got.headers[header::WWW_AUTHENTICATE], "Bearer realm=\"sdo\"");
    }
    // An address that is not there is no more open than one that is.
    let unknown = Request::get("/v1/nothing").body(Body::empty()).unwrap();
    assert_eq!(send(&router, unknown).await.status, StatusCode::UNAUTHORIZED);
    let write = Request::post("/healthz").body(Body::empty()).unwrap();
    assert_eq!(send(&router, write).await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn a_token_is_worth_what_the_authenticator_says() {
    let router = guarded();
    let cases = [
        ("Bearer good", 200),
        ("bearer good", 200),
        ("Bearer nobody", 401),
        ("Basic Z29vZDo=", 401),
        ("Bearer", 401),
        ("good", 401),
        ("Bearer poor", 403),
        ("Bearer broken", 503),
    ];
    for (token, status) in cases {
        let got = send(&router, with_token("/v1/status", token)).await;
        assert_eq!(got.status.as_u16(), status, "{token}");
    }
    let refused = send(&router, with_token("/v1/status", "Bearer poor")).await;
    assert_eq!(
        refused.json()["message"],
        "system:serviceaccount:shop:web may not get /sdo"
    );
    let broken = send(&router, with_token("/v1/status", "Bearer broken")).await;
    assert!(!broken.text.contains("no route"), "{}", broken.text);
    assert!(broken.headers.contains_key(header::RETRY_AFTER));
}

#[tokio::test]
async fn an_open_interface_answers_to_its_own_names_only() {
    let settings = Settings {
        names: vec!["sdo.example".to_owned()],
        ..Settings::default()
    };
    let (_publisher, router) = served(sample::rich(), settings, Kept);
    let asked = async |hosts: &[&str]| {
        let request = hosts.iter().fold(Request::get("/v1/status"), |request, host| {
            request.header(header::HOST, *host)
        });
        send(&router, request.body(Body::empty()).unwrap()).await
    };
    for host in [
        "localhost",
        "localhost:9000",
        "127.0.0.1:9000",
        "[::1]:9000",
        "sdo.example",
    ] {
        assert_eq!(asked(&[host]).await.status, StatusCode::OK, "{host}");
    }
    for hosts in [
        &["evil.example"][..],
        &["10.0.0.7:8080"],
        &[],
        &["localhost", "evil.example"],
    ] {
        let (status, code, _) = asked(hosts).await.problem();
        assert_eq!((status, code.as_str()), (421, "bad-host"), "{hosts:?}");
    }
    let absolute = Request::get("http://evil.example/v1/status").header(header::HOST, "localhost");
    let got = send(&router, absolute.body(Body::empty()).unwrap()).await;
    assert_eq!(got.status, StatusCode::MISDIRECTED_REQUEST);
}

#[tokio::test]
async fn a_page_of_another_site_gets_no_answer_but_a_link_from_it_works() {
    let router = open(sample::rich());
    let asked = async |site: &str, mode: &str| {
        let request = request("/v1/status")
            .header("sec-fetch-site", site)
            .header("sec-fetch-mode", mode);
        send(&router, request.body(Body::empty()).unwrap())
            .await
            .status
            .as_u16()
    };
    assert_eq!(asked("same-origin", "cors").await, 200);
    assert_eq!(asked("none", "navigate").await, 200);
    assert_eq!(asked("cross-site", "navigate").await, 200);
    assert_eq!(asked("cross-site", "no-cors").await, 403);
    assert_eq!(asked("cross-site", "cors").await, 403);
    // Another port of this machine.
    assert_eq!(asked("same-site", "cors").await, 403);
}

#[tokio::test]
async fn every_answer_forbids_a_browser_everything_but_to_show_it() {
    let router = open(sample::rich());
    for path in [
        "/",
        "/incidents/INC-17",
        "/v1/status",
        "/v1/nothing",
        "/style.css",
        "/healthz",
        "/metrics",
    ] {
        let headers = get(&router, path).await.headers;
        let policy = headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none';") && policy.contains("frame-ancestors 'none'"));
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff", "{path}");
        assert_eq!(headers[header::X_FRAME_OPTIONS], "DENY", "{path}");
        assert!(headers.contains_key(header::CACHE_CONTROL), "{path}");
        assert!(
            !headers.keys().any(|name| name.as_str().starts_with("access-control")),
            "{path}"
        );
    }
}
