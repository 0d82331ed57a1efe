//! The receiving side of a reading: pages into a builder, refusals into coverage.

use crate::cost::Cost;
use crate::error::ReadError;
use crate::list::Answer;
use crate::resource::Resource;
use http::StatusCode;
use sdo_model::State;
use sdo_snapshot::load::{ClockSource, Origin, Sink, VersionOf};
use sdo_snapshot::{Builder, Snapshot};
use serde::Deserialize;
use std::collections::HashMap;

/// What the connection has to say.
pub(crate) enum News {
    /// An answer of so many bytes.
    Answer(usize),
    /// A list was refused.
    Refused(StatusCode),
    /// A page of a list.
    Page(Resource, Vec<u8>),
    /// The list is begun again; what came of it so far may be gone from the cluster.
    Restart(Resource),
    /// No further page comes: how much of the kind was read, and why not all.
    End(Resource, State, String),
}

/// A list that is under way.
#[derive(Default)]
struct Listing {
    builder: Builder,
    /// The first thing in it that could not be taken in.
    broken: Option<String>,
}

/// What was taken in so far.
pub(crate) struct Taking {
    server: String,
    builder: Builder,
    listings: HashMap<String, Listing>,
    cost: Cost,
    /// Kinds of which anything could be read.
    readable: usize,
    refused: Option<StatusCode>,
    reason: Option<String>,
}

impl Taking {
    pub(crate) fn new(server: &str) -> Self {
        Self {
            server: server.to_owned(),
            builder: Builder::new(server),
            listings: HashMap::new(),
            cost: Cost::default(),
            readable: 0,
            refused: None,
            reason: None,
        }
    }

    /// Takes in the answer to the first request: whether anybody is there, who, and what time it is. The clock is that of the
    /// API server itself and from before the first list: other servers answer lists too, and a slow reading must age nothing.
    pub(crate) fn greet(&mut self, answer: Result<Answer, String>) -> Result<(), ReadError> {
        #[derive(Deserialize)]
        struct Info {
            #[serde(rename = "gitVersion")]
            version: String,
        }
        let unreachable = |reason| ReadError::Unreachable {
            server: self.server.clone(),
            reason,
        };
        let answer = answer.map_err(unreachable)?;
        let info: Option<Info> = serde_json::from_slice(&answer.body).ok();
        // A server may keep its version from strangers, but whoever answers well without one is no API server.
        if answer.status.is_success() && info.is_none() {
            return Err(unreachable("what answers there is no Kubernetes API server".to_owned()));
        }
        self.take(News::Answer(answer.body.len()));
        if let Some(info) = info {
            self.builder.version(VersionOf::Kubernetes, &info.version);
        }
        if let Some(time) = answer.time {
            self.builder.clock(ClockSource::Collector, time);
        }
        Ok(())
    }

    pub(crate) fn take(&mut self, news: News) {
        match news {
            News::Answer(bytes) => {
                self.cost.requests += 1;
                self.cost.bytes += bytes as u64;
            }
            News::Refused(status) => self.refused = self.refused.or(Some(status)),
            News::Page(resource, body) => self
                .listings
                .entry(resource.coverage.clone())
                .or_default()
                .page(&resource, &body),
            News::Restart(resource) => drop(self.listings.remove(&resource.coverage)),
            News::End(resource, state, reason) => self.end(&resource, state, reason),
        }
    }

    fn end(&mut self, resource: &Resource, state: State, reason: String) {
        let Listing { builder, broken } = self.listings.remove(&resource.coverage).unwrap_or_default();
        self.builder.merge(builder);
        let (state, reason) = match (state, broken) {
            (State::Complete, Some(broken)) => (State::Partial, broken),
            _ => (state, reason),
        };
        self.readable += usize::from(matches!(state, State::Complete | State::Partial));
        if state != State::Complete && self.reason.is_none() {
            self.reason = Some(reason.clone());
        }
        self.builder.covered(&resource.coverage, None, state, &reason);
    }

    /// The snapshot of what was taken in.
    pub(crate) fn finish(self) -> Result<(Snapshot, Cost), ReadError> {
        match self.reason {
            Some(reason) if self.readable == 0 => Err(ReadError::NothingReadable {
                server: self.server,
                reason,
                advice: advice(self.refused),
            }),
            _ => Ok((self.builder.finish(), self.cost)),
        }
    }
}

