//! `storage-classes`.

use super::convert::owned;
use super::page::{Named, Query, agrees};
use crate::Snapshot;
use crate::object::StorageClass;
use sdo_model::contract::storage_classes::{StorageClassFilter, StorageClassPage, StorageClassRow, StorageClasses};
use sdo_model::{Call, Stop};

impl StorageClasses for Snapshot {
    fn query(&self, call: &mut Call, filter: &StorageClassFilter) -> Result<StorageClassPage, Stop> {
        let query = Query::new(self, named(filter));
        let (rows, total) = query.page(
            call,
            |_, class| agrees(filter.is_default, StorageClass::is_default(class)),
            row,
        )?;
        Ok(StorageClassPage { rows, total })
    }

    fn count(&self, call: &mut Call, filter: &StorageClassFilter) -> Result<u32, Stop> {
        Query::new(self, named(filter)).count(call, |_, class| {
            agrees(filter.is_default, StorageClass::is_default(class))
        })
    }
}

fn named(filter: &StorageClassFilter) -> Named<'_> {
    Named {
        name: filter.name.as_deref(),
        limit: filter.limit,
        after: filter.after,
        ..Named::default()
    }
}

fn row(id: u32, class: &StorageClass) -> StorageClassRow {
    StorageClassRow {
        id,
        name: owned(&class.meta.name),
        provisioner: owned(&class.provisioner),
        waits_for_consumer: class.waits_for_consumer(),
        is_default: class.is_default(),
        expandable: class.allow_volume_expansion,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::fixture::snapshot;

    #[test]
    fn the_default_class_is_the_one_that_carries_the_annotation() {
        let classes = snapshot(&[
            r#"{"apiVersion":"storage.k8s.io/v1","kind":"StorageClass","metadata":{"name":"fast","annotations":{"storageclass.kubernetes.io/is-default-class":"true"}},
                "provisioner":"csi.example","volumeBindingMode":"WaitForFirstConsumer","allowVolumeExpansion":true}"#,
            r#"{"apiVersion":"storage.k8s.io/v1","kind":"StorageClass","metadata":{"name":"slow"},"provisioner":"csi.example"}"#,
        ]);
        let rows = |is_default| {
            let filter = StorageClassFilter {
                is_default: Some(is_default),
                ..Default::default()
            };
            StorageClasses::query(&classes, &mut Call::unlimited(), &filter)
                .unwrap()
                .rows
        };
        let (fast, slow) = (rows(true), rows(false));
        assert_eq!((fast.len(), slow.len()), (1, 1));
        assert_eq!(
            (fast[0].name.as_str(), fast[0].waits_for_consumer, fast[0].expandable),
            ("fast", true, true)
        );
        assert_eq!(
            (slow[0].name.as_str(), slow[0].waits_for_consumer, slow[0].expandable),
            ("slow", false, false)
        );
    }
}
