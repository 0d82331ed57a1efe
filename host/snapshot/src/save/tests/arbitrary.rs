//! Values of every stored type, made up field by field: each must read back as itself.
//!
//! A deserializer that makes up what it is asked for; what a hand-written type wants is known by what it says it expects.

use crate::object::{self, Object};
use crate::store::with_kinds;
use serde::de::value::{Error, StringDeserializer};
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, Error as _, Expected, IntoDeserializer, MapAccess, SeqAccess,
    Visitor,
};
use serde::{Serialize, forward_to_deserialize_any};

/// Values made of each type.
const ROUNDS: u64 = 150;
/// Values within one value.
const BUDGET: usize = 400;

const TEXTS: &[&str] = &[
    "",
    "a",
    "web",
    "true",
    "80",
    "25%",
    "500m",
    "-",
    "name",
    "None",
    "$(VAR)",
    "Resource",
    "Pods",
    "Object",
    "External",
    "ContainerResource",
    "hunter2",
    "--token",
    "--db-password=hunter2",
    "password: hunter2",
    "postgres://app:hunter2@db/x",
    "--u://x:a=b@token.svc",
    "ghp_0123456789abcdefghij0123456789abcdef and more",
    "ü\u{1b}[2J\n\"\\",
    "{\"a\": [1.50, {\"token\": \"x\"}]}",
    "***",
    "…",
    "2026-11-30T18:00:00Z",
    "9999-12-30T21:59:59+00:00",
    "-000044-03-15T12:00:00Z",
    "kube-api-access-abcde",
    "[{\"type\":\"Resource\",\"status\":\"False\",\"message\":\"m\",\"resource\":{\"name\":\"cpu\",\"targetAverageUtilization\":80}}]",
];

const KEYS: &[&str] = &[
    "a",
    "app",
    "tls.crt",
    "ca.crt",
    "password",
    "name",
    "value",
    "args",
    "metadata",
    "kind",
    "data",
    "kubectl.kubernetes.io/last-applied-configuration",
    "autoscaling.alpha.kubernetes.io/metrics",
    "autoscaling.alpha.kubernetes.io/current-metrics",
    "autoscaling.alpha.kubernetes.io/conditions",
    "kubernetes.io/ingress.class",
    "kubernetes.io/hostname",
];

const VOLUMES: &[&str] = &[
    "name",
    "configMap",
    "secret",
    "persistentVolumeClaim",
    "emptyDir",
    "hostPath",
    "projected",
    "ephemeral",
    "csi",
    "nfs",
];

/// Other names for fields that come under their first name, too.
const ALIASES: &[&str] = &["regarding", "note", "reportingController", "deprecatedSource"];

macro_rules! every_kind {
    ($($type:ident $field:ident;)*) => {
        #[test]
        fn every_stored_type_reads_back_what_it_writes() {
            $(survives::<object::$type>();)*
        }
    };
}
with_kinds!(every_kind);

fn survives<T: Object + DeserializeOwned + Serialize + PartialEq>() {
    let mut made = 0;
    for seed in 0..ROUNDS {
        let mut dice = Dice::new(seed);
        // Some types refuse some of what is made up.
        let Ok(value) = T::deserialize(Made(&mut dice)) else {
            continue;
        };
        let json = serde_json::to_string(&value).unwrap();
        let again: T = serde_json::from_str(&json).unwrap_or_else(|error| panic!("{} {seed}: {error}", T::KIND));
        assert!(
            value == again,
            "{} {seed}: {}",
            T::KIND,
            json.chars().take(4000).collect::<String>()
        );
        assert!(json == serde_json::to_string(&again).unwrap(), "{} {seed}", T::KIND);
        made += 1;
    }
    assert!(made > ROUNDS / 3, "{}: only {made} values were made", T::KIND);
}

#[test]
fn json_that_was_masked_is_masked_no_further() {
    use serde::Deserialize;
    for seed in 0..20 * ROUNDS {
        let value = serde_json::Value::deserialize(Made(&mut Dice::new(seed))).unwrap();
        let once = crate::redact::json(value);
        let again = crate::redact::json(serde_json::from_str(&once).unwrap());
        assert_eq!(once, again, "{seed}");
    }
}

/// Numbers that look thrown, the same in every run.
struct Dice {
    state: u64,
    left: usize,
}

impl Dice {
    fn new(seed: u64) -> Self {
        Self {
            state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
            left: BUDGET,
        }
    }

    fn bits(&mut self) -> u64 {
        self.left = self.left.saturating_sub(1);
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.state
    }

    fn roll(&mut self, sides: usize) -> usize {
        (self.bits() >> 33) as usize % sides
    }

