//! What there is to tell.

use sdo_model::incident::{Entry, Incident};

/// A turn of an incident, and the incident as it is after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Number of the turn among all turns of all incidents; a later one has a higher number.
    pub sequence: u64,
    /// The turn.
    pub entry: Entry,
    /// The incident after it.
    pub incident: Incident,
    /// Which cluster, as people call it.
    pub cluster: String,
}

impl Notice {
    /// What names this turn for good, in ASCII without spaces: every try of a delivery carries it, so a receiver that has seen it needs
    /// no second look.
    pub fn key(&self) -> String {
        let plain = |character: char| match character {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '-' | '.' | '_' => character,
            _ => '_',
        };
        let cluster: String = self.cluster.chars().take(MAX_CLUSTER).map(plain).collect();
        let turn = self.entry.turn.as_str();
        format!("{cluster}/{}/{turn}/{}", self.entry.incident, self.entry.at)
    }
}

/// Characters of a cluster's name in a key.
const MAX_CLUSTER: usize = 100;

#[cfg(test)]
pub(crate) mod samples {
    use super::*;
    use sdo_model::finding::{Evidence, Finding, ObjectName, Related, Severity};
    use sdo_model::incident::{IncidentId, Stage, Turn};

    pub(crate) fn object(name: &str) -> ObjectName {
        ObjectName {
            kind: "Deployment".to_owned(),
            namespace: "demo".to_owned(),
            name: name.to_owned(),
            group: "apps".to_owned(),
        }
    }

    pub(crate) fn finding() -> Finding {
        Finding {
            rule: "replicas-missing".to_owned(),
            severity: Severity::Warning,
            summary: "1 of 3 replicas is available".to_owned(),
            primary: object("web"),
            related: vec![Related {
                object: object("web"),
                role: "owner".to_owned(),
            }],
            evidence: vec![Evidence {
                object: object("web"),
                path: "status.availableReplicas".to_owned(),
                value: "1".to_owned(),
            }],
            fingerprint: "f".to_owned(),
            cause: "c".to_owned(),
            effects: Vec::new(),
            next: vec!["kubectl -n demo describe deployment web".to_owned()],
            since: None,
            playbooks: vec!["rollout".to_owned()],
            bindings: Vec::new(),
            metadata: Vec::new(),
        }
    }

    pub(crate) fn incident(id: u64) -> Incident {
        Incident {
            id: IncidentId(id),
            cause: "c".to_owned(),
            stage: Stage::Open,
            finding: finding(),
            findings: 1,
            opened: 1_700_000_000,
            changed: 1_700_000_000,
            seen: 1_700_000_000,
            closed: None,
            reopened: 0,
            flapping: false,
            blind: None,
            mute: None,
        }
    }

    /// `incident` after `turn`.
    pub(crate) fn notice(turn: Turn, incident: Incident) -> Notice {
        Notice {
            sequence: incident.id.0,
            entry: Entry {
                incident: incident.id,
                at: 1_700_000_100,
                turn,
                detail: incident.finding.summary.clone(),
            },
            incident,
            cluster: "prod".to_owned(),
        }
    }

    pub(crate) fn opened(id: u64) -> Notice {
        notice(Turn::Opened, incident(id))
    }

    pub(crate) fn closed(id: u64) -> Notice {
        let incident = Incident {
            stage: Stage::Closed,
            closed: Some(1_700_000_500),
            ..incident(id)
        };
        notice(Turn::Closed, incident)
    }
}

#[cfg(test)]
mod tests {
    use super::samples::opened;
    use super::*;

    #[test]
    fn a_key_is_the_same_for_every_try_and_can_stand_in_a_header() {
        let notice = opened(17);
        assert_eq!(notice.key(), "prod/INC-17/opened/1700000100");
        let hostile = Notice {
            cluster: format!("é\r\nX: y{}", "z".repeat(500)),
            ..notice
        };
        assert!(hostile.key().starts_with("___X__y"));
        assert!(hostile.key().is_ascii() && hostile.key().len() < 200);
    }
}
