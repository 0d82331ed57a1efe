//! What a SQLite store does when something is wrong with its file, its disk, or its process.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests: what must not happen ends them, also in the functions that prepare them"
)]

mod sample;

use sample::{CLUSTER, closed, incidents, numbered, open};
use sdo_model::incident::{Incident, IncidentId};
use sdo_store::{Holder, Owner, Query, Reader, Store, StoreError};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn file(folder: &TempDir) -> PathBuf {
    folder.path().join("sdo.db")
}

async fn opened(path: &Path) -> Store {
    Store::open(path, CLUSTER).await.unwrap()
}

/// A store with the first `count` numbered batches, closed.
async fn with_batches(path: &Path, count: u64) {
    let store = opened(path).await;
    for number in 1..=count {
        store.commit(&numbered(number)).await.unwrap();
    }
    store.close().await.unwrap();
}

async fn refused(path: &Path) -> StoreError {
    Store::open(path, CLUSTER).await.expect_err("it must not open")
}

/// Changes the file as somebody with a shell would.
async fn change(path: &Path, sql: &str) {
    let mut connection = shell(path).await;
    sqlx::raw_sql(AssertSqlSafe(sql))
        .execute(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
}

async fn shell(path: &Path) -> SqliteConnection {
    SqliteConnectOptions::new().filename(path).connect().await.unwrap()
}

async fn ids(reader: &Reader) -> Vec<u64> {
    let found = reader.incidents(&Query::default()).await.unwrap();
    found.iter().map(|incident| incident.id.0).collect()
}

/// An incident of some 64 thousand bytes.
fn bulky(id: u64) -> Incident {
    let mut incident = open(id, &format!("cause {id}"));
    incident.finding.summary = "x".repeat(64 << 10);
    incident
}

mod file {
    use super::*;

    #[tokio::test]
    async fn a_store_is_made_with_its_folder_for_this_user_alone() {
        let folder = folder();
        let path = folder.path().join("var/lib/sdo/sdo.db");
        let store = opened(&path).await;
        store.commit(&numbered(1)).await.unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        for suffix in ["", "-wal", "-shm", ".lock"] {
            assert_eq!(
                mode(&path.with_file_name(format!("sdo.db{suffix}"))),
                0o600,
                "sdo.db{suffix}"
            );
        }
        assert_eq!(mode(path.parent().unwrap()), 0o700);
        store.close().await.unwrap();
        let mut left: Vec<_> = fs::read_dir(path.parent().unwrap())
            .unwrap()
            .map(|file| file.unwrap().file_name())
            .collect();
        left.sort();
        assert_eq!(left, ["sdo.db", "sdo.db.lock"]);
    }

    #[tokio::test]
    async fn a_second_writer_is_refused_and_told_who_has_it_until_that_one_lets_go() {
        let folder = folder();
        let store = opened(&file(&folder)).await;
        let error = refused(&file(&folder)).await;
        let StoreError::InUse { holder, .. } = &error else {
            panic!("{error}")
        };
        assert_eq!(*holder, Some(std::process::id()));
        assert!(
            error
                .to_string()
                .contains(&format!("in use by process {}", std::process::id())),
            "{error}"
        );
        // Whoever only looks is told the same, and takes nothing away.
        for _ in 0..2 {
            assert_eq!(
                Store::holder(&file(&folder)).unwrap(),
                Holder::Process(Some(std::process::id()))
            );
        }
        // Readers are not refused, and see what is committed.
        let reader = Store::open_read_only(&file(&folder)).await.unwrap();
        store.commit(&numbered(1)).await.unwrap();
        assert_eq!(ids(&reader).await, [1]);
        drop(store);
        assert_eq!(Store::holder(&file(&folder)).unwrap(), Holder::Nobody);
        opened(&file(&folder)).await;
    }

    #[tokio::test]
    async fn a_store_of_another_cluster_is_refused_by_both_names() {
        let folder = folder();
        with_batches(&file(&folder), 1).await;
        let error = Store::open(&file(&folder), "another").await.unwrap_err();
        assert!(matches!(error, StoreError::OtherCluster { .. }), "{error}");
        let told = error.to_string();
        assert!(told.contains(CLUSTER) && told.contains("watches another"), "{told}");
        opened(&file(&folder)).await;
    }

    /// Whether the uid may be read comes and goes with a permission.
    #[tokio::test]
    async fn a_store_is_known_by_its_address_while_nobody_may_read_the_uid() {
        let folder = folder();
        let path = file(&folder);
        let of = |uid: &str, address: &str| Owner {
            uid: uid.to_owned(),
            address: address.to_owned(),
        };
        let owner = async || Store::open_read_only(&path).await.unwrap().check().await.unwrap().owner;
        drop(Store::open(&path, of("", "https://one")).await.unwrap());
        assert_eq!(owner().await, of("", "https://one"));
        drop(Store::open(&path, of(CLUSTER, "https://one")).await.unwrap());
        drop(Store::open(&path, of("", "https://one")).await.unwrap());
        assert_eq!(owner().await, of(CLUSTER, "https://one"));
        // A cluster moves, and is known by its uid.
        drop(Store::open(&path, of(CLUSTER, "https://two")).await.unwrap());
        let other = Store::open(&path, of("", "https://one")).await.unwrap_err();
        assert!(matches!(other, StoreError::OtherCluster { .. }), "{other}");
        assert_eq!(owner().await, of(CLUSTER, "https://two"));
    }

    #[tokio::test]
    async fn a_newer_schema_is_refused_by_its_number_and_left_alone() {
        let folder = folder();
        with_batches(&file(&folder), 1).await;
        let sql = "INSERT INTO _sqlx_migrations VALUES (9999, 'later', 0, TRUE, x'00', 0); ALTER TABLE meta ADD COLUMN later TEXT";
        change(&file(&folder), sql).await;
        let before = fs::read(file(&folder)).unwrap();
        let error = refused(&file(&folder)).await;
        assert!(
            matches!(
                error,
                StoreError::TooNew {
                    found: 9999,
                    known: 2,
                    ..
                }
            ),
            "{error}"
        );
        let error = Store::open_read_only(&file(&folder)).await.unwrap_err();
        assert!(error.to_string().contains("run the newer version"), "{error}");
        assert_eq!(fs::read(file(&folder)).unwrap(), before);
    }

    #[tokio::test]
    async fn a_schema_that_was_made_by_another_text_is_refused() {
        let folder = folder();
        with_batches(&file(&folder), 1).await;
        change(&file(&folder), "UPDATE _sqlx_migrations SET checksum = x'00'").await;
        let error = refused(&file(&folder)).await;
        assert!(error.to_string().contains("is damaged: migration 1"), "{error}");
    }

    #[tokio::test]
    async fn what_is_no_store_is_refused_and_left_alone() {
        let folder = folder();
        let text = folder.path().join("notes.txt");
        fs::write(&text, "SQLite format is not what this is\n".repeat(500)).unwrap();
        let foreign = folder.path().join("foreign.db");
        fs::write(&foreign, []).unwrap();
        change(&foreign, "CREATE TABLE meta (owner TEXT)").await;
        let empty = folder.path().join("empty.db");
        fs::write(&empty, []).unwrap();
        for path in [text, foreign, empty] {
            let before = fs::read(&path).unwrap();
            let error = refused(&path).await;
            assert!(matches!(error, StoreError::NotAStore { .. }), "{error}");
            let error = Store::open_read_only(&path).await.unwrap_err();
            assert!(matches!(error, StoreError::NotAStore { .. }), "{error}");
            assert_eq!(fs::read(&path).unwrap(), before, "{}", path.display());
        }
        let inner = folder.path().join("folder");
        fs::create_dir(&inner).unwrap();
        let error = refused(&inner).await;
        assert!(error.to_string().contains("it is not a file"), "{error}");
        assert!(!folder.path().join("folder.lock").exists());
        let error = refused(Path::new("/")).await;
        assert!(matches!(error, StoreError::BadPath { .. }), "{error}");
    }

    #[tokio::test]
    async fn a_reader_makes_no_store() {
        let folder = folder();
        let error = Store::open_read_only(&file(&folder)).await.unwrap_err();
        assert!(matches!(error, StoreError::Missing { .. }), "{error}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[tokio::test]
    async fn a_damaged_file_is_refused_with_its_faults_and_left_as_it_is() {
        let folder = folder();
        with_batches(&file(&folder), 200).await;
        let sound = fs::read(file(&folder)).unwrap();
        let mut overwritten = sound.clone();
        overwritten[5 * 4_096..9 * 4_096].fill(0xa5);
        for damaged in [&overwritten[..], &sound[..sound.len() / 2]] {
            fs::write(file(&folder), damaged).unwrap();
            let error = refused(&file(&folder)).await;
            assert!(matches!(error, StoreError::Corrupt { .. }), "{error}");
            assert!(error.to_string().contains("keep a copy of it"), "{error}");
            assert_eq!(fs::read(file(&folder)).unwrap(), damaged);
        }
        fs::write(file(&folder), &sound).unwrap();
        assert_eq!(opened(&file(&folder)).await.load(0).await.unwrap().incidents.len(), 200);
    }

    #[tokio::test]
    async fn a_damaged_file_opens_for_reading_and_its_faults_show_in_a_check() {
        let folder = folder();
        with_batches(&file(&folder), 200).await;
        let mut bytes = fs::read(file(&folder)).unwrap();
        let last = bytes.len() - 4_096;
        bytes[last..].fill(0xa5);
        fs::write(file(&folder), bytes).unwrap();
        let reader = Store::open_read_only(&file(&folder)).await.unwrap();
        let faults = match reader.check().await {
            Ok(check) => check.problems.join("; "),
            Err(error) => error.to_string(),
        };
        assert!(faults.contains("page "), "{faults}");
        let error = reader.backup(&folder.path().join("backup.db")).await.unwrap_err();
        assert!(
            matches!(&error, StoreError::Corrupt { path, .. } if *path == file(&folder)),
            "{error}"
        );
    }

    #[tokio::test]
    async fn an_index_that_says_something_else_than_its_table_shows_in_a_check() {
        let folder = folder();
        with_batches(&file(&folder), 2).await;
        let sql = "PRAGMA writable_schema = ON; \
                   UPDATE sqlite_schema SET sql = replace(sql, '(rule, id)', '(cause, id)') WHERE name = 'incidents_rule'";
        change(&file(&folder), sql).await;
        let problems = opened(&file(&folder)).await.check().await.unwrap().problems;
        assert!(
            problems.iter().any(|problem| problem.contains("incidents_rule")),
            "{problems:?}"
        );
    }

    #[tokio::test]
    async fn a_lost_file_is_not_replaced_while_its_log_is_there() {
        let folder = folder();
        let store = opened(&file(&folder)).await;
        store.commit(&numbered(1)).await.unwrap();
        let log = fs::read(folder.path().join("sdo.db-wal")).unwrap();
        store.close().await.unwrap();
        fs::remove_file(file(&folder)).unwrap();
        fs::write(folder.path().join("sdo.db-wal"), &log).unwrap();
        let error = refused(&file(&folder)).await;
        assert!(matches!(error, StoreError::Corrupt { .. }), "{error}");
        assert_eq!(fs::read(folder.path().join("sdo.db-wal")).unwrap(), log);
    }

    #[tokio::test]
    async fn a_row_that_says_nothing_known_is_an_error_that_names_it() {
        let folder = folder();
        with_batches(&file(&folder), 2).await;
        change(&file(&folder), "UPDATE incidents SET json = '{\"id\": 1}' WHERE id = 1").await;
        change(
            &file(&folder),
            "UPDATE entries SET turn = 'vanished' WHERE incident = 2",
        )
        .await;
        let store = opened(&file(&folder)).await;
        let error = store.load(0).await.unwrap_err();
        assert!(
            error.to_string().contains("cannot read incident 1 in the store"),
            "{error}"
        );
        assert!(store.incident(IncidentId(2)).await.unwrap().is_some());
        let error = store.history(IncidentId(2), 5).await.unwrap_err();
        assert!(
            error.to_string().contains("entry 2") && error.to_string().contains("vanished"),
            "{error}"
        );
        change(&file(&folder), "UPDATE tracks SET json = 'x'; DELETE FROM incidents").await;
        let error = store.load(0).await.unwrap_err();
        assert!(error.to_string().contains("the track of cause 1"), "{error}");
    }

    #[tokio::test]
    async fn a_file_that_another_program_has_locked_is_told_and_takes_the_batch_later() {
        let folder = folder();
        let store = opened(&file(&folder)).await;
        let mut shell = shell(&file(&folder)).await;
        let held = shell.begin_with("BEGIN IMMEDIATE").await.unwrap();
        let error = store.commit(&numbered(1)).await.unwrap_err();
        assert!(matches!(error, StoreError::Busy { .. }) && error.may_pass(), "{error}");
        held.rollback().await.unwrap();
        store.commit(&numbered(1)).await.unwrap();
        assert_eq!(ids(&store).await, [1]);
    }
}

mod care {
    use super::*;

    #[tokio::test]
    async fn a_backup_is_a_store_and_overwrites_nothing() {
        let folder = folder();
        let store = opened(&file(&folder)).await;
        store.commit(&numbered(1)).await.unwrap();
        let copy = folder.path().join("backup.db");
        store.backup(&copy).await.unwrap();
        store.commit(&numbered(2)).await.unwrap();
        let again = store.backup(&copy).await.unwrap_err();
        assert!(matches!(again, StoreError::BadPath { .. }), "{again}");
        assert_eq!(fs::metadata(&copy).unwrap().permissions().mode() & 0o777, 0o600);
        assert!(!folder.path().join("backup.db.part").exists());
        let restored = opened(&copy).await;
        assert_eq!(ids(&restored).await, [1]);
        restored.commit(&numbered(2)).await.unwrap();
        assert_eq!(ids(&restored).await, ids(&store).await);
    }

    #[tokio::test]
    async fn a_check_counts_what_is_there() {
        let folder = folder();
        let store = opened(&file(&folder)).await;
        store.commit(&numbered(1)).await.unwrap();
        store.commit(&incidents([closed(5, "c", 9), bulky(6)])).await.unwrap();
        let check = store.check().await.unwrap();
        assert_eq!(check.problems, [""; 0]);
        assert_eq!((check.open, check.closed, check.entries, check.tracks), (2, 1, 1, 1));
        assert_eq!((check.version, check.known, check.committed), (2, 2, Some(0)));
        assert_eq!(check.owner, Owner::from(CLUSTER));
        assert!(check.bytes > 64 << 10 && check.log > 0, "{check:?}");
        store.commit(&incidents([closed(6, "c", 9)])).await.unwrap();
        store.prune(10).await.unwrap();
        assert!(store.check().await.unwrap().free > 0);
    }
}

mod interrupted {
    use super::*;

    const CHILD: &str = "SDO_STORE_TEST_CHILD";

    /// Not a claim of its own: the process that the tests below kill.
    #[tokio::test]
    async fn child_that_commits_until_it_is_killed() {
        let Some(path) = std::env::var_os(CHILD) else { return };
        let store = opened(Path::new(&path)).await;
        let first = store.load(0).await.unwrap().next_id.0;
        for number in first.. {
            store.commit(&numbered(number)).await.unwrap();
            println!("acknowledged {number}");
        }
    }

    /// Lets a child commit, kills it when it has acknowledged `count`, and answers the last number that it acknowledged.
    fn kill_after(path: &Path, count: usize) -> u64 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "interrupted::child_that_commits_until_it_is_killed",
                "--nocapture",
            ])
            .env(CHILD, path)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut acknowledged = 0;
        let mut seen = 0;
        while let Some(Ok(line)) = lines.next() {
            let Some(number) = line.strip_prefix("acknowledged ") else {
                continue;
            };
            acknowledged = number.parse().unwrap();
            seen += 1;
            if seen == count {
                child.kill().unwrap();
            }
        }
        child.wait().unwrap();
        assert!(seen >= count, "the child ended by itself");
        acknowledged
    }

    #[tokio::test]
    async fn a_kill_loses_no_acknowledged_batch_and_halves_none() {
        let folder = folder();
        for count in [1, 2, 7, 40, 150] {
            let acknowledged = kill_after(&file(&folder), count);
            let store = opened(&file(&folder)).await;
            let memory = store.load(0).await.unwrap();
            let stored = u64::try_from(memory.incidents.len()).unwrap();
            // The one after the last word may have been stored in the moment of the kill.
            assert!(
                stored == acknowledged || stored == acknowledged + 1,
                "{stored} after {acknowledged}"
            );
            assert_eq!(
                (memory.next_id, memory.next_entry),
                (IncidentId(stored + 1), stored + 1)
            );
            assert_eq!(memory.tracks.len(), memory.incidents.len());
            for (number, incident) in (1..).zip(&memory.incidents) {
                let batch = numbered(number);
                assert_eq!(Some(incident), batch.incidents.get(&incident.id));
                assert_eq!(
                    store.history(incident.id, 9).await.unwrap(),
                    [batch.entries[&number].clone()]
                );
                assert_eq!(
                    memory.tracks[&incident.cause].get(),
                    batch.tracks[&incident.cause].as_ref().unwrap().get()
                );
            }
            assert_eq!(store.check().await.unwrap().problems, [""; 0]);
            store.close().await.unwrap();
        }
    }

    #[tokio::test]
    async fn what_an_interrupted_beginning_left_is_no_obstacle() {
        let folder = folder();
        for suffix in [".new", ".new-wal", ".new-shm", ".new-journal", "-wal", "-shm"] {
            let bytes: &[u8] = if suffix == "-wal" { &[] } else { b"half of something" };
            fs::write(folder.path().join(format!("sdo.db{suffix}")), bytes).unwrap();
        }
        with_batches(&file(&folder), 1).await;
        let store = opened(&file(&folder)).await;
        assert_eq!(ids(&store).await, [1]);
    }

    #[tokio::test]
    async fn a_commit_that_nobody_waits_for_is_stored_whole_or_not_at_all() {
        let folder = folder();
        let store = opened(&file(&folder)).await;
        for number in 1..=60 {
            // From before it begins to after it ends.
            let patience = Duration::from_micros(number * 40);
            let _ = tokio::time::timeout(patience, store.commit(&numbered(number))).await;
            let memory = store.load(0).await.unwrap();
            let there = memory.incidents.iter().any(|incident| incident.id.0 == number);
            assert_eq!(memory.tracks.contains_key(&format!("cause {number}")), there);
            store.commit(&numbered(number)).await.unwrap();
        }
        assert_eq!(store.load(0).await.unwrap().incidents.len(), 60);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn readers_do_not_wait_for_commits_nor_commits_for_readers() {
        let folder = folder();
        let store = std::sync::Arc::new(opened(&file(&folder)).await);
        let writer = tokio::spawn({
            let store = store.clone();
            async move {
                for number in 1..=100 {
                    store.commit(&numbered(number)).await.unwrap();
                }
            }
        });
        let mut last = 0;
        while last < 100 {
            let memory = store.reader().load(0).await.unwrap();
            // As of one moment: never an incident without its track, never fewer than before.
            assert_eq!(memory.incidents.len(), memory.tracks.len());
            assert!(memory.incidents.len() >= last);
            last = memory.incidents.len();
        }
        writer.await.unwrap();
    }
}

mod disk {
    use super::*;

    #[tokio::test]
    async fn a_store_at_its_limit_refuses_a_batch_whole_and_takes_it_once_there_is_room() {
        let folder = folder();
        let store = Store::open_bounded(&file(&folder), CLUSTER, 2 << 20).await.unwrap();
        let mut last = 0;
        let error = loop {
            match store.commit(&incidents([bulky(last + 1)])).await {
                Ok(()) => last += 1,
                Err(error) => break error,
            }
        };
        assert!(matches!(error, StoreError::Full { .. }) && error.may_pass(), "{error}");
        assert!(last > 10, "{last} of 64 KiB in 2 MiB");
        assert_eq!(ids(&store).await, (1..=last).rev().collect::<Vec<_>>());
        // Small things still fit; what was refused is refused again.
        store.commit(&incidents([closed(1, "cause 1", 5)])).await.unwrap();
        store.commit(&incidents([closed(2, "cause 2", 5)])).await.unwrap();
        store.prune(6).await.unwrap();
        store.commit(&incidents([bulky(last + 1)])).await.unwrap();
        assert_eq!(ids(&store).await, (3..=last + 1).rev().collect::<Vec<_>>());
        assert_eq!(store.check().await.unwrap().problems, [""; 0]);
    }

    /// A folder, in a process that may mount. In any other, runs the test of that name in such a one, with mounts of its own; where the
    /// system lets nobody do that, says so.
    fn mountable(test: &str) -> Option<PathBuf> {
        const INSIDE: &str = "SDO_STORE_TEST_MOUNTS";
        if let Some(folder) = std::env::var_os(INSIDE) {
            return Some(folder.into());
        }
        let ways: [&[&str]; 2] = [&["--mount"], &["--user", "--map-root-user", "--mount"]];
        let works = |way: &&[&str]| {
            let script = "mount -t tmpfs none /mnt";
            let tried = Command::new("unshare").args(*way).args(["sh", "-c", script]).output();
            tried.is_ok_and(|output| output.status.success())
        };
        let Some(way) = ways.into_iter().find(works) else {
            eprintln!("{test}: skipped, nobody may mount here");
            return None;
        };
        let folder = folder();
        let inside = Command::new("unshare")
            .args(way)
            .arg(std::env::current_exe().unwrap())
            .args(["--exact", test, "--nocapture"])
            .env(INSIDE, folder.path())
            .output()
            .unwrap();
        let told = [inside.stdout, inside.stderr].concat();
        let told = String::from_utf8_lossy(&told);
        assert!(inside.status.success() && told.contains("1 passed"), "{told}");
        None
    }

    fn mount(arguments: &[&str], target: &Path) {
        let mounted = Command::new("mount").args(arguments).arg(target).status().unwrap();
        assert!(mounted.success());
    }

    /// What is opened from now on cannot be written.
    fn make_read_only(target: &Path) {
        mount(&["--bind", target.to_str().unwrap()], target);
        mount(&["-o", "remount,bind,ro"], target);
    }

    #[tokio::test]
    async fn a_full_disk_refuses_a_batch_whole_and_takes_it_once_there_is_room() {
        let test = "disk::a_full_disk_refuses_a_batch_whole_and_takes_it_once_there_is_room";
        let Some(folder) = mountable(test) else { return };
        mount(&["-t", "tmpfs", "-o", "size=4m", "none"], &folder);
        let (file, ballast) = (folder.join("sdo.db"), folder.join("ballast"));
        assert!(fs::write(&ballast, vec![0; 8 << 20]).is_err());
        // Not even a new store fits.
        let error = refused(&file).await;
        assert!(matches!(error, StoreError::Full { .. }), "{error}");

        fs::write(&ballast, vec![0; 2 << 20]).unwrap();
        let store = opened(&file).await;
        let mut last = 0;
        let error = loop {
            match store.commit(&incidents([bulky(last + 1)])).await {
                Ok(()) => last += 1,
                Err(error) => break error,
            }
        };
        assert!(matches!(error, StoreError::Full { .. }), "{error}");
        assert!(last > 3, "{last} of 64 KiB in 2 MiB");
        assert_eq!(ids(&store).await, (1..=last).rev().collect::<Vec<_>>());
        let again = store.commit(&incidents([bulky(last + 1)])).await.unwrap_err();
        assert!(matches!(again, StoreError::Full { .. }), "{again}");
        let backup = store.backup(&folder.join("backup.db")).await.unwrap_err();
        assert!(matches!(backup, StoreError::Full { .. }), "{backup}");
        assert!(!folder.join("backup.db.part").exists());

        fs::remove_file(&ballast).unwrap();
        store.commit(&incidents([bulky(last + 1)])).await.unwrap();
        store.close().await.unwrap();
        let store = opened(&file).await;
        assert_eq!(ids(&store).await, (1..=last + 1).rev().collect::<Vec<_>>());
        assert_eq!(store.check().await.unwrap().problems, [""; 0]);
    }

    #[tokio::test]
    async fn a_read_only_disk_refuses_the_writer_and_serves_readers() {
        let Some(folder) = mountable("disk::a_read_only_disk_refuses_the_writer_and_serves_readers") else {
            return;
        };
        let closed = folder.join("closed.db");
        with_batches(&closed, 2).await;
        // As a kill leaves one: with its log, and with or without the index of the log.
        let store = opened(&folder.join("sdo.db")).await;
        store.commit(&numbered(1)).await.unwrap();
        for suffix in ["", "-wal", "-shm"] {
            let from = folder.join(format!("sdo.db{suffix}"));
            fs::copy(&from, folder.join(format!("killed.db{suffix}"))).unwrap();
            if suffix != "-shm" {
                fs::copy(&from, folder.join(format!("bare.db{suffix}"))).unwrap();
            }
        }
        store.close().await.unwrap();
        make_read_only(&folder);

        for name in ["closed.db", "killed.db", "none-yet.db", "deeper/none-yet.db"] {
            let error = refused(&folder.join(name)).await;
            assert!(
                matches!(error, StoreError::NotWritable { .. }) && error.may_pass(),
                "{name}: {error}"
            );
        }
        let reader = Store::open_read_only(&closed).await.unwrap();
        assert_eq!(ids(&reader).await, [2, 1]);
        assert_eq!(reader.check().await.unwrap().problems, [""; 0]);
        let reader = Store::open_read_only(&folder.join("killed.db")).await.unwrap();
        assert_eq!(ids(&reader).await, [1]);
        // Nothing older is shown for what is in the log.
        let error = Store::open_read_only(&folder.join("bare.db")).await.unwrap_err();
        assert!(matches!(error, StoreError::NotWritable { .. }), "{error}");
    }

    #[tokio::test]
    async fn a_read_only_file_in_a_writable_folder_is_noticed_at_once() {
        let Some(folder) = mountable("disk::a_read_only_file_in_a_writable_folder_is_noticed_at_once") else {
            return;
        };
        let file = folder.join("sdo.db");
        with_batches(&file, 1).await;
        make_read_only(&file);
        let error = refused(&file).await;
        assert!(matches!(error, StoreError::NotWritable { .. }), "{error}");
        assert!(error.to_string().contains("cannot write to"), "{error}");
        let reader = Store::open_read_only(&file).await.unwrap();
        assert_eq!(ids(&reader).await, [1]);
    }

    #[tokio::test]
    async fn a_file_in_the_way_of_the_folder_is_named() {
        let folder = folder();
        fs::write(folder.path().join("file"), "x").unwrap();
        let error = refused(&folder.path().join("file/sdo.db")).await;
        assert!(matches!(error, StoreError::NotWritable { .. }), "{error}");
        assert!(error.to_string().contains("/file: "), "{error}");
    }
}
