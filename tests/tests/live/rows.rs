//! What the requirements promise about a host that stays, on a real cluster.

use crate::fault::{Fault, Needs, nodes};
use crate::scene::{self, Namespace, Scene, await_canary, await_incident, rules, turns};
use crate::sink::Sink;
use crate::turns::{alone, together};
use sdo_tests::live::{Host, kubectl, until};
use serde_json::json;
use std::env;
use std::thread::sleep;
use std::time::Duration;

/// Of what nobody may find in the metrics of a host without a model.
const OF_MODELS: [&str; 5] = ["model", "token", "llm", "prompt", "dispatch"];
/// How often things change while findings stand.
const CHANGES: usize = 20;

#[test]
fn sdo_8_a_restart_amid_an_incident_opens_nothing_a_second_time() {
    let _turn = together();
    if !nodes(Needs::Fake) {
        return println!("skipped: no fake nodes");
    }
    let scene = Scene::new("rows-restart");
    let folder = tempfile::tempdir().unwrap();
    let mut host = scene::host(folder.path());
    let before = scene.await_open(host.api);
    for number in 1..=2 {
        assert!(host.stop().unwrap().success());
        host = scene::host(folder.path());
        await_canary(host.api, &format!("rows-restart-canary-{number}"));
        scene.assert_unmoved(host.api, &before);
    }
    assert!(host.stop().unwrap().success());
}

/// Pods that crash leave their Service without endpoints: one cause, one incident.
#[test]
fn sdo_33_findings_of_one_cause_are_one_incident_that_is_told_once() {
    let _turn = together();
    if !nodes(Needs::Fake) {
        return println!("skipped: no fake nodes");
    }
    let namespace = Namespace::new("rows-cause");
    let fault = Fault::named("worker-crash-loop").place(&namespace.0, "shop");
    let sink = Sink::start();
    let mut config = scene::hasty();
    config["notify"] = json!({ "minimum_severity": "info", "webhooks": [{ "url": sink.url }] });
    let folder = tempfile::tempdir().unwrap();
    let host = Host::start(folder.path(), &config).unwrap();
    fault.break_it();
    let id = await_incident(host.api, &fault);
    let rounds = || host.api.metrics().unwrap().sum("sdo_rounds_total", &[]);
    let before = rounds();
    for number in 0..CHANGES {
        // What detectors read changes, so rounds come, and each finds the same.
        let port = format!(
            r#"[{{"op": "replace", "path": "/spec/ports/0/port", "value": {}}}]"#,
            81 + number
        );
        kubectl(&[
            "-n",
            "rows-cause",
            "patch",
            "service",
            "shop",
            "--type=json",
            "-p",
            &port,
        ])
        .unwrap();
        sleep(Duration::from_millis(500));
    }
    await_canary(host.api, "rows-cause-canary");
    assert!(rounds() > before + 2.0, "nothing was looked at again");
    let incidents = host.api.incidents("namespace=rows-cause").unwrap();
    assert_eq!(incidents.len(), 1, "one cause: {incidents:#?}");
    assert!(incidents[0].id == id && incidents[0].effects > 0, "{incidents:#?}");
    let opened = turns(host.api, &incidents[0])
        .iter()
        .filter(|turn| *turn == "opened")
        .count();
    assert_eq!((opened, sink.count("rows-cause", "opened")), (1, 1));
    assert_eq!(
        sink.count("rows-cause", "reopened") + sink.count("rows-cause", "closed"),
        0
    );
    assert!(host.stop().unwrap().success());
}

/// The pipeline's tests let a detector be silent for ten thousand ticks; here all of them stay while some find something.
#[test]
fn sdo_44_detectors_that_find_nothing_stay_loaded_and_well() {
    let _turn = together();
    let folder = tempfile::tempdir().unwrap();
    let host = scene::host(folder.path());
    let before = rules(host.api);
    await_canary(host.api, "rows-quiet-canary");
    assert_eq!(rules(host.api), before);
    until("run of every detector", scene::PATIENCE, || {
        let unwell: Vec<_> = host
            .api
            .detectors()?
            .detectors
            .into_iter()
            .filter(|one| !one.well)
            .collect();
        Ok(match unwell.is_empty() {
            true => Ok(()),
            false => Err(format!("{unwell:#?}")),
        })
    })
    .unwrap();
    assert!(host.stop().unwrap().success());
}

/// No model is asked, so nothing is spent; what watching costs is printed, and measured for its goal by `scripts/bench-live`.
#[test]
fn sdo_4_a_quiet_host_asks_no_model_and_hardly_works() {
    let _turn = alone();
    let folder = tempfile::tempdir().unwrap();
    let host = scene::host(folder.path());
    await_canary(host.api, "rows-idle-canary");
    let seconds = env::var("SDO_IDLE_SECONDS").map_or(15, |text| text.parse().unwrap());
    let (usage, metrics) = (host.usage().unwrap(), host.api.metrics().unwrap());
    sleep(Duration::from_secs(seconds));
    let cpu = host.usage().unwrap().cpu_seconds - usage.cpu_seconds;
    let after = host.api.metrics().unwrap();
    let rounds = after.sum("sdo_rounds_total", &[]) - metrics.sum("sdo_rounds_total", &[]);
    println!("{seconds} s without a change: {cpu:.3} core-seconds, {rounds} rounds");
    let of_models: Vec<&str> = after
        .names()
        .filter(|name| OF_MODELS.iter().any(|word| name.contains(word)))
        .collect();
    assert!(of_models.is_empty(), "{of_models:?}");
    assert!(host.stop().unwrap().success());
}
