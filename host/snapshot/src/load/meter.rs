//! Counts what is read, and stops reading at a limit.

use super::error::{LimitKind, LoadError};
use super::limits::Limits;
use std::cell::Cell;
use std::io::{self, Read, Seek, SeekFrom};
use std::rc::Rc;

/// How far a load has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Bytes read from disk or pipe.
    pub bytes_read: u64,
    /// Bytes there are to read, where that is known: not for pipes and folders.
    pub bytes_total: Option<u64>,
    /// Files and members passed.
    pub members: u64,
}

/// Called from the thread that reads, about every [`PROGRESS_STEP`] bytes.
pub type OnProgress<'a> = &'a (dyn Fn(Progress) + Sync);

/// Often enough for a smooth bar, seldom enough to cost nothing.
const PROGRESS_STEP: u64 = 256 << 10;

/// The counters of one load, shared by all readers on the reading thread.
pub(super) struct Meter<'p> {
    pub(super) limits: Limits,
    on_progress: Option<OnProgress<'p>>,
    bytes_total: Cell<Option<u64>>,
    /// Bytes read from disk or pipe, and at the start of this input.
    raw: Cell<u64>,
    raw_before: Cell<u64>,
    /// Bytes after decompression, and at the start of this input.
    plain: Cell<u64>,
    plain_before: Cell<u64>,
    members: Cell<u64>,
    reported: Cell<u64>,
    hit: Cell<Option<LimitKind>>,
}

impl<'p> Meter<'p> {
    pub(super) fn new(limits: &Limits, on_progress: Option<OnProgress<'p>>, bytes_total: Option<u64>) -> Rc<Self> {
        Rc::new(Self {
            limits: *limits,
            on_progress,
            bytes_total: Cell::new(bytes_total),
            raw: Cell::new(0),
            raw_before: Cell::new(0),
            plain: Cell::new(0),
            plain_before: Cell::new(0),
            members: Cell::new(0),
            reported: Cell::new(0),
            hit: Cell::new(None),
        })
    }

    /// The ratio is one input's, not the load's.
    pub(super) fn start_input(&self) {
        self.raw_before.set(self.raw.get());
        self.plain_before.set(self.plain.get());
    }

    /// Counts a file or member.
    pub(super) fn member(&self) -> io::Result<()> {
        self.members.set(self.members.get() + 1);
        if self.members.get() > self.limits.members {
            Err(self.stop(LimitKind::Members))
        } else {
            Ok(())
        }
    }

    fn raw(&self, count: usize) {
        self.raw.set(self.raw.get() + count as u64);
        if self.raw.get() - self.reported.get() >= PROGRESS_STEP {
            self.reported.set(self.raw.get());
            self.report();
        }
    }

    /// Tells the observer where the load is now.
    pub(super) fn report(&self) {
        if let Some(on_progress) = self.on_progress {
            on_progress(Progress {
                bytes_read: self.raw.get(),
                bytes_total: self.bytes_total.get(),
                members: self.members.get(),
            });
        }
    }

    fn plain(&self, count: usize) -> io::Result<()> {
        self.plain.set(self.plain.get() + count as u64);
        if self.plain.get() > self.limits.total_bytes {
            return Err(self.stop(LimitKind::TotalBytes));
        }
        let plain = self.plain.get() - self.plain_before.get();
        let raw = (self.raw.get() - self.raw_before.get()).max(1);
        if plain > self.limits.ratio_from_bytes && plain / raw > self.limits.ratio {
            return Err(self.stop(LimitKind::Ratio));
        }
        Ok(())
    }

    pub(super) fn stop(&self, limit: LimitKind) -> io::Error {
        self.hit.set(Some(limit));
        io::Error::other("a limit was passed")
    }

    /// The error that a limit stands for, if one stopped the reading. Archive readers wrap errors beyond recognition,
    /// so it is kept here.
    pub(super) fn limit_error(&self, path: &str) -> Option<LoadError> {
        let limit = self.hit.get()?;
        let (allowed, advice) = match limit {
            LimitKind::TotalBytes => (
                self.limits.total_bytes,
                "unpack it and pass the folders that hold objects",
            ),
            LimitKind::Ratio => (
                self.limits.ratio,
                "this is how archive bombs look; if you trust it, unpack it and pass the folder",
            ),
            LimitKind::Members => (self.limits.members, "pass only the folders that hold objects"),
            LimitKind::MemberBytes => (
                self.limits.member_bytes,
                "save it to a file and pass its path, or pass smaller files",
            ),
        };
        Some(LoadError::Limit {
            path: path.to_owned(),
            limit,
            allowed,
            advice,
        })
    }
}

/// Counts bytes as they come from disk or pipe.
pub(super) struct Raw<'p, R> {
    inner: R,
    meter: Rc<Meter<'p>>,
}

impl<'p, R> Raw<'p, R> {
    pub(super) fn new(inner: R, meter: &Rc<Meter<'p>>) -> Self {
        Self {
            inner,
            meter: Rc::clone(meter),
        }
    }
}

impl<R: Read> Read for Raw<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.meter.raw(count);
        Ok(count)
    }
}

impl<R: Seek> Seek for Raw<'_, R> {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        self.inner.seek(position)
    }
}

/// Counts bytes after decompression and stops at a limit.
pub(super) struct Plain<'p, R> {
    inner: R,
    meter: Rc<Meter<'p>>,
}

impl<'p, R> Plain<'p, R> {
    pub(super) fn new(inner: R, meter: &Rc<Meter<'p>>) -> Self {
        Self {
            inner,
            meter: Rc::clone(meter),
        }
    }
}

impl<R: Read> Read for Plain<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.meter.plain(count)?;
        Ok(count)
    }
}
