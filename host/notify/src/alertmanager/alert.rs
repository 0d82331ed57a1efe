//! An incident as Alertmanager spells it.

use crate::webhook::{page, text};
use jiff::Timestamp;
use sdo_model::incident::Incident;
use serde::Serialize;
use std::collections::BTreeMap;

/// What tells an alert from others: two with the same are one.
pub(super) type Labels = BTreeMap<&'static str, String>;

/// An alert of `POST /api/v2/alerts`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Alert {
    pub(super) labels: Labels,
    pub(super) annotations: BTreeMap<&'static str, String>,
    pub(super) starts_at: Timestamp,
    /// Left out while it stands: then the Alertmanager's own patience counts from each repetition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ends_at: Option<Timestamp>,
    #[serde(rename = "generatorURL", skip_serializing_if = "Option::is_none")]
    pub(super) generator: Option<String>,
}

impl Alert {
    pub(super) fn of(incident: &Incident, cluster: &str, link: Option<&str>, now: Timestamp) -> Self {
        let finding = &incident.finding;
        let url = link.map(|link| page(link, incident));
        let labels = [
            ("alertname", finding.rule.as_str()),
            ("severity", finding.severity.as_str()),
            ("cluster", cluster),
            ("namespace", &finding.primary.namespace),
            ("kind", &finding.primary.kind),
            ("name", &finding.primary.name),
            ("incident", &incident.id.to_string()),
        ];
        let labels = labels.map(|(label, value)| (label, text(value)));
        let annotations = [
            ("summary", Some(text(&finding.summary))),
            ("next", Some(text(&finding.next.join("\n")))),
            ("url", url.clone()),
        ];
        let there =
            |(name, value): (&'static str, Option<String>)| Some((name, value.filter(|value| !value.is_empty())?));
        Self {
            // An empty label is none to Alertmanager.
            labels: labels.into_iter().filter(|(_, value)| !value.is_empty()).collect(),
            annotations: annotations.into_iter().filter_map(there).collect(),
            // The cluster's clock may run ahead of the Alertmanager's, which refuses what ends before it starts.
            starts_at: moment(incident.opened).map_or(now, |opened| opened.min(now)),
            ends_at: None,
            generator: url,
        }
    }

    /// The same alert, over since `closed`. One that ended in the future would stand until then, and one that ended before it started
    /// would be refused.
    pub(super) fn ended(self, closed: Option<i64>, now: Timestamp) -> Self {
        let end = closed.and_then(moment).map_or(now, |closed| closed.min(now));
        Self {
            ends_at: Some(end.max(self.starts_at)),
            ..self
        }
    }
}

fn moment(seconds: i64) -> Option<Timestamp> {
    Timestamp::from_second(seconds).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notice::samples::incident;

    fn now() -> Timestamp {
        Timestamp::from_second(1_700_001_000).unwrap()
    }

    #[test]
    fn an_alert_is_what_alertmanager_takes() {
        let alert = Alert::of(&incident(17), "prod", Some("https://sdo.example.org/"), now());
        let expected = serde_json::json!({
            "labels": {
                "alertname": "replicas-missing", "severity": "warning", "cluster": "prod", "namespace": "demo",
                "kind": "Deployment", "name": "web", "incident": "INC-17",
            },
            "annotations": {
                "summary": "1 of 3 replicas is available", "next": "kubectl -n demo describe deployment web",
                "url": "https://sdo.example.org/incidents/INC-17",
            },
            "startsAt": "2023-11-14T22:13:20Z",
            "generatorURL": "https://sdo.example.org/incidents/INC-17",
        });
        assert_eq!(serde_json::to_value(alert).unwrap(), expected);
    }

    #[test]
    fn labels_without_a_value_are_left_out() {
        let mut node = incident(1);
        node.finding.primary.namespace.clear();
        node.finding.next.clear();
        let alert = Alert::of(&node, "prod", None, now());
        assert!(!alert.labels.contains_key("namespace") && !alert.annotations.contains_key("next"));
    }

    #[test]
    fn a_clock_an_hour_ahead_makes_no_alert_that_starts_or_ends_in_the_future() {
        let mut ahead = incident(1);
        ahead.opened = now().as_second() + 3_600;
        let alert = Alert::of(&ahead, "prod", None, now());
        assert_eq!(alert.starts_at, now());
        let ended = alert.ended(Some(now().as_second() + 3_700), now());
        assert_eq!(ended.ends_at.unwrap(), now());
    }

    #[test]
    fn no_alert_ends_before_it_started() {
        let alert = Alert::of(&incident(1), "prod", None, now()).ended(Some(0), now());
        assert_eq!(alert.ends_at.unwrap(), alert.starts_at);
        let alert = Alert::of(&incident(1), "prod", None, now()).ended(Some(1_700_000_500), now());
        assert_eq!(alert.ends_at.unwrap().as_second(), 1_700_000_500);
    }
}
