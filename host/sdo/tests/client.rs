//! The commands that look at a running host, against the API itself over its sample boards. `SDO_BLESS=1` writes golden files anew.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests: what must not happen ends them, also in the functions that prepare them"
)]

#[allow(dead_code, reason = "other tests look at the rest of the boards")]
#[path = "../../api/tests/sample/mod.rs"]
mod sample;
mod stage;

use sdo::exit;
use sdo_api::{Access, Authenticator, LaterVerdict, TokenVerdict};
use sdo_model::finding::Severity;
use sdo_model::incident::Stage;
use serde_json::Value;
use stage::{Host, Watching, answering, code, golden, run, sdo, unused_port};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use tempfile::TempDir;

/// Nothing that could move a cursor, turn a direction or begin a line of its own.
fn assert_harmless(text: &str) {
    let bad = |character: char| {
        (character.is_control() && character != '\n')
            || ('\u{200b}'..='\u{202e}').contains(&character)
            || character == '\u{2066}'
    };
    assert!(!text.contains(bad), "{text:?}");
    let forged = text
        .lines()
        .find(|line| line.trim_start().starts_with("CRITICAL forged"));
    assert_eq!(forged, None, "{text}");
}

mod status {
    use super::*;

    #[test]
    fn a_host_and_its_cluster_are_one_screen() {
        let host = Host::of(sample::rich());
        let (status, out, error) = host.sdo(["status"]);
        golden("status.txt", &out);
        assert_eq!((status, error.as_str()), (code(exit::FINDINGS), ""));
    }

    #[test]
    fn nothing_open_and_everything_read_is_clean() {
        let host = Host::of(sample::empty());
        let (status, out, error) = host.sdo(["status", "--fail-on", "info"]);
        golden("status-clear.txt", &out);
        assert_eq!((status, error.as_str()), (code(exit::CLEAN), ""));
    }

    #[test]
    fn the_exit_code_tells_open_from_unknown_from_clean() {
        for (board, fail_on, expected) in [
            (sample::rich(), "critical", exit::FINDINGS),
            (sample::rich(), "never", exit::PARTIAL),
            (sample::partial(), "info", exit::PARTIAL),
            (sample::starting(), "info", exit::PARTIAL),
            (sample::empty(), "info", exit::CLEAN),
        ] {
            let (status, out, _) = Host::of(board).sdo(["status", "--fail-on", fail_on]);
            assert_eq!(status, code(expected), "{fail_on}: {out}");
        }
    }

    #[test]
    fn json_is_the_three_documents_of_the_api() {
        let host = Host::of(sample::rich());
        let (_, out, _) = host.sdo(["status", "-o", "json"]);
        let screen: Value = serde_json::from_str(&out).unwrap();
        assert_eq!(screen["status"]["glance"]["open"]["critical"], 2);
        assert_eq!(screen["coverage"]["kinds"][3]["state"], "forbidden");
        assert_eq!(screen["detectors"]["detectors"][2]["well"], false);
    }
}

mod incidents {
    use super::*;

    #[test]
    fn open_ones_are_listed_a_row_each() {
        let host = Host::of(sample::rich());
        let (status, out, error) = host.sdo(["incidents"]);
        golden("incidents.txt", &out);
        assert_eq!((status, error.as_str()), (code(exit::CLEAN), ""));
        assert_eq!(host.sdo(["incidents", "list"]).1, out);
    }

    #[test]
    fn filters_are_those_of_the_api() {
        let host = Host::of(sample::rich());
        let ids = |arguments: &[&str]| -> Vec<String> {
            let all = ["incidents", "-o", "json"].iter().chain(arguments);
            let (status, out, error) = host.sdo(all);
            assert_eq!(status, code(exit::CLEAN), "{error}");
            let page: Value = serde_json::from_str(&out).unwrap();
            let incidents = page["incidents"].as_array().unwrap();
            incidents
                .iter()
                .map(|one| one["id"].as_str().unwrap().to_owned())
                .collect()
        };
        assert_eq!(ids(&["--severity", "critical"]), ["INC-17", "INC-14"]);
        assert_eq!(ids(&["-n", "shop"]), ["INC-16", "INC-14"]);
        assert_eq!(ids(&["--rule", "target-port-unresolved"]), ["INC-15"]);
        assert_eq!(ids(&["--stage", "closed"]), ["INC-11", "INC-9", "INC-1"]);
        assert_eq!(
            ids(&["--stage", "all", "--limit", "2", "--before", "INC-15"]),
            ["INC-14", "INC-12"]
        );
    }

