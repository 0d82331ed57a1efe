//! The program as a user meets it: arguments, exit codes, messages, and the pages generated from them.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests: what must not happen ends them, also in the functions that prepare them"
)]

use clap::CommandFactory;
use sdo::args::Arguments;
use sdo::exit;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::io::Write as _;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::{env, fs};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn demo() -> PathBuf {
    root().join("tests/demo")
}

fn compare(path: &Path, actual: &str) {
    if env::var_os("SDO_BLESS").is_some() {
        return fs::write(path, actual).unwrap();
    }
    let expected = fs::read_to_string(path).unwrap_or_default();
    assert_eq!(
        actual,
        expected,
        "{} differs; SDO_BLESS=1 writes it anew",
        path.display()
    );
}

fn command<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sdo"));
    command.args(arguments).stdin(Stdio::null()).env_remove("NO_COLOR");
    command
}

fn sdo<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> (i32, String, String) {
    read(command(arguments).output().unwrap())
}

fn read(output: Output) -> (i32, String, String) {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap_or(-1),
        text(output.stdout),
        text(output.stderr),
    )
}

fn code(code: u8) -> i32 {
    i32::from(code)
}

#[test]
fn a_path_that_does_not_exist_is_a_usage_error_that_names_it() {
    let (status, out, error) = sdo(["check", "no/such/dump.tar.gz"]);
    assert_eq!((status, out.as_str()), (code(exit::USAGE), ""));
    assert!(error.contains("no/such/dump.tar.gz"), "{error}");
}

#[test]
fn a_file_without_objects_is_no_data() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("shopping.txt");
    fs::write(&file, "milk\neggs\n").unwrap();
    let (status, _, error) = sdo([OsStr::new("check"), file.as_os_str()]);
    assert_eq!(status, code(exit::NO_DATA), "{error}");
    assert!(error.contains("shopping.txt"), "{error}");
}

#[test]
fn no_dump_at_all_says_what_to_give() {
    let (status, _, error) = sdo(["check"]);
    assert_eq!(status, code(exit::USAGE));
    assert!(error.contains("sdo check dump.tar.gz"), "{error}");
}

#[test]
fn a_mistyped_flag_is_answered_with_the_right_one() {
    let (status, _, error) = sdo(["check", "--severty", "info", "x"]);
    assert_eq!(status, code(exit::USAGE));
    assert!(error.contains("--severity"), "{error}");
}

#[test]
fn an_unknown_rule_is_a_usage_error() {
    let (status, _, error) = sdo(["check", "--explain", "no-such-rule"]);
    assert_eq!(status, code(exit::USAGE));
    assert!(
        error.contains("no-such-rule") && error.contains("sdo detector list"),
        "{error}"
    );
}

#[test]
fn help_shows_examples_and_exit_codes() {
    let (status, help, _) = sdo(["check", "--help"]);
    assert_eq!(status, code(exit::CLEAN));
    assert!(help.contains("Examples:") && help.contains("Exit codes:"), "{help}");
}

#[test]
fn a_file_that_is_no_component_is_named_and_the_rest_still_runs() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("evil.wasm");
    fs::write(&file, "#!/bin/sh\n\u{1b}[2J").unwrap();
    let arguments = [
        OsStr::new("check"),
        demo().as_os_str(),
        OsStr::new("--detectors"),
        file.as_os_str(),
    ]
    .map(OsStr::to_owned);
    let (_, out, _) = sdo(arguments);
    assert!(out.contains("detector evil was refused"), "{out}");
    assert!(!out.contains('\u{1b}'));
}

#[test]
fn an_empty_detector_folder_is_a_usage_error() {
    let folder = tempfile::tempdir().unwrap();
    let demo = demo();
    let (status, _, error) = sdo([
        OsStr::new("check"),
        demo.as_os_str(),
        OsStr::new("--detectors"),
        folder.path().as_os_str(),
    ]);
    assert_eq!(status, code(exit::USAGE));
    assert!(error.contains("*.wasm"), "{error}");
}

