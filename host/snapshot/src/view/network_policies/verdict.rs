//! Verdicts over sets of pods: each distinct rule is matched once with each pod, pairs only look the answers up.

use super::evaluate::{Direction, Policies, Rule, Wanted, address};
use crate::Snapshot;
use crate::object::{NetworkPolicy, Pod};
use crate::view::behind::declared_ports;
use crate::view::convert::protocol;
use sdo_model::contract::network_policies::{IngressVerdict, Reachability};
use sdo_model::contract::types::Protocol;
use sdo_model::{Call, Kind, Stop};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// A pod with its place in the list.
#[derive(Clone, Copy)]
pub(super) struct PodAt<'a> {
    pub(super) index: u32,
    pub(super) pod: &'a Pod,
}

/// The policies that stand at one pod's side of a connection.
pub(super) struct Gate<'a> {
    policies: Vec<(usize, &'a NetworkPolicy, Vec<Rule<'a>>)>,
}

impl<'a> Gate<'a> {
    pub(super) fn of(snapshot: &'a Snapshot, policies: &Policies<'a>, pod: &PodAt<'_>, direction: Direction) -> Self {
        let isolating = policies.isolating(pod.pod, direction).into_iter();
        let rules = isolating.filter_map(|at| {
            snapshot
                .at::<NetworkPolicy>(at)
                .map(|policy| (at, policy, direction.rules(policy)))
        });
        Self {
            policies: rules.collect(),
        }
    }

    /// How many rules stand here.
    pub(super) fn rules(&self) -> usize {
        self.policies.iter().map(|(_, _, rules)| rules.len()).sum()
    }

    /// Whether the pod behind this gate may ask any of `servers`.
    ///
    /// Policies see the pod's own port, which need not be 53; and some networks see the address before it is translated,
    /// so that a rule for port 53 with address blocks is taken as one that was made for this.
    pub(super) fn lets_ask_dns(&self, policies: &Policies<'_>, servers: &[PodAt<'_>]) -> bool {
        let port = Wanted {
            port: 53,
            protocol: Protocol::Udp,
        };
        self.policies.is_empty()
            || self.policies.iter().any(|(_, policy, rules)| {
                rules.iter().any(|rule| {
                    servers.iter().any(|server| {
                        let covered = dns_ports(server.pod).any(|port| rule.covers(port, server.pod));
                        let for_dns = rule.has_blocks() && rule.has_ports() && rule.covers(port, server.pod);
                        covered && (for_dns || policies.names(rule, &policy.meta.namespace, server.index, server.pod))
                    })
                })
            })
    }
}

/// The ports on which a DNS pod answers.
fn dns_ports(pod: &Pod) -> impl Iterator<Item = Wanted> {
    let declared = declared_ports(&pod.spec).filter(|port| port.name.starts_with("dns"));
    let declared = declared.map(|port| Wanted {
        port: port.container_port.port(),
        protocol: protocol(port.protocol()),
    });
    let usual = [Protocol::Udp, Protocol::Tcp].map(|protocol| Wanted { port: 53, protocol });
    declared.collect::<Vec<_>>().into_iter().chain(usual)
}

/// What `targets` let in.
pub(super) fn ingress(
    snapshot: &Snapshot,
    call: &mut Call,
    targets: &[PodAt<'_>],
    wanted: Wanted,
) -> Result<IngressVerdict, Stop> {
    let policies = Policies::of(snapshot);
    call.scan(targets.len())?;
    let gates: Vec<Gate<'_>> = targets
        .iter()
        .map(|target| Gate::of(snapshot, &policies, target, Direction::Ingress))
        .collect();
    call.scan(gates.iter().map(Gate::rules).sum())?;
    let mut verdict = IngressVerdict::default();
    let mut passing = Passing::new();
    let mut selecting = BTreeSet::new();
    for (gate, target) in gates.iter().zip(targets) {
        let covering = gate.policies.iter().flat_map(|(at, policy, rules)| {
            let rules = rules
                .iter()
                .enumerate()
                .filter(|(_, rule)| rule.covers(wanted, target.pod));
            rules.map(|(place, rule)| ((*at, place), (*policy, rule)))
        });
        let covering: Vec<_> = covering.collect();
        let open = gate.policies.is_empty() || covering.iter().any(|(_, (_, rule))| rule.is_open());
        verdict.isolated += u32::from(!gate.policies.is_empty());
        verdict.open += u32::from(open);
        selecting.extend(gate.policies.iter().map(|(at, _, _)| *at));
        passing.extend(covering);
    }
    verdict.address_blocks = passing.values().any(|(_, rule)| rule.has_blocks());
    verdict.policies = selecting.into_iter().map(|at| Kind::NetworkPolicy.id(at)).collect();
    verdict.peers = peers(snapshot, call, targets, &policies, verdict.open > 0, &passing)?;
    Ok(verdict)
}

/// Rules that let a port through to some target, by policy and place.
type Passing<'a> = BTreeMap<(usize, usize), (&'a NetworkPolicy, &'a Rule<'a>)>;

