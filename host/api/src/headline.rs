//! What can be said of the cluster in a sentence or two. Unknown is not healthy: nothing is called clear that was not all read.

use crate::board::{Board, Link, Role};
use crate::text::clean;
use crate::words::{ago, count, duration, thousands};
use sdo_model::finding::Severity;
use std::time::Duration;

/// The verdict and its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Headline {
    pub(crate) word: Word,
    pub(crate) text: String,
}

/// The verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    /// Nothing is found, everything could be read, every detector answered.
    Clear,
    /// Incidents are open; the worst of them.
    Incidents(Severity),
    /// Nothing is found in what could be read.
    Partial,
    /// Nothing can be said.
    Unknown,
}

impl Headline {
    /// Of a board; `silent` is how long the host has not beaten, when that is too long.
    pub(crate) fn of(board: &Board, silent: Option<Duration>) -> Self {
        let gaps = gaps(board);
        let worst = board.open.iter().map(|incident| incident.finding.severity).max();
        let doubt = doubt(board, silent);
        let word = match (worst, &doubt) {
            (Some(severity), _) => Word::Incidents(severity),
            (None, Some(_)) => Word::Unknown,
            (None, None) if gaps.is_empty() => Word::Clear,
            (None, None) => Word::Partial,
        };
        let sentences = doubt.into_iter().chain(said(board, word, &gaps));
        Self {
            word,
            text: sentences.collect::<Vec<_>>().join(" "),
        }
    }
}

/// Why what is shown may not be how things are.
fn doubt(board: &Board, silent: Option<Duration>) -> Option<String> {
    if let Some(silent) = silent {
        let age = duration(i64::try_from(silent.as_secs()).unwrap_or(i64::MAX));
        return Some(format!("The host has not moved for {age}."));
    }
    match (&board.status.link, board.status.round) {
        (Link::Stale { since, reason }, _) => Some(format!(
            "The API server has not answered for {}: {}.",
            duration(board.now().saturating_sub(*since)),
            clean(reason).trim_end_matches('.')
        )),
        (_, None) if board.status.role == Role::Standby => Some(standby(board)),
        (_, None) => Some("No round has finished yet.".to_owned()),
        (_, Some(_)) => None,
    }
}

/// A standby watches, and holds no rounds until it leads.
fn standby(board: &Board) -> String {
    match &board.status.leader {
        Some(leader) => format!("This host stands by; {} leads, ask it.", clean(leader)),
        None => "This host stands by, and nobody is known to lead.".to_owned(),
    }
}

fn said(board: &Board, word: Word, gaps: &[String]) -> Vec<String> {
    let Some(round) = board.status.round else {
        return vec!["Nothing can be said.".to_owned()];
    };
    let age = i64::try_from(round.finished.elapsed().as_secs()).unwrap_or(i64::MAX);
    let mut sentences = vec![found(board, word)];
    let objects = thousands(board.status.objects);
    sentences.push(format!("Last round {} over {objects} objects.", ago(age)));
    match gaps {
        [] => sentences.push(all_read(board)),
        gaps => sentences.push(format!("{}.", gaps.join("; "))),
    }
    sentences
}

fn found(board: &Board, word: Word) -> String {
    match word {
        Word::Clear => "No open incidents.".to_owned(),
        Word::Partial => "No open incidents in what could be read.".to_owned(),
        Word::Unknown => "No incidents were open.".to_owned(),
        Word::Incidents(_) => {
            let of = |severity: Severity| match board.open_count(severity) {
                0 => None,
                number => Some(format!("{number} {}", severity.as_str())),
            };
            let levels = [Severity::Critical, Severity::Warning, Severity::Info];
            let levels: Vec<String> = levels.into_iter().filter_map(of).collect();
            format!("{}: {}.", count(board.open.len(), "open incident"), levels.join(", "))
        }
    }
}

fn all_read(board: &Board) -> String {
    match board.coverage.len() {
        1 => "The one kind that detectors read is read completely.".to_owned(),
        kinds => format!("All {kinds} kinds that detectors read are read completely."),
    }
}

