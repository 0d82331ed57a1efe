//! A webhook receiver.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Listens on loopback and keeps every document that is posted, for as long as the test runs.
pub(crate) struct Sink {
    pub(crate) url: String,
    documents: Arc<Mutex<Vec<Value>>>,
}

impl Sink {
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        let documents = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&documents);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let document = take(stream);
                kept.lock().unwrap_or_else(PoisonError::into_inner).extend(document);
            }
        });
        Self { url, documents }
    }

    /// The address of a receiver that takes connections and never answers, for as long as the listener lives.
    pub(crate) fn deaf() -> (TcpListener, String) {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        (listener, url)
    }

    /// How often an incident in `namespace` took that turn, by what was posted.
    pub(crate) fn count(&self, namespace: &str, turn: &str) -> usize {
        let documents = self.documents.lock().unwrap_or_else(PoisonError::into_inner);
        let is_meant =
            |document: &&Value| document["turn"] == turn && document["incident"]["object"]["namespace"] == namespace;
        documents.iter().filter(is_meant).count()
    }
}

/// The document of one request, which is answered and its connection closed.
fn take(mut stream: TcpStream) -> Option<Value> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let line = line.trim().to_ascii_lowercase();
        if let Some(number) = line.strip_prefix("content-length:") {
            length = number.trim().parse().ok()?;
        }
        if line.is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    stream
        .write_all(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
        .ok()?;
    serde_json::from_slice(&body).ok()
}
