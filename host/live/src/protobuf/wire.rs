//! Fields of a protobuf message, as they lie in the bytes.

use prost::encoding::{WireType, decode_key, decode_varint};
use std::borrow::Cow;

/// Why an answer cannot be read.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("the answer is no protobuf as Kubernetes writes it: {0}")]
pub(crate) struct Malformed(String);

impl Malformed {
    pub(super) fn new(what: impl Into<String>) -> Self {
        Self(what.into())
    }
}

/// The value of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value<'a> {
    /// A number or a truth.
    Number(u64),
    /// A text, bytes, or a message.
    Bytes(&'a [u8]),
    /// Of a form that Kubernetes does not use.
    Other,
}

impl<'a> Value<'a> {
    pub(super) fn number(self) -> Result<u64, Malformed> {
        match self {
            Self::Number(number) => Ok(number),
            _ => Err(Malformed::new("a number is of another form")),
        }
    }

    pub(super) fn bytes(self) -> Result<&'a [u8], Malformed> {
        match self {
            Self::Bytes(bytes) => Ok(bytes),
            _ => Err(Malformed::new("a text or message is of another form")),
        }
    }

    /// As the server's own JSON, with a sign for what is no UTF-8.
    pub(super) fn text(self) -> Result<Cow<'a, str>, Malformed> {
        self.bytes().map(String::from_utf8_lossy)
    }
}

/// The fields of a message in the order of its bytes: number and value. Ends after the first error.
pub(super) fn fields(message: &[u8]) -> impl Iterator<Item = Result<(u32, Value<'_>), Malformed>> {
    let mut rest = message;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let field = field(&mut rest);
        if field.is_err() {
            rest = &[];
        }
        Some(field)
    })
}

fn field<'a>(rest: &mut &'a [u8]) -> Result<(u32, Value<'a>), Malformed> {
    let (number, wire) = decode_key(rest).map_err(broken)?;
    let value = match wire {
        WireType::Varint => Value::Number(decode_varint(rest).map_err(broken)?),
        WireType::LengthDelimited => {
            let length = decode_varint(rest).map_err(broken)?;
            Value::Bytes(take(rest, length)?)
        }
        WireType::SixtyFourBit => take(rest, 8).map(|_| Value::Other)?,
        WireType::ThirtyTwoBit => take(rest, 4).map(|_| Value::Other)?,
        WireType::StartGroup | WireType::EndGroup => return Err(Malformed::new("it has groups")),
    };
    Ok((number, value))
}

fn take<'a>(rest: &mut &'a [u8], length: u64) -> Result<&'a [u8], Malformed> {
    let cut = usize::try_from(length)
        .ok()
        .and_then(|length| rest.split_at_checked(length));
    let (taken, left) = cut.ok_or_else(|| Malformed::new("it is cut off"))?;
    *rest = left;
    Ok(taken)
}

fn broken(error: prost::DecodeError) -> Malformed {
    Malformed::new(error.to_string())
}
