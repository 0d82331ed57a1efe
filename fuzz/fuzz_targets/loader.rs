//! Any bytes as a dump: the loader must end, typed, within its limits, and hand over nothing but JSON.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sdo_model::State;
use sdo_snapshot::load::{ClockSource, DocumentError, Ingested, Input, Limits, Options, Origin, Sink, VersionOf, load};

/// Small enough that passing one takes milliseconds, so that a slow input is a finding.
const LIMITS: Limits = Limits {
    total_bytes: 1 << 20,
    member_bytes: 256 << 10,
    members: 64,
    ratio: 100,
    ratio_from_bytes: 64 << 10,
    depth: 32,
    alias_bytes: 4 << 10,
    broken_documents: 10,
    folder_depth: 4,
    problems: 16,
};

/// Text can grow when it becomes JSON: control characters take six bytes, replaced bytes three.
const GROWTH: usize = 20;

/// Checks what comes in, then hands it to a real builder.
struct Checked {
    builder: sdo_snapshot::Builder,
    bytes: usize,
    problems: usize,
}

impl Sink for Checked {
    fn document(&mut self, json: &[u8], origin: &Origin<'_>) -> Result<Ingested, DocumentError> {
        self.bytes += json.len();
        assert!(origin.line >= 1);
        self.builder.document(json, origin)
    }

    fn covered(&mut self, kind: &str, namespace: Option<&str>, state: State, reason: &str) {
        assert!(state != State::Complete || reason.is_empty());
        self.builder.covered(kind, namespace, state, reason);
    }

    fn clock(&mut self, source: ClockSource, unix_seconds: i64) {
        assert_ne!(source, ClockSource::NewestObject);
        self.builder.clock(source, unix_seconds);
    }

    fn version(&mut self, of: VersionOf, version: &str) {
        self.builder.version(of, version);
    }

    fn problem(&mut self, path: &str, what: String) {
        self.problems += 1;
        self.builder.problem(path, what);
    }
}

fuzz_target!(|bytes: &[u8]| {
    let mut sink = Checked {
        builder: sdo_snapshot::Builder::new("fuzz"),
        bytes: 0,
        problems: 0,
    };
    let input = Input::Stream {
        name: "fuzz".to_owned(),
        reader: Box::new(std::io::Cursor::new(bytes.to_vec())),
    };
    let outcome = load(
        vec![input],
        &mut sink,
        &Options {
            limits: LIMITS,
            on_progress: None,
        },
    );
    assert!(sink.bytes <= GROWTH * LIMITS.total_bytes as usize);
    assert!(sink.problems <= LIMITS.problems + 1);
    if let Err(error) = &outcome {
        assert!(!error.to_string().is_empty());
    }
    let _ = sink.builder.finish().digest();
});
