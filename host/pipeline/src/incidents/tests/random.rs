//! Random histories of a small cluster, the same for the same seed.

use super::story::{START, Scene, effect, finding};
use crate::incidents::{Pattern, Reach, Suppression, Verdict, Window};
use sdo_model::finding::{Finding, Severity};
use std::collections::BTreeSet;

/// Causes of the cluster; the first three rules find two each.
const CAUSES: [&str; 6] = ["a", "b", "c", "d", "e", "f"];
const RULES: [&str; 3] = ["rule-a", "rule-b", "rule-c"];

/// How the clock runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Clocks {
    /// It never goes back.
    Forward,
    /// It may leap an hour either way.
    Leaping,
}

/// A xorshift generator.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `bound`.
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }

    pub(super) fn one_in(&mut self, bound: u64) -> bool {
        self.below(bound) == 0
    }

    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for index in (1..items.len()).rev() {
            items.swap(index, self.below(index as u64 + 1) as usize);
        }
    }
}

/// A cluster in which things break, heal, go out of sight and are muted.
pub(super) struct Cluster {
    random: Random,
    clocks: Clocks,
    now: i64,
    stands: [bool; CAUSES.len()],
    severity: [Severity; CAUSES.len()],
    verdicts: [u64; RULES.len()],
    folded: bool,
    muted: bool,
}

impl Cluster {
    pub(super) fn new(seed: u64, clocks: Clocks) -> Self {
        Self {
            random: Random::new(seed),
            clocks,
            now: 0,
            stands: [false; CAUSES.len()],
            severity: [Severity::Warning; CAUSES.len()],
            verdicts: [0; RULES.len()],
            folded: false,
            muted: false,
        }
    }

    /// What is seen next.
    pub(super) fn scene(&mut self) -> Scene {
        self.pass();
        self.change();
        let mut scene = Scene {
            at: START + self.now,
            findings: self.findings(),
            ..Scene::default()
        };
        for (rule, verdict) in RULES.iter().zip(self.verdicts) {
            if let Some(verdict) = verdict_of(verdict, self.random.one_in(2), scene.at) {
                scene.rules.insert((*rule).to_owned(), verdict);
            }
        }
        if self.muted {
            scene.mutes.suppressions.push(Suppression {
                name: "known".to_owned(),
                rule: Some(Pattern::from("rule-a")),
                until: self.random.one_in(3).then_some(scene.at + 50),
                ..Suppression::default()
            });
        }
        scene.mutes.windows.push(Window {
            name: "maintenance".to_owned(),
            from: START + 1_000,
            until: START + 2_000,
            namespaces: vec![Pattern::from("ns-b")],
            rules: Vec::new(),
        });
        scene
    }

    fn pass(&mut self) {
        let leaps = self.clocks == Clocks::Leaping;
        self.now += match self.random.below(40) {
            0 => 3_600,
            1 | 2 if leaps => -3_600,
            3 => 400,
            4..=8 => 0,
            _ => self.random.below(12) as i64,
        };
    }

    fn change(&mut self) {
        for index in 0..CAUSES.len() {
            self.stands[index] ^= self.random.one_in(7);
            if self.random.one_in(15) {
                self.severity[index] =
                    [Severity::Info, Severity::Warning, Severity::Critical][self.random.below(3) as usize];
            }
        }
        for verdict in &mut self.verdicts {
            if self.random.one_in(12) {
                *verdict = self.random.below(9);
            }
        }
        self.folded ^= self.random.one_in(10);
        self.muted ^= self.random.one_in(20);
    }

    fn findings(&mut self) -> Vec<Finding> {
        let mut findings = Vec::new();
        for (index, cause) in CAUSES.iter().enumerate().filter(|(index, _)| self.stands[*index]) {
            for print in 0..=self.random.below(3) {
                let mut finding = finding(cause, &print.to_string());
                finding.rule = RULES[index % RULES.len()].to_owned();
                finding.severity = self.severity[index];
                findings.push(finding);
            }
        }
        if self.folded && findings.iter().any(|finding| finding.cause == "b") {
            findings.retain(|finding| finding.cause != "a");
            let causes = findings.iter_mut().filter(|finding| finding.cause == "b");
            causes.for_each(|finding| finding.effects = vec![effect("a")]);
        }
        findings
    }
}

fn verdict_of(number: u64, ran: bool, at: i64) -> Option<Verdict> {
    let verdict = Verdict { ran, gap: None };
    match number {
        0 => Some(Verdict::none("Pod: forbidden")),
        1 => Some(verdict.except(Reach::everywhere(), "Pod: partial")),
        2 => Some(verdict.except(Reach::In(BTreeSet::from(["ns-a".to_owned()])), "ns-a: forbidden")),
        3 => None,
        4 => Some(verdict.except_since(Reach::everywhere(), "Secret: forbidden", at - 30)),
        _ => Some(verdict),
    }
}
