//! One list of the API server, page by page. Whoever answers may be anybody: sizes, times and tokens are bounded.

use crate::connect::reason;
use crate::error::chain;
use crate::protobuf;
use http::{HeaderMap, Request, StatusCode, header};
use http_body_util::{BodyExt, Limited};
use jiff::fmt::rfc2822;
use kube::Client;
use kube::client::Body;
use sdo_model::{Kind, State};
use serde::Deserialize;
use std::borrow::Cow;
use std::time::Duration;
use tokio::time::timeout;

/// Objects of one page. The server builds and this program holds one page at a time; kubectl asks for as many.
const PAGE: u32 = 500;
/// Bytes of one answer: 500 objects of the largest size that etcd keeps are more, but no cluster is made of those.
const MAX_BODY: usize = 256 << 20;
/// From a request to the last byte of its answer, retries by the client included. The server itself ends a list after 60 s.
const PATIENCE: Duration = Duration::from_secs(75);
/// Bytes of a token; those of Kubernetes have a few hundred.
const MAX_TOKEN: usize = 4096;
/// What of a list is asked for where protobuf can be read. Not every server has it, and those that have do not for every kind.
const PROTOBUF_OR_JSON: &str = "application/vnd.kubernetes.protobuf,application/json;q=0.9";
/// Characters kept of the server's words.
const MAX_WORDS: usize = 300;

/// An answer of the server.
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    /// How long the server asks to wait.
    pub(crate) retry_after: Option<Duration>,
    /// The server's clock, in seconds since 1970.
    pub(crate) time: Option<i64>,
    /// Bytes of the answer as it was sent.
    pub(crate) received: usize,
    /// JSON, or what somebody who is no API server sent.
    pub(crate) body: Vec<u8>,
}

/// Asks for a page of a list: in protobuf where that can be read, which costs the server a third. `kind` is what Kubernetes itself
/// serves there; nothing is known of how others write a resource, whatever its name.
pub(crate) async fn get_page(client: &Client, path: &str, kind: Option<Kind>) -> Result<Answer, String> {
    let Some(kind) = kind.filter(|kind| protobuf::knows(*kind)) else {
        return get(client, path).await;
    };
    let answer = get_as(client, path, PROTOBUF_OR_JSON).await?;
    // Some servers choose protobuf and only then find that they cannot write it.
    if answer.status == StatusCode::NOT_ACCEPTABLE {
        return get(client, path).await;
    }
    if !protobuf::is_protobuf(&answer.body) {
        return Ok(answer);
    }
    match protobuf::to_json(&answer.body, kind) {
        Ok(body) => Ok(Answer { body, ..answer }),
        Err(error) => {
            tracing::warn!(kind = kind.name(), error = %error, "list.protobuf");
            get(client, path).await
        }
    }
}

/// Asks the server for `path`.
pub(crate) async fn get(client: &Client, path: &str) -> Result<Answer, String> {
    get_as(client, path, "application/json").await
}

/// Asks the server for `path` in a form of its objects.
pub(crate) async fn get_as(client: &Client, path: &str, accept: &'static str) -> Result<Answer, String> {
    match timeout(PATIENCE, exchange(client, path, accept)).await {
        Ok(answer) => answer,
        Err(_) => Err(format!("no whole answer within {} s", PATIENCE.as_secs())),
    }
}

async fn exchange(client: &Client, path: &str, accept: &'static str) -> Result<Answer, String> {
    let request = Request::get(path)
        .header(header::ACCEPT, accept)
        .body(Body::empty())
        .map_err(|error| chain(&error))?;
    let response = client.send(request).await.map_err(|error| reason(&error))?;
    let status = response.status();
    let time = time_of(response.headers());
    let retry_after = retry_after(response.headers());
    let body = Limited::new(response.into_body(), MAX_BODY).collect().await;
    let body = body.map_err(|error| chain(&*error))?.to_bytes();
    Ok(Answer {
        status,
        retry_after,
        time,
        received: body.len(),
        body: body.into(),
    })
}

/// The server's clock, in seconds since 1970.
pub(crate) fn time_of(headers: &HeaderMap) -> Option<i64> {
    let date = headers.get(header::DATE)?.to_str().ok()?;
    Some(rfc2822::parse(date).ok()?.timestamp().as_second())
}

/// How long the server asks to wait before the next request.
pub(crate) fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let seconds = headers.get(header::RETRY_AFTER)?.to_str().ok()?.parse().ok()?;
    Some(Duration::from_secs(seconds))
}

/// The address of the next page of a list, or of the first.
pub(crate) fn page(path: &str, next: Option<&str>) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("limit", &PAGE.to_string());
    if let Some(next) = next {
        query.append_pair("continue", next);
    }
    format!("{path}?{}", query.finish())
}

/// What a page says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PageHead {
    /// The token of the page after it.
    pub(crate) next: Option<String>,
    /// The version of the whole list.
    pub(crate) version: String,
}

