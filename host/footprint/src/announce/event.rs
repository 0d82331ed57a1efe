//! An announcement as Kubernetes spells it.
//!
//! `events.k8s.io/v1` rather than the Event of the core group: the server stores both as one and serves each as the other, so
//! `kubectl get events` and `kubectl describe` show it either way, and only the newer one makes the server check what is written.

use super::announcer::Announcement;
use super::text::one_line;
use crate::lease::Identity;
use jiff::Timestamp;
use k8s_openapi::api::core::v1::ObjectReference;
use k8s_openapi::api::events::v1::Event;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::{MicroTime, ObjectMeta};
use sdo_model::finding::Severity;
use sdo_model::incident::Turn;
use sha2::{Digest, Sha256};

/// Who reports.
const CONTROLLER: &str = "sdo.dev/sdo";
/// Bytes of the note; the server refuses more.
const MAX_NOTE: usize = 1024;
/// Bytes of the reason; the server refuses more.
const MAX_REASON: usize = 128;
/// Where Events about objects without a namespace are kept.
const CLUSTER_SCOPED: &str = "default";

/// The namespace that the Event of `announcement` is kept in.
pub(super) fn namespace(announcement: &Announcement) -> &str {
    match announcement.object.namespace.as_str() {
        "" => CLUSTER_SCOPED,
        namespace => namespace,
    }
}

/// The same announcement always makes an Event of the same name, whoever makes it.
pub(super) fn event(announcement: &Announcement, identity: &Identity) -> Event {
    let Announcement { object, .. } = announcement;
    let at = Timestamp::from_second(announcement.at).unwrap_or_else(|_| Timestamp::now());
    let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    Event {
        metadata: ObjectMeta {
            name: Some(name(announcement)),
            namespace: Some(namespace(announcement).to_owned()),
            ..ObjectMeta::default()
        },
        event_time: Some(MicroTime(at)),
        reporting_controller: Some(CONTROLLER.to_owned()),
        reporting_instance: Some(identity.as_str().to_owned()),
        action: Some(action(announcement.turn).to_owned()),
        reason: Some(reason(&announcement.rule)),
        regarding: Some(ObjectReference {
            api_version: some(&announcement.api_version),
            kind: some(&object.kind),
            namespace: some(&object.namespace),
            name: some(&object.name),
            uid: some(&announcement.uid),
            ..ObjectReference::default()
        }),
        type_: Some(sort(announcement).to_owned()),
        note: Some(note(announcement)),
        ..Event::default()
    }
}

/// Numbers of incidents begin again when a store is lost, and the Events of before live on for an hour: what they are about tells
/// them apart.
fn name(announcement: &Announcement) -> String {
    let Announcement {
        object,
        uid,
        rule,
        incident,
        sequence,
        at,
        ..
    } = announcement;
    let at = at.to_string();
    let mut digest = Sha256::new();
    for word in [uid, &object.kind, &object.namespace, &object.name, rule, &at] {
        digest.update((word.len() as u64).to_be_bytes());
        digest.update(word);
    }
    let digest = digest.finalize();
    let short: String = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    format!("sdo.inc-{}.{sequence}.{short}", incident.0)
}

fn action(turn: Turn) -> &'static str {
    match turn {
        Turn::Reopened => "Reopened",
        Turn::Closed => "Closed",
        _ => "Opened",
    }
}

/// Advice is no warning: people page on Events of that type.
fn sort(announcement: &Announcement) -> &'static str {
    match (announcement.turn, announcement.severity) {
        (Turn::Closed, _) | (_, Severity::Info) => "Normal",
        _ => "Warning",
    }
}

/// `service-selects-nothing` as `ServiceSelectsNothing`.
fn reason(rule: &str) -> String {
    let words = rule.split(|character: char| !character.is_ascii_alphanumeric());
    let mut reason = String::new();
    for word in words {
        let mut characters = word.chars();
        reason.extend(characters.next().map(|first| first.to_ascii_uppercase()));
        reason.push_str(characters.as_str());
    }
    reason.truncate(MAX_REASON);
    match reason.is_empty() {
        true => "Incident".to_owned(),
        false => reason,
    }
}

