//! Runs: same in, same out; nothing left behind; limits that are felt.

use crate::fixture::{PATIENT, detector, load, outcome, policy, sandbox, settings, verdict, view, well_behaved, words};
use crate::view::View;
use sdo_model::Kind;
use sdo_sandbox::{Allocation, AllocationChoice, Outcome, Sandbox, TrapKind};
use std::sync::Arc;

const LOG: &str = "(import \"sdo:detector/diagnostics@0.1.0\" \"log\" (func $log (param i32 i32)))";

#[test]
fn one_component_and_one_snapshot_give_the_same_bytes_and_fuel_pooled_or_not() {
    let pooled = sandbox();
    let on_demand = Sandbox::new(settings(AllocationChoice::OnDemand)).unwrap();
    assert_eq!(on_demand.allocation(), Allocation::OnDemand);
    assert_eq!(
        pooled.allocation() == Allocation::Pooling,
        pooled.pool_fallback().is_none()
    );
    let verdicts: Vec<String> = [&pooled, &on_demand]
        .into_iter()
        .flat_map(|sandbox| {
            let detector = load(sandbox, &well_behaved()).unwrap();
            (0..3).map(move |_| verdict(&sandbox.run(&detector, view())))
        })
        .collect();
    assert!(verdicts.windows(2).all(|pair| pair[0] == pair[1]), "{verdicts:#?}");
}

#[test]
fn not_a_number_has_the_same_bits_on_every_machine() {
    // The sign and payload of these differ between x86 and ARM unless they are made canonical.
    let bytes = detector(
        LOG,
        "(if (i64.ne (i64.reinterpret_f64 (f64.div (f64.const 0) (f64.const 0))) (i64.const 0x7ff8000000000000)) (then (unreachable)))
         (if (i64.ne (i64.reinterpret_f64 (f64.add (f64.const nan:0x4000000000001) (f64.const 1))) (i64.const 0x7ff8000000000000)) (then (unreachable)))
         (if (i64.ne (i64.reinterpret_f64 (f64.sqrt (f64.const -1))) (i64.const 0x7ff8000000000000)) (then (unreachable)))
         (call $log (i32.const 0) (i32.const 0)) (i32.const 1024)",
    );
    assert_eq!(outcome(&sandbox(), &bytes), Outcome::Finished);
}

#[test]
fn a_run_finds_nothing_of_the_run_before_it() {
    // Writes a mark over its memory and its global, and traps when either is there already.
    let bytes = detector(
        "(global $seen (mut i32) (i32.const 0))",
        "(local $at i32)
         (if (global.get $seen) (then (unreachable)))
         (global.set $seen (i32.const 1))
         (local.set $at (i32.const 4096))
         (loop $again
           (if (i64.ne (i64.load (local.get $at)) (i64.const 0)) (then (unreachable)))
           (i64.store (local.get $at) (i64.const 0x6361_6e61_7279))
           (local.set $at (i32.add (local.get $at) (i32.const 8)))
           (br_if $again (i32.lt_u (local.get $at) (i32.const 65536))))
         (i32.const 1024)",
    );
    let sandbox = sandbox();
    let detector = load(&sandbox, &bytes).unwrap();
    for round in 0..40 {
        assert_eq!(
            sandbox.run(&detector, view()).outcome,
            Outcome::Finished,
            "round {round}"
        );
    }
}

#[test]
fn a_trap_does_not_reach_a_run_of_the_same_component_beside_it() {
    // Traps when there is a pod.
    let bytes = detector(
        "(import \"sdo:cluster/pods@0.1.0\" \"count\" (func $count (param i32) (result i32)))",
        "(if (call $count (i32.const 2048)) (then (unreachable))) (i32.const 1024)",
    );
    let sandbox = sandbox();
    let detector = load(&sandbox, &bytes).unwrap();
    let empty = || {
        Arc::new(View {
            pods: 0,
            ..View::default()
        })
    };
    std::thread::scope(|scope| {
        for index in 0..8 {
            let (sandbox, detector) = (&sandbox, &detector);
            scope.spawn(move || {
                for _ in 0..20 {
                    let (view, expected) = match index % 2 {
                        0 => (
                            view(),
                            Outcome::Trap {
                                kind: TrapKind::Unreachable,
                            },
                        ),
                        _ => (empty() as Arc<_>, Outcome::Finished),
                    };
                    assert_eq!(sandbox.run(detector, view).outcome, expected);
                }
            });
        }
    });
}

