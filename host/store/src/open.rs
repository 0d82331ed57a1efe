//! From a path to a store that can be trusted, or to an error that leaves the path as it was.

use crate::connection::{Slot, reading, writing};
use crate::error::{Doing, StoreError};
use crate::limits::MAX_STORE_BYTES;
use crate::lock::Lock;
use crate::owner::Owner;
use crate::place::{Place, begin_anew};
use crate::read::Reader;
use crate::schema::{self, Depth};
use crate::write::Store;
use sqlx::sqlite::SqliteConnection;
use sqlx::{ConnectOptions, Connection};
use std::path::Path;

impl Store {
    /// Opens the store at `path` for the cluster `owner`, and makes it, and its folder, when there is none. No other
    /// process can write to it as long as it lives.
    ///
    /// The file is checked before anything is written to it, in a time that grows with its size.
    ///
    /// # Errors
    /// Whatever [`StoreError`] lists, apart from what concerns batches. What is already there stays as it is.
    pub async fn open(path: &Path, owner: impl Into<Owner>) -> Result<Store, StoreError> {
        Store::open_bounded(path, owner, MAX_STORE_BYTES).await
    }

    /// [Opens](Store::open) a store that may take `max_bytes` on disk, and as much again for a moment in its log. A file that is
    /// larger already grows no further.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub async fn open_bounded(path: &Path, owner: impl Into<Owner>, max_bytes: u64) -> Result<Store, StoreError> {
        let owner = owner.into();
        let place = Place::new(path)?;
        // A path that cannot be right gets no lock file beside it.
        place.is_there()?;
        place.make_folder()?;
        let lock = Lock::take(&place)?;
        if place.is_there()? {
            inspect(&place, &owner).await?;
        } else {
            create(&place, &owner, max_bytes).await?;
        }
        let writer = Slot::new(place.clone(), writing(place.file(), max_bytes));
        prepare(&writer, &owner).await?;
        let reader = Reader::new(Slot::new(place.clone(), reading(place.file())));
        Ok(Store::new(reader, writer, lock))
    }

    /// Opens a store that is there, to read from it alone, whether or not a host writes to it, also on a read-only disk. Nothing is
    /// checked but that it is a store of a known schema; see [`Reader::check`].
    ///
    /// # Errors
    /// [`StoreError::Missing`], `NotAStore`, `TooNew`, `Corrupt`, `Busy`; `NotWritable` when a host was killed, its log is still to
    /// be read, and the disk is read-only.
    pub async fn open_read_only(path: &Path) -> Result<Reader, StoreError> {
        let place = Place::new(path)?;
        if !place.is_there()? {
            return Err(StoreError::Missing {
                path: place.file().to_owned(),
            });
        }
        let options = reading(place.file());
        let reader = Reader::new(Slot::new(place.clone(), options.clone()));
        match reader.identify().await {
            // SQLite wants to write beside the file even to read it. Where nobody can write, nothing changes under its hands.
            Err(StoreError::NotWritable { .. }) if place.log_bytes() == 0 => {
                let reader = Reader::new(Slot::new(place, options.immutable(true)));
                reader.identify().await?;
                Ok(reader)
            }
            Err(error) => Err(error),
            Ok(()) => Ok(reader),
        }
    }
}

/// Builds a store beside its place and moves it there when it is complete: killed at any moment, there is none or a whole one.
async fn create(place: &Place, owner: &Owner, max_bytes: u64) -> Result<(), StoreError> {
    let unfinished = place.unfinished();
    let doing = place.doing("create");
    begin_anew(&unfinished).map_err(|error| doing.io(error))?;
    let options = writing(&unfinished, max_bytes).pragma("application_id", schema::MARK.to_string());
    let mut connection = options.connect().await.map_err(|error| doing.sql(error))?;
    schema::migrate(&mut connection, doing).await?;
    let owned = sqlx::query("INSERT INTO meta (one, owner, address, next_id, next_entry) VALUES (1, ?, ?, 1, 1)")
        .bind(&owner.uid)
        .bind(&owner.address)
        .execute(&mut connection)
        .await;
    owned.map_err(|error| doing.sql(error))?;
    // Closing brings the log into the file; without that the name would be given to half a store.
    connection.close().await.map_err(|error| doing.sql(error))?;
    place.finish(&unfinished).map_err(|error| doing.io(error))
}

/// Looks at a file over a connection that cannot change it.
async fn inspect(place: &Place, owner: &Owner) -> Result<(), StoreError> {
    let doing = place.doing("open");
    let connected = reading(place.file()).connect().await;
    let mut connection = connected.map_err(|error| doing.sql(error))?;
    schema::is_ours(&mut connection, doing).await?;
    sound(&mut connection, doing).await?;
    let version = schema::version(&mut connection, doing).await?;
    let made_for = Owner::read(&mut connection, version, doing).await?;
    connection.close().await.map_err(|error| doing.sql(error))?;
    match made_for.fits(owner) {
        true => Ok(()),
        false => Err(StoreError::OtherCluster {
            path: place.file().to_owned(),
            owner: made_for.name().to_owned(),
            cluster: owner.name().to_owned(),
        }),
    }
}

async fn sound(connection: &mut SqliteConnection, doing: Doing<'_>) -> Result<(), StoreError> {
    let problems = schema::problems(connection, Depth::Quick, doing).await?;
    match problems.is_empty() {
        true => Ok(()),
        false => Err(doing.corrupt(problems.join("; "))),
    }
}

/// Brings the schema up to date, and makes sure now, not at the first incident, that the file can be written: SQLite opens one that
/// cannot for reading, without a word.
async fn prepare(writer: &Slot, owner: &Owner) -> Result<(), StoreError> {
    let doing = writer.place().doing("write to");
    let mut lease = writer.lease().await?;
    schema::migrate(lease.connection(), doing).await?;
    // A write: beginning a transaction says nothing of a file that cannot be written.
    owner.note(lease.connection(), doing).await?;
    lease.keep();
    Ok(())
}
