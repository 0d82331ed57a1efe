//! `detector-sdk/src/native`: the functions a guest imports, answered by a snapshot in this process, for native tests.

use super::model::{HEADER, params, result};
use super::shape::{Contract, camel, docs, snake};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use wit_parser::InterfaceId;

pub(crate) fn files(contract: &Contract) -> BTreeMap<String, String> {
    let mut text = format!(
        "//! The contract for native tests: same names, same types, answered by a snapshot in this process.\n\n{HEADER}"
    );
    for id in &contract.cluster {
        text += &module(contract, *id);
    }
    BTreeMap::from([
        ("cluster.rs".to_owned(), text),
        ("defaults.rs".to_owned(), defaults(contract)),
        ("queries.rs".to_owned(), queries(contract)),
    ])
}

fn module(contract: &Contract, id: InterfaceId) -> String {
    let module = contract.module(id);
    let wit = contract.wit_name(id);
    let mut text = format!(
        "\n{}pub mod {module} {{\npub use sdo_model::contract::{module}::*;\n",
        docs(&contract.interface(id).docs, "Undocumented.")
    );
    for function in contract.functions(id) {
        let params = params(contract, function);
        let list: Vec<String> = params.iter().map(|(name, ty)| format!("{name}: {ty}")).collect();
        let arguments: String = params.iter().map(|(name, _)| format!(", {name}")).collect();
        let name = snake(&function.name);
        let _ = writeln!(
            text,
            "{}pub fn {name}({}) -> {} {{\ncrate::native::ask({wit:?}, |view, call| sdo_model::contract::{module}::{}::{name}(view, call{arguments}))\n}}\n",
            docs(&function.docs, "Undocumented."),
            list.join(", "),
            result(contract, function),
            camel(&wit),
        );
    }
    text + "}\n"
}

/// `Default` for the filters that bindings generate without it.
fn defaults(contract: &Contract) -> String {
    let mut text = format!("//! Filters that restrict nothing, for `..Default::default()`.\n\n{HEADER}");
    for id in &contract.cluster {
        for (_, ty) in contract.own_types(*id) {
            let wit_parser::TypeDefKind::Record(record) = &ty.kind else {
                continue;
            };
            let name = camel(ty.name.as_deref().unwrap_or_default());
            if !name.ends_with("Filter") {
                continue;
            }
            let fields: String = record
                .fields
                .iter()
                .map(|field| format!("{}: Default::default(),", snake(&field.name)))
                .collect();
            let _ = writeln!(
                text,
                "impl Default for crate::cluster::{}::{name} {{ fn default() -> Self {{ Self {{ {fields} }} }} }}\n",
                contract.module(*id)
            );
        }
    }
    text
}

/// `Query` for each filter that exactly one interface pages through.
fn queries(contract: &Contract) -> String {
    let mut text = format!("//! Paging for every filter.\n\n{HEADER}use crate::Query;\nuse crate::cluster;\n\n");
    for id in &contract.cluster {
        let module = contract.module(*id);
        for (_, ty) in contract.own_types(*id) {
            let wit_parser::TypeDefKind::Record(record) = &ty.kind else {
                continue;
            };
            let name = camel(ty.name.as_deref().unwrap_or_default());
            let pages = contract.functions(*id).iter().any(|function| function.name == "query");
            let Some(stem) = name.strip_suffix("Filter").filter(|_| pages) else {
                continue;
            };
            let by_skip = record.fields.iter().any(|field| field.name == "skip");
            let (last, step) = if by_skip {
                ("_", "self.skip += 1000")
            } else {
                ("last", "self.after = Some(last.id)")
            };
            let _ = writeln!(
                text,
                "impl Query for cluster::{module}::{name} {{ type Row = cluster::{module}::{stem}Row;\n\
                 fn page(&self) -> alloc::vec::Vec<Self::Row> {{ cluster::{module}::query(self).rows }}\n\
                 fn advance(&mut self, {last}: &Self::Row) {{ {step}; }} }}\n"
            );
        }
    }
    text
}
