//! All names of a snapshot, judged and findable.

use super::collect::User;
use super::container::Use;
use super::mention::is_service_name;
use crate::Snapshot;
use crate::object::{Pod, PodSpec, Service};
use crate::view::hosts::Meaning;
use sdo_model::contract::names::NameFilter;
use sdo_model::contract::types::Presence;
use sdo_model::{Kind, KindSet, State};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// Kinds whose objects are reached through a Service of their own name.
const SERVED: [Kind; 3] = [Kind::Deployment, Kind::StatefulSet, Kind::DaemonSet];

/// One name in use, and what it comes to.
pub(crate) struct Name {
    user: u32,
    used: u32,
    pub(super) presence: Presence,
    pub(super) service: Option<u32>,
    pub(super) port_exists: bool,
    pub(super) workload: Option<u32>,
    /// Namespace and name of a Service that is absent.
    pub(super) wanted: Option<(String, String)>,
}

/// The names that can be seen with one set of grants, by user, then path.
pub(crate) struct NameIndex {
    users: Arc<Vec<User>>,
    names: Vec<Name>,
    of_user: HashMap<u32, Range<usize>>,
    of_service: HashMap<u32, Vec<u32>>,
    absent: Vec<u32>,
    port_missing: Vec<u32>,
}

impl NameIndex {
    /// All names of `users` that `grants` lets one see.
    pub(super) fn of(snapshot: &Snapshot, grants: KindSet, users: Arc<Vec<User>>) -> Self {
        let mut all = Self {
            users: Arc::clone(&users),
            names: Vec::new(),
            of_user: HashMap::new(),
            of_service: HashMap::new(),
            absent: Vec::new(),
            port_missing: Vec::new(),
        };
        for (position, user) in (0..).zip(users.iter()) {
            let start = all.names.len();
            let judge = Judge::new(snapshot, grants, user);
            for (index, used) in (0..).zip(user.uses.iter()) {
                if let Some(name) = judge.judge(used) {
                    all.add(Name {
                        user: position,
                        used: index,
                        ..name
                    });
                }
            }
            all.of_user.insert(user.id, start..all.names.len());
        }
        all
    }

    fn add(&mut self, name: Name) {
        let place = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
        if name.presence == Presence::Absent {
            self.absent.push(place);
        }
        if !name.port_exists {
            self.port_missing.push(place);
        }
        if let Some(service) = name.service {
            self.of_service.entry(service).or_default().push(place);
        }
        self.names.push(name);
    }

    /// Who uses the name.
    pub(super) fn user(&self, name: &Name) -> Option<&User> {
        self.users.get(name.user as usize)
    }

    /// Where the name stands.
    pub(super) fn used(&self, name: &Name) -> Option<&Use> {
        self.user(name)?.uses.get(name.used as usize)
    }

    /// The names that may match, in order.
    pub(super) fn candidates(&self, filter: &NameFilter) -> Candidates<'_> {
        let of_user = filter
            .user
            .map(|user| Candidates::Span(self.of_user.get(&user).cloned().unwrap_or_default()));
        let of_service = filter
            .service
            .map(|service| Candidates::Listed(self.of_service.get(&service).map_or(&[], Vec::as_slice)));
        let absent = (filter.presence == Some(Presence::Absent)).then_some(Candidates::Listed(&self.absent));
        let missing = (filter.port_missing == Some(true)).then_some(Candidates::Listed(&self.port_missing));
        let shortest = [of_user, of_service, absent, missing]
            .into_iter()
            .flatten()
            .min_by_key(Candidates::len);
        shortest.unwrap_or(Candidates::Span(0..self.names.len()))
    }
}

/// Places of names, ascending.
pub(super) enum Candidates<'a> {
    Span(Range<usize>),
    Listed(&'a [u32]),
}

impl<'a> Candidates<'a> {
    pub(super) fn len(&self) -> usize {
        match self {
            Candidates::Span(span) => span.len(),
            Candidates::Listed(places) => places.len(),
        }
    }

    /// The names at these places.
    pub(super) fn names(self, index: &'a NameIndex) -> impl Iterator<Item = &'a Name> {
        let (span, listed) = match self {
            Candidates::Span(span) => (span, &[][..]),
            Candidates::Listed(places) => (0..0, places),
        };
        span.chain(listed.iter().map(|place| *place as usize))
            .filter_map(|place| index.names.get(place))
    }
}

/// Decides what the names of one user come to.
struct Judge<'a> {
    snapshot: &'a Snapshot,
    grants: KindSet,
    user: &'a User,
    own: OwnNames<'a>,
}

impl<'a> Judge<'a> {
    fn new(snapshot: &'a Snapshot, grants: KindSet, user: &'a User) -> Self {
        Self {
            snapshot,
            grants,
            user,
            own: OwnNames::of(snapshot, user),
        }
    }

