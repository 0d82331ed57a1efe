//! A detector that reaches for everything WASI could give, and reports what it got.

use sdo_detector_sdk::prelude::*;
use std::collections::HashMap;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

fn detect(report: &mut Report) {
    println!("a line on standard output");
    eprintln!("a line on standard error");
    let before = Instant::now();
    std::thread::sleep(Duration::from_secs(3600));
    let slept = before.elapsed().as_secs();
    let clock = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| time.as_secs());
    let order: HashMap<u32, u32> = (0..64).map(|number| (number, number)).collect();
    let order: Vec<String> = order.keys().map(u32::to_string).collect();
    for namespace in (namespaces::NamespaceFilter::default()).rows() {
        report
            .info(namespace.id, "what a detector with WASI gets")
            .evidence(namespace.id, "metadata.name", &namespace.name)
            .note("clock", clock)
            .note("slept", slept)
            .note("environment", std::env::vars().count())
            .note("arguments", std::env::args().count())
            .note("file", std::fs::read_to_string("/etc/passwd").is_ok())
            .note("order", order.join(","));
    }
}

detector! {
    name: "wasi-detector",
    version: "0.1.0",
    title: "What WASI gives",
    explanation: "A test.",
    detect: detect,
}
