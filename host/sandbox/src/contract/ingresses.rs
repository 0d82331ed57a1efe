//! `ingresses` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use super::types::PortRef;
use super::types::Presence;
use sdo_model::contract::ingresses as domain;
use wasmtime::component::{ComponentType, Lift, Lower};

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct IngressFilter {
    #[component(name = "namespace")]
    namespace: Option<String>,
    #[component(name = "name")]
    name: Option<String>,
    #[component(name = "labels")]
    labels: Vec<(String, String)>,
    #[component(name = "class-presence")]
    class_presence: Option<Presence>,
    #[component(name = "broken-backend")]
    broken_backend: Option<bool>,
    #[component(name = "has-tls")]
    has_tls: Option<bool>,
    #[component(name = "service")]
    service: Option<u32>,
    #[component(name = "limit")]
    limit: u32,
    #[component(name = "after")]
    after: Option<u32>,
}

impl From<IngressFilter> for domain::IngressFilter {
    fn from(value: IngressFilter) -> Self {
        Self {
            namespace: value.namespace,
            name: value.name,
            labels: value.labels,
            class_presence: value.class_presence.map(|item| item.into()),
            broken_backend: value.broken_backend,
            has_tls: value.has_tls,
            service: value.service,
            limit: value.limit,
            after: value.after,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct IngressRow {
    #[component(name = "id")]
    id: u32,
    #[component(name = "namespace")]
    namespace: String,
    #[component(name = "name")]
    name: String,
    #[component(name = "class")]
    class: String,
    #[component(name = "class-presence")]
    class_presence: Presence,
    #[component(name = "hosts")]
    hosts: Vec<String>,
    #[component(name = "created")]
    created: i64,
}

impl From<domain::IngressRow> for IngressRow {
    fn from(value: domain::IngressRow) -> Self {
        Self {
            id: value.id,
            namespace: value.namespace,
            name: value.name,
            class: value.class,
            class_presence: value.class_presence.into(),
            hosts: value.hosts,
            created: value.created,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct IngressBackend {
    #[component(name = "path")]
    path: String,
    #[component(name = "host")]
    host: String,
    #[component(name = "url-path")]
    url_path: String,
    #[component(name = "service-name")]
    service_name: String,
    #[component(name = "port")]
    port: PortRef,
    #[component(name = "service")]
    service: Option<u32>,
    #[component(name = "presence")]
    presence: Presence,
    #[component(name = "port-exists")]
    port_exists: bool,
    #[component(name = "nearest")]
    nearest: Option<String>,
}

impl From<domain::IngressBackend> for IngressBackend {
    fn from(value: domain::IngressBackend) -> Self {
        Self {
            path: value.path,
            host: value.host,
            url_path: value.url_path,
            service_name: value.service_name,
            port: value.port.into(),
            service: value.service,
            presence: value.presence.into(),
            port_exists: value.port_exists,
            nearest: value.nearest,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct IngressTls {
    #[component(name = "path")]
    path: String,
    #[component(name = "hosts")]
    hosts: Vec<String>,
    #[component(name = "secret-name")]
    secret_name: String,
    #[component(name = "secret")]
    secret: Option<u32>,
    #[component(name = "presence")]
    presence: Presence,
}

impl From<domain::IngressTls> for IngressTls {
    fn from(value: domain::IngressTls) -> Self {
        Self {
            path: value.path,
            hosts: value.hosts,
            secret_name: value.secret_name,
            secret: value.secret,
            presence: value.presence.into(),
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct IngressPage {
    #[component(name = "rows")]
    rows: Vec<IngressRow>,
    #[component(name = "total")]
    total: u32,
}

impl From<domain::IngressPage> for IngressPage {
    fn from(value: domain::IngressPage) -> Self {
        Self {
            rows: each(value.rows),
            total: value.total,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/ingresses@0.1.0")?;
    instance.func_wrap(
        "query",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (IngressFilter,)| {
            let filter: sdo_model::contract::ingresses::IngressFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::ingresses::Ingresses::query(view, call, &filter)
            })?;
            Ok::<(IngressPage,), wasmtime::Error>((value.into(),))
        },
    )?;
    instance.func_wrap(
        "count",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (IngressFilter,)| {
            let filter: sdo_model::contract::ingresses::IngressFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::ingresses::Ingresses::count(view, call, &filter)
            })?;
            Ok::<(u32,), wasmtime::Error>((value,))
        },
    )?;
    instance.func_wrap(
        "backends",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (ids,): (Vec<u32>,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::ingresses::Ingresses::backends(view, call, &ids)
            })?;
            Ok::<(Vec<Vec<IngressBackend>>,), wasmtime::Error>((value.into_iter().map(each).collect(),))
        },
    )?;
    instance.func_wrap(
        "tls",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (ids,): (Vec<u32>,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::ingresses::Ingresses::tls(view, call, &ids)
            })?;
            Ok::<(Vec<Vec<IngressTls>>,), wasmtime::Error>((value.into_iter().map(each).collect(),))
        },
    )?;
    Ok(())
}
