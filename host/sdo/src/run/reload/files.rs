//! Tells when a file that was loaded has changed.

use crate::args::Run;
use crate::config::Config;
use notify::{RecommendedWatcher, RecursiveMode, Watcher as _};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use tokio::sync::mpsc;
use tokio::time::sleep;

/// Files change in several steps: editors write twice, and the kubelet swaps a link.
const SETTLE: Duration = Duration::from_millis(500);
/// Files of a folder that are looked at; one of detectors has some hundred.
const MOST_FILES: usize = 10_000;

/// Tells of changes to the files that were loaded.
pub(in crate::run) struct Files {
    /// Dropping it ends the watching.
    _watcher: Option<RecommendedWatcher>,
    changed: mpsc::Receiver<()>,
    paths: Vec<PathBuf>,
    seen: Vec<Stamp>,
}

/// What tells one state of a file from another, without reading it.
type Stamp = (PathBuf, Option<SystemTime>, u64);

impl Files {
    /// Watches the folders of everything that the configuration names. Where the system cannot watch, SIGHUP is left.
    pub(in crate::run) fn of(arguments: &Run, config: &Config) -> Self {
        let (sender, changed) = mpsc::channel(1);
        let tell = move |event: notify::Result<notify::Event>| {
            if event.is_ok_and(|event| !event.kind.is_access()) {
                // One that waits is as good as many.
                let _ = sender.try_send(());
            }
        };
        let mut watcher = match notify::recommended_watcher(tell) {
            Ok(watcher) => Some(watcher),
            Err(error) => {
                tracing::warn!(%error, "files.unwatched");
                None
            }
        };
        let files = [&arguments.config, &config.detectors.policy].into_iter().flatten();
        let paths: Vec<PathBuf> = files.chain(&config.detectors.paths).cloned().collect();
        for folder in folders(&paths) {
            let watched = watcher
                .as_mut()
                .map(|watcher| watcher.watch(&folder, RecursiveMode::NonRecursive));
            if let Some(Err(error)) = watched {
                tracing::warn!(folder = %folder.display(), %error, "files.unwatched");
            }
        }
        Self {
            _watcher: watcher,
            changed,
            seen: stamps(&paths),
            paths,
        }
    }

    /// Waits until something changed and came to rest. Other files may lie in the same folders and change all the time.
    pub(in crate::run) async fn changed(&mut self) {
        loop {
            if self.changed.recv().await.is_none() {
                std::future::pending::<()>().await;
            }
            sleep(SETTLE).await;
            while self.changed.try_recv().is_ok() {}
            let stamps = stamps(&self.paths);
            if stamps != self.seen {
                self.seen = stamps;
                return;
            }
        }
    }
}

/// The state of every file that is loaded: those that are named, and the components in folders that are named.
fn stamps(paths: &[PathBuf]) -> Vec<Stamp> {
    let mut stamps: Vec<Stamp> = Vec::new();
    for path in paths {
        match fs::read_dir(path) {
            Ok(entries) => {
                let entries = entries
                    .take(MOST_FILES)
                    .filter_map(|entry| entry.ok().map(|entry| entry.path()));
                let components = entries.filter(|path| path.extension().is_some_and(|name| name == "wasm"));
                stamps.extend(components.map(|path| stamp(&path)));
            }
            Err(_) => stamps.push(stamp(path)),
        }
    }
    stamps.sort();
    stamps
}

/// Follows links: a mounted ConfigMap changes by one.
fn stamp(path: &Path) -> Stamp {
    let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let metadata = fs::metadata(path).ok();
    let modified = metadata.as_ref().and_then(|metadata| metadata.modified().ok());
    (real, modified, metadata.map_or(0, |metadata| metadata.len()))
}

/// Folders, not files: a mounted ConfigMap changes by a link beside the file.
fn folders(paths: &[PathBuf]) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = paths.iter().map(|path| folder(path)).collect();
    folders.sort();
    folders.dedup();
    folders
}

fn folder(path: &Path) -> PathBuf {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    match path.is_dir() {
        true => path.to_owned(),
        false => parent.map_or_else(|| PathBuf::from("."), Path::to_owned),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_loaded_counts_as_changed() {
        let folder = tempfile::tempdir().unwrap();
        let (config, detectors) = (folder.path().join("sdo.yaml"), folder.path().join("detectors"));
        fs::create_dir(&detectors).unwrap();
        fs::write(&config, "a").unwrap();
        let paths = [config.clone(), detectors.clone()];
        let before = stamps(&paths);
        fs::write(folder.path().join("log"), "noise").unwrap();
        fs::write(detectors.join("README.md"), "noise").unwrap();
        assert_eq!(stamps(&paths), before);
        fs::write(detectors.join("own.wasm"), "x").unwrap();
        let with_own = stamps(&paths);
        assert_ne!(with_own, before);
        let later = SystemTime::now() + Duration::from_secs(60);
        fs::File::options()
            .append(true)
            .open(&config)
            .unwrap()
            .set_modified(later)
            .unwrap();
        assert_ne!(stamps(&paths), with_own);
        assert_eq!(folders(&paths), [folder.path().to_owned(), detectors]);
    }
}
