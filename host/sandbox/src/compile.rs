//! Compiles components in a child process that may be killed: a small file can keep a compiler busy for a minute, and wasmtime
//! does not count that as a fault of its own. The child starts with nothing but three pipes and gives up what is left of its
//! privileges ([`lockdown`](crate::lockdown)) before it reads the component.

use crate::engine::Optimisation;
use crate::limits::Limits;
use crate::lockdown::Lockdown;
use crate::log::plain;
use crate::outcome::CompileLimit;
use crate::wire::{Request, Status};
use std::ffi::OsString;
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Signals by which the kernel, or the child itself, ends a child.
mod signal {
    /// An allocation failed, the stack overflowed, or a panic came up in a panic.
    pub(super) const ABORT: i32 = 6;
    /// Not from us, who reap what we kill: the kernel's out-of-memory killer.
    pub(super) const KILL: i32 = 9;
    /// The CPU limit.
    pub(super) const CPU: i32 = 24;
    /// The filter of system calls.
    pub(super) const SYSTEM_CALL: i32 = 31;
}

/// Bytes kept of the child's own words.
const MAX_MESSAGE: usize = 500;
/// Bytes read of the child's standard error; its last words are one or two lines.
const MAX_LAST_WORDS: u64 = 4 << 10;
/// How Rust's runtime, in our own child, begins the line in which it gives up on an allocation.
const ALLOCATION_FAILED: &str = "memory allocation of ";
/// Bytes of an answer before its payload: lockdown and status.
const ANSWER_HEAD: u64 = 2;
/// How a child ended that did not say what it gave up.
const NO_ANSWER: &str = "ended before it said what it gave up";
/// Between two looks at a child that has answered and should be gone.
const EXIT_POLL: Duration = Duration::from_millis(1);

/// The program that compiles: any that calls [`compile_child::main`](crate::compile_child::main).
#[derive(Clone, Debug)]
pub struct Compiler {
    /// The program, e.g. the running `sdo` itself, by its absolute path: the child starts in `/`.
    pub program: PathBuf,
    /// Arguments that lead it to `compile_child::main`.
    pub args: Vec<OsString>,
}

/// Why there is no compiled code.
#[derive(Debug, thiserror::Error)]
pub enum CompileError {
    /// A limit ended it.
    #[error("could not be compiled within {0}")]
    Limit(CompileLimit),
    /// The compiler did not accept the component, or died of it.
    #[error("cannot be compiled: {0}")]
    Refused(String),
    /// The child could not be run; no fault of the component.
    #[error("run the compiler {}", program.display())]
    Child {
        /// The program.
        program: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The child ended before it said what it gave up, so it had not read a byte of the component; no fault of the component.
    #[error("run the compiler {}: it {end}; it must be a program of this build that calls compile_child::main", program.display())]
    Silent {
        /// The program.
        program: PathBuf,
        /// How it ended, as the end of "it ...".
        end: String,
    },
}

/// What came of compiling a component.
pub(crate) struct Compilation {
    /// What the child had given up; `None` when it was ended on time or did not get that far.
    pub(crate) lockdown: Option<Lockdown>,
    pub(crate) code: Result<Code, CompileError>,
}

/// Compiled code that came from our own child or from an authenticated cache entry; nothing else makes one.
pub(crate) struct Code(pub(super) Vec<u8>);

/// What a child said and how it ended.
struct Answer {
    /// Its first byte; `None` when there is none or it means nothing.
    lockdown: Option<Lockdown>,
    /// Everything from standard output.
    bytes: Vec<u8>,
    status: ExitStatus,
    /// The last of standard error.
    words: String,
}

impl Compiler {
    /// The running program with `args`.
    ///
    /// # Errors
    /// The system does not say where the program is.
    pub fn this_program(args: impl IntoIterator<Item = OsString>) -> std::io::Result<Self> {
        Ok(Self {
            program: std::env::current_exe()?,
            args: args.into_iter().collect(),
        })
    }

    /// What a child gives up on this machine before it reads a component. Starts one to ask it, which takes some milliseconds.
    ///
    /// # Errors
    /// The child cannot be run, or is not of this build.
    pub fn lockdown(&self) -> Result<Lockdown, CompileError> {
        let limits = Limits::default();
        let request = Request::new(Optimisation::None, &limits).without_component();
        let answer = self.ask(request, &[], &limits)?;
        match (answer.lockdown, answer.status.signal()) {
            (Some(lockdown), None) => Ok(lockdown),
            (_, Some(signal)) => Err(self.silent(&format!("died of signal {signal}"), &answer.words)),
            (None, None) => Err(self.silent(NO_ANSWER, &answer.words)),
        }
    }

