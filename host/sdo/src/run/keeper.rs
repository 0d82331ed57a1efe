//! What must outlive the host, and what people are told: both only while this host speaks.

mod untold;

use super::core::{Lead, News, Order};
use super::gaps::Gaps;
use super::hooks::StoreSlot;
use super::told::Told;
use crate::failure::Failure;
use sdo_api::{Metrics, Publisher};
use sdo_footprint::{Announcement, Announcer, Role};
use sdo_model::incident::{Entry, Incident, IncidentId, Stage};
use sdo_notify::{Notice, Notifier};
use sdo_pipeline::incidents::{Memory, Track};
use sdo_store::{Batch, Owner, Store};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, interval, sleep, sleep_until, timeout};
use untold::{OUTBOX, UNTOLD};

/// Where the gaps are kept among tracks; a cause is 16 hexadecimal digits.
const GAPS: &str = "gaps";
/// Characters of the causes by which tracks are kept; what has other keys is the host's own.
const CAUSE: usize = 16;
/// How long another process may take to let go of the store: the last leader writes its last words.
const HANDOVER: Duration = Duration::from_secs(20);
const HANDOVER_STEP: Duration = Duration::from_millis(500);
/// The store is tried again this soon after it could not be written.
const AGAIN: Duration = Duration::from_secs(2);
/// What cannot be written down is told all the same after this: people need it more than the store does.
const TELL_ANYWAY: Duration = Duration::from_secs(6);
/// The store forgets what is old this often.
const PRUNE: Duration = Duration::from_secs(3_600);
const DAY: i64 = 86_400;

/// Where the keeper writes, and whom it tells.
pub(super) struct Keeper {
    pub(super) path: PathBuf,
    /// What people call the cluster.
    pub(super) cluster: String,
    /// Address of its API server.
    pub(super) server: String,
    pub(super) keep_days: u32,
    pub(super) retention: i64,
    pub(super) role: watch::Receiver<Role>,
    pub(super) orders: mpsc::Sender<Order>,
    pub(super) news: mpsc::Receiver<News>,
    pub(super) announcer: Option<Announcer>,
    pub(super) notifier: Arc<Notifier>,
    pub(super) publisher: Publisher,
    pub(super) metrics: Arc<Metrics>,
    pub(super) slot: StoreSlot,
    pub(super) term: u64,
}

/// A leadership: the store, and what waits for it.
struct Term {
    store: Store,
    next_entry: u64,
    waiting: Batch,
    untold: Vec<Numbered>,
    /// [`UNTOLD`] as it was last written; empty before that.
    written_untold: BTreeMap<String, u64>,
    /// What could not be told again: it stays untold for the next host.
    left_untold: BTreeMap<String, u64>,
    failing: Option<Instant>,
    again: Option<Instant>,
    /// The cluster's time, as it was last told.
    now: i64,
}

/// What is told of one round, its entries numbered.
struct Numbered {
    told: Told,
    first: u64,
}

impl Keeper {
    /// Keeps and tells until the core has gone.
    ///
    /// # Errors
    /// The store cannot be used, and waiting would not help.
    pub(super) async fn run(mut self) -> Result<(), Failure> {
        let Some(owner) = self.first_picture().await else {
            return Ok(());
        };
        loop {
            if !self.until_leading().await {
                return Ok(());
            }
            let Some(term) = self.begin(&owner).await? else {
                continue;
            };
            let ended = self.lead(term).await;
            if ended {
                return Ok(());
            }
        }
    }

    /// Waits for the first picture; which cluster it shows. `None` when the host stops before.
    async fn first_picture(&mut self) -> Option<Owner> {
        loop {
            if let News::Ready(uid) = self.news.recv().await? {
                // Without leave to read Namespaces the address has to tell clusters apart.
                return Some(Owner {
                    uid: uid.unwrap_or_default(),
                    address: self.server.clone(),
                });
            }
        }
    }

    /// Waits until this host leads, passing over what an earlier leadership left; false when the host stops.
    async fn until_leading(&mut self) -> bool {
        loop {
            if self.role.borrow_and_update().is_leader_now() {
                return true;
            }
            tokio::select! {
                changed = self.role.changed() => if changed.is_err() { return false },
                news = self.news.recv() => if news.is_none() { return false },
            }
        }
    }

