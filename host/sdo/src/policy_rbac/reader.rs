//! What a detector reads, in the words of roles.

use crate::cluster;
use sdo_model::{Kind, KindSet};
use sdo_pipeline::Loaded;
use std::collections::{BTreeMap, BTreeSet};

/// What a role names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Resource {
    /// API group, empty for the core group.
    pub(super) group: String,
    /// Plural, e.g. `pods`.
    pub(super) plural: String,
}

/// A detector, and what it reads.
#[derive(Clone, Debug)]
pub(super) struct Reader {
    /// Its rule.
    pub(super) rule: String,
    /// Without these its verdict is unknown.
    pub(super) needs: BTreeSet<Resource>,
    /// These sharpen its answers.
    pub(super) uses: BTreeSet<Resource>,
    /// What is to be said about what it reads.
    pub(super) remarks: BTreeMap<Resource, String>,
}

/// What custom resources, by group and kind, are called, and what is to be said about the name.
#[derive(Clone, Debug, Default)]
pub(super) struct Names(BTreeMap<(String, String), (String, String)>);

impl Names {
    /// As Kubernetes guesses them.
    pub(super) fn usual(custom: &[(String, String)]) -> Self {
        let remark = "as Kubernetes guesses it; --live asks the cluster";
        Self(custom.iter().filter_map(|resource| guessed(resource, remark)).collect())
    }

    /// As a cluster serves them, or says why not.
    pub(super) fn served(custom: &[(String, String)], served: Vec<Result<String, String>>) -> Self {
        let named = custom.iter().zip(served).filter_map(|(resource, answer)| match answer {
            Ok(plural) => Some((resource.clone(), (plural, String::new()))),
            Err(reason) => guessed(resource, &format!("as Kubernetes guesses it: {}", words(&reason))),
        });
        Self(named.collect())
    }
}

type Named = ((String, String), (String, String));

fn guessed(resource: &(String, String), remark: &str) -> Option<Named> {
    let plural = sdo_live::usual_plural(&resource.0, &resource.1)?;
    let remark = format!("The plural of {} is {remark}.", resource.1);
    Some((resource.clone(), (plural, remark)))
}

/// A server's words, so that they end neither line nor comment.
fn words(text: &str) -> String {
    sdo_pipeline::one_line(text, 200)
}

impl Reader {
    pub(super) fn of(loaded: &Loaded, names: &Names) -> Self {
        let needs = loaded.needs();
        let mut reader = Self {
            rule: loaded.spec.name.clone(),
            needs: typed(needs),
            uses: typed(loaded.detector.grants().minus(needs)),
            remarks: BTreeMap::new(),
        };
        for (group, kind) in cluster::custom(loaded) {
            if let Some((plural, remark)) = names.0.get(&(group.clone(), kind)) {
                let resource = Resource {
                    group,
                    plural: plural.clone(),
                };
                reader.add(resource, needs.contains(Kind::Custom), remark);
            }
        }
        reader
    }

    fn add(&mut self, resource: Resource, is_needed: bool, remark: &str) {
        if !remark.is_empty() {
            self.remarks.insert(resource.clone(), remark.to_owned());
        }
        match is_needed {
            true => self.needs.insert(resource),
            false => self.uses.insert(resource),
        };
    }
}

fn typed(kinds: KindSet) -> BTreeSet<Resource> {
    let kinds = kinds.without(Kind::Custom);
    let resource = |kind: Kind| Resource {
        group: kind.group().to_owned(),
        plural: kind.plural().to_owned(),
    };
    kinds.iter().map(resource).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn custom(kinds: &[(&str, &str)]) -> Vec<(String, String)> {
        let owned = |(group, kind): &(&str, &str)| ((*group).to_owned(), (*kind).to_owned());
        kinds.iter().map(owned).collect()
    }

    #[test]
    fn a_cluster_knows_the_name_and_a_guess_is_told() {
        let custom = custom(&[("example.org", "Gateway"), ("example.org", "Policy")]);
        let absent = "\u{1b}[31mno\nsuch: thing".to_owned();
        let Names(names) = Names::served(&custom, vec![Ok("gateways".to_owned()), Err(absent)]);
        assert_eq!(names[&custom[0]], ("gateways".to_owned(), String::new()));
        let (plural, remark) = &names[&custom[1]];
        assert_eq!(plural, "policies");
        assert!(
            remark.starts_with("The plural of Policy is as Kubernetes guesses it: "),
            "{remark}"
        );
        assert!(!remark.contains(['\n', '\u{1b}']), "{remark}");
        assert_eq!(Names::usual(&custom).0[&custom[0]].0, "gatewaies");
    }

    #[test]
    fn what_is_no_name_of_a_custom_resource_is_in_no_role() {
        let Names(names) = Names::usual(&custom(&[("*", "Pod"), ("example.org", "*"), ("", "Secret")]));
        assert!(names.is_empty());
    }
}
