//! `certificates`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::ObjectId;
pub use super::types::Timestamp;
use crate::call::Price;
use crate::call::{Call, Stop};

/// A public X.509 certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// Where it stood, e.g. `data[tls.crt]` or `webhooks[0].clientConfig.caBundle`.
    pub path: String,
    /// Subject, RFC 4514 style.
    pub subject: String,
    /// Issuer.
    pub issuer: String,
    /// Not valid before.
    pub not_before: Timestamp,
    /// Not valid after.
    pub not_after: Timestamp,
    /// DNS names, wildcards as written.
    pub dns_names: Vec<String>,
    /// Signed by its own key.
    pub self_signed: bool,
    /// SHA-256 of its public key, hexadecimal.
    pub public_key: String,
    /// Subject key identifier, hexadecimal; empty when absent.
    pub key_id: String,
    /// Authority key identifier, hexadecimal; empty when absent.
    pub authority_key_id: String,
}

impl Price for Certificate {
    fn price(&self) -> u64 {
        self.path.price()
            + self.subject.price()
            + self.issuer.price()
            + self.not_before.price()
            + self.not_after.price()
            + self.dns_names.price()
            + self.self_signed.price()
            + self.public_key.price()
            + self.key_id.price()
            + self.authority_key_id.price()
    }
}

/// Public certificates: the leaf of a TLS Secret, the authorities a webhook or APIService trusts.
///
/// Reads: Secret. Uses: MutatingWebhookConfiguration, ValidatingWebhookConfiguration, APIService.
pub trait Certificates {
    /// The certificates of each object, in the order of `ids`: the leaf of a TLS Secret, every CA bundle entry of a configuration. Empty for none, for what cannot be parsed, and for an unseen id. At most 1000 ids.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn of(&self, call: &mut Call, ids: &[ObjectId]) -> Result<Vec<Vec<Certificate>>, Stop>;

    /// Whether the certificate of this Secret covers `host`, wildcards honoured; none when the Secret has no readable certificate.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn covers_host(&self, call: &mut Call, secret: ObjectId, host: &str) -> Result<Option<bool>, Stop>;
}
