//! SARIF 2.1.0, for code scanning.

use crate::render::trouble;
use crate::report::{Report, RuleText};
use sdo_model::finding::Severity;
use sdo_pipeline::{Finding, ObjectName};
use serde_json::{Value, json};

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/// The name of our fingerprint; the version changes when what goes into it changes.
const FINGERPRINT: &str = "sdo/v1";

/// The log as a JSON value.
pub fn render(report: &Report) -> Value {
    let rules: Vec<&String> = report.rules.keys().collect();
    let results = report
        .round
        .findings
        .iter()
        .map(|finding| result(finding, report, &rules));
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "sdo",
                "version": env!("CARGO_PKG_VERSION"),
                "informationUri": env!("CARGO_PKG_REPOSITORY"),
                "rules": report.rules.iter().map(|(name, text)| rule(name, text)).collect::<Vec<_>>(),
            }},
            "invocations": [{
                "executionSuccessful": true,
                "toolExecutionNotifications": notifications(report),
            }],
            "results": results.collect::<Vec<_>>(),
            "properties": { "snapshot": report.digest },
        }],
    })
}

fn rule(name: &str, text: &RuleText) -> Value {
    json!({
        "id": name,
        "shortDescription": { "text": plain(&text.title) },
        "fullDescription": { "text": plain(&text.title) },
        "help": { "text": plain(&text.explanation), "markdown": text.explanation },
        "properties": { "version": text.version },
    })
}

fn result(finding: &Finding, report: &Report, rules: &[&String]) -> Value {
    let effects: Vec<String> = finding.effects.iter().map(|effect| effect.object.to_string()).collect();
    let mut result = json!({
        "ruleId": finding.rule,
        "level": level(finding.severity),
        "message": { "text": plain(&format!("{}: {}", finding.primary, finding.summary)) },
        "locations": [{
            "physicalLocation": {
                "artifactLocation": { "uri": uri(&report.source) },
                "region": { "startLine": 1 },
            },
            "logicalLocations": [location(&finding.primary)],
        }],
        "partialFingerprints": { FINGERPRINT: finding.fingerprint },
        "properties": { "effects": effects, "next": finding.next },
    });
    if let (Some(index), Some(fields)) = (
        rules.iter().position(|name| **name == finding.rule),
        result.as_object_mut(),
    ) {
        fields.insert("ruleIndex".to_owned(), json!(index));
    }
    result
}

fn location(object: &ObjectName) -> Value {
    let parts = [object.namespace.as_str(), &object.kind, &object.name];
    let full: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    json!({ "name": object.name, "fullyQualifiedName": full.join("/"), "kind": "resource" })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Critical => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

/// What could not be decided, so that silence is not read as health.
fn notifications(report: &Report) -> Vec<Value> {
    let unknown = report
        .round
        .unknown
        .iter()
        .map(|entry| format!("{}: {} {}", entry.rule, entry.kind, entry.reason));
    let broken = report.round.detectors.iter().filter(|run| !run.status.is_good());
    let broken = broken.map(|run| format!("detector {} {}", run.name, trouble(run)));
    unknown
        .chain(broken)
        .map(|text| json!({ "level": "warning", "message": { "text": plain(&text) } }))
        .collect()
}

/// SARIF reads `[text](target)` in a plain message as a link; a cluster's texts make none.
fn plain(text: &str) -> String {
    text.replace('\\', "\\\\").replace('[', "\\[").replace(']', "\\]")
}

/// A path as a relative or absolute URI reference.
fn uri(path: &str) -> String {
    let keep = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    path.bytes()
        .map(|byte| {
            if keep(byte) {
                char::from(byte).to_string()
            } else {
                format!("%{byte:02X}")
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_of_the_cluster_is_never_a_link() {
        assert_eq!(
            plain("see [docs](https://evil.example)"),
            "see \\[docs\\](https://evil.example)"
        );
    }

    #[test]
    fn a_path_becomes_a_uri() {
        assert_eq!(uri("a b/ü.tar"), "a%20b/%C3%BC.tar");
    }
}