    /// Compiles `component` within `limits`.
    pub(crate) fn compile(&self, component: &[u8], optimisation: Optimisation, limits: &Limits) -> Compilation {
        match self.ask(Request::new(optimisation, limits), component, limits) {
            Ok(answer) => Compilation {
                lockdown: answer.lockdown,
                code: self.judge(answer, limits),
            },
            Err(error) => Compilation {
                lockdown: None,
                code: Err(error),
            },
        }
    }

    /// Starts a child, sends it everything and waits for its end.
    fn ask(&self, request: Request, component: &[u8], limits: &Limits) -> Result<Answer, CompileError> {
        let failed = |source| CompileError::Child {
            program: self.program.clone(),
            source,
        };
        let mut child = self.spawn().map_err(failed)?;
        let wall = Duration::from_secs(limits.compile_wall_seconds);
        let until = Instant::now() + wall;
        let bytes = converse(&mut child, &request.encode(), component, limits, wall);
        let status = finish(&mut child, until).map_err(failed)?;
        let (Some(bytes), Some(status)) = (bytes, status) else {
            return Err(CompileError::Limit(CompileLimit::Wall {
                seconds: limits.compile_wall_seconds,
            }));
        };
        Ok(Answer {
            lockdown: bytes.first().copied().and_then(Lockdown::from_byte),
            bytes,
            status,
            words: last_words(&mut child),
        })
    }

    /// The child gets no environment: it needs none, and a secret in ours is none of its business. Nor does it keep a folder alive.
    fn spawn(&self) -> std::io::Result<Child> {
        Command::new(&self.program)
            .args(&self.args)
            .env_clear()
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
    }

    fn judge(&self, answer: Answer, limits: &Limits) -> Result<Code, CompileError> {
        // A child that is cut off while it writes too much dies of the closed pipe.
        if answer.bytes.len() as u64 > limits.compiled_bytes + ANSWER_HEAD {
            return Err(CompileError::Limit(CompileLimit::Size {
                bytes: limits.compiled_bytes,
            }));
        }
        match (answer.status.signal(), answer.lockdown) {
            (Some(signal), lockdown) => Err(self.death(signal, lockdown, &answer.words, limits)),
            (None, Some(_)) => read(answer, limits),
            (None, None) => Err(self.silent(NO_ANSWER, &answer.words)),
        }
    }

    /// Why a child died. An abort counts as memory only when the child said so: a stack that overflows aborts too.
    fn death(&self, signal: i32, lockdown: Option<Lockdown>, words: &str, limits: &Limits) -> CompileError {
        let out_of_memory = words.lines().any(|line| line.starts_with(ALLOCATION_FAILED));
        match (signal, lockdown) {
            (signal::CPU, _) => CompileError::Limit(CompileLimit::Cpu {
                seconds: limits.compile_cpu_seconds,
            }),
            (signal::KILL, _) => out_of(limits),
            (signal::ABORT, _) if out_of_memory => out_of(limits),
            (signal::SYSTEM_CALL, Some(Lockdown { seccomp: true, .. })) => {
                CompileError::Limit(CompileLimit::Lockdown {})
            }
            (other, Some(_)) => CompileError::Refused(with(&format!("the compiler died of signal {other}"), words)),
            (other, None) => self.silent(&format!("died of signal {other}"), words),
        }
    }

    fn silent(&self, end: &str, words: &str) -> CompileError {
        CompileError::Silent {
            program: self.program.clone(),
            end: with(end, words),
        }
    }
}

/// Sends the component and reads the answer; `None` when the time is over.
fn converse(child: &mut Child, head: &[u8], component: &[u8], limits: &Limits, wall: Duration) -> Option<Vec<u8>> {
    let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
    // One more byte tells an answer that is too large.
    let max = limits.compiled_bytes + ANSWER_HEAD + 1;
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // A child that died early closes the pipe; its exit status says why.
            let Some(mut stdin) = stdin else { return };
            let _ = stdin.write_all(head).and_then(|()| stdin.write_all(component));
        });
        let (send, receive) = channel();
        scope.spawn(move || {
            let mut answer = Vec::new();
            if let Some(stdout) = stdout {
                // What was read before an error is still judged together with the exit status.
                let _ = stdout.take(max).read_to_end(&mut answer);
            }
            let _ = send.send(answer);
        });
        match receive.recv_timeout(wall) {
            Ok(answer) => Some(answer),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                // The pipes close with the child, so both threads end.
                let _ = child.kill();
                None
            }
        }
    })
}

/// Waits for the child, and kills it when it does not leave in time; `None` then.
fn finish(child: &mut Child, until: Instant) -> std::io::Result<Option<ExitStatus>> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if Instant::now() >= until {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(EXIT_POLL);
    }
}

/// What a child that is gone had written to standard error. Read only now: the pipe holds more than a runtime's last words, and a
/// child that fills it waits until its time is over.
fn last_words(child: &mut Child) -> String {
    let mut words = Vec::new();
    if let Some(stderr) = child.stderr.take() {
        // What was read before an error is good enough.
        let _ = stderr.take(MAX_LAST_WORDS).read_to_end(&mut words);
    }
    String::from_utf8_lossy(&words).into_owned()
}

