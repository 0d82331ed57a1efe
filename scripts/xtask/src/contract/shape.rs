//! The contract as the generators see it: interfaces, types and functions with their names and documentation.

use anyhow::{Context, Result};
use heck::{ToSnakeCase, ToUpperCamelCase};
use std::collections::BTreeSet;
use std::path::Path;
use wit_parser::{Function, Interface, InterfaceId, Resolve, Type, TypeDef, TypeDefKind, TypeId, TypeOwner};

/// Both packages, resolved.
pub(crate) struct Contract {
    pub(crate) resolve: Resolve,
    /// Interfaces of `sdo:cluster`, by name.
    pub(crate) cluster: Vec<InterfaceId>,
    /// `sdo:detector/types`.
    pub(crate) detector: InterfaceId,
    /// Types that go from the host to the guest.
    lowered: BTreeSet<TypeId>,
    /// Types that come from the guest to the host.
    lifted: BTreeSet<TypeId>,
}

impl Contract {
    pub(crate) fn read(wit: &Path) -> Result<Self> {
        let mut resolve = Resolve::default();
        let (cluster, _) = resolve.push_dir(wit.join("cluster@0.1.0"))?;
        let (detector, _) = resolve.push_dir(wit.join("detector@0.1.0"))?;
        let mut interfaces: Vec<InterfaceId> = resolve.packages[cluster].interfaces.values().copied().collect();
        interfaces.sort_by_key(|id| resolve.interfaces[*id].name.clone());
        let detector = *resolve.packages[detector]
            .interfaces
            .get("types")
            .context("sdo:detector has types")?;
        let mut contract = Self {
            resolve,
            cluster: interfaces,
            detector,
            lowered: BTreeSet::new(),
            lifted: BTreeSet::new(),
        };
        contract.follow();
        Ok(contract)
    }

    /// Finds out which types travel in which direction.
    fn follow(&mut self) {
        let (mut lowered, mut lifted) = (BTreeSet::new(), BTreeSet::new());
        for interface in &self.cluster {
            for function in self.interface(*interface).functions.values() {
                function
                    .params
                    .iter()
                    .for_each(|param| self.reach(&param.ty, &mut lifted));
                function
                    .result
                    .iter()
                    .for_each(|result| self.reach(result, &mut lowered));
            }
        }
        for id in self.interface(self.detector).types.values() {
            self.reach(&Type::Id(*id), &mut lifted);
        }
        (self.lowered, self.lifted) = (lowered, lifted);
    }

    fn reach(&self, ty: &Type, seen: &mut BTreeSet<TypeId>) {
        let Type::Id(id) = ty else { return };
        if !seen.insert(*id) {
            return;
        }
        match &self.resolve.types[*id].kind {
            TypeDefKind::Record(record) => record.fields.iter().for_each(|field| self.reach(&field.ty, seen)),
            TypeDefKind::Variant(variant) => {
                variant
                    .cases
                    .iter()
                    .filter_map(|case| case.ty)
                    .for_each(|ty| self.reach(&ty, seen));
            }
            TypeDefKind::Tuple(tuple) => tuple.types.iter().for_each(|ty| self.reach(ty, seen)),
            TypeDefKind::Option(ty) | TypeDefKind::List(ty) | TypeDefKind::Type(ty) => self.reach(ty, seen),
            TypeDefKind::Result(result) => {
                [result.ok, result.err]
                    .into_iter()
                    .flatten()
                    .for_each(|ty| self.reach(&ty, seen));
            }
            _ => {}
        }
    }

    pub(crate) fn is_lowered(&self, id: TypeId) -> bool {
        self.lowered.contains(&id)
    }

    pub(crate) fn is_lifted(&self, id: TypeId) -> bool {
        self.lifted.contains(&id)
    }

    pub(crate) fn interface(&self, id: InterfaceId) -> &Interface {
        &self.resolve.interfaces[id]
    }

    /// The module an interface becomes, e.g. `replica_sets`; the detector's own types are `detector`.
    pub(crate) fn module(&self, id: InterfaceId) -> String {
        if id == self.detector {
            return "detector".to_owned();
        }
        self.wit_name(id).to_snake_case()
    }

