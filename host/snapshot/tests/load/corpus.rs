//! Real dumps, where the machine has them: the folder that `SDO_CORPUS` names.

use crate::recorder::{Recorder, record};
use sdo_model::State;
use sdo_snapshot::load::{ClockSource, Input, Summary, VersionOf};
use std::path::PathBuf;

/// Loads a file of the corpus; says so and gives nothing when there is no corpus.
fn corpus(file: &str) -> Option<(Recorder, Summary)> {
    let Some(folder) = std::env::var_os("SDO_CORPUS") else {
        eprintln!("skipped {file}: SDO_CORPUS is not set");
        return None;
    };
    let (recorder, outcome) = record(vec![Input::Path(PathBuf::from(folder).join(file))]);
    Some((recorder, outcome.expect("a dump of the corpus loads")))
}

fn count(recorder: &Recorder, kind: &str) -> usize {
    recorder
        .objects
        .iter()
        .filter(|object| object.starts_with(&format!("{kind} ")))
        .count()
}

#[test]
fn must_gathers_load_with_partial_coverage() {
    for (file, nodes) in [("must-gather-azure.tar.xz", 6), ("must-gather-metal.tar.xz", 6)] {
        let Some((recorder, summary)) = corpus(file) else {
            return;
        };
        assert_eq!(count(&recorder, "Node"), nodes, "{file}");
        assert!(count(&recorder, "Pod") > 240, "{file}: {}", count(&recorder, "Pod"));
        assert!(summary.objects > 2_000, "{file}: {}", summary.objects);
        assert_eq!(recorder.state("Node"), Some(State::Complete));
        assert_eq!(recorder.state("Pod"), Some(State::Partial));
        assert_eq!(recorder.state_in("Pod", "openshift-etcd"), Some(State::Complete));
        assert_eq!(recorder.state("ClusterRole"), Some(State::Partial));
        assert_eq!(recorder.state("ValidatingWebhookConfiguration"), Some(State::Complete));
        assert_eq!(recorder.state("NetworkPolicy"), None);
        assert!(
            recorder
                .clocks
                .iter()
                .any(|(source, _)| *source == ClockSource::Collector)
        );
        assert!(
            recorder.versions.iter().any(|(of, _)| *of == VersionOf::OpenShift),
            "{:?}",
            recorder.versions
        );
        assert!(recorder.problems.is_empty(), "{:?}", recorder.problems);
    }
}

#[test]
fn support_bundles_load_complete() {
    for (file, version) in [
        ("support-bundle-k3s-1.24.tar.gz", "v1.24"),
        ("support-bundle-k3s-1.31.tar.gz", "v1.31"),
    ] {
        let Some((recorder, _)) = corpus(file) else { return };
        for kind in [
            "Pod",
            "Node",
            "Deployment",
            "PersistentVolumeClaim",
            "NetworkPolicy",
            "PodDisruptionBudget",
            "Namespace",
        ] {
            assert_eq!(recorder.state(kind), Some(State::Complete), "{file} {kind}");
        }
        assert_eq!(recorder.state("Secret"), None, "{file}");
        assert!(
            recorder.versions.iter().any(|(_, found)| found.starts_with(version)),
            "{file}"
        );
        assert!(recorder.problems.is_empty(), "{:?}", recorder.problems);
        assert!(count(&recorder, "IngressRoute") > 0, "{file}");
    }
}
