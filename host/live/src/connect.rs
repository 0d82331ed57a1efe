//! From a kubeconfig to a client.

use crate::error::{ReadError, chain};
use kube::client::AuthError;
use kube::config::{KubeConfigOptions, Kubeconfig, KubeconfigError};
use kube::{Client, Config};
use std::env;
use std::path::PathBuf;
use std::time::Duration;

/// A person waits.
const CONNECT: Duration = Duration::from_secs(10);

/// Which cluster, and as whom.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Target {
    /// The kubeconfig; `None` for `KUBECONFIG`, `~/.kube/config`, or the service account of the pod that this runs in.
    pub kubeconfig: Option<PathBuf>,
    /// The context in it; `None` for its current one.
    pub context: Option<String>,
}

/// A client and the name of what it talks to.
pub struct Connection {
    /// The client, with the credentials that were there when it was made.
    pub client: Client,
    /// Address of the server, without credentials.
    pub server: String,
}

impl Connection {
    pub(crate) async fn open(target: &Target) -> Result<Self, ReadError> {
        configuration(target).await?.try_into()
    }
}

/// Must be called within a tokio runtime.
impl TryFrom<Config> for Connection {
    type Error = ReadError;

    fn try_from(config: Config) -> Result<Self, ReadError> {
        let server = address(&config.cluster_url).map_err(ReadError::Configuration)?;
        let client = Client::try_from(config).map_err(|error| ReadError::Configuration(reason(&error)))?;
        Ok(Self { client, server })
    }
}

/// How to reach the cluster of `target`, for whoever makes a client of its own.
///
/// # Errors
/// [`ReadError::Configuration`]: what is named or there is wrong, or nothing is there. Another cluster is never taken instead.
pub async fn configuration(target: &Target) -> Result<Config, ReadError> {
    let mut config = config(target).await.map_err(ReadError::Configuration)?;
    config.connect_timeout = Some(CONNECT);
    address(&config.cluster_url).map_err(ReadError::Configuration)?;
    Ok(config)
}

/// What went wrong with a client or a request, from the outermost cause to the innermost, on one line. What a credential plugin
/// printed may be a credential and is left out, however deep it lies: plugins run again whenever a token ends.
pub fn reason(error: &kube::Error) -> String {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(this) = cause {
        if let Some(auth) = this.downcast_ref::<AuthError>() {
            return of_plugin(auth);
        }
        cause = this.source();
    }
    chain(error)
}

/// A kubeconfig that is named or there must be right: falling back to another cluster would give that one's answers.
async fn config(target: &Target) -> Result<Config, String> {
    let options = KubeConfigOptions {
        context: target.context.clone(),
        ..KubeConfigOptions::default()
    };
    if let Some(path) = &target.kubeconfig {
        let file = Kubeconfig::read_from(path).map_err(|error| of_file(&error))?;
        let config = Config::from_custom_kubeconfig(file, &options).await;
        return config.map_err(|error| of_file(&error));
    }
    let home = env::home_dir().map(|home| home.join(".kube/config"));
    let is_there = env::var_os("KUBECONFIG").is_some() || home.is_some_and(|path| path.exists());
    if is_there || target.context.is_some() {
        return Config::from_kubeconfig(&options).await.map_err(|error| of_file(&error));
    }
    let in_pod = Config::incluster();
    in_pod.map_err(|error| format!("there is no kubeconfig, and this is no pod ({})", chain(&error)))
}

/// What is wrong with a kubeconfig. The parser quotes the lines around a mistake, and those hold tokens and keys.
fn of_file(error: &KubeconfigError) -> String {
    match error {
        KubeconfigError::Parse(_) => "the kubeconfig is not valid; `kubectl config view` says where".to_owned(),
        other => chain(other),
    }
}

fn of_plugin(error: &AuthError) -> String {
    match error {
        AuthError::AuthExecRun { out, .. } => format!("the credential plugin of the context ended with {}", out.status),
        AuthError::AuthExecParse(_) => "the credential plugin of the context printed no ExecCredential".to_owned(),
        other => chain(other),
    }
}

/// The address as people may see it.
fn address(url: &http::Uri) -> Result<String, String> {
    let (Some(scheme @ ("http" | "https")), Some(host)) = (url.scheme_str(), url.host()) else {
        return Err("the server of the context is no http:// or https:// address".to_owned());
    };
    let port = url.port_u16().map(|port| format!(":{port}")).unwrap_or_default();
    let path = url.path().trim_end_matches('/');
    Ok(format!("{scheme}://{host}{port}{path}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_shown_without_credentials_and_must_have_a_scheme() {
        let of = |text: &str| address(&text.parse().unwrap());
        assert_eq!(
            of("https://user:secret@host:6443/k8s/").as_deref(),
            Ok("https://host:6443/k8s")
        );
        assert_eq!(of("https://10.0.0.1").as_deref(), Ok("https://10.0.0.1"));
        assert!(of("127.0.0.1:6443").is_err());
        assert!(of("ftp://host").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn what_a_credential_plugin_printed_is_told_to_nobody() {
        use std::os::unix::process::ExitStatusExt;
        let auth = || AuthError::AuthExecRun {
            cmd: "login".to_owned(),
            out: Box::new(std::process::Output {
                status: std::process::ExitStatus::from_raw(256),
                stdout: b"hunter2".to_vec(),
                stderr: b"hunter2".to_vec(),
            }),
        };
        for error in [kube::Error::Auth(auth()), kube::Error::Service(auth().into())] {
            let told = reason(&error);
            assert!(told.contains("ended with") && !told.contains("hunter2"), "{told}");
            assert!(!told.contains("104, 117"), "{told}");
        }
    }
}