    /// Opens the store and hands its memory to the core. `None` when this host no longer leads.
    async fn begin(&mut self, owner: &Owner) -> Result<Option<Term>, Failure> {
        let Some(store) = self.open(owner).await? else {
            return Ok(None);
        };
        let kept = store.load(0).await.map_err(Failure::internal)?;
        let now = kept.committed.unwrap_or_default();
        let kept = store
            .load(now.saturating_sub(self.retention))
            .await
            .map_err(Failure::internal)?;
        let gaps = kept
            .tracks
            .get(GAPS)
            .and_then(|json| serde_json::from_str::<Gaps>(json.get()).ok());
        let tracks: Result<Vec<Track>, serde_json::Error> = kept
            .tracks
            .iter()
            .filter(|(key, _)| key.len() == CAUSE && key.bytes().all(|byte| byte.is_ascii_hexdigit()))
            .map(|(_, json)| serde_json::from_str(json.get()))
            .collect();
        let tracks = tracks
            .map_err(|error| Failure::internal(anyhow::anyhow!("a track in the store cannot be read: {error}")))?;
        let open: Vec<Incident> = kept
            .incidents
            .iter()
            .filter(|one| one.stage == Stage::Open)
            .cloned()
            .collect();
        tracing::info!(open = open.len(), store = %self.path.display(), "host.lead");
        self.notifier.resume(&open, &self.cluster);
        let left_untold = self.retell(&store, &kept).await;
        self.metrics.leader(true);
        self.slot.set(Some(store.reader()));
        self.term += 1;
        let lead = Lead {
            term: self.term,
            memory: Memory::new(tracks, kept.incidents, kept.next_id.0),
            gaps: gaps.unwrap_or_default(),
        };
        let _ = self.orders.send(Order::Lead(Box::new(lead))).await;
        Ok(Some(Term {
            store,
            next_entry: kept.next_entry,
            waiting: Batch::default(),
            untold: Vec::new(),
            written_untold: BTreeMap::new(),
            left_untold,
            failing: None,
            again: None,
            now,
        }))
    }

    async fn open(&mut self, owner: &Owner) -> Result<Option<Store>, Failure> {
        let deadline = Instant::now() + HANDOVER;
        loop {
            match Store::open(&self.path, owner.clone()).await {
                Ok(store) => return Ok(Some(store)),
                Err(error) if error.may_pass() && Instant::now() < deadline => {
                    tracing::warn!(%error, "store.wait");
                    sleep(HANDOVER_STEP).await;
                }
                Err(error) => return Err(Failure::internal(error)),
            }
            if !self.role.borrow().is_leader_now() {
                return Ok(None);
            }
        }
    }

    /// Keeps and tells for as long as this host leads; true when the host stops.
    async fn lead(&mut self, mut term: Term) -> bool {
        let mut prune = interval(PRUNE);
        let mut outbox = interval(OUTBOX);
        let stops = loop {
            let again = term.again.unwrap_or_else(|| Instant::now() + PRUNE);
            tokio::select! {
                biased;
                changed = self.role.changed() => {
                    if changed.is_err() || !self.role.borrow_and_update().is_leader_now() {
                        break changed.is_err();
                    }
                }
                news = self.news.recv() => match news {
                    None => break true,
                    Some(News::Told(told)) if told.term == self.term => {
                        term.take(*told);
                        self.write(&mut term).await;
                    }
                    Some(_) => {}
                },
                () = sleep_until(again) => self.write(&mut term).await,
                _ = outbox.tick() => self.write_untold(&mut term).await,
                _ = prune.tick() => self.prune(&term).await,
            }
            // A process that was stopped for a while is told nothing of it.
            if !self.role.borrow().is_leader_now() {
                break false;
            }
        };
        self.end(term, stops).await;
        stops
    }

    async fn end(&mut self, mut term: Term, stops: bool) {
        if stops {
            // The last words of the core, while the Lease is still held.
            self.write(&mut term).await;
        } else {
            tracing::warn!("host.stand_by");
            let _ = self.orders.send(Order::StandBy).await;
            self.notifier.resume(&[], &self.cluster);
        }
        self.metrics.leader(false);
        self.slot.set(None);
        if !term.waiting.is_empty() {
            tracing::error!(entries = term.waiting.entries.len(), "store.unwritten");
        }
        if let Err(error) = term.store.close().await {
            tracing::warn!(%error, "store.close");
        }
    }

