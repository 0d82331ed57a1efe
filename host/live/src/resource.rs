//! Where the API server serves what is wanted.

use sdo_model::Kind;

/// A resource that can be listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Resource {
    /// As coverage names it: `Pod`, or `Certificate.cert-manager.io`.
    pub(crate) coverage: String,
    /// What it is, if Kubernetes itself serves it.
    pub(crate) typed: Option<Kind>,
    /// As objects name it.
    pub(crate) kind: String,
    /// API version.
    pub(crate) version: String,
    /// Path of the list over all namespaces.
    pub(crate) path: String,
}

impl Resource {
    /// A kind that Kubernetes itself serves; `None` for [`Kind::Custom`], which is many.
    pub(crate) fn typed(kind: Kind) -> Option<Self> {
        (kind != Kind::Custom).then(|| Self {
            coverage: kind.name().to_owned(),
            typed: Some(kind),
            kind: kind.name().to_owned(),
            version: version(kind).to_owned(),
            path: path(kind.group(), version(kind), kind.plural()),
        })
    }

    /// A custom resource of `group` at `version`.
    pub(crate) fn custom(group: &str, version: &str, kind: &str, plural: &str) -> Self {
        Self {
            coverage: format!("{kind}.{group}"),
            typed: None,
            kind: kind.to_owned(),
            version: version.to_owned(),
            path: path(group, version, plural),
        }
    }

    /// As paths and roles name it.
    pub(crate) fn plural(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or_default()
    }
}

/// The stable version of the kind's group; all of them are served since Kubernetes 1.23.
pub(crate) fn version(kind: Kind) -> &'static str {
    match kind {
        Kind::HorizontalPodAutoscaler => "v2",
        _ => "v1",
    }
}

/// The API version of a kind as manifests spell it: `apps/v1`, or `v1` in the core group.
pub fn api_version(kind: Kind) -> String {
    match kind.group() {
        "" => version(kind).to_owned(),
        group => format!("{group}/{}", version(kind)),
    }
}

fn path(group: &str, version: &str, plural: &str) -> String {
    match group {
        "" => format!("/api/{version}/{plural}"),
        group => format!("/apis/{group}/{version}/{plural}"),
    }
}

/// Whether `word` can stand in a path as it is: a group, version or plural, as Kubernetes allows them.
pub(crate) fn is_segment(word: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'.');
    !word.is_empty() && word.len() <= 253 && word.bytes().all(plain) && !word.contains("..")
}

/// Whether `word` can be a kind.
pub(crate) fn is_kind(word: &str) -> bool {
    word.len() <= 63
        && word.starts_with(|first: char| first.is_ascii_uppercase())
        && word.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_those_of_the_api_server() {
        let of = |kind| Resource::typed(kind).map(|resource| resource.path);
        assert_eq!(of(Kind::Pod).as_deref(), Some("/api/v1/pods"));
        assert_eq!(of(Kind::Deployment).as_deref(), Some("/apis/apps/v1/deployments"));
        assert_eq!(
            of(Kind::HorizontalPodAutoscaler).as_deref(),
            Some("/apis/autoscaling/v2/horizontalpodautoscalers")
        );
        assert_eq!(of(Kind::Custom), None);
        let certificate = Resource::custom("cert-manager.io", "v1", "Certificate", "certificates");
        assert_eq!(certificate.coverage, "Certificate.cert-manager.io");
        assert_eq!(certificate.path, "/apis/cert-manager.io/v1/certificates");
        assert_eq!(certificate.plural(), "certificates");
    }

    #[test]
    fn no_word_of_a_detector_or_server_leads_to_another_path() {
        assert!(is_segment("cert-manager.io") && is_segment("v1beta1") && is_kind("Certificate"));
        for word in ["", "apps/v1/deployments?watch=1&x=", "a/b", "..", "A", "a b", "a%2f"] {
            assert!(!is_segment(word), "{word}");
        }
        for word in ["", "certificate", "Certificate?", "C/D"] {
            assert!(!is_kind(word), "{word}");
        }
    }
}
