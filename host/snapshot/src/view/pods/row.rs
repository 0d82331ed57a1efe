//! Pods as rows.

use super::reason;
use crate::object::{Container, ContainerStatus, Pod};
use crate::text::Text;
use crate::view::convert::{created, owned, time};
use sdo_model::contract::pods::{ContainerRow, PodPhase, PodRow};
use sdo_model::contract::types::ContainerRole;

pub(super) fn row(id: u32, pod: &Pod) -> PodRow {
    PodRow {
        id,
        namespace: owned(&pod.meta.namespace),
        name: owned(&pod.meta.name),
        phase: phase(&pod.status.phase),
        ready: pod.is_ready(),
        node: pod.node_name.non_empty().map(str::to_owned),
        reason: owned(&pod.status.reason),
        created: created(&pod.meta),
        deleted: time(pod.meta.deleted),
        containers: members(pod).map(|member| member.row()).collect(),
    }
}

fn phase(word: &str) -> PodPhase {
    match word {
        "Pending" => PodPhase::Pending,
        "Running" => PodPhase::Running,
        "Succeeded" => PodPhase::Succeeded,
        "Failed" => PodPhase::Failed,
        _ => PodPhase::Unknown,
    }
}

/// A container of a pod: what was asked for, what the kubelet says of it. At least one of them is there.
pub(super) struct Member<'a> {
    pub(super) name: &'a Text,
    pub(super) role: ContainerRole,
    pub(super) spec: Option<&'a Container>,
    pub(super) status: Option<&'a ContainerStatus>,
}

/// The containers of a pod in the order of the spec, init first; what only has a status comes last in its list.
pub(super) fn members(pod: &Pod) -> impl Iterator<Item = Member<'_>> {
    let (spec, status) = (&pod.spec, &pod.status);
    let lists = [
        (
            ContainerRole::Init,
            &spec.init_containers,
            &status.init_container_statuses,
        ),
        (ContainerRole::Main, &spec.containers, &status.container_statuses),
        (
            ContainerRole::Ephemeral,
            &spec.ephemeral_containers,
            &status.ephemeral_container_statuses,
        ),
    ];
    lists.into_iter().flat_map(|(role, specs, statuses)| {
        let asked = specs.iter().map(move |spec| Member {
            name: &spec.name,
            role: role_in(role, spec),
            spec: Some(spec),
            status: statuses.iter().find(|status| status.name == spec.name),
        });
        let unasked = statuses
            .iter()
            .filter(move |status| !specs.iter().any(|spec| spec.name == status.name));
        asked.chain(unasked.map(move |status| Member {
            name: &status.name,
            role,
            spec: None,
            status: Some(status),
        }))
    })
}

/// What a container of the list that `list` names is: init containers that restart are sidecars.
pub(in crate::view) fn role_in(list: ContainerRole, container: &Container) -> ContainerRole {
    match list {
        ContainerRole::Init if container.is_sidecar() => ContainerRole::Sidecar,
        other => other,
    }
}

impl Member<'_> {
    fn row(&self) -> ContainerRow {
        let status = self.status;
        let end = status.and_then(ContainerStatus::termination);
        ContainerRow {
            name: owned(self.name),
            role: self.role,
            ready: status.is_some_and(|status| status.ready),
            started: self.started(),
            restarts: status.map_or(0, |status| status.restart_count.u32()),
            waiting: status
                .and_then(|status| status.state.waiting.as_ref())
                .map(|waiting| reason(&waiting.reason)),
            exit_code: end.map(|end| end.exit_code.i32()),
            finished: end.and_then(|end| time(end.finished_at)),
        }
    }

    /// Kubelets that say nothing of `started` leave it to whether the container runs, unless a startup probe decides.
    fn started(&self) -> bool {
        let Some(status) = self.status else {
            return false;
        };
        let probed = self.spec.is_some_and(|spec| spec.startup_probe.is_some());
        status.started.unwrap_or(status.state.running.is_some() && !probed)
    }
}
