//! Immutable lists and sorted string tables that read `null` as empty.

use super::Text;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

/// An immutable list of exact size.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct List<T>(Box<[T]>);

impl<T> Default for List<T> {
    fn default() -> Self {
        Self(Box::default())
    }
}

impl<T> Deref for List<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<'a, T> IntoIterator for &'a List<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<T> FromIterator<T> for List<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self(items.into_iter().collect())
    }
}

impl<T: fmt::Debug> fmt::Debug for List<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ListVisitor(PhantomData))
    }
}

impl<T: Serialize> Serialize for List<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(&*self.0)
    }
}

struct ListVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ListVisitor<T> {
    type Value = List<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list")
    }

    fn visit_unit<E>(self) -> Result<List<T>, E> {
        Ok(List::default())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<List<T>, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(List(list.into_boxed_slice()))
    }
}

/// Values by name, sorted by name bytewise; of equal names the last one counts.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Table<V>(Box<[(Text, V)]>);

/// Strings by name: labels, annotations, selectors.
pub type Map = Table<Text>;

impl<V> Table<V> {
    /// The value under `name`.
    pub fn get(&self, name: &str) -> Option<&V> {
        let at = self.0.binary_search_by(|(key, _)| key.as_str().cmp(name)).ok()?;
        self.0.get(at).map(|(_, value)| value)
    }

    /// Whether there is a value under `name`.
    pub fn contains(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// The names in order.
    pub fn keys(&self) -> impl Iterator<Item = &Text> {
        self.0.iter().map(|(name, _)| name)
    }

    /// The values in the order of their names.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.0.iter().map(|(_, value)| value)
    }
}

impl Map {
    /// Whether `name` has exactly this value.
    pub fn has(&self, name: &str, value: &str) -> bool {
        self.get(name).is_some_and(|found| found.as_str() == value)
    }
}

impl<V> Default for Table<V> {
    fn default() -> Self {
        Self(Box::default())
    }
}

impl<V> Deref for Table<V> {
    type Target = [(Text, V)];

    fn deref(&self) -> &[(Text, V)] {
        &self.0
    }
}

impl<'a, V> IntoIterator for &'a Table<V> {
    type Item = &'a (Text, V);
    type IntoIter = std::slice::Iter<'a, (Text, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<V> FromIterator<(Text, V)> for Table<V> {
    fn from_iter<I: IntoIterator<Item = (Text, V)>>(entries: I) -> Self {
        let mut entries: Vec<(Text, V)> = entries.into_iter().collect();
        entries.reverse();
        entries.sort_by(|(one, _), (other, _)| one.cmp(other));
        entries.dedup_by(|(later, _), (kept, _)| later == kept);
        Self(entries.into_boxed_slice())
    }
}

impl<V: fmt::Debug> fmt::Debug for Table<V> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_map()
            .entries(self.0.iter().map(|(name, value)| (name, value)))
            .finish()
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Table<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TableVisitor(PhantomData))
    }
}

impl<V: Serialize> Serialize for Table<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

struct TableVisitor<V>(PhantomData<V>);

impl<'de, V: Deserialize<'de>> Visitor<'de> for TableVisitor<V> {
    type Value = Table<V>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_unit<E>(self) -> Result<Table<V>, E> {
        Ok(Table::default())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Table<V>, A::Error> {
        let mut table = Vec::new();
        while let Some(entry) = entries.next_entry()? {
            table.push(entry);
        }
        Ok(table.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_null_list_and_a_null_table_are_empty() {
        assert!(serde_json::from_str::<List<Text>>("null").unwrap().is_empty());
        assert!(serde_json::from_str::<Map>("null").unwrap().is_empty());
    }

    #[test]
    fn a_table_is_sorted_and_the_last_of_equal_names_counts() {
        let table: Map = serde_json::from_str(r#"{"b":"1","a":"2","b":"3"}"#).unwrap();
        assert_eq!(table.keys().map(Text::as_str).collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(table.get("b").unwrap(), "3");
        assert!(table.has("a", "2"));
        assert!(!table.contains("c"));
    }
}
