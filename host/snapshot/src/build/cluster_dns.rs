//! Where the cluster says what its DNS is called and where it answers.

use crate::object::{ConfigMap, Service};
use crate::store::{Listed, Store};
use crate::text::Text;

/// What nearly every cluster uses, and what is meant when nothing says otherwise.
const DEFAULT_DOMAIN: &str = "cluster.local";

/// Namespace and name of the DNS Service by distribution.
const SERVICES: &[(&str, &str)] = &[
    ("kube-system", "kube-dns"),
    ("openshift-dns", "dns-default"),
    ("kube-system", "rke2-coredns-rke2-coredns"),
    ("kube-system", "coredns"),
];

/// Namespace, name and key of the Corefile by distribution.
const COREFILES: &[(&str, &str, &str)] = &[
    ("kube-system", "coredns", "Corefile"),
    ("openshift-dns", "dns-default", "Corefile"),
    ("kube-system", "rke2-coredns-rke2-coredns", "Corefile"),
];

/// Address of the cluster DNS Service; empty when no such Service is known.
pub(crate) fn service_ip(store: &Store) -> Text {
    let all = Service::list(store);
    let known = SERVICES
        .iter()
        .filter_map(|(namespace, name)| all.get(Service::position(all, namespace, name)?));
    let mut addresses = known
        .map(|service| &service.spec.cluster_ip)
        .filter(|ip| !ip.is_empty() && ip.as_str() != "None");
    addresses.next().cloned().unwrap_or_default()
}

/// The domain of Service names.
pub(crate) fn domain(store: &Store) -> Text {
    let from_dns = COREFILES
        .iter()
        .filter_map(|(namespace, name, key)| of_corefile(value(store, namespace, name, key)?));
    let from_kubelet = || of_kubelet(value(store, "kube-system", "kubelet-config", "kubelet")?);
    from_dns
        .map(Text::from)
        .next()
        .or_else(|| from_kubelet().map(Text::from))
        .unwrap_or_else(|| DEFAULT_DOMAIN.into())
}

fn value<'a>(store: &'a Store, namespace: &str, name: &str, key: &str) -> Option<&'a str> {
    let all = ConfigMap::list(store);
    let map = all.get(ConfigMap::position(all, namespace, name)?)?;
    map.data.get(key).map(|value| value.as_str())
}

/// The first zone of the `kubernetes` plugin that is not a reverse zone.
fn of_corefile(corefile: &str) -> Option<&str> {
    corefile.lines().find_map(|line| {
        let mut words = line.split_whitespace();
        (words.next()? == "kubernetes").then_some(())?;
        words
            .map(|zone| zone.trim_end_matches('.'))
            .find(|zone| is_forward_zone(zone))
    })
}

fn is_forward_zone(zone: &str) -> bool {
    !zone.is_empty()
        && !zone.ends_with(".arpa")
        && zone
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-'))
}

fn of_kubelet(configuration: &str) -> Option<&str> {
    let line = configuration
        .lines()
        .find_map(|line| line.strip_prefix("clusterDomain:"))?;
    let domain = line.trim().trim_matches(['"', '\'']).trim_end_matches('.');
    is_forward_zone(domain).then_some(domain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_domain_is_the_first_forward_zone_of_the_kubernetes_plugin() {
        let corefile =
            ".:53 {\n    errors\n    kubernetes in-addr.arpa corp.internal ip6.arpa {\n      pods insecure\n    }\n}";
        assert_eq!(of_corefile(corefile), Some("corp.internal"));
        assert_eq!(of_corefile(".:53 {\n  forward . /etc/resolv.conf\n}"), None);
        assert_eq!(
            of_kubelet("cgroupDriver: systemd\nclusterDomain: \"corp.internal\"\n"),
            Some("corp.internal")
        );
    }
}
