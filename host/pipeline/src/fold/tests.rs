use super::Case;
use crate::candidate::Candidate;
use crate::finding::Finding;
use crate::fold::fold;
use crate::plain::{Plain, finding, related};
use crate::resolve::resolve;
use crate::wording::Wording;
use sdo_model::contract::detector::Finding as Raw;
use sdo_model::contract::detector::Severity::{Critical, Info, Warning};
use sdo_model::{Kind, KindSet};
use std::borrow::Cow;

fn wording() -> Wording {
    Wording::new(|text| Cow::Borrowed(text))
}

fn cases(cluster: &Plain, rule: &str, findings: &[Raw]) -> Vec<Case> {
    let candidate = Candidate {
        rule: rule.to_owned(),
        digest: String::new(),
        needs: KindSet::EMPTY,
        sees: KindSet::ALL,
        custom: Vec::new(),
        run: Box::new(|| unreachable!("resolving runs nothing")),
    };
    resolve(&candidate, findings, cluster, wording()).cases
}

/// Folds and shows `SEVERITY OBJECT RULE <- EFFECT RULE, ...`.
fn folded(cluster: &Plain, reported: &[(&str, Raw)]) -> Vec<String> {
    let all = reported
        .iter()
        .flat_map(|(rule, raw)| cases(cluster, rule, std::slice::from_ref(raw)))
        .collect();
    let effect = |effect: &crate::Effect| match &effect.rule {
        Some(rule) => format!("{} ({rule})", effect.object),
        None => effect.object.to_string(),
    };
    let show = |cause: &Finding| {
        let effects: Vec<String> = cause.effects.iter().map(effect).collect();
        let head = format!("{} {} ({})", cause.severity.as_str(), cause.primary, cause.rule);
        if effects.is_empty() {
            head
        } else {
            format!("{head} <- {}", effects.join(", "))
        }
    };
    fold(all, cluster, wording()).iter().map(show).collect()
}

#[test]
fn crash_looping_pods_fold_under_the_missing_config_map_of_their_deployment() {
    let mut cluster = Plain::default();
    let mailer = cluster.add(Kind::Deployment, "demo/mailer");
    let pods = [
        cluster.pod("demo/mailer-1", "n1", &[mailer]),
        cluster.pod("demo/mailer-2", "n2", &[mailer]),
    ];
    let shown = folded(
        &cluster,
        &[
            ("crash-loop", finding(Critical, pods[0], &[])),
            ("config-reference-missing", finding(Critical, mailer, &pods)),
        ],
    );
    assert_eq!(
        shown,
        [
            "critical Deployment demo/mailer (config-reference-missing) <- Pod demo/mailer-1 (crash-loop), Pod demo/mailer-2"
        ]
    );
}

#[test]
fn a_symptom_of_the_same_workload_folds_when_its_pods_are_the_cause_s_effects() {
    let mut cluster = Plain::default();
    let mailer = cluster.add(Kind::Deployment, "demo/mailer");
    let pod = cluster.pod("demo/mailer-1", "n1", &[mailer]);
    let symptom = related(finding(Critical, mailer, &[]), "pod", pod);
    let cause = finding(Critical, mailer, &[pod]);
    assert_eq!(
        folded(
            &cluster,
            &[("cannot-start", symptom), ("config-reference-missing", cause)]
        ),
        [
            "critical Deployment demo/mailer (config-reference-missing) <- Deployment demo/mailer (cannot-start), Pod demo/mailer-1"
        ]
    );
}

#[test]
fn a_stalled_rollout_folds_under_what_keeps_the_pods_of_its_revision_from_starting() {
    let mut cluster = Plain::default();
    let mailer = cluster.add(Kind::Deployment, "demo/mailer");
    let revision = cluster.add(Kind::ReplicaSet, "demo/mailer-1");
    let pods = [
        cluster.pod("demo/mailer-1-a", "n1", &[revision, mailer]),
        cluster.pod("demo/mailer-1-b", "n1", &[revision, mailer]),
    ];
    let stalled = related(finding(Critical, mailer, &[]), "newest-revision", revision);
    let shown = folded(
        &cluster,
        &[
            ("stalled", stalled.clone()),
            ("image", finding(Critical, mailer, &pods)),
        ],
    );
    assert_eq!(
        shown,
        [
            "critical Deployment demo/mailer (image) <- Deployment demo/mailer (stalled), Pod demo/mailer-1-a, Pod demo/mailer-1-b"
        ]
    );
    let of_one = folded(
        &cluster,
        &[("stalled", stalled), ("image", finding(Critical, mailer, &pods[..1]))],
    );
    assert_eq!(
        of_one.len(),
        2,
        "a cause that explains half of the pods does not explain the rollout"
    );
}

