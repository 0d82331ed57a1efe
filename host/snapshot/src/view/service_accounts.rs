//! `service-accounts`.

use super::convert::owned;
use super::page::{Query, named};
use crate::Snapshot;
use crate::object::ServiceAccount;
use sdo_model::contract::service_accounts::{
    ServiceAccountFilter, ServiceAccountPage, ServiceAccountRow, ServiceAccounts,
};
use sdo_model::{Call, Stop};

impl ServiceAccounts for Snapshot {
    fn query(&self, call: &mut Call, filter: &ServiceAccountFilter) -> Result<ServiceAccountPage, Stop> {
        let (rows, total) = Query::<ServiceAccount>::new(self, named!(filter)).page(call, |_, _| true, row)?;
        Ok(ServiceAccountPage { rows, total })
    }

    fn count(&self, call: &mut Call, filter: &ServiceAccountFilter) -> Result<u32, Stop> {
        Query::<ServiceAccount>::new(self, named!(filter)).count(call, |_, _| true)
    }
}

fn row(id: u32, account: &ServiceAccount) -> ServiceAccountRow {
    ServiceAccountRow {
        id,
        namespace: owned(&account.meta.namespace),
        name: owned(&account.meta.name),
        image_pull_secrets: account
            .image_pull_secrets
            .iter()
            .map(|secret| owned(&secret.name))
            .collect(),
        automount: account.automount_service_account_token.unwrap_or(true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::fixture::snapshot;

    #[test]
    fn a_service_account_mounts_its_token_unless_it_says_no() {
        let accounts = snapshot(&[
            r#"{"apiVersion":"v1","kind":"ServiceAccount","metadata":{"name":"default","namespace":"demo"},"imagePullSecrets":[{"name":"pull"}]}"#,
            r#"{"apiVersion":"v1","kind":"ServiceAccount","metadata":{"name":"quiet","namespace":"demo"},"automountServiceAccountToken":false}"#,
        ]);
        let filter = ServiceAccountFilter {
            namespace: Some("demo".into()),
            ..Default::default()
        };
        let rows = ServiceAccounts::query(&accounts, &mut Call::unlimited(), &filter)
            .unwrap()
            .rows;
        let told: Vec<_> = rows
            .iter()
            .map(|row| (row.name.as_str(), row.automount, row.image_pull_secrets.len()))
            .collect();
        assert_eq!(told, [("default", true, 1), ("quiet", false, 0)]);
    }
}
