//! `leases`.

use super::convert::{owned, time};
use super::page::{Query, agrees, named};
use crate::Snapshot;
use crate::object::Lease;
use sdo_model::contract::leases::{LeaseFilter, LeasePage, LeaseRow, Leases};
use sdo_model::{Call, Stop};

impl Leases for Snapshot {
    fn query(&self, call: &mut Call, filter: &LeaseFilter) -> Result<LeasePage, Stop> {
        let query = Query::<Lease>::new(self, named!(filter));
        let (rows, total) = query.page(call, |_, lease| matches(filter, lease, self.now()), row)?;
        Ok(LeasePage { rows, total })
    }

    fn count(&self, call: &mut Call, filter: &LeaseFilter) -> Result<u32, Stop> {
        Query::<Lease>::new(self, named!(filter)).count(call, |_, lease| matches(filter, lease, self.now()))
    }
}

fn matches(filter: &LeaseFilter, lease: &Lease, now: i64) -> bool {
    let renewed = time(lease.spec.renew_time);
    agrees(filter.expired, is_expired(lease, now))
        && filter
            .renewed_after
            .is_none_or(|after| renewed.is_some_and(|renewed| renewed >= after))
}

/// A Lease that says neither when it was renewed nor for how long cannot expire.
fn is_expired(lease: &Lease, now: i64) -> bool {
    let duration = i64::from(lease.spec.lease_duration_seconds.u32());
    let end = time(lease.spec.renew_time).map(|renewed| renewed.saturating_add(duration));
    duration > 0 && end.is_some_and(|end| end < now)
}

fn row(id: u32, lease: &Lease) -> LeaseRow {
    LeaseRow {
        id,
        namespace: owned(&lease.meta.namespace),
        name: owned(&lease.meta.name),
        holder: owned(&lease.spec.holder_identity),
        renewed: time(lease.spec.renew_time),
        duration: lease.spec.lease_duration_seconds.u32(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lease_expires_by_its_own_duration() {
        let lease = |spec: &str| serde_json::from_str::<Lease>(&format!(r#"{{"spec":{spec}}}"#)).unwrap();
        let node = lease(r#"{"renewTime":"2026-11-30T10:00:00.123456Z","leaseDurationSeconds":40}"#);
        let renewed = time(node.spec.renew_time).unwrap();
        assert!(!is_expired(&node, renewed + 40));
        assert!(is_expired(&node, renewed + 41));
        assert!(!is_expired(
            &lease(r#"{"renewTime":null,"leaseDurationSeconds":40}"#),
            renewed
        ));
        assert!(!is_expired(
            &lease(r#"{"renewTime":"2026-11-30T10:00:00Z"}"#),
            renewed + 9000
        ));
    }
}
