//! `sdo run`.

use clap::Args;
use std::path::PathBuf;

/// Examples and what happens on signals.
pub(super) const EXAMPLES: &str = "Examples:
  sdo run
  sdo run --config sdo.yaml
  sdo run --print-default-config > sdo.yaml
  sdo run --check-config --config sdo.yaml

Signals:
  SIGHUP            load detectors, policy, incidents and mutes again; a bad new set leaves the old
  SIGTERM, SIGINT   stop: rounds end, what waits is told, the Lease is given back
";

/// `sdo run`.
#[derive(Clone, Debug, Args)]
#[command(after_long_help = after_help())]
pub struct Run {
    /// The configuration; without one every default holds
    #[arg(long, value_name = "FILE", env = "SDO_CONFIG", hide_env_values = true)]
    pub config: Option<PathBuf>,
    /// The kubeconfig, before what the configuration says
    #[arg(long, value_name = "FILE")]
    pub kubeconfig: Option<PathBuf>,
    /// The context in it
    #[arg(long, value_name = "NAME")]
    pub context: Option<String>,
    /// Say whether the configuration is valid, and do nothing else
    #[arg(long)]
    pub check_config: bool,
    /// Print the commented default configuration, and do nothing else
    #[arg(long)]
    pub print_default_config: bool,
}

fn after_help() -> String {
    format!("{EXAMPLES}\n{}", crate::exit::help())
}
