//! The filter itself, run as the kernel runs it: over every number of a call. Whether the kernel does so is for `tests/lockdown.rs`.

use super::*;
use seccompiler::sock_filter;
use std::collections::BTreeSet;

/// The process of the filter under test.
const PROCESS: u32 = 4_711;
/// Past the last call of any kernel.
const MOST_CALLS: c_long = 1_024;
/// Marks a call of the x32 ABI, the other set of numbers of the same machine.
const X32: c_long = 0x4000_0000;
/// How the kernel names this machine in a filter, and another one.
const MACHINES: [u32; 2] = match cfg!(target_arch = "x86_64") {
    true => [0xc000_003e, 0xc000_00b7],
    false => [0xc000_00b7, 0xc000_003e],
};

const ALLOW: u32 = 0x7fff_0000;
const KILL_PROCESS: u32 = 0x8000_0000;

/// What the kernel does with a call.
fn verdict(program: &[sock_filter], machine: u32, call: c_long, arguments: [u64; 6]) -> u32 {
    // Call, machine, instruction pointer, arguments: what a filter may look at.
    let mut words = vec![call as u32, machine, 0, 0];
    words.extend(
        arguments
            .iter()
            .flat_map(|argument| [*argument as u32, (*argument >> 32) as u32]),
    );
    let (mut accumulator, mut next) = (0, 0);
    loop {
        let sock_filter { code, jt, jf, k } = program[next];
        let jump = |taken: bool| usize::from(if taken { jt } else { jf });
        next += 1;
        match code {
            0x20 => accumulator = words[k as usize / 4],
            0x54 => accumulator &= k,
            0x05 => next += k as usize,
            0x15 => next += jump(accumulator == k),
            0x25 => next += jump(accumulator > k),
            0x35 => next += jump(accumulator >= k),
            0x06 => return k,
            other => panic!("instruction {other:#x}"),
        }
    }
}

fn is_allowed(call: c_long, arguments: [u64; 6]) -> bool {
    match verdict(&program(PROCESS).unwrap(), MACHINES[0], call, arguments) {
        ALLOW => true,
        KILL_PROCESS => false,
        other => panic!("action {other:#x}"),
    }
}

#[test]
fn every_call_but_those_of_the_list_kills_whatever_its_arguments() {
    let program = program(PROCESS).unwrap();
    let values = [0, 1, 2, 3, 4, 0x22, PROCESS.into(), u64::from(u32::MAX), u64::MAX];
    let survives = |call: &c_long| {
        values
            .iter()
            .any(|value| verdict(&program, MACHINES[0], *call, [*value; 6]) != KILL_PROCESS)
    };
    let left: BTreeSet<c_long> = (0..MOST_CALLS).chain(X32..X32 + MOST_CALLS).filter(survives).collect();
    let bounded = [
        libc::SYS_read,
        libc::SYS_write,
        libc::SYS_writev,
        libc::SYS_mmap,
        libc::SYS_mprotect,
        libc::SYS_madvise,
        libc::SYS_futex,
        libc::SYS_tgkill,
        libc::SYS_tkill,
    ];
    assert_eq!(left, FREE.iter().chain(&bounded).copied().collect());
}

#[test]
fn nothing_that_reaches_files_network_programs_or_processes_is_on_the_list() {
    let dangerous = [
        libc::SYS_socket,
        libc::SYS_socketpair,
        libc::SYS_connect,
        libc::SYS_bind,
        libc::SYS_accept4,
        libc::SYS_sendmsg,
        libc::SYS_recvmsg,
        libc::SYS_openat,
        libc::SYS_openat2,
        libc::SYS_open_by_handle_at,
        libc::SYS_name_to_handle_at,
        libc::SYS_memfd_create,
        libc::SYS_unlinkat,
        libc::SYS_pread64,
        libc::SYS_pwrite64,
        libc::SYS_sendfile,
        libc::SYS_splice,
        libc::SYS_dup,
        libc::SYS_fcntl,
        libc::SYS_ioctl,
        libc::SYS_execve,
        libc::SYS_execveat,
        libc::SYS_clone,
        libc::SYS_clone3,
        libc::SYS_kill,
        libc::SYS_rt_sigqueueinfo,
        libc::SYS_rt_tgsigqueueinfo,
        libc::SYS_ptrace,
        libc::SYS_process_vm_readv,
        libc::SYS_process_vm_writev,
        libc::SYS_process_madvise,
        libc::SYS_pidfd_open,
        libc::SYS_pidfd_getfd,
        libc::SYS_pidfd_send_signal,
        libc::SYS_kcmp,
        libc::SYS_bpf,
        libc::SYS_perf_event_open,
        libc::SYS_userfaultfd,
        libc::SYS_io_uring_setup,
        libc::SYS_io_uring_enter,
        libc::SYS_io_uring_register,
        libc::SYS_io_setup,
        libc::SYS_io_submit,
        libc::SYS_mount,
        libc::SYS_move_mount,
        libc::SYS_fsopen,
        libc::SYS_open_tree,
        libc::SYS_umount2,
        libc::SYS_pivot_root,
        libc::SYS_chroot,
        libc::SYS_setns,
        libc::SYS_unshare,
        libc::SYS_prctl,
        libc::SYS_prlimit64,
        libc::SYS_seccomp,
        libc::SYS_setuid,
        libc::SYS_capset,
        libc::SYS_keyctl,
        libc::SYS_add_key,
        libc::SYS_init_module,
        libc::SYS_kexec_load,
        libc::SYS_reboot,
    ];
    for call in dangerous {
        for value in [0, 1, u64::from(PROCESS), u64::MAX] {
            assert!(!is_allowed(call, [value; 6]), "call {call} with {value}");
        }
    }
}

