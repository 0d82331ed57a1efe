//! `secrets`: names of keys and types. No value is in the snapshot.

use super::config_maps::written;
use super::convert::{created, owned, owned_all};
use super::page::{Query, named};
use crate::Snapshot;
use crate::object::Secret;
use sdo_model::contract::secrets::{SecretFilter, SecretPage, SecretRow, Secrets};
use sdo_model::{Call, Stop};

impl Secrets for Snapshot {
    fn query(&self, call: &mut Call, filter: &SecretFilter) -> Result<SecretPage, Stop> {
        let query = Query::<Secret>::new(self, named!(filter));
        let (rows, total) = query.page(call, |_, secret| matches(filter, secret), row)?;
        Ok(SecretPage { rows, total })
    }

    fn count(&self, call: &mut Call, filter: &SecretFilter) -> Result<u32, Stop> {
        Query::<Secret>::new(self, named!(filter)).count(call, |_, secret| matches(filter, secret))
    }
}

fn matches(filter: &SecretFilter, secret: &Secret) -> bool {
    filter.secret_type.as_deref().is_none_or(|wanted| secret.kind == wanted)
        && filter
            .key
            .as_deref()
            .is_none_or(|key| secret.keys.iter().any(|name| *name == key))
}

fn row(id: u32, secret: &Secret) -> SecretRow {
    SecretRow {
        id,
        namespace: owned(&secret.meta.namespace),
        name: owned(&secret.meta.name),
        secret_type: owned(&secret.kind),
        keys: owned_all(&secret.keys),
        written: written(&secret.meta),
        created: created(&secret.meta),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::fixture::snapshot;

    #[test]
    fn a_secret_tells_the_names_of_its_keys_and_no_value() {
        let secrets = snapshot(&[
            r#"{"apiVersion":"v1","kind":"Secret","metadata":{"name":"login","namespace":"demo"},"type":"Opaque","data":{"user":"cGxhaW50ZXh0","password":"cGxhaW50ZXh0"}}"#,
            r#"{"apiVersion":"v1","kind":"Secret","metadata":{"name":"pull","namespace":"demo"},"type":"kubernetes.io/dockerconfigjson","data":{".dockerconfigjson":"e30="}}"#,
        ]);
        let rows = |filter: &SecretFilter| Secrets::query(&secrets, &mut Call::unlimited(), filter).unwrap().rows;
        let by_type = rows(&SecretFilter {
            secret_type: Some("Opaque".into()),
            ..Default::default()
        });
        assert_eq!(by_type.len(), 1);
        assert_eq!(by_type[0].keys, ["password", "user"]);
        assert!(!format!("{by_type:?}").contains("cGxhaW50ZXh0"));
        let by_key = SecretFilter {
            key: Some(".dockerconfigjson".into()),
            ..Default::default()
        };
        assert_eq!(rows(&by_key)[0].name, "pull");
        assert_eq!(Secrets::count(&secrets, &mut Call::unlimited(), &by_key).unwrap(), 1);
    }
}
