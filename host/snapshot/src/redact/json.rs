//! JSON that is kept as text: canonical, and without credentials.

use super::{argument, named, redact};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The configuration that `kubectl apply` recorded, masked; text that is no JSON is masked as text.
pub fn configuration(text: &str) -> String {
    match serde_json::from_str(text) {
        Ok(value) => json(value),
        Err(_) => redact(text).into_owned(),
    }
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
        Value::String(text) => Value::String(named(key, &text).into_owned()),
        Value::Array(items) if matches!(key, "args" | "command") => Value::Array(arguments(items)),
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
    let sorted: BTreeMap<String, Value> = fields.into_iter().collect();
    let entry = |(key, value): (String, Value)| {
        // `{"name": "DB_PASSWORD", "value": "hunter2"}`: the name of the value is the other field.
        let holder = if key == "value" { &name } else { &key };
        let value = masked(holder, value);
        (key, value)
    };
    sorted.into_iter().map(entry).collect()
}

fn arguments(items: Vec<Value>) -> Vec<Value> {
    let mut previous = String::new();
    let mask_one = |item: Value| match item {
        Value::String(text) => {
            let kept = argument(&previous, &text).into_owned();
            previous = text;
            Value::String(kept)
        }
        other => other,
    };
    items.into_iter().map(mask_one).collect()
}
