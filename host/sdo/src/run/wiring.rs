//! All parts, put together.

use super::board::{BoardKeeper, blank, started};
use super::core::{Core, Order, Parts};
use super::hooks::{Sinks, StoreSlot, Tokens};
use super::jobs;
use super::keeper::Keeper;
use super::reload::{Files, Loaded, Reload, load};
use crate::args::Run;
use crate::config::{Access as AccessConfig, Config};
use crate::failure::Failure;
use anyhow::{Context, anyhow};
use sdo_api::board::Cluster;
use sdo_api::{Access, Api, Feed, Metrics, Settings, bind, channel, serve as serve_http};
use sdo_footprint::{Footprint, Identity, Leadership, LeaseName, Role, Rules, Terms};
use sdo_live::{ReadError, Target, Update, Watcher};
use sdo_notify::Notifier;
use std::env;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::{Instant, sleep, timeout, timeout_at};

/// Where a pod finds the namespace that it lives in.
const POD_NAMESPACE: &str = "/var/run/secrets/kubernetes.io/serviceaccount/namespace";
/// Between two tries to reach a server that does not answer at the start.
const RETRY: Duration = Duration::from_secs(5);
/// What a part may take for its last words when the host stops.
const LAST_WORDS: Duration = Duration::from_secs(5);
/// The core ends its round, the keeper writes what came of it, sinks and Events are told. With what follows it is well below the 30 s that
/// a pod is given.
const FAREWELL: Duration = Duration::from_secs(15);
/// Readers of the page and the API.
const HANG_UP: Duration = Duration::from_secs(1);
/// Orders and news that wait: one a round at most, and few others.
const WAITING: usize = 16;

/// Serves until a signal comes, or until something fails that a restart may mend.
pub(super) async fn serve(arguments: Run, config: Config) -> Result<(), Failure> {
    let mut stop = Stop::listen()?;
    let own = arguments.clone();
    // Before anything is read: what changes while it is compiled, or while a server is waited for, counts.
    let files = Files::of(&arguments, &config);
    let loaded = spawn_blocking(move || load(&own)).await.map_err(Failure::internal)??;
    let target = target(&config);
    let Some((watcher, updates)) = connect(&target, &mut stop).await? else {
        return Ok(());
    };
    let host = Host::build((arguments, files), loaded, &target, watcher).await?;
    host.run(updates, stop).await
}

fn target(config: &Config) -> Target {
    Target {
        kubeconfig: config.cluster.kubeconfig.clone(),
        context: config.cluster.context.clone(),
    }
}

/// Connects, however long the server takes to come; `None` when the host is told to stop before.
async fn connect(target: &Target, stop: &mut Stop) -> Result<Option<(Watcher, mpsc::Receiver<Update>)>, Failure> {
    loop {
        let error = match Watcher::open(target).await {
            Ok(opened) => return Ok(Some(opened)),
            Err(error @ ReadError::Configuration(_)) => return Err(Failure::usage(error)),
            Err(error) => error,
        };
        tracing::warn!(%error, "host.connect");
        tokio::select! {
            () = stop.come() => return Ok(None),
            () = sleep(RETRY) => {}
        }
    }
}

/// The signals that end the host.
struct Stop {
    terminate: Signal,
    interrupt: Signal,
}

impl Stop {
    fn listen() -> Result<Self, Failure> {
        Ok(Self {
            terminate: signal(SignalKind::terminate()).map_err(Failure::internal)?,
            interrupt: signal(SignalKind::interrupt()).map_err(Failure::internal)?,
        })
    }