#[test]
fn two_rules_about_one_object_stay_two_causes() {
    let mut cluster = Plain::default();
    let web = cluster.add(Kind::Deployment, "demo/web");
    let pod = cluster.pod("demo/web-1", "n1", &[web]);
    let shown = folded(
        &cluster,
        &[
            ("b", finding(Critical, web, &[pod])),
            ("a", finding(Critical, web, &[pod])),
        ],
    );
    assert_eq!(
        shown,
        [
            "critical Deployment demo/web (a) <- Pod demo/web-1",
            "critical Deployment demo/web (b) <- Pod demo/web-1"
        ]
    );
}

#[test]
fn a_pod_folds_under_its_workload_but_never_under_advice_or_something_milder() {
    let mut cluster = Plain::default();
    let web = cluster.add(Kind::Deployment, "demo/web");
    let pod = cluster.pod("demo/web-1", "n1", &[web]);
    let with = |cause| {
        folded(
            &cluster,
            &[("pod", finding(Warning, pod, &[])), ("cause", finding(cause, web, &[]))],
        )
    };
    assert_eq!(
        with(Critical),
        ["critical Deployment demo/web (cause) <- Pod demo/web-1 (pod)"]
    );
    assert_eq!(
        with(Info),
        ["warning Pod demo/web-1 (pod)", "info Deployment demo/web (cause)"]
    );
    let shown = folded(
        &cluster,
        &[
            ("pod", finding(Critical, pod, &[])),
            ("cause", finding(Warning, web, &[])),
        ],
    );
    assert_eq!(
        shown,
        ["critical Pod demo/web-1 (pod)", "warning Deployment demo/web (cause)"]
    );
}

#[test]
fn what_a_detector_calls_its_effect_raises_the_cause() {
    let mut cluster = Plain::default();
    let quota = cluster.add(Kind::ResourceQuota, "demo/tight");
    let web = cluster.add(Kind::Deployment, "demo/web");
    let revision = cluster.add(Kind::ReplicaSet, "demo/web-1");
    cluster.owned(revision, &[web]);
    let shown = folded(
        &cluster,
        &[
            ("quota", finding(Warning, quota, &[revision])),
            ("replicas", finding(Critical, web, &[])),
        ],
    );
    assert_eq!(
        shown,
        ["critical ResourceQuota demo/tight (quota) <- Deployment demo/web (replicas), ReplicaSet demo/web-1"]
    );
}

#[test]
fn everything_on_a_dead_node_folds_under_the_node() {
    let mut cluster = Plain::default();
    let node = cluster.add(Kind::Node, "n1");
    let (only_here, also_there) = (
        cluster.add(Kind::StatefulSet, "demo/db"),
        cluster.add(Kind::Deployment, "demo/web"),
    );
    let pods = [
        cluster.pod("demo/db-0", "n1", &[only_here]),
        cluster.pod("demo/web-1", "n1", &[also_there]),
    ];
    cluster.pod("demo/web-2", "n2", &[also_there]);
    let shown = folded(
        &cluster,
        &[
            ("not-ready", finding(Warning, pods[1], &[])),
            ("down", finding(Critical, only_here, &[])),
            ("down", finding(Critical, also_there, &[])),
            ("node-down", finding(Critical, node, &[])),
        ],
    );
    assert_eq!(
        shown,
        [
            "critical Node n1 (node-down) <- Pod demo/web-1 (not-ready), StatefulSet demo/db (down)",
            "critical Deployment demo/web (down)"
        ]
    );
}

