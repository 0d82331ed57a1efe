//! D2 of the benchmarks: Services with a selector and no ready endpoint.

use sdo_detector_sdk::prelude::*;

fn detect(report: &mut Report) {
    let filter = services::ServiceFilter {
        has_selector: Some(true),
        max_ready_endpoints: Some(0),
        ..default()
    };
    for service in filter.rows() {
        report.critical(
            service.id,
            format!("{} has {} pods and no ready endpoint", service.name, service.pods),
        );
    }
}

detector! {
    name: "bench-no-endpoints",
    version: "0.1.0",
    title: "Services without endpoints",
    explanation: "A benchmark.",
    detect: detect,
}
