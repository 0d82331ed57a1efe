//! `objects`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::Condition;
pub use super::types::LabelSelector;
pub use super::types::ObjectId;
pub use super::types::ObjectRef;
pub use super::types::Timestamp;
use crate::call::Price;
use crate::call::{Call, Stop};

/// Metadata that every object has.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ObjectMeta {
    /// `metadata.uid`; empty when the dump left it out.
    pub uid: String,
    /// `metadata.creationTimestamp`.
    pub created: Option<Timestamp>,
    /// `metadata.deletionTimestamp`: set while the object is being deleted.
    pub deleted: Option<Timestamp>,
    /// `metadata.generation`; 0 when absent.
    pub generation: i64,
    /// `status.observedGeneration`; none when the kind has none.
    pub observed_generation: Option<i64>,
    /// `metadata.finalizers`.
    pub finalizers: Vec<String>,
    /// Owners as written, controller first.
    pub owners: Vec<ObjectRef>,
}

impl Price for ObjectMeta {
    fn price(&self) -> u64 {
        self.uid.price()
            + self.created.price()
            + self.deleted.price()
            + self.generation.price()
            + self.observed_generation.price()
            + self.finalizers.price()
            + self.owners.price()
    }
}

/// One entry of `metadata.managedFields`, without its fields.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct FieldManager {
    /// Who wrote, e.g. `kubectl-edit`.
    pub manager: String,
    /// `Apply` or `Update`.
    pub operation: String,
    /// Subresource, e.g. `status`; empty for the object itself.
    pub subresource: String,
    /// When.
    pub time: Option<Timestamp>,
}

impl Price for FieldManager {
    fn price(&self) -> u64 {
        self.manager.price() + self.operation.price() + self.subresource.price() + self.time.price()
    }
}

/// Metadata of any object whose kind this component may read through another interface.
///
/// Batches answer in the order of `ids`, one entry each; an id that cannot be seen gives none or an empty list. At most 1000 ids a call, the rest is dropped.
///
/// Reads: nothing.
pub trait Objects {
    /// The names of objects, in the order of `ids`; an unseen id gives a reference with empty names.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn describe(&self, call: &mut Call, ids: &[ObjectId]) -> Result<Vec<ObjectRef>, Stop>;

    /// The object of `kind` with this name; an empty `namespace` for cluster-scoped kinds. None when absent, unreadable, or not typed by this contract.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn find(&self, call: &mut Call, kind: &str, namespace: &str, name: &str) -> Result<Option<ObjectId>, Stop>;

    /// Metadata, in the order of `ids`; none for an unseen id.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn meta(&self, call: &mut Call, ids: &[ObjectId]) -> Result<Vec<Option<ObjectMeta>>, Stop>;

    /// Labels sorted by key, in the order of `ids`; empty for an unseen id.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn labels(&self, call: &mut Call, ids: &[ObjectId]) -> Result<Vec<Vec<(String, String)>>, Stop>;

    /// Annotations sorted by key, values cut at 1 KiB, without `last-applied-configuration`; empty for an unseen id.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn annotations(&self, call: &mut Call, ids: &[ObjectId]) -> Result<Vec<Vec<(String, String)>>, Stop>;

    /// Who wrote the object, newest first, in the order of `ids`; empty for an unseen id.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn managers(&self, call: &mut Call, ids: &[ObjectId]) -> Result<Vec<Vec<FieldManager>>, Stop>;

    /// `status.conditions` in their own order, in the order of `ids`; empty for an unseen id or a kind without conditions.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn conditions(&self, call: &mut Call, ids: &[ObjectId]) -> Result<Vec<Vec<Condition>>, Stop>;

    /// The configuration that `kubectl apply` recorded, as JSON, at most 64 KiB; none when there is none, for a Secret, or an unseen id.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn last_applied(&self, call: &mut Call, id: ObjectId) -> Result<Option<String>, Stop>;

    /// Which of `ids` carry labels that `selector` selects, in the order of `ids`.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn select(&self, call: &mut Call, ids: &[ObjectId], selector: &LabelSelector) -> Result<Vec<ObjectId>, Stop>;
}
