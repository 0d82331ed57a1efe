//! What the API server was asked, by its own log.

use anyhow::{Context, Result};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs::File;
use std::io::{BufRead, BufReader, Seek, SeekFrom};
use std::path::PathBuf;

/// How others than the host name themselves.
const OTHERS: [&str; 3] = ["kubectl", "kube-", "kwok"];

/// A place in the log.
pub(crate) struct Audit {
    file: PathBuf,
    from: u64,
}

/// Requests by what was asked.
#[derive(Debug, Default)]
pub(crate) struct Requests {
    /// By verb and resource.
    pub(crate) by: BTreeMap<(String, String), u64>,
}

impl Audit {
    /// From now on; `None` when the cluster keeps no log that can be read.
    pub(crate) fn begin() -> Result<Option<Self>> {
        let Some(folder) = env::var_os("SDO_CLUSTER_DIR") else {
            return Ok(None);
        };
        let file = PathBuf::from(folder).join("audit.log");
        let from = std::fs::metadata(&file)
            .with_context(|| format!("read {}", file.display()))?
            .len();
        Ok(Some(Self { file, from }))
    }

    /// Requests of the host since then.
    pub(crate) fn requests(&self) -> Result<Requests> {
        let mut file = File::open(&self.file).context("open the audit log")?;
        file.seek(SeekFrom::Start(self.from))?;
        let mut requests = Requests::default();
        let mut seen = BTreeSet::new();
        for line in BufReader::new(file).lines() {
            // The last line may be half written.
            let Ok(event) = serde_json::from_str::<Value>(&line?) else {
                continue;
            };
            let text = |path: &str| event.pointer(path).and_then(Value::as_str).unwrap_or_default();
            // A watch is told when it begins and when it ends.
            let is_host = !OTHERS.iter().any(|other| text("/userAgent").starts_with(other));
            if is_host && seen.insert(text("/auditID").to_owned()) {
                let what = (text("/verb").to_owned(), text("/objectRef/resource").to_owned());
                *requests.by.entry(what).or_default() += 1;
            }
        }
        Ok(requests)
    }
}

impl Requests {
    /// All with that verb.
    pub(crate) fn with(&self, verb: &str) -> u64 {
        self.by
            .iter()
            .filter(|((one, _), _)| one == verb)
            .map(|(_, count)| count)
            .sum()
    }

    /// The most for one resource with that verb.
    pub(crate) fn most(&self, verb: &str) -> u64 {
        let of_verb = self.by.iter().filter(|((one, _), _)| one == verb);
        of_verb.map(|(_, count)| *count).max().unwrap_or_default()
    }
}
