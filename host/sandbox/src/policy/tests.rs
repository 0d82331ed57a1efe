use super::*;

fn refusal(text: &str) -> String {
    Policy::parse(text).unwrap_err().to_string()
}

#[test]
fn the_embedded_policy_grants_every_interface_by_name_and_no_more() {
    let grant = Policy::embedded().unwrap().grant("any");
    let listed: Vec<&str> = grant.interfaces.iter().map(String::as_str).collect();
    let mut known: Vec<&str> = crate::interfaces::names().collect();
    known.sort_unstable();
    assert_eq!(listed, known);
    assert_eq!((grant.wasi, grant.limits), (Wasi::None, Limits::default()));
    assert_eq!(grant.custom.iter().count(), 0);
}

#[test]
fn each_bad_policy_is_refused_by_its_key() {
    let cases = [
        ("defaults: {}", "defaults"),
        ("default: { interface: [pods] }", "interface"),
        ("default: { limits: { fule: 1 } }", "did you mean fuel?"),
        ("default: { limits: { fuel: 0 } }", "fuel: 0 is zero"),
        ("default: { limits: { fuel: -5 } }", "fuel: -5 is negative"),
        (
            "default: { limits: { memory_bytes: 99999999999 } }",
            "memory_bytes: 99999999999 is above the ceiling",
        ),
        ("default: { limits: { fuel: lots } }", "a whole number"),
        ("default: { wasi: full }", "full"),
        ("default: { interfaces: ['*'] }", "default.interfaces: *: a pattern"),
        ("default: { interfaces: [pod] }", "did you mean pods?"),
        ("default: { interfaces: [pods.qery] }", "did you mean query?"),
        ("default: { interfaces: [pods, pods] }", "pods stands twice"),
        (
            "default: { custom: [{ group: '*', kind: Certificate }] }",
            "default.custom: */Certificate: a pattern",
        ),
        (
            "default: { custom: [{ group: apps, kind: Deployment }] }",
            "has an interface of its own",
        ),
        ("default: { custom: [{ group: '', kind: X }] }", "both group and kind"),
        ("detectors: { a: {}, a: {} }", "duplicate"),
        ("detectors: { 'tls-*': {} }", "detectors.tls-*: a pattern"),
        ("detectors: { ../x: {} }", "a-z, 0-9 and -"),
    ];
    for (text, words) in cases {
        let refusal = refusal(text);
        assert!(refusal.contains(words), "{text}\n  says {refusal:?}\n  not {words:?}");
    }
}

#[test]
fn a_detectors_list_replaces_the_default_and_its_limits_are_laid_over() {
    let policy = Policy::parse(
        "default: { interfaces: [pods, services], wasi: inert, limits: { findings: 7 } }\n\
         detectors: { x: { interfaces: [pods.count], limits: { fuel: 500000 } } }",
    )
    .unwrap();
    let (own, other) = (policy.grant("x"), policy.grant("y"));
    assert!(own.function("pods", "count").is_ok() && own.function("pods", "query").is_err());
    assert!(own.function("services", "query").is_err() && other.function("services", "query").is_ok());
    assert_eq!(
        (own.wasi, own.limits.findings, own.limits.fuel),
        (Wasi::Inert, 7, 500_000)
    );
    assert_eq!(other.limits.fuel, Limits::default().fuel);
}

#[test]
fn a_refusal_names_the_line_and_what_would_allow_it() {
    let policy =
        Policy::parse("default:\n  interfaces:\n    - pods\ndetectors:\n  x:\n    interfaces:\n      - nodes\n")
            .unwrap();
    let text = policy.grant("x").function("secrets", "query").unwrap_err().to_string();
    assert_eq!(
        text,
        "imports sdo:cluster/secrets@0.1.0 (function query), which policy key detectors.x.interfaces (line 7) does not grant; \
         to allow it, add `secrets`, or only `secrets.query`, to detectors.x.interfaces"
    );
    let refusal = policy.grant("y").wasi("wasi:io/poll@0.2.3").unwrap_err();
    assert_eq!((refusal.key.as_str(), refusal.line), ("default.wasi", None));
    assert!(refusal.fix.unwrap().contains("detectors.y.wasi to `inert`"));
}

#[test]
fn sockets_and_http_are_refused_under_every_policy() {
    let grant = Policy::parse("default: { wasi: inert }").unwrap().grant("x");
    assert!(grant.wasi("wasi:clocks/wall-clock@0.2.6").is_ok());
    for name in [
        "wasi:sockets/tcp@0.2.3",
        "wasi:http/types@0.2.3",
        "wasi:clocks/wall-clock@0.3.0",
        "wasi:keyvalue/store@0.2.0",
    ] {
        assert_eq!(grant.wasi(name).unwrap_err().fix, None, "{name}");
    }
}

#[test]
fn custom_resources_are_granted_by_exact_spelling() {
    let policy = Policy::parse("default: { custom: [{ group: cert-manager.io, kind: Certificate }] }").unwrap();
    let custom = policy.grant("x").custom;
    assert!(custom.allows("cert-manager.io", "Certificate"));
    for (group, kind) in [
        ("cert-manager.io", "certificate"),
        ("Cert-Manager.io", "Certificate"),
        ("", "Certificate"),
        ("*", "*"),
    ] {
        assert!(!custom.allows(group, kind), "{group}/{kind}");
    }
}

#[test]
fn a_policy_of_a_megabyte_is_not_parsed() {
    assert!(matches!(
        Policy::parse(&"#".repeat(MAX_BYTES + 1)),
        Err(PolicyError::TooLarge { .. })
    ));
}
