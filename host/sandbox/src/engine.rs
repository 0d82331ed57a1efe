//! The one engine of a process: which wasmtime settings a detector runs under, and why.

use std::hash::{Hash, Hasher};
use std::num::NonZeroUsize;
use wasmtime::{
    Config, Enabled, Engine, InstanceAllocationStrategy, OperatorCost, OptLevel, PoolingAllocationConfig, Strategy,
    WasmFeatures,
};

/// Runs that may be active at once; also the slots of the pool. A round uses one thread per core.
pub const SLOTS: u32 = 16;
/// Memory of a pool slot that stays mapped between runs where the kernel tells which pages a run wrote (Linux 6.7): those are
/// few, and clearing them costs less than faulting them in again at 1.3 us each. Elsewhere the lowest megabyte would be cleared
/// whatever was written, 45 us for a stack that is hardly used; there nothing is kept.
const KEEP_RESIDENT: usize = 1 << 20;
/// Frames of a trap's backtrace: enough to find the place, not enough to cost.
const BACKTRACE_FRAMES: usize = 16;
/// Stack of a guest: 32,000 nested calls, wasmtime's default, stated because a change changes outcomes.
const GUEST_STACK: usize = 512 << 10;

/// How hard the compiler tries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Optimisation {
    /// Little work per function: what nobody has reviewed cannot bomb the compiler.
    None,
    /// All passes: for detectors that were reviewed, or compiled in the killable child anyway.
    #[default]
    Speed,
}

/// Where instances get their memory from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allocation {
    /// Slots reserved once: instances start in a microsecond.
    Pooling,
    /// A mapping per instance: slower, needs no reservation.
    OnDemand,
}

/// Which allocation to use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AllocationChoice {
    /// The pool, and a mapping per instance where the pool cannot be reserved; the fall-back is reported.
    #[default]
    Probe,
    /// Never a pool: one run in a short-lived process, or a machine with little address space.
    OnDemand,
}

/// That the pool could not be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoolFallback {
    /// What the system said.
    pub reason: String,
}

impl std::fmt::Display for PoolFallback {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            formatter,
            "the memory pool for detectors could not be reserved ({}); each run maps its own memory and takes some 10 us longer. \
             Raise the address-space limit (`ulimit -v`) to get the pool back",
            self.reason
        )
    }
}

/// An engine and how its instances get memory.
pub(crate) struct Built {
    pub(crate) engine: Engine,
    pub(crate) allocation: Allocation,
    pub(crate) fallback: Option<PoolFallback>,
}

/// Builds the engine that runs detectors.
pub(crate) fn build(optimisation: Optimisation, choice: AllocationChoice) -> wasmtime::Result<Built> {
    let on_demand = |fallback| {
        let engine = Engine::new(&settings(optimisation))?;
        Ok(Built {
            engine,
            allocation: Allocation::OnDemand,
            fallback,
        })
    };
    if choice == AllocationChoice::OnDemand {
        return on_demand(None);
    }
    match Engine::new(settings(optimisation).allocation_strategy(InstanceAllocationStrategy::Pooling(pool()))) {
        Ok(engine) => Ok(Built {
            engine,
            allocation: Allocation::Pooling,
            fallback: None,
        }),
        Err(error) => {
            let fallback = PoolFallback {
                reason: error.root_cause().to_string(),
            };
            tracing::warn!(reason = %fallback.reason, "no memory pool for detectors: falling back to one mapping per run");
            on_demand(Some(fallback))
        }
    }
}

/// Builds the engine of the compiling child: the same code, no pool.
pub(crate) fn build_compiler(optimisation: Optimisation) -> wasmtime::Result<Engine> {
    Engine::new(&settings(optimisation))
}

/// Everything that decides what code is made and how it runs.
fn settings(optimisation: Optimisation) -> Config {
    let mut config = Config::new();
    config
        // Winch had two escapes in 2026, and only Cranelift is in the build.
        .strategy(Strategy::Cranelift)
        .cranelift_opt_level(match optimisation {
            Optimisation::None => OptLevel::None,
            Optimisation::Speed => OptLevel::Speed,
        })
        // NaN bits differ between machines; findings must not.
        .cranelift_nan_canonicalization(true)
        // Fuel is the same on every run, the epoch bounds wall time: both, at up to twice the cost of a tight loop.
        .consume_fuel(true)
        .operator_cost(operator_cost())
        .epoch_interruption(true)
        .max_wasm_stack(GUEST_STACK)
        // Registering unwind tables is quadratic in the number of components, and nobody unwinds natively.
        .native_unwind_info(false)
        .wasm_backtrace_max_frames(NonZeroUsize::new(BACKTRACE_FRAMES))
        // DWARF is the author's data and would be parsed at trap time.
        .wasm_backtrace_details(wasmtime::WasmBacktraceDetails::Disable)
        // Guard pages and signals stay on: two advisories concern engines without them.
        .signals_based_traps(true)
        .memory_init_cow(true)
        .wasm_features(CLOSED, false)
        // Async component calls triple the price of a host call.
        .concurrency_support(false);
    config
}

