//! Leases as Kubernetes spells them.

use super::election::{Draft, Sighting};
use super::name::LeaseName;
use super::terms::Terms;
use jiff::Timestamp;
use k8s_openapi::api::coordination::v1::{Lease, LeaseSpec};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::MicroTime;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta;
use std::time::Duration;

/// The duration in a lease that its holder gave back, as every client of leases writes it; zero is refused by the server. A lease
/// that was emptied by hand still has that of its holder, and one that was made anew has none.
const GIVEN_BACK: i32 = 1;

/// What there is to see of a lease.
pub(super) fn sighting(lease: &Lease, terms: &Terms) -> Sighting {
    let spec = lease.spec.clone().unwrap_or_default();
    let holder = spec.holder_identity.unwrap_or_default();
    let free = holder.is_empty() && spec.lease_duration_seconds == Some(GIVEN_BACK);
    let seconds = spec.lease_duration_seconds.filter(|seconds| *seconds > 0);
    let seconds = seconds.and_then(|seconds| u64::try_from(seconds).ok());
    let claim = seconds.map_or(terms.duration, Duration::from_secs);
    Sighting {
        uid: lease.metadata.uid.clone().unwrap_or_default(),
        version: lease.metadata.resource_version.clone().unwrap_or_default(),
        holder,
        claim: (!free).then_some(claim),
        transitions: spec.lease_transitions.unwrap_or_default(),
        acquired: spec.acquire_time.map(|time| time.0),
    }
}

/// The object of `draft`. Labels and whatever else others keep in `last`, the object that it replaces, stay.
pub(super) fn object(draft: &Draft, last: Option<&Lease>, name: &LeaseName, terms: &Terms, now: Timestamp) -> Lease {
    let fresh = || ObjectMeta {
        name: Some(name.name.clone()),
        namespace: Some(name.namespace.clone()),
        ..ObjectMeta::default()
    };
    let kept = last.filter(|_| draft.replaces.is_some());
    let mut metadata = kept.map_or_else(fresh, |lease| lease.metadata.clone());
    metadata.resource_version.clone_from(&draft.replaces);
    metadata.managed_fields = None;
    let spec = kept.and_then(|lease| lease.spec.clone()).unwrap_or_default();
    let blank = draft.holder.is_none() && draft.replaces.is_none();
    let spec = if blank { spec } else { claimed(spec, draft, terms, now) };
    Lease {
        metadata,
        spec: Some(spec),
    }
}

fn claimed(spec: LeaseSpec, draft: &Draft, terms: &Terms, now: Timestamp) -> LeaseSpec {
    let seconds = i32::try_from(terms.duration.as_secs()).unwrap_or(i32::MAX);
    LeaseSpec {
        holder_identity: Some(draft.holder.clone().unwrap_or_default()),
        lease_duration_seconds: Some(if draft.holder.is_some() { seconds } else { GIVEN_BACK }),
        lease_transitions: Some(draft.transitions),
        acquire_time: Some(MicroTime(draft.acquired.unwrap_or(now))),
        renew_time: Some(MicroTime(now)),
        ..spec
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms() -> Terms {
        Terms::default()
    }

    fn lease(spec: &str) -> Lease {
        let text = format!(
            r#"{{"metadata":{{"name":"leader","namespace":"sdo","uid":"u","resourceVersion":"7","labels":{{"app":"sdo"}}}},"spec":{spec}}}"#
        );
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn only_a_lease_given_back_is_free() {
        let claim = |spec: &str| sighting(&lease(spec), &terms()).claim;
        assert_eq!(claim("{}"), Some(terms().duration));
        let given_back = r#"{"holderIdentity":"","leaseDurationSeconds":1,"renewTime":"2026-12-01T00:00:00.000000Z"}"#;
        assert_eq!(claim(given_back), None);
        let emptied = r#"{"holderIdentity":"","leaseDurationSeconds":10,"renewTime":"2026-12-01T00:00:00.000000Z"}"#;
        assert_eq!(claim(emptied), Some(Duration::from_secs(10)));
        assert_eq!(claim(r#"{"holderIdentity":"b"}"#), Some(terms().duration));
        let nonsense = r#"{"holderIdentity":"b","leaseDurationSeconds":-5}"#;
        assert_eq!(claim(nonsense), Some(terms().duration));
    }

    #[test]
    fn what_others_keep_in_the_object_stays_and_the_version_goes_along() {
        let last = lease(r#"{"holderIdentity":"b","strategy":"OldestEmulationVersion"}"#);
        let draft = Draft {
            replaces: Some("7".to_owned()),
            holder: Some("a".to_owned()),
            transitions: 3,
            acquired: None,
        };
        let name = LeaseName {
            namespace: "sdo".to_owned(),
            name: "leader".to_owned(),
        };
        let written = object(&draft, Some(&last), &name, &terms(), Timestamp::UNIX_EPOCH);
        assert_eq!(written.metadata.labels, last.metadata.labels);
        assert_eq!(written.metadata.resource_version.as_deref(), Some("7"));
        let spec = written.spec.clone().unwrap();
        assert_eq!(spec.strategy.as_deref(), Some("OldestEmulationVersion"));
        assert_eq!(spec.lease_duration_seconds, Some(10));
        let seen = sighting(&written, &terms());
        assert_eq!((seen.holder.as_str(), seen.claim), ("a", Some(Duration::from_secs(10))));
    }

    #[test]
    fn a_lease_given_back_reads_as_free_and_a_blank_one_does_not() {
        let draft = Draft {
            replaces: Some("7".to_owned()),
            holder: None,
            transitions: 3,
            acquired: None,
        };
        let name = LeaseName {
            namespace: "sdo".to_owned(),
            name: "leader".to_owned(),
        };
        let held = lease(r#"{"holderIdentity":"a","leaseDurationSeconds":10}"#);
        let written = object(&draft, Some(&held), &name, &terms(), Timestamp::UNIX_EPOCH);
        assert_eq!(sighting(&written, &terms()).claim, None);
        let blank = Draft {
            replaces: None,
            ..draft
        };
        let written = object(&blank, Some(&held), &name, &terms(), Timestamp::UNIX_EPOCH);
        assert_eq!(written.spec, Some(LeaseSpec::default()));
        assert_eq!(sighting(&written, &terms()).claim, Some(terms().duration));
    }
}
