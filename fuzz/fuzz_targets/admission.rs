//! Any bytes as a component: admission must end, typed, and say why in plain characters.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sdo_sandbox::{Limits, admission};

fuzz_target!(|bytes: &[u8]| {
    match admission::inspect(bytes, &Limits::default()) {
        Ok(admitted) => assert_eq!(admitted.size, bytes.len() as u64),
        Err(refusal) => {
            assert!(!refusal.code().is_empty());
            assert!(refusal.to_string().chars().all(|character| !character.is_control()));
        }
    }
});
