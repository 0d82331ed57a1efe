//! The contract's documents say what the contract is.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests: what must not happen ends them, also in the functions that prepare them"
)]

use sdo_model::contract::{INTERFACES, Interface};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn rows() -> Vec<(String, String)> {
    let text = fs::read_to_string(root().join("docs/invariants.md")).expect("the table");
    let rows = text.lines().filter(|line| line.starts_with("| I"));
    rows.map(|row| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        (cells[1].to_owned(), cells[3].to_owned())
    })
    .collect()
}

#[test]
fn every_invariant_from_i01_to_i60_has_a_row() {
    let found: Vec<String> = rows().into_iter().map(|(id, _)| id).collect();
    let expected: Vec<String> = (1..=60).map(|number| format!("I{number:02}")).collect();
    assert_eq!(found, expected);
}

#[test]
fn every_function_that_the_table_names_exists() {
    for (id, cell) in rows() {
        let names: BTreeSet<&str> = cell
            .split('`')
            .skip(1)
            .step_by(2)
            .filter(|name| name.contains('.'))
            .collect();
        assert!(!names.is_empty(), "{id} names no function");
        for name in names {
            let (interface, function) = name.split_once('.').expect("interface.function");
            let known = Interface::named(interface).is_some_and(|interface| interface.functions.contains(&function));
            assert!(known, "{id} names `{name}`, which the contract does not have");
        }
    }
}

#[test]
fn no_invariant_needs_all_pods() {
    for (id, cell) in rows() {
        for (start, _) in cell.match_indices("`pods.query`") {
            let tail = cell[start + "`pods.query`".len()..].trim_start();
            assert!(tail.starts_with('['), "{id} queries pods without a predicate");
        }
    }
}

#[test]
fn every_item_of_the_contract_is_documented() {
    for folder in ["wit/cluster@0.1.0", "wit/detector@0.1.0"] {
        for entry in fs::read_dir(root().join(folder)).expect("the contract") {
            let path = entry.expect("an entry").path();
            let text = fs::read_to_string(&path).expect("a WIT file");
            let lines: Vec<&str> = text.lines().map(str::trim).collect();
            for (above, line) in lines.iter().zip(lines.iter().skip(1)) {
                let item = ["record ", "enum ", "variant ", "interface ", "world ", "type "];
                let declares = item.iter().any(|word| line.starts_with(word)) || line.contains(": func(");
                assert!(
                    !declares || above.starts_with("///"),
                    "{}: `{line}` is not documented",
                    path.display()
                );
            }
        }
    }
}

#[test]
fn every_interface_says_what_it_reads() {
    for interface in INTERFACES {
        let free = matches!(interface.name, "objects" | "snapshot" | "quantities" | "templates");
        assert_eq!(interface.reads.is_empty(), free, "{}", interface.name);
    }
}
