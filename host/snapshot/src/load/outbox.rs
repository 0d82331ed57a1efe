//! The way from the thread that reads and decompresses to the one that parses and builds.

use super::intake::Item;
use super::meter::Meter;
use std::rc::Rc;
use std::sync::mpsc::SyncSender;

/// Items on their way, in one go: a channel operation per small file would cost more than the file.
pub(super) type Batch = Vec<Item>;

/// Bytes after which a batch goes off.
const BATCH_BYTES: usize = 256 << 10;
/// Items after which a batch goes off.
const BATCH_ITEMS: usize = 256;
/// Batches that wait. One being filled, one waiting and one being parsed keep both threads busy; memory stays at three
/// batches, or three files where files are larger than a batch.
pub(super) const BATCHES_WAITING: usize = 1;

/// Nobody takes items any more.
#[derive(Debug)]
pub(super) struct Closed;

/// The reading side.
pub(super) struct Outbox<'o, 'p> {
    pub(super) meter: Rc<Meter<'p>>,
    sender: &'o SyncSender<Batch>,
    batch: Batch,
    bytes: usize,
}

impl<'o, 'p> Outbox<'o, 'p> {
    pub(super) fn new(meter: Rc<Meter<'p>>, sender: &'o SyncSender<Batch>) -> Self {
        Self {
            meter,
            sender,
            batch: Vec::new(),
            bytes: 0,
        }
    }

    /// Queues an item; blocks while the other side is behind.
    pub(super) fn send(&mut self, item: Item) -> Result<(), Closed> {
        if let Item::File(member) = &item {
            self.bytes += member.bytes.len();
        }
        self.batch.push(item);
        if self.bytes >= BATCH_BYTES || self.batch.len() >= BATCH_ITEMS {
            self.flush()
        } else {
            Ok(())
        }
    }

    /// Sends what is queued.
    pub(super) fn flush(&mut self) -> Result<(), Closed> {
        self.bytes = 0;
        self.sender.send(std::mem::take(&mut self.batch)).map_err(|_| Closed)
    }
}
