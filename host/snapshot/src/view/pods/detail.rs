//! The rest of a pod's status, by id.

use super::reason;
use super::row::{Member, members};
use crate::object::{self, ContainerStatus, Pod, condition};
use crate::view::convert::{KIB, owned, shown, time, within};
use sdo_model::contract::pods::{ContainerPhase, ContainerState, PodStatus, Termination, Waiting};

pub(super) fn containers(pod: &Pod) -> Vec<ContainerState> {
    members(pod).map(|member| state(&member)).collect()
}

fn state(member: &Member<'_>) -> ContainerState {
    let status = member.status;
    let asked = || member.spec.map(|spec| owned(&spec.image)).unwrap_or_default();
    ContainerState {
        name: owned(member.name),
        role: member.role,
        image: status
            .and_then(|status| status.image.non_empty())
            .map_or_else(asked, str::to_owned),
        ready: status.is_some_and(|status| status.ready),
        restarts: status.map_or(0, |status| status.restart_count.u32()),
        current: status.map_or(ContainerPhase::Unreported, current),
        last: status
            .and_then(|status| status.last_state.terminated.as_deref())
            .map(termination),
    }
}

fn current(status: &ContainerStatus) -> ContainerPhase {
    let state = &status.state;
    match (&state.terminated, &state.running, &state.waiting) {
        (Some(terminated), _, _) => ContainerPhase::Terminated(termination(terminated)),
        (None, Some(running), _) => ContainerPhase::Running(time(running.started_at)),
        (None, None, Some(waiting)) => ContainerPhase::Waiting(Waiting {
            reason: reason(&waiting.reason),
            message: within(&waiting.message, KIB),
        }),
        (None, None, None) => ContainerPhase::Unreported,
    }
}

fn termination(end: &object::Terminated) -> Termination {
    Termination {
        exit_code: end.exit_code.i32(),
        signal: end.signal.i32(),
        reason: owned(&end.reason),
        message: within(&end.message, KIB),
        started: time(end.started_at),
        finished: time(end.finished_at),
    }
}

pub(super) fn status(pod: &Pod) -> PodStatus {
    let status = &pod.status;
    PodStatus {
        message: shown(&status.message, KIB),
        pod_ip: owned(&status.pod_ip),
        started: time(status.start_time),
        qos: owned(&status.qos_class),
        nominated_node: owned(&status.nominated_node_name),
        unschedulable: unschedulable(pod),
        gates: pod.spec.scheduling_gates.iter().map(|gate| owned(&gate.name)).collect(),
        unmet_readiness_gates: unmet_gates(pod),
    }
}

/// What the scheduler says of a pod that it could not place; its one-word reason where it says no more.
fn unschedulable(pod: &Pod) -> String {
    match condition(&pod.status.conditions, "PodScheduled") {
        Some(scheduled) if scheduled.is_false() => {
            let text = scheduled.message.non_empty().unwrap_or(&scheduled.reason);
            within(text, 4 * KIB)
        }
        _ => String::new(),
    }
}

fn unmet_gates(pod: &Pod) -> Vec<String> {
    let gates = pod.spec.readiness_gates.iter().map(|gate| &gate.condition_type);
    let met = |name: &str| condition(&pod.status.conditions, name).is_some_and(object::Condition::is_true);
    gates.filter(|gate| !met(gate)).map(owned).collect()
}