#[test]
fn more_runs_than_slots_wait_their_turn() {
    let sandbox = sandbox();
    let detector = load(&sandbox, &well_behaved()).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..3 * sdo_sandbox::engine::SLOTS {
            scope.spawn(|| assert_eq!(sandbox.run(&detector, view()).outcome, Outcome::Finished));
        }
    });
}

#[test]
fn host_work_is_charged_before_it_is_done() {
    let sandbox = sandbox();
    let detector = load(&sandbox, &well_behaved()).unwrap();
    let fuel = |pods| {
        sandbox
            .run(
                &detector,
                Arc::new(View {
                    pods,
                    ..View::default()
                }),
            )
            .fuel
    };
    assert_eq!(fuel(2_000) - fuel(1_000), 1_000 * sdo_model::call::price::SCAN);
    let report = sandbox.run(
        &detector,
        Arc::new(View {
            pods: u32::MAX,
            ..View::default()
        }),
    );
    assert_eq!(
        (report.outcome, report.fuel),
        (Outcome::HostBudget, detector.limits().fuel)
    );
}

#[test]
fn a_kind_is_seen_only_by_who_imports_it() {
    // Reports through a trap whether the host saw the right to Secrets.
    let bytes = detector(
        "(import \"sdo:cluster/secrets@0.1.0\" \"count\" (func $count (param i32) (result i32)))",
        "(if (i32.eqz (call $count (i32.const 2048))) (then (unreachable))) (i32.const 1024)",
    );
    let sandbox = sandbox();
    let with_import = load(&sandbox, &bytes).unwrap();
    assert!(with_import.grants().contains(Kind::Secret));
    assert_eq!(sandbox.run(&with_import, view()).outcome, Outcome::Finished);
    let without = load(&sandbox, &well_behaved()).unwrap();
    assert!(without.grants().contains(Kind::Pod) && !without.grants().contains(Kind::Secret));
}

/// A detector that counts leases, of which the test's view panics.
fn on_a_planted_fault() -> Vec<u8> {
    let params = "i32 ".repeat(11) + "i64 i32 i32 i32";
    let zeros = "(i32.const 0) ".repeat(11) + "(i64.const 0) (i32.const 0) (i32.const 0) (i32.const 0)";
    detector(
        &format!("(import \"sdo:cluster/leases@0.1.0\" \"count\" (func $count (param {params}) (result i32)))"),
        &format!("(drop (call $count {zeros})) (i32.const 1024)"),
    )
}

#[test]
fn a_panic_of_the_host_is_a_typed_trap_and_no_other_run_feels_it() {
    for allocation in [AllocationChoice::Probe, AllocationChoice::OnDemand] {
        let sandbox = Sandbox::new(settings(allocation)).unwrap();
        let good = load(&sandbox, &well_behaved()).unwrap();
        let before = verdict(&sandbox.run(&good, view()));
        let faulty = load(&sandbox, &on_a_planted_fault()).unwrap();
        // More often than the pool has slots: none of them stays taken.
        for _ in 0..2 * sdo_sandbox::engine::SLOTS {
            let report = sandbox.run(&faulty, view());
            assert_eq!(
                report.outcome,
                Outcome::Trap {
                    kind: TrapKind::HostPanic
                }
            );
            assert_eq!((report.answer.is_none(), report.fuel), (true, faulty.limits().fuel));
            assert_eq!(verdict(&sandbox.run(&good, view())), before);
        }
    }
}

#[test]
fn wasi_is_refused_unless_policy_says_inert() {
    let bytes = wat::parse_str(
        r#"(component
             (import "wasi:cli/environment@0.2.3" (instance (export "initial-cwd" (func (result (option string))))))
             (core module $guest (func (export "nothing")))
             (core instance $guest (instantiate $guest))
             (func $nothing (canon lift (core func $guest "nothing")))
             (export "spec" (func $nothing))
             (export "detect" (func $nothing)))"#,
    )
    .unwrap();
    let sandbox = sandbox();
    let load = |wasi: &str| sandbox.load("test", &bytes, &policy(PATIENT, wasi).grant("test"));
    let refused = load("none").err().unwrap();
    assert_eq!(words(&refused.outcome().unwrap()), "refused not-granted");
    assert!(refused.to_string().contains("wasi:cli/environment@0.2.3"), "{refused}");
    assert!(load("inert").is_ok());
    // What was compiled and linked for the one is not open to the other.
    assert_eq!(
        words(&load("none").err().unwrap().outcome().unwrap()),
        "refused not-granted"
    );
}

