//! Ingresses and network policies.

use super::{LabelSelector, LoadBalancer, Meta, kinds, stored};
use crate::text::{Int, IntOrString, List, Text};
use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};

/// The annotation that named the class before `spec.ingressClassName`.
const CLASS_ANNOTATION: &str = "kubernetes.io/ingress.class";

/// An Ingress in the shape of `networking.k8s.io/v1`, whichever version it came in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ingress {
    pub meta: Meta,
    pub spec: IngressSpec,
    pub status: IngressStatus,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct IngressSpec {
    pub ingress_class_name: Text,
    pub default_backend: Option<IngressBackend>,
    pub rules: List<IngressRule>,
    pub tls: List<IngressTls>,
}

stored! {
    pub struct IngressStatus {
        pub load_balancer: LoadBalancer,
    }

    pub struct IngressRule {
        pub host: Text,
        pub http: Option<IngressPaths>,
    }

    pub struct IngressPaths {
        pub paths: List<IngressPath>,
    }

    pub struct IngressPath {
        pub path: Text,
        pub path_type: Text,
        pub backend: IngressBackend,
    }

    pub struct IngressTls {
        pub hosts: List<Text>,
        pub secret_name: Text,
    }

    pub struct IngressClass {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        pub spec: IngressClassSpec,
    }

    pub struct IngressClassSpec {
        pub controller: Text,
    }

    pub struct NetworkPolicy {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        pub spec: NetworkPolicySpec,
    }

    pub struct NetworkPolicySpec {
        pub pod_selector: LabelSelector,
        pub ingress: List<IngressPolicyRule>,
        pub egress: List<EgressPolicyRule>,
        /// Empty: `Ingress`, and `Egress` when there is an egress rule.
        pub policy_types: List<Text>,
    }

    /// No `from` means every source, no `ports` means every port.
    pub struct IngressPolicyRule {
        pub from: List<PolicyPeer>,
        pub ports: List<PolicyPort>,
    }

    /// No `to` means every target, no `ports` means every port.
    pub struct EgressPolicyRule {
        pub to: List<PolicyPeer>,
        pub ports: List<PolicyPort>,
    }

    pub struct PolicyPeer {
        pub pod_selector: Option<LabelSelector>,
        pub namespace_selector: Option<LabelSelector>,
        pub ip_block: Option<IpBlock>,
    }

    pub struct IpBlock {
        pub cidr: Text,
        pub except: List<Text>,
    }

    pub struct PolicyPort {
        pub protocol: Text,
        pub port: Option<IntOrString>,
        pub end_port: Option<Int>,
    }

    /// Every version's fields of a backend.
    struct WrittenBackend {
        pub service: Option<WrittenServiceBackend>,
        pub resource: Option<super::ObjectReference>,
        pub service_name: Text,
        pub service_port: Option<IntOrString>,
    }

    struct WrittenServiceBackend {
        pub name: Text,
        pub port: WrittenBackendPort,
    }

    struct WrittenBackendPort {
        pub name: Text,
        pub number: Option<Int>,
    }

    struct WrittenIngress {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        pub spec: WrittenIngressSpec,
        pub status: IngressStatus,
    }

    struct WrittenIngressSpec {
        pub ingress_class_name: Text,
        pub default_backend: Option<IngressBackend>,
        pub backend: Option<IngressBackend>,
        pub rules: List<IngressRule>,
        pub tls: List<IngressTls>,
    }
}

kinds! { Ingress IngressClass NetworkPolicy }

/// Where an Ingress path leads.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct IngressBackend {
    /// Name of the Service; empty when the backend is another resource.
    pub service: Text,
    pub port: Option<IntOrString>,
    /// Another resource instead of a Service.
    pub resource: Option<Box<super::ObjectReference>>,
}

impl<'de> Deserialize<'de> for IngressBackend {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = WrittenBackend::deserialize(deserializer)?;
        let resource = written.resource.map(Box::new);
        Ok(match written.service {
            Some(service) => {
                let named = service.port.name.non_empty().map(|name| IntOrString::Text(name.into()));
                let port = service.port.number.map(IntOrString::Int).or(named);
                Self {
                    service: service.name,
                    port,
                    resource,
                }
            }
            None => Self {
                service: written.service_name,
                port: written.service_port,
                resource,
            },
        })
    }
}

