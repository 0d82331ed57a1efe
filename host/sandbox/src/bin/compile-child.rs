//! The compiling child as a program of its own, for tests; `sdo` re-executes itself instead.

fn main() -> std::process::ExitCode {
    sdo_sandbox::compile_child::main()
}
