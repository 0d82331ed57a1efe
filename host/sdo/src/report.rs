//! Everything that one check has to say, before it takes a form.

use sdo_live::Cost;
use sdo_model::finding::Severity;
use sdo_model::{Kind, State};
use sdo_pipeline::{Finding, Library, ObjectName, Round, one_line};
use sdo_snapshot::Snapshot;
use sdo_snapshot::object::Node;
use std::collections::{BTreeMap, BTreeSet};

/// Bytes of a path or reason that came with the dump.
const MAX_TEXT: usize = 600;
/// Versions of kubelets that a heading names; a cluster in an upgrade has two or three.
const MAX_KUBELETS: usize = 3;

/// How much of a kind was there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KindCoverage {
    /// `Pod`, or `Certificate.cert-manager.io`.
    pub kind: String,
    /// How much is known.
    pub state: State,
    /// Objects in the snapshot.
    pub count: usize,
    /// Why it is not complete; empty when it is.
    pub reason: String,
}

/// What a rule says about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleText {
    /// One line.
    pub title: String,
    /// Markdown.
    pub explanation: String,
    /// Version of the detector.
    pub version: String,
}

/// Everything that one check has to say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Digest of the snapshot.
    pub digest: String,
    /// Its clock in seconds since 1970; `None` where nothing in the dump told the time.
    pub time: Option<i64>,
    /// Where it came from.
    pub source: String,
    /// Version of the API server; empty when unknown.
    pub version: String,
    /// Versions of the kubelets, without repetition; what is left to say where nothing told the server's.
    pub kubelets: BTreeSet<String>,
    /// Nodes, and objects of all kinds.
    pub nodes: usize,
    /// Objects of all kinds.
    pub objects: usize,
    /// Coverage of every kind, typed kinds first.
    pub coverage: Vec<KindCoverage>,
    /// Kinds that the detectors of this check need.
    pub needed: Vec<String>,
    /// What was broken in the dump: where and what.
    pub problems: Vec<(String, String)>,
    /// Problems beyond those listed.
    pub more_problems: usize,
    /// What the detectors found.
    pub round: Round,
    /// Findings that a filter hides.
    pub hidden: usize,
    /// The rules that were run.
    pub rules: BTreeMap<String, RuleText>,
    /// Wall time of the round in milliseconds.
    pub millis: u64,
    /// What reading the cluster asked of its API server; `None` for a dump.
    pub cost: Option<Cost>,
}

impl Report {
    /// A report on `snapshot` before any detector ran.
    pub fn new(snapshot: &Snapshot) -> Self {
        let facts = snapshot.facts();
        let problem = |problem: &sdo_snapshot::Problem| (clean(&problem.path), clean(&problem.what));
        Self {
            digest: snapshot.digest().to_owned(),
            time: facts.time.map(|time| time.unix()),
            source: clean(&facts.source),
            version: clean(&facts.server_version),
            kubelets: kubelets(snapshot),
            nodes: snapshot.count(Kind::Node),
            objects: Kind::all().map(|kind| snapshot.count(kind)).sum(),
            coverage: coverage(snapshot),
            problems: facts.problems.iter().map(problem).collect(),
            more_problems: facts.more_problems,
            ..Self::default()
        }
    }

    /// The cluster's version as a person reads it.
    pub fn release(&self) -> String {
        let some: Vec<&str> = self.kubelets.iter().take(MAX_KUBELETS).map(String::as_str).collect();
        let more = if self.kubelets.len() > MAX_KUBELETS {
            ", ..."
        } else {
            ""
        };
        match (self.version.as_str(), some.is_empty()) {
            ("", true) => "Kubernetes (version unknown)".to_owned(),
            ("", false) => format!("Kubernetes (kubelets {}{more})", some.join(", ")),
            (version, _) => format!("Kubernetes {version}"),
        }
    }

    /// Adds what the reading cost.
    #[must_use]
    pub fn with_cost(mut self, cost: Cost) -> Self {
        self.cost = Some(cost);
        self
    }

