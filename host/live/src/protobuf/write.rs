//! JSON out of messages.

use super::Envelope;
use super::schema::{Field, Form, Message, Schema, Shape};
use super::wire::{Malformed, Value, fields};
use jiff::Timestamp;
use std::io::Write;

/// Bytes of the JSON that one answer may become.
const MAX: usize = 256 << 20;
/// Field numbers of a list.
const LIST_META: u32 = 1;
const ITEMS: u32 = 2;
/// Field numbers of a pair of a map; that of a quantity's text is the same as that of a key.
const KEY: u32 = 1;
const VALUE: u32 = 2;
/// Field numbers of `Time` and `MicroTime`.
const SECONDS: u32 = 1;
const NANOS: u32 = 2;
/// Field numbers of `IntOrString`, and the type that says that it is a text.
const TYPE: u32 = 1;
const INT: u32 = 2;
const TEXT: u32 = 3;
const IS_TEXT: u64 = 1;

/// Writes one answer.
pub(super) struct Writer<'s> {
    schema: &'s Schema,
    out: Vec<u8>,
}

/// How far the fields of one object of JSON have come.
#[derive(Default)]
struct Progress {
    /// Something stands there, and a comma is needed.
    is_begun: bool,
    /// The list or map that is not closed yet.
    open: Option<(u32, Shape)>,
    /// Numbers of fields that are done, as bits.
    done: u128,
}

impl<'s> Writer<'s> {
    pub(super) fn new(schema: &'s Schema, size: usize) -> Self {
        Self {
            schema,
            out: Vec::with_capacity(size.min(MAX)),
        }
    }

    pub(super) fn finish(self) -> Vec<u8> {
        self.out
    }

    /// An object that says what it is.
    pub(super) fn object(&mut self, envelope: &Envelope<'_>, message: &Message) -> Result<(), Malformed> {
        self.head(envelope);
        let mut progress = Progress::after(true);
        self.fields(message, envelope.raw, &mut progress)?;
        self.out.push(b'}');
        Ok(())
    }

    /// A list. JSON has `items` though there be none.
    pub(super) fn list(&mut self, envelope: &Envelope<'_>, item: &Message) -> Result<(), Malformed> {
        self.head(envelope);
        self.out.extend_from_slice(b",\"metadata\":");
        let list_meta = self.schema.message("ListMeta");
        let metadata = list_meta.zip(numbered(envelope.raw, LIST_META).last());
        match metadata {
            Some((message, value)) => self.message(message, value?.bytes()?)?,
            None => self.out.extend_from_slice(b"{}"),
        }
        self.out.extend_from_slice(b",\"items\":[");
        for (position, value) in numbered(envelope.raw, ITEMS).enumerate() {
            if position > 0 {
                self.out.push(b',');
            }
            self.message(item, value?.bytes()?)?;
        }
        self.out.extend_from_slice(b"]}");
        Ok(())
    }

    fn head(&mut self, envelope: &Envelope<'_>) {
        self.out.extend_from_slice(b"{\"kind\":");
        self.text(&envelope.kind);
        self.out.extend_from_slice(b",\"apiVersion\":");
        self.text(&envelope.api_version);
    }

    fn message(&mut self, message: &Message, bytes: &[u8]) -> Result<(), Malformed> {
        self.out.push(b'{');
        self.fields(message, bytes, &mut Progress::after(false))?;
        self.out.push(b'}');
        Ok(())
    }

    fn fields(&mut self, message: &Message, bytes: &[u8], progress: &mut Progress) -> Result<(), Malformed> {
        for field in fields(bytes) {
            let (number, value) = field?;
            if let Some(field) = message.field(number) {
                self.room(value)?;
                self.field(field, number, value, progress)?;
            }
        }
        self.close(progress);
        Ok(())
    }

    /// JSON makes six bytes of one at most, and a field that is not a text is short.
    fn room(&self, value: Value<'_>) -> Result<(), Malformed> {
        let length = match value {
            Value::Bytes(bytes) => bytes.len(),
            _ => 0,
        };
        if self.out.len().saturating_add(length.saturating_mul(6)) > MAX {
            return Err(Malformed::new(format!("it is longer than {} MiB", MAX >> 20)));
        }
        Ok(())
    }

    fn field(
        &mut self,
        field: &Field,
        number: u32,
        value: Value<'_>,
        progress: &mut Progress,
    ) -> Result<(), Malformed> {
        if progress.open.is_some_and(|(open, _)| open == number) {
            self.out.push(b',');
            return self.element(field, value);
        }
        self.close(progress);
        progress.begin(number)?;
        if field.omits_zero && is_zero(value) {
            return Ok(());
        }
        let Some(name) = field.name else {
            return self.merged(field, value, progress);
        };
        if std::mem::replace(&mut progress.is_begun, true) {
            self.out.push(b',');
        }
        self.text(name);
        self.out.push(b':');
        match field.shape {
            Shape::Once => return self.value(field.form, value),
            Shape::List => self.out.push(b'['),
            Shape::Map => self.out.push(b'{'),
        }
        progress.open = Some((number, field.shape));
        self.element(field, value)
    }

