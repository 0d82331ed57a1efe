//! The program as a plugin of kubectl: called as `kubectl-sdo` it is `kubectl sdo`, and called as `kubectl_complete-sdo` it completes
//! what is typed after that.

use crate::args::Arguments;
use crate::exit;
use clap::{Arg, ArgAction, Command, CommandFactory, FromArgMatches};
use std::env;
use std::ffi::OsString;
use std::io::Write;
use std::path::Path;

/// The file name by which kubectl finds a plugin `sdo`.
const PLUGIN: &str = "kubectl-sdo";
/// The file name by which kubectl finds what completes it.
const COMPLETION: &str = "kubectl_complete-sdo";
/// Ends an answer: what is a file name, the shell completes.
const FILES: &str = ":0\n";
/// Ends an answer: there is no more than this.
const NO_FILES: &str = ":4\n";

/// What people type to call the program.
pub(crate) fn name() -> &'static str {
    match called_as(PLUGIN) {
        true => "kubectl sdo",
        false => "sdo",
    }
}

/// Parses the command line; usage and errors name the program as it was called.
///
/// # Errors
/// clap's, to be printed.
pub(crate) fn arguments() -> Result<Arguments, clap::Error> {
    let mut command = Arguments::command();
    if called_as(PLUGIN) {
        command = command.bin_name(name());
    }
    let matches = command.try_get_matches_from_mut(env::args_os())?;
    Arguments::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// Answers kubectl when it asks what may be typed; `None` when it does not.
pub(crate) fn completion() -> Option<u8> {
    if !called_as(COMPLETION) {
        return None;
    }
    let words: Vec<String> = env::args_os()
        .skip(1)
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    // Nobody to complain to: a shell shows nothing of it.
    let _ = std::io::stdout().write_all(complete(&words).as_bytes());
    Some(exit::CLEAN)
}

fn called_as(name: &str) -> bool {
    let first: Option<OsString> = env::args_os().next();
    first.is_some_and(|first| Path::new(&first).file_name().is_some_and(|file| file == name))
}

/// What the last of `words` may become, as kubectl reads it: a word and its meaning a line, and what the shell may add.
fn complete(words: &[String]) -> String {
    let mut root = Arguments::command();
    root.build();
    let Some((last, before)) = words.split_last() else {
        return NO_FILES.to_owned();
    };
    let (command, open) = place(&root, before);
    let mut found: Vec<(String, String)> = match open {
        Some(option) => values(option),
        None if last.starts_with('-') => options(command),
        None => subcommands(command),
    };
    let takes_file = match open {
        Some(option) => found.is_empty() && takes_value(option),
        None => !last.starts_with('-') && command.get_positionals().next().is_some(),
    };
    found.retain(|(word, _)| word.starts_with(last.as_str()));
    let lines: String = found.iter().map(|(word, about)| format!("{word}\t{about}\n")).collect();
    lines + if takes_file { FILES } else { NO_FILES }
}

/// The command that `words` lead to, and the option that still waits for its value.
fn place<'c>(root: &'c Command, words: &[String]) -> (&'c Command, Option<&'c Arg>) {
    let (mut command, mut open) = (root, None);
    for word in words {
        if open.take().is_some() {
            continue;
        }
        match word.strip_prefix("--").or_else(|| word.strip_prefix('-')) {
            Some(name) if !name.contains('=') => open = option(command, name).filter(|option| takes_value(option)),
            Some(_) => {}
            None => command = command.find_subcommand(word).unwrap_or(command),
        }
    }
    (command, open)
}

fn option<'c>(command: &'c Command, name: &str) -> Option<&'c Arg> {
    let is_named =
        |arg: &&Arg| arg.get_long() == Some(name) || arg.get_short().is_some_and(|short| name == short.to_string());
    command.get_arguments().find(is_named)
}

fn takes_value(option: &Arg) -> bool {
    matches!(option.get_action(), ArgAction::Set | ArgAction::Append)
}

fn values(option: &Arg) -> Vec<(String, String)> {
    let values = option.get_possible_values().into_iter();
    values
        .map(|value| (value.get_name().to_owned(), about(value.get_help())))
        .collect()
}

fn options(command: &Command) -> Vec<(String, String)> {
    let shown = command.get_arguments().filter(|arg| !arg.is_hide_set());
    shown
        .filter_map(|arg| Some((format!("--{}", arg.get_long()?), about(arg.get_help()))))
        .collect()
}

fn subcommands(command: &Command) -> Vec<(String, String)> {
    let shown = command.get_subcommands().filter(|sub| !sub.is_hide_set());
    shown
        .map(|sub| (sub.get_name().to_owned(), about(sub.get_about())))
        .collect()
}

/// The first line of a help text.
fn about(help: Option<&clap::builder::StyledStr>) -> String {
    let text = help.map(ToString::to_string).unwrap_or_default();
    text.lines().next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn completed(words: &[&str]) -> String {
        complete(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn commands_options_and_values_are_completed_where_they_belong() {
        let inc = completed(&["inc"]);
        assert!(
            inc.starts_with("incidents\t") && inc.ends_with("\n:4\n") && inc.lines().count() == 2,
            "{inc}"
        );
        assert_eq!(completed(&["incidents", "sh"]).split('\t').next(), Some("show"));
        assert_eq!(completed(&["incidents", "--sta"]).split('\t').next(), Some("--stage"));
        assert_eq!(
            completed(&["incidents", "--stage", "cl"]).split('\t').next(),
            Some("closed")
        );
        assert_eq!(
            completed(&["incidents", "watch", "-o", "j"]).split('\t').next(),
            Some("json")
        );
        assert!(completed(&["--color", "never", "status", "--fail"]).starts_with("--fail-on\t"));
    }

    #[test]
    fn files_are_left_to_the_shell() {
        assert_eq!(completed(&["check", ""]), FILES);
        assert_eq!(completed(&["doctor", "--config", "sdo.y"]), FILES);
        assert_eq!(completed(&["status", "x"]), NO_FILES);
        assert_eq!(completed(&[]), NO_FILES);
    }
}
