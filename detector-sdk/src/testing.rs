//! Cases as data: `cases/NAME/cluster.yaml` is a cluster, `cases/NAME/expect.yaml` the verdict.
//!
//! ```yaml
//! verdict: firing              # firing, silent or unknown
//! unreadable: [ConfigMap]      # kinds that are missing from the snapshot; all others are complete
//! now: 2026-11-30T18:00:00Z    # the snapshot's clock; the newest time in the cluster when left out
//! findings:                    # firing: every finding, in the detector's order
//!   - severity: critical
//!     primary: Service/demo/web          # KIND/NAMESPACE/NAME, or KIND/NAME
//!     summary: [app=web-ui, app=web]     # texts that the summary contains
//!     evidence: { spec.selector: app=web-ui }
//! ```

use crate::contract::{DetectorSpec, Finding, Report, Severity};
use crate::native::with_view;
use sdo_model::contract::objects::Objects;
use sdo_model::{Call, Kind, KindSet};
use sdo_snapshot::Snapshot;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a case expects.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expectation {
    /// The verdict.
    pub verdict: Verdict,
    /// Kinds that the snapshot lacks.
    #[serde(default)]
    pub unreadable: Vec<String>,
    /// The snapshot's clock, RFC 3339.
    pub now: Option<String>,
    /// The findings, for a firing case.
    #[serde(default)]
    pub findings: Vec<ExpectedFinding>,
}

/// What a detector says about a cluster.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// At least one finding.
    Firing,
    /// No finding, and everything needed was readable.
    Silent,
    /// Something needed was not readable.
    Unknown,
}

/// What one finding must be.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectedFinding {
    /// `critical`, `warning` or `info`.
    pub severity: String,
    /// `KIND/NAMESPACE/NAME`, or `KIND/NAME`.
    pub primary: String,
    /// Texts that the summary contains.
    #[serde(default)]
    pub summary: Vec<String>,
    /// Field paths that the evidence names, with the values there.
    #[serde(default)]
    pub evidence: BTreeMap<String, String>,
    /// How many objects it explains, when that matters.
    pub effects: Option<usize>,
}

/// A case on disk.
pub struct Case {
    /// Folder name.
    pub name: String,
    /// Folder.
    pub folder: PathBuf,
    /// What `expect.yaml` says.
    pub expect: Expectation,
}

/// Every case of the detector in `crate_folder`, by name.
///
/// # Panics
/// When a folder under `cases/` lacks a file or a file cannot be read: a test should say so loudly.
pub fn cases(crate_folder: &Path) -> Vec<Case> {
    let folder = crate_folder.join("cases");
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.expect("a folder entry").path()).collect();
    folders.sort();
    folders.into_iter().map(read_case).collect()
}

fn read_case(folder: PathBuf) -> Case {
    let path = folder.join("expect.yaml");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let expect = serde_yaml_ng::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Case { name, folder, expect }
}

impl Case {
    /// The cluster of this case.
    ///
    /// # Panics
    /// When `cluster.yaml` is no cluster.
    pub fn snapshot(&self) -> Snapshot {
        let path = self.folder.join("cluster.yaml");
        let text = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let unreadable: KindSet = self.expect.unreadable.iter().map(|name| known_kind(name)).collect();
        sdo_snapshot::fixture(&text, unreadable, self.expect.now.as_deref())
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }
}

fn known_kind(name: &str) -> Kind {
    Kind::from_name(name).unwrap_or_else(|| panic!("`{name}` under `unreadable` is no kind"))
}

/// Runs every case natively and compares.
///
/// # Panics
/// When a case gives another verdict than expected, or the three verdicts are not all covered.
pub fn run_cases(crate_folder: &str, spec: &DetectorSpec, run: fn() -> Report) {
    let cases = cases(Path::new(crate_folder));
    for verdict in [Verdict::Firing, Verdict::Silent, Verdict::Unknown] {
        let covered = cases.iter().any(|case| case.expect.verdict == verdict);
        assert!(covered, "{} has no case with verdict {verdict:?}", spec.name);
    }
    for case in &cases {
        let view = Arc::new(case.snapshot());
        let shared: Arc<Snapshot> = Arc::clone(&view);
        let (report, reads) = with_view(shared, run);
        if let Err(difference) = judge(case, spec, &view, &report, reads) {
            panic!("{} / {}: {difference}\nreport: {report:#?}", spec.name, case.name);
        }
    }
}

/// Compares one report with what its case expects; `reads` are the kinds the detector needed.
///
/// # Errors
/// What differs, in words.
pub fn judge(case: &Case, spec: &DetectorSpec, view: &Snapshot, report: &Report, reads: KindSet) -> Result<(), String> {
    let optional: KindSet = spec.optional_kinds.iter().map(|name| known_kind(name)).collect();
    let unreadable: KindSet = case.expect.unreadable.iter().map(|name| known_kind(name)).collect();
    let needed = reads.minus(optional);
    let unknown = unreadable.iter().any(|kind| needed.contains(kind)) || !report.unknown.is_empty();
    let verdict = match (unknown, report.findings.is_empty()) {
        (true, _) => Verdict::Unknown,
        (false, false) => Verdict::Firing,
        (false, true) => Verdict::Silent,
    };
    if verdict != case.expect.verdict {
        return Err(format!("expected {:?}, got {verdict:?}", case.expect.verdict));
    }
    if verdict == Verdict::Firing {
        compare(case, view, report)
    } else {
        Ok(())
    }
}

fn compare(case: &Case, view: &Snapshot, report: &Report) -> Result<(), String> {
    let (expected, found) = (&case.expect.findings, &report.findings);
    if expected.len() != found.len() {
        return Err(format!("expected {} findings, got {}", expected.len(), found.len()));
    }
    expected
        .iter()
        .zip(found)
        .try_for_each(|(expected, found)| compare_finding(expected, view, found))
}

fn compare_finding(expected: &ExpectedFinding, view: &Snapshot, found: &Finding) -> Result<(), String> {
    let severity = match found.severity {
        Severity::Critical => "critical",
        Severity::Warning => "warning",
        Severity::Info => "info",
    };
    let primary = object_name(view, found.primary);
    if (severity, primary.as_str()) != (expected.severity.as_str(), expected.primary.as_str()) {
        return Err(format!(
            "expected {} on {}, got {severity} on {primary}",
            expected.severity, expected.primary
        ));
    }
    if let Some(text) = expected
        .summary
        .iter()
        .find(|text| !found.summary.contains(text.as_str()))
    {
        return Err(format!("the summary `{}` lacks `{text}`", found.summary));
    }
    for (path, value) in &expected.evidence {
        if !found
            .evidence
            .iter()
            .any(|item| item.path == *path && item.value == *value)
        {
            return Err(format!("no evidence says `{value}` at `{path}`"));
        }
    }
    match expected.effects {
        Some(count) if count != found.effects.len() => {
            Err(format!("expected {count} effects, got {}", found.effects.len()))
        }
        _ => Ok(()),
    }
}

fn object_name(view: &Snapshot, id: u32) -> String {
    let described = Objects::describe(view, &mut Call::unlimited(), &[id]).unwrap_or_default();
    described.first().map_or_else(String::new, |object| {
        let parts = [object.kind.as_str(), object.namespace.as_str(), object.name.as_str()];
        parts
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join("/")
    })
}
