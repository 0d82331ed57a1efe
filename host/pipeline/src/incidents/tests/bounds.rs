//! What grows, and how far.

use super::story::{START, Scene, engine, finding, play};
use crate::incidents::limits::{
    MAX_CLOSED, MAX_DETAIL, MAX_ENTRIES, MAX_FLIPS, MAX_TRACKS, MAX_TRACKS_FOR_INFO, detail,
};
use crate::incidents::{Engine, Hold, Memory, Scope, Settings, Verdict};
use sdo_model::finding::{Finding, Severity};
use sdo_model::incident::{Stage, Turn};

/// `count` causes of one severity, whose names begin with `name`.
fn many(name: &str, severity: Severity, count: usize) -> Vec<Finding> {
    let one = |index: usize| Finding {
        severity,
        cause: format!("{name}{index:05}"),
        fingerprint: format!("{name}{index:05}"),
        ..finding("a", "0")
    };
    (0..count).map(one).collect()
}

fn scene(at: i64, findings: Vec<Finding>) -> Scene {
    Scene {
        findings,
        ..Scene::healthy(at)
    }
}

/// Settings that believe everything at once.
fn eager() -> Settings {
    let at_once = Hold { runs: 0, seconds: 0 };
    Settings {
        open: at_once,
        open_critical: at_once,
        close: at_once,
        ..Settings::default()
    }
}

#[test]
fn advice_leaves_room_for_worse_and_what_is_dropped_is_counted() {
    let mut engine = engine();
    let advice = many("i", Severity::Info, MAX_TRACKS);
    let step = play(&mut engine, &scene(0, advice.clone()));
    assert_eq!(step.tracks.len(), MAX_TRACKS_FOR_INFO);
    assert_eq!(step.dropped, MAX_TRACKS - MAX_TRACKS_FOR_INFO);
    let all = [advice, many("c", Severity::Critical, MAX_TRACKS)].concat();
    play(&mut engine, &scene(1, all));
    let tracks = engine.memory().tracks();
    assert_eq!(tracks.len(), MAX_TRACKS);
    let critical = tracks.values().filter(|track| track.severity == Severity::Critical);
    assert_eq!(critical.count(), MAX_TRACKS - MAX_TRACKS_FOR_INFO);
}

#[test]
fn causes_that_rest_make_room() {
    let mut engine = Engine::new(
        Settings {
            flip_window: 999_999,
            ..eager()
        },
        Memory::default(),
    );
    // Closed ones whose past still matters fill the memory.
    let mut at = 0;
    let mut left = MAX_TRACKS;
    while left > 0 {
        let count = left.min(MAX_ENTRIES);
        let name = format!("{left}-");
        play(&mut engine, &scene(at, many(&name, Severity::Critical, count)));
        play(&mut engine, &scene(at + 1, Vec::new()));
        at += 2;
        left -= count;
    }
    assert_eq!(engine.memory().tracks().len(), MAX_TRACKS);
    let step = play(&mut engine, &scene(at, many("advice", Severity::Info, 3)));
    assert_eq!((step.dropped, step.is_empty()), (3, true));
    let step = play(&mut engine, &scene(at, many("new", Severity::Warning, 3)));
    assert_eq!((step.dropped, step.removed.len(), step.tracks.len()), (0, 3, 3));
    // Those that closed longest ago went.
    let first = format!("{MAX_TRACKS}-");
    assert!(step.removed.iter().all(|cause| cause.starts_with(&first)));
}

#[test]
fn a_round_with_too_much_to_tell_leaves_the_least_for_the_next() {
    let mut engine = Engine::new(eager(), Memory::default());
    let extra = 5;
    let all = [
        many("w", Severity::Warning, MAX_ENTRIES),
        many("x", Severity::Critical, extra),
    ]
    .concat();
    let step = play(&mut engine, &scene(0, all.clone()));
    assert_eq!((step.entries.len(), step.deferred), (MAX_ENTRIES, extra));
    assert_eq!(
        step.incidents.values().next().unwrap().finding.severity,
        Severity::Critical
    );
    assert_eq!(engine.next_wake(), Some(START + 1));
    let step = play(&mut engine, &scene(1, all));
    assert_eq!((step.entries.len(), step.deferred), (extra, 0));
}

