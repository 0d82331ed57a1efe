//! The child process in which tests compile components; the real program re-executes itself instead.

fn main() -> std::process::ExitCode {
    sdo_sandbox::compile_child::main()
}