    /// Fields of a message that stand among those of the message around it.
    fn merged(&mut self, field: &Field, value: Value<'_>, progress: &mut Progress) -> Result<(), Malformed> {
        let mut inner = Progress::after(progress.is_begun);
        self.fields(self.named(field.form)?, value.bytes()?, &mut inner)?;
        progress.is_begun = inner.is_begun;
        Ok(())
    }

    /// One of a list or map.
    fn element(&mut self, field: &Field, value: Value<'_>) -> Result<(), Malformed> {
        if field.shape != Shape::Map {
            return self.value(field.form, value);
        }
        let pair = value.bytes()?;
        self.text(&one(pair, KEY, Value::Bytes(b""))?.text()?);
        self.out.push(b':');
        self.value(field.form, one(pair, VALUE, Value::Bytes(b""))?)
    }

    fn close(&mut self, progress: &mut Progress) {
        match progress.open.take() {
            Some((_, Shape::Map)) => self.out.push(b'}'),
            Some(_) => self.out.push(b']'),
            None => {}
        }
    }

    fn value(&mut self, form: Form, value: Value<'_>) -> Result<(), Malformed> {
        match form {
            Form::Text => self.text(&value.text()?),
            Form::Bool => self.word(value.number()? != 0),
            Form::Int => self.word(value.number()?.cast_signed()),
            Form::Time => self.time(value.bytes()?, 0)?,
            Form::MicroTime => self.time(value.bytes()?, 6)?,
            Form::Quantity => self.text(&one(value.bytes()?, KEY, Value::Bytes(b"0"))?.text()?),
            Form::IntOrString => self.int_or_string(value.bytes()?)?,
            Form::Message(_) => self.message(self.named(form)?, value.bytes()?)?,
        }
        Ok(())
    }

    /// No time at all is `null`, and so is one that no calendar has.
    fn time(&mut self, bytes: &[u8], precision: usize) -> Result<(), Malformed> {
        let number = |wanted| one(bytes, wanted, Value::Number(0))?.number().map(u64::cast_signed);
        let (seconds, nanos) = (number(SECONDS)?, number(NANOS)?);
        let nanos = if precision == 0 {
            0
        } else {
            i32::try_from(nanos).unwrap_or(0)
        };
        match Timestamp::new(seconds, nanos) {
            Ok(time) if !bytes.is_empty() => self.text(&format!("{time:.precision$}")),
            _ => self.out.extend_from_slice(b"null"),
        }
        Ok(())
    }

    fn int_or_string(&mut self, bytes: &[u8]) -> Result<(), Malformed> {
        if one(bytes, TYPE, Value::Number(0))?.number()? == IS_TEXT {
            self.text(&one(bytes, TEXT, Value::Bytes(b""))?.text()?);
        } else {
            self.word(one(bytes, INT, Value::Number(0))?.number()?.cast_signed());
        }
        Ok(())
    }

    fn text(&mut self, text: &str) {
        // Writing to memory does not fail.
        let _ = serde_json::to_writer(&mut self.out, text);
    }

    /// A number or a truth.
    fn word(&mut self, word: impl std::fmt::Display) {
        let _ = write!(self.out, "{word}");
    }

    fn named(&self, form: Form) -> Result<&'s Message, Malformed> {
        let place = match form {
            Form::Message(place) => self.schema.at(place),
            _ => None,
        };
        place.ok_or_else(|| Malformed::new("a message is in no table"))
    }
}

impl Progress {
    fn after(is_begun: bool) -> Self {
        Self {
            is_begun,
            ..Self::default()
        }
    }

    /// A key must not stand twice in an object of JSON, and the server sends no field in two places.
    fn begin(&mut self, number: u32) -> Result<(), Malformed> {
        let bit = 1_u128.checked_shl(number).unwrap_or(0);
        if bit == 0 || self.done & bit != 0 {
            return Err(Malformed::new(format!("field {number} stands in two places")));
        }
        self.done |= bit;
        Ok(())
    }
}

fn is_zero(value: Value<'_>) -> bool {
    matches!(value, Value::Number(0) | Value::Bytes([]))
}

/// The value of the field of a number, the last one if there are several; `otherwise` where there is none.
fn one<'a>(message: &'a [u8], wanted: u32, otherwise: Value<'a>) -> Result<Value<'a>, Malformed> {
    numbered(message, wanted).last().unwrap_or(Ok(otherwise))
}

/// The values of the fields of one number.
fn numbered(message: &[u8], wanted: u32) -> impl Iterator<Item = Result<Value<'_>, Malformed>> {
    fields(message).filter_map(move |field| match field {
        Ok((number, value)) => (number == wanted).then_some(Ok(value)),
        Err(error) => Some(Err(error)),
    })
}
