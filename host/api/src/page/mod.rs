//! What the pages say, as templates see it: texts that are clean and ready, worst first.

mod card;
mod tables;

pub(crate) use card::Card;

use crate::board::{Board, Link, Role};
use crate::feed::Sent;
use crate::headline::{Headline, Word};
use crate::problem::Problem;
use crate::text::{cell, clean, cut};
use crate::words::{ago, bytes, date, duration, thousands};
use askama::Template;
use card::{ClosedRow, EntryRow, Times};
use sdo_model::incident::{Entry, Incident};
use std::cmp::Reverse;
use std::sync::Arc;
use std::time::Duration;
use tables::{DetectorRow, KindRow, RecentRow, UnknownRow};

/// Incidents on one page.
const PER_PAGE: usize = 25;
/// Closed incidents that are shown.
const MAX_CLOSED: usize = 10;
/// Bytes of a name at the top of a page.
const MAX_NAME: usize = 120;
/// Rows of every other table; the documents under `/v1` hold more.
const MAX_ROWS: usize = 300;

/// `/`.
#[derive(Template)]
#[template(path = "board.html")]
pub(crate) struct BoardPage {
    head: Head,
    cards: Vec<Card>,
    /// What stands where no incident is open, and where no verdict is unknown.
    none: (&'static str, &'static str),
    pager: Option<Pager>,
    closed: Vec<ClosedRow>,
    recent: Vec<RecentRow>,
    unknown: Vec<UnknownRow>,
    kinds: Vec<KindRow>,
    kinds_text: String,
    detectors: Vec<DetectorRow>,
    detectors_text: String,
    costs: Vec<(&'static str, String)>,
    /// Rows that are not shown: unknown verdicts, kinds, detectors.
    left_out: (usize, usize, usize),
}

/// `/incidents/{id}`.
#[derive(Template)]
#[template(path = "incident.html")]
pub(crate) struct IncidentPage {
    head: Head,
    card: Card,
    times: Times,
    related: Vec<(String, String)>,
    metadata: Vec<(String, String)>,
    playbooks: Vec<String>,
    /// `None` when it cannot be read now.
    history: Option<Vec<EntryRow>>,
    history_is_cut: bool,
    /// What the next command-line step would be.
    rule: String,
}

/// Instead of a page.
#[derive(Template)]
#[template(path = "problem.html")]
pub(crate) struct ProblemPage {
    status: u16,
    title: String,
    message: String,
    hint: String,
}

/// What stands at the top of every page.
struct Head {
    title: String,
    cluster: String,
    facts: Vec<(&'static str, String)>,
    /// Class of the headline.
    class: &'static str,
    headline: String,
    as_of: String,
}

/// Which part of the open incidents is shown.
struct Pager {
    /// Whether the page lies past the end.
    is_empty: bool,
    from: usize,
    to: usize,
    all: usize,
    before: Option<usize>,
    after: Option<usize>,
}

impl BoardPage {
    /// Turns that are shown.
    pub(crate) const RECENT: usize = 10;

