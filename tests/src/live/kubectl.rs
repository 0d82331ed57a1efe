//! kubectl, on the cluster that `KUBECONFIG` names.

use anyhow::{Context, Result, bail};
use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;

/// How a program ended and what it said.
#[derive(Clone, Debug)]
pub struct Output {
    /// Exit code; `None` when a signal ended it.
    pub code: Option<i32>,
    /// Standard output.
    pub text: String,
    /// Standard error.
    pub errors: String,
}

/// Runs a program to its end.
///
/// # Errors
/// It cannot be started. How it ends is the caller's matter.
pub fn run(command: &mut Command, input: &str) -> Result<Output> {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("start {}", command.get_program().to_string_lossy()))?;
    let mut pipe = child.stdin.take().context("the input of a child")?;
    let input = input.to_owned();
    // Whoever reads nothing of its input is free to close it.
    let writer = thread::spawn(move || pipe.write_all(input.as_bytes()).is_ok());
    let output = child.wait_with_output().context("wait for a child")?;
    let _ = writer.join();
    Ok(Output {
        code: output.status.code(),
        text: String::from_utf8_lossy(&output.stdout).into_owned(),
        errors: String::from_utf8_lossy(&output.stderr).into_owned(),
    })
}

/// What `kubectl ARGUMENTS` prints.
///
/// # Errors
/// It fails; the message holds its own words.
pub fn kubectl(arguments: &[&str]) -> Result<String> {
    fed(arguments, "")
}

/// Applies manifests.
///
/// # Errors
/// As [`kubectl`].
pub fn apply(manifests: &str) -> Result<String> {
    fed(&["apply", "-f", "-"], manifests)
}

fn fed(arguments: &[&str], input: &str) -> Result<String> {
    let output = run(Command::new("kubectl").args(arguments), input)?;
    if output.code != Some(0) {
        bail!("kubectl {}: {}", arguments.join(" "), output.errors.trim());
    }
    Ok(output.text)
}
