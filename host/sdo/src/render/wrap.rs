//! Lines that fit, by display width.

use textwrap::{Options, WordSplitter, fill};

/// `text` below `indent`, continued two columns further in, each line ended.
pub(crate) fn hanging(text: &str, indent: &str, width: usize) -> String {
    let further = format!("{indent}  ");
    wrapped(text, indent, &further, width)
}

/// `text` as a block below `indent`, each line ended.
pub(crate) fn paragraph(text: &str, indent: &str, width: usize) -> String {
    wrapped(text, indent, indent, width)
}

fn wrapped(text: &str, first: &str, rest: &str, width: usize) -> String {
    // Object names and commands are copied: they are never broken at a hyphen, and a word that is too long stays whole.
    let options = Options::new(width).initial_indent(first).subsequent_indent(rest);
    let options = options
        .word_splitter(WordSplitter::NoHyphenation)
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .break_words(false);
    fill(text, options) + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_never_broken() {
        let text = hanging("the claim data-postgres-0 waits", "  ", 16);
        assert_eq!(text, "  the claim\n    data-postgres-0\n    waits\n");
    }

    #[test]
    fn wide_characters_count_twice() {
        assert_eq!(paragraph("日本 日本", "", 5), "日本\n日本\n");
    }
}
