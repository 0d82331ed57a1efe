//! An API server in the same process, for tests of what a real one does only when it is unwell.

use crate::door::Door;
use http::{Method, Request, Response};
use http_body_util::BodyExt;
use k8s_openapi::api::coordination::v1::Lease;
use kube::Client;
use kube::client::Body;
use sdo_live::{Connection, Reconnecting};
use serde_json::{Value, json};
use std::future::{pending, ready};
use std::sync::{Arc, Mutex, MutexGuard};

/// What a request is answered.
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) body: String,
}

impl Reply {
    pub(crate) fn new(status: u16, body: impl ToString) -> Self {
        Self {
            status,
            headers: Vec::new(),
            body: body.to_string(),
        }
    }

    /// A refusal as Kubernetes words it.
    pub(crate) fn refused(status: u16, reason: &str) -> Self {
        Self::new(status, json!({ "kind": "Status", "reason": reason, "message": "no" }))
    }
}

/// A door to a server that answers with `answer`; `None` never answers. Its credentials are good for ever.
pub(crate) fn door(answer: impl Fn(Method, String, Value) -> Option<Reply> + Clone + Send + 'static) -> Door {
    let connection = connection(client(answer));
    let (client, server) = (connection.client.clone(), connection.server.clone());
    Door::new(Reconnecting::new(connection, move || {
        let (client, server) = (client.clone(), server.clone());
        ready(Ok(Connection { client, server }))
    }))
}

/// `client` as one of the server.
pub(crate) fn connection(client: Client) -> Connection {
    Connection {
        client,
        server: "https://server".to_owned(),
    }
}

/// A client of a server that answers with `answer`; `None` never answers.
pub(crate) fn client(answer: impl Fn(Method, String, Value) -> Option<Reply> + Clone + Send + 'static) -> Client {
    let service = tower::service_fn(move |request: Request<Body>| {
        let answer = answer.clone();
        async move {
            let (parts, body) = request.into_parts();
            let body = body.collect().await?.to_bytes();
            let body = serde_json::from_slice(&body).unwrap_or_default();
            let Some(reply) = answer(parts.method, parts.uri.path().to_owned(), body) else {
                return pending().await;
            };
            let mut response = Response::builder().status(reply.status);
            for (name, value) in reply.headers {
                response = response.header(name, value);
            }
            let response: Response<Body> = response.body(Body::from(reply.body.into_bytes()))?;
            Ok::<_, tower::BoxError>(response)
        }
    });
    Client::new(service, "default")
}

/// The leases of a server: one.
#[derive(Clone, Default)]
pub(crate) struct Leases(Arc<Mutex<State>>);

#[derive(Default)]
pub(crate) struct State {
    pub(crate) lease: Option<Lease>,
    version: u64,
    pub(crate) requests: u64,
}

impl Leases {
    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap()
    }

    pub(crate) fn holder(&self) -> Option<String> {
        self.state().lease.as_ref()?.spec.as_ref()?.holder_identity.clone()
    }

    /// Puts `lease` there, as `kubectl` would.
    pub(crate) fn put(&self, lease: Value) {
        let lease = serde_json::from_value(lease).unwrap();
        self.state().store(lease);
    }

    /// As the API server answers: a version is given with each write, and one that is not the last is refused.
    pub(crate) fn answer(&self, method: &Method, body: Value) -> Reply {
        let mut state = self.state();
        state.requests += 1;
        if *method == Method::GET {
            return state.shown();
        }
        let lease: Lease = serde_json::from_value(body).unwrap();
        match (&state.lease, *method == Method::POST) {
            (Some(_), true) => Reply::refused(409, "AlreadyExists"),
            (None, false) => Reply::refused(404, "NotFound"),
            (Some(before), false) if before.metadata.resource_version != lease.metadata.resource_version => {
                Reply::refused(409, "Conflict")
            }
            _ => {
                state.store(lease);
                state.shown()
            }
        }
    }
}

impl State {
    fn store(&mut self, mut lease: Lease) {
        self.version += 1;
        lease.metadata.resource_version = Some(self.version.to_string());
        let fresh = format!("uid-{}", self.version);
        lease.metadata.uid.get_or_insert(fresh);
        self.lease = Some(lease);
    }

    fn shown(&self) -> Reply {
        match &self.lease {
            Some(lease) => Reply::new(200, serde_json::to_string(lease).unwrap()),
            None => Reply::refused(404, "NotFound"),
        }
    }
}
