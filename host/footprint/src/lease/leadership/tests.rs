use super::*;
use crate::fake::{Leases, Reply, door};
use http::Method;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::sleep;

/// How the server is.
const WELL: u8 = 0;
const SILENT: u8 = 1;
const UNWELL: u8 = 2;
/// Does what it is asked, and the answer is lost.
const ANSWERS_LOST: u8 = 3;

#[derive(Clone, Default)]
struct Server {
    leases: Leases,
    health: Arc<AtomicU8>,
}

impl Server {
    fn door(&self) -> Door {
        let server = self.clone();
        door(move |method: Method, path: String, body: Value| {
            assert!(
                path.starts_with("/apis/coordination.k8s.io/v1/namespaces/sdo/leases"),
                "{path}"
            );
            match server.health.load(Relaxed) {
                SILENT => None,
                UNWELL => Some(Reply::refused(503, "ServiceUnavailable")),
                ANSWERS_LOST => {
                    server.leases.answer(&method, body);
                    None
                }
                _ => Some(server.leases.answer(&method, body)),
            }
        })
    }

    fn set(&self, health: u8) {
        self.health.store(health, Relaxed);
    }

    fn candidate(&self, identity: &Identity) -> Candidate {
        let leadership = Leadership::candidate(self.door(), name(), identity.clone(), Terms::default());
        let role = leadership.role();
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(leadership.run(async {
            let _ = stopped.await;
        }));
        Candidate { role, stop, task }
    }
}