/// Looks at a page of objects of `kind` before it is taken in: whether it is one.
///
/// # Errors
/// It is not; what it is instead.
pub(crate) fn inspect(body: &[u8], kind: &str) -> Result<PageHead, String> {
    let list: List<'_> =
        serde_json::from_slice(body).map_err(|error| format!("the answer is no list of objects: {error}"))?;
    if list.kind != format!("{kind}List") {
        return Err(format!("the answer is no {kind}List"));
    }
    // Items of a list are of its kind, and most say nothing of it. One that claims another kind would pass for that.
    if list
        .items
        .iter()
        .any(|item| item.kind.as_ref().is_some_and(|claimed| claimed != kind))
    {
        return Err(format!("the list holds what is no {kind}"));
    }
    let Metadata { next, version } = list.metadata;
    if next.len() > MAX_TOKEN || version.len() > MAX_TOKEN {
        return Err("the token for the next page is too long".to_owned());
    }
    Ok(PageHead {
        next: Some(next.into_owned()).filter(|token| !token.is_empty()),
        version: version.into_owned(),
    })
}

#[derive(Deserialize)]
struct List<'a> {
    #[serde(borrow)]
    kind: Cow<'a, str>,
    #[serde(borrow, default)]
    metadata: Metadata<'a>,
    #[serde(borrow)]
    items: Vec<Item<'a>>,
}

#[derive(Default, Deserialize)]
struct Metadata<'a> {
    #[serde(borrow, default, rename = "continue")]
    next: Cow<'a, str>,
    #[serde(borrow, default, rename = "resourceVersion")]
    version: Cow<'a, str>,
}

#[derive(Deserialize)]
struct Item<'a> {
    #[serde(borrow, default)]
    kind: Option<Cow<'a, str>>,
}

/// What a refusal says about the kind, and why.
pub(crate) fn refusal(answer: &Answer) -> (State, String) {
    #[derive(Default, Deserialize)]
    struct Status {
        #[serde(default)]
        message: String,
    }
    let words = serde_json::from_slice::<Status>(&answer.body)
        .unwrap_or_default()
        .message;
    let told = match words.is_empty() {
        true => answer.status.to_string(),
        false => words.chars().take(MAX_WORDS).collect(),
    };
    match answer.status {
        StatusCode::FORBIDDEN | StatusCode::UNAUTHORIZED => (State::Forbidden, told),
        StatusCode::NOT_FOUND => (State::Missing, "the API server does not serve it".to_owned()),
        _ => (State::Missing, told),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(status: u16, body: &str) -> Answer {
        Answer {
            status: StatusCode::from_u16(status).unwrap(),
            retry_after: None,
            time: None,
            received: body.len(),
            body: body.as_bytes().to_vec(),
        }
    }

    #[test]
    fn pages_follow_the_token_until_there_is_none() {
        let body =
            br#"{"kind":"PodList","metadata":{"resourceVersion":"9","continue":"eyJ2&x=1"},"items":[{"metadata":{}}]}"#;
        let PageHead { next: token, version } = inspect(body, "Pod").unwrap();
        assert_eq!(version, "9");
        assert_eq!(page("/api/v1/pods", None), "/api/v1/pods?limit=500");
        assert_eq!(
            page("/api/v1/pods", token.as_deref()),
            "/api/v1/pods?limit=500&continue=eyJ2%26x%3D1"
        );
        let last = inspect(br#"{"kind":"PodList","metadata":{},"items":[]}"#, "Pod");
        assert_eq!(last.unwrap().next, None);
    }

    #[test]
    fn what_is_no_list_of_the_kind_is_not_taken_for_an_empty_one() {
        for body in [
            "<html>please log in</html>",
            r#"{"kind":"PodList","metadata":{},"items":["#,
            r#"{"items":[]}"#,
            r#"{"kind":"SecretList","items":[]}"#,
            r#"{"kind":"PodList","items":[{"kind":"Node","metadata":{"name":"forged"}}]}"#,
            &format!(
                r#"{{"kind":"PodList","metadata":{{"continue":"{}"}},"items":[]}}"#,
                "x".repeat(MAX_TOKEN + 1)
            ),
        ] {
            assert!(inspect(body.as_bytes(), "Pod").is_err(), "{body}");
        }
    }

    #[test]
    fn a_refusal_is_forbidden_not_served_or_failed_in_the_servers_words() {
        let status = |message: &str| format!(r#"{{"kind":"Status","message":"{message}"}}"#);
        assert_eq!(
            refusal(&answer(403, &status("secrets is forbidden"))),
            (State::Forbidden, "secrets is forbidden".to_owned())
        );
        assert_eq!(refusal(&answer(404, "404 page not found")).0, State::Missing);
        assert_eq!(
            refusal(&answer(500, "")),
            (State::Missing, "500 Internal Server Error".to_owned())
        );
    }
}
