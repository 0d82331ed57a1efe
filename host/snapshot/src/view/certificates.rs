//! `certificates`: public X.509 certificates where objects carry them.

use super::convert::{owned, owned_all};
use super::page::answers;
use crate::Snapshot;
use crate::object::{
    APIService, Certificate, ClientConfig, MutatingWebhookConfiguration, Secret, ValidatingWebhookConfiguration,
    Webhook,
};
use sdo_model::contract::certificates::{self, Certificates};
use sdo_model::{Call, Kind, Stop};

/// The key of a TLS Secret under which its certificate stands.
const LEAF: &str = "tls.crt";

impl Certificates for Snapshot {
    fn of(&self, call: &mut Call, ids: &[u32]) -> Result<Vec<Vec<certificates::Certificate>>, Stop> {
        answers(call, ids, |call, id| Ok(self.certificates_of(call, id)))
    }

    fn covers_host(&self, call: &mut Call, secret: u32, host: &str) -> Result<Option<bool>, Stop> {
        call.scan(1)?;
        let leaf = self
            .seen::<Secret>(call, secret)
            .and_then(|secret| secret.certificates.get(LEAF));
        Ok(leaf.map(|leaf| leaf.dns_names.iter().any(|name| covers(name, host))))
    }
}

impl Snapshot {
    fn certificates_of(&self, call: &Call, id: u32) -> Vec<certificates::Certificate> {
        match Kind::of_id(id) {
            Some((Kind::Secret, _)) => self.seen(call, id).map(of_secret),
            Some((Kind::MutatingWebhookConfiguration, _)) => self
                .seen::<MutatingWebhookConfiguration>(call, id)
                .map(|found| of_webhooks(&found.webhooks)),
            Some((Kind::ValidatingWebhookConfiguration, _)) => self
                .seen::<ValidatingWebhookConfiguration>(call, id)
                .map(|found| of_webhooks(&found.webhooks)),
            Some((Kind::APIService, _)) => self.seen::<APIService>(call, id).map(|found| {
                let authorities = found.spec.ca_bundle.certificates.iter();
                authorities
                    .map(|certificate| row("spec.caBundle".to_owned(), certificate))
                    .collect()
            }),
            _ => None,
        }
        .unwrap_or_default()
    }
}

/// The leaf comes first, then the authority that was stored beside it.
fn of_secret(secret: &Secret) -> Vec<certificates::Certificate> {
    let mut stored: Vec<_> = secret.certificates.iter().collect();
    stored.sort_by_key(|(key, _)| *key != LEAF);
    stored
        .into_iter()
        .map(|(key, certificate)| row(format!("data[{key}]"), certificate))
        .collect()
}

fn of_webhooks(webhooks: &[Webhook]) -> Vec<certificates::Certificate> {
    let bundle = |(index, webhook): (usize, &Webhook)| of_client(&webhook.client_config, index);
    webhooks.iter().enumerate().flat_map(bundle).collect()
}

fn of_client(config: &ClientConfig, index: usize) -> Vec<certificates::Certificate> {
    let path = format!("webhooks[{index}].clientConfig.caBundle");
    config
        .authorities()
        .iter()
        .map(|certificate| row(path.clone(), certificate))
        .collect()
}

fn row(path: String, certificate: &Certificate) -> certificates::Certificate {
    certificates::Certificate {
        path,
        subject: owned(&certificate.subject),
        issuer: owned(&certificate.issuer),
        not_before: certificate.not_before.unix(),
        not_after: certificate.not_after.unix(),
        dns_names: owned_all(&certificate.dns_names),
        self_signed: certificate.self_signed,
        public_key: owned(&certificate.public_key),
        key_id: owned(&certificate.key_id),
        authority_key_id: owned(&certificate.authority_key_id),
    }
}

/// Whether `name`, with a wildcard for its first label at most, covers `host`.
fn covers(name: &str, host: &str) -> bool {
    let host = host.strip_suffix('.').unwrap_or(host);
    let below = || {
        let parent = name.strip_prefix("*.")?;
        let (first, rest) = host.split_once('.')?;
        Some(!first.is_empty() && first != "*" && rest.eq_ignore_ascii_case(parent))
    };
    name.eq_ignore_ascii_case(host) || below().unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wildcard_covers_exactly_one_label() {
        assert!(covers("*.example.com", "shop.example.com"));
        assert!(covers("*.example.com", "*.example.com"));
        assert!(!covers("*.example.com", "example.com"));
        assert!(!covers("*.example.com", "a.b.example.com"));
        assert!(!covers("shop.example.com", "*.example.com"));
    }

    #[test]
    fn case_and_a_trailing_dot_do_not_matter() {
        assert!(covers("Shop.Example.com", "shop.example.COM."));
        assert!(!covers("shop.example.com", "shop.example.org"));
    }
}
