use super::*;
use crate::view::fixture::{snapshot, without};

fn autoscaler(target: &str, status: &str) -> String {
    format!(
        r#"{{"apiVersion":"autoscaling/v2","kind":"HorizontalPodAutoscaler","metadata":{{"namespace":"a","name":"h"}},
        "spec":{{"scaleTargetRef":{target},"maxReplicas":10,"metrics":[
        {{"type":"Resource","resource":{{"name":"cpu","target":{{"type":"Utilization","averageUtilization":80}}}}}},
        {{"type":"Pods","pods":{{"metric":{{"name":"rps"}},"target":{{"averageValue":"1k"}}}}}}]}},"status":{status}}}"#
    )
}

const WEB: &str = r#"{"apiVersion":"apps/v1","kind":"Deployment","name":"web"}"#;
const DEPLOYMENT: &str = r#"{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"namespace":"a","name":"web"}}"#;

fn row(snapshot: &Snapshot) -> AutoscalerRow {
    HorizontalPodAutoscalers::query(snapshot, &mut Call::unlimited(), &AutoscalerFilter::default())
        .unwrap()
        .rows
        .remove(0)
}

#[test]
fn a_target_is_absent_only_where_its_kind_is_known() {
    let json = autoscaler(WEB, "{}");
    assert_eq!(row(&snapshot(&[&json, DEPLOYMENT])).target_presence, Presence::Present);
    assert_eq!(row(&snapshot(&[&json])).target_presence, Presence::Absent);
    assert_eq!(
        row(&without(&[&json], Kind::Deployment)).target_presence,
        Presence::Unknown
    );
}

#[test]
fn a_target_of_a_custom_kind_is_resolved_by_group_and_kind() {
    let json = autoscaler(
        r#"{"apiVersion":"argoproj.io/v1alpha1","kind":"Rollout","name":"web"}"#,
        "{}",
    );
    let rollout = r#"{"apiVersion":"argoproj.io/v1alpha1","kind":"Rollout","metadata":{"namespace":"a","name":"web"}}"#;
    let found = row(&snapshot(&[&json, rollout, DEPLOYMENT]));
    assert_eq!(
        (found.target_presence, found.target.kind.as_str()),
        (Presence::Present, "Rollout")
    );
    assert_eq!(row(&snapshot(&[&json, DEPLOYMENT])).target_presence, Presence::Unknown);
}

#[test]
fn all_conditions_are_looked_at() {
    let status = r#"{"conditions":[{"type":"AbleToScale","status":"True"},
        {"type":"ScalingActive","status":"False","reason":"FailedGetObjectMetric"},
        {"type":"ScalingLimited","status":"True","reason":"TooFewReplicas"}]}"#;
    let found = row(&snapshot(&[&autoscaler(WEB, status)]));
    assert_eq!(
        (found.inactive_reason.as_str(), found.maxed, found.min),
        ("FailedGetObjectMetric", false, 1)
    );
    let full = r#"{"conditions":[{"type":"ScalingLimited","status":"True","reason":"TooManyReplicas"}]}"#;
    assert!(row(&snapshot(&[&autoscaler(WEB, full)])).maxed);
}

#[test]
fn a_metric_without_a_reading_has_no_current_value() {
    let status = r#"{"currentMetrics":[{"type":"Resource","resource":{"name":"cpu","current":{"averageUtilization":43,"averageValue":"430m"}}}]}"#;
    let snapshot = snapshot(&[&autoscaler(WEB, status)]);
    let ids = [Kind::HorizontalPodAutoscaler.id(0), Kind::Pod.id(0)];
    let metrics = snapshot.metrics(&mut Call::unlimited(), &ids).unwrap();
    let told: Vec<_> = metrics[0]
        .iter()
        .map(|metric| (metric.target.as_str(), metric.current.as_str()))
        .collect();
    assert_eq!(told, [("80%", "43%"), ("1k", "")]);
    assert_eq!(metrics[1], []);
}
