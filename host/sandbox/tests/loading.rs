//! Loading: cache, compiler, policy, and that admission survives anything.

use crate::fixture::{
    PATIENT, compiler, component, detector, load, policy, sandbox, settings, verdict, view, well_behaved, words,
};
use sdo_sandbox::admission::inspect;
use sdo_sandbox::{AllocationChoice, Compiler, Limits, LoadError, Optimisation, Policy, Sandbox, Settings};
use std::fs;
use std::path::Path;

fn cached(folder: &Path, compiler: Compiler) -> Sandbox {
    Sandbox::new(Settings {
        cache: Some(folder.join("code")),
        compiler,
        ..settings(AllocationChoice::OnDemand)
    })
    .unwrap()
}

/// A compiler that is not there: whatever loads with it came from the cache.
fn no_compiler() -> Compiler {
    Compiler {
        program: "/nonexistent/compiler".into(),
        args: Vec::new(),
    }
}

fn entries(folder: &Path) -> Vec<std::path::PathBuf> {
    let code = fs::read_dir(folder.join("code"))
        .unwrap()
        .map(|entry| entry.unwrap().path());
    code.filter(|path| path.extension().is_some_and(|extension| extension == "code"))
        .collect()
}

#[test]
fn compiled_code_is_used_by_the_next_process_without_a_compiler() {
    let folder = tempfile::tempdir().unwrap();
    let first = cached(folder.path(), compiler());
    let before = verdict(&first.run(&load(&first, &well_behaved()).unwrap(), view()));
    let next = cached(folder.path(), no_compiler());
    assert_eq!(
        verdict(&next.run(&load(&next, &well_behaved()).unwrap(), view())),
        before
    );
}

/// An entry says that the bytes were let in, not that they may see what they ask for.
#[test]
fn a_component_in_the_cache_tells_the_same_imports_and_still_needs_the_grant() {
    let folder = tempfile::tempdir().unwrap();
    let reader = detector(
        r#"(import "sdo:cluster/snapshot@0.1.0" "now" (func (result i64)))"#,
        "(i32.const 1024)",
    );
    let first = load(&cached(folder.path(), compiler()), &reader).unwrap();
    let next = cached(folder.path(), no_compiler());
    assert_eq!(load(&next, &reader).unwrap().imports(), first.imports());
    let closed = Policy::parse("default: { interfaces: [] }").unwrap();
    let refused = next.load("test", &reader, &closed.grant("test")).err().unwrap();
    assert_eq!(words(&refused.outcome().unwrap()), "refused not-granted");
}

