//! `custom-resources`: objects of kinds that the contract does not type, as JSON.

use super::page::limit;
use crate::Snapshot;
use crate::object::Untyped;
use sdo_model::call::price;
use sdo_model::contract::custom_resources::{CustomResources, ReadError, ResourceFilter};
use sdo_model::{Call, Kind, State, Stop};
use serde_json::Value;
use std::fmt::Write;
use std::ops::Range;

/// The most bytes of one answer.
const MOST_BYTES: usize = 1024 * 1024;

/// What reading one byte of JSON costs: some ten nanoseconds.
const PARSE: u64 = 16 * price::BYTE;

/// Objects with their places, or why they cannot be read.
type Found<'a> = Result<Vec<(usize, &'a Untyped)>, ReadError>;

impl CustomResources for Snapshot {
    fn query_json(
        &self,
        call: &mut Call,
        group: &str,
        kind: &str,
        filter: &ResourceFilter,
        fields: &[String],
    ) -> Result<Result<String, ReadError>, Stop> {
        let found = match self.resources(call, group, kind, filter)? {
            Ok(found) => found,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let after = filter.after.map_or(0, |id| {
            Kind::of_id(id)
                .filter(|(kind, _)| *kind == Kind::Custom)
                .map_or(usize::MAX, |(_, at)| at + 1)
        });
        let page = found
            .into_iter()
            .filter(|(index, _)| *index >= after)
            .take(limit(filter.limit));
        let mut json = String::from("[");
        for (index, object) in page {
            let separator = if json.len() > 1 { "," } else { "" };
            call.charge(
                (object.json.as_str().len() as u64).saturating_mul(if fields.is_empty() { price::BYTE } else { PARSE }),
            )?;
            json.push_str(separator);
            shown(&mut json, index, object, fields);
            if json.len() > MOST_BYTES {
                return Ok(Err(ReadError::TooLarge(json.len() as u64)));
            }
        }
        json.push(']');
        Ok(Ok(json))
    }

    fn count(
        &self,
        call: &mut Call,
        group: &str,
        kind: &str,
        filter: &ResourceFilter,
    ) -> Result<Result<u32, ReadError>, Stop> {
        let found = self.resources(call, group, kind, filter)?;
        Ok(found.map(|found| u32::try_from(found.len()).unwrap_or(u32::MAX)))
    }
}

impl Snapshot {
    /// The objects of a kind that the filter lets through, in their order.
    fn resources(&self, call: &mut Call, group: &str, kind: &str, filter: &ResourceFilter) -> Result<Found<'_>, Stop> {
        let range = self.customs(group, kind);
        if let Some(refusal) = self.refusal(call, group, kind, &range) {
            return Ok(Err(refusal));
        }
        call.scan(range.len())?;
        let found = range.filter_map(|index| Some((index, self.at::<Untyped>(index)?)));
        Ok(Ok(found.filter(|(_, object)| lets_through(filter, object)).collect()))
    }

    /// Why objects of this kind cannot be read, if so. Those that are there can, however many others are not.
    fn refusal(&self, call: &Call, group: &str, kind: &str, range: &Range<usize>) -> Option<ReadError> {
        if !call.may_read(Kind::Custom) {
            return Some(ReadError::Denied(format!("{kind}.{group} is not granted")));
        }
        if Kind::from_group_name(group, kind).is_some() {
            return Some(ReadError::NotReadable(format!("{kind} has an interface of its own")));
        }
        if !range.is_empty() {
            return None;
        }
        let Some(coverage) = self.custom_coverage(group, kind) else {
            return Some(ReadError::NotReadable(format!("{kind}.{group} is not in the snapshot")));
        };
        let readable = matches!(coverage.state, State::Complete | State::Partial);
        (!readable).then(|| {
            ReadError::NotReadable(format!(
                "{kind}.{group} is {}: {}",
                coverage.state.as_str(),
                coverage.reason
            ))
        })
    }
}

fn lets_through(filter: &ResourceFilter, object: &Untyped) -> bool {
    let meta = &object.meta;
    filter
        .namespace
        .as_deref()
        .is_none_or(|namespace| meta.namespace == *namespace)
        && filter.name.as_deref().is_none_or(|name| meta.name == *name)
        && filter.labels.iter().all(|(key, value)| meta.labels.has(key, value))
}

