//! The host's own thread: changes in, rounds over them, what they mean out.

mod updates;

use super::board::{BoardKeeper, Scene};
use super::clock::ServerClock;
use super::gaps::Gaps;
use super::marks::Marks;
use super::sight::verdicts;
use super::told::{Identity, Told};
use super::window::Window;
use crate::library::Workshop;
use sdo_api::Metrics;
use sdo_live::{Probe, Update};
use sdo_model::KindSet;
use sdo_model::contract::Cluster;
use sdo_model::finding::ObjectName;
use sdo_pipeline::incidents::{Engine, Memory, Mutes, Settings, Sight, Step};
use sdo_pipeline::{Options, Rounds, Stage, Turnout};
use sdo_snapshot::redact::redact;
use sdo_snapshot::{Replica, Snapshot};
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio::sync::mpsc;
use tokio::time::{sleep_until, timeout};
use tracing::field::Empty;
use tracing::info_span;

/// The loop goes round at least this often, so that it is known to be alive.
const BEAT: Duration = Duration::from_secs(5);
/// Updates that are taken in without a look at anything else.
const AT_A_TIME: usize = 256;
/// The first round waits this long for the first lists; what has not come by then is told as missing.
const FIRST_LISTS: Duration = Duration::from_secs(60);
/// Seconds of silence after which nothing is concluded from time alone before the server has answered.
const SILENCE: Duration = Duration::from_secs(15);
/// How long it may take to answer, and the pause before it is asked again.
const ANSWER: Duration = Duration::from_secs(5);
/// What the runs of one round may take on each thread: longer, and changes would wait for longer than people do.
const ROOM: Duration = Duration::from_secs(2);
/// How a watch stands is shown so soon after it changed: most of them change together.
const SETTLE: Duration = Duration::from_secs(1);
/// A host that stands by takes its snapshot again this often, so that changes do not pile up.
const STANDBY: Duration = Duration::from_secs(10);

/// What the rest of the host has to say to the core.
pub(super) enum Order {
    /// From now on this host speaks, and goes on from here.
    Lead(Box<Lead>),
    /// From now on it does not.
    StandBy,
    /// Other detectors.
    Library(Box<Workshop>, BTreeSet<String>),
    /// Other settings.
    Configure(Box<(Settings, Mutes)>),
    /// It is over.
    Stop,
}

/// What a host goes on with that begins to speak.
pub(super) struct Lead {
    pub(super) term: u64,
    pub(super) memory: Memory,
    pub(super) gaps: Gaps,
}

/// What the core says besides [`Told`].
pub(super) enum News {
    /// The first picture is whole; the uid of the cluster, when it can be read.
    Ready(Option<String>),
    /// What a round changed.
    Told(Box<Told>),
}

/// The parts that the core is made of.
pub(super) struct Parts {
    pub(super) workshop: Workshop,
    pub(super) jobs: NonZeroUsize,
    pub(super) settings: Settings,
    pub(super) mutes: Mutes,
    pub(super) expected: BTreeSet<String>,
    pub(super) server: String,
    pub(super) board: BoardKeeper,
    pub(super) metrics: Arc<Metrics>,
    pub(super) probe: Probe,
    pub(super) news: mpsc::Sender<News>,
}

/// A host that speaks.
struct Leading {
    engine: Engine,
    term: u64,
    gaps: Gaps,
}

pub(super) struct Core {
    parts: Parts,
    replica: Replica,
    rounds: Rounds,
    clock: ServerClock,
    window: Window,
    marks: Marks,
    leading: Option<Leading>,
    /// Resources whose first list has not ended in any way.
    awaited: BTreeSet<String>,
    started: Instant,
    announced: bool,
    /// A round is due whatever changed.
    is_forced: bool,
    /// Kinds that changed since the last round of a host that stood by.
    changed: KindSet,
    /// Nothing is concluded from time alone before this.
    not_before: Option<Instant>,
    last: Instant,
    /// Turns of the watches that were shown.
    shown_turns: u64,
}

/// What woke the core.
enum Wake {
    Update(Update),
    Order(Order),
    Time,
}

impl Core {
    pub(super) fn new(parts: Parts) -> Self {
        Self {
            replica: Replica::new(parts.server.clone()),
            awaited: parts.expected.clone(),
            parts,
            rounds: Rounds::default(),
            clock: ServerClock::default(),
            window: Window::default(),
            marks: Marks::default(),
            leading: None,
            started: Instant::now(),
            announced: false,
            is_forced: true,
            changed: KindSet::EMPTY,
            not_before: None,
            last: Instant::now(),
            shown_turns: 0,
        }
    }

