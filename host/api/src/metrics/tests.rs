//! The text as a scraper reads it, and against `docs/metrics.md`.

use super::*;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// What one family is: its type, the names of its labels (without `le`), and its series with their values.
#[derive(Debug, Default)]
struct Parsed {
    kind: String,
    labels: BTreeSet<String>,
    series: BTreeMap<String, f64>,
}

/// Reads OpenMetrics text strictly enough to find what a scraper would refuse.
fn parse(text: &str) -> BTreeMap<String, Parsed> {
    let mut families: BTreeMap<String, Parsed> = BTreeMap::new();
    let mut lines = text.lines().peekable();
    let mut current = String::new();
    while let Some(line) = lines.next() {
        if line == "# EOF" {
            assert!(lines.peek().is_none(), "something follows the end");
            return families;
        }
        if let Some(rest) = line.strip_prefix("# TYPE ") {
            let (name, kind) = rest.split_once(' ').unwrap();
            current = name.to_owned();
            let family = families.entry(current.clone()).or_default();
            assert!(family.kind.is_empty(), "{name} twice");
            family.kind = kind.to_owned();
            continue;
        }
        if line.starts_with("# HELP ") || line.starts_with("# UNIT ") {
            continue;
        }
        let (series, value) = line.rsplit_once(' ').unwrap();
        let family = families.get_mut(&current).unwrap();
        let (name, labels) = series.split_once('{').unwrap_or((series, "}"));
        let suffix = name
            .strip_prefix(&current)
            .unwrap_or_else(|| panic!("{line} below {current}"));
        let allowed: &[&str] = match family.kind.as_str() {
            "counter" => &["_total"],
            "gauge" => &[""],
            "histogram" => &["_bucket", "_sum", "_count"],
            "info" => &["_info"],
            other => panic!("type {other}"),
        };
        assert!(allowed.contains(&suffix), "{line}");
        for label in labels
            .trim_end_matches('}')
            .split("\",")
            .filter(|label| !label.is_empty())
        {
            let (name, _) = label.split_once("=\"").unwrap();
            if name != "le" {
                family.labels.insert(name.to_owned());
            }
        }
        let before = family.series.insert(series.to_owned(), value.parse().unwrap());
        assert!(before.is_none(), "{series} twice");
    }
    panic!("no end");
}

fn fresh() -> Metrics {
    let metrics = Metrics::new("0.1.0");
    metrics.expect_kinds([Kind::Pod, Kind::Node]);
    metrics.expect_rules(["image-unpullable"]);
    metrics
}

/// Rows `| `name` | type | labels | meaning |` of the document.
fn documented() -> BTreeMap<String, (String, BTreeSet<String>)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/metrics.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let rows = text.lines().filter(|line| line.starts_with("| `"));
    let row = |line: &str| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let labels = cells[2].split(", ").map(|label| label.trim_matches('`').to_owned());
        let labels = labels.filter(|label| !label.is_empty()).collect();
        (cells[0].trim_matches('`').to_owned(), (cells[1].to_owned(), labels))
    };
    rows.map(row).collect()
}

#[test]
fn the_document_lists_exactly_what_is_exposed() {
    let exposed: BTreeMap<String, (String, BTreeSet<String>)> = parse(&fresh().text().unwrap())
        .into_iter()
        .map(|(name, family)| {
            let suffix = match family.kind.as_str() {
                "counter" => "_total",
                "info" => "_info",
                _ => "",
            };
            (format!("{name}{suffix}"), (family.kind, family.labels))
        })
        .collect();
    assert_eq!(documented(), exposed);
}

#[test]
fn every_counter_starts_at_zero() {
    for (name, family) in parse(&fresh().text().unwrap()) {
        if family.kind == "counter" {
            assert!(!family.series.is_empty(), "{name}");
            assert!(
                family.series.values().all(|value| *value == 0.0),
                "{name}: {:?}",
                family.series
            );
        }
    }
}