    /// The interface's name in WIT.
    pub(crate) fn wit_name(&self, id: InterfaceId) -> String {
        self.interface(id).name.clone().unwrap_or_default()
    }

    /// Types that an interface defines itself, not those it uses.
    pub(crate) fn own_types(&self, id: InterfaceId) -> Vec<(TypeId, &TypeDef)> {
        self.interface(id)
            .types
            .values()
            .map(|ty| (*ty, &self.resolve.types[*ty]))
            .filter(|(_, ty)| !self.is_use(ty))
            .collect()
    }

    /// Names that an interface uses from another: module and type name.
    pub(crate) fn used_types(&self, id: InterfaceId) -> Vec<(String, String)> {
        self.interface(id)
            .types
            .values()
            .map(|ty| &self.resolve.types[*ty])
            .filter(|ty| self.is_use(ty))
            .filter_map(|ty| self.use_target(ty))
            .collect()
    }

    fn is_use(&self, ty: &TypeDef) -> bool {
        match &ty.kind {
            TypeDefKind::Type(Type::Id(target)) => self.resolve.types[*target].owner != ty.owner,
            _ => false,
        }
    }

    fn use_target(&self, ty: &TypeDef) -> Option<(String, String)> {
        let TypeDefKind::Type(Type::Id(target)) = &ty.kind else {
            return None;
        };
        let TypeOwner::Interface(owner) = self.resolve.types[*target].owner else {
            return None;
        };
        Some((self.module(owner), camel(ty.name.as_deref()?)))
    }

    pub(crate) fn functions(&self, id: InterfaceId) -> Vec<&Function> {
        self.interface(id).functions.values().collect()
    }

    /// The definition behind aliases.
    pub(crate) fn bottom(&self, id: TypeId) -> TypeId {
        match &self.resolve.types[id].kind {
            TypeDefKind::Type(Type::Id(target)) => self.bottom(*target),
            _ => id,
        }
    }

    /// Whether a value owns heap memory, which decides whether bindings borrow it.
    pub(crate) fn has_heap(&self, ty: &Type) -> bool {
        match ty {
            Type::String => true,
            Type::Id(id) => match &self.resolve.types[*id].kind {
                TypeDefKind::List(_) => true,
                TypeDefKind::Record(record) => record.fields.iter().any(|field| self.has_heap(&field.ty)),
                TypeDefKind::Variant(variant) => variant
                    .cases
                    .iter()
                    .filter_map(|case| case.ty)
                    .any(|ty| self.has_heap(&ty)),
                TypeDefKind::Tuple(tuple) => tuple.types.iter().any(|ty| self.has_heap(ty)),
                TypeDefKind::Option(ty) | TypeDefKind::Type(ty) => self.has_heap(ty),
                TypeDefKind::Result(result) => [result.ok, result.err]
                    .into_iter()
                    .flatten()
                    .any(|ty| self.has_heap(&ty)),
                _ => false,
            },
            _ => false,
        }
    }

    /// The kinds an interface's documentation names after `word`.
    pub(crate) fn kinds(&self, id: InterfaceId, word: &str) -> Vec<String> {
        let docs = self.interface(id).docs.contents.clone().unwrap_or_default();
        let Some((_, tail)) = docs.split_once(word) else {
            return Vec::new();
        };
        let list = tail.split('.').next().unwrap_or_default();
        list.split(',')
            .map(str::trim)
            .filter(|kind| !kind.is_empty() && *kind != "nothing")
            .map(str::to_owned)
            .collect()
    }
}

/// Rust's spelling of a type or case name.
pub(crate) fn camel(name: &str) -> String {
    name.to_upper_camel_case()
}

/// Rust's spelling of a field, function or parameter name.
pub(crate) fn snake(name: &str) -> String {
    name.to_snake_case()
}

/// Documentation comments; `fallback` where WIT has none.
pub(crate) fn docs(text: &wit_parser::Docs, fallback: &str) -> String {
    let text = text.contents.as_deref().unwrap_or(fallback);
    text.trim()
        .lines()
        .map(|line| format!("/// {}\n", line.trim_end()))
        .collect()
}
