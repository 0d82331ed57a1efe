//! `admission`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::ObjectId;
pub use super::webhook_types::WebhookRow;
use crate::call::{Call, Stop};

/// Which webhooks stand in the way of an object.
///
/// Reads: MutatingWebhookConfiguration, ValidatingWebhookConfiguration, Namespace. Uses: Service, EndpointSlice.
pub trait Admission {
    /// Webhooks that are asked when an object of this group, version and resource with these labels is created (`CREATE`), updated (`UPDATE`) or deleted (`DELETE`) in `namespace`,
    /// by configuration name, mutating ones first; empty when none. CEL match conditions are taken as true. At most 100.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn matching(
        &self,
        call: &mut Call,
        group: &str,
        version: &str,
        resource_name: &str,
        operation: &str,
        namespace: &str,
        labels: &[(String, String)],
    ) -> Result<Vec<WebhookRow>, Stop>;
}
