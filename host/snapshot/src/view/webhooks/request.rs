//! Whether a webhook is asked about a request.

use super::{Configuration, rows};
use crate::Snapshot;
use crate::object::{Webhook, WebhookRule};
use crate::text::{Map, Text};
use crate::view::network_policies::evaluate::namespace_selected;
use sdo_model::contract::webhook_types::WebhookRow;
use sdo_model::{Call, Kind, Stop};

/// A request as admission sees it.
pub(in crate::view) struct Request<'a> {
    pub(in crate::view) group: &'a str,
    pub(in crate::view) version: &'a str,
    pub(in crate::view) resource: &'a str,
    pub(in crate::view) operation: &'a str,
    pub(in crate::view) namespace: &'a str,
    pub(in crate::view) labels: Map,
}

/// The rows of the webhooks that are asked about a request.
pub(in crate::view) fn asked<T: Configuration>(
    snapshot: &Snapshot,
    call: &mut Call,
    request: &Request<'_>,
) -> Result<Vec<WebhookRow>, Stop> {
    if !call.may_read(T::KIND) {
        return Ok(Vec::new());
    }
    let all = snapshot.all::<T>();
    call.scan(all.iter().map(|configuration| 1 + configuration.webhooks().len()).sum())?;
    let mut found = Vec::new();
    for (at, configuration) in all.iter().enumerate() {
        let rows = rows(snapshot, call, T::KIND.id(at), &**configuration);
        let asked = rows
            .zip(configuration.webhooks())
            .filter(|(_, webhook)| request.is_for(snapshot, webhook));
        found.extend(asked.map(|(row, _)| row));
    }
    Ok(found)
}

impl Request<'_> {
    fn is_for(&self, snapshot: &Snapshot, webhook: &Webhook) -> bool {
        // The API server never asks webhooks about webhooks.
        let is_exempt = self.group == Kind::MutatingWebhookConfiguration.group();
        !is_exempt
            && webhook
                .rules
                .iter()
                .any(|rule| self.meets(rule, webhook.match_policy.as_str() == "Exact"))
            && webhook.object_selector.selects(&self.labels)
            && self.namespace_meets(snapshot, webhook)
    }

    /// Selectors for namespaces let cluster-scoped objects pass; a Namespace counts as its own.
    fn namespace_meets(&self, snapshot: &Snapshot, webhook: &Webhook) -> bool {
        let selector = &webhook.namespace_selector;
        match (self.namespace, self.is_namespace()) {
            (_, true) => selector.selects(&self.labels),
            ("", false) => true,
            (namespace, false) => namespace_selected(snapshot, selector, namespace),
        }
    }

    fn is_namespace(&self) -> bool {
        self.group.is_empty() && self.resource == "namespaces"
    }

    fn meets(&self, rule: &WebhookRule, exactly: bool) -> bool {
        let has = |list: &[Text], wanted: &str| list.iter().any(|word| *word == "*" || *word == *wanted);
        let is_cluster_wide = self.namespace.is_empty() || self.is_namespace();
        let scope = match rule.scope.as_str() {
            "Namespaced" => !is_cluster_wide,
            "Cluster" => is_cluster_wide,
            _ => true,
        };
        // Unless it must be exact, the API server also asks a webhook for another version of the same resource.
        let version = !exactly || has(&rule.api_versions, self.version);
        scope
            && version
            && has(&rule.api_groups, self.group)
            && has(&rule.operations, self.operation)
            && self.resource_meets(&rule.resources)
    }

    /// `pods`, `pods/exec`, `*` for all without a subresource, `*/scale`, `pods/*`, `*/*`.
    fn resource_meets(&self, resources: &[Text]) -> bool {
        let split = |text: &str| {
            text.split_once('/')
                .map_or((text.to_owned(), String::new()), |(resource, sub)| {
                    (resource.to_owned(), sub.to_owned())
                })
        };
        let (resource, sub) = split(self.resource);
        resources
            .iter()
            .map(|written| split(written))
            .any(|(wanted, wanted_sub)| {
                (wanted == "*" || wanted == resource) && (wanted_sub == "*" || wanted_sub == sub)
            })
    }
}
