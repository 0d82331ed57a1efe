use super::*;
use crate::Builder;
use crate::load::{ClockSource, Origin, Sink};
use crate::object::{Lease, Node, Pod, Service};
use crate::store::Listed;
use sdo_model::Call;
use sdo_model::contract::names::{NameFilter, Names};
use sdo_model::contract::references::{ReferenceFilter, References};
use sdo_model::contract::service_routes::ServiceRoutes;

const NOW: i64 = 1_796_061_780;

fn resource(kind: Kind) -> GroupVersionKind {
    GroupVersionKind {
        group: kind.group().to_owned(),
        version: "v1".to_owned(),
        kind: kind.name().to_owned(),
    }
}

fn replica() -> Replica {
    Replica::new("https://server")
}

fn pod(name: &str, labels: &str, phase: &str, ready: bool) -> String {
    let status = if ready { "True" } else { "False" };
    format!(
        r#"{{"apiVersion":"v1","kind":"Pod","metadata":{{"name":"{name}","namespace":"demo","uid":"u-{name}","labels":{{"app":"{labels}"}},
        "ownerReferences":[{{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"{labels}","uid":"u-{labels}","controller":true}}]}},
        "spec":{{"nodeName":"node-1","containers":[{{"name":"main","image":"i","env":[{{"name":"URL","value":"http://o1.demo.svc:80/"}},
        {{"name":"LABEL","value":"http://{labels}.demo.svc:81/"}}],"envFrom":[{{"configMapRef":{{"name":"{labels}"}}}}]}}]}},
        "status":{{"phase":"{phase}","conditions":[{{"type":"Ready","status":"{status}"}}]}}}}"#
    )
}

fn service(name: &str, selector: &str) -> String {
    format!(
        r#"{{"apiVersion":"v1","kind":"Service","metadata":{{"name":"{name}","namespace":"demo"}},"spec":{{"selector":{{"app":"{selector}"}},"ports":[{{"port":80}}]}}}}"#
    )
}

fn slice(name: &str, pod: &str, ready: bool) -> String {
    format!(
        r#"{{"apiVersion":"discovery.k8s.io/v1","kind":"EndpointSlice","metadata":{{"name":"{name}-1","namespace":"demo",
        "labels":{{"kubernetes.io/service-name":"{name}"}}}},"addressType":"IPv4","ports":[{{"port":80}}],
        "endpoints":[{{"addresses":["10.0.0.1"],"conditions":{{"ready":{ready}}},"targetRef":{{"kind":"Pod","name":"{pod}"}}}}]}}"#
    )
}

fn replica_set(name: &str) -> String {
    format!(
        r#"{{"apiVersion":"apps/v1","kind":"ReplicaSet","metadata":{{"name":"{name}","namespace":"demo","uid":"u-{name}"}},"spec":{{"replicas":1}}}}"#
    )
}

fn event(name: &str, about: &str) -> String {
    format!(
        r#"{{"apiVersion":"v1","kind":"Event","metadata":{{"name":"{name}","namespace":"demo"}},"involvedObject":{{"kind":"Pod","namespace":"demo","name":"{about}","uid":"u-{about}"}}}}"#
    )
}

/// What a detector can ask of the joins, spelled out.
fn joins(snapshot: &Snapshot) -> String {
    let index = snapshot.index();
    let mut text = String::new();
    let mut say = |words: String| text.push_str(&(words + "\n"));
    for (at, pod) in snapshot.all::<Pod>().iter().enumerate() {
        let name = &pod.meta.name;
        say(format!("{name} {:?}", index.pod_facts()[at]));
        say(format!(
            "{name} in {:?}, below {}",
            index.services_of_pod(at),
            index.owners().top_of_pod(at)
        ));
        say(format!(
            "{name} events {:?}",
            index.events_about("Pod", "demo", name, &pod.meta.uid)
        ));
    }
    for (at, service) in snapshot.all::<Service>().iter().enumerate() {
        say(format!("{} {:?}", service.meta.name, index.service(at)));
    }
    for at in 0..snapshot.count(Kind::EndpointSlice) {
        say(format!("slice {at} of {:?}", index.service_of_slice(at)));
    }
    for at in 0..snapshot.count(Kind::ReplicaSet) {
        say(format!(
            "{at} owns {:?}",
            index.owners().pods_below(Kind::ReplicaSet.id(at))
        ));
    }
    say(format!(
        "{:?} {:?}",
        index.label_groups("demo"),
        index.pods_on("node-1")
    ));
    text
}

