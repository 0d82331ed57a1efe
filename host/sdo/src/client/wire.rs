//! Requests to a host. Whoever answers may be anybody: times and bytes are bounded, nothing is followed, and every text of an answer
//! is made harmless before anything else sees it.

use super::address::{Address, read};
use crate::failure::Failure;
use anyhow::anyhow;
use reqwest::header::{ACCEPT, AUTHORIZATION, HeaderValue};
use reqwest::{Certificate, Client, RequestBuilder, Response, StatusCode, Url, redirect};
use sdo_api::document::{Problem, Status};
use sdo_pipeline::one_line;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::error::Error as _;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;
use tokio::time::timeout;

/// For a connection, with TLS. A person waits.
const CONNECT: Duration = Duration::from_secs(5);
/// From a request to the last byte of a document; a host gives up after ten seconds.
const PATIENCE: Duration = Duration::from_secs(20);
/// Bytes of a document; a host sends half as many at most.
const MAX_ANSWER: usize = 32 << 20;
/// Bytes of one text in a document; a host cuts at half of it.
const MAX_TEXT: usize = 4 << 10;
/// Bytes of a file of certificates.
const MAX_CERTIFICATES: u64 = 1 << 20;
/// Bytes of what a stranger or the system says that are shown.
const MAX_WORDS: usize = 300;
/// What a person does when nobody is there.
const HINT: &str =
    "`kubectl -n sdo port-forward svc/sdo 7780` leads to the host in a cluster; --url or SDO_URL names another address";
/// The same where TLS is spoken.
const ENCRYPTED_HINT: &str = "--url or SDO_URL names another address, --ca-file the certificates of an authority that this machine does not know";

/// A way to ask one host.
pub(super) struct Wire {
    client: Client,
    address: Address,
}

/// Why there is no answer.
#[derive(Debug)]
pub(super) enum NoAnswer {
    /// Nobody answers, or not to the end.
    Silence(String),
    /// The host says why not.
    Refused(StatusCode, Problem),
    /// What answers is no host.
    Stranger(String),
    /// This side has nothing to ask with.
    Own(Failure),
}

impl Wire {
    /// Connects to nobody yet.
    ///
    /// # Errors
    /// The file of certificates, or the system's.
    pub(super) fn open(address: Address) -> Result<Self, Failure> {
        Ok(Self {
            client: client(&address)?,
            address,
        })
    }

    /// Where it leads.
    pub(super) fn address(&self) -> &Address {
        &self.address
    }

    /// Asks for a document.
    ///
    /// # Errors
    /// There is none, or it is not of that shape.
    pub(super) async fn get<T: DeserializeOwned>(&self, path: &str, query: &[(&str, String)]) -> Result<T, Failure> {
        self.document(path, query).await.map_err(|error| self.failure(error))
    }

    /// As [`Wire::get`], for those who look at the reason.
    pub(super) async fn document<T: DeserializeOwned>(
        &self,
        path: &str,
        query: &[(&str, String)],
    ) -> Result<T, NoAnswer> {
        let url = self.address.below(path, query);
        match timeout(PATIENCE, self.exchange(url)).await {
            Ok(bytes) => understood(path, &bytes?),
            Err(_) => Err(NoAnswer::Silence(format!(
                "no whole answer within {} s",
                PATIENCE.as_secs()
            ))),
        }
    }

    /// Begins to follow events, after the one that is named. The head of the answer is there, its body comes as long as it may.
    ///
    /// # Errors
    /// There is no stream.
    pub(super) async fn events(&self, last: Option<&HeaderValue>) -> Result<Response, NoAnswer> {
        let mut request = self.request(self.address.below("/v1/events", &[]), "text/event-stream")?;
        if let Some(last) = last {
            request = request.header("Last-Event-ID", last);
        }
        match timeout(PATIENCE, accepted(request)).await {
            Ok(response) => response,
            Err(_) => Err(NoAnswer::Silence(format!("no answer within {} s", PATIENCE.as_secs()))),
        }
    }