    /// What a name comes to; `None` for a word that is no name of a Service for sure.
    fn judge(&self, used: &Use) -> Option<Name> {
        if !self.grants.contains(Kind::Service) {
            return None;
        }
        let host = used.mention.host.trim_end_matches('.').to_ascii_lowercase();
        let meaning = self.snapshot.host(&host, &self.user.namespace)?;
        match meaning.service {
            Some(service) => self.present(used, service),
            None if self.own.contains(&host) => None,
            None if meaning.in_cluster => self.absent(used, &host, &meaning),
            None => Some(self.name(Presence::Unknown)),
        }
    }

    fn name(&self, presence: Presence) -> Name {
        Name {
            user: 0,
            used: 0,
            presence,
            service: None,
            port_exists: true,
            workload: None,
            wanted: None,
        }
    }

    fn present(&self, used: &Use, at: usize) -> Option<Name> {
        let service = self.snapshot.at::<Service>(at)?;
        let port_exists = used.mention.port.is_none_or(|port| has_port(service, port));
        let is_sure = used.mention.certain || is_service_name(&used.mention.host);
        // A word that only happens to be called like a Service comes with a number that is no port of it.
        (port_exists || is_sure).then(|| Name {
            service: Some(Kind::Service.id(at)),
            port_exists,
            ..self.name(Presence::Present)
        })
    }

    /// A bare word is a host only where its place says so, or where something of that name should be reached by it.
    fn absent(&self, used: &Use, host: &str, meaning: &Meaning<'_>) -> Option<Name> {
        let workload = self.workload(meaning);
        let is_bare = !host.contains('.');
        let is_sure = used.mention.certain && used.mention.host.trim_end_matches('.') == host;
        if is_bare && !(self.own.asks_cluster && (is_sure || workload.is_some())) {
            return None;
        }
        let presence = match self.snapshot.state(Kind::Service, Some(meaning.namespace)) {
            State::Complete => Presence::Absent,
            _ => Presence::Unknown,
        };
        let wanted = (meaning.namespace.to_owned(), meaning.name.to_owned());
        Some(Name {
            workload,
            wanted: Some(wanted),
            ..self.name(presence)
        })
    }

    fn workload(&self, meaning: &Meaning<'_>) -> Option<u32> {
        let kinds = SERVED.into_iter().filter(|kind| self.grants.contains(*kind));
        kinds
            .filter_map(|kind| self.snapshot.find_id(kind, meaning.namespace, meaning.name))
            .find(|id| *id != self.user.id)
    }
}

/// Whether the Service has the port. The pods behind a headless one, and an external name, answer on any.
fn has_port(service: &Service, port: u16) -> bool {
    service.is_headless() || service.is_external_name() || service.spec.ports.iter().any(|own| own.port.port() == port)
}

/// Names by which a user means itself or something that it resolves on its own.
struct OwnNames<'a> {
    name: &'a str,
    spec: Option<&'a PodSpec>,
    hostname: &'a str,
    /// Bare names are looked up by the cluster's DNS, in the namespace and nowhere else.
    asks_cluster: bool,
}

impl<'a> OwnNames<'a> {
    fn of(snapshot: &'a Snapshot, user: &User) -> Self {
        let spec = snapshot.template(user.id).map(|template| template.spec);
        Self {
            name: snapshot.meta(user.id).map_or("", |meta| &meta.name),
            spec,
            hostname: snapshot.by_id::<Pod>(user.id).map_or("", |pod| &pod.hostname),
            asks_cluster: spec.is_some_and(asks_cluster),
        }
    }

    fn contains(&self, host: &str) -> bool {
        let is_alias = |spec: &PodSpec| {
            spec.host_aliases
                .iter()
                .flat_map(|alias| alias.hostnames.iter())
                .any(|name| *name == *host)
        };
        host == self.name || host == self.hostname || self.is_pod_of(host) || self.spec.is_some_and(is_alias)
    }

    /// `db-0` of the StatefulSet `db`.
    fn is_pod_of(&self, host: &str) -> bool {
        let ordinal = host.strip_prefix(self.name).and_then(|rest| rest.strip_prefix('-'));
        !self.name.is_empty()
            && ordinal.is_some_and(|ordinal| !ordinal.is_empty() && ordinal.bytes().all(|byte| byte.is_ascii_digit()))
    }
}

fn asks_cluster(spec: &PodSpec) -> bool {
    let policy = match spec.dns_policy.as_str() {
        "" | "ClusterFirst" => !spec.host_network,
        "ClusterFirstWithHostNet" => true,
        _ => false,
    };
    policy && spec.dns_config.as_ref().is_none_or(|config| config.searches.is_empty())
}