/// What it can ask of the answers that are remembered.
fn remembered(snapshot: &Snapshot) -> String {
    let call = &mut Call::unlimited();
    let names = Names::query(snapshot, call, &NameFilter::default()).unwrap();
    let references = References::query(snapshot, call, &ReferenceFilter::default()).unwrap();
    let routes: Vec<_> = (0..snapshot.count(Kind::Service))
        .map(|at| snapshot.port_routes(call, Kind::Service.id(at)).unwrap())
        .collect();
    format!("{names:#?}\n{references:#?}\n{routes:#?}")
}

/// The same objects, built anew.
fn anew(objects: &BTreeMap<(Kind, String), String>) -> Snapshot {
    let mut builder = Builder::new("https://server");
    let origin = Origin {
        path: "test",
        line: 1,
        kind_hint: None,
        namespace_hint: None,
    };
    for json in objects.values() {
        builder.document(json.as_bytes(), &origin).unwrap();
    }
    builder.clock(ClockSource::Collector, NOW);
    builder.finish()
}

/// A generator of numbers that gives the same ones on every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// Something that may happen: the object that it happens to, and what that is now; `None` where it is gone.
fn happening(dice: &mut Dice) -> ((Kind, String), Option<String>) {
    let name = format!("o{}", dice.below(6));
    let app = format!("a{}", dice.below(3));
    let flag = dice.below(2) == 0;
    let is_gone = dice.below(5) == 0;
    let (kind, json) = match dice.below(8) {
        0..4 => {
            let phase = ["Running", "Running", "Succeeded"][usize::try_from(dice.below(3)).unwrap()];
            (Kind::Pod, pod(&name, &app, phase, flag))
        }
        4 => (Kind::Service, service(&name, &app)),
        5 => (Kind::EndpointSlice, slice(&name, &app, flag)),
        6 => (Kind::ReplicaSet, replica_set(&app)),
        _ => (Kind::Event, event(&name, &app)),
    };
    let key = match kind {
        Kind::ReplicaSet => app,
        Kind::EndpointSlice => format!("{name}-1"),
        _ => name,
    };
    ((kind, key), (!is_gone).then_some(json))
}

#[test]
fn a_derived_snapshot_is_the_one_that_would_be_built_anew() {
    for seed in 0..40 {
        let mut dice = Dice(seed);
        let (mut replica, mut objects) = (replica(), BTreeMap::new());
        for _ in 0..60 {
            for _ in 0..=dice.below(3) {
                let (key, json) = happening(&mut dice);
                match json {
                    Some(json) => {
                        replica.put(&resource(key.0), &json);
                        objects.insert(key, json);
                    }
                    None => {
                        if let Some(json) = objects.remove(&key) {
                            replica.remove(&resource(key.0), &json);
                        }
                    }
                }
            }
            let (derived, _) = replica.snapshot(NOW);
            let built = anew(&objects);
            assert_eq!(derived.digest(), built.digest(), "seed {seed}");
            assert_eq!(joins(&derived), joins(&built), "seed {seed}");
            assert_eq!(remembered(&derived), remembered(&built), "seed {seed}");
        }
    }
}

#[test]
fn a_change_is_told_once_and_by_kind() {
    let mut replica = replica();
    replica.put(&resource(Kind::Pod), &pod("p", "a", "Running", true));
    assert_eq!(replica.snapshot(NOW).1.kinds, KindSet::EMPTY.with(Kind::Pod));
    assert!(replica.snapshot(NOW).1.is_empty());
    replica.put(&resource(Kind::Pod), &pod("p", "a", "Running", true));
    assert!(replica.changes().is_empty());
    replica.put(&resource(Kind::Pod), &pod("p", "a", "Running", false));
    assert_eq!(replica.snapshot(NOW).1.objects, 1);
    replica.remove(&resource(Kind::Pod), &pod("p", "a", "Running", false));
    let (snapshot, changes) = replica.snapshot(NOW);
    assert_eq!((snapshot.count(Kind::Pod), changes.objects), (0, 1));
    replica.remove(&resource(Kind::Pod), &pod("p", "a", "Running", false));
    assert!(replica.changes().is_empty());
}

