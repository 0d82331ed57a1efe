//! The table of messages: which field has which number, name and type.

use std::collections::HashMap;
use std::sync::OnceLock;

/// One line a message or field; its first lines say how to read it.
const TABLE: &str = include_str!("messages.txt");

/// All messages of the table.
#[derive(Debug, Default)]
pub(super) struct Schema {
    messages: Vec<Message>,
    by_name: HashMap<&'static str, usize>,
}

/// The fields of a message by their numbers.
#[derive(Debug, Default)]
pub(super) struct Message(Vec<Option<Field>>);

/// A field.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    /// In JSON; `None` for a message whose fields stand among those of the message around it.
    pub(super) name: Option<&'static str>,
    pub(super) shape: Shape,
    pub(super) form: Form,
    /// JSON leaves it out when it is zero or empty.
    pub(super) omits_zero: bool,
}

/// How often a field can stand in a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Once,
    List,
    /// A list of pairs with texts as keys.
    Map,
}

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Text,
    Bool,
    Int,
    /// Seconds since 1970, written to the second.
    Time,
    /// Seconds and nanoseconds since 1970, written to the microsecond.
    MicroTime,
    Quantity,
    IntOrString,
    /// A message by its place in the schema.
    Message(usize),
}

/// The table of this program.
pub(super) fn schema() -> &'static Schema {
    static SCHEMA: OnceLock<Schema> = OnceLock::new();
    SCHEMA.get_or_init(|| Schema::parse(TABLE))
}

impl Schema {
    /// The message of this name.
    pub(super) fn message(&self, name: &str) -> Option<&Message> {
        self.messages.get(*self.by_name.get(name)?)
    }

    /// The message at a place that a [`Form::Message`] names.
    pub(super) fn at(&self, place: usize) -> Option<&Message> {
        self.messages.get(place)
    }

    /// Lines that say nothing are passed over; a test holds that there are none.
    fn parse(table: &'static str) -> Self {
        let lines = || table.lines().filter(|line| !line.starts_with('#'));
        let names = lines().filter(|line| !line.starts_with(' '));
        let by_name: HashMap<_, _> = names.enumerate().map(|(place, name)| (name, place)).collect();
        let mut messages: Vec<Message> = Vec::with_capacity(by_name.len());
        for line in lines() {
            match (line.strip_prefix(' '), messages.last_mut()) {
                (None, _) => messages.push(Message::default()),
                (Some(line), Some(message)) => message.add(line, &by_name),
                (Some(_), None) => {}
            }
        }
        Self { messages, by_name }
    }
}

impl Message {
    /// The field of this number.
    pub(super) fn field(&self, number: u32) -> Option<&Field> {
        self.0.get(number as usize)?.as_ref()
    }

    fn add(&mut self, line: &'static str, by_name: &HashMap<&'static str, usize>) {
        let Some((number, field)) = read(line, by_name) else {
            return;
        };
        if self.0.len() <= number {
            self.0.resize(number + 1, None);
        }
        if let Some(place) = self.0.get_mut(number) {
            *place = Some(field);
        }
    }
}

/// Number and field of a line.
fn read(line: &'static str, by_name: &HashMap<&'static str, usize>) -> Option<(usize, Field)> {
    let mut words = line.split(' ');
    let (name, number, written) = (words.next()?, words.next()?, words.next()?);
    let (once, omits_zero) = written.strip_suffix('?').map_or((written, false), |once| (once, true));
    let (shape, form) = match (within(once, '[', ']'), within(once, '{', '}')) {
        (Some(item), _) => (Shape::List, item),
        (_, Some(item)) => (Shape::Map, item),
        _ => (Shape::Once, once),
    };
    let field = Field {
        name: (name != "+").then_some(name),
        shape,
        form: form_of(form, by_name)?,
        omits_zero,
    };
    Some((number.parse().ok()?, field))
}

fn within(text: &'static str, open: char, close: char) -> Option<&'static str> {
    text.strip_prefix(open)?.strip_suffix(close)
}

fn form_of(name: &str, by_name: &HashMap<&'static str, usize>) -> Option<Form> {
    Some(match name {
        "string" => Form::Text,
        "bool" => Form::Bool,
        "int" => Form::Int,
        "time" => Form::Time,
        "microtime" => Form::MicroTime,
        "quantity" => Form::Quantity,
        "intorstring" => Form::IntOrString,
        message => Form::Message(*by_name.get(message)?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_read() {
        let fields = TABLE.lines().filter(|line| line.starts_with(' ')).count();
        let read = schema().messages.iter().flat_map(|message| &message.0).flatten();
        assert_eq!(read.count(), fields);
        assert!(fields > 1000);
    }

    /// An answer can be nested as deep as the table is, and no deeper.
    #[test]
    fn no_message_is_within_itself() {
        fn depth(schema: &Schema, message: &Message, above: usize) -> usize {
            assert!(above < 32, "a message is within itself");
            let inner = message.0.iter().flatten().filter_map(|field| match field.form {
                Form::Message(place) => schema.at(place),
                _ => None,
            });
            inner
                .map(|inner| depth(schema, inner, above + 1))
                .max()
                .unwrap_or(above)
        }
        let deepest = schema()
            .messages
            .iter()
            .map(|message| depth(schema(), message, 1))
            .max();
        assert!(deepest > Some(5));
    }
}
