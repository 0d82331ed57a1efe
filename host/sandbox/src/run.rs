//! One run: a store made for it, one instance, one call, and everything dropped.

use crate::contract::detector as edge;
use crate::findings::{Cut, cap};
use crate::limiter::Limiter;
use crate::limits::Limits;
use crate::log::{Log, plain};
use crate::outcome::{Outcome, Phase, TrapKind, classify};
use crate::policy::CustomResources;
use crate::refusal::RefusalReason;
use crate::state::RunState;
use crate::ticker;
use crate::wasi;
use sdo_model::contract::Cluster;
use sdo_model::contract::detector::{DetectorSpec, Report};
use sdo_model::{Clock, KindSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;
use wasmtime::component::{ComponentExportIndex, ComponentNamedList, InstancePre, Lift, Resource};
use wasmtime::{Engine, Store, WasmBacktrace};

/// Frames shown of where a run trapped, and bytes of each function's name.
const TRACE_FRAMES: usize = 8;
const TRACE_BYTES: usize = 120;
/// Bytes kept of wasmtime's words about an export that does not fit.
const MAX_MESSAGE: usize = 300;

/// What is known about a run, whatever its end.
#[derive(Clone, Debug)]
pub struct RunReport<T> {
    /// How it ended.
    pub outcome: Outcome,
    /// What it answered; present exactly when it finished.
    pub answer: Option<T>,
    /// What was cut from the answer.
    pub cut: Cut,
    /// What it logged.
    pub log: Log,
    /// What it said before it trapped.
    pub panic: Option<String>,
    /// Names of the guest's functions where it trapped, innermost first; escaped. For the author, never for a finding.
    pub trace: Vec<String>,
    /// Fuel charged: what a finished run burned, the whole grant for any other.
    pub fuel: u64,
    /// Wall time from instantiation to the answer.
    pub micros: u64,
    /// The most bytes that its memories and tables had together.
    pub peak_memory: u64,
    /// Whether the watchdog had to report it.
    pub overdue: bool,
    /// When its answer may change though no object does.
    pub clock: Clock,
}

/// A linked component.
pub(crate) struct Prepared {
    pub(crate) pre: InstancePre<RunState>,
    pub(crate) spec: ComponentExportIndex,
    pub(crate) detect: ComponentExportIndex,
}

/// What a run may see and consume.
pub(crate) struct Terms {
    pub(crate) view: Arc<dyn Cluster>,
    pub(crate) grants: KindSet,
    pub(crate) custom: CustomResources,
    pub(crate) limits: Limits,
}

/// Asks the component what it is.
pub(crate) fn spec(engine: &Engine, prepared: &Prepared, terms: Terms) -> RunReport<DetectorSpec> {
    execute::<(edge::DetectorSpec,), DetectorSpec>(
        engine,
        prepared,
        &prepared.spec,
        terms,
        |(spec,)| spec.into(),
        |_, _| Cut::default(),
    )
}

/// Asks the component what is wrong.
pub(crate) fn detect(engine: &Engine, prepared: &Prepared, terms: Terms) -> RunReport<Report> {
    execute::<(edge::Report,), Report>(
        engine,
        prepared,
        &prepared.detect,
        terms,
        |(report,)| report.into(),
        cap,
    )
}

fn execute<R, T>(
    engine: &Engine,
    prepared: &Prepared,
    export: &ComponentExportIndex,
    terms: Terms,
    convert: fn(R) -> T,
    cap: fn(&mut T, &Limits) -> Cut,
) -> RunReport<T>
where
    R: ComponentNamedList + Lift + 'static,
{
    let limits = terms.limits;
    let start = Instant::now();
    let mut store = match new_store(engine, terms) {
        Ok(store) => store,
        Err(error) => return failed(classify(&error, Phase::Instantiate, || false), &limits),
    };
    // Host functions contain their own panics; what gets here came up between them. The store is dropped either way.
    let ended = catch_unwind(AssertUnwindSafe(|| call::<R>(&mut store, prepared, export)));
    let micros = u64::try_from(start.elapsed().as_micros()).unwrap_or(u64::MAX);
    let mut trace = Vec::new();
    let (outcome, answer) = match ended {
        Ok(Ok(answer)) => (Outcome::Finished, Some(convert(answer))),
        Ok(Err(Fault::Shape(message))) => (
            Outcome::Refused {
                why: RefusalReason::Link { message },
            },
            None,
        ),
        Ok(Err(Fault::Run(error, phase))) => {
            trace = frames(&error);
            (classify(&error, phase, || handles_full(&mut store)), None)
        }
        Err(_) => (
            Outcome::Trap {
                kind: TrapKind::HostPanic,
            },
            None,
        ),
    };
    let left = store.get_fuel().unwrap_or(0);
    wasi::flush(store.data_mut());
    let mut report = failed(outcome, &limits);
    if let Some(mut answer) = answer {
        report.cut = cap(&mut answer, &limits);
        report.fuel = limits.fuel.saturating_sub(left);
        report.answer = Some(answer);
    }
    let state = store.into_data();
    RunReport {
        log: state.log,
        panic: state.panic,
        trace,
        micros,
        peak_memory: state.limiter.peak() as u64,
        clock: state.clock,
        ..report
    }
}

/// A report without an answer: wasmtime loses count of fuel when a guest traps, so the whole grant is charged.
fn failed<T>(outcome: Outcome, limits: &Limits) -> RunReport<T> {
    RunReport {
        outcome,
        answer: None,
        cut: Cut::default(),
        log: Log::default(),
        panic: None,
        trace: Vec::new(),
        fuel: limits.fuel,
        micros: 0,
        peak_memory: 0,
        overdue: false,
        clock: Clock::default(),
    }
}

/// The only place that makes a store: nothing runs without every limit set, start functions included.
fn new_store(engine: &Engine, terms: Terms) -> wasmtime::Result<Store<RunState>> {
    let limits = terms.limits;
    let state = RunState {
        view: terms.view,
        grants: terms.grants,
        custom: terms.custom,
        limiter: Limiter::new(&limits),
        limits,
        log: Log::default(),
        panic: None,
        clock: Clock::default(),
        inert: wasi::Inert::default(),
    };
    let mut store = Store::try_new(engine, state)?;
    store.limiter(|state| &mut state.limiter);
    store.set_fuel(limits.fuel)?;
    store.set_epoch_deadline(ticker::deadline(limits.deadline_ms));
    store.epoch_deadline_trap();
    store.set_hostcall_fuel(usize::try_from(limits.hostcall_bytes).unwrap_or(usize::MAX));
    store.set_max_component_handles(usize::try_from(limits.handles).unwrap_or(usize::MAX));
    Ok(store)
}

/// Why there is no answer.
enum Fault {
    /// The export has another type than the contract's.
    Shape(String),
    /// Instance or call failed.
    Run(wasmtime::Error, Phase),
}

fn call<R>(store: &mut Store<RunState>, prepared: &Prepared, export: &ComponentExportIndex) -> Result<R, Fault>
where
    R: ComponentNamedList + Lift + 'static,
{
    let instance = prepared
        .pre
        .instantiate(&mut *store)
        .map_err(|error| Fault::Run(error, Phase::Instantiate))?;
    let function = instance
        .get_typed_func::<(), R>(&mut *store, export)
        .map_err(|error| Fault::Shape(plain(&format!("{error:#}"), MAX_MESSAGE)))?;
    function
        .call(&mut *store, ())
        .map_err(|error| Fault::Run(error, Phase::Call))
}

/// Whether the store takes no further handle: asked by making one, as the store is about to be dropped.
fn handles_full(store: &mut Store<RunState>) -> bool {
    Resource::<()>::new_own(0).try_into_resource_any(store).is_err()
}

/// Where the guest was, in its own names, which it chose: escaped and short.
fn frames(error: &wasmtime::Error) -> Vec<String> {
    let Some(backtrace) = error.downcast_ref::<WasmBacktrace>() else {
        return Vec::new();
    };
    let name = |frame: &wasmtime::FrameInfo| match frame.func_name() {
        Some(name) => plain(name, TRACE_BYTES),
        None => format!("function {}", frame.func_index()),
    };
    backtrace.frames().iter().take(TRACE_FRAMES).map(name).collect()
}