    #[test]
    fn more_than_a_page_is_fetched_page_by_page_and_the_rest_is_said() {
        let mut board = sample::rich();
        board.closed.clear();
        board.open = (1..=1_200)
            .map(|number| Arc::new(sample::incident(number, Stage::Open)))
            .collect();
        let host = Host::of(board);
        let (_, out, _) = host.sdo(["incidents", "--limit", "1100"]);
        let rows: Vec<&str> = out.lines().filter(|line| line.starts_with("INC-")).collect();
        assert_eq!(
            (rows.len(), &rows[0][..8], &rows[1_099][..7]),
            (1_100, "INC-1200", "INC-101")
        );
        assert!(
            out.contains("more: sdo incidents --before INC-101"),
            "{}",
            &out[out.len() - 300..]
        );
        let (_, rest, _) = host.sdo(["incidents", "--limit", "10000", "--before", "INC-101"]);
        assert_eq!(rest.lines().filter(|line| line.starts_with("INC-")).count(), 100);
        assert!(!rest.contains("more:"), "{rest}");
    }

    #[test]
    fn no_incidents_in_what_cannot_be_read_is_said_with_the_doubt() {
        let (_, clear, _) = Host::of(sample::empty()).sdo(["incidents"]);
        assert_eq!(clear, "no open incidents\n");
        let (_, partial, _) = Host::of(sample::partial()).sdo(["incidents", "-n", "shop"]);
        assert!(partial.starts_with("no open incidents that match\n"), "{partial}");
        assert!(partial.contains("2 verdicts are unknown"), "{partial}");
    }

    #[test]
    fn a_host_that_stands_by_names_the_one_to_ask() {
        let (_, out, _) = Host::of(sample::rich()).sdo(["incidents"]);
        assert!(out.contains("port-forward pod/sdo-7d9f4c-x2x8v 7780"), "{out}");
    }

    #[test]
    fn one_is_shown_with_everything_that_is_known() {
        let host = Host::of(sample::rich());
        let (status, out, error) = host.sdo(["incidents", "show", "INC-17"]);
        golden("incident.txt", &out);
        assert_eq!((status, error.as_str()), (code(exit::CLEAN), ""));
        let (_, out, _) = host.sdo(["incidents", "show", "14", "-o", "json"]);
        let detail: Value = serde_json::from_str(&out).unwrap();
        assert_eq!(detail["incident"]["blind"]["reason"], "Secret: forbidden");
    }

    #[test]
    fn one_that_is_not_there_is_a_usage_error_that_names_it() {
        let host = Host::of(sample::rich());
        let (status, out, error) = host.sdo(["incidents", "show", "INC-404"]);
        assert_eq!((status, out.as_str()), (code(exit::USAGE), ""));
        assert!(error.contains("there is no incident INC-404"), "{error}");
        let (status, _, error) = host.sdo(["incidents", "show", "seventeen"]);
        assert_eq!(status, code(exit::USAGE));
        assert!(error.contains("names of incidents look like INC-17"), "{error}");
    }
}

#[test]
fn hostile_texts_reach_no_terminal() {
    let host = Host::of(sample::hostile());
    for arguments in [
        ["status"].as_slice(),
        &["status", "-o", "json"],
        &["incidents", "--stage", "all"],
        &["incidents", "-o", "json"],
        &["incidents", "show", "INC-17"],
        &["incidents", "show", "INC-17", "-o", "json"],
    ] {
        let (_, out, error) = host.sdo(arguments);
        assert!(out.contains("forged"), "{arguments:?}: {error}");
        assert_harmless(&out);
    }
}

#[test]
fn a_stranger_that_sends_what_no_host_would_is_no_danger_either() {
    let evil = r#"{"code": "busy", "message": "\u001b]0;owned\u0007\r\nCRITICAL forged\u202e", "hint": "\u009b2J"}"#;
    let head = format!(
        "HTTP/1.1 503 Service Unavailable\r\nContent-Length: {}\r\n\r\n{evil}",
        evil.len()
    );
    let (url, _) = answering(head.into_bytes());
    let (status, _, error) = run(sdo(["status", "--url", &url]));
    assert_eq!(status, code(exit::NO_DATA));
    assert_harmless(&error);
}

