//! A server of a few lines, which answers well, badly, or without end.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::sleep;

/// What came in.
#[derive(Clone, Debug)]
pub(crate) struct Received {
    pub(crate) target: String,
    /// By name in lower case.
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) body: Vec<u8>,
}

/// What goes out.
pub(crate) enum Reply {
    /// A status, further header lines, a body.
    Status(u16, &'static str, &'static str),
    /// A status, and then bytes without end.
    Endless(u16),
    /// Nothing, and the connection stays open.
    Silence,
    /// The connection is closed.
    Close,
}

pub(crate) struct Server {
    pub(crate) address: String,
    received: Arc<Mutex<Vec<Received>>>,
}

impl Server {
    /// Answers the request of that number, from 0, with `answer`.
    pub(crate) async fn start(answer: impl Fn(usize, &Received) -> Reply + Clone + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let received: Arc<Mutex<Vec<Received>>> = Arc::default();
        let log = received.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (log, answer) = (log.clone(), answer.clone());
                tokio::spawn(async move {
                    let _ = serve(stream, &log, answer).await;
                });
            }
        });
        Self { address, received }
    }

    pub(crate) fn received(&self) -> Vec<Received> {
        self.received.lock().unwrap().clone()
    }

    /// Waits until `count` requests came in.
    pub(crate) async fn wait(&self, count: usize) -> Vec<Received> {
        for _ in 0..1_000 {
            let received = self.received();
            if received.len() >= count {
                return received;
            }
            sleep(Duration::from_millis(10)).await;
        }
        panic!("{count} requests were expected, {} came", self.received().len());
    }
}

async fn serve(
    mut stream: TcpStream,
    log: &Mutex<Vec<Received>>,
    answer: impl Fn(usize, &Received) -> Reply,
) -> std::io::Result<()> {
    while let Some(request) = read(&mut stream).await? {
        let number = {
            let mut log = log.lock().unwrap();
            log.push(request.clone());
            log.len() - 1
        };
        match answer(number, &request) {
            Reply::Status(status, headers, body) => {
                let length = body.len();
                let head = format!("HTTP/1.1 {status} x\r\nContent-Length: {length}\r\n{headers}\r\n");
                stream.write_all(head.as_bytes()).await?;
                stream.write_all(body.as_bytes()).await?;
            }
            Reply::Endless(status) => {
                stream
                    .write_all(format!("HTTP/1.1 {status} x\r\n\r\n").as_bytes())
                    .await?;
                loop {
                    stream.write_all(&[b'x'; 4096]).await?;
                }
            }
            Reply::Silence => std::future::pending().await,
            Reply::Close => return Ok(()),
        }
    }
    Ok(())
}

async fn read(stream: &mut TcpStream) -> std::io::Result<Option<Received>> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        if stream.read(&mut byte).await? == 0 {
            return Ok(None);
        }
        head.push(byte[0]);
    }
    let head = String::from_utf8(head).unwrap();
    let mut lines = head.lines();
    let target = lines.next().unwrap().split(' ').nth(1).unwrap().to_owned();
    let headers: BTreeMap<String, String> = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
        .collect();
    let length = headers
        .get("content-length")
        .map_or(0, |length| length.parse().unwrap());
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await?;
    Ok(Some(Received { target, headers, body }))
}
