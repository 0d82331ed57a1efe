//! One folder per case below `tests/data`: an `input` folder, or a file `input.*`, and `expect.txt`, which is what the
//! recorder wrote down. `SDO_BLESS=1` writes it anew.

use crate::recorder::record;
use sdo_snapshot::load::Input;
use std::fs;
use std::path::{Path, PathBuf};

fn input(case: &Path) -> PathBuf {
    let is_input = |path: &PathBuf| path.file_stem().is_some_and(|stem| stem == "input");
    fs::read_dir(case)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(is_input)
        .expect("a case has an input")
}

#[test]
fn every_case_loads_as_expected() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut cases: Vec<PathBuf> = fs::read_dir(&data)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    cases.sort();
    let mut wrong = Vec::new();
    for case in cases {
        let (recorder, outcome) = record(vec![Input::Path(input(&case))]);
        let found = recorder.report(&case, &outcome);
        let expected = case.join("expect.txt");
        if std::env::var_os("SDO_BLESS").is_some() {
            fs::write(&expected, &found).unwrap();
        } else if fs::read_to_string(&expected).unwrap_or_default() != found {
            wrong.push(format!("{}:\n{found}", case.display()));
        }
        assert!(!found.contains("hunter2"), "{} quotes a secret", case.display());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