#[test]
fn arguments_decide_where_a_call_could_do_more_than_compiling_needs() {
    let (read_write, run) = ((libc::PROT_READ | libc::PROT_WRITE) as u64, libc::PROT_EXEC as u64);
    let (private, nameless) = (libc::MAP_PRIVATE as u64, libc::MAP_ANONYMOUS as u64);
    let (own, other) = (u64::from(PROCESS), u64::from(PROCESS) + 1);
    let no_file = u64::MAX;
    let table = [
        (libc::SYS_read, [0, 0, 8, 0, 0, 0], true),
        (libc::SYS_read, [1, 0, 8, 0, 0, 0], false),
        (libc::SYS_read, [7, 0, 8, 0, 0, 0], false),
        (libc::SYS_write, [1, 0, 8, 0, 0, 0], true),
        (libc::SYS_write, [2, 0, 8, 0, 0, 0], true),
        (libc::SYS_write, [3, 0, 8, 0, 0, 0], false),
        (libc::SYS_writev, [2, 0, 1, 0, 0, 0], true),
        (libc::SYS_writev, [1, 0, 1, 0, 0, 0], false),
        (
            libc::SYS_mmap,
            [0, 4096, read_write, private | nameless, no_file, 0],
            true,
        ),
        (libc::SYS_mmap, [0, 4096, read_write, private, 0, 0], false),
        (
            libc::SYS_mmap,
            [0, 4096, read_write | run, private | nameless, no_file, 0],
            false,
        ),
        (libc::SYS_mprotect, [0, 4096, read_write, 0, 0, 0], true),
        (libc::SYS_mprotect, [0, 4096, run, 0, 0, 0], false),
        (libc::SYS_madvise, [0, 4096, libc::MADV_DONTNEED as u64, 0, 0, 0], true),
        (libc::SYS_madvise, [0, 4096, libc::MADV_HWPOISON as u64, 0, 0, 0], false),
        (
            libc::SYS_futex,
            [0, (libc::FUTEX_WAKE | libc::FUTEX_PRIVATE_FLAG) as u64, 1, 0, 0, 0],
            true,
        ),
        (libc::SYS_futex, [0, libc::FUTEX_LOCK_PI as u64, 1, 0, 0, 0], false),
        (
            libc::SYS_futex,
            [0, libc::FUTEX_CMP_REQUEUE_PI as u64, 1, 0, 0, 0],
            false,
        ),
        (libc::SYS_tgkill, [own, own, 6, 0, 0, 0], true),
        (libc::SYS_tgkill, [other, other, 6, 0, 0, 0], false),
        (libc::SYS_tkill, [other, 9, 0, 0, 0, 0], false),
    ];
    for (call, arguments, expected) in table {
        assert_eq!(is_allowed(call, arguments), expected, "call {call} with {arguments:?}");
    }
}

/// A process can make calls by another machine's numbers, where 32-bit programs run.
#[test]
fn a_call_by_the_numbers_of_another_machine_kills() {
    let program = program(PROCESS).unwrap();
    for call in 0..MOST_CALLS {
        assert_eq!(
            verdict(&program, MACHINES[1], call, [0; 6]),
            KILL_PROCESS,
            "call {call}"
        );
    }
}
