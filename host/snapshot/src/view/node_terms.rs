//! Node selectors: which nodes a term lets through, and what of it a node does not meet.

use super::convert::within;
use crate::Snapshot;
use crate::object::{Node, NodeSelector, NodeSelectorTerm, Requirement};
use crate::text::Text;
use std::collections::HashMap;

/// A detail of a refusal is a hint, not a dump of the spec.
pub(crate) const DETAIL: usize = 256;
/// Values of a requirement that a detail shows.
const SHOWN_VALUES: usize = 5;
/// Terms of a selector that a detail shows.
const SHOWN_TERMS: usize = 3;

/// Whether some term of `selector` lets `node` through. A selector without terms lets nothing through.
pub(crate) fn selects(selector: &NodeSelector, node: &Node) -> bool {
    selector.terms.iter().any(|term| lets_through(term, node))
}

fn lets_through(term: &NodeSelectorTerm, node: &Node) -> bool {
    let restricts = !term.expressions.is_empty() || !term.fields.is_empty();
    restricts && unmet(term, node).is_none()
}

/// Nodes by label, for matching many selectors: volumes pinned to one node each must not be tried on every node.
pub(crate) struct Finder<'a> {
    snapshot: &'a Snapshot,
    by_label: HashMap<(&'a str, &'a str), Vec<u32>>,
}

impl<'a> Finder<'a> {
    /// A finder over all nodes.
    pub(crate) fn new(snapshot: &'a Snapshot) -> Self {
        let mut by_label: HashMap<_, Vec<u32>> = HashMap::new();
        for (index, node) in (0..).zip(snapshot.all::<Node>().iter()) {
            for (key, value) in &**node.meta.labels {
                by_label.entry((key.as_str(), value.as_str())).or_default().push(index);
            }
        }
        Self { snapshot, by_label }
    }

    /// How many nodes `selector` lets through.
    pub(crate) fn count(&self, selector: &'a NodeSelector) -> usize {
        let mut found: Vec<usize> = selector.terms.iter().flat_map(|term| self.matching(term)).collect();
        found.sort_unstable();
        found.dedup();
        found.len()
    }

    fn matching(&self, term: &'a NodeSelectorTerm) -> Vec<usize> {
        let nodes = self.snapshot.all::<Node>();
        let accepts = |index: &usize| nodes.get(*index).is_some_and(|node| lets_through(term, node));
        match term.expressions.iter().find(|requirement| requirement.operator == "In") {
            Some(requirement) => self.carrying(requirement).filter(accepts).collect(),
            None => (0..nodes.len()).filter(accepts).collect(),
        }
    }

    fn carrying(&self, requirement: &'a Requirement) -> impl Iterator<Item = usize> {
        let lists = requirement
            .values
            .iter()
            .filter_map(|value| self.by_label.get(&(&*requirement.key, &**value)));
        lists.flatten().map(|index| *index as usize)
    }
}

/// The first requirement of `term` that `node` does not meet.
fn unmet<'a>(term: &'a NodeSelectorTerm, node: &Node) -> Option<&'a Requirement> {
    let expression = term.expressions.iter().find(|requirement| !meets(requirement, node));
    expression.or_else(|| term.fields.iter().find(|requirement| !has_field(requirement, node)))
}

/// What of `selector` the node does not meet, one requirement of each term; `None` when it is let through.
pub(crate) fn refusal(selector: &NodeSelector, node: &Node) -> Option<String> {
    if selects(selector, node) {
        return None;
    }
    let unmet = selector.terms.iter().filter_map(|term| unmet(term, node));
    let mut shown: Vec<String> = unmet.take(SHOWN_TERMS + 1).map(shown).collect();
    if shown.is_empty() {
        return Some("no term that could match".to_owned());
    }
    if shown.len() > SHOWN_TERMS {
        shown.truncate(SHOWN_TERMS);
        shown.push("…".to_owned());
    }
    Some(within(&shown.join(" or "), DETAIL))
}

