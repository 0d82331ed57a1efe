use super::*;

fn masks(text: &str, expected: &str) {
    let once = redact(text).into_owned();
    assert_eq!(once, expected);
    assert_eq!(redact(&once), expected, "masking twice");
}

#[test]
fn the_password_of_a_url_goes_and_the_host_stays() {
    masks(
        "postgres://app:hunter2@db.demo.svc:5432/x",
        "postgres://app:***@db.demo.svc:5432/x",
    );
    masks("redis://:p@ss@cache:6379", "redis://:***@cache:6379");
    masks("http://web:8080/a@b", "http://web:8080/a@b");
    masks("amqp://$(USER):$(PASSWORD)@mq", "amqp://$(USER):$(PASSWORD)@mq");
}

#[test]
fn private_keys_go_and_certificates_stay() {
    masks(
        "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\n-----BEGIN CERTIFICATE-----\nMIID\n-----END CERTIFICATE-----",
        "-----BEGIN RSA PRIVATE KEY-----***-----END RSA PRIVATE KEY-----\n-----BEGIN CERTIFICATE-----\nMIID\n-----END CERTIFICATE-----",
    );
    masks("-----BEGIN PRIVATE KEY-----\nMIIE", "-----BEGIN PRIVATE KEY-----***");
}

#[test]
fn tokens_of_known_shapes_go() {
    masks(
        "got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl, sorry",
        "got ***, sorry",
    );
    masks("id AKIAIOSFODNN7EXAMPLE", "id ***");
    masks("ghp_0123456789abcdefghij0123456789abcdef", "***");
    masks(
        "registry.example.com/app-000@sha256:0123456789abcdef0123456789abcdef",
        "registry.example.com/app-000@sha256:0123456789abcdef0123456789abcdef",
    );
}

#[test]
fn assignments_lose_their_value() {
    masks("--db-password=hunter2 --port=80", "--db-password=*** --port=80");
    masks("password: hunter2\nuser: app", "password: ***\nuser: app");
    masks(r#"{"apiKey": "abc", "name": "x"}"#, r#"{"apiKey": "***", "name": "x"}"#);
    masks("Authorization: Bearer abc.def", "Authorization: Bearer ***");
}

#[test]
fn what_kubernetes_says_about_secrets_stays() {
    for message in [
        r#"MountVolume.SetUp failed for volume "tls" : secret "web-tls" not found"#,
        "couldn't find key password in Secret demo/db",
        "failed to get secret: not found",
        "secretName: web-tls",
        "tls_private_key_file=/etc/tls/tls.key",
        "password=$(DB_PASSWORD)",
        "max_tokens=4096",
        "selects app=web-ui, the pods of Deployment demo/web carry app=web",
        "é=ü: ß",
    ] {
        masks(message, message);
    }
}

#[test]
fn a_credential_like_name_masks_its_whole_value() {
    assert_eq!(named("DB_PASSWORD", "hunter 2"), MASK);
    assert_eq!(named("dbPwd", "x"), MASK);
    assert_eq!(named("PWD", "/app"), "/app");
    assert_eq!(named("SECRET_NAME", "web-tls"), "web-tls");
    assert_eq!(named("DB_HOST", "db.demo.svc"), "db.demo.svc");
    assert_eq!(argument("--token", "abc"), MASK);
    assert_eq!(argument("--host", "db"), "db");
}

#[test]
fn recorded_configuration_is_canonical_and_masked() {
    let recorded = r#"{"spec":{"env":[{"value":"hunter2","name":"DB_PASSWORD"}],"args":["--token","abc"]},"kind":"X","metadata":{"managedFields":[1],"name":"n"}}"#;
    assert_eq!(
        configuration(recorded),
        r#"{"kind":"X","metadata":{"name":"n"},"spec":{"args":["--token","***"],"env":[{"name":"DB_PASSWORD","value":"***"}]}}"#
    );
    assert_eq!(
        configuration(r#"{"kind":"Secret","data":{"user":"YXBw"}}"#),
        r#"{"data":{"user":"***"},"kind":"Secret"}"#
    );
}

#[test]
fn what_masking_uncovers_is_masked_at_once() {
    // The second pass sees another flag than the first.
    let given = ["--u://x:a=b@token.svc", "hunter2"];
    let kept = arguments(&given, usize::MAX).unwrap();
    assert_eq!(kept, ["--u://x:***@token.svc", MASK]);
    let again: Vec<&str> = kept.iter().map(String::as_str).collect();
    assert_eq!(arguments(&again, usize::MAX), None);
    let renamed = r#"{"name":"password-x password=url","value":"hunter2"}"#;
    assert_eq!(
        configuration(renamed),
        r#"{"name":"password-x password=***","value":"***"}"#
    );
}

#[test]
fn a_text_that_grows_by_masking_stays_within_its_limit() {
    let settled = settled("token=a token=b", 15, redact).into_owned();
    assert!(settled.len() <= 15 && !settled.contains("=b"), "{settled}");
    assert_eq!(super::settled(&settled, 15, redact), settled);
    let recorded = recorded(r#"{"token":"a","x":[1,2,3]}"#, 20);
    assert_eq!(super::recorded(&recorded, 20), recorded);
}

#[test]
fn a_text_that_never_comes_to_rest_is_masked_as_a_whole() {
    fn restless(text: &str) -> Cow<'_, str> {
        Cow::Owned(format!("{text}x"))
    }
    assert_eq!(settled("a", 100, restless), MASK);
}
