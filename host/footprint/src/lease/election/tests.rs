use super::*;

const SECOND: Duration = Duration::from_secs(1);

/// A candidate `a` and the moment of its birth.
fn candidate() -> (Election, Instant) {
    let start = Instant::now();
    (Election::new("a", Terms::default(), start), start)
}

fn lease(holder: &str, version: u32) -> Sighting {
    Sighting {
        uid: "first".to_owned(),
        version: version.to_string(),
        holder: holder.to_owned(),
        claim: Some(10 * SECOND),
        transitions: 4,
        acquired: None,
    }
}

fn free(version: u32) -> Sighting {
    Sighting {
        claim: None,
        ..lease("", version)
    }
}

fn writes(action: &Action) -> Option<&Draft> {
    match action {
        Action::Write { draft, .. } => Some(draft),
        Action::Read { .. } => None,
    }
}

/// A candidate that took the lease `start` ago, at version 1.
fn leader() -> (Election, Instant) {
    let (mut election, start) = candidate();
    election.observe(Some(free(0)), start);
    election.wrote(lease("a", 1), start, start);
    (election, start)
}

#[test]
fn a_lease_that_was_given_back_is_taken_at_once() {
    let (mut election, start) = candidate();
    let action = election.observe(Some(free(7)), start);
    let draft = writes(&action).unwrap();
    assert_eq!(draft.replaces.as_deref(), Some("7"));
    assert_eq!((draft.holder.as_deref(), draft.transitions), (Some("a"), 5));
    assert_eq!(
        election.leading_until(),
        None,
        "a write without an answer makes no leader"
    );
}

#[test]
fn an_answered_write_leads_until_the_deadline_after_it_was_sent() {
    let (mut election, start) = candidate();
    election.observe(Some(free(7)), start);
    let action = election.wrote(lease("a", 8), start, start + SECOND);
    assert_eq!(election.leading_until(), Some(start + 6 * SECOND));
    assert_eq!(action.at(), start + 2 * SECOND);
    let draft = writes(&action).unwrap();
    assert_eq!(draft.replaces.as_deref(), Some("8"));
    assert_eq!(draft.transitions, 4, "a renewal is no transition");
}

#[test]
fn a_held_lease_is_waited_for_from_when_it_was_seen_whatever_times_stand_in_it() {
    for acquired in ["1970-01-01T00:00:00Z", "2200-01-01T00:00:00Z"] {
        let held = Sighting {
            acquired: Some(acquired.parse().unwrap()),
            ..lease("b", 1)
        };
        let (mut election, start) = candidate();
        let seen = start + 5 * SECOND;
        assert_eq!(writes(&election.observe(Some(held.clone()), seen)), None);
        assert_eq!(election.leader(), Some("b"));
        let almost = seen + 9 * SECOND;
        let action = election.observe(Some(held.clone()), almost);
        assert_eq!(
            action,
            Action::Read { at: seen + 10 * SECOND },
            "it comes back at the very moment"
        );
        assert!(writes(&election.observe(Some(held), seen + 10 * SECOND)).is_some());
    }
}

#[test]
fn any_write_to_the_lease_is_a_sign_of_life() {
    let (mut election, start) = candidate();
    election.observe(Some(lease("b", 1)), start);
    election.observe(Some(lease("b", 2)), start + 9 * SECOND);
    assert_eq!(
        writes(&election.observe(Some(lease("b", 2)), start + 18 * SECOND)),
        None
    );
    assert!(writes(&election.observe(Some(lease("b", 2)), start + 19 * SECOND)).is_some());
}

#[test]
fn the_claim_of_the_holder_counts_and_not_ones_own_but_never_for_ever() {
    let claims = |claim: Duration| Sighting {
        claim: Some(claim),
        ..lease("b", 1)
    };
    let takes = |claim: Duration, after: Duration| {
        let (mut election, start) = candidate();
        election.observe(Some(claims(claim)), start);
        writes(&election.observe(Some(claims(claim)), start + after)).is_some()
    };
    assert!(!takes(30 * SECOND, 29 * SECOND));
    assert!(takes(30 * SECOND, 30 * SECOND));
    assert!(takes(u32::MAX * SECOND, LONGEST_CLAIM));
}

