//! Boards to test with and to look at.

mod incidents;

pub(crate) use incidents::{entry, history, incident};

use incidents::{advice, crash_loop, expired, poisoned, port, worker_down};
use sdo_api::Board;
use sdo_api::board::{Cluster, Costs, Detector, KindCoverage, LastRound, LastRun, Link, Role, Status, Watch};
use sdo_model::State;
use sdo_model::finding::Unknown;
use sdo_model::incident::Stage;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// The moment of the last round: 2026-11-30 18:03:05 UTC.
pub(crate) const NOW: i64 = 1_796_061_785;
const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// Nothing found, everything read.
pub(crate) fn empty() -> Board {
    Board {
        status: status(1_234),
        coverage: vec![kind("Pod", 812), kind("Service", 210), kind("Node", 12)],
        detectors: vec![
            detector("image-unpullable", "Images that cannot be pulled"),
            detector("target-port-unresolved", "Service ports that no container has"),
        ],
        costs: Costs {
            requests: 1_893,
            bytes: 412_000_000,
            cpu_seconds: 96.4,
            resident_bytes: Some(61_300_000),
        },
        ..Board::default()
    }
}

/// Nothing found, and not everything read.
pub(crate) fn partial() -> Board {
    let mut board = empty();
    board.coverage.extend(unread());
    board.unknown = unknown();
    board
}

/// Before the first round.
pub(crate) fn starting() -> Board {
    let mut board = empty();
    board.status.round = None;
    board.status.objects = 0;
    board.status.link = Link::Connected { since: NOW - 2 };
    for kind in &mut board.coverage {
        kind.watch = Watch::Listing;
        kind.state = State::Missing;
        kind.count = 0;
        kind.last_event = None;
    }
    for detector in &mut board.detectors {
        detector.last = None;
        detector.runs = 0;
    }
    board
}

/// Incidents of every sort, and gaps of every sort.
pub(crate) fn rich() -> Board {
    let mut board = partial();
    board.status = Status {
        role: Role::Standby,
        leader: Some("sdo-7d9f4c-x2x8v".to_owned()),
        ..status(48_210)
    };
    board.open = [port(), advice(), crash_loop(), expired(), worker_down()]
        .map(Arc::new)
        .to_vec();
    board.closed = [11, 9].map(|number| Arc::new(incident(number, Stage::Closed))).to_vec();
    board.detectors.extend(troubled());
    board
}

/// As many incidents as need pages.
pub(crate) fn many() -> Board {
    let mut board = rich();
    board.open = (100..190)
        .map(|number| Arc::new(incident(number, Stage::Open)))
        .collect();
    board
}

/// Every text written by somebody who means harm.
pub(crate) fn hostile() -> Board {
    let mut board = rich();
    let status = &mut board.status;
    let cluster = &mut status.cluster;
    for text in [&mut cluster.name, &mut cluster.server, &mut status.version] {
        *text = evil();
    }
    for text in [&mut cluster.uid, &mut cluster.version, &mut status.leader] {
        *text = Some(evil());
    }
    status.link = Link::Stale {
        since: NOW - 4 * MINUTE,
        reason: evil(),
    };
    for incident in board.open.iter_mut().chain(&mut board.closed) {
        *incident = Arc::new(poisoned((**incident).clone(), &evil()));
    }
    board.unknown.push(Unknown {
        rule: evil(),
        kind: evil(),
        reason: evil(),
    });
    for kind in &mut board.coverage {
        kind.kind = evil();
        kind.reason = evil();
    }
    for detector in &mut board.detectors {
        for text in [
            &mut detector.rule,
            &mut detector.title,
            &mut detector.version,
            &mut detector.digest,
            &mut detector.note,
        ] {
            *text = evil();
        }
        if let Some(last) = &mut detector.last {
            last.outcome = evil();
        }
    }
    board
}

/// A formula, markup, a terminal's escapes, a turn of direction, a forged line, marks that pile up, and great length.
pub(crate) fn evil() -> String {
    let markup =
        "=HYPERLINK(\"http://evil\")</code></td></table></script><script>alert(1)</script><img src=x onerror=alert(1)>";
    let controls = "\u{1b}[31m\u{7}\u{202e}drowssap\u{2066}\u{200b}\r\nCRITICAL forged\u{85}\u{0}";
    let marks = format!("Z{}", "\u{301}".repeat(40));
    format!("{markup}{{{{7*7}}}}{controls}{marks}{}", "x".repeat(400))
}

