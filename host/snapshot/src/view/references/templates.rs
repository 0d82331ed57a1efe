//! Whose templates are looked at: every workload that stands for itself, and pods that no workload stands for.

use super::needs::{self, Need};
use crate::Snapshot;
use crate::object::{
    Condition, CronJob, DaemonSet, Deployment, Job, PersistentVolumeClaim, Pod, PodSpec, ReplicaSet, ServiceAccount,
    StatefulSet, VolumeSource,
};
use crate::store::Listed;
use crate::text::{Shared, Text};
use sdo_model::{Kind, KindSet};
use std::sync::Arc;

/// Kinds that hold a pod template.
pub(super) const HOLDERS: [Kind; 6] = [
    Kind::Deployment,
    Kind::ReplicaSet,
    Kind::StatefulSet,
    Kind::DaemonSet,
    Kind::Job,
    Kind::CronJob,
];

/// A pod or workload, and what its template needs.
pub(super) struct User {
    pub(super) id: u32,
    pub(super) namespace: Text,
    /// By path.
    pub(super) needs: Arc<[Need]>,
}

/// Everybody who needs something, by id, as far as the kinds of `grants` tell.
pub(super) fn users(snapshot: &Snapshot, grants: KindSet) -> Vec<User> {
    let mut users = Users {
        snapshot,
        grants,
        found: Vec::new(),
    };
    users.pods();
    users.workloads::<Deployment>(|_| true, |found| (&found.spec.template.spec, "spec.template.spec"));
    users.workloads::<ReplicaSet>(is_current, |found| (&found.spec.template.spec, "spec.template.spec"));
    users.stateful_sets();
    users.workloads::<DaemonSet>(|_| true, |found| (&found.spec.template.spec, "spec.template.spec"));
    users.workloads::<Job>(
        |job| !has_finished(job),
        |found| (&found.spec.template.spec, "spec.template.spec"),
    );
    users.workloads::<CronJob>(
        |_| true,
        |found| {
            (
                &found.spec.job_template.spec.template.spec,
                "spec.jobTemplate.spec.template.spec",
            )
        },
    );
    users.found.sort_unstable_by_key(|user| user.id);
    users.found
}

/// A ReplicaSet that some controller has scaled to nothing is history.
fn is_current(set: &ReplicaSet) -> bool {
    set.meta.controller().is_none() || set.spec.replicas.is_none_or(|replicas| replicas.get() > 0)
}

fn has_finished(job: &Job) -> bool {
    let ends = |condition: &Condition| matches!(condition.name.as_str(), "Complete" | "Failed") && condition.is_true();
    job.status.conditions.iter().any(ends)
}

struct Users<'a> {
    snapshot: &'a Snapshot,
    grants: KindSet,
    found: Vec<User>,
}

