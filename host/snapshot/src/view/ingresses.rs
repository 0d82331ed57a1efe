//! `ingresses`.

use super::behind::port_name;
use super::convert::{created, owned, owned_all, port_ref};
use super::page::{Query, agrees, answers, named};
use super::sight::sight;
use crate::Snapshot;
use crate::object::{self, Ingress, Service};
use crate::text::IntOrString;
use sdo_model::contract::ingresses::{IngressBackend, IngressFilter, IngressPage, IngressRow, IngressTls, Ingresses};
use sdo_model::contract::types::Presence;
use sdo_model::{Call, Kind, Stop};
use std::collections::BTreeSet;

/// The annotation that named the class before the field did. Controllers take such a class without an IngressClass.
const CLASS_ANNOTATION: &str = "kubernetes.io/ingress.class";

/// The port by which the AWS controller says that an annotation holds the backend, and that the name is no Service.
const USE_ANNOTATION: &str = "use-annotation";

impl Ingresses for Snapshot {
    fn query(&self, call: &mut Call, filter: &IngressFilter) -> Result<IngressPage, Stop> {
        let sight = sight(call);
        let query = Query::<Ingress>::new(self, named!(filter));
        let keep = |_, ingress: &Ingress| self.ingress_matches(&sight, filter, ingress);
        let (rows, total) = query.page(call, keep, |id, ingress| self.ingress_row(&sight, id, ingress))?;
        Ok(IngressPage { rows, total })
    }

    fn count(&self, call: &mut Call, filter: &IngressFilter) -> Result<u32, Stop> {
        let sight = sight(call);
        Query::<Ingress>::new(self, named!(filter))
            .count(call, |_, ingress| self.ingress_matches(&sight, filter, ingress))
    }

    fn backends(&self, call: &mut Call, ids: &[u32]) -> Result<Vec<Vec<IngressBackend>>, Stop> {
        answers(call, ids, |call, id| {
            let Some(ingress) = self.seen::<Ingress>(call, id) else {
                return Ok(Vec::new());
            };
            let routes = routes(ingress);
            call.scan(routes.len())?;
            routes
                .iter()
                .map(|route| self.ingress_backend(call, ingress.meta.namespace.as_str(), route))
                .collect()
        })
    }

    fn tls(&self, call: &mut Call, ids: &[u32]) -> Result<Vec<Vec<IngressTls>>, Stop> {
        answers(call, ids, |call, id| {
            Ok(self
                .seen::<Ingress>(call, id)
                .map(|ingress| self.ingress_tls(call, ingress))
                .unwrap_or_default())
        })
    }
}

/// One way through an Ingress to a Service.
struct Route<'a> {
    path: String,
    host: &'a str,
    url_path: &'a str,
    backend: &'a object::IngressBackend,
}

/// The ways to Services in spec order, the default backend first. Backends that are other resources are left out.
fn routes(ingress: &Ingress) -> Vec<Route<'_>> {
    let spec = &ingress.spec;
    let default = spec.default_backend.iter().map(|backend| Route {
        path: "spec.defaultBackend".to_owned(),
        host: "",
        url_path: "",
        backend,
    });
    let ruled = spec.rules.iter().enumerate().flat_map(|(at, rule)| {
        let paths = rule.http.iter().flat_map(|http| http.paths.iter()).enumerate();
        paths.map(move |(place, path)| Route {
            path: format!("spec.rules[{at}].http.paths[{place}].backend"),
            host: &rule.host,
            url_path: &path.path,
            backend: &path.backend,
        })
    });
    default
        .chain(ruled)
        .filter(|route| !route.backend.service.is_empty())
        .collect()
}

/// What a backend's Service comes to.
struct Met {
    service: Option<u32>,
    presence: Presence,
    port_exists: bool,
}

impl Met {
    fn is_broken(&self) -> bool {
        self.presence == Presence::Absent || !self.port_exists
    }
}

