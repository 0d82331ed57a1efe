//! Incidents and batches to store.

use sdo_model::finding::{Finding, ObjectName, Severity};
use sdo_model::incident::{Entry, Incident, IncidentId, Stage, Turn};
use sdo_store::Batch;
use serde_json::value::RawValue;

/// Uid of the cluster that every test is about.
pub(crate) const CLUSTER: &str = "6f1c5a0e-0000-4000-8000-000000000001";

/// An open incident about a Deployment of `demo`, opened at second `id`.
pub(crate) fn open(id: u64, cause: &str) -> Incident {
    let primary = ObjectName {
        kind: "Deployment".to_owned(),
        namespace: "demo".to_owned(),
        name: format!("web-{id}"),
        group: "apps".to_owned(),
    };
    let finding = Finding {
        rule: "replicas-missing".to_owned(),
        severity: Severity::Warning,
        summary: "2 of 3 replicas are missing".to_owned(),
        primary,
        related: Vec::new(),
        evidence: Vec::new(),
        fingerprint: format!("fingerprint of {cause}"),
        cause: cause.to_owned(),
        effects: Vec::new(),
        next: Vec::new(),
        since: None,
        playbooks: Vec::new(),
        bindings: Vec::new(),
        metadata: Vec::new(),
    };
    let at = i64::try_from(id).unwrap();
    Incident {
        id: IncidentId(id),
        cause: cause.to_owned(),
        stage: Stage::Open,
        finding,
        findings: 1,
        opened: at,
        changed: at,
        seen: at,
        closed: None,
        reopened: 0,
        flapping: false,
        blind: None,
        mute: None,
    }
}

/// The same, closed at `closed`.
pub(crate) fn closed(id: u64, cause: &str, closed: i64) -> Incident {
    Incident {
        stage: Stage::Closed,
        closed: Some(closed),
        changed: closed,
        ..open(id, cause)
    }
}

pub(crate) fn entry(incident: u64, at: i64, turn: Turn) -> Entry {
    Entry {
        incident: IncidentId(incident),
        at,
        turn,
        detail: format!("{} at {at}", turn.as_str()),
    }
}

pub(crate) fn track(json: &str) -> Option<Box<RawValue>> {
    Some(RawValue::from_string(json.to_owned()).unwrap())
}

pub(crate) fn incidents(incidents: impl IntoIterator<Item = Incident>) -> Batch {
    Batch {
        incidents: incidents.into_iter().map(|incident| (incident.id, incident)).collect(),
        ..Batch::default()
    }
}

/// Number `number` of a row of batches, each with one of everything: what is opened in it, its entry, its track, the next number.
pub(crate) fn numbered(number: u64) -> Batch {
    let at = i64::try_from(number).unwrap();
    let cause = format!("cause {number}");
    let mut batch = incidents([open(number, &cause)]);
    batch.at = at;
    batch.entries.insert(number, entry(number, at, Turn::Opened));
    batch.tracks.insert(cause, track(&format!("{{\"runs\":{number}}}")));
    batch.next_id = Some(IncidentId(number + 1));
    batch
}
