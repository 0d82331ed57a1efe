//! `admission`.

use super::webhooks::{Request, asked};
use crate::Snapshot;
use crate::object::{MutatingWebhookConfiguration, ValidatingWebhookConfiguration};
use sdo_model::contract::admission::Admission;
use sdo_model::contract::webhook_types::WebhookRow;
use sdo_model::{Call, Stop};

/// The most webhooks of one answer.
const MOST: usize = 100;

impl Admission for Snapshot {
    fn matching(
        &self,
        call: &mut Call,
        group: &str,
        version: &str,
        resource: &str,
        operation: &str,
        namespace: &str,
        labels: &[(String, String)],
    ) -> Result<Vec<WebhookRow>, Stop> {
        call.scan(labels.len())?;
        let labels = labels
            .iter()
            .map(|(key, value)| (key.as_str().into(), value.as_str().into()))
            .collect();
        let request = Request {
            group,
            version,
            resource,
            operation,
            namespace,
            labels,
        };
        let mut found = asked::<MutatingWebhookConfiguration>(self, call, &request)?;
        found.extend(asked::<ValidatingWebhookConfiguration>(self, call, &request)?);
        found.truncate(MOST);
        Ok(found)
    }
}

#[cfg(test)]
mod tests;
