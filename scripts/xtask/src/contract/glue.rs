//! `host/sandbox/src/contract`: what wasmtime lifts and lowers, conversions at the edge, and the linker.

use super::model::{HEADER, rust};
use super::shape::{Contract, camel, snake};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use wit_parser::{Function, InterfaceId, Type, TypeDef, TypeDefKind, TypeId};

pub(crate) fn files(contract: &Contract) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    for id in contract.cluster.iter().copied().chain([contract.detector]) {
        files.insert(format!("{}.rs", contract.module(id)), module(contract, id));
    }
    files.insert("mod.rs".to_owned(), index(contract));
    files
}

fn index(contract: &Contract) -> String {
    let mut text = format!("//! The contract as wasmtime sees it.\n\n{HEADER}");
    for id in contract.cluster.iter().chain([&contract.detector]) {
        let _ = writeln!(text, "pub(crate) mod {};", contract.module(*id));
    }
    text += "\nuse crate::state::RunState;\nuse wasmtime::component::Linker;\n\n\
             /// Links every interface of `sdo:cluster`; admission has refused what policy does not grant.\n\
             pub(crate) fn link(linker: &mut Linker<RunState>) -> wasmtime::Result<()> {\n";
    for id in &contract.cluster {
        let _ = writeln!(text, "{}::link(linker)?;", contract.module(*id));
    }
    text + "Ok(())\n}\n\n/// Turns a list of edge types into a list of domain types, or back.\n\
            fn each<A, B: From<A>>(items: Vec<A>) -> Vec<B> {\n    items.into_iter().map(B::from).collect()\n}\n"
}

fn module(contract: &Contract, id: InterfaceId) -> String {
    let mut text = format!("//! `{}` at the edge.\n\n{HEADER}", contract.wit_name(id));
    let module = contract.module(id);
    let types: Vec<(TypeId, &TypeDef)> = contract
        .own_types(id)
        .into_iter()
        .filter(|(_, ty)| !matches!(ty.kind, TypeDefKind::Type(_)))
        .collect();
    for (type_id, ty) in &types {
        text += &definition(contract, *type_id, ty);
    }
    if id != contract.detector {
        text += &link(contract, id);
    }
    let mut head = String::new();
    for (owner, name) in contract.used_types(id) {
        if text.contains(&name) && !matches!(name.as_str(), "ObjectId" | "Timestamp") {
            let _ = writeln!(head, "use super::{owner}::{name};");
        }
    }
    if text.contains("each(") || text.contains("(each)") {
        head += "use super::each;\n";
    }
    if text.contains("ComponentType") {
        head += "use wasmtime::component::{ComponentType, Lift, Lower};\n";
    }
    if text.contains("domain::") {
        let _ = writeln!(head, "use sdo_model::contract::{module} as domain;");
    }
    let split = text.find(HEADER).map_or(0, |at| at + HEADER.len());
    text.insert_str(split, &head);
    prune(text)
}

/// Drops the derive imports that a module does not use.
fn prune(text: String) -> String {
    let wanted: Vec<&str> = ["ComponentType", "Lift", "Lower"]
        .into_iter()
        .filter(|name| text.matches(name).count() > 1)
        .collect();
    text.replace(
        "use wasmtime::component::{ComponentType, Lift, Lower};",
        &format!("use wasmtime::component::{{{}}};", wanted.join(", ")),
    )
}

fn definition(contract: &Contract, id: TypeId, ty: &TypeDef) -> String {
    let (down, up) = (contract.is_lowered(id), contract.is_lifted(id));
    if !down && !up {
        return String::new();
    }
    let name = camel(ty.name.as_deref().unwrap_or_default());
    let mut derives = "Clone, ComponentType".to_owned();
    if down {
        derives += ", Lower";
    }
    if up {
        derives += ", Lift";
    }
    match &ty.kind {
        TypeDefKind::Record(record) => record_definition(contract, &name, record, &derives, (down, up)),
        TypeDefKind::Enum(cases) => enum_definition(&name, cases, &derives, (down, up)),
        TypeDefKind::Variant(variant) => variant_definition(contract, &name, variant, &derives, (down, up)),
        other => unreachable!("the contract has no named {}", other.as_str()),
    }
}

