//! Exit codes. They are API: scripts decide by them, `docs/exit-codes.md` lists them, a test compares the two.

/// Everything that was asked could be read, and nothing at or over `--fail-on` was found.
pub const CLEAN: u8 = 0;
/// At least one finding that is shown, or one open incident, is at or over `--fail-on`.
pub const FINDINGS: u8 = 1;
/// The command line, a path, a policy or a detector folder is wrong; nothing was checked. For `sdo doctor`: something is wrong.
pub const USAGE: u8 = 2;
/// Nothing at or over `--fail-on`, but some verdict is unknown: a kind was not readable, or a detector did not finish.
pub const PARTIAL: u8 = 3;
/// There was nothing to check: the input holds no Kubernetes objects, is damaged, or passed a limit; no cluster or host answers.
pub const NO_DATA: u8 = 4;
/// A fault in sdo itself.
pub const INTERNAL: u8 = 70;

/// Every code with its name and what it means, in order.
pub const ALL: &[(u8, &str, &str)] = &[
    (
        CLEAN,
        "clean",
        "everything that was asked could be read, and nothing at or over --fail-on was found",
    ),
    (
        FINDINGS,
        "findings",
        "at least one finding that is shown, or one open incident, is at or over --fail-on (default: critical)",
    ),
    (
        USAGE,
        "usage",
        "the command line, a path, a policy or a detector folder is wrong; nothing was checked",
    ),
    (
        PARTIAL,
        "partial",
        "no such finding, but a verdict is unknown: a kind was not readable or a detector did not finish",
    ),
    (
        NO_DATA,
        "no data",
        "nothing to check: no Kubernetes objects in the input, or it is damaged or too large, or the cluster or the host does not answer",
    ),
    (
        INTERNAL,
        "internal",
        "a fault in sdo itself; please report what it prints",
    ),
];

/// The codes as lines of `--help`.
pub(crate) fn help() -> String {
    let lines = ALL
        .iter()
        .map(|(code, name, meaning)| format!("  {code:>2}  {name:<9} {meaning}\n"));
    format!("Exit codes:\n{}", lines.collect::<String>())
}
