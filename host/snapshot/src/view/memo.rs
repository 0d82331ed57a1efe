//! Answers that are worked out at the first question and kept: the snapshot never changes.

use std::sync::OnceLock;

/// One slot for each kind of answer that several calls share. A slot is paid for like a fresh answer, so that the price
/// of a call does not depend on who asked before.
#[derive(Default)]
pub(crate) struct Memo {
    /// What predicates over Events ask.
    pub(super) events: OnceLock<super::events::Columns>,
    /// What the schedule of each CronJob comes to, in the order of their list.
    pub(super) schedules: OnceLock<Box<[OnceLock<super::cron_jobs::Timing>]>>,
    /// How many nodes each PersistentVolume can be used on, in the order of their list.
    pub(super) volume_nodes: OnceLock<Box<[u32]>>,
    /// Pods, not ended, that each PodDisruptionBudget selects, in the order of their list.
    pub(super) budget_pods: OnceLock<Box<[Box<[u32]>]>>,
    /// What pods take on each node.
    pub(super) taken: OnceLock<super::taken::Taken>,
    /// What templates need by name.
    pub(super) references: super::references::ReferenceMemo,
    /// Host names in configuration, and what they mean.
    pub(super) names: super::names::NameMemo,
    /// How many pods declare the target of each port of each Service.
    pub(super) declaring: OnceLock<super::behind::Declaring>,
}
