//! What is asked of a running host: `sdo status`, `sdo incidents`.

use super::check::{FailOn, Level};
use clap::{Args, Subcommand, ValueEnum, ValueHint};
use sdo_model::incident::IncidentId;
use std::path::PathBuf;

/// Where a host listens unless its configuration says otherwise, and where `kubectl port-forward` leads to it.
const DEFAULT_URL: &str = "http://127.0.0.1:7780";
/// Incidents that one call may ask for: more than anybody reads, and twenty requests.
const MAX_INCIDENTS: i64 = 10_000;

const STATUS_EXAMPLES: &str = "\
Examples:
  kubectl -n sdo port-forward svc/sdo 7780 & sdo status
  sdo status --url https://sdo.example.org --token-file token --fail-on warning
  sdo status -o json
";

const INCIDENTS_EXAMPLES: &str = "\
Examples:
  sdo incidents
  sdo incidents --stage all --severity warning --namespace shop --limit 200
  sdo incidents show INC-17
  sdo incidents watch -o json
";

/// Where the host is, and what lets one in.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "The host")]
pub struct HostAddress {
    /// Address of the host
    #[arg(long, value_name = "URL", env = "SDO_URL", hide_env_values = true, default_value = DEFAULT_URL, value_hint = ValueHint::Url)]
    pub url: String,
    /// The file with the bearer token that the host asks for; never sent over plain http to another machine
    #[arg(long, value_name = "FILE", env = "SDO_TOKEN_FILE", hide_env_values = true, value_hint = ValueHint::FilePath)]
    pub token_file: Option<PathBuf>,
    /// Certificates (PEM) to trust besides those of this machine
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub ca_file: Option<PathBuf>,
}

/// Output format of what a host says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// For people.
    Text,
    /// JSON, of the shapes in docs/schema/openapi.json.
    Json,
}

/// `sdo status`.
#[derive(Clone, Debug, Args)]
#[command(after_help = STATUS_EXAMPLES, after_long_help = format!("{STATUS_EXAMPLES}\n{}", crate::exit::help()))]
pub struct Status {
    /// End with exit code 1 when an incident is open that is at least this bad
    #[arg(long, value_name = "LEVEL", value_enum, default_value_t = FailOn::Critical)]
    pub fail_on: FailOn,
    /// Output format
    #[arg(short, long, value_enum, default_value_t = Form::Text)]
    pub output: Form,
    /// Which host.
    #[command(flatten)]
    pub host: HostAddress,
}

/// `sdo incidents`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, after_help = INCIDENTS_EXAMPLES)]
pub struct Incidents {
    /// What of them; the list when left out.
    #[command(subcommand)]
    pub command: Option<IncidentsCommand>,
    /// The list.
    #[command(flatten)]
    pub list: IncidentList,
}

/// The subcommands of `sdo incidents`.
#[derive(Debug, Subcommand)]
pub enum IncidentsCommand {
    /// List incidents, newest first; the same as `sdo incidents`
    List(IncidentList),
    /// Show one with its history, evidence and effects, and what to do next
    Show(IncidentShow),
    /// Say what becomes of incidents, one line a turn, until it is interrupted
    Watch(IncidentWatch),
}

/// `sdo incidents list`.
#[derive(Clone, Debug, Args)]
pub struct IncidentList {
    /// Show only incidents of this stage
    #[arg(long, value_enum, default_value_t = StageChoice::Open)]
    pub stage: StageChoice,
    /// Which of them.
    #[command(flatten)]
    pub filter: IncidentFilter,
    /// Show at most so many
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=MAX_INCIDENTS))]
    pub limit: u32,
    /// Show only incidents that were opened before this one: the next page
    #[arg(long, value_name = "INC-N", value_parser = incident)]
    pub before: Option<IncidentId>,
    /// Output format
    #[arg(short, long, value_enum, default_value_t = Form::Text)]
    pub output: Form,
    /// Which host.
    #[command(flatten)]
    pub host: HostAddress,
}

/// Which incidents. Everything that is given must hold.
#[derive(Clone, Debug, Args)]
pub struct IncidentFilter {
    /// Show only incidents at least this bad
    #[arg(long, value_name = "LEVEL", value_enum, default_value_t = Level::Info)]
    pub severity: Level,
    /// Show only incidents about an object of this namespace
    #[arg(short, long, value_name = "NAME")]
    pub namespace: Option<String>,
    /// Show only incidents of this rule
    #[arg(long, value_name = "RULE")]
    pub rule: Option<String>,
}

/// Which stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StageChoice {
    /// Those that stand, or of which nobody can tell that they do not.
    Open,
    /// Those that were seen to be gone.
    Closed,
    /// Both.
    All,
}

/// `sdo incidents show`.
#[derive(Clone, Debug, Args)]
pub struct IncidentShow {
    /// Its name
    #[arg(value_name = "INC-N", value_parser = incident)]
    pub id: IncidentId,
    /// Output format
    #[arg(short, long, value_enum, default_value_t = Form::Text)]
    pub output: Form,
    /// Which host.
    #[command(flatten)]
    pub host: HostAddress,
}

/// `sdo incidents watch`.
#[derive(Clone, Debug, Args)]
pub struct IncidentWatch {
    /// Which of them.
    #[command(flatten)]
    pub filter: IncidentFilter,
    /// Output format; json is a document a line
    #[arg(short, long, value_enum, default_value_t = Form::Text)]
    pub output: Form,
    /// Which host.
    #[command(flatten)]
    pub host: HostAddress,
}

/// `INC-17`, or the number alone.
fn incident(text: &str) -> Result<IncidentId, String> {
    let digits = text
        .strip_prefix("INC-")
        .or_else(|| text.strip_prefix("inc-"))
        .unwrap_or(text);
    let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = is_plain.then(|| digits.parse().ok()).flatten();
    number
        .map(IncidentId)
        .ok_or_else(|| "names of incidents look like INC-17".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_incident_is_named_with_or_without_its_prefix() {
        for text in ["INC-17", "inc-17", "17"] {
            assert_eq!(incident(text), Ok(IncidentId(17)));
        }
        for text in ["", "INC-", "+17", "17a", "INC-INC-17", "99999999999999999999999"] {
            assert!(incident(text).is_err(), "{text}");
        }
    }
}
