//! `config-maps`.

use super::convert::{KIB, created, owned, time, within};
use super::page::{Query, named};
use crate::Snapshot;
use crate::object::{ConfigMap, Meta};
use sdo_model::call::price;
use sdo_model::contract::config_maps::{ConfigMapFilter, ConfigMapPage, ConfigMapRow, ConfigMaps};
use sdo_model::{Call, Stop};

impl ConfigMaps for Snapshot {
    fn query(&self, call: &mut Call, filter: &ConfigMapFilter) -> Result<ConfigMapPage, Stop> {
        let query = Query::<ConfigMap>::new(self, named!(filter));
        pay_for_search(call, &query, filter)?;
        let (rows, total) = query.page(call, |_, map| has_key(filter, map) && contains(filter, map), row)?;
        Ok(ConfigMapPage { rows, total })
    }

    fn count(&self, call: &mut Call, filter: &ConfigMapFilter) -> Result<u32, Stop> {
        let query = Query::<ConfigMap>::new(self, named!(filter));
        pay_for_search(call, &query, filter)?;
        query.count(call, |_, map| has_key(filter, map) && contains(filter, map))
    }

    fn value(&self, call: &mut Call, id: u32, key: &str) -> Result<Option<String>, Stop> {
        const LONGEST: usize = 256 * KIB;
        call.scan(1)?;
        let value = self.seen::<ConfigMap>(call, id).and_then(|map| map.data.get(key));
        Ok(value.map(|value| within(value, LONGEST)))
    }
}

/// A search costs what there is to read, not what there is to list.
fn pay_for_search(call: &mut Call, query: &Query<'_, ConfigMap>, filter: &ConfigMapFilter) -> Result<(), Stop> {
    if filter.contains.is_none() {
        return Ok(());
    }
    let mut bytes = 0_u64;
    query.count(call, |_, map| {
        let read = has_key(filter, map);
        bytes = bytes.saturating_add(if read { size(map) } else { 0 });
        read
    })?;
    call.charge(bytes.saturating_mul(price::BYTE))
}

fn has_key(filter: &ConfigMapFilter, map: &ConfigMap) -> bool {
    filter
        .key
        .as_deref()
        .is_none_or(|key| map.data.contains(key) || map.binary_data.iter().any(|name| *name == key))
}

fn contains(filter: &ConfigMapFilter, map: &ConfigMap) -> bool {
    filter
        .contains
        .as_deref()
        .is_none_or(|text| map.data.values().any(|value| value.contains(text)))
}

fn size(map: &ConfigMap) -> u64 {
    map.data.values().map(|value| value.len() as u64).sum()
}

fn row(id: u32, map: &ConfigMap) -> ConfigMapRow {
    let mut keys: Vec<String> = map.data.keys().chain(map.binary_data.iter()).map(owned).collect();
    keys.sort_unstable();
    ConfigMapRow {
        id,
        namespace: owned(&map.meta.namespace),
        name: owned(&map.meta.name),
        keys,
        size: size(map),
        immutable: map.immutable,
        written: written(&map.meta),
        created: created(&map.meta),
    }
}

/// The last write of the data that `managedFields` knows of, else the creation.
pub(super) fn written(meta: &Meta) -> Option<i64> {
    time(meta.written()).or(time(meta.created))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::fixture::snapshot;

    fn maps() -> Snapshot {
        snapshot(&[
            r#"{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"web","namespace":"demo","creationTimestamp":"2026-11-30T10:00:00Z",
                "managedFields":[{"manager":"kubectl","time":"2026-11-30T12:00:00Z"},{"manager":"x","subresource":"status","time":"2026-11-30T13:00:00Z"}]},
                "data":{"url":"http://api:8080","mode":"fast"},"binaryData":{"logo":"AAAA"}}"#,
            r#"{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"api","namespace":"demo"},"data":null}"#,
        ])
    }

    fn found(filter: ConfigMapFilter) -> Vec<String> {
        let page = ConfigMaps::query(&maps(), &mut Call::unlimited(), &filter).unwrap();
        page.rows.into_iter().map(|row| row.name).collect()
    }

    #[test]
    fn keys_of_both_tables_count() {
        for key in ["url", "logo"] {
            assert_eq!(
                found(ConfigMapFilter {
                    key: Some(key.into()),
                    ..Default::default()
                }),
                ["web"],
                "{key}"
            );
        }
        let page = ConfigMaps::query(&maps(), &mut Call::unlimited(), &ConfigMapFilter::default()).unwrap();
        assert_eq!(page.rows[1].keys, ["logo", "mode", "url"]);
        assert_eq!(page.rows[1].written, Some(page.rows[1].created + 2 * 3600));
    }

    #[test]
    fn a_search_reads_values_and_pays_for_their_bytes() {
        let filter = ConfigMapFilter {
            contains: Some("api:8080".into()),
            ..Default::default()
        };
        assert_eq!(found(filter.clone()), ["web"]);
        let spent = |filter: &ConfigMapFilter| {
            let mut call = Call::unlimited();
            let before = call.left();
            ConfigMaps::count(&maps(), &mut call, filter).unwrap();
            before - call.left()
        };
        assert!(spent(&filter) > spent(&ConfigMapFilter::default()) + 15 * price::BYTE);
    }

    #[test]
    fn a_binary_value_and_a_foreign_id_have_no_value() {
        let snapshot = maps();
        let id = snapshot.find_id(sdo_model::Kind::ConfigMap, "demo", "web").unwrap();
        let value = |id, key| ConfigMaps::value(&snapshot, &mut Call::unlimited(), id, key).unwrap();
        assert_eq!(value(id, "mode").as_deref(), Some("fast"));
        assert_eq!(value(id, "logo"), None);
        assert_eq!(value(sdo_model::Kind::Secret.id(0), "mode"), None);
    }
}
