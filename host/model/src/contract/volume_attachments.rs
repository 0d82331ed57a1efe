//! `volume-attachments`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::ObjectId;
pub use super::types::Timestamp;
use crate::call::Price;
use crate::call::{Call, Stop};

/// Which attachments. Predicates that are none do not restrict; all others must hold.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct AttachmentFilter {
    /// Node.
    pub node: Option<String>,
    /// PersistentVolume.
    pub volume: Option<String>,
    /// Attached.
    pub attached: Option<bool>,
    /// The most rows wanted; 0 or more than 1000 means 1000.
    pub limit: u32,
    /// Only rows after this one, for the next page.
    pub after: Option<ObjectId>,
}

impl Price for AttachmentFilter {
    fn price(&self) -> u64 {
        self.node.price() + self.volume.price() + self.attached.price() + self.limit.price() + self.after.price()
    }
}

/// An attachment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttachmentRow {
    /// Id.
    pub id: ObjectId,
    /// Name.
    pub name: String,
    /// Driver.
    pub attacher: String,
    /// Node.
    pub node: String,
    /// PersistentVolume; empty for inline volumes.
    pub volume: String,
    /// Attached.
    pub attached: bool,
    /// Attach or detach error, at most 1 KiB; empty when none.
    pub error: String,
    /// Created.
    pub created: Timestamp,
}

impl Price for AttachmentRow {
    fn price(&self) -> u64 {
        self.id.price()
            + self.name.price()
            + self.attacher.price()
            + self.node.price()
            + self.volume.price()
            + self.attached.price()
            + self.error.price()
            + self.created.price()
    }
}

/// Rows and how many matched.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct AttachmentPage {
    /// The rows.
    pub rows: Vec<AttachmentRow>,
    /// How many matched, delivered or not.
    pub total: u32,
}

impl Price for AttachmentPage {
    fn price(&self) -> u64 {
        self.rows.price() + self.total.price()
    }
}

/// VolumeAttachments.
///
/// Reads: VolumeAttachment.
pub trait VolumeAttachments {
    /// Attachments that match, by name; an empty page when none does. At most `limit` rows. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn query(&self, call: &mut Call, filter: &AttachmentFilter) -> Result<AttachmentPage, Stop>;

    /// How many attachments match; `limit` and `after` are ignored. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn count(&self, call: &mut Call, filter: &AttachmentFilter) -> Result<u32, Stop>;
}
