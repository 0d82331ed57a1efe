//! `sdo doctor` before stores, clusters, folders and addresses that are as they should be, and that are not.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests: what must not happen ends them, also in the functions that prepare them"
)]

mod bed;
#[allow(dead_code, reason = "other tests look at the boards")]
#[path = "../../api/tests/sample/mod.rs"]
mod sample;
#[allow(dead_code, reason = "other tests use the rest")]
mod stage;

use bed::{Bed, Server, UID, damage, filled};
use sdo::exit;
use sdo_store::Store;
use serde_json::Value;
use stage::{Host, answering, code};
use std::fs;
use std::path::Path;
use std::process::Command;

/// One check of what was found.
fn check<'r>(report: &'r Value, name: &str) -> &'r Value {
    let checks = report["checks"].as_array().unwrap();
    checks.iter().find(|check| check["check"] == name).unwrap()
}

fn assert_check(report: &Value, name: &str, state: &str, told: &str) {
    let found = check(report, name);
    assert_eq!(found["state"], state, "{found}");
    assert!(found["about"].as_str().unwrap().contains(told), "{told}: {found}");
}

fn steps(report: &Value, name: &str) -> Vec<String> {
    let steps = check(report, name)["do"].as_array().unwrap();
    steps.iter().map(|step| step.as_str().unwrap().to_owned()).collect()
}

#[test]
fn where_everything_is_as_it_should_be_that_is_said_line_by_line() {
    let bed = Bed::of(&Server::default());
    let (_, report) = bed.report();
    for (name, told) in [
        ("configuration", "is valid"),
        ("detectors", " loaded"),
        ("cluster", "answers, Kubernetes v1.36.3"),
        ("clock", "agree"),
        ("permissions", "may be listed and watched"),
        ("store", "there is none yet"),
        ("lock", "nobody writes"),
        ("disk", "free for the store"),
        ("socket", "is free"),
    ] {
        assert_check(&report, name, "ok", told);
    }
    let (_, text, error) = bed.doctor(&[]);
    assert_eq!(
        (
            text.lines().filter(|line| line.starts_with("ok    ")).count() >= 9,
            error.as_str()
        ),
        (true, ""),
        "{text}"
    );
    assert!(text.starts_with("ok    configuration  "), "{text}");
}

#[test]
fn nothing_is_written_to_look_at_a_store_that_is_not_there() {
    let bed = Bed::of(&Server::default());
    bed.report();
    assert_eq!(fs::read_dir(bed.store().parent().unwrap()).unwrap().count(), 0);
}

mod configuration {
    use super::*;

    #[test]
    fn one_that_is_wrong_is_named_with_the_key_that_was_meant() {
        let bed = Bed::of(&Server::default());
        fs::write(bed.config(), "store: {pth: x}\n").unwrap();
        let (status, report) = bed.report();
        assert_eq!(status, code(exit::USAGE));
        assert_check(&report, "configuration", "fail", "did you mean path?");
        // What does not depend on it is looked at all the same.
        check(&report, "compiler");
        check(&report, "cache");
    }

    #[test]
    fn detectors_that_are_not_there_are_named() {
        let bed = Bed::of(&Server::default());
        bed.configure("detectors: {paths: [/nonexistent/detectors]}");
        let (status, report) = bed.report();
        assert_eq!(status, code(exit::USAGE));
        assert_check(&report, "detectors", "fail", "/nonexistent/detectors");
        assert_check(&report, "permissions", "skipped", "without detectors");
    }
}

mod cluster {
    use super::*;

    #[test]
    fn one_that_does_not_answer_is_named_and_the_store_is_looked_at_all_the_same() {
        let bed = Bed::at(&format!("http://127.0.0.1:{}", stage::unused_port()));
        filled(&bed.store(), "another cluster", 1);
        let (status, report) = bed.report();
        assert_eq!(status, code(exit::USAGE));
        assert_check(
            &report,
            "cluster",
            "fail",
            "cannot talk to the API server http://127.0.0.1",
        );
        assert_check(&report, "clock", "skipped", "");
        // Whose it is cannot be compared with anything.
        assert_check(&report, "store", "ok", "is sound: 1 incident open");
    }

