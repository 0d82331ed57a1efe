//! `webhook-types`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::LabelSelector;
pub use super::types::ObjectId;
pub use super::types::Presence;
use crate::call::Price;

/// Which webhooks. Predicates that are none or empty do not restrict; all others must hold.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct WebhookFilter {
    /// Name of the configuration.
    pub name: Option<String>,
    /// A failing call refuses the request.
    pub fails_closed: Option<bool>,
    /// Existence of its Service; webhooks by URL have none and never match.
    pub service_presence: Option<Presence>,
    /// At most so many ready endpoints behind its Service; webhooks by URL never match.
    pub max_ready_endpoints: Option<u32>,
    /// The most rows wanted; 0 or more than 1000 means 1000.
    pub limit: u32,
    /// Only rows after this one, for the next page.
    pub after: Option<ObjectId>,
}

impl Price for WebhookFilter {
    fn price(&self) -> u64 {
        self.name.price()
            + self.fails_closed.price()
            + self.service_presence.price()
            + self.max_ready_endpoints.price()
            + self.limit.price()
            + self.after.price()
    }
}

/// One webhook of a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebhookRow {
    /// The configuration.
    pub id: ObjectId,
    /// Name of the configuration.
    pub configuration: String,
    /// Name of the webhook.
    pub name: String,
    /// Its place in the configuration.
    pub index: u32,
    /// A failing call refuses the request; true when no policy is set.
    pub fails_closed: bool,
    /// Seconds a call may take.
    pub timeout: u32,
    /// Namespace of its Service; empty for a URL.
    pub service_namespace: String,
    /// Name of its Service; empty for a URL.
    pub service_name: String,
    /// Port of its Service.
    pub service_port: u16,
    /// The Service.
    pub service: Option<ObjectId>,
    /// Existence of the Service; `present` for a URL.
    pub service_presence: Presence,
    /// Ready endpoints behind the Service; 0 for a URL.
    pub ready_endpoints: u32,
    /// Carries its own CA bundle.
    pub has_ca_bundle: bool,
}

impl Price for WebhookRow {
    fn price(&self) -> u64 {
        self.id.price()
            + self.configuration.price()
            + self.name.price()
            + self.index.price()
            + self.fails_closed.price()
            + self.timeout.price()
            + self.service_namespace.price()
            + self.service_name.price()
            + self.service_port.price()
            + self.service.price()
            + self.service_presence.price()
            + self.ready_endpoints.price()
            + self.has_ca_bundle.price()
    }
}

/// Webhooks and how many matched.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct WebhookPage {
    /// The rows.
    pub rows: Vec<WebhookRow>,
    /// How many matched, delivered or not.
    pub total: u32,
}

impl Price for WebhookPage {
    fn price(&self) -> u64 {
        self.rows.price() + self.total.price()
    }
}

/// One rule of a webhook; `*` stands for all.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct WebhookRule {
    /// Groups.
    pub groups: Vec<String>,
    /// Versions.
    pub versions: Vec<String>,
    /// Resources, subresources as `pods/exec`.
    pub resources: Vec<String>,
    /// `CREATE`, `UPDATE`, `DELETE`, `CONNECT`.
    pub operations: Vec<String>,
}

impl Price for WebhookRule {
    fn price(&self) -> u64 {
        self.groups.price() + self.versions.price() + self.resources.price() + self.operations.price()
    }
}

/// When one webhook is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebhookScope {
    /// Rules.
    pub rules: Vec<WebhookRule>,
    /// Namespaces by label.
    pub namespaces: LabelSelector,
    /// Objects by label.
    pub objects: LabelSelector,
    /// Has CEL match conditions, which are not evaluated.
    pub conditional: bool,
}

impl Price for WebhookScope {
    fn price(&self) -> u64 {
        self.rules.price() + self.namespaces.price() + self.objects.price() + self.conditional.price()
    }
}