fn status(objects: u64) -> Status {
    Status {
        version: "0.1.0".to_owned(),
        started: NOW - 3 * DAY,
        cluster: Cluster {
            name: "prod-eu".to_owned(),
            server: "https://10.96.0.1:443".to_owned(),
            uid: Some("6f1d1c0e-53a5-4b47-9d0f-4f6a2f0f9c11".to_owned()),
            version: Some("v1.36.3".to_owned()),
        },
        role: Role::Leader,
        leader: None,
        link: Link::Connected { since: NOW - 7 * HOUR },
        round: Some(LastRound {
            number: 18_233,
            at: NOW,
            finished: Instant::now(),
            took: Duration::from_micros(4_210),
        }),
        objects,
    }
}

fn kind(name: &str, count: u64) -> KindCoverage {
    KindCoverage {
        kind: name.to_owned(),
        state: State::Complete,
        count,
        reason: String::new(),
        watch: Watch::Watching,
        last_event: Some(NOW - 4),
    }
}

fn unread() -> Vec<KindCoverage> {
    let refusal = "secrets is forbidden: User \"system:serviceaccount:sdo:sdo\" cannot list resource \"secrets\" in API group \
                   \"\" at the cluster scope";
    vec![
        KindCoverage {
            state: State::Forbidden,
            reason: refusal.to_owned(),
            watch: Watch::Forbidden,
            last_event: None,
            ..kind("Secret", 0)
        },
        KindCoverage {
            state: State::Missing,
            reason: "the API server does not serve it".to_owned(),
            watch: Watch::NotServed,
            last_event: None,
            ..kind("Certificate.cert-manager.io", 0)
        },
        KindCoverage {
            state: State::Partial,
            reason: "3 objects are larger than 1 MiB and were left out".to_owned(),
            watch: Watch::Retrying,
            last_event: Some(NOW - 7 * MINUTE),
            ..kind("ConfigMap", 1_204)
        },
    ]
}

fn unknown() -> Vec<Unknown> {
    let unknown = |rule: &str, kind: &str, reason: &str| Unknown {
        rule: rule.to_owned(),
        kind: kind.to_owned(),
        reason: reason.to_owned(),
    };
    let refusal =
        "forbidden: secrets is forbidden: User \"system:serviceaccount:sdo:sdo\" cannot list resource \"secrets\"";
    vec![
        unknown("tls-certificate-expired", "Secret", refusal),
        unknown(
            "config-reference-missing",
            "ConfigMap",
            "partial: 3 objects were left out",
        ),
    ]
}

fn detector(rule: &str, title: &str) -> Detector {
    Detector {
        rule: rule.to_owned(),
        title: title.to_owned(),
        version: "0.1.0".to_owned(),
        digest: "3b9c0e5d1f7a2c4486f1a0d9e8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d3e2f1a0b9".to_owned(),
        last: Some(LastRun {
            at: NOW - 12,
            outcome: "finished".to_owned(),
            fuel: 184_220,
            micros: 640,
            findings: 0,
        }),
        runs: 4_120,
        skips: 14_113,
        next_wake: None,
        backing_off_until: None,
        note: String::new(),
    }
}

fn troubled() -> Vec<Detector> {
    let ended = |outcome: &str, fuel: u64, micros: u64| {
        Some(LastRun {
            at: NOW - 3 * MINUTE,
            outcome: outcome.to_owned(),
            fuel,
            micros,
            findings: 0,
        })
    };
    vec![
        Detector {
            last: ended("trap", 12_000_000, 2_400_000),
            backing_off_until: Some(NOW + 5 * MINUTE),
            note: "it said: index out of bounds: the len is 0 but the index is 0, src/lib.rs:41".to_owned(),
            ..detector("team-quota-drift", "Quotas that differ from the team's file")
        },
        Detector {
            last: ended("not-run", 0, 0),
            ..detector("tls-certificate-expired", "Certificates that are past their end")
        },
        Detector {
            next_wake: Some(NOW + 42),
            ..detector(
                "container-crash-looping",
                "Containers that start and end again and again",
            )
        },
    ]
}
