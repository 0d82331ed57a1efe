//! One HTTP request to a sink. Whoever answers may be anybody: times, bytes and words are bounded, nothing is followed.

#[cfg(test)]
pub(crate) mod server;
mod signature;
#[cfg(test)]
mod tests;

use crate::settings::{Address, SettingsError};
use jiff::Timestamp;
use jiff::fmt::rfc2822;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, RETRY_AFTER};
use reqwest::{Certificate, Client, Response, StatusCode, Url, redirect};
use signature::signature;
use std::error::Error as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// For a connection, with TLS.
const CONNECT: Duration = Duration::from_secs(5);
/// For a whole request and its answer.
const PATIENCE: Duration = Duration::from_secs(15);
/// Bytes read of an answer; nothing of it is needed but a hint for the log.
const MAX_ANSWER: usize = 4 << 10;
/// Characters of an answer that are shown.
const MAX_WORDS: usize = 200;
/// The HMAC of the body.
const SIGNATURE: HeaderName = HeaderName::from_static("x-sdo-signature");
/// Bytes of a token, a secret or a file of certificates.
const MAX_FILE: u64 = 1 << 20;

/// What sends to a sink.
pub(crate) trait Post: Send + Sync + 'static {
    /// Sends `parcel` once.
    fn post(&self, parcel: &Parcel) -> impl Future<Output = Result<(), Failure>> + Send;
}

/// A JSON document on its way.
#[derive(Clone, Debug)]
pub(crate) struct Parcel {
    pub(crate) body: Vec<u8>,
    pub(crate) headers: Vec<(HeaderName, HeaderValue)>,
}

/// A request that did not do what it should.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Failure {
    #[error("no answer: {0}")]
    NoAnswer(String),
    #[error("it answered {status}{}{words}", if .words.is_empty() { "" } else { ": " })]
    Status {
        status: u16,
        words: String,
        retry_after: Option<Duration>,
    },
    #[error("read {}: {reason}", .file.display())]
    File { file: PathBuf, reason: String },
    #[error("this host does not lead")]
    NotLeading,
}

impl Failure {
    /// Whether another try may fare better. A refused token may have been replaced in its file by then. A leadership may lapse for a
    /// moment, as when a clock is set, and go on: nobody would tell again what was dropped in between. One that has really ended
    /// ends the delivery as well, as of an earlier generation.
    pub(crate) fn may_pass(&self) -> bool {
        match self {
            Self::NoAnswer(_) | Self::File { .. } | Self::NotLeading => true,
            Self::Status { status, .. } => matches!(status, 401 | 408 | 425 | 429 | 500..),
        }
    }

    pub(crate) fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Status { retry_after, .. } => *retry_after,
            _ => None,
        }
    }
}

/// A sink's address, and what is needed to be let in.
pub(crate) struct Endpoint {
    client: Client,
    url: Url,
    token: Option<Token>,
    secret_file: Option<PathBuf>,
}

/// What an endpoint is made of.
pub(crate) struct Access<'s> {
    pub(crate) name: &'s str,
    pub(crate) address: &'s Address,
    pub(crate) ca_file: Option<&'s Path>,
    pub(crate) token_file: Option<&'s Path>,
    pub(crate) secret_file: Option<&'s Path>,
}

impl Endpoint {
    /// Requests go to `below`, relative to the address.
    pub(crate) fn open(access: &Access<'_>, below: &str) -> Result<Self, SettingsError> {
        let Access { name, address, .. } = *access;
        if address.has_user() && access.token_file.is_some() {
            return Err(SettingsError::TwoCredentials(name.to_owned()));
        }
        if !address.is_encrypted() && (address.has_user() || access.token_file.is_some()) {
            tracing::warn!(sink = name, "credentials go to this sink without TLS");
        }
        let mut url = address.url().clone();
        if !below.is_empty() {
            url.set_path(&format!("{}/{below}", url.path().trim_end_matches('/')));
        }
        Ok(Self {
            client: client(access)?,
            url,
            token: access.token_file.map(Token::new),
            secret_file: access.secret_file.map(Path::to_owned),
        })
    }
}

impl Post for Endpoint {
    async fn post(&self, parcel: &Parcel) -> Result<(), Failure> {
        let mut request = self.client.post(self.url.clone()).body(parcel.body.clone());
        request = request.header(CONTENT_TYPE, "application/json");
        for (name, value) in &parcel.headers {
            request = request.header(name, value);
        }
        if let Some(token) = &self.token {
            request = request.header(AUTHORIZATION, token.header().await?);
        }
        if let Some(file) = &self.secret_file {
            // Read each time, so that a new secret counts at once.
            let signature = signature(&read_secret(file).await?, &parcel.body);
            request = request.headers(signature.map(|value| (SIGNATURE, value)).into_iter().collect());
        }
        let response = request.send().await.map_err(no_answer)?;
        let (status, headers) = (response.status(), response.headers().clone());
        let words = words(response).await;
        if status.is_success() {
            return Ok(());
        }
        if let (StatusCode::UNAUTHORIZED, Some(token)) = (status, &self.token) {
            token.forget();
        }
        Err(Failure::Status {
            status: status.as_u16(),
            words,
            retry_after: retry_after(&headers, Timestamp::now()),
        })
    }
}

