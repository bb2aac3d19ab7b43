//! The program: arguments in, exit status out.
//!
//! ```text
//! main ─▶ args ─▶ perform ─▶ perft, moves, solve, …
//!                              └▶ run ─▶ hexmate_batch, log ─▶ output      interrupt, progress beside it
//! ```
//!
//! A command has a file or folder of its own with its arguments and its `run`; it is a variant of [`Command`] and an
//! arm in [`perform`]. One over records is a `Task` and a `Sink`, see `run.rs`. Argument groups of several commands
//! are in `shared`.

mod args;
mod completions;
mod compose;
mod context;
mod convert;
mod diagnostic;
mod diagram;
mod endgame;
mod exit;
mod help;
mod interrupt;
mod man;
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
mod validate;
mod verify_certificate;

use std::ffi::OsString;
use std::io::{self, Write};

use args::{Args, Command};
use context::Context;
use exit::{Failure, Status};
use interrupt::Interrupt;

/// Does what the arguments say, the name of the program before them, and gives the status to end with.
///
/// Whoever starts the program in a process of another kind, as Python does, comes in here.
pub fn run_with(words: impl Iterator<Item = OsString>) -> u8 {
    std::panic::set_hook(Box::new(|panic| diagnostic::say_in_lines(panic)));
    let status = Args::read(words).map_or_else(|status| status, |args| run(&args));
    // Most is flushed where it is written; a process of another kind does not end with this function.
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

/// Does what a command says.
fn perform(command: &Command, context: &Context<'_>) -> Result<Status, Failure> {
    match command {
        Command::Perft(args) => match args.task() {
            perft::PerftTask::Verify(verify) => perft::verify::run(&verify, context),
            perft::PerftTask::Count(count) => perft::count::run(&count, context),
            perft::PerftTask::Compare(compare) => perft::compare::run(&compare, context),
        },
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
        Command::Diagram(args) => diagram::run(args, context),
        Command::Compose(args) => compose::run(args, context),
        Command::Endgame(args) => endgame::run(args, context),
        Command::Help(args) => help::run(args),
        Command::Completions(args) => completions::run(args),
        Command::Man(args) => man::run(args),
    }
}
