//! Server-sent events out of bytes.

/// Bytes of one event; a turn has some thousand, at the very worst some ten thousand.
const MAX_FRAME: usize = 256 << 10;

/// One event. A name alone, without data, counts too: it says where a stream stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Frame {
    /// What sort; empty when it does not say.
    pub(super) event: String,
    /// What to begin after when the stream breaks.
    pub(super) id: Option<String>,
    /// The document.
    pub(super) data: String,
}

/// An event that is larger than any host sends.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TooLarge;

/// Bytes of a stream that are no whole event yet.
#[derive(Debug, Default)]
pub(super) struct Frames {
    line: Vec<u8>,
    frame: Frame,
}

impl Frames {
    /// The events that end within `bytes`.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Result<Vec<Frame>, TooLarge> {
        let mut whole = Vec::new();
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.line.extend_from_slice(piece);
            if self.line.len() + self.frame.data.len() > MAX_FRAME {
                return Err(TooLarge);
            }
            if piece.ends_with(b"\n") {
                let line = std::mem::take(&mut self.line);
                let line = String::from_utf8_lossy(&line);
                whole.extend(self.take(line.trim_end_matches(['\r', '\n'])));
            }
        }
        Ok(whole)
    }

    fn take(&mut self, line: &str) -> Option<Frame> {
        if line.is_empty() {
            let frame = std::mem::take(&mut self.frame);
            return (frame != Frame::default()).then_some(frame);
        }
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match name {
            "event" => value.clone_into(&mut self.frame.event),
            "id" => self.frame.id = Some(value.to_owned()),
            "data" => {
                if !self.frame.data.is_empty() {
                    self.frame.data.push('\n');
                }
                self.frame.data.push_str(value);
            }
            // Comments, how long to wait, and what is not known.
            _ => {}
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STREAM: &str = "retry: 3000\nid: 7-0\n\n: still alive\n\nevent: turn\nid: 7-1\ndata: {\"a\":1}\n\nevent: status\r\ndata: x\r\ndata: y\r\n\r\n";

    fn frame(event: &str, id: Option<&str>, data: &str) -> Frame {
        Frame {
            event: event.to_owned(),
            id: id.map(str::to_owned),
            data: data.to_owned(),
        }
    }

    #[test]
    fn events_are_the_same_wherever_the_network_cuts() {
        let expected = [
            frame("", Some("7-0"), ""),
            frame("turn", Some("7-1"), "{\"a\":1}"),
            frame("status", None, "x\ny"),
        ];
        for size in 1..STREAM.len() {
            let mut frames = Frames::default();
            let found: Vec<Frame> = STREAM
                .as_bytes()
                .chunks(size)
                .flat_map(|bytes| frames.push(bytes).unwrap())
                .collect();
            assert_eq!(found, expected, "in pieces of {size}");
        }
    }

    #[test]
    fn what_never_ends_is_given_up() {
        let mut frames = Frames::default();
        let refused = (0..1_000).find(|_| frames.push(&[b'x'; 1_024]).is_err());
        assert_eq!(refused, Some(MAX_FRAME / 1_024));
        let mut frames = Frames::default();
        let line = format!("data: {}\n", "x".repeat(1_000));
        assert!((0..1_000).any(|_| frames.push(line.as_bytes()).is_err()));
    }
}
