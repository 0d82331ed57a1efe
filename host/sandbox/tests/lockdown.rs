//! The lockdown of the compiling child on the kernel that runs the tests: real processes try what a compiler that was taken over
//! would try.
//!
//! This program starts itself to be the one that tries, see [`attempt`]. A filter laid over such a process beforehand makes it
//! believe that its kernel lacks a part, so that each part is seen alone, and also none.

use crate::fixture::{PATIENT, compiler, load, policy, settings, well_behaved, words};
use sdo_sandbox::{AllocationChoice, Compiler, Landlock, Lockdown, Sandbox, Settings, lockdown};
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter};
use socket2::{Domain, Socket, Type};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::net::{TcpListener, UdpSocket};
use std::os::unix::fs::symlink;
use std::os::unix::net::{UnixListener, UnixStream};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::{env, thread};

/// Set in a process that is no test run but tries what the value names.
const ATTEMPT: &str = "SDO_TEST_ATTEMPT";
/// A folder it may use.
const FOLDER: &str = "SDO_TEST_FOLDER";
/// What its kernel is to lack: `landlock`, `seccomp`, both with a blank between, or nothing.
const LACKS: &str = "SDO_TEST_KERNEL_LACKS";
/// Set: the lockdown is applied first.
const LOCKED: &str = "SDO_TEST_LOCKED";
/// The attempt that becomes the compiling child.
const COMPILE: &str = "compile";

/// The error by which Landlock alone stops an attempt, and from which of its states on; `None` where only the filter stops it.
type Stopped = Option<(Landlock, i32)>;
const FILES: Stopped = Some((Landlock::Partial, libc::EACCES));

/// Prepares in the folder while everything is allowed, then tries.
type Try = fn(&Path) -> Box<dyn FnOnce() -> io::Result<()>>;

const ATTEMPTS: &[(&str, Stopped, Try)] = &[
    ("listen on TCP", Some((Landlock::Full, libc::EACCES)), |_| {
        Box::new(|| TcpListener::bind("127.0.0.1:0").map(drop))
    }),
    ("open a UDP socket", None, |_| {
        Box::new(|| UdpSocket::bind("127.0.0.1:0").map(drop))
    }),
    ("listen on a Unix socket", FILES, |folder| {
        let path = folder.join("socket");
        Box::new(|| UnixListener::bind(path).map(drop))
    }),
    ("make a pair of Unix sockets", None, |_| {
        Box::new(|| UnixStream::pair().map(drop))
    }),
    ("open a netlink socket", None, |_| {
        Box::new(|| Socket::new(Domain::from(libc::AF_NETLINK), Type::DGRAM, None).map(drop))
    }),
    ("read a token", FILES, |folder| {
        let path = folder.join("token");
        Box::new(|| fs::read(path).map(drop))
    }),
    ("write a file", FILES, |folder| {
        let path = folder.join("token");
        Box::new(|| OpenOptions::new().append(true).open(path)?.write_all(b"x"))
    }),
    ("create a file", FILES, |folder| {
        let path = folder.join("created");
        Box::new(|| File::create(path).map(drop))
    }),
    ("create a link", FILES, |folder| {
        let path = folder.join("link");
        Box::new(|| symlink("/", path))
    }),
    ("remove a file", FILES, |folder| {
        let path = folder.join("token");
        Box::new(|| fs::remove_file(path))
    }),
    ("list a folder", FILES, |folder| {
        let path = folder.to_owned();
        Box::new(|| fs::read_dir(path).map(drop))
    }),
    ("become another program", FILES, |_| {
        Box::new(|| Err(Command::new("/bin/true").exec()))
    }),
    ("start another program", FILES, |_| {
        Box::new(|| Command::new("/bin/true").status().map(drop))
    }),
    ("start a thread", None, |_| {
        Box::new(|| thread::Builder::new().spawn(|| ()).map(drop))
    }),
    ("kill another process", Some((Landlock::Full, libc::EPERM)), |_| {
        // It ends by itself when the other end of its input does.
        let mut other = Command::new("/bin/cat").stdin(Stdio::piped()).spawn().unwrap();
        Box::new(move || other.kill().and_then(|()| other.wait()).map(drop))
    }),
    ("read what is open by another number", None, |folder| {
        let mut file = File::open(folder.join("token")).unwrap();
        Box::new(move || file.read_exact(&mut [0]))
    }),
    ("write to what is open by another number", None, |folder| {
        let mut file = File::create(folder.join("open")).unwrap();
        Box::new(move || file.write_all(b"x"))
    }),
    ("read the environment of its parent", FILES, |_| {
        let path = format!("/proc/{}/environ", std::os::unix::process::parent_id());
        Box::new(|| fs::read(path).map(drop))
    }),
];

