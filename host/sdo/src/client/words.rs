//! What a host says, in words and colours.

use crate::render::style::severity_style;
use crate::render::time::{date, duration};
use anstyle::Style;
use jiff::Timestamp;
use sdo_api::document::{CoverageState, Incident, Object, Round, Severity, Stage};
use sdo_model::{State, finding};

/// Now by the cluster's clock, as of the last round; `None` before the first, when ages cannot be told.
pub(super) fn now(round: Option<&Round>) -> Option<i64> {
    let round = round?;
    let age = i64::try_from(round.age_seconds).ok()?;
    Some(seconds(&round.at)?.saturating_add(age))
}

/// Seconds since 1970 of a time in a document.
pub(super) fn seconds(time: &str) -> Option<i64> {
    Some(time.parse::<Timestamp>().ok()?.as_second())
}

/// `2026-11-30 18:03 UTC`; as the document has it when it is none.
pub(super) fn moment(time: &str) -> String {
    seconds(time).map_or_else(|| time.to_owned(), date)
}

/// `25 min`, from `time` to `now`; the moment where that cannot be told.
pub(super) fn age(time: &str, now: Option<i64>) -> String {
    match (seconds(time), now) {
        (Some(then), Some(now)) => duration(now.saturating_sub(then)),
        _ => moment(time),
    }
}

/// `for 25 min`, or `since 2026-11-30 18:03 UTC`.
pub(super) fn standing(time: &str, now: Option<i64>) -> String {
    match (seconds(time), now) {
        (Some(then), Some(now)) => format!("for {}", duration(now.saturating_sub(then))),
        _ => format!("since {}", moment(time)),
    }
}

/// `Deployment demo/web`.
pub(super) fn object(object: &Object) -> String {
    let Object { kind, namespace, name } = object;
    match namespace.as_str() {
        "" => format!("{kind} {name}"),
        _ => format!("{kind} {namespace}/{name}"),
    }
}

/// The name of a host as people know it: what follows it in a Lease only tells two lives of one pod apart.
pub(super) fn host(identity: &str) -> &str {
    identity.split('_').next().unwrap_or(identity)
}

/// The colour of a severity.
pub(super) fn style(severity: Severity) -> Style {
    severity_style(severity_of(severity))
}

/// As the model has it, which orders them.
pub(super) fn severity_of(severity: Severity) -> finding::Severity {
    match severity {
        Severity::Critical => finding::Severity::Critical,
        Severity::Warning => finding::Severity::Warning,
        Severity::Info => finding::Severity::Info,
    }
}

/// As the model has it, which has words for it.
pub(super) fn state_of(state: CoverageState) -> State {
    match state {
        CoverageState::Complete => State::Complete,
        CoverageState::Partial => State::Partial,
        CoverageState::Forbidden => State::Forbidden,
        CoverageState::Missing => State::Missing,
    }
}

/// One word for how an incident stands: what people ought to know first.
pub(super) fn stage(incident: &Incident) -> &'static str {
    match incident {
        Incident {
            stage: Stage::Closed, ..
        } => "closed",
        Incident { mute: Some(_), .. } => "muted",
        Incident { blind: Some(_), .. } => "blind",
        Incident { flapping: true, .. } => "flapping",
        _ => "open",
    }
}

/// That more is known than is shown; nothing when it is not.
pub(super) fn more(left: usize) -> String {
    match left {
        0 => String::new(),
        left => format!("and {left} more; -o json has all"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(at: &str) -> Round {
        Round {
            number: 7,
            at: at.to_owned(),
            age_seconds: 5,
            micros: 1,
        }
    }

    #[test]
    fn a_host_is_named_as_its_pod_is() {
        assert_eq!(
            (host("sdo-0_6f1c_a7"), host("sdo-7d9f4c-x2x8v")),
            ("sdo-0", "sdo-7d9f4c-x2x8v")
        );
    }

    #[test]
    fn ages_are_told_by_the_clock_of_the_cluster_or_not_at_all() {
        let now = now(Some(&round("2026-11-30T18:03:00Z")));
        assert_eq!(now, seconds("2026-11-30T18:03:05Z"));
        assert_eq!(age("2026-11-30T17:38:05Z", now), "25 min");
        assert_eq!(standing("2026-11-30T17:38:05Z", now), "for 25 min");
        assert_eq!(standing("2026-11-30T17:38:05Z", None), "since 2026-11-30 17:38 UTC");
        assert_eq!(age("soon", now), "soon");
        assert_eq!(super::now(Some(&round("never"))), None);
    }
}