#[test]
fn closed_incidents_are_forgotten_when_they_are_many_or_old() {
    let week = Settings::default().retention;
    let mut engine = Engine::new(eager(), Memory::default());
    for at in 0..3 {
        let name = format!("{at}-");
        play(&mut engine, &scene(at * 2, many(&name, Severity::Warning, 500)));
        play(&mut engine, &scene(at * 2 + 1, Vec::new()));
    }
    let incidents = engine.memory().incidents();
    assert_eq!(incidents.len(), MAX_CLOSED);
    // The newest were kept, and the next has a number of its own.
    assert_eq!(incidents.keys().next().unwrap().0, 501);
    play(&mut engine, &scene(10_000, Vec::new()));
    assert_eq!(engine.next_wake(), Some(START + 3 + week));
    play(&mut engine, &scene(week + 10, Vec::new()));
    assert!(engine.memory().incidents().is_empty());
    assert_eq!(engine.memory().next(), 1_501);
    assert!(engine.memory().tracks().is_empty());
    assert_eq!(engine.next_wake(), None);
}

#[test]
fn a_past_of_many_openings_is_cut() {
    let settings = Settings {
        flips: usize::MAX,
        ..eager()
    };
    let mut engine = Engine::new(settings, Memory::default());
    for at in 0..200 {
        let words = if at % 2 == 0 { "a" } else { "" };
        assert_eq!(play(&mut engine, &Scene::of(at, words)).entries.len(), 1);
    }
    let track = &engine.memory().tracks()["a"];
    assert_eq!(
        (track.flips.len(), track.flips.last()),
        (MAX_FLIPS, Some(&(START + 199)))
    );
}

#[test]
fn a_fault_that_nobody_can_see_is_not_held_back_for_ever() {
    let mut engine = engine();
    play(&mut engine, &Scene::of(0, "a"));
    play(&mut engine, &Scene::of(1, "-a a"));
    assert_eq!(engine.memory().tracks().len(), 1);
    play(&mut engine, &Scene::of(3_601, "-a a"));
    assert!(engine.memory().tracks().is_empty());
}

#[test]
fn a_cause_that_spans_many_namespaces_may_lie_anywhere() {
    let in_namespace = |index: usize| {
        let mut finding = finding("a", &index.to_string());
        finding.primary.namespace = format!("ns-{index}");
        finding
    };
    let few: Vec<Finding> = (0..3).map(in_namespace).collect();
    assert!(matches!(Scope::of(&few), Scope::Namespaces(names) if names.len() == 3));
    let many: Vec<Finding> = (0..50).map(in_namespace).collect();
    assert_eq!(Scope::of(&many), Scope::Cluster);
}

#[test]
fn a_long_reason_is_cut_where_a_character_ends() {
    let mut engine = engine();
    let mut told = Vec::new();
    for at in [0, 10, 20, 30] {
        let mut scene = Scene::of(at, "a");
        if at >= 20 {
            scene
                .rules
                .insert("rule-a".to_owned(), Verdict::none("é".repeat(2_000)));
        }
        told.extend(play(&mut engine, &scene).entries);
    }
    let blinded = told.iter().find(|entry| entry.turn == Turn::Blinded).unwrap();
    assert!(blinded.detail.len() <= MAX_DETAIL && blinded.detail.ends_with("é…"));
    assert_eq!(detail("short".to_owned()), "short");
    let open = engine
        .memory()
        .incidents()
        .values()
        .filter(|one| one.stage == Stage::Open);
    assert!(
        open.map(|one| one.blind.as_ref().unwrap())
            .all(|blind| blind.reason.len() <= MAX_DETAIL)
    );
}
