//! What the compiling child gives up before it reads a component: files, network, programs, other processes.
//!
//! A bug in the compiler may hand the child to whoever wrote the component. What is left then is a process that can compute, read
//! standard input, write standard output and end: it finds no token, no socket and no other process.

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod calls;
#[cfg(target_os = "linux")]
mod files;

use serde::Serialize;
use std::fmt;

/// What the kernel holds a compiling child to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Lockdown {
    /// No file, no TCP, no signal and no abstract socket of another process.
    pub landlock: Landlock,
    /// Whether the child ends at the first system call that compiling does not need.
    pub seccomp: bool,
}

/// How much of Landlock is in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Landlock {
    /// Everything that is asked: Linux 6.12 and later.
    Full,
    /// Files, and of the rest what an older kernel knows: Linux 5.13 and later.
    Partial,
    /// Nothing: the kernel has none, it is turned off, or a container's own filter refuses it.
    Missing,
}

/// Takes from the calling thread, and every thread and process it starts, what [`Lockdown`] describes; there is no way back. Call it
/// while the process has one thread.
///
/// What the kernel does not have is left out, and the answer says so.
pub fn apply() -> Lockdown {
    // In this order: the system calls of Landlock are not among those that are left.
    Lockdown {
        landlock: restrict_files(),
        seccomp: restrict_calls(),
    }
}

impl Lockdown {
    /// Whether nothing is missing.
    pub fn is_whole(self) -> bool {
        self == state(Landlock::Full, true)
    }

    /// Says in the log what holds the children of this process.
    pub(crate) fn log(self) {
        match self.seccomp {
            true => tracing::info!(lockdown = %self, "components are compiled in a child without privileges"),
            false => tracing::warn!(
                lockdown = %self,
                "components are compiled in a child that may make any system call: this kernel, or the container around this process, \
                 takes no filter of system calls"
            ),
        }
    }

    /// The first byte of a child's answer. No text begins with it, so that another program's output is not taken for it.
    pub(crate) fn to_byte(self) -> u8 {
        MARK | u8::from(self.seccomp) << 2 | self.landlock as u8
    }

    /// `None` for what no child of this build sends.
    pub(crate) fn from_byte(byte: u8) -> Option<Self> {
        ALL.into_iter().find(|lockdown| lockdown.to_byte() == byte)
    }
}

impl fmt::Display for Lockdown {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let landlock = match self.landlock {
            Landlock::Full => "full",
            Landlock::Partial => "partial",
            Landlock::Missing => "missing",
        };
        let seccomp = if self.seccomp { "on" } else { "missing" };
        write!(formatter, "landlock {landlock}, seccomp {seccomp}")
    }
}

/// A byte that continues a character in UTF-8 and begins none.
const MARK: u8 = 0x80;

/// Every state, the best first.
const ALL: [Lockdown; 6] = [
    state(Landlock::Full, true),
    state(Landlock::Partial, true),
    state(Landlock::Missing, true),
    state(Landlock::Full, false),
    state(Landlock::Partial, false),
    state(Landlock::Missing, false),
];

const fn state(landlock: Landlock, seccomp: bool) -> Lockdown {
    Lockdown { landlock, seccomp }
}

#[cfg(target_os = "linux")]
fn restrict_files() -> Landlock {
    files::restrict()
}

#[cfg(not(target_os = "linux"))]
fn restrict_files() -> Landlock {
    Landlock::Missing
}

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
fn restrict_calls() -> bool {
    calls::restrict().is_ok()
}

#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
fn restrict_calls() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_survives_the_wire_and_no_text_is_one() {
        for lockdown in ALL {
            assert_eq!(Lockdown::from_byte(lockdown.to_byte()), Some(lockdown));
        }
        assert!((0..0x80).all(|byte| Lockdown::from_byte(byte).is_none()));
    }

    #[test]
    fn only_the_best_state_is_whole() {
        assert_eq!(ALL.map(Lockdown::is_whole), [true, false, false, false, false, false]);
        assert_eq!(ALL[0].to_string(), "landlock full, seccomp on");
        assert_eq!(ALL[5].to_string(), "landlock missing, seccomp missing");
    }
}
