//! The objects of a snapshot: one sorted list for each kind.

use crate::object::*;
use sdo_model::Kind;
use std::cmp::Ordering;
use std::sync::Arc;

/// The objects of one kind, sorted by (namespace, name) bytewise; custom ones by (group, kind, namespace, name).
pub type Sorted<T> = Arc<[Arc<T>]>;

/// An object that has its own list in a snapshot.
pub trait Listed: Object + Sized {
    /// The list of its kind.
    fn list(store: &Store) -> &Sorted<Self>;

    /// The same, to be replaced.
    fn list_mut(store: &mut Store) -> &mut Sorted<Self>;

    /// What a build has collected of its kind.
    fn pending(pending: &mut Pending) -> &mut Vec<Arc<Self>>;

    /// The index of the object with this name.
    fn position(list: &[Arc<Self>], namespace: &str, name: &str) -> Option<usize> {
        list.binary_search_by(|object| object.meta().key().cmp(&(namespace, name)))
            .ok()
    }

    /// The order of the list of its kind.
    fn order(&self, other: &Self) -> Ordering {
        self.meta().key().cmp(&other.meta().key())
    }
}

macro_rules! lists {
    ($($kind:ident $type:ident $field:ident;)*) => {
        /// The sorted lists of all kinds.
        #[derive(Clone, Default)]
        pub struct Store {
            $($field: Sorted<$type>,)*
        }

        /// What a build has collected, in the order of arrival and with duplicates.
        #[derive(Default)]
        pub struct Pending {
            $($field: Vec<Arc<$type>>,)*
        }

        impl Store {
            /// How many objects of `kind` there are.
            pub fn count(&self, kind: Kind) -> usize {
                match kind {
                    $(Kind::$kind => self.$field.len(),)*
                }
            }

            /// The metadata of the object at `index` of its kind's list.
            pub fn meta(&self, kind: Kind, index: usize) -> Option<&Meta> {
                match kind {
                    $(Kind::$kind => self.$field.get(index).map(|object| object.meta()),)*
                }
            }

            /// Whether nothing of `kind` came, went or changed.
            pub(crate) fn is_same_list(&self, after: &Store, kind: Kind) -> bool {
                match kind {
                    $(Kind::$kind => Arc::ptr_eq(&self.$field, &after.$field),)*
                }
            }

            /// Whether every position of the list of `kind` holds in `after` what passes for the same by `same`.
            pub(crate) fn holds_places(&self, after: &Store, kind: Kind, same: impl Fn(&Meta, &Meta) -> bool) -> bool {
                match kind {
                    $(Kind::$kind => holds_places(&self.$field, &after.$field, same),)*
                }
            }

            /// The index of the object of `kind` with this name.
            pub fn position(&self, kind: Kind, namespace: &str, name: &str) -> Option<usize> {
                match kind {
                    $(Kind::$kind => Listed::position(&self.$field, namespace, name),)*
                }
            }

            /// The digest of every object, each covering its kind and all that is stored of it.
            pub(crate) fn digests(&self) -> Vec<[u8; 32]> {
                let mut digests = Vec::new();
                $(digests.extend(self.$field.iter().map(|object| crate::digest::of(&**object)));)*
                digests
            }

            /// The same without any object of `kind`.
            pub(crate) fn without(mut self, kind: Kind) -> Self {
                match kind {
                    $(Kind::$kind => self.$field = Arc::default(),)*
                }
                self
            }
        }

        impl Pending {
            /// Sorts what was collected and keeps the newest of each object.
            pub(crate) fn sorted(self) -> Store {
                Store { $($field: sorted(self.$field),)* }
            }

            /// Takes in what another build has collected.
            pub(crate) fn merge(&mut self, other: Pending) {
                $(self.$field.extend(other.$field);)*
            }

            /// How many objects of `kind` were collected, duplicates included.
            pub(crate) fn count(&self, kind: Kind) -> usize {
                match kind {
                    $(Kind::$kind => self.$field.len(),)*
                }
            }
        }
    };
}

