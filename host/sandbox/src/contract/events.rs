//! `events` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use super::types::ObjectRef;
use sdo_model::contract::events as domain;
use wasmtime::component::{ComponentType, Lift, Lower};

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct EventFilter {
    #[component(name = "namespace")]
    namespace: Option<String>,
    #[component(name = "about")]
    about: Option<u32>,
    #[component(name = "kind")]
    kind: Option<String>,
    #[component(name = "reason")]
    reason: Option<String>,
    #[component(name = "warning")]
    warning: Option<bool>,
    #[component(name = "since")]
    since: Option<i64>,
    #[component(name = "contains")]
    contains: Option<String>,
    #[component(name = "limit")]
    limit: u32,
    #[component(name = "after")]
    after: Option<u32>,
}

impl From<EventFilter> for domain::EventFilter {
    fn from(value: EventFilter) -> Self {
        Self {
            namespace: value.namespace,
            about: value.about,
            kind: value.kind,
            reason: value.reason,
            warning: value.warning,
            since: value.since,
            contains: value.contains,
            limit: value.limit,
            after: value.after,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct EventRow {
    #[component(name = "id")]
    id: u32,
    #[component(name = "about")]
    about: ObjectRef,
    #[component(name = "warning")]
    warning: bool,
    #[component(name = "reason")]
    reason: String,
    #[component(name = "message")]
    message: String,
    #[component(name = "count")]
    count: u32,
    #[component(name = "first")]
    first: Option<i64>,
    #[component(name = "last")]
    last: Option<i64>,
    #[component(name = "source")]
    source: String,
}

impl From<domain::EventRow> for EventRow {
    fn from(value: domain::EventRow) -> Self {
        Self {
            id: value.id,
            about: value.about.into(),
            warning: value.warning,
            reason: value.reason,
            message: value.message,
            count: value.count,
            first: value.first,
            last: value.last,
            source: value.source,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct EventPage {
    #[component(name = "rows")]
    rows: Vec<EventRow>,
    #[component(name = "total")]
    total: u32,
}

impl From<domain::EventPage> for EventPage {
    fn from(value: domain::EventPage) -> Self {
        Self {
            rows: each(value.rows),
            total: value.total,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/events@0.1.0")?;
    instance.func_wrap(
        "query",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (EventFilter,)| {
            let filter: sdo_model::contract::events::EventFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::events::Events::query(view, call, &filter)
            })?;
            Ok::<(EventPage,), wasmtime::Error>((value.into(),))
        },
    )?;
    instance.func_wrap(
        "count",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (EventFilter,)| {
            let filter: sdo_model::contract::events::EventFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::events::Events::count(view, call, &filter)
            })?;
            Ok::<(u32,), wasmtime::Error>((value,))
        },
    )?;
    Ok(())
}
