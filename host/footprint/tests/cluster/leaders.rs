use super::kubectl::{PATIENCE, config, footprint, get, kubectl, namespace};
use super::proxy::{Network, Proxy};
use sdo_footprint::{Identity, LeaseName, Role, Terms};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tempfile::NamedTempFile;
use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;
use tokio::time::sleep;

/// From the death of a leader to the next one.
const TAKEOVER: Duration = Duration::from_secs(15);

struct Candidate {
    role: watch::Receiver<Role>,
    identity: String,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
    proxy: Proxy,
    _config: NamedTempFile,
}

impl Candidate {
    async fn start(config: &Value, namespace: &str) -> Self {
        let proxy = Proxy::start(config).await;
        let (footprint, file) = footprint(&proxy.config(config)).await;
        let name = LeaseName {
            namespace: namespace.to_owned(),
            name: "leader".to_owned(),
        };
        let identity = Identity::of_process();
        let leadership = footprint.leadership(name, identity.clone(), Terms::default());
        let role = leadership.role();
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(leadership.run(async {
            let _ = stopped.await;
        }));
        Self {
            role,
            identity: identity.to_string(),
            stop,
            task,
            proxy,
            _config: file,
        }
    }

    fn leads(&self) -> bool {
        self.role.borrow().is_leader_now()
    }
}

/// Waits until `done`; how long it took. At no moment do two of `candidates` lead.
async fn until(candidates: &[Candidate], what: &str, done: impl Fn(&[Candidate]) -> bool) -> Duration {
    let started = Instant::now();
    loop {
        let leaders = candidates.iter().filter(|candidate| candidate.leads()).count();
        assert!(leaders <= 1, "{leaders} leaders, until {what}");
        if done(candidates) {
            return started.elapsed();
        }
        assert!(started.elapsed() < PATIENCE, "still not {what}");
        sleep(Duration::from_millis(5)).await;
    }
}

/// Watches for `time` that exactly this one leads.
async fn stays(candidates: &[Candidate], leader: usize, time: Duration) {
    let started = Instant::now();
    while started.elapsed() < time {
        let leaders: Vec<bool> = candidates.iter().map(Candidate::leads).collect();
        let expected: Vec<bool> = (0..candidates.len()).map(|index| index == leader).collect();
        assert_eq!(leaders, expected, "after {:?}", started.elapsed());
        sleep(Duration::from_millis(5)).await;
    }
}

/// Two candidates, and which of them leads.
async fn two(namespace_name: &str) -> (Vec<Candidate>, usize) {
    namespace(namespace_name);
    let lease = json!({ "apiVersion": "coordination.k8s.io/v1", "kind": "Lease", "metadata": { "name": "leader", "namespace": namespace_name, "labels": { "app": "sdo" } } });
    super::kubectl::apply(&lease);
    let config = config();
    let candidates = vec![
        Candidate::start(&config, namespace_name).await,
        Candidate::start(&config, namespace_name).await,
    ];
    until(&candidates, "one leads", |all| all.iter().any(Candidate::leads)).await;
    let leader = usize::from(candidates[1].leads());
    (candidates, leader)
}

fn lease(namespace: &str) -> Value {
    get(&["-n", namespace, "lease", "leader"])
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_leader_is_followed_in_time_and_never_are_there_two() {
    let (candidates, leader) = two("fp-killed").await;
    stays(&candidates, leader, Duration::from_secs(5)).await;
    let held = lease("fp-killed");
    assert_eq!(held["spec"]["holderIdentity"], candidates[leader].identity.as_str());
    assert_eq!(
        held["metadata"]["labels"]["app"], "sdo",
        "what others keep in the object stays"
    );
    candidates[leader].task.abort();
    let took = until(&candidates, "the other leads", |all| all[1 - leader].leads()).await;
    println!("takeover after a kill: {took:?}");
    assert!(took < TAKEOVER, "{took:?}");
    stays(&candidates, 1 - leader, Duration::from_secs(5)).await;
    let transitions = lease("fp-killed")["spec"]["leaseTransitions"].as_i64();
    assert_eq!(
        transitions,
        held["spec"]["leaseTransitions"].as_i64().map(|count| count + 1)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_leader_that_is_cut_off_steps_down_before_the_other_leads() {
    for network in [Network::Silent, Network::Cut] {
        let (candidates, leader) = two("fp-cut-off").await;
        stays(&candidates, leader, Duration::from_secs(3)).await;
        candidates[leader].proxy.set(network);
        let down = until(&candidates, "the leader stepped down", |all| !all[leader].leads()).await;
        let took = until(&candidates, "the other leads", |all| all[1 - leader].leads()).await;
        println!("{network:?}: down after {down:?}, the other leads {took:?} later");
        assert!(down + took < TAKEOVER);
        candidates[leader].proxy.set(Network::Open);
        stays(&candidates, 1 - leader, Duration::from_secs(8)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn while_the_api_server_is_away_nobody_leads_and_afterwards_one_does() {
    let (candidates, leader) = two("fp-away").await;
    stays(&candidates, leader, Duration::from_secs(3)).await;
    for candidate in &candidates {
        candidate.proxy.set(Network::Cut);
    }
    let down = until(&candidates, "the leader stepped down", |all| !all[leader].leads()).await;
    assert!(down < Duration::from_secs(7), "{down:?}");
    let started = Instant::now();
    while started.elapsed() < Duration::from_secs(30) {
        assert!(!candidates.iter().any(Candidate::leads));
        sleep(Duration::from_millis(10)).await;
    }
    for candidate in &candidates {
        candidate.proxy.set(Network::Open);
    }
    let back = until(&candidates, "one leads", |all| all.iter().any(Candidate::leads)).await;
    println!("away for 30 s: down after {down:?}, back after {back:?}");
    assert!(back < TAKEOVER, "{back:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_leader_that_stops_leaves_at_once() {
    let (mut candidates, leader) = two("fp-stopped").await;
    let stopped = candidates.remove(leader);
    stopped.stop.send(()).unwrap();
    let took = until(&candidates, "the other leads", |all| all[0].leads()).await;
    println!("takeover after a stop: {took:?}");
    assert!(took < Duration::from_secs(4), "{took:?}");
    stopped.task.await.unwrap();
    assert!(!stopped.role.borrow().is_leader_now());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lease_deleted_or_emptied_by_hand_is_its_leaders_own_again() {
    let (candidates, leader) = two("fp-meddled").await;
    stays(&candidates, leader, Duration::from_secs(2)).await;
    kubectl(&["-n", "fp-meddled", "delete", "lease", "leader"]);
    stays(&candidates, leader, Duration::from_secs(14)).await;
    let patch = r#"{"spec":{"holderIdentity":""}}"#;
    kubectl(&[
        "-n",
        "fp-meddled",
        "patch",
        "lease",
        "leader",
        "--type=merge",
        "-p",
        patch,
    ]);
    stays(&candidates, leader, Duration::from_secs(14)).await;
    assert_eq!(
        lease("fp-meddled")["spec"]["holderIdentity"],
        candidates[leader].identity.as_str()
    );
}
