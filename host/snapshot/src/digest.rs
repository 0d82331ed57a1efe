//! Content digests: SHA-256 over all that is stored, the same on every machine and in any order of arrival.

use crate::object::Object;
use sha2::{Digest, Sha256};
use std::hash::Hasher;

/// The digest of one object, its kind included.
pub(crate) fn of<T: Object>(object: &T) -> [u8; 32] {
    let mut digester = Digester(Sha256::new());
    digester.write_u8(T::KIND as u8);
    object.hash(&mut digester);
    digester.0.finalize().into()
}

/// The digest of a set of objects, given theirs in any order.
pub(crate) fn of_all(mut digests: Vec<[u8; 32]>) -> String {
    digests.sort_unstable();
    let mut all = Sha256::new();
    digests.iter().for_each(|digest| all.update(digest));
    crate::object::hex(&all.finalize())
}

/// Feeds what `Hash` writes to SHA-256, numbers in one byte order and width.
struct Digester(Sha256);

macro_rules! little_endian {
    ($($write:ident $number:ty as $wide:ty;)*) => {
        $(fn $write(&mut self, number: $number) {
            self.0.update((number as $wide).to_le_bytes());
        })*
    };
}

impl Hasher for Digester {
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    little_endian! {
        write_u8 u8 as u8;
        write_u16 u16 as u16;
        write_u32 u32 as u32;
        write_u64 u64 as u64;
        write_usize usize as u64;
        write_i8 i8 as i8;
        write_i16 i16 as i16;
        write_i32 i32 as i32;
        write_i64 i64 as i64;
        write_isize isize as i64;
    }

    /// Not used: the digest is taken from the SHA-256 state.
    fn finish(&self) -> u64 {
        0
    }
}
