//! What people read, and what an incident shows.

use super::story::{START, Scene, effect, engine, finding, play};
use crate::incidents::{Engine, Memory, Settings, Verdict};
use sdo_model::finding::{Finding, Severity};
use sdo_model::incident::{Blind, Incident, IncidentId, Turn};

/// The texts of all entries of a story of seconds and words, with its last state.
fn tell(scenes: &[(i64, &str)]) -> (Vec<String>, Engine) {
    let mut engine = engine();
    let mut told = Vec::new();
    for (second, words) in scenes {
        let step = play(&mut engine, &Scene::of(*second, words));
        let texts = step
            .entries
            .iter()
            .map(|entry| format!("{} {}", entry.turn.as_str(), entry.detail));
        told.extend(texts);
    }
    (told, engine)
}

fn first(engine: &Engine) -> &Incident {
    &engine.memory().incidents()[&IncidentId(1)]
}

#[test]
fn an_end_says_why() {
    let open = [(0, "a"), (10, "a")];
    let told = |rest: &[(i64, &str)]| tell(&[&open, rest].concat()).0[1..].to_vec();
    assert_eq!(told(&[(20, ""), (50, "")]), ["closed no longer found"]);
    assert_eq!(
        told(&[(20, "b(a)"), (50, "b(a)")]),
        ["opened b stands", "closed now an effect of INC-2"]
    );
    assert_eq!(
        told(&[(20, "xa"), (50, "xa")]),
        ["closed closed unseen: no detector looks for rule-a any more, whether the fault stands is not known"]
    );
}

#[test]
fn a_fault_that_stays_folded_while_its_pods_change_is_still_explained() {
    let (_, mut engine) = tell(&[(0, "a"), (10, "a"), (20, "b(a)"), (30, "b(a)")]);
    // The pod that was folded is gone; its successor was never listed.
    let mut scene = Scene::of(50, "b(a)");
    scene.findings[0].effects[0].fingerprint = Some("another".to_owned());
    let step = play(&mut engine, &scene);
    assert_eq!(step.entries[0].detail, "now an effect of INC-2");
}

#[test]
fn what_was_explained_and_then_is_gone_waits_from_then_on() {
    let (told, mut engine) = tell(&[(0, "a"), (10, "a"), (20, "b(a)"), (25, "b(a)"), (29, "")]);
    assert_eq!(told, ["opened a stands"]);
    assert!(play(&mut engine, &Scene::of(58, "quiet")).entries.is_empty());
    assert_eq!(play(&mut engine, &Scene::of(59, "quiet")).entries[0].turn, Turn::Closed);
}

#[test]
fn blindness_tells_its_reason_and_takes_over_another_silently() {
    let (told, engine) = tell(&[(0, "a"), (10, "a"), (20, "-a"), (30, "-a")]);
    assert_eq!(told[1], "blinded a is forbidden");
    let blind = |reason: &str| {
        Some(Blind {
            since: START + 20,
            reason: reason.to_owned(),
        })
    };
    assert_eq!(first(&engine).blind, blind("a is forbidden"));
    let mut engine = engine;
    let mut scene = Scene::of(95, "a");
    scene.rules.insert("rule-a".to_owned(), Verdict::none("no connection"));
    assert!(play(&mut engine, &scene).entries.is_empty());
    assert_eq!(first(&engine).blind, blind("no connection"));
    let sighted = play(&mut engine, &Scene::of(99, "a"));
    assert_eq!(sighted.entries[0].detail, "can be seen again: it still stands");
}

#[test]
fn of_findings_with_one_cause_the_worst_is_shown_and_all_are_counted() {
    let mut engine = engine();
    let mut scene = Scene::of(0, "a*3");
    scene.findings[2].severity = Severity::Critical;
    scene.findings[2].summary = "the worst".to_owned();
    play(&mut engine, &scene);
    scene.at += 10;
    let step = play(&mut engine, &scene);
    assert_eq!(step.entries[0].detail, "the worst");
    let incident = first(&engine);
    assert_eq!((incident.findings, incident.finding.fingerprint.as_str()), (3, "a2"));
    assert_eq!((incident.opened, incident.seen), (START + 10, START + 10));
    scene.findings[0].severity = Severity::Critical;
    scene.findings[2].severity = Severity::Warning;
    scene.at += 60;
    play(&mut engine, &scene);
    assert_eq!(first(&engine).finding.fingerprint, "a0");
}

