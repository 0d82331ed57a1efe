//! One YAML scalar as JSON.

/// Writes `text` as a JSON string.
pub(super) fn write_string(text: &str, out: &mut Vec<u8>) {
    // Writing to memory cannot fail; were it to, the JSON reader behind would say so.
    let _ = serde_json::to_writer(out, text);
}

/// Writes an unquoted scalar as what YAML 1.2 takes it for: null, boolean, number or string.
pub(super) fn write_plain(text: &str, out: &mut Vec<u8>) {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => out.extend_from_slice(b"null"),
        "true" | "True" | "TRUE" => out.extend_from_slice(b"true"),
        "false" | "False" | "FALSE" => out.extend_from_slice(b"false"),
        _ if !starts_like_a_number(text) || !write_number(text, out) => write_string(text, out),
        _ => {}
    }
}

fn starts_like_a_number(text: &str) -> bool {
    matches!(text.as_bytes(), [b'0'..=b'9' | b'-' | b'+' | b'.', ..])
}

/// Writes `text` if it is a number; writes nothing and says so if it is not.
fn write_number(text: &str, out: &mut Vec<u8>) -> bool {
    let integer = integer(text);
    if let Some(value) = integer {
        out.extend_from_slice(value.to_string().as_bytes());
        return true;
    }
    match float(text) {
        Some(value) => serde_json::to_writer(out, &value).is_ok(),
        None => false,
    }
}

fn integer(text: &str) -> Option<i128> {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (digits, radix) = match unsigned.as_bytes() {
        [b'0', b'x', ..] => (unsigned.get(2..)?, 16),
        [b'0', b'o', ..] => (unsigned.get(2..)?, 8),
        [b'0', _, ..] => (unsigned, 8),
        _ => (unsigned, 10),
    };
    // The parser accepts a sign of its own, which would let `--1` through.
    if !digits.starts_with(|first: char| first.is_ascii_hexdigit()) {
        return None;
    }
    let value = i128::from(u64::from_str_radix(digits, radix).ok()?);
    Some(if text.starts_with('-') { -value } else { value })
}

/// Versions (`1.2.3`), dates and `.inf` are no numbers; neither is an octal-looking `0089`.
fn float(text: &str) -> Option<f64> {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let numeric = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'+' | b'-');
    let octal_like = matches!(unsigned.as_bytes(), [b'0', b'0'..=b'9', ..]);
    if octal_like
        || !text.bytes().all(numeric)
        || !unsigned.starts_with(|first: char| first.is_ascii_digit() || first == '.')
    {
        return None;
    }
    text.parse().ok().filter(|value: &f64| value.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_dates_and_versions_are_told_apart() {
        let cases = [
            ("0", "0"),
            ("-0", "0"),
            ("+7", "7"),
            ("0644", "420"),
            ("0o17", "15"),
            ("0089", "\"0089\""),
            ("18446744073709551615", "18446744073709551615"),
            ("1e3", "1000.0"),
            (".5", "0.5"),
            ("1.", "1.0"),
            ("--1", "\"--1\""),
            ("-", "\"-\""),
            (".", "\".\""),
            ("1.2.3", "\"1.2.3\""),
            ("2021-09-13", "\"2021-09-13\""),
            ("-.inf", "\"-.inf\""),
            ("1e999", "\"1e999\""),
            ("0x", "\"0x\""),
            ("1_000", "\"1_000\""),
        ];
        for (text, json) in cases {
            let mut out = Vec::new();
            write_plain(text, &mut out);
            assert_eq!(String::from_utf8(out).unwrap(), json, "{text}");
        }
    }
}
