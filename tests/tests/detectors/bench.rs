//! The built-in set in a sandbox, loaded once for all tests.

use sdo_detector_sdk::testing::{Case, cases};
use sdo_model::contract::Cluster;
use sdo_model::contract::detector::Report;
use sdo_pipeline::{Library, Loaded, Options, Origin, Round, Source};
use sdo_sandbox::{Compiler, Policy, Sandbox, Settings};
use sdo_snapshot::Snapshot;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

pub(crate) struct Bench {
    sandbox: Sandbox,
    library: Library,
}

/// What one detector said about one snapshot.
pub(crate) struct Run {
    pub(crate) report: Report,
    pub(crate) fuel: u64,
    pub(crate) snapshot: Arc<Snapshot>,
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

impl Bench {
    pub(crate) fn get() -> &'static Self {
        static BENCH: OnceLock<Bench> = OnceLock::new();
        BENCH.get_or_init(Self::new)
    }

    fn new() -> Self {
        let compiler = Compiler {
            program: env!("CARGO_BIN_EXE_compile-component").into(),
            args: Vec::new(),
        };
        let cache = Some(root().join("target/tmp/compiled"));
        let settings = Settings {
            compiler,
            cache,
            optimisation: Default::default(),
            allocation: Default::default(),
        };
        let sandbox = Sandbox::new(settings).expect("a sandbox");
        let empty: Arc<dyn Cluster> = Arc::new(sdo_snapshot::Builder::new("empty").finish());
        let policy = Policy::embedded().expect("the default policy");
        let library = sdo_pipeline::load(&sandbox, &sources(), &policy, &empty, jobs());
        assert!(library.failed.is_empty(), "{:#?}", library.failed);
        Self { sandbox, library }
    }

    pub(crate) fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    pub(crate) fn detectors(&self) -> impl Iterator<Item = &Loaded> {
        self.library.ready.iter()
    }

    /// Every case of every detector.
    pub(crate) fn cases(&self) -> impl Iterator<Item = (&Loaded, Case)> {
        self.detectors().flat_map(|detector| {
            let folder = root().join("example-detectors").join(&detector.spec.name);
            cases(&folder).into_iter().map(move |case| (detector, case))
        })
    }

    pub(crate) fn named(&self, rule: &str) -> &Loaded {
        self.detectors()
            .find(|detector| detector.spec.name == rule)
            .unwrap_or_else(|| panic!("no detector {rule}"))
    }

    /// One run, which must finish.
    pub(crate) fn run(&self, detector: &Loaded, snapshot: Snapshot) -> Run {
        let snapshot = Arc::new(snapshot);
        let view: Arc<dyn Cluster> = Arc::clone(&snapshot) as Arc<dyn Cluster>;
        let run = self.sandbox.run(&detector.detector, view);
        let report = run
            .answer
            .unwrap_or_else(|| panic!("{}: {:?}, {:?}", detector.spec.name, run.outcome, run.panic));
        Run {
            report,
            fuel: run.fuel,
            snapshot,
        }
    }

    /// One round with one detector, by the host's rules about coverage.
    pub(crate) fn round(&self, detector: &Loaded, snapshot: Arc<Snapshot>) -> Round {
        let view: Arc<dyn Cluster> = snapshot;
        let library = Library {
            ready: vec![detector.clone()],
            failed: Vec::new(),
        };
        let options = Options {
            jobs: jobs(),
            namespaces: Vec::new(),
            redact: sdo_snapshot::redact::redact,
        };
        sdo_pipeline::check(&view, &self.sandbox, &library, &options)
    }

    /// One round with every detector.
    pub(crate) fn round_of_all(&self, snapshot: Arc<Snapshot>) -> Round {
        let view: Arc<dyn Cluster> = snapshot;
        let options = Options {
            jobs: jobs(),
            namespaces: Vec::new(),
            redact: sdo_snapshot::redact::redact,
        };
        sdo_pipeline::check(&view, &self.sandbox, &self.library, &options)
    }
}

fn jobs() -> NonZeroUsize {
    NonZeroUsize::MIN.saturating_add(1)
}

fn sources() -> Vec<Source> {
    let folder = root().join("target/detectors");
    let entries = fs::read_dir(&folder).expect("target/detectors, made by scripts/build-detectors");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "wasm"));
    paths.sort();
    paths.iter().map(|path| source(path)).collect()
}

fn source(path: &Path) -> Source {
    let name = path.file_stem().expect("a file name").to_string_lossy().into_owned();
    Source {
        name,
        bytes: fs::read(path).expect("a component").into(),
        origin: Origin::BuiltIn,
    }
}
