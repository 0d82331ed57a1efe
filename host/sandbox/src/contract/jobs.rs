//! `jobs` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use sdo_model::contract::jobs as domain;
use wasmtime::component::{ComponentType, Lift, Lower};

#[derive(Copy, Clone, ComponentType, Lower, Lift)]
#[component(enum)]
#[repr(u8)]
pub(crate) enum JobState {
    #[component(name = "running")]
    Running,
    #[component(name = "complete")]
    Complete,
    #[component(name = "failed")]
    Failed,
    #[component(name = "suspended")]
    Suspended,
}

impl From<domain::JobState> for JobState {
    fn from(value: domain::JobState) -> Self {
        match value {
            domain::JobState::Running => JobState::Running,
            domain::JobState::Complete => JobState::Complete,
            domain::JobState::Failed => JobState::Failed,
            domain::JobState::Suspended => JobState::Suspended,
        }
    }
}

impl From<JobState> for domain::JobState {
    fn from(value: JobState) -> Self {
        match value {
            JobState::Running => domain::JobState::Running,
            JobState::Complete => domain::JobState::Complete,
            JobState::Failed => domain::JobState::Failed,
            JobState::Suspended => domain::JobState::Suspended,
        }
    }
}

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct JobFilter {
    #[component(name = "namespace")]
    namespace: Option<String>,
    #[component(name = "name")]
    name: Option<String>,
    #[component(name = "labels")]
    labels: Vec<(String, String)>,
    #[component(name = "owner")]
    owner: Option<u32>,
    #[component(name = "state")]
    state: Option<JobState>,
    #[component(name = "limit")]
    limit: u32,
    #[component(name = "after")]
    after: Option<u32>,
}

impl From<JobFilter> for domain::JobFilter {
    fn from(value: JobFilter) -> Self {
        Self {
            namespace: value.namespace,
            name: value.name,
            labels: value.labels,
            owner: value.owner,
            state: value.state.map(|item| item.into()),
            limit: value.limit,
            after: value.after,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct JobRow {
    #[component(name = "id")]
    id: u32,
    #[component(name = "namespace")]
    namespace: String,
    #[component(name = "name")]
    name: String,
    #[component(name = "owner")]
    owner: Option<u32>,
    #[component(name = "state")]
    state: JobState,
    #[component(name = "reason")]
    reason: String,
    #[component(name = "active")]
    active: u32,
    #[component(name = "succeeded")]
    succeeded: u32,
    #[component(name = "failed")]
    failed: u32,
    #[component(name = "completions")]
    completions: u32,
    #[component(name = "backoff-limit")]
    backoff_limit: u32,
    #[component(name = "active-deadline")]
    active_deadline: Option<u64>,
    #[component(name = "started")]
    started: Option<i64>,
    #[component(name = "finished")]
    finished: Option<i64>,
    #[component(name = "created")]
    created: i64,
}

impl From<domain::JobRow> for JobRow {
    fn from(value: domain::JobRow) -> Self {
        Self {
            id: value.id,
            namespace: value.namespace,
            name: value.name,
            owner: value.owner,
            state: value.state.into(),
            reason: value.reason,
            active: value.active,
            succeeded: value.succeeded,
            failed: value.failed,
            completions: value.completions,
            backoff_limit: value.backoff_limit,
            active_deadline: value.active_deadline,
            started: value.started,
            finished: value.finished,
            created: value.created,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct JobPage {
    #[component(name = "rows")]
    rows: Vec<JobRow>,
    #[component(name = "total")]
    total: u32,
}

impl From<domain::JobPage> for JobPage {
    fn from(value: domain::JobPage) -> Self {
        Self {
            rows: each(value.rows),
            total: value.total,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/jobs@0.1.0")?;
    instance.func_wrap(
        "query",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (JobFilter,)| {
            let filter: sdo_model::contract::jobs::JobFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::jobs::Jobs::query(view, call, &filter)
            })?;
            Ok::<(JobPage,), wasmtime::Error>((value.into(),))
        },
    )?;
    instance.func_wrap(
        "count",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (JobFilter,)| {
            let filter: sdo_model::contract::jobs::JobFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::jobs::Jobs::count(view, call, &filter)
            })?;
            Ok::<(u32,), wasmtime::Error>((value,))
        },
    )?;
    Ok(())
}
