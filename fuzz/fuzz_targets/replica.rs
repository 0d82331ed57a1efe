//! Any bytes as pages and events of a watch: the replica must take them in or say that it cannot, and derive what it would build anew.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sdo_model::Kind;
use sdo_snapshot::{GroupVersionKind, Replica};

const KINDS: [Kind; 4] = [Kind::Pod, Kind::Secret, Kind::EndpointSlice, Kind::Custom];

fn resource(byte: u8) -> GroupVersionKind {
    let kind = KINDS[usize::from(byte) % KINDS.len()];
    GroupVersionKind {
        group: if kind == Kind::Custom { "example.test".to_owned() } else { kind.group().to_owned() },
        version: "v1".to_owned(),
        kind: kind.name().to_owned(),
    }
}

// Lines, each with a first byte that says what becomes of it.
fuzz_target!(|bytes: &[u8]| {
    let mut replica = Replica::new("fuzz");
    for line in bytes.split(|byte| *byte == b'\n').take(200) {
        let [what, json @ ..] = line else { continue };
        let resource = resource(what >> 3);
        match (what % 8, std::str::from_utf8(json)) {
            (0, _) => replica.begin(&resource),
            (1, _) => replica.end(&resource),
            (2, _) => drop(replica.page(&resource, json)),
            (3, _) => drop(replica.snapshot(1_796_061_780)),
            (4, Ok(json)) => replica.remove(&resource, json),
            (_, Ok(json)) => replica.put(&resource, json),
            _ => {}
        }
    }
    let (snapshot, _) = replica.snapshot(1_796_061_780);
    let counted: usize = Kind::all().map(|kind| snapshot.count(kind)).sum();
    assert!(counted <= bytes.len());
    let (again, changes) = replica.snapshot(1_796_061_780);
    assert!(changes.is_empty() && again.digest() == snapshot.digest());
});
