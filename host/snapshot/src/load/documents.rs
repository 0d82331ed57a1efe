//! Cuts a file's text into JSON documents.

use super::limits::Limits;
use super::probe::Document;
use super::text;
use super::yaml::Transcoder;
use super::{salvage, yaml};
use std::cell::Cell;
use std::ops::ControlFlow;

/// One document of a file, or where one broke.
pub(super) enum Piece<'a> {
    /// A whole document.
    Whole {
        json: &'a [u8],
        line: usize,
        document: Document<'a>,
    },
    /// What could be kept of a list that broke or was cut.
    Part {
        json: &'a [u8],
        line: usize,
        document: Document<'a>,
        why: String,
    },
    /// A document of which nothing could be used. `why` names the line.
    Lost { why: String },
}

/// How a file's text is to be read.
#[derive(Clone, Copy)]
pub(super) struct Reading<'a> {
    pub(super) text: &'a str,
    /// The name ends like that of a YAML file, which decides only for text that starts with a brace.
    pub(super) named_yaml: bool,
    /// The file is known to end early: its last document cannot be trusted.
    pub(super) cut: bool,
    pub(super) limits: &'a Limits,
}

/// Gives each document of the text to `take`.
pub(super) fn split(reading: Reading<'_>, take: &mut dyn FnMut(Piece<'_>)) {
    let start = reading.text.trim_start();
    let json = start.starts_with(['{', '[']) || start.starts_with(LOG_SECTION);
    // Flow style YAML starts like JSON; only its name and a failed attempt tell them apart.
    if json && (!reading.named_yaml || is_json(start)) {
        split_json(reading, take);
    } else {
        split_yaml(reading, take);
    }
}

fn is_json(text: &str) -> bool {
    matches!(
        serde_json::Deserializer::from_str(text)
            .into_iter::<serde::de::IgnoredAny>()
            .next(),
        Some(Ok(_))
    )
}

/// `kubectl cluster-info dump` prints the logs of containers between the lists.
const LOG_SECTION: &str = "==== START logs";
const LOG_SECTION_END: &str = "==== END logs";

fn split_json(reading: Reading<'_>, take: &mut dyn FnMut(Piece<'_>)) {
    let mut rest = reading.text;
    let mut line = 1;
    let broken = Cell::new(0);
    // After the first break the next start is a guess, and further breaks most likely tell of the same one.
    let mut take = |piece: Piece<'_>| {
        let is_loss = matches!(piece, Piece::Lost { .. });
        broken.set(broken.get() + usize::from(!matches!(piece, Piece::Whole { .. })));
        if !is_loss || broken.get() == 1 {
            take(piece);
        }
    };
    while broken.get() < reading.limits.broken_documents {
        let skipped = rest.len() - rest.trim_start().len();
        advance(&mut rest, skipped, &mut line);
        if rest.is_empty() {
            return;
        }
        if rest.starts_with(LOG_SECTION) {
            let length = log_section_length(rest);
            advance(&mut rest, length, &mut line);
            continue;
        }
        match next_json(rest, line, &mut take) {
            ControlFlow::Continue(length) => advance(&mut rest, length, &mut line),
            ControlFlow::Break(()) => return,
        }
    }
}

/// Takes the document at the start of `rest`; gives its length, or how far to the next place where one may start.
fn next_json(rest: &str, line: usize, take: &mut dyn FnMut(Piece<'_>)) -> ControlFlow<(), usize> {
    let mut stream = serde_json::Deserializer::from_str(rest).into_iter::<Document<'_>>();
    match stream.next() {
        None => ControlFlow::Break(()),
        Some(Ok(document)) => {
            let length = stream.byte_offset();
            let json = rest.get(..length).unwrap_or(rest).as_bytes();
            take(Piece::Whole { json, line, document });
            ControlFlow::Continue(length)
        }
        Some(Err(error)) => {
            let problem = if error.is_eof() {
                "the JSON ends in the middle of a document"
            } else {
                "not valid JSON"
            };
            let why = format!("line {}: {problem}", line + error.line().saturating_sub(1));
            let length = next_start(rest);
            let broken = length.and_then(|length| rest.get(..length)).unwrap_or(rest);
            keep_items(broken.as_bytes(), false, Lost { line, why }, take);
            length.map_or(ControlFlow::Break(()), ControlFlow::Continue)
        }
    }
}

/// A document or a log section that starts a line: printed JSON indents everything else.
fn next_start(rest: &str) -> Option<usize> {
    let starts = ["\n{", "\n==== START logs"];
    starts
        .iter()
        .filter_map(|start| rest.find(start))
        .min()
        .map(|at| at + 1)
}

fn log_section_length(rest: &str) -> usize {
    let end = rest.find(LOG_SECTION_END).unwrap_or(rest.len());
    rest.get(end..)
        .and_then(|tail| tail.find('\n'))
        .map_or(rest.len(), |newline| end + newline + 1)
}

fn advance(rest: &mut &str, length: usize, line: &mut usize) {
    let (done, ahead) = rest.split_at_checked(length).unwrap_or((rest, ""));
    *line += text::lines(done.as_bytes());
    *rest = ahead;
}

fn split_yaml(reading: Reading<'_>, take: &mut dyn FnMut(Piece<'_>)) {
    let last = if reading.cut { count_yaml(reading) } else { 0 };
    let mut transcoder = Transcoder::new(reading.text, reading.limits);
    let mut json = Vec::new();
    let mut index = 0;
    while let Some(done) = transcoder.next_document(&mut json) {
        index += 1;
        if let Some(error) = done.broken {
            keep_items(
                &json,
                false,
                Lost {
                    line: done.line,
                    why: describe(error),
                },
                take,
            );
        } else if index == last {
            let why = format!("line {}: the file ends early", done.line);
            keep_items(&json, true, Lost { line: done.line, why }, take);
        } else {
            whole_yaml(&json, done.line, take);
        }
    }
}

