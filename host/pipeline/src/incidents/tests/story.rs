//! Stories: what is seen at which second, and what people are told.
//!
//! One line a round, `SECOND: WORDS -> TURNS`. A cause is a letter; it has a rule and a namespace of its own, `rule-a` and `ns-a`.
//! Times are seconds since [`START`].
//!
//! | word | meaning |
//! |---|---|
//! | `a` `a!` `a?` | a warning, a critical finding, advice |
//! | `a=text` | its summary is `text`; else it is `a stands` |
//! | `a*3` | three findings with the cause |
//! | `b(a)` | `b` stands, and `a` is folded under it |
//! | `quiet` | no rule ran again |
//! | `-a` | `rule-a` has no verdict; what is listed for it is old |
//! | `~a` | `rule-a` has not seen `ns-a` in full; what it lists is there |
//! | `xa` | `rule-a` is not loaded |
//! | `mute:a` | a suppression of `rule-a` |
//! | `window:10-20` | a maintenance window |
//! | `restart` | the engine is begun anew from its memory before this round |

use crate::incidents::{Engine, Memory, Mutes, Reach, Settings, Sight, Step, Suppression, Verdict, Window};
use sdo_model::finding::{Effect, Finding, ObjectName, Severity};
use std::collections::{BTreeMap, BTreeSet};

/// A Sunday in 2026.
pub(super) const START: i64 = 1_796_000_000;

/// A round's input.
#[derive(Clone, Debug, Default)]
pub(super) struct Scene {
    pub(super) at: i64,
    pub(super) findings: Vec<Finding>,
    pub(super) rules: BTreeMap<String, Verdict>,
    pub(super) mutes: Mutes,
    pub(super) restart: bool,
}

impl Scene {
    /// All rules ran, and nothing is wrong.
    pub(super) fn healthy(at: i64) -> Self {
        let rules = ["rule-a", "rule-b", "rule-c"].map(|rule| (rule.to_owned(), Verdict::ran()));
        Self {
            at: START + at,
            rules: rules.into(),
            ..Self::default()
        }
    }

    /// The scene of `second` and `words`.
    pub(super) fn of(second: i64, words: &str) -> Self {
        let mut scene = Self::healthy(second);
        let mut words: Vec<&str> = words.split_whitespace().collect();
        // Rules first: what else is said of them is laid over it.
        words.sort_by_key(|word| *word != "quiet");
        words.iter().for_each(|word| scene.word(word));
        scene
    }

    fn word(&mut self, word: &str) {
        let rule = |letters: &str| format!("rule-{letters}");
        if word == "quiet" {
            self.rules.values_mut().for_each(|verdict| verdict.ran = false);
        } else if word == "restart" {
            self.restart = true;
        } else if let Some(letter) = word.strip_prefix('-') {
            self.rules
                .insert(rule(letter), Verdict::none(format!("{letter} is forbidden")));
        } else if let Some(letter) = word.strip_prefix('~') {
            let reach = Reach::In(BTreeSet::from([format!("ns-{letter}")]));
            let verdict = self.rules.remove(&rule(letter)).unwrap();
            self.rules
                .insert(rule(letter), verdict.except(reach, format!("{letter} is partial")));
        } else if let Some(letter) = word.strip_prefix('x') {
            self.rules.remove(&rule(letter));
        } else if let Some(letter) = word.strip_prefix("mute:") {
            self.mutes.suppressions.push(Suppression {
                name: format!("known-{letter}"),
                rule: Some(rule(letter).as_str().into()),
                ..Suppression::default()
            });
        } else if let Some(span) = word.strip_prefix("window:") {
            let (from, until) = span.split_once('-').unwrap();
            self.mutes.windows.push(Window {
                name: "maintenance".to_owned(),
                from: START + from.parse::<i64>().unwrap(),
                until: START + until.parse::<i64>().unwrap(),
                ..Window::default()
            });
        } else {
            self.finding(word);
        }
    }

    fn finding(&mut self, word: &str) {
        let (word, summary) = match word.split_once('=') {
            Some((word, summary)) => (word, Some(summary)),
            None => (word, None),
        };
        let (letter, rest) = word.split_at(1);
        let mut finding = finding(letter, "0");
        finding.summary = summary.map_or(finding.summary, str::to_owned);
        if let Some(folded) = rest.strip_prefix('(') {
            finding.effects = vec![effect(&folded[..1])];
        }
        finding.severity = match rest {
            "!" => Severity::Critical,
            "?" => Severity::Info,
            _ => Severity::Warning,
        };
        let count = rest.strip_prefix('*').map_or(1, |count| count.parse().unwrap());
        for index in 0..count {
            let fingerprint = format!("{letter}{index}");
            self.findings.push(Finding {
                fingerprint,
                ..finding.clone()
            });
        }
    }
}

/// A warning about the cause `letter`.
pub(super) fn finding(letter: &str, print: &str) -> Finding {
    Finding {
        rule: format!("rule-{letter}"),
        severity: Severity::Warning,
        summary: format!("{letter} stands"),
        primary: object(letter),
        related: Vec::new(),
        evidence: Vec::new(),
        fingerprint: format!("{letter}{print}"),
        cause: letter.to_owned(),
        effects: Vec::new(),
        next: Vec::new(),
        since: None,
        playbooks: Vec::new(),
        bindings: Vec::new(),
        metadata: Vec::new(),
    }
}

/// What stands under another cause in place of the first finding of `letter`.
pub(super) fn effect(letter: &str) -> Effect {
    let folded = finding(letter, "0");
    Effect {
        object: folded.primary,
        rule: Some(folded.rule),
        severity: Some(folded.severity),
        summary: Some(folded.summary),
        fingerprint: Some(folded.fingerprint),
    }
}

fn object(letter: &str) -> ObjectName {
    ObjectName {
        kind: "Deployment".to_owned(),
        namespace: format!("ns-{letter}"),
        name: format!("app-{letter}"),
        group: "apps".to_owned(),
    }
}

/// Shows `scene` to `engine`.
pub(super) fn play(engine: &mut Engine, scene: &Scene) -> Step {
    let sight = Sight {
        findings: &scene.findings,
        rules: &scene.rules,
        mutes: &scene.mutes,
    };
    engine.round(&sight, scene.at)
}

/// An engine with the default settings and no memory.
pub(super) fn engine() -> Engine {
    Engine::new(Settings::default(), Memory::default())
}

/// The turns of a step: `1 opened, 2 closed`.
pub(super) fn turns(step: &Step) -> String {
    let turns: Vec<String> = step
        .entries
        .iter()
        .map(|entry| format!("{} {}", entry.incident.0, entry.turn.as_str()))
        .collect();
    turns.join(", ")
}

/// Plays a story and compares what is told, line by line.
pub(super) fn check(settings: &Settings, story: &str) {
    let mut engine = Engine::new(settings.clone(), Memory::default());
    let mut told = String::new();
    let lines: Vec<&str> = story.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    for line in &lines {
        let (seen, _) = line.split_once("->").unwrap();
        let (second, words) = seen.split_once(':').unwrap();
        let scene = Scene::of(second.trim().parse().unwrap(), words);
        if scene.restart {
            engine = Engine::new(settings.clone(), engine.memory().clone());
        }
        let step = play(&mut engine, &scene);
        told.push_str(format!("{seen}-> {}", turns(&step)).trim_end());
        told.push('\n');
    }
    assert_eq!(told, format!("{}\n", lines.join("\n")));
}
