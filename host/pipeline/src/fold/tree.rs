//! Groups of a forest given by parents.

use std::collections::BTreeSet;

/// A root and everything below it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// Index of the root.
    pub(super) root: usize,
    /// Indices below it, ascending.
    pub(super) members: Vec<usize>,
}

/// The groups of `parents`, by root. Where parents run in a circle, the first of the circle is its root.
pub(super) fn groups(parents: &[Option<usize>]) -> Vec<Group> {
    let roots: Vec<usize> = (0..parents.len()).map(|index| root(parents, index)).collect();
    let group = |root: usize| Group {
        root,
        members: roots
            .iter()
            .enumerate()
            .filter(|(index, of)| **of == root && *index != root)
            .map(|(index, _)| index)
            .collect(),
    };
    roots
        .iter()
        .copied()
        .collect::<BTreeSet<usize>>()
        .into_iter()
        .map(group)
        .collect()
}

fn root(parents: &[Option<usize>], from: usize) -> usize {
    let mut path = vec![from];
    let mut at = from;
    while let Some(parent) = parents.get(at).copied().flatten() {
        if let Some(start) = path.iter().position(|index| *index == parent) {
            return path
                .get(start..)
                .and_then(|circle| circle.iter().copied().min())
                .unwrap_or(parent);
        }
        path.push(parent);
        at = parent;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_below_a_root_is_in_its_group() {
        let groups = groups(&[None, Some(0), Some(1), None]);
        assert_eq!(
            groups,
            [
                Group {
                    root: 0,
                    members: vec![1, 2]
                },
                Group {
                    root: 3,
                    members: vec![]
                }
            ]
        );
    }

    #[test]
    fn a_circle_has_its_first_for_root_and_loses_nothing() {
        assert_eq!(
            groups(&[Some(2), Some(0), Some(1), Some(2)]),
            [Group {
                root: 0,
                members: vec![1, 2, 3]
            }]
        );
    }
}
