//! The cluster: whether it answers, what time it is there, and whether what the detectors read may be read.

use super::report::Check;
use crate::kubectl;
use crate::render::text::count;
use sdo_live::{KindLook, Look, ReadError, Target, Wanted, look};
use sdo_model::State;

/// Seconds by which two clocks may differ: certificates and tokens are given for minutes.
const MAX_SKEW: u64 = 60;
/// Kinds that are named with what is the matter; it is mostly the same for all.
const MAX_REASONS: usize = 2;
/// Kinds that are named besides.
const MAX_KINDS: usize = 8;

const SERVER: &str = "cluster";
const CLOCK: &str = "clock";
const KINDS: &str = "permissions";

/// What was found, and what the store is to be compared with.
pub(super) struct Cluster {
    pub(super) checks: Vec<Check>,
    /// Address of the server, as far as it is known.
    pub(super) server: Option<String>,
    /// Whether it answers.
    pub(super) answers: bool,
    /// Uid of the cluster, when it answers and that may be read.
    pub(super) uid: Option<String>,
}

/// Looks at the cluster; without `wanted` nothing is asked of kinds.
pub(super) fn examine(target: &Target, wanted: Option<&Wanted>) -> Cluster {
    match look(target, &wanted.cloned().unwrap_or_default()) {
        Ok(look) => seen(look, wanted.is_some()),
        Err(error) => unseen(&error),
    }
}

fn seen(look: Look, is_asked: bool) -> Cluster {
    let version = look
        .version
        .as_deref()
        .unwrap_or("of a version that it keeps to itself");
    let server = Check::ok(SERVER, format!("{} answers, Kubernetes {version}", look.server));
    let kinds = match is_asked {
        true => kinds(&look.kinds),
        false => Check::skipped(KINDS, "without detectors nothing is read"),
    };
    Cluster {
        checks: vec![server, clock(look.ahead), kinds],
        server: Some(look.server),
        answers: true,
        uid: look.uid,
    }
}

fn unseen(error: &ReadError) -> Cluster {
    let check = Check::fail(SERVER, error.to_string());
    let check = match error {
        ReadError::Configuration(_) => {
            check.with("name one by --kubeconfig and --context, KUBECONFIG, or cluster.kubeconfig and cluster.context of the configuration")
        }
        _ => check.with("see whether `kubectl version` with the same kubeconfig and context gets an answer"),
    };
    let skipped = |name| Check::skipped(name, "the cluster has to answer first");
    Cluster {
        checks: vec![check, skipped(CLOCK), skipped(KINDS)],
        server: match error {
            ReadError::Unreachable { server, .. } => Some(server.clone()),
            _ => None,
        },
        answers: false,
        uid: None,
    }
}

fn clock(ahead: Option<i64>) -> Check {
    let Some(ahead) = ahead else {
        return Check::skipped(CLOCK, "the API server does not say what time it is");
    };
    let told = match ahead {
        -1..=1 => "the API server's and this machine's agree".to_owned(),
        2.. => format!("the API server's is {ahead} s ahead of this machine's"),
        _ => format!("the API server's is {} s behind this machine's", ahead.unsigned_abs()),
    };
    match ahead.unsigned_abs() > MAX_SKEW {
        false => Check::ok(CLOCK, told),
        true => Check::warn(
            CLOCK,
            format!("{told}; ages are told by the cluster's clock, tokens and certificates end early or late"),
        )
        .with("let both follow the same time servers; `timedatectl` says whether this machine does"),
    }
}

fn kinds(kinds: &[KindLook]) -> Check {
    let of = |state: State| kinds.iter().filter(move |kind| kind.state == state);
    let refused = of(State::Forbidden).count() + of(State::Partial).count();
    let absent = of(State::Missing).count();
    let all = kinds.len();
    if refused + absent == 0 {
        return Check::ok(
            KINDS,
            format!(
                "every kind that the detectors read may be listed and watched: {}",
                count(all, "kind")
            ),
        );
    }
    let bad: Vec<&KindLook> = kinds.iter().filter(|kind| kind.state != State::Complete).collect();
    let with_reason = bad
        .iter()
        .take(MAX_REASONS)
        .map(|kind| format!("{} ({})", kind.kind, kind.reason));
    let without = bad
        .iter()
        .skip(MAX_REASONS)
        .take(MAX_KINDS)
        .map(|kind| kind.kind.clone());
    let mut named: Vec<String> = with_reason.chain(without).collect();
    let more = bad.len().saturating_sub(MAX_REASONS + MAX_KINDS);
    if more > 0 {
        named.push(format!("{more} more"));
    }
    let told = format!(
        "{} of {} cannot be read completely: {}",
        refused + absent,
        count(all, "kind"),
        named.join(", ")
    );
    let check = Check::warn(KINDS, told);
    match refused {
        0 => check
            .with("what the API server does not serve needs no leave; detectors that need it stay without a verdict"),
        _ => check.with(format!(
            "give the user of this context what it lacks: {} policy rbac | kubectl apply -f -",
            kubectl::name()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::report::State as Mark;

    fn kind(name: &str, state: State) -> KindLook {
        KindLook {
            kind: name.to_owned(),
            state,
            reason: "no".to_owned(),
        }
    }

    #[test]
    fn clocks_may_differ_by_a_minute() {
        for (ahead, mark, told) in [
            (0, Mark::Ok, "agree"),
            (60, Mark::Ok, "60 s ahead"),
            (61, Mark::Warn, "61 s ahead"),
            (-3_600, Mark::Warn, "3600 s behind"),
        ] {
            let check = clock(Some(ahead));
            assert_eq!(check.state, mark, "{ahead}");
            assert!(check.about.contains(told), "{check:?}");
        }
        assert_eq!(clock(None).state, Mark::Skipped);
    }

    #[test]
    fn what_is_refused_can_be_granted_and_what_is_not_served_cannot() {
        let refused = kinds(&[
            kind("Pod", State::Complete),
            kind("Secret", State::Forbidden),
            kind("Job", State::Partial),
        ]);
        assert!(
            refused.state == Mark::Warn && refused.about.contains("2 of 3 kinds"),
            "{refused:?}"
        );
        assert!(
            refused.steps.iter().any(|step| step.contains("policy rbac")),
            "{refused:?}"
        );
        let absent = kinds(&[kind("Certificate.cert-manager.io", State::Missing)]);
        assert!(
            absent.steps.iter().all(|step| !step.contains("policy rbac")),
            "{absent:?}"
        );
        assert_eq!(kinds(&[kind("Pod", State::Complete)]).state, Mark::Ok);
    }
}
