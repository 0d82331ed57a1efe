use super::*;
use sdo_model::finding::{Related, Severity};

fn object(kind: &str, namespace: &str, name: &str) -> ObjectName {
    ObjectName {
        kind: kind.to_owned(),
        namespace: namespace.to_owned(),
        name: name.to_owned(),
        group: String::new(),
    }
}

/// A finding about a pod that a Deployment owns and that has a Service beside it.
fn crash() -> Finding {
    let related = |kind: &str, name: &str, role: &str| Related {
        object: object(kind, "shop", name),
        role: role.to_owned(),
    };
    Finding {
        rule: "container-crash-looping".to_owned(),
        severity: Severity::Warning,
        summary: String::new(),
        primary: object("Pod", "shop", "web-1"),
        related: vec![
            related("Service", "front", "target"),
            related("ReplicaSet", "web-7", "owner"),
            related("Deployment", "web", "owner"),
        ],
        evidence: Vec::new(),
        fingerprint: "f".to_owned(),
        cause: "c".to_owned(),
        effects: Vec::new(),
        next: Vec::new(),
        since: None,
        playbooks: Vec::new(),
        bindings: Vec::new(),
        metadata: Vec::new(),
    }
}

fn pattern(text: &str) -> Option<Pattern> {
    (!text.is_empty()).then(|| Pattern::from(text))
}

/// A suppression by rule, namespace, kind and name; empty for any.
fn suppression([rule, namespace, kind, object]: [&str; 4]) -> Suppression {
    Suppression {
        name: "known".to_owned(),
        rule: pattern(rule),
        namespace: pattern(namespace),
        kind: (!kind.is_empty()).then(|| kind.to_owned()),
        object: pattern(object),
        until: None,
    }
}

fn by(mutes: &Mutes, now: i64) -> Option<String> {
    mutes.of([&crash()], now).map(|mute| mute.by)
}

#[test]
fn a_suppression_holds_when_all_its_conditions_do() {
    let table = [
        (["", "", "", ""], true),
        (["container-crash-looping", "", "", ""], true),
        (["container-*", "", "", ""], true),
        (["container", "", "", ""], false),
        (["", "shop", "", ""], true),
        (["", "sho", "", ""], false),
        (["", "sh*", "Pod", "web-*"], true),
        (["", "", "deployment", "web"], true),
        (["", "", "ReplicaSet", "web-7"], true),
        (["", "", "Namespace", "shop"], true),
        (["", "", "Service", "front"], false),
        (["", "", "ReplicaSet", "web"], false),
        (["", "other", "Deployment", "web"], false),
        (["other", "", "Deployment", "web"], false),
    ];
    for (conditions, expected) in table {
        let mutes = Mutes {
            suppressions: vec![suppression(conditions)],
            ..Mutes::default()
        };
        assert_eq!(by(&mutes, 0).is_some(), expected, "{conditions:?}");
    }
}

#[test]
fn an_annotation_holds_for_the_object_what_it_owns_and_what_is_in_it() {
    let table = [
        (object("Pod", "shop", "web-1"), true),
        (object("Deployment", "shop", "web"), true),
        (object("Namespace", "", "shop"), true),
        (object("Service", "shop", "front"), false),
        (object("Deployment", "other", "web"), false),
        (object("Namespace", "", "other"), false),
    ];
    for (annotated, expected) in table {
        let mutes = Mutes {
            annotated: BTreeMap::from([(annotated.clone(), None)]),
            ..Mutes::default()
        };
        let name = format!("annotation on {annotated}");
        assert_eq!(by(&mutes, 0), expected.then_some(name));
    }
}

#[test]
fn a_mute_ends_at_its_instant_and_a_window_begins_at_its_first() {
    let window = |from, until| Window {
        name: "window".to_owned(),
        from,
        until,
        ..Window::default()
    };
    let mutes = Mutes {
        suppressions: vec![Suppression {
            until: Some(10),
            ..suppression(["", "", "", ""])
        }],
        windows: vec![window(20, 30)],
        annotated: BTreeMap::from([(object("Pod", "shop", "web-1"), Some(40))]),
    };
    let names = [0, 9, 39, 40].map(|now| by(&mutes, now));
    let annotation = Some("annotation on Pod shop/web-1".to_owned());
    assert_eq!(names, [annotation.clone(), annotation.clone(), annotation, None]);
    let alone = Mutes {
        annotated: BTreeMap::new(),
        ..mutes.clone()
    };
    let held = [9, 10, 19, 20, 29, 30].map(|now| by(&alone, now).is_some());
    assert_eq!(held, [true, false, false, true, true, false]);
    let wakes = [0, 10, 20, 30, 40].map(|now| {
        let mut wake = Wake::after(now);
        mutes.wake(&mut wake);
        wake.at
    });
    assert_eq!(wakes, [Some(10), Some(20), Some(30), Some(40), None]);
}

#[test]
fn the_mute_that_lasts_longest_is_named_and_what_nobody_muted_is_told() {
    let until = |name: &str, until| Suppression {
        name: name.to_owned(),
        until,
        ..suppression(["", "shop", "", ""])
    };
    let mutes = Mutes {
        suppressions: vec![until("short", Some(5)), until("z", None), until("a", None)],
        ..Mutes::default()
    };
    assert_eq!(by(&mutes, 0).as_deref(), Some("a"));
    let elsewhere = Finding {
        primary: object("Pod", "other", "web-1"),
        ..crash()
    };
    assert_eq!(mutes.of([&crash(), &elsewhere], 0), None);
}

#[test]
fn a_namespace_is_in_itself_and_a_window_may_name_rules_and_namespaces() {
    let quota = Finding {
        rule: "quota".to_owned(),
        primary: object("Namespace", "", "shop"),
        ..crash()
    };
    let node = Finding {
        primary: object("Node", "", "worker-1"),
        ..quota.clone()
    };
    let mutes = Mutes {
        windows: vec![Window {
            name: "shop".to_owned(),
            from: 0,
            until: 10,
            namespaces: vec![Pattern::from("shop")],
            rules: vec![Pattern::from("quo*")],
        }],
        ..Mutes::default()
    };
    assert!(mutes.of([&quota], 0).is_some());
    assert!(mutes.of([&node], 0).is_none());
    assert!(mutes.of([&crash()], 0).is_none());
}