#[test]
fn what_was_let_in_under_wide_limits_is_still_refused_under_narrow_ones() {
    let folder = tempfile::tempdir().unwrap();
    let three_pages = component(
        "(module (memory (export \"memory\") 3)
           (func (export \"cabi_realloc\") (param i32 i32 i32 i32) (result i32) unreachable)
           (func (export \"spec\") (result i32) (i32.const 1024))
           (func (export \"detect\") (result i32) (i32.const 1024)))",
    );
    load(&cached(folder.path(), compiler()), &three_pages).unwrap();
    let narrow = policy(&format!("{PATIENT}, memory_bytes: 131072"), "none").grant("test");
    let refused = cached(folder.path(), compiler())
        .load("test", &three_pages, &narrow)
        .err()
        .unwrap();
    assert_eq!(words(&refused.outcome().unwrap()), "refused too-many");
}

#[test]
fn damaged_code_is_compiled_again_and_replaced() {
    let folder = tempfile::tempdir().unwrap();
    load(&cached(folder.path(), compiler()), &well_behaved()).unwrap();
    let entry = entries(folder.path()).remove(0);
    let mut bytes = fs::read(&entry).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&entry, bytes).unwrap();
    assert!(matches!(
        load(&cached(folder.path(), no_compiler()), &well_behaved()),
        Err(LoadError::Compiler(_))
    ));
    load(&cached(folder.path(), compiler()), &well_behaved()).unwrap();
    load(&cached(folder.path(), no_compiler()), &well_behaved()).unwrap();
}

#[test]
fn code_of_another_optimisation_is_not_used() {
    let folder = tempfile::tempdir().unwrap();
    load(&cached(folder.path(), compiler()), &well_behaved()).unwrap();
    let slow = Settings {
        optimisation: Optimisation::None,
        cache: Some(folder.path().join("code")),
        ..settings(AllocationChoice::OnDemand)
    };
    load(&Sandbox::new(slow).unwrap(), &well_behaved()).unwrap();
    assert_eq!(entries(folder.path()).len(), 2);
}

#[test]
fn a_cache_that_cannot_be_made_only_costs_time() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("code"), "a file, not a folder").unwrap();
    load(&cached(folder.path(), compiler()), &well_behaved()).unwrap();
}

#[test]
fn a_compiler_that_is_no_compiler_is_the_hosts_fault() {
    let broken = Sandbox::new(Settings {
        compiler: no_compiler(),
        ..settings(AllocationChoice::OnDemand)
    })
    .unwrap();
    let error = load(&broken, &well_behaved()).err().unwrap();
    assert!(error.outcome().is_none(), "{error}");
    let silent = Compiler {
        program: "/bin/true".into(),
        args: Vec::new(),
    };
    let broken = Sandbox::new(Settings {
        compiler: silent,
        ..settings(AllocationChoice::OnDemand)
    })
    .unwrap();
    let error = load(&broken, &well_behaved()).err().unwrap();
    assert!(error.outcome().is_none(), "{error}");
    assert!(error.to_string().contains("/bin/true"), "{error}");
}

#[test]
fn imports_are_read_exactly() {
    let imports = inspect(&well_behaved(), &Limits::default()).unwrap().imports;
    let called: Vec<String> = imports
        .cluster
        .iter()
        .flat_map(|(name, import)| {
            import
                .functions
                .iter()
                .map(move |function| format!("{name}.{function}"))
        })
        .collect();
    assert_eq!(called, ["pods.count", "snapshot.now"]);
    assert!(imports.wasi.is_empty());
    let reads: Vec<_> = imports.reads().iter().map(|kind| kind.name()).collect();
    assert_eq!(reads, ["Pod"]);
    assert!(imports.sees().contains(sdo_model::Kind::Deployment) && !imports.sees().contains(sdo_model::Kind::Secret));
}

#[test]
fn a_function_that_policy_does_not_grant_is_refused_with_the_line_and_a_fix() {
    let sandbox = sandbox();
    let narrow = Policy::parse("default:\n  interfaces: [pods.query, snapshot]\n").unwrap();
    let error = sandbox
        .load("counter", &well_behaved(), &narrow.grant("counter"))
        .err()
        .unwrap();
    let text = error.to_string();
    assert!(
        text.contains("sdo:cluster/pods@0.1.0 (function count)") && text.contains("(line 2)"),
        "{text}"
    );
    assert!(text.contains("`pods.count`, to detectors.counter.interfaces"), "{text}");
    let wider = Policy::parse("default:\n  interfaces: [pods.count, snapshot.now]\n").unwrap();
    sandbox
        .load("counter", &well_behaved(), &wider.grant("counter"))
        .unwrap();
}

#[test]
fn two_detectors_of_one_digest_have_limits_of_their_own() {
    let sandbox = sandbox();
    let bytes = detector(
        "",
        "(local $i i32) (loop $again (local.set $i (i32.add (local.get $i) (i32.const 1))) (br_if $again (i32.lt_u (local.get $i) (i32.const 200000)))) (i32.const 1024)",
    );
    let poor = sandbox
        .load(
            "poor",
            &bytes,
            &policy(&format!("{PATIENT}, fuel: 100000"), "none").grant("poor"),
        )
        .unwrap();
    let rich = sandbox
        .load("rich", &bytes, &policy(PATIENT, "none").grant("rich"))
        .unwrap();
    assert_eq!(poor.digest(), rich.digest());
    assert_eq!(words(&sandbox.run(&poor, view()).outcome), "out-of-fuel");
    assert_eq!(words(&sandbox.run(&rich, view()).outcome), "finished");
}

/// Whether `bytes` are whole custom sections and nothing else: what may follow a component without being part of it.
fn only_custom_sections(mut bytes: &[u8]) -> bool {
    while let [0, rest @ ..] = bytes {
        let digits = rest
            .iter()
            .position(|byte| byte & 0x80 == 0)
            .map_or(rest.len(), |last| last + 1);
        let size = rest[..digits]
            .iter()
            .rev()
            .fold(0, |size, byte| size << 7 | usize::from(byte & 0x7f));
        let Some(after) = rest.get(digits + size..) else {
            return false;
        };
        bytes = after;
    }
    bytes.is_empty()
}

#[test]
fn a_component_cut_anywhere_is_refused_unless_only_custom_sections_are_missing() {
    let bytes = well_behaved();
    let whole = inspect(&bytes, &Limits::default()).unwrap();
    let mut refused = 0;
    for len in 0..bytes.len() {
        match inspect(&bytes[..len], &Limits::default()) {
            // The format cannot tell this from a file that never had them, and it is the same detector.
            Ok(admitted) => {
                assert!(
                    only_custom_sections(&bytes[len..]),
                    "{len} of {} bytes were let in",
                    bytes.len()
                );
                assert_eq!(admitted.imports, whole.imports);
                assert_ne!(admitted.digest, whole.digest);
            }
            Err(error) => {
                refused += 1;
                assert!(
                    ["empty", "truncated", "invalid", "missing-export"].contains(&error.code()),
                    "{len}: {error}"
                );
            }
        }
    }
    assert!(
        bytes.len() - refused < 5,
        "{refused} of {} cuts were refused",
        bytes.len()
    );
}

/// A sequence of numbers that is the same on every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, max: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % max as u64) as usize
    }
}

#[test]
fn admission_never_panics_on_random_bytes_or_changed_components() {
    let (good, mut numbers) = (well_behaved(), Numbers(0x5d0_5eed));
    for round in 0..4_000 {
        let mut bytes = match round % 4 {
            0 => (0..numbers.below(400)).map(|_| numbers.below(256) as u8).collect(),
            1 => [
                b"\0asm\x0d\0\x01\0".to_vec(),
                (0..numbers.below(200)).map(|_| numbers.below(256) as u8).collect(),
            ]
            .concat(),
            _ => good.clone(),
        };
        if round % 4 > 1 {
            for _ in 0..=numbers.below(4) {
                let at = numbers.below(bytes.len());
                bytes[at] = numbers.below(256) as u8;
            }
        }
        // Whatever it says, it says it.
        let _ = inspect(&bytes, &Limits::default()).map_err(|error| error.to_string());
    }
}
