//! From a round to what the incident engine may believe.

use super::gaps::Gaps;
use sdo_model::{Kind, State};
use sdo_pipeline::incidents::{Reach, Verdict};
use sdo_pipeline::{DetectorRun, Library, Round, Status, Turnout, Unknown};
use sdo_sandbox::Outcome;
use sdo_snapshot::Snapshot;
use std::collections::BTreeMap;

/// What each rule's verdict is worth.
pub(super) fn verdicts(
    turnout: &Turnout,
    library: &Library,
    snapshot: &Snapshot,
    gaps: &Gaps,
) -> BTreeMap<String, Verdict> {
    let round = &turnout.round;
    let mut verdicts: BTreeMap<String, Verdict> = BTreeMap::new();
    for run in &round.detectors {
        let verdict = of_run(run, turnout, round);
        verdicts.insert(run.name.clone(), verdict);
    }
    for loaded in &library.ready {
        let rule = &loaded.spec.name;
        let unseen = || Verdict::none("it has not run since the host was started");
        verdicts.entry(rule.clone()).or_insert_with(unseen);
    }
    for unknown in &round.unknown {
        if let Some(verdict) = verdicts.remove(&unknown.rule) {
            let since = gaps.since(&unknown.rule, &unknown.kind).unwrap_or(i64::MAX);
            let verdict = verdict.except_since(reach(unknown, snapshot), reason(unknown), since);
            verdicts.insert(unknown.rule.clone(), verdict);
        }
    }
    verdicts
}

fn of_run(run: &DetectorRun, turnout: &Turnout, round: &Round) -> Verdict {
    match &run.status {
        Status::Ran(Outcome::Finished) if turnout.ran.contains(&run.name) => Verdict::ran(),
        Status::Ran(Outcome::Finished) => Verdict::stands(),
        Status::Ran(outcome) => Verdict::none(format!("its last run ended as {}", outcome.code())),
        Status::HostError(words) => Verdict::none(format!("it could not be loaded: {words}")),
        Status::NotRun => {
            let reasons: Vec<String> = round
                .unknown
                .iter()
                .filter(|unknown| unknown.rule == run.name)
                .map(reason)
                .collect();
            Verdict::none(reasons.join("; "))
        }
    }
}

fn reason(unknown: &Unknown) -> String {
    match unknown.kind.as_str() {
        "" => unknown.reason.clone(),
        kind => format!("{kind}: {}", unknown.reason),
    }
}

/// Where the verdict does not reach.
fn reach(unknown: &Unknown, snapshot: &Snapshot) -> Reach {
    let coverage = Kind::from_name(&unknown.kind).map(|kind| snapshot.coverage(kind));
    match coverage {
        Some(coverage) if coverage.state == State::Partial => Reach::Outside(coverage.complete_namespaces),
        _ => Reach::everywhere(),
    }
}
