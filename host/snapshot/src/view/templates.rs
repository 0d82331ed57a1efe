//! `templates`: what a pod, or the pod template of a workload, asks for.

mod container;
mod differences;
mod env;
mod facts;
mod placement;
mod probe;
mod settings;
mod volume;

use super::page::answers;
use crate::Snapshot;
use crate::object::{CronJob, DaemonSet, Deployment, Job, Pod, PodSpec, PodTemplate, ReplicaSet, StatefulSet};
use crate::text::Map;
use sdo_model::contract::templates::{
    Container, Difference, EnvVar, PodPlacement, PodSettings, Probe, Templates, Volume,
};
use sdo_model::{Call, Kind, Stop};

/// A pod, or the template of the pods that a workload makes.
#[derive(Clone, Copy)]
pub(crate) struct Template<'a> {
    pub(crate) namespace: &'a str,
    /// Labels of the pod, or of the pods that it makes.
    pub(crate) labels: &'a Map,
    pub(crate) spec: &'a PodSpec,
    /// The pod itself, when it is one.
    pub(crate) pod: Option<&'a Pod>,
}

impl<'a> Template<'a> {
    fn of_pod(pod: &'a Pod) -> Self {
        Self {
            namespace: &pod.meta.namespace,
            labels: &pod.meta.labels,
            spec: &pod.spec,
            pod: Some(pod),
        }
    }

    fn of_workload(namespace: &'a str, template: &'a PodTemplate) -> Self {
        Self {
            namespace,
            labels: &template.meta.labels,
            spec: &template.spec,
            pod: None,
        }
    }

    /// How many containers it has, of all lists.
    fn containers(&self) -> usize {
        let spec = self.spec;
        spec.init_containers.len() + spec.containers.len() + spec.ephemeral_containers.len()
    }
}

impl Snapshot {
    /// What the object behind `id` asks for, or makes its pods ask for; `None` when it is of a kind without pods.
    pub(crate) fn template(&self, id: u32) -> Option<Template<'_>> {
        macro_rules! workload {
            ($type:ident, $($path:ident).+) => {
                self.by_id::<$type>(id).map(|object| Template::of_workload(&object.meta.namespace, &object.$($path).+))
            };
        }
        match Kind::of_id(id)?.0 {
            Kind::Pod => self.by_id(id).map(Template::of_pod),
            Kind::Deployment => workload!(Deployment, spec.template),
            Kind::ReplicaSet => workload!(ReplicaSet, spec.template),
            Kind::StatefulSet => workload!(StatefulSet, spec.template),
            Kind::DaemonSet => workload!(DaemonSet, spec.template),
            Kind::Job => workload!(Job, spec.template),
            Kind::CronJob => workload!(CronJob, spec.job_template.spec.template),
            _ => None,
        }
    }

    /// The same, of an object that `call` may read.
    pub(crate) fn seen_template(&self, call: &Call, id: u32) -> Option<Template<'_>> {
        call.may_read_id(id).then(|| self.template(id))?
    }

    /// The same, each of its containers paid for.
    fn paid_template(&self, call: &mut Call, id: u32) -> Result<Option<Template<'_>>, Stop> {
        let template = self.seen_template(call, id);
        call.scan(template.as_ref().map_or(0, Template::containers))?;
        Ok(template)
    }
}

impl Templates for Snapshot {
    fn containers(&self, call: &mut Call, ids: &[u32]) -> Result<Vec<Vec<Container>>, Stop> {
        answers(call, ids, |call, id| {
            Ok(self
                .paid_template(call, id)?
                .map(container::containers)
                .unwrap_or_default())
        })
    }

    fn probes(&self, call: &mut Call, ids: &[u32]) -> Result<Vec<Vec<Probe>>, Stop> {
        answers(call, ids, |call, id| {
            Ok(self.paid_template(call, id)?.map(probe::probes).unwrap_or_default())
        })
    }

    fn env(&self, call: &mut Call, ids: &[u32]) -> Result<Vec<Vec<EnvVar>>, Stop> {
        answers(call, ids, |call, id| match self.paid_template(call, id)? {
            Some(template) => env::env(self, call, &template),
            None => Ok(Vec::new()),
        })
    }

    fn volumes(&self, call: &mut Call, ids: &[u32]) -> Result<Vec<Vec<Volume>>, Stop> {
        answers(call, ids, |call, id| {
            let template = self.paid_template(call, id)?;
            call.scan(template.map_or(0, |template| template.spec.volumes.len()))?;
            Ok(template.map(volume::volumes).unwrap_or_default())
        })
    }

    fn placement(&self, call: &mut Call, ids: &[u32]) -> Result<Vec<Option<PodPlacement>>, Stop> {
        answers(call, ids, |call, id| {
            Ok(self.paid_template(call, id)?.map(placement::placement))
        })
    }

    fn settings(&self, call: &mut Call, ids: &[u32]) -> Result<Vec<Option<PodSettings>>, Stop> {
        answers(call, ids, |call, id| {
            Ok(self.paid_template(call, id)?.map(settings::settings))
        })
    }

    fn differences(&self, call: &mut Call, before: u32, after: u32) -> Result<Vec<Difference>, Stop> {
        call.scan(2)?;
        let (before, after) = (self.paid_template(call, before)?, self.paid_template(call, after)?);
        match before.zip(after) {
            Some((before, after)) => differences::differences(call, &before, &after),
            None => Ok(Vec::new()),
        }
    }
}

#[cfg(test)]
mod tests;
