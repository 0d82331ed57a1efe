//! What one call may see: objects by id, references by name, and whether a named object exists.

use crate::Snapshot;
use crate::object::{Meta, ObjectReference, Owner, Untyped, group_of};
use crate::store::Listed;
use sdo_model::contract::types::{ObjectId, ObjectRef, Presence};
use sdo_model::{Call, Kind, State};

/// What `call` may see, without its fuel: for closures that run while the account itself is in use.
pub(crate) fn sight(call: &Call) -> Call {
    Call::new(0, Kind::all().filter(|kind| call.may_read(*kind)).collect())
}

impl Snapshot {
    /// The object of kind `T` behind `id`; `None` when it is absent, of another kind, or may not be read.
    pub(crate) fn seen<T: Listed>(&self, call: &Call, id: ObjectId) -> Option<&T> {
        call.may_read(T::KIND).then(|| self.by_id(id))?
    }

    /// The metadata of any object behind `id`; `None` when it is absent or may not be read.
    pub(crate) fn seen_meta(&self, call: &Call, id: ObjectId) -> Option<&Meta> {
        call.may_read_id(id).then(|| self.meta(id))?
    }

    /// The id of a named object of a typed kind; `None` when it is absent or may not be read.
    pub(crate) fn seen_named(&self, call: &Call, kind: Kind, namespace: &str, name: &str) -> Option<ObjectId> {
        call.may_read(kind).then(|| self.find_id(kind, namespace, name))?
    }

    /// Whether a named object of a typed kind exists: absent only where its kind may be read and is completely known.
    pub(crate) fn presence(&self, call: &Call, kind: Kind, namespace: &str, name: &str) -> Presence {
        match self.seen_named(call, kind, namespace, name) {
            Some(_) => Presence::Present,
            None => self.absence(call, kind, namespace),
        }
    }

    /// What it means that an object was not found: absent where its kind may be read and is completely known, else unknown.
    pub(crate) fn absence(&self, call: &Call, kind: Kind, namespace: &str) -> Presence {
        let namespace = kind.is_namespaced().then_some(namespace);
        match call.may_read(kind) && self.state(kind, namespace) == State::Complete {
            true => Presence::Absent,
            false => Presence::Unknown,
        }
    }

    /// The same for a custom resource; of a kind that nothing in the snapshot mentions nothing is known.
    pub(crate) fn custom_absence(&self, call: &Call, group: &str, kind: &str, namespace: &str) -> Presence {
        let state = self
            .custom_coverage(group, kind)
            .map(|coverage| coverage.state_in(Some(namespace)));
        match call.may_read(Kind::Custom) && state == Some(State::Complete) {
            true => Presence::Absent,
            false => Presence::Unknown,
        }
    }

    /// The reference to a named object of a typed kind, with its id when it can be seen.
    pub(crate) fn reference(&self, call: &Call, kind: Kind, namespace: &str, name: &str) -> ObjectRef {
        ObjectRef {
            id: self.seen_named(call, kind, namespace, name),
            group: kind.group().to_owned(),
            kind: kind.name().to_owned(),
            namespace: namespace.to_owned(),
            name: name.to_owned(),
        }
    }

    /// The names of the object behind `id`; `None` when it cannot be seen.
    pub(crate) fn described(&self, call: &Call, id: ObjectId) -> Option<ObjectRef> {
        let meta = self.seen_meta(call, id)?;
        let (group, kind) = self.kind_of(id)?;
        Some(ObjectRef {
            id: Some(id),
            group: group.to_owned(),
            kind: kind.to_owned(),
            namespace: meta.namespace.to_string(),
            name: meta.name.to_string(),
        })
    }

    /// Group and kind of the object behind `id`, as manifests spell them.
    pub(crate) fn kind_of(&self, id: ObjectId) -> Option<(&str, &str)> {
        match Kind::of_id(id)? {
            (Kind::Custom, index) => self
                .at::<Untyped>(index)
                .map(|object| (object.group.as_str(), object.kind.as_str())),
            (kind, _) => Some((kind.group(), kind.name())),
        }
    }

