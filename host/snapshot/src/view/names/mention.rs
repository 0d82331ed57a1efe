//! Host names in a piece of text: what is lexically a host, with how sure that is.

/// A host that a text mentions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Mention {
    /// As written.
    pub(crate) host: String,
    pub(crate) port: Option<u16>,
    /// A word without dots can only be a host here. Names with dots tell by themselves.
    pub(crate) certain: bool,
}

/// Schemes whose authority is not a host, or not one to look up.
const NO_HOSTS: &[&str] = &[
    "s3",
    "s3a",
    "s3n",
    "gs",
    "file",
    "unix",
    "arn",
    "urn",
    "oci",
    "docker",
    "helm",
    "spiffe",
    "azblob",
    "wasb",
    "wasbs",
    "abfs",
    "abfss",
    "vault",
    "secret",
    "env",
    "mem",
    "memory",
    "sqlite",
    "classpath",
    "jar",
    "chrome",
    "data",
    "about",
    "git",
    "ssh",
    "bolt+file",
    "containerd",
    "cri-o",
    "docker-pullable",
    "android",
    "ios",
    "app",
    "mailto",
    "inproc",
    "ipc",
    "passthrough",
    "xds",
    "k8s",
];

/// Schemes that are only written before a host, so that none needs a port.
const HOSTS: &[&str] = &[
    "http",
    "https",
    "tcp",
    "udp",
    "grpc",
    "grpcs",
    "redis",
    "rediss",
    "mongodb",
    "postgres",
    "postgresql",
    "mysql",
    "amqp",
    "amqps",
    "kafka",
    "nats",
    "ldap",
    "ldaps",
    "mqtt",
    "ws",
    "wss",
    "ftp",
    "smtp",
    "memcached",
    "thrift",
    "zookeeper",
];

/// Ports below this, but for 53, are image tags, counts and versions rather than ports.
const LOWEST_PORT: u16 = 80;

/// Adds the hosts of every URL in `text`; a URL without a port is certain only where `lone` says so. Gives the text
/// without the URLs.
pub(crate) fn urls(text: &str, lone: bool, found: &mut Vec<Mention>) -> String {
    let mut rest = text;
    let mut other = String::new();
    while let Some(at) = rest.find("://") {
        let (before, after) = rest.split_at(at);
        let is_scheme = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '.' | '-');
        let scheme_at = before.rfind(|c: char| !is_scheme(c)).map_or(0, |last| {
            last + before
                .get(last..)
                .and_then(|text| text.chars().next())
                .map_or(1, char::len_utf8)
        });
        let (kept, scheme) = before.split_at(scheme_at);
        let after = after.trim_start_matches("://").trim_start_matches('/');
        let authority = after.get(..end_of_authority(after)).unwrap_or_default();
        if !NO_HOSTS.contains(&scheme.to_ascii_lowercase().as_str()) {
            authority_hosts(scheme, authority, lone, found);
        }
        other.push_str(kept);
        other.push(' ');
        // The next URL of a list such as `A://a:1,B://b:2` begins within this one's authority.
        let inner = after.find("://").filter(|next| *next <= authority.len());
        let skip = match inner {
            Some(next) => after
                .get(..next)
                .and_then(|text| text.rfind(','))
                .map_or(next, |comma| comma + 1),
            None => after
                .find(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '<' | ')' | ']' | ';'))
                .unwrap_or(after.len()),
        };
        rest = after.get(skip..).unwrap_or_default();
    }
    other.push_str(rest);
    other
}

fn end_of_authority(text: &str) -> usize {
    let mut open = false;
    for (at, c) in text.char_indices() {
        match c {
            '{' | '(' | '[' | '$' => open = true,
            '}' | ')' | ']' if !open => return at,
            '/' | '?' | '#' | '"' | '\'' | '`' | '<' | '>' | '|' | ';' | '\\' | '&' => return at,
            _ if c.is_whitespace() => return at,
            _ => {}
        }
    }
    text.len()
}

fn authority_hosts(scheme: &str, authority: &str, lone: bool, found: &mut Vec<Mention>) {
    let hosts = authority.rsplit_once('@').map_or(authority, |(_, hosts)| hosts);
    for host in hosts.split(',') {
        if let Some((host, port)) = host_port(host) {
            let certain = port.is_some() || lone && HOSTS.contains(&scheme.to_ascii_lowercase().as_str());
            found.push(Mention {
                host: host.to_owned(),
                port,
                certain,
            });
        }
    }
}

