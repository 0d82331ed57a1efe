//! `sdo run`, on an empty and on the full cluster.

use crate::audit::Audit;
use crate::churn::{Churn, Proxy};
use crate::population::Population;
use crate::table::Table;
use crate::{number, say};
use anyhow::{Context, Result};
use sdo_tests::live::{Host, Metrics, Part, Usage, until};
use serde_json::json;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Changes a second while latency is measured.
const PER_SECOND: u64 = 50;
/// For how long.
const LATENCY: Duration = Duration::from_secs(60);
/// After the first round, until what it used has been given back.
const REST: Duration = Duration::from_secs(30);
/// Changes a second of the soak.
const SOAK_PER_SECOND: u64 = 20;
/// Minutes of the soak when nothing is said.
const SOAK_MINUTES: u64 = 5;
/// Between two looks of the soak.
const LOOK: Duration = Duration::from_secs(5);
const MIB: f64 = 1024.0 * 1024.0;

/// Memory where there is nothing to see.
pub(crate) fn empty(folder: &Path, table: &mut Table) -> Result<()> {
    say("sdo run on an empty cluster");
    let host = Host::start(folder, &json!({}))?;
    sleep(REST);
    table.at_most(
        "run, empty cluster: memory at rest",
        host.usage()?.resident_bytes as f64 / MIB,
        50.0,
        "MiB",
    );
    host.stop()?;
    Ok(())
}

/// All the rest.
pub(crate) fn full(folder: &Path, population: &Population, table: &mut Table) -> Result<()> {
    say("sdo run on the full cluster");
    // A first start compiles nothing any more; its store is thrown away.
    let warm = folder.join("warm");
    std::fs::create_dir_all(&warm).context("make a folder")?;
    Host::start(&warm, &json!({}))?.stop()?;
    let audit = Audit::begin()?;
    let host = Host::start(folder, &json!({}))?;
    table.at_most(
        "run: process start to first complete round",
        host.ready_after.as_secs_f64(),
        5.0,
        "s",
    );
    sleep(REST);
    table.at_most(
        "run: memory at rest",
        host.usage()?.resident_bytes as f64 / MIB,
        400.0,
        "MiB",
    );
    table.note("run: objects in the snapshot", host.api.status()?.objects as f64, "");
    incidents(&host, population, table)?;
    if let Some(audit) = &audit {
        let requests = audit.requests()?;
        table.at_most(
            "run: lists of one kind, by the audit log",
            requests.most("list") as f64,
            1.0,
            "",
        );
        table.at_most(
            "run: watches of one kind, by the audit log",
            requests.most("watch") as f64,
            1.0,
            "",
        );
        table.note(
            "run: requests until at rest",
            requests.by.values().sum::<u64>() as f64,
            "",
        );
    }
    hum(&host, table)?;
    let proxy = Proxy::start()?;
    latency(&host, &proxy, population, table)?;
    soak(&host, &proxy, population, table)?;
    idle(&host, table)?;
    host.stop()?;
    Ok(())
}

fn incidents(host: &Host, population: &Population, table: &mut Table) -> Result<()> {
    let causes = population.causes() as f64;
    let mut open = 0.0;
    let _ = until("incidents", Duration::from_secs(60), || {
        open = host.api.open()?.len() as f64;
        Ok(if open >= causes { Ok(()) } else { Err(String::new()) })
    });
    table.about(
        &format!("run: open incidents for {causes} root causes"),
        open,
        causes,
        causes / 10.0,
        "",
    );
    Ok(())
}