    /// The id of the object that controls the one behind `id`; `None` when that is absent or may not be read.
    pub(crate) fn seen_controller(&self, call: &Call, id: ObjectId) -> Option<ObjectId> {
        self.index()
            .owners()
            .controller(id)
            .filter(|owner| call.may_read_id(*owner))
    }

    /// The indexes of the objects of kind `T` that `owner` controls directly, ascending; `None` without an owner, none
    /// of an owner that cannot be seen.
    pub(crate) fn controlled_by<T: Listed>(&self, call: &Call, owner: Option<ObjectId>) -> Option<Vec<u32>> {
        let owner = owner?;
        let owners = self.index().owners();
        let controlled = owners
            .controlled_of_kind(owner, T::KIND)
            .filter(|_| call.may_read_id(owner));
        Some(
            controlled
                .filter_map(Kind::of_id)
                .filter_map(|(_, index)| u32::try_from(index).ok())
                .collect(),
        )
    }

    /// The reference of an owner reference of the object with the metadata `owned`.
    pub(crate) fn owner_reference(&self, call: &Call, owned: &Meta, owner: &Owner) -> ObjectRef {
        self.pointed(
            call,
            &Pointer {
                api_version: &owner.api_version,
                kind: &owner.kind,
                namespace: &owned.namespace,
                name: &owner.name,
                uid: &owner.uid,
            },
        )
    }

    /// The reference of an `involvedObject` or a `targetRef`.
    pub(crate) fn target_reference(&self, call: &Call, target: &ObjectReference) -> ObjectRef {
        self.pointed(
            call,
            &Pointer {
                api_version: &target.api_version,
                kind: &target.kind,
                namespace: &target.namespace,
                name: &target.name,
                uid: &target.uid,
            },
        )
    }

    fn pointed(&self, call: &Call, pointer: &Pointer<'_>) -> ObjectRef {
        let id = self.resolve(pointer).filter(|id| call.may_read_id(*id));
        id.and_then(|id| self.described(call, id)).unwrap_or_else(|| ObjectRef {
            id: None,
            group: pointer.group().to_owned(),
            kind: pointer.kind.to_owned(),
            namespace: pointer.namespace().to_owned(),
            name: pointer.name.to_owned(),
        })
    }

    /// The object that `pointer` means: by name, unless its uid says that another object took the name.
    fn resolve(&self, pointer: &Pointer<'_>) -> Option<ObjectId> {
        let id = match pointer.typed() {
            Some(kind) => self.find_id(kind, pointer.namespace(), pointer.name),
            None => self.custom_named(pointer.group(), pointer.kind, pointer.namespace, pointer.name),
        }?;
        let uid = self.meta(id)?.uid.as_str();
        // Kubelets write the name of their node where its uid belongs.
        let silent = uid.is_empty() || pointer.uid.is_empty() || pointer.uid == pointer.name;
        (silent || uid == pointer.uid).then_some(id)
    }

    /// The id of the custom resource with this name, in `namespace` or of the whole cluster.
    pub(crate) fn custom_named(&self, group: &str, kind: &str, namespace: &str, name: &str) -> Option<ObjectId> {
        let all = self.all::<Untyped>();
        let find = |namespace: &str| {
            all.binary_search_by(|object| object.place().cmp(&(group, kind, namespace, name)))
                .ok()
        };
        find(namespace).or_else(|| find("")).map(|index| Kind::Custom.id(index))
    }
}

/// What points to an object by name.
struct Pointer<'a> {
    api_version: &'a str,
    kind: &'a str,
    namespace: &'a str,
    name: &'a str,
    uid: &'a str,
}

impl<'a> Pointer<'a> {
    fn group(&self) -> &'a str {
        match self.api_version {
            // Some writers leave the version out; the kind's own group is the only one that is meant then.
            "" => Kind::from_name(self.kind).map_or("", Kind::group),
            version => group_of(version),
        }
    }

    fn typed(&self) -> Option<Kind> {
        Kind::from_group_name(self.group(), self.kind)
    }

    /// Where the object lives: cluster-scoped ones in no namespace.
    fn namespace(&self) -> &'a str {
        match self.typed() {
            Some(kind) if !kind.is_namespaced() => "",
            _ => self.namespace,
        }
    }
}
