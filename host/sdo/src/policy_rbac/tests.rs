//! Roles as objects and as text.

use super::manifest::{list, yaml};
use super::reader::{Reader, Resource};
use super::role::{Lease, Wishes, documents};
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn resource(name: &str) -> Resource {
    let (group, plural) = name.split_once('/').unwrap();
    Resource {
        group: group.to_owned(),
        plural: plural.to_owned(),
    }
}

fn reader(rule: &str, needs: &[&str], uses: &[&str]) -> Reader {
    Reader {
        rule: rule.to_owned(),
        needs: needs.iter().map(|name| resource(name)).collect(),
        uses: uses.iter().map(|name| resource(name)).collect(),
        remarks: BTreeMap::new(),
    }
}

fn readers() -> Vec<Reader> {
    vec![
        reader("tls-certificate-expired", &["/secrets"], &[]),
        reader(
            "config-reference-missing",
            &["/pods"],
            &["/secrets", "apps/deployments"],
        ),
        reader("image-unpullable", &["/pods"], &["apps/deployments"]),
    ]
}

fn wishes() -> Wishes {
    Wishes {
        namespace: "monitoring".to_owned(),
        name: "sdo".to_owned(),
        events: false,
        tokens: false,
        lease: None,
        secrets: true,
    }
}

/// Kind and name of each object, and its rules as `verbs on group/resources[names]`.
fn granted(readers: &[Reader], wishes: &Wishes) -> BTreeMap<String, Vec<String>> {
    let list = list(&documents(readers, wishes));
    let words = |value: &Value| {
        value
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect::<Vec<_>>()
            .join(",")
    };
    let rule = |rule: &Value| {
        let names = words(&rule["resourceNames"]);
        format!(
            "{} on {}/{}[{names}]",
            words(&rule["verbs"]),
            words(&rule["apiGroups"]),
            words(&rule["resources"])
        )
    };
    let rules = |item: &Value| item["rules"].as_array().into_iter().flatten().map(rule).collect();
    let items = list["items"].as_array().unwrap().iter();
    items
        .map(|item| {
            let name = item["metadata"]["name"].as_str().unwrap();
            (format!("{} {name}", item["kind"].as_str().unwrap()), rules(item))
        })
        .collect()
}

#[test]
fn a_role_lists_and_watches_what_is_read_and_nothing_else() {
    let granted = granted(&readers(), &wishes());
    assert_eq!(
        granted["ClusterRole sdo"],
        [
            "list,watch on /pods[]",
            "list,watch on /secrets[]",
            "list,watch on apps/deployments[]"
        ]
    );
    assert_eq!(
        granted.keys().collect::<Vec<_>>(),
        ["ClusterRole sdo", "ClusterRoleBinding sdo", "ServiceAccount sdo"]
    );
}

#[test]
fn what_the_host_writes_is_granted_only_where_it_is_asked_for() {
    let lease = Some(Lease {
        namespace: "elsewhere".to_owned(),
        name: "speaker".to_owned(),
    });
    let all = Wishes {
        events: true,
        tokens: true,
        lease,
        ..wishes()
    };
    let all = granted(&readers(), &all);
    assert_eq!(
        all["ClusterRole sdo-footprint"],
        [
            "create on authentication.k8s.io/tokenreviews[]",
            "create on authorization.k8s.io/subjectaccessreviews[]",
            "create on events.k8s.io/events[]"
        ]
    );
    assert_eq!(
        all["Role sdo-lease"],
        [
            "create on coordination.k8s.io/leases[]",
            "get,update on coordination.k8s.io/leases[speaker]"
        ]
    );
    let events = Wishes {
        events: true,
        ..wishes()
    };
    let events = granted(&readers(), &events);
    assert_eq!(
        events["ClusterRole sdo-footprint"],
        ["create on events.k8s.io/events[]"]
    );
    assert!(!events.contains_key("Role sdo-lease"));
}

#[test]
fn a_lease_elsewhere_is_bound_there_to_the_account_here() {
    let wishes = Wishes {
        lease: Some(Lease {
            namespace: "elsewhere".to_owned(),
            name: "speaker".to_owned(),
        }),
        ..wishes()
    };
    let list = list(&documents(&[], &wishes));
    let binding = list["items"]
        .as_array()
        .unwrap()
        .iter()
        .find(|item| item["kind"] == "RoleBinding")
        .unwrap();
    assert_eq!(binding["metadata"]["namespace"], "elsewhere");
    assert_eq!(
        binding["subjects"][0],
        json!({ "kind": "ServiceAccount", "name": "sdo", "namespace": "monitoring" })
    );
}

#[test]
fn without_secrets_the_text_says_who_is_unknown_and_who_is_less_sharp() {
    let without = Wishes {
        secrets: false,
        ..wishes()
    };
    let text = yaml(&documents(&readers(), &without)).unwrap();
    assert!(!text.contains("\"secrets\""), "{text}");
    assert!(
        text.contains("# Unknown without them: tls-certificate-expired.\n"),
        "{text}"
    );
    assert!(
        text.contains("# Less sharp without them: config-reference-missing.\n"),
        "{text}"
    );
}

#[test]
fn each_rule_names_the_detectors_that_need_it() {
    let text = yaml(&documents(&readers(), &wishes())).unwrap();
    assert!(
        text.contains("  # Needed by config-reference-missing, image-unpullable.\n  - apiGroups: [\"\"]\n    resources: [\"pods\"]\n"),
        "{text}"
    );
    assert!(
        text.contains("  # Sharpens config-reference-missing, image-unpullable.\n  - apiGroups: [\"apps\"]\n"),
        "{text}"
    );
}

/// Also where YAML could take a name for something else, or a cluster's words for a line of its own.
#[test]
fn both_forms_are_the_same_objects() {
    let mut readers = readers();
    let custom = resource("example.org/gadgets");
    readers[0].needs.insert(custom.clone());
    readers[0].remarks.insert(custom, "x".repeat(300) + " y: [z]");
    for (namespace, name) in [("monitoring", "sdo"), ("123", "true"), ("1e3", "null"), ("0x1f", "no")] {
        let wishes = Wishes {
            namespace: namespace.to_owned(),
            name: name.to_owned(),
            events: true,
            tokens: true,
            lease: Some(Lease {
                namespace: namespace.to_owned(),
                name: "on".to_owned(),
            }),
            secrets: true,
        };
        for readers in [readers.as_slice(), &[]] {
            let documents = documents(readers, &wishes);
            let read: Vec<Value> = serde_saphyr::from_multiple(&yaml(&documents).unwrap()).unwrap();
            assert_eq!(Value::Array(read), list(&documents)["items"]);
        }
    }
}

#[test]
fn the_order_of_detectors_does_not_show() {
    let mut reversed = readers();
    reversed.reverse();
    let text = |readers: &[Reader]| yaml(&documents(readers, &wishes())).unwrap();
    assert_eq!(text(&readers()), text(&reversed));
}
