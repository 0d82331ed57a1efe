//! How a run can end. Every end is a value; no end is told from the words of an error.

use crate::limiter::MemoryExceeded;
use crate::refusal::RefusalReason;
use serde::Serialize;
use std::fmt;
use wasmtime::{Trap, WasmBacktrace};

/// How a detector's run, or the attempt to get it to run, ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Outcome {
    /// It answered; the findings count.
    Finished,
    /// Its instructions used the fuel up.
    OutOfFuel,
    /// It ran longer than the deadline.
    Deadline,
    /// It asked for more memory or table elements than a run may have.
    Memory {
        /// What it would have had, all memories or tables together.
        asked: u64,
        /// What it may have.
        limit: u64,
        /// What is counted: `bytes` or `table elements`.
        unit: &'static str,
    },
    /// The fuel that was left did not cover the work it asked of the host.
    HostBudget,
    /// It did what no program may do, or said itself that it is broken.
    Trap {
        /// What it did.
        kind: TrapKind,
    },
    /// What it returned is no list of findings, or more than one call may carry.
    BadOutput,
    /// It was not let in.
    Refused {
        /// Why not.
        why: RefusalReason,
    },
    /// Compiling it took more than it may.
    CompileLimit {
        /// Which limit.
        limit: CompileLimit,
    },
}

/// What a guest did to be stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum TrapKind {
    /// It ran into `unreachable`: a panic or an abort of its own.
    Unreachable,
    /// Calls nested too deep.
    StackOverflow,
    /// It read or wrote outside of its memory.
    MemoryOutOfBounds,
    /// It called through a table entry that is missing, empty or of another type.
    BadIndirectCall,
    /// It divided by zero, overflowed a division or converted a number that does not fit.
    Arithmetic,
    /// It broke the rules between component and host: a malformed argument, a pointer outside of memory, invalid text, a handle
    /// that is not its own, or more in one call than `hostcall_bytes`. wasmtime gives none of these a type of its own, and no
    /// outcome is read out of an error's text.
    ComponentRules,
    /// It held as many handles as `handles` allows and asked for one more.
    TooManyHandles,
    /// It exited.
    Exit,
    /// It asked inert WASI for something that has no inert answer.
    Wasi,
    /// A host function panicked. A fault of the host, contained.
    HostPanic,
    /// A memory slot, mapping or another thing of the host was not to be had.
    Host,
    /// Another trap of WebAssembly.
    Other,
}

/// What compiling took too much of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CompileLimit {
    /// CPU time.
    Cpu {
        /// The limit in seconds.
        seconds: u64,
    },
    /// Wall time.
    Wall {
        /// The limit in seconds.
        seconds: u64,
    },
    /// Address space of the compiling child.
    Memory {
        /// The limit in bytes.
        bytes: u64,
    },
    /// Size of the compiled code.
    Size {
        /// The limit in bytes.
        bytes: u64,
    },
    /// The system calls that compiling needs: the child made another one. An object in JSON, like the others.
    Lockdown {},
}

impl Outcome {
    /// The stable word for this outcome, as in JSON output and metrics.
    pub fn code(&self) -> &'static str {
        match self {
            Outcome::Finished => "finished",
            Outcome::OutOfFuel => "out-of-fuel",
            Outcome::Deadline => "deadline",
            Outcome::Memory { .. } => "memory",
            Outcome::HostBudget => "host-budget",
            Outcome::Trap { .. } => "trap",
            Outcome::BadOutput => "bad-output",
            Outcome::Refused { .. } => "refused",
            Outcome::CompileLimit { .. } => "compile-limit",
        }
    }

    /// Whether the findings count.
    pub fn is_finished(&self) -> bool {
        matches!(self, Outcome::Finished)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Finished => formatter.write_str("finished"),
            Outcome::OutOfFuel => formatter.write_str("used its fuel up"),
            Outcome::Deadline => formatter.write_str("ran past its deadline"),
            Outcome::Memory { asked, limit, unit } => write!(formatter, "asked for {asked} {unit}, limit {limit}"),
            Outcome::HostBudget => formatter.write_str("asked more work of the host than its fuel covers"),
            Outcome::Trap { kind } => write!(formatter, "was stopped: {}", kind.describe()),
            Outcome::BadOutput => {
                formatter.write_str("returned something that is not a list of findings, or too large a list")
            }
            Outcome::Refused { why } => write!(formatter, "was refused: {why}"),
            Outcome::CompileLimit { limit } => write!(formatter, "could not be compiled within {limit}"),
        }
    }
}

impl fmt::Display for CompileLimit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CompileLimit::Cpu { seconds } => write!(formatter, "{seconds} s of CPU time"),
            CompileLimit::Wall { seconds } => write!(formatter, "{seconds} s"),
            CompileLimit::Memory { bytes } => write!(formatter, "{bytes} bytes of memory"),
            CompileLimit::Size { bytes } => write!(formatter, "{bytes} bytes of compiled code"),
            CompileLimit::Lockdown {} => formatter.write_str(
                "the lockdown of the compiler: it made a system call that compiling never needs, and the kernel ended it; \
                 the kernel's log says which (audit type 1326)",
            ),
        }
    }
}

