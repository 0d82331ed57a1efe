//! Names of archive members. Nothing is ever written to disk; still a name decides what a file counts as, so one that
//! claims to lie outside the archive is refused.

/// Longest name that is looked at; Linux allows no longer path.
pub(super) const NAME_BYTES: usize = 4096;

/// A usable name.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct MemberName {
    /// With `/` between folders, no leading `./`.
    pub(super) text: String,
    /// Some bytes were no UTF-8 and were replaced.
    pub(super) replaced: bool,
}

/// The name with which a member is shown and classified, or why it is refused.
pub(super) fn member_name(bytes: &[u8]) -> Result<MemberName, &'static str> {
    if bytes.len() > NAME_BYTES {
        return Err("its name is longer than 4096 bytes");
    }
    let text = String::from_utf8_lossy(bytes);
    let replaced = matches!(text, std::borrow::Cow::Owned(_));
    // Zip archives made on Windows have backslashes.
    let text = text.replace('\\', "/");
    if text.starts_with('/') || text.as_bytes().get(1) == Some(&b':') {
        return Err("its name is an absolute path");
    }
    if text.split('/').any(|part| part == "..") {
        return Err("its name leads out of the archive (..)");
    }
    Ok(MemberName {
        text: printable(&parts(&text)),
        replaced,
    })
}

fn parts(text: &str) -> String {
    text.split('/')
        .filter(|part| !part.is_empty() && *part != ".")
        .collect::<Vec<_>>()
        .join("/")
}

/// A name for messages: control characters could redraw a terminal.
pub(crate) fn printable(text: &str) -> String {
    text.chars()
        .map(|letter| if letter.is_control() { '?' } else { letter })
        .collect()
}

/// Any bytes for a message.
pub(super) fn shown(bytes: &[u8]) -> String {
    printable(&String::from_utf8_lossy(
        bytes.get(..bytes.len().min(200)).unwrap_or_default(),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses_names_that_leave_the_archive() {
        for name in ["../etc/passwd", "a/../../b", "/etc/passwd", "C:\\x", "a\\..\\b", ".."] {
            assert!(member_name(name.as_bytes()).is_err(), "{name}");
        }
        assert!(member_name(&[b'a'; NAME_BYTES + 1]).is_err());
    }

    #[test]
    fn tidies_names_that_stay_inside() {
        let text = |name: &[u8]| member_name(name).unwrap().text;
        assert_eq!(text(b"./a//b/./c.json"), "a/b/c.json");
        assert_eq!(text(b"a\\b.json"), "a/b.json");
        assert_eq!(text(b"a\x1b[2Jb"), "a?[2Jb");
        assert_eq!(text(b"a..b/c.json"), "a..b/c.json");
        assert_eq!(
            member_name(b"caf\xe9.json").unwrap(),
            MemberName {
                text: "caf\u{fffd}.json".into(),
                replaced: true
            }
        );
    }
}
