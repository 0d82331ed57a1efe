//! `mutating-webhooks`.

use super::webhooks::{count, page, scopes};
use crate::Snapshot;
use crate::object::MutatingWebhookConfiguration;
use sdo_model::contract::mutating_webhooks::MutatingWebhooks;
use sdo_model::contract::webhook_types::{WebhookFilter, WebhookPage, WebhookScope};
use sdo_model::{Call, Stop};

impl MutatingWebhooks for Snapshot {
    fn query(&self, call: &mut Call, filter: &WebhookFilter) -> Result<WebhookPage, Stop> {
        page::<MutatingWebhookConfiguration>(self, call, filter)
    }

    fn count(&self, call: &mut Call, filter: &WebhookFilter) -> Result<u32, Stop> {
        count::<MutatingWebhookConfiguration>(self, call, filter)
    }

    fn scopes(&self, call: &mut Call, id: u32) -> Result<Vec<WebhookScope>, Stop> {
        scopes::<MutatingWebhookConfiguration>(self, call, id)
    }
}
