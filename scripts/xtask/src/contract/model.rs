//! `host/model/src/contract`: plain types, their price, one trait an interface.

use super::shape::{Contract, camel, docs, snake};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use wit_parser::{Function, InterfaceId, Type, TypeDef, TypeDefKind, TypeId};

pub(crate) const HEADER: &str = "// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.\n\n";

pub(crate) fn files(contract: &Contract) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    for id in contract.cluster.iter().copied().chain([contract.detector]) {
        files.insert(format!("{}.rs", contract.module(id)), module(contract, id));
    }
    files.insert("mod.rs".to_owned(), index(contract));
    files
}

fn module(contract: &Contract, id: InterfaceId) -> String {
    let mut text = format!("//! `{}`.\n\n{HEADER}", contract.wit_name(id));
    let records = contract
        .own_types(id)
        .iter()
        .any(|(_, ty)| !matches!(ty.kind, TypeDefKind::Type(_)));
    if records {
        text += "use crate::call::Price;\n";
    }
    if !contract.functions(id).is_empty() {
        text += "use crate::call::{Call, Stop};\n";
    }
    for (owner, name) in contract.used_types(id) {
        let _ = writeln!(text, "pub use super::{owner}::{name};");
    }
    for (type_id, ty) in contract.own_types(id) {
        text += &definition(contract, type_id, ty);
    }
    text + &interface_trait(contract, id)
}

fn definition(contract: &Contract, id: TypeId, ty: &TypeDef) -> String {
    let name = camel(ty.name.as_deref().unwrap_or_default());
    let head = format!("\n{}", docs(&ty.docs, "Undocumented."));
    match &ty.kind {
        TypeDefKind::Record(record) => head + &record_definition(contract, id, &name, record),
        TypeDefKind::Enum(cases) => head + &enum_definition(&name, cases),
        TypeDefKind::Variant(variant) => head + &variant_definition(contract, id, &name, variant),
        TypeDefKind::Type(target) => format!("{head}pub type {name} = {};\n", rust(contract, target)),
        other => unreachable!("the contract has no named {}", other.as_str()),
    }
}

fn derives(contract: &Contract, id: TypeId) -> &'static str {
    if contract.has_heap(&Type::Id(id)) {
        "Clone, Debug, PartialEq, Eq"
    } else {
        "Clone, Copy, Debug, PartialEq, Eq"
    }
}

fn record_definition(contract: &Contract, id: TypeId, name: &str, record: &wit_parser::Record) -> String {
    let default = if defaults(contract, record) { ", Default" } else { "" };
    let mut text = format!("#[derive({}{default})]\npub struct {name} {{\n", derives(contract, id));
    for field in &record.fields {
        let _ = writeln!(
            text,
            "{}pub {}: {},",
            docs(&field.docs, "Undocumented."),
            snake(&field.name),
            rust(contract, &field.ty)
        );
    }
    let sum: Vec<String> = record
        .fields
        .iter()
        .map(|field| format!("self.{}.price()", snake(&field.name)))
        .collect();
    let _ = write!(
        text,
        "}}\n\nimpl Price for {name} {{ fn price(&self) -> u64 {{ {} }} }}\n",
        sum.join(" + ")
    );
    text
}

/// Whether every field of a record has a natural default, as filters do.
pub(crate) fn defaults(contract: &Contract, record: &wit_parser::Record) -> bool {
    record.fields.iter().all(|field| match &field.ty {
        Type::Id(id) => matches!(
            contract.resolve.types[*id].kind,
            TypeDefKind::List(_) | TypeDefKind::Option(_)
        ),
        _ => true,
    })
}

fn enum_definition(name: &str, cases: &wit_parser::Enum) -> String {
    let mut text = format!("#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]\npub enum {name} {{\n");
    for case in &cases.cases {
        let _ = writeln!(text, "{}{},", docs(&case.docs, "Undocumented."), camel(&case.name));
    }
    let _ = write!(
        text,
        "}}\n\nimpl Price for {name} {{ fn price(&self) -> u64 {{ 0 }} }}\n"
    );
    text
}

fn variant_definition(contract: &Contract, id: TypeId, name: &str, variant: &wit_parser::Variant) -> String {
    let mut text = format!("#[derive({})]\npub enum {name} {{\n", derives(contract, id));
    let mut arms = String::new();
    for case in &variant.cases {
        let case_name = camel(&case.name);
        text += &docs(&case.docs, "Undocumented.");
        match &case.ty {
            Some(ty) => {
                let _ = writeln!(text, "{case_name}({}),", rust(contract, ty));
                let _ = writeln!(arms, "Self::{case_name}(value) => value.price(),");
            }
            None => {
                let _ = writeln!(text, "{case_name},");
                let _ = writeln!(arms, "Self::{case_name} => 0,");
            }
        }
    }
    let _ = write!(
        text,
        "}}\n\nimpl Price for {name} {{ fn price(&self) -> u64 {{ match self {{ {arms} }} }} }}\n"
    );
    text
}

fn interface_trait(contract: &Contract, id: InterfaceId) -> String {
    let functions = contract.functions(id);
    if functions.is_empty() {
        return String::new();
    }
    let name = camel(&contract.wit_name(id));
    let mut text = format!(
        "\n{}pub trait {name} {{\n",
        docs(&contract.interface(id).docs, "Undocumented.")
    );
    for function in functions {
        let _ = writeln!(
            text,
            "{}///\n/// # Errors\n/// [`Stop`] when the fuel does not cover the work.\nfn {}(&self, call: &mut Call{}) -> Result<{}, Stop>;\n",
            docs(&function.docs, "Undocumented."),
            snake(&function.name),
            params(contract, function)
                .iter()
                .map(|(name, ty)| format!(", {name}: {ty}"))
                .collect::<String>(),
            result(contract, function),
        );
    }
    text + "}\n"
}

