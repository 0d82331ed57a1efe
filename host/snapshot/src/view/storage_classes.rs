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
