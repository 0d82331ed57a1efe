//! Bytes of a file as text, and what a file that is no dump looks like.

use std::borrow::Cow;

/// Text of a file, and the line of the first byte that had to be replaced.
pub(super) struct Decoded<'a> {
    pub(super) text: Cow<'a, str>,
    pub(super) replaced_at: Option<usize>,
}

/// UTF-8, with or without a byte-order mark; UTF-16 with one, which is what a redirect in PowerShell writes.
pub(super) fn decode(bytes: &[u8]) -> Decoded<'_> {
    match bytes {
        [0xff, 0xfe, rest @ ..] => Decoded {
            text: Cow::Owned(utf16(rest, u16::from_le_bytes)),
            replaced_at: None,
        },
        [0xfe, 0xff, rest @ ..] => Decoded {
            text: Cow::Owned(utf16(rest, u16::from_be_bytes)),
            replaced_at: None,
        },
        [0xef, 0xbb, 0xbf, rest @ ..] => utf8(rest),
        _ => utf8(bytes),
    }
}

fn utf8(bytes: &[u8]) -> Decoded<'_> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Decoded {
            text: Cow::Borrowed(text),
            replaced_at: None,
        },
        Err(error) => {
            let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
            Decoded {
                text: String::from_utf8_lossy(bytes),
                replaced_at: Some(lines(before) + 1),
            }
        }
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let (pairs, _) = bytes.as_chunks::<2>();
    char::decode_utf16(pairs.iter().map(|pair| unit(*pair)))
        .map(|decoded| decoded.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

/// How many lines end in these bytes.
pub(super) fn lines(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte == b'\n').count()
}

/// `1 list`, `2 lists`.
pub(super) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// What a text without objects seems to be, with the way to the right thing where one is known.
pub(super) fn looks_like(text: &str) -> &'static str {
    let start = text.trim_start();
    let first = start.lines().next().unwrap_or_default();
    let words: Vec<&str> = first.split_whitespace().take(3).collect();
    let lower = first.to_ascii_lowercase();
    match words.as_slice() {
        [] => "an empty file",
        ["NAME" | "NAMESPACE" | "LAST", ..] => "the table that `kubectl get` prints (run it again with -o json)",
        ["Name:", ..] => "the output of `kubectl describe` (use `kubectl get -o json` instead)",
        _ if lower.starts_with("<!doctype") || lower.starts_with("<html") || lower.starts_with("<?xml") => "a web page",
        _ if start.contains('\0') => "binary data",
        _ if first.starts_with("error:") || first.starts_with("Error from server") => "an error message of kubectl",
        _ => "text without Kubernetes objects",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_a_powershell_redirect_writes() {
        let little: Vec<u8> = "\u{feff}{\"a\":\"ü\"}"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        let big: Vec<u8> = "\u{feff}{}".encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(decode(&little).text, "{\"a\":\"ü\"}");
        assert_eq!(decode(&big).text, "{}");
        assert_eq!(decode(b"\xef\xbb\xbf{}").text, "{}");
    }

    #[test]
    fn names_the_line_of_a_byte_that_is_no_text() {
        let decoded = decode(b"a: 1\nb: \xff\n");
        assert_eq!(
            (decoded.text.as_ref(), decoded.replaced_at),
            ("a: 1\nb: \u{fffd}\n", Some(2))
        );
    }

    #[test]
    fn names_what_people_pass_by_mistake() {
        assert!(looks_like("NAME   READY   STATUS\nweb 1/1 Running").contains("-o json"));
        assert!(looks_like("Name:         web\nNamespace: a").contains("describe"));
        assert_eq!(looks_like("<!DOCTYPE html><html>"), "a web page");
        assert_eq!(looks_like("  \n"), "an empty file");
    }
}
