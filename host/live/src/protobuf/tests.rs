//! Answers that were recorded from a real API server in both forms, and answers that no server gives.

use super::*;
use prost::encoding::{bytes, string, uint64};
use serde_json::{Value, json};

/// A message of fields that are written one after another.
#[derive(Default)]
struct Bytes(Vec<u8>);

impl Bytes {
    fn text(mut self, number: u32, text: &str) -> Self {
        string::encode(number, &text.to_owned(), &mut self.0);
        self
    }

    fn number(mut self, number: u32, value: u64) -> Self {
        uint64::encode(number, &value, &mut self.0);
        self
    }

    fn message(mut self, number: u32, inner: Self) -> Self {
        bytes::encode(number, &inner.0, &mut self.0);
        self
    }
}

fn new() -> Bytes {
    Bytes::default()
}

fn answer(api_version: &str, kind: &str, raw: Bytes) -> Vec<u8> {
    let type_meta = new().text(1, api_version).text(2, kind);
    let envelope = new().message(1, type_meta).message(2, raw).text(3, "").text(4, "");
    [MAGIC, &envelope.0].concat()
}

fn list(kind: Kind, raw: Bytes) -> Result<Value, Malformed> {
    let answer = answer(&api_version(kind), &format!("{}List", kind.name()), raw);
    to_json(&answer, kind).map(|json| serde_json::from_slice(&json).unwrap())
}

/// The only object of a list.
fn read(kind: Kind, object: Bytes) -> Value {
    list(kind, new().message(2, object)).unwrap()["items"][0].take()
}

#[test]
fn an_empty_list_has_items_all_the_same() {
    let found = list(Kind::Pod, new().message(1, new().text(2, "17").text(3, "next"))).unwrap();
    let expected = json!({"kind": "PodList", "apiVersion": "v1", "metadata": {"resourceVersion": "17", "continue": "next"}, "items": []});
    assert_eq!(found, expected);
    assert_eq!(
        list(Kind::Pod, new()).unwrap(),
        json!({"kind": "PodList", "apiVersion": "v1", "metadata": {}, "items": []})
    );
}

#[test]
fn fields_that_json_gives_to_the_message_around_them_stand_there() {
    let config_map = new().message(1, new().text(1, "settings")).number(3, 420);
    let volume = new().text(1, "v").message(2, new().message(19, config_map));
    let pod = read(Kind::Pod, new().message(2, new().message(1, volume)));
    assert_eq!(
        pod["spec"]["volumes"],
        json!([{"name": "v", "configMap": {"name": "settings", "defaultMode": 420}}])
    );
}

#[test]
fn zero_is_left_out_where_json_leaves_it_out_and_only_there() {
    // `ready` and `restartCount` are always written, `nodeName` is not.
    let status = new().text(1, "app").number(4, 0).number(5, 0);
    let pod = new()
        .message(2, new().text(10, ""))
        .message(3, new().message(8, status));
    let pod = read(Kind::Pod, pod);
    assert_eq!(pod["spec"], json!({}));
    assert_eq!(
        pod["status"]["containerStatuses"],
        json!([{"name": "app", "ready": false, "restartCount": 0}])
    );
}

#[test]
fn times_quantities_and_ports_are_written_as_the_server_writes_them() {
    let pair = |key: &str, value: Bytes| new().text(1, key).message(2, value);
    let requests = new()
        .message(2, pair("cpu", new().text(1, "250m")))
        .message(2, pair("memory", new().text(1, "1Gi")));
    let container = new().text(1, "app").message(8, requests);
    let pod = new()
        .message(1, new().message(8, new().number(1, 1_796_061_780).number(2, 5)))
        .message(2, new().message(2, container));
    let pod = read(Kind::Pod, pod);
    assert_eq!(pod["metadata"]["creationTimestamp"], "2026-11-30T18:03:00Z");
    assert_eq!(
        pod["spec"]["containers"][0]["resources"]["requests"],
        json!({"cpu": "250m", "memory": "1Gi"})
    );

    let lease = new().message(
        2,
        new().message(4, new().number(1, 1_796_061_780).number(2, 12_345_000)),
    );
    assert_eq!(
        read(Kind::Lease, lease)["spec"]["renewTime"],
        "2026-11-30T18:03:00.012345Z"
    );

    let by_name = new()
        .number(3, 80)
        .message(4, new().number(1, 1).number(2, 0).text(3, "http"));
    let by_number = new()
        .number(3, 81)
        .message(4, new().number(1, 0).number(2, 8080).text(3, ""));
    let service = read(
        Kind::Service,
        new().message(2, new().message(1, by_name).message(1, by_number)),
    );
    assert_eq!(
        service["spec"]["ports"],
        json!([{"port": 80, "targetPort": "http"}, {"port": 81, "targetPort": 8080}])
    );
}

