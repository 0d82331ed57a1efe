//! Where a custom resource is served.

use crate::list::{get, refusal};
use crate::resource::{Resource, is_kind, is_segment};
use http::StatusCode;
use kube::Client;
use sdo_model::State;
use serde::Deserialize;

#[derive(Deserialize)]
struct ApiGroup {
    #[serde(rename = "preferredVersion")]
    preferred: Version,
}

#[derive(Deserialize)]
struct Version {
    version: String,
}

#[derive(Deserialize)]
struct Resources {
    resources: Vec<Served>,
}

#[derive(Deserialize)]
struct Served {
    name: String,
    kind: String,
}

/// Why a resource is not found: what that makes of its coverage, and the reason.
pub(crate) struct NotFound {
    pub(crate) state: State,
    pub(crate) reason: String,
    /// Asking again soon may well give another answer.
    pub(crate) passes: bool,
}

impl NotFound {
    fn absent(reason: impl Into<String>) -> Self {
        Self {
            state: State::Missing,
            reason: reason.into(),
            passes: false,
        }
    }

    fn broken(reason: impl Into<String>) -> Self {
        Self {
            passes: true,
            ..Self::absent(reason)
        }
    }
}

/// Asks where a custom resource is served; `asked` is told the bytes of each answer. The words come from a detector and from the
/// server: both are held to what can stand in a path.
///
/// # Errors
/// It is not served, or the server does not say.
pub(crate) async fn discover(
    client: &Client,
    group: &str,
    kind: &str,
    mut asked: impl FnMut(usize),
) -> Result<Resource, NotFound> {
    if !(is_segment(group) && group.contains('.') && is_kind(kind)) {
        return Err(NotFound::absent("not the name of a custom resource"));
    }
    let versions: ApiGroup = ask(client, &format!("/apis/{group}"), &mut asked).await?;
    let version = versions.preferred.version;
    if !is_segment(&version) {
        return Err(NotFound::absent("the API server names no usable version of it"));
    }
    let served: Resources = ask(client, &format!("/apis/{group}/{version}"), &mut asked).await?;
    let mut resources = served.resources.iter();
    let found = resources.find(|served| served.kind == kind && is_segment(&served.name));
    match found {
        Some(served) => Ok(Resource::custom(group, &version, kind, &served.name)),
        None => Err(NotFound::absent("the API server does not serve it")),
    }
}

async fn ask<T: for<'de> Deserialize<'de>>(
    client: &Client,
    path: &str,
    asked: &mut impl FnMut(usize),
) -> Result<T, NotFound> {
    let answer = get(client, path).await.map_err(NotFound::broken)?;
    asked(answer.body.len());
    if !answer.status.is_success() {
        let (state, reason) = refusal(&answer);
        return Err(NotFound {
            state,
            reason,
            passes: !matches!(
                answer.status,
                StatusCode::FORBIDDEN | StatusCode::UNAUTHORIZED | StatusCode::NOT_FOUND
            ),
        });
    }
    serde_json::from_slice(&answer.body).map_err(|error| NotFound::broken(format!("{path} answered {error}")))
}
