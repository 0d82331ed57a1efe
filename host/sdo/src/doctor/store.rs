//! The store: whether it is sound, whose it is, who has it, and whether there is room for it. Nothing is written, nothing repaired.

use super::cluster::Cluster;
use super::report::Check;
use crate::config::Config;
use crate::render::text::count;
use crate::run::store_path;
use anyhow::Result;
use indicatif::HumanBytes;
use rustix::fs::{Access, StatVfsMountFlags, access, statvfs};
use sdo_store::{Check as Sound, Holder, MAX_STORE_BYTES, Store, StoreError};
use std::path::{Path, PathBuf};

/// Free bytes below which a host is in danger: its log alone keeps 4 MiB, and a bad day writes some tens.
const LEAST_FREE: u64 = 64 << 20;
/// Free bytes that a store and its log may come to want within weeks.
const WANTED_FREE: u64 = 512 << 20;
/// SQLite's files beside the store.
const COMPANIONS: [&str; 3] = ["-wal", "-shm", "-journal"];
/// The mark of a store, which a dump of SQLite does not keep.
const MARK: u64 = 1_396_985_649;

const STORE: &str = "store";
const LOCK: &str = "lock";
const DISK: &str = "disk";

/// Looks at the store of the host that `config` makes; `start` is the command that starts it.
pub(super) fn examine(config: &Config, cluster: &Cluster, start: &str) -> Vec<Check> {
    let name = config.cluster.name.as_deref().or(cluster.server.as_deref());
    if config.store.path.is_none() && name.is_none() {
        let skipped = |check| {
            Check::skipped(
                check,
                "without store.path it depends on the cluster, which has to answer first",
            )
        };
        return [STORE, LOCK, DISK].map(skipped).to_vec();
    }
    let path = match store_path(config, name.unwrap_or_default()) {
        Ok(path) => path,
        Err(failure) => return vec![Check::fail(STORE, failure.to_string())],
    };
    // Without leave to read Namespaces the name has to tell clusters apart; without an answer nothing does.
    let owner = cluster.uid.as_deref().or(name).filter(|_| cluster.answers);
    let holder = Store::holder(&path);
    let known = holder.as_ref().ok().copied();
    vec![file(&path, owner, known, start), lock(&holder), disk(&path)]
}

/// A path as a shell takes it.
pub(super) fn quoted(path: &Path) -> String {
    format!("'{}'", path.display().to_string().replace('\'', r"'\''"))
}

fn file(path: &Path, owner: Option<&str>, holder: Option<Holder>, start: &str) -> Check {
    let shown = path.display();
    match checked(path) {
        Ok(sound) if sound.problems.is_empty() => described(path, &sound, owner),
        Ok(sound) => damaged(path, &sound.problems.join("; "), holder, start),
        Err(StoreError::Corrupt { detail, .. }) => damaged(path, &detail, holder, start),
        Err(StoreError::Missing { .. }) => {
            Check::ok(STORE, format!("there is none yet; the first start makes {shown}"))
        }
        Err(error @ (StoreError::NotAStore { .. } | StoreError::BadPath { .. })) => {
            Check::fail(STORE, error.to_string()).with("see store.path of the configuration")
        }
        Err(error @ StoreError::Busy { .. }) => Check::warn(STORE, error.to_string()),
        // Its words say what to do.
        Err(error) => Check::fail(STORE, format!("{:#}", anyhow::Error::new(error))),
    }
}

/// Reads the whole store.
fn checked(path: &Path) -> Result<Sound, StoreError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| StoreError::Disk {
        attempted: "begin to check",
        path: path.to_owned(),
        reason: error.to_string(),
    })?;
    runtime.block_on(async { Store::open_read_only(path).await?.check().await })
}

fn described(path: &Path, sound: &Sound, owner: Option<&str>) -> Check {
    let shown = path.display();
    let made_for = sound.owner.uid.as_str();
    if let Some(owner) = owner.filter(|owner| !made_for.is_empty() && *owner != made_for) {
        return Check::fail(
            STORE,
            format!("{shown} belongs to the cluster {made_for}, and this one is {owner}"),
        )
        .with("give each cluster a store of its own: store.path of the configuration, or another context");
    }
    let told = format!(
        "{shown} is sound: {} open and {} closed, {} of history, {} and {} of log",
        count(usize::try_from(sound.open).unwrap_or(usize::MAX), "incident"),
        sound.closed,
        count(usize::try_from(sound.entries).unwrap_or(usize::MAX), "entry"),
        HumanBytes(sound.bytes),
        HumanBytes(sound.log)
    );
    // Nine tenths: from there on it fills within days.
    if sound.bytes.saturating_sub(sound.free) > MAX_STORE_BYTES / 10 * 9 {
        let most = HumanBytes(MAX_STORE_BYTES);
        return Check::warn(STORE, format!("{told}; it may have {most}"))
            .with("lower store.keep_days of the configuration");
    }
    match sound.version < sound.known {
        true => Check::ok(STORE, format!("{told}; the next start brings it up to date")),
        false => Check::ok(STORE, told),
    }
}

