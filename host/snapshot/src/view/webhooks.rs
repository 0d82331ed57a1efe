//! What both kinds of admission webhooks share: rows, filters, and whether a webhook is asked.

mod request;

pub(super) use request::{Request, asked};

use super::behind::Behind;
use super::convert::{owned, owned_all, selector};
use super::page::{Named, Query, agrees, limit};
use super::services::place;
use crate::Snapshot;
use crate::object::{
    ClientConfig, MutatingWebhookConfiguration, ServiceReference, ValidatingWebhookConfiguration, Webhook, WebhookRule,
};
use crate::store::Listed;
use sdo_model::contract::types::Presence;
use sdo_model::contract::webhook_types::{self, WebhookFilter, WebhookPage, WebhookRow, WebhookScope};
use sdo_model::{Call, Kind, Stop};

/// What Kubernetes takes for `timeoutSeconds` when it is unset.
const TIMEOUT: u32 = 10;
/// What Kubernetes takes for the port of a Service when it is unset.
const PORT: u16 = 443;

/// A kind that configures webhooks.
pub(super) trait Configuration: Listed {
    fn webhooks(&self) -> &[Webhook];
}

impl Configuration for MutatingWebhookConfiguration {
    fn webhooks(&self) -> &[Webhook] {
        &self.webhooks
    }
}

impl Configuration for ValidatingWebhookConfiguration {
    fn webhooks(&self) -> &[Webhook] {
        &self.webhooks
    }
}

/// The rows of one page. A page ends between two configurations, since the next one begins after a configuration.
pub(super) fn page<T: Configuration>(
    snapshot: &Snapshot,
    call: &mut Call,
    filter: &WebhookFilter,
) -> Result<WebhookPage, Stop> {
    let most = limit(filter.limit);
    let after = filter.after.map_or(Some(0), |id| {
        Kind::of_id(id)
            .filter(|(kind, _)| *kind == T::KIND)
            .map(|(_, at)| at + 1)
    });
    let mut page = WebhookPage::default();
    let mut is_full = false;
    for rows in matching::<T>(snapshot, call, filter)? {
        page.total = page.total.saturating_add(u32::try_from(rows.len()).unwrap_or(u32::MAX));
        let is_wanted = rows
            .first()
            .is_some_and(|row| after.is_some_and(|after| place(row.id) >= after));
        is_full |= is_wanted && !page.rows.is_empty() && page.rows.len() + rows.len() > most;
        if is_wanted && !is_full {
            page.rows.extend(rows.into_iter().take(most));
        }
    }
    Ok(page)
}

/// How many webhooks match.
pub(super) fn count<T: Configuration>(
    snapshot: &Snapshot,
    call: &mut Call,
    filter: &WebhookFilter,
) -> Result<u32, Stop> {
    let count: usize = matching::<T>(snapshot, call, filter)?.iter().map(Vec::len).sum();
    Ok(u32::try_from(count).unwrap_or(u32::MAX))
}

/// The matching rows of each configuration that the filter names.
fn matching<T: Configuration>(
    snapshot: &Snapshot,
    call: &mut Call,
    filter: &WebhookFilter,
) -> Result<Vec<Vec<WebhookRow>>, Stop> {
    let named = Named {
        name: filter.name.as_deref(),
        ..Named::default()
    };
    let mut found: Vec<(u32, &T)> = Vec::new();
    Query::<T>::new(snapshot, named).count(call, |id, configuration| {
        found.push((id, configuration));
        true
    })?;
    call.scan(
        found
            .iter()
            .map(|(_, configuration)| configuration.webhooks().len())
            .sum(),
    )?;
    Ok(found
        .into_iter()
        .map(|(id, configuration)| {
            rows(snapshot, call, id, configuration)
                .filter(|row| keeps(filter, snapshot, call, row))
                .collect()
        })
        .collect())
}

