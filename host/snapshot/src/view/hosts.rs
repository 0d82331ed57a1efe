//! What a host name means inside the cluster: which Service of which namespace it asks for.

use super::names::mention::is_host;
use super::names::words::is_filler;
use crate::Snapshot;
use crate::object::{Namespace, Service};

/// The Service that a host name asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Meaning<'a> {
    pub(crate) namespace: &'a str,
    pub(crate) name: &'a str,
    /// Its place, when it exists.
    pub(crate) service: Option<usize>,
    /// The name can mean nothing outside the cluster.
    pub(crate) in_cluster: bool,
}

impl Snapshot {
    /// What `host` asks for when a pod of `namespace` looks it up; `None` when it is a name outside the cluster, an
    /// address, or no name at all. Upper case means nothing here: callers pass names in lower case.
    pub(crate) fn host<'a>(&self, host: &'a str, namespace: &'a str) -> Option<Meaning<'a>> {
        let host = host.strip_suffix('.').unwrap_or(host);
        if !is_host(host) {
            return None;
        }
        let domain = self.facts().cluster_domain.non_empty().unwrap_or("cluster.local");
        let in_domain = host.strip_suffix(domain).and_then(|rest| rest.strip_suffix('.'));
        let inner = in_domain.unwrap_or(host);
        if let Some(service) = inner.strip_suffix(".svc").filter(|service| service.contains('.')) {
            return self.service_name(service);
        }
        match in_domain {
            // `NAME.pod.DOMAIN` and kin name no Service.
            Some(_) => None,
            None => self.short_name(host, namespace),
        }
    }

    /// `NAME.NAMESPACE` or `HOSTNAME.NAME.NAMESPACE`, written before `.svc`.
    fn service_name<'a>(&self, text: &'a str) -> Option<Meaning<'a>> {
        let labels: Vec<&str> = text.split('.').collect();
        match labels.as_slice() {
            [name, namespace] | [_, name, namespace] if !name.starts_with('_') => {
                Some(self.meaning(namespace, name, true))
            }
            _ => None,
        }
    }

    /// A name that the search domains of a pod complete.
    fn short_name<'a>(&self, host: &'a str, namespace: &'a str) -> Option<Meaning<'a>> {
        let labels: Vec<&str> = host.split('.').collect();
        match labels.as_slice() {
            [name] => Some(self.meaning(namespace, name, true))
                .filter(|meaning| meaning.service.is_some() || !is_filler(name)),
            [first, second] => self.two_labels(first, second, namespace),
            [_, name, other] => Some(self.meaning(other, name, false)).filter(|meaning| self.is_headless(meaning)),
            _ => None,
        }
    }

    /// `NAME.NAMESPACE`, or `POD.NAME` with a headless Service of the pod's own namespace; most such names are domains.
    fn two_labels<'a>(&self, first: &'a str, second: &'a str, namespace: &'a str) -> Option<Meaning<'a>> {
        let elsewhere = self.meaning(second, first, is_no_domain(second) && self.is_namespace(second));
        let governing = self.meaning(namespace, second, is_ordinal_of(first, second));
        match (elsewhere.service, governing.service) {
            (Some(_), _) => Some(Meaning {
                in_cluster: true,
                ..elsewhere
            }),
            (None, Some(_)) if self.is_headless(&governing) => Some(Meaning {
                in_cluster: true,
                ..governing
            }),
            _ if elsewhere.in_cluster => Some(elsewhere),
            _ if governing.in_cluster => Some(governing),
            // It may be a Service that is gone as well as a host elsewhere.
            _ => self.is_namespace(second).then_some(elsewhere),
        }
    }

    fn meaning<'a>(&self, namespace: &'a str, name: &'a str, in_cluster: bool) -> Meaning<'a> {
        let service = self.find::<Service>(namespace, name).map(|(at, _)| at);
        Meaning {
            namespace,
            name,
            service,
            in_cluster,
        }
    }

    fn is_headless(&self, meaning: &Meaning<'_>) -> bool {
        meaning
            .service
            .and_then(|at| self.at::<Service>(at))
            .is_some_and(Service::is_headless)
    }

    fn is_namespace(&self, name: &str) -> bool {
        self.find::<Namespace>("", name).is_some() || !self.in_namespace::<Service>(name).is_empty()
    }
}

/// Whether no top-level domain is called so: none has a hyphen, but for encoded ones.
fn is_no_domain(label: &str) -> bool {
    label.contains('-') && !label.starts_with("xn--")
}

/// `db-0` of `db`: how pods of a StatefulSet are called.
fn is_ordinal_of(pod: &str, name: &str) -> bool {
    let ordinal = pod.strip_prefix(name).and_then(|rest| rest.strip_prefix('-'));
    ordinal.is_some_and(|ordinal| !ordinal.is_empty() && ordinal.bytes().all(|byte| byte.is_ascii_digit()))
}
