//! Compiled code on disk, so that a component is read, checked and compiled once per machine.
//!
//! An entry also keeps what the component imports. It is written only for a component that was let in under the limits in its key,
//! so that whoever finds it need not validate the same bytes again; whether policy grants the imports is asked every time.
//!
//! Deserialising code is running it, so an entry is believed only after its HMAC was verified over key and code, with a secret
//! that only this user can read. An entry that is damaged, cut off, of another build or signed by somebody else is as good as
//! absent. Without a usable directory everything works, only slower.

mod secret;

use crate::admission::{Digest, Imports};
use crate::compile::Code;
use crate::limits::{self, Limits};
use hmac::{Hmac, Mac};
use secret::Secret;
use sha2::{Digest as _, Sha256};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Bytes of all entries together; past it the least recently used go. 500 Rust detectors need about 100 MB.
const MAX_TOTAL: u64 = 512 << 20;
/// Bytes of an entry's imports: every interface of the contract with every function is 20 kB.
const MAX_IMPORTS: u64 = 256 << 10;
/// Bytes of an authentication tag.
const TAG: usize = 32;
/// The build that made an entry: one of another build is never looked at. Raise `admission` whenever less is let in than before, and
/// `entry` with the layout.
const BUILD: &str = concat!(
    "sdo-sandbox ",
    env!("CARGO_PKG_VERSION"),
    ", wasmtime 48, admission 1, entry 3"
);

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
        // All of them: which ones admission looks at may change, and an entry says that admission was passed.
        for limit in limits::TABLE {
            hasher.update(limits.get(limit.name).unwrap_or_default().to_le_bytes());
        }
        Self(hasher.finalize().into())
    }

    fn file_name(&self) -> String {
        let hex: String = self.0.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{hex}.code")
    }
}

/// What is kept of a component that was let in.
pub(crate) struct Entry {
    pub(crate) imports: Imports,
    pub(crate) code: Code,
}

impl Entry {
    /// The length of the imports, the imports as JSON, the code.
    fn to_bytes(imports: &Imports, code: &Code) -> io::Result<Vec<u8>> {
        let imports = serde_json::to_vec(imports)?;
        let length = u32::try_from(imports.len()).map_err(io::Error::other)?;
        Ok([&length.to_le_bytes(), imports.as_slice(), &code.0].concat())
    }

    fn of(bytes: &[u8]) -> Option<Self> {
        let (length, rest) = bytes.split_first_chunk()?;
        let (imports, code) = rest.split_at_checked(usize::try_from(u32::from_le_bytes(*length)).ok()?)?;
        Some(Self {
            imports: serde_json::from_slice(imports).ok()?,
            code: Code(code.to_vec()),
        })
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

    /// The entry under `key`, if there is an authentic one of at most `max` bytes of code.
    pub(crate) fn get(&self, key: &Key, max: u64) -> Option<Entry> {
        let path = self.folder.join(key.file_name());
        let mut file = File::open(&path).ok()?;
        let mut bytes = Vec::new();
        let most = max.saturating_add(MAX_IMPORTS + TAG as u64 + 1);
        (&mut file).take(most).read_to_end(&mut bytes).ok()?;
        let (tag, entry) = bytes.split_first_chunk::<TAG>()?;
        let is_authentic = self.mac(key, entry).verify_slice(tag).is_ok();
        let entry = Entry::of(entry).filter(|entry| is_authentic && entry.code.0.len() as u64 <= max);
        if entry.is_none() {
            tracing::warn!(entry = %path.display(), "entry of the code cache is not authentic: compiling again");
        } else {
            // Use decides who stays. A read-only cache keeps its times.
            let _ = file.set_modified(SystemTime::now());
        }
        entry
    }

    /// Keeps `code` under `key`; a cache that cannot be written is left as it is.
    pub(crate) fn put(&self, key: &Key, imports: &Imports, code: &Code) {
        let entry = Entry::to_bytes(imports, code);
        let written = entry.and_then(|entry| self.write(key, &entry));
        if let Err(error) = written.and_then(|()| self.evict()) {
            tracing::debug!(folder = %self.folder.display(), %error, "compiled code was not kept");
        }
    }

    fn mac(&self, key: &Key, entry: &[u8]) -> Hmac<Sha256> {
        let mut mac = self.secret.mac();
        mac.update(&key.0);
        mac.update(entry);
        mac
    }

    /// Readers see a whole entry or none.
    fn write(&self, key: &Key, entry: &[u8]) -> io::Result<()> {
        let name = key.file_name();
        let draft = secret::draft(&self.folder, &name);
        let tag = self.mac(key, entry).finalize().into_bytes();
        let written = secret::create_private(&draft).and_then(|mut file| {
            file.write_all(&tag)?;
            file.write_all(entry)
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
