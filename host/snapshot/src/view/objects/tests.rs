use super::*;
use crate::view::fixture::snapshot;
use sdo_model::KindSet;
use sdo_model::contract::types::ConditionStatus;

const WEB: &str = r#"{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"namespace":"a","name":"web","uid":"u","generation":3,
    "labels":{"tier":"front","app":"web"},"finalizers":["x"],"annotations":{"note":"n","kubectl.kubernetes.io/last-applied-configuration":"{\"spec\":{\"replicas\":2}}"},
    "managedFields":[{"manager":"old","operation":"Update","time":"1970-01-01T00:00:01Z"},{"manager":"kubectl-edit","operation":"Update","time":"1970-01-01T00:00:09Z"}],
    "ownerReferences":[{"apiVersion":"v1","kind":"ConfigMap","name":"c"},{"apiVersion":"apps.example/v1","kind":"App","name":"shop","controller":true}]},
    "status":{"observedGeneration":2,"conditions":[{"type":"Available","status":"Maybe","reason":"r","message":"m"}]}}"#;
const CUSTOM: &str = r#"{"apiVersion":"apps.example/v1","kind":"App","metadata":{"namespace":"a","name":"shop"},
    "status":{"observedGeneration":5,"conditions":[{"type":"Ready","status":"False","reason":"Broken"}]}}"#;
const SECRET: &str = r#"{"apiVersion":"v1","kind":"Secret","metadata":{"namespace":"a","name":"s",
    "annotations":{"kubectl.kubernetes.io/last-applied-configuration":"{\"data\":{\"k\":\"aHVudGVyMg==\"}}"}}}"#;

fn shop() -> Snapshot {
    snapshot(&[WEB, CUSTOM, SECRET])
}

const DEPLOYMENT: u32 = (Kind::Deployment as u32) << 24;

#[test]
fn objects_are_found_by_kind_and_name_and_described_again() {
    let snapshot = shop();
    let mut call = Call::unlimited();
    let id = Objects::find(&snapshot, &mut call, "deployment", "a", "web").unwrap();
    assert_eq!(id, Some(DEPLOYMENT));
    for (kind, namespace, name) in [
        ("Deployment", "a", "none"),
        ("Deployment", "", "web"),
        ("App", "a", "shop"),
        ("", "", ""),
    ] {
        assert_eq!(
            Objects::find(&snapshot, &mut call, kind, namespace, name).unwrap(),
            None,
            "{kind}"
        );
    }
    let described = snapshot
        .describe(&mut call, &[Kind::Custom.id(0), Kind::Pod.id(0), DEPLOYMENT])
        .unwrap();
    let told: Vec<_> = described
        .iter()
        .map(|one| format!("{}.{} {}", one.kind, one.group, one.name))
        .collect();
    assert_eq!(told, ["App.apps.example shop", ". ", "Deployment.apps web"]);
}

#[test]
fn the_controller_comes_first_of_the_owners() {
    let snapshot = shop();
    let meta = Objects::meta(&snapshot, &mut Call::unlimited(), &[DEPLOYMENT])
        .unwrap()
        .remove(0)
        .unwrap();
    let owners: Vec<_> = meta
        .owners
        .iter()
        .map(|owner| (owner.kind.as_str(), owner.id.is_some()))
        .collect();
    assert_eq!(owners, [("App", true), ("ConfigMap", false)]);
    assert_eq!((meta.generation, meta.observed_generation), (3, Some(2)));
}

#[test]
fn conditions_of_typed_and_custom_objects_read_alike() {
    let snapshot = shop();
    let ids = [DEPLOYMENT, Kind::Custom.id(0), Kind::Secret.id(0)];
    let conditions = snapshot.conditions(&mut Call::unlimited(), &ids).unwrap();
    assert_eq!(
        (conditions[0][0].status, conditions[1][0].status),
        (ConditionStatus::Unknown, ConditionStatus::No)
    );
    assert_eq!(conditions[2], []);
    let meta = Objects::meta(&snapshot, &mut Call::unlimited(), &ids).unwrap();
    assert_eq!(meta[1].as_ref().unwrap().observed_generation, Some(5));
    assert_eq!(meta[2].as_ref().unwrap().observed_generation, None);
}

