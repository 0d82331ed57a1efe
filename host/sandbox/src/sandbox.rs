//! Compiles, caches, links and runs detectors. One per process.

use crate::admission::{self, Admitted, Digest, Imports};
use crate::cache::{CodeCache, Entry, Key};
use crate::compile::{Code, Compilation, CompileError, Compiler};
use crate::engine::{self, Allocation, AllocationChoice, Built, Optimisation, PoolFallback, SLOTS};
use crate::limits::Limits;
use crate::link;
use crate::lockdown::Lockdown;
use crate::log::plain;
use crate::outcome::{CompileLimit, Outcome};
use crate::policy::{CustomResources, Grant};
use crate::refusal::RefusalReason;
use crate::run::{self, Prepared, RunReport, Terms};
use crate::slots::Slots;
use crate::state::RunState;
use crate::ticker::Ticker;
use sdo_model::KindSet;
use sdo_model::contract::Cluster;
use sdo_model::contract::detector::{DetectorSpec, Report};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;
use wasmtime::Engine;
use wasmtime::component::{Component, Linker};

/// Bytes kept of wasmtime's words about an import that does not fit.
const MAX_MESSAGE: usize = 300;

/// How to set up a sandbox.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The program that compiles.
    pub compiler: Compiler,
    /// Where compiled code is kept; `None` compiles at each start.
    pub cache: Option<PathBuf>,
    /// How hard the compiler tries.
    pub optimisation: Optimisation,
    /// Where instances get their memory from.
    pub allocation: AllocationChoice,
}

/// Why there is no sandbox.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// wasmtime did not accept the settings, which concerns this build and machine, not a component.
    #[error("set up the WebAssembly engine: {0}")]
    Engine(String),
    /// The system gave no thread.
    #[error("start the clock of the sandbox")]
    Ticker(#[from] std::io::Error),
}

/// Why a detector is not ready to run.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// It is not let in.
    #[error("{0}")]
    Refused(RefusalReason),
    /// Compiling it took more than it may.
    #[error("could not be compiled within {0}")]
    CompileLimit(CompileLimit),
    /// The compiler could not be run; no fault of the detector.
    #[error(transparent)]
    Compiler(CompileError),
}

impl LoadError {
    /// The outcome to report for the detector; `None` when the fault is the host's.
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            LoadError::Refused(why) => Some(Outcome::Refused { why: why.clone() }),
            LoadError::CompileLimit(limit) => Some(Outcome::CompileLimit { limit: *limit }),
            LoadError::Compiler(_) => None,
        }
    }
}

impl From<CompileError> for LoadError {
    fn from(error: CompileError) -> Self {
        match error {
            CompileError::Limit(limit) => LoadError::CompileLimit(limit),
            CompileError::Refused(message) => LoadError::Refused(RefusalReason::Compile { message }),
            CompileError::Child { .. } | CompileError::Silent { .. } => LoadError::Compiler(error),
        }
    }
}

/// A detector that is ready to run. Cheap to clone, shared between threads.
#[derive(Clone)]
pub struct Detector {
    name: Arc<str>,
    admitted: Arc<Admitted>,
    prepared: Arc<Prepared>,
    limits: Limits,
    custom: CustomResources,
    grants: KindSet,
}

impl Detector {
    /// The name it was loaded under.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The digest of its component.
    pub fn digest(&self) -> Digest {
        self.admitted.digest
    }

    /// The size of its component in bytes.
    pub fn size(&self) -> u64 {
        self.admitted.size
    }

    /// What it imports.
    pub fn imports(&self) -> &Imports {
        &self.admitted.imports
    }

    /// What a run of it may consume.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The custom resources it may see.
    pub fn custom(&self) -> &CustomResources {
        &self.custom
    }

    /// The kinds it may see.
    pub fn grants(&self) -> KindSet {
        self.grants
    }
}