    #[test]
    fn a_kubeconfig_that_is_not_there_is_named() {
        let bed = Bed::of(&Server::default());
        let (status, text, _) = bed.doctor(&["--kubeconfig", "/nonexistent/config"]);
        assert_eq!(status, code(exit::USAGE));
        assert!(
            text.contains("fail  cluster")
                && text.contains("/nonexistent/config")
                && text.contains("do: name one by --kubeconfig"),
            "{text}"
        );
    }

    #[test]
    fn a_clock_that_is_off_is_a_warning() {
        let server = Server {
            ahead: -3_600,
            ..Server::default()
        };
        let (status, report) = Bed::of(&server).report();
        assert_eq!(status, code(exit::PARTIAL));
        assert_check(&report, "clock", "warn", "behind this machine's");
    }

    #[test]
    fn what_may_not_be_read_or_watched_is_named_with_the_role_to_give() {
        let server = Server {
            refused: vec!["/api/v1/secrets", "/api/v1/pods?watch"],
            ..Server::default()
        };
        let (status, report) = Bed::of(&server).report();
        assert_eq!(status, code(exit::PARTIAL));
        assert_check(&report, "permissions", "warn", "Secret (no, you may not)");
        assert_check(
            &report,
            "permissions",
            "warn",
            "Pod (it may be listed and not watched: 403 Forbidden)",
        );
        assert!(steps(&report, "permissions")[0].ends_with("sdo policy rbac | kubectl apply -f -"));
    }

    #[test]
    fn of_secrets_names_alone_are_asked_for() {
        let server = Server::default();
        let bed = Bed::of(&server);
        bed.report();
        let asked = bed.asked();
        let secrets: Vec<&String> = asked
            .iter()
            .filter(|head| head.starts_with("GET /api/v1/secrets"))
            .collect();
        assert_eq!(secrets.len(), 2, "{asked:?}");
        let is_narrow = |head: &&String| head.contains("as=PartialObjectMetadata");
        assert!(secrets.iter().all(is_narrow), "{secrets:?}");
    }
}

mod store {
    use super::*;

    #[test]
    fn a_sound_one_is_described() {
        let bed = Bed::of(&Server::default());
        filled(&bed.store(), UID, 3);
        let (_, report) = bed.report();
        assert_check(&report, "store", "ok", "is sound: 3 incidents open and 0 closed");
    }

    #[test]
    fn one_of_another_cluster_is_told_by_both_names() {
        let bed = Bed::of(&Server::default());
        filled(&bed.store(), "6f1c5a0e", 1);
        let (status, report) = bed.report();
        assert_eq!(status, code(exit::USAGE));
        assert_check(&report, "store", "fail", "belongs to the cluster 6f1c5a0e");
        assert_check(&report, "store", "fail", UID);
    }

    #[test]
    fn one_in_use_is_no_fault_and_its_process_is_named() {
        let bed = Bed::of(&Server::default());
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        let held = runtime.block_on(Store::open(&bed.store(), UID)).unwrap();
        let (_, report) = bed.report();
        assert_check(&report, "lock", "ok", &format!("process {} writes", std::process::id()));
        assert_check(&report, "store", "ok", "is sound");
        drop(held);
    }

    #[test]
    fn what_is_no_store_is_left_alone() {
        let bed = Bed::of(&Server::default());
        fs::write(
            bed.store(),
            "a shopping list, and long enough to be read as the head of a file of SQLite: milk, eggs, bread, butter",
        )
        .unwrap();
        let before = fs::read(bed.store()).unwrap();
        let (status, report) = bed.report();
        assert_eq!(status, code(exit::USAGE));
        assert_check(&report, "store", "fail", "is not a store of sdo");
        assert_eq!(fs::read(bed.store()).unwrap(), before);
    }

