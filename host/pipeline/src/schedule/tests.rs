use super::*;
use crate::plain::finding;
use sdo_model::Kind;
use sdo_model::contract::detector::Severity;
use sdo_sandbox::{Cut, TrapKind};

const ROOM: Duration = Duration::from_secs(1);

fn timetable(digest: &str, kinds: &[Kind]) -> Timetable {
    Timetable {
        digest: digest.to_owned(),
        sees: kinds.iter().copied().collect(),
        interval: 60,
    }
}

fn report(clock: Clock) -> RunReport<Report> {
    RunReport {
        outcome: Outcome::Finished,
        answer: Some(Report::default()),
        cut: Cut::default(),
        log: Default::default(),
        panic: None,
        trace: Vec::new(),
        fuel: 1,
        micros: 1_000,
        peak_memory: 0,
        overdue: false,
        clock,
    }
}

fn trapped() -> RunReport<Report> {
    RunReport {
        outcome: Outcome::Trap {
            kind: TrapKind::HostPanic,
        },
        answer: None,
        ..report(Clock::default())
    }
}

fn waits_until(at: i64) -> Clock {
    let mut clock = Clock::default();
    clock.wait_for(at);
    clock
}

/// Two detectors, of pods and of Services, that both ran at 100 with these clocks.
fn ran(pods: Clock, services: Clock) -> Schedule {
    let mut schedule = Schedule::default();
    schedule.set([timetable("pods", &[Kind::Pod]), timetable("services", &[Kind::Service])].into_iter());
    assert_eq!(schedule.plan(100, ROOM).run.len(), 2);
    schedule.ran("pods", 100, report(pods));
    schedule.ran("services", 100, report(services));
    schedule
}

fn due(schedule: &mut Schedule, now: i64) -> Vec<String> {
    schedule.plan(now, ROOM).run.into_iter().collect()
}

#[test]
fn sdo_55_a_detector_is_due_when_something_that_it_reads_changed_and_only_then() {
    let mut schedule = ran(Clock::default(), Clock::default());
    assert!(due(&mut schedule, 1_000_000).is_empty());
    schedule.see(KindSet::EMPTY.with(Kind::Service).with(Kind::Node));
    assert_eq!(due(&mut schedule, 101), ["services"]);
    schedule.ran("services", 101, report(Clock::default()));
    assert!(due(&mut schedule, 102).is_empty());
}

#[test]
fn an_instant_that_a_detector_waits_for_makes_it_due_when_it_has_come() {
    let mut schedule = ran(waits_until(150), Clock::default());
    assert_eq!(schedule.next_wake(), Some(150));
    assert!(due(&mut schedule, 149).is_empty());
    assert_eq!(due(&mut schedule, 150), ["pods"]);
}

#[test]
fn sdo_55_a_detector_that_reads_the_clock_is_due_at_its_interval_and_one_that_compares_by_ago_later() {
    let reads = Clock {
        read: true,
        ..Clock::default()
    };
    let compares = Clock {
        ago: true,
        ..Clock::default()
    };
    let mut schedule = ran(reads, compares);
    assert!(due(&mut schedule, 159).is_empty());
    assert_eq!(due(&mut schedule, 160), ["pods"]);
    schedule.ran("pods", 160, report(Clock::default()));
    assert_eq!(due(&mut schedule, 700), ["services"]);
}

#[test]
fn bad_ends_bar_a_detector_for_longer_and_longer_and_a_good_one_frees_it() {
    let mut schedule = ran(Clock::default(), Clock::default());
    let mut now = 1_000;
    let mut waits = Vec::new();
    for _ in 0..10 {
        schedule.see(KindSet::EMPTY.with(Kind::Pod));
        now = schedule.barred("pods").unwrap_or(now);
        assert_eq!(due(&mut schedule, now), ["pods"]);
        schedule.ran("pods", now, trapped());
        schedule.see(KindSet::EMPTY.with(Kind::Pod));
        assert!(due(&mut schedule, now + 1).is_empty());
        waits.push(schedule.barred("pods").unwrap() - now);
    }
    assert!(
        waits.windows(2).all(|pair| pair[0] <= pair[1] + pair[1] / 4),
        "{waits:?}"
    );
    assert!(waits[0] >= FIRST_WAIT && waits[9] >= LONGEST_WAIT && waits[9] <= LONGEST_WAIT * 5 / 4);
    schedule.ran("pods", now, report(Clock::default()));
    assert_eq!(schedule.barred("pods"), None);
}