/// Proposals that no stock Rust, C, JavaScript or Python guest needs, and that had advisories of their own; turned off by name
/// so that a wasmtime release that turns one on by default does not turn it on here.
pub const CLOSED: WasmFeatures = WasmFeatures::SIMD
    .union(WasmFeatures::RELAXED_SIMD)
    .union(WasmFeatures::MULTI_MEMORY)
    .union(WasmFeatures::MEMORY64)
    .union(WasmFeatures::TAIL_CALL)
    .union(WasmFeatures::CUSTOM_PAGE_SIZES)
    .union(WasmFeatures::WIDE_ARITHMETIC)
    .union(WasmFeatures::FUNCTION_REFERENCES)
    .union(WasmFeatures::GC)
    .union(WasmFeatures::GC_TYPES)
    .union(WasmFeatures::EXCEPTIONS)
    .union(WasmFeatures::THREADS)
    .union(WasmFeatures::SHARED_EVERYTHING_THREADS)
    .union(WasmFeatures::STACK_SWITCHING)
    .union(WasmFeatures::CM_ASYNC)
    .union(WasmFeatures::CM_MAP)
    .union(WasmFeatures::CM_FIXED_LENGTH_LISTS)
    .union(WasmFeatures::CM_GC)
    .union(WasmFeatures::CM64)
    .union(WasmFeatures::CM_IMPLEMENTS)
    .union(WasmFeatures::CM_ERROR_CONTEXT);

/// Prices of guest instructions where one unit would be too cheap.
fn operator_cost() -> OperatorCost {
    let mut cost = OperatorCost::new();
    // A call spills and fills registers.
    cost.Call = 3;
    cost.CallIndirect = 4;
    // Growing enters the host, and a fresh 64 KiB page is 16 page faults.
    cost.MemoryGrow = u8::MAX;
    cost.variable.memory_grow_per_page = u8::MAX;
    cost.TableGrow = u8::MAX;
    cost.variable.table_grow_per_element = 8;
    cost
}

/// A pool bounded by construction: what does not fit into a slot cannot be instantiated.
fn pool() -> PoolingAllocationConfig {
    let mut pool = PoolingAllocationConfig::new();
    let ceiling = |name: &str| crate::limits::Limit::named(name).map_or(1, |limit| limit.ceiling);
    let per_run = |name: &str| u32::try_from(ceiling(name)).unwrap_or(1);
    let tells_written = PoolingAllocationConfig::is_pagemap_scan_available();
    pool.total_component_instances(SLOTS)
        .total_core_instances(SLOTS * per_run("instances"))
        .max_core_instances_per_component(per_run("instances"))
        .total_memories(SLOTS * per_run("memories"))
        .max_memories_per_component(per_run("memories"))
        .max_memory_size(usize::try_from(ceiling("memory_bytes")).unwrap_or(1 << 26))
        .total_tables(SLOTS * per_run("tables"))
        .max_tables_per_component(per_run("tables"))
        .max_tables_per_module(per_run("tables"))
        .table_elements(usize::try_from(ceiling("table_elements")).unwrap_or(10_000))
        .pagemap_scan(Enabled::Auto)
        .linear_memory_keep_resident(if tells_written { KEEP_RESIDENT } else { 0 })
        .table_keep_resident(16 << 10)
        // Slots are few; keep each with the code it ran last.
        .max_unused_warm_slots(SLOTS);
    pool
}

/// A digest of everything that decides whether compiled code fits this engine.
pub(crate) fn compatibility(engine: &Engine) -> [u8; 32] {
    let mut hasher = DigestHasher(<sha2::Sha256 as sha2::Digest>::new());
    engine.precompile_compatibility_hash().hash(&mut hasher);
    sha2::Digest::finalize(hasher.0).into()
}

/// Feeds what wasmtime hashes into SHA-256: 64 bits are too few for a key that guards native code.
struct DigestHasher(sha2::Sha256);

impl Hasher for DigestHasher {
    fn write(&mut self, bytes: &[u8]) {
        sha2::Digest::update(&mut self.0, bytes);
    }

    fn finish(&self) -> u64 {
        let digest = sha2::Digest::finalize(self.0.clone());
        digest.iter().take(8).fold(0, |word, byte| word << 8 | u64::from(*byte))
    }
}

/// The settings in force as name and value, for `detector inspect` and the audit.
pub(crate) fn describe(engine: &Engine) -> Vec<(&'static str, String)> {
    vec![
        (
            "compiler",
            format!("{:?}", engine.get_strategy().unwrap_or(Strategy::Auto)),
        ),
        (
            "optimisation",
            format!("{:?}", engine.get_cranelift_opt_level().unwrap_or(OptLevel::None)),
        ),
        ("epoch interruption", engine.get_epoch_interruption().to_string()),
        ("signals-based traps", engine.get_signals_based_traps().to_string()),
        ("memory reservation", engine.get_memory_reservation().to_string()),
        ("guard size", engine.get_memory_guard_size().to_string()),
        ("concurrency", engine.get_concurrency_support().to_string()),
        ("features", format!("{:?}", engine.get_wasm_features())),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_closed_feature_is_open() {
        let engine = build_compiler(Optimisation::Speed).unwrap();
        assert!((engine.get_wasm_features() & CLOSED).is_empty());
        assert!(!engine.get_concurrency_support());
    }

    #[test]
    fn code_of_the_child_fits_the_pooled_engine() {
        let pooled = build(Optimisation::Speed, AllocationChoice::Probe).unwrap();
        let child = build_compiler(Optimisation::Speed).unwrap();
        assert_eq!(compatibility(&pooled.engine), compatibility(&child));
    }

    #[test]
    fn another_optimisation_is_another_key() {
        let (none, speed) = (
            build_compiler(Optimisation::None).unwrap(),
            build_compiler(Optimisation::Speed).unwrap(),
        );
        assert_ne!(compatibility(&none), compatibility(&speed));
    }
}
