use super::server::{Reply, Server};
use super::*;
use std::fs;
use std::io::Write;
use std::net::TcpListener;
use std::process::Command;
use std::sync::Arc;
use tempfile::{NamedTempFile, TempDir};

fn file(content: &str) -> NamedTempFile {
    let mut file = NamedTempFile::new().unwrap();
    file.write_all(content.as_bytes()).unwrap();
    file
}

struct Wanted<'p> {
    ca_file: Option<&'p Path>,
    token_file: Option<&'p Path>,
    secret_file: Option<&'p Path>,
}

const NOTHING: Wanted<'static> = Wanted {
    ca_file: None,
    token_file: None,
    secret_file: None,
};

fn open(address: &str, wanted: &Wanted<'_>, below: &str) -> Result<Endpoint, SettingsError> {
    let access = Access {
        name: "sink",
        address: &Address::parse(address).unwrap(),
        ca_file: wanted.ca_file,
        token_file: wanted.token_file,
        secret_file: wanted.secret_file,
    };
    Endpoint::open(&access, below)
}

fn endpoint(address: &str) -> Endpoint {
    open(address, &NOTHING, "").unwrap()
}

fn parcel() -> Parcel {
    Parcel {
        body: b"{\"version\":1}".to_vec(),
        headers: vec![(
            HeaderName::from_static("idempotency-key"),
            HeaderValue::from_static("k"),
        )],
    }
}

fn status(failure: &Failure) -> u16 {
    match failure {
        Failure::Status { status, .. } => *status,
        other => panic!("{other}"),
    }
}

#[tokio::test]
async fn a_document_arrives_with_its_key_below_the_address() {
    let server = Server::start(|_, _| Reply::Status(200, "", "")).await;
    let endpoint = open(&format!("{}/prefix/", server.address), &NOTHING, "api/v2/alerts").unwrap();
    assert_eq!(endpoint.post(&parcel()).await, Ok(()));
    let received = &server.received()[0];
    assert_eq!(received.target, "/prefix/api/v2/alerts");
    assert_eq!(received.body, parcel().body);
    assert_eq!(received.headers["content-type"], "application/json");
    assert_eq!(received.headers["idempotency-key"], "k");
    assert!(received.headers["user-agent"].starts_with("sdo/"));
}

#[tokio::test]
async fn a_redirect_is_not_followed_and_no_credential_goes_elsewhere() {
    let elsewhere = Server::start(|_, _| Reply::Status(200, "", "")).await;
    let location: &'static str = format!("Location: {}/\r\n", elsewhere.address).leak();
    let server = Server::start(move |_, _| Reply::Status(307, location, "")).await;
    let token = file("hunter2\n");
    let wanted = Wanted {
        token_file: Some(token.path()),
        ..NOTHING
    };
    let failure = open(&server.address, &wanted, "")
        .unwrap()
        .post(&parcel())
        .await
        .unwrap_err();
    assert_eq!((status(&failure), failure.may_pass()), (307, false));
    assert_eq!(server.received()[0].headers["authorization"], "Bearer hunter2");
    assert!(elsewhere.received().is_empty());
}

#[tokio::test]
async fn an_answer_without_end_is_not_read_to_its_end() {
    for (code, delivered) in [(200, true), (500, false)] {
        let server = Server::start(move |_, _| Reply::Endless(code)).await;
        let answer = endpoint(&server.address).post(&parcel()).await;
        assert_eq!(answer.is_ok(), delivered);
        if let Err(failure) = answer {
            assert!(failure.to_string().len() < 300, "{failure}");
        }
    }
}

#[tokio::test]
async fn what_a_sink_says_is_shown_on_one_line_and_without_effect() {
    let server = Server::start(|_, _| Reply::Status(400, "", "bad\n\u{1b}[31mthing")).await;
    let failure = endpoint(&server.address).post(&parcel()).await.unwrap_err();
    assert_eq!(failure.to_string(), "it answered 400: bad\\n\\u{1b}[31mthing");
}

#[tokio::test]
async fn a_user_in_the_address_is_sent_and_never_shown() {
    let server = Server::start(|_, _| Reply::Close).await;
    let address = server.address.replace("http://", "http://user:hunter2@");
    let failure = endpoint(&format!("{address}/T0K3N")).post(&parcel()).await.unwrap_err();
    assert!(failure.may_pass());
    let shown = format!("{failure} {failure:?}");
    assert!(!shown.contains("hunter2") && !shown.contains("T0K3N"), "{shown}");
    assert_eq!(server.received()[0].headers["authorization"], "Basic dXNlcjpodW50ZXIy");
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let failure = endpoint(&format!("http://user:hunter2@{free}/T0K3N"))
        .post(&parcel())
        .await
        .unwrap_err();
    let shown = format!("{failure} {failure:?}");
    assert!(
        shown.contains("refused") && !shown.contains("hunter2") && !shown.contains("T0K3N"),
        "{shown}"
    );
}