#[test]
fn no_time_is_null_and_so_is_one_that_no_calendar_has() {
    for time in [new(), new().number(1, i64::MAX as u64)] {
        let pod = read(Kind::Pod, new().message(1, new().message(8, time)));
        assert_eq!(pod["metadata"], json!({"creationTimestamp": null}));
    }
}

#[test]
fn hostile_texts_stay_texts() {
    let label = new().text(1, "a\"},{").text(2, "\u{1b}[31m\\");
    let mut pod = new().message(1, new().message(11, label));
    bytes::encode(9, &vec![0xff_u8, 0xfe], &mut pod.0);
    let pod = read(Kind::Pod, pod);
    assert_eq!(pod["metadata"]["labels"], json!({"a\"},{": "\u{1b}[31m\\"}));
}

#[test]
fn what_is_in_no_table_is_passed_over() {
    let managed = new().message(17, new().text(1, "kubectl"));
    let pod = read(
        Kind::Pod,
        new()
            .message(1, managed.text(1, "web"))
            .message(99, new().text(1, "new")),
    );
    assert_eq!(pod, json!({"metadata": {"name": "web"}}));
}

#[test]
fn what_no_server_sends_is_an_error_that_says_why() {
    let words = |answer: &[u8]| to_json(answer, Kind::Pod).unwrap_err().to_string();
    let pods = |raw| words(&answer("v1", "PodList", raw));
    let whole = answer(
        "v1",
        "PodList",
        new().message(2, new().message(1, new().text(1, "web"))),
    );
    for length in 0..whole.len() {
        // Every beginning ends within a length or a message, or lacks what comes after its kind.
        let _ = to_json(&whole[..length], Kind::Pod);
    }
    assert!(words(&whole[..whole.len() - 9]).contains("cut off"));
    assert!(words(b"<html>").contains("does not begin"));
    let twice = new().message(1, new()).message(2, new()).message(1, new());
    assert!(pods(new().message(2, twice)).contains("two places"));
    assert!(pods(new().message(2, new().number(1, 7))).contains("another form"));
}

/// Others write other messages under names that Kubernetes uses, and under names of messages within its own.
#[test]
fn what_is_of_another_kind_or_group_is_no_list_of_the_kind() {
    for (api_version, kind) in [
        ("v1", "SecretList"),
        ("x.test/v1", "PodList"),
        ("v1", "Pod"),
        ("v1", "ContainerList"),
    ] {
        let refused = to_json(&answer(api_version, kind, new()), Kind::Pod).unwrap_err();
        assert!(refused.to_string().contains("not a list of Pod"), "{kind}");
    }
}

#[test]
fn an_answer_that_would_be_too_long_in_json_is_refused_before_it_is_written() {
    let label = new().text(1, &"\u{1}".repeat(50 << 20));
    let answer = answer(
        "v1",
        "PodList",
        new().message(2, new().message(1, new().message(11, label))),
    );
    assert!(
        to_json(&answer, Kind::Pod)
            .unwrap_err()
            .to_string()
            .contains("longer than")
    );
}

/// The same list in both forms. What JSON says with `null` and with an empty value are the same to whoever reads it.
#[test]
fn recorded_answers_are_the_same_in_both_forms() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/protobuf/recorded");
    let mut read = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "pb") {
            continue;
        }
        let theirs: Value = serde_json::from_slice(&std::fs::read(path.with_extension("json")).unwrap()).unwrap();
        let kind = theirs["kind"]
            .as_str()
            .and_then(|kind| Kind::from_name(kind.trim_end_matches("List")));
        let ours = to_json(&std::fs::read(&path).unwrap(), kind.unwrap_or(Kind::Pod)).unwrap();
        let ours: Value = serde_json::from_slice(&ours).unwrap();
        assert_eq!(told(listed(ours)), told(listed(theirs)), "{}", path.display());
        read += 1;
    }
    assert!(read >= 20);
}

/// The objects of a list without its version, its size and the place of its next page: other objects came between the two requests.
fn listed(mut answer: Value) -> Value {
    match answer.get_mut("items") {
        Some(items) => items.take(),
        None => answer,
    }
}

/// Without what says nothing, and without what this program never reads.
fn told(value: Value) -> Value {
    match value {
        Value::Object(fields) => fields
            .into_iter()
            .filter(|(name, value)| name != "managedFields" && !value.is_null())
            .map(|(name, value)| match name.as_str() {
                "volumeClaimTemplates" => (name, told(untyped(value))),
                _ => (name, told(value)),
            })
            .collect(),
        Value::Array(items) => items.into_iter().map(told).collect(),
        value => value,
    }
}

/// What lies within an object says what it is in JSON alone, and nobody reads that.
fn untyped(mut items: Value) -> Value {
    for item in items
        .as_array_mut()
        .into_iter()
        .flatten()
        .filter_map(Value::as_object_mut)
    {
        item.retain(|name, _| !["apiVersion", "kind"].contains(&name.as_str()));
    }
    items
}
