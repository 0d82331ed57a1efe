//! Label selectors and node selectors.

use super::stored;
use crate::text::{List, Map, Text};
use kube_core::{Expression, SelectorExt};
use std::collections::BTreeMap;

stored! {
    /// All of both parts must hold; an empty selector selects everything.
    pub struct LabelSelector {
        #[serde(rename = "matchLabels")]
        pub labels: Map,
        #[serde(rename = "matchExpressions")]
        pub expressions: List<Requirement>,
    }

    pub struct Requirement {
        pub key: Text,
        pub operator: Text,
        pub values: List<Text>,
    }

    /// Any of its terms must hold.
    pub struct NodeSelector {
        #[serde(rename = "nodeSelectorTerms")]
        pub terms: List<NodeSelectorTerm>,
    }

    /// All of both lists must hold; a term with neither selects nothing.
    pub struct NodeSelectorTerm {
        #[serde(rename = "matchExpressions")]
        pub expressions: List<Requirement>,
        #[serde(rename = "matchFields")]
        pub fields: List<Requirement>,
    }
}

impl LabelSelector {
    /// Whether it restricts nothing.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty() && self.expressions.is_empty()
    }

    /// Whether it selects what carries `labels`.
    pub fn selects(&self, labels: &Map) -> bool {
        carries(labels, &self.labels) && self.expressions.iter().all(|requirement| requirement.holds(labels))
    }
}

/// Whether `labels` has every entry of `wanted`.
pub fn carries(labels: &Map, wanted: &Map) -> bool {
    wanted.iter().all(|(name, value)| labels.has(name, value))
}

impl Requirement {
    /// Whether `labels` meets it; an operator that label selectors do not have is never met.
    pub fn holds(&self, labels: &Map) -> bool {
        let Some(expression) = self.expression() else {
            return false;
        };
        let mut concerned = BTreeMap::new();
        if let Some(value) = labels.get(&self.key) {
            concerned.insert(self.key.to_string(), value.to_string());
        }
        expression.matches(&concerned)
    }

    fn expression(&self) -> Option<Expression> {
        let key = self.key.to_string();
        let values = || self.values.iter().map(Text::to_string).collect();
        Some(match self.operator.as_str() {
            "In" => Expression::In(key, values()),
            "NotIn" => Expression::NotIn(key, values()),
            "Exists" => Expression::Exists(key),
            "DoesNotExist" => Expression::DoesNotExist(key),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selects(selector: &str, labels: &str) -> bool {
        let selector: LabelSelector = serde_json::from_str(selector).unwrap();
        selector.selects(&serde_json::from_str(labels).unwrap())
    }

    #[test]
    fn the_empty_selector_selects_everything() {
        assert!(selects("{}", r#"{"app":"web"}"#));
        assert!(selects(r#"{"matchLabels":null,"matchExpressions":null}"#, "{}"));
    }

    #[test]
    fn labels_and_expressions_must_both_hold() {
        let selector = r#"{"matchLabels":{"app":"web"},"matchExpressions":[
            {"key":"tier","operator":"NotIn","values":["db"]},{"key":"track","operator":"Exists"}]}"#;
        assert!(selects(selector, r#"{"app":"web","track":"stable"}"#));
        assert!(!selects(selector, r#"{"app":"web","track":"stable","tier":"db"}"#));
        assert!(!selects(selector, r#"{"app":"web"}"#));
        assert!(!selects(selector, r#"{"app":"api","track":"stable"}"#));
    }

    #[test]
    fn an_unknown_operator_selects_nothing() {
        assert!(!selects(
            r#"{"matchExpressions":[{"key":"a","operator":"Like"}]}"#,
            r#"{"a":"b"}"#
        ));
    }
}