fn record_definition(
    contract: &Contract,
    name: &str,
    record: &wit_parser::Record,
    derives: &str,
    (down, up): (bool, bool),
) -> String {
    let mut text = format!("\n#[derive({derives})]\n#[component(record)]\npub(crate) struct {name} {{\n");
    for field in &record.fields {
        let _ = writeln!(
            text,
            "#[component(name = {:?})] {}: {},",
            field.name,
            snake(&field.name),
            edge(contract, &field.ty)
        );
    }
    text += "}\n";
    let body: String = record
        .fields
        .iter()
        .map(|field| {
            format!(
                "{0}: {1},",
                snake(&field.name),
                convert(contract, &field.ty, &format!("value.{}", snake(&field.name)))
            )
        })
        .collect();
    for (from, to) in directions(name, down, up) {
        let _ = write!(
            text,
            "\nimpl From<{from}> for {to} {{ fn from(value: {from}) -> Self {{ Self {{ {body} }} }} }}\n"
        );
    }
    text
}

/// The conversions a type needs: from the domain when it is lowered, to the domain when it is lifted.
fn directions(name: &str, down: bool, up: bool) -> Vec<(String, String)> {
    let domain = format!("domain::{name}");
    let mut pairs = Vec::new();
    if down {
        pairs.push((domain.clone(), name.to_owned()));
    }
    if up {
        pairs.push((name.to_owned(), domain));
    }
    pairs
}

fn enum_definition(name: &str, cases: &wit_parser::Enum, derives: &str, (down, up): (bool, bool)) -> String {
    let lifted_only = if down {
        ""
    } else {
        "#[allow(dead_code, reason = \"only the component model makes its values\")]\n"
    };
    let mut text = format!(
        "\n{lifted_only}#[derive(Copy, {derives})]\n#[component(enum)]\n#[repr(u8)]\npub(crate) enum {name} {{\n"
    );
    for case in &cases.cases {
        let _ = writeln!(text, "#[component(name = {:?})] {},", case.name, camel(&case.name));
    }
    text += "}\n";
    for (from, to) in directions(name, down, up) {
        let arms: String = cases
            .cases
            .iter()
            .map(|case| format!("{from}::{0} => {to}::{0},", camel(&case.name)))
            .collect();
        let _ = write!(
            text,
            "\nimpl From<{from}> for {to} {{ fn from(value: {from}) -> Self {{ match value {{ {arms} }} }} }}\n"
        );
    }
    text
}

fn variant_definition(
    contract: &Contract,
    name: &str,
    variant: &wit_parser::Variant,
    derives: &str,
    (down, up): (bool, bool),
) -> String {
    let mut text = format!("\n#[derive({derives})]\n#[component(variant)]\npub(crate) enum {name} {{\n");
    for case in &variant.cases {
        let payload = case
            .ty
            .as_ref()
            .map_or_else(String::new, |ty| format!("({})", edge(contract, ty)));
        let _ = writeln!(
            text,
            "#[component(name = {:?})] {}{payload},",
            case.name,
            camel(&case.name)
        );
    }
    text += "}\n";
    for (from, to) in directions(name, down, up) {
        let arms: String = variant
            .cases
            .iter()
            .map(|case| match &case.ty {
                Some(ty) => format!(
                    "{from}::{0}(value) => {to}::{0}({1}),",
                    camel(&case.name),
                    convert(contract, ty, "value")
                ),
                None => format!("{from}::{0} => {to}::{0},", camel(&case.name)),
            })
            .collect();
        let _ = write!(
            text,
            "\nimpl From<{from}> for {to} {{ fn from(value: {from}) -> Self {{ match value {{ {arms} }} }} }}\n"
        );
    }
    text
}

/// The Rust type at the edge: aliases of scalars are the scalars.
fn edge(contract: &Contract, ty: &Type) -> String {
    rust(contract, ty)
        .replace("ObjectId", "u32")
        .replace("Timestamp", "i64")
}

/// Whether a type is the same at the edge and in the domain.
fn is_plain(contract: &Contract, ty: &Type) -> bool {
    let Type::Id(id) = ty else { return true };
    match &contract.resolve.types[contract.bottom(*id)].kind {
        TypeDefKind::List(item) | TypeDefKind::Option(item) => is_plain(contract, item),
        TypeDefKind::Tuple(tuple) => tuple.types.iter().all(|ty| is_plain(contract, ty)),
        TypeDefKind::Type(_) => true,
        _ => false,
    }
}

