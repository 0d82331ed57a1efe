//! `webhook-types` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use super::types::LabelSelector;
use super::types::Presence;
use sdo_model::contract::webhook_types as domain;
use wasmtime::component::{ComponentType, Lift, Lower};

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct WebhookFilter {
    #[component(name = "name")]
    name: Option<String>,
    #[component(name = "fails-closed")]
    fails_closed: Option<bool>,
    #[component(name = "service-presence")]
    service_presence: Option<Presence>,
    #[component(name = "max-ready-endpoints")]
    max_ready_endpoints: Option<u32>,
    #[component(name = "limit")]
    limit: u32,
    #[component(name = "after")]
    after: Option<u32>,
}

impl From<WebhookFilter> for domain::WebhookFilter {
    fn from(value: WebhookFilter) -> Self {
        Self {
            name: value.name,
            fails_closed: value.fails_closed,
            service_presence: value.service_presence.map(|item| item.into()),
            max_ready_endpoints: value.max_ready_endpoints,
            limit: value.limit,
            after: value.after,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct WebhookRow {
    #[component(name = "id")]
    id: u32,
    #[component(name = "configuration")]
    configuration: String,
    #[component(name = "name")]
    name: String,
    #[component(name = "index")]
    index: u32,
    #[component(name = "fails-closed")]
    fails_closed: bool,
    #[component(name = "timeout")]
    timeout: u32,
    #[component(name = "service-namespace")]
    service_namespace: String,
    #[component(name = "service-name")]
    service_name: String,
    #[component(name = "service-port")]
    service_port: u16,
    #[component(name = "service")]
    service: Option<u32>,
    #[component(name = "service-presence")]
    service_presence: Presence,
    #[component(name = "ready-endpoints")]
    ready_endpoints: u32,
    #[component(name = "has-ca-bundle")]
    has_ca_bundle: bool,
}

impl From<domain::WebhookRow> for WebhookRow {
    fn from(value: domain::WebhookRow) -> Self {
        Self {
            id: value.id,
            configuration: value.configuration,
            name: value.name,
            index: value.index,
            fails_closed: value.fails_closed,
            timeout: value.timeout,
            service_namespace: value.service_namespace,
            service_name: value.service_name,
            service_port: value.service_port,
            service: value.service,
            service_presence: value.service_presence.into(),
            ready_endpoints: value.ready_endpoints,
            has_ca_bundle: value.has_ca_bundle,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct WebhookPage {
    #[component(name = "rows")]
    rows: Vec<WebhookRow>,
    #[component(name = "total")]
    total: u32,
}

impl From<domain::WebhookPage> for WebhookPage {
    fn from(value: domain::WebhookPage) -> Self {
        Self {
            rows: each(value.rows),
            total: value.total,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct WebhookRule {
    #[component(name = "groups")]
    groups: Vec<String>,
    #[component(name = "versions")]
    versions: Vec<String>,
    #[component(name = "resources")]
    resources: Vec<String>,
    #[component(name = "operations")]
    operations: Vec<String>,
}

impl From<domain::WebhookRule> for WebhookRule {
    fn from(value: domain::WebhookRule) -> Self {
        Self {
            groups: value.groups,
            versions: value.versions,
            resources: value.resources,
            operations: value.operations,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct WebhookScope {
    #[component(name = "rules")]
    rules: Vec<WebhookRule>,
    #[component(name = "namespaces")]
    namespaces: LabelSelector,
    #[component(name = "objects")]
    objects: LabelSelector,
    #[component(name = "conditional")]
    conditional: bool,
}

impl From<domain::WebhookScope> for WebhookScope {
    fn from(value: domain::WebhookScope) -> Self {
        Self {
            rules: each(value.rules),
            namespaces: value.namespaces.into(),
            objects: value.objects.into(),
            conditional: value.conditional,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    linker.instance("sdo:cluster/webhook-types@0.1.0")?;
    Ok(())
}