/// Whether the labels of `node` meet `requirement`.
fn meets(requirement: &Requirement, node: &Node) -> bool {
    let number = |text: &Text| text.parse::<i64>().ok();
    let compare = |above: bool| {
        let has = node.meta.labels.get(&requirement.key).and_then(number);
        let bound = requirement.values.first().and_then(number);
        has.zip(bound)
            .is_some_and(|(has, bound)| if above { has > bound } else { has < bound })
    };
    let value = node.meta.labels.get(&requirement.key);
    let listed = value.is_some_and(|value| requirement.values.contains(value));
    match requirement.operator.as_str() {
        "In" => listed,
        "NotIn" => !listed,
        "Exists" => value.is_some(),
        "DoesNotExist" => value.is_none(),
        "Gt" => compare(true),
        "Lt" => compare(false),
        _ => false,
    }
}

/// Whether the fields of `node` meet `requirement`; the API knows one field, its name.
fn has_field(requirement: &Requirement, node: &Node) -> bool {
    let named = requirement.values.contains(&node.meta.name);
    match (requirement.key.as_str(), requirement.operator.as_str()) {
        ("metadata.name", "In") => named,
        ("metadata.name", "NotIn") => !named,
        _ => false,
    }
}

/// A requirement as people write it.
pub(crate) fn shown(requirement: &Requirement) -> String {
    let key = requirement.key.as_str();
    let values: Vec<&str> = requirement.values.iter().map(Text::as_str).collect();
    let list = match values.get(..SHOWN_VALUES) {
        Some(some) if values.len() > SHOWN_VALUES => format!("{}, …", some.join(", ")),
        _ => values.join(", "),
    };
    match (requirement.operator.as_str(), values.len()) {
        ("In", 1) => format!("{key}={list}"),
        ("NotIn", 1) => format!("{key}!={list}"),
        ("In", _) => format!("{key} in ({list})"),
        ("NotIn", _) => format!("{key} not in ({list})"),
        ("Exists", _) => format!("{key} exists"),
        ("DoesNotExist", _) => format!("{key} absent"),
        ("Gt", _) => format!("{key} > {list}"),
        ("Lt", _) => format!("{key} < {list}"),
        (other, _) => format!("{key} {other} ({list})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node() -> Node {
        let json = r#"{"metadata":{"name":"n1","labels":{"zone":"a","cores":"8"}}}"#;
        serde_json::from_str(json).unwrap()
    }

    fn refused(terms: &str) -> Option<String> {
        let selector: NodeSelector = serde_json::from_str(&format!(r#"{{"nodeSelectorTerms":{terms}}}"#)).unwrap();
        assert_eq!(selects(&selector, &node()), refusal(&selector, &node()).is_none());
        refusal(&selector, &node())
    }

    #[test]
    fn any_term_will_do_and_an_empty_one_matches_nothing() {
        assert_eq!(refused("[]").unwrap(), "no term that could match");
        assert_eq!(refused("[{}]").unwrap(), "no term that could match");
        let either = r#"[{"matchExpressions":[{"key":"zone","operator":"In","values":["b"]}]},
            {"matchExpressions":[{"key":"zone","operator":"Exists"},{"key":"gpu","operator":"DoesNotExist"}]}]"#;
        assert_eq!(refused(either), None);
    }

    #[test]
    fn numbers_compare_as_numbers() {
        let cores = |operator: &str, value: &str| {
            refused(&format!(
                r#"[{{"matchExpressions":[{{"key":"cores","operator":"{operator}","values":["{value}"]}}]}}]"#
            ))
        };
        assert_eq!(cores("Gt", "7"), None);
        assert_eq!(cores("Lt", "16"), None);
        assert_eq!(cores("Gt", "8").unwrap(), "cores > 8");
        assert_eq!(cores("Gt", "many").unwrap(), "cores > many");
    }

    #[test]
    fn the_name_of_a_node_is_a_field() {
        let by_name = |name: &str| {
            refused(&format!(
                r#"[{{"matchFields":[{{"key":"metadata.name","operator":"In","values":["{name}"]}}]}}]"#
            ))
        };
        assert_eq!(by_name("n1"), None);
        assert_eq!(by_name("n2").unwrap(), "metadata.name=n2");
    }

    #[test]
    fn each_term_tells_what_it_misses() {
        let terms = r#"[{"matchExpressions":[{"key":"zone","operator":"In","values":["b","c"]}]},
            {"matchExpressions":[{"key":"zone","operator":"Exists"},{"key":"gpu","operator":"Exists"}]}]"#;
        assert_eq!(refused(terms).unwrap(), "zone in (b, c) or gpu exists");
    }
}
