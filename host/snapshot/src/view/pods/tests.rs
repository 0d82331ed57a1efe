use super::contract::{ContainerPhase, Pods};
use super::*;
use crate::view::fixture::snapshot;
use sdo_model::KindSet;
use sdo_model::contract::types::ContainerRole;

fn pod(name: &str, meta: &str, spec: &str, status: &str) -> String {
    format!(
        r#"{{"apiVersion":"v1","kind":"Pod","metadata":{{"namespace":"shop","name":"{name}"{meta}}},"spec":{spec},"status":{status}}}"#
    )
}

/// One pod for each state that is told apart.
fn shop() -> Snapshot {
    let all = [
        pod("between-crashes", r#","labels":{"app":"web","tier":"front"},"creationTimestamp":"1970-01-01T00:01:40Z","ownerReferences":[{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"web-1","controller":true}]"#,
            r#"{"nodeName":"n1","containers":[{"name":"app"}]}"#,
            r#"{"phase":"Running","conditions":[{"type":"Ready","status":"False"}],"containerStatuses":[{"name":"app","restartCount":7,
            "state":{"running":{"startedAt":"1970-01-01T00:10:00Z"}},"lastState":{"terminated":{"exitCode":137,"reason":"OOMKilled","finishedAt":"1970-01-01T00:09:00Z"}}}]}"#),
        pod("healthy", r#","labels":{"app":"web"},"creationTimestamp":"1970-01-01T00:10:00Z""#, r#"{"nodeName":"n1","containers":[{"name":"app"}],
            "initContainers":[{"name":"setup"},{"name":"proxy","restartPolicy":"Always","startupProbe":{"tcpSocket":{"port":1}}}]}"#,
            r#"{"phase":"Running","conditions":[{"type":"Ready","status":"True"}],
            "initContainerStatuses":[{"name":"setup","state":{"terminated":{"exitCode":0,"reason":"Completed"}}},{"name":"proxy","started":true,"ready":true,"state":{"running":{}}}],
            "containerStatuses":[{"name":"app","ready":true,"state":{"running":{}}}]}"#),
        pod("job", "", r#"{"nodeName":"n2","containers":[{"name":"app"},{"name":"side"}]}"#,
            r#"{"phase":"Succeeded","containerStatuses":[{"name":"app","state":{"terminated":{"exitCode":0,"reason":"Completed"}}},{"name":"side","state":{"terminated":{"exitCode":255,"reason":"Error"}}}]}"#),
        pod("pulling", "", r#"{"nodeName":"n2","containers":[{"name":"app"}]}"#,
            r#"{"phase":"Pending","containerStatuses":[{"name":"app","state":{"waiting":{"reason":"ErrImageNeverPull","message":"no"}}}]}"#),
        pod("unplaced", r#","deletionTimestamp":"1970-01-01T00:10:00Z""#, r#"{"schedulingGates":[{"name":"quota"}],"containers":[{"name":"app","image":"web:1"}]}"#,
            r#"{"phase":"Pending","conditions":[{"type":"PodScheduled","status":"False","reason":"Unschedulable","message":"Insufficient cpu"}]}"#),
        pod("strange", "", "{}", r#"{"phase":"CrashLoopBackOff","containerStatuses":[{"name":"app","state":{"waiting":{"reason":"CrashLoopBackOff"}}}]}"#),
        r#"{"apiVersion":"apps/v1","kind":"ReplicaSet","metadata":{"namespace":"shop","name":"web-1","ownerReferences":[{"apiVersion":"apps/v1","kind":"Deployment","name":"web","controller":true}]}}"#.to_owned(),
        r#"{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"namespace":"shop","name":"web"}}"#.to_owned(),
        r#"{"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"zoo","name":"other","labels":{"app":"web"}}}"#.to_owned(),
    ];
    snapshot(&all.each_ref().map(String::as_str))
}

fn any() -> PodFilter {
    PodFilter::default()
}

#[track_caller]
fn check(filter: PodFilter, expected: &str) {
    let snapshot = shop();
    let page = snapshot.query(&mut Call::unlimited(), &filter).unwrap();
    assert_eq!(
        page.rows
            .iter()
            .map(|row| row.name.as_str())
            .collect::<Vec<_>>()
            .join(" "),
        expected
    );
    assert_eq!(
        Pods::count(&snapshot, &mut Call::unlimited(), &filter).unwrap(),
        page.total
    );
}

#[test]
fn a_crash_loop_is_found_between_two_crashes() {
    check(
        PodFilter {
            min_restarts: 3,
            ..any()
        },
        "between-crashes",
    );
    check(
        PodFilter {
            terminated_reason: Some("OOMKilled".into()),
            ..any()
        },
        "between-crashes",
    );
    check(
        PodFilter {
            waiting: Some(WaitingReason::CrashLoopBackOff),
            ..any()
        },
        "strange",
    );
}

#[test]
fn phases_that_kubernetes_does_not_define_are_unknown() {
    check(
        PodFilter {
            phase: Some(PodPhase::Unknown),
            ..any()
        },
        "strange other",
    );
    check(
        PodFilter {
            active: Some(false),
            ..any()
        },
        "job",
    );
}

#[test]
fn a_waiting_reason_without_a_name_of_its_own_is_told_by_its_word() {
    check(
        PodFilter {
            waiting: Some(WaitingReason::Other("ErrImageNeverPull".into())),
            ..any()
        },
        "pulling",
    );
    check(
        PodFilter {
            waiting: Some(WaitingReason::Other("CrashLoopBackOff".into())),
            ..any()
        },
        "strange",
    );
    check(
        PodFilter {
            waiting: Some(WaitingReason::Other("Else".into())),
            ..any()
        },
        "",
    );
    check(
        PodFilter {
            image_unpullable: Some(true),
            ..any()
        },
        "pulling",
    );
}

#[test]
fn the_column_answers_ready_scheduled_deleting_and_age() {
    check(
        PodFilter {
            ready: Some(true),
            ..any()
        },
        "healthy",
    );
    check(
        PodFilter {
            scheduled: Some(false),
            namespace: Some("shop".into()),
            ..any()
        },
        "strange unplaced",
    );
    check(
        PodFilter {
            deleting: Some(true),
            ..any()
        },
        "unplaced",
    );
    check(
        PodFilter {
            created_before: Some(100),
            labels: vec![("app".into(), "web".into())],
            ..any()
        },
        "between-crashes other",
    );
}

#[test]
fn labels_nodes_and_owners_narrow_together() {
    let web = |more: &[(&str, &str)]| {
        let labels = [("app", "web")]
            .iter()
            .chain(more)
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
        labels.collect::<Vec<_>>()
    };
    check(
        PodFilter {
            labels: web(&[]),
            ..any()
        },
        "between-crashes healthy other",
    );
    check(
        PodFilter {
            labels: web(&[("tier", "front")]),
            ..any()
        },
        "between-crashes",
    );
    check(
        PodFilter {
            labels: web(&[]),
            namespace: Some("zoo".into()),
            ..any()
        },
        "other",
    );
    check(
        PodFilter {
            labels: web(&[]),
            name: Some("healthy".into()),
            ..any()
        },
        "healthy",
    );
    check(
        PodFilter {
            node: Some("n1".into()),
            ..any()
        },
        "between-crashes healthy",
    );
    check(
        PodFilter {
            node: Some("n1".into()),
            ready: Some(true),
            ..any()
        },
        "healthy",
    );
    check(
        PodFilter {
            node: Some("n9".into()),
            ..any()
        },
        "",
    );
    check(
        PodFilter {
            owner: Some(Kind::Deployment.id(0)),
            ..any()
        },
        "between-crashes",
    );
    check(
        PodFilter {
            owner: Some(Kind::Deployment.id(0)),
            node: Some("n2".into()),
            ..any()
        },
        "",
    );
    check(
        PodFilter {
            owner: Some(Kind::Deployment.id(7)),
            ..any()
        },
        "",
    );
}

#[test]
fn an_owner_is_no_predicate_past_a_kind_that_may_not_be_read() {
    let mut call = Call::new(u64::MAX, KindSet::EMPTY.with(Kind::Pod).with(Kind::Deployment));
    let filter = PodFilter {
        owner: Some(Kind::Deployment.id(0)),
        ..any()
    };
    assert_eq!(Pods::count(&shop(), &mut call, &filter).unwrap(), 0);
}

#[test]
fn containers_come_init_first_each_with_its_last_end() {
    let snapshot = shop();
    let row = |name: &str| {
        snapshot
            .query(
                &mut Call::unlimited(),
                &PodFilter {
                    name: Some(name.into()),
                    ..any()
                },
            )
            .unwrap()
            .rows
            .remove(0)
    };
    let healthy = row("healthy");
    let roles: Vec<_> = healthy
        .containers
        .iter()
        .map(|container| (container.role, container.started, container.exit_code))
        .collect();
    assert_eq!(
        roles,
        [
            (ContainerRole::Init, false, Some(0)),
            (ContainerRole::Sidecar, true, None),
            (ContainerRole::Main, true, None)
        ]
    );
    let crashed = &row("between-crashes").containers[0];
    assert_eq!(
        (crashed.exit_code, crashed.finished, crashed.restarts),
        (Some(137), Some(540), 7)
    );
    assert_eq!(row("unplaced").containers.len(), 1);
}

#[test]
fn detail_answers_in_the_order_of_the_ids() {
    let snapshot = shop();
    let id = |name: &str| snapshot.find_id(Kind::Pod, "shop", name).unwrap();
    let ids = [id("unplaced"), Kind::Pod.id(99), Kind::Deployment.id(0), id("pulling")];
    let status = Pods::status(&snapshot, &mut Call::unlimited(), &ids).unwrap();
    let first = status[0].as_ref().unwrap();
    assert_eq!(
        (first.unschedulable.as_str(), first.gates.len()),
        ("Insufficient cpu", 1)
    );
    assert!(status[1].is_none() && status[2].is_none() && status[3].is_some());
    let containers = snapshot.containers(&mut Call::unlimited(), &ids).unwrap();
    assert_eq!(
        (&containers[0][0].current, containers[0][0].image.as_str()),
        (&ContainerPhase::Unreported, "web:1")
    );
    assert!(matches!(&containers[3][0].current, ContainerPhase::Waiting(waiting) if waiting.message == "no"));
}

#[test]
fn readiness_gates_without_a_true_condition_are_unmet() {
    let json = pod(
        "gated",
        "",
        r#"{"readinessGates":[{"conditionType":"lb"},{"conditionType":"dns"},{"conditionType":"new"}],"containers":[]}"#,
        r#"{"conditions":[{"type":"lb","status":"True"},{"type":"dns","status":"False"}]}"#,
    );
    let status = Pods::status(&snapshot(&[&json]), &mut Call::unlimited(), &[Kind::Pod.id(0)]).unwrap();
    assert_eq!(status[0].as_ref().unwrap().unmet_readiness_gates, ["dns", "new"]);
}