fn client(access: &Access<'_>) -> Result<Client, SettingsError> {
    // Only the first call does anything, and only where nobody chose before; the whole program has one TLS.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let builder = Client::builder()
        .user_agent(concat!("sdo/", env!("CARGO_PKG_VERSION")))
        .redirect(redirect::Policy::none())
        .connect_timeout(CONNECT)
        .timeout(PATIENCE);
    let builder = match (access.address.is_encrypted(), access.ca_file) {
        // A machine without certificates of its own can still send in the clear.
        (false, _) => builder.tls_certs_only([]),
        (true, Some(file)) => builder.tls_certs_merge(certificates(access.name, file)?),
        (true, None) => builder,
    };
    builder.build().map_err(|error| SettingsError::Client {
        sink: access.name.to_owned(),
        reason: chain(&error.without_url()),
    })
}

fn certificates(sink: &str, file: &Path) -> Result<Vec<Certificate>, SettingsError> {
    let wrong = |reason: String| SettingsError::Certificates {
        sink: sink.to_owned(),
        file: file.to_owned(),
        reason,
    };
    let bytes = read(file).map_err(|error| wrong(error.to_string()))?;
    let found = Certificate::from_pem_bundle(&bytes).map_err(|_| wrong("it is no PEM file".to_owned()))?;
    match found.is_empty() {
        true => Err(wrong("it holds no certificate".to_owned())),
        false => Ok(found),
    }
}

/// A token in a file that somebody replaces from time to time.
struct Token {
    file: PathBuf,
    known: Mutex<Option<HeaderValue>>,
}

impl Token {
    fn new(file: &Path) -> Self {
        Self {
            file: file.to_owned(),
            known: Mutex::new(None),
        }
    }

    async fn header(&self) -> Result<HeaderValue, Failure> {
        if let Some(known) = self.known.lock().unwrap_or_else(PoisonError::into_inner).clone() {
            return Ok(known);
        }
        let token = read_secret(&self.file).await?;
        let mut header = Vec::from("Bearer ");
        header.extend(token);
        let header = HeaderValue::from_bytes(&header).map_err(|_| Failure::File {
            file: self.file.clone(),
            reason: "it holds no token".to_owned(),
        });
        let mut header = header?;
        header.set_sensitive(true);
        *self.known.lock().unwrap_or_else(PoisonError::into_inner) = Some(header.clone());
        Ok(header)
    }

    fn forget(&self) {
        *self.known.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// The content of a file without the white space around it.
async fn read_secret(file: &Path) -> Result<Vec<u8>, Failure> {
    let path = file.to_owned();
    // A file of a network may take its time, and tasks of others share this thread.
    let bytes = tokio::task::spawn_blocking(move || read(&path)).await;
    let failure = |reason: String| Failure::File {
        file: file.to_owned(),
        reason,
    };
    let bytes = bytes.map_err(|error| failure(error.to_string()))?;
    let bytes = bytes.map_err(|error| failure(error.to_string()))?;
    match bytes.trim_ascii() {
        [] => Err(failure("it is empty".to_owned())),
        secret => Ok(secret.to_vec()),
    }
}

fn read(file: &Path) -> std::io::Result<Vec<u8>> {
    use std::io::Read;
    let mut bytes = Vec::new();
    std::fs::File::open(file)?.take(MAX_FILE + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > MAX_FILE {
        true => Err(std::io::Error::other("it is larger than 1 MiB")),
        false => Ok(bytes),
    }
}

/// What failed, without the address: its path may be a secret.
fn no_answer(error: reqwest::Error) -> Failure {
    Failure::NoAnswer(chain(&error.without_url()))
}

fn chain(error: &reqwest::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(next) = cause {
        text = format!("{text}: {next}");
        cause = next.source();
    }
    text
}

/// The beginning of an answer, on one line. The rest is not read.
async fn words(mut response: Response) -> String {
    let mut bytes = Vec::new();
    while bytes.len() < MAX_ANSWER {
        match response.chunk().await {
            Ok(Some(chunk)) => bytes.extend(chunk.iter().take(MAX_ANSWER - bytes.len())),
            // The status has said what counts.
            Ok(None) | Err(_) => break,
        }
    }
    let text = String::from_utf8_lossy(&bytes);
    text.trim().escape_debug().take(MAX_WORDS).collect()
}

/// Seconds, or a date.
fn retry_after(headers: &HeaderMap, now: Timestamp) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = text.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let date = rfc2822::parse(text).ok()?.timestamp();
    Some(date.duration_since(now).try_into().unwrap_or_default())
}
