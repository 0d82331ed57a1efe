//! All sinks, served at once.

use crate::alertmanager::{Alertmanager, alertmanager};
use crate::delivery::{Delivery, Patience, Stop};
use crate::host::{Host, Loss, Outcome};
use crate::ledger::Ledger;
use crate::notice::Notice;
use crate::settings::{Settings, SettingsError};
use crate::webhook::{Webhook, webhook};
use crate::wire::{Access, Endpoint};
use sdo_model::incident::Incident;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::Instant;

/// Where alerts go, below the address of an Alertmanager.
const ALERTS: &str = "api/v2/alerts";

/// Tells sinks of incidents.
///
/// ```no_run
/// # async fn start(host: std::sync::Arc<dyn sdo_notify::Host>, open: Vec<sdo_model::incident::Incident>, notice: sdo_notify::Notice)
/// # -> Result<(), sdo_notify::SettingsError> {
/// use sdo_notify::{Address, AlertmanagerSettings, Notifier, Settings};
/// let address = Address::parse("http://alertmanager.monitoring:9093")?;
/// let settings = Settings { alertmanagers: vec![AlertmanagerSettings::new(address)], ..Settings::default() };
/// let notifier = Notifier::start(&settings, host)?;
/// notifier.resume(&open, "prod");
/// notifier.notify(&notice);
/// notifier.stop(std::time::Duration::from_secs(5)).await;
/// # Ok(())
/// # }
/// ```
pub struct Notifier {
    sinks: Vec<Sink>,
    link: Option<String>,
    host: Arc<dyn Host>,
    stop: watch::Sender<Option<Instant>>,
    tasks: Mutex<JoinSet<()>>,
}

struct Sink {
    name: String,
    way: Way,
}

enum Way {
    Alertmanager(Alertmanager),
    Webhook(Webhook),
}

impl Notifier {
    /// Opens a way to every sink; none of them is asked yet. Must be called within a tokio runtime.
    ///
    /// # Errors
    /// A sink cannot be one as it is configured: which, and what is wrong.
    pub fn start(settings: &Settings, host: Arc<dyn Host>) -> Result<Self, SettingsError> {
        Self::with_patience(settings, host, Patience::LONG, Patience::SHORT)
    }

    pub(crate) fn with_patience(
        settings: &Settings,
        host: Arc<dyn Host>,
        long: Patience,
        short: Patience,
    ) -> Result<Self, SettingsError> {
        let (stop, stopped) = watch::channel(None);
        let mut notifier = Self {
            sinks: Vec::new(),
            link: settings.link.clone(),
            host,
            stop,
            tasks: Mutex::default(),
        };
        notifier.open_alertmanagers(settings, &stopped, short)?;
        notifier.open_webhooks(settings, &stopped, long)?;
        let mut names = BTreeSet::new();
        match notifier.sinks.iter().find(|sink| !names.insert(&sink.name)) {
            Some(twin) => Err(SettingsError::SameName(twin.name.clone())),
            None => Ok(notifier),
        }
    }

    /// Takes it that all sinks were told of `open`, which stands, before this host began to speak: their ends will be told, and alerts
    /// are repeated from now on. An empty list makes all sinks silent, for a host that no longer speaks. What was handed over before
    /// and is not delivered yet is lost, and reported so: it may be older than what another host has told.
    pub fn resume(&self, open: &[Incident], cluster: &str) {
        for sink in &self.sinks {
            match &sink.way {
                Way::Alertmanager(way) => {
                    let lost = way.resume(open, cluster, self.link.as_deref());
                    lost.iter().for_each(|key| self.lost(sink, key, Loss::Stopped));
                }
                Way::Webhook(way) => way.resume(open),
            }
        }
    }

    /// Hands a turn over to all sinks; never waits.
    pub fn notify(&self, notice: &Notice) {
        let link = self.link.as_deref();
        for sink in &self.sinks {
            let loss = match &sink.way {
                Way::Alertmanager(way) => way.notify(notice, link),
                Way::Webhook(way) => way.notify(notice, link),
            };
            if let Some(loss) = loss {
                self.lost(sink, &notice.key(), loss);
            }
        }
    }

