//! Writing to the terminal: colour where it is wanted, and no complaint when the reader has gone.

use crate::args::{Color, ColorWhen};
use crate::exit;
use crate::failure::Failure;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use std::io::{self, ErrorKind, Write};

/// Narrowest and widest text; a summary of more than 110 columns is hard to read.
const WIDTHS: std::ops::RangeInclusive<usize> = 40..=110;
/// Width where there is no terminal.
const NO_TERMINAL: usize = 100;

/// How wide a text may be.
pub(crate) fn width() -> usize {
    use std::io::IsTerminal;
    match io::stdout().is_terminal() {
        true => textwrap::termwidth().clamp(*WIDTHS.start(), *WIDTHS.end()),
        false => NO_TERMINAL,
    }
}

/// Prints `text`, which may carry styles, to standard output.
pub(crate) fn print(text: &str, color: &Color) -> Result<(), Failure> {
    // `sdo check ... | head` is no error.
    is_read(text, color).map(|_| ())
}

/// Prints `text` as [`print`] does; false when the reader has gone, so that nobody waits for more.
pub(crate) fn is_read(text: &str, color: &Color) -> Result<bool, Failure> {
    let mut stream = AutoStream::new(io::stdout().lock(), choice(color));
    match stream.write_all(text.as_bytes()).and_then(|()| stream.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(Failure::internal(
            anyhow::Error::new(error).context("write to standard output"),
        )),
        Ok(()) => Ok(true),
    }
}

/// Prints a failure to standard error. Nothing can be done when that does not work.
pub(crate) fn error(failure: &Failure, color: &Color) {
    let style = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
    let mut stream = AutoStream::new(io::stderr().lock(), choice(color));
    let _ = writeln!(stream, "{style}error:{style:#} {failure}");
}

/// Prints a note to standard error.
pub(crate) fn note(text: &str, color: &Color) {
    let style = Style::new().bold().fg_color(Some(AnsiColor::Yellow.into()));
    let mut stream = AutoStream::new(io::stderr().lock(), choice(color));
    let _ = writeln!(stream, "{style}note:{style:#} {text}");
}

/// Prints what clap has to say: help, a version, or what is wrong with the command line.
pub(crate) fn usage(error: &clap::Error) -> u8 {
    let _ = error.print();
    if error.use_stderr() { exit::USAGE } else { exit::CLEAN }
}

fn choice(color: &Color) -> ColorChoice {
    match (color.no_color, color.when) {
        (true, _) | (false, ColorWhen::Never) => ColorChoice::Never,
        (false, ColorWhen::Always) => ColorChoice::Always,
        (false, ColorWhen::Auto) => ColorChoice::Auto,
    }
}