fn read(answer: Answer, limits: &Limits) -> Result<Code, CompileError> {
    let Answer { mut bytes, words, .. } = answer;
    let payload = bytes.get(ANSWER_HEAD as usize..).unwrap_or_default();
    match bytes.get(1).copied() {
        Some(status) if status == Status::Compiled as u8 => {
            bytes.drain(..ANSWER_HEAD as usize);
            Ok(Code(bytes))
        }
        Some(status) if status == Status::Refused as u8 => Err(CompileError::Refused(plain(
            &String::from_utf8_lossy(payload),
            MAX_MESSAGE,
        ))),
        Some(status) if status == Status::OutOfMemory as u8 => Err(out_of(limits)),
        _ => Err(CompileError::Refused(with(
            "the compiler ended without an answer",
            &words,
        ))),
    }
}

fn out_of(limits: &Limits) -> CompileError {
    CompileError::Limit(CompileLimit::Memory {
        bytes: limits.compile_memory_bytes,
    })
}

/// `what`, and the child's last words if it had any.
fn with(what: &str, words: &str) -> String {
    match words.trim() {
        "" => what.to_owned(),
        words => format!("{what}: {}", plain(words, MAX_MESSAGE)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Landlock and seccomp, as a child says it.
    const LOCKED_DOWN: u8 = 0x84;

    /// How a child ends that had given up everything.
    fn end(raw_status: i32, answer: &[u8], words: &str) -> String {
        end_of(raw_status, &[&[LOCKED_DOWN], answer].concat(), words)
    }

    fn end_of(raw_status: i32, bytes: &[u8], words: &str) -> String {
        let compiler = Compiler {
            program: "/compiler".into(),
            args: Vec::new(),
        };
        let answer = Answer {
            lockdown: bytes.first().copied().and_then(Lockdown::from_byte),
            bytes: bytes.to_vec(),
            status: ExitStatus::from_raw(raw_status),
            words: words.to_owned(),
        };
        let judged = compiler.judge(answer, &Limits::default());
        judged
            .err()
            .map_or_else(|| "compiled".to_owned(), |error| error.to_string())
    }

    #[test]
    fn a_forbidden_system_call_is_an_end_that_names_the_lockdown() {
        let forbidden = end(signal::SYSTEM_CALL, b"", "");
        assert!(
            forbidden.starts_with("could not be compiled within the lockdown of the compiler: it made a system call"),
            "{forbidden}"
        );
    }

    #[test]
    fn a_child_that_never_said_what_it_gave_up_is_no_fault_of_the_component() {
        let program = "run the compiler /compiler: it";
        let hint = "it must be a program of this build that calls compile_child::main";
        assert_eq!(
            end_of(2 << 8, b"", "unknown argument\n"),
            format!("{program} ended before it said what it gave up: unknown argument; {hint}")
        );
        assert_eq!(
            end_of(signal::SYSTEM_CALL, b"", ""),
            format!("{program} died of signal 31; {hint}")
        );
        assert!(end_of(0, b"usage: compiler", "").starts_with(program));
        // A limit may be too low even for that.
        assert!(end_of(signal::ABORT, b"", "memory allocation of 64 bytes failed").contains("bytes of memory"));
    }

    #[test]
    fn an_abort_is_memory_only_when_the_child_said_so() {
        let memory = "could not be compiled within 1073741824 bytes of memory";
        assert_eq!(
            end(signal::ABORT, b"", "memory allocation of 4096 bytes failed\n"),
            memory
        );
        assert_eq!(
            end(signal::ABORT, b"", ""),
            "cannot be compiled: the compiler died of signal 6"
        );
        let overflow = end(signal::ABORT, b"", "\nthread 'main' (7) has overflowed its stack\n");
        assert_eq!(
            overflow,
            "cannot be compiled: the compiler died of signal 6: thread 'main' (7) has overflowed its stack"
        );
        assert!(
            end(signal::ABORT, b"", "panicked at 'no memory allocation of this'").starts_with("cannot be compiled")
        );
        assert_eq!(end(0, &[Status::OutOfMemory as u8], ""), memory);
    }

    #[test]
    fn the_other_ends_of_a_child_are_told_apart() {
        assert_eq!(
            end(signal::CPU, b"", ""),
            "could not be compiled within 5 s of CPU time"
        );
        assert_eq!(end(11, b"", ""), "cannot be compiled: the compiler died of signal 11");
        assert_eq!(
            end(101 << 8, b"", "a\x1bb"),
            "cannot be compiled: the compiler ended without an answer: a\\u{1b}b"
        );
        assert_eq!(end(0, b"\x02no such type", ""), "cannot be compiled: no such type");
        assert_eq!(end(0, b"\x01code", ""), "compiled");
    }
}