/// Nodes renew their leases, crashing containers count restarts, nobody does anything.
fn hum(host: &Host, table: &mut Table) -> Result<()> {
    say("a minute of the cluster's own hum");
    let audit = Audit::begin()?;
    let minute = Minute::of(host)?;
    table.note(
        "run, nobody does anything: CPU of a minute",
        minute.cpu_seconds,
        "core-seconds",
    );
    table.note(
        "run, nobody does anything: watch events",
        minute.grown("sdo_watch_events_total"),
        "",
    );
    table.note(
        "run, nobody does anything: rounds",
        minute.grown("sdo_rounds_total"),
        "",
    );
    let by_kind = minute.by_kind();
    say(&format!("  watch events by kind: {by_kind:?}"));
    if let Some(audit) = &audit {
        let requests = audit.requests()?;
        let polls: u64 = requests.by.values().sum::<u64>() - requests.with("watch");
        table.at_most("run, nobody does anything: requests but watches", polls as f64, 0.0, "");
    }
    Ok(())
}

/// Whoever changes anything by itself is frozen. The last thing to be measured: nodes are silent afterwards.
fn idle(host: &Host, table: &mut Table) -> Result<()> {
    let parts = ["kwok", "kube-controller-manager", "kube-scheduler"].map(Part::named);
    let mut frozen = Vec::new();
    for part in parts {
        let Some(part) = part else { return Ok(()) };
        frozen.push(part.freeze()?);
    }
    say("an idle minute");
    sleep(REST);
    let minute = Minute::of(host)?;
    table.at_most(
        "run, nothing changes: CPU of a minute",
        minute.cpu_seconds,
        0.05,
        "core-seconds",
    );
    table.note(
        "run, nothing changes: watch events",
        minute.grown("sdo_watch_events_total"),
        "",
    );
    table.note("run, nothing changes: rounds", minute.grown("sdo_rounds_total"), "");
    Ok(())
}

/// A minute in the life of a host.
struct Minute {
    cpu_seconds: f64,
    before: Metrics,
    after: Metrics,
}

impl Minute {
    fn of(host: &Host) -> Result<Self> {
        let (usage, before) = (host.usage()?, host.api.metrics()?);
        sleep(Duration::from_secs(60));
        let (spent, after) = (host.usage()?, host.api.metrics()?);
        Ok(Self {
            cpu_seconds: spent.cpu_seconds - usage.cpu_seconds,
            before,
            after,
        })
    }

    fn grown(&self, name: &str) -> f64 {
        self.after.sum(name, &[]) - self.before.sum(name, &[])
    }

    /// The kinds that told most, with how often.
    fn by_kind(&self) -> Vec<(String, f64)> {
        let earlier = self.before.by("sdo_watch_events_total", "kind");
        let count = |kind: &str| {
            earlier
                .iter()
                .find(|(one, _)| one == kind)
                .map_or(0.0, |(_, count)| *count)
        };
        let later = self.after.by("sdo_watch_events_total", "kind").into_iter();
        let grown = later.map(|(kind, total)| (kind.clone(), total - count(&kind)));
        let mut kinds: Vec<(String, f64)> = grown.filter(|(_, events)| *events > 0.0).collect();
        kinds.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        kinds
    }
}

fn latency(host: &Host, proxy: &Proxy, population: &Population, table: &mut Table) -> Result<()> {
    say("latency under changes");
    let churn = Churn::start(proxy, population, PER_SECOND)?;
    // Until it is steady.
    sleep(Duration::from_secs(5));
    let (usage, before, started) = (host.usage()?, host.api.metrics()?, Instant::now());
    sleep(LATENCY);
    let (spent, after, seconds) = (host.usage()?, host.api.metrics()?, started.elapsed().as_secs_f64());
    let changes = churn.end()?;
    table.note("run: changes a second", changes as f64 / (seconds + 5.0), "");
    table.note(
        "run: CPU under them",
        (spent.cpu_seconds - usage.cpu_seconds) / seconds,
        "cores",
    );
    let buckets = between(&before, &after);
    table.note("run: change to finding, p50", quantile(&buckets, 0.5) * 1e3, "ms");
    table.at_most(
        "run: change to finding, p99",
        quantile(&buckets, 0.99) * 1e3,
        100.0,
        "ms",
    );
    Ok(())
}

