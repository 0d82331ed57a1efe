//! Texts of detectors and clusters, made safe for those who read Events in a terminal.

/// What ends a text that was cut.
const MARK: &str = "…";

/// `text` on one line, control, direction and invisible characters spelled out, at most `max` bytes.
pub(super) fn one_line(text: &str, max: usize) -> String {
    let mut safe = String::with_capacity(text.len().min(max));
    // Where a cut leaves room for the mark and splits neither a character nor an escape.
    let mut cut = 0;
    for character in text.trim().chars() {
        if safe.len() + MARK.len() <= max {
            cut = safe.len();
        }
        match character {
            '\t' => safe.push(' '),
            _ if character.is_control() || is_deceptive(character) => safe.extend(character.escape_default()),
            _ => safe.push(character),
        }
        if safe.len() > max {
            safe.truncate(cut);
            safe.push_str(MARK);
            break;
        }
    }
    safe
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
    fn a_text_cannot_move_a_cursor_forge_a_line_or_turn_around() {
        assert_eq!(
            one_line("ok\nCRITICAL\u{1b}[31m\u{202e}", 200),
            "ok\\nCRITICAL\\u{1b}[31m\\u{202e}"
        );
    }

    #[test]
    fn a_cut_is_marked_and_splits_nothing() {
        assert_eq!(one_line(&"é".repeat(10), 10), "ééé…");
        assert_eq!(one_line("abcdef\u{1b}", 9), "abcdef…");
        assert_eq!(one_line("abcdef", 6), "abcdef");
        assert!((3..300).all(|max| one_line(&"x\u{202e}é".repeat(100), max).len() <= max));
    }
}
