//! The `sdo` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    sdo::main()
}
