//! Compact rows for the predicates over pods, pods by node and by claim.

use super::{changed, number};
use crate::object::{ContainerStatus, Pod, VolumeSource, condition};
use crate::store::{Listed, Store};
use crate::text::{Text, Time};
use std::collections::HashMap;
use std::sync::Arc;

/// `status.phase`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PodPhase {
    /// Accepted, not yet running.
    Pending,
    /// Bound and started.
    Running,
    /// All containers ended well.
    Succeeded,
    /// All containers ended, at least one badly.
    Failed,
    /// Not known, or a word that Kubernetes does not define.
    Unknown,
}

impl PodPhase {
    /// The phase that this word names.
    pub fn of(word: &str) -> Self {
        match word {
            "Pending" => PodPhase::Pending,
            "Running" => PodPhase::Running,
            "Succeeded" => PodPhase::Succeeded,
            "Failed" => PodPhase::Failed,
            _ => PodPhase::Unknown,
        }
    }
}

/// Why a container waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Waiting {
    /// `CrashLoopBackOff`.
    CrashLoopBackOff,
    /// `ImagePullBackOff`.
    ImagePullBackOff,
    /// `ErrImagePull`.
    ErrImagePull,
    /// `InvalidImageName`.
    InvalidImageName,
    /// `CreateContainerConfigError`.
    CreateContainerConfigError,
    /// `CreateContainerError`.
    CreateContainerError,
    /// `RunContainerError`.
    RunContainerError,
    /// `ContainerCreating`.
    ContainerCreating,
    /// `PodInitializing`.
    PodInitializing,
    /// Any other word.
    Other,
}

impl Waiting {
    /// The reason that this word names.
    pub fn of(word: &str) -> Self {
        match word {
            "CrashLoopBackOff" => Waiting::CrashLoopBackOff,
            "ImagePullBackOff" => Waiting::ImagePullBackOff,
            "ErrImagePull" => Waiting::ErrImagePull,
            "InvalidImageName" => Waiting::InvalidImageName,
            "CreateContainerConfigError" => Waiting::CreateContainerConfigError,
            "CreateContainerError" => Waiting::CreateContainerError,
            "RunContainerError" => Waiting::RunContainerError,
            "ContainerCreating" => Waiting::ContainerCreating,
            "PodInitializing" => Waiting::PodInitializing,
            _ => Waiting::Other,
        }
    }

    /// Whether the word says that the image cannot be had.
    pub fn is_image_unpullable(word: &str) -> bool {
        matches!(
            word,
            "ImagePullBackOff"
                | "ErrImagePull"
                | "InvalidImageName"
                | "ErrImageNeverPull"
                | "ImageInspectError"
                | "RegistryUnavailable"
        )
    }
}

/// A set of [`Waiting`] reasons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WaitingSet(u16);

impl WaitingSet {
    /// Whether some container waits for `reason`.
    pub fn contains(self, reason: Waiting) -> bool {
        self.0 & (1 << reason as u8) != 0
    }

    fn insert(&mut self, reason: Waiting) {
        self.0 |= 1 << reason as u8;
    }
}

/// What predicates over pods ask, without a pointer to follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PodFacts {
    /// `metadata.creationTimestamp`.
    pub created: Option<Time>,
    /// The most restarts of any container.
    pub max_restarts: u32,
    /// Why containers wait.
    pub waiting: WaitingSet,
    /// Phase.
    pub phase: PodPhase,
    /// Condition `Ready` is true.
    pub ready: bool,
    /// Bound to a node.
    pub scheduled: bool,
    /// Marked for deletion.
    pub deleting: bool,
    /// Some container's image cannot be had.
    pub image_unpullable: bool,
    /// Some container has ended, now or before its current run.
    pub terminated: bool,
}

