//! Texts that detectors and clusters wrote, made safe for people: masked, on one line, nothing invisible, not endless.

use sdo_sandbox::log::plain;
use std::borrow::Cow;

/// Masks credentials in a text. The snapshot crate has the rules; a round is handed them.
pub type Redact = for<'t> fn(&'t str) -> Cow<'t, str>;

/// What ends a text that was cut.
const MARK: &str = "…";

/// How texts are made safe.
#[derive(Clone, Copy, Debug)]
pub struct Wording {
    redact: Redact,
}

impl Wording {
    /// With the rules of `redact`.
    pub fn new(redact: Redact) -> Self {
        Self { redact }
    }

    /// `text` for people, at most `max` bytes.
    pub(crate) fn clean(&self, text: &str, max: usize) -> String {
        // Masked before it is cut: half a token has no known shape any more.
        one_line(&(self.redact)(text.trim()), max)
    }
}

/// `text` on one line, control, direction and invisible characters spelled out, at most `max` bytes.
pub fn one_line(text: &str, max: usize) -> String {
    let escaped = plain(text, usize::MAX);
    if escaped.len() <= max {
        return escaped;
    }
    let end = escaped.floor_char_boundary(max.saturating_sub(MARK.len()));
    let kept = escaped.get(..end).unwrap_or_default();
    format!("{kept}{MARK}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_cannot_forge_lines_links_or_direction() {
        let text = one_line("ok\nCRITICAL Pod x\u{1b}[31m\u{202e}", 200);
        assert_eq!(text, "ok\\nCRITICAL Pod x\\u{1b}[31m\\u{202e}");
    }

    #[test]
    fn a_long_text_is_cut_at_a_character_and_marked() {
        assert_eq!(one_line(&"é".repeat(10), 10), "ééé…");
    }

    #[test]
    fn masks_before_it_cuts() {
        let wording = Wording::new(|text| Cow::Owned(text.replace("hunter2", "***")));
        assert_eq!(wording.clean("  password hunter2", 14), "password ***");
    }
}
