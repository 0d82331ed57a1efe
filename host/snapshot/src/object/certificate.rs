//! Public X.509 certificates. Private keys are never looked at.

use super::config::decoded;
use crate::redact::MASK;
use crate::text::{List, TEXT_LIMIT, Text, Time, cut};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use sha2::{Digest, Sha256};
use std::fmt;
use x509_parser::extensions::{GeneralName, ParsedExtension};
use x509_parser::pem::Pem;
use x509_parser::prelude::{FromDer, X509Certificate};

/// More certificates in one bundle than any authority needs; the rest is not parsed.
const BUNDLE_LIMIT: usize = 64;

/// Where a saved object carries what was stored of its certificates: in a Secret, by key, next to the masked `data`; in place of
/// a `caBundle`, as the only field of an object. The certificates themselves are not stored.
pub const SAVED_CERTIFICATES: &str = "sdo.dev/certificates";

/// The years 0 to 9999: what a certificate can say, and far from where sums of times overflow.
const CALENDAR: std::ops::RangeInclusive<i64> = -62_167_219_200..=253_402_300_799;

/// The public parts of a certificate that decide whether it is trusted.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Certificate {
    pub subject: Text,
    pub issuer: Text,
    #[serde(deserialize_with = "time", serialize_with = "seconds")]
    pub not_before: Time,
    #[serde(deserialize_with = "time", serialize_with = "seconds")]
    pub not_after: Time,
    /// DNS names and addresses it is for.
    pub dns_names: List<Text>,
    /// Subject and issuer are equal, and its own key made the signature as far as key ids tell.
    pub self_signed: bool,
    /// It may sign others.
    pub is_authority: bool,
    /// SHA-256 of the public key (its SubjectPublicKeyInfo), lower-case hexadecimal.
    pub public_key: Text,
    /// Subject key id, hexadecimal; empty when there is none.
    pub key_id: Text,
    /// Authority key id, hexadecimal; empty when there is none.
    pub authority_key_id: Text,
}

impl Certificate {
    /// The first certificate of a PEM text; `None` when there is none.
    pub fn first(pem: &[u8]) -> Option<Self> {
        Self::all(pem).next()
    }

    /// The certificates of a PEM text in its order; blocks that are no certificate are passed over.
    pub fn all(pem: &[u8]) -> impl Iterator<Item = Self> {
        let blocks = Pem::iter_from_buffer(pem).take(BUNDLE_LIMIT).map_while(Result::ok);
        blocks
            .filter(|block| block.label == "CERTIFICATE")
            .filter_map(|block| Self::from_der(&block.contents))
    }

    fn from_der(der: &[u8]) -> Option<Self> {
        let (_, parsed) = X509Certificate::from_der(der).ok()?;
        let (key_id, authority_key_id) = key_ids(&parsed);
        let same_name = parsed.subject().as_raw() == parsed.issuer().as_raw();
        Some(Self {
            subject: bounded(&parsed.subject().to_string()),
            issuer: bounded(&parsed.issuer().to_string()),
            not_before: Time::from_unix(parsed.validity().not_before.timestamp()),
            not_after: Time::from_unix(parsed.validity().not_after.timestamp()),
            dns_names: alternative_names(&parsed),
            self_signed: same_name && (authority_key_id.is_empty() || authority_key_id == key_id),
            is_authority: parsed.is_ca(),
            public_key: hex(&Sha256::digest(parsed.public_key().raw)).into(),
            key_id,
            authority_key_id,
        })
    }
}

fn key_ids(certificate: &X509Certificate<'_>) -> (Text, Text) {
    let (mut own, mut authority) = (Text::default(), Text::default());
    for extension in certificate.extensions() {
        match extension.parsed_extension() {
            ParsedExtension::SubjectKeyIdentifier(id) => own = hex(id.0).into(),
            ParsedExtension::AuthorityKeyIdentifier(id) => {
                authority = id
                    .key_identifier
                    .as_ref()
                    .map(|id| hex(id.0))
                    .unwrap_or_default()
                    .into();
            }
            _ => {}
        }
    }
    (own, authority)
}

fn alternative_names(certificate: &X509Certificate<'_>) -> List<Text> {
    let Ok(Some(extension)) = certificate.subject_alternative_name() else {
        return List::default();
    };
    extension
        .value
        .general_names
        .iter()
        .filter_map(alternative_name)
        .collect()
}

fn alternative_name(name: &GeneralName<'_>) -> Option<Text> {
    match name {
        GeneralName::DNSName(name) => Some(bounded(name)),
        GeneralName::IPAddress(bytes) => address(bytes).map(|address| address.to_string().into()),
        _ => None,
    }
}

fn address(bytes: &[u8]) -> Option<std::net::IpAddr> {
    let four = <[u8; 4]>::try_from(bytes).map(std::net::IpAddr::from);
    four.or_else(|_| <[u8; 16]>::try_from(bytes).map(std::net::IpAddr::from))
        .ok()
}

