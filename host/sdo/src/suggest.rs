//! The right word for a mistyped one.

/// ` (did you mean NAME?)`, or nothing when nothing is near.
pub(crate) fn did_you_mean<'c>(word: &str, candidates: impl Iterator<Item = &'c str>) -> String {
    let near = candidates
        .map(|name| (strsim::jaro_winkler(word, name), name))
        .max_by(|a, b| a.0.total_cmp(&b.0));
    // Below this the words have little more than a beginning in common.
    match near.filter(|(likeness, _)| *likeness > 0.8) {
        Some((_, name)) => format!(" (did you mean {name}?)"),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offers_what_is_near_and_keeps_silent_otherwise() {
        let names = ["service-selects-nothing", "image-unpullable"];
        assert_eq!(
            did_you_mean("service-select-nothing", names.into_iter()),
            " (did you mean service-selects-nothing?)"
        );
        assert_eq!(did_you_mean("xyz", names.into_iter()), "");
    }
}