/// Upper bounds of the latency histogram with the samples at or below them, of the time between two looks.
fn between(before: &Metrics, after: &Metrics) -> Vec<(f64, f64)> {
    let name = "sdo_event_to_finding_seconds_bucket";
    let earlier = before.buckets(name);
    let count = |bound: f64| {
        earlier
            .iter()
            .find(|(one, _)| *one == bound)
            .map_or(0.0, |(_, count)| *count)
    };
    after
        .buckets(name)
        .into_iter()
        .map(|(bound, total)| (bound, total - count(bound)))
        .collect()
}

/// The value below which that share of samples lies, even within a bucket as if they were spread evenly.
fn quantile(buckets: &[(f64, f64)], share: f64) -> f64 {
    let total = buckets.last().map_or(0.0, |(_, count)| *count);
    let wanted = total * share;
    let (mut low, mut below) = (0.0, 0.0);
    for (bound, count) in buckets {
        if *count >= wanted && *count > below {
            return low + (bound - low) * (wanted - below) / (count - below);
        }
        (low, below) = (*bound, *count);
    }
    f64::NAN
}

fn soak(host: &Host, proxy: &Proxy, population: &Population, table: &mut Table) -> Result<()> {
    let minutes = number("SDO_BENCH_SOAK_MINUTES", SOAK_MINUTES)?;
    if minutes == 0 {
        return Ok(());
    }
    say(&format!("a soak of {minutes} minutes"));
    let churn = Churn::start(proxy, population, SOAK_PER_SECOND)?;
    let started = Instant::now();
    let mut looks: Vec<Usage> = Vec::new();
    let mut turn = 0;
    while started.elapsed() < Duration::from_secs(60 * minutes) {
        // Pods come and go besides.
        restart(proxy, population, turn)?;
        turn += 1;
        sleep(LOOK);
        looks.push(host.usage()?);
    }
    churn.end()?;
    // The first fifth settles.
    let settled = looks.get(looks.len() / 5..).unwrap_or_default();
    let (first, last) = settled.split_at(settled.len() / 2);
    let growth = (mean(last) / mean(first) - 1.0) * 100.0;
    table.at_most(
        &format!("run: growth of memory, soak of {minutes} min"),
        growth,
        2.0,
        "%",
    );
    table.note(
        "run: memory after it",
        looks.last().map_or(0.0, |usage| usage.resident_bytes as f64) / MIB,
        "MiB",
    );
    let spread = |of: fn(&Usage) -> f64| {
        let values: Vec<f64> = settled.iter().map(of).collect();
        let most = values.iter().copied().fold(f64::MIN, f64::max);
        most - values.iter().copied().fold(f64::MAX, f64::min)
    };
    table.at_most(
        "run: threads, most less fewest",
        spread(|usage| usage.threads as f64),
        0.0,
        "",
    );
    // This very look may be a connection.
    table.at_most(
        "run: open files, most less fewest",
        spread(|usage| usage.files as f64),
        1.0,
        "",
    );
    Ok(())
}

fn restart(proxy: &Proxy, population: &Population, turn: usize) -> Result<()> {
    let (Some(namespace), Some(name)) = (
        population
            .namespaces()
            .collect::<Vec<_>>()
            .into_iter()
            .cycle()
            .nth(turn),
        population.healthy().nth(turn % population.healthy().count().max(1)),
    ) else {
        return Ok(());
    };
    let template =
        json!({ "spec": { "template": { "metadata": { "annotations": { "restarted": turn.to_string() } } } } });
    proxy.patch(
        &format!("/apis/apps/v1/namespaces/{namespace}/deployments/{name}"),
        &template.to_string(),
    )
}

/// Mean memory.
fn mean(looks: &[Usage]) -> f64 {
    looks.iter().map(|usage| usage.resident_bytes as f64).sum::<f64>() / looks.len().max(1) as f64
}