/// As the server has it after a candidate created it.
fn blank(version: u32) -> Sighting {
    Sighting {
        uid: "second".to_owned(),
        transitions: 0,
        ..lease("", version)
    }
}

#[test]
fn a_lease_that_is_not_there_is_created_without_a_holder_and_waited_for() {
    let (mut election, start) = candidate();
    let action = election.observe(None, start);
    let draft = writes(&action).unwrap();
    assert_eq!((&draft.replaces, &draft.holder), (&None, &None));
    let answered = start + SECOND;
    assert_eq!(writes(&election.wrote(blank(1), start, answered)), None);
    assert_eq!(election.leading_until(), None);
    assert_eq!(writes(&election.observe(Some(blank(1)), answered + 9 * SECOND)), None);
    let action = election.observe(Some(blank(1)), answered + 10 * SECOND);
    assert_eq!(writes(&action).unwrap().replaces.as_deref(), Some("1"));
}

#[test]
fn a_lease_that_vanishes_is_waited_for_from_when_there_is_a_new_one() {
    let (mut election, start) = candidate();
    election.observe(Some(lease("b", 1)), start);
    assert_eq!(
        writes(&election.observe(None, start + 9 * SECOND)).unwrap().holder,
        None
    );
    let seen = start + 12 * SECOND;
    assert_eq!(writes(&election.observe(Some(blank(5)), seen)), None);
    assert_eq!(writes(&election.observe(Some(blank(5)), seen + 9 * SECOND)), None);
    assert!(writes(&election.observe(Some(blank(5)), seen + 10 * SECOND)).is_some());
}

#[test]
fn a_lease_made_anew_does_not_free_the_old_one() {
    let anew = Sighting {
        uid: "second".to_owned(),
        ..free(5)
    };
    let (mut election, start) = candidate();
    election.observe(Some(lease("b", 1)), start);
    let seen = start + 2 * SECOND;
    assert_eq!(writes(&election.observe(Some(anew.clone()), seen)), None);
    assert!(writes(&election.observe(Some(anew), seen + 10 * SECOND)).is_some());
}

#[test]
fn a_lease_emptied_by_hand_is_not_free_and_one_given_back_is() {
    let (mut election, start) = candidate();
    election.observe(Some(lease("b", 1)), start);
    assert_eq!(writes(&election.observe(Some(lease("", 2)), start + SECOND)), None);
    assert!(writes(&election.observe(Some(free(3)), start + 2 * SECOND)).is_some());
}

#[test]
fn a_leader_whose_lease_vanishes_puts_it_back() {
    let (mut election, start) = leader();
    let now = start + 2 * SECOND;
    assert!(writes(&election.beaten(now)).is_none());
    let action = election.observe(None, now);
    assert_eq!(writes(&action).unwrap().replaces, None);
    assert_eq!(
        election.leading_until(),
        Some(start + 6 * SECOND),
        "not a moment longer before it is answered"
    );
}

#[test]
fn a_leader_takes_back_a_lease_that_was_emptied_or_made_anew_without_it() {
    for taken in [lease("", 2), blank(2)] {
        let (mut election, start) = leader();
        let action = election.observe(Some(taken), start + 3 * SECOND);
        let draft = writes(&action).unwrap();
        assert_eq!(
            (draft.replaces.as_deref(), draft.holder.as_deref()),
            (Some("2"), Some("a"))
        );
        assert_eq!(
            election.leading_until(),
            Some(start + 6 * SECOND),
            "not a moment longer before it is answered"
        );
    }
    let (mut election, start) = leader();
    let late = start + 6 * SECOND;
    assert_eq!(
        writes(&election.observe(Some(blank(2)), late)),
        None,
        "who leads no longer waits like the others"
    );
}