/// Parameters as wit-bindgen's guests see them: borrowed where they own memory.
pub(crate) fn params(contract: &Contract, function: &Function) -> Vec<(String, String)> {
    function
        .params
        .iter()
        .map(|param| (snake(&param.name), borrowed(contract, &param.ty)))
        .collect()
}

fn borrowed(contract: &Contract, ty: &Type) -> String {
    if !contract.has_heap(ty) {
        return rust(contract, ty);
    }
    match ty {
        Type::String => "&str".to_owned(),
        Type::Id(id) => match &contract.resolve.types[*id].kind {
            TypeDefKind::List(item) => format!("&[{}]", rust(contract, item)),
            TypeDefKind::Option(item) => format!("Option<{}>", borrowed(contract, item)),
            _ => format!("&{}", rust(contract, ty)),
        },
        _ => rust(contract, ty),
    }
}

pub(crate) fn result(contract: &Contract, function: &Function) -> String {
    function
        .result
        .as_ref()
        .map_or_else(|| "()".to_owned(), |ty| rust(contract, ty))
}

/// An owned Rust type.
pub(crate) fn rust(contract: &Contract, ty: &Type) -> String {
    match ty {
        Type::Bool => "bool".to_owned(),
        Type::U8 => "u8".to_owned(),
        Type::U16 => "u16".to_owned(),
        Type::U32 => "u32".to_owned(),
        Type::U64 => "u64".to_owned(),
        Type::S32 => "i32".to_owned(),
        Type::S64 => "i64".to_owned(),
        Type::String => "String".to_owned(),
        Type::Id(id) => named(contract, *id),
        other => unreachable!("the contract has no {other:?}"),
    }
}

fn named(contract: &Contract, id: TypeId) -> String {
    let ty = &contract.resolve.types[id];
    if let Some(name) = &ty.name {
        return camel(name);
    }
    match &ty.kind {
        TypeDefKind::List(item) => format!("Vec<{}>", rust(contract, item)),
        TypeDefKind::Option(item) => format!("Option<{}>", rust(contract, item)),
        TypeDefKind::Tuple(tuple) => {
            format!(
                "({})",
                tuple
                    .types
                    .iter()
                    .map(|ty| rust(contract, ty))
                    .collect::<Vec<_>>()
                    .join(", ")
            )
        }
        TypeDefKind::Result(result) => {
            let side = |ty: &Option<Type>| ty.as_ref().map_or_else(|| "()".to_owned(), |ty| rust(contract, ty));
            format!("Result<{}, {}>", side(&result.ok), side(&result.err))
        }
        other => unreachable!("the contract has no anonymous {}", other.as_str()),
    }
}

fn index(contract: &Contract) -> String {
    let mut text = format!(
        "//! The Rust form of the WIT contract: one module an interface, and the view trait over all of them.\n\n{HEADER}use crate::kind::{{Kind, KindSet}};\n\n"
    );
    let ids: Vec<InterfaceId> = contract.cluster.iter().copied().chain([contract.detector]).collect();
    for id in &ids {
        let _ = writeln!(text, "pub mod {};", contract.module(*id));
    }
    let readers: Vec<InterfaceId> = ids
        .iter()
        .copied()
        .filter(|id| !contract.functions(*id).is_empty())
        .collect();
    let traits: Vec<String> = readers
        .iter()
        .map(|id| format!("{}::{}", contract.module(*id), camel(&contract.wit_name(*id))))
        .collect();
    let bounds = traits.join(" + ");
    let _ = write!(
        text,
        "\n/// Everything a detector can ask of a cluster's state. Read-only by construction: no method changes anything.\n\
         pub trait Cluster: Send + Sync + {bounds} {{}}\n\nimpl<T: Send + Sync + {bounds}> Cluster for T {{}}\n\n{INTERFACE}"
    );
    let _ = writeln!(
        text,
        "\n/// Every interface of `sdo:cluster` that has functions, by name.\npub const INTERFACES: &[Interface] = &["
    );
    for id in readers {
        text += &interface_entry(contract, id);
    }
    text + "];\n"
}

const INTERFACE: &str = "/// What an interface of `sdo:cluster` lets a component see.
#[derive(Clone, Copy, Debug)]
pub struct Interface {
    /// Its name in WIT, e.g. `replica-sets`.
    pub name: &'static str,
    /// First line of its documentation.
    pub summary: &'static str,
    /// Kinds without which its answers are unknown.
    pub reads: KindSet,
    /// Kinds that only sharpen its answers.
    pub uses: KindSet,
    /// Its functions in WIT spelling.
    pub functions: &'static [&'static str],
}

impl Interface {
    /// The interface with this WIT name.
    pub fn named(name: &str) -> Option<&'static Interface> {
        INTERFACES.iter().find(|interface| interface.name == name)
    }
}
";

fn interface_entry(contract: &Contract, id: InterfaceId) -> String {
    let set = |word: &str| {
        contract
            .kinds(id, word)
            .iter()
            .fold("KindSet::EMPTY".to_owned(), |set, kind| {
                format!("{set}.with(Kind::{kind})")
            })
    };
    let docs = contract.interface(id).docs.contents.clone().unwrap_or_default();
    let functions: Vec<String> = contract
        .functions(id)
        .iter()
        .map(|function| format!("{:?}", function.name))
        .collect();
    format!(
        "Interface {{ name: {:?}, summary: {:?}, reads: {}, uses: {}, functions: &[{}] }},\n",
        contract.wit_name(id),
        docs.lines().next().unwrap_or_default(),
        set("Reads:"),
        set("Uses:"),
        functions.join(", ")
    )
}
