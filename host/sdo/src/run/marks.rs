//! Objects whose owners ask for silence.

use crate::config::instant;
use sdo_model::finding::ObjectName;
use sdo_model::{Kind, KindSet};
use sdo_snapshot::Snapshot;
use sdo_snapshot::object::Untyped;
use std::collections::BTreeMap;

/// The annotation: `true`, or the time at which it ends.
const ANNOTATION: &str = "sdo.dev/mute";
/// Objects of one kind that may carry it; more is a mistake of some template.
const MOST: usize = 1_000;

/// Marked objects by kind, looked up again only where something changed.
#[derive(Default)]
pub(super) struct Marks(BTreeMap<Kind, BTreeMap<ObjectName, Option<i64>>>);

impl Marks {
    /// Looks at the kinds of `changed` again.
    pub(super) fn refresh(&mut self, snapshot: &Snapshot, changed: KindSet) {
        for kind in changed.iter() {
            let marked = marked(snapshot, kind);
            match marked.is_empty() {
                true => _ = self.0.remove(&kind),
                false => _ = self.0.insert(kind, marked),
            }
        }
    }

    /// All of them, each with its end.
    pub(super) fn all(&self) -> BTreeMap<ObjectName, Option<i64>> {
        self.0
            .values()
            .flatten()
            .map(|(object, until)| (object.clone(), *until))
            .collect()
    }
}

fn marked(snapshot: &Snapshot, kind: Kind) -> BTreeMap<ObjectName, Option<i64>> {
    let marked = (0..snapshot.count(kind)).filter_map(|index| {
        let meta = snapshot.meta(kind.id(index))?;
        let until = end(meta.annotations.get(ANNOTATION)?)?;
        let object = ObjectName {
            namespace: meta.namespace.to_string(),
            name: meta.name.to_string(),
            ..named(snapshot, kind, index)
        };
        Some((object, until))
    });
    marked.take(MOST).collect()
}

/// Group and kind of the object at `index`.
fn named(snapshot: &Snapshot, kind: Kind, index: usize) -> ObjectName {
    let custom = snapshot.at::<Untyped>(index).filter(|_| kind == Kind::Custom);
    let (group, kind) = custom.map_or((kind.group(), kind.name()), |object| (&object.group, &object.kind));
    ObjectName {
        group: group.to_owned(),
        kind: kind.to_owned(),
        ..ObjectName::default()
    }
}

/// When the mark ends, `Some(None)` when nothing ends it; `None` for a value that asks for nothing.
fn end(value: &str) -> Option<Option<i64>> {
    match value.trim() {
        "true" => Some(None),
        time => instant(time).ok().map(Some),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_lasts_for_good_or_until_a_time_and_anything_else_is_none() {
        assert_eq!(end("true"), Some(None));
        assert_eq!(end("1970-01-01T00:01:00Z"), Some(Some(60)));
        assert_eq!(end("false"), None);
        assert_eq!(end("yes please"), None);
    }

    #[test]
    fn marks_are_found_where_something_changed_and_vanish_with_the_annotation() {
        let object = |annotation: &str| {
            let text = format!(
                r#"{{"apiVersion":"v1","kind":"Service","metadata":{{"name":"web","namespace":"demo","annotations":{{"{annotation}":"true"}}}}}}"#
            );
            sdo_snapshot::fixture(text.as_bytes(), KindSet::EMPTY, None).unwrap()
        };
        let mut marks = Marks::default();
        marks.refresh(&object(ANNOTATION), KindSet::EMPTY.with(Kind::Pod));
        assert!(marks.all().is_empty());
        marks.refresh(&object(ANNOTATION), KindSet::EMPTY.with(Kind::Service));
        assert_eq!(marks.all().keys().next().unwrap().to_string(), "Service demo/web");
        marks.refresh(&object("other"), KindSet::EMPTY.with(Kind::Service));
        assert!(marks.all().is_empty());
    }
}
