//! `sdo snapshot save`, and the file of `sdo check --live --save`.

use crate::args::{Color, Listing, Save};
use crate::cluster;
use crate::document::{Coverage, rfc3339};
use crate::dump;
use crate::exit;
use crate::failure::Failure;
use crate::library::Order;
use crate::output;
use crate::render;
use crate::report::{KindCoverage, coverage};
use anyhow::anyhow;
use indicatif::HumanBytes;
use sdo_model::{Kind, State};
use sdo_pipeline::one_line;
use sdo_snapshot::{SaveError, Saved, Snapshot, save};
use serde::Serialize;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind};
use std::num::NonZeroUsize;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// Threads that load detectors, as many as `sdo check` takes.
const JOBS: NonZeroUsize = NonZeroUsize::MIN.saturating_add(1);
/// Only the owner reads the file: it has no credential, but everything else of a cluster.
const MODE: u32 = 0o600;
/// Files of this process that may be under way in one folder.
const ATTEMPTS: usize = 16;
/// Bytes of a path in a message.
const MAX_PATH: usize = 400;
/// Kinds that one line names.
const MAX_GAPS: usize = 8;

/// Runs the command and gives the exit code.
pub(crate) fn run(arguments: &Save, color: &Color) -> Result<u8, Failure> {
    // Reading a cluster takes a while: what is wrong with the file is said first.
    let destination = Destination::new(&arguments.file, arguments.force)?;
    let snapshot = match arguments.cluster.live {
        true => {
            let workshop = Order::read(&arguments.detectors)?.load(JOBS)?;
            cluster::read_for(&arguments.cluster, &workshop.library)?.snapshot
        }
        false => dump::read(&arguments.data)?,
    };
    let written = destination.write(&snapshot)?;
    let text = match arguments.output {
        Listing::Text => written.line() + "\n",
        Listing::Json => render::json(&written.document())?,
        Listing::Yaml => render::yaml(&written.document())?,
    };
    output::print(&text, color)?;
    Ok(written.code())
}

/// Where a snapshot is to be written.
pub(crate) struct Destination {
    path: PathBuf,
    folder: PathBuf,
    force: bool,
}

impl Destination {
    /// Looks whether a file can be written at `path`; one that is there is replaced only with `force`.
    ///
    /// # Errors
    /// There is a file, or no folder for it.
    pub(crate) fn new(path: &Path, force: bool) -> Result<Self, Failure> {
        let shown = shown(path);
        if path == Path::new("-") {
            return Err(Failure::usage(anyhow!(
                "a snapshot is saved in a file, not on standard output; name one, such as cluster.tar.gz"
            )));
        }
        if path.is_dir() || path.file_name().is_none() {
            return Err(Failure::usage(anyhow!("{shown} is a folder; name a file in it")));
        }
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let trouble = match fs::metadata(folder) {
            Ok(metadata) if metadata.is_dir() => None,
            Ok(_) => Some("it is no folder; name one".to_owned()),
            Err(error) if error.kind() == ErrorKind::NotFound => Some("there is no such folder; create it".to_owned()),
            Err(error) => Some(error.to_string()),
        };
        if let Some(trouble) = trouble {
            return Err(Failure::usage(anyhow!(
                "cannot save in {}: {trouble}, or name a file elsewhere",
                self::shown(folder)
            )));
        }
        if !force && path.symlink_metadata().is_ok() {
            return Err(exists(path));
        }
        Ok(Self {
            path: path.to_owned(),
            folder: folder.to_owned(),
            force,
        })
    }

    /// Writes `snapshot`: all of it or nothing.
    ///
    /// # Errors
    /// The file system's, with what to do about it.
    pub(crate) fn write(&self, snapshot: &Snapshot) -> Result<Written, Failure> {
        let (part, file) = self.part().map_err(|error| self.failure(error))?;
        let mut writer = BufWriter::new(file);
        let saved = save(snapshot, &mut writer).map_err(|error| match error {
            SaveError::Write(error) => self.failure(error),
            error => Failure::internal(error),
        })?;
        let file = writer.into_inner().map_err(|error| self.failure(error.into_error()))?;
        file.sync_all().map_err(|error| self.failure(error))?;
        self.publish(&part)?;
        Ok(Written::new(shown(&self.path), saved, snapshot))
    }

