//! Saved snapshots among the inputs of a load: which files belong to one, and what its record is still worth when all are read.
//!
//! The record lies in the folder of its lists and in front of them; a repacked archive may have it later. Evidence from those
//! files goes into a book of its own, since the record knows better what is complete.

use super::ledger::Ledger;
use super::limits::RECORDS;
use super::sink::Sink;
use crate::record::{Recorded, lower};

/// The saved snapshots of one load.
#[derive(Debug, Default)]
pub(super) struct Saved {
    records: Vec<Recorded>,
    /// Evidence of their lists.
    own: Ledger,
    /// The input that is being read, and the folder of the file at hand; both end like the text in front of a name.
    input: String,
    home: String,
    is_own: bool,
    /// Of this input, the folder of the files read ahead of any record.
    ahead: Option<String>,
    /// There is more than one such folder.
    mixed: bool,
    /// Something was read that belongs to no saved snapshot.
    strangers: bool,
}

impl Saved {
    /// Turns to the file at `path`, called `inner` within its input; whether it belongs to a saved snapshot.
    pub(super) fn open(&mut self, path: &str, inner: &str) -> bool {
        let input = path.strip_suffix(inner).unwrap_or(path);
        if input != self.input {
            self.strangers |= self.ahead.take().is_some();
            self.mixed = false;
            input.clone_into(&mut self.input);
        }
        folder(path).clone_into(&mut self.home);
        self.is_own = self.records.iter().any(|record| folder(&record.path) == self.home);
        self.is_own
    }

    /// Turns to the end of the archive at `path`.
    pub(super) fn close(&mut self, path: &str) {
        let of_archive = |record: &Recorded| record.path.strip_prefix(path).is_some_and(|rest| rest.starts_with(':'));
        self.is_own = self.records.iter().any(of_archive);
    }

    /// The book for the file at hand; `None` when it belongs to no saved snapshot.
    pub(super) fn ledger(&mut self) -> Option<&mut Ledger> {
        self.is_own.then_some(&mut self.own)
    }

    /// Objects were taken from the file at hand.
    pub(super) fn took(&mut self) {
        if self.is_own {
            return;
        }
        self.mixed |= self.ahead.as_ref().is_some_and(|ahead| *ahead != self.home);
        self.ahead.get_or_insert_with(|| self.home.clone());
    }

    /// Adds the record at hand. What `others` know comes from its lists if they were read ahead of it.
    ///
    /// # Errors
    /// There are too many, or nobody can say which of the files ahead of it are its lists; why.
    pub(super) fn add(&mut self, recorded: Recorded, others: &mut Ledger) -> Result<(), String> {
        if self.records.len() >= RECORDS {
            return Err(format!("no more than {RECORDS} saved snapshots are read at once"));
        }
        if self.mixed {
            return Err("it stands behind lists of several folders (repack it with this file in front)".to_owned());
        }
        let lists_ahead = self.ahead.as_ref().is_none_or(|ahead| *ahead == self.home);
        if lists_ahead && self.ahead.is_some() && (self.strangers || !self.records.is_empty()) {
            return Err("it stands behind its lists, and something else was read, too".to_owned());
        }
        if lists_ahead && !self.strangers && self.records.is_empty() {
            self.own = std::mem::take(others);
        }
        self.strangers |= !lists_ahead;
        self.ahead = None;
        self.records.push(recorded);
        Ok(())
    }

    /// Hands what was recorded and what `others` say to the sink.
    pub(super) fn finish(mut self, others: Ledger, sink: &mut dyn Sink) {
        let alone = self.records.len() == 1 && !self.strangers && self.ahead.is_none() && others.is_empty();
        for mut record in std::mem::take(&mut self.records) {
            self.lower(&mut record);
            match alone {
                true => sink.recorded(record),
                false => record.tell(sink),
            }
        }
        others.finish(sink);
    }

    /// Takes completeness away from kinds of which a list could not be used.
    fn lower(&self, record: &mut Recorded) {
        for (kind, coverage) in &mut record.typed {
            if let Some(why) = self.own.flaw(kind.name()) {
                lower(coverage, why);
            }
        }
        for (kind, coverage) in &mut record.custom {
            if let Some(why) = self.own.flaw(kind) {
                lower(coverage, why);
            }
        }
    }
}

/// A path without its last part.
fn folder(path: &str) -> &str {
    let end = path.rfind(['/', ':']).map_or(0, |at| at + 1);
    path.get(..end).unwrap_or_default()
}