macro_rules! listed {
    ($($type:ident $field:ident;)*) => {
        $(
            impl Listed for $type {
                fn list(store: &Store) -> &Sorted<Self> {
                    &store.$field
                }

                fn list_mut(store: &mut Store) -> &mut Sorted<Self> {
                    &mut store.$field
                }

                fn pending(pending: &mut Pending) -> &mut Vec<Arc<Self>> {
                    &mut pending.$field
                }
            }
        )*
    };
}

/// Calls `$then!` with every typed kind and the field of its list.
macro_rules! with_kinds {
    ($then:ident) => {
        $then! {
            Pod pods;
            Service services;
            EndpointSlice endpoint_slices;
            Node nodes;
            Lease leases;
            Namespace namespaces;
            ConfigMap config_maps;
            Secret secrets;
            PersistentVolumeClaim claims;
            PersistentVolume volumes;
            StorageClass storage_classes;
            VolumeAttachment attachments;
            ResourceQuota quotas;
            LimitRange limit_ranges;
            ServiceAccount service_accounts;
            Event events;
            Deployment deployments;
            ReplicaSet replica_sets;
            StatefulSet stateful_sets;
            DaemonSet daemon_sets;
            ControllerRevision revisions;
            Job jobs;
            CronJob cron_jobs;
            HorizontalPodAutoscaler autoscalers;
            NetworkPolicy network_policies;
            Ingress ingresses;
            IngressClass ingress_classes;
            PodDisruptionBudget budgets;
            PriorityClass priority_classes;
            MutatingWebhookConfiguration mutating_webhooks;
            ValidatingWebhookConfiguration validating_webhooks;
            Role roles;
            RoleBinding role_bindings;
            ClusterRole cluster_roles;
            ClusterRoleBinding cluster_role_bindings;
            APIService api_services;
            CustomResourceDefinition definitions;
        }
    };
}
pub(crate) use with_kinds;

macro_rules! lists_of_typed {
    ($($type:ident $field:ident;)*) => { lists! { $($type $type $field;)* Custom Untyped custom; } };
}

with_kinds!(lists_of_typed);
with_kinds!(listed);

impl Listed for Untyped {
    fn list(store: &Store) -> &Sorted<Self> {
        &store.custom
    }

    fn list_mut(store: &mut Store) -> &mut Sorted<Self> {
        &mut store.custom
    }

    fn pending(pending: &mut Pending) -> &mut Vec<Arc<Self>> {
        &mut pending.custom
    }

    fn position(list: &[Arc<Self>], namespace: &str, name: &str) -> Option<usize> {
        list.iter().position(|object| object.meta.key() == (namespace, name))
    }

    fn order(&self, other: &Self) -> Ordering {
        self.place().cmp(&other.place())
    }
}

fn holds_places<T: Object>(old: &Sorted<T>, new: &Sorted<T>, same: impl Fn(&Meta, &Meta) -> bool) -> bool {
    let pass = |(old, new): (&Arc<T>, &Arc<T>)| Arc::ptr_eq(old, new) || same(old.meta(), new.meta());
    Arc::ptr_eq(old, new) || (old.len() == new.len() && old.iter().zip(new.iter()).all(pass))
}

/// Dumps hold most objects twice: the newer copy counts. Of equally new ones that differ, as a masked and an unmasked
/// copy do, the choice must not depend on which came first.
fn sorted<T: Listed>(mut objects: Vec<Arc<T>>) -> Sorted<T> {
    objects.sort_by(|one, other| one.order(other).then_with(|| newer_first(&**one, &**other)));
    objects.dedup_by(|later, kept| kept.order(later).is_eq());
    objects.into()
}

fn newer_first<T: Listed>(one: &T, other: &T) -> Ordering {
    let version = |object: &T| object.meta().resource_version;
    version(other)
        .cmp(&version(one))
        .then_with(|| crate::digest::of(one).cmp(&crate::digest::of(other)))
}