fn describe(error: yaml::YamlError) -> String {
    format!("line {}, column {}: {}", error.line, error.column, error.what)
}

fn count_yaml(reading: Reading<'_>) -> usize {
    let mut transcoder = Transcoder::new(reading.text, reading.limits);
    let mut json = Vec::new();
    let mut count = 0;
    while transcoder.next_document(&mut json).is_some() {
        count += 1;
    }
    count
}

fn whole_yaml(json: &[u8], line: usize, take: &mut dyn FnMut(Piece<'_>)) {
    let Ok(document) = serde_json::from_slice(json) else {
        return take(Piece::Lost {
            why: format!("line {line}: not valid YAML"),
        });
    };
    // kubectl sorts the fields of a list: apiVersion, items, kind. Without the last the file was cut among the items,
    // and YAML that is cut still closes properly.
    match &document {
        Document::Object(outline)
            if outline.items.is_some() && outline.kind.is_none() && outline.api_version.is_some() =>
        {
            let why = format!("line {line}: the list ends without its kind, so the file is probably cut off");
            keep_items(json, true, Lost { line, why }, take);
        }
        _ => take(Piece::Whole { json, line, document }),
    }
}

/// Where a document broke and why.
struct Lost {
    line: usize,
    why: String,
}

fn keep_items(json: &[u8], drop_last: bool, lost: Lost, take: &mut dyn FnMut(Piece<'_>)) {
    let kept = salvage::whole_items(json, drop_last);
    match kept.as_deref().map(|kept| (kept, serde_json::from_slice(kept))) {
        Some((kept, Ok(document))) => take(Piece::Part {
            json: kept,
            line: lost.line,
            document,
            why: lost.why,
        }),
        _ => take(Piece::Lost { why: lost.why }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `split` gives: the start of each document, or why it is lost.
    fn pieces(text: &str, named_yaml: bool, cut: bool) -> Vec<String> {
        let limits = Limits::default();
        let mut all = Vec::new();
        split(
            Reading {
                text,
                named_yaml,
                cut,
                limits: &limits,
            },
            &mut |piece| {
                let text = |json: &[u8]| String::from_utf8(json.to_vec()).unwrap();
                all.push(match piece {
                    Piece::Whole { json, line, .. } => format!("{line} {}", text(json)),
                    Piece::Part { json, line, why, .. } => format!("{line} part {} ({why})", text(json)),
                    Piece::Lost { why } => format!("lost {why}"),
                });
            },
        );
        all
    }

    #[test]
    fn cuts_concatenated_json_with_log_sections_between() {
        let text = "{\"a\":1}\n{\n \"b\":2}{\"c\":3}\n==== START logs for container x of pod a/b ====\n{\"msg\": unquoted\n==== END logs for container x of pod a/b ====\n{\"d\":4}\n";
        assert_eq!(
            pieces(text, false, false),
            ["1 {\"a\":1}", "2 {\n \"b\":2}", "3 {\"c\":3}", "7 {\"d\":4}"]
        );
    }

    #[test]
    fn a_broken_document_does_not_take_the_next_one_with_it() {
        assert_eq!(
            pieces("{\"a\": tru}\n{\"b\":2}\n", false, false),
            ["lost line 1: not valid JSON", "2 {\"b\":2}"]
        );
    }

    #[test]
    fn gives_up_a_file_of_broken_documents_alone() {
        let text = "{x\n".repeat(100_000);
        assert_eq!(pieces(&text, false, false), ["lost line 1: not valid JSON"]);
    }

    #[test]
    fn a_log_section_without_end_ends_the_text() {
        assert_eq!(
            pieces("{\"a\":1}\n==== START logs for x ====\nzzz", false, false),
            ["1 {\"a\":1}"]
        );
    }

    #[test]
    fn keeps_the_whole_items_of_a_cut_list() {
        assert_eq!(
            pieces("{\"items\":[{\"a\":1},{\"b\"", false, true),
            ["1 part {\"items\":[{\"a\":1}]} (line 1: the JSON ends in the middle of a document)"]
        );
        assert_eq!(
            pieces("apiVersion: v1\nkind: List\nitems:\n- a: 1\n- b: 1\n  c", false, true),
            [
                "1 part {\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[{\"a\":1}]} (line 6, column 3: not valid YAML)",
            ]
        );
        assert_eq!(
            pieces("---\nkind: Pod\n---\nitems:\n- a: 1\n- b: 1\n", false, true),
            [
                "1 {\"kind\":\"Pod\"}",
                "3 part {\"items\":[{\"a\":1}]} (line 3: the file ends early)"
            ]
        );
    }

    #[test]
    fn a_yaml_list_without_kind_is_taken_for_cut() {
        let text = "apiVersion: v1\nitems:\n- a: 1\n- b: 1\n";
        assert!(
            pieces(text, true, false)[0].starts_with("1 part {\"apiVersion\":\"v1\",\"items\":[{\"a\":1}]} (line 1")
        );
    }

    #[test]
    fn flow_style_yaml_is_read_as_yaml() {
        assert_eq!(pieces("{kind: Pod}\n", true, false), ["1 {\"kind\":\"Pod\"}"]);
        assert_eq!(pieces("[]", true, false), ["1 []"]);
    }

    #[test]
    fn errors_never_quote_the_text() {
        for text in [
            "{\"password\": hunter2}",
            "password: [hunter2\n",
            "password: \"hunter2\n",
            "{\"hunter2\": \"\\x\"}",
        ] {
            for piece in pieces(text, false, false) {
                assert!(!piece.contains("hunter2"), "{piece}");
            }
        }
    }
}