    #[test]
    fn the_commands_for_a_damaged_one_save_what_can_be_read_and_lose_nothing() {
        let bed = Bed::of(&Server::default());
        let store = bed.store();
        filled(&store, UID, 300);
        damage(&store);
        let broken = fs::read(&store).unwrap();
        let (status, report) = bed.report();
        assert_eq!(status, code(exit::USAGE));
        assert_check(&report, "store", "fail", "is damaged: ");
        assert_eq!(fs::read(&store).unwrap(), broken, "looking changes nothing");

        let steps = steps(&report, "store");
        let (start, mending) = steps.split_last().unwrap();
        assert!(start.contains("sdo run --config '") && mending.len() == 4, "{steps:?}");
        let can_recover = Command::new("sqlite3").arg("--version").output().is_ok();
        for step in mending {
            let (_, command) = step.split_once(": ").unwrap();
            if command.contains(".recovered") && !can_recover {
                eprintln!("not run, there is no sqlite3 here: {command}");
                continue;
            }
            let output = Command::new("sh").args(["-c", command]).output().unwrap();
            assert!(output.status.success(), "{command}: {output:?}");
        }
        let kept = |word: &str| fs::read(Path::new(&format!("{}.{word}", store.display())).join("sdo.db")).unwrap();
        assert_eq!(kept("damaged"), broken);
        let told = if can_recover { "is sound" } else { "there is none yet" };
        assert_check(&bed.report().1, "store", "ok", told);
    }
}

mod machine {
    use super::*;
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;

    /// The user that owns nothing.
    const NOBODY: u32 = 65_534;

    #[test]
    fn a_folder_that_cannot_be_written_is_named() {
        let bed = Bed::at("http://127.0.0.1:1");
        bed.configure("detectors: {builtin: false}");
        let folder = bed.store().parent().unwrap().to_owned();
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o555)).unwrap();
        let mut command = bed.command(&["-o", "json"]);
        command.env("SDO_CACHE_DIR", &folder);
        // Nothing is closed to root.
        if fs::metadata("/proc/self").unwrap().uid() == 0 {
            command.uid(NOBODY).gid(NOBODY);
        }
        let (status, out, error) = stage::run(command);
        assert_eq!(status, code(exit::USAGE), "{error}");
        let report: Value = serde_json::from_str(&out).unwrap();
        assert_check(&report, "disk", "fail", "may not write in");
        assert_check(&report, "disk", "fail", &folder.display().to_string());
        assert_check(&report, "cache", "warn", "cannot be written");
    }

    #[test]
    fn an_address_that_a_host_has_is_no_fault_and_one_that_another_program_has_is() {
        let bed = Bed::of(&Server::default());
        let host = Host::of(sample::empty());
        bed.configure(&format!(
            "http: {{listen: '{}'}}",
            host.url().trim_start_matches("http://")
        ));
        assert_check(&bed.report().1, "socket", "ok", "a host listens on");
        let (other, _) = answering(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi".to_vec());
        bed.configure(&format!("http: {{listen: '{}'}}", other.trim_start_matches("http://")));
        let (status, report) = bed.report();
        assert_eq!(status, code(exit::USAGE));
        assert_check(&report, "socket", "fail", "something else than a host");
    }

    #[test]
    fn an_address_that_is_open_to_everybody_is_a_fault_before_the_host_refuses_it() {
        let bed = Bed::of(&Server::default());
        bed.configure("http: {listen: '0.0.0.0:0'}");
        assert_check(&bed.report().1, "socket", "fail", "open to everybody");
        bed.configure("http: {listen: '0.0.0.0:0', access: token}");
        assert_check(&bed.report().1, "socket", "ok", "is free");
    }
}
