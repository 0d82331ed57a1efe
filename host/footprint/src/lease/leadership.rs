//! The election, carried out: requests, clocks, and who is told.

use super::election::{Action, Draft, Election};
use super::name::{Identity, LeaseName};
use super::role::{Now, Role, Until};
use super::terms::{JITTER, Terms};
use super::wire;
use crate::door::Door;
use crate::error::RequestError;
use crate::random;
use jiff::Timestamp;
use k8s_openapi::api::coordination::v1::Lease;
use std::pin::pin;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until, timeout};

/// How long giving the lease back may take when the process is told to stop; after that the successor waits it out.
const FAREWELL: Duration = Duration::from_secs(2);

/// A candidate for the leadership, or the only host there is.
///
/// ```no_run
/// # async fn start(footprint: sdo_footprint::Footprint, stop: impl Future<Output = ()> + Send + 'static) {
/// use sdo_footprint::{Identity, LeaseName, Terms};
/// let name = LeaseName { namespace: "sdo".to_owned(), name: "leader".to_owned() };
/// let leadership = footprint.leadership(name, Identity::of_process(), Terms::default());
/// let role = leadership.role();
/// tokio::spawn(leadership.run(stop));
/// // Before every write:
/// if role.borrow().is_leader_now() { /* ... */ }
/// # }
/// ```
pub struct Leadership {
    role: watch::Sender<Role>,
    candidacy: Option<Candidacy>,
}

impl Leadership {
    /// Without a lease: this process leads from the start and always. For a laptop, where nobody else stands.
    pub fn alone() -> Self {
        Self {
            role: watch::Sender::new(Role::Leader { until: Until::never() }),
            candidacy: None,
        }
    }

    pub(crate) fn candidate(door: Door, name: LeaseName, identity: Identity, terms: Terms) -> Self {
        let candidacy = Candidacy {
            door,
            election: Election::new(identity.as_str(), terms, Instant::now()),
            identity,
            name,
            terms,
            last: None,
            until: None,
            troubled: false,
        };
        Self {
            role: watch::Sender::new(Role::Standby { leader: None }),
            candidacy: Some(candidacy),
        }
    }

    /// Who leads, from now on. It changes with every renewal.
    pub fn role(&self) -> watch::Receiver<Role> {
        self.role.subscribe()
    }

    /// Stands for the lease until `stop`, then gives it back. What writes must have come to rest before: a successor may lead at once.
    /// A future that is dropped instead gives nothing back, and a successor waits for the lease to expire.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        match self.candidacy {
            Some(mut candidacy) => candidacy.run(&self.role, stop).await,
            None => stop.await,
        }
        self.role.send_replace(Role::Standby { leader: None });
    }
}

struct Candidacy {
    door: Door,
    election: Election,
    identity: Identity,
    name: LeaseName,
    terms: Terms,
    /// The object as it was last seen.
    last: Option<Lease>,
    /// The end of this leadership by both clocks.
    until: Option<Until>,
    /// Requests fail, and it was said.
    troubled: bool,
}

impl Candidacy {
    async fn run(&mut self, role: &watch::Sender<Role>, stop: impl Future<Output = ()>) {
        let mut stop = pin!(stop);
        let mut action = Action::Read { at: Instant::now() };
        loop {
            self.publish(role);
            let at = self.with_jitter(action.at());
            tokio::select! {
                biased;
                () = &mut stop => break,
                () = self.wait(at, role) => {}
            }
            action = tokio::select! {
                biased;
                () = &mut stop => break,
                action = self.perform(action) => action,
            };
        }
        role.send_replace(Role::Standby { leader: None });
        let resigned = timeout(FAREWELL, self.resign()).await;
        if resigned.is_err() {
            tracing::warn!(lease = %self.name, "the lease could not be given back in time; it expires by itself");
        }
    }

    /// Waits, and says so when a leadership ends in the meantime.
    async fn wait(&self, at: Instant, role: &watch::Sender<Role>) {
        if let Some(end) = self.election.leading_until().filter(|end| *end < at) {
            sleep_until(end).await;
            self.publish(role);
        }
        sleep_until(at).await;
    }

    fn with_jitter(&self, at: Instant) -> Instant {
        let wait = at - Instant::now();
        at + random::up_to(wait.mul_f64(JITTER))
    }

