use super::schedule::Span;
use super::*;
use crate::text::Time;
use crate::view::fixture::snapshot;

fn at(text: &str) -> i64 {
    Time::parse(text).unwrap().unix()
}

const NOW: &str = "2026-03-10T12:00:00Z";

fn timing(schedule: &str, zone: &str, started: Option<&str>) -> Timing {
    let span = Span {
        created: Some(at("2026-01-01T00:00:00Z")),
        started: started.map(at),
        now: at(NOW),
    };
    Timing::of(schedule, zone, &span)
}

#[test]
fn due_times_are_worked_out_in_the_time_zone_of_the_job() {
    let berlin = timing("30 8 * * *", "Europe/Berlin", Some("2026-03-09T07:30:00Z"));
    assert_eq!(
        (berlin.due, berlin.next_due),
        (Some(at("2026-03-10T07:30:00Z")), Some(at("2026-03-11T07:30:00Z")))
    );
    assert_eq!((berlin.missed, berlin.period), (1, 24 * 3600));
    let utc = timing("30 8 * * *", "", Some("2026-03-10T08:30:00Z"));
    assert_eq!((utc.due, utc.missed), (Some(at("2026-03-10T08:30:00Z")), 0));
    assert_eq!(timing("CRON_TZ=Europe/Berlin 30 8 * * *", "", None).due, berlin.due);
}

#[test]
fn a_job_that_stopped_starting_counts_what_it_missed_up_to_a_hundred() {
    assert_eq!(timing("* * * * *", "", Some("2026-03-10T11:57:00Z")).missed, 3);
    assert_eq!(timing("* * * * *", "", Some("2026-03-07T12:00:00Z")).missed, 100);
    assert_eq!(timing("0 0 1 * *", "", None).missed, 2);
}

#[test]
fn a_new_job_has_missed_nothing_before_its_first_due_time() {
    let span = Span {
        created: Some(at("2026-03-10T11:00:00Z")),
        started: None,
        now: at(NOW),
    };
    let new = Timing::of("0 3 * * *", "", &span);
    assert_eq!((new.valid, new.due, new.missed), (true, None, 0));
    assert_eq!(new.next_due, Some(at("2026-03-11T03:00:00Z")));
}

#[test]
fn a_date_that_never_comes_is_valid_and_never_due() {
    let never = timing("0 0 30 2 *", "", None);
    assert_eq!(
        (never.valid, never.due, never.next_due, never.period),
        (true, None, None, 0)
    );
    assert_eq!(
        timing("0 0 29 2 *", "", None).next_due,
        Some(at("2028-02-29T00:00:00Z"))
    );
}

#[test]
fn what_kubernetes_cannot_read_is_not_valid() {
    for schedule in [
        "",
        "* * * *",
        "* * * * * *",
        "60 * * * *",
        "0 0 L * *",
        "0 0 15W * *",
        "0 0 * * 5#2",
        "5-1 * * * *",
        "1,,2 * * * *",
        "@reboot",
        "@every",
        "@every soon",
        "a b c d e",
    ] {
        assert_eq!(timing(schedule, "", None), Timing::default(), "{schedule}");
    }
    assert!(!timing("* * * * *", "Mars/Olympus", None).valid);
}

#[test]
fn spellings_that_only_kubernetes_knows_are_read() {
    let next = |schedule: &str| timing(schedule, "", None).next_due.unwrap();
    assert_eq!(next("5/15 * ? * ?"), at("2026-03-10T12:05:00Z"));
    assert_eq!(next("0 0 * jan,AUG mon-FRI"), at("2026-08-03T00:00:00Z"));
    assert_eq!(next("@midnight"), at("2026-03-11T00:00:00Z"));
    assert_eq!(next("@monthly"), at("2026-04-01T00:00:00Z"));
}

#[test]
fn either_day_will_do_when_both_are_restricted() {
    assert_eq!(
        timing("0 0 13 * 3", "", None).next_due,
        Some(at("2026-03-11T00:00:00Z"))
    );
}

#[test]
fn an_interval_counts_from_the_last_start() {
    let every = timing("@every 1h30m", "", Some("2026-03-10T08:00:00Z"));
    assert_eq!((every.missed, every.period), (2, 5400));
    assert_eq!(
        (every.due, every.next_due),
        (Some(at("2026-03-10T11:00:00Z")), Some(at("2026-03-10T12:30:00Z")))
    );
}

#[test]
fn a_time_that_the_change_of_clocks_takes_away_is_not_missed() {
    let span = Span {
        created: None,
        started: Some(at("2026-03-28T01:30:00Z")),
        now: at("2026-03-29T12:00:00Z"),
    };
    let timing = Timing::of("30 2 * * *", "Europe/Berlin", &span);
    assert_eq!((timing.missed, timing.next_due), (0, Some(at("2026-03-30T00:30:00Z"))));
}

#[test]
fn hostile_times_give_no_answer_and_no_panic() {
    for now in [i64::MIN, -1, 0, 253_402_300_799, i64::MAX] {
        for schedule in ["* * * * *", "@every 1s", "@every 9223372036854775807s", "0 0 29 2 1"] {
            let span = Span {
                created: Some(i64::MIN),
                started: Some(i64::MAX),
                now,
            };
            Timing::of(schedule, "Asia/Tokyo", &span);
            Timing::of(
                schedule,
                "",
                &Span {
                    created: Some(i64::MIN),
                    started: None,
                    now,
                },
            );
        }
    }
}

#[test]
fn predicates_look_at_the_schedule() {
    let job = |name: &str, schedule: &str, suspend: bool| {
        format!(
            r#"{{"apiVersion":"batch/v1","kind":"CronJob","metadata":{{"namespace":"a","name":"{name}","creationTimestamp":"1970-01-01T00:00:00Z"}},
            "spec":{{"schedule":"{schedule}","suspend":{suspend}}}}}"#
        )
    };
    let all = [
        job("never", "0 0 30 2 *", false),
        job("often", "* * * * *", false),
        job("off", "* * * * *", true),
    ];
    let snapshot = snapshot(&all.each_ref().map(String::as_str));
    let names = |filter: CronJobFilter| {
        let page = CronJobs::query(&snapshot, &mut Call::unlimited(), &filter).unwrap();
        page.rows
            .iter()
            .map(|row| row.name.clone())
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(
        names(CronJobFilter {
            never_due: Some(true),
            ..CronJobFilter::default()
        }),
        "never"
    );
    assert_eq!(
        names(CronJobFilter {
            never_due: Some(false),
            suspended: Some(false),
            ..CronJobFilter::default()
        }),
        "often"
    );
    assert_eq!(
        names(CronJobFilter {
            suspended: Some(true),
            ..CronJobFilter::default()
        }),
        "off"
    );
}
