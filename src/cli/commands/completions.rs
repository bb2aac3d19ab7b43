//! `hexmate completions SHELL`.

use std::io::Write;

use hexmate_batch::files::Output;

use crate::cli::args::{self, Completions};
use crate::cli::exit::{Failure, Status};

/// Writes the script.
pub fn run(args: &Completions) -> Result<Status, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut args::command(), "hexmate", &mut script);
    let mut output = Output::open(None)?;
    output.write_all(&script)?;
    output.finish()?;
    Ok(Status::Clean)
}
