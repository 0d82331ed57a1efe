//! Keeps the whole items of a list whose JSON text breaks off.

/// What the scan knows about the `items` list, or about the bare array that is the document.
#[derive(Default)]
struct Items {
    /// Just behind the opening bracket.
    opened: Option<usize>,
    /// Just behind the last whole item and the one before.
    last_end: Option<usize>,
    previous_end: Option<usize>,
    /// Just behind the closing bracket.
    closed: Option<usize>,
}

/// A valid list made of the whole items of `json`, which may break off anywhere; `None` if it is no list.
///
/// With `drop_last` the last item goes too: cut YAML closes properly and leaves a half item behind.
pub(super) fn whole_items(json: &[u8], drop_last: bool) -> Option<Vec<u8>> {
    let bare = json.first() == Some(&b'[');
    let items = scan(json, usize::from(!bare) + 1);
    let opened = items.opened?;
    let (end, closing): (usize, &[u8]) = match (items.closed, drop_last, bare) {
        (Some(closed), false, false) => (closed, b"}"),
        (Some(closed), false, true) => (closed, b""),
        (_, true, _) => (items.previous_end.unwrap_or(opened), if bare { b"]" } else { b"]}" }),
        (None, false, _) => (items.last_end.unwrap_or(opened), if bare { b"]" } else { b"]}" }),
    };
    let mut whole = json.get(..end)?.to_vec();
    whole.extend_from_slice(closing);
    Some(whole)
}

/// Follows brackets and strings; `list_depth` is how deep the items' list itself lies.
fn scan(json: &[u8], list_depth: usize) -> Items {
    let mut items = Items::default();
    let mut depth = 0;
    let mut in_items = false;
    let mut key: &[u8] = b"";
    let mut at = 0;
    while let Some(&byte) = json.get(at) {
        match byte {
            b'"' => {
                let end = string_end(json, at);
                if depth == 1
                    && json
                        .get(end..)
                        .and_then(|rest| rest.iter().find(|b| !b.is_ascii_whitespace()))
                        == Some(&b':')
                {
                    key = json.get(at..end).unwrap_or_default();
                }
                at = end;
                continue;
            }
            b'{' | b'[' => {
                depth += 1;
                if byte == b'[' && depth == list_depth && items.opened.is_none() && (depth == 1 || key == b"\"items\"")
                {
                    items.opened = Some(at + 1);
                    in_items = true;
                }
            }
            b'}' | b']' => {
                if in_items && depth == list_depth + 1 {
                    items.previous_end = items.last_end.replace(at + 1);
                } else if in_items && depth == list_depth {
                    items.closed = Some(at + 1);
                    in_items = false;
                }
                depth = depth.saturating_sub(1);
            }
            _ => {}
        }
        at += 1;
    }
    items
}

/// Just behind the string that starts at `start`, or the end of the text.
fn string_end(json: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    loop {
        match json.get(at) {
            None => return json.len(),
            Some(b'"') => return at + 1,
            Some(b'\\') => at += 2,
            Some(_) => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(json: &str, drop_last: bool) -> Option<String> {
        whole_items(json.as_bytes(), drop_last).map(|bytes| String::from_utf8(bytes).unwrap())
    }

    #[test]
    fn keeps_the_items_before_the_break() {
        let cut = r#"{"kind":"PodList","items":[{"a":"]}\""},{"b":[1]},{"c":"#;
        assert_eq!(
            whole(cut, false).unwrap(),
            r#"{"kind":"PodList","items":[{"a":"]}\""},{"b":[1]}]}"#
        );
        assert_eq!(whole(r#"[{"a":1},{"b"#, false).unwrap(), r#"[{"a":1}]"#);
    }

    #[test]
    fn keeps_every_item_when_the_break_comes_after_them() {
        assert_eq!(
            whole(r#"{"items":[{"a":1}],"kind":"Po"#, false).unwrap(),
            r#"{"items":[{"a":1}]}"#
        );
    }

    #[test]
    fn drops_the_last_item_of_a_cut_document_that_closes_properly() {
        assert_eq!(
            whole(r#"{"items":[{"a":1},{"b":1}]}"#, true).unwrap(),
            r#"{"items":[{"a":1}]}"#
        );
        assert_eq!(whole(r#"{"items":[{"a":1}]}"#, true).unwrap(), r#"{"items":[]}"#);
    }

    #[test]
    fn a_document_that_is_no_list_has_nothing_to_keep() {
        assert_eq!(whole(r#"{"kind":"Pod","spec":{"items":[{"a":1}"#, false), None);
        assert_eq!(whole("", false), None);
        assert_eq!(whole("\"", false), None);
        assert_eq!(whole("}}]]", false), None);
    }
}
