//! What a load saw, and which error it is when there was nothing to check.

use super::error::LoadError;
use super::text::counted;

/// Counts of one load.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Files and archive members that were read for objects.
    pub files: usize,
    /// JSON and YAML documents handed to the sink.
    pub documents: usize,
    /// Objects that the sink took, duplicates included.
    pub objects: usize,
    /// Documents that are no objects, or name neither their kind nor lie where it is known: by-products of collectors.
    pub ignored: usize,
    /// Files and documents that were broken, cut or skipped though they could have held objects.
    pub problems: usize,
}

/// Everything seen on the way.
#[derive(Debug, Default)]
pub(super) struct Seen {
    pub(super) files: usize,
    pub(super) documents: usize,
    pub(super) lists: usize,
    pub(super) objects: usize,
    pub(super) problems: usize,
    /// JSON or YAML that is no Kubernetes object.
    pub(super) other_documents: usize,
    /// Things with `metadata.name` of which neither they nor their path say the kind.
    pub(super) kindless: usize,
    /// A saved snapshot without any object was read.
    pub(super) saved_empty: bool,
    /// A saved snapshot that this program cannot read at all.
    pub(super) newer: Option<LoadError>,
    pub(super) old_format: Option<String>,
    pub(super) first_problem: Option<(String, String)>,
    /// A file that the user named and that gave nothing, and what it seems to be.
    pub(super) looks_like: Option<(String, &'static str)>,
}

impl Seen {
    /// The counts, or why there is nothing to check in `path`.
    pub(super) fn outcome(self, path: &str) -> Result<Summary, LoadError> {
        if let Some(newer) = self.newer {
            return Err(newer);
        }
        if self.objects > 0 || (self.saved_empty && self.problems == 0) {
            return Ok(Summary {
                files: self.files,
                documents: self.documents,
                objects: self.objects,
                ignored: self.other_documents + self.kindless,
                problems: self.problems,
            });
        }
        if let Some(path) = self.old_format {
            return Err(LoadError::OldClusterInfo { path });
        }
        if let Some((path, what)) = self.first_problem {
            return Err(LoadError::Damaged { path, what });
        }
        let nothing_parsed = self.lists + self.kindless == 0;
        match self.looks_like {
            Some((path, looks_like)) if nothing_parsed => Err(LoadError::Unsupported {
                path,
                looks_like: looks_like.to_owned(),
            }),
            _ => Err(LoadError::Empty {
                path: path.to_owned(),
                why: self.why_empty(),
            }),
        }
    }

    fn why_empty(&self) -> String {
        match self {
            Seen { files: 0, .. } => "no file in it can hold any".to_owned(),
            Seen { lists, .. } if *lists > 0 => format!("{} without any item", counted(*lists, "list")),
            Seen { kindless, .. } if *kindless > 0 => {
                format!("{} with a name but no kind", counted(*kindless, "document"))
            }
            _ => format!(
                "{} with {} of some other sort",
                counted(self.files, "file"),
                counted(self.other_documents, "document")
            ),
        }
    }
}
