//! Where a host is, and how it may be asked there.

use crate::args::HostAddress;
use crate::failure::Failure;
use anyhow::anyhow;
use reqwest::Url;
use reqwest::header::HeaderValue;
use sdo_pipeline::one_line;
use std::fs::File;
use std::io::Read;
use std::net::IpAddr;
use std::path::{Path, PathBuf};

/// Bytes of an address in a message.
const MAX_SHOWN: usize = 200;
/// Bytes of a token; those of identity providers have some thousand.
const MAX_TOKEN: u64 = 64 << 10;

/// The address of a host, and the token for it.
#[derive(Clone, Debug)]
pub(super) struct Address {
    base: Url,
    token_file: Option<PathBuf>,
    pub(super) ca_file: Option<PathBuf>,
}

impl Address {
    /// Of the command line.
    ///
    /// # Errors
    /// It is no address of a host, or a token would go over the network in the clear.
    pub(super) fn of(arguments: &HostAddress) -> Result<Self, Failure> {
        // A variable of the environment that is set to nothing is not set.
        let named = |path: &Option<PathBuf>| path.clone().filter(|path| !path.as_os_str().is_empty());
        let address = Self {
            base: base(&arguments.url).map_err(|reason| Failure::usage(anyhow!("--url: {reason}")))?,
            token_file: named(&arguments.token_file),
            ca_file: named(&arguments.ca_file),
        };
        match address.token_file.is_some() && !address.is_encrypted() && !address.is_loopback() {
            true => Err(Failure::usage(anyhow!(
                "refuse to send a token to {address}: without TLS everybody on the way can read it; name an https:// address, or run \
                 `kubectl -n sdo port-forward svc/sdo 7780` and leave --url out"
            ))),
            false => Ok(address),
        }
    }

    /// What `path`, which begins with a slash, is below this address; values of `query` may be anything.
    pub(super) fn below(&self, path: &str, query: &[(&str, String)]) -> Url {
        let mut url = self.base.clone();
        url.set_path(&format!("{}{path}", self.base.path().trim_end_matches('/')));
        if !query.is_empty() {
            url.query_pairs_mut().extend_pairs(query);
        }
        url
    }

    /// Whether what is sent stays between the two ends.
    pub(super) fn is_encrypted(&self) -> bool {
        self.base.scheme() == "https"
    }

    /// Whether it is on this machine.
    pub(super) fn is_loopback(&self) -> bool {
        let host = self.base.host_str().unwrap_or_default();
        let literal = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        host == "localhost" || literal.is_ok_and(|address| address.to_canonical().is_loopback())
    }

    /// The header that lets one in, read anew each time: tokens end, and their files are replaced. `None` when no file is named.
    ///
    /// # Errors
    /// The file cannot be read, or holds no token.
    pub(super) fn credential(&self) -> Result<Option<HeaderValue>, Failure> {
        let Some(file) = &self.token_file else {
            return Ok(None);
        };
        let wrong = |reason: &str| Failure::usage(anyhow!("--token-file {}: {reason}", file.display()));
        let text = read(file, MAX_TOKEN).map_err(|error| wrong(&error.to_string()))?;
        let token = text.trim_ascii();
        if token.is_empty() {
            return Err(wrong("it is empty; `kubectl create token NAME` prints a token"));
        }
        let mut header = Vec::from("Bearer ");
        header.extend(token);
        // The reason is left out: it could show what is in the file.
        let mut header = HeaderValue::from_bytes(&header).map_err(|_| wrong("it holds no token"))?;
        header.set_sensitive(true);
        Ok(Some(header))
    }
}

/// As it may be shown.
impl std::fmt::Display for Address {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&one_line(self.base.as_str().trim_end_matches('/'), MAX_SHOWN))
    }
}

/// At most `max` bytes of a file.
pub(super) fn read(file: &Path, max: u64) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(file)?.take(max + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > max {
        true => Err(std::io::Error::other(format!("it is larger than {max} bytes"))),
        false => Ok(bytes),
    }
}

/// What goes before every path. What is wrong is not repeated: it may hold a password.
fn base(text: &str) -> Result<Url, &'static str> {
    const FORM: &str = "the address of a host begins with http:// or https://, as in http://127.0.0.1:7780";
    let url = Url::parse(text.trim()).map_err(|_| FORM)?;
    if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none() {
        return Err(FORM);
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("it holds a user or password; a host takes a token, from the file that --token-file names");
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err("it ends with `?` or `#` and more; name the address alone");
    }
    Ok(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(url: &str, token_file: Option<&str>) -> Result<Address, Failure> {
        Address::of(&HostAddress {
            url: url.to_owned(),
            token_file: token_file.map(PathBuf::from),
            ca_file: None,
        })
    }

    #[test]
    fn a_token_leaves_the_machine_only_encrypted() {
        for url in [
            "http://127.0.0.1:7780",
            "http://127.9.9.9",
            "http://localhost:1",
            "http://[::1]:7780",
            "https://sdo.example.org",
        ] {
            assert!(address(url, Some("token")).is_ok(), "{url}");
        }
        for url in [
            "http://sdo.example.org",
            "http://10.0.0.7:7780",
            "http://[fd00::1]",
            "http://localhost.example.org",
            "http://127.0.0.1.nip.io",
            "http://0.0.0.0:7780",
        ] {
            let failure = address(url, Some("token")).unwrap_err().to_string();
            assert!(failure.contains("refuse to send a token to http://"), "{failure}");
            assert!(address(url, None).is_ok(), "{url}");
        }
    }

    #[test]
    fn an_empty_name_of_a_token_file_is_none() {
        assert!(
            address("http://10.0.0.7:7780", Some(""))
                .unwrap()
                .credential()
                .unwrap()
                .is_none()
        );
    }

    #[test]
    fn what_is_no_address_is_said_without_repeating_it() {
        for url in [
            "",
            "127.0.0.1:7780",
            "localhost:7780",
            "ftp://host",
            "http://",
            "unix:/run/sdo",
            "https://user:hunter2@host",
        ] {
            let failure = address(url, None).unwrap_err().to_string();
            assert!(
                failure.starts_with("--url: ") && !failure.contains("hunter2"),
                "{failure}"
            );
        }
        assert!(address("http://host/?x=1", None).is_err());
    }

    #[test]
    fn paths_go_below_the_address_and_values_are_escaped() {
        let address = address("https://example.org/sdo/", None).unwrap();
        let query = [("namespace", "a&b=c #".to_owned())];
        assert_eq!(
            address.below("/v1/incidents", &query).as_str(),
            "https://example.org/sdo/v1/incidents?namespace=a%26b%3Dc+%23"
        );
        assert_eq!(address.to_string(), "https://example.org/sdo");
    }

    #[test]
    fn a_token_is_read_without_white_space_and_never_shown() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let credential = |text: &str| {
            std::fs::write(file.path(), text).unwrap();
            address("https://host", file.path().to_str()).unwrap().credential()
        };
        let header = credential("hunter2\n").unwrap().unwrap();
        assert_eq!(
            (header.as_bytes(), format!("{header:?}").contains("hunter2")),
            (b"Bearer hunter2".as_slice(), false)
        );
        for wrong in ["", " \n", "hunter2\nhunter2", "hunter2\u{7f}"] {
            let failure = credential(wrong).unwrap_err().to_string();
            assert!(
                failure.starts_with("--token-file ") && !failure.contains("hunter2"),
                "{failure}"
            );
        }
    }
}
