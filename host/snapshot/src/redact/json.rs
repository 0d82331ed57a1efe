//! JSON that is kept as text: canonical, and without credentials.

use super::{arguments, named, redact, settled};
use serde_json::{Map, Number, Value};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The configuration that `kubectl apply` recorded, masked; text that is no JSON is masked as text.
pub fn configuration(text: &str) -> String {
    match serde_json::from_str(text) {
        Ok(value) => json(value),
        Err(_) => redact(text).into_owned(),
    }
}

/// The same within `limit` bytes, such that another pass changes nothing.
pub(crate) fn recorded(text: &str, limit: usize) -> String {
    if let Ok(value) = serde_json::from_str(text) {
        let canonical = json(value);
        if canonical.len() <= limit {
            return canonical;
        }
    }
    settled(text, limit, |text| Cow::Owned(configuration(text))).into_owned()
}

/// `value` as compact JSON with sorted keys, credentials masked, without `managedFields` and recorded configurations.
pub fn json(mut value: Value) -> String {
    if value.get("kind").and_then(Value::as_str) == Some("Secret") {
        drop_values(&mut value);
    }
    if let Some(Value::Object(meta)) = value.get_mut("metadata") {
        meta.remove("managedFields");
        if let Some(Value::Object(annotations)) = meta.get_mut("annotations") {
            annotations.remove(crate::object::LAST_APPLIED);
        }
    }
    masked("", value).to_string()
}

/// A Secret inside another object, or recorded by `kubectl apply`: nothing of its values may stay.
fn drop_values(secret: &mut Value) {
    for table in ["data", "stringData"] {
        if let Some(Value::Object(entries)) = secret.get_mut(table) {
            entries
                .values_mut()
                .for_each(|value| *value = Value::String(super::MASK.to_owned()));
        }
    }
}

fn masked(key: &str, value: Value) -> Value {
    match value {
        Value::String(text) => {
            let masked = match settled(&text, usize::MAX, |text| named(key, text)) {
                Cow::Borrowed(same) if same == text => None,
                masked => Some(masked.into_owned()),
            };
            Value::String(masked.unwrap_or(text))
        }
        Value::Number(number) => steady(number),
        Value::Array(items) if matches!(key, "args" | "command") => Value::Array(command_line(items)),
        Value::Array(items) => Value::Array(items.into_iter().map(|item| masked("", item)).collect()),
        Value::Object(fields) => Value::Object(object(fields)),
        other => other,
    }
}

/// Sorted by key whichever map the JSON library was built with.
fn object(fields: Map<String, Value>) -> Map<String, Value> {
    let name = fields
        .get("name")
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned();
    // The name as another pass will see it.
    let shown = settled(&name, usize::MAX, redact).into_owned();
    let sorted: BTreeMap<String, Value> = fields.into_iter().collect();
    let entry = |(key, value): (String, Value)| {
        // `{"name": "DB_PASSWORD", "value": "hunter2"}`: the name of the value is the other field.
        let value = match key.as_str() {
            "value" if shown != name => masked(&shown, masked(&name, value)),
            "value" => masked(&name, value),
            key => masked(key, value),
        };
        (key, value)
    };
    sorted.into_iter().map(entry).collect()
}

fn command_line(items: Vec<Value>) -> Vec<Value> {
    let given: Vec<&str> = items.iter().filter_map(Value::as_str).collect();
    let mut kept = arguments(&given, usize::MAX).map(Vec::into_iter);
    let mask_one = |item: Value| match (item, &mut kept) {
        (Value::String(_), Some(kept)) => Value::String(kept.next().unwrap_or_default()),
        (Value::String(same), None) => Value::String(same),
        (other, _) => masked("", other),
    };
    items.into_iter().map(mask_one).collect()
}

/// A number whose text reads as itself: the JSON library may read a long fraction as its neighbour. One that never comes to
/// rest is no number.
fn steady(number: Number) -> Value {
    const ROUNDS: usize = 4;
    if !number.is_f64() {
        return Value::Number(number);
    }
    let mut number = number;
    for _ in 0..ROUNDS {
        match serde_json::from_str::<Number>(&number.to_string()) {
            Ok(read) if read == number => return Value::Number(number),
            Ok(read) => number = read,
            Err(_) => break,
        }
    }
    Value::Null
}
