use super::*;
use crate::delivery::tests::Recorder;
use crate::notice::samples::{closed, opened};
use crate::settings::{Address, AlertmanagerSettings, WebhookSettings};
use crate::wire::server::{Reply, Server};

/// Pauses short enough for real time.
const BRIEF: Patience = Patience {
    first: Duration::from_millis(20),
    longest: Duration::from_millis(100),
    tries: 5,
};

fn webhook(server: &Server) -> WebhookSettings {
    WebhookSettings::new(Address::parse(&server.address).unwrap())
}

fn alertmanager(server: &Server) -> AlertmanagerSettings {
    AlertmanagerSettings::new(Address::parse(&server.address).unwrap())
}

fn start(settings: &Settings, host: Arc<Recorder>) -> Notifier {
    Notifier::with_patience(settings, host, BRIEF, BRIEF).unwrap()
}

async fn well() -> Server {
    Server::start(|_, _| Reply::Status(200, "", "")).await
}

#[tokio::test]
async fn every_sink_is_told_and_a_silent_one_is_waited_for_by_nobody() {
    let silent = Server::start(|_, _| Reply::Silence).await;
    let (first, second, hook) = (well().await, well().await, well().await);
    let settings = Settings {
        alertmanagers: vec![alertmanager(&silent), alertmanager(&first), alertmanager(&second)],
        webhooks: vec![webhook(&silent), webhook(&hook)],
        ..Settings::default()
    };
    // One server as two sinks.
    let mut settings = settings;
    settings.webhooks[0].name = Some("silent hook".to_owned());
    let host = Recorder::new();
    let notifier = start(&settings, host.clone());
    assert_eq!(notifier.sinks().count(), 5);
    notifier.notify(&opened(1));
    for server in [&first, &second] {
        let received = server.wait(1).await;
        assert_eq!(received[0].target, "/api/v2/alerts");
    }
    hook.wait(1).await;
    silent.wait(2).await;
    let started = Instant::now();
    notifier.stop(Duration::from_millis(500)).await;
    assert!(started.elapsed() < Duration::from_secs(5));
    assert_eq!(host.count(Outcome::Delivered), 3);
    assert_eq!(host.count(Outcome::Lost(Loss::Stopped)), 2);
}

#[tokio::test]
async fn a_webhook_that_fails_at_first_gets_every_turn_once_it_is_well() {
    let server = Server::start(|number, _| match number {
        0 => Reply::Close,
        1 => Reply::Status(503, "", "not now"),
        2 => Reply::Status(429, "Retry-After: 0\r\n", ""),
        _ => Reply::Status(204, "", ""),
    })
    .await;
    let settings = Settings {
        webhooks: vec![webhook(&server)],
        link: Some("https://sdo.example.org".to_owned()),
        ..Settings::default()
    };
    let host = Recorder::new();
    let notifier = start(&settings, host.clone());
    notifier.notify(&opened(7));
    notifier.notify(&closed(7));
    let received = server.wait(5).await;
    notifier.stop(Duration::from_secs(5)).await;
    let keys: Vec<&str> = received
        .iter()
        .map(|request| request.headers["idempotency-key"].as_str())
        .collect();
    assert_eq!(keys[..4], ["prod/INC-7/opened/1700000100"; 4]);
    assert_eq!(keys[4], "prod/INC-7/closed/1700000100");
    let document: serde_json::Value = serde_json::from_slice(&received[4].body).unwrap();
    assert_eq!(document["url"], "https://sdo.example.org/incidents/INC-7");
    assert_eq!(document["incident"]["stage"], "closed");
    assert_eq!((host.count(Outcome::Delivered), host.count(Outcome::Retried)), (2, 3));
}

#[tokio::test]
async fn after_a_restart_only_ends_of_what_was_told_are_news() {
    let server = well().await;
    let settings = Settings {
        webhooks: vec![webhook(&server)],
        ..Settings::default()
    };
    let notifier = start(&settings, Recorder::new());
    notifier.resume(&[opened(1).incident], "prod");
    notifier.notify(&closed(1));
    notifier.notify(&closed(2));
    notifier.stop(Duration::from_secs(5)).await;
    let keys: Vec<String> = server
        .received()
        .iter()
        .map(|request| request.headers["idempotency-key"].clone())
        .collect();
    assert_eq!(keys, ["prod/INC-1/closed/1700000100"]);
}

#[tokio::test]
async fn a_host_that_no_longer_speaks_lets_go_of_what_it_was_telling_and_says_that_it_is_lost() {
    let silent = Server::start(|_, _| Reply::Silence).await;
    let mut settings = Settings {
        alertmanagers: vec![alertmanager(&silent)],
        webhooks: vec![webhook(&silent)],
        ..Settings::default()
    };
    settings.webhooks[0].name = Some("hook".to_owned());
    let host = Recorder::new();
    let notifier = start(&settings, host.clone());
    notifier.notify(&opened(1));
    silent.wait(2).await;
    let started = Instant::now();
    notifier.resume(&[], "prod");
    notifier.stop(Duration::from_secs(60)).await;
    assert!(started.elapsed() < Duration::from_secs(5));
    assert_eq!(host.count(Outcome::Lost(Loss::Stopped)), 2);
}

#[tokio::test]
async fn sinks_that_nobody_could_tell_apart_and_repetition_without_a_pause_are_refused() {
    let server = well().await;
    let mut settings = Settings {
        alertmanagers: vec![alertmanager(&server)],
        webhooks: vec![webhook(&server)],
        ..Settings::default()
    };
    let error = |settings: &Settings| Notifier::start(settings, Recorder::new()).err();
    assert!(matches!(error(&settings), Some(SettingsError::SameName(name)) if name == server.address));
    settings.webhooks[0].name = Some("hook".to_owned());
    assert!(error(&settings).is_none());
    settings.alertmanagers[0].repeat_seconds = 0;
    assert!(matches!(error(&settings), Some(SettingsError::Repeat(_))));
}