#[test]
fn signs_of_life_are_kept_and_wake_nobody() {
    let mut replica = replica();
    let lease = |second: u32, holder: &str| {
        format!(
            r#"{{"metadata":{{"name":"node-1","namespace":"kube-node-lease","resourceVersion":"{second}","managedFields":[{{"manager":"kubelet","time":"2026-11-30T18:00:{second:02}Z"}}]}},
            "spec":{{"holderIdentity":"{holder}","renewTime":"2026-11-30T18:00:{second:02}.000000Z"}}}}"#
        )
    };
    let node = |second: u32, ready: &str| {
        format!(
            r#"{{"metadata":{{"name":"node-1","resourceVersion":"{second}"}},"status":{{"conditions":[{{"type":"Ready","status":"{ready}","lastHeartbeatTime":"2026-11-30T18:00:{second:02}Z"}}]}}}}"#
        )
    };
    replica.put(&resource(Kind::Lease), &lease(1, "node-1"));
    replica.put(&resource(Kind::Node), &node(1, "True"));
    replica.snapshot(NOW);
    replica.put(&resource(Kind::Lease), &lease(11, "node-1"));
    replica.put(&resource(Kind::Node), &node(11, "True"));
    let (snapshot, changes) = replica.snapshot(NOW);
    assert!(changes.is_empty());
    let renewed = |snapshot: &Snapshot| snapshot.at::<Lease>(0).unwrap().spec.renew_time.map(Time::unix);
    let beat = |snapshot: &Snapshot| {
        snapshot.at::<Node>(0).unwrap().status.conditions[0]
            .last_heartbeat_time
            .map(Time::unix)
    };
    assert_eq!(
        (renewed(&snapshot), beat(&snapshot)),
        (Some(1_796_061_611), Some(1_796_061_611))
    );
    replica.put(&resource(Kind::Lease), &lease(21, "somebody-else"));
    replica.put(&resource(Kind::Node), &node(21, "Unknown"));
    let both = KindSet::EMPTY.with(Kind::Lease).with(Kind::Node);
    assert_eq!(replica.snapshot(NOW).1.kinds, both);
}

#[test]
fn a_list_begun_again_takes_out_what_it_does_not_hold_and_shares_the_rest() {
    let mut replica = replica();
    let pods = resource(Kind::Pod);
    replica.begin(&pods);
    replica.put(&pods, &pod("gone", "a", "Running", true));
    replica.put(&pods, &pod("stays", "a", "Running", true));
    assert_eq!(replica.snapshot(NOW).0.state(Kind::Pod, None), State::Missing);
    replica.end(&pods);
    let (before, _) = replica.snapshot(NOW);
    assert_eq!(
        (before.count(Kind::Pod), before.state(Kind::Pod, None)),
        (2, State::Complete)
    );
    replica.begin(&pods);
    let page = format!(
        r#"{{"kind":"PodList","items":[{}]}}"#,
        pod("stays", "a", "Running", true)
    );
    replica.page(&pods, page.as_bytes()).unwrap();
    assert_eq!(replica.snapshot(NOW).0.count(Kind::Pod), 2);
    replica.end(&pods);
    let (after, changes) = replica.snapshot(NOW);
    assert_eq!((after.count(Kind::Pod), changes.objects), (1, 1));
    assert!(Arc::ptr_eq(&before.all::<Pod>()[1], &after.all::<Pod>()[0]));
}

