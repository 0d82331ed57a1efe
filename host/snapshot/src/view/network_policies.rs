//! `network-policies`.

pub(super) mod evaluate;
mod verdict;

use super::convert::owned;
use super::page::{Query, named};
use super::services::place;
use crate::Snapshot;
use crate::object::{NetworkPolicy, Pod};
use evaluate::{Direction, Policies, Wanted};
use sdo_model::contract::network_policies::{
    IngressVerdict, NetworkPolicies, NetworkPolicyFilter, NetworkPolicyPage, NetworkPolicyRow, Reachability,
};
use sdo_model::contract::types::Protocol;
use sdo_model::{Call, Kind, Stop};
use verdict::{Gate, PodAt};

/// The most pods of one question.
const MOST_PODS: usize = 200;

impl NetworkPolicies for Snapshot {
    fn query(&self, call: &mut Call, filter: &NetworkPolicyFilter) -> Result<NetworkPolicyPage, Stop> {
        let selected = self.selected_by(call, filter);
        let sees_pods = call.may_read(Kind::Pod);
        let (rows, total) = Query::<NetworkPolicy>::new(self, named!(filter)).page(
            call,
            |_, policy| selects(filter, selected, policy),
            |id, policy| self.policy_row(id, policy, sees_pods),
        )?;
        Ok(NetworkPolicyPage { rows, total })
    }

    fn count(&self, call: &mut Call, filter: &NetworkPolicyFilter) -> Result<u32, Stop> {
        let selected = self.selected_by(call, filter);
        Query::<NetworkPolicy>::new(self, named!(filter)).count(call, |_, policy| selects(filter, selected, policy))
    }

    fn ingress_to(&self, call: &mut Call, to: &[u32], port: u16, protocol: Protocol) -> Result<IngressVerdict, Stop> {
        let targets = self.pods_at(call, to);
        if !call.may_read(Kind::NetworkPolicy) {
            return Ok(IngressVerdict::default());
        }
        verdict::ingress(self, call, &targets, Wanted { port, protocol })
    }

    fn reachable(
        &self,
        call: &mut Call,
        sources: &[u32],
        targets: &[u32],
        port: u16,
        protocol: Protocol,
    ) -> Result<Reachability, Stop> {
        let (sources, targets) = (self.pods_at(call, sources), self.pods_at(call, targets));
        if !call.may_read(Kind::NetworkPolicy) {
            return Ok(Reachability::default());
        }
        verdict::reachable(self, call, &sources, &targets, Wanted { port, protocol })
    }

    fn without_dns(&self, call: &mut Call, ids: &[u32]) -> Result<Vec<u32>, Stop> {
        let pods = self.pods_at(call, ids);
        let servers = self.dns_pods();
        if servers.is_empty() || !call.may_read(Kind::NetworkPolicy) {
            return Ok(Vec::new());
        }
        let policies = Policies::of(self);
        let mut without = Vec::new();
        for pod in &pods {
            let gate = Gate::of(self, &policies, pod, Direction::Egress);
            call.scan(1 + gate.rules() * servers.len())?;
            if !gate.lets_ask_dns(&policies, &servers) {
                without.push(Kind::Pod.id(pod.index as usize));
            }
        }
        Ok(without)
    }
}

/// Whether the policy selects the pod that the filter names; `None` when it names one that cannot be seen.
fn selects(filter: &NetworkPolicyFilter, pod: Option<&Pod>, policy: &NetworkPolicy) -> bool {
    filter.selects.is_none()
        || pod.is_some_and(|pod| {
            pod.meta.namespace == policy.meta.namespace
                && !pod.spec.host_network
                && policy.spec.pod_selector.selects(&pod.meta.labels)
        })
}

impl Snapshot {
    fn selected_by(&self, call: &Call, filter: &NetworkPolicyFilter) -> Option<&Pod> {
        self.seen(call, filter.selects?)
    }

    fn policy_row(&self, id: u32, policy: &NetworkPolicy, sees_pods: bool) -> NetworkPolicyRow {
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let pods = if sees_pods {
            self.index()
                .pods_selected(&policy.meta.namespace, &policy.spec.pod_selector)
        } else {
            Vec::new()
        };
        let ended = |pod: &u32| {
            self.index()
                .pod_facts()
                .get(*pod as usize)
                .is_none_or(|facts| facts.has_ended())
        };
        NetworkPolicyRow {
            id,
            namespace: owned(&policy.meta.namespace),
            name: owned(&policy.meta.name),
            ingress: policy.isolates("Ingress"),
            egress: policy.isolates("Egress"),
            ingress_rules: number(policy.spec.ingress.len()),
            egress_rules: number(policy.spec.egress.len()),
            pods: number(pods.iter().filter(|pod| !ended(pod)).count()),
        }
    }

    /// The pods behind `ids` that the call may see.
    fn pods_at(&self, call: &Call, ids: &[u32]) -> Vec<PodAt<'_>> {
        let at = |id: &u32| {
            Some(PodAt {
                index: u32::try_from(place(*id)).ok()?,
                pod: self.seen::<Pod>(call, *id)?,
            })
        };
        ids.iter().take(MOST_PODS).filter_map(at).collect()
    }

    /// The running pods of the cluster's DNS.
    fn dns_pods(&self) -> Vec<PodAt<'_>> {
        const DNS: [(&str, &str, &str); 3] = [
            ("kube-system", "k8s-app", "kube-dns"),
            ("kube-system", "k8s-app", "coredns"),
            ("openshift-dns", "dns.operator.openshift.io/daemonset-dns", "default"),
        ];
        let labelled = |(namespace, key, value): (&str, &str, &str)| {
            let wanted = std::iter::once((key.into(), value.into())).collect();
            self.index().pods_labelled(namespace, &wanted)
        };
        let pods = DNS.into_iter().flat_map(labelled);
        let running = |index: u32| {
            Some(PodAt {
                index,
                pod: self.at::<Pod>(index as usize).filter(|pod| !pod.has_ended())?,
            })
        };
        pods.filter_map(running).collect()
    }
}

#[cfg(test)]
mod tests;
