//! The program `hexmate`; its commands are in [`cli`].

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(cli::run_with(std::env::args_os()))
}
