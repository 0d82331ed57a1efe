use super::kubectl::{apply, config, footprint, kubectl, namespace};
use sdo_footprint::{Review, Rules};
use serde_json::json;

fn token(account: &str, arguments: &[&str]) -> String {
    let all = [&["-n", "fp-tokens", "create", "token", account], arguments].concat();
    kubectl(&all).trim().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_lets_in_whom_the_cluster_knows_and_allows() {
    namespace("fp-tokens");
    for account in ["reader", "stranger"] {
        kubectl(&["-n", "fp-tokens", "create", "serviceaccount", account]);
    }
    apply(&json!({ "apiVersion": "v1", "kind": "List", "items": [
        { "apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRole", "metadata": { "name": "fp-reader" },
          "rules": [{ "nonResourceURLs": ["/v1/*"], "verbs": ["get"] }] },
        { "apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRoleBinding", "metadata": { "name": "fp-reader" },
          "roleRef": { "apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "fp-reader" },
          "subjects": [{ "kind": "ServiceAccount", "name": "reader", "namespace": "fp-tokens" }] },
    ] }));
    let (footprint, _file) = footprint(&config()).await;
    let reviewer = footprint.reviewer(Rules::default());
    let reader = token("reader", &[]);
    let Review::Allowed(user) = reviewer.review(&reader).await.unwrap() else {
        panic!("the reader may read");
    };
    assert_eq!(user.name, "system:serviceaccount:fp-tokens:reader");
    assert!(
        user.groups
            .iter()
            .any(|group| group == "system:serviceaccounts:fp-tokens"),
        "{user:?}"
    );
    let stranger = token("stranger", &[]);
    let review = reviewer.review(&stranger).await.unwrap();
    assert!(
        matches!(&review, Review::NotAllowed(user) if user.name.ends_with(":stranger")),
        "{review:?}"
    );
    let open = Rules {
        path: None,
        ..Rules::default()
    };
    let review = footprint.reviewer(open).review(&stranger).await.unwrap();
    assert!(matches!(review, Review::Allowed(_)), "{review:?}");
    // The last characters of a signature may carry bits that do not count.
    let forged = format!("{}AAAAAAAA", &reader[..reader.len() - 8]);
    for wrong in ["invented", forged.as_str()] {
        assert_eq!(reviewer.review(wrong).await, Ok(Review::Unknown));
    }
    let for_sdo = footprint.reviewer(Rules {
        audiences: vec!["sdo".to_owned()],
        ..Rules::default()
    });
    assert_eq!(
        for_sdo.review(&reader).await,
        Ok(Review::Unknown),
        "meant for the API server alone"
    );
    let meant = token("reader", &["--audience=sdo"]);
    assert!(matches!(for_sdo.review(&meant).await, Ok(Review::Allowed(_))));
    assert_eq!(
        reviewer.review(&meant).await,
        Ok(Review::Unknown),
        "and the other way round"
    );
}
