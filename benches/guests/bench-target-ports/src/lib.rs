//! D3 of the benchmarks: target ports that no selected container declares.

use sdo_detector_sdk::prelude::*;

fn detect(report: &mut Report) {
    let filter = services::ServiceFilter {
        has_selector: Some(true),
        min_pods: 1,
        unresolved_port: Some(true),
        ..default()
    };
    for service in filter.rows() {
        let ports = service
            .ports
            .iter()
            .filter(|port| port.declaring_pods == 0)
            .map(|port| port.port.to_string());
        report.warning(
            service.id,
            format!(
                "{}: nobody declares the target of {}",
                service.name,
                ports.collect::<Vec<_>>().join(", ")
            ),
        );
    }
}

detector! {
    name: "bench-target-ports",
    version: "0.1.0",
    title: "Target ports nobody declares",
    explanation: "A benchmark.",
    detect: detect,
}
