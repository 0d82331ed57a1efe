//! What holds in every history.

use super::random::{Clocks, Cluster, Random};
use super::story::{Scene, engine, play, turns};
use crate::incidents::{Engine, Memory, Settings, Step};
use sdo_model::incident::{Entry, Incident, IncidentId, Stage, Turn};
use std::collections::{BTreeMap, BTreeSet};

const HISTORIES: u64 = 30;
const ROUNDS: usize = 200;

/// Plays every history with the default settings and shows each round to `look`.
fn histories(clocks: Clocks, mut look: impl FnMut(&Engine, &Scene, &Step, &mut Seen)) {
    for seed in 0..HISTORIES {
        let mut cluster = Cluster::new(seed, clocks);
        let mut engine = engine();
        let mut seen = Seen::default();
        for _ in 0..ROUNDS {
            let scene = cluster.scene();
            let step = play(&mut engine, &scene);
            look(&engine, &scene, &step, &mut seen);
        }
    }
}

/// What a property remembers of a history.
#[derive(Default)]
struct Seen {
    highest: u64,
    histories: BTreeMap<IncidentId, BTreeSet<&'static str>>,
}

fn closed(step: &Step) -> impl Iterator<Item = &Incident> {
    let closed = step.entries.iter().filter(|entry| entry.turn == Turn::Closed);
    closed.filter_map(|entry| step.incidents.get(&entry.incident))
}

#[test]
fn a_cause_has_one_open_incident_at_most_and_its_track_knows_it() {
    let mut opened = 0;
    histories(Clocks::Leaping, |engine, _, step, _| {
        let memory = engine.memory();
        let open = memory.incidents().values().filter(|one| one.stage == Stage::Open);
        let mut causes = BTreeSet::new();
        for incident in open {
            assert!(causes.insert(&incident.cause), "{} is open twice", incident.cause);
            assert_eq!(memory.tracks()[&incident.cause].incident, Some(incident.id));
        }
        let mut resting = memory
            .tracks()
            .values()
            .filter(|track| track.clear.is_some() && !causes.contains(&track.cause));
        assert!(
            resting.all(|track| track.unseen.is_none()),
            "nothing is held of a cause that rests"
        );
        opened += step.entries.iter().filter(|entry| entry.turn == Turn::Opened).count();
    });
    assert!(opened > 200, "the histories are too dull: {opened}");
}

#[test]
fn numbers_are_never_given_twice() {
    histories(Clocks::Leaping, |_, _, step, seen| {
        for entry in step.entries.iter().filter(|entry| entry.turn == Turn::Opened) {
            assert!(entry.incident.0 > seen.highest);
            seen.highest = entry.incident.0;
        }
    });
}

#[test]
fn an_incident_closes_only_when_its_fault_would_have_been_seen_or_its_rule_is_gone() {
    let mut count = 0;
    histories(Clocks::Leaping, |_, scene, step, _| {
        for incident in closed(step) {
            count += 1;
            let Some(verdict) = scene.rules.get(&incident.finding.rule) else {
                assert!(!scene.rules.is_empty());
                continue;
            };
            let stands = scene.findings.iter().any(|finding| finding.cause == incident.cause);
            assert!(!stands, "{} stands", incident.cause);
            assert!(verdict.gap.as_ref().is_none_or(|gap| !gap.stale), "nobody looked");
        }
    });
    assert!(count > 200, "the histories are too dull: {count}");
}

#[test]
fn each_history_can_be_followed() {
    let mut told = BTreeSet::new();
    histories(Clocks::Leaping, |engine, _, step, seen| {
        for entry in &step.entries {
            told.insert(entry.turn);
            follow(seen.histories.entry(entry.incident).or_default(), entry);
        }
        for (id, state) in &seen.histories {
            let Some(incident) = engine.memory().incidents().get(id) else {
                continue;
            };
            assert_eq!(state.contains("open"), incident.stage == Stage::Open);
            assert_eq!(state.contains("blind"), incident.blind.is_some());
            assert_eq!(state.contains("flapping"), incident.flapping);
            assert_eq!(state.contains("muted"), incident.mute.is_some());
        }
    });
    assert_eq!(told.len(), 10, "the histories are too dull: {told:?}");
}

/// Follows what people are told, and fails when they are told twice, or of an end without a beginning.
fn follow(state: &mut BTreeSet<&'static str>, entry: &Entry) {
    let mut turn = |begins: bool, what: &'static str| {
        let changed = if begins { state.insert(what) } else { state.remove(what) };
        assert!(changed, "{} {} twice", entry.incident, entry.turn.as_str());
    };
    match entry.turn {
        Turn::Opened => turn(true, "open"),
        Turn::Reopened => {
            turn(true, "open");
            state.remove("muted");
        }
        Turn::Closed => {
            turn(false, "open");
            state.remove("blind");
            state.remove("flapping");
        }
        Turn::Blinded => turn(true, "blind"),
        Turn::Sighted => turn(false, "blind"),
        Turn::Flapping => turn(true, "flapping"),
        Turn::Steady => turn(false, "flapping"),
        Turn::Muted => turn(true, "muted"),
        Turn::Unmuted => turn(false, "muted"),
        Turn::Changed => assert!(state.contains("open")),
    }
}

