//! From what a detector returned to what may be shown: objects by name, owners added, texts cleaned and cut.

use crate::candidate::Candidate;
use crate::facts::Facts;
use crate::finding::{Evidence, Finding, ObjectName, Related, fingerprint, name_of};
use crate::fold::Case;
use crate::wording::Wording;
use sdo_model::Kind;
use sdo_model::contract::detector as raw;
use sdo_model::contract::types::ObjectRef;
use sdo_model::finding::Severity;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Bytes of a summary: a line that names a field and two values has 100 to 300.
const MAX_SUMMARY: usize = 1_000;
/// Bytes of any other text: a condition's message has 4 KiB at most, and nobody reads more than its first half.
const MAX_TEXT: usize = 2_000;
/// Bytes of a name; Kubernetes allows 253 and a CRD's kind 63.
const MAX_NAME: usize = 300;
/// Items of each list that is shown; a detector that needs more describes its cause badly.
const MAX_ITEMS: usize = 50;

/// The findings of one report that name real objects, and how many named something else.
pub(crate) struct Resolved {
    pub(crate) cases: Vec<Case>,
    /// Object ids that name nothing this detector may see.
    pub(crate) strays: usize,
}

/// Resolves the findings of one detector. A finding about no object is dropped, a stray id within one is left out.
pub(crate) fn resolve(
    candidate: &Candidate<'_>,
    findings: &[raw::Finding],
    facts: &dyn Facts,
    wording: Wording,
) -> Resolved {
    let names = Names::of(candidate, findings, facts);
    let resolver = Resolver {
        rule: &candidate.rule,
        names: &names.known,
        facts,
        wording,
    };
    let mut cases = BTreeMap::new();
    for case in findings.iter().filter_map(|finding| resolver.case(finding)) {
        merge(&mut cases, case);
    }
    Resolved {
        cases: cases.into_values().collect(),
        strays: names.strays,
    }
}

/// Two findings with one fingerprint are one fault: the worse is kept, with the effects of both.
fn merge(cases: &mut BTreeMap<String, Case>, case: Case) {
    use std::collections::btree_map::Entry;
    match cases.entry(case.finding.fingerprint.clone()) {
        Entry::Vacant(entry) => {
            entry.insert(case);
        }
        Entry::Occupied(mut entry) => {
            let kept = entry.get_mut();
            let (mut better, other) = match case.finding.severity > kept.finding.severity {
                true => (case, kept.clone()),
                false => (kept.clone(), case),
            };
            better.effects.extend(other.effects);
            *kept = better;
        }
    }
}

/// The names behind all ids of a report.
struct Names {
    known: HashMap<u32, ObjectRef>,
    strays: usize,
}

impl Names {
    fn of(candidate: &Candidate<'_>, findings: &[raw::Finding], facts: &dyn Facts) -> Self {
        let ids: BTreeSet<u32> = findings.iter().flat_map(ids).collect();
        let may_name = |id: &u32| Kind::of_id(*id).is_some_and(|(kind, _)| candidate.sees.contains(kind));
        let visible: Vec<u32> = ids.iter().copied().filter(may_name).collect();
        let named = visible.iter().copied().zip(facts.names(&visible));
        let known: HashMap<u32, ObjectRef> = named.filter(|(_, name)| name.id.is_some()).collect();
        Self {
            strays: ids.len() - known.len(),
            known,
        }
    }
}

/// Every object id of a finding.
fn ids(finding: &raw::Finding) -> impl Iterator<Item = u32> {
    let related = finding
        .related
        .iter()
        .chain(&finding.bindings)
        .map(|related| related.object);
    let evidence = finding.evidence.iter().map(|evidence| evidence.object);
    let ids = related.chain(evidence).chain(finding.effects.iter().copied());
    ids.chain([finding.primary])
}

struct Resolver<'a> {
    rule: &'a str,
    names: &'a HashMap<u32, ObjectRef>,
    facts: &'a dyn Facts,
    wording: Wording,
}

impl Resolver<'_> {
    fn case(&self, finding: &raw::Finding) -> Option<Case> {
        let primary = self.names.get(&finding.primary)?;
        let owners = self.facts.owners(finding.primary);
        let resolved = Finding {
            rule: self.rule.to_owned(),
            severity: severity(finding.severity),
            summary: self.wording.clean(&finding.summary, MAX_SUMMARY),
            primary: self.object(primary),
            related: self.related(&finding.related, &owners),
            evidence: finding
                .evidence
                .iter()
                .take(MAX_ITEMS)
                .filter_map(|evidence| self.evidence(evidence))
                .collect(),
            fingerprint: fingerprint(self.rule, primary, &finding.discriminator),
            cause: fingerprint(self.rule, owners.last().unwrap_or(primary), &finding.discriminator),
            effects: Vec::new(),
            next: self.texts(&finding.next),
            since: finding.since,
            playbooks: self.texts(&finding.playbooks),
            bindings: self.named(&finding.bindings),
            metadata: finding
                .metadata
                .iter()
                .take(MAX_ITEMS)
                .map(|(key, value)| (self.text(key), self.text(value)))
                .collect(),
        };
        let known = |id: &u32| self.names.contains_key(id);
        Some(Case {
            finding: resolved,
            primary: finding.primary,
            effects: finding.effects.iter().copied().filter(known).collect(),
            related: finding
                .related
                .iter()
                .map(|related| (related.role.clone(), related.object))
                .filter(|(_, id)| known(id))
                .collect(),
            evidence: finding
                .evidence
                .iter()
                .map(|evidence| evidence.object)
                .filter(known)
                .collect(),
            owners: owners.iter().filter_map(|owner| owner.id).collect(),
        })
    }

    fn object(&self, reference: &ObjectRef) -> ObjectName {
        name_of(reference, |text| self.wording.clean(text, MAX_NAME))
    }

    fn text(&self, text: &str) -> String {
        self.wording.clean(text, MAX_TEXT)
    }

    fn texts(&self, texts: &[String]) -> Vec<String> {
        texts.iter().take(MAX_ITEMS).map(|text| self.text(text)).collect()
    }

    fn named(&self, related: &[raw::Related]) -> Vec<Related> {
        let known = related.iter().filter_map(|related| {
            let object = self.object(self.names.get(&related.object)?);
            Some(Related {
                object,
                role: self.wording.clean(&related.role, MAX_NAME),
            })
        });
        known.take(MAX_ITEMS).collect()
    }

    /// The detector's own, then the owners it did not name.
    fn related(&self, related: &[raw::Related], owners: &[ObjectRef]) -> Vec<Related> {
        let mut all = self.named(related);
        for owner in owners {
            let object = self.object(owner);
            if !all.iter().any(|related| related.object == object) {
                all.push(Related {
                    object,
                    role: "owner".to_owned(),
                });
            }
        }
        all
    }

    fn evidence(&self, evidence: &raw::Evidence) -> Option<Evidence> {
        let object = self.object(self.names.get(&evidence.object)?);
        Some(Evidence {
            object,
            path: self.text(&evidence.path),
            value: self.text(&evidence.value),
        })
    }
}

fn severity(severity: raw::Severity) -> Severity {
    match severity {
        raw::Severity::Critical => Severity::Critical,
        raw::Severity::Warning => Severity::Warning,
        raw::Severity::Info => Severity::Info,
    }
}