impl TrapKind {
    /// The kind in words, as the end of "it ...".
    pub fn describe(self) -> &'static str {
        match self {
            TrapKind::Unreachable => "it panicked or aborted",
            TrapKind::StackOverflow => "its calls nest too deep",
            TrapKind::MemoryOutOfBounds => "it left its memory",
            TrapKind::BadIndirectCall => "it called a function that is not there",
            TrapKind::Arithmetic => "it divided by zero or overflowed",
            TrapKind::ComponentRules => {
                "it broke the rules between component and host, or one call carried more than limit hostcall_bytes"
            }
            TrapKind::TooManyHandles => "it held more handles than limit handles",
            TrapKind::Exit => "it exited",
            TrapKind::Wasi => "it asked WASI for more than an inert answer",
            TrapKind::HostPanic => "a host function panicked",
            TrapKind::Host => "the host could not start it",
            TrapKind::Other => "it trapped",
        }
    }
}

/// Ends a run from inside a host function. The glue returns it as the error of the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum HostStop {
    /// The fuel does not cover the work.
    #[error("the fuel left does not cover this call")]
    Budget,
    /// The host function panicked.
    #[error("a host function panicked")]
    Panicked,
    /// The guest exited.
    #[error("the component exited")]
    Exit,
    /// Inert WASI has no answer.
    #[error("inert WASI has no answer for this call")]
    Wasi,
}

/// Where in a run an error came up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Instances are made; start functions run.
    Instantiate,
    /// An export is called.
    Call,
}

/// The typed end behind an error of wasmtime. `handles_full` says whether the run's store takes no further handle.
pub(crate) fn classify(error: &wasmtime::Error, phase: Phase, handles_full: impl FnOnce() -> bool) -> Outcome {
    if let Some(MemoryExceeded { asked, limit, unit }) = error.downcast_ref() {
        return Outcome::Memory {
            asked: *asked,
            limit: *limit,
            unit,
        };
    }
    if let Some(stop) = error.downcast_ref::<HostStop>() {
        return host_stop(*stop);
    }
    if let Some(trap) = error.downcast_ref::<Trap>() {
        return from_trap(*trap);
    }
    // Errors of wasmtime without a public type. With guest frames on the stack the guest did something; without, it is the
    // answer that could not be read, or the instance that could not be made.
    let in_guest = error.downcast_ref::<WasmBacktrace>().is_some();
    match phase {
        _ if in_guest => Outcome::Trap {
            kind: broken_rule(handles_full),
        },
        Phase::Call => Outcome::BadOutput,
        Phase::Instantiate => Outcome::Trap { kind: TrapKind::Host },
    }
}

/// Which of wasmtime's untyped errors a guest ran into.
///
/// A full handle table is asked of the store, not of the error. That it was full when something else went wrong is possible, and
/// still the limit to look at.
fn broken_rule(handles_full: impl FnOnce() -> bool) -> TrapKind {
    if handles_full() {
        TrapKind::TooManyHandles
    } else {
        TrapKind::ComponentRules
    }
}

fn host_stop(stop: HostStop) -> Outcome {
    let kind = match stop {
        HostStop::Budget => return Outcome::HostBudget,
        HostStop::Panicked => TrapKind::HostPanic,
        HostStop::Exit => TrapKind::Exit,
        HostStop::Wasi => TrapKind::Wasi,
    };
    Outcome::Trap { kind }
}

fn from_trap(trap: Trap) -> Outcome {
    let kind = match trap {
        Trap::OutOfFuel => return Outcome::OutOfFuel,
        Trap::Interrupt => return Outcome::Deadline,
        Trap::UnreachableCodeReached => TrapKind::Unreachable,
        Trap::StackOverflow => TrapKind::StackOverflow,
        Trap::MemoryOutOfBounds | Trap::HeapMisaligned => TrapKind::MemoryOutOfBounds,
        Trap::TableOutOfBounds | Trap::IndirectCallToNull | Trap::BadSignature | Trap::NullReference => {
            TrapKind::BadIndirectCall
        }
        Trap::IntegerOverflow | Trap::IntegerDivisionByZero | Trap::BadConversionToInteger => TrapKind::Arithmetic,
        Trap::CannotEnterComponent
        | Trap::CannotLeaveComponent
        | Trap::InvalidChar
        | Trap::StringOutOfBounds
        | Trap::ListOutOfBounds
        | Trap::InvalidDiscriminant
        | Trap::UnalignedPointer => TrapKind::ComponentRules,
        _ => TrapKind::Other,
    };
    Outcome::Trap { kind }
}
