//! From the host to requests: the host publishes and never waits; whoever asks takes what is there.

use crate::board::Board;
use crate::document::Turn;
use sdo_model::incident::{Entry, Incident};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{broadcast, watch};
use tokio::time::Instant;

/// Turns that are kept for readers that fall behind or come back: a minute of a bad day, some hundred kilobytes.
const KEPT_TURNS: usize = 256;

/// A way for the host to publish, and one for requests to see it.
pub fn channel(board: Board) -> (Publisher, Feed) {
    let run = board.status.started;
    let (sender, receiver) = watch::channel(Arc::new(board));
    let turns = Arc::new(Turns::new(run));
    let pulse = Arc::new(Mutex::new(Instant::now()));
    let publisher = Publisher {
        board: Arc::new(sender),
        turns: Arc::clone(&turns),
        pulse: Arc::clone(&pulse),
    };
    let feed = Feed {
        board: receiver,
        turns,
        pulse,
    };
    (publisher, feed)
}

/// The host's end. None of its methods waits for a reader.
#[derive(Clone, Debug)]
pub struct Publisher {
    board: Arc<watch::Sender<Arc<Board>>>,
    turns: Arc<Turns>,
    pulse: Arc<Mutex<Instant>>,
}

impl Publisher {
    /// Replaces the board.
    pub fn publish(&self, board: Board) {
        self.board.send_replace(Arc::new(board));
    }

    /// Tells readers of `/v1/events` what became of an incident; `incident` is how it stands after `entry`.
    pub fn announce(&self, entry: &Entry, incident: &Incident) {
        self.turns.push(entry.at, Turn::new(entry, incident));
    }

    /// Says that the host's loop goes round. `/healthz` fails when this is not called for too long.
    pub fn beat(&self) {
        *locked(&self.pulse) = Instant::now();
    }
}

/// The requests' end.
#[derive(Clone, Debug)]
pub struct Feed {
    board: watch::Receiver<Arc<Board>>,
    turns: Arc<Turns>,
    pulse: Arc<Mutex<Instant>>,
}

impl Feed {
    /// The board that was last published.
    pub(crate) fn board(&self) -> Arc<Board> {
        Arc::clone(&self.board.borrow())
    }

    /// Tells of new boards; the one at hand counts as new.
    pub(crate) fn boards(&self) -> watch::Receiver<Arc<Board>> {
        let mut boards = self.board.clone();
        boards.mark_changed();
        boards
    }

    /// The newest `limit` turns, newest first.
    pub(crate) fn recent(&self, limit: usize) -> Vec<Arc<Sent>> {
        locked(&self.turns.kept)
            .newest
            .iter()
            .rev()
            .take(limit)
            .cloned()
            .collect()
    }

    /// Turns from now on, after those that a reader who saw `last` has missed.
    pub(crate) fn follow(&self, last: Option<&str>) -> Following {
        self.turns.follow(last)
    }

    /// Time since the host's loop last went round.
    pub(crate) fn silence(&self) -> Duration {
        locked(&self.pulse).elapsed()
    }
}

/// A turn and its place among all.
#[derive(Debug)]
pub(crate) struct Sent {
    /// Ascends by one; unique together with the run.
    number: u64,
    /// Names the turn for `Last-Event-ID`.
    pub(crate) id: String,
    /// When, in seconds since 1970.
    pub(crate) at: i64,
    pub(crate) turn: Turn,
}

/// What a reader is to be told.
pub(crate) struct Following {
    /// Where the stream stands before anything comes: what to name as `Last-Event-ID` when it breaks before the first turn.
    pub(crate) id: String,
    /// Turns that it has missed, oldest first.
    pub(crate) missed: Vec<Arc<Sent>>,
    /// Whether more were missed than are kept.
    pub(crate) is_cut: bool,
    /// What comes.
    pub(crate) coming: broadcast::Receiver<Arc<Sent>>,
}

/// The newest turns, and who follows them.
#[derive(Debug)]
struct Turns {
    /// Sets this run of the host apart from the one before, whose numbers mean nothing here.
    run: i64,
    kept: Mutex<Kept>,
    sender: broadcast::Sender<Arc<Sent>>,
}

