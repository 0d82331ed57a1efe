//! What a webhook receives. A published contract: fields are added, never changed; another shape is another version.

use crate::notice::Notice;
use schemars::JsonSchema;
use sdo_model::finding::{Finding, ObjectName};
use sdo_model::incident::Incident;
use serde::Serialize;

/// The shape of [`Document`].
const VERSION: u32 = 1;
/// Entries of each list; a person reads no more of a message.
const MAX_LIST: usize = 20;
/// Bytes of each text.
const MAX_TEXT: usize = 2_048;

/// A turn of an incident.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "sdo webhook document")]
pub struct Document {
    /// The shape of this document: 1.
    pub version: u32,
    /// Names this turn for good: a receiver that has seen it needs no second look. Also in the header `Idempotency-Key`.
    pub key: String,
    /// Which cluster, as people call it.
    pub cluster: String,
    /// What happened: `opened`, `reopened`, `changed`, `closed`, `blinded`, `sighted`, `flapping`, `steady` or `unmuted`.
    pub turn: String,
    /// When, in seconds since 1970, as all times here; by the cluster's clock.
    pub at: i64,
    /// One line about it.
    pub detail: String,
    /// The page about the incident, when one is known.
    pub url: Option<String>,
    /// The incident after it.
    pub incident: DocumentIncident,
}

/// An incident.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DocumentIncident {
    /// Its name, e.g. `INC-17`.
    pub id: String,
    /// `open` or `closed`.
    pub stage: String,
    /// The rule that found it.
    pub rule: String,
    /// `info`, `warning` or `critical`.
    pub severity: String,
    /// One line.
    pub summary: String,
    /// The object whose change removes the symptom.
    pub object: DocumentObject,
    /// Names the fault across reopenings and clusters of the same names.
    pub cause: String,
    /// When it was opened.
    pub opened: i64,
    /// When a detector last found it.
    pub seen: i64,
    /// When it was last closed.
    pub closed: Option<i64>,
    /// How often it was opened again.
    pub reopened: u32,
    /// It comes and goes too often to be told each time.
    pub flapping: bool,
    /// Why it cannot be seen at the moment, when it cannot.
    pub blind: Option<String>,
    /// How many objects suffer from it.
    pub effects: u64,
    /// Facts, most telling first; at most 20.
    pub evidence: Vec<DocumentEvidence>,
    /// Objects that play a part; at most 20.
    pub related: Vec<DocumentRelated>,
    /// Commands or checks for a person; at most 20.
    pub next: Vec<String>,
    /// Playbooks; at most 20.
    pub playbooks: Vec<String>,
}

/// An object by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DocumentObject {
    /// API group; empty for the core group.
    pub group: String,
    /// Kind.
    pub kind: String,
    /// Namespace; empty for cluster-scoped objects.
    pub namespace: String,
    /// Name.
    pub name: String,
}

/// A fact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DocumentEvidence {
    /// The object.
    pub object: DocumentObject,
    /// Field path.
    pub path: String,
    /// What stands there, credentials masked.
    pub value: String,
}

/// Another object that plays a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DocumentRelated {
    /// Its part.
    pub role: String,
    /// The object.
    pub object: DocumentObject,
}

/// The JSON schema of [`Document`].
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(Document).to_value()
}

impl Document {
    /// The document about `notice`.
    pub(crate) fn of(notice: &Notice, link: Option<&str>) -> Self {
        let Notice {
            entry,
            incident,
            cluster,
            ..
        } = notice;
        Self {
            version: VERSION,
            key: notice.key(),
            cluster: text(cluster),
            turn: entry.turn.as_str().to_owned(),
            at: entry.at,
            detail: text(&entry.detail),
            url: link.map(|link| page(link, incident)),
            incident: DocumentIncident::of(incident),
        }
    }
}

impl DocumentIncident {
    fn of(incident: &Incident) -> Self {
        let finding: &Finding = &incident.finding;
        let evidence = finding.evidence.iter().map(|evidence| DocumentEvidence {
            object: object(&evidence.object),
            path: text(&evidence.path),
            value: text(&evidence.value),
        });
        let related = finding.related.iter().map(|related| DocumentRelated {
            role: text(&related.role),
            object: object(&related.object),
        });
        Self {
            id: incident.id.to_string(),
            stage: incident.stage.as_str().to_owned(),
            rule: text(&finding.rule),
            severity: finding.severity.as_str().to_owned(),
            summary: text(&finding.summary),
            object: object(&finding.primary),
            cause: text(&incident.cause),
            opened: incident.opened,
            seen: incident.seen,
            closed: incident.closed,
            reopened: incident.reopened,
            flapping: incident.flapping,
            blind: incident.blind.as_ref().map(|blind| text(&blind.reason)),
            effects: finding.effects.len() as u64,
            evidence: evidence.take(MAX_LIST).collect(),
            related: related.take(MAX_LIST).collect(),
            next: texts(&finding.next),
            playbooks: texts(&finding.playbooks),
        }
    }
}

/// The page about an incident, below the address of the host's page.
pub(crate) fn page(link: &str, incident: &Incident) -> String {
    format!("{}/incidents/{}", link.trim_end_matches('/'), incident.id)
}

fn object(name: &ObjectName) -> DocumentObject {
    DocumentObject {
        group: text(&name.group),
        kind: text(&name.kind),
        namespace: text(&name.namespace),
        name: text(&name.name),
    }
}

fn texts(all: &[String]) -> Vec<String> {
    all.iter().take(MAX_LIST).map(|one| text(one)).collect()
}

/// The beginning of a text.
pub(crate) fn text(text: &str) -> String {
    let end = text.floor_char_boundary(MAX_TEXT);
    text.get(..end).unwrap_or_default().to_owned()
}
