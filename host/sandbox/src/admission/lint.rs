//! What is valid and still not let in: too much of something, or parts of the component model that had advisories.

use super::types::Measure;
use super::walk::invalid;
use crate::limits::Limits;
use crate::refusal::RefusalReason;
use wasmparser::types::TypesRef;
use wasmparser::{CanonicalFunction, CanonicalOption, FunctionBody, Operator, Payload};

/// Pages of any other size are a closed proposal.
const PAGE_BYTES: u64 = 64 << 10;

/// Running totals over one file, nested modules included.
pub(super) struct Lint<'l> {
    limits: &'l Limits,
    /// Levels of nesting; the outermost component is 1.
    depth: usize,
    functions: u64,
    data_bytes: u64,
    memory_bytes: u64,
    table_elements: u64,
    counts: [(&'static str, u64); 9],
    measure: Measure,
    top_level: TopLevel,
}

/// What the outermost component imports and exports, by name in order.
#[derive(Default)]
pub(super) struct TopLevel {
    pub(super) imports: Vec<String>,
    pub(super) exports: Vec<String>,
}

impl<'l> Lint<'l> {
    pub(super) fn new(limits: &'l Limits) -> Self {
        let counted = [
            "types",
            "imports",
            "globals",
            "exports",
            "element segments",
            "data segments",
            "core instances",
            "aliases",
            "canonical functions",
        ];
        Self {
            limits,
            depth: 0,
            functions: 0,
            data_bytes: 0,
            memory_bytes: 0,
            table_elements: 0,
            counts: counted.map(|what| (what, 0)),
            measure: Measure::default(),
            top_level: TopLevel::default(),
        }
    }

    pub(super) fn top_level(self) -> TopLevel {
        self.top_level
    }

    /// Looks at a part before it is validated.
    pub(super) fn payload(&mut self, payload: &Payload<'_>) -> Result<(), RefusalReason> {
        match payload {
            Payload::Version { .. } => self.depth += 1,
            Payload::End(_) => self.depth -= 1,
            Payload::TypeSection(section) => self.count("types", section.count())?,
            Payload::CoreTypeSection(section) => self.count("types", section.count())?,
            Payload::ComponentTypeSection(section) => self.count("types", section.count())?,
            Payload::ImportSection(section) => self.count("imports", section.count())?,
            Payload::ComponentImportSection(section) => self.component_imports(section)?,
            Payload::FunctionSection(section) => self.add_functions(section.count())?,
            Payload::MemorySection(section) => self.memories(section)?,
            Payload::TableSection(section) => self.tables(section)?,
            Payload::GlobalSection(section) => self.count("globals", section.count())?,
            Payload::ExportSection(section) => self.count("exports", section.count())?,
            Payload::ComponentExportSection(section) => self.component_exports(section)?,
            Payload::ElementSection(section) => self.elements(section)?,
            Payload::DataSection(section) => self.data(section)?,
            Payload::CodeSectionEntry(body) => self.body(body)?,
            Payload::InstanceSection(section) => self.count("core instances", section.count())?,
            Payload::ComponentInstanceSection(section) => self.count("core instances", section.count())?,
            Payload::ComponentAliasSection(section) => self.count("aliases", section.count())?,
            Payload::ComponentCanonicalSection(section) => self.canonical(section)?,
            Payload::ModuleSection { .. } if self.depth > 1 => {
                return Err(RefusalReason::Unsupported("a core module inside a nested component"));
            }
            Payload::ComponentStartSection { .. } => {
                return Err(RefusalReason::Unsupported("a component start function"));
            }
            _ => {}
        }
        Ok(())
    }

    /// Looks at the types of a component that is valid to its end.
    pub(super) fn types(&mut self, types: TypesRef<'_>) -> Result<(), RefusalReason> {
        self.measure.check(types, self.limits)
    }

    fn count(&mut self, what: &'static str, more: u32) -> Result<(), RefusalReason> {
        let max = self.limits.definitions;
        let Some((_, count)) = self.counts.iter_mut().find(|(name, _)| *name == what) else {
            return Ok(());
        };
        *count += u64::from(more);
        within(what, *count, "definitions", max)
    }

    fn add_functions(&mut self, more: u32) -> Result<(), RefusalReason> {
        self.functions += u64::from(more);
        within("functions", self.functions, "functions", self.limits.functions)
    }

    fn component_imports(
        &mut self,
        section: &wasmparser::ComponentImportSectionReader<'_>,
    ) -> Result<(), RefusalReason> {
        self.count("imports", section.count())?;
        if self.depth == 1 {
            for import in section.clone() {
                self.top_level
                    .imports
                    .push(import.map_err(invalid)?.name.name.to_owned());
            }
        }
        Ok(())
    }

    fn component_exports(
        &mut self,
        section: &wasmparser::ComponentExportSectionReader<'_>,
    ) -> Result<(), RefusalReason> {
        self.count("exports", section.count())?;
        if self.depth == 1 {
            for export in section.clone() {
                self.top_level
                    .exports
                    .push(export.map_err(invalid)?.name.name.to_owned());
            }
        }
        Ok(())
    }

    /// What memories have from the start; what cannot be instantiated need not be compiled. 64-bit ones are the validator's.
    fn memories(&mut self, section: &wasmparser::MemorySectionReader<'_>) -> Result<(), RefusalReason> {
        for memory in section.clone() {
            let memory = memory.map_err(invalid)?;
            if !memory.memory64 {
                self.memory_bytes = self
                    .memory_bytes
                    .saturating_add(memory.initial.saturating_mul(PAGE_BYTES));
            }
        }
        within(
            "bytes of memory from the start",
            self.memory_bytes,
            "memory_bytes",
            self.limits.memory_bytes,
        )
    }

    fn tables(&mut self, section: &wasmparser::TableSectionReader<'_>) -> Result<(), RefusalReason> {
        for table in section.clone() {
            let table = table.map_err(invalid)?.ty;
            if !table.table64 {
                self.table_elements = self.table_elements.saturating_add(table.initial);
            }
        }
        within(
            "table elements from the start",
            self.table_elements,
            "table_elements",
            self.limits.table_elements,
        )
    }

    fn elements(&mut self, section: &wasmparser::ElementSectionReader<'_>) -> Result<(), RefusalReason> {
        self.count("element segments", section.count())?;
        let mut items = 0;
        for element in section.clone() {
            items += match element.map_err(invalid)?.items {
                wasmparser::ElementItems::Functions(functions) => u64::from(functions.count()),
                wasmparser::ElementItems::Expressions(_, expressions) => u64::from(expressions.count()),
            };
        }
        within("table elements", items, "table_elements", self.limits.table_elements)
    }

    fn data(&mut self, section: &wasmparser::DataSectionReader<'_>) -> Result<(), RefusalReason> {
        self.count("data segments", section.count())?;
        for segment in section.clone() {
            self.data_bytes += segment.map_err(invalid)?.data.len() as u64;
        }
        within("bytes of data", self.data_bytes, "data_bytes", self.limits.data_bytes)
    }

    fn body(&self, body: &FunctionBody<'_>) -> Result<(), RefusalReason> {
        let bytes = body.range().end - body.range().start;
        within(
            "bytes in one function",
            bytes,
            "function_bytes",
            self.limits.function_bytes,
        )?;
        for operator in body.get_operators_reader().map_err(invalid)? {
            if let Operator::BrTable { targets } = operator.map_err(invalid)? {
                let count = u64::from(targets.len());
                within(
                    "targets of one br_table",
                    count,
                    "branch_targets",
                    self.limits.branch_targets,
                )?;
            }
        }
        Ok(())
    }

    fn canonical(&mut self, section: &wasmparser::ComponentCanonicalSectionReader<'_>) -> Result<(), RefusalReason> {
        self.count("canonical functions", section.count())?;
        // A nested component may only rename: two components that call each other go through string transcoding.
        if self.depth > 1 {
            return Err(RefusalReason::Unsupported("a nested component with code of its own"));
        }
        for function in section.clone() {
            match function.map_err(invalid)? {
                CanonicalFunction::Lift { options, .. } | CanonicalFunction::Lower { options, .. } => {
                    options.iter().try_for_each(canonical_option)?;
                }
                CanonicalFunction::ResourceNew { .. }
                | CanonicalFunction::ResourceDrop { .. }
                | CanonicalFunction::ResourceRep { .. } => {}
                _ => return Err(RefusalReason::Unsupported("async, thread or stream built-ins")),
            }
        }
        Ok(())
    }
}

fn canonical_option(option: &CanonicalOption) -> Result<(), RefusalReason> {
    match option {
        CanonicalOption::UTF8
        | CanonicalOption::Memory(_)
        | CanonicalOption::Realloc(_)
        | CanonicalOption::PostReturn(_) => Ok(()),
        CanonicalOption::UTF16 => Err(RefusalReason::Encoding("UTF-16")),
        CanonicalOption::CompactUTF16 => Err(RefusalReason::Encoding("Latin-1 or UTF-16")),
        CanonicalOption::Async | CanonicalOption::Callback(_) => Err(RefusalReason::Unsupported("async functions")),
        CanonicalOption::CoreType(_) | CanonicalOption::Gc => {
            Err(RefusalReason::Unsupported("the garbage-collected ABI"))
        }
    }
}

/// `count` is at most `max`, the value of the limit called `limit`.
pub(super) fn within(what: &'static str, count: u64, limit: &'static str, max: u64) -> Result<(), RefusalReason> {
    match count > max {
        true => Err(RefusalReason::TooMany {
            what,
            count,
            limit,
            max,
        }),
        false => Ok(()),
    }
}
