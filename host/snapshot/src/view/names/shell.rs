//! Host names in command lines, and in the shell scripts within them.

use super::mention::{Mention, host_port, is_host, urls, word};
use super::text;

/// Words before the command itself.
const KEYWORDS: &[&str] = &[
    "until", "while", "if", "then", "else", "elif", "do", "done", "fi", "!", "exec", "time", "sudo", "command",
    "nohup", "eval",
];

/// Hosts in a command line of `words`, each with the index of its word.
pub(crate) fn command(words: &[String]) -> Vec<(usize, Mention)> {
    let mut found = Vec::new();
    let is_script = |word: &String| word.contains(char::is_whitespace) && !word.starts_with("--");
    for (at, script) in words.iter().enumerate().filter(|(_, word)| is_script(word)) {
        found.extend(self::script(script).into_iter().map(|mention| (at, mention)));
    }
    let (places, plain): (Vec<usize>, Vec<&str>) = words
        .iter()
        .enumerate()
        .filter(|(_, word)| !is_script(word))
        .map(|(at, word)| (at, word.as_str()))
        .unzip();
    for (at, mention) in simple(&plain) {
        found.push((places.get(at).copied().unwrap_or_default(), mention));
    }
    found
}

/// Hosts in a shell script.
pub(super) fn script(text: &str) -> Vec<Mention> {
    let mut found = Vec::new();
    let text = text.replace("\\\n", " ");
    for line in text.lines().filter(|line| !line.trim_start().starts_with('#')) {
        found.extend(devices(line));
        for part in line.split(['|', ';', '&', '(', ')', '`']) {
            let words: Vec<&str> = part
                .split_whitespace()
                .map(|word| word.trim_matches(['"', '\'']))
                .collect();
            found.extend(simple(&words).into_iter().map(|(_, mention)| mention));
        }
    }
    found
}

/// Bash's `/dev/tcp/HOST/PORT`.
fn devices(line: &str) -> Vec<Mention> {
    let after = line.split("/dev/tcp/").skip(1).chain(line.split("/dev/udp/").skip(1));
    let target = |rest: &str| {
        let mut parts = rest.split(|c: char| c == '/' || c.is_whitespace() || matches!(c, '"' | '\'' | ')' | ';'));
        sure(parts.next()?, parts.next()?.parse().ok())
    };
    after.filter_map(target).collect()
}

/// Hosts of one command, each with the index of its word.
fn simple(words: &[&str]) -> Vec<(usize, Mention)> {
    let start = words
        .iter()
        .position(|word| !is_before_the_command(word))
        .unwrap_or(words.len());
    let Some(program) = words.get(start).map(|word| word.rsplit('/').next().unwrap_or(word)) else {
        return Vec::new();
    };
    let rest: Vec<(usize, &str)> = words.iter().copied().enumerate().skip(start + 1).collect();
    let mut found = match program {
        "timeout" => {
            let skip = start + 2;
            return simple(words.get(skip..).unwrap_or_default())
                .into_iter()
                .map(|(at, mention)| (at + skip, mention))
                .collect();
        }
        "nc" | "ncat" | "netcat" | "telnet" => connect(&rest),
        "curl" | "wget" => fetch(&rest),
        "getent" => resolve(rest.get(1..).unwrap_or_default()),
        "nslookup" | "dig" | "host" | "ping" | "drill" => resolve(&rest),
        "pg_isready" | "psql" | "mysql" | "mysqladmin" | "mariadb" | "redis-cli" | "mongo" | "mongosh" | "pg_dump" => {
            client(&rest)
        }
        _ => Vec::new(),
    };
    let is_wait = program.contains("wait") || matches!(program, "dockerize" | "sh" | "bash");
    found.extend(options(words, is_wait));
    found
}

fn is_before_the_command(word: &str) -> bool {
    KEYWORDS.contains(&word)
        || word
            .split_once('=')
            .is_some_and(|(name, _)| !name.is_empty() && !name.starts_with('-') && !name.contains(['/', ':']))
}

fn sure(host: &str, port: Option<u16>) -> Option<Mention> {
    is_host(host).then(|| Mention {
        host: host.to_owned(),
        port,
        certain: true,
    })
}

