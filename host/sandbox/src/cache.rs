//! Compiled code on disk, so that a component is compiled once per machine.
//!
//! Deserialising code is running it, so an entry is believed only after its HMAC was verified over key and code, with a secret
//! that only this user can read. An entry that is damaged, cut off, of another build or signed by somebody else is as good as
//! absent. Without a usable directory everything works, only slower.

mod secret;

use crate::admission::Digest;
use crate::compile::Code;
use crate::limits::Limits;
use hmac::{Hmac, Mac};
use secret::Secret;
use sha2::{Digest as _, Sha256};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Bytes of all entries together; past it the least recently used go. 500 Rust detectors need about 100 MB.
const MAX_TOTAL: u64 = 512 << 20;
/// Bytes of an authentication tag.
const TAG: usize = 32;
/// The build that made an entry: code of another one is never looked at.
const BUILD: &str = concat!("sdo-sandbox ", env!("CARGO_PKG_VERSION"), ", wasmtime 48, entry 1");

/// Names one entry: component, engine, policy and build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key([u8; 32]);

impl Key {
    /// The key of a component's code for an engine with this compatibility digest, made under these limits.
    pub(crate) fn new(component: &Digest, engine: &[u8; 32], limits: &Limits) -> Self {
        let mut hasher = Sha256::new();
        hasher.update(BUILD.as_bytes());
        hasher.update(component.as_bytes());
        hasher.update(engine);
        let policy = [
            limits.component_bytes,
            limits.compiled_bytes,
            limits.compile_memory_bytes,
            limits.function_bytes,
            limits.functions,
            limits.definitions,
            limits.data_bytes,
            limits.branch_targets,
            limits.type_depth,
            limits.type_size,
        ];
        policy.iter().for_each(|limit| hasher.update(limit.to_le_bytes()));
        Self(hasher.finalize().into())
    }

    fn file_name(&self) -> String {
        let hex: String = self.0.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{hex}.code")
    }
}

/// A directory of entries.
pub(crate) struct CodeCache {
    folder: PathBuf,
    secret: Secret,
    max_total: u64,
}

impl CodeCache {
    /// Opens or creates the cache in `folder`; `None`, with a warning, when it cannot be used safely.
    pub(crate) fn open(folder: &Path) -> Option<Self> {
        match Secret::open(folder) {
            Ok(secret) => Some(Self {
                folder: folder.to_owned(),
                secret,
                max_total: MAX_TOTAL,
            }),
            Err(error) => {
                tracing::warn!(folder = %folder.display(), %error, "no cache of compiled code: every detector is compiled at each start");
                None
            }
        }
    }

    /// The code under `key`, if there is an authentic entry of at most `max` bytes.
    pub(crate) fn get(&self, key: &Key, max: u64) -> Option<Code> {
        let path = self.folder.join(key.file_name());
        let mut file = File::open(&path).ok()?;
        let mut entry = Vec::new();
        (&mut file).take(max + TAG as u64 + 1).read_to_end(&mut entry).ok()?;
        let (tag, _) = entry.split_first_chunk::<TAG>()?;
        let code = entry.get(TAG..)?;
        if code.len() as u64 > max || self.mac(key, code).verify_slice(tag).is_err() {
            tracing::warn!(entry = %path.display(), "entry of the code cache is not authentic: compiling again");
            return None;
        }
        // Use decides who stays. A read-only cache keeps its times.
        let _ = file.set_modified(SystemTime::now());
        entry.drain(..TAG);
        Some(Code(entry))
    }

    /// Keeps `code` under `key`; a cache that cannot be written is left as it is.
    pub(crate) fn put(&self, key: &Key, code: &Code) {
        if let Err(error) = self.write(key, code).and_then(|()| self.evict()) {
            tracing::debug!(folder = %self.folder.display(), %error, "compiled code was not kept");
        }
    }

    fn mac(&self, key: &Key, code: &[u8]) -> Hmac<Sha256> {
        let mut mac = self.secret.mac();
        mac.update(&key.0);
        mac.update(code);
        mac
    }

    /// Readers see a whole entry or none.
    fn write(&self, key: &Key, code: &Code) -> io::Result<()> {
        let name = key.file_name();
        let draft = secret::draft(&self.folder, &name);
        let tag = self.mac(key, &code.0).finalize().into_bytes();
        let written = secret::create_private(&draft).and_then(|mut file| {
            file.write_all(&tag)?;
            file.write_all(&code.0)
        });
        let placed = written.and_then(|()| fs::rename(&draft, self.folder.join(name)));
        if placed.is_err() {
            let _ = fs::remove_file(&draft);
        }
        placed
    }

    fn evict(&self) -> io::Result<()> {
        let mut entries = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            let is_code = entry.path().extension().is_some_and(|extension| extension == "code");
            if let (true, Ok(data)) = (is_code, entry.metadata()) {
                entries.push((data.modified()?, data.len(), entry.path()));
            }
        }
        entries.sort();
        let mut total: u64 = entries.iter().map(|(_, size, _)| size).sum();
        for (_, size, path) in entries {
            if total <= self.max_total {
                break;
            }
            // Another process may have been faster.
            let _ = fs::remove_file(path);
            total -= size;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
