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