#[test]
fn another_pod_of_the_same_cause_is_no_news_while_the_one_that_is_shown_stands() {
    let shown = |print: &str| Finding {
        summary: format!("pod {print}"),
        ..finding("a", print)
    };
    let mut engine = engine();
    let mut scene = Scene::of(0, "");
    for (at, prints) in [
        (0, vec!["5"]),
        (10, vec!["5"]),
        (90, vec!["1", "5", "7"]),
        (180, vec!["1"]),
    ] {
        scene.at = START + at;
        scene.findings = prints.into_iter().map(shown).collect();
        let step = play(&mut engine, &scene);
        let told: Vec<&str> = step.entries.iter().map(|entry| entry.detail.as_str()).collect();
        match at {
            10 => assert_eq!(told, ["pod 5"]),
            180 => assert_eq!(told, ["pod 1"]),
            _ => assert!(told.is_empty()),
        }
    }
}

#[test]
fn a_severity_that_changes_is_named() {
    let (told, engine) = tell(&[(0, "a"), (10, "a"), (11, "a!=worse"), (12, "a?"), (80, "a?")]);
    assert_eq!(
        told[1..],
        [
            "changed critical, was warning: worse",
            "changed info, was critical: a stands"
        ]
    );
    assert_eq!(first(&engine).finding.severity, Severity::Info);
}

#[test]
fn evidence_is_kept_up_to_date_without_a_word() {
    let mut engine = engine();
    let mut scene = Scene::of(0, "a");
    play(&mut engine, &scene);
    scene.at = START + 10;
    play(&mut engine, &scene);
    scene.findings[0].next = vec!["kubectl describe".to_owned()];
    scene.at = START + 20;
    assert!(play(&mut engine, &scene).incidents.is_empty());
    scene.at = engine.next_wake().unwrap();
    assert_eq!(scene.at, START + 70);
    let step = play(&mut engine, &scene);
    assert!(step.entries.is_empty());
    assert_eq!(first(&engine).finding, scene.findings[0]);
}

#[test]
fn an_idle_minute_writes_nothing() {
    let (_, mut engine) = tell(&[(0, "a! b"), (10, "a! b")]);
    for second in 11..3_000 {
        let step = play(&mut engine, &Scene::of(second, "quiet a! b"));
        assert!(step.is_empty(), "at {second}: {step:?}");
    }
}

#[test]
fn a_busy_minute_writes_an_open_incident_once() {
    let (_, mut engine) = tell(&[(0, "a"), (10, "a")]);
    let written = (11..=70).filter(|second| !play(&mut engine, &Scene::of(*second, "a")).is_empty());
    assert_eq!(written.count(), 1);
}

#[test]
fn it_asks_to_be_woken_when_flapping_may_end_and_when_a_clock_may_be_believed() {
    let settings = Settings {
        flips: 1,
        ..Settings::default()
    };
    let mut engine = Engine::new(settings, Memory::default());
    for (second, words) in [(0, "a"), (10, "a"), (20, ""), (50, "quiet")] {
        play(&mut engine, &Scene::of(second, words));
    }
    assert!(first(&engine).flapping);
    assert_eq!(engine.next_wake(), Some(START + 20 + 900));
    play(&mut engine, &Scene::of(-3_600, "quiet"));
    assert_eq!(engine.next_wake(), Some(START - 3_600 + 30));
}

#[test]
fn mutes_are_named() {
    let (told, engine) = tell(&[(0, "a window:0-99"), (10, "a window:0-99"), (99, "a window:0-99")]);
    assert_eq!(
        told,
        [
            "opened a stands",
            "muted muted by maintenance",
            "unmuted no longer muted by maintenance"
        ]
    );
    assert_eq!(first(&engine).mute, None);
}

#[test]
fn an_effect_of_a_story_is_what_would_be_listed() {
    assert_eq!(effect("a").fingerprint, Some(finding("a", "0").fingerprint));
}
