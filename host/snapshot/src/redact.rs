//! Credentials out of texts: where objects enter a snapshot, and before anything is shown to people.
//!
//! What is masked: PEM private keys, passwords in URLs (the host stays), tokens of known shapes (JWT, AWS, GitHub, Slack,
//! API keys), `password=...` and kin, and whatever a credential-like name gives a literal value. What is kept: paths,
//! `$(VAR)` references, booleans, and names *of* Secrets, since detectors need them.

mod json;
mod name;
mod pairs;
mod token;

pub use json::{configuration, json};
pub use name::is_credential;

use std::borrow::Cow;

/// Stands where a credential was.
pub const MASK: &str = "***";

/// `text` without credentials. Borrowed when there is none; applying it twice changes nothing more.
pub fn redact(text: &str) -> Cow<'_, str> {
    let steps: [fn(&str) -> Option<String>; 4] = [token::private_keys, token::urls, token::tokens, pairs::assignments];
    steps
        .into_iter()
        .fold(Cow::Borrowed(text), |text, step| match step(&text) {
            Some(masked) => Cow::Owned(masked),
            None => text,
        })
}

/// The value of something called `name`: all of it masked when the name promises a credential.
pub fn named<'a>(name: &str, value: &'a str) -> Cow<'a, str> {
    if is_credential(name) && name::is_literal(value) {
        return Cow::Borrowed(MASK);
    }
    redact(value)
}

/// A command-line argument that follows `previous`: `--password hunter2` as well as `--password=hunter2`.
pub fn argument<'a>(previous: &str, value: &'a str) -> Cow<'a, str> {
    let is_value = previous.starts_with('-') && !previous.contains('=') && !value.starts_with('-');
    match is_value {
        true => named(previous.trim_start_matches('-'), value),
        false => redact(value),
    }
}

/// Replaces the byte ranges of `text` by [`MASK`]; `None` when there are none. Ranges are ascending, at characters' edges.
fn mask(text: &str, ranges: &[std::ops::Range<usize>]) -> Option<String> {
    if ranges.is_empty() {
        return None;
    }
    let mut masked = String::with_capacity(text.len());
    let mut from = 0;
    for range in ranges {
        masked.push_str(text.get(from..range.start).unwrap_or_default());
        masked.push_str(MASK);
        from = range.end;
    }
    masked.push_str(text.get(from..).unwrap_or_default());
    Some(masked)
}

#[cfg(test)]
mod tests;