#[test]
fn colour_needs_a_terminal_or_a_wish() {
    let host = Host::of(sample::rich());
    assert!(!host.sdo(["incidents"]).1.contains('\u{1b}'));
    assert!(host.sdo(["--color=always", "incidents"]).1.contains('\u{1b}'));
}

mod address {
    use super::*;

    #[test]
    fn a_host_that_is_not_reached_is_said_with_the_way_to_it() {
        let url = format!("http://127.0.0.1:{}", unused_port());
        for arguments in [
            ["status"].as_slice(),
            &["incidents"],
            &["incidents", "show", "7"],
            &["incidents", "watch"],
        ] {
            let (status, out, error) = run(sdo(arguments.iter().chain(&["--url", &url])));
            assert_eq!((status, out.as_str()), (code(exit::NO_DATA), ""), "{error}");
            assert!(error.contains(&format!("the host at {url} does not answer")), "{error}");
            assert!(
                error.contains("kubectl -n sdo port-forward svc/sdo 7780") && error.contains("--url"),
                "{error}"
            );
        }
    }

    #[test]
    fn where_tls_is_spoken_the_way_to_its_certificates_is_said() {
        let (url, _) = answering(b"HTTP/1.1 400 Bad Request\r\n\r\n".to_vec());
        let (status, _, error) = run(sdo(["status", "--url", &url.replace("http://", "https://")]));
        assert_eq!(status, code(exit::NO_DATA));
        assert!(
            error.contains("--ca-file") && !error.contains("port-forward"),
            "{error}"
        );
    }

    #[test]
    fn the_environment_names_a_host_and_the_command_line_goes_before_it() {
        let host = Host::of(sample::empty());
        let mut command = sdo(["status"]);
        command.env("SDO_URL", host.url());
        assert_eq!(run(command).0, code(exit::CLEAN));
        let mut command = sdo(["status", "--url", &host.url()]);
        command.env("SDO_URL", "http://192.0.2.1:1");
        assert_eq!(run(command).0, code(exit::CLEAN));
    }

    #[test]
    fn localhost_is_this_machine_and_no_proxy_is_asked() {
        let host = Host::of(sample::empty());
        let (proxy, asked) = answering(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}".to_vec());
        let mut command = sdo(["status", "--url", &host.url().replace("127.0.0.1", "localhost")]);
        command
            .env("HTTP_PROXY", &proxy)
            .env("http_proxy", &proxy)
            .env("ALL_PROXY", &proxy);
        let (status, _, error) = run(command);
        assert_eq!((status, asked.lock().unwrap().len()), (code(exit::CLEAN), 0), "{error}");
    }

    #[test]
    fn what_is_no_host_is_said() {
        let page = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 15\r\n\r\n<html>hi</html>";
        let refusal = b"HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nnope";
        let other = b"HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\n{\"version\": \"\"}";
        let mut endless = b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n\"".to_vec();
        endless.resize(40 << 20, b'x');
        for (answer, told) in [
            (page.to_vec(), "is no JSON"),
            (refusal.to_vec(), "it answered 404 Not Found"),
            (other.to_vec(), "is not understood"),
            (endless, "larger than"),
        ] {
            let (url, _) = answering(answer);
            let (status, _, error) = run(sdo(["status", "--url", &url]));
            assert_eq!(status, code(exit::NO_DATA), "{error}");
            assert!(error.contains("is no host of sdo") && error.contains(told), "{error}");
        }
    }

    #[test]
    fn certificates_that_are_none_are_a_usage_error_that_names_the_file() {
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("ca.pem");
        fs::write(&file, "-----BEGIN NOTHING-----").unwrap();
        let (status, _, error) = run(sdo([
            "status",
            "--url",
            "https://127.0.0.1:1",
            "--ca-file",
            file.to_str().unwrap(),
        ]));
        assert_eq!(status, code(exit::USAGE));
        assert!(error.contains("ca.pem") && error.contains("no certificate"), "{error}");
    }
}

mod token {
    use super::*;

    /// Lets one token in.
    struct One;

    impl Authenticator for One {
        fn check<'a>(&'a self, token: &'a str) -> LaterVerdict<'a> {
            Box::pin(async move {
                Ok(match token {
                    "hunter2" => TokenVerdict::Allowed,
                    _ => TokenVerdict::Unknown,
                })
            })
        }
    }

