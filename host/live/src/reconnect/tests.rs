use super::*;
use std::future::ready;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use tokio::time::advance;

/// A connection to `server` that is told from others by a name, and that nobody answers.
pub(crate) fn connection(server: &str, name: &str) -> Connection {
    let mut config = kube::Config::new(server.parse().unwrap());
    config.default_namespace = name.to_owned();
    // Not those of this machine, which may have none.
    config.root_cert = Some(Vec::new());
    config.try_into().unwrap()
}

const SERVER: &str = "http://127.0.0.1:1";

#[tokio::test(start_paused = true)]
async fn credentials_are_read_again_when_somebody_asks_and_every_thirty_seconds_at_most() {
    let read = Arc::new(AtomicU32::new(0));
    let reads = Arc::clone(&read);
    let reconnecting = Reconnecting::new(connection(SERVER, "0"), move || {
        let number = reads.fetch_add(1, Relaxed) + 1;
        ready(Ok(connection(SERVER, &number.to_string())))
    });
    for (seconds, latest) in [(0, "0"), (29, "0"), (1, "1"), (29, "1"), (1, "2"), (300, "3")] {
        advance(Duration::from_secs(seconds)).await;
        for _ in 0..3 {
            reconnecting.renew().await;
        }
        assert_eq!(reconnecting.client().default_namespace(), latest);
    }
    assert_eq!(read.load(Relaxed), 3);
}

#[tokio::test(start_paused = true)]
async fn a_configuration_that_leads_nowhere_or_elsewhere_leaves_the_client_as_it_is() {
    let read = Arc::new(AtomicU32::new(0));
    let reads = Arc::clone(&read);
    let reconnecting = Reconnecting::new(connection(SERVER, "first"), move || {
        ready(match reads.fetch_add(1, Relaxed) {
            0 => Err(ReadError::Configuration("no such file".to_owned())),
            1 => Ok(connection("http://127.0.0.1:2", "elsewhere")),
            _ => Ok(connection(SERVER, "second")),
        })
    });
    for latest in ["first", "first", "second"] {
        advance(AT_MOST_EVERY).await;
        reconnecting.renew().await;
        assert_eq!(reconnecting.client().default_namespace(), latest);
        assert_eq!(reconnecting.server(), SERVER);
    }
}
