//! What nobody wants to hear of, as it is written down.

use anyhow::{Result, anyhow, bail};
use schemars::JsonSchema;
use sdo_pipeline::incidents as engine;
use serde::Deserialize;

/// Suppressions and windows that are read; each is compared with each finding of each round.
const MOST: usize = 1_000;

/// What nobody wants to hear of. The annotation `sdo.dev/mute` on an object, its owner or its namespace does the same from within
/// the cluster.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Mutes {
    /// Faults that are known and accepted.
    pub suppressions: Vec<Suppression>,
    /// Times in which faults are expected.
    pub windows: Vec<Window>,
}

/// A fault that is known and accepted. Everything that is given must hold.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Suppression {
    /// What people see as the reason for silence.
    pub name: String,
    /// Rule; a `*` at the end stands for anything.
    pub rule: Option<String>,
    /// Namespace; a `*` at the end stands for anything.
    pub namespace: Option<String>,
    /// Kind of the object or of one of its owners.
    pub kind: Option<String>,
    /// Name of the object or of one of its owners; a `*` at the end stands for anything.
    pub object: Option<String>,
    /// When it ends, in RFC 3339.
    pub until: Option<String>,
}

/// A time in which faults are expected.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Window {
    /// What people see as the reason for silence.
    pub name: String,
    /// When it begins, in RFC 3339.
    pub from: String,
    /// When it is over, in RFC 3339.
    pub until: String,
    /// Namespaces, all when left out; a `*` at the end stands for anything.
    #[serde(default)]
    pub namespaces: Vec<String>,
    /// Rules, all when left out; a `*` at the end stands for anything.
    #[serde(default)]
    pub rules: Vec<String>,
}

impl Mutes {
    pub(super) fn check(&self) -> Result<()> {
        let count = self.suppressions.len() + self.windows.len();
        if count > MOST {
            bail!("mutes: {count} suppressions and windows; at most {MOST} are read");
        }
        for suppression in &self.suppressions {
            let Suppression {
                name,
                rule,
                namespace,
                kind,
                object,
                ..
            } = suppression;
            if [rule, namespace, kind, object]
                .iter()
                .all(|condition| condition.is_none())
            {
                bail!(
                    "mutes.suppressions: {name:?} would silence everything; give it a rule, namespace, kind or object"
                );
            }
        }
        self.engine().map(|_| ())
    }

    /// As the engine wants them.
    ///
    /// # Errors
    /// A time is no RFC 3339, or a window ends before it begins.
    pub(crate) fn engine(&self) -> Result<engine::Mutes> {
        Ok(engine::Mutes {
            suppressions: self
                .suppressions
                .iter()
                .map(Suppression::engine)
                .collect::<Result<_>>()?,
            windows: self.windows.iter().map(Window::engine).collect::<Result<_>>()?,
            ..engine::Mutes::default()
        })
    }
}

impl Suppression {
    fn engine(&self) -> Result<engine::Suppression> {
        Ok(engine::Suppression {
            name: self.name.clone(),
            rule: pattern(&self.rule),
            namespace: pattern(&self.namespace),
            kind: self.kind.clone(),
            object: pattern(&self.object),
            until: self.until.as_deref().map(instant).transpose()?,
        })
    }
}

impl Window {
    fn engine(&self) -> Result<engine::Window> {
        let (from, until) = (instant(&self.from)?, instant(&self.until)?);
        if until <= from {
            bail!("mutes.windows: {:?} ends before it begins", self.name);
        }
        let patterns = |texts: &[String]| texts.iter().map(|text| text.as_str().into()).collect();
        Ok(engine::Window {
            name: self.name.clone(),
            from,
            until,
            namespaces: patterns(&self.namespaces),
            rules: patterns(&self.rules),
        })
    }
}

fn pattern(text: &Option<String>) -> Option<engine::Pattern> {
    text.as_deref().map(engine::Pattern::from)
}

/// Seconds since 1970 of an RFC 3339 time.
pub(crate) fn instant(text: &str) -> Result<i64> {
    let time: jiff::Timestamp = text
        .parse()
        .map_err(|_| anyhow!("mutes: {text:?} is no RFC 3339 time such as 2026-11-30T18:00:00Z"))?;
    Ok(time.as_second())
}

#[cfg(test)]
mod tests {
    use crate::config::Config;

    fn error(text: &str) -> String {
        Config::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn a_suppression_of_everything_and_a_window_that_never_is_are_refused() {
        assert!(error("mutes: { suppressions: [{ name: all }] }").contains("everything"));
        let window = |from: &str, until: &str| {
            format!("mutes: {{ windows: [{{ name: night, from: \"{from}\", until: \"{until}\" }}] }}")
        };
        assert!(error(&window("2026-12-01T06:00:00Z", "2026-12-01T05:00:00Z")).contains("before it begins"));
        assert!(error(&window("tonight", "2026-12-01T05:00:00Z")).contains("RFC 3339"));
        assert!(Config::parse(&window("2026-12-01T04:00:00Z", "2026-12-01T05:00:00+00:00")).is_ok());
    }
}
