//! Credentials that are known by their shape.

use super::mask;
use super::name::is_literal;
use std::ops::Range;

/// PEM private keys, from header to footer; a key without footer goes to the end of the text.
pub(super) fn private_keys(text: &str) -> Option<String> {
    const BEGIN: &str = "-----BEGIN ";
    const KIND: &str = "PRIVATE KEY-----";
    const END: &str = "-----END ";
    let keys = text.match_indices(BEGIN).filter_map(|(at, _)| {
        let label = at + BEGIN.len();
        let rest = text.get(label..)?;
        let body = label + rest.find("-----")? + "-----".len();
        text.get(label..body)?.ends_with(KIND).then_some(())?;
        let length = text.get(body..)?.find(END).unwrap_or(text.len() - body);
        (text.get(body..body + length)?.trim() != super::MASK).then_some(body..body + length)
    });
    mask(text, &keys.collect::<Vec<_>>())
}

/// Passwords in URLs; user, host and the rest stay.
pub(super) fn urls(text: &str) -> Option<String> {
    let passwords = text.match_indices("://").filter_map(|(at, separator)| {
        let start = at + separator.len();
        let rest = text.get(start..)?;
        let ends =
            |letter: char| letter.is_whitespace() || matches!(letter, '/' | '?' | '#' | '"' | '\'' | '<' | '>' | '`');
        let authority = rest.get(..rest.find(ends).unwrap_or(rest.len()))?;
        let user_info = authority.get(..authority.rfind('@')?)?;
        let password = user_info.find(':')? + 1;
        let range = start + password..start + user_info.len();
        is_literal(text.get(range.clone())?).then_some(range)
    });
    mask(text, &passwords.collect::<Vec<_>>())
}

/// Tokens of known shapes.
pub(super) fn tokens(text: &str) -> Option<String> {
    let found: Vec<Range<usize>> = words(text)
        .filter(|range| text.get(range.clone()).is_some_and(is_token))
        .collect();
    mask(text, &found)
}

/// The runs of characters that tokens consist of, long enough to be one. All of them are ASCII, so bytes will do.
fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    const SHORTEST: usize = 20;
    let mut from = 0;
    let ends = text
        .bytes()
        .enumerate()
        .filter(|(_, byte)| !is_word(*byte))
        .map(|(at, _)| at);
    ends.chain(std::iter::once(text.len())).filter_map(move |end| {
        let word = from..end;
        from = end + 1;
        (word.len() >= SHORTEST).then_some(word)
    })
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')
}

fn is_token(word: &str) -> bool {
    const PREFIXES: &[&str] = &[
        "ghp_",
        "gho_",
        "ghs_",
        "ghu_",
        "github_pat_",
        "glpat-",
        "xoxb-",
        "xoxp-",
        "xoxa-",
        "xoxs-",
        "sk-",
        "AIza",
        "SG.",
    ];
    PREFIXES.iter().any(|prefix| word.starts_with(prefix)) && has_digit(word) || is_jwt(word) || is_aws_key(word)
}

fn has_digit(word: &str) -> bool {
    word.bytes().any(|byte| byte.is_ascii_digit())
}

fn is_jwt(word: &str) -> bool {
    word.starts_with("eyJ") && word.split('.').count() == 3 && word.split('.').take(2).all(|part| part.len() >= 8)
}

fn is_aws_key(word: &str) -> bool {
    const LENGTH: usize = 20;
    let known = word.starts_with("AKIA") || word.starts_with("ASIA");
    known
        && word.len() == LENGTH
        && word
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
}