    /// What to tell a person.
    pub(super) fn failure(&self, error: NoAnswer) -> Failure {
        let address = &self.address;
        let elsewhere = match address.is_encrypted() {
            true => ENCRYPTED_HINT,
            false => HINT,
        };
        match error {
            NoAnswer::Own(failure) => failure,
            NoAnswer::Silence(reason) => {
                Failure::no_data(anyhow!("the host at {address} does not answer: {reason}; {elsewhere}"))
            }
            NoAnswer::Stranger(reason) => Failure::no_data(anyhow!(
                "what answers at {address} is no host of sdo: {reason}; {elsewhere}"
            )),
            NoAnswer::Refused(status, problem) => {
                let Problem { code, message, hint } = problem;
                let hint = match code.as_str() {
                    "unauthenticated" => {
                        "put a token of this cluster into a file and name it with --token-file; `kubectl create token NAME` prints one"
                    }
                    _ => &hint,
                };
                let told = anyhow!("the host at {address} says: {message}; {hint}");
                // What was asked for is wrong or not there: the command line has to be another one.
                match matches!(status, StatusCode::BAD_REQUEST | StatusCode::NOT_FOUND) {
                    true => Failure::usage(told),
                    false => Failure::no_data(told),
                }
            }
        }
    }

    async fn exchange(&self, url: Url) -> Result<Vec<u8>, NoAnswer> {
        let response = accepted(self.request(url, "application/json")?).await?;
        body(response, MAX_ANSWER).await
    }

    fn request(&self, url: Url, accept: &'static str) -> Result<RequestBuilder, NoAnswer> {
        let request = self.client.get(url).header(ACCEPT, accept);
        Ok(match self.address.credential().map_err(NoAnswer::Own)? {
            Some(credential) => request.header(AUTHORIZATION, credential),
            None => request,
        })
    }
}

impl NoAnswer {
    /// Whether another try may fare better.
    pub(super) fn may_pass(&self) -> bool {
        match self {
            NoAnswer::Silence(_) => true,
            NoAnswer::Refused(status, _) => status.is_server_error(),
            // A load balancer or a forwarded port whose host is just away.
            NoAnswer::Stranger(_) => true,
            NoAnswer::Own(_) => false,
        }
    }

    /// The reason in some words.
    pub(super) fn words(&self) -> String {
        match self {
            NoAnswer::Silence(reason) | NoAnswer::Stranger(reason) => reason.clone(),
            NoAnswer::Refused(_, problem) => problem.message.clone(),
            NoAnswer::Own(failure) => failure.to_string(),
        }
    }
}

/// Who is at an address.
pub(crate) enum Presence {
    /// A host of that version.
    Host(String),
    /// A host that wants a token.
    Closed,
    /// Something else, or nobody.
    Other(String),
}

/// Asks whether a host is at `listen`, an address of this machine.
///
/// # Errors
/// The system's.
pub(crate) fn presence(listen: SocketAddr) -> Result<Presence, Failure> {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    let wire = super::wire(&crate::args::HostAddress {
        url: format!("http://{}", SocketAddr::new(ip, listen.port())),
        token_file: None,
        ca_file: None,
    })?;
    super::wait(async {
        Ok(match wire.document::<Status>("/v1/status", &[]).await {
            Ok(status) => Presence::Host(status.version),
            Err(NoAnswer::Refused(..)) => Presence::Closed,
            Err(other) => Presence::Other(other.words()),
        })
    })
}

fn client(address: &Address) -> Result<Client, Failure> {
    // Only the first call does anything, and only where nobody chose before; the whole program has one TLS.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut builder = Client::builder()
        .user_agent(concat!("sdo/", env!("CARGO_PKG_VERSION")))
        .redirect(redirect::Policy::none())
        .connect_timeout(CONNECT);
    if address.is_loopback() {
        // What is for this machine goes to no proxy, whatever the environment says: a token may be in it. The name means what it says.
        let here = [IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V6(Ipv6Addr::LOCALHOST)].map(|ip| SocketAddr::new(ip, 0));
        builder = builder.no_proxy().resolve_to_addrs("localhost", &here);
    }
    builder = match (address.is_encrypted(), &address.ca_file) {
        // A machine without certificates of its own can still ask in the clear.
        (false, _) => builder.tls_certs_only([]),
        (true, None) => builder,
        (true, Some(file)) => {
            let wrong = |reason: String| Failure::usage(anyhow!("--ca-file {}: {reason}", file.display()));
            let bytes = read(file, MAX_CERTIFICATES).map_err(|error| wrong(error.to_string()))?;
            let found = Certificate::from_pem_bundle(&bytes).unwrap_or_default();
            if found.is_empty() {
                return Err(wrong("it holds no certificate in PEM".to_owned()));
            }
            builder.tls_certs_merge(found)
        }
    };
    builder
        .build()
        .map_err(|error| Failure::internal(anyhow!("make an HTTP client: {}", chain(error))))
}