    /// Goes round until it is told to stop. Not from within the runtime of `handle`.
    pub(super) fn run(
        mut self,
        handle: &Handle,
        mut updates: mpsc::Receiver<Update>,
        mut orders: mpsc::Receiver<Order>,
    ) {
        loop {
            let wake = handle.block_on(self.wake(&mut updates, &mut orders));
            self.parts.board.beat(&self.parts.probe.health());
            match wake {
                Wake::Update(update) => self.update(update),
                Wake::Order(Order::Stop) => return,
                Wake::Order(order) => self.order(order),
                Wake::Time => {}
            }
            // Whatever woke it: rounds that follow each other must not keep the news from coming in.
            for _ in 0..AT_A_TIME {
                let Ok(update) = updates.try_recv() else { break };
                self.update(update);
            }
            if self.parts.probe.health().turns() != self.shown_turns {
                self.window.again(Instant::now() + SETTLE);
            }
            self.go_on(handle);
        }
    }

    async fn wake(&self, updates: &mut mpsc::Receiver<Update>, orders: &mut mpsc::Receiver<Order>) -> Wake {
        let next = self.next().min(Instant::now() + BEAT);
        tokio::select! {
            biased;
            order = orders.recv() => Wake::Order(order.unwrap_or(Order::Stop)),
            () = sleep_until(next.into()) => Wake::Time,
            Some(update) = updates.recv() => Wake::Update(update),
        }
    }

    /// When something is due.
    fn next(&self) -> Instant {
        let far = Instant::now() + BEAT;
        if !self.has_first_picture() {
            return far;
        }
        let Some(leading) = &self.leading else {
            return if self.announced { self.last + STANDBY } else { self.last };
        };
        if self.is_forced {
            return Instant::now();
        }
        let wakes = [self.rounds.next_wake(), leading.engine.next_wake()];
        let wake = wakes
            .into_iter()
            .flatten()
            .min()
            .and_then(|at| self.clock.instant_of(at));
        let wake = wake.map(|wake| self.not_before.map_or(wake, |not_before| wake.max(not_before)));
        [self.window.due(), wake].into_iter().flatten().min().unwrap_or(far)
    }

    fn go_on(&mut self, handle: &Handle) {
        let next = self.next();
        if !self.has_first_picture() || Instant::now() < next {
            return;
        }
        let Some(now) = self.clock.now() else { return };
        if self.leading.is_none() {
            return self.stand_by(now);
        }
        let by_time_alone = self.window.due().is_none() && !self.is_forced;
        if by_time_alone && !self.server_is_there(handle) {
            self.not_before = Some(Instant::now() + ANSWER);
            return;
        }
        self.round(now);
    }

    /// Whether what is known can be taken for how things are: the server was heard lately, or answers now.
    fn server_is_there(&self, handle: &Handle) -> bool {
        let heard = self.parts.probe.silence().is_some_and(|silence| silence < SILENCE);
        let asked = || handle.block_on(async { timeout(ANSWER, self.parts.probe.is_there()).await });
        heard || matches!(asked(), Ok(true))
    }

    fn has_first_picture(&self) -> bool {
        self.clock.now().is_some() && (self.awaited.is_empty() || self.started.elapsed() > FIRST_LISTS)
    }

    fn stand_by(&mut self, now: i64) {
        self.shown_turns = self.parts.probe.health().turns();
        let (snapshot, changes) = self.replica.snapshot(now);
        self.window.close();
        self.changed = self.changed.union(changes.kinds);
        self.last = Instant::now();
        self.announce(&snapshot);
        self.parts.board.watches(&snapshot, self.parts.probe.health());
    }

