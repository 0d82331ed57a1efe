//! Workload controllers and what scales and guards them.

use super::{Condition, JsonText, LabelSelector, Meta, PodTemplate, kinds, stored};
use crate::text::{Amount, Int, IntOrString, List, Text};
use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};

stored! {
    pub struct Deployment {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        pub spec: DeploymentSpec,
        pub status: DeploymentStatus,
    }

    pub struct DeploymentSpec {
        /// `None` means 1.
        pub replicas: Option<Int>,
        pub selector: LabelSelector,
        pub template: PodTemplate,
        pub strategy: DeploymentStrategy,
        pub min_ready_seconds: Int,
        pub revision_history_limit: Option<Int>,
        pub paused: bool,
        pub progress_deadline_seconds: Option<Int>,
    }

    pub struct DeploymentStrategy {
        #[serde(rename = "type")]
        pub kind: Text,
        pub rolling_update: Option<RollingUpdate>,
    }

    pub struct RollingUpdate {
        pub max_unavailable: Option<IntOrString>,
        pub max_surge: Option<IntOrString>,
        /// StatefulSets only.
        pub partition: Int,
    }

    pub struct DeploymentStatus {
        pub observed_generation: Int,
        pub replicas: Int,
        pub updated_replicas: Int,
        pub ready_replicas: Int,
        pub available_replicas: Int,
        pub unavailable_replicas: Int,
        pub conditions: List<Condition>,
    }

    pub struct ReplicaSet {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        pub spec: ReplicaSetSpec,
        pub status: ReplicaSetStatus,
    }

    pub struct ReplicaSetSpec {
        /// `None` means 1.
        pub replicas: Option<Int>,
        pub selector: LabelSelector,
        pub template: PodTemplate,
        pub min_ready_seconds: Int,
    }

    pub struct ReplicaSetStatus {
        pub observed_generation: Int,
        pub replicas: Int,
        pub fully_labeled_replicas: Int,
        pub ready_replicas: Int,
        pub available_replicas: Int,
        pub conditions: List<Condition>,
    }

    pub struct StatefulSet {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        pub spec: StatefulSetSpec,
        pub status: StatefulSetStatus,
    }

    pub struct StatefulSetSpec {
        /// `None` means 1.
        pub replicas: Option<Int>,
        pub selector: LabelSelector,
        pub template: PodTemplate,
        pub volume_claim_templates: List<super::ClaimTemplate>,
        pub service_name: Text,
        pub pod_management_policy: Text,
        pub update_strategy: DeploymentStrategy,
        pub ordinals: Option<Ordinals>,
        pub min_ready_seconds: Int,
    }

    pub struct Ordinals {
        pub start: Int,
    }

    pub struct StatefulSetStatus {
        pub observed_generation: Int,
        pub replicas: Int,
        pub ready_replicas: Int,
        pub current_replicas: Int,
        pub updated_replicas: Int,
        pub available_replicas: Int,
        pub current_revision: Text,
        pub update_revision: Text,
        pub conditions: List<Condition>,
    }

    pub struct DaemonSet {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        pub spec: DaemonSetSpec,
        pub status: DaemonSetStatus,
    }

    pub struct DaemonSetSpec {
        pub selector: LabelSelector,
        pub template: PodTemplate,
        pub update_strategy: DeploymentStrategy,
        pub min_ready_seconds: Int,
    }

    pub struct DaemonSetStatus {
        pub observed_generation: Int,
        pub current_number_scheduled: Int,
        pub desired_number_scheduled: Int,
        pub number_misscheduled: Int,
        pub number_ready: Int,
        pub number_available: Int,
        pub number_unavailable: Int,
        pub updated_number_scheduled: Int,
        pub conditions: List<Condition>,
    }

    pub struct ControllerRevision {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        pub revision: Int,
        /// The template patch as JSON, credentials masked.
        pub data: JsonText,
    }

    pub struct PodDisruptionBudget {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        pub spec: PodDisruptionBudgetSpec,
        pub status: PodDisruptionBudgetStatus,
    }

    pub struct PodDisruptionBudgetSpec {
        pub min_available: Option<IntOrString>,
        pub max_unavailable: Option<IntOrString>,
        /// `None` selects no pod, the empty selector all of the namespace.
        pub selector: Option<LabelSelector>,
    }

    pub struct PodDisruptionBudgetStatus {
        pub observed_generation: Int,
        pub disruptions_allowed: Int,
        pub current_healthy: Int,
        pub desired_healthy: Int,
        pub expected_pods: Int,
        pub conditions: List<Condition>,
    }

    pub struct HpaSpec {
        pub scale_target_ref: super::ObjectReference,
        /// `None` means 1.
        pub min_replicas: Option<Int>,
        pub max_replicas: Int,
        pub metrics: List<Metric>,
    }

    pub struct HpaStatus {
        pub observed_generation: Int,
        pub last_scale_time: crate::text::MaybeTime,
        pub current_replicas: Int,
        pub desired_replicas: Int,
        pub current_metrics: List<Metric>,
        pub conditions: List<Condition>,
    }
}