/// What is not known, as parts of a sentence.
fn gaps(board: &Board) -> Vec<String> {
    if board.detectors.is_empty() {
        return vec!["No detector is loaded, so nothing is checked".to_owned()];
    }
    let verbs = |number: usize, one: &str, many: &str| if number == 1 { one.to_owned() } else { many.to_owned() };
    let mut gaps = Vec::new();
    let kinds = board.unread_kinds();
    if kinds > 0 {
        gaps.push(format!(
            "{} cannot be read completely, see coverage",
            count(kinds, "kind")
        ));
    }
    let unknown = board.unknown.len();
    if unknown > 0 {
        gaps.push(format!(
            "{} {} unknown",
            count(unknown, "verdict"),
            verbs(unknown, "is", "are")
        ));
    }
    let unwell = board.unwell_detectors();
    if unwell > 0 {
        let have = verbs(unwell, "has", "have");
        gaps.push(format!(
            "{} {have} no valid answer, see detectors",
            count(unwell, "detector")
        ));
    }
    gaps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Detector, LastRound, LastRun};
    use crate::sample;
    use sdo_model::State;
    use tokio::time::Instant;

    /// A board that is clear.
    fn clear() -> Board {
        let mut board = sample::empty();
        board.status.round = Some(LastRound {
            number: 1,
            at: sample::NOW,
            finished: Instant::now(),
            took: Duration::from_millis(5),
        });
        board
    }

    fn word(board: &Board) -> Word {
        Headline::of(board, None).word
    }

    #[tokio::test(start_paused = true)]
    async fn clear_is_said_only_when_everything_was_read_and_every_detector_answered() {
        let board = clear();
        tokio::time::advance(Duration::from_secs(3)).await;
        let headline = Headline::of(&board, None);
        assert_eq!(headline.word, Word::Clear);
        assert_eq!(
            headline.text,
            "No open incidents. Last round 3 s ago over 1,234 objects. All 3 kinds that detectors read are read completely."
        );
    }

    #[tokio::test(start_paused = true)]
    async fn a_standby_says_whom_to_ask() {
        let mut board = sample::starting();
        board.status.role = Role::Standby;
        for (leader, said) in [
            (
                Some("sdo-a"),
                "This host stands by; sdo-a leads, ask it. Nothing can be said.",
            ),
            (
                None,
                "This host stands by, and nobody is known to lead. Nothing can be said.",
            ),
        ] {
            board.status.leader = leader.map(str::to_owned);
            let headline = Headline::of(&board, None);
            assert_eq!((headline.word, headline.text.as_str()), (Word::Unknown, said));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_kind_that_is_not_all_read_is_never_clear() {
        for state in [State::Partial, State::Forbidden, State::Missing] {
            let mut board = clear();
            board.coverage[0].state = state;
            let headline = Headline::of(&board, None);
            assert_eq!(headline.word, Word::Partial);
            assert_eq!(
                headline.text,
                "No open incidents in what could be read. Last round just now over 1,234 objects. \
                 1 kind cannot be read completely, see coverage."
            );
        }
    }

    #[tokio::test(start_paused = true)]
    async fn an_unknown_verdict_or_a_detector_without_answer_is_never_clear() {
        let mut board = clear();
        board.unknown = sample::rich().unknown;
        assert_eq!(word(&board), Word::Partial);

        for last in [None, Some("trap"), Some("not-run")] {
            let mut board = clear();
            board.detectors[0].last = last.map(|outcome| LastRun {
                at: 0,
                outcome: outcome.to_owned(),
                fuel: 0,
                micros: 0,
                findings: 0,
            });
            assert_eq!(word(&board), Word::Partial, "{last:?}");
        }

        let mut board = clear();
        board.detectors[0] = Detector {
            backing_off_until: Some(1),
            ..board.detectors[0].clone()
        };
        assert_eq!(word(&board), Word::Partial);
        board.detectors.clear();
        assert_eq!(word(&board), Word::Partial);
    }

    #[tokio::test(start_paused = true)]
    async fn without_a_round_a_server_or_a_moving_host_nothing_is_known() {
        let mut board = clear();
        board.status.link = Link::Stale {
            since: sample::NOW - 240,
            reason: "connection refused".to_owned(),
        };
        let headline = Headline::of(&board, None);
        assert_eq!(headline.word, Word::Unknown);
        assert!(
            headline
                .text
                .starts_with("The API server has not answered for 4 min: connection refused. No incidents were open."),
            "{}",
            headline.text
        );

        let silent = Headline::of(&clear(), Some(Duration::from_secs(90)));
        assert_eq!(silent.word, Word::Unknown);
        assert!(
            silent.text.starts_with("The host has not moved for 1 min."),
            "{}",
            silent.text
        );

        let mut board = clear();
        board.status.round = None;
        let headline = Headline::of(&board, None);
        assert_eq!(headline.word, Word::Unknown);
        assert_eq!(headline.text, "No round has finished yet. Nothing can be said.");
    }

    #[tokio::test(start_paused = true)]
    async fn open_incidents_are_counted_by_severity() {
        let text = Headline::of(&sample::rich(), None).text;
        assert!(
            text.starts_with("5 open incidents: 2 critical, 2 warning, 1 info."),
            "{text}"
        );
    }
}
