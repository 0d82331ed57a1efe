//! Credentials out of texts: where objects enter a snapshot, and before anything is shown to people.
//!
//! What is masked: PEM private keys, passwords in URLs (the host stays), tokens of known shapes (JWT, AWS, GitHub, Slack,
//! API keys), `password=...` and kin, and whatever a credential-like name gives a literal value. What is kept: paths,
//! `$(VAR)` references, booleans, and names *of* Secrets, since detectors need them.

mod json;
mod name;
mod pairs;
mod token;

pub(crate) use json::recorded;
pub use json::{configuration, json};
pub use name::is_credential;

use std::borrow::Cow;

/// Rounds after which a text that still changes is masked as a whole. One is enough for whatever is no attempt at trickery.
const ROUNDS: usize = 4;

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

/// `text` within `limit` bytes and masked by `mask`, such that another pass changes nothing: what is saved must read back as
/// itself. A text that never comes to rest is masked as a whole.
pub(crate) fn settled<'a>(text: &'a str, limit: usize, mask: impl Fn(&str) -> Cow<'_, str>) -> Cow<'a, str> {
    let pass = |text: &str| -> Option<String> {
        let kept = crate::text::cut(text, limit);
        let masked = mask(&kept);
        (*masked != *text).then(|| masked.into_owned())
    };
    let Some(mut kept) = pass(text) else {
        return Cow::Borrowed(text);
    };
    for _ in 0..ROUNDS {
        match pass(&kept) {
            None => return Cow::Owned(kept),
            Some(next) => kept = next,
        }
    }
    Cow::Borrowed(MASK)
}

/// A command line with each argument within `limit` bytes and credentials masked, such that another pass changes nothing; `None`
/// where that is as it was given.
pub(crate) fn arguments(given: &[&str], limit: usize) -> Option<Vec<String>> {
    let pass = |given: &[&str]| -> Option<Vec<String>> {
        let mut previous = "";
        let masked: Vec<Cow<'_, str>> = given
            .iter()
            .map(|value| {
                let flag = std::mem::replace(&mut previous, value);
                settled(value, limit, |value| argument(flag, value))
            })
            .collect();
        let changed = masked.iter().zip(given).any(|(masked, given)| masked != given);
        changed.then(|| masked.into_iter().map(Cow::into_owned).collect())
    };
    let mut kept = pass(given)?;
    for _ in 0..ROUNDS {
        let again: Vec<&str> = kept.iter().map(String::as_str).collect();
        match pass(&again) {
            None => return Some(kept),
            Some(next) => kept = next,
        }
    }
    Some(vec![MASK.to_owned(); given.len()])
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
