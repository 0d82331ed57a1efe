//! Messages about documents that cannot be read. They never quote the document: it may be a Secret.

use crate::load::DocumentError;

/// Where an error lies in its file, and what was expected there.
pub(crate) fn placed(error: &serde_json::Error, first_line: usize) -> String {
    let line = first_line + error.line().saturating_sub(1);
    format!("{} at line {line}, column {}", kind(error), error.column())
}

pub(super) fn document(what: impl Into<String>) -> DocumentError {
    DocumentError { what: what.into() }
}

fn kind(error: &serde_json::Error) -> String {
    match error.classify() {
        serde_json::error::Category::Syntax => "not valid JSON".to_owned(),
        serde_json::error::Category::Eof => "the JSON ends too early".to_owned(),
        serde_json::error::Category::Io => "cannot be read".to_owned(),
        serde_json::error::Category::Data => match expected(&error.to_string()) {
            Some(expected) => format!("a value of the wrong type, expected {expected}"),
            None => "a value of the wrong type".to_owned(),
        },
    }
}

/// What the parser expected: the last part of its message, after whatever it quotes from the document.
fn expected(message: &str) -> Option<&str> {
    let (_, rest) = message.rsplit_once(", expected ")?;
    let (expected, _) = rest.rsplit_once(" at line ")?;
    let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == ' ' || letter == '-';
    expected.chars().all(plain).then_some(expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_tells_place_and_expectation_and_no_content() {
        let error = serde_json::from_str::<Vec<bool>>("[\n\"hunter2, expected gold\"]").unwrap_err();
        assert_eq!(
            placed(&error, 10),
            "a value of the wrong type, expected a boolean at line 11, column 24"
        );
    }
}
