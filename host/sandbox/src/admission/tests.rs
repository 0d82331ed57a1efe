use super::*;

fn refusal(bytes: &[u8]) -> RefusalReason {
    inspect(bytes, &Limits::default())
        .err()
        .unwrap_or_else(|| panic!("{} bytes were let in", bytes.len()))
}

#[test]
fn tells_what_a_file_is_that_is_no_component() {
    let cases: [(&[u8], RefusalReason); 6] = [
        (b"", RefusalReason::NotWasm(FileKind::Empty)),
        (b"  (component)", RefusalReason::NotWasm(FileKind::Text)),
        (b"\x7fELF\x02\x01", RefusalReason::NotWasm(FileKind::Native)),
        (b"PK\x03\x04....", RefusalReason::NotWasm(FileKind::Archive)),
        (b"\0asm\x01\0\0\0", RefusalReason::CoreModule),
        (b"\0asm", RefusalReason::Truncated { offset: 4 }),
    ];
    for (bytes, expected) in cases {
        assert_eq!(refusal(bytes), expected);
    }
}

#[test]
fn a_file_over_its_limit_is_not_even_looked_at() {
    let limits = Limits {
        component_bytes: 4,
        ..Limits::default()
    };
    assert_eq!(
        inspect(b"\0asm\x0d\0\x01\0", &limits).err(),
        Some(RefusalReason::TooLarge { bytes: 8, limit: 4 })
    );
}

/// A component with some of everything; every change of one byte, and every cut, ends in a verdict and never in a panic.
#[test]
fn a_mutated_component_never_panics_admission() {
    let text = r#"(component
        (import "sdo:cluster/pods@0.1.0" (instance (export "count" (func (result u32)))))
        (core module $m (memory (export "memory") 1) (func (export "f") (result i32) i32.const 0) (data (i32.const 0) "hello"))
        (core instance $i (instantiate $m)))"#;
    let bytes = wat::parse_str(text).expect("a component");
    for index in 0..bytes.len() {
        let _ = inspect(&bytes[..index], &Limits::default());
        for flip in [0x01, 0x40, 0x80, 0xff] {
            let mut mutated = bytes.clone();
            mutated[index] ^= flip;
            let _ = inspect(&mutated, &Limits::default());
        }
    }
}

#[test]
fn random_bytes_behind_a_component_header_never_panic_admission() {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    for length in 0..2_000usize {
        let mut bytes = b"\0asm\x0d\0\x01\0".to_vec();
        for _ in 0..length % 97 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            bytes.push(state as u8);
        }
        let _ = inspect(&bytes, &Limits::default());
    }
}