/// Adds one object: where it is and who, then the fields asked for, or all of it.
fn shown(json: &mut String, index: usize, object: &Untyped, fields: &[String]) {
    let text = |text: &str| Value::from(text).to_string();
    let (namespace, name) = (text(&object.meta.namespace), text(&object.meta.name));
    // Writing to a string cannot fail.
    let _ = write!(
        json,
        "{{\"id\":{},\"namespace\":{namespace},\"name\":{name}",
        Kind::Custom.id(index)
    );
    let whole = object.json.as_str();
    if fields.is_empty() {
        let _ = write!(json, ",\"object\":{}", if whole.is_empty() { "null" } else { whole });
    } else {
        let parsed: Value = serde_json::from_str(whole).unwrap_or_default();
        for field in fields {
            if let Some(value) = parsed.pointer(field) {
                let _ = write!(json, ",{}:{value}", text(field));
            }
        }
    }
    json.push('}');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::fixture::{snapshot, without};

    const POOL: &str = r#"{"apiVersion":"example.org/v1","kind":"IPPool","metadata":{"name":"b","labels":{"app":"x"}},"spec":{"cidr":"10.0.0.0/16","size":3,"note":"a\"b"}}"#;

    fn ask(snapshot: &Snapshot, kind: &str, filter: &ResourceFilter, fields: &[&str]) -> Result<Value, ReadError> {
        let fields: Vec<String> = fields.iter().map(|field| (*field).to_owned()).collect();
        let answer = snapshot
            .query_json(&mut Call::unlimited(), "example.org", kind, filter, &fields)
            .unwrap();
        answer.map(|json| serde_json::from_str(&json).unwrap())
    }

    #[test]
    fn only_the_fields_that_exist_are_shown() {
        let snapshot = snapshot(&[POOL, &POOL.replace(r#""name":"b""#, r#""name":"a""#)]);
        let shown = ask(
            &snapshot,
            "IPPool",
            &ResourceFilter::default(),
            &["/spec/cidr", "/spec/none", "/spec/note"],
        )
        .unwrap();
        assert_eq!(shown[0]["name"], "a");
        assert_eq!(
            (&shown[1]["/spec/cidr"], &shown[1]["/spec/note"]),
            (&Value::from("10.0.0.0/16"), &Value::from("a\"b"))
        );
        assert!(shown[1].get("/spec/none").is_none());
        let whole = ask(
            &snapshot,
            "IPPool",
            &ResourceFilter {
                name: Some("b".into()),
                ..Default::default()
            },
            &[],
        )
        .unwrap();
        assert_eq!(
            (whole.as_array().unwrap().len(), &whole[0]["object"]["spec"]["size"]),
            (1, &Value::from(3))
        );
        let none = ask(
            &snapshot,
            "IPPool",
            &ResourceFilter {
                labels: vec![("app".into(), "y".into())],
                ..Default::default()
            },
            &[],
        );
        assert_eq!(none.unwrap(), Value::Array(Vec::new()));
    }

    #[test]
    fn what_is_not_there_is_not_readable_rather_than_empty() {
        for snapshot in [snapshot(&[POOL]), without(&[POOL], Kind::Custom)] {
            assert!(matches!(
                ask(&snapshot, "Other", &ResourceFilter::default(), &[]),
                Err(ReadError::NotReadable(_))
            ));
        }
    }

    #[test]
    fn an_answer_past_its_limit_is_refused() {
        let big = POOL.replace("\"size\":3", &format!("\"size\":\"{}\"", "x y ".repeat(10_000)));
        let pools: Vec<String> = (0..40)
            .map(|number| big.replace(r#""name":"b""#, &format!(r#""name":"n{number}""#)))
            .collect();
        let pools: Vec<&str> = pools.iter().map(String::as_str).collect();
        assert!(matches!(
            ask(&snapshot(&pools), "IPPool", &ResourceFilter::default(), &[]),
            Err(ReadError::TooLarge(_))
        ));
    }
}
