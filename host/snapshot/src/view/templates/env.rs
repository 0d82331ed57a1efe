//! Environment variables as a container gets them: `envFrom` expanded, later entries over earlier ones, `$(VAR)` resolved.

use super::Template;
use super::container::with_roles;
use crate::Snapshot;
use crate::object::{self, ConfigMap, Container, EnvFrom, Object, Secret};
use crate::redact;
use crate::view::convert::{KIB, owned, within};
use sdo_model::contract::templates::{EnvSource, EnvVar};
use sdo_model::{Call, Stop};
use std::collections::{HashMap, HashSet};

/// The most bytes of a value, also while it is put together: references may double a value with each variable.
const LONGEST: usize = 4 * KIB;

pub(super) fn env(snapshot: &Snapshot, call: &mut Call, template: &Template<'_>) -> Result<Vec<EnvVar>, Stop> {
    let mut all = Vec::new();
    for (_, container) in with_roles(template.spec) {
        all.extend(of_container(snapshot, call, template, container)?);
    }
    Ok(all)
}

/// The variables of one container in spec order, those of `envFrom` first. What a later entry overrides is left out.
pub(crate) fn of_container(
    snapshot: &Snapshot,
    call: &mut Call,
    template: &Template<'_>,
    container: &Container,
) -> Result<Vec<EnvVar>, Stop> {
    call.scan(container.env.len() + container.env_from.len())?;
    let mut environment = Environment {
        snapshot,
        template,
        container,
        refers: container.env.iter().any(|variable| variable.value.contains('$')),
        variables: Vec::new(),
        known: HashMap::new(),
    };
    for source in &container.env_from {
        environment.add_all(call, source)?;
    }
    for variable in &container.env {
        environment.add(call, variable);
    }
    Ok(environment.effective())
}

/// An environment under construction.
struct Environment<'a> {
    snapshot: &'a Snapshot,
    template: &'a Template<'a>,
    container: &'a Container,
    /// Some value refers to another one.
    refers: bool,
    variables: Vec<EnvVar>,
    /// Values that `$(VAR)` may refer to, as far as they are known.
    known: HashMap<String, String>,
}

impl<'a> Environment<'a> {
    /// The keys of a whole object; none of one that is absent or may not be read.
    fn add_all(&mut self, call: &mut Call, source: &EnvFrom) -> Result<(), Stop> {
        if let Some(reference) = &source.config_map_ref
            && let Some(map) = self.config_map(call, &reference.name)
        {
            call.scan(map.data.len())?;
            for (key, value) in &map.data {
                let origin = EnvSource::ConfigMap((owned(&reference.name), owned(key)));
                self.push(format!("{}{key}", source.prefix), Some(value), origin);
            }
        }
        if let Some(reference) = &source.secret_ref
            && call.may_read(Secret::KIND)
            && let Some((_, secret)) = self.snapshot.find::<Secret>(self.template.namespace, &reference.name)
        {
            call.scan(secret.keys.len())?;
            for key in &secret.keys {
                let origin = EnvSource::Secret((owned(&reference.name), owned(key)));
                self.push(format!("{}{key}", source.prefix), None, origin);
            }
        }
        Ok(())
    }

    fn add(&mut self, call: &Call, variable: &object::EnvVar) {
        let name = owned(&variable.name);
        let Some(from) = variable.value_from.as_deref().filter(|_| variable.value.is_empty()) else {
            return self.push_literal(name, &variable.value);
        };
        if let Some(key) = &from.config_map_key_ref {
            let map = self.config_map(call, &key.name);
            let value = map.and_then(|map| map.data.get(&key.key)).map(|value| value.as_str());
            self.push(name, value, EnvSource::ConfigMap((owned(&key.name), owned(&key.key))));
        } else if let Some(key) = &from.secret_key_ref {
            self.push(name, None, EnvSource::Secret((owned(&key.name), owned(&key.key))));
        } else if let Some(field) = &from.field_ref {
            self.remember_field(&name, &field.field_path);
            self.variables
                .push(self.variable(name, EnvSource::Field(owned(&field.field_path))));
        } else {
            let resource = from
                .resource_field_ref
                .as_ref()
                .map(|field| owned(&field.resource))
                .unwrap_or_default();
            self.push(name, None, EnvSource::Field(resource));
        }
    }

    /// A value that is written in place. It was masked when it was read; one that refers to others is put together now.
    fn push_literal(&mut self, name: String, value: &str) {
        if value.contains('$') {
            let value = redact::redact(&self.expand(value)).into_owned();
            return self.push(name, Some(&value), EnvSource::Literal);
        }
        let shown = within(value, LONGEST);
        if self.refers {
            self.known.insert(name.clone(), shown.clone());
        }
        let variable = self.variable(name, EnvSource::Literal);
        self.variables.push(EnvVar {
            value: shown,
            ..variable
        });
    }