    /// An empty file next to the one that is to be, under a name that nobody looks for.
    fn part(&self) -> io::Result<(Part, File)> {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        let process = std::process::id();
        for attempt in 0..ATTEMPTS {
            let path = self.folder.join(format!(".{name}.{process}-{attempt}.part"));
            let opened = OpenOptions::new().write(true).create_new(true).mode(MODE).open(&path);
            match opened {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                opened => return opened.map(|file| (Part(path), file)),
            }
        }
        Err(ErrorKind::AlreadyExists.into())
    }

    fn publish(&self, part: &Part) -> Result<(), Failure> {
        if !self.force {
            // A link, unlike a rename, never replaces a file that came up meanwhile.
            match fs::hard_link(&part.0, &self.path) {
                Ok(()) => {
                    self.settle();
                    return Ok(());
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => return Err(exists(&self.path)),
                // Some file systems have no links.
                Err(_) if self.path.symlink_metadata().is_ok() => return Err(exists(&self.path)),
                Err(_) => {}
            }
        }
        fs::rename(&part.0, &self.path).map_err(|error| self.failure(error))?;
        self.settle();
        Ok(())
    }

    /// Makes the name last, too. A file system that cannot has said so often enough.
    fn settle(&self) {
        let _ = File::open(&self.folder).and_then(|folder| folder.sync_all());
    }

    fn failure(&self, error: io::Error) -> Failure {
        let folder = shown(&self.folder);
        let advice = match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
                format!("no space is left in {folder}; free some, or name a file elsewhere")
            }
            ErrorKind::ReadOnlyFilesystem => format!("{folder} can only be read; name a file elsewhere"),
            ErrorKind::PermissionDenied => {
                format!("you may not write in {folder}; name a file elsewhere, or ask for permission")
            }
            _ => format!("writing in {folder} failed"),
        };
        let context = format!("cannot save {}: {advice}", shown(&self.path));
        Failure::usage(anyhow::Error::new(error).context(context))
    }
}

/// A file that is removed unless it got its name.
struct Part(PathBuf);

impl Drop for Part {
    fn drop(&mut self) {
        // After a rename there is none.
        let _ = fs::remove_file(&self.0);
    }
}

/// What was written, and what it does not have.
pub(crate) struct Written {
    file: String,
    saved: Saved,
    digest: String,
    time: Option<i64>,
    /// Kinds that were asked for and are not wholly there.
    gaps: Vec<KindCoverage>,
    /// Kinds that nobody asked for.
    not_collected: usize,
    problems: usize,
}

#[derive(Serialize)]
struct Document<'w> {
    file: &'w str,
    bytes: u64,
    objects: usize,
    kinds: usize,
    digest: &'w str,
    time: Option<String>,
    gaps: Vec<Coverage>,
    not_collected: usize,
    problems: usize,
}

impl Written {
    fn new(file: String, saved: Saved, snapshot: &Snapshot) -> Self {
        let unasked = sdo_model::Coverage::missing(Kind::Custom).reason;
        let incomplete = coverage(snapshot)
            .into_iter()
            .filter(|row| row.state != State::Complete);
        let (not_collected, gaps): (Vec<_>, Vec<_>) =
            incomplete.partition(|row| row.state == State::Missing && row.reason == unasked);
        let facts = snapshot.facts();
        Self {
            file,
            saved,
            digest: snapshot.digest().to_owned(),
            time: facts.time.map(|time| time.unix()),
            gaps,
            not_collected: not_collected.len(),
            problems: facts.problems.len().saturating_add(facts.more_problems),
        }
    }