#[test]
fn what_is_recorded_is_exposed() {
    let metrics = fresh();
    metrics.round(RoundOutcome::Complete, Duration::from_millis(3), 1_000);
    metrics.event_to_finding(Duration::from_millis(60));
    metrics.detector_run(DetectorRun {
        rule: "image-unpullable",
        outcome: "trap",
        fuel: 500,
        took: Duration::from_millis(1_500),
    });
    metrics.detector_skipped("image-unpullable");
    metrics.watch_event(Kind::Pod, WatchEvent::Added);
    metrics.relist(Relist::Expired);
    metrics.api_request(ApiVerb::List, ApiAnswer::Throttled);
    metrics.api_received(4_096);
    metrics.snapshot_objects(Kind::Pod, 12);
    metrics.coverage(Kind::Pod, State::Complete);
    // Detectors were loaded anew.
    metrics.expect_kinds([Kind::Pod]);
    metrics.incidents_open(Severity::Critical, 2);
    metrics.turn(Turn::Opened);
    metrics.notification(Sink::Webhook, Delivery::Failed);
    metrics.leader(true);
    metrics.dropped(Dropped::DetectorRun, 4);
    metrics.process(Process {
        cpu_seconds: 1.25,
        resident_bytes: 50_000_000,
        open_files: 20,
        started: 900,
    });
    metrics.answered(404);

    let families = parse(&metrics.text().unwrap());
    let value = |series: &str| {
        let name = series.split('{').next().unwrap();
        let found = families.values().find_map(|family| family.series.get(series));
        *found.unwrap_or_else(|| panic!("{series} among {:?}", families.get(name)))
    };
    assert_eq!(value("sdo_rounds_total{outcome=\"complete\"}"), 1.0);
    assert_eq!(value("sdo_round_seconds_count"), 1.0);
    assert_eq!(value("sdo_last_round_timestamp_seconds"), 1_000.0);
    assert_eq!(value("sdo_event_to_finding_seconds_bucket{le=\"0.075\"}"), 1.0);
    assert_eq!(value("sdo_detector_outcomes_total{outcome=\"trap\"}"), 1.0);
    assert_eq!(value("sdo_detector_failures_total{rule=\"image-unpullable\"}"), 1.0);
    assert_eq!(value("sdo_detector_fuel_total{rule=\"image-unpullable\"}"), 500.0);
    assert_eq!(value("sdo_detector_seconds_total{rule=\"image-unpullable\"}"), 1.5);
    assert_eq!(value("sdo_detector_skips_total{rule=\"image-unpullable\"}"), 1.0);
    assert_eq!(value("sdo_watch_events_total{kind=\"Pod\",type=\"added\"}"), 1.0);
    assert_eq!(value("sdo_relists_total{reason=\"expired\"}"), 1.0);
    assert_eq!(value("sdo_api_requests_total{verb=\"list\",answer=\"throttled\"}"), 1.0);
    assert_eq!(value("sdo_api_received_bytes_total"), 4_096.0);
    assert_eq!(value("sdo_snapshot_objects{kind=\"Pod\"}"), 12.0);
    assert_eq!(value("sdo_coverage{kind=\"Pod\",state=\"complete\"}"), 1.0);
    assert_eq!(value("sdo_coverage{kind=\"Pod\",state=\"missing\"}"), 0.0);
    assert_eq!(value("sdo_incidents_open{severity=\"critical\"}"), 2.0);
    assert_eq!(value("sdo_incident_turns_total{turn=\"opened\"}"), 1.0);
    assert_eq!(
        value("sdo_notifications_total{sink=\"webhook\",result=\"failed\"}"),
        1.0
    );
    assert_eq!(value("sdo_leader"), 1.0);
    assert_eq!(value("sdo_dropped_total{what=\"detector-run\"}"), 4.0);
    assert_eq!(value("sdo_process_cpu_seconds_total"), 1.25);
    assert_eq!(value("sdo_http_requests_total{class=\"4xx\"}"), 1.0);
}

#[test]
fn rules_past_the_limit_are_one_series_and_hostile_ones_break_no_line() {
    let metrics = fresh();
    for number in 0..MAX_RULES + 50 {
        metrics.detector_skipped(&format!("rule-{number}"));
    }
    let families = parse(&metrics.text().unwrap());
    let skips = &families["sdo_detector_skips"].series;
    assert_eq!(skips.len(), MAX_RULES + 1);
    assert_eq!(skips["sdo_detector_skips_total{rule=\"other\"}"], 51.0);

    let metrics = fresh();
    metrics.detector_skipped("a\"} 9\nsdo_leader 1\u{202e}\\");
    let families = parse(&metrics.text().unwrap());
    assert_eq!(families["sdo_leader"].series["sdo_leader"], 0.0);
}