#[test]
fn what_cannot_be_read_makes_its_kind_partial_until_it_can() {
    let mut replica = replica();
    let pods = resource(Kind::Pod);
    replica.begin(&pods);
    replica.put(&pods, r#"{"metadata":{"name":"bad","namespace":"demo"},"spec":7}"#);
    replica.put(&pods, "not JSON");
    replica.end(&pods);
    let coverage = replica.snapshot(NOW).0.coverage(Kind::Pod);
    assert_eq!(coverage.state, State::Partial);
    assert!(coverage.reason.contains("2 could not be read"), "{}", coverage.reason);
    replica.put(&pods, &pod("bad", "a", "Running", true));
    let (snapshot, changes) = replica.snapshot(NOW);
    assert!(changes.kinds.contains(Kind::Pod));
    assert!(snapshot.coverage(Kind::Pod).reason.contains("1 could not be read"));
    replica.begin(&pods);
    replica.end(&pods);
    assert_eq!(replica.snapshot(NOW).0.state(Kind::Pod, None), State::Complete);
}

#[test]
fn a_list_that_is_not_whole_yet_ends_no_trouble() {
    let mut replica = replica();
    let pods = resource(Kind::Pod);
    replica.begin(&pods);
    replica.put(&pods, r#"{"metadata":{"name":"bad","namespace":"demo"},"spec":7}"#);
    replica.end(&pods);
    replica.snapshot(NOW);
    replica.begin(&pods);
    replica.put(&pods, &pod("good", "a", "Running", true));
    assert_eq!(replica.snapshot(NOW).0.state(Kind::Pod, None), State::Partial);
    replica.end(&pods);
    let (snapshot, changes) = replica.snapshot(NOW);
    assert_eq!(snapshot.state(Kind::Pod, None), State::Complete);
    assert!(changes.kinds.contains(Kind::Pod));
}

#[test]
fn trouble_that_a_list_brings_counts_at_once_and_when_it_is_whole() {
    let mut replica = replica();
    let pods = resource(Kind::Pod);
    replica.begin(&pods);
    replica.end(&pods);
    replica.begin(&pods);
    for name in ["mended", "bad"] {
        let broken = format!(r#"{{"metadata":{{"name":"{name}","namespace":"demo"}},"spec":7}}"#);
        replica.put(&pods, &broken);
    }
    assert_eq!(replica.snapshot(NOW).0.state(Kind::Pod, None), State::Partial);
    replica.put(&pods, &pod("mended", "a", "Running", true));
    replica.end(&pods);
    let coverage = replica.snapshot(NOW).0.coverage(Kind::Pod);
    assert!(coverage.reason.contains("1 could not be read"), "{}", coverage.reason);
    replica.forget(&pods, "not served");
    replica.cover(&pods, State::Complete, "");
    assert_eq!(replica.snapshot(NOW).0.state(Kind::Pod, None), State::Complete);
}

#[test]
fn a_kind_with_more_objects_than_are_kept_is_partial_until_a_whole_list_fits() {
    let mut replica = replica();
    replica.most = Most(2);
    let pods = resource(Kind::Pod);
    let put = |replica: &mut Replica, names: &[&str]| {
        for name in names {
            replica.put(&pods, &pod(name, "a", "Running", true));
        }
    };
    replica.begin(&pods);
    put(&mut replica, &["a", "b", "c"]);
    replica.end(&pods);
    let (snapshot, _) = replica.snapshot(NOW);
    let coverage = snapshot.coverage(Kind::Pod);
    assert_eq!((snapshot.count(Kind::Pod), coverage.state), (2, State::Partial));
    assert!(
        coverage.reason.contains("more objects than are kept"),
        "{}",
        coverage.reason
    );
    // What the watch says goes leaves room, but what was left out is not known from that.
    replica.remove(&pods, &pod("b", "a", "Running", true));
    assert_eq!(replica.snapshot(NOW).0.state(Kind::Pod, None), State::Partial);
    replica.begin(&pods);
    put(&mut replica, &["a", "c"]);
    assert_eq!(replica.snapshot(NOW).0.state(Kind::Pod, None), State::Partial);
    replica.end(&pods);
    let (snapshot, changes) = replica.snapshot(NOW);
    assert_eq!(
        (snapshot.count(Kind::Pod), snapshot.state(Kind::Pod, None)),
        (2, State::Complete)
    );
    assert!(changes.kinds.contains(Kind::Pod));
    replica.begin(&pods);
    put(&mut replica, &["a", "c", "d"]);
    replica.end(&pods);
    assert_eq!(replica.snapshot(NOW).0.state(Kind::Pod, None), State::Partial);
}

#[test]
fn coverage_changes_are_changes_and_a_resource_that_is_gone_takes_its_objects_along() {
    let mut replica = replica();
    let services = resource(Kind::Service);
    replica.put(&services, &service("web", "a"));
    replica.cover(&services, State::Complete, "");
    replica.snapshot(NOW);
    replica.cover(&services, State::Complete, "");
    assert!(replica.changes().is_empty());
    replica.cover(&services, State::Missing, "not heard of");
    let (snapshot, changes) = replica.snapshot(NOW);
    assert!(changes.kinds.contains(Kind::Service));
    assert_eq!(
        (snapshot.count(Kind::Service), snapshot.state(Kind::Service, None)),
        (1, State::Missing)
    );
    replica.forget(&services, "not served");
    assert_eq!(replica.snapshot(NOW).0.count(Kind::Service), 0);
}

#[test]
fn custom_resources_are_kept_by_group_and_kind() {
    let mut replica = replica();
    let certificates = GroupVersionKind {
        group: "cert-manager.io".to_owned(),
        version: "v1".to_owned(),
        kind: "Certificate".to_owned(),
    };
    let json =
        r#"{"apiVersion":"cert-manager.io/v1","kind":"Certificate","metadata":{"name":"web","namespace":"demo"}}"#;
    replica.begin(&certificates);
    replica.put(&certificates, json);
    replica.end(&certificates);
    let (snapshot, changes) = replica.snapshot(NOW);
    assert!(changes.kinds.contains(Kind::Custom));
    assert_eq!(snapshot.customs("cert-manager.io", "Certificate").len(), 1);
    assert_eq!(
        snapshot
            .custom_coverage("cert-manager.io", "Certificate")
            .unwrap()
            .state,
        State::Complete
    );
    replica.remove(&certificates, json);
    assert_eq!(Untyped::list(&replica.snapshot(NOW).0.store).len(), 0);
}
