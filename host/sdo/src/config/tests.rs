use super::*;

#[test]
fn the_embedded_default_says_what_holds_without_a_file() {
    let written = Config::parse(DEFAULT).unwrap();
    assert_eq!(written, Config::default());
}

#[test]
fn every_key_of_the_default_is_there_to_be_found() {
    let schema = serde_json::to_value(schema()).unwrap();
    let mut keys = Vec::new();
    collect(&schema, &mut keys);
    for key in keys {
        assert!(
            DEFAULT.contains(&format!("{key}:")),
            "{key} is not in the commented default"
        );
    }
}

fn collect(schema: &serde_json::Value, keys: &mut Vec<String>) {
    match schema {
        serde_json::Value::Object(map) => {
            if let Some(serde_json::Value::Object(properties)) = map.get("properties") {
                keys.extend(properties.keys().cloned());
            }
            map.values().for_each(|value| collect(value, keys));
        }
        serde_json::Value::Array(list) => list.iter().for_each(|value| collect(value, keys)),
        _ => {}
    }
}

#[test]
fn an_unknown_key_is_an_error_that_names_the_key_that_was_meant() {
    let error = Config::parse("http:\n  listne: 127.0.0.1:1\n").unwrap_err().to_string();
    assert!(
        error.contains("listne") && error.ends_with("(did you mean listen?)"),
        "{error}"
    );
    assert!(Config::parse("cluster: 7\n").is_err());
    assert!(Config::parse("http: { listen: nowhere }\n").is_err());
}

#[test]
fn a_file_of_comments_means_the_defaults() {
    assert!(Config::parse("# nothing yet\n\n").is_ok());
}

#[test]
fn parts_that_hold_from_start_to_end_are_named_when_they_change() {
    let before = Config::default();
    let reloaded = Config::parse("incidents: { flips: 9 }\nmutes: {}\ndetectors: { builtin: false }\n").unwrap();
    assert_eq!(before.needs_restart(&reloaded), [""; 0]);
    let moved = Config::parse("http: { names: [sdo.example.org] }\nlog: { level: debug }\n").unwrap();
    assert_eq!(before.needs_restart(&moved), ["http", "log"]);
}