    /// Adds what the detectors found.
    #[must_use]
    pub fn with_round(mut self, round: Round, library: &Library, millis: u64) -> Self {
        let needed = library
            .ready
            .iter()
            .fold(sdo_model::KindSet::EMPTY, |kinds, loaded| kinds.union(loaded.needs()));
        self.needed = needed
            .without(Kind::Custom)
            .iter()
            .map(|kind| kind.name().to_owned())
            .collect();
        self.needed
            .extend(library.ready.iter().flat_map(|loaded| loaded.custom()));
        self.rules = library
            .ready
            .iter()
            .map(|loaded| (loaded.spec.name.clone(), text(loaded)))
            .collect();
        self.round = round;
        self.millis = millis;
        self
    }

    /// Hides findings below `severity`, and those that have nothing to do with `namespaces` unless that is empty.
    #[must_use]
    pub fn filtered(mut self, severity: Severity, namespaces: &[String]) -> Self {
        let before = self.round.findings.len();
        self.round
            .findings
            .retain(|finding| finding.severity >= severity && concerns(finding, namespaces));
        self.hidden = before - self.round.findings.len();
        self
    }

    /// How many findings of `severity` are shown.
    pub fn count(&self, severity: Severity) -> usize {
        self.round
            .findings
            .iter()
            .filter(|finding| finding.severity == severity)
            .count()
    }

    /// Whether some verdict is unknown: a kind was not readable, or a detector did not finish or found more than it may say.
    pub fn is_partial(&self) -> bool {
        let unsure = |run: &sdo_pipeline::DetectorRun| !run.status.is_good() || run.cut.findings > 0;
        !self.round.unknown.is_empty() || self.round.detectors.iter().any(unsure)
    }

    /// The worst severity shown.
    pub fn worst(&self) -> Option<Severity> {
        self.round.findings.iter().map(|finding| finding.severity).max()
    }
}

fn concerns(finding: &Finding, namespaces: &[String]) -> bool {
    let is_inside = |object: &ObjectName| {
        namespaces.contains(&object.namespace) || (object.kind == "Namespace" && namespaces.contains(&object.name))
    };
    namespaces.is_empty()
        || is_inside(&finding.primary)
        || finding.effects.iter().any(|effect| is_inside(&effect.object))
}

fn kubelets(snapshot: &Snapshot) -> BTreeSet<String> {
    let nodes = snapshot.all::<Node>().iter();
    let versions = nodes.map(|node| clean(&node.status.node_info.kubelet_version));
    versions.filter(|version| !version.is_empty()).collect()
}

fn text(loaded: &sdo_pipeline::Loaded) -> RuleText {
    let spec = &loaded.spec;
    let lines: Vec<String> = spec.explanation.lines().map(clean_line).collect();
    RuleText {
        title: clean(&spec.title),
        explanation: lines.join("\n"),
        version: clean(&spec.version),
    }
}

/// The coverage of every kind: typed ones in the order of their table, then custom ones by name.
pub(crate) fn coverage(snapshot: &Snapshot) -> Vec<KindCoverage> {
    let row = |kind: String, coverage: &sdo_model::Coverage, count: usize| KindCoverage {
        kind,
        state: coverage.state,
        count,
        reason: clean(&coverage.reason),
    };
    let typed = Kind::all().filter(|kind| *kind != Kind::Custom);
    let typed = typed.map(|kind| row(kind.name().to_owned(), &snapshot.coverage(kind), snapshot.count(kind)));
    let custom = snapshot
        .custom_coverages()
        .map(|(kind, coverage)| row(clean(kind), coverage, coverage.count));
    typed.chain(custom).collect()
}

fn clean(text: &str) -> String {
    one_line(text, MAX_TEXT)
}

fn clean_line(line: &str) -> String {
    one_line(line, 4 * MAX_TEXT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_release_is_the_servers_else_the_kubelets() {
        let told = |version: &str, kubelets: &[&str]| {
            let report = Report {
                version: version.to_owned(),
                kubelets: kubelets.iter().map(|version| (*version).to_owned()).collect(),
                ..Report::default()
            };
            report.release()
        };
        assert_eq!(told("v1.36.3", &["v1.35.0"]), "Kubernetes v1.36.3");
        assert_eq!(
            told("", &["v1.36.1", "v1.35.0"]),
            "Kubernetes (kubelets v1.35.0, v1.36.1)"
        );
        assert_eq!(told("", &["a", "b", "c", "d"]), "Kubernetes (kubelets a, b, c, ...)");
        assert_eq!(told("", &[]), "Kubernetes (version unknown)");
    }
}