fn convert(contract: &Contract, ty: &Type, value: &str) -> String {
    if is_plain(contract, ty) {
        return value.to_owned();
    }
    let Type::Id(id) = ty else { return value.to_owned() };
    match &contract.resolve.types[contract.bottom(*id)].kind {
        TypeDefKind::List(item) if is_nested(contract, item) => {
            format!("{value}.into_iter().map({}).collect()", mapper(contract, item, "item"))
        }
        TypeDefKind::List(_) => format!("each({value})"),
        TypeDefKind::Option(item) => format!("{value}.map({})", mapper(contract, item, "item")),
        TypeDefKind::Result(result) => {
            let ok = match &result.ok {
                Some(ty) if !is_plain(contract, ty) => format!("{value}.map({})", mapper(contract, ty, "value")),
                _ => value.to_owned(),
            };
            let err = result
                .err
                .as_ref()
                .map_or_else(|| "|error| error".to_owned(), |ty| mapper(contract, ty, "error"));
            format!("{ok}.map_err({err})")
        }
        _ => format!("{value}.into()"),
    }
}

/// The function that converts one `ty`: a path where one exists, else a closure over `name`.
fn mapper(contract: &Contract, ty: &Type, name: &str) -> String {
    let body = convert(contract, ty, name);
    match body.strip_suffix(&format!("({name})")) {
        Some(function) => function.to_owned(),
        None => format!("|{name}| {body}"),
    }
}

fn is_nested(contract: &Contract, ty: &Type) -> bool {
    let Type::Id(id) = ty else { return false };
    matches!(
        contract.resolve.types[contract.bottom(*id)].kind,
        TypeDefKind::List(_) | TypeDefKind::Option(_)
    )
}

fn link(contract: &Contract, id: InterfaceId) -> String {
    let mut text = "\npub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {\n".to_owned();
    let functions = contract.functions(id);
    let binding = if functions.is_empty() {
        ""
    } else {
        "let mut instance = "
    };
    let _ = writeln!(
        text,
        "{binding}linker.instance(\"sdo:cluster/{}@0.1.0\")?;",
        contract.wit_name(id)
    );
    for function in functions {
        text += &link_function(contract, id, function);
    }
    text + "Ok(())\n}\n"
}

fn link_function(contract: &Contract, id: InterfaceId, function: &Function) -> String {
    let interface = format!(
        "sdo_model::contract::{}::{}",
        contract.module(id),
        camel(&contract.wit_name(id))
    );
    let names: Vec<String> = function.params.iter().map(|param| snake(&param.name)).collect();
    let types: Vec<String> = function.params.iter().map(|param| edge(contract, &param.ty)).collect();
    let (pattern, tuple) = match names.as_slice() {
        [] => ("()".to_owned(), "()".to_owned()),
        _ => (format!("({},)", names.join(", ")), format!("({},)", types.join(", "))),
    };
    let conversions: String = function
        .params
        .iter()
        .filter(|param| !is_plain(contract, &param.ty))
        .map(|param| {
            format!(
                "let {0}: {1} = {0}.into();\n",
                snake(&param.name),
                domain_path(contract, &param.ty)
            )
        })
        .collect();
    let arguments: String = function
        .params
        .iter()
        .map(|param| format!(", {}", argument(contract, &param.ty, &snake(&param.name))))
        .collect();
    let value = function
        .result
        .as_ref()
        .map_or_else(|| "value".to_owned(), |ty| convert(contract, ty, "value"));
    let out = function
        .result
        .as_ref()
        .map_or_else(|| "()".to_owned(), |ty| edge(contract, ty));
    format!(
        "instance.func_wrap({:?}, |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, {pattern}: {tuple}| {{\n\
         {conversions}let value = crate::host_call::host_call(&mut store, |view, call| {interface}::{}(view, call{arguments}))?;\n\
         Ok::<({out},), wasmtime::Error>(({value},))\n}})?;\n",
        function.name,
        snake(&function.name),
    )
}

/// Where the domain keeps a named type.
fn domain_path(contract: &Contract, ty: &Type) -> String {
    let name = rust(contract, ty);
    let Type::Id(id) = ty else { return name };
    match contract.resolve.types[contract.bottom(*id)].owner {
        wit_parser::TypeOwner::Interface(owner) => format!("sdo_model::contract::{}::{name}", contract.module(owner)),
        _ => name,
    }
}

fn argument(contract: &Contract, ty: &Type, name: &str) -> String {
    if !contract.has_heap(ty) {
        return name.to_owned();
    }
    match ty {
        Type::Id(id) if matches!(contract.resolve.types[*id].kind, TypeDefKind::Option(_)) => {
            format!("{name}.as_deref()")
        }
        _ => format!("&{name}"),
    }
}