    /// Writes what waits, then tells it.
    async fn write(&mut self, term: &mut Term) {
        if !self.role.borrow().is_leader_now() {
            return;
        }
        // A disk that hangs must not keep the host from hearing of its own rounds. What came of the write does not matter: the same
        // may be written again.
        let untold = self.untold(term);
        let error = match timeout(AGAIN, term.commit(untold)).await {
            Ok(Ok(())) => return self.tell(term),
            Ok(Err(error)) => error.to_string(),
            Err(_) => format!("not written within {} s", AGAIN.as_secs()),
        };
        let since = *term.failing.get_or_insert_with(Instant::now);
        term.again = Some(Instant::now() + AGAIN);
        tracing::error!(error, waiting = term.waiting.entries.len(), "store.commit");
        if since.elapsed() >= TELL_ANYWAY {
            self.tell(term);
        }
    }

    fn tell(&self, term: &mut Term) {
        for numbered in std::mem::take(&mut term.untold) {
            let Numbered { told, first } = numbered;
            for (place, entry) in told.step.entries.iter().enumerate() {
                let Some(incident) = told.step.incidents.get(&entry.incident) else {
                    continue;
                };
                let number = first + place as u64;
                self.tell_one(&told, place, (number, entry), incident);
            }
        }
    }

    fn tell_one(&self, told: &Told, place: usize, (number, entry): (u64, &Entry), incident: &Incident) {
        let finding = &incident.finding;
        tracing::info!(
            incident.id = %incident.id,
            turn = entry.turn.as_str(),
            severity = finding.severity.as_str(),
            rule = finding.rule,
            object = %finding.primary,
            detail = entry.detail,
            "incident.turn"
        );
        self.metrics.turn(entry.turn);
        self.publisher.announce(entry, incident);
        self.notifier.notify(&Notice {
            sequence: number,
            entry: entry.clone(),
            incident: incident.clone(),
            cluster: self.cluster.clone(),
        });
        let identity = told.objects.get(place).cloned().flatten();
        if let (Some(announcer), Some(identity), None) = (&self.announcer, identity, &incident.mute) {
            announcer.announce(Announcement {
                object: finding.primary.clone(),
                api_version: identity.api_version,
                uid: identity.uid,
                incident: incident.id,
                sequence: number,
                turn: entry.turn,
                at: entry.at,
                severity: finding.severity,
                rule: finding.rule.clone(),
                summary: finding.summary.clone(),
            });
        }
    }

    async fn prune(&self, term: &Term) {
        let before = term.now.saturating_sub(i64::from(self.keep_days) * DAY);
        if term.now == 0 {
            return;
        }
        match term.store.prune(before).await {
            Ok(pruned) if pruned.incidents > 0 => tracing::info!(incidents = pruned.incidents, "store.prune"),
            Ok(_) => {}
            Err(error) => tracing::warn!(%error, "store.prune"),
        }
    }
}

impl Term {
    /// Takes in what a round changed.
    fn take(&mut self, told: Told) {
        let first = self.next_entry;
        self.now = told.at;
        let mut batch = Batch {
            at: told.at,
            incidents: told.step.incidents.clone(),
            next_id: Some(IncidentId(told.step.next)),
            ..Batch::default()
        };
        for entry in &told.step.entries {
            batch.entries.insert(self.next_entry, entry.clone());
            self.next_entry += 1;
        }
        batch.tracks = tracks(&told);
        let dropped = self.waiting.absorb(batch);
        if dropped > 0 {
            tracing::error!(entries = dropped, "store.dropped");
        }
        self.untold.push(Numbered { told, first });
    }

    async fn commit(&mut self, untold: BTreeMap<String, u64>) -> Result<(), sdo_store::StoreError> {
        if self.written_untold != untold {
            // Names and numbers; writing them as JSON does not fail.
            let json = serde_json::value::to_raw_value(&untold).ok();
            self.waiting.tracks.insert(UNTOLD.to_owned(), json);
            self.waiting.at = self.now;
        }
        if !self.waiting.is_empty() {
            self.store.commit(&self.waiting).await?;
        }
        self.written_untold = untold;
        self.waiting = Batch::default();
        self.failing = None;
        self.again = None;
        Ok(())
    }
}

fn tracks(told: &Told) -> BTreeMap<String, Option<Box<RawValue>>> {
    let gone = told.step.removed.iter().map(|cause| (cause.clone(), None));
    let kept = told.step.tracks.iter().filter_map(|(cause, track)| {
        // A track is plain data; writing it as JSON does not fail.
        let json = serde_json::value::to_raw_value(track).ok()?;
        Some((cause.clone(), Some(json)))
    });
    let mut tracks: BTreeMap<_, _> = gone.chain(kept).collect();
    if let Some(gaps) = told.gaps.clone().and_then(|gaps| RawValue::from_string(gaps).ok()) {
        tracks.insert(GAPS.to_owned(), Some(gaps));
    }
    tracks
}