    /// Hands over again what another host may not have delivered before it ended, oldest first: to each webhook what `untold` says of
    /// it, by name and number. After [`resume`](Self::resume), before anything new. Each has the key that it had, so that who has it
    /// already can tell. Alertmanager needs none of it: it is told what stands.
    pub fn retell(&self, notices: &[Notice], untold: &BTreeMap<String, u64>) {
        let link = self.link.as_deref();
        for (sink, way) in self.webhooks() {
            let Some(first) = untold.get(&sink.name) else { continue };
            for notice in notices.iter().filter(|notice| notice.sequence >= *first) {
                if let Some(loss) = way.retell(notice, link) {
                    self.lost(sink, &notice.key(), loss);
                }
            }
        }
    }

    /// For each webhook, by name, the number of the first notice that it may not have yet: `next` when all that was handed over has come
    /// to an end.
    pub fn untold(&self, next: u64) -> BTreeMap<String, u64> {
        let first = |way: &Webhook| way.first_under_way().map_or(next, |number| number.min(next));
        self.webhooks()
            .map(|(sink, way)| (sink.name.clone(), first(way)))
            .collect()
    }

    fn webhooks(&self) -> impl Iterator<Item = (&Sink, &Webhook)> {
        self.sinks.iter().filter_map(|sink| match &sink.way {
            Way::Webhook(way) => Some((sink, way)),
            Way::Alertmanager(_) => None,
        })
    }

    /// Names of all sinks, as logs and metrics call them.
    pub fn sinks(&self) -> impl Iterator<Item = &str> {
        self.sinks.iter().map(|sink| sink.name.as_str())
    }

    /// Delivers what waits, for `within` at most; what is left is lost, and reported so. Alerts are not ended: what stands still stands.
    /// Nothing is sent any more after that.
    pub async fn stop(&self, within: Duration) {
        self.stop.send_replace(Some(Instant::now() + within));
        let mut tasks = std::mem::take(&mut *self.tasks());
        while let Some(ended) = tasks.join_next().await {
            if let Err(error) = ended {
                tracing::error!(%error, "the task of a sink failed");
            }
        }
    }

    fn lost(&self, sink: &Sink, key: &str, loss: Loss) {
        tracing::warn!(sink = sink.name, key, ?loss, "the notice is lost");
        self.host.report(&sink.name, key, Outcome::Lost(loss));
    }

    fn tasks(&self) -> MutexGuard<'_, JoinSet<()>> {
        // A task is in it or not.
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn open_alertmanagers(
        &mut self,
        settings: &Settings,
        stop: &Stop,
        patience: Patience,
    ) -> Result<(), SettingsError> {
        for sink in &settings.alertmanagers {
            let name = sink.name.clone().unwrap_or_else(|| sink.url.to_string());
            let access = Access {
                name: &name,
                address: &sink.url,
                ca_file: sink.ca_file.as_deref(),
                token_file: sink.token_file.as_deref(),
                secret_file: None,
            };
            let delivery = self.delivery(&access, ALERTS, patience)?;
            let repeat = sink.repeat(&name)?;
            let (way, sender) = alertmanager(Ledger::new(settings.minimum_severity), delivery, repeat);
            self.tasks().spawn(sender.run(stop.clone()));
            let way = Way::Alertmanager(way);
            self.sinks.push(Sink { name, way });
        }
        Ok(())
    }

    fn open_webhooks(&mut self, settings: &Settings, stop: &Stop, patience: Patience) -> Result<(), SettingsError> {
        for sink in &settings.webhooks {
            let name = sink.name.clone().unwrap_or_else(|| sink.url.to_string());
            let access = Access {
                name: &name,
                address: &sink.url,
                ca_file: sink.ca_file.as_deref(),
                token_file: sink.token_file.as_deref(),
                secret_file: sink.secret_file.as_deref(),
            };
            let delivery = self.delivery(&access, "", patience)?;
            let (way, sender) = webhook(Ledger::new(settings.minimum_severity), delivery);
            self.tasks().spawn(sender.run(stop.clone()));
            let way = Way::Webhook(way);
            self.sinks.push(Sink { name, way });
        }
        Ok(())
    }

    fn delivery(
        &self,
        access: &Access<'_>,
        below: &str,
        patience: Patience,
    ) -> Result<Arc<Delivery<Endpoint>>, SettingsError> {
        Ok(Arc::new(Delivery {
            sink: access.name.to_owned(),
            post: Endpoint::open(access, below)?,
            host: Arc::clone(&self.host),
            patience,
        }))
    }
}

#[cfg(test)]
mod tests;
