//! Files that were cut, flipped, edited or made to hurt.

use super::*;
use sdo_model::State;

/// The load is an error, or says that something is wrong, or nothing is different.
fn assert_noticed(before: &Snapshot, file: &[u8], what: &str) {
    let Ok(after) = try_load(vec![stream(file)]) else {
        return;
    };
    if problems(&after) == problems(before) {
        assert_same(before, &after, what);
    }
}

#[test]
fn a_file_that_ends_early_is_an_error_or_a_problem() {
    let snapshot = small();
    let file = bytes(&snapshot);
    for length in 0..file.len() {
        assert_noticed(&snapshot, &file[..length], &format!("the first {length} bytes"));
    }
}

#[test]
fn a_flipped_bit_is_an_error_or_a_problem() {
    let snapshot = small();
    let file = bytes(&snapshot);
    for at in 0..file.len() {
        let mut flipped = file.clone();
        flipped[at] ^= 1 << (at % 8);
        assert_noticed(&snapshot, &flipped, &format!("a bit of byte {at}"));
    }
    let plain = tar_of(&files(&file));
    // A number that has nothing in common with the blocks of a tar.
    for at in (0..plain.len()).step_by(7).filter(|at| plain[*at] != 0) {
        let mut flipped = plain.clone();
        flipped[at] ^= 1 << (at % 7);
        assert_noticed(&snapshot, &flipped, &format!("a bit of byte {at} of the tar"));
    }
}

#[test]
fn objects_that_are_gone_make_their_kind_partial() {
    let files = files(&bytes(&small()));
    let fewer = edited(&files, "Service.json", |text| {
        text.replace(
            r#"{"metadata":{"name":"kube-dns","namespace":"kube-system"},"spec":{"clusterIP":"10.0.0.10"}},"#,
            "",
        )
    });
    let after = loaded(tar_of(&fewer));
    assert_eq!(after.state(Kind::Service, None), State::Partial);
    assert_eq!(after.coverage(Kind::Service).reason, "1 of 2 saved objects are there");
    assert!(
        problems(&after)
            .iter()
            .any(|problem| problem.contains("not those that were saved"))
    );
    let gone: Vec<_> = files
        .into_iter()
        .filter(|(name, _)| !name.starts_with("Widget"))
        .collect();
    let after = loaded(tar_of(&gone));
    assert_eq!(
        after.custom_coverage("example.org", "Widget").unwrap().state,
        State::Partial
    );
    assert_eq!(after.state(Kind::Custom, None), State::Partial);
}

#[test]
fn objects_that_cannot_be_read_make_their_kind_partial() {
    let files = files(&bytes(&small()));
    for (from, to) in [
        ("\"spec\":{", "\"spec\":[{},"),
        ("\"spec\":{", "\"spec\":7,\"x\":{"),
        ("]}", ""),
    ] {
        let broken = edited(&files, "Service.json", |text| text.replace(from, to));
        let after = loaded(tar_of(&broken));
        assert_eq!(after.state(Kind::Service, None), State::Partial, "{to}");
        assert!(after.facts().problems.len() > 1, "{to}");
        assert_eq!(after.state(Kind::Pod, Some("shop")), State::Complete, "{to}");
    }
}

#[test]
fn an_edited_record_is_used_and_told() {
    let files = files(&bytes(&small()));
    let changed = edited(&files, "sdo-snapshot.json", |text| {
        text.replace("1796061780", "1796061781")
    });
    let after = loaded(tar_of(&changed));
    assert_eq!(after.now(), 1_796_061_781);
    assert!(
        problems(&after)
            .iter()
            .any(|problem| problem.contains("sdo-snapshot.json: it was edited")),
        "{:?}",
        problems(&after)
    );
    let added = edited(&files, "Pod.json", |text| {
        text.replace(
            "items\":[\n",
            "items\":[\n{\"metadata\":{\"name\":\"new\",\"namespace\":\"shop\"}},",
        )
    });
    let after = loaded(tar_of(&added));
    assert_eq!(after.count(Kind::Pod), 3);
    assert!(
        problems(&after)
            .iter()
            .any(|problem| problem.contains("not those that were saved"))
    );
}

#[test]
fn a_record_of_a_later_format_says_which_sdo_reads_it() {
    let files = files(&bytes(&small()));
    let later = edited(&files, "sdo-snapshot.json", |_| {
        r#"{"format":"sdo-snapshot","version":2,"needs":"0.9.0","kinds":"no list any more"}"#.to_owned()
    });
    let error = try_load(vec![stream(tar_of(&later))]).unwrap_err().to_string();
    assert_eq!(
        error,
        "a pipe:sdo-snapshot.json is a saved snapshot of format 2, and this sdo reads formats up to 1; use sdo 0.9.0 or newer"
    );
}

