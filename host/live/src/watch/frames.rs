//! Lines of a watch: what happened, to which object, and the place from which to go on.

use super::{Batch, What};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// Bytes of one line. etcd keeps objects of 1.5 MB at most; JSON with `managedFields` is a few times that.
const MAX_LINE: usize = 32 << 20;
/// Events that are handed on together.
const MAX_EVENTS: usize = 2_000;
/// Characters of a resource version; those of Kubernetes are numbers of 64 bits.
const MAX_VERSION: usize = 256;

/// Cuts the body of a watch into lines, and reads their heads.
#[derive(Default)]
pub(super) struct Frames {
    /// The beginning of a line that is not whole yet.
    rest: Vec<u8>,
}

/// What some lines said.
#[derive(Debug, Default)]
pub(super) struct Read {
    pub(super) batch: Batch,
    /// Where to go on after the last line.
    pub(super) version: Option<String>,
    /// A streamed list ended after the events of `batch` so far.
    pub(super) end_of_list: bool,
    /// The server ended the watch in its own words.
    pub(super) error: Option<ServerError>,
    /// Bytes that are still to be read: the batch is full.
    pub(super) left: usize,
}

/// What the server says when it ends a watch.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub(super) struct ServerError {
    #[serde(default)]
    pub(super) code: u16,
    #[serde(default)]
    pub(super) message: String,
}

#[derive(Deserialize)]
struct Line<'a> {
    #[serde(borrow, rename = "type")]
    what: Cow<'a, str>,
    #[serde(borrow)]
    object: &'a RawValue,
}

#[derive(Deserialize)]
struct Object<'a> {
    #[serde(borrow, default)]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    metadata: Metadata<'a>,
}

#[derive(Deserialize)]
struct Metadata<'a> {
    #[serde(borrow, rename = "resourceVersion")]
    version: Cow<'a, str>,
    #[serde(borrow, default)]
    annotations: Option<Annotations<'a>>,
}

#[derive(Deserialize)]
struct Annotations<'a> {
    #[serde(borrow, default, rename = "k8s.io/initial-events-end")]
    end_of_list: Option<Cow<'a, str>>,
}

impl Frames {
    /// Takes in more of the body.
    ///
    /// # Errors
    /// A line is longer than any object.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Result<(), String> {
        self.rest.extend_from_slice(bytes);
        let is_whole = self.rest.contains(&b'\n');
        if !is_whole && self.rest.len() > MAX_LINE {
            return Err("a line of the watch is longer than any object can be".to_owned());
        }
        Ok(())
    }

    /// Reads whole lines of `kind`, to the end of a list or [`MAX_EVENTS`] at most; call it until nothing is left.
    ///
    /// # Errors
    /// A line is no event, or of another kind.
    pub(super) fn read(&mut self, kind: &str) -> Result<Read, String> {
        let end = self.rest.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let mut read = Read::default();
        let mut used = 0;
        while used < end && read.batch.events.len() < MAX_EVENTS && !read.end_of_list && read.error.is_none() {
            let rest = self.rest.get(used..end).unwrap_or_default();
            let length = rest
                .iter()
                .position(|byte| *byte == b'\n')
                .map_or(rest.len(), |at| at + 1);
            let line = rest.get(..length).unwrap_or_default();
            if !line.trim_ascii().is_empty() {
                read.line(line, kind)?;
            }
            used += length;
        }
        self.rest.drain(..used);
        read.left = end - used;
        Ok(read)
    }
}

