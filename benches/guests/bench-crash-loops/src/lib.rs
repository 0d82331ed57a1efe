//! D1 of the benchmarks: one finding a crash-looping pod.

use sdo_detector_sdk::prelude::*;

fn detect(report: &mut Report) {
    let filter = pods::PodFilter {
        waiting: Some(pods::WaitingReason::CrashLoopBackOff),
        min_restarts: 3,
        ..default()
    };
    for pod in filter.rows() {
        let restarts = pod
            .containers
            .iter()
            .map(|container| container.restarts)
            .max()
            .unwrap_or_default();
        report.critical(pod.id, format!("{} restarted {restarts} times", pod.name));
    }
}

detector! {
    name: "bench-crash-loops",
    version: "0.1.0",
    title: "Crash loops",
    explanation: "A benchmark.",
    detect: detect,
}
