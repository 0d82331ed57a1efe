//! The life of incidents, told by the default settings. How to read a story: `story.rs`.

use super::story::{START, Scene, check, engine, play, turns};
use crate::incidents::{Engine, Hold, Memory, Reach, Settings, Verdict};
use sdo_model::finding::Severity;

fn story(story: &str) {
    check(&Settings::default(), story);
}

#[test]
fn a_fault_opens_when_it_has_stood_for_ten_seconds_although_its_rule_does_not_run_again() {
    story(
        "0: a ->
         9: quiet a ->
         10: quiet a -> 1 opened
         11: quiet a ->",
    );
}

#[test]
fn a_fault_opens_after_runs_in_a_row_that_are_apart() {
    let settings = Settings {
        open: Hold { runs: 3, seconds: 600 },
        ..Settings::default()
    };
    // Of the runs within five seconds one counts.
    check(
        &settings,
        "0: a ->
         1: a ->
         2: a ->
         3: a ->
         5: a ->
         9: a ->
         10: a -> 1 opened",
    );
    check(
        &settings,
        "0: a ->
         5: a ->
         10: ->
         15: a ->
         20: a ->
         25: a -> 1 opened",
    );
}

#[test]
fn critical_faults_may_have_a_hold_of_their_own() {
    let settings = Settings {
        open_critical: Hold { runs: 2, seconds: 2 },
        ..Settings::default()
    };
    check(
        &settings,
        "0: a! b ->
         2: quiet a! b -> 1 opened
         10: quiet a! b -> 2 opened",
    );
}

#[test]
fn what_passes_within_the_hold_is_never_told() {
    story(
        "0: a ->
         8: ->
         9: a ->
         18: a ->
         18: ->
         60: quiet ->",
    );
}

#[test]
fn an_incident_closes_after_clear_runs_or_when_it_was_clear_for_half_a_minute() {
    story(
        "0: a ->
         10: a -> 1 opened
         20: ->
         21: ->
         25: ->
         30: -> 1 closed",
    );
    story(
        "0: a ->
         10: a -> 1 opened
         20: ->
         49: quiet ->
         50: quiet -> 1 closed",
    );
}

#[test]
fn a_clear_run_between_two_that_find_it_closes_nothing() {
    story(
        "0: a ->
         10: a -> 1 opened
         20: ->
         25: ->
         29: a ->
         35: ->
         40: ->
         44: a ->",
    );
}

#[test]
fn the_same_cause_opens_the_same_incident_within_half_an_hour_and_later_another() {
    story(
        "0: a ->
         10: a -> 1 opened
         20: ->
         50: quiet -> 1 closed
         1840: a ->
         1850: a -> 1 reopened
         1860: ->
         1890: quiet -> 1 closed
         3681: a ->
         3691: a -> 2 opened",
    );
}

#[test]
fn an_incident_that_comes_and_goes_is_told_a_few_times_and_then_kept_open() {
    story(
        "0: a ->
         10: a -> 1 opened
         20: ->
         50: quiet -> 1 closed
         60: a ->
         70: a -> 1 reopened
         80: ->
         110: quiet -> 1 closed
         120: a ->
         130: a -> 1 reopened, 1 flapping
         140: ->
         180: quiet ->
         200: a ->
         300: ->
         400: a ->
         1299: quiet a ->
         1300: quiet a -> 1 steady
         1310: ->
         1340: quiet -> 1 closed",
    );
}

#[test]
fn a_flapping_incident_that_rests_in_health_closes() {
    let settings = Settings {
        flips: 1,
        ..Settings::default()
    };
    check(
        &settings,
        "0: a ->
         10: a -> 1 opened
         20: ->
         50: quiet -> 1 flapping
         100: quiet ->
         919: quiet ->
         920: quiet -> 1 steady, 1 closed",
    );
}

#[test]
fn a_flapping_incident_that_goes_after_long_has_to_stay_away_as_long() {
    let settings = Settings {
        flips: 0,
        ..Settings::default()
    };
    check(
        &settings,
        "0: a ->
         10: a -> 1 opened, 1 flapping
         800: ->
         909: quiet ->
         910: quiet ->
         1699: quiet ->
         1700: quiet -> 1 steady, 1 closed",
    );
}

#[test]
fn openings_an_hour_apart_are_no_flapping() {
    let settings = Settings {
        flips: 2,
        ..Settings::default()
    };
    check(
        &settings,
        "0: a ->
         10: a -> 1 opened
         20: ->
         50: quiet -> 1 closed
         3700: a ->
         3710: a -> 2 opened
         3720: ->
         3750: quiet -> 2 closed
         3760: a ->
         3770: a -> 2 reopened, 2 flapping",
    );
}