#[test]
fn when_there_is_no_room_those_that_fire_go_first_and_nobody_waits_for_ever() {
    let mut schedule = ran(Clock::default(), Clock::default());
    let mut firing = report(Clock::default());
    firing.answer = Some(Report {
        findings: vec![finding(Severity::Warning, 0, &[])],
        ..Report::default()
    });
    schedule.ran("services", 100, firing);
    let narrow = Duration::from_micros(1);
    schedule.see(KindSet::ALL);
    let plan = schedule.plan(200, narrow);
    assert_eq!(plan.run.into_iter().collect::<Vec<_>>(), ["services"]);
    assert_eq!(plan.postponed.into_iter().collect::<Vec<_>>(), ["pods"]);
    schedule.ran("services", 200, report(Clock::default()));
    schedule.see(KindSet::ALL);
    assert_eq!(schedule.waited("pods", 230), Some(30));
    assert_eq!(schedule.plan(230, narrow).run.into_iter().collect::<Vec<_>>(), ["pods"]);
}

#[test]
fn detectors_that_were_loaded_again_are_due_whatever_they_did_before() {
    let mut schedule = ran(Clock::default(), Clock::default());
    schedule.ran("pods", 100, trapped());
    schedule.renew();
    assert_eq!(due(&mut schedule, 101), ["pods", "services"]);
}

#[test]
fn a_detector_that_is_gone_is_forgotten_and_a_new_one_is_due() {
    let mut schedule = ran(Clock::default(), Clock::default());
    schedule.set([timetable("pods", &[Kind::Pod]), timetable("new", &[])].into_iter());
    assert_eq!(due(&mut schedule, 101), ["new"]);
    assert!(schedule.report("services").is_none());
    assert!(schedule.report("pods").is_some());
}

#[test]
fn sdo_44_a_detector_that_was_silent_for_ten_thousand_ticks_is_still_run() {
    let mut schedule = ran(Clock::default(), Clock::default());
    for tick in 101..10_101 {
        schedule.see(KindSet::EMPTY.with(Kind::Pod));
        assert_eq!(due(&mut schedule, tick), ["pods"]);
        schedule.ran("pods", tick, report(Clock::default()));
    }
    // The other one had nothing to look at in all that time.
    schedule.see(KindSet::EMPTY.with(Kind::Service));
    assert_eq!(due(&mut schedule, 10_101), ["services"]);
}

/// One traps whenever it runs, the other never finds anything.
#[test]
fn x12_bad_ends_and_nothing_else_rest_a_detector_and_nothing_removes_it() {
    let mut schedule = ran(Clock::default(), Clock::default());
    let mut runs = [0, 0];
    for now in 101..10_101 {
        schedule.see(KindSet::ALL);
        for digest in due(&mut schedule, now) {
            let is_bad = digest == "pods";
            runs[usize::from(is_bad)] += 1;
            let report = if is_bad { trapped() } else { report(Clock::default()) };
            schedule.ran(&digest, now, report);
        }
    }
    let [silent, bad] = runs;
    assert_eq!((silent, schedule.barred("services")), (10_000, None));
    assert!((2..=15).contains(&bad), "{bad} runs");
    let barred = schedule.barred("pods").unwrap();
    assert!(due(&mut schedule, barred).contains(&"pods".to_owned()));
}

#[test]
fn a_detector_that_could_not_be_run_wakes_nobody_until_what_it_reads_changes() {
    let mut schedule = ran(waits_until(150), Clock::default());
    assert_eq!(due(&mut schedule, 150), ["pods"]);
    schedule.blind("pods");
    assert_eq!(schedule.next_wake(), None);
    schedule.see(KindSet::EMPTY.with(Kind::Service));
    assert_eq!(schedule.next_wake(), None);
    schedule.see(KindSet::EMPTY.with(Kind::Pod));
    assert_eq!(due(&mut schedule, 160), ["pods", "services"]);
    schedule.ran("pods", 160, report(waits_until(200)));
    assert_eq!(schedule.next_wake(), Some(200));
}

#[test]
fn a_clock_that_is_set_back_puts_nobody_to_sleep() {
    let reads = Clock {
        read: true,
        ..Clock::default()
    };
    let mut schedule = Schedule::default();
    schedule.set([timetable("pods", &[Kind::Pod]), timetable("services", &[Kind::Service])].into_iter());
    schedule.ran("pods", 10_000, report(reads));
    schedule.ran("services", 10_000, trapped());
    assert!(due(&mut schedule, 1_000).is_empty());
    assert_eq!(due(&mut schedule, 1_060), ["pods"]);
    assert!(schedule.barred("services").unwrap() <= 1_060 + LONGEST_WAIT * 5 / 4);
}
