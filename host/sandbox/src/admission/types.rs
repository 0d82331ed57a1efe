//! How deep and how large a component's types are once expanded: a type that doubles at each level is a few bytes a level in
//! the file.

use super::lint::within;
use crate::limits::Limits;
use crate::refusal::RefusalReason;
use std::collections::HashMap;
use wasmparser::component_types::{
    ComponentAnyTypeId, ComponentDefinedType, ComponentDefinedTypeId, ComponentEntityType, ComponentFuncTypeId,
    ComponentInstanceTypeId, ComponentValType,
};
use wasmparser::types::TypesRef;

/// Depth and expanded size of a type.
#[derive(Clone, Copy)]
struct Extent {
    depth: u64,
    size: u64,
}

const LEAF: Extent = Extent { depth: 1, size: 1 };

impl Extent {
    fn widest(parts: impl Iterator<Item = Extent>) -> Extent {
        parts.fold(LEAF, |all, part| Extent {
            depth: all.depth.max(part.depth),
            size: all.size.max(part.size),
        })
    }

    fn around(parts: impl Iterator<Item = Extent>) -> Extent {
        let inner = parts.fold(Extent { depth: 0, size: 0 }, |all, part| Extent {
            depth: all.depth.max(part.depth),
            size: all.size.saturating_add(part.size),
        });
        Extent {
            depth: inner.depth + 1,
            size: inner.size.saturating_add(1),
        }
    }
}

/// Extents of the defined types seen so far; each is computed once.
#[derive(Default)]
pub(super) struct Measure {
    known: HashMap<ComponentDefinedTypeId, Extent>,
}

impl Measure {
    /// Measures every type of a component that was read to its end.
    pub(super) fn check(&mut self, types: TypesRef<'_>, limits: &Limits) -> Result<(), RefusalReason> {
        for index in 0..types.component_type_count() {
            let extent = self.any(types, types.component_any_type_at(index));
            within("levels in one type", extent.depth, "type_depth", limits.type_depth)?;
            within(
                "types in one type, expanded",
                extent.size,
                "type_size",
                limits.type_size,
            )?;
        }
        Ok(())
    }

    /// Recursion is as deep as the type, which the validator keeps under 100 levels.
    fn any(&mut self, types: TypesRef<'_>, id: ComponentAnyTypeId) -> Extent {
        match id {
            ComponentAnyTypeId::Defined(id) => self.defined(types, id),
            ComponentAnyTypeId::Func(id) => self.function(types, id),
            ComponentAnyTypeId::Instance(id) => self.instance(types, id),
            ComponentAnyTypeId::Resource(_) | ComponentAnyTypeId::Component(_) => LEAF,
        }
    }

    fn instance(&mut self, types: TypesRef<'_>, id: ComponentInstanceTypeId) -> Extent {
        let Some(instance) = types.get(id) else { return LEAF };
        Extent::widest(instance.exports.values().map(|item| match item.ty {
            ComponentEntityType::Func(id) => self.function(types, id),
            ComponentEntityType::Type { referenced, .. } => self.any(types, referenced),
            ComponentEntityType::Instance(id) => self.instance(types, id),
            _ => LEAF,
        }))
    }

    fn function(&mut self, types: TypesRef<'_>, id: ComponentFuncTypeId) -> Extent {
        let Some(function) = types.get(id) else { return LEAF };
        Extent::around(
            function
                .params
                .iter()
                .map(|(_, ty)| ty)
                .chain(&function.result)
                .map(|ty| self.value(types, ty)),
        )
    }

    fn value(&mut self, types: TypesRef<'_>, ty: &ComponentValType) -> Extent {
        match ty {
            ComponentValType::Primitive(_) => LEAF,
            ComponentValType::Type(id) => self.defined(types, *id),
        }
    }

    fn defined(&mut self, types: TypesRef<'_>, id: ComponentDefinedTypeId) -> Extent {
        if let Some(known) = self.known.get(&id) {
            return *known;
        }
        let parts = types.get(id).map(parts).unwrap_or_default();
        let extent = Extent::around(parts.iter().map(|part| self.value(types, part)));
        self.known.insert(id, extent);
        extent
    }
}

/// The types that a type is made of.
fn parts(ty: &ComponentDefinedType) -> Vec<ComponentValType> {
    match ty {
        ComponentDefinedType::Record(record) => record.fields.values().copied().collect(),
        ComponentDefinedType::Variant(variant) => variant.cases.values().filter_map(|case| case.ty).collect(),
        ComponentDefinedType::Tuple(tuple) => tuple.types.to_vec(),
        ComponentDefinedType::List { element: inner, .. }
        | ComponentDefinedType::FixedLengthList { element: inner, .. }
        | ComponentDefinedType::Option { ty: inner, .. } => vec![*inner],
        ComponentDefinedType::Map { key, value, .. } => vec![*key, *value],
        ComponentDefinedType::Result { ok, err, .. } => ok.iter().chain(err).copied().collect(),
        ComponentDefinedType::Future { ty, .. } | ComponentDefinedType::Stream { ty, .. } => {
            ty.iter().copied().collect()
        }
        ComponentDefinedType::Primitive(_)
        | ComponentDefinedType::Flags(_)
        | ComponentDefinedType::Enum(_)
        | ComponentDefinedType::Own(_)
        | ComponentDefinedType::Borrow(_) => Vec::new(),
    }
}