impl Listing {
    fn page(&mut self, resource: &Resource, body: &[u8]) {
        let origin = Origin {
            path: &resource.path,
            line: 1,
            kind_hint: None,
            namespace_hint: None,
        };
        let broken = match self.builder.document(body, &origin) {
            Ok(taken) if taken.refused == 0 => return,
            Ok(taken) => format!("{} of its objects cannot be read", taken.refused),
            Err(error) => {
                let reason = format!("an answer of the API server cannot be read: {error}");
                self.builder.problem(&resource.path, reason.clone());
                reason
            }
        };
        self.broken.get_or_insert(broken);
    }
}

/// What a person can do when nothing could be read.
fn advice(status: Option<StatusCode>) -> &'static str {
    match status {
        Some(StatusCode::UNAUTHORIZED) => "the server does not know who asks: log in again, or name another context",
        Some(StatusCode::FORBIDDEN) => {
            "bind the user of this context to a ClusterRole that may `list` what the detectors read; a Role of one namespace does not do"
        }
        _ => "try again when the API server is well",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sdo_model::Kind;

    fn pods() -> Resource {
        Resource::typed(Kind::Pod).unwrap()
    }

    fn answer(status: u16, body: &str) -> Result<Answer, String> {
        Ok(Answer {
            status: StatusCode::from_u16(status).unwrap(),
            retry_after: None,
            time: Some(1_796_061_780),
            received: body.len(),
            body: body.as_bytes().to_vec(),
        })
    }

    fn list(names: &[&str]) -> Vec<u8> {
        let items: Vec<String> = names
            .iter()
            .map(|name| format!(r#"{{"metadata":{{"name":"{name}","namespace":"demo"}}}}"#))
            .collect();
        format!(
            r#"{{"kind":"PodList","apiVersion":"v1","metadata":{{}},"items":[{}]}}"#,
            items.join(",")
        )
        .into_bytes()
    }

    fn greeted() -> Taking {
        let mut taking = Taking::new("https://server");
        taking.greet(answer(200, r#"{"gitVersion":"v1.36.3"}"#)).unwrap();
        taking
    }

    fn finish(taking: Taking) -> Snapshot {
        taking.finish().ok().unwrap().0
    }

    #[test]
    fn whoever_answers_well_without_a_version_is_no_api_server() {
        let greet = |answer| Taking::new("https://server").greet(answer);
        assert!(greet(answer(200, "<html>log in</html>")).is_err());
        assert!(greet(answer(403, "")).is_ok());
        assert!(greet(Err("refused".to_owned())).is_err());
    }

    #[test]
    fn a_list_begun_again_forgets_what_came_before() {
        let mut taking = greeted();
        taking.take(News::Page(pods(), list(&["gone", "stays"])));
        taking.take(News::Restart(pods()));
        taking.take(News::Page(pods(), list(&["stays"])));
        taking.take(News::End(pods(), State::Complete, String::new()));
        let snapshot = finish(taking);
        assert_eq!(snapshot.count(Kind::Pod), 1);
        assert_eq!(snapshot.state(Kind::Pod, None), State::Complete);
        assert_eq!(snapshot.now(), 1_796_061_780);
    }

    #[test]
    fn a_page_that_cannot_be_taken_in_leaves_its_kind_partial() {
        let mut taking = greeted();
        taking.take(News::Page(
            pods(),
            br#"{"kind":"PodList","items":[{"metadata":7}]}"#.to_vec(),
        ));
        taking.take(News::End(pods(), State::Complete, String::new()));
        assert_eq!(finish(taking).state(Kind::Pod, None), State::Partial);
    }

    #[test]
    fn what_failed_half_way_is_partial_and_keeps_what_came() {
        let mut taking = greeted();
        taking.take(News::Page(pods(), list(&["one"])));
        taking.take(News::End(pods(), State::Partial, "connection reset".to_owned()));
        let snapshot = finish(taking);
        assert_eq!(
            (snapshot.count(Kind::Pod), snapshot.state(Kind::Pod, None)),
            (1, State::Partial)
        );
        assert!(snapshot.coverage(Kind::Pod).reason.contains("connection reset"));
    }

    #[test]
    fn nothing_readable_is_an_error_that_says_what_to_do() {
        let refused = |status: u16| {
            let mut taking = greeted();
            taking.take(News::Refused(StatusCode::from_u16(status).unwrap()));
            taking.take(News::End(pods(), State::Forbidden, "no".to_owned()));
            taking.finish().err().unwrap().to_string()
        };
        assert!(refused(401).contains("log in again"));
        assert!(refused(403).contains("ClusterRole"));
    }
}
