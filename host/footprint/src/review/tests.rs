use super::*;
use crate::fake::{Reply, door};
use http::Method;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use tokio::time::sleep;

/// A cluster in which `good` is a token of a reader, and who may read is up to the test.
#[derive(Clone)]
struct Cluster {
    asked: Arc<AtomicU32>,
    allowed: bool,
    audiences: Option<Value>,
}

impl Cluster {
    fn new(allowed: bool) -> Self {
        Self {
            asked: Arc::default(),
            allowed,
            audiences: None,
        }
    }

    fn reviewer(&self, rules: Rules) -> TokenReviewer {
        let cluster = self.clone();
        let door = door(move |method, path, body| Some(cluster.answer(&method, &path, &body)));
        TokenReviewer::new(door, rules)
    }

    fn answer(&self, method: &Method, path: &str, body: &Value) -> Reply {
        assert_eq!(*method, Method::POST);
        self.asked.fetch_add(1, Relaxed);
        if path == "/apis/authorization.k8s.io/v1/subjectaccessreviews" {
            assert_eq!(body["spec"]["user"], "system:serviceaccount:demo:reader");
            assert_eq!(body["spec"]["groups"][0], "system:serviceaccounts");
            let nonresource = json!({ "path": "/v1/*", "verb": "get" });
            assert_eq!(body["spec"]["nonResourceAttributes"], nonresource);
            return Reply::new(201, json!({ "spec": {}, "status": { "allowed": self.allowed } }));
        }
        assert_eq!(path, "/apis/authentication.k8s.io/v1/tokenreviews");
        let mut status = json!({ "error": "invalid bearer token" });
        if body["spec"]["token"] == "good" {
            let user = json!({ "username": "system:serviceaccount:demo:reader", "uid": "u", "groups": ["system:serviceaccounts"] });
            status = json!({ "authenticated": true, "user": user });
        }
        if let Some(audiences) = &self.audiences {
            status["audiences"] = audiences.clone();
        }
        Reply::new(201, json!({ "spec": {}, "status": status }))
    }
}

fn open() -> Rules {
    Rules {
        path: None,
        ..Rules::default()
    }
}

#[tokio::test(start_paused = true)]
async fn a_token_alone_is_not_enough() {
    let may = Cluster::new(true).reviewer(Rules::default());
    let Ok(Review::Allowed(user)) = may.review("good").await else {
        panic!("the reader may read");
    };
    assert_eq!(user.name, "system:serviceaccount:demo:reader");
    assert_eq!(user.groups, ["system:serviceaccounts"]);
    let may_not = Cluster::new(false);
    let review = may_not.reviewer(Rules::default()).review("good").await;
    assert!(matches!(review, Ok(Review::NotAllowed(_))));
    let review = may_not.reviewer(open()).review("good").await;
    assert!(matches!(review, Ok(Review::Allowed(_))), "unless the rules say so");
}

#[tokio::test(start_paused = true)]
async fn a_wrong_token_and_what_can_be_none_are_unknown() {
    let cluster = Cluster::new(true);
    let reviewer = cluster.reviewer(Rules::default());
    assert_eq!(reviewer.review("bad").await, Ok(Review::Unknown));
    let asked = cluster.asked.load(Relaxed);
    for token in ["", "two words", "line\nbreak", "é", &"x".repeat(MAX_TOKEN + 1)] {
        assert_eq!(reviewer.review(token).await, Ok(Review::Unknown));
    }
    assert_eq!(
        cluster.asked.load(Relaxed),
        asked,
        "the API server is not asked for those"
    );
}

#[tokio::test(start_paused = true)]
async fn a_token_for_another_audience_is_unknown() {
    let rules = Rules {
        audiences: vec!["sdo".to_owned()],
        path: None,
    };
    let with = |audiences: Option<Value>| {
        let mut cluster = Cluster::new(true);
        cluster.audiences = audiences;
        cluster.reviewer(rules.clone())
    };
    let allowed = |review: Result<Review, ReviewError>| matches!(review, Ok(Review::Allowed(_)));
    assert!(allowed(with(Some(json!(["sdo"]))).review("good").await));
    assert!(!allowed(with(Some(json!(["other"]))).review("good").await));
    assert!(
        !allowed(with(None).review("good").await),
        "the server did not say that it looked"
    );
}

#[tokio::test(start_paused = true)]
async fn an_answer_is_believed_for_a_while_and_then_asked_for_again() {
    let cluster = Cluster::new(true);
    let reviewer = cluster.reviewer(open());
    for _ in 0..100 {
        assert!(reviewer.review("good").await.is_ok());
    }
    assert_eq!(cluster.asked.load(Relaxed), 1);
    sleep(Duration::from_secs(31)).await;
    assert!(reviewer.review("good").await.is_ok());
    assert_eq!(cluster.asked.load(Relaxed), 2);
}

#[tokio::test(start_paused = true)]
async fn who_cannot_be_checked_is_not_let_in_and_the_token_is_in_no_error() {
    let silent = TokenReviewer::new(door(|_, _, _| None), Rules::default());
    let error = silent.review("s3cret").await.unwrap_err();
    assert!(matches!(error, ReviewError::Request(RequestError::Timeout { .. })));
    let quoting = door(|_, _, body| Some(Reply::new(200, json!({ "spec": 7, "quoted": body }))));
    let unreadable = TokenReviewer::new(quoting, Rules::default())
        .review("s3cret")
        .await
        .unwrap_err();
    let forbidden = TokenReviewer::new(door(|_, _, _| Some(Reply::refused(403, "Forbidden"))), Rules::default());
    let forbidden = forbidden.review("s3cret").await.unwrap_err();
    for error in [error, unreadable, forbidden] {
        assert!(!format!("{error} {error:?}").contains("s3cret"));
    }
}

#[tokio::test(start_paused = true)]
async fn a_crowd_is_told_to_come_back_and_only_a_few_are_asked_for_at_once() {
    let asked = Arc::new(AtomicU32::new(0));
    let count = asked.clone();
    let silent = door(move |_, _, _| {
        count.fetch_add(1, Relaxed);
        None
    });
    let reviewer = Arc::new(TokenReviewer::new(silent, Rules::default()));
    let callers: Vec<_> = (0..100)
        .map(|number| {
            let reviewer = reviewer.clone();
            tokio::spawn(async move { reviewer.review(&format!("invented-{number}")).await })
        })
        .collect();
    let mut busy = 0;
    for caller in callers {
        busy += usize::from(caller.await.unwrap() == Err(ReviewError::Busy));
    }
    assert_eq!((busy, asked.load(Relaxed)), (96, 4));
}

#[test]
fn invented_tokens_push_nobody_out_who_is_let_in() {
    let (mut cache, now) = (Cache::default(), Instant::now());
    let user = User {
        name: "reader".to_owned(),
        groups: Vec::new(),
    };
    cache.keep(Key::of("good"), Review::Allowed(user.clone()), now);
    for number in 0..5_000 {
        cache.keep(Key::of(&format!("invented-{number}")), Review::Unknown, now);
    }
    assert_eq!(cache.find(&Key::of("good"), now), Some(Review::Allowed(user)));
}
