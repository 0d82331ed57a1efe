use super::*;

/// The documents of `text` as JSON, or `line:column what` where they broke.
fn documents(text: &str) -> Vec<String> {
    let limits = Limits {
        alias_bytes: 64,
        depth: 8,
        ..Limits::default()
    };
    let mut transcoder = Transcoder::new(text, &limits);
    let mut out = Vec::new();
    let mut all = Vec::new();
    while let Some(document) = transcoder.next_document(&mut out) {
        all.push(match document.broken {
            None => String::from_utf8(out.clone()).unwrap(),
            Some(error) => format!("{}:{} {}", error.line, error.column, error.what),
        });
    }
    all
}

#[test]
fn writes_each_document_of_a_stream() {
    assert_eq!(
        documents("---\na: 1\n---\nb:\n- x\n- {c: d}\n"),
        [r#"{"a":1}"#, r#"{"b":["x",{"c":"d"}]}"#]
    );
}

#[test]
fn types_plain_scalars_as_yaml_1_2_and_leaves_quoted_ones_alone() {
    let text = "a: true\nb: \"true\"\nc: null\nd: ~\ne:\nf: 0644\ng: 1.5\nh: 10.0.0.1\ni: yes\nj: -3\nk: '1'\nl: 0x1f\nm: 2021-09-13T14:47:14Z\n";
    assert_eq!(
        documents(text),
        [
            r#"{"a":true,"b":"true","c":null,"d":null,"e":null,"f":420,"g":1.5,"h":"10.0.0.1","i":"yes","j":-3,"k":"1","l":31,"m":"2021-09-13T14:47:14Z"}"#
        ]
    );
}

#[test]
fn a_tag_or_a_key_makes_a_string() {
    assert_eq!(
        documents("true: !!str 123\n8080: !x y\n"),
        [r#"{"true":"123","8080":"y"}"#]
    );
}

#[test]
fn goes_on_after_a_broken_document() {
    assert_eq!(documents("a: [1, 2\n---\nb: 2\n"), ["1:4 not valid YAML", r#"{"b":2}"#]);
}

#[test]
fn small_aliases_are_copied() {
    assert_eq!(documents("a: &x {k: v}\nb: *x\n"), [r#"{"a":{"k":"v"},"b":{"k":"v"}}"#]);
}

#[test]
fn rejects_an_alias_bomb() {
    let bomb = "a: &a [lol,lol,lol,lol]\nb: &b [*a,*a,*a]\nc: &c [*b,*b,*b]\n";
    assert_eq!(
        documents(bomb),
        ["2:14 aliases expand to too much text (an alias bomb)"]
    );
}

#[test]
fn rejects_an_alias_to_its_own_parent() {
    assert_eq!(
        documents("a: &a [*a]\n"),
        ["1:8 an alias stands inside the node that it names"]
    );
}

#[test]
fn rejects_repeated_merged_and_composed_keys() {
    assert_eq!(documents("a: 1\na: 2\n"), ["2:1 a key appears twice in one mapping"]);
    assert_eq!(documents("a: {k: 1}\nb: {k: 1}\n"), [r#"{"a":{"k":1},"b":{"k":1}}"#]);
    assert_eq!(
        documents("a: &x {k: 1}\nb:\n  <<: *x\n"),
        ["3:3 merge keys (<<) are not read; write the keys out"]
    );
    assert_eq!(documents("[a, b]: 1\n"), ["1:1 a mapping key must be a plain value"]);
}

#[test]
fn rejects_deep_nesting_without_recursing() {
    assert_eq!(
        documents(&format!("{}1{}", "[".repeat(9), "]".repeat(9))),
        ["1:9 nested too deep"]
    );
    // The parser has a limit of its own and looks ahead, so either may speak first.
    for text in ["[".repeat(200_000), "- ".repeat(200_000), "{a: ".repeat(200_000)] {
        assert!(documents(&text).first().is_some_and(|first| first.starts_with("1:")));
    }
}

#[test]
fn control_characters_and_quotes_are_escaped() {
    assert_eq!(documents("a: \"x\\ty\\0\\\"\"\n"), ["{\"a\":\"x\\ty\\u0000\\\"\"}"]);
}

#[test]
fn an_empty_text_has_no_documents() {
    assert!(documents("").is_empty());
    assert!(documents("# nothing\n").is_empty());
    assert_eq!(documents("---\n"), ["null"]);
}
