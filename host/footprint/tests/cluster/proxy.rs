//! A network between a candidate and the API server that can be taken away.

use serde_json::{Value, json};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Network {
    Open,
    /// Connections are refused, and those that stand are cut.
    Cut,
    /// Nothing comes through, and nobody is told.
    Silent,
}

pub(crate) struct Proxy {
    network: watch::Sender<Network>,
    address: String,
    server: String,
}

impl Proxy {
    /// In front of the server of `config`.
    pub(crate) async fn start(config: &Value) -> Self {
        let url = config["clusters"][0]["cluster"]["server"].as_str().unwrap();
        let server = url.trim_start_matches("https://").trim_end_matches('/').to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let (network, state) = watch::channel(Network::Open);
        let behind = server.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(carry(stream, behind.clone(), state.clone()));
            }
        });
        Self {
            network,
            address,
            server,
        }
    }

    pub(crate) fn set(&self, network: Network) {
        self.network.send_replace(network);
    }

    /// `config`, through this.
    pub(crate) fn config(&self, config: &Value) -> Value {
        let mut config = config.clone();
        let host = self
            .server
            .rsplit_once(':')
            .map_or(self.server.as_str(), |(host, _)| host);
        let cluster = &mut config["clusters"][0]["cluster"];
        cluster["server"] = json!(format!("https://{}", self.address));
        cluster["tls-server-name"] = json!(host);
        config
    }
}

async fn carry(mut near: TcpStream, server: String, mut state: watch::Receiver<Network>) {
    if *state.borrow_and_update() == Network::Open {
        let Ok(mut far) = TcpStream::connect(&server).await else {
            return;
        };
        tokio::select! {
            _ = copy_bidirectional(&mut near, &mut far) => return,
            _ = state.wait_for(|network| *network != Network::Open) => {}
        }
    }
    // What was lost on the way stays lost: a connection does not come back to life.
    let _ = state.wait_for(|network| *network != Network::Silent).await;
}