    /// All of it in one line.
    pub(crate) fn line(&self) -> String {
        let Saved { bytes, objects, kinds } = self.saved;
        let mut line = format!(
            "saved {}: {objects} objects of {kinds} kinds, {}",
            self.file,
            HumanBytes(bytes)
        );
        let mut gaps: Vec<String> = self
            .gaps
            .iter()
            .take(MAX_GAPS)
            .map(|row| format!("{} ({})", row.kind, row.state.as_str()))
            .collect();
        if self.gaps.len() > MAX_GAPS {
            gaps.push(format!("{} more", self.gaps.len() - MAX_GAPS));
        }
        if !gaps.is_empty() {
            line.push_str(&format!("; not complete: {}", gaps.join(", ")));
        }
        if self.not_collected > 0 {
            line.push_str(&format!("; kinds not collected: {}", self.not_collected));
        }
        if self.problems > 0 {
            line.push_str(&format!("; problems in the source: {}", self.problems));
        }
        line
    }

    fn document(&self) -> Document<'_> {
        Document {
            file: &self.file,
            bytes: self.saved.bytes,
            objects: self.saved.objects,
            kinds: self.saved.kinds,
            digest: &self.digest,
            time: self.time.map(rfc3339),
            gaps: self.gaps.iter().map(Coverage::from).collect(),
            not_collected: self.not_collected,
            problems: self.problems,
        }
    }

    fn code(&self) -> u8 {
        match self.gaps.is_empty() && self.problems == 0 {
            true => exit::CLEAN,
            false => exit::PARTIAL,
        }
    }
}

fn exists(path: &Path) -> Failure {
    Failure::usage(anyhow!("{} exists; --force replaces it", shown(path)))
}

fn shown(path: &Path) -> String {
    one_line(&path.display().to_string(), MAX_PATH)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn empty() -> Snapshot {
        dump::empty()
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect()
    }

    #[test]
    fn a_snapshot_becomes_a_file_that_only_its_owner_reads() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cluster.tar.gz");
        let written = Destination::new(&path, false).unwrap().write(&empty()).unwrap();
        let metadata = path.metadata().unwrap();
        assert_eq!(
            (metadata.permissions().mode() & 0o777, metadata.len()),
            (MODE, written.saved.bytes)
        );
        assert_eq!(names(folder.path()), ["cluster.tar.gz"]);
        assert!(written.line().contains("0 objects of 0 kinds"), "{}", written.line());
    }

    #[test]
    fn a_file_that_is_there_is_replaced_only_by_force() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f");
        let early = Destination::new(&path, false).unwrap();
        fs::write(&path, "mine").unwrap();
        assert!(
            Destination::new(&path, false)
                .err()
                .unwrap()
                .to_string()
                .contains("--force")
        );
        // It may also have come up while the cluster was read.
        let failure = early.write(&empty()).err().unwrap();
        assert_eq!(
            (failure.code, fs::read(&path).unwrap().as_slice()),
            (exit::USAGE, b"mine".as_slice())
        );
        Destination::new(&path, true).unwrap().write(&empty()).unwrap();
        assert_ne!(fs::read(&path).unwrap(), b"mine");
        assert_eq!(names(folder.path()), ["f"]);
    }

    #[test]
    fn a_place_that_takes_no_file_is_named_with_what_to_do() {
        let folder = tempfile::tempdir().unwrap();
        for (path, told) in [
            (folder.path().to_owned(), "is a folder"),
            (folder.path().join("no/such/file"), "create it"),
            (PathBuf::from("-"), "name one"),
        ] {
            let failure = Destination::new(&path, true).err().unwrap();
            assert!(
                failure.code == exit::USAGE && failure.to_string().contains(told),
                "{failure}"
            );
        }
        let full = Destination {
            path: folder.path().join("f"),
            folder: folder.path().to_owned(),
            force: false,
        };
        let failure = full.failure(ErrorKind::StorageFull.into()).to_string();
        assert!(failure.contains("free some"), "{failure}");
    }
}