/// Running pods outside `targets` that pass some rule; hosts always pass.
fn peers(
    snapshot: &Snapshot,
    call: &mut Call,
    targets: &[PodAt<'_>],
    policies: &Policies<'_>,
    open: bool,
    passing: &Passing<'_>,
) -> Result<u32, Stop> {
    if targets.is_empty() {
        return Ok(0);
    }
    let all = snapshot.all::<Pod>();
    call.scan(all.len().saturating_mul(if open { 1 } else { 1 + passing.len() }))?;
    let inside: HashSet<u32> = targets.iter().map(|target| target.index).collect();
    let passes = |index: u32, pod: &Pod| {
        open || pod.spec.host_network
            || passing
                .values()
                .any(|(policy, rule)| policies.names(rule, &policy.meta.namespace, index, pod))
    };
    let running = all
        .iter()
        .enumerate()
        .filter(|(_, pod)| pod.status.phase.as_str() == "Running");
    let outside = running
        .filter_map(|(at, pod)| Some((u32::try_from(at).ok()?, pod)))
        .filter(|(index, _)| !inside.contains(index));
    let passing = outside.filter(|(index, pod)| passes(*index, pod)).count();
    Ok(u32::try_from(passing).unwrap_or(u32::MAX))
}

/// Which pairs may talk.
pub(super) fn reachable(
    snapshot: &Snapshot,
    call: &mut Call,
    sources: &[PodAt<'_>],
    targets: &[PodAt<'_>],
    wanted: Wanted,
) -> Result<Reachability, Stop> {
    let mut policies = Policies::of(snapshot);
    call.scan(sources.len() + targets.len())?;
    policies
        .addresses
        .extend(sources.iter().chain(targets).map(|pod| (pod.index, address(pod.pod))));
    let gates = |pods: &[PodAt<'_>], direction| {
        pods.iter()
            .map(|pod| Gate::of(snapshot, &policies, pod, direction))
            .collect::<Vec<_>>()
    };
    let (out, into) = (gates(sources, Direction::Egress), gates(targets, Direction::Ingress));
    let leaving = Table::of(
        call,
        &policies,
        &out,
        Sides {
            targets,
            peers: targets,
        },
        wanted,
    )?;
    let entering = Table::of(
        call,
        &policies,
        &into,
        Sides {
            targets,
            peers: sources,
        },
        wanted,
    )?;
    call.scan(sources.len().saturating_mul(targets.len()))?;
    let mut result = Reachability::default();
    let mut denying = BTreeSet::new();
    for (from, (source, out)) in sources.iter().zip(&out).enumerate() {
        for (to, (target, into)) in targets.iter().zip(&into).enumerate() {
            // A pod always reaches itself.
            let itself = source.index == target.index;
            let leaves = itself || leaving.passes(out, to, to);
            let enters = itself || source.pod.spec.host_network || entering.passes(into, to, from);
            match leaves && enters {
                true => result.allowed += 1,
                false => result.denied += 1,
            }
            let denied_here = [(leaves, out), (enters, into)]
                .into_iter()
                .filter(|(passes, _)| !passes);
            denying.extend(denied_here.flat_map(|(_, gate)| gate.policies.iter().map(|(at, _, _)| *at)));
        }
    }
    result.denied_by = denying.into_iter().map(|at| Kind::NetworkPolicy.id(at)).collect();
    Ok(result)
}

/// The pods that ports are looked up on, and those that rules name.
#[derive(Clone, Copy)]
struct Sides<'a> {
    targets: &'a [PodAt<'a>],
    peers: &'a [PodAt<'a>],
}

/// What one rule answers for each pod.
struct Answers {
    /// For each target: the port is covered.
    covers: Vec<bool>,
    /// For each peer: the rule names it.
    names: Vec<bool>,
}

/// The answers of every rule of some policies, by the place of the policy.
struct Table(BTreeMap<usize, Vec<Answers>>);

impl Table {
    fn of(
        call: &mut Call,
        policies: &Policies<'_>,
        gates: &[Gate<'_>],
        sides: Sides<'_>,
        wanted: Wanted,
    ) -> Result<Self, Stop> {
        let mut table = BTreeMap::new();
        for (at, policy, rules) in gates.iter().flat_map(|gate| &gate.policies) {
            if table.contains_key(at) {
                continue;
            }
            call.scan(rules.len().saturating_mul(sides.targets.len() + sides.peers.len()))?;
            let answers = |rule: &Rule<'_>| Answers {
                covers: sides
                    .targets
                    .iter()
                    .map(|target| rule.covers(wanted, target.pod))
                    .collect(),
                names: sides
                    .peers
                    .iter()
                    .map(|peer| policies.names(rule, &policy.meta.namespace, peer.index, peer.pod))
                    .collect(),
            };
            table.insert(*at, rules.iter().map(answers).collect());
        }
        Ok(Self(table))
    }

    /// Whether the gate lets the pair of this target and peer through.
    fn passes(&self, gate: &Gate<'_>, target: usize, peer: usize) -> bool {
        let yes = |answers: &[bool], at: usize| answers.get(at).copied().unwrap_or(false);
        let mut rules = gate.policies.iter().filter_map(|(at, _, _)| self.0.get(at)).flatten();
        gate.policies.is_empty() || rules.any(|rule| yes(&rule.covers, target) && yes(&rule.names, peer))
    }
}