impl Read {
    fn line(&mut self, bytes: &[u8], kind: &str) -> Result<(), String> {
        let line: Line<'_> = serde_json::from_slice(bytes).map_err(|error| format!("no event of a watch: {error}"))?;
        if line.what == "ERROR" {
            self.error = Some(serde_json::from_str(line.object.get()).unwrap_or_default());
            return Ok(());
        }
        let object: Object<'_> =
            serde_json::from_str(line.object.get()).map_err(|error| format!("an event without an object: {error}"))?;
        if !object.kind.is_empty() && object.kind != kind {
            return Err(format!("an event about what is no {kind}"));
        }
        if object.metadata.version.len() > MAX_VERSION {
            return Err("a resource version is too long".to_owned());
        }
        self.version = Some(object.metadata.version.into_owned());
        let what = match &*line.what {
            "ADDED" | "MODIFIED" => What::Is,
            "DELETED" => What::Gone,
            "BOOKMARK" => {
                let ends = object
                    .metadata
                    .annotations
                    .and_then(|annotations| annotations.end_of_list);
                self.end_of_list = ends.is_some_and(|word| word == "true");
                return Ok(());
            }
            // A later Kubernetes may say more; what is not understood is passed over.
            _ => return Ok(()),
        };
        let start = self.batch.bytes.len();
        self.batch.bytes.extend_from_slice(line.object.get().as_bytes());
        self.batch.events.push((what, start..self.batch.bytes.len()));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(what: &str, name: &str, version: u32) -> String {
        format!(
            r#"{{"type":"{what}","object":{{"kind":"Pod","apiVersion":"v1","metadata":{{"name":"{name}","resourceVersion":"{version}"}}}}}}"#
        ) + "\n"
    }

    fn read(text: &str) -> Result<Read, String> {
        let mut frames = Frames::default();
        frames.push(text.as_bytes())?;
        frames.read("Pod")
    }

    #[test]
    fn lines_come_whole_however_the_body_is_cut() {
        let text = event("ADDED", "a", 1) + &event("DELETED", "b", 2);
        for cut in 0..text.len() {
            let (mut frames, mut seen) = (Frames::default(), Vec::new());
            for part in [&text[..cut], &text[cut..]] {
                frames.push(part.as_bytes()).unwrap();
                let read = frames.read("Pod").unwrap();
                seen.extend(read.batch.iter().map(|(what, json)| (what, json.len())));
            }
            assert_eq!(seen.len(), 2, "{cut}");
            assert_eq!((seen[0].0, seen[1].0), (What::Is, What::Gone));
        }
    }

    #[test]
    fn a_bookmark_moves_the_place_and_may_end_a_list() {
        let end = r#"{"type":"BOOKMARK","object":{"kind":"Pod","metadata":{"resourceVersion":"9","annotations":{"k8s.io/initial-events-end":"true"}}}}"#;
        let text = event("ADDED", "a", 3) + end + "\n" + &event("ADDED", "late", 10);
        let mut frames = Frames::default();
        frames.push(text.as_bytes()).unwrap();
        let first = frames.read("Pod").unwrap();
        assert!(first.end_of_list && first.left > 0 && first.batch.len() == 1);
        assert_eq!(first.version.as_deref(), Some("9"));
        let then = frames.read("Pod").unwrap();
        assert_eq!((then.batch.len(), then.version.as_deref()), (1, Some("10")));
    }

    #[test]
    fn the_servers_own_words_end_the_watch() {
        let text = r#"{"type":"ERROR","object":{"kind":"Status","code":410,"message":"too old resource version"}}"#;
        let error = read(&format!("{text}\n")).unwrap().error.unwrap();
        assert_eq!(error.code, 410);
    }

    #[test]
    fn what_is_no_event_of_the_kind_is_an_error_and_what_is_new_is_passed_over() {
        assert!(read("<html>\n").is_err());
        assert!(read("{\"type\":\"ADDED\"}\n").is_err());
        assert!(read(&event("ADDED", "a", 1).replace("Pod", "Secret")).is_err());
        assert!(read(&event("ADDED", "a", 1).replace('1', &"1".repeat(MAX_VERSION + 1))).is_err());
        assert!(read(&event("COMPRESSED", "a", 1)).unwrap().batch.is_empty());
    }
}