/// The sandbox of a process.
pub struct Sandbox {
    engine: Engine,
    compatibility: [u8; 32],
    allocation: Allocation,
    fallback: Option<PoolFallback>,
    optimisation: Optimisation,
    compiler: Compiler,
    lockdown: OnceLock<Lockdown>,
    cache: Option<CodeCache>,
    linker: Linker<RunState>,
    prepared: Mutex<HashMap<Digest, Arc<Prepared>>>,
    slots: Slots,
    ticker: Ticker,
}

impl Sandbox {
    /// Sets up engine, clock and cache.
    ///
    /// # Errors
    /// The engine or its clock cannot be had. A pool or a cache that cannot be had is no error: see [`Sandbox::pool_fallback`].
    pub fn new(settings: Settings) -> Result<Self, SetupError> {
        let engine_error = |error: wasmtime::Error| SetupError::Engine(format!("{error:#}"));
        let Built {
            engine,
            allocation,
            fallback,
        } = engine::build(settings.optimisation, settings.allocation).map_err(engine_error)?;
        Ok(Self {
            compatibility: engine::compatibility(&engine),
            ticker: Ticker::start(&engine)?,
            linker: link::pure(&engine).map_err(engine_error)?,
            cache: settings.cache.as_deref().and_then(CodeCache::open),
            optimisation: settings.optimisation,
            compiler: settings.compiler,
            lockdown: OnceLock::new(),
            prepared: Mutex::default(),
            slots: Slots::new(SLOTS),
            engine,
            allocation,
            fallback,
        })
    }

    /// Where instances get their memory from.
    pub fn allocation(&self) -> Allocation {
        self.allocation
    }

    /// That the pool could not be had; to be shown to the person who started the process.
    pub fn pool_fallback(&self) -> Option<&PoolFallback> {
        self.fallback.as_ref()
    }

    /// What the compiling child had given up before it read a component; `None` while all code came from the cache. To ask before
    /// anything is compiled: [`Compiler::lockdown`].
    pub fn lockdown(&self) -> Option<Lockdown> {
        self.lockdown.get().copied()
    }

    /// The engine's settings in force as name and value, for inspection and audit.
    pub fn engine_settings(&self) -> Vec<(&'static str, String)> {
        engine::describe(&self.engine)
    }

    /// Admits, compiles and links a component; the second time for the same bytes takes microseconds.
    ///
    /// # Errors
    /// The component is refused or takes too much to compile; one detector's error says nothing about another.
    pub fn load(&self, name: &str, bytes: &[u8], grant: &Grant) -> Result<Detector, LoadError> {
        let (admitted, kept) = self.admit(bytes, &grant.limits).map_err(LoadError::Refused)?;
        admitted.imports.check(grant).map_err(LoadError::Refused)?;
        let prepared = match self.known(&admitted.digest) {
            Some(prepared) => prepared,
            None => self.prepare(&admitted, kept, bytes, &grant.limits)?,
        };
        Ok(Detector {
            name: name.into(),
            grants: admitted.imports.sees(),
            admitted: Arc::new(admitted),
            prepared,
            limits: grant.limits,
            custom: grant.custom.clone(),
        })
    }

    /// What the component is, and its code where the cache has it. An entry of the cache says that the same bytes were let in
    /// under the same limits before.
    fn admit(&self, bytes: &[u8], limits: &Limits) -> Result<(Admitted, Option<Code>), RefusalReason> {
        let size = bytes.len() as u64;
        let Some(cache) = self.cache.as_ref().filter(|_| size <= limits.component_bytes) else {
            return Ok((admission::inspect(bytes, limits)?, None));
        };
        let digest = Digest::of(bytes);
        match cache.get(&Key::new(&digest, &self.compatibility, limits), limits.compiled_bytes) {
            Some(Entry { imports, code }) => Ok((Admitted { digest, size, imports }, Some(code))),
            None => Ok((admission::inspect(bytes, limits)?, None)),
        }
    }

    /// Asks a detector what it is, over an empty view: its answer must not depend on a cluster.
    pub fn spec(&self, detector: &Detector, empty: Arc<dyn Cluster>) -> RunReport<DetectorSpec> {
        self.in_slot(detector, |engine| {
            run::spec(engine, &detector.prepared, detector.terms(empty))
        })
    }

