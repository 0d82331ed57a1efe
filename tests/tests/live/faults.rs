//! Every fault of `faults/` is found by its object and rule, and its end is seen.

use crate::fault::{Class, Fault, Needs, Planted, nodes};
use crate::scene::{Namespace, await_closed, await_incident, hasty};
use crate::turns::together;
use sdo_tests::live::{Api, Host, Incident, until};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// From mending to the closed incident: the host itself waits half a minute, and pods have to be replaced.
const TO_CLOSE: Duration = Duration::from_secs(240);
/// Fewer faults than these are no end-to-end suite.
const ENOUGH: usize = 18;

#[test]
fn sdo_14_every_class_of_faults_has_scenarios_with_and_without_a_real_node() {
    let faults = Fault::all();
    assert!(faults.len() >= ENOUGH, "only {} faults", faults.len());
    let classes: BTreeSet<Class> = faults.iter().map(|fault| fault.class).collect();
    assert_eq!(classes, BTreeSet::from(Class::ALL));
    let rules: BTreeSet<&str> = faults.iter().map(Fault::rule).collect();
    assert!(rules.len() >= ENOUGH, "only {} rules: {rules:?}", rules.len());
}

/// The host is given a cluster and nothing else: no alerts, no metrics, no logs.
#[test]
fn sdo_13_every_fault_is_found_by_detectors_alone_and_its_repair_closes_it() {
    let _turn = together();
    let places: Vec<(Namespace, Planted)> = possible().into_iter().map(placed).collect();
    let faults: Vec<&Planted> = places.iter().map(|(_, fault)| fault).collect();
    faults.iter().for_each(|fault| fault.await_health());
    let folder = tempfile::tempdir().unwrap();
    // The patience that people get by default.
    let host = Host::start(folder.path(), &json!({})).unwrap();

    let broken: Vec<Instant> = faults.iter().map(|fault| now_after(|| fault.break_it())).collect();
    let opened = await_all(host.api, &faults, &broken);
    assert_nothing_else(host.api, &faults);

    faults.iter().for_each(|fault| fault.repair());
    let mended = Instant::now();
    for (fault, incident) in faults.iter().zip(&opened) {
        until(
            &format!("end of {} ({})", fault.fault.name, incident.id),
            TO_CLOSE,
            || {
                let incident = host.api.incident(&incident.id)?.incident;
                Ok(match incident.stage.as_str() {
                    "closed" => Ok(()),
                    _ => Err(format!("{incident:#?}")),
                })
            },
        )
        .unwrap();
    }
    println!(
        "{} incidents closed within {} s",
        opened.len(),
        mended.elapsed().as_secs()
    );
    assert!(host.stop().unwrap().success());
}

/// Templates are filled twice in one namespace: each gives an incident of its own.
#[test]
fn sdo_81_faults_are_templates_that_can_stand_together() {
    let _turn = together();
    if !nodes(Needs::Fake) {
        return println!("skipped: no fake nodes");
    }
    let namespace = Namespace::new("faults-together");
    let names = [
        "selector-typo",
        "request-too-large",
        "ingress-to-nowhere",
        "target-port-renamed",
    ];
    let planted: Vec<Planted> = names
        .iter()
        .flat_map(|name| ["one", "two"].map(|which| Fault::named(name).place(&namespace.0, &format!("{which}-{name}"))))
        .collect();
    planted.iter().for_each(Planted::break_it);
    let folder = tempfile::tempdir().unwrap();
    let host = Host::start(folder.path(), &hasty()).unwrap();
    let ids: BTreeSet<String> = planted.iter().map(|fault| await_incident(host.api, fault)).collect();
    assert_eq!(ids.len(), planted.len(), "two faults share an incident");
    // One is mended, its twin stays.
    let (mended, twin) = (&planted[0], &planted[1]);
    let (id, twin_id) = (await_incident(host.api, mended), await_incident(host.api, twin));
    mended.repair();
    await_closed(host.api, &id);
    assert_eq!(host.api.incident(&twin_id).unwrap().incident.stage, "open");
    assert!(host.stop().unwrap().success());
}

/// The faults for which the cluster has nodes; the others are named.
fn possible() -> Vec<Fault> {
    let (possible, others): (Vec<Fault>, Vec<Fault>) = Fault::all().into_iter().partition(Fault::can_be);
    if !others.is_empty() {
        let names: Vec<&str> = others.iter().map(|fault| fault.name.as_str()).collect();
        println!("skipped for want of nodes: {}", names.join(", "));
    }
    possible
}

/// In a namespace of its own, under a name that tells nothing.
fn placed(fault: Fault) -> (Namespace, Planted) {
    let namespace = Namespace::new(&format!("fault-{}", fault.name));
    let planted = fault.place(&namespace.0, "shop");
    (namespace, planted)
}

fn now_after(action: impl FnOnce()) -> Instant {
    action();
    Instant::now()
}

/// The incident of each fault, once all are open; prints how long each took.
fn await_all(api: Api, faults: &[&Planted], broken: &[Instant]) -> Vec<Incident> {
    let mut found: BTreeMap<usize, Incident> = BTreeMap::new();
    until("incidents of all faults", Duration::MAX, || {
        let open = api.open()?;
        for (index, fault) in faults.iter().enumerate() {
            let Some(incident) = open.iter().find(|incident| fault.is(incident)) else {
                let owned: Vec<_> = open.iter().filter(|incident| fault.owns(incident)).collect();
                let waited = broken[index].elapsed();
                assert!(
                    waited < fault.fault.patience(),
                    "{} is not found after {waited:?}: {owned:#?}",
                    fault.fault.name
                );
                continue;
            };
            if found.insert(index, incident.clone()).is_none() {
                println!(
                    "{:<28} {:>4} s  {}",
                    fault.fault.name,
                    broken[index].elapsed().as_secs(),
                    incident.summary
                );
            }
        }
        Ok(match found.len() == faults.len() {
            true => Ok(()),
            false => Err(String::new()),
        })
    })
    .unwrap();
    found.into_values().collect()
}

/// A fault is one incident: what it does to others is told with it.
fn assert_nothing_else(api: Api, faults: &[&Planted]) {
    let open = api.open().unwrap();
    let more = |fault: &&&Planted| {
        open.iter()
            .any(|incident| fault.owns(incident) && !fault.explains(incident))
    };
    if let Some(fault) = faults.iter().find(more) {
        let owned: Vec<String> = open
            .iter()
            .filter(|incident| fault.owns(incident))
            .map(|incident| format!("{}: {}", incident.rule, incident.summary))
            .collect();
        panic!("{} is more than one incident: {owned:#?}", fault.fault.name);
    }
}