/// The words that are no option; numbers behind an option may be its value.
fn arguments<'a>(rest: &'a [(usize, &'a str)]) -> impl Iterator<Item = (usize, &'a str)> {
    let is_redirection = |word: &str| word.contains('>') || word.contains('<');
    rest.iter()
        .copied()
        .filter(move |(_, word)| !word.starts_with('-') && !is_redirection(word))
}

/// `nc -z HOST PORT`.
fn connect(rest: &[(usize, &str)]) -> Vec<(usize, Mention)> {
    let words: Vec<(usize, &str)> = arguments(rest).collect();
    let pair = words.windows(2).find_map(|pair| match pair {
        [(at, host), (_, port)] => Some((*at, sure(host, Some(port.parse().ok()?))?)),
        _ => None,
    });
    pair.into_iter().collect()
}

/// `curl web:8080/healthz`; URLs are found as such.
fn fetch(rest: &[(usize, &str)]) -> Vec<(usize, Mention)> {
    let is_target = |word: &str| !word.contains("://") && (word.contains(':') || word.contains(".svc"));
    let host = |word: &str| host_port(word.split(['/', '?']).next()?).and_then(|(host, port)| sure(host, port));
    // The value of an option looks like a target too (`-H key:1`), so that only words behind a plain word count.
    let behind_option = |at: usize| rest.iter().any(|(other, word)| other + 1 == at && takes_value(word));
    arguments(rest)
        .filter(|(at, word)| is_target(word) && !behind_option(*at))
        .filter_map(|(at, word)| Some((at, host(word)?)))
        .collect()
}

/// Whether this option of `curl` or `wget` takes the next word.
fn takes_value(option: &str) -> bool {
    let long = [
        "--header",
        "--user",
        "--data",
        "--output",
        "--request",
        "--resolve",
        "--connect-to",
        "--cacert",
        "--cert",
        "--key",
    ];
    let short = option.starts_with('-')
        && !option.starts_with("--")
        && option.ends_with(['H', 'u', 'd', 'o', 'O', 'X', 'm', 'T', 't', 'w', 'e', 'A']);
    long.contains(&option) || short && !option.ends_with("qO")
}

/// `nslookup HOST`, `getent hosts HOST`.
fn resolve(rest: &[(usize, &str)]) -> Vec<(usize, Mention)> {
    let is_name = |word: &str| is_host(word) && !word.bytes().all(|byte| byte.is_ascii_uppercase());
    arguments(rest)
        .find(|(_, word)| is_name(word))
        .and_then(|(at, word)| Some((at, sure(word, None)?)))
        .into_iter()
        .collect()
}

/// `psql -h HOST -p PORT`, `mysql -hHOST`, `mongo --host HOST`.
fn client(rest: &[(usize, &str)]) -> Vec<(usize, Mention)> {
    let option = |short: &str, long: &str| {
        rest.iter().enumerate().find_map(|(place, (at, word))| {
            if *word == short || *word == long {
                return rest.get(place + 1).map(|(_, next)| (*at + 1, *next));
            }
            let glued = word
                .strip_prefix(long)
                .and_then(|value| value.strip_prefix('='))
                .or_else(|| word.strip_prefix(short));
            glued
                .filter(|value| !value.is_empty() && !word.starts_with("--help"))
                .map(|value| (*at, value))
        })
    };
    let port = option("-p", "--port").and_then(|(_, port)| port.parse().ok());
    let host = option("-h", "--host").and_then(|(at, host)| {
        let (host, own) = host_port(host)?;
        Some((at, sure(host, own.or(port))?))
    });
    host.into_iter().collect()
}

/// URLs anywhere, values of options, and, for a program that waits for others, plain words with a port.
fn options(words: &[&str], is_wait: bool) -> Vec<(usize, Mention)> {
    let mut found = Vec::new();
    let mut option = "";
    for (at, word) in words.iter().enumerate() {
        let mentions = match word.split_once('=') {
            Some((name, value)) if !name.contains("://") => text::value(name, value),
            _ if word.starts_with('-') => Vec::new(),
            _ if option.starts_with('-') => text::value(option, word),
            _ => positional(word, is_wait),
        };
        found.extend(mentions.into_iter().map(|mention| (at, mention)));
        option = word;
    }
    found
}

fn positional(text: &str, is_wait: bool) -> Vec<Mention> {
    let mut found = Vec::new();
    let rest = urls(text, true, &mut found);
    found.extend(
        rest.split([',', '"', '\''])
            .filter_map(|part| word(part.trim(), is_wait)),
    );
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn certain(words: &[&str]) -> Vec<String> {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let mut found: Vec<String> = command(&words)
            .into_iter()
            .filter(|(_, mention)| mention.certain)
            .map(|(at, mention)| format!("{at} {}:{}", mention.host, mention.port.unwrap_or_default()))
            .collect();
        found.sort();
        found.dedup();
        found
    }

    #[test]
    fn commands_that_wait_for_others_name_them() {
        let sh = |script: &str| certain(&["sh", "-c", script]);
        assert_eq!(
            sh("until nc -z -v -w 30 kafka 9092; do echo waiting; sleep 2; done"),
            ["2 kafka:9092"]
        );
        assert_eq!(
            sh("until nslookup mydb.shop.svc.cluster.local; do sleep 2; done"),
            ["2 mydb.shop.svc.cluster.local:0"]
        );
        assert_eq!(sh("while ! getent hosts db >/dev/null; do sleep 1; done"), ["2 db:0"]);
        assert_eq!(
            sh("until wget -qO- http://api:8080/healthz; do :; done"),
            ["2 api:8080"]
        );
        assert_eq!(sh("timeout 30 bash -c 'cat < /dev/tcp/redis/6379'"), ["2 redis:6379"]);
        assert_eq!(sh("until pg_isready -h pg -p 5432; do sleep 1; done"), ["2 pg:5432"]);
        assert_eq!(certain(&["/wait-for-it.sh", "db:5432", "--", "run"]), ["1 db:5432"]);
        assert_eq!(certain(&["nc", "-z", "web", "80"]), ["2 web:80"]);
    }

    #[test]
    fn options_name_hosts_by_what_they_are_called() {
        assert_eq!(
            certain(&[
                "app",
                "--redis.addr=redis:6379",
                "--endpoint",
                "otel:4317",
                "--name=web:80"
            ]),
            ["1 redis:6379", "3 otel:4317"]
        );
    }

    #[test]
    fn variables_images_owners_and_comments_are_no_hosts() {
        let none = [""; 0];
        assert_eq!(
            certain(&[
                "sh",
                "-c",
                "until nc -z $DB_HOST 5432; do sleep 1; done\n# nc -z old 80\nchown nginx:1000 /data"
            ]),
            none
        );
        assert_eq!(certain(&["run", "redis:7000", "-listen", "web:80"]), none);
        assert_eq!(certain(&["curl", "-H", "x:80", "localhost"]), none);
    }
}
