//! Answers that are worked out at the first question and kept: the snapshot never changes.

use super::{behind, cron_jobs, events, names, references, taken};
use sdo_model::contract::scheduling::FitReport;
use sdo_model::contract::types::ObjectId;
use sdo_model::{Kind, KindSet};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// An answer that the next snapshot may share.
type Slot<T> = Arc<OnceLock<T>>;

/// What was worked out so far, by the kinds that may be read: what one component may not see must not shape what it is told.
pub(crate) struct ByGrants<T>(Mutex<HashMap<KindSet, Arc<T>>>);

impl<T> Default for ByGrants<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> ByGrants<T> {
    pub(super) fn get(&self, grants: KindSet, work_out: impl FnOnce() -> T) -> Arc<T> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry(grants).or_insert_with(|| Arc::new(work_out())).clone()
    }
}

/// One slot for each kind of answer that several calls share. A slot is paid for like a fresh answer, so that the price
/// of a call does not depend on who asked before.
#[derive(Default)]
pub(crate) struct Memo {
    /// What predicates over Events ask.
    pub(super) events: Slot<events::Columns>,
    /// What the schedule of each CronJob comes to, in the order of their list.
    pub(super) schedules: OnceLock<Box<[OnceLock<cron_jobs::Timing>]>>,
    /// How many nodes each PersistentVolume can be used on, in the order of their list.
    pub(super) volume_nodes: Slot<Box<[u32]>>,
    /// Pods, not ended, that each PodDisruptionBudget selects, in the order of their list.
    pub(super) budget_pods: Slot<Box<[Box<[u32]>]>>,
    /// What pods take on each node.
    pub(super) taken: Slot<taken::Taken>,
    /// What templates need by name.
    pub(super) references: Arc<references::ReferenceMemo>,
    /// Who has host names in its configuration.
    pub(super) name_users: Arc<names::UserMemo>,
    /// Host names in configuration, and what they mean.
    pub(super) names: Arc<names::NameMemo>,
    /// How many pods declare the target of each port of each Service.
    pub(super) declaring: Slot<behind::Declaring>,
    /// Which nodes a pod fits, by the pod and what its asker may see: rules about placement ask for the same pods.
    pub(super) fits: Mutex<HashMap<(ObjectId, KindSet), Fit>>,
}

/// A remembered answer, and what working it out was charged.
#[derive(Clone)]
pub(super) struct Fit {
    pub(super) report: Option<FitReport>,
    pub(super) price: u64,
}

/// What did not change from one snapshot to the next.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Held {
    /// Kinds with exactly the same objects and the same coverage.
    pub(crate) objects: KindSet,
    /// Kinds with the same coverage whose objects have the same places, owners and specs.
    pub(crate) templates: KindSet,
    /// Those of them whose objects have the same labels too.
    pub(crate) specs: KindSet,
}

/// Kinds that no reference starts from or leads to, and that change all the time.
const NO_REFERENCES: [Kind; 6] = [
    Kind::Event,
    Kind::Lease,
    Kind::EndpointSlice,
    Kind::Node,
    Kind::HorizontalPodAutoscaler,
    Kind::PodDisruptionBudget,
];

impl Memo {
    /// The answers of the next snapshot that are still those of this one. Schedules are not: they depend on the time.
    pub(crate) fn derive(&self, held: Held) -> Self {
        let objects = |kinds: &[Kind]| kinds.iter().all(|kind| held.objects.contains(*kind));
        let specs = |kinds: &[Kind]| kinds.iter().all(|kind| held.specs.contains(*kind));
        let templates = |kinds: &[Kind]| kinds.iter().all(|kind| held.templates.contains(*kind));
        let all = Kind::all().filter(|kind| !NO_REFERENCES.contains(kind));
        let references = all.into_iter().all(|kind| held.templates.contains(kind));
        Self {
            events: keep(&self.events, objects(&[Kind::Event])),
            schedules: OnceLock::new(),
            volume_nodes: keep(&self.volume_nodes, objects(&[Kind::PersistentVolume, Kind::Node])),
            budget_pods: keep(
                &self.budget_pods,
                objects(&[Kind::PodDisruptionBudget]) && specs(&[Kind::Pod]),
            ),
            taken: keep(&self.taken, objects(&[Kind::Pod, Kind::Node])),
            references: keep(&self.references, references),
            names: keep(&self.names, templates(&names::CONCERNED) && templates(&[Kind::Service])),
            name_users: keep(&self.name_users, templates(&names::CONCERNED)),
            declaring: keep(&self.declaring, objects(&[Kind::Service]) && specs(&[Kind::Pod])),
            fits: Mutex::default(),
        }
    }
}

fn keep<T: Default>(slot: &Arc<T>, is_held: bool) -> Arc<T> {
    if is_held { Arc::clone(slot) } else { Arc::default() }
}
