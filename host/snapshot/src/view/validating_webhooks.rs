//! `validating-webhooks`.

use super::webhooks::{count, page, scopes};
use crate::Snapshot;
use crate::object::ValidatingWebhookConfiguration;
use sdo_model::contract::validating_webhooks::ValidatingWebhooks;
use sdo_model::contract::webhook_types::{WebhookFilter, WebhookPage, WebhookScope};
use sdo_model::{Call, Stop};

impl ValidatingWebhooks for Snapshot {
    fn query(&self, call: &mut Call, filter: &WebhookFilter) -> Result<WebhookPage, Stop> {
        page::<ValidatingWebhookConfiguration>(self, call, filter)
    }

    fn count(&self, call: &mut Call, filter: &WebhookFilter) -> Result<u32, Stop> {
        count::<ValidatingWebhookConfiguration>(self, call, filter)
    }

    fn scopes(&self, call: &mut Call, id: u32) -> Result<Vec<WebhookScope>, Stop> {
        scopes::<ValidatingWebhookConfiguration>(self, call, id)
    }
}
