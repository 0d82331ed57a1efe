//! Arguments that several commands take.

use clap::{Args, ValueEnum, ValueHint};
use std::path::PathBuf;

/// Colour of the output.
#[derive(Clone, Copy, Debug, Args)]
pub struct Color {
    /// When to colour; auto colours on a terminal unless NO_COLOR is set
    #[arg(long = "color", value_name = "WHEN", value_enum, default_value_t = ColorWhen::Auto, global = true)]
    pub when: ColorWhen,
    /// The same as --color=never
    #[arg(long, global = true, conflicts_with = "when")]
    pub no_color: bool,
}

/// When to colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorWhen {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The dump to look at.
#[derive(Clone, Debug, Args)]
pub struct Data {
    /// Files, folders or archives of one cluster; `-` is standard input
    ///
    /// Read are: kubectl get -o json|yaml, kubectl cluster-info dump, OpenShift must-gather, Replicated support bundles, what sdo snapshot
    /// save wrote; each as file, folder, .tar, .tar.gz, .tar.xz, .tar.zst or .zip.
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub paths: Vec<PathBuf>,
}

/// The cluster to look at.
#[derive(Clone, Debug, Default, Args)]
pub struct Live {
    /// Read the cluster that kubectl would talk to instead of a dump: each kind once, nothing is changed
    #[arg(long, conflicts_with = "paths")]
    pub live: bool,
    /// The context of the kubeconfig, instead of its current one
    #[arg(long, value_name = "NAME", requires = "live", conflicts_with = "paths")]
    pub context: Option<String>,
    /// The kubeconfig, instead of $KUBECONFIG or ~/.kube/config
    #[arg(long, value_name = "FILE", requires = "live", conflicts_with = "paths", value_hint = ValueHint::FilePath)]
    pub kubeconfig: Option<PathBuf>,
}

/// The detectors to use.
#[derive(Clone, Debug, Default, Args)]
pub struct Detectors {
    /// More detectors: a component, or a folder of *.wasm; one with the rule of a built-in detector replaces it
    #[arg(long, value_name = "DIR|FILE", value_hint = ValueHint::AnyPath)]
    pub detectors: Vec<PathBuf>,
    /// Leave the built-in detectors out
    #[arg(long, requires = "detectors")]
    pub no_builtin: bool,
    /// What detectors may read and consume; see `sdo detector inspect`
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub policy: Option<PathBuf>,
}

/// Output format of a listing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Listing {
    /// For people.
    Text,
    /// JSON.
    Json,
    /// YAML.
    Yaml,
}