    fn file(folder: &TempDir, token: &str) -> String {
        let path = folder.path().join("token");
        fs::write(&path, token).unwrap();
        path.to_str().unwrap().to_owned()
    }

    #[test]
    fn a_host_that_wants_a_token_gets_the_one_of_the_file_and_nobody_is_shown_it() {
        let host = Host::new(sample::empty(), Access::Token(Arc::new(One)));
        let folder = TempDir::new().unwrap();
        let (status, _, error) = host.sdo(["status"]);
        assert_eq!(status, code(exit::NO_DATA));
        assert!(
            error.contains("--token-file") && error.contains("kubectl create token"),
            "{error}"
        );

        let wrong = file(&folder, "hunter3\n");
        let (status, out, error) = host.sdo(["status", "--token-file", &wrong]);
        assert_eq!(status, code(exit::NO_DATA));
        assert!(
            error.contains("the token is not valid") && !(out + &error).contains("hunter3"),
            "{error}"
        );

        let right = file(&folder, "hunter2\n");
        let mut command = sdo(["status", "--url", &host.url()]);
        command.env("SDO_TOKEN_FILE", &right);
        let (status, out, error) = run(command);
        assert_eq!(status, code(exit::CLEAN), "{error}");
        assert!(!(out + &error).contains("hunter2"));
    }

    #[test]
    fn a_token_is_not_sent_in_the_clear_to_another_machine() {
        let folder = TempDir::new().unwrap();
        let file = file(&folder, "hunter2");
        let (status, out, error) = run(sdo(["status", "--url", "http://192.0.2.1:7780", "--token-file", &file]));
        assert_eq!((status, out.as_str()), (code(exit::USAGE), ""));
        assert!(
            error.contains("refuse to send a token") && !error.contains("hunter2"),
            "{error}"
        );
    }

    #[test]
    fn a_token_goes_nowhere_else_when_the_host_sends_one_away() {
        let (elsewhere, asked) = answering(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}".to_vec());
        let (url, _) =
            answering(format!("HTTP/1.1 302 Found\r\nLocation: {elsewhere}\r\nContent-Length: 0\r\n\r\n").into_bytes());
        let folder = TempDir::new().unwrap();
        let (status, _, error) = run(sdo([
            "status",
            "--url",
            &url,
            "--token-file",
            &file(&folder, "hunter2"),
        ]));
        assert_eq!(
            (status, asked.lock().unwrap().len()),
            (code(exit::NO_DATA), 0),
            "{error}"
        );
        assert!(error.contains("302"), "{error}");
    }
}

mod watch {
    use super::*;

    #[test]
    fn a_turn_is_a_line_and_an_interrupt_is_a_good_end() {
        let host = Host::of(sample::rich());
        let mut watching = Watching::begin(&host, &[]);
        host.announce(&sample::incident(31, Stage::Open), sample::NOW);
        let line = watching.line();
        assert!(
            line.contains("opened    warning   INC-31  Deployment demo/worker-31: node worker-3 has not"),
            "{line}"
        );
        assert_eq!(watching.interrupt(), Some(0));
    }

    #[test]
    fn json_is_a_document_a_line_with_its_place_in_the_stream() {
        let host = Host::of(sample::rich());
        let mut watching = Watching::begin(&host, &["-o", "json", "--severity", "critical"]);
        host.announce(&sample::incident(31, Stage::Open), sample::NOW);
        let mut worse = sample::incident(32, Stage::Open);
        worse.finding.severity = Severity::Critical;
        host.announce(&worse, sample::NOW);
        let line: Value = serde_json::from_str(&watching.line()).unwrap();
        assert_eq!(
            (&line["event"], &line["data"]["incident"]),
            (&Value::from("turn"), &Value::from("INC-32"))
        );
        assert!(line["id"].as_str().unwrap().ends_with("-2"), "{line}");
        assert_eq!(watching.interrupt(), Some(0));
    }

    #[test]
    fn a_host_that_goes_and_comes_back_costs_no_turn_even_before_the_first() {
        let mut host = Host::of(sample::rich());
        let mut watching = Watching::begin(&host, &[]);
        for number in [31, 32] {
            host.stop();
            assert!(watching.note().contains("the host is away (it stops)"));
            host.announce(&sample::incident(number, Stage::Open), sample::NOW);
            host.start();
            assert!(watching.note().contains("the host is back"));
            assert!(watching.line().contains(&format!("INC-{number} ")));
        }
        assert_eq!(watching.interrupt(), Some(0));
    }

