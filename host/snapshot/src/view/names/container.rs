//! Names in the configuration of one pod template: environment, command lines, mounted ConfigMaps.

use super::mention::Mention;
use super::{shell, text};
use crate::Snapshot;
use crate::object::{ConfigMap, Container, EnvVar, KeyToPath, PodSpec, VolumeSource};
use crate::text::Text;
use sdo_model::contract::names::NameSource;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// Names of one template past this many are left out.
const MOST_USES: usize = 1000;

/// One place at which a name stands.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Use {
    pub(crate) path: String,
    pub(crate) container: Text,
    pub(crate) mention: Mention,
    pub(crate) source: NameSource,
    /// In the command or the arguments of an init container that must end.
    pub(crate) init: bool,
}

/// Reads templates; the text of each ConfigMap is read once.
pub(super) struct Reader<'a> {
    snapshot: &'a Snapshot,
    reads_config_maps: bool,
    files: HashMap<(usize, Text), Arc<[Mention]>>,
}

/// One container of a template, with its place.
struct Place<'a> {
    container: &'a Container,
    path: String,
    init: bool,
}

impl<'a> Reader<'a> {
    pub(super) fn new(snapshot: &'a Snapshot, reads_config_maps: bool) -> Self {
        Self {
            snapshot,
            reads_config_maps,
            files: HashMap::new(),
        }
    }

    /// The names in a template, by path; `root` is the path of the spec.
    pub(super) fn read(&mut self, namespace: &str, spec: &PodSpec, root: &str) -> Arc<[Use]> {
        let mut uses = Vec::new();
        let init = spec
            .init_containers
            .iter()
            .map(|container| ("initContainers", container, !container.is_sidecar()));
        let main = spec.containers.iter().map(|container| ("containers", container, false));
        for (list, container, init) in init.chain(main) {
            let path = format!("{root}.{list}[{}]", container.name);
            self.container(namespace, &Place { container, path, init }, &mut uses);
        }
        self.volumes(namespace, spec, &mut uses);
        uses.sort();
        uses.dedup();
        uses.truncate(MOST_USES);
        uses.into()
    }

    fn config_map(&self, namespace: &str, name: &str) -> Option<(usize, &'a ConfigMap)> {
        self.reads_config_maps.then(|| self.snapshot.find(namespace, name))?
    }

    fn container(&self, namespace: &str, place: &Place<'_>, uses: &mut Vec<Use>) {
        let container = place.container;
        let environment = self.environment(namespace, container);
        let mut add = |path: &str, source, mention, init| {
            uses.push(Use {
                path: path.to_owned(),
                container: container.name.clone(),
                mention,
                source,
                init,
            });
        };
        for (name, value) in &environment {
            for mention in text::value(name, value) {
                add(name, NameSource::Env, mention, false);
            }
        }
        let words: Vec<String> = container
            .command
            .iter()
            .chain(&container.args)
            .map(|word| expanded(word, &environment))
            .collect();
        for (at, mention) in shell::command(&words) {
            let path = match at.checked_sub(container.command.len()) {
                None => format!("{}.command[{at}]", place.path),
                Some(at) => format!("{}.args[{at}]", place.path),
            };
            add(&path, NameSource::Argument, mention, place.init);
        }
    }

    /// The variables of a container whose values are known, by name; the last definition of each counts.
    fn environment(&self, namespace: &str, container: &Container) -> BTreeMap<String, String> {
        let mut known = BTreeMap::new();
        for from in &container.env_from {
            let map = from
                .config_map_ref
                .as_ref()
                .and_then(|map| self.config_map(namespace, &map.name));
            let entries = map.into_iter().flat_map(|(_, map)| map.data.iter());
            known.extend(entries.map(|(key, value)| (format!("{}{key}", from.prefix), value.to_string())));
        }
        for variable in &container.env {
            match self.variable(namespace, variable, &known) {
                Some(value) => known.insert(variable.name.to_string(), value),
                None => known.remove(variable.name.as_str()),
            };
        }
        known
    }

    fn variable(&self, namespace: &str, variable: &EnvVar, known: &BTreeMap<String, String>) -> Option<String> {
        let Some(from) = &variable.value_from else {
            return Some(expanded(&variable.value, known));
        };
        let key = from.config_map_key_ref.as_ref()?;
        let (_, map) = self.config_map(namespace, &key.name)?;
        map.data.get(&key.key).map(|value| value.to_string())
    }

