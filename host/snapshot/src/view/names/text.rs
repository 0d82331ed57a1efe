//! Host names in environment values and in the text of configuration files.

use super::mention::{Mention, host_port, urls, word, words};
use super::words::Context;

/// Text past this many bytes is not looked at: dashboards and certificates, not configuration.
const MOST_BYTES: usize = 256 * 1024;

/// Hosts in the value of a variable or flag called `name`.
pub(crate) fn value(name: &str, value: &str) -> Vec<Mention> {
    let mut found = Vec::new();
    let rest = urls(value, true, &mut found);
    let all: Vec<&str> = words(&rest).collect();
    if let [only] = all.as_slice()
        && let Some((host, None)) = host_port(only)
        && Context::may_carry_bare_host(name)
        && value.trim() == *only
    {
        let certain = Context::carries_bare_host(name);
        found.push(Mention {
            host: host.to_owned(),
            port: None,
            certain,
        });
        return found;
    }
    // One value, or a list of equals, is what the variable means; a host within prose or options needs a closer look.
    let hosts: Vec<Mention> = all.iter().filter_map(|part| word(part, false)).collect();
    let certain = !hosts.is_empty() && hosts.len() == all.len() && Context::of(name) >= Context::WithPort;
    found.extend(hosts.into_iter().map(|mention| Mention { certain, ..mention }));
    found
}

/// Hosts in the text of a file, with the key under which each stands.
pub(crate) fn file(text: &str) -> Vec<Mention> {
    let text = text.get(..text.floor_char_boundary(MOST_BYTES)).unwrap_or(text);
    let mut found = Vec::new();
    let mut key_above = "";
    for line in text.lines() {
        let trimmed = line.trim();
        if is_comment(trimmed) {
            continue;
        }
        // Most lines of most files name no host; looking for the two marks is quick.
        if trimmed.contains(':') || trimmed.contains(".svc") || trimmed.contains('=') {
            of_line(trimmed, key_above, &mut found);
        }
        if let Some(key) = opened_key(trimmed) {
            key_above = key;
        }
    }
    found
}

/// Whether the line says nothing to the program that reads the file.
fn is_comment(line: &str) -> bool {
    ["#", "//", ";", "<!--", "*", "--", "/*"]
        .iter()
        .any(|mark| line.starts_with(mark))
}

/// The key of a line that opens a list or an object: `targets:`, `"targets": [`.
fn opened_key(line: &str) -> Option<&str> {
    let key = line
        .trim_end_matches(['[', '{', ' ', '|', '>', '-'])
        .strip_suffix([':', '='])?;
    Some(key.trim_matches(|c: char| !c.is_ascii_alphanumeric()))
}

fn of_line(line: &str, key_above: &str, found: &mut Vec<Mention>) {
    let rest = urls(line, false, found);
    if let Some((key, value)) = entry(&rest)
        && let Some((host, None)) = host_port(value)
        && Context::may_carry_bare_host(key)
    {
        // A bare word in a file is never certain: files are full of words.
        found.push(Mention {
            host: host.to_owned(),
            port: None,
            certain: false,
        });
        return;
    }
    for part in words(&rest) {
        if let Some(mention) = word(part, true) {
            let before = rest.find(part).and_then(|at| rest.get(..at)).unwrap_or_default();
            let certain = context(before, key_above) == Context::Host;
            found.push(Mention { certain, ..mention });
        }
    }
}

/// What stands before a word on its line says about it; for an item of a list, the key above.
fn context(before: &str, key_above: &str) -> Context {
    if before.bytes().any(|byte| byte.is_ascii_alphabetic()) {
        // Only the nearest words count: a long line may speak of many things.
        let start = before.ceil_char_boundary(before.len().saturating_sub(48));
        return Context::of(before.get(start..).unwrap_or(before));
    }
    match before.contains(['-', '"', '\'']) {
        true => Context::of(key_above),
        false => Context::None,
    }
}

/// Key and bare value of a line such as `"addr": "web",` or `db.host = web`.
fn entry(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once([':', '='])?;
    let value = value.trim().trim_end_matches(',').trim_matches(['"', '\'']);
    Some((key.trim().trim_matches(['"', '\'', '-', ' ']), value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn certain(mentions: Vec<Mention>) -> Vec<String> {
        let shown = |mention: Mention| match mention.port {
            Some(port) => format!("{}:{port}", mention.host),
            None => mention.host,
        };
        mentions
            .into_iter()
            .filter(|mention| mention.certain)
            .map(shown)
            .collect()
    }

    #[test]
    fn variables_give_certain_hosts_only_where_their_name_says_so() {
        assert_eq!(certain(value("GEO_ADDR", "geo:8080")), ["geo:8080"]);
        assert_eq!(
            certain(value("KAFKA_BROKERS", "kafka-0:9092,kafka-1:9092")),
            ["kafka-0:9092", "kafka-1:9092"]
        );
        assert_eq!(certain(value("DB_HOST", "mysql")), ["mysql"]);
        assert_eq!(certain(value("API_URL", "http://api/v1")), ["api"]);
        for (name, text) in [
            ("DD_SERVICE", "frontend"),
            ("HOST", "frontend"),
            ("IMAGE", "redis:7000"),
            ("LISTEN_ADDR", "web:8080"),
            ("JAVA_OPTS", "-Xmx512m -agentlib:jdwp=address=web:5005"),
            ("LOG_LEVELS", "root:100"),
        ] {
            assert_eq!(certain(value(name, text)), [""; 0], "{name}");
        }
    }

    #[test]
    fn files_give_hosts_under_keys_that_point_to_them() {
        let text = "{\n \"consulAddress\": \"consul:8500\",\n \"port\": 8080,\n}\nupstream x {\n server web:8080;\n}\ntargets:\n  - api:9090\n# see http://old:80\nimage: redis:6379\nlevel:1000\n";
        assert_eq!(certain(file(text)), ["consul:8500", "web:8080", "api:9090"]);
    }

    #[test]
    fn a_bare_word_in_a_file_is_kept_but_not_certain() {
        let found = file("\"addr\": \"user-service\",");
        assert_eq!((found[0].host.as_str(), found[0].certain), ("user-service", false));
    }
}
