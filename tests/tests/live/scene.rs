//! What tests need again and again: a namespace, a host with little patience, and some faults that show at once.

use crate::fault::{Fault, Planted};
use sdo_tests::live::{Api, Host, Incident, Object, kubectl, until};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// For whatever takes seconds when all is well.
pub(crate) const PATIENCE: Duration = Duration::from_secs(180);
/// Faults that show within a minute, need no real node, and look the same when nodes are called silent for a moment.
const QUICK: [&str; 3] = ["selector-typo", "port-not-exposed", "storage-class-gone"];

/// A namespace, deleted when this goes out of scope.
pub(crate) struct Namespace(pub(crate) String);

impl Namespace {
    pub(crate) fn new(name: &str) -> Self {
        // Of a run before, on a cluster that stays.
        kubectl(&["delete", "namespace", name, "--ignore-not-found", "--timeout=120s"]).unwrap();
        kubectl(&["create", "namespace", name]).unwrap();
        Self(name.to_owned())
    }
}

impl Drop for Namespace {
    fn drop(&mut self) {
        if let Err(error) = kubectl(&["delete", "namespace", &self.0, "--wait=false"]) {
            eprintln!("{error:#}");
        }
    }
}

/// A namespace with a few faults in it.
pub(crate) struct Scene {
    // Before the namespace: what lies outside it goes first.
    pub(crate) faults: Vec<Planted>,
    pub(crate) namespace: Namespace,
}

/// What stays the same for as long as an incident does: rule and object, its name, when it was opened, how often again.
pub(crate) type Standing = BTreeMap<(String, Object), (String, String, u32)>;

impl Scene {
    /// Breaks what is in [`QUICK`] in a new namespace.
    pub(crate) fn new(namespace: &str) -> Self {
        let scene = Self {
            namespace: Namespace::new(namespace),
            faults: QUICK
                .iter()
                .map(|name| Fault::named(name).place(namespace, name))
                .collect(),
        };
        scene.faults.iter().for_each(Planted::break_it);
        scene
    }

    /// Waits until each fault has its open incident, and says what stands then.
    pub(crate) fn await_open(&self, api: Api) -> Standing {
        until("incident for each fault", PATIENCE, || {
            let open = self.of(&api.open()?);
            let missing: Vec<&str> = self.missing(&open);
            Ok(match missing.is_empty() {
                true => Ok(()),
                false => Err(format!("{missing:?} missing among {open:#?}")),
            })
        })
        .unwrap();
        self.standing(api)
    }

    /// Every incident of this place that is open.
    pub(crate) fn standing(&self, api: Api) -> Standing {
        let mut standing = Standing::new();
        for incident in self.of(&api.open().unwrap()) {
            let what = (incident.rule.clone(), incident.object.clone());
            let since = (incident.id.clone(), incident.opened.clone(), incident.reopened);
            let twice = standing.insert(what, since);
            assert!(twice.is_none(), "two open incidents about one thing: {incident:?}");
        }
        standing
    }

    /// Nothing became of the incidents in `before`: the same stand, each under its name, none was closed at any time, and no
    /// other was opened.
    pub(crate) fn assert_unmoved(&self, api: Api, before: &Standing) {
        assert_eq!(&self.standing(api), before, "what is open is not what was open before");
        let all = self.of(&api.incidents("").unwrap());
        assert_eq!(all.len(), before.len(), "incidents came and went: {all:#?}");
        for incident in all {
            let turns = turns(api, &incident);
            let opened = turns.iter().filter(|turn| *turn == "opened").count();
            let is_told_again = turns
                .iter()
                .any(|turn| ["closed", "reopened", "flapping"].contains(&turn.as_str()));
            assert!(opened == 1 && !is_told_again, "{}: {turns:?}", incident.id);
        }
    }

    fn of(&self, incidents: &[Incident]) -> Vec<Incident> {
        let name = self.namespace.0.as_str();
        incidents
            .iter()
            .filter(|incident| incident.object.namespace == name)
            .cloned()
            .collect()
    }

    fn missing<'s>(&'s self, open: &[Incident]) -> Vec<&'s str> {
        let faults = self.faults.iter();
        let missing = faults.filter(|fault| !open.iter().any(|incident| fault.is(incident)));
        missing.map(|fault| fault.fault.name.as_str()).collect()
    }
}

/// What became of an incident, oldest first.
pub(crate) fn turns(api: Api, incident: &Incident) -> Vec<String> {
    let history = api.incident(&incident.id).unwrap().history;
    history.into_iter().map(|entry| entry.turn).collect()
}

/// A configuration under which faults open and close within seconds: what must not close by mistake would do so soon.
pub(crate) fn hasty() -> Value {
    json!({ "incidents": { "open_runs": 1, "open_seconds": 1, "close_runs": 1, "close_seconds": 2 } })
}

/// A hasty host with its store in `folder`.
pub(crate) fn host(folder: &Path) -> Host {
    Host::start(folder, &hasty()).unwrap()
}

/// Rules of the detectors that are loaded, sorted.
pub(crate) fn rules(api: Api) -> Vec<String> {
    let detectors = api.detectors().unwrap().detectors;
    let mut rules: Vec<String> = detectors.into_iter().map(|detector| detector.rule).collect();
    rules.sort();
    rules
}

/// How much of each kind can be seen.
pub(crate) type Sight = BTreeMap<String, (String, String)>;

/// How much of each kind the host sees now.
pub(crate) fn sight(api: Api) -> Sight {
    let kinds = api.coverage().unwrap().kinds;
    kinds
        .into_iter()
        .map(|kind| (kind.kind, (kind.state, kind.watch)))
        .collect()
}

/// Waits until the host hears the API server and sees as much as `before`.
pub(crate) fn await_sight(api: Api, before: &Sight) {
    until("sight as before", PATIENCE, || {
        let link = api.status()?.link.state;
        let now = sight(api);
        let poor: Vec<_> = now
            .iter()
            .filter(|(kind, state)| before.get(*kind) != Some(state))
            .collect();
        Ok(match link == "connected" && poor.is_empty() {
            true => Ok(()),
            false => Err(format!("link {link}, {poor:?}")),
        })
    })
    .unwrap();
}

/// A fault beside the scene opens, is mended and closes: whatever would open or close by mistake has had the time to do so.
pub(crate) fn await_canary(api: Api, name: &str) {
    let namespace = Namespace::new(name);
    let canary = Fault::named("selector-typo").place(&namespace.0, "canary");
    canary.break_it();
    let id = await_incident(api, &canary);
    canary.repair();
    await_closed(api, &id);
}

/// Waits until `planted` has its open incident, and names it.
pub(crate) fn await_incident(api: Api, planted: &Planted) -> String {
    until("open incident", PATIENCE, || {
        let open = api.open()?;
        let found = open.iter().find(|incident| planted.is(incident));
        Ok(found
            .map(|incident| incident.id.clone())
            .ok_or_else(|| format!("{open:#?}")))
    })
    .unwrap()
}

/// Waits until that incident is closed.
pub(crate) fn await_closed(api: Api, id: &str) {
    until("closed incident", PATIENCE, || {
        let incident = api.incident(id)?.incident;
        Ok(match incident.stage.as_str() {
            "closed" => Ok(()),
            _ => Err(format!("{incident:#?}")),
        })
    })
    .unwrap();
}
