//! The four RBAC kinds.

use super::{LabelSelector, Meta, kinds, stored};
use crate::text::{List, Text};

stored! {
    pub struct Role {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        pub rules: List<PolicyRule>,
    }

    pub struct ClusterRole {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        pub rules: List<PolicyRule>,
        pub aggregation_rule: Option<AggregationRule>,
    }

    pub struct AggregationRule {
        pub cluster_role_selectors: List<LabelSelector>,
    }

    pub struct PolicyRule {
        pub verbs: List<Text>,
        pub api_groups: List<Text>,
        pub resources: List<Text>,
        pub resource_names: List<Text>,
        #[serde(rename = "nonResourceURLs")]
        pub non_resource_urls: List<Text>,
    }

    pub struct RoleBinding {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        pub role_ref: RoleReference,
        pub subjects: List<Subject>,
    }

    pub struct ClusterRoleBinding {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        pub role_ref: RoleReference,
        pub subjects: List<Subject>,
    }

    pub struct RoleReference {
        pub api_group: Text,
        pub kind: Text,
        pub name: Text,
    }

    pub struct Subject {
        pub kind: Text,
        pub api_group: Text,
        pub namespace: Text,
        pub name: Text,
    }
}

kinds! { Role ClusterRole RoleBinding ClusterRoleBinding }
