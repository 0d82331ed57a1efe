//! The scalars and containers that stored objects are made of: interned, compact, and tolerant of what dumps really hold.
//!
//! Every type here reads `null` as its empty value. Strings and repeated structures are shared through the interner of
//! the build in progress ([`Interner::scope`]): the pods of one ReplicaSet then share nearly everything but their status.

mod amount;
mod int;
mod interner;
mod list;
mod time;

pub use amount::Amount;
pub use int::{Int, IntOrString};
pub use interner::{Interner, Shared};
pub use list::{List, Map, Table};
pub use time::{MaybeTime, Time};

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// The most bytes of one string; longer ones are cut and end in [`CUT`]. Scripts in arguments and the configuration that
/// `kubectl apply` records fit; what does not is noise or hostile.
pub const TEXT_LIMIT: usize = 64 * 1024;
/// The most bytes of one ConfigMap value: the API server's own limit for the whole object.
pub const DATA_LIMIT: usize = 1024 * 1024;
/// Ends a text that was cut.
pub const CUT: char = '…';

/// An immutable string, shared with all equal ones of the same build. Empty where the object had `null`.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text(Arc<str>);

impl Text {
    /// The string.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The string; `None` when it is empty.
    pub fn non_empty(&self) -> Option<&str> {
        (!self.0.is_empty()).then_some(&*self.0)
    }

    pub(crate) fn from_shared(shared: Arc<str>) -> Self {
        Self(shared)
    }
}

/// `text` within `limit` bytes, at a character's edge and with [`CUT`] at the end when it was longer.
pub(crate) fn cut(text: &str, limit: usize) -> std::borrow::Cow<'_, str> {
    if text.len() <= limit {
        return text.into();
    }
    let end = text.floor_char_boundary(limit.saturating_sub(CUT.len_utf8()));
    let mut kept = text.get(..end).unwrap_or_default().to_owned();
    kept.push(CUT);
    kept.into()
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl std::borrow::Borrow<str> for Text {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for Text {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        interner::intern(text)
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        interner::intern(&text)
    }
}

impl PartialEq<str> for Text {
    fn eq(&self, other: &str) -> bool {
        &*self.0 == other
    }
}

impl PartialEq<&str> for Text {
    fn eq(&self, other: &&str) -> bool {
        &*self.0 == *other
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.0, formatter)
    }
}

impl fmt::Display for Text {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&*self.0, formatter)
    }
}

impl serde::Serialize for Text {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TextVisitor)
    }
}

struct TextVisitor;

impl Visitor<'_> for TextVisitor {
    type Value = Text;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a string")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Text, E> {
        Ok(interner::intern(&cut(text, TEXT_LIMIT)))
    }

    fn visit_unit<E: Error>(self) -> Result<Text, E> {
        Ok(Text::default())
    }

    // Hand-written manifests put bare numbers and booleans where the API wants strings.
    fn visit_bool<E: Error>(self, value: bool) -> Result<Text, E> {
        self.visit_str(if value { "true" } else { "false" })
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Text, E> {
        Ok(value.to_string().into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Text, E> {
        Ok(value.to_string().into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Text, E> {
        Ok(value.to_string().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn null_is_the_empty_text() {
        assert_eq!(serde_json::from_str::<Text>("null").unwrap(), "");
    }

    #[test]
    fn equal_texts_of_one_build_share_their_bytes() {
        let mut interner = Interner::default();
        let (one, other) = interner.scope(|| (Text::from("app"), Text::from("app".to_owned())));
        assert!(std::ptr::eq(one.as_str(), other.as_str()));
    }

    #[test]
    fn a_long_text_is_cut_at_a_character_and_marked() {
        let long = "é".repeat(TEXT_LIMIT);
        let kept: Text = serde_json::from_str(&format!("\"{long}\"")).unwrap();
        assert!(kept.len() <= TEXT_LIMIT);
        assert!(kept.ends_with(CUT));
    }
}