fn keeps(filter: &WebhookFilter, snapshot: &Snapshot, call: &Call, row: &WebhookRow) -> bool {
    let has_service = !row.service_name.is_empty();
    let knows =
        || row.service_presence == Presence::Absent || Behind::of(snapshot, call).knows_slices(&row.service_namespace);
    agrees(filter.fails_closed, row.fails_closed)
        && filter
            .service_presence
            .is_none_or(|wanted| has_service && wanted == row.service_presence)
        && filter
            .max_ready_endpoints
            .is_none_or(|most| has_service && row.ready_endpoints <= most && knows())
}

/// One row for each webhook of a configuration, in its order.
fn rows<'a, T: Configuration>(
    snapshot: &'a Snapshot,
    call: &'a Call,
    id: u32,
    configuration: &'a T,
) -> impl Iterator<Item = WebhookRow> + 'a {
    let row = move |(webhook, index): (&Webhook, u32)| {
        let client = &webhook.client_config;
        let backend = Backend::of(snapshot, call, client.service.as_ref().filter(|_| !is_by_url(client)));
        WebhookRow {
            id,
            configuration: owned(&configuration.meta().name),
            name: owned(&webhook.name),
            index,
            fails_closed: webhook.fails_closed(),
            timeout: webhook.timeout_seconds.map_or(TIMEOUT, |seconds| seconds.u32()),
            service_namespace: backend.namespace.to_owned(),
            service_name: backend.name.to_owned(),
            service_port: backend.port,
            service: backend.id,
            service_presence: backend.presence,
            ready_endpoints: backend.ready_endpoints,
            has_ca_bundle: client.ca_bundle.given,
        }
    };
    configuration.webhooks().iter().zip(0..).map(row)
}

fn is_by_url(config: &ClientConfig) -> bool {
    !config.url.is_empty()
}

/// The Service that a webhook or an aggregated API is served by; without one, as for a URL, its presence is `present`.
pub(super) struct Backend<'a> {
    pub(super) namespace: &'a str,
    pub(super) name: &'a str,
    pub(super) port: u16,
    pub(super) id: Option<u32>,
    pub(super) presence: Presence,
    pub(super) ready_endpoints: u32,
}

impl<'a> Backend<'a> {
    pub(super) fn of(snapshot: &Snapshot, call: &Call, service: Option<&'a ServiceReference>) -> Self {
        let Some(service) = service else {
            return Self {
                namespace: "",
                name: "",
                port: 0,
                id: None,
                presence: Presence::Present,
                ready_endpoints: 0,
            };
        };
        let (namespace, name) = (service.namespace.as_str(), service.name.as_str());
        let id = snapshot.seen_named(call, Kind::Service, namespace, name);
        Self {
            namespace,
            name,
            port: service.port.map_or(PORT, |port| port.port()),
            id,
            presence: snapshot.presence(call, Kind::Service, namespace, name),
            ready_endpoints: id.map_or(0, |id| Behind::of(snapshot, call).ready_endpoints(place(id))),
        }
    }
}

/// When each webhook is asked, in the order of the configuration.
pub(super) fn scopes<T: Configuration>(
    snapshot: &Snapshot,
    call: &mut Call,
    id: u32,
) -> Result<Vec<WebhookScope>, Stop> {
    let webhooks = snapshot.seen::<T>(call, id).map_or(&[][..], Configuration::webhooks);
    call.scan(webhooks.len())?;
    Ok(webhooks.iter().map(scope).collect())
}

fn scope(webhook: &Webhook) -> WebhookScope {
    let rule = |rule: &WebhookRule| webhook_types::WebhookRule {
        groups: owned_all(&rule.api_groups),
        versions: owned_all(&rule.api_versions),
        resources: owned_all(&rule.resources),
        operations: owned_all(&rule.operations),
    };
    WebhookScope {
        rules: webhook.rules.iter().map(rule).collect(),
        namespaces: selector(&webhook.namespace_selector),
        objects: selector(&webhook.object_selector),
        conditional: !webhook.match_conditions.is_empty(),
    }
}
