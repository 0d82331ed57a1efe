//! Texts that clusters, servers and detectors wrote, made safe for whoever reads them: on one line, nothing invisible, not endless.
//!
//! A round cleans what a detector says; here everything is cleaned once more, because a board also carries words of API servers,
//! names of clusters and notes of other parts, and this is the last place before a reader.

/// Bytes of one text that is shown: a summary is shorter, and a server's longest refusal fits.
const MAX_TEXT: usize = 2048;
/// What ends a text that was cut.
const MARK: &str = "…";
/// Marks on one letter. Languages that need them use two or three; more pile up over the lines around.
const MAX_MARKS: usize = 3;

/// `text` on one line, control, direction and invisible characters spelled out, at most [`MAX_TEXT`] bytes.
pub(crate) fn clean(text: &str) -> String {
    cut(text, MAX_TEXT)
}

/// The same with a limit of the caller's.
pub(crate) fn cut(text: &str, max: usize) -> String {
    let mut out = String::with_capacity(text.len().min(max));
    let mut marks = 0;
    for character in text.chars() {
        let before = out.len();
        marks = if is_mark(character) { marks + 1 } else { 0 };
        match character.is_control() || is_deceptive(character) || marks > MAX_MARKS {
            true => out.extend(character.escape_default()),
            false => out.push(character),
        }
        if out.len() > max {
            out.truncate(before);
            return shorten(out, max);
        }
    }
    out
}

/// `text` for a cell of a table. A spreadsheet that the table is pasted into takes what begins like this for a formula.
pub(crate) fn cell(text: &str) -> String {
    let text = clean(text);
    match text.starts_with(['=', '+', '-', '@']) {
        true => format!("'{text}"),
        false => text,
    }
}

fn shorten(mut text: String, max: usize) -> String {
    text.truncate(text.floor_char_boundary(max.saturating_sub(MARK.len())));
    text + MARK
}

/// Characters that are not seen or that turn the direction of what follows.
fn is_deceptive(character: char) -> bool {
    matches!(character,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Characters that are drawn onto the one before.
fn is_mark(character: char) -> bool {
    matches!(character,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_cannot_forge_lines_move_a_cursor_or_turn_its_direction() {
        assert_eq!(
            clean("ok\r\n\u{1b}]8;;http://x\u{7}\u{202e}drow\u{200b}"),
            "ok\\r\\n\\u{1b}]8;;http://x\\u{7}\\u{202e}drow\\u{200b}"
        );
    }

    #[test]
    fn marks_that_pile_up_are_spelled_out_and_others_stay() {
        assert_eq!(clean("e\u{301}te\u{301}"), "e\u{301}te\u{301}");
        let piled = clean(&format!("Z{}", "\u{301}".repeat(5)));
        assert_eq!(piled, "Z\u{301}\u{301}\u{301}\\u{301}\\u{301}");
    }

    #[test]
    fn cleaning_twice_changes_nothing() {
        let once = clean(&format!("a\u{1b}[31m\n{}", "\u{301}".repeat(9)));
        assert_eq!(clean(&once), once);
    }

    #[test]
    fn a_long_text_is_cut_at_a_character_and_marked() {
        assert_eq!(cut(&"é".repeat(10), 10), "ééé…");
        assert!(clean(&"\u{1b}".repeat(10_000)).len() <= MAX_TEXT);
    }

    #[test]
    fn a_cell_is_no_formula() {
        assert_eq!(cell("=HYPERLINK(\"x\")"), "'=HYPERLINK(\"x\")");
        assert_eq!(cell("@SUM(A1)"), "'@SUM(A1)");
        assert_eq!(cell("app=web"), "app=web");
    }
}