#[test]
fn what_was_applied_is_told_alone_and_never_of_a_secret() {
    let snapshot = shop();
    let mut call = Call::unlimited();
    assert_eq!(
        snapshot.annotations(&mut call, &[DEPLOYMENT]).unwrap(),
        [[("note".to_owned(), "n".to_owned())]]
    );
    assert!(
        snapshot
            .last_applied(&mut call, DEPLOYMENT)
            .unwrap()
            .unwrap()
            .contains("replicas")
    );
    assert_eq!(snapshot.last_applied(&mut call, Kind::Secret.id(0)).unwrap(), None);
}

#[test]
fn the_newest_writer_comes_first() {
    let managers = shop().managers(&mut Call::unlimited(), &[DEPLOYMENT]).unwrap();
    assert_eq!(
        managers[0]
            .iter()
            .map(|entry| entry.manager.as_str())
            .collect::<Vec<_>>(),
        ["kubectl-edit", "old"]
    );
}

#[test]
fn an_object_that_may_not_be_read_answers_like_an_absent_one() {
    let snapshot = shop();
    let mut call = Call::new(u64::MAX, KindSet::EMPTY.with(Kind::Pod));
    let ids = [DEPLOYMENT, Kind::Custom.id(0), u32::MAX];
    assert_eq!(
        Objects::find(&snapshot, &mut call, "Deployment", "a", "web").unwrap(),
        None
    );
    assert!(
        Objects::meta(&snapshot, &mut call, &ids)
            .unwrap()
            .iter()
            .all(Option::is_none)
    );
    assert!(snapshot.labels(&mut call, &ids).unwrap().iter().all(Vec::is_empty));
    assert!(snapshot.conditions(&mut call, &ids).unwrap().iter().all(Vec::is_empty));
    assert_eq!(snapshot.last_applied(&mut call, DEPLOYMENT).unwrap(), None);
    assert_eq!(
        snapshot.describe(&mut call, &ids).unwrap(),
        vec![ObjectRef::default(); 3]
    );
}

#[test]
fn a_selector_selects_by_all_of_its_parts() {
    let snapshot = shop();
    let ids = [DEPLOYMENT, Kind::Custom.id(0)];
    let select = |labels: &[(&str, &str)], expressions: &[(&str, SelectorOperator, &[&str])]| {
        let selector = LabelSelector {
            labels: labels
                .iter()
                .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
                .collect(),
            expressions: expressions
                .iter()
                .map(|(key, operator, values)| Requirement {
                    key: (*key).to_owned(),
                    operator: *operator,
                    values: values.iter().map(|value| (*value).to_owned()).collect(),
                })
                .collect(),
        };
        snapshot.select(&mut Call::unlimited(), &ids, &selector).unwrap()
    };
    assert_eq!(select(&[], &[]), ids);
    assert_eq!(
        select(&[("app", "web")], &[("tier", SelectorOperator::Exists, &[])]),
        [DEPLOYMENT]
    );
    assert_eq!(
        select(&[], &[("tier", SelectorOperator::NotInValues, &["front"])]),
        [Kind::Custom.id(0)]
    );
    assert_eq!(
        select(&[], &[("tier", SelectorOperator::Absent, &[])]),
        [Kind::Custom.id(0)]
    );
    assert_eq!(select(&[], &[("tier", SelectorOperator::InValues, &[])]), [0_u32; 0]);
    assert_eq!(select(&[], &[("tier", SelectorOperator::Greater, &["0"])]), [0_u32; 0]);
}

#[test]
fn labels_come_sorted_by_key() {
    let labels = shop().labels(&mut Call::unlimited(), &[DEPLOYMENT]).unwrap();
    assert_eq!(
        labels[0].iter().map(|(key, _)| key.as_str()).collect::<Vec<_>>(),
        ["app", "tier"]
    );
}

#[test]
fn more_than_a_thousand_ids_are_cut_off() {
    let ids = vec![DEPLOYMENT; 1500];
    assert_eq!(shop().labels(&mut Call::unlimited(), &ids).unwrap().len(), 1000);
}
