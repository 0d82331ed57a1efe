//! A Corefile, read as CoreDNS reads it, down to plugin lines and their blocks.
//!
//! Tolerant: snippets and imports are left out, placeholders such as `{$ZONE}` stay as written, a server block that never
//! closes is dropped, and nothing is refused.

use std::ops::Range;

/// The port of a server block that names none, by the scheme of its zone.
const DNS_PORT: u16 = 53;

/// One server block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Server {
    /// Zones, lower case, without scheme, port and last dot; `.` for all.
    pub(crate) zones: Vec<String>,
    pub(crate) port: u16,
    pub(crate) plugins: Vec<Plugin>,
}

/// A plugin's line and the lines of its block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Plugin {
    pub(crate) name: String,
    pub(crate) args: Vec<String>,
    pub(crate) block: Vec<String>,
}

/// The server blocks of a Corefile in order.
pub(crate) fn parse(text: &str) -> Vec<Server> {
    let lines = lines(text);
    let mut reader = Reader {
        text,
        lines: &lines,
        at: 0,
    };
    let mut servers = Vec::new();
    while let Some(line) = reader.next() {
        if let Some(server) = reader.server(line) {
            servers.push(server);
        }
    }
    servers
}

/// One word, quotes taken off.
struct Token {
    value: String,
    quoted: bool,
    /// Where it stands in the text, quotes included.
    span: Range<usize>,
}

impl Token {
    fn is(&self, brace: &str) -> bool {
        !self.quoted && self.value == brace
    }
}

/// Words that stand on one line; a quoted word may span several.
type Line = Vec<Token>;

/// The non-empty lines of `text` without comments.
fn lines(text: &str) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut line = Line::new();
    let mut at = 0;
    while let Some((start, first)) = text
        .get(at..)
        .and_then(|rest| rest.chars().next())
        .map(|first| (at, first))
    {
        at += first.len_utf8();
        match first {
            '\n' => lines.push(std::mem::take(&mut line)),
            '#' => at = end_of(text, at, |c| c == '\n'),
            '"' => {
                at = end_of_quoted(text, at);
                let inner = text.get(start + 1..at).unwrap_or_default();
                let inner = inner.strip_suffix('"').unwrap_or(inner);
                line.push(Token {
                    value: inner.replace("\\\"", "\""),
                    quoted: true,
                    span: start..at,
                });
            }
            blank if blank.is_whitespace() => {}
            _ => {
                at = end_of(text, at, char::is_whitespace);
                let value = text.get(start..at).unwrap_or_default().to_owned();
                line.push(Token {
                    value,
                    quoted: false,
                    span: start..at,
                });
            }
        }
    }
    lines.push(line);
    lines.retain(|line| !line.is_empty());
    lines
}

fn end_of(text: &str, from: usize, stop: impl Fn(char) -> bool) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    rest.find(stop).map_or(text.len(), |length| from + length)
}

/// The place behind the closing quote.
fn end_of_quoted(text: &str, from: usize) -> usize {
    let mut escaped = false;
    for (offset, byte) in text.bytes().enumerate().skip(from) {
        match byte {
            b'"' if !escaped => return offset + 1,
            b'\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    text.len()
}

struct Reader<'a> {
    text: &'a str,
    lines: &'a [Line],
    at: usize,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Option<&'a Line> {
        let line = self.lines.get(self.at)?;
        self.at += 1;
        Some(line)
    }

    /// The server block that `line` opens; `None` for an import, a snippet, or a block that never closes.
    fn server(&mut self, line: &'a Line) -> Option<Server> {
        if line.first().is_some_and(|token| token.value == "import") {
            return None;
        }
        let mut keys: Vec<&Token> = line.iter().collect();
        // Zones may go on over lines that end in a comma, and the brace may stand on a line of its own.
        while !keys.last().is_some_and(|token| token.is("{")) {
            let more = keys.last().is_some_and(|token| token.value.ends_with(','));
            let upcoming = self.lines.get(self.at)?;
            if !more && !upcoming.first().is_some_and(|token| token.is("{")) {
                return None;
            }
            keys.extend(self.next()?);
        }
        keys.pop();
        let plugins = self.plugins()?;
        let is_snippet = keys
            .first()
            .is_some_and(|key| key.value.starts_with('(') && key.value.ends_with(')'));
        (!is_snippet && !keys.is_empty()).then(|| named(&keys, plugins))
    }

    /// The plugins up to the closing brace of a server block.
    fn plugins(&mut self) -> Option<Vec<Plugin>> {
        let mut plugins = Vec::new();
        loop {
            let line = self.next()?;
            let (first, rest) = line.split_first()?;
            if first.is("}") {
                return Some(plugins);
            }
            let opens = rest.last().is_some_and(|token| token.is("{"));
            let args = if opens { rest.split_last()?.1 } else { rest };
            let block = if opens { self.block()? } else { Vec::new() };
            if first.value == "import" {
                continue;
            }
            let args = args.iter().map(|token| token.value.clone()).collect();
            plugins.push(Plugin {
                name: first.value.to_ascii_lowercase(),
                args,
                block,
            });
        }
    }

    /// The lines of a plugin's block, braces within it included, up to its closing brace.
    fn block(&mut self) -> Option<Vec<String>> {
        let mut block = Vec::new();
        let mut depth = 0_usize;
        loop {
            let line = self.next()?;
            if line.first().is_some_and(|token| token.is("}")) {
                match depth.checked_sub(1) {
                    None => return Some(block),
                    Some(less) => depth = less,
                }
            }
            depth += usize::from(line.last().is_some_and(|token| token.is("{")));
            block.push(self.written(line));
        }
    }

    /// A line as it stands in the text, without its comment.
    fn written(&self, line: &Line) -> String {
        let (Some(first), Some(last)) = (line.first(), line.last()) else {
            return String::new();
        };
        self.text
            .get(first.span.start..last.span.end)
            .unwrap_or_default()
            .to_owned()
    }
}

