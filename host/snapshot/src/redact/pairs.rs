//! `password=hunter2`, `"token": "abc"`, `Authorization: Bearer abc`.

use super::mask;
use super::name::{is_credential, is_literal};
use std::ops::Range;

/// Values that stand after a credential-like name and `=` or `:`.
pub(super) fn assignments(text: &str) -> Option<String> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let separators = text.bytes().enumerate().filter(|(_, byte)| matches!(byte, b'=' | b':'));
    for (at, _) in separators {
        let past = found.last().is_none_or(|last| last.end <= at);
        if let Some(range) = past.then(|| value(text, at)).flatten() {
            found.push(range);
        }
    }
    mask(text, &found)
}

/// The range of a credential that the separator at `at` assigns.
fn value(text: &str, at: usize) -> Option<Range<usize>> {
    let name = name_before(text.get(..at)?)?;
    let rest = text.get(at + 1..)?;
    let lead = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    let start = at + 1 + lead;
    let value = text.get(start..)?;
    if name.text.eq_ignore_ascii_case("authorization") {
        return bearer(value).map(|range| start + range.start..start + range.end);
    }
    if !is_credential(name.text) {
        return None;
    }
    let range = match value.chars().next()? {
        quote @ ('"' | '\'') => 1..1 + value.get(1..)?.find(quote)?,
        // In prose a colon explains; only YAML assigns with it, one entry a line.
        _ if text.as_bytes().get(at) == Some(&b':') => name.starts_line.then(|| 0..line(value))?,
        _ => 0..value.find(ends_value).unwrap_or(value.len()),
    };
    is_literal(value.get(range.clone())?).then_some(start + range.start..start + range.end)
}

fn line(value: &str) -> usize {
    value
        .find(['\n', '\r'])
        .map_or(value, |end| value.get(..end).unwrap_or_default())
        .trim_end()
        .len()
}

fn ends_value(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, ',' | ';' | '&' | ')' | ']' | '}' | '"' | '\'')
}

/// The range of the token in `Bearer abc` or `Basic abc`.
fn bearer(value: &str) -> Option<Range<usize>> {
    let quote = usize::from(value.starts_with(['"', '\'']));
    let scheme = value.get(quote..)?.find(' ')? + quote + 1;
    let token = value.get(scheme..)?;
    let length = token.find(ends_value).unwrap_or(token.len());
    is_literal(token.get(..length)?).then_some(scheme..scheme + length)
}

struct Name<'a> {
    text: &'a str,
    /// Nothing but blanks, a quote or a list dash stands before it on its line.
    starts_line: bool,
}

/// The name that ends right before a separator, quotes and blanks aside.
fn name_before(before: &str) -> Option<Name<'_>> {
    // The longest name worth looking at; without a bound every separator would look back over the whole text.
    const LONGEST: usize = 128;
    let trimmed = before.trim_end_matches([' ', '\t']);
    let bare = trimmed.strip_suffix(['"', '\'']).unwrap_or(trimmed);
    let window = bare.get(bare.ceil_char_boundary(bare.len().saturating_sub(LONGEST))..)?;
    let start = window
        .rfind(|letter: char| !is_name(letter))
        .map_or(0, |at| at + window.get(at..).map_or(1, first_length));
    let text = window.get(start..).filter(|name| !name.is_empty())?;
    let lead = window.get(..start)?.rsplit('\n').next()?;
    let starts_line = lead.trim_matches([' ', '\t', '-', '"', '\'']).is_empty();
    Some(Name { text, starts_line })
}

fn first_length(text: &str) -> usize {
    text.chars().next().map_or(1, char::len_utf8)
}

fn is_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-' | '.')
}
