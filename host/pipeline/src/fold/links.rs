//! Which finding explains which.

use super::Case;
use crate::facts::Facts;
use sdo_model::Kind;
use sdo_model::finding::Severity;
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

/// Why a finding folds under another, the most believed first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Reason {
    /// One of the two names the other: the object is among its effects, or plays the part `cause` or `victim`.
    Named,
    /// All that suffers by this finding is among the effects of the other, and not the other way round.
    Contained,
    /// The other is about the node that this pod, or every pod of this workload, runs on.
    Node,
    /// The other is about an owner of this object.
    Owner,
    /// Every workload behind this Service has a finding of its own, and the other is one of them.
    Backend,
    /// The other is about a quota, webhook, node or missing thing, and names this workload.
    Mentioned,
}

/// The parent of each case, by index; `cases` are in canonical order.
pub(super) fn parents(cases: &[Case], facts: &dyn Facts) -> Vec<Option<usize>> {
    let links = Links::new(cases, facts);
    (0..cases.len()).map(|index| links.parent(index)).collect()
}

struct Links<'c> {
    cases: &'c [Case],
    /// Cases by primary object.
    about: HashMap<u32, Vec<usize>>,
    /// Cases by an object that they name as effect.
    explained: HashMap<u32, Vec<usize>>,
    /// Cases about an infrastructure object by an object that they mention.
    mentioned: HashMap<u32, Vec<usize>>,
    /// Cases about a node by the pods that run there.
    hosted: HashMap<u32, Vec<usize>>,
    /// For each case, the pods that suffer by it.
    sufferers: Vec<BTreeSet<u32>>,
    /// For each case, the pods of the workload it is about.
    pods: Vec<Vec<u32>>,
}

impl<'c> Links<'c> {
    fn new(cases: &'c [Case], facts: &dyn Facts) -> Self {
        let mut links = Self {
            cases,
            about: HashMap::new(),
            explained: HashMap::new(),
            mentioned: HashMap::new(),
            hosted: HashMap::new(),
            sufferers: cases.iter().map(|case| sufferers(case, facts)).collect(),
            pods: cases.iter().map(|case| pods_of(case, facts)).collect(),
        };
        for (index, case) in cases.iter().enumerate() {
            links.about.entry(case.primary).or_default().push(index);
            explains(case, facts)
                .into_iter()
                .for_each(|id| links.explained.entry(id).or_default().push(index));
            if is_infrastructure(case.primary) {
                let mentions: BTreeSet<u32> = case.related.iter().map(|(_, id)| *id).collect();
                mentions
                    .into_iter()
                    .for_each(|id| links.mentioned.entry(id).or_default().push(index));
            }
            if kind(case.primary) == Some(Kind::Node) {
                let pods = facts.pods_on(&case.finding.primary.name);
                pods.into_iter()
                    .for_each(|id| links.hosted.entry(id).or_default().push(index));
            }
        }
        links
    }

    fn parent(&self, index: usize) -> Option<usize> {
        let case = self.cases.get(index)?;
        let mut candidates: Vec<(Reason, usize)> = self.named(case).map(|other| (Reason::Named, other)).collect();
        candidates.extend(self.contained(index).map(|other| (Reason::Contained, other)));
        candidates.extend(
            self.by_shape(index, case)
                .filter(|(_, other)| self.outweighs(*other, case)),
        );
        let other = candidates.into_iter().filter(|(_, other)| *other != index);
        other
            .min_by_key(|(reason, other)| (*reason, self.weight(*other)))
            .map(|(_, other)| other)
    }

    /// The graver, the wider, the first.
    fn weight(&self, index: usize) -> impl Ord + use<> {
        let case = self.cases.get(index);
        (
            Reverse(case.map(|case| case.finding.severity)),
            Reverse(case.map_or(0, |case| case.effects.len())),
            index,
        )
    }

    fn named(&self, case: &Case) -> impl Iterator<Item = usize> {
        let causes = case
            .related
            .iter()
            .filter(|(role, id)| role == "cause" && *id != case.primary);
        let causes = causes.flat_map(|(_, id)| list(&self.about, *id));
        list(&self.explained, case.primary).chain(causes)
    }

    fn contained(&self, index: usize) -> impl Iterator<Item = usize> {
        let mine = self.sufferers.get(index);
        let first = mine.and_then(|mine| mine.first().copied());
        let others = first.into_iter().flat_map(|id| list(&self.explained, id));
        others.filter(move |other| {
            match (
                mine,
                self.sufferers.get(*other),
                self.cases.get(index),
                self.cases.get(*other),
            ) {
                (Some(mine), Some(theirs), Some(case), Some(cause)) => {
                    mine.is_subset(&cause.effects) && !theirs.is_subset(&case.effects)
                }
                _ => false,
            }
        })
    }

    /// What the cluster's shape suggests.
    fn by_shape(&self, index: usize, case: &Case) -> impl Iterator<Item = (Reason, usize)> {
        let owners = case
            .owners
            .iter()
            .flat_map(|id| list(&self.about, *id))
            .map(|other| (Reason::Owner, other));
        let node = self.node(index, case).into_iter().map(|other| (Reason::Node, other));
        let mentioned = case
            .owners
            .iter()
            .chain([&case.primary])
            .flat_map(|id| list(&self.mentioned, *id));
        let is_workload = is_workload(case.primary);
        let backend = self.backend(case).into_iter().map(|other| (Reason::Backend, other));
        owners.chain(node).chain(backend).chain(
            mentioned
                .filter(move |_| is_workload)
                .map(|other| (Reason::Mentioned, other)),
        )
    }