    /// Runs a detector over a view. Waits while as many runs as the pool has slots are active.
    pub fn run(&self, detector: &Detector, view: Arc<dyn Cluster>) -> RunReport<Report> {
        self.in_slot(detector, |engine| {
            run::detect(engine, &detector.prepared, detector.terms(view))
        })
    }

    fn in_slot<T>(&self, detector: &Detector, work: impl FnOnce(&Engine) -> RunReport<T>) -> RunReport<T> {
        let _slot = self.slots.take();
        let watch = self
            .ticker
            .watch(&detector.name, Duration::from_millis(detector.limits.watchdog_ms));
        let report = work(&self.engine);
        RunReport {
            overdue: watch.end(),
            ..report
        }
    }

    fn known(&self, digest: &Digest) -> Option<Arc<Prepared>> {
        self.prepared
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(digest)
            .cloned()
    }

    fn prepare(
        &self,
        admitted: &Admitted,
        kept: Option<Code>,
        bytes: &[u8],
        limits: &Limits,
    ) -> Result<Arc<Prepared>, LoadError> {
        // Code of another engine does not deserialise; it is compiled again.
        let component = match kept.and_then(|code| adopt(&self.engine, &code).ok()) {
            Some(component) => component,
            None => self.compile(admitted, bytes, limits)?,
        };
        let prepared = Arc::new(self.link(&component, &admitted.imports).map_err(|error| {
            LoadError::Refused(RefusalReason::Link {
                message: plain(&format!("{error:#}"), MAX_MESSAGE),
            })
        })?);
        let mut known = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(Arc::clone(known.entry(admitted.digest).or_insert(prepared)))
    }

    fn compile(&self, admitted: &Admitted, bytes: &[u8], limits: &Limits) -> Result<Component, LoadError> {
        let Compilation { lockdown, code } = self.compiler.compile(bytes, self.optimisation, limits);
        self.note(lockdown);
        let code = code?;
        if let Some(cache) = &self.cache {
            let key = Key::new(&admitted.digest, &self.compatibility, limits);
            cache.put(&key, &admitted.imports, &code);
        }
        adopt(&self.engine, &code).map_err(|error| {
            LoadError::Refused(RefusalReason::Compile {
                message: plain(&format!("{error:#}"), MAX_MESSAGE),
            })
        })
    }

    /// Keeps and logs the first answer: the kernel is the same for every child.
    fn note(&self, lockdown: Option<Lockdown>) {
        if let Some(lockdown) = lockdown
            && self.lockdown.set(lockdown).is_ok()
        {
            lockdown.log();
        }
    }

    fn link(&self, component: &Component, imports: &Imports) -> wasmtime::Result<Prepared> {
        let pre = match imports.wasi.is_empty() {
            true => self.linker.instantiate_pre(component)?,
            false => link::with_inert_wasi(component)?.instantiate_pre(component)?,
        };
        let export = |name: &str| {
            component
                .get_export_index(None, name)
                .ok_or_else(|| wasmtime::Error::msg(format!("no export {name}")))
        };
        Ok(Prepared {
            spec: export("spec")?,
            detect: export("detect")?,
            pre,
        })
    }
}

impl Detector {
    fn terms(&self, view: Arc<dyn Cluster>) -> Terms {
        Terms {
            view,
            grants: self.grants,
            custom: self.custom.clone(),
            limits: self.limits,
        }
    }
}

/// Makes a component of compiled code.
fn adopt(engine: &Engine, code: &Code) -> wasmtime::Result<Component> {
    #[expect(unsafe_code, reason = "deserialising is unsafe because code is believed")]
    // SAFETY: a `Code` is made in two places only: from the answer of our own compiling child over a pipe that nobody else can
    // write, and from a cache entry whose HMAC, under a secret that only this user can read, was verified over exactly these
    // bytes. Both hold what `Engine::precompile_component` of this build returned.
    unsafe {
        Component::deserialize(engine, &code.0)
    }
}