#[test]
fn a_record_that_cannot_be_used_leaves_no_kind_complete() {
    let files = files(&bytes(&small()));
    let record = &files[0].1;
    let record = std::str::from_utf8(record).unwrap();
    let deep = "[".repeat(100_000);
    let hostile = [
        String::new(),
        "{}".to_owned(),
        deep.clone(),
        format!(r#"{{"format":{deep}"#),
        "\u{1b}[2J".to_owned(),
        r#"{"format":"sdo-snapshot","version":0,"needs":""}"#.to_owned(),
        r#"{"format":"sdo-snapshot","version":-1,"needs":""}"#.to_owned(),
        r#"{"format":"something else","version":1,"needs":""}"#.to_owned(),
        record.replace("\"count\": 2", "\"count\": 99999999999999999999999999"),
        record.replace("\"count\": 2", "\"count\": -1"),
        record.replace("\"partial\"", "\"splendid\""),
        record.replace("\"kind\": \"Pod\"", "\"kind\": \"Podling\""),
        record.replace("1796061780", "9223372036854775807"),
        record.replace("1796061780", "-9223372036854775808"),
        record.replace("\"kinds\": [", "\"kinds\": 7, \"x\": ["),
        record[..record.len() / 2].to_owned(),
    ];
    for text in hostile {
        let bad = edited(&files, "sdo-snapshot.json", |_| text.clone());
        let after = loaded(tar_of(&bad));
        assert_eq!(objects(&after), 5);
        for kind in Kind::all() {
            assert_ne!(
                after.state(kind, None),
                State::Complete,
                "{kind}: {}",
                &text[..text.len().min(80)]
            );
        }
        let told = problems(&after);
        assert!(
            told.iter().any(|problem| problem.contains("cannot be used, since")),
            "{told:?}"
        );
        assert!(
            told.iter()
                .all(|problem| problem.len() < 1000 && !problem.contains('\u{1b}')),
            "{told:?}"
        );
    }
}

#[test]
fn counts_beyond_reason_and_unknown_fields_do_no_harm() {
    let files = files(&bytes(&small()));
    let deep = "[".repeat(10_000) + &"]".repeat(10_000);
    let bad = edited(&files, "sdo-snapshot.json", |text| {
        text.replace("\"count\": 2", "\"count\": 18446744073709551615")
            .replace("\"moreProblems\": 0", "\"moreProblems\": 18446744073709551615")
            .replace("\"kinds\": [", &format!("\"later\": {deep}, \"kinds\": ["))
    });
    let after = loaded(tar_of(&bad));
    assert_eq!(after.coverage(Kind::Service).count, 2);
    assert_eq!(after.state(Kind::Service, None), State::Partial);
    assert_eq!(after.facts().more_problems, usize::MAX);
}

#[test]
fn words_of_a_record_are_made_fit_to_be_shown() {
    let files = files(&bytes(&small()));
    let long = "r".repeat(100_000);
    let bad = edited(&files, "sdo-snapshot.json", |text| {
        text.replace("https://10.0.0.1:6443", "https://a:hunter2@b\\u001b[2J")
            .replace("secrets is forbidden", &long)
    });
    let after = loaded(tar_of(&bad));
    assert_eq!(after.facts().source, "https://a:***@b?[2J");
    assert!(after.coverage(Kind::Secret).reason.len() < 10_000);
}

#[test]
fn saved_certificates_are_held_to_what_certificates_can_say() {
    use crate::object::{Secret, ValidatingWebhookConfiguration};
    let certificate = |after: &str| {
        format!(
            r#"{{"subject":"CN=a","issuer":"CN=b","notBefore":0,"notAfter":{after},"dnsNames":["a"],"selfSigned":false,"isAuthority":true,"publicKey":"","keyId":"","authorityKeyId":""}}"#
        )
    };
    let secret = |key: &str, after: &str| {
        let json = format!(
            r#"{{"data":{{"{key}":"***"}},"sdo.dev/certificates":{{"{key}":{}}}}}"#,
            certificate(after)
        );
        serde_json::from_str::<Secret>(&json)
    };
    assert_eq!(secret("tls.crt", "5").unwrap().certificates.len(), 1);
    assert_eq!(secret("password", "5").unwrap().certificates.len(), 0);
    assert!(secret("tls.crt", "9223372036854775807").is_err());
    let bundle = |certificates: &str| {
        let json = format!(r#"{{"webhooks":[{{"clientConfig":{{"caBundle":{certificates}}}}}]}}"#);
        let read = serde_json::from_str::<ValidatingWebhookConfiguration>(&json);
        read.map(|webhooks| webhooks.webhooks[0].client_config.ca_bundle.certificates.len())
    };
    let many = vec![certificate("5"); 200].join(",");
    assert_eq!(bundle(&format!(r#"{{"sdo.dev/certificates":[{many}]}}"#)).unwrap(), 64);
    assert!(bundle(r#"{"other":[]}"#).is_err() && bundle("7").is_err());
}

#[test]
fn too_many_saved_snapshots_are_a_problem() {
    let file = bytes(&small());
    let after = try_load((0..9).map(|_| stream(file.as_slice())).collect()).unwrap();
    assert!(
        problems(&after)
            .iter()
            .any(|problem| problem.contains("no more than 8 saved snapshots")),
        "{:?}",
        problems(&after)
    );
    assert_eq!(objects(&after), 5);
}
