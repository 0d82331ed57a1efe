//! What a store looks like inside, and how it came to look so.

use crate::error::{Doing, StoreError};
use crate::limits::MAX_PROBLEMS;
use futures::TryStreamExt;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, SqlSafeStr, query_scalar};

/// `SDO1`, in the place that SQLite gives programs to mark their files with.
pub(crate) const MARK: i64 = 0x5344_4f31;

/// Every step: its number, its file's words, its text. See `migrations/README.md`.
const STEPS: &[(i64, &str, &str)] = &[
    (1, "incidents", include_str!("../migrations/0001_incidents.sql")),
    (2, "address", include_str!("../migrations/0002_address.sql")),
];

/// The newest schema that this program knows.
pub(crate) fn known() -> i64 {
    STEPS.last().map_or(0, |(version, _, _)| *version)
}

/// Runs the steps that the file has not seen.
pub(crate) async fn migrate(connection: &mut SqliteConnection, doing: Doing<'_>) -> Result<(), StoreError> {
    let step = |&(version, words, sql): &(i64, &'static str, &'static str)| {
        Migration::new(version, words.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    let migrator = Migrator::with_migrations(STEPS.iter().map(step).collect());
    let run = migrator.run_direct(None, connection, false).await;
    run.map_err(|error| doing.migration(error))
}

/// Whether the file is a store at all.
pub(crate) async fn is_ours(connection: &mut SqliteConnection, doing: Doing<'_>) -> Result<(), StoreError> {
    let mark: Result<i64, _> = query_scalar("PRAGMA application_id").fetch_one(connection).await;
    match mark.map_err(|error| doing.sql(error))? {
        MARK => Ok(()),
        _ => Err(doing.not_a_store("it is an SQLite database of another program")),
    }
}

/// The file's schema; an error when it is newer than this program.
pub(crate) async fn version(connection: &mut SqliteConnection, doing: Doing<'_>) -> Result<i64, StoreError> {
    let sql = "SELECT coalesce(max(version), 0) FROM _sqlx_migrations";
    let found: Result<i64, _> = query_scalar(sql).fetch_one(connection).await;
    match found.map_err(|error| doing.sql(error))? {
        found if found > known() => Err(StoreError::TooNew {
            path: doing.path.to_owned(),
            found,
            known: known(),
        }),
        found => Ok(found),
    }
}

/// How thoroughly to look for damage.
#[derive(Clone, Copy)]
pub(crate) enum Depth {
    /// Every page, in a time that grows with the file.
    Quick,
    /// Every page, and every index against its table.
    Full,
}

/// Faults of the file, the first ones; empty when it is sound.
pub(crate) async fn problems(
    connection: &mut SqliteConnection,
    depth: Depth,
    doing: Doing<'_>,
) -> Result<Vec<String>, StoreError> {
    let pragma = match depth {
        Depth::Quick => "quick_check",
        Depth::Full => "integrity_check",
    };
    let sql = AssertSqlSafe(format!("PRAGMA {pragma}({MAX_PROBLEMS})"));
    let mut lines = query_scalar(sql).fetch(connection);
    let mut told: Vec<String> = Vec::new();
    loop {
        match lines.try_next().await {
            Ok(Some(line)) if line == "ok" => {}
            Ok(Some(line)) => told.push(line),
            Ok(None) => return Ok(told),
            // Damage can end the search for damage.
            Err(error) => match doing.sql(error) {
                StoreError::Corrupt { detail, .. } => {
                    told.push(detail);
                    return Ok(told);
                }
                error => return Err(error),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    #[test]
    fn every_migration_of_the_folder_is_embedded_in_order() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
        let names = fs::read_dir(folder)
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap());
        let found: BTreeSet<String> = names.filter(|name| name.ends_with(".sql")).collect();
        let embedded: Vec<String> = STEPS
            .iter()
            .map(|(version, words, _)| format!("{version:04}_{words}.sql"))
            .collect();
        assert_eq!(found.into_iter().collect::<Vec<_>>(), embedded);
    }
}
