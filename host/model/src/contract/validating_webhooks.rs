//! `validating-webhooks`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::ObjectId;
pub use super::webhook_types::WebhookFilter;
pub use super::webhook_types::WebhookPage;
pub use super::webhook_types::WebhookScope;
use crate::call::{Call, Stop};

/// Webhooks of ValidatingWebhookConfigurations.
///
/// Reads: ValidatingWebhookConfiguration. Uses: Service, EndpointSlice.
pub trait ValidatingWebhooks {
    /// Webhooks that match, by configuration, then in its order; an empty page when none does. At most `limit` rows; `after` is the last configuration seen. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn query(&self, call: &mut Call, filter: &WebhookFilter) -> Result<WebhookPage, Stop>;

    /// How many webhooks match. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn count(&self, call: &mut Call, filter: &WebhookFilter) -> Result<u32, Stop>;

    /// When each webhook of a configuration is asked, in its order; empty for an unseen id.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn scopes(&self, call: &mut Call, id: ObjectId) -> Result<Vec<WebhookScope>, Stop>;
}
