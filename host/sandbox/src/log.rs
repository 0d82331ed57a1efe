//! What a detector says besides its findings: bounded, and without effect on a terminal or a log parser.

use crate::limits::Limits;

/// How loud a log line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// For the author.
    Debug,
    /// For the reader of a run.
    Info,
    /// Something odd that is no finding.
    Warn,
    /// The detector could not do its work.
    Error,
}

/// One line that a detector logged.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct LogLine {
    /// How loud.
    pub level: Level,
    /// The text, one line, control and direction characters escaped.
    pub text: String,
}

/// The log of one run.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Log {
    /// The lines kept, in order.
    pub lines: Vec<LogLine>,
    /// Lines not kept because a limit was reached.
    pub dropped: u64,
    #[serde(skip)]
    bytes: usize,
}

impl Log {
    /// Keeps `text` if the limits allow; cuts it at the byte limit.
    pub(crate) fn push(&mut self, limits: &Limits, level: Level, text: &str) {
        let left = usize::try_from(limits.log_bytes)
            .unwrap_or(usize::MAX)
            .saturating_sub(self.bytes);
        if self.lines.len() as u64 >= limits.log_lines || left == 0 {
            self.dropped += 1;
            return;
        }
        let text = plain(text, left);
        self.bytes += text.len().max(1);
        self.lines.push(LogLine { level, text });
    }
}

/// `text` on one line with control, direction and invisible characters escaped, cut to `max` bytes.
///
/// Tabs stay. What a guest writes must not move a cursor, open a link, forge a log record or read differently than it is.
pub fn plain(text: &str, max: usize) -> String {
    let mut out = String::with_capacity(text.len().min(max));
    for character in text.chars() {
        let before = out.len();
        match character {
            '\t' => out.push('\t'),
            _ if character.is_control() || is_deceptive(character) => out.extend(character.escape_default()),
            _ => out.push(character),
        }
        if out.len() > max {
            out.truncate(before);
            break;
        }
    }
    out
}

/// Characters that are not seen or that turn the direction of what follows.
fn is_deceptive(character: char) -> bool {
    matches!(character,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminal_sequences_and_forged_records_stay_on_their_line() {
        let text = plain(
            "a\r\n{\"level\":\"error\"}\u{1b}]8;;http://x\u{7}link\u{202e}drow",
            1_000,
        );
        assert_eq!(
            text,
            "a\\r\\n{\"level\":\"error\"}\\u{1b}]8;;http://x\\u{7}link\\u{202e}drow"
        );
    }

    #[test]
    fn a_cut_never_splits_a_character_or_an_escape() {
        assert_eq!(plain("é\u{1b}", 2), "é");
        assert_eq!(plain("é\u{1b}", 1), "");
    }

    #[test]
    fn lines_past_the_limit_are_counted() {
        let limits = Limits {
            log_lines: 2,
            log_bytes: 5,
            ..Limits::default()
        };
        let mut log = Log::default();
        for text in ["abc", "defg", "h"] {
            log.push(&limits, Level::Info, text);
        }
        assert_eq!(
            log.lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>(),
            ["abc", "de"]
        );
        assert_eq!(log.dropped, 1);
    }
}