/// A word that is `host:port`, or a name that says itself that it is a Service's.
pub(crate) fn word(word: &str, certain: bool) -> Option<Mention> {
    let word = word.rsplit_once('@').map_or(word, |(_, host)| host);
    let word = word.split('/').next().unwrap_or_default();
    let (host, port) = host_port(word)?;
    match port {
        Some(port) if port >= LOWEST_PORT || port == 53 => Some(Mention {
            host: host.to_owned(),
            port: Some(port),
            certain,
        }),
        Some(_) => None,
        None => is_service_name(host).then(|| Mention {
            host: host.to_owned(),
            port: None,
            certain,
        }),
    }
}

/// `X.NS.svc`, with or without the domain.
pub(crate) fn is_service_name(host: &str) -> bool {
    let host = host.trim_end_matches('.');
    host.ends_with(".svc") && host.matches('.').count() >= 2 || host.contains(".svc.")
}

/// A host and its port. `None` for an address, a placeholder, or what cannot be a host.
pub(crate) fn host_port(text: &str) -> Option<(&str, Option<u16>)> {
    let (host, port) = match text.split_once(':') {
        Some((host, port)) => (host, Some(port.parse().ok().filter(|port| *port > 0)?)),
        None => (text, None),
    };
    is_host(host).then_some((host, port))
}

/// Whether `host` has the form of a DNS name; addresses have not.
pub(crate) fn is_host(host: &str) -> bool {
    let host = host.strip_suffix('.').unwrap_or(host);
    let is_label = |label: &str| {
        let edges = !label.starts_with('-') && !label.ends_with('-');
        (1..=63).contains(&label.len())
            && edges
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let last_is_word = host
        .rsplit('.')
        .next()
        .is_some_and(|label| label.bytes().any(|byte| byte.is_ascii_alphabetic()));
    host.len() <= 253 && last_is_word && host.split('.').all(is_label)
}

/// The words of a text: what quotes, brackets, separators and blanks leave.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| {
        c.is_whitespace()
            || matches!(
                c,
                '"' | '\'' | '`' | ',' | ';' | '|' | '&' | '(' | ')' | '[' | ']' | '=' | '<' | '>'
            )
    })
    .map(|word| {
        word.trim_end_matches(['.', ':', '}'])
            .trim_start_matches(['{', '!', '-'])
    })
    .filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts(text: &str) -> Vec<(String, Option<u16>)> {
        let mut found = Vec::new();
        urls(text, true, &mut found);
        found.into_iter().map(|mention| (mention.host, mention.port)).collect()
    }

    #[test]
    fn urls_give_their_hosts_without_credentials_and_paths() {
        let one = |host: &str, port| vec![(host.to_owned(), port)];
        assert_eq!(hosts("mongodb://u:p@ss@mongo:27017/db?x=y"), one("mongo", Some(27017)));
        assert_eq!(hosts("jdbc:mysql://db/app"), one("db", None));
        assert_eq!(
            hosts("{\"url\":\"http://web.shop.svc:80\"}"),
            one("web.shop.svc", Some(80))
        );
        assert_eq!(hosts("dns:///api:50051"), one("api", Some(50051)));
        assert_eq!(hosts("A://kafka-0:9092,B://kafka-1:9093").len(), 2);
        assert_eq!(
            hosts("mongodb://a:27017,b:27018/x"),
            [("a".to_owned(), Some(27017)), ("b".to_owned(), Some(27018))]
        );
    }

    #[test]
    fn placeholders_addresses_and_other_schemes_give_no_host() {
        for text in [
            "http://${HOST}:80",
            "http://$(HOST)/",
            "http://{{ .Host }}/",
            "http://10.0.0.1:80",
            "http://[::1]:80",
            "s3://bucket/x",
            "unix:///run/x",
            "http://%s:80",
            "http://<host>:80",
        ] {
            assert_eq!(hosts(text), [], "{text}");
        }
    }

    #[test]
    fn words_with_ports_are_hosts_and_tags_versions_and_digests_are_not() {
        assert_eq!(
            word("root@db:3306/x", true).map(|found| found.host),
            Some("db".to_owned())
        );
        assert_eq!(
            word("web.shop.svc.cluster.local", true).and_then(|found| found.port),
            None
        );
        for no in [
            "redis:7",
            "10:30",
            "sha256:0123456789",
            "a:b:80",
            "x_y:8080",
            "example.com",
            "-:80",
        ] {
            assert_eq!(word(no, true), None, "{no}");
        }
    }
}