    /// The `number`th page of a board, from 1.
    pub(crate) fn new(board: &Board, recent: &[Arc<Sent>], silent: Option<Duration>, number: usize) -> Self {
        let now = board.now();
        let open = worst_first(board);
        let from = number.saturating_sub(1).saturating_mul(PER_PAGE);
        let shown = open.iter().skip(from).take(PER_PAGE);
        let cards: Vec<Card> = shown.map(|incident| Card::short(incident, now)).collect();
        let mut closed: Vec<&Arc<Incident>> = board.closed.iter().collect();
        closed.sort_by_key(|incident| Reverse((incident.closed, incident.id)));
        let mut kinds: Vec<_> = board.coverage.iter().collect();
        // What cannot be read comes first; otherwise as the host orders them.
        kinds.sort_by_key(|kind| kind.state == sdo_model::State::Complete);
        let mut detectors: Vec<_> = board.detectors.iter().collect();
        detectors.sort_by_key(|detector| detector.is_well());
        let more = |length: usize| length.saturating_sub(MAX_ROWS);
        Self {
            head: Head::new(board, silent, now, ""),
            pager: Pager::new(from, cards.len(), open.len(), number),
            cards,
            none: none(board, silent),
            closed: closed
                .iter()
                .take(MAX_CLOSED)
                .map(|one| ClosedRow::new(one, now))
                .collect(),
            recent: recent.iter().map(|sent| RecentRow::new(sent, now)).collect(),
            unknown: board.unknown.iter().take(MAX_ROWS).map(UnknownRow::from).collect(),
            kinds_text: tables::kinds_text(board),
            kinds: kinds
                .into_iter()
                .take(MAX_ROWS)
                .map(|kind| KindRow::new(kind, now))
                .collect(),
            detectors_text: tables::detectors_text(board),
            detectors: detectors
                .into_iter()
                .take(MAX_ROWS)
                .map(|one| DetectorRow::new(one, now))
                .collect(),
            costs: costs(board),
            left_out: (
                more(board.unknown.len()),
                more(board.coverage.len()),
                more(board.detectors.len()),
            ),
        }
    }
}

impl IncidentPage {
    /// Of an incident and its newest entries, when they can be read; at most `limit` of them are shown.
    pub(crate) fn new(
        board: &Board,
        silent: Option<Duration>,
        incident: &Incident,
        entries: Option<&[Entry]>,
        limit: usize,
    ) -> Self {
        let now = board.now();
        let finding = &incident.finding;
        let related = finding.related.iter().take(MAX_ROWS);
        let metadata = finding.metadata.iter().take(MAX_ROWS);
        let rows = |entries: &[Entry]| {
            let newest_first = entries.iter().rev().take(limit);
            newest_first.map(|entry| EntryRow::new(entry, now)).collect()
        };
        Self {
            head: Head::new(board, silent, now, &incident.id.to_string()),
            card: Card::long(incident, now),
            times: Times::new(incident, now),
            related: related
                .map(|one| (cell(&one.role), cell(&one.object.to_string())))
                .collect(),
            metadata: metadata.map(|(key, value)| (cell(key), cell(value))).collect(),
            playbooks: finding
                .playbooks
                .iter()
                .take(MAX_ROWS)
                .map(|name| clean(name))
                .collect(),
            history: entries.map(rows),
            history_is_cut: entries.is_some_and(|entries| entries.len() > limit),
            rule: clean(&finding.rule),
        }
    }
}

impl ProblemPage {
    pub(crate) fn new(problem: &Problem) -> Self {
        let reason = problem.status.canonical_reason().unwrap_or("Problem");
        Self {
            status: problem.status.as_u16(),
            title: reason.to_owned(),
            message: sentence(&problem.message),
            hint: sentence(&problem.hint),
        }
    }
}

impl Head {
    fn new(board: &Board, silent: Option<Duration>, now: i64, what: &str) -> Self {
        let status = &board.status;
        let headline = Headline::of(board, silent);
        let cluster = match (short(&status.cluster.name), short(&status.cluster.server)) {
            (name, server) if name.is_empty() => server,
            (name, _) => name,
        };
        let title = [what, &cluster, "sdo"].into_iter().filter(|part| !part.is_empty());
        Self {
            title: title.collect::<Vec<_>>().join(" · "),
            facts: facts(board, now),
            cluster,
            class: match headline.word {
                Word::Clear => "clear",
                Word::Incidents(severity) => severity.as_str(),
                Word::Partial => "partial",
                Word::Unknown => "unknown",
            },
            headline: headline.text,
            as_of: date(now),
        }
    }
}

impl Pager {
    /// `None` when everything is on one page.
    fn new(from: usize, shown: usize, all: usize, number: usize) -> Option<Self> {
        if all <= PER_PAGE && number == 1 {
            return None;
        }
        let last = all.div_ceil(PER_PAGE).max(1);
        Some(Self {
            is_empty: shown == 0,
            from: from.saturating_add(1),
            to: from.saturating_add(shown),
            all,
            before: Some(number.saturating_sub(1).min(last)).filter(|page| *page > 0),
            after: Some(number.saturating_add(1)).filter(|page| *page <= last),
        })
    }
}

/// Open incidents: those that people are told of, then by severity, how much they explain, and age.
fn worst_first(board: &Board) -> Vec<&Arc<Incident>> {
    let mut open: Vec<&Arc<Incident>> = board.open.iter().collect();
    open.sort_by_key(|incident| {
        let finding = &incident.finding;
        (
            incident.mute.is_some(),
            Reverse((finding.severity, finding.effects.len())),
            incident.id,
        )
    });
    open
}

/// What it means that there is no incident, and that no verdict is unknown.
fn none(board: &Board, silent: Option<Duration>) -> (&'static str, &'static str) {
    let all_seen = "None: no detector missed a kind that it needs.";
    match (Headline::of(board, silent).word, board.status.round) {
        (_, None) => ("Not known yet.", "Not known yet."),
        (Word::Unknown, Some(_)) => ("None when this was last known.", "None when this was last known."),
        (Word::Partial, Some(_)) => ("None in what could be read.", all_seen),
        (Word::Clear | Word::Incidents(_), Some(_)) => ("None.", all_seen),
    }
}

fn facts(board: &Board, now: i64) -> Vec<(&'static str, String)> {
    let status = &board.status;
    let since = |at: i64| duration(now.saturating_sub(at));
    let link = match &status.link {
        Link::Connecting => "connecting".to_owned(),
        Link::Connected { since: at } => format!("connected for {}", since(*at)),
        Link::Stale { since: at, .. } => format!("no answer for {}", since(*at)),
    };
    let role = match (status.role, &status.leader) {
        (Role::Alone, _) => None,
        (Role::Leader, _) => Some("leader".to_owned()),
        (Role::Standby, None) => Some("standby".to_owned()),
        (Role::Standby, Some(leader)) => Some(format!("standby; leader is {}", short(leader))),
    };
    let version = status.cluster.version.as_deref().map(short);
    let rows = [
        ("API server", Some(short(&status.cluster.server))),
        ("Connection", Some(link)),
        ("Kubernetes", version),
        ("Cluster uid", status.cluster.uid.as_deref().map(short)),
        ("Role", role),
        (
            "sdo",
            Some(format!(
                "{}, started {}",
                short(&status.version),
                ago(now.saturating_sub(status.started))
            )),
        ),
    ];
    rows.into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
        .collect()
}

fn costs(board: &Board) -> Vec<(&'static str, String)> {
    let costs = board.costs;
    let memory = costs.resident_bytes.map_or_else(|| "unknown".to_owned(), bytes);
    let rounds = board.status.round.map_or(0, |round| round.number);
    vec![
        ("Requests to the API server", thousands(costs.requests)),
        ("Received from it", bytes(costs.bytes)),
        ("CPU time of this host", format!("{:.1} s", costs.cpu_seconds)),
        ("Memory of this host", memory),
        ("Objects in the snapshot", thousands(board.status.objects)),
        ("Rounds", thousands(rounds)),
    ]
}

/// A name for the top of a page.
fn short(text: &str) -> String {
    cut(text, MAX_NAME)
}

/// With a capital and a full stop.
fn sentence(text: &str) -> String {
    let text = clean(text);
    let mut characters = text.chars();
    let first: String = characters.next().into_iter().flat_map(char::to_uppercase).collect();
    let stop = if text.ends_with(['.', '`', '?']) { "" } else { "." };
    format!("{first}{}{stop}", characters.as_str())
}

#[cfg(test)]
mod tests;
