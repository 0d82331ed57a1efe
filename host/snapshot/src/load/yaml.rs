//! YAML in, JSON text out, one document at a time.
//!
//! The parser's events are written straight to JSON, so a document costs one pass and no tree. Scalars follow YAML 1.2
//! (`yes` is a string), plus the old octal `0644` that Kubernetes manifests use for file modes. What JSON cannot say or a
//! dump never holds is refused with its line: keys that are not scalars, repeated keys, merge keys (`<<`), aliases beyond
//! a budget, deep nesting. Errors carry a position and a fixed text, never a piece of the document.

use super::limits::Limits;
use super::scalar;
use granit_parser::{Event, Parser, ScalarStyle, ScanError, Span, StrInput, Tag};
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::ops::Range;

/// Where and why a YAML document could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct YamlError {
    /// From 1.
    pub(super) line: usize,
    /// From 1.
    pub(super) column: usize,
    pub(super) what: &'static str,
}

/// One document of a stream.
pub(super) struct Transcoded {
    /// The line where the document starts, from 1.
    pub(super) line: usize,
    /// Set when the document broke; the output then holds the JSON up to there, unclosed.
    pub(super) broken: Option<YamlError>,
}

/// Reads the documents of one YAML text.
pub(super) struct Transcoder<'a> {
    parser: Parser<'a, StrInput<'a>>,
    limits: Limits,
    hasher: RandomState,
    ended: bool,
}

impl<'a> Transcoder<'a> {
    pub(super) fn new(text: &'a str, limits: &Limits) -> Self {
        let options = granit_parser::options! { emit_comments: false };
        Self {
            parser: Parser::new_from_str_with_options(text, options),
            limits: *limits,
            hasher: RandomState::new(),
            ended: false,
        }
    }

    /// Writes the next document to `out`, which is cleared first; `None` at the end of the text.
    ///
    /// After a broken document the next call goes on at the next `---`.
    pub(super) fn next_document(&mut self, out: &mut Vec<u8>) -> Option<Transcoded> {
        out.clear();
        let mut writer = Writer::new(out, &self.limits, &self.hasher);
        let mut line = 1;
        while !self.ended {
            let step = match self.parser.next_event() {
                None | Some(Ok((Event::StreamEnd, _))) => break,
                Some(Ok((Event::DocumentStart(..), span))) => {
                    line = span.start.line();
                    Ok(())
                }
                Some(Ok((Event::DocumentEnd, _))) => return Some(Transcoded { line, broken: None }),
                Some(Ok((event, span))) => writer.event(event, &span),
                Some(Err(error)) => Err(syntax(&error)),
            };
            if let Err(error) = step {
                self.ended = !matches!(self.parser.proceed_next_document(), Ok(true));
                return Some(Transcoded {
                    line,
                    broken: Some(error),
                });
            }
        }
        self.ended = true;
        None
    }
}

fn syntax(error: &ScanError) -> YamlError {
    let marker = error.marker();
    YamlError {
        line: marker.line().max(1),
        column: marker.col() + 1,
        what: "not valid YAML",
    }
}

/// An open mapping or list.
struct Frame {
    mapping: bool,
    /// Nodes written so far; in a mapping even ones are keys.
    nodes: usize,
    /// Tells the keys of one mapping from those of another.
    serial: usize,
    /// The anchor of this node, 0 for none, and where its text starts.
    anchor: usize,
    start: usize,
}

struct Writer<'o> {
    out: &'o mut Vec<u8>,
    hasher: &'o RandomState,
    frames: Vec<Frame>,
    keys: HashSet<u64>,
    anchors: HashMap<usize, Range<usize>>,
    serial: usize,
    depth: usize,
    alias_budget: usize,
}

impl<'o> Writer<'o> {
    fn new(out: &'o mut Vec<u8>, limits: &Limits, hasher: &'o RandomState) -> Self {
        Self {
            out,
            hasher,
            frames: Vec::new(),
            keys: HashSet::new(),
            anchors: HashMap::new(),
            serial: 0,
            depth: limits.depth,
            alias_budget: limits.alias_bytes,
        }
    }

    fn event(&mut self, event: Event<'_>, span: &Span) -> Result<(), YamlError> {
        let written = match event {
            Event::Scalar(text, style, anchor, tag) => self.scalar(&text, style, anchor, tag.as_deref()),
            Event::MappingStart(_, anchor, _) => self.open(true, anchor),
            Event::SequenceStart(_, anchor, _) => self.open(false, anchor),
            Event::MappingEnd => self.close(b'}'),
            Event::SequenceEnd => self.close(b']'),
            Event::Alias(anchor) => self.alias(anchor),
            _ => Ok(()),
        };
        written.map_err(|what| YamlError {
            line: span.start.line().max(1),
            column: span.start.col() + 1,
            what,
        })
    }

    /// Writes what separates the next node from the last one; tells whether the next node is a key.
    fn separate(&mut self) -> bool {
        let Some(frame) = self.frames.last_mut() else {
            return false;
        };
        let is_key = frame.mapping && frame.nodes.is_multiple_of(2);
        if frame.nodes > 0 {
            self.out.push(if frame.mapping && !is_key { b':' } else { b',' });
        }
        frame.nodes += 1;
        is_key
    }

    fn scalar(&mut self, text: &str, style: ScalarStyle, anchor: usize, tag: Option<&Tag>) -> Result<(), &'static str> {
        let is_key = self.separate();
        if is_key {
            self.remember_key(text, style)?;
        }
        let start = self.out.len();
        if is_key || style != ScalarStyle::Plain || tag.is_some() {
            scalar::write_string(text, self.out);
        } else {
            scalar::write_plain(text, self.out);
        }
        if anchor != 0 {
            self.anchors.insert(anchor, start..self.out.len());
        }
        Ok(())
    }

    fn remember_key(&mut self, key: &str, style: ScalarStyle) -> Result<(), &'static str> {
        if key == "<<" && style == ScalarStyle::Plain {
            return Err("merge keys (<<) are not read; write the keys out");
        }
        let serial = self.frames.last().map_or(0, |frame| frame.serial);
        if self.keys.insert(self.hasher.hash_one((serial, key))) {
            return Ok(());
        }
        Err("a key appears twice in one mapping")
    }

    fn open(&mut self, mapping: bool, anchor: usize) -> Result<(), &'static str> {
        if self.separate() {
            return Err("a mapping key must be a plain value");
        }
        if self.frames.len() >= self.depth {
            return Err("nested too deep");
        }
        self.serial += 1;
        self.frames.push(Frame {
            mapping,
            nodes: 0,
            serial: self.serial,
            anchor,
            start: self.out.len(),
        });
        self.out.push(if mapping { b'{' } else { b'[' });
        Ok(())
    }

    fn close(&mut self, bracket: u8) -> Result<(), &'static str> {
        self.out.push(bracket);
        if let Some(frame) = self.frames.pop()
            && frame.anchor != 0
        {
            self.anchors.insert(frame.anchor, frame.start..self.out.len());
        }
        Ok(())
    }

    /// Repeats the text of the anchored node. Budgeted, because aliases of aliases grow exponentially.
    fn alias(&mut self, anchor: usize) -> Result<(), &'static str> {
        if self.separate() {
            return Err("an alias cannot be a mapping key");
        }
        let range = self
            .anchors
            .get(&anchor)
            .cloned()
            .ok_or("an alias stands inside the node that it names")?;
        self.alias_budget = self
            .alias_budget
            .checked_sub(range.len())
            .ok_or("aliases expand to too much text (an alias bomb)")?;
        self.out.extend_from_within(range);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
