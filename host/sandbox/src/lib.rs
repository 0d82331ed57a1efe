//! Runs detectors: small WebAssembly components that nobody needs to trust.
//!
//! **What it does.** Reads a component and decides whether it is let in ([`admission`]), checks its imports against policy
//! ([`policy`]), compiles it in a child process that can be killed ([`compile`]) and holds nothing ([`lockdown`]), keeps the code in an
//! authenticated cache, links it to the contract of `wit/`, and runs it: one store per run, everything metered ([`limits`]), every end
//! typed ([`Outcome`]).
//!
//! **What it deliberately does not.** It does not know what Kubernetes is: a detector asks an `Arc<dyn Cluster>` of the model crate, and
//! this crate only charges for the answer. It does not schedule, hold, fold or judge findings; it hands them over as the
//! detector wrote them, cut to size and with object ids unchecked. It gives no clock, randomness, file, environment or network.
//! It keeps no store, instance or handle from one run to the next, and matches no error by its text.
//!
//! **Where to start.** [`Sandbox::new`], [`Sandbox::load`], [`Sandbox::run`]:
//!
//! ```text
//!  bytes ─► admission ─► policy ─► cache ──hit──────────► link ─► Detector ─► run ─► RunReport
//!             │refuse      │refuse   └miss► compile child ─┘                     │
//!             ▼            ▼                   │limit                             ▼
//!          RefusalReason                  CompileLimit            Finished, OutOfFuel, Deadline, Memory,
//!                                                                 HostBudget, Trap, BadOutput
//! ```
//!
//! ```no_run
//! use sdo_sandbox::{Compiler, Policy, Sandbox, Settings};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let view: std::sync::Arc<dyn sdo_model::contract::Cluster> = unimplemented!();
//! let sandbox = Sandbox::new(Settings {
//!     compiler: Compiler::this_program(["compile-component".into()])?,
//!     cache: Some("/var/cache/sdo".into()),
//!     optimisation: Default::default(),
//!     allocation: Default::default(),
//! })?;
//! let grant = Policy::embedded()?.grant("service-selects-nothing");
//! let detector = sandbox.load("service-selects-nothing", &std::fs::read("detector.wasm")?, &grant)?;
//! let report = sandbox.run(&detector, view);
//! println!("{}: {} fuel", report.outcome, report.fuel);
//! # Ok(())
//! # }
//! ```

pub mod admission;
mod cache;
pub mod compile;
pub mod compile_child;
mod contract;
pub mod engine;
mod findings;
mod host_call;
mod interfaces;
mod limiter;
pub mod limits;
mod link;
pub mod lockdown;
pub mod log;
mod outcome;
pub mod policy;
mod refusal;
mod run;
mod sandbox;
mod slots;
mod state;
mod ticker;
mod wasi;
mod wire;

pub use admission::{Admitted, Digest, Imports};
pub use compile::Compiler;
pub use engine::{Allocation, AllocationChoice, Optimisation, PoolFallback};
pub use findings::Cut;
pub use limits::Limits;
pub use lockdown::{Landlock, Lockdown};
pub use outcome::{CompileLimit, Outcome, TrapKind};
pub use policy::{Grant, Policy, Wasi};
pub use refusal::{FileKind, RefusalReason};
pub use run::RunReport;
pub use sandbox::{Detector, LoadError, Sandbox, Settings, SetupError};
