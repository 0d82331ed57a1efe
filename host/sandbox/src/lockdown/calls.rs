//! Seccomp: the system calls that compiling needs, and the death of the process at any other.
//!
//! The list was found with `strace` over the built-in detectors, the hostile corpus and the ends a compiler can come to: no memory, no
//! stack, a panic, an abort. A call outside of it ends the child instead of failing: the compiler never makes one, so whoever does
//! is not the compiler, and gets no second try. The parent sees the signal and says so.

use libc::c_long;
use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule,
};

/// Calls that are harmless with any arguments: they concern this process and open nothing.
const FREE: &[c_long] = &[
    libc::SYS_brk,
    libc::SYS_munmap,
    libc::SYS_mremap,
    // Keys of hash maps.
    libc::SYS_getrandom,
    // Where the kernel does not answer it in user space.
    libc::SYS_clock_gettime,
    // The engine and Rust's runtime handle faults of memory, for a last word when the stack overflows.
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sigaltstack,
    // An abort and a panic name process and thread.
    libc::SYS_getpid,
    libc::SYS_gettid,
    libc::SYS_exit,
    libc::SYS_exit_group,
];

/// The low half of an argument, all that the kernel looks at where it is a descriptor, a process or a command.
const WHOLE: u64 = u32::MAX as u64;
/// The command of a futex without its flags for private memory and clocks.
const FUTEX_COMMAND: u64 = libc::FUTEX_CMD_MASK as u32 as u64;

/// Takes every other call from the calling thread.
///
/// # Errors
/// The kernel has no filters, or something above refuses them.
pub(super) fn restrict() -> Result<(), seccompiler::Error> {
    seccompiler::apply_filter(&program(std::process::id())?)
}

/// The filter for a process with this id.
fn program(process: u32) -> Result<BpfProgram, BackendError> {
    let free = FREE.iter().map(|call| (*call, Vec::new()));
    let rules = free.chain(bounded(process)?).collect();
    let machine = std::env::consts::ARCH.try_into()?;
    SeccompFilter::new(rules, SeccompAction::KillProcess, SeccompAction::Allow, machine)?.try_into()
}

/// Calls that are harmless with some arguments.
fn bounded(process: u32) -> Result<Vec<(c_long, Vec<SeccompRule>)>, BackendError> {
    let (input, output, errors) = (
        libc::STDIN_FILENO as u64,
        libc::STDOUT_FILENO as u64,
        libc::STDERR_FILENO as u64,
    );
    let (executable, anonymous) = (libc::PROT_EXEC as u64, libc::MAP_ANONYMOUS as u64);
    Ok(vec![
        // By number, so that what a careless parent left open is of no use.
        (libc::SYS_read, one_of(0, WHOLE, &[input])?),
        (libc::SYS_write, one_of(0, WHOLE, &[output, errors])?),
        // The C library's last words.
        (libc::SYS_writev, one_of(0, WHOLE, &[errors])?),
        // Memory, no files, and none that can be run: the child makes code, it runs none of it.
        (
            libc::SYS_mmap,
            vec![SeccompRule::new(vec![
                is(2, executable, 0)?,
                is(3, anonymous, anonymous)?,
            ])?],
        ),
        (libc::SYS_mprotect, one_of(2, executable, &[0])?),
        // Giving memory back; other advice takes pages from the machine, with the right capability.
        (libc::SYS_madvise, one_of(2, WHOLE, &[libc::MADV_DONTNEED as u64])?),
        // Locks and one-time set-up, without the commands that hand over priorities.
        (
            libc::SYS_futex,
            one_of(
                1,
                FUTEX_COMMAND,
                &[
                    libc::FUTEX_WAIT as u64,
                    libc::FUTEX_WAKE as u64,
                    libc::FUTEX_WAIT_BITSET as u64,
                    libc::FUTEX_WAKE_BITSET as u64,
                ],
            )?,
        ),
        // An abort signals its own thread, glibc's by the first call and musl's by the second.
        (libc::SYS_tgkill, one_of(0, WHOLE, &[process.into()])?),
        (libc::SYS_tkill, one_of(0, WHOLE, &[process.into()])?),
    ])
}

/// Rules of which one must match: the bits of `mask` in an argument are one of `values`.
fn one_of(argument: u8, mask: u64, values: &[u64]) -> Result<Vec<SeccompRule>, BackendError> {
    values
        .iter()
        .map(|value| SeccompRule::new(vec![is(argument, mask, *value)?]))
        .collect()
}

fn is(argument: u8, mask: u64, value: u64) -> Result<SeccompCondition, BackendError> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::MaskedEq(mask), value)
}

#[cfg(test)]
mod tests;
