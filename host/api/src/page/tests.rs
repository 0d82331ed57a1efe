//! What the pages say, that they are well formed, and that nobody can write into them.

use super::*;
use crate::feed::channel;
use crate::sample;
use std::collections::BTreeSet;

fn rendered(board: &Board, number: usize) -> String {
    let (publisher, feed) = channel(board.clone());
    for incident in board.open.iter().take(3) {
        let mut entry = sample::entry(incident.id, sample::NOW);
        entry.detail = incident.finding.summary.clone();
        publisher.announce(&entry, incident);
    }
    let recent = feed.recent(BoardPage::RECENT);
    BoardPage::new(board, &recent, None, number).render().unwrap()
}

fn detail(board: &Board, incident: &Incident, entries: &[Entry]) -> String {
    IncidentPage::new(board, None, incident, Some(entries), 100)
        .render()
        .unwrap()
}

/// Checks that tags nest, ids are unique and labels lead somewhere; gives the text between the tags.
fn well_formed(html: &str) -> String {
    let (mut open, mut ids, mut labels, mut text) = (Vec::new(), BTreeSet::new(), Vec::new(), String::new());
    let body = html.strip_prefix("<!doctype html>").unwrap();
    for piece in body.split('<').skip(1) {
        let (tag, after) = piece.split_once('>').unwrap_or_else(|| panic!("no end: {piece}"));
        text.push_str(after);
        text.push(' ');
        assert!(!after.contains('>'), "{after}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "{html}");
            continue;
        }
        let name = tag.split_whitespace().next().unwrap();
        if !["meta", "link", "br"].contains(&name) {
            open.push(name.to_owned());
        }
        for (attribute, value) in attributes(tag) {
            match attribute {
                "id" => assert!(ids.insert(value.to_owned()), "{value} twice"),
                "aria-labelledby" => labels.push(value.to_owned()),
                _ => assert!(!attribute.starts_with("on") && attribute != "style", "{tag}"),
            }
        }
    }
    assert!(open.is_empty(), "{open:?}");
    assert!(
        labels.iter().all(|label| ids.contains(label)),
        "{labels:?} among {ids:?}"
    );
    text
}

fn attributes(tag: &str) -> Vec<(&str, &str)> {
    let mut pairs = Vec::new();
    let mut rest = tag;
    while let Some((before, after)) = rest.split_once("=\"") {
        let (value, next) = after.split_once('"').unwrap_or_else(|| panic!("{tag}"));
        pairs.push((before.rsplit(' ').next().unwrap(), value));
        rest = next;
    }
    pairs
}

#[test]
fn every_page_is_well_formed() {
    for board in [
        sample::empty(),
        sample::partial(),
        sample::starting(),
        sample::rich(),
        sample::many(),
        sample::hostile(),
        Board::default(),
    ] {
        well_formed(&rendered(&board, 1));
        for incident in &board.open {
            well_formed(&detail(&board, incident, &sample::history(incident.id)));
        }
    }
}

#[test]
fn nobody_writes_markup_scripts_or_what_is_not_seen_into_a_page() {
    let board = sample::hostile();
    let mut entries = sample::history(board.open[0].id);
    entries[0].detail = sample::evil();
    for html in [rendered(&board, 1), detail(&board, &board.open[0], &entries)] {
        well_formed(&html);
        assert_eq!(html.matches("<script").count(), 1, "only our own");
        assert!(!html.contains("<img") && !html.contains("javascript:"));
        let is_seen = |character: char| character == '\n' || !character.is_control();
        assert!(html.chars().all(is_seen));
        assert!(!html.contains(['\u{202e}', '\u{2066}', '\u{200b}']));
        assert!(
            html.contains("\\u{1b}[31m\\u{7}\\u{202e}drowssap"),
            "what was there is spelled out"
        );
        // No cell is a formula, whatever element it begins with.
        for cell in html.split("<td").chain(html.split("<th ")).skip(1) {
            let content = cell
                .split_once('>')
                .unwrap()
                .1
                .trim_start_matches("<code>")
                .trim_start();
            assert!(!content.starts_with(['=', '+', '-', '@', '\t']), "{content:.80}");
        }
    }
}

