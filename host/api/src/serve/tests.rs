//! Over a real socket.

use super::*;
use crate::access::{Authenticator, LaterVerdict, TokenVerdict};
use crate::api::Settings;
use crate::feed::channel;
use crate::history::NoHistory;
use crate::metrics::Metrics;
use crate::sample;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

struct Everybody;

impl Authenticator for Everybody {
    fn check<'a>(&'a self, _: &'a str) -> LaterVerdict<'a> {
        Box::pin(async { Ok(TokenVerdict::Allowed) })
    }
}

struct Running {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    task: JoinHandle<Result<(), ServeError>>,
}

async fn running() -> Running {
    let settings = Settings::default();
    let listener = bind(([127, 0, 0, 1], 0).into(), &settings.access).await.unwrap();
    let address = listener.local_addr().unwrap();
    let (publisher, feed) = channel(sample::rich());
    let api = Api::new(settings, feed, Arc::new(Metrics::new("0.1.0")), Arc::new(NoHistory));
    let (stop, stopped) = oneshot::channel();
    let task = tokio::spawn(async move {
        let result = serve(listener, api, async { stopped.await.unwrap_or_default() }).await;
        drop(publisher);
        result
    });
    Running { address, stop, task }
}

impl Running {
    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    /// The whole answer to a request that closes its connection.
    async fn ask(&self, head: &str) -> String {
        let mut stream = self.connect().await;
        // The server may answer and close before everything is written.
        let _ = stream.write_all(head.as_bytes()).await;
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        String::from_utf8_lossy(&answer).into_owned()
    }
}

const CLOSE: &str = "Host: localhost\r\nConnection: close\r\n\r\n";

#[tokio::test]
async fn an_answer_comes_over_the_wire() {
    let running = running().await;
    let answer = running.ask(&format!("GET /v1/status HTTP/1.1\r\n{CLOSE}")).await;
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    assert!(answer.contains("x-content-type-options: nosniff\r\n"), "{answer}");
    assert!(answer.contains("\"verdict\":\"incidents\""), "{answer}");
}

#[tokio::test]
async fn a_head_that_is_too_large_or_no_http_is_refused() {
    let running = running().await;
    let long = format!("GET / HTTP/1.1\r\nX-Long: {}\r\n{CLOSE}", "x".repeat(2 * MAX_HEAD));
    assert!(running.ask(&long).await.starts_with("HTTP/1.1 431 "));
    let many: String = (0..2 * MAX_HEADERS)
        .map(|number| format!("X-{number}: y\r\n"))
        .collect();
    assert!(
        running
            .ask(&format!("GET / HTTP/1.1\r\n{many}{CLOSE}"))
            .await
            .starts_with("HTTP/1.1 431 ")
    );
    assert!(
        running
            .ask("\u{16}\u{3}\u{1} hello\r\n\r\n")
            .await
            .starts_with("HTTP/1.1 400 ")
    );
    let body = "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000\r\n\r\nx";
    assert!(running.ask(body).await.starts_with("HTTP/1.1 413 "));
    let after = running.ask(&format!("GET /healthz HTTP/1.1\r\n{CLOSE}")).await;
    assert!(after.ends_with("ok\n"), "{after}");
}

#[tokio::test]
async fn more_connections_than_there_are_places_wait_their_turn() {
    let running = running().await;
    let mut idle = Vec::new();
    for _ in 0..MAX_CONNECTIONS {
        idle.push(running.connect().await);
    }
    let head = format!("GET /healthz HTTP/1.1\r\n{CLOSE}");
    let mut waiting = pin!(running.ask(&head));
    let early = timeout(Duration::from_millis(200), &mut waiting).await;
    assert!(early.is_err(), "{early:?}");
    drop(idle);
    assert!(waiting.await.ends_with("ok\n"));
}

#[tokio::test]
async fn a_stop_ends_streams_with_a_word_and_idle_connections_without() {
    let running = running().await;
    let mut stream = running.connect().await;
    stream
        .write_all(b"GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        .await
        .unwrap();
    let mut text = String::new();
    let mut buffer = [0; 4096];
    while !text.contains("event: status") {
        let read = stream.read(&mut buffer).await.unwrap();
        text.push_str(&String::from_utf8_lossy(&buffer[..read]));
    }
    let _idle = running.connect().await;
    running.stop.send(()).unwrap();
    stream.read_to_string(&mut text).await.unwrap();
    assert!(text.contains("\"reason\":\"stopping\""), "{text}");
    timeout(LAST_WORDS, running.task).await.unwrap().unwrap().unwrap();
}

#[tokio::test]
async fn an_address_that_others_reach_is_not_served_to_everybody() {
    let error = bind(([0, 0, 0, 0], 0).into(), &Access::Open).await.unwrap_err();
    let text = error.to_string();
    assert!(matches!(error, ServeError::Exposed { .. }));
    assert!(
        text.contains("set access to tokens") && text.contains("loopback"),
        "{text}"
    );
    assert!(
        bind("[::1]:0".parse().unwrap(), &Access::Open)
            .await
            .is_ok_and(|listener| listener.local_addr().is_ok())
    );

    // A listener that was made elsewhere is judged the same.
    let listener = TcpListener::bind("0.0.0.0:0").await.unwrap();
    let (_publisher, feed) = channel(sample::empty());
    let api = Api::new(
        Settings::default(),
        feed,
        Arc::new(Metrics::new("0")),
        Arc::new(NoHistory),
    );
    let refused = serve(listener, api, std::future::pending()).await;
    assert!(matches!(refused, Err(ServeError::Exposed { .. })));

    let tokens = Access::Token(Arc::new(Everybody));
    assert!(bind(([0, 0, 0, 0], 0).into(), &tokens).await.is_ok());
}

#[tokio::test]
async fn an_address_in_use_is_named() {
    let taken = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = taken.local_addr().unwrap();
    let error = bind(address, &Access::Open).await.unwrap_err();
    assert_eq!(error.to_string(), format!("listen on {address}"));
}
