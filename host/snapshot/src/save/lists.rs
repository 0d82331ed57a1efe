//! Lists of objects as files of an archive, in parts where they are long.

use super::SaveError;
use super::archive::Archive;
use crate::record::part_name;

/// Bytes after which a part ends. A tar says the length of a file ahead of it, so a part waits in memory until it is whole.
const PART_BYTES: usize = 8 << 20;

/// Writes one file of lists after the other.
pub(super) struct Lists<'w> {
    archive: Archive<'w>,
    part: Vec<u8>,
    /// Name of the file, without part and ending.
    name: String,
    parts: usize,
    /// `apiVersion` and `kind` of the items; empty between files.
    of: (String, String),
    is_open: bool,
    objects: usize,
    kinds: usize,
}

impl<'w> Lists<'w> {
    pub(super) fn new(archive: Archive<'w>) -> Self {
        Self {
            archive,
            part: Vec::new(),
            name: String::new(),
            parts: 0,
            of: Default::default(),
            is_open: false,
            objects: 0,
            kinds: 0,
        }
    }

    /// Begins a file.
    pub(super) fn start(&mut self, name: String) {
        self.name = name;
        self.parts = 0;
        self.of = Default::default();
        self.kinds += 1;
    }

    /// Says what the items that follow are.
    pub(super) fn list(&mut self, api_version: &str, kind: &str) {
        if (self.of.0.as_str(), self.of.1.as_str()) != (api_version, kind) {
            self.close();
            self.of = (api_version.to_owned(), kind.to_owned());
        }
    }

    /// Adds an item, which `write` appends to the buffer it gets.
    pub(super) fn item(&mut self, write: impl FnOnce(&mut Vec<u8>) -> serde_json::Result<()>) -> Result<(), SaveError> {
        match self.is_open {
            true => self.part.extend_from_slice(b",\n"),
            false => self.open()?,
        }
        write(&mut self.part).map_err(|source| self.encode(source))?;
        self.objects += 1;
        if self.part.len() >= PART_BYTES {
            self.end()?;
        }
        Ok(())
    }

    /// Ends a part of the file; what follows goes into the next one.
    pub(super) fn end(&mut self) -> Result<(), SaveError> {
        self.close();
        if self.part.is_empty() {
            return Ok(());
        }
        self.parts += 1;
        self.archive.file(&part_name(&self.name, self.parts), &self.part)?;
        self.part.clear();
        Ok(())
    }

    /// Objects written so far.
    pub(super) fn objects(&self) -> usize {
        self.objects
    }

    /// Files begun so far.
    pub(super) fn kinds(&self) -> usize {
        self.kinds
    }

    /// Ends the archive; gives the bytes of the whole file.
    pub(super) fn finish(self) -> Result<u64, SaveError> {
        Ok(self.archive.finish()?)
    }

    fn open(&mut self) -> Result<(), SaveError> {
        let (api_version, kind) = &self.of;
        let words = serde_json::to_string(api_version)
            .and_then(|version| Ok((version, serde_json::to_string(&format!("{kind}List"))?)));
        let (api_version, kind) = words.map_err(|source| self.encode(source))?;
        let head = format!("{{\"apiVersion\":{api_version},\"kind\":{kind},\"items\":[\n");
        self.part.extend_from_slice(head.as_bytes());
        self.is_open = true;
        Ok(())
    }

    fn close(&mut self) {
        if self.is_open {
            self.part.extend_from_slice(b"\n]}\n");
            self.is_open = false;
        }
    }

    fn encode(&self, source: serde_json::Error) -> SaveError {
        SaveError::Encode {
            what: format!("an object of kind {}", self.of.1),
            source,
        }
    }
}