kinds! { Deployment ReplicaSet StatefulSet DaemonSet ControllerRevision PodDisruptionBudget HorizontalPodAutoscaler }

/// A HorizontalPodAutoscaler in the shape of `autoscaling/v2`, whichever version it came in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct HorizontalPodAutoscaler {
    pub meta: Meta,
    pub spec: HpaSpec,
    pub status: HpaStatus,
}

/// A metric, as target (`spec.metrics`) or as reading (`status.currentMetrics`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Metric {
    /// `Resource`, `ContainerResource`, `Pods`, `Object` or `External`.
    pub kind: Text,
    /// Name of the resource or metric.
    pub name: Text,
    /// Container of a `ContainerResource`.
    pub container: Text,
    /// Percent of the request.
    pub utilization: Option<Int>,
    /// Average per pod.
    pub average_value: Option<Amount>,
    /// Total.
    pub value: Option<Amount>,
}

stored! {
    /// Every version's fields of a metric; each version uses some of them.
    struct WrittenMetric {
        #[serde(rename = "type")]
        pub kind: Text,
        pub resource: Option<WrittenSource>,
        pub container_resource: Option<WrittenSource>,
        pub pods: Option<WrittenSource>,
        pub object: Option<WrittenSource>,
        pub external: Option<WrittenSource>,
    }

    struct WrittenSource {
        pub name: Text,
        pub container: Text,
        pub metric: super::LocalReference,
        pub metric_name: Text,
        pub target: WrittenTarget,
        pub current: WrittenTarget,
        pub target_average_utilization: Option<Int>,
        pub current_average_utilization: Option<Int>,
        pub target_average_value: Option<Amount>,
        pub current_average_value: Option<Amount>,
        pub target_value: Option<Amount>,
        pub current_value: Option<Amount>,
    }

    /// In `v2beta1` the target of an `object` metric is a reference, whose fields are skipped here.
    struct WrittenTarget {
        pub average_utilization: Option<Int>,
        pub average_value: Option<Amount>,
        pub value: Option<Amount>,
    }

    struct WrittenHpa {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        pub spec: WrittenHpaSpec,
        pub status: WrittenHpaStatus,
    }

    struct WrittenHpaSpec {
        pub scale_target_ref: super::ObjectReference,
        pub min_replicas: Option<Int>,
        pub max_replicas: Int,
        pub metrics: List<Metric>,
        #[serde(rename = "targetCPUUtilizationPercentage")]
        pub target_cpu: Option<Int>,
    }

    struct WrittenHpaStatus {
        pub observed_generation: Int,
        pub last_scale_time: crate::text::MaybeTime,
        pub current_replicas: Int,
        pub desired_replicas: Int,
        pub current_metrics: List<Reading>,
        pub conditions: List<Condition>,
        #[serde(rename = "currentCPUUtilizationPercentage")]
        pub current_cpu: Option<Int>,
    }
}

impl<'de> Deserialize<'de> for Metric {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = WrittenMetric::deserialize(deserializer)?;
        let sources = [
            written.resource,
            written.container_resource,
            written.pods,
            written.object,
            written.external,
        ];
        let source = sources.into_iter().flatten().next().unwrap_or_default();
        let first = |names: [&Text; 3]| {
            names
                .into_iter()
                .find(|name| !name.is_empty())
                .cloned()
                .unwrap_or_default()
        };
        Ok(Self {
            kind: written.kind,
            name: first([&source.name, &source.metric.name, &source.metric_name]),
            container: source.container,
            utilization: source
                .target
                .average_utilization
                .or(source.current.average_utilization)
                .or(source.target_average_utilization)
                .or(source.current_average_utilization),
            average_value: source
                .target
                .average_value
                .or(source.current.average_value)
                .or(source.target_average_value)
                .or(source.current_average_value),
            value: source
                .target
                .value
                .or(source.current.value)
                .or(source.target_value)
                .or(source.current_value),
        })
    }
}

impl Serialize for Metric {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let target = self.amounts();
        let source = WrittenSource {
            target,
            ..WrittenSource::default()
        };
        self.written(source).serialize(serializer)
    }
}

impl Metric {
    fn amounts(&self) -> WrittenTarget {
        WrittenTarget {
            average_utilization: self.utilization,
            average_value: self.average_value.clone(),
            value: self.value.clone(),
        }
    }

    /// The shape of `autoscaling/v2` around a `source` that has the amounts.
    fn written(&self, mut source: WrittenSource) -> WrittenMetric {
        let mut written = WrittenMetric {
            kind: self.kind.clone(),
            ..WrittenMetric::default()
        };
        source.container = self.container.clone();
        let metric = super::LocalReference {
            name: self.name.clone(),
        };
        let place = match self.kind.as_str() {
            "Pods" => &mut written.pods,
            "Object" => &mut written.object,
            "External" => &mut written.external,
            "ContainerResource" => &mut written.container_resource,
            _ => &mut written.resource,
        };
        match self.kind.as_str() {
            "Pods" | "Object" | "External" => source.metric = metric,
            _ => source.name = metric.name,
        }
        *place = Some(source);
        written
    }
}

