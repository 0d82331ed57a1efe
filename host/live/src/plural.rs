//! Under which name the API server serves custom resources, for whoever writes a role.

use crate::connect::{Connection, Target};
use crate::discover::discover;
use crate::error::ReadError;
use crate::resource::{is_kind, is_segment};
use tokio::runtime;

/// The resource names of `custom`, each a group and a kind, as the API server serves them, in the same order; why not where it does
/// not. Blocks until the last answer is in.
///
/// # Errors
/// No cluster is named, or no connection can be made.
pub fn served_plurals(target: &Target, custom: &[(String, String)]) -> Result<Vec<Result<String, String>>, ReadError> {
    let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let connection = Connection::open(target).await?;
        let mut plurals = Vec::with_capacity(custom.len());
        for (group, kind) in custom {
            let found = discover(&connection.client, group, kind, drop).await;
            let plural = found.map(|resource| resource.plural().to_owned());
            plurals.push(plural.map_err(|not_found| not_found.reason));
        }
        Ok(plurals)
    })
}

/// The resource name that a custom resource most probably has: the rule by which Kubernetes itself guesses it. `None` when the words
/// are not the name of a custom resource, which no host asks a server for.
pub fn usual_plural(group: &str, kind: &str) -> Option<String> {
    if !(is_segment(group) && group.contains('.') && is_kind(kind)) {
        return None;
    }
    let singular = kind.to_ascii_lowercase();
    Some(match singular.strip_suffix('y') {
        _ if singular.ends_with("endpoints") => singular,
        _ if singular.ends_with('s') => format!("{singular}es"),
        Some(stem) => format!("{stem}ies"),
        None => format!("{singular}s"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plural_is_guessed_as_kubernetes_guesses_it() {
        for (kind, plural) in [
            ("Certificate", "certificates"),
            ("NetworkPolicy", "networkpolicies"),
            ("GatewayClass", "gatewayclasses"),
            ("Ingress", "ingresses"),
            ("ManagedEndpoints", "managedendpoints"),
            // Wrong for English and right for the rule.
            ("Gateway", "gatewaies"),
        ] {
            assert_eq!(usual_plural("example.org", kind).as_deref(), Some(plural));
        }
    }

    #[test]
    fn what_a_role_would_take_for_everything_has_no_plural() {
        for (group, kind) in [
            ("*", "Pod"),
            ("example.org", "*"),
            ("", "Pod"),
            ("example.org", "a/b"),
            ("a,b.c", "Pod"),
        ] {
            assert_eq!(usual_plural(group, kind), None, "{group}/{kind}");
        }
    }
}
