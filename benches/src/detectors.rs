//! The three benchmark detectors, the price of an instance, and a round of 200.

use crate::table::{Table, median, millis};
use crate::{cluster, native};
use anyhow::{Context, Result};
use sdo_model::contract::Cluster;
use sdo_sandbox::{Compiler, Detector, Grant, Optimisation, Policy, Sandbox, Settings};
use sdo_snapshot::Snapshot;
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

const RUNS: usize = 101;
const GUESTS: &str = "target/bench-guests";
/// Detectors of the big round, and threads that run it.
const ROUND: usize = 200;
const THREADS: usize = 2;

/// A question: short name, component, native loop, goal of the detector in milliseconds at 10,000 pods.
type Question = (&'static str, &'static str, fn(&Snapshot) -> usize, f64);

const QUESTIONS: [Question; 3] = [
    ("D1 crash loops", "bench-crash-loops", native::crash_loops, 0.5),
    ("D2 no ready endpoint", "bench-no-endpoints", native::no_endpoints, 0.5),
    ("D3 target port", "bench-target-ports", native::target_ports, 0.5),
];

pub(crate) fn measure(table: &mut Table) -> Result<()> {
    let sandbox = Sandbox::new(Settings {
        compiler: Compiler::this_program(["compile-component".into()])?,
        cache: None,
        optimisation: Optimisation::Speed,
        allocation: Default::default(),
    })?;
    let grant = grant()?;
    let detectors = QUESTIONS.map(|(_, file, _, _)| load(&sandbox, file, &grant));
    let detectors = detectors.into_iter().collect::<Result<Vec<Detector>>>()?;
    for pods in [1_000, 10_000] {
        let snapshot = Arc::new(cluster::snapshot(&cluster::documents(pods))?);
        for (question, detector) in QUESTIONS.iter().zip(&detectors) {
            one(table, &sandbox, detector, &snapshot, question, pods);
        }
        if pods == 10_000 {
            round(table, &sandbox, &grant, &snapshot)?;
        }
    }
    instance(table, &sandbox, &detectors)
}

/// 264 findings at 10,000 pods are more than policy lets one detector say.
fn grant() -> Result<Grant> {
    let policy = Policy::parse("default: { interfaces: [pods, services], limits: { findings: 1000 } }");
    Ok(policy.context("the benchmark's policy")?.grant("bench"))
}

fn load(sandbox: &Sandbox, file: &str, grant: &Grant) -> Result<Detector> {
    let path = format!("{GUESTS}/{file}.wasm");
    let bytes = fs::read(&path).with_context(|| format!("read {path}; scripts/bench makes it"))?;
    sandbox
        .load(file, &bytes, grant)
        .with_context(|| format!("load {path}"))
}

fn one(
    table: &mut Table,
    sandbox: &Sandbox,
    detector: &Detector,
    snapshot: &Arc<Snapshot>,
    question: &Question,
    pods: usize,
) {
    let (name, _, loop_over, goal) = question;
    let view: Arc<dyn Cluster> = Arc::clone(snapshot) as Arc<dyn Cluster>;
    let report = sandbox.run(detector, Arc::clone(&view));
    let found = report.answer.map_or(0, |answer| answer.findings.len());
    let native_found = loop_over(snapshot);
    let guest = median(RUNS, || drop(sandbox.run(detector, Arc::clone(&view))));
    let native = median(RUNS.min(9), || {
        std::hint::black_box(loop_over(snapshot));
    });
    let goal = (pods == 10_000).then_some(*goal);
    table.add(
        &format!("{name}, {pods} pods, {found} findings, {} fuel", report.fuel),
        millis(guest),
        "ms",
        goal,
    );
    // A join must beat the loop it replaces.
    let native_goal = (pods == 10_000 && *name != "D1 crash loops").then(|| millis(native));
    table.add(
        &format!("{name}, {pods} pods, native loop without index, {native_found} found"),
        millis(native),
        "ms",
        None,
    );
    if let Some(native) = native_goal {
        table.add(
            &format!("{name}, {pods} pods, share of the native loop"),
            millis(guest) / native,
            "x",
            Some(1.0),
        );
    }
}

fn round(table: &mut Table, sandbox: &Sandbox, grant: &Grant, snapshot: &Arc<Snapshot>) -> Result<()> {
    let files = QUESTIONS.iter().map(|(_, file, _, _)| *file).cycle().take(ROUND);
    let detectors = files
        .map(|file| load(sandbox, file, grant))
        .collect::<Result<Vec<Detector>>>()?;
    let view: Arc<dyn Cluster> = Arc::clone(snapshot) as Arc<dyn Cluster>;
    let time = median(9, || run_all(sandbox, &detectors, &view));
    table.add("200 detectors, 10000 pods, 2 threads", millis(time), "ms", Some(150.0));
    Ok(())
}

fn run_all(sandbox: &Sandbox, detectors: &[Detector], view: &Arc<dyn Cluster>) {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                while let Some(detector) = detectors.get(next.fetch_add(1, Ordering::Relaxed)) {
                    drop(sandbox.run(detector, Arc::clone(view)));
                }
            });
        }
    });
}

/// Store, instance and one call that finds nothing, over an empty snapshot.
fn instance(table: &mut Table, sandbox: &Sandbox, detectors: &[Detector]) -> Result<()> {
    let empty: Arc<dyn Cluster> = Arc::new(cluster::snapshot(&[])?);
    let detector = detectors.get(1).context("a detector")?;
    let calls = 1_000;
    let start = Instant::now();
    for _ in 0..calls {
        drop(sandbox.run(detector, Arc::clone(&empty)));
    }
    let micros = start.elapsed().as_secs_f64() * 1e6 / f64::from(calls);
    table.add("fresh store, instance and one call", micros, "us", Some(15.0));
    Ok(())
}