#[test]
fn an_incident_that_cannot_be_seen_is_held_and_called_blind_once() {
    story(
        "0: a ->
         10: a -> 1 opened
         20: -a ->
         29: -a ->
         30: -a -> 1 blinded
         90: -a ->
         99999: -a ->
         100000: a -> 1 sighted
         100010: ->
         100040: quiet -> 1 closed",
    );
}

#[test]
fn a_short_blindness_is_no_news() {
    story(
        "0: a ->
         10: a -> 1 opened
         20: restart quiet -a -b -c ->
         25: a ->
         40: a ->",
    );
}

#[test]
fn blindness_by_turns_is_told_at_most_every_five_minutes() {
    story(
        "0: a ->
         10: a -> 1 opened
         20: -a ->
         30: -a -> 1 blinded
         31: a -> 1 sighted
         40: -a ->
         60: -a ->
         61: a ->
         300: -a ->
         330: -a ->
         331: -a -> 1 blinded",
    );
}

#[test]
fn unknown_rounds_neither_open_nor_close_and_do_not_count_as_time() {
    // Held for 5 seconds before and 5 after.
    story(
        "0: a ->
         5: -a a ->
         100: -a a ->
         105: a ->
         109: a ->
         110: a -> 1 opened",
    );
    // Clear for 10 seconds before and 20 after.
    story(
        "0: a ->
         10: a -> 1 opened
         20: ->
         30: quiet -a ->
         40: quiet -a -> 1 blinded
         500: quiet -a ->
         510: quiet -> 1 sighted
         529: quiet ->
         530: quiet -> 1 closed",
    );
}

#[test]
fn what_is_found_in_a_partial_view_is_there_and_what_is_not_found_is_held() {
    story(
        "0: ~a a ->
         10: ~a a -> 1 opened
         60: ~a a ->
         70: ~a ->
         80: ~a -> 1 blinded
         500: ~a ->
         510: -> 1 sighted
         540: quiet -> 1 closed",
    );
}

#[test]
fn a_gap_holds_what_lies_in_it_even_if_only_an_effect_does() {
    let rounds = [(0, "b(a)"), (10, "b(a)"), (20, ""), (50, "")];
    let told = |namespace: &str| -> Vec<String> {
        let mut engine = engine();
        let mut told = Vec::new();
        for (second, words) in rounds {
            let mut scene = Scene::of(second, words);
            let reach = Reach::In([namespace.to_owned()].into());
            let verdict = Verdict::ran().except(reach, "it is partial");
            scene.rules.insert("rule-b".to_owned(), verdict);
            told.push(turns(&play(&mut engine, &scene)));
        }
        told
    };
    assert_eq!(told("ns-c"), ["", "1 opened", "", "1 closed"]);
    assert_eq!(told("ns-b"), ["", "1 opened", "", "1 blinded"]);
    assert_eq!(told("ns-a"), ["", "1 opened", "", "1 blinded"]);
}

#[test]
fn what_was_found_despite_a_gap_is_gone_when_it_is_no_longer_found() {
    let told = |gap: i64| -> Vec<String> {
        let mut engine = engine();
        let rounds = [(0, "a"), (10, "a"), (20, ""), (50, "")];
        let told = rounds.map(|(second, words)| {
            let mut scene = Scene::of(second, words);
            let since = START.saturating_add(gap);
            let verdict = Verdict::ran().except_since(Reach::everywhere(), "Secret: forbidden", since);
            let is_there = second >= gap;
            scene
                .rules
                .insert("rule-a".to_owned(), if is_there { verdict } else { Verdict::ran() });
            turns(&play(&mut engine, &scene))
        });
        told.to_vec()
    };
    assert_eq!(told(-3_600), ["", "1 opened", "", "1 closed"]);
    assert_eq!(told(20), ["", "1 opened", "", "1 blinded"]);
}

#[test]
fn a_fault_that_is_still_found_after_a_gap_began_can_close_under_it() {
    let mut engine = engine();
    let rounds = [(0, "a"), (10, "a"), (20, "a"), (25, ""), (54, "quiet"), (55, "quiet")];
    let told = rounds.map(|(second, words)| {
        let mut scene = Scene::of(second, words);
        // A gap, or a host that was restarted and knows of it only since then.
        if second >= 20 {
            let verdict = Verdict::ran().except_since(Reach::everywhere(), "Secret: forbidden", START + 20);
            scene.rules.insert("rule-a".to_owned(), verdict);
        }
        turns(&play(&mut engine, &scene))
    });
    assert_eq!(told, ["", "1 opened", "", "", "", "1 closed"]);
}

#[test]
fn a_rule_that_is_removed_closes_its_incidents_after_a_hold() {
    story(
        "0: a b ->
         10: a b -> 1 opened, 2 opened
         20: xa b ->
         30: a b ->
         40: xa b ->
         69: xa b ->
         70: xa b -> 1 closed
         80: a b ->
         90: a b -> 1 reopened",
    );
}

