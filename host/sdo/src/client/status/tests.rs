//! What the exit code says, and what the screen says where the samples of the API do not go.

use super::*;
use serde_json::{Value, json};

/// A host of which nothing bad is to be said.
fn well() -> Value {
    json!({
        "version": "0.1.0", "started": "2026-11-27T18:03:05Z",
        "cluster": {"name": "", "server": "https://10.96.0.1:443", "uid": null, "version": null},
        "role": "alone", "leader": null,
        "link": {"state": "connected", "since": "2026-11-30T11:03:05Z", "reason": ""},
        "glance": {
            "verdict": "clear", "text": "No open incidents.", "unknown": 0,
            "round": {"number": 7, "at": "2026-11-30T18:03:05Z", "age_seconds": 0, "micros": 4210},
            "open": {"critical": 0, "warning": 0, "info": 0, "blind": 0, "muted": 0}
        },
        "objects": 1234,
        "kinds": {"complete": 3, "partial": 0, "forbidden": 0, "missing": 0},
        "detectors": {"all": 2, "well": 2, "backing_off": 0},
        "costs": {"requests": 1893, "bytes": 412_000_000, "cpu_seconds": 96.4, "resident_bytes": null}
    })
}

fn screen(status: Value) -> Screen {
    Screen {
        status: serde_json::from_value(status).unwrap(),
        coverage: Coverage {
            kinds: Vec::new(),
            unknown: Vec::new(),
            left_out: 0,
        },
        detectors: Detectors {
            detectors: Vec::new(),
            left_out: 0,
        },
    }
}

/// The host, with the value at `pointer` replaced.
fn but(pointer: &str, value: Value) -> Value {
    let mut status = well();
    *status.pointer_mut(pointer).unwrap() = value;
    status
}

fn plain(screen: &Screen) -> String {
    anstream::adapter::strip_str(&text(screen, 100)).to_string()
}

#[test]
fn clean_means_that_everything_was_read_and_every_detector_answered() {
    assert_eq!(code(&screen(well()), FailOn::Info), exit::CLEAN);
    for (pointer, value) in [
        ("/glance/verdict", json!("partial")),
        ("/glance/verdict", json!("unknown")),
        ("/glance/round", Value::Null),
        ("/glance/unknown", json!(1)),
        ("/link/state", json!("stale")),
        ("/link/state", json!("connecting")),
        ("/kinds/partial", json!(1)),
        ("/kinds/forbidden", json!(1)),
        ("/kinds/missing", json!(1)),
        ("/detectors/well", json!(1)),
        ("/detectors/all", json!(0)),
    ] {
        assert_eq!(
            code(&screen(but(pointer, value)), FailOn::Info),
            exit::PARTIAL,
            "{pointer}"
        );
    }
}

#[test]
fn an_open_incident_fails_at_its_severity_and_above_whatever_else_is_unknown() {
    let mut status = but("/glance/open/warning", json!(2));
    status["kinds"]["missing"] = 1.into();
    let screen = screen(status);
    assert_eq!(code(&screen, FailOn::Info), exit::FINDINGS);
    assert_eq!(code(&screen, FailOn::Warning), exit::FINDINGS);
    assert_eq!(code(&screen, FailOn::Critical), exit::PARTIAL);
    assert_eq!(code(&screen, FailOn::Never), exit::PARTIAL);
}

#[test]
fn a_host_that_stands_by_names_the_one_that_knows() {
    let mut status = but("/role", json!("standby"));
    status["leader"] = "sdo-7d9f4c-x2x8v".into();
    status["glance"]["round"] = Value::Null;
    let text = plain(&screen(status));
    assert!(
        text.contains("sdo-7d9f4c-x2x8v leads and knows the incidents"),
        "{text}"
    );
    assert!(
        text.contains("the API server answers since 2026-11-30 11:03 UTC"),
        "{text}"
    );
}

#[test]
fn a_host_without_trouble_takes_a_line_a_fact() {
    let text = plain(&screen(well()));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 10, "{text}");
    assert!(text.contains("coverage   3 kinds, all read completely\n"), "{text}");
    assert!(text.contains("detectors  2, all well\n"), "{text}");
}

#[test]
fn a_reason_without_end_is_wrapped_below_its_kind() {
    let mut screen = screen(but("/kinds/forbidden", json!(1)));
    screen.coverage.kinds = vec![Kind {
        kind: "Secret".to_owned(),
        state: CoverageState::Forbidden,
        count: 0,
        reason: "because ".repeat(40),
        watch: sdo_api::document::Watch::Forbidden,
        last_event: None,
    }];
    let text = plain(&screen);
    assert!(text.lines().all(|line| line.len() <= 100), "{text}");
    assert!(text.contains("\n           Secret  forbidden  because"), "{text}");
}

#[test]
fn kinds_that_lack_the_same_share_a_line() {
    let mut screen = screen(but("/kinds/missing", json!(30)));
    let kind = |number: usize| Kind {
        kind: format!("Kind{number}"),
        state: CoverageState::Missing,
        count: 0,
        reason: if number == 7 {
            "not served"
        } else {
            "the server is away"
        }
        .to_owned(),
        watch: sdo_api::document::Watch::Retrying,
        last_event: None,
    };
    screen.coverage.kinds = (0..30).map(kind).collect();
    let text = plain(&screen);
    let rows: Vec<&str> = text.lines().filter(|line| line.contains("missing")).collect();
    assert_eq!(
        rows,
        [
            "           Kind0, Kind1, Kind2 and 26 more  missing  the server is away",
            "           Kind7                            missing  not served"
        ]
    );
}