    fn one_of(&mut self, words: &[&'static str]) -> &'static str {
        words[self.roll(words.len())]
    }

    fn number(&mut self) -> i64 {
        match self.roll(4) {
            0 => self.bits().cast_signed(),
            _ => self.roll(5) as i64 - 1,
        }
    }

    fn text(&mut self) -> String {
        match self.roll(60) {
            // Longer than annotations, and than any text, may be.
            0 => "password=a ".repeat(2_000),
            1 => "token=a ".repeat(9_000),
            2 => web_certificate(),
            _ => self.one_of(TEXTS).to_owned(),
        }
    }

    fn some(&mut self, words: &[&'static str]) -> Vec<String> {
        let count = if self.left == 0 { 0 } else { self.roll(4) };
        (0..count).map(|_| self.one_of(words).to_owned()).collect()
    }
}

fn web_certificate() -> String {
    let pem = include_bytes!("../../object/testdata/web.pem").to_vec();
    let json = serde_json::to_string(&k8s_openapi::ByteString(pem)).unwrap();
    json.trim_matches('"').to_owned()
}

/// Makes up one value.
struct Made<'d>(&'d mut Dice);

impl<'de> Deserializer<'de> for Made<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let expected = format!("{}", &visitor as &dyn Expected);
        let dice = self.0;
        match expected.as_str() {
            "a string" | "a bundle of certificates" => visitor.visit_str(&dice.text()),
            "a number" => visitor.visit_i64(dice.number()),
            "a list" => visitor.visit_seq(Items::of(dice)),
            "an object" => visitor.visit_map(Fields::of(dice, KEYS)),
            "a volume" => visitor.visit_map(Fields::of(dice, VOLUMES)),
            "a number or a string" if dice.roll(2) == 0 => visitor.visit_i64(dice.number()),
            "a number or a string" => visitor.visit_str(&dice.text()),
            "any valid JSON value" => match dice.roll(if dice.left == 0 { 4 } else { 8 }) {
                0 => visitor.visit_str(&dice.text()),
                1 => visitor.visit_i64(dice.number()),
                2 => visitor.visit_f64(f64::from_bits(dice.bits())),
                3 => visitor.visit_unit(),
                4 => visitor.visit_seq(Items::of(dice)),
                _ => visitor.visit_map(Fields::of(dice, KEYS)),
            },
            time if time.starts_with("a time") => visitor.visit_str(&dice.text()),
            other => Err(Error::custom(format!("nobody knows what {other} is"))),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0.left == 0 || self.0.roll(4) == 0 {
            true => visitor.visit_none(),
            false => visitor.visit_some(self),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let dice = self.0;
        let first = |field: &&&'static str| !ALIASES.contains(field) && !field.starts_with("deprecated");
        let fields = fields.iter().filter(first).filter(|field| {
            // All of a certificate or none.
            dice.left > 0 && dice.roll(3) > 0 || matches!(**field, "notBefore" | "notAfter" | "publicKey" | "keyId")
        });
        let fields = fields.map(|field| (*field).to_owned()).collect();
        visitor.visit_map(Fields { dice, fields, next: 0 })
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_bool(self.0.roll(2) == 0)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_str(&self.0.text())
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_str(&self.0.text())
    }

    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_i64(self.0.number())
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i128 u8 u16 u32 u64 u128 f32 f64 char bytes byte_buf unit unit_struct seq tuple tuple_struct map enum identifier
    }
}

struct Items<'d> {
    dice: &'d mut Dice,
    left: usize,
}

impl<'d> Items<'d> {
    fn of(dice: &'d mut Dice) -> Self {
        let left = if dice.left == 0 { 0 } else { dice.roll(3) };
        Self { dice, left }
    }
}

impl<'de> SeqAccess<'de> for Items<'_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        let Some(left) = self.left.checked_sub(1) else {
            return Ok(None);
        };
        self.left = left;
        seed.deserialize(Made(self.dice)).map(Some)
    }
}

struct Fields<'d> {
    dice: &'d mut Dice,
    fields: Vec<String>,
    next: usize,
}

impl<'d> Fields<'d> {
    fn of(dice: &'d mut Dice, words: &[&'static str]) -> Self {
        let fields = dice.some(words);
        Self { dice, fields, next: 0 }
    }
}

impl<'de> MapAccess<'de> for Fields<'_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        let Some(field) = self.fields.get(self.next).cloned() else {
            return Ok(None);
        };
        self.next += 1;
        let key: StringDeserializer<Error> = field.into_deserializer();
        seed.deserialize(key).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        seed.deserialize(Made(self.dice))
    }
}