#[test]
fn standard_input_is_a_dump() {
    let mut child = command(["snapshot", "info", "-", "-o", "json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let pods = fs::read(demo().join("pods.yaml")).unwrap();
    child.stdin.take().unwrap().write_all(&pods).unwrap();
    let (status, out, error) = read(child.wait_with_output().unwrap());
    assert_eq!(status, code(exit::CLEAN), "{error}");
    let contents: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(contents["coverage"][0]["kind"], "Pod");
    assert!(contents["coverage"][0]["count"].as_u64().unwrap() > 10);
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = command(["man"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let (status, _, error) = read(child.wait_with_output().unwrap());
    assert_eq!((status, error.as_str()), (code(exit::CLEAN), ""));
}

#[test]
fn colour_needs_a_terminal_or_a_wish() {
    let demo = demo();
    let info = |more: &[&str]| {
        let arguments = [OsStr::new("snapshot"), OsStr::new("info"), demo.as_os_str()].into_iter();
        sdo(arguments.chain(more.iter().map(OsStr::new))).1
    };
    assert!(!info(&[]).contains('\u{1b}'));
    assert!(info(&["--color=always"]).contains('\u{1b}'));
    assert!(!info(&["--no-color"]).contains('\u{1b}'));
}

#[test]
fn the_same_dump_gives_the_same_bytes_but_for_the_times() {
    let demo = demo();
    let json = || {
        let out = sdo([
            OsStr::new("check"),
            demo.as_os_str(),
            OsStr::new("-o"),
            OsStr::new("json"),
        ])
        .1;
        let mut value: serde_json::Value = serde_json::from_str(&out).unwrap();
        value["detectors"]
            .as_array_mut()
            .unwrap()
            .iter_mut()
            .for_each(|detector| detector["micros"] = 0.into());
        value
    };
    assert_eq!(json(), json());
}

#[test]
fn the_demo_satisfies_the_schema() {
    let demo = demo();
    let schema = serde_json::to_value(sdo::document::schema()).unwrap();
    let out = sdo([
        OsStr::new("check"),
        demo.as_os_str(),
        OsStr::new("-o"),
        OsStr::new("json"),
    ])
    .1;
    let value = serde_json::from_str(&out).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<String> = validator.iter_errors(&value).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?}");
}

#[test]
fn the_command_reference_is_what_clap_says() {
    let mut page =
        String::from("# Command line\n\nMade from the program by `SDO_BLESS=1 cargo test -p sdo`; do not edit.\n");
    let mut command = Arguments::command().term_width(100);
    command.build();
    describe(&mut command, "sdo", &mut page);
    compare(&root().join("docs/cli.md"), &page);
}

fn describe(command: &mut clap::Command, name: &str, page: &mut String) {
    let help = command.clone().term_width(100).render_long_help().to_string();
    let lines: Vec<&str> = help.lines().map(str::trim_end).collect();
    writeln!(page, "\n## {name}\n\n```text\n{}\n```", lines.join("\n").trim_end()).unwrap();
    let names: Vec<String> = command
        .get_subcommands()
        .filter(|sub| !sub.is_hide_set())
        .map(|sub| sub.get_name().to_owned())
        .collect();
    for sub in names {
        describe(
            command.find_subcommand_mut(&sub).unwrap(),
            &format!("{name} {sub}"),
            page,
        );
    }
}

#[test]
fn the_page_of_exit_codes_lists_them_all() {
    let mut page = String::from(
        "# Exit codes\n\nThey are part of the interface: a code never changes its meaning. In Rust: `sdo::exit`.\n\n| code | name | meaning |\n|---|---|---|\n",
    );
    for (code, name, meaning) in exit::ALL {
        writeln!(page, "| {code} | {name} | {meaning} |").unwrap();
    }
    page.push_str(
        "\nWhen several apply, findings (1) win over partial coverage (3). `--severity`, `--namespace` and `--rule` decide what is shown, and only \
         what is shown counts. `sdo detector inspect` ends with 1 when policy does not allow the detector; `sdo detector list`, `sdo policy rbac` and \
         `sdo snapshot info` end with 3 when something could not be loaded. `sdo snapshot save` ends with 2 when the file cannot be written, and with 3 when it \
         was written and some kind in it is not complete.\n\n`sdo status` ends with 0 when no incident is open at or over `--fail-on` and everything is known, \
         muted ones counted; with 1 when one is; with 3 when none is and a verdict is unknown, a kind not complete, a detector unwell, the API server \
         away, or the host stands by for another one; with 4 when no host answers, or it wants another token. `sdo incidents` ends with 0 when it was \
         answered, whatever it lists; `show` ends with 2 when there is no such incident; `watch` ends with 0 on Ctrl-C. `sdo doctor` ends with 2 when \
         something keeps a host from running, with 3 when something should be looked after or could not be looked at, else with 0.\n",
    );
    compare(&root().join("docs/exit-codes.md"), &page);
}

#[test]
fn a_cluster_that_does_not_answer_is_no_data_and_is_named() {
    // Nobody listens on a port that was just given back.
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("config");
    let text = format!(
        "{{apiVersion: v1, kind: Config, current-context: c, contexts: [{{name: c, context: {{cluster: c, user: u}}}}],
          clusters: [{{name: c, cluster: {{server: 'https://127.0.0.1:{port}'}}}}], users: [{{name: u, user: {{}}}}]}}"
    );
    fs::write(&config, text).unwrap();
    let (code, output, errors) = sdo([
        "check".as_ref(),
        "--live".as_ref(),
        "--kubeconfig".as_ref(),
        config.as_os_str(),
    ]);
    assert_eq!((i32::from(exit::NO_DATA), ""), (code, output.as_str()), "{errors}");
    assert!(errors.contains(&format!("https://127.0.0.1:{port}")), "{errors}");
}

#[test]
fn a_kubeconfig_or_context_that_is_not_there_is_a_usage_error_that_names_it() {
    let (code, _, errors) = sdo(["check", "--live", "--kubeconfig", "/nonexistent/config"]);
    assert_eq!(code, i32::from(exit::USAGE), "{errors}");
    assert!(errors.contains("/nonexistent/config"), "{errors}");
    for (arguments, named) in [
        (["check", "--context", "production"].as_slice(), "--live"),
        (["check", "--context", "production", "dump.tar"].as_slice(), "--context"),
        (["check", "--live", "dump.tar"].as_slice(), "--live"),
        (["check", "--save", "file"].as_slice(), "--live"),
        (["check", "--save", "file", "dump.tar"].as_slice(), "--save"),
        (["snapshot", "save", "file", "--live", "dump.tar"].as_slice(), "--live"),
    ] {
        let (code, _, errors) = sdo(arguments);
        assert_eq!(code, i32::from(exit::USAGE), "{errors}");
        assert!(errors.contains(named), "{errors}");
    }
}