fn note(announcement: &Announcement) -> String {
    let Announcement {
        incident,
        turn,
        severity,
        summary,
        ..
    } = announcement;
    let head = match turn {
        Turn::Closed => format!("{incident} closed"),
        Turn::Reopened => format!("{incident} reopened ({})", severity.as_str()),
        _ => format!("{incident} opened ({})", severity.as_str()),
    };
    one_line(&format!("{head}: {summary}"), MAX_NOTE)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use sdo_model::finding::ObjectName;
    use sdo_model::incident::IncidentId;

    pub(in super::super) fn announcement() -> Announcement {
        Announcement {
            object: ObjectName {
                kind: "Deployment".to_owned(),
                namespace: "demo".to_owned(),
                name: "web".to_owned(),
                group: "apps".to_owned(),
            },
            api_version: "apps/v1".to_owned(),
            uid: "0b5c1b56-6a3f-4b0c-9a44-3d1f1d4e8f2a".to_owned(),
            incident: IncidentId(17),
            sequence: 3,
            turn: Turn::Opened,
            at: 1_796_061_780,
            severity: Severity::Warning,
            rule: "replicas-missing".to_owned(),
            summary: "1 of 3 replicas is available".to_owned(),
        }
    }

    fn made(announcement: &Announcement) -> Event {
        event(announcement, &Identity::of_process())
    }

    #[test]
    fn an_announcement_has_one_name_whoever_makes_it() {
        let (first, second) = (made(&announcement()), made(&announcement()));
        assert_ne!(first.reporting_instance, second.reporting_instance);
        assert_eq!(first.metadata.name, second.metadata.name);
        let name = first.metadata.name.unwrap();
        assert!(name.starts_with("sdo.inc-17.3.") && name.len() < 64, "{name}");
    }

    #[test]
    fn another_turn_or_an_incident_of_another_store_has_another_name() {
        let name = |change: &dyn Fn(&mut Announcement)| {
            let mut announcement = announcement();
            change(&mut announcement);
            made(&announcement).metadata.name
        };
        let plain = name(&|_| ());
        assert_ne!(plain, name(&|other| other.sequence = 4));
        assert_ne!(plain, name(&|other| other.uid = "another".to_owned()));
        assert_ne!(plain, name(&|other| other.at += 1));
        assert_eq!(plain, name(&|other| other.summary = "reworded".to_owned()));
    }

    #[test]
    fn a_fault_warns_and_its_end_or_advice_does_not() {
        let sort = |turn, severity| {
            made(&Announcement {
                turn,
                severity,
                ..announcement()
            })
            .type_
            .unwrap()
        };
        assert_eq!(sort(Turn::Opened, Severity::Critical), "Warning");
        assert_eq!(sort(Turn::Reopened, Severity::Warning), "Warning");
        assert_eq!(sort(Turn::Closed, Severity::Critical), "Normal");
        assert_eq!(sort(Turn::Opened, Severity::Info), "Normal");
    }

    #[test]
    fn events_about_cluster_scoped_objects_are_kept_in_default() {
        let mut node = announcement();
        node.object.namespace.clear();
        let event = made(&node);
        assert_eq!(event.metadata.namespace.as_deref(), Some("default"));
        assert_eq!(event.regarding.unwrap().namespace, None);
    }

    #[test]
    fn hostile_words_become_a_short_plain_event() {
        let event = made(&Announcement {
            rule: format!("\u{1b}[31m-{}", "a-".repeat(200)),
            summary: "\u{1b}]8;;http://x\u{7}\n\u{202e}".repeat(500),
            ..announcement()
        });
        let (reason, note) = (event.reason.unwrap(), event.note.unwrap());
        assert!(
            reason.len() <= 128 && reason.bytes().all(|byte| byte.is_ascii_alphanumeric()),
            "{reason}"
        );
        assert!(
            note.len() <= 1024 && note.starts_with("INC-17 opened (warning): "),
            "{note}"
        );
        assert!(!note.contains(['\u{1b}', '\n', '\u{7}', '\u{202e}']), "{note}");
        assert_eq!(super::reason("--"), "Incident");
    }
}
