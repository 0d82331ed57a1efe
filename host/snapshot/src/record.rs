//! What a saved snapshot says of itself beside its objects: one JSON file, [`FILE`], in front of the lists.
//!
//! Written by `save`, read by the loader. The file is not trusted when it is read: every text is cut and made printable, kinds and
//! states that this program does not know make it unreadable, and a seal over its bytes tells whether somebody edited it.

use crate::build::LATEST;
use crate::load::{ClockSource, Sink, VersionOf, printable};
use crate::object::hex;
use crate::redact::{redact, settled};
use crate::snapshot::{Facts, Problem, Snapshot};
use crate::text::{Time, cut};
use sdo_model::{Coverage, Kind, State};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};

/// Name of the file.
pub(crate) const FILE: &str = "sdo-snapshot.json";
/// The version of the format that this program writes, and the newest one that it reads.
pub(crate) const VERSION: u64 = 1;
/// What the file calls its format.
const FORMAT: &str = "sdo-snapshot";
/// The first sdo that reads [`VERSION`].
const NEEDS: &str = "0.1.0";
/// Times that a snapshot's clock can show: from the earliest that RFC 3339 tools read to the latest that is no mistake.
const CLOCK: std::ops::RangeInclusive<i64> = -377_705_116_800..=LATEST;
/// Bytes of one text: a path of a dump has up to 4096, a reason up to 512 and what it is about.
const WORDS: usize = 8 * 1024;
/// Stands before the seal, which covers all bytes in front of it.
const SEAL: &str = ",\n\"seal\":\"";

/// What a saved snapshot knows beside objects, as it was when it was saved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recorded {
    /// Where the record was read, for messages.
    pub path: String,
    /// The digest of all objects; empty when it is not known.
    pub digest: String,
    /// Objects of all kinds.
    pub objects: usize,
    /// Source, clock, versions and problems; what is derived from objects is empty.
    pub facts: Facts,
    /// Coverage of every typed kind, and of all custom ones together.
    pub typed: BTreeMap<Kind, Coverage>,
    /// Coverage of custom kinds by `Kind.group`, the kind alone in the core group.
    pub custom: BTreeMap<String, Coverage>,
}

/// Why a record cannot be used.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Unreadable {
    /// A later sdo wrote it: the format it has, and the first sdo that reads that.
    Newer { version: u64, needs: String },
    /// It is no record, or not a whole one.
    Damaged(String),
}

/// The file.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Record {
    format: String,
    version: u64,
    /// The first sdo that reads this version.
    needs: String,
    written_by: String,
    source: String,
    /// Seconds since 1970.
    time: Option<i64>,
    server_version: String,
    openshift_version: String,
    digest: String,
    objects: u64,
    kinds: Vec<KindRecord>,
    custom_kinds: Vec<KindRecord>,
    problems: Vec<ProblemRecord>,
    more_problems: u64,
}

/// What is the same in every version of the format.
#[derive(Deserialize)]
struct Head {
    format: String,
    version: u64,
    needs: String,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct KindRecord {
    kind: String,
    count: u64,
    state: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    reason: String,
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    complete_namespaces: BTreeSet<String>,
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    forbidden_namespaces: BTreeSet<String>,
}

#[derive(Serialize, Deserialize)]
struct ProblemRecord {
    path: String,
    what: String,
}

/// The bytes of the record of `snapshot`. Texts are masked once more: an address or an answer of a server may carry a password.
pub(crate) fn write(snapshot: &Snapshot) -> serde_json::Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec_pretty(&Record::of(snapshot))?;
    // The seal stands inside the object and after everything else.
    let end = bytes
        .iter()
        .rposition(|byte| !matches!(byte, b'}' | b'\n'))
        .map_or(0, |at| at + 1);
    bytes.truncate(end);
    let seal = seal(&bytes);
    bytes.extend_from_slice(format!("{SEAL}{seal}\"\n}}\n").as_bytes());
    Ok(bytes)
}

