//! Hostile things too large for a file, or made of another file.

use crate::corpus::Case;
use crate::fixture::{component, well_behaved};
use std::fmt::Write as _;

/// Name, expected end, limits, bytes.
type Entry = (&'static str, &'static str, &'static str, fn() -> Vec<u8>);

const TABLE: &[Entry] = &[
    ("H17 tiny data segments", "refused too-many", "", || {
        module(&repeat(20_000, |i| format!("(data (i32.const {i}) \"x\")")))
    }),
    ("H17 data of 60 MB", "refused too-large", "", || padded(60 << 20)),
    ("H17 data above its limit", "refused too-many", "", || {
        module(&format!("(data (i32.const 0) \"{}\")", "x".repeat(1_100_000)))
    }),
    ("H18 block chain, one function", "refused too-many", "", || {
        module(&block_chain(60_000))
    }),
    (
        "H18 block chain that keeps the compiler busy",
        "compile-limit cpu",
        "function_bytes: 4194304, compile_cpu_seconds: 1, compile_wall_seconds: 240",
        || module(&block_chain(60_000)),
    ),
    (
        "H18 the same against the clock",
        "compile-limit wall",
        "function_bytes: 4194304, compile_cpu_seconds: 60, compile_wall_seconds: 1",
        || module(&block_chain(60_000)),
    ),
    (
        "H18 more memory than the compiler may have",
        "compile-limit memory",
        "function_bytes: 4194304, compile_memory_bytes: 268435456, compile_cpu_seconds: 60, compile_wall_seconds: 240",
        || module(&stores(190_000)),
    ),
    (
        "H18 more code than may be kept",
        "compile-limit size",
        "compiled_bytes: 65536",
        || module(&repeat(3_000, |_| "(func (drop (i32.const 1)))".to_owned())),
    ),
    ("H19 functions", "refused too-many", "", || {
        module(&repeat(100_000, |_| "(func)".to_owned()))
    }),
    ("H19 globals", "refused too-many", "", || {
        module(&repeat(90_000, |_| "(global i32 (i32.const 0))".to_owned()))
    }),
    ("H19 types", "refused too-many", "", || {
        module(&repeat(30_000, |i| {
            format!("(type (func (param {})))", "i32 ".repeat(i % 9))
        }))
    }),
    ("H19 imports", "refused too-many", "", || {
        core_component(&repeat(90_000, |i| format!("(import \"m\" \"f{i}\" (func))")))
    }),
    ("H21 jump table", "refused too-many", "", || {
        module(&format!(
            "(func (param i32) (br_table {} (local.get 0)))",
            "0 ".repeat(65_000)
        ))
    }),
    ("H22 types that double", "refused too-many", "", || {
        types(16, |i| format!("(type $t{} (tuple $t{i} $t{i}))", i + 1))
    }),
    ("H22 types that nest", "refused too-many", "", || {
        types(60, |i| format!("(type $t{} (list $t{i}))", i + 1))
    }),
    ("H22 types that nest past the validator", "refused invalid", "", || {
        types(300, |i| format!("(type $t{} (list $t{i}))", i + 1))
    }),
    ("H43 machine code", "refused machine-code", "", || {
        b"\x7fELF\x02\x01\x01\0 and so on".to_vec()
    }),
    ("H43 text", "refused text-format", "", || b"  (component)".to_vec()),
    ("H43 core module", "refused core-module", "", || {
        wat::parse_str("(module)").unwrap()
    }),
    ("H45 nothing", "refused empty", "", Vec::new),
    ("H45 zip", "refused archive", "", || b"PK\x03\x04 and so on".to_vec()),
    ("H45 only the magic", "refused truncated", "", || b"\0asm".to_vec()),
    ("H45 cut in the middle", "refused truncated", "", || {
        let mut bytes = well_behaved();
        bytes.truncate(bytes.len() / 2);
        bytes
    }),
    ("H45 garbage at the end", "refused invalid", "", || {
        [well_behaved(), vec![0xff; 9]].concat()
    }),
    ("H46 custom section of 50 MB", "refused too-large", "", || {
        padded(50 << 20)
    }),
];

pub(crate) fn cases() -> Vec<Case> {
    let case = |(name, expect, limits, bytes): &Entry| Case {
        name: (*name).to_owned(),
        expect: (*expect).to_owned(),
        limits: (*limits).to_owned(),
        wasi: "none".to_owned(),
        cure: None,
        findings: None,
        bytes: bytes(),
    };
    TABLE.iter().map(case).collect()
}

fn repeat(count: usize, item: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut text, index| {
        let _ = writeln!(text, "{}", item(index));
        text
    })
}

/// A detector with `fields` in its core module.
fn module(fields: &str) -> Vec<u8> {
    component(&format!(
        "(module {fields}
           (memory (export \"memory\") 32)
           (func (export \"spec\") (result i32) (i32.const 0))
           (func (export \"detect\") (result i32) (i32.const 0)))"
    ))
}

/// A component around a core module that is never instantiated.
fn core_component(fields: &str) -> Vec<u8> {
    wat::parse_str(format!("(component (core module {fields}))")).unwrap()
}

/// A function whose blocks each jump over the next.
fn block_chain(length: usize) -> String {
    let body = repeat(length, |_| {
        "(block (br_if 0 (local.get 0)) (local.set 0 (i32.add (local.get 0) (i32.const 1))))".to_owned()
    });
    format!("(func (param i32) {body})")
}

fn stores(count: usize) -> String {
    let body = repeat(count, |i| {
        format!("(i32.store (i32.const {}) (i32.const {i}))", i % 4_096)
    });
    format!("(func {body})")
}

/// A component with a chain of types, each made by `next` of the one before.
fn types(length: usize, next: impl Fn(usize) -> String) -> Vec<u8> {
    wat::parse_str(format!("(component (type $t0 (list u8)) {})", repeat(length, next))).unwrap()
}

/// A well-behaved component with a custom section of this size at its end.
fn padded(size: usize) -> Vec<u8> {
    let mut bytes = well_behaved();
    bytes.push(0);
    let mut rest = size as u32 + 2;
    while rest >= 0x80 {
        bytes.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    bytes.push(rest as u8);
    bytes.extend([1, b'x']);
    bytes.resize(bytes.len() + size, 0);
    bytes
}
