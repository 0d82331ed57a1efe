//! Rounds over a cluster that changes: each detector runs when it is due, and its last word stands in between.

use crate::candidate::{Candidate, DetectorRun, Status};
use crate::facts::Viewed;
use crate::finding::Unknown;
use crate::load::{Library, Loaded};
use crate::round::{Options, Round, round};
use crate::schedule::{Plan, Schedule, Timetable};
use sdo_model::contract::Cluster;
use sdo_model::contract::detector::Report;
use sdo_model::{Call, KindSet};
use sdo_sandbox::{RunReport, Sandbox};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Remembers what every detector said last.
#[derive(Default)]
pub struct Rounds {
    schedule: Schedule,
}

/// A round and who took part in it.
#[derive(Clone, Debug, Default)]
pub struct Turnout {
    /// The full picture: fresh verdicts and those that still stand.
    pub round: Round,
    /// Rules that ran.
    pub ran: Vec<String>,
    /// Rules whose last verdict still stands, since nothing that they read changed.
    pub kept: usize,
    /// Rules that were due and have to wait: the host is overloaded.
    pub postponed: Vec<String>,
}

/// Where a detector stands between rounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// When it has to be run though nothing changes, in seconds since 1970 by the cluster's clock.
    pub wake: Option<i64>,
    /// Until when it is kept from running after bad ends.
    pub barred: Option<i64>,
}

type Fresh = Mutex<BTreeMap<String, RunReport<Report>>>;

impl Rounds {
    /// Runs what is due of `library` over `view`, in which something of `changed` is new; `room` is what the runs may take together.
    pub fn round(&mut self, view: &Arc<dyn Cluster>, changed: KindSet, stage: &Stage<'_>) -> Turnout {
        let now = sdo_model::contract::snapshot::Snapshot::now(&**view, &mut Call::unlimited()).unwrap_or_default();
        self.schedule.set(stage.library.ready.iter().map(timetable));
        self.schedule.see(changed);
        let plan = self.schedule.plan(now, stage.room);
        let fresh = Fresh::default();
        // The longest first: one that begins last would be waited for while the other threads have nothing left to do.
        let mut ready: Vec<&Loaded> = stage.library.ready.iter().collect();
        ready.sort_by_cached_key(|loaded| Reverse(self.schedule.took(&loaded.detector.digest().to_string())));
        let candidates: Vec<Candidate<'_>> = ready
            .into_iter()
            .filter_map(|loaded| self.candidate(loaded, &plan, &fresh, (stage.sandbox, view)))
            .collect();
        let mut round = round(&Viewed(&**view), &candidates, &stage.options);
        drop(candidates);
        let mut turnout = Turnout::default();
        let fresh = fresh.into_inner().unwrap_or_else(PoisonError::into_inner);
        for digest in plan.run.iter().filter(|digest| !fresh.contains_key(*digest)) {
            self.schedule.blind(digest);
        }
        for (digest, report) in fresh {
            self.schedule.ran(&digest, now, report);
            turnout.ran.extend(rule_of(stage.library, &digest));
        }
        turnout.kept = stage.library.ready.len() - turnout.ran.len() - plan.postponed.len();
        turnout.postponed = plan
            .postponed
            .iter()
            .filter_map(|digest| rule_of(stage.library, digest))
            .collect();
        self.tell_late(&mut round, &plan, stage.library, now);
        round.detectors.extend(stage.library.failed.iter().cloned());
        round
            .detectors
            .sort_by(|a, b| (&a.name, &a.digest).cmp(&(&b.name, &b.digest)));
        turnout.round = round;
        turnout
    }

    /// Detectors were loaded again: each has to run in the next round.
    pub fn renew(&mut self) {
        self.schedule.renew();
    }

    /// The first instant at which a round is due though nothing changes, in seconds since 1970 by the cluster's clock.
    pub fn next_wake(&self) -> Option<i64> {
        self.schedule.next_wake()
    }

    /// Where the detector with this digest stands.
    pub fn standing(&self, digest: &str) -> Standing {
        Standing {
            wake: self.schedule.wake(digest),
            barred: self.schedule.barred(digest),
        }
    }

    /// A detector that is to be run, or whose last word stands. None for one that waits for its turn: what it said last names objects by
    /// their places in a snapshot that is gone.
    fn candidate<'r>(
        &self,
        loaded: &'r Loaded,
        plan: &Plan,
        fresh: &'r Fresh,
        (sandbox, view): (&'r Sandbox, &'r Arc<dyn Cluster>),
    ) -> Option<Candidate<'r>> {
        let digest = loaded.detector.digest().to_string();
        let candidate = loaded.candidate(sandbox, view);
        if plan.run.contains(&digest) {
            let run = candidate.run;
            let run = move || {
                let report = run();
                let mut fresh = fresh.lock().unwrap_or_else(PoisonError::into_inner);
                fresh.insert(digest.clone(), report.clone());
                report
            };
            return Some(Candidate {
                run: Box::new(run),
                ..candidate
            });
        }
        if plan.postponed.contains(&digest) {
            return None;
        }
        let report = self.schedule.report(&digest)?.clone();
        Some(Candidate {
            run: Box::new(move || report.clone()),
            ..candidate
        })
    }

    /// Says which verdicts there are none of for want of room.
    fn tell_late(&self, round: &mut Round, plan: &Plan, library: &Library, now: i64) {
        for digest in &plan.postponed {
            let Some(rule) = rule_of(library, digest) else { continue };
            let waited = self.schedule.waited(digest, now).unwrap_or_default();
            let reason = format!("the host is overloaded: it has waited {waited} s for its turn");
            round
                .detectors
                .push(DetectorRun::without_run(&rule, digest, Status::NotRun, reason.clone()));
            round.unknown.push(Unknown {
                rule,
                kind: String::new(),
                reason,
            });
        }
    }
}

/// What a round is held with.
pub struct Stage<'s> {
    /// Runs components.
    pub sandbox: &'s Sandbox,
    /// The detectors.
    pub library: &'s Library,
    /// How.
    pub options: Options,
    /// What the runs of one round may take together, as wall time of one thread.
    pub room: Duration,
}

fn timetable(loaded: &Loaded) -> Timetable {
    Timetable {
        digest: loaded.detector.digest().to_string(),
        sees: loaded.detector.grants(),
        interval: loaded.spec.interval.into(),
    }
}

fn rule_of(library: &Library, digest: &str) -> Option<String> {
    let found = library
        .ready
        .iter()
        .find(|loaded| loaded.detector.digest().to_string() == digest);
    Some(found?.spec.name.clone())
}