#[derive(Debug, Default)]
struct Kept {
    newest: VecDeque<Arc<Sent>>,
    count: u64,
}

impl Turns {
    fn new(run: i64) -> Self {
        Self {
            run,
            kept: Mutex::default(),
            sender: broadcast::Sender::new(KEPT_TURNS),
        }
    }

    fn push(&self, at: i64, turn: Turn) {
        let mut kept = locked(&self.kept);
        kept.count += 1;
        let sent = Arc::new(Sent {
            number: kept.count,
            id: format!("{}-{}", self.run, kept.count),
            at,
            turn,
        });
        if kept.newest.len() == KEPT_TURNS {
            kept.newest.pop_front();
        }
        kept.newest.push_back(Arc::clone(&sent));
        // Under the lock, so that who begins to follow neither misses a turn nor sees it twice. No reader is no error.
        let _ = self.sender.send(sent);
    }

    fn follow(&self, last: Option<&str>) -> Following {
        let kept = locked(&self.kept);
        let coming = self.sender.subscribe();
        let id = format!("{}-{}", self.run, kept.count);
        let Some(last) = last else {
            return Following {
                id,
                missed: Vec::new(),
                is_cut: false,
                coming,
            };
        };
        let seen = self.number(last).filter(|number| *number <= kept.count);
        let oldest = kept.newest.front().map_or(kept.count + 1, |sent| sent.number);
        let is_after = |sent: &&Arc<Sent>| seen.is_some_and(|seen| sent.number > seen);
        Following {
            id,
            missed: kept.newest.iter().filter(is_after).cloned().collect(),
            is_cut: seen.is_none_or(|seen| seen + 1 < oldest),
            coming,
        }
    }

    /// The number in an id of this run.
    fn number(&self, id: &str) -> Option<u64> {
        let (run, number) = id.rsplit_once('-')?;
        (run == self.run.to_string()).then(|| number.parse().ok()).flatten()
    }
}

/// What is behind these locks is whole between any two statements, so a panic elsewhere does not spoil it.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    fn announced(count: u64) -> (Publisher, Feed) {
        let board = sample::rich();
        let incident = Arc::clone(&board.open[0]);
        let (publisher, feed) = channel(board);
        for at in 0..count {
            publisher.announce(&sample::entry(incident.id, i64::try_from(at).unwrap()), &incident);
        }
        (publisher, feed)
    }

    fn id(feed: &Feed, number: u64) -> String {
        format!("{}-{number}", feed.board().status.started)
    }

    #[test]
    fn a_reader_that_comes_back_gets_what_it_missed_and_nothing_twice() {
        let (publisher, feed) = announced(3);
        let mut following = feed.follow(Some(&id(&feed, 1)));
        let missed: Vec<u64> = following.missed.iter().map(|sent| sent.number).collect();
        assert_eq!((missed, following.is_cut), (vec![2, 3], false));

        let incident = Arc::clone(&feed.board().open[0]);
        publisher.announce(&sample::entry(incident.id, 9), &incident);
        assert_eq!(following.coming.try_recv().unwrap().number, 4);
    }

    #[test]
    fn a_reader_that_missed_more_than_is_kept_is_told() {
        let (_publisher, feed) = announced(KEPT_TURNS as u64 + 10);
        assert!(feed.follow(Some(&id(&feed, 3))).is_cut);
        assert!(!feed.follow(Some(&id(&feed, 10))).is_cut);
        assert_eq!(feed.follow(Some(&id(&feed, 10))).missed.len(), KEPT_TURNS);
    }

    #[test]
    fn an_id_of_another_run_or_of_nobody_is_a_gap() {
        let (_publisher, feed) = announced(2);
        for last in ["1-1", "nonsense", "", &id(&feed, 99)] {
            let following = feed.follow(Some(last));
            assert!(following.is_cut && following.missed.is_empty(), "{last}");
        }
        assert!(!feed.follow(None).is_cut);
    }

    #[test]
    fn publishing_needs_no_reader() {
        let (publisher, feed) = announced(1);
        drop(feed);
        publisher.publish(sample::empty());
        publisher.beat();
    }
}
