//! The host's HTTP API.

use super::answers::{Coverage, Detail, Detectors, Incident, Page, Status};
use super::http::{Answer, get};
use super::metrics::Metrics;
use anyhow::{Context, Result, bail};
use serde::de::DeserializeOwned;
use std::net::SocketAddr;

/// Where a host answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Api(pub SocketAddr);

impl Api {
    /// Every incident that the host remembers and `query` admits: `stage=open`, `namespace=shop`; empty for all.
    ///
    /// # Errors
    /// The host does not answer, or not as documented; the same holds for all that follow.
    pub fn incidents(&self, query: &str) -> Result<Vec<Incident>> {
        let mut all = Vec::new();
        let mut before = String::new();
        loop {
            let page: Page = self.document(&format!("/v1/incidents?limit=500{before}&{query}"))?;
            all.extend(page.incidents);
            match page.next {
                Some(next) => before = format!("&before={next}"),
                None => return Ok(all),
            }
        }
    }

    /// The incidents that are open.
    ///
    /// # Errors
    /// As [`Api::incidents`].
    pub fn open(&self) -> Result<Vec<Incident>> {
        self.incidents("stage=open")
    }

    /// One incident with its history.
    ///
    /// # Errors
    /// As [`Api::incidents`].
    pub fn incident(&self, id: &str) -> Result<Detail> {
        self.document(&format!("/v1/incidents/{id}"))
    }

    /// The host at a glance.
    ///
    /// # Errors
    /// As [`Api::incidents`].
    pub fn status(&self) -> Result<Status> {
        self.document("/v1/status")
    }

    /// What could be read.
    ///
    /// # Errors
    /// As [`Api::incidents`].
    pub fn coverage(&self) -> Result<Coverage> {
        self.document("/v1/coverage")
    }

    /// The detectors.
    ///
    /// # Errors
    /// As [`Api::incidents`].
    pub fn detectors(&self) -> Result<Detectors> {
        self.document("/v1/detectors")
    }

    /// What the host counts.
    ///
    /// # Errors
    /// As [`Api::incidents`].
    pub fn metrics(&self) -> Result<Metrics> {
        Ok(Metrics::parse(&self.text("/metrics")?))
    }

    /// Whether the first round has finished; if not, the host's words for what is missing, or that nobody listens yet.
    pub fn ready(&self) -> Result<(), String> {
        match get(self.0, "/readyz") {
            Ok(Answer { status: 200, .. }) => Ok(()),
            Ok(answer) => Err(answer.body.trim().to_owned()),
            Err(error) => Err(format!("{error:#}")),
        }
    }

    fn document<T: DeserializeOwned>(&self, path: &str) -> Result<T> {
        let text = self.text(path)?;
        serde_json::from_str(&text).with_context(|| format!("read the answer to {path}: {text}"))
    }

    fn text(&self, path: &str) -> Result<String> {
        let answer = get(self.0, path)?;
        if answer.status != 200 {
            bail!("{path} is answered with {}: {}", answer.status, answer.body.trim());
        }
        Ok(answer.body)
    }
}
