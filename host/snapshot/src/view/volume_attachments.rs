//! `volume-attachments`.

use super::convert::{KIB, created, owned, within};
use super::page::{Named, Query, agrees};
use crate::Snapshot;
use crate::object::VolumeAttachment;
use sdo_model::contract::volume_attachments::{AttachmentFilter, AttachmentPage, AttachmentRow, VolumeAttachments};
use sdo_model::{Call, Stop};

impl VolumeAttachments for Snapshot {
    fn query(&self, call: &mut Call, filter: &AttachmentFilter) -> Result<AttachmentPage, Stop> {
        let query = Query::new(self, named(filter));
        let (rows, total) = query.page(call, |_, attachment| matches(filter, attachment), row)?;
        Ok(AttachmentPage { rows, total })
    }

    fn count(&self, call: &mut Call, filter: &AttachmentFilter) -> Result<u32, Stop> {
        Query::new(self, named(filter)).count(call, |_, attachment| matches(filter, attachment))
    }
}

fn named(filter: &AttachmentFilter) -> Named<'_> {
    Named {
        limit: filter.limit,
        after: filter.after,
        ..Named::default()
    }
}

fn matches(filter: &AttachmentFilter, attachment: &VolumeAttachment) -> bool {
    let spec = &attachment.spec;
    agrees(filter.node.as_deref(), &spec.node_name)
        && agrees(filter.volume.as_deref(), &spec.source.persistent_volume_name)
        && agrees(filter.attached, attachment.status.attached)
}

fn row(id: u32, attachment: &VolumeAttachment) -> AttachmentRow {
    let (spec, status) = (&attachment.spec, &attachment.status);
    let error = status.attach_error.as_ref().or(status.detach_error.as_ref());
    let message = error
        .map(|error| crate::redact::redact(&error.message))
        .unwrap_or_default();
    AttachmentRow {
        id,
        name: owned(&attachment.meta.name),
        attacher: owned(&spec.attacher),
        node: owned(&spec.node_name),
        volume: owned(&spec.source.persistent_volume_name),
        attached: status.attached,
        error: within(&message, KIB),
        created: created(&attachment.meta),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::fixture::snapshot;

    #[test]
    fn an_attachment_is_found_by_node_volume_and_state_and_tells_its_error() {
        let attachments = snapshot(&[
            r#"{"apiVersion":"storage.k8s.io/v1","kind":"VolumeAttachment","metadata":{"name":"a"},"spec":{"attacher":"csi.example","nodeName":"n1","source":{"persistentVolumeName":"pv1"}},"status":{"attached":true}}"#,
            r#"{"apiVersion":"storage.k8s.io/v1","kind":"VolumeAttachment","metadata":{"name":"b"},"spec":{"attacher":"csi.example","nodeName":"n2","source":{"persistentVolumeName":"pv1"}},
                "status":{"attached":false,"attachError":{"message":"already attached to n1"}}}"#,
        ]);
        let names = |filter: AttachmentFilter| {
            let page = VolumeAttachments::query(&attachments, &mut Call::unlimited(), &filter).unwrap();
            page.rows
                .into_iter()
                .map(|row| (row.name, row.error))
                .collect::<Vec<_>>()
        };
        let of_volume = names(AttachmentFilter {
            volume: Some("pv1".into()),
            attached: Some(false),
            ..Default::default()
        });
        assert_eq!(of_volume, [("b".to_owned(), "already attached to n1".to_owned())]);
        let of_node = names(AttachmentFilter {
            node: Some("n1".into()),
            ..Default::default()
        });
        assert_eq!(of_node, [("a".to_owned(), String::new())]);
    }
}
