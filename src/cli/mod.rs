//! The command-line program: parses the arguments, runs a command, returns the exit status.
//!
//! ```text
//! main ─▶ args ─▶ perform ─▶ perft, moves, solve, …
//!                              └▶ run ─▶ hexmate_batch, log ─▶ output      interrupt, progress beside it
//! ```
//!
//! Each command has a module with its arguments and its function `run`; it is a variant of [`Command`] and an arm of
//! [`perform`]. A command over many records is a `Task` and a `Sink`, see `run.rs`. `shared` has the arguments that
//! several commands use; `folder` lists the files of a folder.

mod analyse;
mod args;
mod completions;
mod compose;
mod context;
mod convert;
mod diagnostic;
mod diagram;
mod endgame;
mod exit;
mod folder;
mod help;
mod interrupt;
mod man;
mod matches;
mod merge;
mod mine;
mod moves;
mod options;
mod outputs;
mod pages;
mod perft;
mod play;
mod positions;
mod progress;
mod run;
mod select;
mod shared;
mod solve;
mod stats;
mod uci;
mod validate;
mod verify_certificate;

use std::ffi::OsString;
use std::io::{self, Write};

use args::{Args, Command};
use context::Context;
use exit::{Failure, Status};
use interrupt::Interrupt;

/// Runs a command line, which begins with the name of the program, and returns the exit status.
///
/// Also the entry point for other processes that contain the program, such as Python.
pub fn run_with(words: impl Iterator<Item = OsString>) -> u8 {
    std::panic::set_hook(Box::new(|panic| diagnostic::print_note_lines(panic)));
    let status = Args::read(words).map_or_else(|status| status, |args| run(&args));
    // Another process, such as Python, does not end after this function, so flush here.
    match io::stdout().flush() {
        Err(error) if status == Status::Clean => Failure::from(error).report() as u8,
        _ => status as u8,
    }
}

fn run(args: &Args) -> Status {
    match Interrupt::listen().and_then(|interrupt| Context::new(args, interrupt)) {
        Ok(context) => context.end(perform(&args.command, &context)),
        Err(failure) => failure.report(),
    }
}

/// Runs a command.
fn perform(command: &Command, context: &Context<'_>) -> Result<Status, Failure> {
    match command {
        Command::Perft(args) => perft::run(args, context),
        Command::Moves(args) => moves::run(args, context),
        Command::Validate(args) => validate::run(args, context),
        Command::Solve(args) => solve::run(args, context),
        Command::VerifyCertificate(args) => verify_certificate::run(args, context),
        Command::Mine(args) => mine::run(args, context),
        Command::Merge(args) => merge::run(args, context),
        Command::Convert(args) => convert::run(args, context),
        Command::Select(args) => select::run(args, context),
        Command::Stats(args) => stats::run(args, context),
        Command::Play(args) => play::run(args, context),
        Command::Uci(args) => uci::run(args, context),
        Command::Analyse(args) => analyse::run(args, context),
        Command::Match(args) => matches::run(args, context),
        Command::Diagram(args) => diagram::run(args, context),
        Command::Compose(args) => compose::run(args, context),
        Command::Endgame(args) => endgame::run(args, context),
        Command::Help(args) => help::run(args, args::command()),
        Command::Completions(args) => completions::run(args, args::command()),
        Command::Man(args) => man::run(args, args::command()),
    }
}
