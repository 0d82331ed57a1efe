//! Keeps what a detector reports within its limits. What is cut is said to be cut.

use crate::limits::Limits;
use sdo_model::contract::detector::{Finding, Report};

/// What ends a text that was cut.
const MARK: &str = "…";

/// What was cut from a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Cut {
    /// Findings past the limit, not kept.
    pub findings: u64,
    /// Findings kept, of which text or lists were cut.
    pub shortened: u64,
    /// Entries of `unknown` past the limit of findings, not kept.
    pub unknown: u64,
}

impl Cut {
    /// Whether anything was cut.
    pub fn any(&self) -> bool {
        *self != Cut::default()
    }
}

/// Cuts `report` to the limits.
pub(crate) fn cap(report: &mut Report, limits: &Limits) -> Cut {
    let max = usize::try_from(limits.findings).unwrap_or(usize::MAX);
    let bytes = usize::try_from(limits.finding_bytes).unwrap_or(usize::MAX);
    let mut cut = Cut {
        findings: report.findings.len().saturating_sub(max) as u64,
        unknown: report.unknown.len().saturating_sub(max) as u64,
        shortened: 0,
    };
    report.findings.truncate(max);
    report.unknown.truncate(max);
    for finding in &mut report.findings {
        cut.shortened += u64::from(shorten(finding, bytes));
    }
    for unknown in &mut report.unknown {
        let mut budget = Budget {
            left: bytes,
            cut: false,
        };
        budget.text(&mut unknown.kind);
        budget.text(&mut unknown.reason);
    }
    cut
}

/// Spends `bytes` on the parts of a finding, the most telling first; whether anything was cut.
fn shorten(finding: &mut Finding, bytes: usize) -> bool {
    let mut budget = Budget {
        left: bytes,
        cut: false,
    };
    budget.text(&mut finding.summary);
    budget.text(&mut finding.discriminator);
    budget.list(&mut finding.evidence, |budget, evidence| {
        budget.text(&mut evidence.path);
        budget.text(&mut evidence.value);
    });
    for related in [&mut finding.related, &mut finding.bindings] {
        budget.list(related, |budget, related| budget.text(&mut related.role));
    }
    budget.list(&mut finding.effects, |_, _| {});
    for texts in [&mut finding.next, &mut finding.playbooks] {
        budget.list(texts, Budget::text);
    }
    budget.list(&mut finding.metadata, |budget, (key, value)| {
        budget.text(key);
        budget.text(value);
    });
    budget.cut
}

/// Bytes that are left for one finding.
struct Budget {
    left: usize,
    cut: bool,
}

impl Budget {
    /// Keeps what fits of `text`.
    fn text(&mut self, text: &mut String) {
        if text.len() > self.left {
            self.cut = true;
            text.truncate(text.floor_char_boundary(self.left.saturating_sub(MARK.len())));
            if self.left >= MARK.len() {
                text.push_str(MARK);
            }
        }
        self.left -= text.len().min(self.left);
    }

    /// Keeps the first items that fit; an item costs what it takes in memory besides its text.
    fn list<T>(&mut self, items: &mut Vec<T>, mut item: impl FnMut(&mut Self, &mut T)) {
        let mut kept = 0;
        for entry in items.iter_mut() {
            let Some(left) = self.left.checked_sub(size_of::<u32>()).filter(|left| *left > 0) else {
                self.cut = true;
                break;
            };
            self.left = left;
            item(self, entry);
            kept += 1;
        }
        items.truncate(kept);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sdo_model::contract::detector::{Evidence, Severity, Unknown};

    fn finding(text: &str) -> Finding {
        Finding {
            severity: Severity::Info,
            summary: text.to_owned(),
            primary: 0,
            discriminator: String::new(),
            related: Vec::new(),
            effects: vec![1; 50],
            evidence: vec![
                Evidence {
                    object: 0,
                    path: "spec".to_owned(),
                    value: text.to_owned()
                };
                3
            ],
            next: Vec::new(),
            since: None,
            playbooks: Vec::new(),
            bindings: Vec::new(),
            metadata: Vec::new(),
        }
    }

    #[test]
    fn a_flood_is_cut_and_counted() {
        let unknown = Unknown {
            kind: "Pod".to_owned(),
            reason: String::new(),
        };
        let mut report = Report {
            findings: vec![finding("x"); 250],
            unknown: vec![unknown; 101],
        };
        let cut = cap(&mut report, &Limits::default());
        assert_eq!((report.findings.len(), report.unknown.len()), (100, 100));
        assert_eq!(
            cut,
            Cut {
                findings: 150,
                unknown: 1,
                shortened: 0
            }
        );
    }

    #[test]
    fn a_long_finding_keeps_its_beginning_and_stays_within_its_bytes() {
        let mut report = Report {
            findings: vec![finding(&"é".repeat(400))],
            unknown: Vec::new(),
        };
        let cut = cap(
            &mut report,
            &Limits {
                finding_bytes: 1_000,
                ..Limits::default()
            },
        );
        let finding = &report.findings[0];
        assert_eq!(cut.shortened, 1);
        assert_eq!(finding.summary.len(), 800);
        assert_eq!(finding.evidence.len(), 1);
        assert!(finding.evidence[0].value.ends_with(MARK) && finding.effects.is_empty());
    }
}