/// Where a pod has its token. Not in the list, because the tests may run where there is none.
const TOKEN_OF_THE_POD: (&str, Stopped, Try) = ("read the token of the pod", FILES, |_| {
    Box::new(|| fs::read("/var/run/secrets/kubernetes.io/serviceaccount/token").map(drop))
});

/// Not a claim of its own: what this program does when [`try_in_a_process`] or [`compiler_on_a_kernel_without`] started it. It ends with
/// the number of the error, or 0.
#[test]
fn attempt() {
    let Ok(name) = env::var(ATTEMPT) else { return };
    lay_over(&env::var(LACKS).unwrap_or_default());
    if name == COMPILE {
        // Standard output holds what the test harness says; the answer goes where the shell put it.
        let answer = OpenOptions::new().write(true).open("/proc/self/fd/3").unwrap();
        let error = Command::new(compiler().program).env_clear().stdout(answer).exec();
        panic!("become the compiling child: {error}");
    }
    let folder = PathBuf::from(env::var_os(FOLDER).unwrap());
    let mut all = ATTEMPTS.iter().chain([&TOKEN_OF_THE_POD]);
    let (_, _, prepare) = all.find(|(other, ..)| *other == name).unwrap();
    let attempt = prepare(&folder);
    if env::var_os(LOCKED).is_some() {
        println!("held by {}", lockdown::apply());
    }
    let error = attempt().err();
    println!("ended with {error:?}");
    std::process::exit(error.map_or(0, |error| error.raw_os_error().unwrap_or(255)));
}

/// Makes the system calls of a part look as if the kernel had never heard of them, for this process and what it becomes.
fn lay_over(lacks: &str) {
    let calls = lacks.split_whitespace().map(|part| match part {
        "landlock" => libc::SYS_landlock_create_ruleset,
        "seccomp" => libc::SYS_seccomp,
        other => panic!("no part {other}"),
    });
    let rules: BTreeMap<_, _> = calls.map(|call| (call, Vec::new())).collect();
    if rules.is_empty() {
        return;
    }
    let machine = env::consts::ARCH.try_into().unwrap();
    let missing = SeccompAction::Errno(libc::ENOSYS as u32);
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, missing, machine).unwrap();
    let program: BpfProgram = filter.try_into().unwrap();
    seccompiler::apply_filter(&program).unwrap();
}

/// Tries one thing in a process of its own, with a fresh folder.
fn try_in_a_process(name: &str, locked: bool, lacks: &str) -> Output {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("token"), "secret").unwrap();
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", "lockdown::attempt", "--nocapture", "--test-threads=1"]);
    command
        .env_clear()
        .env(ATTEMPT, name)
        .env(FOLDER, folder.path())
        .env(LACKS, lacks);
    if locked {
        command.env(LOCKED, "1");
    }
    command.output().unwrap()
}

/// What a process said holds it.
fn holder(output: &Output) -> &str {
    let text = str::from_utf8(&output.stdout).unwrap();
    let line = text.lines().find_map(|line| line.split_once("held by "));
    line.unwrap_or_else(|| panic!("{output:?}")).1
}