#[test]
fn memory_is_reported_and_bounded_by_policy() {
    let sandbox = sandbox();
    let bytes = detector("", "(drop (memory.grow (i32.const 9))) (i32.const 1024)");
    let report = sandbox.run(&load(&sandbox, &bytes).unwrap(), view());
    assert_eq!((report.outcome, report.peak_memory), (Outcome::Finished, 10 << 16));
    let grant = policy(&format!("{PATIENT}, memory_bytes: 262144"), "none").grant("small");
    let report = sandbox.run(&sandbox.load("small", &bytes, &grant).unwrap(), view());
    assert_eq!(
        report.outcome,
        Outcome::Memory {
            asked: 10 << 16,
            limit: 4 << 16,
            unit: "bytes"
        }
    );
}

#[test]
fn a_log_past_its_limits_is_counted() {
    let bytes = detector(
        &format!("{LOG} (data (i32.const 64) \"line\")"),
        "(local $i i32)
         (loop $again
           (call $log (i32.const 64) (i32.const 4))
           (local.set $i (i32.add (local.get $i) (i32.const 1)))
           (br_if $again (i32.lt_u (local.get $i) (i32.const 150))))
         (i32.const 1024)",
    );
    let sandbox = sandbox();
    let report = sandbox.run(&load(&sandbox, &bytes).unwrap(), view());
    assert_eq!((report.log.lines.len(), report.log.dropped), (100, 50));
    assert_eq!(report.log.lines[0].text, "line");
}

#[test]
fn a_panic_message_is_kept_escaped_with_the_trap() {
    let bytes = detector(
        "(import \"sdo:detector/diagnostics@0.1.0\" \"panic-message\" (func $say (param i32 i32)))
         (data (i32.const 64) \"index 4\\0a out of bounds\")",
        "(call $say (i32.const 64) (i32.const 22)) (unreachable)",
    );
    let sandbox = sandbox();
    let report = sandbox.run(&load(&sandbox, &bytes).unwrap(), view());
    assert_eq!(
        report.outcome,
        Outcome::Trap {
            kind: TrapKind::Unreachable
        }
    );
    assert_eq!(report.panic.as_deref(), Some("index 4\\n out of bounds"));
    assert!(!report.trace.is_empty());
}

#[test]
fn a_granted_custom_resource_is_answered_and_no_other() {
    // Traps unless group 64..70 kind 80..86 is answered with `ok`.
    let ask = |group: &str| {
        detector(
            &format!(
                "(import \"sdo:cluster/custom-resources@0.1.0\" \"query-json\" (func $query (param i32 i32)))
                 (data (i32.const 64) \"{group}\") (data (i32.const 80) \"Widget\")"
            ),
            "(i32.store (i32.const 2048) (i32.const 64)) (i32.store (i32.const 2052) (i32.const 6))
             (i32.store (i32.const 2056) (i32.const 80)) (i32.store (i32.const 2060) (i32.const 6))
             (call $query (i32.const 2048) (i32.const 3072))
             (if (i32.load8_u (i32.const 3072)) (then (unreachable)))
             (i32.const 1024)",
        )
    };
    let sandbox = sandbox();
    let policy = sdo_sandbox::Policy::parse(
        "default: { interfaces: [custom-resources], custom: [{ group: x.test, kind: Widget }], limits: { deadline_ms: 30000 } }",
    )
    .unwrap();
    let run = |bytes: Vec<u8>| {
        words(
            &sandbox
                .run(&sandbox.load("x", &bytes, &policy.grant("x")).unwrap(), view())
                .outcome,
        )
    };
    assert_eq!(run(ask("x.test")), "finished");
    assert_eq!(run(ask("y.test")), "trap unreachable");
}

#[test]
fn the_specification_is_asked_for_like_anything_else() {
    let sandbox = sandbox();
    let report = sandbox.spec(&load(&sandbox, &well_behaved()).unwrap(), view());
    assert_eq!(report.outcome, Outcome::Finished);
    assert_eq!(report.answer.unwrap().interval, 0);
    let endless = crate::fixture::component(
        "(module (memory (export \"memory\") 1)
           (func (export \"spec\") (result i32) (loop $again (br $again)) (unreachable))
           (func (export \"detect\") (result i32) (i32.const 1024)))",
    );
    assert_eq!(
        sandbox.spec(&load(&sandbox, &endless).unwrap(), view()).outcome,
        Outcome::OutOfFuel
    );
}