impl PodFacts {
    fn of(pod: &Pod) -> Self {
        let scheduled = condition(&pod.status.conditions, "PodScheduled").is_some_and(|found| found.is_true());
        let mut facts = Self {
            created: *pod.meta.created,
            max_restarts: 0,
            waiting: WaitingSet::default(),
            phase: PodPhase::of(&pod.status.phase),
            ready: pod.is_ready(),
            scheduled: scheduled || !pod.node_name.is_empty(),
            deleting: pod.meta.deleted.is_some(),
            image_unpullable: false,
            terminated: false,
        };
        pod.all_statuses().for_each(|status| facts.add(status));
        facts
    }

    fn add(&mut self, status: &ContainerStatus) {
        self.max_restarts = self.max_restarts.max(status.restart_count.u32());
        self.terminated |= status.termination().is_some();
        if let Some(waiting) = &status.state.waiting {
            self.waiting.insert(Waiting::of(&waiting.reason));
            self.image_unpullable |= Waiting::is_image_unpullable(&waiting.reason);
        }
    }

    /// It succeeded or failed, and never runs again.
    pub fn has_ended(&self) -> bool {
        matches!(self.phase, PodPhase::Succeeded | PodPhase::Failed)
    }
}

#[derive(Default)]
pub(super) struct Pods {
    facts: Vec<PodFacts>,
    /// Shared with the snapshot before as long as pods change in place.
    places: Arc<Places>,
}

/// Where pods are, by what they use.
#[derive(Default)]
struct Places {
    by_node: HashMap<Text, Vec<u32>>,
    by_claim: HashMap<Text, HashMap<Text, Vec<u32>>>,
}

impl Pods {
    pub(super) fn of(store: &Store) -> Self {
        let mut facts = Vec::with_capacity(Pod::list(store).len());
        let mut places = Places::default();
        for (index, pod) in Pod::list(store).iter().enumerate() {
            let of_pod = PodFacts::of(pod);
            facts.push(of_pod);
            places.add(pod, of_pod, number(index));
        }
        Self {
            facts,
            places: Arc::new(places),
        }
    }

    /// The rows over `after`, given that these are those over `before`.
    pub(super) fn derive(&self, before: &Store, after: &Store) -> Self {
        let Some(changed) = changed::<Pod>(before, after, in_place) else {
            return Self::of(after);
        };
        let mut facts = self.facts.clone();
        for (index, _, pod) in changed {
            if let Some(row) = facts.get_mut(index) {
                *row = PodFacts::of(pod);
            }
        }
        Self {
            facts,
            places: Arc::clone(&self.places),
        }
    }

    pub(super) fn facts(&self) -> &[PodFacts] {
        &self.facts
    }

    pub(super) fn on(&self, node: &str) -> &[u32] {
        self.places.by_node.get(node).map_or(&[], Vec::as_slice)
    }

    pub(super) fn using_claim(&self, namespace: &str, claim: &str) -> &[u32] {
        self.places
            .by_claim
            .get(namespace)
            .and_then(|claims| claims.get(claim))
            .map_or(&[], Vec::as_slice)
    }
}

/// Whether the new copy of a pod is where the old one was, for nodes and for claims.
fn in_place(old: &Pod, new: &Pod) -> bool {
    old.meta.key() == new.meta.key()
        && old.node_name == new.node_name
        && old.has_ended() == new.has_ended()
        && old.spec.volumes == new.spec.volumes
}

impl Places {
    fn add(&mut self, pod: &Pod, facts: PodFacts, index: u32) {
        if !pod.node_name.is_empty() {
            self.by_node.entry(pod.node_name.clone()).or_default().push(index);
        }
        if !facts.has_ended() {
            self.add_claims(pod, index);
        }
    }

    fn add_claims(&mut self, pod: &Pod, index: u32) {
        for volume in &pod.spec.volumes {
            let claim = match &volume.source {
                VolumeSource::Claim(claim) => claim.claim_name.clone(),
                // The claim of a generic ephemeral volume is named after pod and volume.
                VolumeSource::Ephemeral(_) => format!("{}-{}", pod.meta.name, volume.name).into(),
                _ => continue,
            };
            let namespace = self.by_claim.entry(pod.meta.namespace.clone()).or_default();
            let pods = namespace.entry(claim).or_default();
            if pods.last() != Some(&index) {
                pods.push(index);
            }
        }
    }
}