#[test]
fn while_a_clock_is_behind_time_stands_still_and_when_it_is_believed_nothing_opens_or_closes() {
    let (mut behind, mut believed) = (0, 0);
    for seed in 0..HISTORIES {
        let mut cluster = Cluster::new(seed, Clocks::Leaping);
        let mut engine = engine();
        for _ in 0..ROUNDS {
            let mut scene = cluster.scene();
            let latest = engine.clock.mark.unwrap_or(scene.at);
            let mut other = engine.clone();
            let step = play(&mut engine, &scene);
            if engine.clock.mark == Some(latest) {
                behind += usize::from(scene.at < latest);
                scene.at = latest;
                assert_eq!(step, play(&mut other, &scene));
            } else if scene.at < latest {
                believed += 1;
                let stage = [Turn::Opened, Turn::Reopened, Turn::Closed];
                assert!(step.entries.iter().all(|entry| !stage.contains(&entry.turn)));
            }
        }
    }
    assert!(
        behind > 100 && believed > 20,
        "the histories are too dull: {behind} {believed}"
    );
}

#[test]
fn a_restart_after_every_round_changes_nothing() {
    for seed in 0..HISTORIES {
        let mut cluster = Cluster::new(seed, Clocks::Forward);
        let mut steady = engine();
        let mut store = Memory::default();
        for _ in 0..ROUNDS {
            let scene = cluster.scene();
            let expected = play(&mut steady, &scene);
            let mut restarted = Engine::new(Settings::default(), store.clone());
            let step = play(&mut restarted, &scene);
            assert_eq!(step, expected);
            assert_eq!(restarted.next_wake(), steady.next_wake());
            store.apply(&step);
            assert_eq!(&store, steady.memory());
            let (tracks, incidents) = (store.tracks().values().cloned(), store.incidents().values().cloned());
            assert_eq!(Memory::new(tracks, incidents, store.next()), store);
        }
    }
}

#[test]
fn steps_that_wait_for_a_store_may_be_laid_together() {
    for seed in 0..HISTORIES {
        let mut cluster = Cluster::new(seed, Clocks::Leaping);
        let mut random = Random::new(seed);
        let mut engine = engine();
        let mut store = Memory::default();
        let mut waiting = Step::default();
        for _ in 0..ROUNDS {
            waiting = waiting.then(play(&mut engine, &cluster.scene()));
            assert!(waiting.removed.iter().all(|cause| !waiting.tracks.contains_key(cause)));
            if random.one_in(5) {
                store.apply(&std::mem::take(&mut waiting));
                assert_eq!(&store, engine.memory());
            }
        }
    }
}

#[test]
fn the_order_of_findings_never_shows() {
    for seed in 0..HISTORIES {
        let mut cluster = Cluster::new(seed, Clocks::Leaping);
        let mut random = Random::new(seed);
        let (mut one, mut other) = (engine(), engine());
        for _ in 0..ROUNDS {
            let mut scene = cluster.scene();
            let step = play(&mut one, &scene);
            random.shuffle(&mut scene.findings);
            assert_eq!(step, play(&mut other, &scene));
        }
    }
}

#[test]
fn the_same_sight_at_the_same_instant_changes_nothing_more() {
    for seed in 0..HISTORIES {
        let mut cluster = Cluster::new(seed, Clocks::Forward);
        let mut engine = engine();
        for _ in 0..ROUNDS {
            let scene = cluster.scene();
            play(&mut engine, &scene);
            let again = play(&mut engine, &scene);
            assert!(again.is_empty(), "{again:?}");
        }
    }
}

#[test]
fn to_be_called_when_it_asks_is_enough() {
    // Each second of two hours is a round.
    for seed in 0..HISTORIES / 5 {
        let mut cluster = Cluster::new(seed, Clocks::Forward);
        let mut asked = engine();
        let mut last = Scene::default();
        for _ in 0..40 {
            last = cluster.scene();
            play(&mut asked, &last);
        }
        last.rules.values_mut().for_each(|verdict| verdict.ran = false);
        play(&mut asked, &last);
        let mut always = asked.clone();
        let end = last.at + 7_200;
        let mut told = Vec::new();
        let mut scene = last.clone();
        while let Some(at) = asked.next_wake().filter(|at| *at <= end) {
            assert!(at > scene.at, "it asks for what is past");
            scene.at = at;
            told.extend(play(&mut asked, &scene).entries);
        }
        let mut expected = Vec::new();
        for at in last.at + 1..=end {
            expected.extend(play(&mut always, &Scene { at, ..last.clone() }).entries);
        }
        assert_eq!(told, expected);
        assert_eq!(asked.memory(), always.memory());
    }
}

#[test]
fn a_sight_of_nothing_changes_nothing_but_blindness() {
    for seed in 0..HISTORIES {
        let mut cluster = Cluster::new(seed, Clocks::Forward);
        let mut engine = engine();
        let mut last = Scene::default();
        for _ in 0..60 {
            last = cluster.scene();
            play(&mut engine, &last);
        }
        let mut nothing = Scene::of(0, "-a -b -c");
        for at in [0, 10, 20, 100, 1_000, 100_000] {
            nothing.at = last.at + at;
            nothing.mutes = last.mutes.clone();
            let step = play(&mut engine, &nothing);
            let told: Vec<&str> = step.entries.iter().map(|entry| entry.turn.as_str()).collect();
            let silent = ["blinded", "muted", "unmuted"];
            assert!(told.iter().all(|turn| silent.contains(turn)), "{}", turns(&step));
        }
    }
}

#[test]
fn no_clock_makes_it_fail() {
    let mut cluster = Cluster::new(1, Clocks::Leaping);
    let mut engine = engine();
    for at in [
        0,
        i64::MAX,
        i64::MIN,
        -1,
        i64::MAX,
        0,
        i64::MIN,
        i64::MIN + 40,
        i64::MAX,
    ] {
        for _ in 0..20 {
            let scene = Scene { at, ..cluster.scene() };
            play(&mut engine, &scene);
        }
    }
}
