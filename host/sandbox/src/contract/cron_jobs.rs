//! `cron-jobs` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use sdo_model::contract::cron_jobs as domain;
use wasmtime::component::{ComponentType, Lift, Lower};

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct CronJobFilter {
    #[component(name = "namespace")]
    namespace: Option<String>,
    #[component(name = "name")]
    name: Option<String>,
    #[component(name = "labels")]
    labels: Vec<(String, String)>,
    #[component(name = "suspended")]
    suspended: Option<bool>,
    #[component(name = "never-due")]
    never_due: Option<bool>,
    #[component(name = "min-missed")]
    min_missed: u32,
    #[component(name = "limit")]
    limit: u32,
    #[component(name = "after")]
    after: Option<u32>,
}

impl From<CronJobFilter> for domain::CronJobFilter {
    fn from(value: CronJobFilter) -> Self {
        Self {
            namespace: value.namespace,
            name: value.name,
            labels: value.labels,
            suspended: value.suspended,
            never_due: value.never_due,
            min_missed: value.min_missed,
            limit: value.limit,
            after: value.after,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct CronJobRow {
    #[component(name = "id")]
    id: u32,
    #[component(name = "namespace")]
    namespace: String,
    #[component(name = "name")]
    name: String,
    #[component(name = "schedule")]
    schedule: String,
    #[component(name = "time-zone")]
    time_zone: String,
    #[component(name = "valid")]
    valid: bool,
    #[component(name = "suspended")]
    suspended: bool,
    #[component(name = "active")]
    active: u32,
    #[component(name = "concurrency")]
    concurrency: String,
    #[component(name = "starting-deadline")]
    starting_deadline: Option<u64>,
    #[component(name = "last-schedule")]
    last_schedule: Option<i64>,
    #[component(name = "last-success")]
    last_success: Option<i64>,
    #[component(name = "due")]
    due: Option<i64>,
    #[component(name = "next-due")]
    next_due: Option<i64>,
    #[component(name = "missed")]
    missed: u32,
    #[component(name = "period")]
    period: u64,
    #[component(name = "created")]
    created: i64,
}

impl From<domain::CronJobRow> for CronJobRow {
    fn from(value: domain::CronJobRow) -> Self {
        Self {
            id: value.id,
            namespace: value.namespace,
            name: value.name,
            schedule: value.schedule,
            time_zone: value.time_zone,
            valid: value.valid,
            suspended: value.suspended,
            active: value.active,
            concurrency: value.concurrency,
            starting_deadline: value.starting_deadline,
            last_schedule: value.last_schedule,
            last_success: value.last_success,
            due: value.due,
            next_due: value.next_due,
            missed: value.missed,
            period: value.period,
            created: value.created,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct CronJobPage {
    #[component(name = "rows")]
    rows: Vec<CronJobRow>,
    #[component(name = "total")]
    total: u32,
}

impl From<domain::CronJobPage> for CronJobPage {
    fn from(value: domain::CronJobPage) -> Self {
        Self {
            rows: each(value.rows),
            total: value.total,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/cron-jobs@0.1.0")?;
    instance.func_wrap(
        "query",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (CronJobFilter,)| {
            let filter: sdo_model::contract::cron_jobs::CronJobFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::cron_jobs::CronJobs::query(view, call, &filter)
            })?;
            Ok::<(CronJobPage,), wasmtime::Error>((value.into(),))
        },
    )?;
    instance.func_wrap(
        "count",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (CronJobFilter,)| {
            let filter: sdo_model::contract::cron_jobs::CronJobFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::cron_jobs::CronJobs::count(view, call, &filter)
            })?;
            Ok::<(u32,), wasmtime::Error>((value,))
        },
    )?;
    Ok(())
}