/// Nothing is lost in silence: a copy first, and what is damaged is moved, never removed.
fn damaged(path: &Path, detail: &str, holder: Option<Holder>, start: &str) -> Check {
    let files: Vec<String> = files(path).iter().map(|file| quoted(file)).collect();
    let files = files.join(" ");
    let (copy, aside, saved) = (unused(path, "copy"), unused(path, "damaged"), unused(path, "recovered"));
    let copied = path.file_name().map(|name| copy.join(name)).unwrap_or_default();
    let (copy, aside, copied, saved, place) = (
        quoted(&copy),
        quoted(&aside),
        quoted(&copied),
        quoted(&saved),
        quoted(path),
    );
    let mut check = Check::fail(STORE, format!("{} is damaged: {detail}", path.display()));
    if let Some(Holder::Process(process)) = holder {
        let process = process.map(|process| format!(", process {process}"));
        check = check.with(format!("stop the host{}", process.unwrap_or_default()));
    }
    check
        .with(format!("keep a copy: mkdir {copy} && cp -a {files} {copy}"))
        .with(format!(
            "save the rows that can be read: sqlite3 {copied} .dump | sed 's/^ROLLBACK;.*/COMMIT;/' | sqlite3 {saved} && \
             sqlite3 {saved} 'PRAGMA application_id = {MARK}'"
        ))
        .with(format!("move the damaged files away: mkdir {aside} && mv {files} {aside}"))
        .with(format!("put what was saved, or a backup, in their place: mv -n {saved} {place}"))
        .with(format!(
            "start again, also with neither, when standing faults come back under new numbers: {start}"
        ))
}

/// The store's files that are there.
fn files(path: &Path) -> Vec<PathBuf> {
    let all = [""].into_iter().chain(COMPANIONS).map(|suffix| beside(path, suffix));
    all.filter(|file| file.symlink_metadata().is_ok()).collect()
}

/// A name beside the store that nothing has.
fn unused(path: &Path, word: &str) -> PathBuf {
    let first = beside(path, &format!(".{word}"));
    let further = (2..).map(|number: u32| beside(path, &format!(".{word}-{number}")));
    [first]
        .into_iter()
        .chain(further)
        .find(|name| name.symlink_metadata().is_err())
        .unwrap_or_default()
}

fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

fn lock(holder: &Result<Holder, StoreError>) -> Check {
    match holder {
        Ok(Holder::Nobody) => Check::ok(LOCK, "nobody writes to the store"),
        Ok(Holder::Process(Some(process))) => {
            Check::ok(LOCK, format!("process {process} writes to the store: a host runs"))
        }
        Ok(Holder::Process(None)) => Check::ok(LOCK, "a process writes to the store: a host runs"),
        Err(error) => Check::warn(LOCK, error.to_string()),
    }
}

/// Whether the folder can be written, and how much room there is.
fn disk(path: &Path) -> Check {
    let folder = super::machine::nearest(path.parent().unwrap_or(path));
    let shown = folder.display();
    let space = match statvfs(&folder) {
        Ok(space) => space,
        Err(error) => {
            return Check::fail(DISK, format!("{shown}: {error}")).with("see store.path of the configuration");
        }
    };
    let elsewhere = "mount a volume there that this user may write, or set store.path to a folder on one";
    if space.f_flag.contains(StatVfsMountFlags::RDONLY) {
        return Check::fail(DISK, format!("{shown} is mounted read-only")).with(elsewhere);
    }
    if let Err(error) = access(&folder, Access::WRITE_OK | Access::EXEC_OK) {
        return Check::fail(DISK, format!("this user may not write in {shown}: {error}")).with(elsewhere);
    }
    room(&folder, space.f_bavail.saturating_mul(space.f_frsize))
}

fn room(folder: &Path, free: u64) -> Check {
    let told = format!("{} free for the store in {}", HumanBytes(free), folder.display());
    let advice = "free space there, or set store.path to a larger disk; a store keeps to 1 GiB";
    match free {
        0..LEAST_FREE => Check::fail(DISK, told).with(advice),
        LEAST_FREE..WANTED_FREE => Check::warn(DISK, told).with(advice),
        _ => Check::ok(DISK, told),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::report::State;
    use std::fs;

    #[test]
    fn little_room_is_a_warning_and_none_is_a_fault() {
        let state = |free| room(Path::new("/"), free).state;
        assert_eq!(
            (state(0), state(LEAST_FREE), state(WANTED_FREE)),
            (State::Fail, State::Warn, State::Ok)
        );
    }

    #[test]
    fn a_path_is_quoted_for_a_shell() {
        assert_eq!(quoted(Path::new("/a b/it's")), r"'/a b/it'\''s'");
    }

    #[test]
    fn the_commands_for_a_damaged_store_name_what_is_there_and_overwrite_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sdo.db");
        for name in ["sdo.db", "sdo.db-wal", "sdo.db.copy"] {
            fs::write(folder.path().join(name), "x").unwrap();
        }
        let check = damaged(&path, "page 3", Some(Holder::Process(Some(7))), "sdo run");
        let shown = folder.path().display();
        assert_eq!(
            check.steps.first().map(String::as_str),
            Some("stop the host, process 7")
        );
        let copy = format!(
            "keep a copy: mkdir '{shown}/sdo.db.copy-2' && cp -a '{shown}/sdo.db' '{shown}/sdo.db-wal' '{shown}/sdo.db.copy-2'"
        );
        assert!(check.steps.contains(&copy), "{check:?}");
        let moved = format!("mv '{shown}/sdo.db' '{shown}/sdo.db-wal' '{shown}/sdo.db.damaged'");
        assert!(check.steps.iter().any(|step| step.ends_with(&moved)), "{check:?}");
        assert!(check.steps.last().unwrap().ends_with(": sdo run"), "{check:?}");
    }
}
