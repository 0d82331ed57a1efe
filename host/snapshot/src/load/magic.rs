//! What a stream is, from its first bytes. Names lie: `.tgz` may be plain tar, a download may have no ending at all.

/// How many bytes [`Form::of`] wants to see: a tar header.
pub(super) const PEEK: usize = 512;

/// The outermost form of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Gzip,
    Xz,
    Zstd,
    Zip,
    Tar,
    /// Recognised, and not readable.
    Foreign(&'static str),
    /// Anything else: perhaps JSON or YAML.
    Text,
}

/// Beginnings of files that are told apart only to name them.
const FOREIGN: &[(&[u8], &str)] = &[
    (b"BZh", "a bzip2 file (unpack it first, or use gzip, xz or zstd)"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive (unpack it first)"),
    (b"Rar!", "a RAR archive (unpack it first)"),
    (b"\x04\x22\x4d\x18", "an lz4 file (unpack it first)"),
    (b"%PDF", "a PDF document"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"\x7fELF", "a program"),
    (b"\0asm", "a WebAssembly component (pass detectors with --detectors)"),
    (b"SQLite format 3", "an SQLite database"),
];

impl Form {
    /// Reads the first bytes of a stream, [`PEEK`] of them if it has so many.
    pub(super) fn of(start: &[u8]) -> Form {
        match start {
            [0x1f, 0x8b, ..] => Form::Gzip,
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Form::Xz,
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Form::Zstd,
            [b'P', b'K', 3 | 5, 4 | 6, ..] => Form::Zip,
            _ if is_tar(start) => Form::Tar,
            _ => FOREIGN
                .iter()
                .find(|(magic, _)| start.starts_with(magic))
                .map_or(Form::Text, |(_, name)| Form::Foreign(name)),
        }
    }
}

/// `ustar` at its place, or, for tar of before 1988, a header whose checksum holds.
fn is_tar(start: &[u8]) -> bool {
    if start.get(257..262) == Some(b"ustar") {
        return true;
    }
    let Some(header) = start.get(..512) else { return false };
    let sum: u32 = header
        .iter()
        .enumerate()
        .map(|(at, byte)| u32::from(if (148..156).contains(&at) { b' ' } else { *byte }))
        .sum();
    let mut parsed = tar::Header::new_old();
    parsed.as_mut_bytes().copy_from_slice(header);
    parsed.cksum().is_ok_and(|stored| stored == sum) && header.first() != Some(&0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_forms_by_their_first_bytes() {
        assert_eq!(Form::of(b"\x1f\x8b\x08"), Form::Gzip);
        assert_eq!(Form::of(b"PK\x03\x04"), Form::Zip);
        assert_eq!(Form::of(b"{\"kind\""), Form::Text);
        assert_eq!(Form::of(b""), Form::Text);
        assert_eq!(Form::of(&[0; 512]), Form::Text);
        assert!(matches!(Form::of(b"BZh91AY"), Form::Foreign(_)));
    }

    #[test]
    fn knows_a_tar_without_ustar_by_its_checksum() {
        let mut header = tar::Header::new_old();
        header.set_path("pods.json").unwrap();
        header.set_size(0);
        header.set_cksum();
        assert_eq!(Form::of(header.as_bytes()), Form::Tar);
        let mut broken = *header.as_bytes();
        broken[0] ^= 1;
        assert_eq!(Form::of(&broken), Form::Text);
    }
}
