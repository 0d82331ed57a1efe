//! What a store gives back, also when it lost something.

use super::story::{START, Scene, engine, play, turns};
use crate::incidents::{Engine, Memory, Settings};
use sdo_model::incident::IncidentId;

/// The memory of an engine that has seen `words` for ten seconds.
fn memory(words: &str) -> Memory {
    let mut engine = engine();
    play(&mut engine, &Scene::of(0, words));
    play(&mut engine, &Scene::of(10, words));
    engine.memory().clone()
}

fn restarted(memory: Memory) -> Engine {
    Engine::new(Settings::default(), memory)
}

#[test]
fn an_open_incident_whose_track_is_lost_can_still_close() {
    let incidents = memory("a").incidents().values().cloned().collect::<Vec<_>>();
    let mut engine = restarted(Memory::new([], incidents, 0));
    assert_eq!(turns(&play(&mut engine, &Scene::of(20, "a"))), "");
    play(&mut engine, &Scene::of(30, ""));
    assert_eq!(turns(&play(&mut engine, &Scene::of(60, ""))), "1 closed");
}

#[test]
fn a_number_is_not_given_twice_when_the_next_one_is_lost() {
    let known = memory("a");
    let lost = Memory::new([], known.incidents().values().cloned(), 0);
    assert_eq!(lost.next(), 2);
    let mut engine = restarted(lost);
    play(&mut engine, &Scene::of(20, "a b"));
    assert_eq!(turns(&play(&mut engine, &Scene::of(30, "a b"))), "2 opened");
}

#[test]
fn a_track_whose_incident_is_lost_opens_another() {
    let known = memory("a");
    let mut engine = restarted(Memory::new(known.tracks().values().cloned(), [], known.next()));
    assert_eq!(turns(&play(&mut engine, &Scene::of(20, "a"))), "2 opened");
}

#[test]
fn a_store_of_another_cluster_clock_makes_nobody_wait() {
    let mut engine = restarted(memory("a"));
    // The new clock is an hour behind; after the restart it is the only one there is.
    assert_eq!(turns(&play(&mut engine, &Scene::of(-3_600, ""))), "");
    assert_eq!(engine.next_wake(), Some(START - 3_570));
    assert_eq!(turns(&play(&mut engine, &Scene::of(-3_570, "quiet"))), "1 closed");
    assert_eq!(engine.memory().incidents()[&IncidentId(1)].closed, Some(START - 3_570));
}