#[test]
fn the_worst_that_people_are_told_of_comes_first() {
    let board = sample::rich();
    let order: Vec<u64> = worst_first(&board).iter().map(|incident| incident.id.0).collect();
    assert_eq!(order, [17, 14, 15, 16, 12]);
    let html = rendered(&board, 1);
    let place = |id: &str| html.find(&format!("id=\"{id}\"")).unwrap();
    assert!(place("INC-17") < place("INC-14") && place("INC-16") < place("INC-12"));
}

#[test]
fn an_incident_says_all_that_is_known_of_it() {
    let board = sample::rich();
    let text = well_formed(&rendered(&board, 1));
    for words in [
        "node worker-3 has not reported for 2 hours: 14 pods are unreachable",
        "Node worker-3",
        "for 2 h 1 min",
        "15 effects",
        "3 facts",
        "kubectl describe node worker-3",
        "opened again once",
        "2 findings with one cause",
        "cannot be seen for 20 min: Secret: forbidden",
        "muted by annotation on Deployment batch/mailer until 2026-12-01 18:03:05 UTC",
        "comes and goes",
        "standby; leader is sdo-7d9f4c-x2x8v",
    ] {
        assert!(text.contains(words), "{words}");
    }
    let worker = worst_first(&board)[0];
    let text = well_formed(&detail(&board, worker, &sample::history(worker.id)));
    for words in [
        "Last seen",
        "blinded",
        "heartbeat",
        "kubelet",
        "sdo check --explain node-not-ready",
    ] {
        assert!(text.contains(words), "{words}");
    }
}

#[test]
fn an_empty_page_says_what_its_silence_is_worth() {
    let text = well_formed(&rendered(&sample::empty(), 1));
    assert!(
        text.contains("No open incidents. Last round just now over 1,234 objects."),
        "{text}"
    );
    assert!(text.contains(" None. "));
    assert!(text.contains("None: no detector missed a kind that it needs."));
    assert!(text.contains("3 kinds read, all of them completely."));

    let text = well_formed(&rendered(&sample::partial(), 1));
    assert!(text.contains("No open incidents in what could be read."), "{text}");
    assert!(text.contains("3 kinds cannot be read completely, see coverage; 2 verdicts are unknown."));
    assert!(text.contains("None in what could be read."));
    assert!(text.contains("6 kinds read, 3 of them not completely."));

    let text = well_formed(&rendered(&sample::starting(), 1));
    assert!(
        text.contains("No round has finished yet. Nothing can be said."),
        "{text}"
    );
    assert!(text.contains("Not known yet.") && !text.contains("None"), "{text}");
}

#[test]
fn pages_of_incidents_cover_all_of_them_and_end() {
    let board = sample::many();
    let of = |number: usize| well_formed(&rendered(&board, number));
    assert!(of(1).contains("1 to 25 of 90, worst first."));
    assert!(of(4).contains("76 to 90 of 90, worst first."));
    assert!(!of(4).contains("The next ones"));
    assert!(of(5).contains("There is nothing on this page; 90 are open."));
    assert!(of(usize::MAX).contains("There is nothing on this page; 90 are open."));
    let shown: BTreeSet<String> = (1..=4)
        .flat_map(|number| {
            let html = rendered(&board, number);
            let ids = html.split("<article class=\"incident warning\" id=\"").skip(1);
            ids.map(|rest| rest.split('"').next().unwrap().to_owned())
                .collect::<Vec<_>>()
        })
        .collect();
    assert_eq!(shown.len(), 90);
}

#[test]
fn long_lists_are_cut_and_say_so() {
    let mut board = sample::rich();
    let mut worker = (*board.open[4]).clone();
    let effect = worker.finding.effects[0].clone();
    worker.finding.effects = vec![effect; 10_000];
    board.open = vec![Arc::new(worker)];
    board.unknown = vec![board.unknown[0].clone(); 5_000];
    board.coverage = vec![board.coverage[0].clone(); 5_000];
    board.detectors = vec![board.detectors[0].clone(); 5_000];
    let html = rendered(&board, 1);
    let text = well_formed(&html);
    assert!(
        text.contains("10,000 effects") && text.contains("9950 more are left out here."),
        "{html:.3000}"
    );
    assert_eq!(text.matches("4700 more are left out here.").count(), 3);
    assert!(html.len() < 1 << 20, "{}", html.len());
}
