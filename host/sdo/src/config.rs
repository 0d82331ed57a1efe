//! `sdo.yaml`: how a host that stays is set up. One typed tree; the commented default is embedded, and a schema is made from the types.

mod mutes;

pub(crate) use mutes::{Mutes, instant};

use crate::suggest::did_you_mean;
use anyhow::{Context, Result, anyhow, bail};
use schemars::JsonSchema;
use sdo_pipeline::incidents::{Hold, Settings};
use serde::Deserialize;
use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// The configuration in force where no file is given.
pub const DEFAULT: &str = include_str!("config/default.yaml");
/// Bytes of a configuration that are read; one with a thousand suppressions has 200 KB.
const MAX_BYTES: u64 = 1 << 20;
/// The port of the page and the API.
const PORT: u16 = 7780;

/// The whole configuration. Every part can be left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(title = "sdo.yaml")]
pub struct Config {
    /// Which cluster.
    pub cluster: Cluster,
    /// Which detectors.
    pub detectors: Detectors,
    /// When a fault becomes an incident, and when that ends.
    pub incidents: Incidents,
    /// What nobody wants to hear of.
    pub mutes: Mutes,
    /// What is kept across restarts.
    pub store: Store,
    /// Which of several hosts speaks.
    pub leadership: Leadership,
    /// Kubernetes Events on the objects of incidents.
    pub events: Events,
    /// The page, the API and the metrics.
    pub http: Http,
    /// Alertmanager and webhooks.
    pub notify: sdo_notify::Settings,
    /// The log on standard output.
    pub log: Log,
    /// Spans to a collector.
    pub opentelemetry: OpenTelemetry,
}

/// Which cluster. The command line's --kubeconfig and --context go before it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Cluster {
    /// What alerts call it; the address of the API server when left out.
    pub name: Option<String>,
    /// The kubeconfig; as kubectl finds it, or the pod's service account, when left out.
    pub kubeconfig: Option<PathBuf>,
    /// The context in it.
    pub context: Option<String>,
}

/// Which detectors. They are loaded again when a file changes or on SIGHUP; a set that does not load leaves the old one.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Detectors {
    /// Whether the built-in ones run.
    pub builtin: bool,
    /// Components, or folders of them.
    pub paths: Vec<PathBuf>,
    /// What they may read and consume; the embedded policy when left out.
    pub policy: Option<PathBuf>,
    /// Threads that run them; as many as the machine has, four at most, when left out.
    pub jobs: Option<NonZeroUsize>,
}

impl Default for Detectors {
    fn default() -> Self {
        Self {
            builtin: true,
            paths: Vec::new(),
            policy: None,
            jobs: None,
        }
    }
}

/// When a fault becomes an incident, and when that ends. Of runs and seconds, whichever comes first counts.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Incidents {
    /// Runs in a row, five seconds apart at least, that find a fault before its incident opens.
    pub open_runs: u32,
    /// Seconds that it stands before its incident opens.
    pub open_seconds: i64,
    /// Runs in a row that do not find it any more before its incident closes.
    pub close_runs: u32,
    /// Seconds that it is gone before its incident closes.
    pub close_seconds: i64,
    /// Seconds after closing in which the same fault opens the same incident again.
    pub reopen_seconds: i64,
    /// Openings and closings within an hour that are told; with one more it is told once that the fault comes and goes.
    pub flips: usize,
}

impl Default for Incidents {
    fn default() -> Self {
        let settings = Settings::default();
        Self {
            open_runs: settings.open.runs,
            open_seconds: settings.open.seconds,
            close_runs: settings.close.runs,
            close_seconds: settings.close.seconds,
            reopen_seconds: settings.reopen_within,
            flips: settings.flips,
        }
    }
}

impl Incidents {
    /// As the engine wants it.
    pub(crate) fn settings(&self) -> Settings {
        let open = Hold {
            runs: self.open_runs,
            seconds: self.open_seconds.max(0),
        };
        Settings {
            open,
            open_critical: open,
            close: Hold {
                runs: self.close_runs,
                seconds: self.close_seconds.max(0),
            },
            reopen_within: self.reopen_seconds.max(0),
            flips: self.flips,
            ..Settings::default()
        }
    }
}

/// What is kept across restarts.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Store {
    /// The file; `sdo/<cluster>.db` in the state folder of the user when left out.
    pub path: Option<PathBuf>,
    /// Days for which closed incidents are kept.
    pub keep_days: u32,
}

impl Default for Store {
    fn default() -> Self {
        Self {
            path: None,
            keep_days: 30,
        }
    }
}

/// Which of several hosts speaks: the one that holds the Lease. All others watch and wait.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Leadership {
    /// Whether there may be several hosts of one cluster.
    pub enabled: bool,
    /// Namespace of the Lease; the pod's own when left out.
    pub namespace: Option<String>,
    /// Name of the Lease.
    pub lease: String,
}

