//! `sdo policy`.

use super::shared::Detectors;
use clap::{Args, Subcommand, ValueEnum, ValueHint};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  sdo policy rbac | kubectl apply -f -
  sdo policy rbac --config sdo.yaml --namespace monitoring --name sdo
  sdo policy rbac --detectors mine/ --policy policy.yaml --live --without-secrets
";

/// Characters of a name: those of a label of DNS.
const MAX_LABEL: usize = 63;
/// Characters of the name that all names begin with; they get endings of at most ten.
const MAX_NAME: usize = 50;

/// The subcommands of `sdo policy`.
#[derive(Debug, Subcommand)]
pub enum PolicyCommand {
    /// Print the ServiceAccount and the roles that a host needs in a cluster, and nothing beyond
    Rbac(Box<Rbac>),
}

/// `sdo policy rbac`.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n{}", crate::exit::help()))]
pub struct Rbac {
    /// The configuration of the host: its detectors, and what it writes
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["detectors", "no_builtin", "policy"])]
    pub config: Option<PathBuf>,
    /// The host writes Kubernetes Events; as `events.enabled` of the configuration
    #[arg(long)]
    pub events: bool,
    /// The host holds a Lease; as `leadership.enabled` of the configuration
    #[arg(long)]
    pub leases: bool,
    /// The host checks bearer tokens; as `http.access: token` of the configuration
    #[arg(long)]
    pub tokens: bool,
    /// Leave Secrets out: detectors that need them are unknown then
    #[arg(long)]
    pub without_secrets: bool,
    /// Namespace of the ServiceAccount
    #[arg(short, long, value_name = "NAME", default_value = "sdo", value_parser = namespace)]
    pub namespace: String,
    /// Name of the ServiceAccount and the ClusterRole; the other names begin with it
    #[arg(long, value_name = "NAME", default_value = "sdo", value_parser = name)]
    pub name: String,
    /// Ask the cluster that kubectl would talk to what its custom resources are called
    #[arg(long)]
    pub live: bool,
    /// The context of the kubeconfig, instead of its current one
    #[arg(long, value_name = "NAME", requires = "live")]
    pub context: Option<String>,
    /// The kubeconfig, instead of $KUBECONFIG or ~/.kube/config
    #[arg(long, value_name = "FILE", requires = "live", value_hint = ValueHint::FilePath)]
    pub kubeconfig: Option<PathBuf>,
    /// Which detectors.
    #[command(flatten)]
    pub detectors: Detectors,
    /// Output format
    #[arg(short, long, value_enum, default_value_t = ManifestFormat::Yaml)]
    pub output: ManifestFormat,
}

/// Output format of manifests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ManifestFormat {
    /// YAML, with the detectors that need it above each rule.
    Yaml,
    /// A JSON List, without those words.
    Json,
}

fn namespace(text: &str) -> Result<String, String> {
    label(text, MAX_LABEL)
}

fn name(text: &str) -> Result<String, String> {
    label(text, MAX_NAME)
}

/// A label of DNS, as Kubernetes wants its names.
fn label(text: &str, most: usize) -> Result<String, String> {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    match !text.is_empty()
        && text.len() <= most
        && text.bytes().all(plain)
        && !text.starts_with('-')
        && !text.ends_with('-')
    {
        true => Ok(text.to_owned()),
        false => Err(format!(
            "a name has 1 to {most} lower case letters, digits and dashes, no dash first or last"
        )),
    }
}