/// Reads a record, and whether it is as it was written.
pub(crate) fn read(path: &str, json: &str) -> Result<(Recorded, bool), Unreadable> {
    let damaged = |error: serde_json::Error| {
        // The message of the parser may quote what it read.
        let what = if error.is_data() {
            "not of the right shape"
        } else {
            "not valid JSON"
        };
        Unreadable::Damaged(format!("{what} at line {}, column {}", error.line(), error.column()))
    };
    let head: Head = serde_json::from_str(json).map_err(damaged)?;
    if head.format != FORMAT {
        return Err(Unreadable::Damaged(format!("its format is not {FORMAT}")));
    }
    if head.version == 0 {
        return Err(Unreadable::Damaged("its version is 0, which no sdo writes".to_owned()));
    }
    if head.version > VERSION {
        return Err(Unreadable::Newer {
            version: head.version,
            needs: words(&head.needs),
        });
    }
    let record: Record = serde_json::from_str(json).map_err(damaged)?;
    Ok((record.recorded(path)?, is_sealed(json)))
}

/// Takes completeness away: something of the kind could not be used, and which namespace it was in is not known.
pub(crate) fn lower(coverage: &mut Coverage, why: &str) {
    if coverage.state == State::Complete {
        coverage.state = State::Partial;
        coverage.reason = why.to_owned();
    }
    coverage.complete_namespaces.clear();
}

impl Recorded {
    /// Tells `sink` the same by its other calls, for a load of more than one saved snapshot.
    pub fn tell<S: Sink + ?Sized>(self, sink: &mut S) {
        let typed = self.typed.iter().filter(|(kind, _)| **kind != Kind::Custom);
        let typed = typed.map(|(kind, coverage)| (kind.name(), coverage));
        let custom = self.custom.iter().map(|(kind, coverage)| (kind.as_str(), coverage));
        for (kind, coverage) in typed.chain(custom) {
            sink.covered(kind, None, coverage.state, &coverage.reason);
            for namespace in &coverage.complete_namespaces {
                sink.covered(kind, Some(namespace), State::Complete, "");
            }
            for namespace in coverage.forbidden_namespaces.difference(&coverage.complete_namespaces) {
                sink.covered(kind, Some(namespace), State::Forbidden, &coverage.reason);
            }
        }
        let Facts {
            time,
            server_version,
            openshift_version,
            problems,
            more_problems,
            ..
        } = self.facts;
        if let Some(time) = time {
            sink.clock(ClockSource::Collector, time.unix());
        }
        for (of, version) in [
            (VersionOf::Kubernetes, server_version),
            (VersionOf::OpenShift, openshift_version),
        ] {
            if !version.is_empty() {
                sink.version(of, &version);
            }
        }
        for problem in problems {
            sink.problem(&problem.path, problem.what);
        }
        if more_problems > 0 {
            sink.problem(&self.path, format!("{more_problems} more problems are not listed"));
        }
    }
}

