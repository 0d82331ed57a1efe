//! Which lease, and who stands for it.

use crate::random;
use std::fmt;
use std::fs;
use std::process;

/// Bytes of an identity: Kubernetes takes as many for the instance that reports an Event.
const MAX_IDENTITY: usize = 128;

/// A Lease object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaseName {
    /// Its namespace.
    pub namespace: String,
    /// Its name.
    pub name: String,
}

/// `Lease sdo/leader`.
impl fmt::Display for LeaseName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Lease {}/{}", self.namespace, self.name)
    }
}

/// Who stands for a lease. No two processes have the same, nor one process before and after a restart: who reads its own name in a
/// lease wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity(String);

impl Identity {
    /// Of a pod, by its name and uid.
    pub fn of_pod(name: &str, uid: &str) -> Self {
        Self::unique(&[name, uid])
    }

    /// Of a process on a machine.
    pub fn of_process() -> Self {
        let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
        Self::unique(&[host.trim(), &process::id().to_string()])
    }

    /// As it stands in the lease.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Words for people to the left, what makes it unique to the right.
    fn unique(words: &[&str]) -> Self {
        let random = format!("{:016x}", random::bits());
        let plain = |character: &char| character.is_ascii_alphanumeric() || matches!(character, '-' | '.');
        let known = words.iter().filter(|word| !word.is_empty());
        let words: Vec<String> = known.map(|word| word.chars().filter(plain).collect()).collect();
        let mut text = words.join("_");
        text.truncate(MAX_IDENTITY - random.len() - 1);
        Self(format!("{text}_{random}"))
    }
}

impl fmt::Display for Identity {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_restarted_process_is_another_candidate() {
        let (first, second) = (Identity::of_pod("sdo-0", "6f1c"), Identity::of_pod("sdo-0", "6f1c"));
        assert_ne!(first, second);
        assert!(first.as_str().starts_with("sdo-0_6f1c_"));
        assert_ne!(Identity::of_process(), Identity::of_process());
    }

    #[test]
    fn an_identity_is_short_and_plain_whatever_the_pod_is_called() {
        let identity = Identity::of_pod(&"é\u{1b}x".repeat(200), "");
        assert!(identity.as_str().len() <= MAX_IDENTITY && identity.as_str().is_ascii());
    }
}