    /// Names in the files that ConfigMap volumes put into containers.
    fn volumes(&mut self, namespace: &str, spec: &PodSpec, uses: &mut Vec<Use>) {
        for volume in &spec.volumes {
            let mounts = Mounts::of(spec, &volume.name);
            match &volume.source {
                _ if mounts.containers.is_empty() => {}
                VolumeSource::ConfigMap(map) => self.map_files(namespace, &map.name, &map.items, &mounts, uses),
                VolumeSource::Projected(projected) => {
                    for map in projected.sources.iter().filter_map(|source| source.config_map.as_ref()) {
                        self.map_files(namespace, &map.name, &map.items, &mounts, uses);
                    }
                }
                _ => {}
            }
        }
    }

    fn map_files(
        &mut self,
        namespace: &str,
        name: &str,
        items: &[KeyToPath],
        mounts: &Mounts<'_>,
        uses: &mut Vec<Use>,
    ) {
        let Some((place, map)) = self.config_map(namespace, name) else {
            return;
        };
        let container = match mounts.containers.as_slice() {
            [only] => (*only).clone(),
            _ => Text::default(),
        };
        for (key, value) in &map.data {
            let file = match items {
                [] => Some(key.as_str()),
                items => items
                    .iter()
                    .find(|item| item.key == *key)
                    .map(|item| item.path.as_str()),
            };
            if !file.is_some_and(|file| mounts.show(file)) {
                continue;
            }
            let path = format!("{name}/{key}");
            let mentions = self
                .files
                .entry((place, key.clone()))
                .or_insert_with(|| of_file(key, value));
            let used = |mention: &Mention| Use {
                path: path.clone(),
                container: container.clone(),
                mention: mention.clone(),
                source: NameSource::ConfigText,
                init: false,
            };
            uses.extend(mentions.iter().map(used));
        }
    }
}

/// The hosts in a file; scripts name them as scripts do.
fn of_file(name: &str, content: &str) -> Arc<[Mention]> {
    let mut mentions = match name.ends_with(".sh") || content.starts_with("#!") {
        true => shell::script(content),
        false => text::file(content),
    };
    mentions.sort();
    mentions.dedup();
    mentions.into()
}

/// Where a volume is mounted.
struct Mounts<'a> {
    containers: Vec<&'a Text>,
    /// The files that are mounted alone; empty when the whole volume is mounted somewhere.
    files: Vec<&'a str>,
}

impl<'a> Mounts<'a> {
    fn of(spec: &'a PodSpec, volume: &str) -> Self {
        let mut containers = Vec::new();
        let mut files = Vec::new();
        let mut is_whole = false;
        for container in spec.init_containers.iter().chain(&spec.containers) {
            let mut mounts = container
                .volume_mounts
                .iter()
                .filter(|mount| mount.name == *volume)
                .peekable();
            if mounts.peek().is_some() {
                containers.push(&container.name);
            }
            for mount in mounts {
                match mount.sub_path.non_empty() {
                    Some(file) => files.push(file),
                    None => is_whole = true,
                }
            }
        }
        if is_whole {
            files.clear();
        }
        Self { containers, files }
    }

    /// Whether some container sees this file of the volume.
    fn show(&self, file: &str) -> bool {
        self.files.is_empty() || self.files.contains(&file)
    }
}

/// `text` with `$(NAME)`, `${NAME}` and `$NAME` replaced where the variable is known; others stay.
fn expanded(text: &str, known: &BTreeMap<String, String>) -> String {
    let mut rest = text;
    let mut out = String::new();
    while let Some(at) = rest.find('$') {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let (written, name) = variable_at(from);
        match known.get(name) {
            Some(value) => out.push_str(value),
            None => out.push_str(written),
        }
        rest = from.get(written.len()..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

/// A variable at the start of `text`, as written and its name. The name is empty for a lone dollar sign.
fn variable_at(text: &str) -> (&str, &str) {
    let after = text.get(1..).unwrap_or_default();
    let close = match after.chars().next() {
        Some('(') => Some(')'),
        Some('{') => Some('}'),
        _ => None,
    };
    if let Some(end) = close.and_then(|close| after.find(close)) {
        return (
            text.get(..end + 2).unwrap_or(text),
            after.get(1..end).unwrap_or_default(),
        );
    }
    let length = after
        .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .unwrap_or(after.len());
    (
        text.get(..=length).unwrap_or(text),
        after.get(..length).unwrap_or_default(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_replaced_where_they_are_known() {
        let known = BTreeMap::from([("HOST".to_owned(), "db".to_owned())]);
        assert_eq!(
            expanded("http://$(HOST):${PORT}/$HOST$HOSTS$ $", &known),
            "http://db:${PORT}/db$HOSTS$ $"
        );
        assert_eq!(expanded("$(HOST", &known), "$(HOST");
    }
}