    /// A value from elsewhere, or put together: masked where it was read, so that only the name can tell more.
    fn push(&mut self, name: String, value: Option<&str>, source: EnvSource) {
        let masked = |value| match redact::is_credential(&name) {
            true => redact::named(&name, value),
            false => value.into(),
        };
        let shown = value.map(|value| within(&masked(value), LONGEST));
        if self.refers {
            match &shown {
                Some(value) => self.known.insert(name.clone(), value.clone()),
                // A variable without a known value hides an earlier one of its name.
                None => self.known.remove(&name),
            };
        }
        let variable = self.variable(name, source);
        self.variables.push(EnvVar {
            value: shown.unwrap_or_default(),
            ..variable
        });
    }

    fn variable(&self, name: String, source: EnvSource) -> EnvVar {
        EnvVar {
            container: owned(&self.container.name),
            name,
            value: String::new(),
            source,
        }
    }

    /// The fields that are the same for all pods of a template, or that the pod at hand tells.
    fn remember_field(&mut self, name: &str, path: &str) {
        let pod = self.template.pod;
        let value = match path {
            "metadata.namespace" => Some(self.template.namespace.to_owned()),
            "spec.serviceAccountName" => Some(self.template.spec.service_account().to_owned()),
            "metadata.name" => pod.map(|pod| owned(&pod.meta.name)),
            "spec.nodeName" => pod.map(|pod| owned(&pod.node_name)),
            _ => None,
        };
        match value {
            Some(value) => self.known.insert(name.to_owned(), value),
            None => self.known.remove(name),
        };
    }

    fn config_map(&self, call: &Call, name: &str) -> Option<&'a ConfigMap> {
        let found = call
            .may_read(ConfigMap::KIND)
            .then(|| self.snapshot.find::<ConfigMap>(self.template.namespace, name));
        found?.map(|(_, map)| map)
    }

    fn expand(&self, text: &str) -> String {
        expand(text, |name| self.known.get(name).map(String::as_str))
    }

    /// What is left when later entries override earlier ones of their name.
    fn effective(self) -> Vec<EnvVar> {
        let named = self.variables.iter().enumerate();
        let last: HashMap<&str, usize> = named.map(|(at, variable)| (variable.name.as_str(), at)).collect();
        if last.len() == self.variables.len() {
            return self.variables;
        }
        let last: HashSet<usize> = last.into_values().collect();
        let numbered = self.variables.into_iter().enumerate();
        let kept = numbered.filter(|(at, _)| last.contains(at));
        kept.map(|(_, variable)| variable).collect()
    }
}

/// `text` with every `$(VAR)` that `value_of` knows resolved; `$$` stands for `$`, what is unknown stays as it is written.
pub(crate) fn expand<'a>(text: &str, value_of: impl Fn(&str) -> Option<&'a str>) -> String {
    let mut expanded = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('$') {
        let (plain, reference) = rest.split_at(at);
        expanded.push_str(plain);
        if expanded.len() > LONGEST {
            return expanded;
        }
        let (piece, length) = reference_at(reference, &value_of);
        expanded.push_str(piece);
        rest = reference.get(length..).unwrap_or_default();
    }
    expanded.push_str(rest);
    expanded
}

/// What the `$` at the start of `text` comes to, and how much of `text` that takes.
fn reference_at<'a, 'b: 'a>(text: &'a str, value_of: &impl Fn(&str) -> Option<&'b str>) -> (&'a str, usize) {
    if text.starts_with("$$") {
        return ("$", 2);
    }
    let name = text
        .strip_prefix("$(")
        .and_then(|rest| rest.split_once(')'))
        .map(|(name, _)| name);
    match name {
        Some(name) => {
            let length = name.len() + "$()".len();
            let written = text.get(..length).unwrap_or_default();
            (value_of(name).unwrap_or(written), length)
        }
        None => ("$", 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expanded(text: &str) -> String {
        expand(text, |name| match name {
            "HOST" => Some("db"),
            "EMPTY" => Some(""),
            _ => None,
        })
    }

    #[test]
    fn known_references_are_resolved_and_unknown_ones_stay() {
        assert_eq!(expanded("tcp://$(HOST):5432/$(NAME)"), "tcp://db:5432/$(NAME)");
        assert_eq!(expanded("$(EMPTY)$(HOST)$(HOST)"), "dbdb");
    }

    #[test]
    fn doubled_dollars_escape_and_lone_ones_are_plain() {
        assert_eq!(expanded("$$(HOST) $HOST $(HOST $"), "$(HOST) $HOST $(HOST $");
        assert_eq!(expanded("$$$(HOST)"), "$db");
    }

    #[test]
    fn what_stands_behind_a_dollar_may_be_any_character() {
        assert_eq!(expanded("$é$(é)€"), "$é$(é)€");
    }
}