    async fn perform(&mut self, action: Action) -> Action {
        let asked = Now::read();
        let patience = self.patience(asked.instant);
        match action {
            Action::Read { .. } => {
                let answer = self.door.read_lease(&self.name, patience).await;
                self.was_read(answer, asked.instant)
            }
            Action::Write { draft, .. } => {
                let answer = self.write(&draft, patience).await;
                self.was_written(answer, asked)
            }
        }
    }

    /// A leader does not wait for an answer beyond its end: it has to be said in time that it leads no longer.
    fn patience(&self, now: Instant) -> Duration {
        let left = self.election.leading_until().map(|until| until - now);
        match left.filter(|left| !left.is_zero()) {
            Some(left) => left.min(self.terms.patience()),
            None => self.terms.patience(),
        }
    }

    async fn write(&self, draft: &Draft, patience: Duration) -> Result<Lease, RequestError> {
        let object = wire::object(draft, self.last.as_ref(), &self.name, &self.terms, Timestamp::now());
        match draft.replaces {
            Some(_) => self.door.replace_lease(&self.name, &object, patience).await,
            None => self.door.create_lease(&self.name, &object, patience).await,
        }
    }

    fn was_read(&mut self, answer: Result<Lease, RequestError>, asked: Instant) -> Action {
        let lease = match answer {
            Ok(lease) => Some(lease),
            Err(error) if error.status() == Some(404) => None,
            Err(error) => return self.failed(&error, asked),
        };
        self.troubled = false;
        let sighting = lease.as_ref().map(|lease| wire::sighting(lease, &self.terms));
        self.last = lease;
        self.election.observe(sighting, Instant::now())
    }

    fn was_written(&mut self, answer: Result<Lease, RequestError>, asked: Now) -> Action {
        match answer {
            Ok(lease) => {
                self.troubled = false;
                let sighting = wire::sighting(&lease, &self.terms);
                let action = self.election.wrote(sighting, asked.instant, Instant::now());
                self.last = Some(lease);
                self.until = Some(Until::after(asked, self.terms.deadline));
                action
            }
            // 404 from the namespace when it is gone as well; reading tells, and creating fails then for what it is.
            Err(error) if error.status() == Some(409) || self.is_gone(&error) => self.election.beaten(Instant::now()),
            Err(error) => self.failed(&error, asked.instant),
        }
    }

    /// Whether the object that was to be replaced is not there.
    fn is_gone(&self, error: &RequestError) -> bool {
        error.status() == Some(404) && self.last.is_some()
    }

    fn failed(&mut self, error: &RequestError, asked: Instant) -> Action {
        match self.troubled {
            false => tracing::warn!(lease = %self.name, %error, "leader election cannot go on at the moment"),
            true => tracing::debug!(lease = %self.name, %error, "leader election still cannot go on"),
        }
        self.troubled = true;
        self.election.failed(asked, Instant::now())
    }

    fn role(&self) -> Role {
        let leads = self.election.leading_until().is_some();
        match self.until.filter(|until| leads && !until.is_past()) {
            Some(until) => Role::Leader { until },
            None => Role::Standby {
                leader: self.election.leader().map(str::to_owned),
            },
        }
    }

    fn publish(&self, role: &watch::Sender<Role>) {
        let new = self.role();
        let old = role.send_replace(new.clone());
        match (old, new) {
            (Role::Standby { .. }, Role::Leader { .. }) => {
                tracing::info!(lease = %self.name, identity = %self.identity, "this host leads");
            }
            (Role::Leader { .. }, Role::Standby { leader }) => {
                let leader = leader.as_deref().unwrap_or("nobody");
                tracing::warn!(lease = %self.name, leader, "this host leads no longer");
            }
            _ => {}
        }
    }

    async fn resign(&mut self) {
        // The first may be refused because the answer to the last renewal was lost; then the lease is read once more.
        for _ in 0..2 {
            let Some(draft) = self.election.resign(Instant::now()) else {
                return;
            };
            match self.write(&draft, FAREWELL).await {
                Ok(_) => {
                    tracing::info!(lease = %self.name, "the lease is given back");
                    return;
                }
                Err(error) if error.status() == Some(409) => {
                    let answer = self.door.read_lease(&self.name, FAREWELL).await;
                    let _ = self.was_read(answer, Instant::now());
                }
                Err(error) => {
                    tracing::warn!(lease = %self.name, %error, "the lease could not be given back; it expires by itself");
                    return;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