    /// Findings about the workloads behind the Service that this case is about, when each of them has one grave enough. A Service
    /// whose pods cannot start says nothing that its workloads do not say; one with a workload in order does. Detectors give the role
    /// `workload` only where the Service suffers by its pods.
    fn backend(&self, case: &Case) -> Vec<usize> {
        if kind(case.primary) != Some(Kind::Service) {
            return Vec::new();
        }
        let workloads = case.related.iter().filter(|(role, _)| role == "workload");
        let causes = workloads.map(|(_, id)| list(&self.about, *id).filter(|other| self.outweighs(*other, case)));
        let causes: Vec<Vec<usize>> = causes.map(Iterator::collect).collect();
        if causes.iter().any(Vec::is_empty) {
            return Vec::new();
        }
        causes.into_iter().flatten().collect()
    }

    /// Findings about the node that everything of this case runs on, or whose effects hold all of its pods.
    fn node(&self, index: usize, case: &Case) -> Vec<usize> {
        if kind(case.primary) == Some(Kind::Pod) {
            return list(&self.hosted, case.primary).collect();
        }
        let Some((first, rest)) = self.pods.get(index).and_then(|pods| pods.split_first()) else {
            return Vec::new();
        };
        let on = |pod: u32| {
            list(&self.hosted, pod)
                .chain(list(&self.explained, pod))
                .collect::<BTreeSet<usize>>()
        };
        let common = rest.iter().fold(on(*first), |common, pod| &common & &on(*pod));
        let elsewhere = |other: &usize| {
            self.cases
                .get(*other)
                .is_some_and(|other| other.primary != case.primary)
        };
        common.into_iter().filter(elsewhere).collect()
    }

    /// Whether a cause that is only suggested is grave enough to explain `case`.
    fn outweighs(&self, cause: usize, case: &Case) -> bool {
        let severity = self.cases.get(cause).map(|cause| cause.finding.severity);
        severity.is_some_and(|severity| severity > Severity::Info && severity >= case.finding.severity)
    }
}

fn list(map: &HashMap<u32, Vec<usize>>, id: u32) -> impl Iterator<Item = usize> + use<'_> {
    map.get(&id).into_iter().flatten().copied()
}

fn kind(id: u32) -> Option<Kind> {
    Kind::of_id(id).map(|(kind, _)| kind)
}

/// What the detector says it explains. A revision or a run that suffers takes its Deployment or CronJob with it.
fn explains(case: &Case, facts: &dyn Facts) -> BTreeSet<u32> {
    let victims = case
        .related
        .iter()
        .filter(|(role, _)| role == "victim")
        .map(|(_, id)| *id);
    let mut ids: BTreeSet<u32> = case.effects.iter().copied().chain(victims).collect();
    let steps: Vec<u32> = ids
        .iter()
        .copied()
        .filter(|id| matches!(kind(*id), Some(Kind::ReplicaSet | Kind::Job)))
        .collect();
    ids.extend(
        steps
            .into_iter()
            .flat_map(|id| facts.owners(id))
            .filter_map(|owner| owner.id),
    );
    // Its own object is no effect of it; another finding about that object may well be.
    if !case.effects.contains(&case.primary) {
        ids.remove(&case.primary);
    }
    ids
}

/// The pods and other objects that suffer by what a finding is about. One that names no effect but a revision or a run, as a
/// stalled rollout does, is about the pods of that.
fn sufferers(case: &Case, facts: &dyn Facts) -> BTreeSet<u32> {
    let is_pod = |id: &u32| kind(*id) == Some(Kind::Pod);
    let is_step = |id: &u32| matches!(kind(*id), Some(Kind::ReplicaSet | Kind::Job));
    let related = || case.related.iter().map(|(_, id)| *id);
    let pods = related().chain(case.evidence.iter().copied()).filter(is_pod);
    let own = Some(case.primary).filter(is_pod);
    let mut all: BTreeSet<u32> = case.effects.iter().copied().chain(pods).chain(own).collect();
    if all.is_empty() {
        all.extend(related().filter(is_step).flat_map(|id| facts.pods_of(id)));
    }
    all
}

fn pods_of(case: &Case, facts: &dyn Facts) -> Vec<u32> {
    match is_workload(case.primary) && kind(case.primary) != Some(Kind::Pod) {
        true => facts.pods_of(case.primary),
        false => Vec::new(),
    }
}

fn is_workload(id: u32) -> bool {
    use Kind::{CronJob, DaemonSet, Deployment, Job, Pod, ReplicaSet, StatefulSet};
    matches!(
        kind(id),
        Some(Pod | ReplicaSet | Deployment | StatefulSet | DaemonSet | Job | CronJob)
    )
}

/// Objects whose fault makes workloads suffer, never the other way round.
fn is_infrastructure(id: u32) -> bool {
    use Kind::{
        APIService, ConfigMap, LimitRange, MutatingWebhookConfiguration, Node, PersistentVolume, PersistentVolumeClaim,
        ResourceQuota, Secret, ServiceAccount, StorageClass, ValidatingWebhookConfiguration,
    };
    matches!(
        kind(id),
        Some(
            APIService
                | ConfigMap
                | LimitRange
                | MutatingWebhookConfiguration
                | Node
                | PersistentVolume
                | PersistentVolumeClaim
                | ResourceQuota
                | Secret
                | ServiceAccount
                | StorageClass
                | ValidatingWebhookConfiguration
        )
    )
}