#[test]
fn a_rule_that_is_gone_after_a_long_blindness_has_its_hold_all_the_same() {
    story(
        "0: a ->
         10: a -> 1 opened
         20: -a ->
         30: -a -> 1 blinded
         5000: xa ->
         5029: xa ->
         5030: xa -> 1 closed",
    );
}

#[test]
fn a_host_that_has_loaded_nothing_closes_nothing() {
    story(
        "0: a ->
         10: a -> 1 opened
         20: xa xb xc ->
         40: xa xb xc -> 1 blinded
         4000: xa xb xc ->
         4010: a -> 1 sighted",
    );
}

#[test]
fn a_fault_that_is_folded_closes_once_the_cause_that_explains_it_is_open() {
    story(
        "0: a ->
         10: a -> 1 opened
         20: b(a) ->
         30: quiet b(a) -> 2 opened
         49: quiet b(a) ->
         50: quiet b(a) -> 1 closed
         60: quiet b ->
         70: a ->
         80: a -> 1 reopened",
    );
}

#[test]
fn a_fault_stays_told_while_what_explains_it_is_not() {
    let settings = Settings {
        open: Hold { runs: 1, seconds: 10 },
        open_critical: Hold { runs: 99, seconds: 500 },
        ..Settings::default()
    };
    // `b` takes long to open; until then the first incident speaks for the fault.
    let mut engine = Engine::new(settings, Memory::default());
    let mut told = Vec::new();
    for (second, words) in [(0, "a"), (20, "b(a)"), (100, "b(a)"), (519, "b(a)"), (520, "b(a)")] {
        let mut scene = Scene::of(second, words);
        for finding in scene.findings.iter_mut().filter(|finding| finding.cause == "b") {
            finding.severity = Severity::Critical;
        }
        told.push(turns(&play(&mut engine, &scene)));
    }
    assert_eq!(told, ["1 opened", "", "", "", "2 opened, 1 closed"]);
}

#[test]
fn findings_of_one_cause_are_one_incident() {
    story(
        "0: a*3 ->
         10: a*2 -> 1 opened
         90: a*1 ->
         99: ->
         129: quiet -> 1 closed",
    );
}

#[test]
fn another_wording_is_told_once_a_minute_and_a_worse_severity_at_once() {
    story(
        "0: a=one ->
         10: a=one -> 1 opened
         20: a=two ->
         30: a=three ->
         69: a=three ->
         70: a=four -> 1 changed
         71: a! -> 1 changed
         72: a ->
         73: a! ->
         130: a! ->
         132: a -> 1 changed",
    );
}

#[test]
fn a_muted_incident_is_followed_and_told_when_the_mute_ends() {
    story(
        "0: mute:a a b ->
         10: mute:a a b -> 1 opened, 1 muted, 2 opened
         69: a b ->
         80: a b -> 1 unmuted
         90: mute:a a b -> 1 muted
         100: mute:a b ->
         130: mute:a b -> 1 closed
         140: mute:a a b ->
         150: mute:a a b -> 1 reopened, 1 muted
         160: mute:a b ->
         190: mute:a b -> 1 closed
         200: a b ->
         210: a b -> 1 reopened, 1 flapping",
    );
}

#[test]
fn a_window_mutes_from_its_first_instant_to_its_last() {
    story(
        "0: window:100-200 a ->
         10: window:100-200 a -> 1 opened
         99: window:100-200 quiet a ->
         100: window:100-200 quiet a -> 1 muted
         199: window:100-200 quiet a ->
         200: window:100-200 quiet a -> 1 unmuted",
    );
    // Also of what cannot be seen.
    story(
        "0: window:100-200 a ->
         10: window:100-200 a -> 1 opened
         20: window:100-200 -a ->
         30: window:100-200 -a -> 1 blinded
         100: window:100-200 -a -> 1 muted",
    );
}

#[test]
fn a_clock_that_goes_back_opens_and_closes_nothing_and_is_believed_after_a_while() {
    story(
        "10000: a ->
         10010: a -> 1 opened
         10020: b ->
         6420: b ->
         6449: b ->
         6450: b ->
         6459: quiet b ->
         6460: quiet b -> 2 opened
         6479: quiet b ->
         6480: quiet b -> 1 closed",
    );
}

#[test]
fn clocks_that_differ_by_an_hour_and_answer_by_turns_open_and_close_nothing_early() {
    story(
        "10000: a ->
         10010: a -> 1 opened
         10011: b ->
         6412: b ->
         10013: b ->
         6414: b ->
         10015: b ->
         6416: b ->
         10021: b -> 2 opened",
    );
}

#[test]
fn a_clock_that_leaps_ahead_is_time_that_passed() {
    story(
        "0: a ->
         3600: a b -> 1 opened
         7200: b -> 2 opened
         10800: b -> 1 closed",
    );
}
