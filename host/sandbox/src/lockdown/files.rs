//! Landlock: the kernel keeps files, TCP, and what belongs to other processes from the child, whatever call asks for it.
//!
//! Where the filter of system calls is in force nothing gets this far; this is the wall behind it, and the one that is left where a
//! container's runtime refuses filters.

use super::Landlock;
use landlock::{ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, RulesetCreated, RulesetStatus, Scope};

/// What is asked of the kernel. Later versions add nothing that the child could reach: Unix sockets by path and UDP need system calls
/// that are gone.
const ASKED: ABI = ABI::V6;

/// Handles every access and allows none: only what is open already can be used. Sets `no_new_privs`, also where there is no Landlock.
pub(super) fn restrict() -> Landlock {
    let status = Ruleset::default()
        .handle_access(AccessFs::from_all(ASKED))
        .and_then(|ruleset| ruleset.handle_access(AccessNet::from_all(ASKED)))
        .and_then(|ruleset| ruleset.scope(Scope::from_all(ASKED)))
        .and_then(Ruleset::create)
        .and_then(RulesetCreated::restrict_self);
    match status.map(|status| status.ruleset) {
        Ok(RulesetStatus::FullyEnforced) => Landlock::Full,
        Ok(RulesetStatus::PartiallyEnforced) => Landlock::Partial,
        Ok(RulesetStatus::NotEnforced) | Err(_) => Landlock::Missing,
    }
}