/// A compiling child that believes that its kernel lacks `lacks`.
fn compiler_on_a_kernel_without(lacks: &str) -> Compiler {
    let script = format!(
        "exec 3>&1 >/dev/null; export {ATTEMPT}={COMPILE} {LACKS}='{lacks}'; \
         exec \"$0\" --exact lockdown::attempt --nocapture --test-threads=1"
    );
    shell(&script, [env::current_exe().unwrap().into()])
}

/// A shell in place of the compiler.
fn shell(script: &str, args: impl IntoIterator<Item = OsString>) -> Compiler {
    Compiler {
        program: "/bin/sh".into(),
        args: ["-c".into(), script.into()].into_iter().chain(args).collect(),
    }
}

fn sandbox_with(compiler: Compiler) -> Sandbox {
    Sandbox::new(Settings {
        compiler,
        ..settings(AllocationChoice::OnDemand)
    })
    .unwrap()
}

const WHOLE: Lockdown = Lockdown {
    landlock: Landlock::Full,
    seccomp: true,
};

/// Else the other tests could pass for the wrong reason.
#[test]
fn everything_that_is_tried_works_without_the_lockdown() {
    for (name, ..) in ATTEMPTS {
        let output = try_in_a_process(name, false, "");
        assert!(output.status.success(), "{name}: {output:?}");
    }
}

#[test]
fn whatever_is_tried_ends_the_process() {
    for lacks in ["", "landlock"] {
        for (name, ..) in ATTEMPTS {
            let output = try_in_a_process(name, true, lacks);
            assert_eq!(output.status.signal(), Some(libc::SIGSYS), "{name}: {output:?}");
        }
    }
}

/// The wall behind the filter, and the only one where a container refuses filters.
#[test]
fn landlock_alone_stops_what_it_says_it_does() {
    let rank = |landlock: Landlock| match landlock {
        Landlock::Missing => 0,
        Landlock::Partial => 1,
        Landlock::Full => 2,
    };
    let in_force = compiler_on_a_kernel_without("seccomp").lockdown().unwrap();
    assert!(!in_force.seccomp);
    for (name, stopped, _) in ATTEMPTS {
        let output = try_in_a_process(name, true, "seccomp");
        assert_eq!(holder(&output), in_force.to_string(), "{name}");
        let expected = stopped.filter(|(from, _)| rank(in_force.landlock) >= rank(*from));
        assert_eq!(
            output.status.code(),
            Some(expected.map_or(0, |(_, error)| error)),
            "{name}: {output:?}"
        );
    }
}

#[test]
fn a_child_says_what_its_kernel_lacks_and_compiles() {
    let here = compiler().lockdown().unwrap();
    assert!(here.seccomp, "{here}");
    let of = |landlock, seccomp| Lockdown { landlock, seccomp };
    let table = [
        ("", here),
        ("landlock", of(Landlock::Missing, true)),
        ("seccomp", of(here.landlock, false)),
        ("landlock seccomp", of(Landlock::Missing, false)),
    ];
    for (lacks, expected) in table {
        let compiler = compiler_on_a_kernel_without(lacks);
        assert_eq!(compiler.lockdown().unwrap(), expected, "without {lacks:?}");
        let sandbox = sandbox_with(compiler);
        assert_eq!(sandbox.lockdown(), None);
        load(&sandbox, &well_behaved()).unwrap();
        assert_eq!(sandbox.lockdown(), Some(expected), "without {lacks:?}");
    }
}