#[test]
fn a_webhook_explains_the_workloads_it_mentions_and_nothing_else() {
    let mut cluster = Plain::default();
    let hook = cluster.add(Kind::ValidatingWebhookConfiguration, "guard");
    let (web, api) = (
        cluster.add(Kind::Deployment, "demo/web"),
        cluster.add(Kind::Deployment, "demo/api"),
    );
    let shown = folded(
        &cluster,
        &[
            ("hook", related(finding(Critical, hook, &[]), "blocked", web)),
            ("down", finding(Critical, web, &[])),
            ("down", finding(Critical, api, &[])),
        ],
    );
    assert_eq!(
        shown,
        [
            "critical ValidatingWebhookConfiguration guard (hook) <- Deployment demo/web (down)",
            "critical Deployment demo/api (down)"
        ]
    );
}

#[test]
fn a_service_without_ready_pods_folds_under_its_workload_unless_another_one_is_in_order() {
    let mut cluster = Plain::default();
    let service = cluster.add(Kind::Service, "demo/web");
    let (web, canary) = (
        cluster.add(Kind::Deployment, "demo/web"),
        cluster.add(Kind::Deployment, "demo/canary"),
    );
    let down = |severity| finding(severity, web, &[]);
    let silent = related(finding(Critical, service, &[]), "workload", web);
    let shown = |silent: &Raw, down: Raw| folded(&cluster, &[("no-endpoints", silent.clone()), ("down", down)]);
    assert_eq!(
        shown(&silent, down(Critical)),
        ["critical Deployment demo/web (down) <- Service demo/web (no-endpoints)"]
    );
    assert_eq!(
        shown(&silent, down(Warning)).len(),
        2,
        "a milder finding explains nothing"
    );
    let both = related(silent, "workload", canary);
    assert_eq!(shown(&both, down(Critical)).len(), 2, "the canary is in order");
}

#[test]
fn effects_of_effects_are_listed_under_the_first_cause() {
    let mut cluster = Plain::default();
    let class = cluster.add(Kind::StorageClass, "fast");
    let claim = cluster.add(Kind::PersistentVolumeClaim, "demo/data");
    let pod = cluster.pod("demo/db-0", "", &[]);
    let shown = folded(
        &cluster,
        &[
            ("pending", related(finding(Critical, pod, &[]), "cause", claim)),
            ("unbound", finding(Critical, claim, &[])),
            ("class", finding(Critical, class, &[claim])),
        ],
    );
    assert_eq!(
        shown,
        ["critical StorageClass fast (class) <- PersistentVolumeClaim demo/data (unbound), Pod demo/db-0 (pending)"]
    );
}

#[test]
fn two_findings_that_explain_each_other_lose_neither() {
    let mut cluster = Plain::default();
    let (a, b) = (
        cluster.add(Kind::Service, "demo/a"),
        cluster.add(Kind::Service, "demo/b"),
    );
    let shown = folded(
        &cluster,
        &[
            ("rule", finding(Critical, b, &[a])),
            ("rule", finding(Critical, a, &[b])),
        ],
    );
    assert_eq!(shown, ["critical Service demo/a (rule) <- Service demo/b (rule)"]);
}

#[test]
fn the_worst_and_widest_comes_first() {
    let mut cluster = Plain::default();
    let services: Vec<u32> = ["demo/a", "demo/b", "demo/c"]
        .map(|path| cluster.add(Kind::Service, path))
        .to_vec();
    let pod = cluster.add(Kind::Pod, "demo/p");
    let shown = folded(
        &cluster,
        &[
            ("r", finding(Info, services[0], &[pod])),
            ("r", finding(Critical, services[1], &[])),
            ("r", finding(Critical, services[2], &[pod])),
        ],
    );
    assert_eq!(
        shown,
        [
            "critical Service demo/c (r) <- Pod demo/p",
            "critical Service demo/b (r)",
            "info Service demo/a (r) <- Pod demo/p"
        ]
    );
}

#[test]
fn the_order_of_detectors_decides_nothing() {
    let mut cluster = Plain::default();
    let node = cluster.add(Kind::Node, "n1");
    let web = cluster.add(Kind::Deployment, "demo/web");
    let pod = cluster.pod("demo/web-1", "n1", &[web]);
    let mut reported = vec![
        ("pod", finding(Critical, pod, &[])),
        ("workload", finding(Critical, web, &[pod])),
        ("node", finding(Critical, node, &[pod])),
        ("other", finding(Critical, web, &[])),
    ];
    let first = folded(&cluster, &reported);
    for _ in 0..reported.len() {
        reported.rotate_left(1);
        assert_eq!(folded(&cluster, &reported), first);
    }
}
