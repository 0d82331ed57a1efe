//! `sdo check`.

use super::shared::{Data, Detectors, Live};
use clap::{Args, ValueEnum, ValueHint};
use sdo_model::finding::Severity;
use std::num::NonZeroUsize;
use std::path::PathBuf;

pub(super) const EXAMPLES: &str = "\
Examples:
  sdo check must-gather.tar.xz
  sdo check --live --context production
  kubectl get all,cm,secrets,ingress,pvc,sc,nodes,events -A -o json | sdo check -
  sdo check dump/ --namespace demo --severity warning
  sdo check bundle.tar.gz -o sarif --fail-on warning > sdo.sarif
  sdo check --explain service-selects-nothing
";

/// `sdo check`.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n{}", crate::exit::help()))]
pub struct Check {
    /// Which dump.
    #[command(flatten)]
    pub data: Data,
    /// Or which cluster.
    #[command(flatten)]
    pub cluster: Live,
    /// Output format
    #[arg(short, long, value_enum, default_value_t = Format::Text)]
    pub output: Format,
    /// Show only findings at least this bad
    #[arg(long, value_name = "LEVEL", value_enum, default_value_t = Level::Info)]
    pub severity: Level,
    /// Show only findings about, or with effects in, this namespace; may be repeated
    #[arg(short, long, value_name = "NAME")]
    pub namespace: Vec<String>,
    /// Run only this rule; may be repeated
    #[arg(long, value_name = "RULE")]
    pub rule: Vec<String>,
    /// Which detectors.
    #[command(flatten)]
    pub detectors: Detectors,
    /// End with exit code 1 when a finding that is shown is at least this bad
    #[arg(long, value_name = "LEVEL", value_enum, default_value_t = FailOn::Critical)]
    pub fail_on: FailOn,
    /// Explain a rule instead: what it means, how to confirm it, what it cannot see
    #[arg(long, value_name = "RULE", conflicts_with_all = ["paths", "rule", "live"])]
    pub explain: Option<String>,
    /// Also save what was read of the cluster, as `sdo snapshot save` does
    #[arg(long, value_name = "FILE", requires = "live", conflicts_with = "paths", value_hint = ValueHint::FilePath)]
    pub save: Option<PathBuf>,
    /// Replace the file of --save if it exists
    #[arg(long, requires = "save")]
    pub force: bool,
    /// Threads for detectors
    #[arg(short, long, value_name = "N", default_value = "2")]
    pub jobs: NonZeroUsize,
}

/// Output format of `sdo check`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// JSON, of the shape in docs/schema/check.json.
    Json,
    /// The same as YAML.
    Yaml,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// JUnit XML, for CI: findings at or over --fail-on are failures.
    Junit,
    /// Markdown, for an issue or a chat.
    Markdown,
}

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Level {
    /// Something does not work now, cannot start, or data is at risk.
    Critical,
    /// Degraded, or will fail at the next restart, rollout, drain or expiry.
    Warning,
    /// Advice.
    Info,
}

/// From which severity on the exit code is 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    /// Critical ones only.
    Critical,
    /// Critical ones and warnings.
    Warning,
    /// Any.
    Info,
    /// Never.
    Never,
}

impl Level {
    /// The severity of this level.
    pub fn severity(self) -> Severity {
        match self {
            Level::Critical => Severity::Critical,
            Level::Warning => Severity::Warning,
            Level::Info => Severity::Info,
        }
    }
}

impl FailOn {
    /// The least severity that fails; `None` for never.
    pub fn threshold(self) -> Option<Severity> {
        match self {
            FailOn::Critical => Some(Severity::Critical),
            FailOn::Warning => Some(Severity::Warning),
            FailOn::Info => Some(Severity::Info),
            FailOn::Never => None,
        }
    }
}