/// Looked at from outside, while it waits for a component.
#[test]
fn the_child_is_locked_down_before_it_is_given_a_component() {
    let mut child = Command::new(compiler().program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (cpu, component, memory) = (5_u32, 1_000_u32, 1_u64 << 30);
    let (optimisation, mut request) = (1_u32, b"sdoc".to_vec());
    request.extend([optimisation, cpu, component].into_iter().flat_map(u32::to_le_bytes));
    request.extend(memory.to_le_bytes());
    child.stdin.as_mut().unwrap().write_all(&request).unwrap();
    // It answers although not a byte of the component was sent.
    child.stdout.as_mut().unwrap().read_exact(&mut [0]).unwrap();
    let about = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    for line in ["NoNewPrivs:\t1", "Seccomp:\t2", "Threads:\t1"] {
        assert!(about.lines().any(|other| other == line), "{line} is not in {about}");
    }
}

#[test]
fn the_child_starts_in_the_root_with_no_environment_and_nothing_of_ours_open() {
    let ours = tempfile::NamedTempFile::new().unwrap();
    let sandbox = sandbox_with(shell(
        "pwd >&2; tr '\\0' '\\n' < /proc/$$/environ >&2; ls -l /proc/$$/fd >&2",
        [],
    ));
    let said = load(&sandbox, &well_behaved()).err().unwrap().to_string();
    let expected = "it ended before it said what it gave up: /\\ntotal 0\\n";
    assert!(said.contains(expected), "{said}");
    let name = ours.path().file_name().unwrap().to_str().unwrap();
    assert!(said.contains("pipe:") && !said.contains(name), "{said}");
}

/// What a careless parent left open is there, and of no use: see the attempts on what is open by another number.
#[test]
fn a_foreign_descriptor_does_not_keep_a_child_from_compiling() {
    let script = "exec 7</etc/passwd 8>>/dev/null; exec \"$0\"";
    let sandbox = sandbox_with(shell(script, [compiler().program.into()]));
    load(&sandbox, &well_behaved()).unwrap();
    assert!(sandbox.lockdown().unwrap().seccomp);
}

#[test]
fn a_compiler_that_makes_a_forbidden_call_is_a_typed_outcome() {
    let byte = format!("\\{:o}", 0x84);
    let sandbox = sandbox_with(shell(&format!("printf '{byte}'; kill -SYS $$"), []));
    let error = load(&sandbox, &well_behaved()).err().unwrap();
    assert_eq!(words(&error.outcome().unwrap()), "compile-limit lockdown");
    assert!(error.to_string().contains("the lockdown of the compiler"), "{error}");
    assert_eq!(sandbox.lockdown(), Some(WHOLE));
}

#[test]
fn the_token_of_a_pod_cannot_be_opened() {
    let output = try_in_a_process(TOKEN_OF_THE_POD.0, true, "");
    assert_eq!(output.status.signal(), Some(libc::SIGSYS), "{output:?}");
}

/// The code is the same with the lockdown and without, for every detector that ships.
#[test]
fn every_built_in_detector_compiles_to_the_same_code_as_without_the_lockdown() {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/detectors");
    let entries = fs::read_dir(built).expect("target/detectors, made by scripts/build-detectors");
    let components: Vec<_> = entries.map(|entry| fs::read(entry.unwrap().path()).unwrap()).collect();
    assert!(!components.is_empty());
    let cache = tempfile::tempdir().unwrap();
    let locked = code_of(&components, compiler(), cache.path());
    let free = code_of(
        &components,
        compiler_on_a_kernel_without("landlock seccomp"),
        cache.path(),
    );
    assert_eq!(locked.len(), components.len());
    assert!(locked == free);
}

/// What the cache holds after compiling, by name; the cache is empty again afterwards.
fn code_of(components: &[Vec<u8>], compiler: Compiler, cache: &Path) -> BTreeMap<OsString, Vec<u8>> {
    let sandbox = Sandbox::new(Settings {
        compiler,
        cache: Some(cache.to_owned()),
        ..settings(AllocationChoice::OnDemand)
    })
    .unwrap();
    let grant = policy(PATIENT, "none").grant("any");
    for component in components {
        sandbox.load("any", component, &grant).unwrap();
    }
    let files = fs::read_dir(cache).unwrap().map(|entry| entry.unwrap());
    let code = files.filter(|file| file.path().extension().is_some_and(|extension| extension == "code"));
    let taken = code.map(|file| {
        let bytes = fs::read(file.path()).unwrap();
        fs::remove_file(file.path()).unwrap();
        (file.file_name(), bytes)
    });
    taken.collect()
}
