//! Recorded dumps of healthy clusters, where `SDO_CORPUS` names a folder that holds them.

use crate::bench::Bench;
use sdo_snapshot::load::{Input, load};
use std::path::PathBuf;
use std::sync::Arc;

#[test]
fn healthy_clusters_have_no_critical_finding() {
    let Some(corpus) = std::env::var_os("SDO_CORPUS").map(PathBuf::from) else {
        eprintln!("skipped: SDO_CORPUS is not set");
        return;
    };
    for dump in [
        "must-gather-azure.tar.xz",
        "must-gather-metal.tar.xz",
        "support-bundle-k3s-1.24.tar.gz",
        "support-bundle-k3s-1.31.tar.gz",
    ] {
        let mut builder = sdo_snapshot::Builder::new(dump);
        load(vec![Input::Path(corpus.join(dump))], &mut builder, &Default::default()).expect("a dump");
        let round = Bench::get().round_of_all(Arc::new(builder.finish()));
        let critical: Vec<_> = round
            .findings
            .iter()
            .filter(|finding| finding.severity == sdo_model::finding::Severity::Critical)
            .collect();
        assert!(critical.is_empty(), "{dump}: {critical:#?}");
        assert!(
            round.detectors.iter().all(|run| run.status.is_good()),
            "{dump}: {:#?}",
            round.detectors
        );
    }
}
