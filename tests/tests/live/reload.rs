//! Detectors and configuration that change under a running host.

use crate::fault::{Needs, nodes};
use crate::scene::{PATIENCE, await_canary, hasty, rules};
use crate::turns::together;
use sdo_tests::live::{Host, until};
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};

const FIRST: &str = "service-selects-nothing";
const SECOND: &str = "storage-class-missing";

/// A folder of components, some of them broken.
struct Shelf(PathBuf);

impl Shelf {
    fn put(&self, name: &str) {
        let made = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../target/detectors/{name}.wasm"));
        self.write(name, &fs::read(made).unwrap());
    }

    /// As builds do: the file is there whole or not at all.
    fn write(&self, name: &str, bytes: &[u8]) {
        let draft = self.0.join("draft");
        fs::write(&draft, bytes).unwrap();
        fs::rename(draft, self.0.join(format!("{name}.wasm"))).unwrap();
    }
}

/// Waits until the host has loaded something, or has not.
fn await_reload(host: &Host, is_good: bool) {
    until("another reload", PATIENCE, || {
        let good = host.api.metrics()?.sum("sdo_last_reload_successful", &[]);
        Ok(match (good > 0.0) == is_good {
            true => Ok(()),
            false => Err(good.to_string()),
        })
    })
    .unwrap();
}

fn await_rules(host: &Host, wanted: &[&str]) {
    until("other detectors", PATIENCE, || {
        let rules = rules(host.api);
        Ok(if rules == wanted {
            Ok(())
        } else {
            Err(format!("{rules:?}"))
        })
    })
    .unwrap();
}

#[test]
fn sdo_57_detectors_register_when_they_are_put_there_and_a_failing_build_leaves_the_old_set_running() {
    let _turn = together();
    if !nodes(Needs::Fake) {
        return println!("skipped: no fake nodes");
    }
    let folder = tempfile::tempdir().unwrap();
    let shelf = Shelf(folder.path().join("detectors"));
    fs::create_dir(&shelf.0).unwrap();
    shelf.put(FIRST);
    let mut config = hasty();
    config["detectors"] = json!({ "builtin": false, "paths": [shelf.0] });
    let host = Host::start(folder.path(), &config).unwrap();
    assert_eq!(rules(host.api), [FIRST]);

    shelf.put(SECOND);
    await_rules(&host, &[FIRST, SECOND]);

    shelf.write(FIRST, b"a build that went wrong");
    await_reload(&host, false);
    assert_eq!(rules(host.api), [FIRST, SECOND]);
    await_canary(host.api, "reload-canary");

    shelf.put(FIRST);
    await_reload(&host, true);
    assert_eq!(rules(host.api), [FIRST, SECOND]);

    let good = fs::read(&host.config).unwrap();
    fs::write(&host.config, "incidents: { flops: 1 }").unwrap();
    await_reload(&host, false);
    fs::remove_file(shelf.0.join(format!("{SECOND}.wasm"))).unwrap();
    fs::write(&host.config, good).unwrap();
    host.hang_up().unwrap();
    await_rules(&host, &[FIRST]);
    await_reload(&host, true);
    assert!(host.stop().unwrap().success());
}
