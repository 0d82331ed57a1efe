//! A feature flag that was turned away from what was applied.

use sdo_detector_sdk::prelude::*;
use serde_json::Value;

/// What flags of this format say when they do nothing.
const OFF: &str = "off";

fn detect(report: &mut Report) {
    let filter = config_maps::ConfigMapFilter {
        contains: Some("\"defaultVariant\"".to_string()),
        ..default()
    };
    for map in filter.rows() {
        for key in &map.keys {
            let flags = config_maps::value(map.id, key).and_then(|text| flags_of(&text));
            if let Some(flags) = flags {
                judge(report, &map, key, &flags);
            }
        }
    }
}

/// The flags of a document with the flagd schema.
fn flags_of(text: &str) -> Option<Value> {
    serde_json::from_str::<Value>(text)
        .ok()?
        .get_mut("flags")
        .map(Value::take)
        .filter(Value::is_object)
}

fn judge(report: &mut Report, map: &config_maps::ConfigMapRow, key: &str, flags: &Value) {
    let baseline = applied_flags(map.id, key);
    let edited = baseline.is_none() && edited_later(map);
    for (name, flag) in flags.as_object().into_iter().flatten() {
        let Some(variant) = switched_on(flag) else {
            continue;
        };
        let before = baseline
            .as_ref()
            .and_then(|flags| flags.get(name))
            .and_then(default_variant);
        match before {
            Some(before) if before != variant => {
                let text = format!("flag {name} has defaultVariant {variant}, the applied configuration said {before}");
                tell(report.warning(map.id, text), map, key, (name, variant));
            }
            None if edited => {
                let text = format!(
                    "flag {name} has defaultVariant {variant}, not {OFF}, and {key} was edited after it was made"
                );
                tell(report.info(map.id, text), map, key, (name, variant));
            }
            _ => {}
        }
    }
}

/// The variant of an enabled flag that could be off and is not.
fn switched_on(flag: &Value) -> Option<&str> {
    let could_be_off = flag.get("variants")?.get(OFF).is_some();
    let enabled = flag.get("state").and_then(Value::as_str) != Some("DISABLED");
    default_variant(flag).filter(|variant| could_be_off && enabled && *variant != OFF)
}

fn default_variant(flag: &Value) -> Option<&str> {
    flag.get("defaultVariant")?.as_str()
}

/// What `kubectl apply` recorded for the same key: the only baseline that one snapshot carries.
fn applied_flags(map: ObjectId, key: &str) -> Option<Value> {
    let applied: Value = serde_json::from_str(&objects::last_applied(map)?).ok()?;
    flags_of(applied.get("data")?.get(key)?.as_str()?)
}

/// Somebody else than the first writer wrote it since it was made.
fn edited_later(map: &config_maps::ConfigMapRow) -> bool {
    let managers = objects::managers(&[map.id]).pop().unwrap_or_default();
    let (Some(newest), Some(oldest)) = (managers.first(), managers.last()) else {
        return false;
    };
    newest.manager != oldest.manager && newest.time.is_some_and(|time| time > map.created)
}

fn tell(draft: &mut Draft, map: &config_maps::ConfigMapRow, key: &str, (name, variant): (&str, &str)) {
    draft
        .apart(name)
        .evidence(map.id, format!("data[{key}].flags.{name}.defaultVariant"), variant);
    draft.since(map.written).bind("config", map.id);
    draft.next(format!(
        "kubectl -n {} get configmap {} -o yaml",
        map.namespace, map.name
    ));
    draft.next(format!(
        "kubectl -n {} get configmap {} --show-managed-fields -o yaml",
        map.namespace, map.name
    ));
}

detector! {
    name: "feature-flag-non-default",
    version: "0.1.0",
    title: "A feature flag was turned on by hand",
    explanation: include_str!("../README.md"),
    detect: detect,
}