#[test]
fn a_leader_that_slept_over_its_end_does_not_lead_by_a_lease_that_it_puts_back() {
    let (mut election, start) = leader();
    election.observe(None, start + 5 * SECOND);
    let asked = start + 60 * SECOND;
    let mine = Sighting {
        uid: "second".to_owned(),
        ..lease("a", 9)
    };
    assert_eq!(writes(&election.wrote(mine, asked, asked)), None);
    assert_eq!(election.leading_until(), None);
}

#[test]
fn a_leader_that_sees_another_holder_steps_down_at_once() {
    let (mut election, start) = leader();
    let action = election.observe(Some(lease("b", 2)), start + 2 * SECOND);
    assert_eq!((election.leading_until(), writes(&action)), (None, None));
    assert_eq!(election.leader(), Some("b"));
}

#[test]
fn a_claim_of_ones_own_that_nobody_confirmed_is_waited_for_like_any_other() {
    let (mut election, start) = candidate();
    election.observe(Some(free(0)), start);
    let now = start + 3 * SECOND;
    let action = election.failed(start, now);
    assert_eq!((writes(&action), election.leading_until()), (None, None));
    // It may be a request of long ago that put this name there, into a lease that was missing under somebody else.
    assert_eq!(writes(&election.observe(Some(lease("a", 1)), now)), None);
    assert_eq!(election.resign(now), None);
    let later = now + 10 * SECOND;
    assert!(writes(&election.observe(Some(lease("a", 1)), later)).is_some());
    election.wrote(lease("a", 2), later, later);
    assert_eq!(election.leading_until(), Some(later + 6 * SECOND));
}

#[test]
fn a_leader_whose_answer_was_lost_looks_and_renews() {
    let (mut election, start) = leader();
    let now = start + 4 * SECOND;
    let action = election.observe(Some(lease("a", 2)), now);
    assert_eq!(writes(&action).unwrap().replaces.as_deref(), Some("2"));
    assert_eq!(election.leading_until(), Some(start + 6 * SECOND));
}

#[test]
fn after_an_outage_that_nobody_used_the_last_leader_goes_on_at_once() {
    let (mut election, start) = leader();
    let now = start + 40 * SECOND;
    assert!(writes(&election.failed(start + 38 * SECOND, now)).is_none());
    let action = election.observe(Some(lease("a", 1)), now);
    assert_eq!(writes(&action).unwrap().replaces.as_deref(), Some("1"));
    assert_eq!(election.leading_until(), None, "not before it is answered");
}

#[test]
fn a_failed_renewal_is_tried_again_and_prolongs_nothing() {
    let (election, start) = leader();
    let asked = start + 2 * SECOND;
    let refused = election.failed(asked, asked);
    assert_eq!(refused.at(), asked + 2 * SECOND);
    let hung = election.failed(asked, asked + 3 * SECOND);
    assert_eq!(
        hung.at(),
        asked + 3 * SECOND + BREATH,
        "a slow failure leaves less time, not none"
    );
    assert!(writes(&hung).is_some());
    assert_eq!(election.leading_until(), Some(start + 6 * SECOND));
    let after = election.failed(asked, start + 7 * SECOND);
    assert!(writes(&after).is_none(), "who led once reads before it writes");
}

#[test]
fn a_refused_write_is_followed_by_a_pause_and_a_look() {
    let (election, start) = leader();
    assert_eq!(election.beaten(start), Action::Read { at: start + BREATH });
}

#[test]
fn only_the_holder_gives_a_lease_back() {
    let (mut election, start) = leader();
    let draft = election.resign(start).unwrap();
    assert_eq!((draft.replaces.as_deref(), draft.holder), (Some("1"), None));
    assert_eq!(election.leading_until(), None);
    election.observe(Some(lease("b", 9)), start);
    assert_eq!(election.resign(start), None);
}

#[test]
fn a_server_that_answers_a_write_with_another_holder_makes_no_leader() {
    let (mut election, start) = candidate();
    election.observe(Some(free(0)), start);
    election.wrote(lease("b", 1), start, start);
    assert_eq!(election.leading_until(), None);
}
