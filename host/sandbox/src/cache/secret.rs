//! The secret that authenticates cache entries: a file that only its owner can read.

use hmac::{Hmac, KeyInit};
use sha2::Sha256;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Error, ErrorKind, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Bytes of a secret: the output size of SHA-256.
const BYTES: usize = 32;
const NAME: &str = "secret";

/// The key of the HMAC.
pub(super) struct Secret([u8; BYTES]);

impl Secret {
    /// Reads the secret of `folder`, or makes folder and secret.
    pub(super) fn open(folder: &Path) -> io::Result<Self> {
        DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
        check_owner(folder, 0o022)?;
        let path = folder.join(NAME);
        match Self::read(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Self::create(folder, &path),
            read => read,
        }
    }

    /// An HMAC keyed with the secret.
    pub(super) fn mac(&self) -> Hmac<Sha256> {
        // SHA-256 takes keys of any length; this one has the right length by type.
        <Hmac<Sha256> as KeyInit>::new(&block(&self.0).into())
    }

    fn read(path: &Path) -> io::Result<Self> {
        let mut file = File::open(path)?;
        check_owner(path, 0o077)?;
        let mut bytes = [0; BYTES];
        file.read_exact(&mut bytes)?;
        Ok(Self(bytes))
    }

    /// Whole or not at all, and the first of two processes wins: a link never replaces a file.
    fn create(folder: &Path, path: &Path) -> io::Result<Self> {
        let mut bytes = [0; BYTES];
        File::open("/dev/urandom")?.read_exact(&mut bytes)?;
        let draft = draft(folder, NAME);
        let made = create_private(&draft)
            .and_then(|mut file| file.write_all(&bytes))
            .and_then(|()| fs::hard_link(&draft, path));
        let _ = fs::remove_file(&draft);
        match made {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
            _ => Self::read(path),
        }
    }
}

/// HMAC's key block is 64 bytes; a shorter key is padded with zeros by definition.
fn block(secret: &[u8; BYTES]) -> [u8; 64] {
    let mut block = [0; 64];
    block.iter_mut().zip(secret).for_each(|(to, from)| *to = *from);
    block
}

/// A file that only its owner can read or write and that did not exist.
pub(super) fn create_private(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
}

/// A name that no other thread or process uses.
pub(super) fn draft(folder: &Path, name: &str) -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    folder.join(format!(
        ".{name}.{}.{}",
        std::process::id(),
        NEXT.fetch_add(1, Ordering::Relaxed)
    ))
}

/// The path belongs to this user and nobody else has a right of `forbidden` on it.
fn check_owner(path: &Path, forbidden: u32) -> io::Result<()> {
    let data = fs::metadata(path)?;
    let me = fs::metadata("/proc/self").map(|process| process.uid());
    if me.is_ok_and(|me| me != data.uid()) {
        return Err(Error::new(
            ErrorKind::PermissionDenied,
            format!("{} belongs to another user", path.display()),
        ));
    }
    match data.mode() & forbidden {
        0 => Ok(()),
        _ => Err(Error::new(
            ErrorKind::PermissionDenied,
            format!("{} is open to other users", path.display()),
        )),
    }
}
