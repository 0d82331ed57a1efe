//! This machine: the cache of compiled code, what the kernel takes from the compiler, the address to listen on.

use super::report::Check;
use crate::client::{Presence, presence};
use crate::config::{Access as HttpAccess, Http};
use crate::library::cache_folder;
use rustix::fs::{Access, access};
use sdo_sandbox::{Compiler, Landlock, Lockdown};
use std::fs;
use std::io::ErrorKind;
use std::net::TcpListener;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

const CACHE: &str = "cache";
const COMPILER: &str = "compiler";
const SOCKET: &str = "socket";
/// Rights of others that a cache must not give: whoever writes there writes code that is run.
const OF_OTHERS: u32 = 0o022;

/// Whether compiled code is kept from one start to the next.
pub(super) fn cache() -> Check {
    let Some(folder) = cache_folder() else {
        return Check::warn(CACHE, "there is none: every detector is compiled at each start")
            .with("set SDO_CACHE_DIR to a folder that this user may write");
    };
    let there = nearest(&folder);
    let shown = folder.display();
    let elsewhere = "set SDO_CACHE_DIR to another folder; without one every detector is compiled at each start";
    if let Err(error) = access(&there, Access::WRITE_OK | Access::EXEC_OK) {
        return Check::warn(
            CACHE,
            format!("{shown} cannot be written: {}: {error}", there.display()),
        )
        .with(elsewhere);
    }
    match unsafe_because(&folder) {
        Some(reason) => Check::warn(CACHE, format!("{shown} is not used: {reason}"))
            .with(format!(
                "make it this user's own: chmod go-w {}",
                super::store::quoted(&folder)
            ))
            .with(elsewhere),
        None => Check::ok(CACHE, format!("{shown} can be written")),
    }
}

/// As the sandbox judges a folder that is there.
fn unsafe_because(folder: &Path) -> Option<&'static str> {
    let data = fs::metadata(folder).ok()?;
    let me = fs::metadata("/proc/self").ok().map(|process| process.uid());
    if !data.is_dir() {
        return Some("it is no folder");
    }
    if me.is_some_and(|me| me != data.uid()) {
        return Some("it belongs to another user");
    }
    (data.mode() & OF_OTHERS != 0).then_some("other users may write there")
}

/// What a compiling child gives up here.
pub(super) fn compiler() -> Check {
    let compiler = match Compiler::this_program([crate::COMPILE_CHILD.into()]) {
        Ok(compiler) => compiler,
        Err(error) => return Check::fail(COMPILER, format!("find the running program: {error}")),
    };
    match compiler.lockdown() {
        Ok(lockdown) => locked(lockdown),
        Err(error) => Check::fail(COMPILER, format!("{:#}", anyhow::Error::new(error)))
            .with("see that this program may start itself: a file system without `noexec`, and a limit of processes that leaves room"),
    }
}

fn locked(lockdown: Lockdown) -> Check {
    let told = format!("components are compiled in a child: {lockdown}");
    let Lockdown { landlock, seccomp } = lockdown;
    match (landlock, seccomp) {
        (Landlock::Full, true) => Check::ok(
            COMPILER,
            format!("{told}; it has no file, no network and no other process"),
        ),
        (Landlock::Partial, true) => Check::ok(COMPILER, format!("{told}; Linux 6.12 and later know all of it")),
        (Landlock::Missing, true) => {
            Check::warn(COMPILER, format!("{told}; the filter of system calls alone holds it")).with(
                "run on Linux 5.13 or later with landlock among its security modules (`cat /sys/kernel/security/lsm`)",
            )
        }
        (_, false) => Check::warn(
            COMPILER,
            format!("{told}; a component that breaks the compiler could make any system call"),
        )
        .with("let the container's seccomp profile allow `seccomp` and `prctl`, see deploy/seccomp"),
    }
}

/// Whether the page and the API can be served.
pub(super) fn socket(http: &Http) -> Check {
    let listen = http.listen;
    if http.access == HttpAccess::Open && !listen.ip().to_canonical().is_loopback() {
        return Check::fail(
            SOCKET,
            format!("{listen} would be open to everybody, so a host refuses to serve it"),
        )
        .with("set http.access to token, or http.listen to 127.0.0.1:7780");
    }
    match TcpListener::bind(listen) {
        Ok(_) => Check::ok(SOCKET, format!("{listen} is free")),
        Err(error) if error.kind() == ErrorKind::AddrInUse => taken(http),
        Err(error) => Check::fail(SOCKET, format!("{listen}: {error}"))
            .with("set http.listen to an address of this machine, and a port that this user may take"),
    }
}

fn taken(http: &Http) -> Check {
    let listen = http.listen;
    match presence(listen) {
        Ok(Presence::Host(version)) => Check::ok(SOCKET, format!("a host listens on {listen} already: sdo {version}")),
        Ok(Presence::Closed) => Check::ok(SOCKET, format!("a host listens on {listen} already, and wants a token")),
        Ok(Presence::Other(reason)) => {
            Check::fail(SOCKET, format!("something else than a host has {listen}: {reason}")).with(format!(
                "stop it (`ss -ltnp 'sport = :{}'` names it), or set http.listen to another port",
                listen.port()
            ))
        }
        Err(failure) => Check::warn(SOCKET, format!("{listen} is taken: {failure}")),
    }
}

/// `folder`, or the nearest one above it that is there: where a host begins to make it.
pub(super) fn nearest(folder: &Path) -> PathBuf {
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let there = folder.ancestors().find(|above| above.symlink_metadata().is_ok());
    there.map_or_else(|| PathBuf::from("/"), Path::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::report::State;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn what_the_kernel_does_not_take_from_the_compiler_is_said() {
        let state = |landlock, seccomp| locked(Lockdown { landlock, seccomp }).state;
        assert_eq!(
            (state(Landlock::Full, true), state(Landlock::Partial, true)),
            (State::Ok, State::Ok)
        );
        assert_eq!(
            (state(Landlock::Missing, true), state(Landlock::Full, false)),
            (State::Warn, State::Warn)
        );
    }

    #[test]
    fn a_folder_that_others_may_write_is_no_cache() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(unsafe_because(folder.path()), None);
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777)).unwrap();
        assert_eq!(unsafe_because(folder.path()), Some("other users may write there"));
        assert_eq!(unsafe_because(&folder.path().join("not-yet")), None);
    }

    #[test]
    fn an_address_that_is_open_to_everybody_is_refused_before_it_is_taken() {
        let http = |listen: &str, access| Http {
            listen: listen.parse().unwrap(),
            access,
            names: Vec::new(),
        };
        assert_eq!(socket(&http("0.0.0.0:0", HttpAccess::Open)).state, State::Fail);
        assert_eq!(socket(&http("0.0.0.0:0", HttpAccess::Token)).state, State::Ok);
        assert_eq!(socket(&http("127.0.0.1:0", HttpAccess::Open)).state, State::Ok);
    }

    #[test]
    fn the_nearest_folder_is_the_first_that_is_there() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(nearest(&folder.path().join("a/b")), folder.path());
        assert_eq!(nearest(folder.path()), folder.path());
    }
}
