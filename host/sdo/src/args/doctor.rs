//! `sdo doctor`.

use super::client::Form;
use clap::{Args, ValueHint};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  sdo doctor
  sdo doctor --config sdo.yaml
  kubectl -n sdo exec deploy/sdo -- sdo doctor --config /etc/sdo/sdo.yaml
";

/// `sdo doctor`.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n{}", crate::exit::help()))]
pub struct Doctor {
    /// The configuration of the host; without one every default holds
    #[arg(long, value_name = "FILE", env = "SDO_CONFIG", hide_env_values = true, value_hint = ValueHint::FilePath)]
    pub config: Option<PathBuf>,
    /// The kubeconfig, before what the configuration says
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub kubeconfig: Option<PathBuf>,
    /// The context in it
    #[arg(long, value_name = "NAME")]
    pub context: Option<String>,
    /// Output format
    #[arg(short, long, value_enum, default_value_t = Form::Text)]
    pub output: Form,
}
