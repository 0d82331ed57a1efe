//! HTTP by hand: the host and etcd answer on loopback, and a client of that size hides nothing.

use anyhow::{Context, Result, bail};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// For each step of a request. A host under load answers within a second.
const PATIENCE: Duration = Duration::from_secs(15);
/// Bytes of an answer; the host's own limit is lower.
const MAX_ANSWER: u64 = 64 << 20;

/// What was answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Status.
    pub status: u16,
    /// Body.
    pub body: String,
}

/// Asks for `path`.
///
/// # Errors
/// Nobody listens, or what comes is no HTTP.
pub fn get(address: SocketAddr, path: &str) -> Result<Answer> {
    let head = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    exchange(address, &head).with_context(|| format!("get http://{address}{path}"))
}

/// Sends a document of that media type to `path`.
///
/// # Errors
/// As [`get`].
pub fn send(address: SocketAddr, method: &str, path: &str, media_type: &str, document: &str) -> Result<Answer> {
    let length = document.len();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Type: {media_type}\r\nContent-Length: {length}\r\n\r\n"
    );
    exchange(address, &(head + document)).with_context(|| format!("{method} http://{address}{path}"))
}

fn exchange(address: SocketAddr, request: &str) -> Result<Answer> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE).context("connect")?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.write_all(request.as_bytes()).context("send the request")?;
    let mut bytes = Vec::new();
    stream
        .take(MAX_ANSWER)
        .read_to_end(&mut bytes)
        .context("read the answer")?;
    let text = String::from_utf8_lossy(&bytes);
    let (head, body) = text.split_once("\r\n\r\n").context("the answer has no head")?;
    let status = head.split_whitespace().nth(1).context("the answer has no status")?;
    let is_chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
    let body = match is_chunked {
        true => unchunked(body)?,
        false => body.to_owned(),
    };
    Ok(Answer {
        status: status.parse().context("read the status")?,
        body,
    })
}

/// The body of pieces with their lengths before them.
fn unchunked(mut rest: &str) -> Result<String> {
    let mut body = String::new();
    loop {
        let (length, after) = rest.split_once("\r\n").context("a piece has no length")?;
        let length = usize::from_str_radix(length.trim(), 16).context("read the length of a piece")?;
        if length == 0 {
            return Ok(body);
        }
        let Some(piece) = after.get(..length) else {
            bail!("the answer ends within a piece");
        };
        body.push_str(piece);
        rest = after.get(length + 2..).unwrap_or_default();
    }
}