impl Users<'_> {
    /// Whether a workload that can be seen stands for the object.
    fn is_stood_for(&self, id: u32) -> bool {
        let mut chain = self.snapshot.index().owners().chain(id);
        chain.any(|owner| {
            let kind = Kind::of_id(owner).map(|(kind, _)| kind);
            kind.is_some_and(|kind| HOLDERS.contains(&kind) && self.grants.contains(kind))
        })
    }

    fn workloads<T: Listed>(&mut self, counts: impl Fn(&T) -> bool, template: impl Fn(&T) -> (&PodSpec, &str)) {
        if !self.grants.contains(T::KIND) {
            return;
        }
        for (index, object) in self.snapshot.all::<T>().iter().enumerate() {
            let id = T::KIND.id(index);
            if !counts(object) || self.is_stood_for(id) {
                continue;
            }
            let (spec, root) = template(object);
            let needs = needs::of_spec(spec, root, &|_| false);
            self.add(id, &object.meta().namespace, spec, needs);
        }
    }

    /// Claims of a StatefulSet's own templates are needed, too, where they exist: the controller makes them.
    fn stateful_sets(&mut self) {
        if !self.grants.contains(Kind::StatefulSet) {
            return;
        }
        for (index, set) in self.snapshot.all::<StatefulSet>().iter().enumerate() {
            let id = Kind::StatefulSet.id(index);
            if self.is_stood_for(id) {
                continue;
            }
            let own = |name: &str| {
                set.spec
                    .volume_claim_templates
                    .iter()
                    .any(|claim| claim.meta.name == name)
            };
            let spec = &set.spec.template.spec;
            let mut needs = needs::of_spec(spec, "spec.template.spec", &own);
            needs.extend(self.own_claims(set));
            self.add(id, &set.meta.namespace, spec, needs);
        }
    }

    fn own_claims(&self, set: &StatefulSet) -> Vec<Need> {
        let claims = self.snapshot.all::<PersistentVolumeClaim>();
        let here = claims
            .get(self.snapshot.in_namespace::<PersistentVolumeClaim>(&set.meta.namespace))
            .unwrap_or_default();
        let first = set.spec.ordinals.as_ref().map_or(0, |ordinals| ordinals.start.get());
        let end = first.saturating_add(set.spec.replicas.map_or(1, |replicas| replicas.get()));
        let mut needs = Vec::new();
        for template in &set.spec.volume_claim_templates {
            let stem = format!("{}-{}-", template.meta.name, set.meta.name);
            let from = here.partition_point(|claim| *claim.meta.name < *stem);
            let named = here.iter().skip(from).map(|claim| &claim.meta.name);
            let mine = named.take_while(|name| name.starts_with(&stem)).filter(|name| {
                let ordinal = name.strip_prefix(&stem).and_then(|ordinal| ordinal.parse::<i64>().ok());
                ordinal.is_some_and(|ordinal| (first..end).contains(&ordinal))
            });
            let path = format!("spec.volumeClaimTemplates[{}]", template.meta.name);
            needs.extend(mine.map(|name| made_claim(name.clone(), path.clone())));
        }
        needs
    }

    fn pods(&mut self) {
        if !self.grants.contains(Kind::Pod) {
            return;
        }
        // Pods of one owner follow each other and share their spec.
        let mut last: Option<(Text, Shared<PodSpec>, Arc<[Need]>)> = None;
        for (index, pod) in self.snapshot.all::<Pod>().iter().enumerate() {
            let id = Kind::Pod.id(index);
            if pod.has_ended() || self.is_stood_for(id) {
                continue;
            }
            let namespace = &pod.meta.namespace;
            let own = ephemeral_claims(pod);
            if !own.is_empty() {
                let needs = [needs::of_spec(&pod.spec, "spec", &|_| false), own].concat();
                self.add(id, namespace, &pod.spec, needs);
                continue;
            }
            let twin = last
                .take()
                .filter(|(known, spec, _)| known == namespace && spec.same(&pod.spec));
            let needs = match twin {
                Some((_, _, needs)) => needs,
                None => self.complete(namespace, &pod.spec, needs::of_spec(&pod.spec, "spec", &|_| false)),
            };
            last = Some((namespace.clone(), pod.spec.clone(), needs.clone()));
            self.found.push(User {
                id,
                namespace: namespace.clone(),
                needs,
            });
        }
    }

    fn add(&mut self, id: u32, namespace: &Text, spec: &PodSpec, needs: Vec<Need>) {
        let needs = self.complete(namespace, spec, needs);
        self.found.push(User {
            id,
            namespace: namespace.clone(),
            needs,
        });
    }

    /// The needs of a template and of its ServiceAccount, by path, each once.
    fn complete(&self, namespace: &Text, spec: &PodSpec, mut needs: Vec<Need>) -> Arc<[Need]> {
        needs.extend(self.secrets_of_account(namespace, spec));
        needs.sort_unstable();
        needs.dedup();
        needs.into()
    }

    /// A template without pull secrets of its own gets those of its ServiceAccount.
    fn secrets_of_account(&self, namespace: &str, spec: &PodSpec) -> Vec<Need> {
        if !spec.image_pull_secrets.is_empty() || !self.grants.contains(Kind::ServiceAccount) {
            return Vec::new();
        }
        let Some((_, account)) = self.snapshot.find::<ServiceAccount>(namespace, spec.service_account()) else {
            return Vec::new();
        };
        let need = |secret: &Text| Need {
            path: format!("serviceAccounts[{}].imagePullSecrets[{secret}]", account.meta.name),
            kind: Kind::Secret,
            name: secret.clone(),
            key: Text::default(),
            optional: true,
            made: false,
            item: false,
        };
        let named = account.image_pull_secrets.iter().map(|secret| &secret.name);
        named.filter(|name| !name.is_empty()).map(need).collect()
    }
}

/// The claims that generic ephemeral volumes of a pod make.
fn ephemeral_claims(pod: &Pod) -> Vec<Need> {
    let ephemeral = pod
        .spec
        .volumes
        .iter()
        .filter(|volume| matches!(volume.source, VolumeSource::Ephemeral(_)));
    let claim = |name: &Text| format!("{}-{name}", pod.meta.name).into();
    ephemeral
        .map(|volume| made_claim(claim(&volume.name), format!("spec.volumes[{}]", volume.name)))
        .collect()
}

fn made_claim(name: Text, path: String) -> Need {
    Need {
        path,
        kind: Kind::PersistentVolumeClaim,
        name,
        key: Text::default(),
        optional: false,
        made: true,
        item: false,
    }
}