    fn round(&mut self, now: i64) {
        let span = info_span!(
            "host.round",
            ran = Empty,
            kept = Empty,
            changed = Empty,
            findings = Empty
        );
        let _within = span.enter();
        let began = Instant::now();
        self.shown_turns = self.parts.probe.health().turns();
        let arrivals = self.window.close();
        let (snapshot, changes) = info_span!("snapshot.derive").in_scope(|| self.replica.snapshot(now));
        let changed = std::mem::take(&mut self.changed).union(changes.kinds);
        self.is_forced = false;
        self.not_before = None;
        self.announce(&snapshot);
        self.marks.refresh(&snapshot, changed);
        let turnout = info_span!("detectors.run").in_scope(|| self.turnout(&snapshot, changed));
        for arrived in arrivals {
            self.parts.metrics.event_to_finding(arrived.elapsed());
        }
        let told = info_span!("incidents.judge").in_scope(|| self.conclude(&snapshot, &turnout, now));
        let took = began.elapsed();
        self.last = Instant::now();
        self.window.took(took, self.last);
        if !turnout.postponed.is_empty() {
            self.window.again(self.last);
        }
        self.show(&snapshot, &turnout, now, took);
        if let Some(told) = told {
            // The keeper reads within seconds, whatever its disk does; only a host that stops does not.
            let _ = self.parts.news.blocking_send(News::Told(Box::new(told)));
        }
        span.record("ran", turnout.ran.len());
        span.record("kept", turnout.kept);
        span.record("changed", changes.objects);
        span.record("findings", turnout.round.findings.len());
        tracing::debug!(
            postponed = turnout.postponed.len(),
            micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX),
            "host.round"
        );
    }

    fn turnout(&mut self, snapshot: &Arc<Snapshot>, changed: KindSet) -> Turnout {
        let Workshop { sandbox, library } = &self.parts.workshop;
        let stage = Stage {
            sandbox,
            library,
            options: Options {
                jobs: self.parts.jobs,
                namespaces: Vec::new(),
                redact,
            },
            room: ROOM * u32::try_from(self.parts.jobs.get()).unwrap_or(1),
        };
        let view: Arc<dyn Cluster> = Arc::clone(snapshot) as Arc<dyn Cluster>;
        self.rounds.round(&view, changed, &stage)
    }

    /// What the engine makes of a round.
    fn conclude(&mut self, snapshot: &Snapshot, turnout: &Turnout, now: i64) -> Option<Told> {
        let leading = self.leading.as_mut()?;
        let gaps_changed = leading.gaps.see(&turnout.round, now);
        let rules = verdicts(turnout, &self.parts.workshop.library, snapshot, &leading.gaps);
        let mutes = Mutes {
            annotated: self.marks.all(),
            ..self.parts.mutes.clone()
        };
        let sight = Sight {
            findings: &turnout.round.findings,
            rules: &rules,
            mutes: &mutes,
        };
        let step = leading.engine.round(&sight, now);
        if step.is_empty() && !gaps_changed {
            return None;
        }
        Some(Told {
            term: leading.term,
            at: now,
            objects: identities(snapshot, &step),
            gaps: gaps_changed.then(|| serde_json::to_string(&leading.gaps).unwrap_or_default()),
            step,
        })
    }

    fn show(&mut self, snapshot: &Snapshot, turnout: &Turnout, now: i64, took: Duration) {
        let Some(leading) = &self.leading else { return };
        self.parts.board.round(&Scene {
            snapshot,
            turnout,
            library: &self.parts.workshop.library,
            rounds: &self.rounds,
            incidents: leading.engine.memory().incidents(),
            health: self.parts.probe.health(),
            now,
            took,
        });
    }

    /// Says once that the first picture is whole.
    fn announce(&mut self, snapshot: &Snapshot) {
        if std::mem::replace(&mut self.announced, true) {
            return;
        }
        let system = snapshot.find::<sdo_snapshot::object::Namespace>("", "kube-system");
        let uid = system.map(|(_, namespace)| namespace.meta.uid.to_string());
        tracing::info!(millis = self.started.elapsed().as_millis() as u64, "host.ready");
        let _ = self.parts.news.blocking_send(News::Ready(uid));
    }

    fn order(&mut self, order: Order) {
        match order {
            Order::Lead(lead) => {
                let Lead { term, memory, gaps } = *lead;
                let engine = Engine::new(self.parts.settings.clone(), memory);
                self.leading = Some(Leading { engine, term, gaps });
                self.is_forced = true;
            }
            Order::StandBy => self.leading = None,
            Order::Library(workshop, expected) => {
                self.parts.workshop = *workshop;
                self.parts.board.library(&self.parts.workshop.library);
                self.rounds.renew();
                self.awaited.retain(|resource| expected.contains(resource));
                self.is_forced = true;
            }
            Order::Configure(settings) => {
                let (settings, mutes) = *settings;
                if let Some(leading) = &mut self.leading {
                    leading.engine.configure(settings.clone());
                }
                self.parts.settings = settings;
                self.parts.mutes = mutes;
                self.is_forced = true;
            }
            Order::Stop => {}
        }
    }
}

/// The primary objects of what is told, as far as they are still there.
fn identities(snapshot: &Snapshot, step: &Step) -> Vec<Option<Identity>> {
    let primary = |entry: &sdo_model::incident::Entry| -> Option<&ObjectName> {
        Some(&step.incidents.get(&entry.incident)?.finding.primary)
    };
    step.entries
        .iter()
        .map(|entry| Identity::of(snapshot, primary(entry)?))
        .collect()
}
