//! `horizontal-pod-autoscalers`.

use super::convert::{created, owned, wanted};
use super::page::{Query, agrees, answers, named};
use super::sight::sight;
use crate::Snapshot;
use crate::object::{self, Condition, HorizontalPodAutoscaler, condition};
use sdo_model::contract::horizontal_pod_autoscalers::{
    AutoscalerFilter, AutoscalerPage, AutoscalerRow, HorizontalPodAutoscalers, Metric,
};
use sdo_model::contract::types::{ObjectRef, Presence};
use sdo_model::{Call, Kind, Stop};

impl HorizontalPodAutoscalers for Snapshot {
    fn query(&self, call: &mut Call, filter: &AutoscalerFilter) -> Result<AutoscalerPage, Stop> {
        let sight = sight(call);
        let query = Query::<HorizontalPodAutoscaler>::new(self, named!(filter));
        let keep = |_, autoscaler: &HorizontalPodAutoscaler| self.autoscaler_matches(&sight, filter, autoscaler);
        let (rows, total) = query.page(call, keep, |id, autoscaler| self.autoscaler_row(&sight, id, autoscaler))?;
        Ok(AutoscalerPage { rows, total })
    }

    fn count(&self, call: &mut Call, filter: &AutoscalerFilter) -> Result<u32, Stop> {
        let sight = sight(call);
        let query = Query::<HorizontalPodAutoscaler>::new(self, named!(filter));
        query.count(call, |_, autoscaler| {
            self.autoscaler_matches(&sight, filter, autoscaler)
        })
    }

    fn metrics(&self, call: &mut Call, ids: &[u32]) -> Result<Vec<Vec<Metric>>, Stop> {
        answers(call, ids, |call, id| {
            let autoscaler = self.seen::<HorizontalPodAutoscaler>(call, id);
            call.scan(autoscaler.map_or(0, |autoscaler| autoscaler.spec.metrics.len()))?;
            Ok(autoscaler.map(metrics).unwrap_or_default())
        })
    }
}

impl Snapshot {
    fn autoscaler_matches(&self, call: &Call, filter: &AutoscalerFilter, autoscaler: &HorizontalPodAutoscaler) -> bool {
        agrees(filter.inactive, inactive(autoscaler).is_some())
            && agrees(filter.maxed, is_maxed(autoscaler))
            && filter
                .target_presence
                .is_none_or(|presence| presence == self.scale_target(call, autoscaler).1)
    }

    fn autoscaler_row(&self, call: &Call, id: u32, autoscaler: &HorizontalPodAutoscaler) -> AutoscalerRow {
        let (spec, status) = (&autoscaler.spec, &autoscaler.status);
        let (target, target_presence) = self.scale_target(call, autoscaler);
        AutoscalerRow {
            id,
            namespace: owned(&autoscaler.meta.namespace),
            name: owned(&autoscaler.meta.name),
            target,
            target_presence,
            min: wanted(spec.min_replicas),
            max: spec.max_replicas.u32(),
            current: status.current_replicas.u32(),
            desired: status.desired_replicas.u32(),
            inactive_reason: inactive(autoscaler)
                .map(|condition| owned(&condition.reason))
                .unwrap_or_default(),
            maxed: is_maxed(autoscaler),
            created: created(&autoscaler.meta),
        }
    }

    /// What an autoscaler scales, and whether it exists: by group and kind, also where that is a custom resource.
    fn scale_target(&self, call: &Call, autoscaler: &HorizontalPodAutoscaler) -> (ObjectRef, Presence) {
        let namespace = autoscaler.meta.namespace.as_str();
        let written = object::ObjectReference {
            namespace: namespace.into(),
            ..autoscaler.spec.scale_target_ref.clone()
        };
        let target = self.target_reference(call, &written);
        let presence = match (target.id, Kind::from_group_name(&target.group, &target.kind)) {
            (Some(_), _) => Presence::Present,
            (None, Some(kind)) => self.absence(call, kind, namespace),
            (None, None) => self.custom_absence(call, &target.group, &target.kind, namespace),
        };
        (target, presence)
    }
}

fn inactive(autoscaler: &HorizontalPodAutoscaler) -> Option<&Condition> {
    condition(&autoscaler.status.conditions, "ScalingActive").filter(|active| active.is_false())
}

fn is_maxed(autoscaler: &HorizontalPodAutoscaler) -> bool {
    condition(&autoscaler.status.conditions, "ScalingLimited")
        .is_some_and(|limited| limited.is_true() && limited.reason == "TooManyReplicas")
}

fn metrics(autoscaler: &HorizontalPodAutoscaler) -> Vec<Metric> {
    autoscaler
        .spec
        .metrics
        .iter()
        .map(|metric| metric_row(autoscaler, metric))
        .collect()
}

fn metric_row(autoscaler: &HorizontalPodAutoscaler, metric: &object::Metric) -> Metric {
    let same = |read: &&object::Metric| {
        read.kind == metric.kind && read.name == metric.name && read.container == metric.container
    };
    let read = autoscaler.status.current_metrics.iter().find(same);
    Metric {
        source: owned(&metric.kind),
        name: owned(&metric.name),
        container: owned(&metric.container),
        utilization: metric.utilization.map(|percent| percent.u32()),
        target: value(metric, false),
        current: read
            .map(|read| value(read, metric.utilization.is_none()))
            .unwrap_or_default(),
    }
}

/// The value of a metric: in percent where it has one, unless `plain` asks for the amount that readings have beside it.
fn value(metric: &object::Metric, plain: bool) -> String {
    let percent = metric.utilization.map(|percent| format!("{}%", percent.get()));
    let amount = metric
        .average_value
        .as_ref()
        .or(metric.value.as_ref())
        .map(|amount| owned(&amount.text));
    let chosen = if plain { amount.or(percent) } else { percent.or(amount) };
    chosen.unwrap_or_default()
}

#[cfg(test)]
mod tests;
