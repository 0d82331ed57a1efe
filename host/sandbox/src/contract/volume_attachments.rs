//! `volume-attachments` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use sdo_model::contract::volume_attachments as domain;
use wasmtime::component::{ComponentType, Lift, Lower};

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct AttachmentFilter {
    #[component(name = "node")]
    node: Option<String>,
    #[component(name = "volume")]
    volume: Option<String>,
    #[component(name = "attached")]
    attached: Option<bool>,
    #[component(name = "limit")]
    limit: u32,
    #[component(name = "after")]
    after: Option<u32>,
}

impl From<AttachmentFilter> for domain::AttachmentFilter {
    fn from(value: AttachmentFilter) -> Self {
        Self {
            node: value.node,
            volume: value.volume,
            attached: value.attached,
            limit: value.limit,
            after: value.after,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct AttachmentRow {
    #[component(name = "id")]
    id: u32,
    #[component(name = "name")]
    name: String,
    #[component(name = "attacher")]
    attacher: String,
    #[component(name = "node")]
    node: String,
    #[component(name = "volume")]
    volume: String,
    #[component(name = "attached")]
    attached: bool,
    #[component(name = "error")]
    error: String,
    #[component(name = "created")]
    created: i64,
}

impl From<domain::AttachmentRow> for AttachmentRow {
    fn from(value: domain::AttachmentRow) -> Self {
        Self {
            id: value.id,
            name: value.name,
            attacher: value.attacher,
            node: value.node,
            volume: value.volume,
            attached: value.attached,
            error: value.error,
            created: value.created,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct AttachmentPage {
    #[component(name = "rows")]
    rows: Vec<AttachmentRow>,
    #[component(name = "total")]
    total: u32,
}

impl From<domain::AttachmentPage> for AttachmentPage {
    fn from(value: domain::AttachmentPage) -> Self {
        Self {
            rows: each(value.rows),
            total: value.total,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/volume-attachments@0.1.0")?;
    instance.func_wrap(
        "query",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (AttachmentFilter,)| {
            let filter: sdo_model::contract::volume_attachments::AttachmentFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::volume_attachments::VolumeAttachments::query(view, call, &filter)
            })?;
            Ok::<(AttachmentPage,), wasmtime::Error>((value.into(),))
        },
    )?;
    instance.func_wrap(
        "count",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (AttachmentFilter,)| {
            let filter: sdo_model::contract::volume_attachments::AttachmentFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::volume_attachments::VolumeAttachments::count(view, call, &filter)
            })?;
            Ok::<(u32,), wasmtime::Error>((value,))
        },
    )?;
    Ok(())
}
