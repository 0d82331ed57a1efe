//! "Did you mean": the existing name that is nearest to one that does not exist.

use strsim::osa_distance;

/// Names that differ in more characters than this are never near.
const FARTHEST: usize = 4;

/// The candidate nearest to `name`; of equally near ones the first in byte order. `None` when none is near.
pub(crate) fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let scored = candidates
        .into_iter()
        .filter(|candidate| *candidate != name)
        .filter_map(|candidate| Some((distance(name, candidate)?, candidate)));
    scored.min().map(|(_, candidate)| candidate)
}

/// Whether somebody could have meant the one and written the other.
pub(crate) fn is_near(one: &str, other: &str) -> bool {
    distance(one, other).is_some()
}

/// How far two near names are apart; `None` for names that are not near.
fn distance(one: &str, other: &str) -> Option<usize> {
    let (short, long) = if one.len() <= other.len() {
        (one, other)
    } else {
        (other, one)
    };
    if stem(one).is_some_and(|stem_of_one| stem(other) == Some(stem_of_one)) {
        return Some(1);
    }
    if has_part(long, short) {
        return Some(2);
    }
    if long.len() - short.len() > FARTHEST {
        return None;
    }
    let distance = osa_distance(one, other);
    (distance <= FARTHEST && distance * 3 <= long.len()).then_some(distance)
}

/// The name before the hash that tools append to generated objects: `web-config` of `web-config-5g2f9dk8tc`.
fn stem(name: &str) -> Option<&str> {
    let (stem, hash) = name.rsplit_once('-')?;
    let has_digit = hash.bytes().any(|byte| byte.is_ascii_digit());
    let is_hash = (8..=10).contains(&hash.len())
        && has_digit
        && hash
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    is_hash.then_some(stem)
}

/// `web-ui` has the part `web`.
fn has_part(long: &str, short: &str) -> bool {
    let is_edge = |rest: &str| rest.starts_with(['-', '.', '_']) || rest.ends_with(['-', '.', '_']);
    short.len() >= 2 && (long.strip_prefix(short).is_some_and(is_edge) || long.strip_suffix(short).is_some_and(is_edge))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typo_and_a_missing_suffix_are_near_and_another_word_is_not() {
        let names = ["checkout", "frontend", "mongodb-geo", "user-service", "web"];
        let near = |name: &str| nearest(name, names);
        assert_eq!(near("mongdb-geo"), Some("mongodb-geo"));
        assert_eq!(near("user-svc"), Some("user-service"));
        assert_eq!(near("user"), Some("user-service"));
        assert_eq!(near("web-ui"), Some("web"));
        assert_eq!(near("redis"), None);
        assert_eq!(near("web"), None);
    }

    #[test]
    fn the_same_name_with_another_hash_is_near() {
        assert_eq!(
            nearest(
                "web-config-5g2f9dk8tc",
                ["web-config-7c4h8k2t9m", "api-config-5g2f9dk8tc"]
            ),
            Some("web-config-7c4h8k2t9m")
        );
        assert_eq!(nearest("web-config-production", ["web-config-developer"]), None);
    }

    #[test]
    fn of_equally_near_names_the_first_counts() {
        assert_eq!(nearest("api-b", ["api-c", "api-a"]), Some("api-a"));
    }
}
