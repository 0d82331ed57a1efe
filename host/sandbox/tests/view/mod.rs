//! A cluster of nothing but numbers: what a test of the sandbox needs to be asked.

mod blank;

use sdo_model::contract::custom_resources::{CustomResources, ReadError, ResourceFilter};
use sdo_model::contract::leases::{LeaseFilter, LeasePage, Leases};
use sdo_model::contract::pods::{ContainerState, PodFilter, PodPage, PodStatus, Pods};
use sdo_model::contract::secrets::{SecretFilter, SecretPage, Secrets};
use sdo_model::contract::snapshot::{CoverageState, Snapshot, SnapshotInfo};
use sdo_model::{Call, Kind, Stop};

/// The view of every test.
pub(crate) struct View {
    /// Pods, of which only the number exists.
    pub(crate) pods: u32,
    /// The snapshot's time.
    pub(crate) time: i64,
}

impl Default for View {
    fn default() -> Self {
        Self {
            pods: 1_000,
            time: 1_790_000_000,
        }
    }
}

impl Pods for View {
    fn query(&self, call: &mut Call, _: &PodFilter) -> Result<PodPage, Stop> {
        call.scan(self.pods as usize)?;
        Ok(PodPage {
            rows: Vec::new(),
            total: self.pods,
        })
    }
    fn count(&self, call: &mut Call, _: &PodFilter) -> Result<u32, Stop> {
        call.scan(self.pods as usize)?;
        Ok(if call.may_read(Kind::Pod) { self.pods } else { 0 })
    }
    fn containers(&self, _: &mut Call, _: &[u32]) -> Result<Vec<Vec<ContainerState>>, Stop> {
        Ok(Vec::new())
    }
    fn status(&self, _: &mut Call, _: &[u32]) -> Result<Vec<Option<PodStatus>>, Stop> {
        Ok(Vec::new())
    }
}

/// The one that panics.
impl Leases for View {
    fn query(&self, _: &mut Call, _: &LeaseFilter) -> Result<LeasePage, Stop> {
        panic!("planted fault of the host")
    }
    fn count(&self, _: &mut Call, _: &LeaseFilter) -> Result<u32, Stop> {
        panic!("planted fault of the host")
    }
}

/// Counts its callers' right to see it.
impl Secrets for View {
    fn query(&self, _: &mut Call, _: &SecretFilter) -> Result<SecretPage, Stop> {
        Ok(SecretPage {
            rows: Vec::new(),
            total: 0,
        })
    }
    fn count(&self, call: &mut Call, _: &SecretFilter) -> Result<u32, Stop> {
        Ok(u32::from(call.may_read(Kind::Secret)))
    }
}

impl Snapshot for View {
    fn info(&self, _: &mut Call) -> Result<SnapshotInfo, Stop> {
        Ok(SnapshotInfo {
            time: self.time,
            server_version: "v1.36.3".to_owned(),
            cluster_domain: "cluster.local".to_owned(),
            dns_service_ip: String::new(),
            previous_time: None,
        })
    }
    fn now(&self, _: &mut Call) -> Result<i64, Stop> {
        Ok(self.time)
    }
    fn has_come(&self, _: &mut Call, at: i64) -> Result<bool, Stop> {
        Ok(at <= self.time)
    }
    fn ago(&self, _: &mut Call, seconds: u32) -> Result<i64, Stop> {
        Ok(self.time - i64::from(seconds))
    }
    fn coverage(&self, _: &mut Call, _: &str, _: Option<&str>) -> Result<CoverageState, Stop> {
        Ok(CoverageState::Complete)
    }
    fn coverage_reason(&self, _: &mut Call, _: &str) -> Result<String, Stop> {
        Ok("no reason".to_owned())
    }
    fn unchanged_since(&self, _: &mut Call, _: u32) -> Result<Option<i64>, Stop> {
        Ok(None)
    }
}

impl CustomResources for View {
    fn query_json(
        &self,
        _: &mut Call,
        group: &str,
        kind: &str,
        _: &ResourceFilter,
        _: &[String],
    ) -> Result<Result<String, ReadError>, Stop> {
        Ok(Ok(format!("[\"{group}/{kind}\"]")))
    }
    fn count(&self, _: &mut Call, _: &str, _: &str, _: &ResourceFilter) -> Result<Result<u32, ReadError>, Stop> {
        Ok(Ok(3))
    }
}
