//! No panic reaches a user: whatever goes wrong inside, they get a sentence, what to report, and a documented exit code.

use crate::exit;
use sdo_pipeline::one_line;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

/// Bytes of the message that is shown.
const MAX_MESSAGE: usize = 500;

/// What the last panic said. The sandbox contains panics of its host functions, so a panic alone is no reason to say anything.
static LAST: Mutex<String> = Mutex::new(String::new());

/// Runs `work`; a panic that nobody contained becomes an apology.
pub(crate) fn contained(work: impl FnOnce() -> u8) -> ExitCode {
    panic::set_hook(Box::new(remember));
    let code = panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        apologise();
        exit::INTERNAL
    });
    ExitCode::from(code)
}

fn remember(info: &PanicHookInfo<'_>) {
    let payload = info.payload();
    let text = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    let place = info
        .location()
        .map(|place| format!("{}:{}", place.file(), place.line()))
        .unwrap_or_default();
    let message = one_line(&format!("{} at {place}", text.unwrap_or("no message")), MAX_MESSAGE);
    *LAST.lock().unwrap_or_else(PoisonError::into_inner) = message;
}

fn apologise() {
    let message = LAST.lock().unwrap_or_else(PoisonError::into_inner).clone();
    eprintln!("error: sdo ran into a fault of its own, sorry. Nothing was changed anywhere.");
    eprintln!("  {message}");
    eprintln!(
        "  please report this line, `sdo version` and the command, without the dump, at {}/issues",
        env!("CARGO_PKG_REPOSITORY")
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_exit_code() {
        let code = contained(|| panic!("boom\nsecond line"));
        let _ = panic::take_hook();
        assert_eq!(format!("{code:?}"), format!("{:?}", ExitCode::from(exit::INTERNAL)));
        assert!(LAST.lock().unwrap().starts_with("boom\\nsecond line at "));
    }
}
