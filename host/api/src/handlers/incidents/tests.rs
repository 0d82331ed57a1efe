//! Paging over the board and what is kept.

use super::*;
use crate::sample;

/// Incidents 1 to 20, of which the board has the open ones (every third) and the newest closed ones.
fn boarded() -> (Board, Vec<Incident>) {
    let all: Vec<Incident> = (1..=20)
        .map(|number| {
            let stage = if number % 3 == 0 { Stage::Open } else { Stage::Closed };
            sample::incident(number, stage)
        })
        .collect();
    let mut board = sample::empty();
    for incident in &all {
        match incident.stage {
            Stage::Open => board.open.push(Arc::new(incident.clone())),
            Stage::Closed if incident.id.0 > 15 => board.closed.push(Arc::new(incident.clone())),
            Stage::Closed => {}
        }
    }
    (board, all)
}

/// What a store answers: newest first, at most the limit.
fn kept(all: &[Incident], query: &Query) -> Vec<Incident> {
    let matching = all.iter().rev().filter(|incident| query.matches(incident));
    matching.take(query.limit + 1).cloned().collect()
}

/// The names on every page, following `next`.
fn walk(board: &Board, all: &[Incident], mut query: Query) -> Vec<Vec<String>> {
    let mut pages = Vec::new();
    loop {
        let page = merged(board, kept(all, &query), &query);
        pages.push(page.incidents.iter().map(|incident| incident.id.clone()).collect());
        assert!(pages.len() < 50, "pages do not end");
        let Some(next) = page.next else { return pages };
        query.before = Some(incident_id(&next).unwrap());
    }
}

fn names(range: impl DoubleEndedIterator<Item = u64>) -> Vec<String> {
    range.rev().map(|number| format!("INC-{number}")).collect()
}

#[test]
fn pages_hold_every_incident_once_newest_first() {
    let (board, all) = boarded();
    for limit in [1, 3, 7, 19, 20, 50] {
        let query = Query {
            limit,
            ..Query::default()
        };
        let pages = walk(&board, &all, query);
        assert_eq!(pages.concat(), names(1..=20), "limit {limit}");
        assert!(pages.iter().all(|page| page.len() <= limit), "limit {limit}");
    }
}

#[test]
fn an_incident_that_is_opened_between_two_pages_moves_nothing() {
    let (mut board, all) = boarded();
    let query = Query {
        limit: 5,
        ..Query::default()
    };
    let first = merged(&board, kept(&all, &query), &query);
    board.open.push(Arc::new(sample::incident(21, Stage::Open)));
    let query = Query {
        before: Some(incident_id(&first.next.unwrap()).unwrap()),
        ..query
    };
    let second = merged(&board, kept(&all, &query), &query);
    assert_eq!(second.incidents[0].id, "INC-15");
}

#[test]
fn the_board_knows_better_than_the_store() {
    let (board, mut all) = boarded();
    // The store has not yet heard that 18 is open, and still thinks that 16 is.
    all[17].stage = Stage::Closed;
    all[15].stage = Stage::Open;
    let closed = Query {
        stage: Some(Stage::Closed),
        limit: 3,
        ..Query::default()
    };
    let right = (1..=20).filter(|number| number % 3 != 0);
    assert_eq!(
        walk(&board, &all, closed).concat(),
        names(right.collect::<Vec<_>>().into_iter())
    );
}

#[test]
fn filters_hold_together() {
    let (board, all) = boarded();
    let query = Query {
        namespace: Some("elsewhere".to_owned()),
        limit: 5,
        ..Query::default()
    };
    assert!(walk(&board, &all, query).concat().is_empty());
}

#[test]
fn a_page_of_long_texts_ends_early_and_goes_on() {
    let mut board = sample::empty();
    for number in 1..=500 {
        let mut incident = sample::incident(number, Stage::Open);
        incident.finding.summary = "x".repeat(100_000);
        incident.finding.rule = "y".repeat(100_000);
        incident.finding.primary.name = "z".repeat(100_000);
        board.open.push(Arc::new(incident));
    }
    let query = Query {
        limit: 500,
        ..Query::default()
    };
    let page = merged(&board, Vec::new(), &query);
    assert!((1..500).contains(&page.incidents.len()), "{}", page.incidents.len());
    assert_eq!(page.next.as_ref(), page.incidents.last().map(|incident| &incident.id));
}
