//! Which sinks there are. The shapes are those of the host's configuration file.

use reqwest::Url;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use sdo_model::finding::Severity;
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// Shortest period of repetition.
const SHORTEST_REPEAT: Duration = Duration::from_secs(1);

/// All sinks, and what they are told.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// Incidents milder than this are not told: `info`, `warning` or `critical`.
    #[schemars(schema_with = "severity")]
    pub minimum_severity: Severity,
    /// Where people reach this host's page, e.g. `https://sdo.example.org`; incidents link to `/incidents/INC-17` below it.
    pub link: Option<String>,
    /// Alertmanagers; each gets everything.
    pub alertmanagers: Vec<AlertmanagerSettings>,
    /// Webhooks; each gets everything.
    pub webhooks: Vec<WebhookSettings>,
}

/// No sinks; nothing below a warning.
impl Default for Settings {
    fn default() -> Self {
        Self {
            minimum_severity: Severity::Warning,
            link: None,
            alertmanagers: Vec::new(),
            webhooks: Vec::new(),
        }
    }
}

/// One Alertmanager.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AlertmanagerSettings {
    /// What logs and metrics call it; its scheme, host and port when left out.
    pub name: Option<String>,
    /// Its address, e.g. `http://alertmanager.monitoring:9093`; alerts go to `/api/v2/alerts` below it.
    pub url: Address,
    /// Certificates of authorities that are trusted besides those of the system, in a PEM file.
    pub ca_file: Option<PathBuf>,
    /// A file with a bearer token. It is read again when the sink refuses the token.
    pub token_file: Option<PathBuf>,
    /// Seconds after which standing alerts are sent again; less than the Alertmanager's `resolve_timeout`, which is 300.
    #[serde(default = "minute")]
    #[schemars(range(min = 1))]
    pub repeat_seconds: u64,
}

/// One webhook.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookSettings {
    /// What logs and metrics call it; its scheme, host and port when left out.
    pub name: Option<String>,
    /// Where documents are posted to.
    pub url: Address,
    /// Certificates of authorities that are trusted besides those of the system, in a PEM file.
    pub ca_file: Option<PathBuf>,
    /// A file with a bearer token. It is read again when the sink refuses the token.
    pub token_file: Option<PathBuf>,
    /// A file with a secret: `X-Sdo-Signature: sha256=` and the HMAC-SHA256 of the body under it, in hexadecimal digits, goes along.
    pub secret_file: Option<PathBuf>,
}

/// An address of a sink or a collector. Its path and user may be secrets; neither is ever shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Address(Url);

/// Settings that make no sink.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SettingsError {
    /// An address that leads nowhere.
    #[error("an address must be http:// or https://, with a host and without a fragment")]
    Address,
    /// A sink that would show who it is in two ways.
    #[error("the sink {0} has a user in its url and a token_file; one of them must go")]
    TwoCredentials(String),
    /// Two sinks that nobody could tell apart.
    #[error("two sinks are called {0}; give each a name of its own")]
    SameName(String),
    /// Repetition without a pause.
    #[error("repeat_seconds of the sink {0} must be at least 1")]
    Repeat(String),
    /// Certificates that cannot be used.
    #[error("read the certificates of the sink {sink} from {}: {reason}", .file.display())]
    Certificates {
        /// The sink.
        sink: String,
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// No client.
    #[error("make an HTTP client for the sink {sink}: {reason}")]
    Client {
        /// The sink.
        sink: String,
        /// What went wrong.
        reason: String,
    },
}

impl Address {
    /// An address from its text.
    ///
    /// # Errors
    /// It is no http:// or https:// address. The text is not repeated.
    pub fn parse(text: &str) -> Result<Self, SettingsError> {
        let url = Url::parse(text).map_err(|_| SettingsError::Address)?;
        let fits = matches!(url.scheme(), "http" | "https") && url.host_str().is_some() && url.fragment().is_none();
        if fits {
            Ok(Self(url))
        } else {
            Err(SettingsError::Address)
        }
    }

    /// All of it, secrets too.
    pub fn url(&self) -> &Url {
        &self.0
    }

    pub(crate) fn has_user(&self) -> bool {
        !self.0.username().is_empty() || self.0.password().is_some()
    }

    pub(crate) fn is_encrypted(&self) -> bool {
        self.0.scheme() == "https"
    }
}

/// Scheme, host and port.
impl fmt::Display for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{}://{}",
            self.0.scheme(),
            self.0.host_str().unwrap_or_default()
        )?;
        match self.0.port() {
            Some(port) => write!(formatter, ":{port}"),
            None => Ok(()),
        }
    }
}

/// As shown.
impl fmt::Debug for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Address({self})")
    }
}

impl<'de> Deserialize<'de> for Address {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for Address {
    fn schema_name() -> Cow<'static, str> {
        "Address".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "uri", "pattern": "^https?://" })
    }
}

impl AlertmanagerSettings {
    /// For the Alertmanager at `url`, all else by default.
    pub fn new(url: Address) -> Self {
        Self {
            name: None,
            url,
            ca_file: None,
            token_file: None,
            repeat_seconds: minute(),
        }
    }

    /// The period of repetition, when it is one.
    pub(crate) fn repeat(&self, name: &str) -> Result<Duration, SettingsError> {
        let repeat = Duration::from_secs(self.repeat_seconds);
        match repeat >= SHORTEST_REPEAT {
            true => Ok(repeat),
            false => Err(SettingsError::Repeat(name.to_owned())),
        }
    }
}

impl WebhookSettings {
    /// For the webhook at `url`, all else by default.
    pub fn new(url: Address) -> Self {
        Self {
            name: None,
            url,
            ca_file: None,
            token_file: None,
            secret_file: None,
        }
    }
}

fn minute() -> u64 {
    60
}

fn severity(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "enum": ["info", "warning", "critical"] })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_shows_neither_its_user_nor_its_path() {
        let address = Address::parse("https://user:hunter2@hooks.example.org:8443/services/T0K3N?key=hunter2").unwrap();
        assert_eq!(address.to_string(), "https://hooks.example.org:8443");
        assert_eq!(format!("{address:?}"), "Address(https://hooks.example.org:8443)");
        let settings = Settings {
            webhooks: vec![WebhookSettings::new(address)],
            ..Settings::default()
        };
        assert!(!format!("{settings:?}").contains("hunter2"));
    }

    #[test]
    fn what_is_no_address_is_refused_without_being_repeated() {
        for text in [
            "hunter2",
            "ftp://hunter2",
            "http://",
            "https://host/#hunter2",
            "file:///hunter2",
        ] {
            let error = Address::parse(text).unwrap_err();
            assert!(!error.to_string().contains("hunter2"), "{error}");
        }
    }

    #[test]
    fn settings_are_read_by_name_and_unknown_keys_are_errors() {
        let read = serde_json::from_str::<Settings>;
        let settings = read(r#"{"minimum_severity":"critical","alertmanagers":[{"url":"http://am:9093"}]}"#).unwrap();
        assert_eq!(settings.minimum_severity, Severity::Critical);
        assert_eq!(settings.alertmanagers[0].repeat_seconds, 60);
        assert!(read(r#"{"webhook":[]}"#).is_err());
        assert!(read(r#"{"webhooks":[{"url":"http://x","tokenfile":"t"}]}"#).is_err());
        let schema = schemars::schema_for!(Settings).to_value();
        assert!(schema["properties"]["minimum_severity"]["enum"].is_array(), "{schema}");
    }
}