    async fn come(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

/// Everything that runs.
struct Host {
    reload: Reload,
    watcher: Watcher,
    orders: mpsc::Sender<Order>,
    core: Option<(Core, mpsc::Receiver<Order>)>,
    keeper: Option<Keeper>,
    notifier: Arc<Notifier>,
    leadership: Leadership,
    announcer: Option<sdo_footprint::AnnouncerTask>,
    http: JoinHandle<Result<(), sdo_api::ServeError>>,
    http_stop: oneshot::Sender<()>,
}

impl Host {
    async fn build(
        (arguments, files): (Run, Files),
        loaded: Loaded,
        target: &Target,
        mut watcher: Watcher,
    ) -> Result<Self, Failure> {
        let metrics = Arc::new(Metrics::new(env!("CARGO_PKG_VERSION")));
        let reload = Reload::new(arguments, &loaded, files, Arc::clone(&metrics));
        let Loaded {
            config,
            workshop,
            wanted,
        } = loaded;
        let server = watcher.server().to_owned();
        let name = config.cluster.name.clone().unwrap_or_else(|| server.clone());
        let footprint = Footprint::open(target).await.map_err(Failure::usage)?;
        let identity = identity();
        let leadership = leadership(&config, &footprint, &identity)?;
        let role = leadership.role();
        metrics.expect_kinds(wanted.kinds.iter());
        let started = started();
        let (publisher, feed) = channel(blank(started));
        let slot = StoreSlot::default();
        let (http, http_stop) = http(&config, &footprint, feed, &metrics, &slot).await?;
        let sinks = sinks(&config, &role, &metrics);
        let notifier = Notifier::start(&config.notify, Arc::new(sinks)).map_err(Failure::usage)?;
        let notifier = Arc::new(notifier);
        let announcing = config
            .events
            .enabled
            .then(|| footprint.announcer(&identity, role.clone()));
        let (announcer, announcer_task) = announcing.unzip();
        let (orders, order_receiver) = mpsc::channel(WAITING);
        let (news, news_receiver) = mpsc::channel(WAITING);
        let cluster = Cluster {
            name: config.cluster.name.clone().unwrap_or_default(),
            server: server.clone(),
            ..Cluster::default()
        };
        let alone = !config.leadership.enabled;
        let mut board = BoardKeeper::new(
            publisher.clone(),
            Arc::clone(&metrics),
            role.clone(),
            alone,
            cluster,
            started,
        );
        board.library(&workshop.library);
        watcher.want(&wanted);
        let parts = Parts {
            workshop,
            jobs: jobs(&config),
            settings: config.incidents.settings(),
            mutes: config.mutes.engine().map_err(Failure::usage)?,
            expected: wanted.names(),
            server: server.clone(),
            board,
            metrics: Arc::clone(&metrics),
            probe: watcher.probe(),
            news,
        };
        let keeper = Keeper {
            path: store_path(&config, &name)?,
            cluster: name,
            server,
            keep_days: config.store.keep_days,
            retention: config.incidents.settings().retention,
            role,
            orders: orders.clone(),
            news: news_receiver,
            announcer,
            notifier: Arc::clone(&notifier),
            publisher,
            metrics,
            slot,
            term: 0,
        };
        Ok(Self {
            reload,
            watcher,
            orders,
            core: Some((Core::new(parts), order_receiver)),
            keeper: Some(keeper),
            notifier,
            leadership,
            announcer: announcer_task,
            http,
            http_stop,
        })
    }

    async fn run(mut self, updates: mpsc::Receiver<Update>, mut stop: Stop) -> Result<(), Failure> {
        let (leave, left) = watch::channel(false);
        let leadership = tokio::spawn(self.leadership.run(until(left)));
        let (hush, hushed) = watch::channel(false);
        let announcer = self.announcer.take().map(|task| tokio::spawn(task.run(until(hushed))));
        let (core_stopped, mut core_ended) = oneshot::channel();
        if let Some((core, orders)) = self.core.take() {
            let handle = Handle::current();
            let thread = thread::Builder::new().name("core".to_owned());
            let run = move || {
                core.run(&handle, updates, orders);
                let _ = core_stopped.send(());
            };
            thread.spawn(run).map_err(Failure::internal)?;
        }
        let Some(keeper) = self.keeper.take() else {
            return Ok(());
        };
        let mut keeper = tokio::spawn(keeper.run());
        let mut hangup = signal(SignalKind::hangup()).map_err(Failure::internal)?;
        let failure = loop {
            tokio::select! {
                () = stop.come() => break None,
                _ = hangup.recv() => {}
                () = self.reload.changed() => {}
                kept = &mut keeper => break Some(too_soon(kept)),
                _ = &mut core_ended => break Some(Failure::internal(anyhow!("the host's own thread ended; its last words are above"))),
            }
            tokio::select! {
                () = self.reload.again(&mut self.watcher, &self.orders) => {}
                // Whoever wants it to stop does not wait for detectors to be compiled.
                () = stop.come() => break None,
            }
        };
        let deadline = Instant::now() + FAREWELL;
        tracing::info!("host.stop");
        // In this order: no further round, what came of the last one written and told, then the Lease given back.
        let _ = self.orders.send(Order::Stop).await;
        let failure = match failure {
            None => timeout_at(deadline, keeper).await.ok().and_then(ended),
            failed => failed,
        };
        self.notifier.stop(LAST_WORDS).await;
        hush.send_replace(true);
        if let Some(announcer) = announcer {
            let _ = timeout_at(deadline, announcer).await;
        }
        leave.send_replace(true);
        // With a moment of its own: a Lease that is not given back keeps the next leader waiting.
        let _ = timeout(LAST_WORDS, leadership).await;
        let _ = self.http_stop.send(());
        let _ = timeout(HANG_UP, self.http).await;
        failure.map_or(Ok(()), Err)
    }
}

/// Why the keeper ended though nobody told it to.
fn too_soon(kept: Result<Result<(), Failure>, tokio::task::JoinError>) -> Failure {
    ended(kept).unwrap_or_else(|| {
        Failure::internal(anyhow!(
            "leadership or the host's own thread ended; their last words are above"
        ))
    })
}

/// Why the keeper ended, if it should not have.
fn ended(kept: Result<Result<(), Failure>, tokio::task::JoinError>) -> Option<Failure> {
    match kept {
        Ok(result) => result.err(),
        Err(error) => Some(Failure::internal(error)),
    }
}

async fn until(mut left: watch::Receiver<bool>) {
    // The sender is gone only when the host is.
    let _ = left.wait_for(|left| *left).await;
}

fn identity() -> Identity {
    match (env::var("POD_NAME"), env::var("POD_UID")) {
        (Ok(name), Ok(uid)) => Identity::of_pod(&name, &uid),
        _ => Identity::of_process(),
    }
}

fn leadership(config: &Config, footprint: &Footprint, identity: &Identity) -> Result<Leadership, Failure> {
    if !config.leadership.enabled {
        return Ok(Leadership::alone());
    }
    let own = || {
        fs::read_to_string(POD_NAMESPACE)
            .ok()
            .map(|namespace| namespace.trim().to_owned())
    };
    let namespace = config.leadership.namespace.clone().or_else(own);
    let namespace = namespace.ok_or_else(|| {
        Failure::usage(anyhow!(
            "leadership.namespace: say where the Lease is; this is no pod, which would know"
        ))
    })?;
    let name = LeaseName {
        namespace,
        name: config.leadership.lease.clone(),
    };
    Ok(footprint.leadership(name, identity.clone(), Terms::default()))
}

fn sinks(config: &Config, role: &watch::Receiver<Role>, metrics: &Arc<Metrics>) -> Sinks {
    let alertmanagers = &config.notify.alertmanagers;
    let name = |one: &sdo_notify::AlertmanagerSettings| one.name.clone().unwrap_or_else(|| one.url.to_string());
    Sinks {
        role: role.clone(),
        metrics: Arc::clone(metrics),
        alertmanagers: alertmanagers.iter().map(name).collect(),
    }
}

async fn http(
    config: &Config,
    footprint: &Footprint,
    feed: Feed,
    metrics: &Arc<Metrics>,
    slot: &StoreSlot,
) -> Result<(JoinHandle<Result<(), sdo_api::ServeError>>, oneshot::Sender<()>), Failure> {
    let access = match config.http.access {
        AccessConfig::Open => Access::Open,
        AccessConfig::Token => Access::Token(Arc::new(Tokens(footprint.reviewer(Rules::default())))),
    };
    let listener = bind(config.http.listen, &access).await.map_err(Failure::usage)?;
    let address = listener.local_addr().map_err(Failure::internal)?;
    tracing::info!(%address, "http.listen");
    let settings = Settings {
        access,
        names: config.http.names.clone(),
        ..Settings::default()
    };
    let api = Api::new(settings, feed, Arc::clone(metrics), Arc::new(slot.clone()));
    let (stop, stopped) = oneshot::channel::<()>();
    let shutdown = async {
        let _ = stopped.await;
    };
    Ok((tokio::spawn(serve_http(listener, api, shutdown)), stop))
}

/// Where the store is: as configured, else in the state folder of the user, one file a cluster.
pub(crate) fn store_path(config: &Config, cluster: &str) -> Result<PathBuf, Failure> {
    if let Some(path) = &config.store.path {
        return Ok(path.clone());
    }
    let folder = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = folder("XDG_STATE_HOME").or_else(|| folder("HOME").map(|home| home.join(".local/state")));
    let state = state
        .context("store.path: say where the store is; there is no home folder")
        .map_err(Failure::usage)?;
    let plain = |letter: char| {
        if letter.is_ascii_alphanumeric() || letter == '-' {
            letter
        } else {
            '_'
        }
    };
    let name: String = cluster.chars().map(plain).collect();
    Ok(state.join("sdo").join(format!("{name}.db")))
}
