//! Whose configuration is looked at: every workload that runs and stands for itself, and pods that none stands for.

use super::container::{Reader, Use};
use crate::Snapshot;
use crate::object::{Condition, CronJob, DaemonSet, Deployment, Job, Pod, PodSpec, ReplicaSet, StatefulSet};
use crate::store::Listed;
use crate::text::{Int, Shared, Text};
use sdo_model::{Kind, KindSet};
use std::sync::Arc;

/// Kinds that hold a pod template.
const HOLDERS: [Kind; 6] = [
    Kind::Deployment,
    Kind::ReplicaSet,
    Kind::StatefulSet,
    Kind::DaemonSet,
    Kind::Job,
    Kind::CronJob,
];

/// The kinds that have names in their configuration, or say who has.
pub(in crate::view) const CONCERNED: [Kind; 8] = [
    Kind::Pod,
    Kind::ConfigMap,
    Kind::Deployment,
    Kind::ReplicaSet,
    Kind::StatefulSet,
    Kind::DaemonSet,
    Kind::Job,
    Kind::CronJob,
];

/// A pod or workload and the names in its configuration.
pub(crate) struct User {
    pub(crate) id: u32,
    pub(crate) namespace: Text,
    /// By path.
    pub(super) uses: Arc<[Use]>,
}

/// Everybody who runs, by id, as far as the kinds of `grants` tell.
pub(super) fn users(snapshot: &Snapshot, grants: KindSet) -> Vec<User> {
    let mut users = Users {
        snapshot,
        grants,
        reader: Reader::new(snapshot, grants.contains(Kind::ConfigMap)),
        found: Vec::new(),
    };
    users.pods();
    users.workloads::<Deployment>(|found| runs(found.spec.replicas), |found| &found.spec.template.spec);
    users.workloads::<ReplicaSet>(|found| runs(found.spec.replicas), |found| &found.spec.template.spec);
    users.workloads::<StatefulSet>(|found| runs(found.spec.replicas), |found| &found.spec.template.spec);
    users.workloads::<DaemonSet>(|_| true, |found| &found.spec.template.spec);
    users.workloads::<Job>(|job| !has_finished(job), |found| &found.spec.template.spec);
    users.workloads::<CronJob>(
        |found| !found.spec.suspend,
        |found| &found.spec.job_template.spec.template.spec,
    );
    users.found.sort_unstable_by_key(|user| user.id);
    users.found
}

fn runs(replicas: Option<Int>) -> bool {
    replicas.is_none_or(|replicas| replicas.get() > 0)
}

fn has_finished(job: &Job) -> bool {
    let ends = |condition: &Condition| matches!(condition.name.as_str(), "Complete" | "Failed") && condition.is_true();
    job.spec.suspend || job.status.conditions.iter().any(ends)
}

struct Users<'a> {
    snapshot: &'a Snapshot,
    grants: KindSet,
    reader: Reader<'a>,
    found: Vec<User>,
}

impl<'a> Users<'a> {
    /// Whether a workload that can be seen stands for the object.
    fn is_stood_for(&self, id: u32) -> bool {
        let mut chain = self.snapshot.index().owners().chain(id);
        let is_holder = |kind: Kind| HOLDERS.contains(&kind) && self.grants.contains(kind);
        chain.any(|owner| Kind::of_id(owner).is_some_and(|(kind, _)| is_holder(kind)))
    }

    fn workloads<T: Listed>(&mut self, counts: impl Fn(&T) -> bool, template: impl Fn(&'a T) -> &'a PodSpec) {
        if !self.grants.contains(T::KIND) {
            return;
        }
        let root = match T::KIND {
            Kind::CronJob => "spec.jobTemplate.spec.template.spec",
            _ => "spec.template.spec",
        };
        for (index, object) in self.snapshot.all::<T>().iter().enumerate() {
            let id = T::KIND.id(index);
            if counts(object) && !self.is_stood_for(id) {
                let namespace = &object.meta().namespace;
                let uses = self.reader.read(namespace, template(object), root);
                self.found.push(User {
                    id,
                    namespace: namespace.clone(),
                    uses,
                });
            }
        }
    }

    fn pods(&mut self) {
        if !self.grants.contains(Kind::Pod) {
            return;
        }
        // Pods of one owner follow each other and share their spec.
        let mut last: Option<(Text, Shared<PodSpec>, Arc<[Use]>)> = None;
        for (index, pod) in self.snapshot.all::<Pod>().iter().enumerate() {
            let id = Kind::Pod.id(index);
            if pod.has_ended() || self.is_stood_for(id) {
                continue;
            }
            let namespace = &pod.meta.namespace;
            let twin = last
                .take()
                .filter(|(known, spec, _)| known == namespace && spec.same(&pod.spec));
            let uses = twin.map_or_else(|| self.reader.read(namespace, &pod.spec, "spec"), |(_, _, uses)| uses);
            last = Some((namespace.clone(), pod.spec.clone(), uses.clone()));
            self.found.push(User {
                id,
                namespace: namespace.clone(),
                uses,
            });
        }
    }
}
