//! Forgetting what was asked to be forgotten.

use crate::error::{Doing, StoreError};
use crate::limits::{MAX_HISTORY, PRUNE_STEP};
use crate::write::Store;
use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection, query};

/// What was removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruned {
    /// Closed incidents.
    pub incidents: u64,
    /// Entries: theirs, those of incidents that are not there, and what goes past [`MAX_HISTORY`] of any incident.
    pub entries: u64,
}

const HISTORIES: &str = "DELETE FROM entries WHERE incident IN \
     (SELECT id FROM incidents WHERE stage = 'closed' AND closed < ? ORDER BY closed, id LIMIT ?)";
/// The same incidents as those of [`HISTORIES`].
const INCIDENTS: &str = "DELETE FROM incidents WHERE id IN \
     (SELECT id FROM incidents WHERE stage = 'closed' AND closed < ? ORDER BY closed, id LIMIT ?)";

impl Store {
    /// Removes incidents that were closed before `before` (seconds since 1970) with their history, and the oldest entries of
    /// histories that became too long. Open incidents stay, however old. In small steps: commits get their turn in between, and
    /// after an error what was removed is removed. The space is used again; the file does not shrink.
    ///
    /// # Errors
    /// Those of the disk.
    #[tracing::instrument(name = "store.prune", level = "debug", skip(self))]
    pub async fn prune(&self, before: i64) -> Result<Pruned, StoreError> {
        let mut pruned = Pruned::default();
        loop {
            let step = self.prune_step(before).await?;
            pruned.incidents += step.incidents;
            pruned.entries += step.entries;
            if step.incidents < u64::from(PRUNE_STEP) {
                break;
            }
        }
        pruned.entries += self.prune_entries().await?;
        Ok(pruned)
    }

    async fn prune_step(&self, before: i64) -> Result<Pruned, StoreError> {
        let doing = self.writer().place().doing("prune");
        let mut lease = self.writer().lease().await?;
        let begun = lease.connection().begin_with("BEGIN IMMEDIATE").await;
        let mut transaction = begun.map_err(|error| doing.sql(error))?;
        let step = Pruned {
            entries: delete(&mut transaction, HISTORIES, before, doing).await?,
            incidents: delete(&mut transaction, INCIDENTS, before, doing).await?,
        };
        transaction.commit().await.map_err(|error| doing.sql(error))?;
        lease.keep();
        Ok(step)
    }

    /// Entries that nobody can ask for: of incidents that are not there, and past the longest answer.
    async fn prune_entries(&self) -> Result<u64, StoreError> {
        let doing = self.writer().place().doing("prune");
        let mut lease = self.writer().lease().await?;
        let removed = query(
            "DELETE FROM entries WHERE incident NOT IN (SELECT id FROM incidents) OR sequence IN (SELECT sequence FROM \
             (SELECT sequence, row_number() OVER (PARTITION BY incident ORDER BY sequence DESC) AS place FROM entries) \
             WHERE place > ?)",
        )
        .bind(i64::from(MAX_HISTORY))
        .execute(lease.connection())
        .await;
        let removed = removed.map_err(|error| doing.sql(error))?;
        lease.keep();
        Ok(removed.rows_affected())
    }
}

async fn delete(
    connection: &mut SqliteConnection,
    sql: &'static str,
    before: i64,
    doing: Doing<'_>,
) -> Result<u64, StoreError> {
    let deleted = query(sql)
        .bind(before)
        .bind(i64::from(PRUNE_STEP))
        .execute(connection)
        .await;
    Ok(deleted.map_err(|error| doing.sql(error))?.rows_affected())
}