/// A text of a certificate, which may be as long as its file.
fn bounded(text: &str) -> Text {
    cut(text, TEXT_LIMIT).as_ref().into()
}

/// Reads a saved time: seconds since 1970, since a certificate may well end after the last time that RFC 3339 tools read.
fn time<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Time, D::Error> {
    let seconds = i64::deserialize(deserializer)?;
    match CALENDAR.contains(&seconds) {
        true => Ok(Time::from_unix(seconds)),
        false => Err(D::Error::custom(
            "expected seconds since 1970 within the years 0 to 9999",
        )),
    }
}

fn seconds<S: Serializer>(time: &Time, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_i64(time.unix())
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes
        .iter()
        .fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
            // Writing to a string cannot fail.
            let _ = write!(text, "{byte:02x}");
            text
        })
}

/// A `caBundle`: its public certificates, and whether there was one at all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CaBundle {
    /// A bundle is given, be it readable or not.
    pub given: bool,
    pub certificates: List<Certificate>,
}

impl<'de> Deserialize<'de> for CaBundle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(BundleVisitor)
    }
}

impl Serialize for CaBundle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (self.given, self.certificates.is_empty()) {
            (false, true) => serializer.serialize_str(""),
            (true, true) => serializer.serialize_str(MASK),
            (_, false) => {
                let mut fields = serializer.serialize_map(Some(1))?;
                fields.serialize_entry(SAVED_CERTIFICATES, &self.certificates)?;
                fields.end()
            }
        }
    }
}

struct BundleVisitor;

impl<'de> Visitor<'de> for BundleVisitor {
    type Value = CaBundle;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a bundle of certificates")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<CaBundle, E> {
        let pem = decoded(text).unwrap_or_default();
        Ok(CaBundle {
            given: !text.is_empty(),
            certificates: Certificate::all(&pem).collect(),
        })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<CaBundle, A::Error> {
        let mut bundle = CaBundle {
            given: true,
            ..CaBundle::default()
        };
        while let Some(field) = fields.next_key::<Text>()? {
            if field.as_str() != SAVED_CERTIFICATES {
                return Err(A::Error::custom("expected a bundle of certificates"));
            }
            let saved: List<Certificate> = fields.next_value()?;
            bundle.certificates = saved.iter().take(BUNDLE_LIMIT).cloned().collect();
        }
        Ok(bundle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::object::{Secret, ValidatingWebhookConfiguration};
    use k8s_openapi::ByteString;

    /// A self-signed certificate for `web.demo.svc`; its private key was thrown away.
    const PEM: &str = include_str!("testdata/web.pem");

    fn base64(text: &str) -> String {
        serde_json::to_string(&ByteString(text.as_bytes().to_vec())).unwrap()
    }

    #[test]
    fn a_tls_secret_shows_the_public_parts_of_its_leaf_certificate() {
        let json = format!(
            r#"{{"type":"kubernetes.io/tls","data":{{"tls.crt":{},"tls.key":"aHVudGVyMg=="}}}}"#,
            base64(&PEM.repeat(2))
        );
        let secret: Secret = serde_json::from_str(&json).unwrap();
        let leaf = secret.certificates.get("tls.crt").unwrap();
        assert_eq!(
            (leaf.subject.as_str(), leaf.issuer.as_str()),
            ("CN=web.demo.svc", "CN=web.demo.svc")
        );
        assert_eq!(leaf.not_after.to_string(), "2027-11-30T20:56:22Z");
        assert_eq!(
            leaf.dns_names.iter().map(Text::as_str).collect::<Vec<_>>(),
            ["web.demo.svc", "*.demo.example", "10.0.0.1"]
        );
        assert_eq!(
            leaf.public_key,
            "b4acf58e644e9098e6b0ec3296d51cd43948cbd2939435c509d6aa0e855dd5b3"
        );
        assert_eq!(leaf.key_id, "d89983e1b910e4ebbe5a0971eea9995e26fa2436");
        assert!(leaf.self_signed);
    }

    #[test]
    fn a_webhook_shows_every_authority_of_its_bundle_and_whether_it_has_one() {
        let json = format!(
            r#"{{"webhooks":[{{"clientConfig":{{"caBundle":{}}}}},{{"clientConfig":{{"caBundle":null}}}},{{"clientConfig":{{"caBundle":"Cg=="}}}}]}}"#,
            base64(&PEM.repeat(3))
        );
        let webhooks: ValidatingWebhookConfiguration = serde_json::from_str(&json).unwrap();
        let bundles = webhooks.webhooks.iter().map(|webhook| &webhook.client_config.ca_bundle);
        let seen: Vec<_> = bundles
            .map(|bundle| (bundle.given, bundle.certificates.len()))
            .collect();
        assert_eq!(seen, [(true, 3), (false, 0), (true, 0)]);
    }

    #[test]
    fn broken_certificates_are_none() {
        for pem in [
            "",
            "-----BEGIN CERTIFICATE-----\n",
            "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
        ] {
            assert_eq!(Certificate::first(pem.as_bytes()), None);
        }
    }
}