fn seal(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn is_sealed(json: &str) -> bool {
    json.rsplit_once(SEAL)
        .is_some_and(|(sealed, rest)| rest.strip_prefix(&seal(sealed.as_bytes())) == Some("\"\n}\n"))
}

/// A name that joins with those of objects, which are kept as they are.
fn name(text: &str) -> String {
    cut(text, WORDS).into_owned()
}

/// A text of a record as it may be shown.
fn words(text: &str) -> String {
    printable(&settled(text, WORDS, redact))
}

impl Record {
    fn of(snapshot: &Snapshot) -> Self {
        let facts = snapshot.facts();
        let mut kinds: Vec<KindRecord> = Kind::all()
            .map(|kind| KindRecord::of(kind.name(), &snapshot.coverage(kind)))
            .collect();
        kinds.sort_by(|one, other| one.kind.cmp(&other.kind));
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            needs: NEEDS.to_owned(),
            written_by: format!("sdo {}", env!("CARGO_PKG_VERSION")),
            source: words(&facts.source),
            time: facts.time.map(Time::unix),
            server_version: words(&facts.server_version),
            openshift_version: words(&facts.openshift_version),
            digest: snapshot.digest().to_owned(),
            objects: Kind::all().map(|kind| snapshot.count(kind) as u64).sum(),
            kinds,
            custom_kinds: snapshot
                .custom_coverages()
                .map(|(kind, coverage)| KindRecord::of(kind, coverage))
                .collect(),
            problems: facts.problems.iter().map(ProblemRecord::of).collect(),
            more_problems: facts.more_problems as u64,
        }
    }

    fn recorded(self, path: &str) -> Result<Recorded, Unreadable> {
        if self.time.is_some_and(|time| !CLOCK.contains(&time)) {
            return Err(Unreadable::Damaged(
                "its time is none that a cluster can have".to_owned(),
            ));
        }
        let mut typed = BTreeMap::new();
        for record in self.kinds {
            let kind = Kind::all().find(|kind| kind.name() == record.kind).ok_or_else(|| {
                Unreadable::Damaged(format!(
                    "it names a kind {:?}, which sdo does not know",
                    words(&record.kind)
                ))
            })?;
            typed.insert(kind, record.coverage(kind)?);
        }
        let mut custom = BTreeMap::new();
        for record in self.custom_kinds {
            let name = name(&record.kind);
            custom.insert(name, record.coverage(Kind::Custom)?);
        }
        let problems = self.problems.iter().map(|problem| Problem {
            path: words(&problem.path),
            what: words(&problem.what),
        });
        Ok(Recorded {
            path: path.to_owned(),
            digest: self.digest,
            objects: count(self.objects),
            facts: Facts {
                source: words(&self.source),
                time: self.time.map(Time::from_unix),
                server_version: words(&self.server_version).into(),
                openshift_version: words(&self.openshift_version).into(),
                problems: problems.collect(),
                more_problems: count(self.more_problems),
                ..Facts::default()
            },
            typed,
            custom,
        })
    }
}

impl KindRecord {
    fn of(kind: &str, coverage: &Coverage) -> Self {
        Self {
            kind: name(kind),
            count: coverage.count as u64,
            state: coverage.state.as_str().to_owned(),
            reason: words(&coverage.reason),
            complete_namespaces: coverage.complete_namespaces.iter().map(|text| name(text)).collect(),
            forbidden_namespaces: coverage.forbidden_namespaces.iter().map(|text| name(text)).collect(),
        }
    }

    fn coverage(self, kind: Kind) -> Result<Coverage, Unreadable> {
        let states = [State::Complete, State::Partial, State::Forbidden, State::Missing];
        let state = states
            .into_iter()
            .find(|state| state.as_str() == self.state)
            .ok_or_else(|| {
                Unreadable::Damaged(format!("kind {} has a state that sdo does not know", words(&self.kind)))
            })?;
        Ok(Coverage {
            kind,
            state,
            count: count(self.count),
            reason: words(&self.reason),
            complete_namespaces: self.complete_namespaces.iter().map(|text| name(text)).collect(),
            forbidden_namespaces: self.forbidden_namespaces.iter().map(|text| name(text)).collect(),
        })
    }
}

impl ProblemRecord {
    fn of(problem: &Problem) -> Self {
        Self {
            path: words(&problem.path),
            what: words(&problem.what),
        }
    }
}

fn count(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// Name of a part of a list, counted from 1.
pub(crate) fn part_name(list: &str, part: usize) -> String {
    match part {
        1 => format!("{list}.json"),
        part => format!("{list}_{part}.json"),
    }
}

/// The list that a file of this name is a part of.
pub(crate) fn list_of(file: &str) -> &str {
    let stem = file.strip_suffix(".json").unwrap_or(file);
    match stem.rsplit_once('_') {
        Some((list, part)) if !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()) => list,
        _ => stem,
    }
}
