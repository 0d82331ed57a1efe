//! From a reference of the contract to a name for people, and the fingerprint of a fault.

pub use sdo_model::finding::{Effect, Evidence, Finding, ObjectName, Related, Unknown};

use sdo_model::contract::types::ObjectRef;
use sha2::{Digest, Sha256};

/// Hex digits of a fingerprint: 64 bits, enough to tell the findings of a fleet apart.
const FINGERPRINT_DIGITS: usize = 16;

/// The name of `reference`, cleaned by `clean`.
pub(crate) fn name_of(reference: &ObjectRef, clean: impl Fn(&str) -> String) -> ObjectName {
    ObjectName {
        kind: clean(&reference.kind),
        namespace: clean(&reference.namespace),
        name: clean(&reference.name),
        group: clean(&reference.group),
    }
}

/// The fingerprint of a fault: rule, object and what tells two faults of one object apart, nothing a detector could vary.
pub(crate) fn fingerprint(rule: &str, primary: &ObjectRef, discriminator: &str) -> String {
    let parts = [
        rule,
        &primary.group,
        &primary.kind,
        &primary.namespace,
        &primary.name,
        discriminator,
    ];
    let mut hash = Sha256::new();
    for part in parts {
        // Lengths keep the parts apart: `a` + `bc` is not `ab` + `c`.
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part.as_bytes());
    }
    let digits: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    digits.chars().take(FINGERPRINT_DIGITS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn web() -> ObjectRef {
        ObjectRef {
            kind: "Service".into(),
            namespace: "demo".into(),
            name: "web".into(),
            ..ObjectRef::default()
        }
    }

    #[test]
    fn a_fingerprint_depends_on_rule_object_and_discriminator_only() {
        let print = fingerprint("rule", &web(), "http");
        assert_eq!(print.len(), FINGERPRINT_DIGITS);
        assert_eq!(print, fingerprint("rule", &ObjectRef { id: Some(7), ..web() }, "http"));
        assert_ne!(print, fingerprint("rule", &web(), ""));
        assert_ne!(
            print,
            fingerprint(
                "rul",
                &ObjectRef {
                    group: "e".into(),
                    ..web()
                },
                "http"
            )
        );
    }
}