impl Snapshot {
    fn ingress_matches(&self, sight: &Call, filter: &IngressFilter, ingress: &Ingress) -> bool {
        let namespace = ingress.meta.namespace.as_str();
        let broken = || {
            routes(ingress)
                .iter()
                .any(|route| self.met(sight, namespace, route.backend).is_broken())
        };
        let leads_to = |service| {
            routes(ingress)
                .iter()
                .any(|route| self.met(sight, namespace, route.backend).service == Some(service))
        };
        filter
            .class_presence
            .is_none_or(|wanted| wanted == self.class_presence(sight, ingress))
            && agrees(
                filter.has_tls,
                ingress.spec.tls.iter().any(|tls| !tls.secret_name.is_empty()),
            )
            && filter.broken_backend.is_none_or(|wanted| wanted == broken())
            && filter.service.is_none_or(leads_to)
    }

    fn ingress_row(&self, sight: &Call, id: u32, ingress: &Ingress) -> IngressRow {
        let hosts = ingress
            .spec
            .rules
            .iter()
            .map(|rule| rule.host.non_empty().unwrap_or("*"));
        let hosts: BTreeSet<&str> = hosts.collect();
        IngressRow {
            id,
            namespace: owned(&ingress.meta.namespace),
            name: owned(&ingress.meta.name),
            class: owned(&ingress.spec.ingress_class_name),
            class_presence: self.class_presence(sight, ingress),
            hosts: hosts.into_iter().map(str::to_owned).collect(),
            created: created(&ingress.meta),
        }
    }

    /// A class that stands in the annotation need not exist: some controllers compare the word only.
    fn class_presence(&self, sight: &Call, ingress: &Ingress) -> Presence {
        let Some(class) = ingress.spec.ingress_class_name.non_empty() else {
            return Presence::Present;
        };
        match self.presence(sight, Kind::IngressClass, "", class) {
            Presence::Absent if ingress.meta.annotations.has(CLASS_ANNOTATION, class) => Presence::Unknown,
            presence => presence,
        }
    }

    fn met(&self, sight: &Call, namespace: &str, backend: &object::IngressBackend) -> Met {
        let named = matches!(&backend.port, Some(IntOrString::Text(name)) if *name == *USE_ANNOTATION);
        if named {
            return Met {
                service: None,
                presence: Presence::Unknown,
                port_exists: true,
            };
        }
        let service = self.seen_named(sight, Kind::Service, namespace, &backend.service);
        Met {
            service,
            presence: self.presence(sight, Kind::Service, namespace, &backend.service),
            port_exists: service
                .and_then(|id| self.by_id(id))
                .is_none_or(|service| has_port(service, backend.port.as_ref())),
        }
    }

    fn ingress_backend(&self, call: &mut Call, namespace: &str, route: &Route<'_>) -> Result<IngressBackend, Stop> {
        let met = self.met(call, namespace, route.backend);
        let nearest = match met.presence {
            Presence::Absent => {
                call.scan(self.in_namespace::<Service>(namespace).len())?;
                self.nearest_service(namespace, &route.backend.service)
            }
            _ => None,
        };
        Ok(IngressBackend {
            path: route.path.clone(),
            host: route.host.to_owned(),
            url_path: route.url_path.to_owned(),
            service_name: owned(&route.backend.service),
            port: port_ref(route.backend.port.as_ref()),
            service: met.service,
            presence: met.presence,
            port_exists: met.port_exists,
            nearest,
        })
    }

    fn ingress_tls(&self, call: &Call, ingress: &Ingress) -> Vec<IngressTls> {
        let namespace = ingress.meta.namespace.as_str();
        let named = ingress
            .spec
            .tls
            .iter()
            .enumerate()
            .filter(|(_, tls)| !tls.secret_name.is_empty());
        named
            .map(|(at, tls)| IngressTls {
                path: format!("spec.tls[{at}].secretName"),
                hosts: owned_all(&tls.hosts),
                secret_name: owned(&tls.secret_name),
                secret: self.seen_named(call, Kind::Secret, namespace, &tls.secret_name),
                presence: self.presence(call, Kind::Secret, namespace, &tls.secret_name),
            })
            .collect()
    }
}

/// Whether the Service has the port, by number or name. One that stands for an external name has no ports of its own.
fn has_port(service: &Service, port: Option<&IntOrString>) -> bool {
    let Some(port) = port.filter(|_| !service.is_external_name()) else {
        return true;
    };
    service.spec.ports.iter().any(|own| match port_name(port) {
        Some(name) => own.name == *name,
        None => Some(own.port) == port.number(),
    })
}

#[cfg(test)]
mod tests;
