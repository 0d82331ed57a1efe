//! The round itself: every detector once, on a few threads, to one value that does not depend on their number.

use crate::candidate::{Candidate, DetectorRun, Status};
use crate::facts::{Facts, Viewed};
use crate::finding::{Finding, Unknown};
use crate::fold::{Case, fold};
use crate::load::Library;
use crate::readable::readable;
use crate::resolve::resolve;
use crate::wording::{Redact, Wording};
use sdo_model::contract::Cluster;
use sdo_model::contract::detector::Report;
use sdo_sandbox::{Outcome, RunReport, Sandbox};
use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Bytes of a text that is shown beside a detector.
const MAX_NOTE: usize = 600;

/// How to run a round.
#[derive(Clone, Debug)]
pub struct Options {
    /// Worker threads.
    pub jobs: NonZeroUsize,
    /// Only these namespaces have to be known for a verdict to be known; empty for the whole cluster.
    pub namespaces: Vec<String>,
    /// Masks credentials in texts.
    pub redact: Redact,
}

/// What a round found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// Causes, worst first: by severity, number of effects, namespace, name, rule.
    pub findings: Vec<Finding>,
    /// Verdicts that could not be reached, by rule and kind.
    pub unknown: Vec<Unknown>,
    /// What became of each detector, by name.
    pub detectors: Vec<DetectorRun>,
}

/// Runs every detector of `library` over `view`.
pub fn check(view: &Arc<dyn Cluster>, sandbox: &Sandbox, library: &Library, options: &Options) -> Round {
    let candidates: Vec<Candidate<'_>> = library
        .ready
        .iter()
        .map(|loaded| loaded.candidate(sandbox, view))
        .collect();
    let mut round = round(&Viewed(&**view), &candidates, options);
    round.detectors.extend(library.failed.iter().cloned());
    round
        .detectors
        .sort_by(|a, b| (&a.name, &a.digest).cmp(&(&b.name, &b.digest)));
    round
}

/// Runs every candidate; `facts` and the candidates' own view are the same snapshot.
pub fn round(facts: &dyn Facts, candidates: &[Candidate<'_>], options: &Options) -> Round {
    let wording = Wording::new(options.redact);
    let verdicts = in_parallel(candidates.len(), options.jobs, |index| {
        candidates
            .get(index)
            .map(|candidate| verdict(candidate, facts, options, wording))
    });
    let mut round = Round::default();
    let mut cases = Vec::new();
    for verdict in verdicts.into_iter().flatten() {
        cases.extend(verdict.cases);
        round.unknown.extend(verdict.unknown);
        round.detectors.push(verdict.run);
    }
    round.findings = fold(cases, facts, wording);
    round.unknown.sort();
    round.unknown.dedup();
    round
        .detectors
        .sort_by(|a, b| (&a.name, &a.digest).cmp(&(&b.name, &b.digest)));
    round
}

/// What one detector contributes.
struct Verdict {
    cases: Vec<Case>,
    unknown: Vec<Unknown>,
    run: DetectorRun,
}

fn verdict(candidate: &Candidate<'_>, facts: &dyn Facts, options: &Options, wording: Wording) -> Verdict {
    let readable = readable(candidate, facts, &options.namespaces, wording);
    if !readable.run {
        let run = DetectorRun::without_run(&candidate.rule, &candidate.digest, Status::NotRun, String::new());
        return Verdict {
            cases: Vec::new(),
            unknown: readable.unknown,
            run,
        };
    }
    let report = (candidate.run)();
    let mut unknown = readable.unknown;
    let mut own = own_unknown(candidate, &report, wording);
    // What coverage says of a kind is not said a second time in the detector's words.
    own.retain(|own| unknown.iter().all(|told| told.kind != own.kind));
    unknown.extend(own);
    let findings = report
        .answer
        .as_ref()
        .map(|answer| answer.findings.as_slice())
        .unwrap_or_default();
    let resolved = resolve(candidate, findings, facts, wording);
    let run = finished(candidate, &report, resolved.strays, wording);
    Verdict {
        cases: resolved.cases,
        unknown,
        run,
    }
}

/// What the detector itself could not decide.
fn own_unknown(candidate: &Candidate<'_>, report: &RunReport<Report>, wording: Wording) -> Vec<Unknown> {
    let entries = report.answer.iter().flat_map(|answer| &answer.unknown);
    let entry = |unknown: &sdo_model::contract::detector::Unknown| Unknown {
        rule: candidate.rule.clone(),
        kind: wording.clean(&unknown.kind, MAX_NOTE),
        reason: wording.clean(&unknown.reason, MAX_NOTE),
    };
    entries.map(entry).collect()
}

fn finished(candidate: &Candidate<'_>, report: &RunReport<Report>, strays: usize, wording: Wording) -> DetectorRun {
    // What a host could find out only now: the answer has the right shape and names objects that are not there.
    let outcome = match report.outcome {
        Outcome::Finished if strays > 0 => Outcome::BadOutput,
        ref outcome => outcome.clone(),
    };
    DetectorRun {
        name: candidate.rule.clone(),
        digest: candidate.digest.clone(),
        status: Status::Ran(outcome),
        note: note(report, strays, wording),
        fuel: report.fuel,
        micros: report.micros,
        cut: report.cut,
    }
}

fn note(report: &RunReport<Report>, strays: usize, wording: Wording) -> String {
    let mut notes = Vec::new();
    if strays > 0 {
        notes.push(format!(
            "{strays} of the objects it names do not exist or are not among the kinds it may read"
        ));
    }
    if let Some(panic) = &report.panic {
        notes.push(format!("it said: {}", wording.clean(panic, MAX_NOTE)));
    }
    if report.cut.findings > 0 {
        notes.push(format!("{} findings past its limit were dropped", report.cut.findings));
    }
    if report.cut.shortened > 0 {
        notes.push(format!("{} findings were shortened", report.cut.shortened));
    }
    if report.overdue {
        notes.push("it was stuck in the host past the watchdog's time".to_owned());
    }
    notes.join("; ")
}

/// `work` for every index below `count` on at most `jobs` threads; results in the order of the indices.
pub(crate) fn in_parallel<T: Send>(count: usize, jobs: NonZeroUsize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                return done;
            }
            done.push((index, work(index)));
        }
    };
    let mut done = thread::scope(|scope| {
        let spawned: Vec<_> = (1..jobs.get().min(count)).map(|_| scope.spawn(worker)).collect();
        let mut done = worker();
        for handle in spawned {
            // A panic of a worker is a fault of this program and must not be lost.
            done.extend(handle.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        done
    });
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests;