    #[test]
    fn turns_that_can_no_longer_be_had_are_told() {
        let mut host = Host::of(sample::rich());
        let mut watching = Watching::begin(&host, &["-o", "json"]);
        host.stop();
        for number in 0..300 {
            host.announce(&sample::incident(1_000 + number, Stage::Open), sample::NOW);
        }
        host.start();
        let line: Value = serde_json::from_str(&watching.line()).unwrap();
        assert_eq!(
            (&line["event"], &line["data"]["reason"]),
            (&Value::from("reset"), &Value::from("missed"))
        );
        assert_eq!(watching.interrupt(), Some(0));
    }

    #[test]
    fn an_interrupt_is_heard_also_while_nobody_takes_the_output() {
        let host = Host::of(sample::rich());
        let watching = Watching::begin(&host, &["-o", "json"]);
        // More than a pipe holds.
        for number in 0..250 {
            let mut incident = sample::incident(1_000 + number, Stage::Open);
            incident.finding.summary = "x".repeat(2_000);
            host.announce(&incident, sample::NOW);
        }
        watching.wait_until_stuck();
        assert_eq!(watching.interrupt(), Some(0));
    }

    #[test]
    fn a_reader_that_goes_away_ends_it() {
        let host = Host::of(sample::rich());
        let mut watching = Watching::begin(&host, &[]);
        watching.go_away();
        host.announce(&sample::incident(31, Stage::Open), sample::NOW);
        assert_eq!(watching.end(), Some(0));
    }

    #[test]
    fn hostile_turns_stay_on_their_line() {
        let host = Host::of(sample::hostile());
        let mut watching = Watching::begin(&host, &[]);
        let mut incident = sample::incident(31, Stage::Open);
        incident.finding.primary.name = sample::evil();
        host.announce(&incident, sample::NOW);
        assert_harmless(watching.line().trim_end());
        assert_eq!(watching.interrupt(), Some(0));
    }
}

mod kubectl {
    use super::*;

    fn called(folder: &TempDir, name: &str, arguments: &[&str]) -> (i32, String, String) {
        let link = folder.path().join(name);
        if !link.exists() {
            std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_sdo"), &link).unwrap();
        }
        let mut command = Command::new(link);
        command.args(arguments);
        run(command)
    }

    #[test]
    fn the_program_is_a_plugin_by_its_file_name() {
        let folder = TempDir::new().unwrap();
        let (status, out, _) = called(&folder, "kubectl-sdo", &["incidents", "show", "--help"]);
        assert_eq!(status, code(exit::CLEAN));
        assert!(
            out.contains("Usage: kubectl sdo incidents show [OPTIONS] <INC-N>"),
            "{out}"
        );
        let (status, _, error) = called(&folder, "kubectl-sdo", &["incidents", "shwo"]);
        assert_eq!(status, code(exit::USAGE));
        assert!(error.contains("'show'"), "{error}");
        assert!(
            called(&folder, "kubectl-sdo", &["completion", "bash"])
                .1
                .contains("_sdo()")
        );
        let host = Host::of(sample::rich());
        let (_, out, _) = called(
            &folder,
            "kubectl-sdo",
            &["incidents", "--limit", "2", "--url", &host.url()],
        );
        assert!(out.contains("more: kubectl sdo incidents --before INC-16"), "{out}");
        // What compiles components finds itself whatever the program is called.
        let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/demo");
        let (status, out, error) = called(
            &folder,
            "kubectl-sdo",
            &["check", demo.to_str().unwrap(), "--fail-on", "never"],
        );
        assert!(
            status == code(exit::CLEAN) || status == code(exit::PARTIAL),
            "{out}{error}"
        );
    }

    #[test]
    fn kubectl_is_answered_when_it_asks_what_may_be_typed() {
        let folder = TempDir::new().unwrap();
        let (status, out, error) = called(&folder, "kubectl_complete-sdo", &["incidents", "wa"]);
        assert_eq!((status, error.as_str()), (code(exit::CLEAN), ""));
        assert!(out.starts_with("watch\t") && out.ends_with("\n:4\n"), "{out}");
    }
}