/// Sends a request; its answer, when it is one.
async fn accepted(request: RequestBuilder) -> Result<Response, NoAnswer> {
    let response = request.send().await.map_err(|error| NoAnswer::Silence(chain(error)))?;
    let status = response.status();
    if status.is_success() {
        return Ok(response);
    }
    let bytes = body(response, MAX_ANSWER).await?;
    Err(
        match serde_json::from_slice(&bytes)
            .map(harmless)
            .and_then(serde_json::from_value)
        {
            Ok(problem) => NoAnswer::Refused(status, problem),
            Err(_) => NoAnswer::Stranger(format!("it answered {status}")),
        },
    )
}

async fn body(mut response: Response, max: usize) -> Result<Vec<u8>, NoAnswer> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response
        .chunk()
        .await
        .map_err(|error| NoAnswer::Silence(chain(error)))?
    {
        if bytes.len() + chunk.len() > max {
            return Err(NoAnswer::Stranger(format!("its answer is larger than {max} bytes")));
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

fn understood<T: DeserializeOwned>(path: &str, bytes: &[u8]) -> Result<T, NoAnswer> {
    let value: Value =
        serde_json::from_slice(bytes).map_err(|_| NoAnswer::Stranger(format!("its answer to {path} is no JSON")))?;
    serde_json::from_value(harmless(value)).map_err(|error| {
        let reason = one_line(&error.to_string(), MAX_WORDS);
        let own = env!("CARGO_PKG_VERSION");
        NoAnswer::Stranger(format!(
            "its answer to {path} is not understood ({reason}); a host of another version than {own} may answer so"
        ))
    })
}

/// The same with every text, names of fields included, on one line and without a character that is not seen.
pub(super) fn harmless(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(plain(&text)),
        Value::Array(items) => items.into_iter().map(harmless).collect(),
        Value::Object(fields) => fields
            .into_iter()
            .map(|(name, value)| (plain(&name), harmless(value)))
            .collect(),
        other => other,
    }
}

fn plain(text: &str) -> String {
    one_line(text, MAX_TEXT).replace('\t', " ")
}

/// What failed and why, without the address, which is said elsewhere.
pub(super) fn chain(error: reqwest::Error) -> String {
    let error = error.without_url();
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(next) = cause {
        let words = next.to_string();
        // Most layers repeat what is below them.
        if !text.contains(&words) {
            text = format!("{text}: {words}");
        }
        cause = next.source();
    }
    one_line(&text, MAX_WORDS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_text_of_an_answer_is_harmless_wherever_it_stands() {
        let evil = "a\r\n\u{1b}[31m\u{9b}2J\u{202e}\tb";
        let value = json!({"id": evil, "list": [evil, {evil: evil}], "number": 7, "none": null});
        let text = harmless(value).to_string();
        assert!(
            !text.contains(|character: char| character.is_control() || character == '\u{202e}'),
            "{text:?}"
        );
        assert!(text.contains("\"number\":7") && text.contains("\"none\":null"));
        let long = harmless(Value::String("x".repeat(1 << 20)));
        assert!(long.as_str().unwrap().len() <= MAX_TEXT);
    }

    #[test]
    fn what_is_not_understood_names_the_path_and_why() {
        let words = |bytes: &[u8]| understood::<Problem>("/v1/status", bytes).unwrap_err().words();
        assert!(words(b"<html>").contains("/v1/status is no JSON"));
        let other = words(b"{\"code\": 7}");
        assert!(
            other.contains("not understood") && other.contains("another version"),
            "{other}"
        );
    }

    #[test]
    fn only_what_another_try_may_mend_is_tried_again() {
        let problem = Problem {
            code: String::new(),
            message: String::new(),
            hint: String::new(),
        };
        let refused = |status| NoAnswer::Refused(status, problem.clone()).may_pass();
        assert!(refused(StatusCode::SERVICE_UNAVAILABLE) && NoAnswer::Silence(String::new()).may_pass());
        assert!(
            !refused(StatusCode::UNAUTHORIZED) && !refused(StatusCode::FORBIDDEN) && !refused(StatusCode::NOT_FOUND)
        );
    }
}
