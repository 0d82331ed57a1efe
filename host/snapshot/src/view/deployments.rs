//! `deployments`.

use super::convert::{created, observed, owned, time, wanted};
use super::page::{Query, agrees, named};
use crate::Snapshot;
use crate::object::{Condition, Deployment, condition};
use crate::text::{Int, IntOrString};
use sdo_model::contract::deployments::{DeploymentFilter, DeploymentPage, DeploymentRow, Deployments, RolloutStrategy};
use sdo_model::{Call, Stop};

/// What Kubernetes takes for `progressDeadlineSeconds` when it is unset.
const PROGRESS_DEADLINE: Int = Int(600);

impl Deployments for Snapshot {
    fn query(&self, call: &mut Call, filter: &DeploymentFilter) -> Result<DeploymentPage, Stop> {
        let query = Query::<Deployment>::new(self, named!(filter));
        let (rows, total) = query.page(call, |_, deployment| matches(filter, deployment), row)?;
        Ok(DeploymentPage { rows, total })
    }

    fn count(&self, call: &mut Call, filter: &DeploymentFilter) -> Result<u32, Stop> {
        Query::<Deployment>::new(self, named!(filter)).count(call, |_, deployment| matches(filter, deployment))
    }
}

fn matches(filter: &DeploymentFilter, deployment: &Deployment) -> bool {
    agrees(filter.zero, wanted(deployment.spec.replicas) == 0)
        && agrees(filter.complete, is_complete(deployment))
        && agrees(filter.short, is_short(deployment))
        && agrees(filter.paused, deployment.spec.paused)
        && agrees(filter.stalled, is_stalled(deployment))
        && agrees(filter.replica_failure, has_replica_failure(deployment))
}

fn row(id: u32, deployment: &Deployment) -> DeploymentRow {
    let (spec, status) = (&deployment.spec, &deployment.status);
    let bounds = Bounds::of(deployment);
    DeploymentRow {
        id,
        namespace: owned(&deployment.meta.namespace),
        name: owned(&deployment.meta.name),
        replicas: wanted(spec.replicas),
        current: status.replicas.u32(),
        updated: status.updated_replicas.u32(),
        ready: status.ready_replicas.u32(),
        available: status.available_replicas.u32(),
        paused: spec.paused,
        observed: observed(&deployment.meta, status.observed_generation),
        stalled: is_stalled(deployment),
        replica_failure: has_replica_failure(deployment),
        strategy: strategy(deployment),
        max_unavailable: bounds.unavailable,
        max_surge: bounds.surge,
        progress_deadline: spec.progress_deadline_seconds.unwrap_or(PROGRESS_DEADLINE).u32(),
        created: created(&deployment.meta),
        progressed: progressed(deployment),
    }
}

fn is_complete(deployment: &Deployment) -> bool {
    let wanted = wanted(deployment.spec.replicas);
    let status = &deployment.status;
    status.updated_replicas.u32() >= wanted
        && status.available_replicas.u32() >= wanted
        && observed(&deployment.meta, status.observed_generation)
}

fn is_short(deployment: &Deployment) -> bool {
    deployment.status.available_replicas.u32() < wanted(deployment.spec.replicas)
}

fn is_stalled(deployment: &Deployment) -> bool {
    condition(&deployment.status.conditions, "Progressing")
        .is_some_and(|progressing| progressing.is_false() && progressing.reason == "ProgressDeadlineExceeded")
}

fn has_replica_failure(deployment: &Deployment) -> bool {
    condition(&deployment.status.conditions, "ReplicaFailure").is_some_and(Condition::is_true)
}

fn progressed(deployment: &Deployment) -> Option<i64> {
    let progressing = condition(&deployment.status.conditions, "Progressing")?;
    time(progressing.last_update_time.max(progressing.last_transition_time))
}

fn strategy(deployment: &Deployment) -> RolloutStrategy {
    match deployment.spec.strategy.kind.as_str() {
        "Recreate" => RolloutStrategy::Recreate,
        _ => RolloutStrategy::RollingUpdate,
    }
}

/// How far a rollout may go below and above the wanted replicas.
struct Bounds {
    unavailable: u32,
    surge: u32,
}

impl Bounds {
    fn of(deployment: &Deployment) -> Self {
        let replicas = wanted(deployment.spec.replicas);
        if strategy(deployment) == RolloutStrategy::Recreate {
            return Self {
                unavailable: replicas,
                surge: 0,
            };
        }
        let written = deployment.spec.strategy.rolling_update.as_ref();
        let quarter = IntOrString::Text("25%".into());
        let resolved = |value: Option<&IntOrString>, up| value.unwrap_or(&quarter).of(replicas, up).unwrap_or(0);
        let unavailable = resolved(written.and_then(|update| update.max_unavailable.as_ref()), false);
        let surge = resolved(written.and_then(|update| update.max_surge.as_ref()), true);
        // With neither a rollout could never begin; the controller takes one away then.
        let unavailable = if unavailable == 0 && surge == 0 { 1 } else { unavailable };
        Self {
            unavailable: unavailable.min(replicas),
            surge,
        }
    }
}

#[cfg(test)]
mod tests;
