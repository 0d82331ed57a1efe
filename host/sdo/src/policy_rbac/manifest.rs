//! Roles as text. YAML is written rule by rule, because no serializer writes comments.

use super::role::{Document, Explained, Object};
use crate::failure::Failure;
use crate::render::wrap::hanging;
use crate::render::yaml as plain_yaml;
use k8s_openapi::api::rbac::v1::PolicyRule;
use serde::Serialize;
use serde_json::{Value, json};

/// Columns of a comment.
const WIDTH: usize = 120;

/// The documents one after another, with their reasons.
pub(super) fn yaml(documents: &[Document]) -> Result<String, Failure> {
    let texts: Result<Vec<String>, Failure> = documents.iter().map(document).collect();
    Ok(texts?.join("---\n"))
}

/// The documents as one List, without their reasons.
pub(super) fn list(documents: &[Document]) -> Value {
    let items: Vec<Value> = documents.iter().map(|document| whole(&document.object)).collect();
    json!({ "apiVersion": "v1", "kind": "List", "items": items })
}

fn document(document: &Document) -> Result<String, Failure> {
    let (head, rules) = parts(&document.object);
    let mut text = comment(&document.why, "# ");
    text += &plain_yaml(&head)?;
    text += match rules.is_empty() {
        true if is_role(&document.object) => "rules: []\n",
        true => "",
        false => "rules:\n",
    };
    text.extend(rules.iter().map(lines));
    Ok(text)
}

fn is_role(object: &Object) -> bool {
    matches!(object, Object::ClusterRole(..) | Object::Role(..))
}

fn whole(object: &Object) -> Value {
    let (mut head, rules) = parts(object);
    if let (Value::Object(fields), true) = (&mut head, is_role(object)) {
        fields.insert(
            "rules".to_owned(),
            rules.iter().map(|explained| value(&explained.rule)).collect(),
        );
    }
    head
}

/// The object without its rules, and these.
fn parts(object: &Object) -> (Value, &[Explained]) {
    match object {
        Object::Account(account) => (value(account), &[]),
        Object::ClusterRole(role, rules) => (value(role), rules),
        Object::ClusterBinding(binding) => (value(binding), &[]),
        Object::Role(role, rules) => (value(role), rules),
        Object::Binding(binding) => (value(binding), &[]),
    }
}

/// Keys come in the order of the alphabet, which is the usual one for these objects.
fn value(object: &impl Serialize) -> Value {
    // Objects of strings and lists have no way to fail.
    serde_json::to_value(object).unwrap_or_default()
}

fn comment(why: &[String], indent: &str) -> String {
    why.iter().map(|line| hanging(line, indent, WIDTH)).collect()
}

/// Lists in JSON's form, which is YAML's too and needs no thought about quotes.
fn lines(explained: &Explained) -> String {
    let PolicyRule {
        api_groups,
        resource_names,
        resources,
        verbs,
        ..
    } = &explained.rule;
    let names = resource_names
        .as_ref()
        .map(|names| format!("\n    resourceNames: {}", flow(names)));
    format!(
        "{}  - apiGroups: {}{}\n    resources: {}\n    verbs: {}\n",
        comment(&explained.why, "  # "),
        flow(api_groups.iter().flatten()),
        names.unwrap_or_default(),
        flow(resources.iter().flatten()),
        flow(verbs)
    )
}

fn flow<'w>(words: impl IntoIterator<Item = &'w String>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| value(word).to_string()).collect();
    format!("[{}]", words.join(", "))
}
