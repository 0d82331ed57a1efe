//! `rbac-types` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use super::types::ObjectRef;
use sdo_model::contract::rbac_types as domain;
use wasmtime::component::{ComponentType, Lift, Lower};

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct RbacFilter {
    #[component(name = "namespace")]
    namespace: Option<String>,
    #[component(name = "name")]
    name: Option<String>,
    #[component(name = "limit")]
    limit: u32,
    #[component(name = "after")]
    after: Option<u32>,
}

impl From<RbacFilter> for domain::RbacFilter {
    fn from(value: RbacFilter) -> Self {
        Self {
            namespace: value.namespace,
            name: value.name,
            limit: value.limit,
            after: value.after,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct PolicyRule {
    #[component(name = "verbs")]
    verbs: Vec<String>,
    #[component(name = "groups")]
    groups: Vec<String>,
    #[component(name = "resources")]
    resources: Vec<String>,
    #[component(name = "names")]
    names: Vec<String>,
    #[component(name = "urls")]
    urls: Vec<String>,
}

impl From<domain::PolicyRule> for PolicyRule {
    fn from(value: domain::PolicyRule) -> Self {
        Self {
            verbs: value.verbs,
            groups: value.groups,
            resources: value.resources,
            names: value.names,
            urls: value.urls,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct RoleRow {
    #[component(name = "id")]
    id: u32,
    #[component(name = "namespace")]
    namespace: String,
    #[component(name = "name")]
    name: String,
    #[component(name = "rules")]
    rules: u32,
}

impl From<domain::RoleRow> for RoleRow {
    fn from(value: domain::RoleRow) -> Self {
        Self {
            id: value.id,
            namespace: value.namespace,
            name: value.name,
            rules: value.rules,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct RolePage {
    #[component(name = "rows")]
    rows: Vec<RoleRow>,
    #[component(name = "total")]
    total: u32,
}

impl From<domain::RolePage> for RolePage {
    fn from(value: domain::RolePage) -> Self {
        Self {
            rows: each(value.rows),
            total: value.total,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct Subject {
    #[component(name = "kind")]
    kind: String,
    #[component(name = "namespace")]
    namespace: String,
    #[component(name = "name")]
    name: String,
}

impl From<domain::Subject> for Subject {
    fn from(value: domain::Subject) -> Self {
        Self {
            kind: value.kind,
            namespace: value.namespace,
            name: value.name,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct BindingRow {
    #[component(name = "id")]
    id: u32,
    #[component(name = "namespace")]
    namespace: String,
    #[component(name = "name")]
    name: String,
    #[component(name = "role")]
    role: ObjectRef,
    #[component(name = "subjects")]
    subjects: Vec<Subject>,
}

impl From<domain::BindingRow> for BindingRow {
    fn from(value: domain::BindingRow) -> Self {
        Self {
            id: value.id,
            namespace: value.namespace,
            name: value.name,
            role: value.role.into(),
            subjects: each(value.subjects),
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct BindingPage {
    #[component(name = "rows")]
    rows: Vec<BindingRow>,
    #[component(name = "total")]
    total: u32,
}

impl From<domain::BindingPage> for BindingPage {
    fn from(value: domain::BindingPage) -> Self {
        Self {
            rows: each(value.rows),
            total: value.total,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    linker.instance("sdo:cluster/rbac-types@0.1.0")?;
    Ok(())
}