fn named(keys: &[&Token], plugins: Vec<Plugin>) -> Server {
    let written = keys
        .iter()
        .flat_map(|key| key.value.split(','))
        .filter(|key| !key.is_empty());
    let (zones, ports): (Vec<String>, Vec<Option<u16>>) = written.map(zone).unzip();
    let port = ports.into_iter().flatten().next().unwrap_or(DNS_PORT);
    Server { zones, port, plugins }
}

/// A zone and its port, of e.g. `tls://example.org.:5553`.
fn zone(key: &str) -> (String, Option<u16>) {
    let (scheme, rest) = key.split_once("://").unwrap_or(("", key));
    let by_scheme = match scheme {
        "tls" | "quic" => Some(853),
        "https" | "https3" => Some(443),
        "grpc" => Some(443),
        _ => None,
    };
    let split = rest
        .rsplit_once(':')
        .filter(|(_, port)| port.bytes().all(|byte| byte.is_ascii_digit()) && !port.is_empty());
    let (host, port) = split.map_or((rest, None), |(host, port)| (host, port.parse().ok()));
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    let host = if host.is_empty() { ".".to_owned() } else { host };
    (host, port.or(by_scheme))
}

#[cfg(test)]
mod tests {
    use super::*;

    const KUBEADM: &str = r#"
.:53 {
    errors
    health {
       lameduck 5s
    }
    # comments go
    kubernetes cluster.local in-addr.arpa ip6.arpa {   # also here
       pods insecure
       fallthrough in-addr.arpa ip6.arpa
    }
    template ANY AAAA cluster.local {
        match "^(?P<name>[a-z]+) \"x\"$"
        answer "{{ .Name }} 60 IN AAAA ::1"
        rcode NXDOMAIN
    }
    forward . /etc/resolv.conf
    import custom/*.override
}
import custom/*.server
"#;

    #[test]
    fn a_usual_corefile_reads_as_one_server_with_its_plugins() {
        let servers = parse(KUBEADM);
        assert_eq!(servers.len(), 1);
        assert_eq!(
            (servers[0].zones.as_slice(), servers[0].port),
            ([".".to_owned()].as_slice(), 53)
        );
        let names: Vec<_> = servers[0].plugins.iter().map(|plugin| plugin.name.as_str()).collect();
        assert_eq!(names, ["errors", "health", "kubernetes", "template", "forward"]);
        assert_eq!(servers[0].plugins[1].block, ["lameduck 5s"]);
        assert_eq!(
            servers[0].plugins[2].args,
            ["cluster.local", "in-addr.arpa", "ip6.arpa"]
        );
        assert_eq!(servers[0].plugins[3].block[1], r#"answer "{{ .Name }} 60 IN AAAA ::1""#);
    }

    #[test]
    fn several_zones_schemes_and_ports_are_understood() {
        let servers = parse(
            "(log) {\n errors\n}\nExample.org. tls://b.example:5553,\n c.example {\n log\n}\n{$ZONE}:{$PORT} {\n  whoami\n}",
        );
        assert_eq!(servers.len(), 2);
        assert_eq!(servers[0].zones, ["example.org", "b.example", "c.example"]);
        assert_eq!(servers[0].port, 5553);
        assert_eq!(servers[1].zones, ["{$zone}:{$port}"]);
    }

    #[test]
    fn a_quoted_argument_may_hold_blanks_braces_and_line_ends() {
        let servers =
            parse(". {\n rewrite name regex \"(.*) {\" \"a\nb\"\n hosts /etc/h {\n 10.0.0.1 a\n fallthrough\n }\n}");
        assert_eq!(servers[0].plugins[0].args, ["name", "regex", "(.*) {", "a\nb"]);
        assert_eq!(servers[0].plugins[1].block, ["10.0.0.1 a", "fallthrough"]);
    }

    #[test]
    fn what_never_closes_or_is_no_corefile_is_left_out() {
        assert!(parse(".:53 {\n errors\n cache {\n").is_empty());
        assert!(parse("}\n}\n{\n").is_empty());
        assert!(parse("\"").is_empty());
        assert!(parse("hello world\nfoo: bar").is_empty());
        assert_eq!(parse("a {\n} \nb {\n whoami\n}").len(), 2);
    }
}