#[tokio::test]
async fn a_refused_token_is_read_again() {
    let server = Server::start(|_, request| match request.headers["authorization"].as_str() {
        "Bearer new" => Reply::Status(200, "", ""),
        _ => Reply::Status(401, "", ""),
    })
    .await;
    let token = file("old");
    let wanted = Wanted {
        token_file: Some(token.path()),
        ..NOTHING
    };
    let endpoint = open(&server.address, &wanted, "").unwrap();
    let failure = endpoint.post(&parcel()).await.unwrap_err();
    assert_eq!((status(&failure), failure.may_pass()), (401, true));
    fs::write(token.path(), "new\n").unwrap();
    assert_eq!(endpoint.post(&parcel()).await, Ok(()));
    fs::remove_file(token.path()).unwrap();
    assert_eq!(
        endpoint.post(&parcel()).await,
        Ok(()),
        "one that is not refused is not read again"
    );
}

#[tokio::test]
async fn a_file_that_is_not_there_yet_is_a_failure_that_may_pass() {
    let server = Server::start(|_, _| Reply::Status(200, "", "")).await;
    let folder = TempDir::new().unwrap();
    let later = folder.path().join("later");
    let wanted = Wanted {
        token_file: Some(&later),
        secret_file: Some(&later),
        ..NOTHING
    };
    let endpoint = open(&server.address, &wanted, "").unwrap();
    let failure = endpoint.post(&parcel()).await.unwrap_err();
    assert!(failure.may_pass() && failure.to_string().contains("later"), "{failure}");
    fs::write(&later, "s3cret\n").unwrap();
    assert_eq!(endpoint.post(&parcel()).await, Ok(()));
    let expected = signature(b"s3cret", &parcel().body).unwrap();
    assert_eq!(
        server.received()[0].headers["x-sdo-signature"],
        expected.to_str().unwrap()
    );
}

#[test]
fn credentials_in_two_places_are_refused() {
    let token = file("t");
    let wanted = Wanted {
        token_file: Some(token.path()),
        ..NOTHING
    };
    let error = open("http://user:p@host", &wanted, "").err().unwrap();
    assert!(matches!(error, SettingsError::TwoCredentials(_)));
}

#[test]
fn retry_after_is_seconds_or_a_date() {
    let now = Timestamp::from_second(1_796_061_780).unwrap();
    let of = |text: &str| retry_after(&HeaderMap::from_iter([(RETRY_AFTER, text.parse().unwrap())]), now);
    assert_eq!(of("7"), Some(Duration::from_secs(7)));
    assert_eq!(of("Mon, 01 Jan 2001 00:00:00 GMT"), Some(Duration::ZERO));
    assert_eq!(of("soon"), None);
}

/// An authority and a certificate of 127.0.0.1 by it.
fn authority() -> TempDir {
    let folder = TempDir::new().unwrap();
    let script = "set -e
        openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout ca.key -out ca.pem -days 2 -subj /CN=test-ca
        openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout key.pem -out csr.pem -subj /CN=sink
        printf 'basicConstraints=CA:false\\nsubjectAltName=IP:127.0.0.1\\n' >extensions
        openssl x509 -req -in csr.pem -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -out cert.pem -extfile extensions";
    let output = Command::new("sh")
        .args(["-c", script])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    folder
}

/// Answers `connections` with 200 over TLS.
fn encrypted(folder: &Path, connections: usize) -> String {
    use rustls::pki_types::pem::PemObject;
    use rustls::pki_types::{CertificateDer, PrivateKeyDer};
    let certificate = CertificateDer::from_pem_file(folder.join("cert.pem")).unwrap();
    let key = PrivateKeyDer::from_pem_file(folder.join("key.pem")).unwrap();
    let config = rustls::ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .unwrap();
    let config = Arc::new(config);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("https://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for _ in 0..connections {
            let (mut stream, _) = listener.accept().unwrap();
            let mut connection = rustls::ServerConnection::new(config.clone()).unwrap();
            let mut tls = rustls::Stream::new(&mut connection, &mut stream);
            let mut bytes = [0; 4096];
            // Whoever does not trust the certificate hangs up.
            if std::io::Read::read(&mut tls, &mut bytes).is_ok() {
                let _ = tls.write_all(b"HTTP/1.1 200 x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            }
        }
    });
    address
}

#[tokio::test]
async fn an_authority_of_ones_own_is_trusted_when_it_is_named_and_only_then() {
    let folder = authority();
    let address = encrypted(folder.path(), 2);
    let ca = folder.path().join("ca.pem");
    let wanted = Wanted {
        ca_file: Some(&ca),
        ..NOTHING
    };
    assert_eq!(open(&address, &wanted, "").unwrap().post(&parcel()).await, Ok(()));
    let other = authority();
    let ca = other.path().join("ca.pem");
    let wanted = Wanted {
        ca_file: Some(&ca),
        ..NOTHING
    };
    let failure = open(&address, &wanted, "").unwrap().post(&parcel()).await.unwrap_err();
    assert!(failure.to_string().contains("certificate"), "{failure}");
}

#[test]
fn a_file_without_certificates_is_an_error_that_names_it() {
    let file = file("no certificate");
    let wanted = Wanted {
        ca_file: Some(file.path()),
        ..NOTHING
    };
    let error = open("https://host", &wanted, "").err().unwrap().to_string();
    assert!(error.contains(file.path().to_str().unwrap()), "{error}");
}
