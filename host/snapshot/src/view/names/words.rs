//! What the name of a variable, a flag or a key says about its value.

/// A last word that holds one of these says that the value is something to connect to.
const POINTS_TO_A_HOST: &[&str] = &[
    "host",
    "addr",
    "url",
    "uri",
    "endpoint",
    "server",
    "broker",
    "bootstrap",
    "upstream",
    "backend",
    "target",
    "proxy",
    "dsn",
    "connect",
    "peer",
    "seed",
    "collector",
    "exporter",
    "remote",
    "forward",
];

/// Says so when a port stands behind the value.
const POINTS_TO_A_PORT: &[&str] = &[
    "service",
    "svc",
    "redis",
    "mongo",
    "kafka",
    "mysql",
    "postgres",
    "rabbit",
    "amqp",
    "memcache",
    "elastic",
    "consul",
    "etcd",
    "zookeeper",
    "jaeger",
    "nats",
    "db",
    "database",
    "otlp",
    "otel",
    "statsd",
    "opensearch",
    "minio",
    "vault",
    "keycloak",
    "smtp",
    "ldap",
    "cassandra",
    "influx",
    "clickhouse",
    "loki",
    "tempo",
    "grpc",
    "http",
    "api",
    "wait",
];

/// A word that begins so says that the value is no host to connect to, or this workload's own.
const POINTS_ELSEWHERE: &[&str] = &[
    "listen",
    "bind",
    "advertise",
    "allow",
    "virtual",
    "public",
    "external",
    "ingress",
    "cookie",
    "trusted",
    "image",
    "email",
    "registry",
    "domain",
    "cors",
    "origin",
    "header",
    "version",
    "chown",
];

/// Words that say so by themselves.
const OWN: &[&str] = &["node", "self", "mac", "tag", "my"];

/// How sure a context makes that a word is a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Context {
    /// Nothing says so.
    None,
    /// It is one if a port stands with it.
    WithPort,
    /// It is one.
    Host,
}

impl Context {
    /// What the name of a variable or flag, or the text before a value in a file, says. The last word decides:
    /// `USER_ADDR` holds an address, `SERVER_NAME` a name.
    pub(crate) fn of(name: &str) -> Self {
        let words = words_of(name);
        let elsewhere = |word: &String| {
            OWN.contains(&word.as_str()) || POINTS_ELSEWHERE.iter().any(|start| word.starts_with(start))
        };
        let last = words
            .iter()
            .rev()
            .find(|word| !word.bytes().all(|byte| byte.is_ascii_digit()) && *word != "port");
        let says = |words: &[&str]| last.is_some_and(|last| words.iter().any(|word| last.contains(word)));
        match words.iter().any(elsewhere) {
            true => Context::None,
            false if says(POINTS_TO_A_HOST) => Context::Host,
            false if says(POINTS_TO_A_PORT) => Context::WithPort,
            false => Context::None,
        }
    }

    /// Whether a bare word, without a port, under this variable is a host for sure: `DB_HOST`, `redis.addr`, not `HOST` alone.
    pub(crate) fn carries_bare_host(name: &str) -> bool {
        let name = name.to_ascii_lowercase();
        let Some(owner) = ["_host", "-host", ".host", "_addr", "-addr", ".addr"]
            .iter()
            .find_map(|end| name.strip_suffix(end))
        else {
            return false;
        };
        let is_own = [
            "app", "server", "http", "pod", "my", "grpc", "web", "api", "service", "base", "site",
        ]
        .contains(&owner);
        Context::of(&name) == Context::Host && !is_own
    }

    /// Whether a bare word under this variable may be a host: worth a look at what exists under that name.
    pub(crate) fn may_carry_bare_host(name: &str) -> bool {
        let name = name.to_ascii_lowercase();
        let ends = [
            "host", "hostname", "addr", "address", "url", "uri", "endpoint", "service", "server", "svc",
        ];
        ends.iter().any(|end| name.ends_with(end))
    }
}

/// The words of a name in lower case: `consulAddress`, `CONSUL_ADDRESS` and `consul.address` have the same.
fn words_of(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut after_lower = false;
    for c in name.chars() {
        let starts = !c.is_ascii_alphanumeric() || c.is_ascii_uppercase() && after_lower;
        if starts && words.last().is_some_and(|word| !word.is_empty()) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| c.is_ascii_alphanumeric()) {
            word.push(c.to_ascii_lowercase());
        }
        after_lower = c.is_ascii_lowercase();
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Words that stand in for a host in samples and defaults, or mean something else.
pub(crate) fn is_filler(host: &str) -> bool {
    const FILLERS: &[&str] = &[
        "localhost",
        "localhost4",
        "localhost6",
        "ip6-localhost",
        "ip6-loopback",
        "localdomain",
        "broadcasthost",
        "metadata",
        "instance-data",
        "host",
        "hostname",
        "myhost",
        "my-host",
        "yourhost",
        "your-host",
        "somehost",
        "server",
        "myserver",
        "example",
        "address",
        "addr",
        "domain",
        "name",
        "port",
        "node",
        "pod",
        "none",
        "null",
        "nil",
        "undefined",
        "true",
        "false",
        "yes",
        "no",
        "on",
        "off",
        "auto",
        "any",
        "all",
        "default",
        "disabled",
        "enabled",
        "internal",
        "external",
        "local",
        "production",
        "development",
        "staging",
        "prod",
        "dev",
        "test",
        "kubernetes",
        "redacted",
        "hidden",
        "foo",
        "bar",
        "foobar",
    ];
    FILLERS.contains(&host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_hosts_to_connect_to_from_own_and_other_values() {
        for name in [
            "GEO_ADDRESS",
            "consulAddress",
            "kafka.bootstrap.servers",
            "DB_HOSTNAME",
            "--otlp-endpoint",
            "UserMongoAddress",
            "PEER_0",
        ] {
            assert_eq!(Context::of(name), Context::Host, "{name}");
        }
        for name in [
            "LISTEN_ADDR",
            "bind-address",
            "NODE_HOST",
            "REDIS_IMAGE",
            "ALLOWED_HOSTS",
            "LOG_LEVEL",
            "SERVER_NAME",
            "CACHE_SIZE",
            "DB_USER",
        ] {
            assert_eq!(Context::of(name), Context::None, "{name}");
        }
        assert_eq!(Context::of("REDIS"), Context::WithPort);
    }

    #[test]
    fn a_bare_word_is_a_host_only_under_a_name_that_says_whose() {
        assert!(Context::carries_bare_host("DB_HOST") && Context::carries_bare_host("redis.addr"));
        assert!(!Context::carries_bare_host("HOST") && !Context::carries_bare_host("APP_HOST"));
        assert!(!Context::carries_bare_host("DD_SERVICE") && Context::may_carry_bare_host("DD_SERVICE"));
    }
}
