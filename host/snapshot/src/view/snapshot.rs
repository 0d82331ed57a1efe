//! `snapshot`: clock, coverage, what changed.

use super::convert::{owned, within};
use crate::Snapshot;
use sdo_model::contract::snapshot::{self as contract, CoverageState, SnapshotInfo};
use sdo_model::{Call, Coverage, Kind, State, Stop};

/// The longest reason, in bytes.
const REASON: usize = 512;

impl contract::Snapshot for Snapshot {
    fn info(&self, call: &mut Call) -> Result<SnapshotInfo, Stop> {
        call.clock().read = true;
        let facts = self.facts();
        Ok(SnapshotInfo {
            time: Snapshot::now(self),
            server_version: owned(&facts.server_version),
            cluster_domain: owned(&facts.cluster_domain),
            dns_service_ip: owned(&facts.dns_service_ip),
            previous_time: None,
        })
    }

    fn now(&self, call: &mut Call) -> Result<i64, Stop> {
        call.clock().read = true;
        Ok(Snapshot::now(self))
    }

    fn has_come(&self, call: &mut Call, at: i64) -> Result<bool, Stop> {
        let has_come = at <= Snapshot::now(self);
        if !has_come {
            call.clock().wait_for(at);
        }
        Ok(has_come)
    }

    fn ago(&self, call: &mut Call, seconds: u32) -> Result<i64, Stop> {
        call.clock().ago = true;
        Ok(Snapshot::now(self).saturating_sub(seconds.into()))
    }

    fn coverage(&self, call: &mut Call, kind: &str, namespace: Option<&str>) -> Result<CoverageState, Stop> {
        call.scan(1)?;
        let state = match self.coverage_named(kind) {
            None => State::Missing,
            Some((kind, _)) if !call.may_read(kind) => State::Forbidden,
            // Objects of the whole cluster are in no namespace.
            Some((kind, coverage)) => coverage.state_in(namespace.filter(|_| kind.is_namespaced())),
        };
        Ok(match state {
            State::Complete => CoverageState::Complete,
            State::Partial => CoverageState::Partial,
            State::Forbidden => CoverageState::Forbidden,
            State::Missing => CoverageState::Missing,
        })
    }

    fn coverage_reason(&self, call: &mut Call, kind: &str) -> Result<String, Stop> {
        call.scan(1)?;
        Ok(match self.coverage_named(kind) {
            None => "not a kind that this snapshot knows".to_owned(),
            Some((kind, _)) if !call.may_read(kind) => "this component may not read the kind".to_owned(),
            Some((_, coverage)) => within(&coverage.reason, REASON),
        })
    }

    /// A dump has no snapshot before it.
    fn unchanged_since(&self, call: &mut Call, _id: u32) -> Result<Option<i64>, Stop> {
        call.scan(1)?;
        Ok(None)
    }
}

impl Snapshot {
    /// The coverage of a kind as manifests spell it; of a custom one `Kind.group`, e.g. `Certificate.cert-manager.io`.
    fn coverage_named(&self, name: &str) -> Option<(Kind, Coverage)> {
        if let Some(kind) = Kind::from_name(name) {
            return Some((kind, Snapshot::coverage(self, kind)));
        }
        let (kind, group) = name.split_once('.')?;
        match Kind::from_group_name(group, kind) {
            Some(typed) => Some((typed, Snapshot::coverage(self, typed))),
            None => self
                .custom_coverage(group, kind)
                .map(|coverage| (Kind::Custom, coverage.clone())),
        }
    }
}

#[cfg(test)]
mod tests;
