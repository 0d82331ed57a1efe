//! Whose a store is.

use crate::error::{Doing, StoreError};
use sqlx::Row;
use sqlx::sqlite::SqliteConnection;

/// The schema that first knew addresses.
const WITH_ADDRESS: i64 = 2;

/// What a cluster is known by. Its uid says for sure which one it is; who may not read that knows its address alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Owner {
    /// Uid of its namespace `kube-system`; empty when it is not known.
    pub uid: String,
    /// Address of its API server; empty when it is not known.
    pub address: String,
}

impl From<&str> for Owner {
    /// A cluster of which the uid is known.
    fn from(uid: &str) -> Self {
        Self {
            uid: uid.to_owned(),
            address: String::new(),
        }
    }
}

impl Owner {
    /// Whether both may be the same cluster: the uids decide where both are known, the addresses else.
    pub(crate) fn fits(&self, other: &Self) -> bool {
        let (one, two) = match self.uid.is_empty() || other.uid.is_empty() {
            true => (&self.address, &other.address),
            false => (&self.uid, &other.uid),
        };
        one == two && !one.is_empty()
    }

    /// The uid, else the address.
    pub(crate) fn name(&self) -> &str {
        match self.uid.is_empty() {
            true => &self.address,
            false => &self.uid,
        }
    }

    /// Reads it from a store of the given schema.
    pub(crate) async fn read(
        connection: &mut SqliteConnection,
        version: i64,
        doing: Doing<'_>,
    ) -> Result<Self, StoreError> {
        let sql = match version >= WITH_ADDRESS {
            true => "SELECT owner, address FROM meta",
            false => "SELECT owner, '' FROM meta",
        };
        let row = sqlx::query(sql).fetch_optional(connection).await;
        let row = row.map_err(|error| doing.sql(error))?;
        let row = row.ok_or_else(|| doing.corrupt("it does not say whose it is".to_owned()))?;
        Ok(Self {
            uid: row.try_get(0).map_err(|error| doing.sql(error))?,
            address: row.try_get(1).map_err(|error| doing.sql(error))?,
        })
    }

    /// Notes what is known now; what is not known now stays as it was.
    pub(crate) async fn note(&self, connection: &mut SqliteConnection, doing: Doing<'_>) -> Result<(), StoreError> {
        let sql = "UPDATE meta SET owner = coalesce(nullif(?, ''), owner), address = coalesce(nullif(?, ''), address)";
        let noted = sqlx::query(sql)
            .bind(&self.uid)
            .bind(&self.address)
            .execute(connection)
            .await;
        noted.map(drop).map_err(|error| doing.sql(error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owner(uid: &str, address: &str) -> Owner {
        Owner {
            uid: uid.to_owned(),
            address: address.to_owned(),
        }
    }

    #[test]
    fn uids_decide_where_both_are_known_and_addresses_else() {
        for (one, other, fits) in [
            (owner("a", "https://x"), owner("a", "https://y"), true),
            (owner("a", "https://x"), owner("b", "https://x"), false),
            (owner("", "https://x"), owner("b", "https://x"), true),
            (owner("a", ""), owner("", "https://x"), false),
            (owner("", ""), owner("", ""), false),
        ] {
            assert_eq!(one.fits(&other), fits, "{one:?} {other:?}");
            assert_eq!(other.fits(&one), fits, "{other:?} {one:?}");
        }
    }
}
