//! `horizontal-pod-autoscalers`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::ObjectId;
pub use super::types::ObjectRef;
pub use super::types::Presence;
pub use super::types::Timestamp;
use crate::call::Price;
use crate::call::{Call, Stop};

/// Which autoscalers. Predicates that are none or empty do not restrict; all others must hold.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct AutoscalerFilter {
    /// Namespace.
    pub namespace: Option<String>,
    /// Name.
    pub name: Option<String>,
    /// Labels it must carry.
    pub labels: Vec<(String, String)>,
    /// Condition `ScalingActive` is false.
    pub inactive: Option<bool>,
    /// Condition `ScalingLimited` is true with `TooManyReplicas`.
    pub maxed: Option<bool>,
    /// Existence of the scale target.
    pub target_presence: Option<Presence>,
    /// The most rows wanted; 0 or more than 1000 means 1000.
    pub limit: u32,
    /// Only rows after this one, for the next page.
    pub after: Option<ObjectId>,
}

impl Price for AutoscalerFilter {
    fn price(&self) -> u64 {
        self.namespace.price()
            + self.name.price()
            + self.labels.price()
            + self.inactive.price()
            + self.maxed.price()
            + self.target_presence.price()
            + self.limit.price()
            + self.after.price()
    }
}

/// An autoscaler, narrow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AutoscalerRow {
    /// Id.
    pub id: ObjectId,
    /// Namespace.
    pub namespace: String,
    /// Name.
    pub name: String,
    /// What it scales.
    pub target: ObjectRef,
    /// Existence of the scale target.
    pub target_presence: Presence,
    /// `minReplicas`; 1 when unset.
    pub min: u32,
    /// `maxReplicas`.
    pub max: u32,
    /// Replicas now.
    pub current: u32,
    /// Replicas it wants.
    pub desired: u32,
    /// `ScalingActive` is false: its reason; empty otherwise.
    pub inactive_reason: String,
    /// `ScalingLimited` is true with `TooManyReplicas`.
    pub maxed: bool,
    /// Created.
    pub created: Timestamp,
}

impl Price for AutoscalerRow {
    fn price(&self) -> u64 {
        self.id.price()
            + self.namespace.price()
            + self.name.price()
            + self.target.price()
            + self.target_presence.price()
            + self.min.price()
            + self.max.price()
            + self.current.price()
            + self.desired.price()
            + self.inactive_reason.price()
            + self.maxed.price()
            + self.created.price()
    }
}

/// One metric it scales by.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Metric {
    /// `Resource`, `ContainerResource`, `Pods`, `Object` or `External`.
    pub source: String,
    /// Resource or metric name.
    pub name: String,
    /// Container, for a container resource; empty otherwise.
    pub container: String,
    /// Target as utilisation in percent of the request; none for other targets.
    pub utilization: Option<u32>,
    /// Target as written.
    pub target: String,
    /// Current value; empty when none was read.
    pub current: String,
}

impl Price for Metric {
    fn price(&self) -> u64 {
        self.source.price()
            + self.name.price()
            + self.container.price()
            + self.utilization.price()
            + self.target.price()
            + self.current.price()
    }
}

/// Rows and how many matched.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct AutoscalerPage {
    /// The rows.
    pub rows: Vec<AutoscalerRow>,
    /// How many matched, delivered or not.
    pub total: u32,
}

impl Price for AutoscalerPage {
    fn price(&self) -> u64 {
        self.rows.price() + self.total.price()
    }
}

/// HorizontalPodAutoscalers, every API version read as v2.
///
/// Reads: HorizontalPodAutoscaler. Uses: Deployment, ReplicaSet, StatefulSet, Custom.
pub trait HorizontalPodAutoscalers {
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn query(&self, call: &mut Call, filter: &AutoscalerFilter) -> Result<AutoscalerPage, Stop>;

    /// How many match; `limit` and `after` are ignored. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn count(&self, call: &mut Call, filter: &AutoscalerFilter) -> Result<u32, Stop>;

    /// Metrics, in the order of `ids`; empty for an unseen id. At most 1000 ids.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn metrics(&self, call: &mut Call, ids: &[ObjectId]) -> Result<Vec<Vec<Metric>>, Stop>;
}