struct Candidate {
    role: watch::Receiver<Role>,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl Candidate {
    fn leads(&self) -> bool {
        self.role.borrow().is_leader_now()
    }

    /// How long it takes until it leads, or does not.
    async fn until(&self, leads: bool) -> Duration {
        let start = Instant::now();
        while self.leads() != leads {
            sleep(Duration::from_millis(50)).await;
            assert!(start.elapsed() < Duration::from_secs(60), "leads: {}", self.leads());
        }
        start.elapsed()
    }
}

fn name() -> LeaseName {
    LeaseName {
        namespace: "sdo".to_owned(),
        name: "leader".to_owned(),
    }
}

/// A lease that nobody holds and that nobody was taken away from.
fn given_back() -> Value {
    let spec = json!({ "holderIdentity": "", "leaseDurationSeconds": 1 });
    json!({ "metadata": { "name": "leader", "namespace": "sdo", "labels": { "app": "sdo" } }, "spec": spec })
}

fn identity() -> Identity {
    Identity::of_process()
}

#[tokio::test(start_paused = true)]
async fn a_lease_given_back_is_taken_at_once_and_its_labels_stay() {
    let server = Server::default();
    server.leases.put(given_back());
    let me = identity();
    let candidate = server.candidate(&me);
    assert!(candidate.until(true).await < Duration::from_secs(1));
    assert_eq!(server.leases.holder().as_deref(), Some(me.as_str()));
    sleep(Duration::from_secs(60)).await;
    assert!(candidate.leads());
    let lease = server.leases.state().lease.clone().unwrap();
    assert_eq!(lease.metadata.labels.unwrap()["app"], "sdo");
    assert_eq!(lease.spec.unwrap().lease_transitions, Some(1));
    let requests = server.leases.state().requests;
    assert!(
        requests <= 33,
        "an idle leader asks no more than every two seconds: {requests}"
    );
}

#[tokio::test(start_paused = true)]
async fn the_first_leader_of_all_waits_for_one_that_nobody_knows_of() {
    let bare = json!({ "metadata": { "name": "leader", "namespace": "sdo" } });
    for lease in [None, Some(bare)] {
        let server = Server::default();
        lease.into_iter().for_each(|lease| server.leases.put(lease));
        let candidate = server.candidate(&identity());
        let took = candidate.until(true).await;
        assert!(
            took >= Duration::from_secs(10) && took < Duration::from_secs(12),
            "{took:?}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_killed_leader_is_followed_within_fifteen_seconds_and_never_are_there_two() {
    for round in 0..20 {
        let server = Server::default();
        server.leases.put(given_back());
        let first = server.candidate(&identity());
        first.until(true).await;
        let second = server.candidate(&identity());
        // At different moments between two renewals.
        sleep(Duration::from_millis(5_000 + 111 * round)).await;
        first.task.abort();
        let start = Instant::now();
        while !second.leads() {
            sleep(Duration::from_millis(20)).await;
            assert!(start.elapsed() < Duration::from_secs(15));
            assert!(!(first.leads() && second.leads()));
        }
        assert!(
            !first.leads(),
            "whoever still holds its last word knows that it is over"
        );
        assert!(
            start.elapsed() > Duration::from_secs(7),
            "a claim is respected: {:?}",
            start.elapsed()
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_leader_that_stops_gives_the_lease_back_and_the_next_one_leads_within_a_retry() {
    let server = Server::default();
    server.leases.put(given_back());
    let first = server.candidate(&identity());
    first.until(true).await;
    let second = server.candidate(&identity());
    sleep(Duration::from_secs(5)).await;
    first.stop.send(()).unwrap();
    first.task.await.unwrap();
    assert!(!first.role.borrow().is_leader_now());
    assert_eq!(server.leases.holder().as_deref(), Some(""));
    assert!(second.until(true).await < Duration::from_secs(3));
}

#[tokio::test(start_paused = true)]
async fn a_leader_whose_server_falls_silent_says_so_before_its_lease_can_be_taken() {
    for health in [SILENT, UNWELL] {
        let server = Server::default();
        server.leases.put(given_back());
        let candidate = server.candidate(&identity());
        candidate.until(true).await;
        sleep(Duration::from_secs(7)).await;
        server.set(health);
        assert!(candidate.until(false).await <= Duration::from_millis(6_100));
        // The end is believed from the clock at once, and said by the task a moment later.
        sleep(Duration::from_millis(200)).await;
        assert!(
            matches!(*candidate.role.borrow(), Role::Standby { .. }),
            "it is also said"
        );
        sleep(Duration::from_secs(30)).await;
        assert!(!candidate.leads());
        server.set(WELL);
        assert!(
            candidate.until(true).await < Duration::from_secs(6),
            "nobody else took it"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_lost_answer_does_not_end_a_leadership() {
    let server = Server::default();
    server.leases.put(given_back());
    let candidate = server.candidate(&identity());
    candidate.until(true).await;
    for _ in 0..20 {
        sleep(Duration::from_millis(9_300)).await;
        server.set(ANSWERS_LOST);
        sleep(Duration::from_millis(2_000)).await;
        server.set(WELL);
        for _ in 0..60 {
            assert!(candidate.leads());
            sleep(Duration::from_millis(50)).await;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_lease_deleted_or_emptied_under_its_leader_is_its_own_again_whoever_sees_it_first() {
    let server = Server::default();
    server.leases.put(given_back());
    let (first, second) = (server.candidate(&identity()), server.candidate(&identity()));
    sleep(Duration::from_secs(5)).await;
    let (leader, other) = match first.leads() {
        true => (first, second),
        false => (second, first),
    };
    for round in 0..40 {
        match round % 2 {
            0 => server.leases.state().lease = None,
            _ => server
                .leases
                .put(json!({ "metadata": { "name": "leader", "namespace": "sdo", "uid": "by hand" } })),
        }
        for _ in 0..50 {
            sleep(Duration::from_millis(97)).await;
            assert!(leader.leads() && !other.leads(), "round {round}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn alone_it_leads_until_it_stops() {
    let leadership = Leadership::alone();
    let role = leadership.role();
    assert!(role.borrow().is_leader_now());
    sleep(Duration::from_secs(86_400)).await;
    assert!(role.borrow().is_leader_now());
    leadership.run(async {}).await;
    assert!(!role.borrow().is_leader_now());
}