impl<'de> Deserialize<'de> for Ingress {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let WrittenIngress { meta, spec, status } = WrittenIngress::deserialize(deserializer)?;
        let annotated = meta.annotations.get(CLASS_ANNOTATION).cloned();
        let named = Some(spec.ingress_class_name).filter(|class| !class.is_empty());
        let spec = IngressSpec {
            ingress_class_name: named.or(annotated).unwrap_or_default(),
            default_backend: spec.default_backend.or(spec.backend),
            rules: spec.rules,
            tls: spec.tls,
        };
        Ok(Self { meta, spec, status })
    }
}

impl Serialize for IngressBackend {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let resource = self.resource.as_deref().cloned();
        let written = match &self.port {
            // Today's form has no way to say that the port has no name.
            Some(IntOrString::Text(name)) if name.is_empty() => WrittenBackend {
                service_name: self.service.clone(),
                service_port: self.port.clone(),
                resource,
                ..WrittenBackend::default()
            },
            port => WrittenBackend {
                service: (!self.service.is_empty() || port.is_some()).then(|| WrittenServiceBackend {
                    name: self.service.clone(),
                    port: WrittenBackendPort::of(port.as_ref()),
                }),
                resource,
                ..WrittenBackend::default()
            },
        };
        written.serialize(serializer)
    }
}

impl WrittenBackendPort {
    fn of(port: Option<&IntOrString>) -> Self {
        match port {
            Some(IntOrString::Int(number)) => Self {
                number: Some(*number),
                name: Text::default(),
            },
            Some(IntOrString::Text(name)) => Self {
                number: None,
                name: name.clone(),
            },
            None => Self::default(),
        }
    }
}

impl Serialize for Ingress {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let written = WrittenIngress {
            meta: self.meta.clone(),
            spec: WrittenIngressSpec {
                ingress_class_name: self.spec.ingress_class_name.clone(),
                default_backend: self.spec.default_backend.clone(),
                backend: None,
                rules: self.spec.rules.clone(),
                tls: self.spec.tls.clone(),
            },
            status: self.status.clone(),
        };
        written.serialize(serializer)
    }
}

impl NetworkPolicy {
    /// Whether it isolates for `direction` (`Ingress` or `Egress`).
    pub fn isolates(&self, direction: &str) -> bool {
        if self.spec.policy_types.is_empty() {
            return direction == "Ingress" || !self.spec.egress.is_empty();
        }
        self.spec.policy_types.iter().any(|kind| kind.as_str() == direction)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_ingress_reads_like_a_new_one() {
        let old = r#"{"metadata":{"annotations":{"kubernetes.io/ingress.class":"nginx"}},"spec":{"backend":{"serviceName":"web","servicePort":80},
            "rules":[{"http":{"paths":[{"path":"/","backend":{"serviceName":"api","servicePort":"http"}}]}}]}}"#;
        let new = r#"{"spec":{"ingressClassName":"nginx","defaultBackend":{"service":{"name":"web","port":{"number":80}}},
            "rules":[{"http":{"paths":[{"path":"/","backend":{"service":{"name":"api","port":{"name":"http"}}}}]}}]}}"#;
        let [old, new] = [old, new].map(|json| serde_json::from_str::<Ingress>(json).unwrap().spec);
        assert_eq!(old, new);
    }

    #[test]
    fn a_policy_without_types_isolates_egress_only_when_it_has_egress_rules() {
        let isolates = |json: &str| serde_json::from_str::<NetworkPolicy>(json).unwrap().isolates("Egress");
        assert!(!isolates(r#"{"spec":{"podSelector":{}}}"#));
        assert!(isolates(r#"{"spec":{"podSelector":{},"egress":[{}]}}"#));
        assert!(isolates(r#"{"spec":{"policyTypes":["Egress"]}}"#));
    }
}