impl Default for Leadership {
    fn default() -> Self {
        Self {
            enabled: false,
            namespace: None,
            lease: "sdo".to_owned(),
        }
    }
}

/// Kubernetes Events on the objects of incidents, as `kubectl describe` shows them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Events {
    /// Whether they are written; the host needs `create` on events then.
    pub enabled: bool,
}

/// Who may read the page and the API.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Access {
    /// Whoever reaches the address, which must be one of this machine.
    #[default]
    Open,
    /// Whoever sends a bearer token of the cluster that may `get` the path `/v1/*`.
    Token,
}

/// The page, the API and the metrics.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Http {
    /// Address and port.
    #[schemars(with = "String")]
    pub listen: SocketAddr,
    /// Who may read.
    pub access: Access,
    /// Names besides localhost under which an open address may be asked.
    pub names: Vec<String>,
}

impl Default for Http {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, PORT)),
            access: Access::Open,
            names: Vec::new(),
        }
    }
}

/// How lines of the log look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// One JSON object a line.
    #[default]
    Json,
    /// For people.
    Text,
}

/// Spans to a collector, by OTLP over HTTP in protobuf.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct OpenTelemetry {
    /// The collector; `/v1/traces` is added to its path. Nothing is sent when left out.
    pub endpoint: Option<sdo_notify::Address>,
}

/// The log on standard output.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Log {
    /// `error`, `warn`, `info`, `debug` or `trace`, or a filter such as `info,sdo_live=debug`.
    pub level: String,
    /// How lines look.
    pub format: LogFormat,
}

impl Default for Log {
    fn default() -> Self {
        Self {
            level: "info".to_owned(),
            format: LogFormat::Json,
        }
    }
}

impl Config {
    /// Reads a file.
    ///
    /// # Errors
    /// It cannot be read, or [`Config::parse`] refuses it.
    pub(crate) fn load(path: &Path) -> Result<Self> {
        let size = std::fs::metadata(path)
            .with_context(|| format!("read {}", path.display()))?
            .len();
        if size > MAX_BYTES {
            bail!(
                "{} has {size} bytes; a configuration has at most {MAX_BYTES}",
                path.display()
            );
        }
        let text = std::fs::read_to_string(path).with_context(|| format!("read {}", path.display()))?;
        Self::parse(&text).with_context(|| format!("cannot use {}", path.display()))
    }

    /// Parts in which `other` differs and which hold from the start of a host to its end.
    pub(crate) fn needs_restart(&self, other: &Self) -> Vec<&'static str> {
        let parts = [
            ("cluster", self.cluster != other.cluster),
            ("store", self.store != other.store),
            ("leadership", self.leadership != other.leadership),
            ("events", self.events != other.events),
            ("http", self.http != other.http),
            ("notify", self.notify != other.notify),
            ("log", self.log != other.log),
            ("opentelemetry", self.opentelemetry != other.opentelemetry),
        ];
        let differ = parts.into_iter().filter(|(_, differs)| *differs);
        differ.map(|(name, _)| name).collect()
    }

    /// Checks the text of a configuration.
    ///
    /// # Errors
    /// It is no YAML of the documented shape; the message names the place, and the key that was probably meant.
    pub(crate) fn parse(text: &str) -> Result<Self> {
        // A file of comments alone means the defaults.
        if text
            .lines()
            .all(|line| line.trim_start().starts_with('#') || line.trim().is_empty())
        {
            return Ok(Self::default());
        }
        let config: Self = serde_saphyr::from_str(text).map_err(|error| explained(&error.to_string()))?;
        config.mutes.check()?;
        Ok(config)
    }
}

/// The parser's message, with the key that was probably meant. Below its first line it draws the place, which the line names already.
fn explained(message: &str) -> anyhow::Error {
    let told = message.lines().next().unwrap_or_default();
    let told = told.strip_prefix("error: ").unwrap_or(told);
    let field = told
        .split_once("unknown field `")
        .and_then(|(_, rest)| rest.split_once("`, expected "));
    let near = field.map(|(unknown, known)| {
        let known = known
            .trim_start_matches("one of ")
            .split(", ")
            .map(|key| key.trim_matches('`'));
        did_you_mean(unknown, known)
    });
    anyhow!("{told}{}", near.unwrap_or_default())
}

/// The JSON Schema of [`Config`], as it stands in `docs/schema/config.json`.
pub fn schema() -> schemars::Schema {
    schemars::generate::SchemaSettings::draft2020_12()
        .into_generator()
        .into_root_schema_for::<Config>()
}

#[cfg(test)]
mod tests;
