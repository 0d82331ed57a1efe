//! The socket: where it may listen, how much it takes, and how it closes.

mod patient;

use crate::access::Access;
use crate::api::{Api, Shared};
use crate::routes::router;
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use patient::Patient;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tower::ServiceExt;

/// Connections at once; more wait in the system's queue. Each may hold [`MAX_HEAD`] bytes and an answer.
const MAX_CONNECTIONS: usize = 128;
/// Bytes of a request's head: room for a token of an identity provider and what a browser sends.
const MAX_HEAD: usize = 32 << 10;
/// Headers of a request; browsers send about twenty.
const MAX_HEADERS: usize = 64;
/// For a request's head to arrive, and for an idle connection to be used again.
const HEAD_PATIENCE: Duration = Duration::from_secs(20);
/// For answers under way when the host stops.
const LAST_WORDS: Duration = Duration::from_secs(5);
/// After the system gave no connection: out of descriptors, most likely, and asking at once would only burn CPU.
const AFTER_FAILURE: Duration = Duration::from_millis(100);

/// An address that is not served.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// Everybody could read.
    #[error(
        "refuse to serve {address} to everybody: set access to tokens, or listen on loopback (127.0.0.1 or [::1]) and reach it \
         through `kubectl port-forward`"
    )]
    Exposed {
        /// The address.
        address: SocketAddr,
    },
    /// The system does not give the address.
    #[error("listen on {address}")]
    Bind {
        /// The address.
        address: SocketAddr,
        /// Why not.
        source: io::Error,
    },
    /// The system does not say where a listener listens.
    #[error("look up the address of the listener")]
    Address(#[source] io::Error),
}

/// Listens on `address`, for [`serve`].
///
/// # Errors
/// The address is not loopback and `access` is [`Access::Open`], or the system does not give it.
pub async fn bind(address: SocketAddr, access: &Access) -> Result<TcpListener, ServeError> {
    permitted(address, access)?;
    let listener = TcpListener::bind(address).await;
    listener.map_err(|source| ServeError::Bind { address, source })
}

/// Answers on `listener` until `shutdown` comes, and then for as long as answers under way take, at most five seconds. Streams are
/// told that the host stops.
///
/// # Errors
/// The listener is not on loopback and access is [`Access::Open`].
pub async fn serve(listener: TcpListener, api: Api, shutdown: impl Future<Output = ()>) -> Result<(), ServeError> {
    let address = listener.local_addr().map_err(ServeError::Address)?;
    permitted(address, &api.shared.settings.access)?;
    let router = router(Arc::clone(&api.shared));
    let mut connections = JoinSet::new();
    let mut shutdown = pin!(shutdown);
    loop {
        tokio::select! {
            () = &mut shutdown => break,
            Some(_) = connections.join_next() => {}
            accepted = listener.accept(), if connections.len() < MAX_CONNECTIONS => match accepted {
                Ok((stream, _)) => {
                    connections.spawn(connection(stream, router.clone(), Arc::clone(&api.shared)));
                }
                Err(error) => {
                    tracing::warn!(%error, "http.accept");
                    sleep(AFTER_FAILURE).await;
                }
            },
        }
    }
    drop(listener);
    api.shared.stop.send_replace(true);
    let finished = async { while connections.join_next().await.is_some() {} };
    if timeout(LAST_WORDS, finished).await.is_err() {
        tracing::warn!(connections = connections.len(), "http.abandon");
    }
    Ok(())
}

fn permitted(address: SocketAddr, access: &Access) -> Result<(), ServeError> {
    match access {
        Access::Open if !address.ip().to_canonical().is_loopback() => Err(ServeError::Exposed { address }),
        _ => Ok(()),
    }
}

async fn connection(stream: TcpStream, router: Router, shared: Arc<Shared>) {
    let mut stop = shared.stop.subscribe();
    let service = TowerToHyperService::new(router.map_request(|request: Request<Incoming>| request.map(Body::new)));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_PATIENCE)
        .max_buf_size(MAX_HEAD)
        .max_headers(MAX_HEADERS)
        .serve_connection(TokioIo::new(Patient::new(stream)), service);
    let mut connection = pin!(connection);
    let stopped = async { stop.wait_for(|stop| *stop).await.is_ok() };
    let result = tokio::select! {
        result = &mut connection => result,
        _ = stopped => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = result {
        // Whoever goes away mid-sentence is no event for people.
        tracing::debug!(%error, "http.connection");
    }
}

#[cfg(test)]
mod tests;