/// A metric of `status.currentMetrics`, which has `current` where a target has `target`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Reading(Metric);

impl<'de> Deserialize<'de> for Reading {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Metric::deserialize(deserializer).map(Self)
    }
}

impl Serialize for Reading {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let current = self.0.amounts();
        let source = WrittenSource {
            current,
            ..WrittenSource::default()
        };
        self.0.written(source).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for HorizontalPodAutoscaler {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let WrittenHpa { meta, spec, status } = WrittenHpa::deserialize(deserializer)?;
        // Before v2 everything but the processor target travelled in annotations.
        let metrics = annotated(&meta, "metrics")
            .chain(processor(spec.target_cpu))
            .chain(spec.metrics.iter().cloned());
        let current = annotated(&meta, "current-metrics").chain(processor(status.current_cpu));
        let conditions: List<Condition> = annotated(&meta, "conditions")
            .chain(status.conditions.iter().cloned())
            .collect();
        Ok(Self {
            spec: HpaSpec {
                scale_target_ref: spec.scale_target_ref,
                min_replicas: spec.min_replicas,
                max_replicas: spec.max_replicas,
                metrics: metrics.collect(),
            },
            status: HpaStatus {
                observed_generation: status.observed_generation,
                last_scale_time: status.last_scale_time,
                current_replicas: status.current_replicas,
                desired_replicas: status.desired_replicas,
                current_metrics: current
                    .chain(status.current_metrics.iter().map(|reading| reading.0.clone()))
                    .collect(),
                conditions,
            },
            meta,
        })
    }
}

impl Serialize for HorizontalPodAutoscaler {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { meta, spec, status } = self;
        // What annotations say is read from them again, ahead of the rest.
        let written = WrittenHpa {
            spec: WrittenHpaSpec {
                scale_target_ref: spec.scale_target_ref.clone(),
                min_replicas: spec.min_replicas,
                max_replicas: spec.max_replicas,
                metrics: behind::<Metric>(meta, "metrics", &spec.metrics).cloned().collect(),
                target_cpu: None,
            },
            status: WrittenHpaStatus {
                observed_generation: status.observed_generation,
                last_scale_time: status.last_scale_time,
                current_replicas: status.current_replicas,
                desired_replicas: status.desired_replicas,
                current_metrics: behind::<Metric>(meta, "current-metrics", &status.current_metrics)
                    .map(|metric| Reading(metric.clone()))
                    .collect(),
                conditions: behind::<Condition>(meta, "conditions", &status.conditions)
                    .cloned()
                    .collect(),
                current_cpu: None,
            },
            meta: meta.clone(),
        };
        written.serialize(serializer)
    }
}

/// What of `all` did not come out of the annotation `what`.
fn behind<'a, T: serde::de::DeserializeOwned>(meta: &Meta, what: &str, all: &'a [T]) -> impl Iterator<Item = &'a T> {
    all.iter().skip(annotated::<T>(meta, what).count())
}

fn annotated<T: serde::de::DeserializeOwned>(meta: &Meta, what: &str) -> impl Iterator<Item = T> {
    let text = meta.annotations.get(&format!("autoscaling.alpha.kubernetes.io/{what}"));
    let list: Vec<T> = text
        .and_then(|text| serde_json::from_str(text).ok())
        .unwrap_or_default();
    list.into_iter()
}

fn processor(utilization: Option<Int>) -> impl Iterator<Item = Metric> {
    utilization
        .map(|percent| Metric {
            kind: "Resource".into(),
            name: "cpu".into(),
            utilization: Some(percent),
            ..Metric::default()
        })
        .into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn autoscalers_of_every_version_tell_the_same_target() {
        let versions = [
            r#"{"spec":{"targetCPUUtilizationPercentage":80}}"#,
            r#"{"spec":{"metrics":[{"type":"Resource","resource":{"name":"cpu","targetAverageUtilization":80}}]}}"#,
            r#"{"spec":{"metrics":[{"type":"Resource","resource":{"name":"cpu","target":{"type":"Utilization","averageUtilization":80}}}]}}"#,
        ];
        let targets = versions.map(|json| {
            serde_json::from_str::<HorizontalPodAutoscaler>(json)
                .unwrap()
                .spec
                .metrics
        });
        assert_eq!(targets[0], targets[1]);
        assert_eq!(targets[1], targets[2]);
        assert_eq!(targets[0][0].utilization, Some(Int(80)));
    }

    #[test]
    fn conditions_that_v1_keeps_in_annotations_are_conditions() {
        let json = r#"{"metadata":{"annotations":{"autoscaling.alpha.kubernetes.io/conditions":
            "[{\"type\":\"ScalingActive\",\"status\":\"False\",\"reason\":\"FailedGetResourceMetric\"}]"}}}"#;
        let hpa: HorizontalPodAutoscaler = serde_json::from_str(json).unwrap();
        assert_eq!(hpa.status.conditions[0].reason, "FailedGetResourceMetric");
    }
}
