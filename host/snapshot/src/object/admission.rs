//! Admission webhooks, aggregated APIs and definitions of custom resources.

use super::certificate::{CaBundle, Certificate};
use super::{Condition, LabelSelector, Meta, kinds, stored};
use crate::text::{Int, List, Text};

stored! {
    pub struct MutatingWebhookConfiguration {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        pub webhooks: List<Webhook>,
    }

    pub struct ValidatingWebhookConfiguration {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        pub webhooks: List<Webhook>,
    }

    pub struct Webhook {
        pub name: Text,
        pub client_config: ClientConfig,
        pub rules: List<WebhookRule>,
        /// Empty means `Fail`.
        pub failure_policy: Text,
        pub match_policy: Text,
        pub namespace_selector: LabelSelector,
        pub object_selector: LabelSelector,
        pub side_effects: Text,
        /// `None` means 10.
        pub timeout_seconds: Option<Int>,
        pub reinvocation_policy: Text,
        pub match_conditions: List<super::LocalReference>,
    }

    pub struct ClientConfig {
        pub service: Option<ServiceReference>,
        pub url: Text,
        pub ca_bundle: CaBundle,
    }

    pub struct ServiceReference {
        pub namespace: Text,
        pub name: Text,
        pub path: Text,
        /// `None` means 443.
        pub port: Option<Int>,
    }

    pub struct WebhookRule {
        pub api_groups: List<Text>,
        pub api_versions: List<Text>,
        pub resources: List<Text>,
        pub operations: List<Text>,
        pub scope: Text,
    }

    pub struct APIService {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        pub spec: ApiServiceSpec,
        pub status: ConditionsStatus,
    }

    pub struct ApiServiceSpec {
        pub group: Text,
        pub version: Text,
        /// `None` for what the API server serves itself.
        pub service: Option<ServiceReference>,
        #[serde(rename = "insecureSkipTLSVerify")]
        pub insecure_skip_tls_verify: bool,
        pub ca_bundle: CaBundle,
    }

    pub struct ConditionsStatus {
        pub conditions: List<Condition>,
    }

    pub struct CustomResourceDefinition {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        pub spec: DefinitionSpec,
        pub status: ConditionsStatus,
    }

    pub struct DefinitionSpec {
        pub group: Text,
        pub scope: Text,
        pub names: DefinitionNames,
        pub versions: List<DefinitionVersion>,
        pub conversion: Option<Conversion>,
    }

    pub struct DefinitionNames {
        pub kind: Text,
        pub plural: Text,
        pub singular: Text,
    }

    pub struct DefinitionVersion {
        pub name: Text,
        pub served: bool,
        pub storage: bool,
    }

    pub struct Conversion {
        pub strategy: Text,
        pub webhook: Option<ConversionWebhook>,
    }

    pub struct ConversionWebhook {
        pub client_config: ClientConfig,
    }
}

kinds! { MutatingWebhookConfiguration ValidatingWebhookConfiguration APIService CustomResourceDefinition }

impl Webhook {
    /// A failing call refuses the request; so it is when no policy is written.
    pub fn fails_closed(&self) -> bool {
        self.failure_policy.as_str() != "Ignore"
    }
}

impl ClientConfig {
    /// The public certificates of the bundle.
    pub fn authorities(&self) -> &[Certificate] {
        &self.ca_bundle.certificates
    }
}
