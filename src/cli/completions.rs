//! `hexmate completions SHELL`.

use std::io::Write;

use hexmate_batch::files::Output;

use crate::cli::args;
use crate::cli::exit::{Failure, Status};

/// Write a script with which a shell completes the arguments.
#[derive(clap::Args, Debug)]
pub struct Completions {
    /// The shell.
    #[arg(value_name = "SHELL")]
    pub shell: clap_complete::Shell,
}

/// Writes the script.
pub fn run(args: &Completions) -> Result<Status, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut args::command(), "hexmate", &mut script);
    let mut output = Output::open(None)?;
    output.write_all(&script)?;
    output.finish()?;
    Ok(Status::Clean)
}
