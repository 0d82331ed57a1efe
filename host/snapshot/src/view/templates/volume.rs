//! Volumes and where they are mounted.

use super::Template;
use super::container::with_roles;
use crate::object::{self, PodSpec, VolumeSource};
use crate::text::Text;
use crate::view::convert::owned;
use sdo_model::contract::templates::{self as contract, Mount, Volume};

pub(super) fn volumes(template: Template<'_>) -> Vec<Volume> {
    template
        .spec
        .volumes
        .iter()
        .map(|volume| row(template.spec, volume))
        .collect()
}

fn row(spec: &PodSpec, volume: &object::Volume) -> Volume {
    Volume {
        name: owned(&volume.name),
        source: source(&volume.source),
        optional: is_optional(&volume.source),
        mounts: mounts(spec, &volume.name),
    }
}

fn source(source: &VolumeSource) -> contract::VolumeSource {
    use contract::VolumeSource as Source;
    match source {
        VolumeSource::ConfigMap(map) => Source::ConfigMap(owned(&map.name)),
        VolumeSource::Secret(secret) => Source::Secret(owned(&secret.secret_name)),
        VolumeSource::Claim(claim) => Source::Claim(owned(&claim.claim_name)),
        VolumeSource::EmptyDir(folder) => Source::EmptyDir(owned(&folder.medium)),
        VolumeSource::HostPath(path) => Source::HostPath(owned(&path.path)),
        VolumeSource::Projected(_) => Source::Projected,
        VolumeSource::Ephemeral(_) => Source::EphemeralClaim,
        VolumeSource::Csi(csi) => Source::Csi(owned(&csi.driver)),
        VolumeSource::Other(name) => Source::Other(owned(name)),
        // The API server takes a volume without a source for a folder of the pod's own.
        VolumeSource::Unset => Source::EmptyDir(String::new()),
    }
}

/// Every object behind the volume may be absent.
fn is_optional(source: &VolumeSource) -> bool {
    match source {
        VolumeSource::ConfigMap(map) => map.optional,
        VolumeSource::Secret(secret) => secret.optional,
        VolumeSource::Projected(projected) => {
            let objects = projected
                .sources
                .iter()
                .flat_map(|source| [&source.config_map, &source.secret])
                .flatten();
            let mut optional = objects.map(|object| object.optional).peekable();
            optional.peek().is_some() && optional.all(|optional| optional)
        }
        _ => false,
    }
}

fn mounts(spec: &PodSpec, volume: &Text) -> Vec<Mount> {
    let of_container = |container: &object::Container| {
        let mounts = container.volume_mounts.iter().filter(|mount| mount.name == *volume);
        mounts.map(|mount| mounted(&container.name, mount)).collect::<Vec<_>>()
    };
    with_roles(spec)
        .flat_map(|(_, container)| of_container(container))
        .collect()
}

fn mounted(container: &Text, mount: &object::VolumeMount) -> Mount {
    let sub_path = mount.sub_path.non_empty().unwrap_or(&mount.sub_path_expr);
    Mount {
        container: owned(container),
        path: owned(&mount.mount_path),
        sub_path: sub_path.to_owned(),
        read_only: mount.read_only,
    }
}
