//! The program: arguments in, exit status out. What is done is in `commands`.
//!
//! ```text
//! main ─▶ args ─▶ perform ─▶ commands::perft, moves, …
//!                              └▶ run ─▶ hexmate_batch, log ─▶ output      interrupt, progress beside it
//! ```
//!
//! A new command is a file in `commands` with a `run`, a variant of
//! [`Command`], and an arm in [`perform`]. One over records is a `Task` and a `Sink`, see `run.rs`.

mod args;
mod commands;
mod context;
mod diagnostic;
mod exit;
mod interrupt;
mod progress;
mod run;

use std::ffi::OsString;
use std::io::{self, Write};

use args::{Args, Command, PerftTask};
use context::Context;
use diagnostic::Color;
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
        Err(error) if status == Status::Clean => Failure::from(error).report(Color::Auto) as u8,
        _ => status as u8,
    }
}

fn run(args: &Args) -> Status {
    match Interrupt::listen().and_then(|interrupt| Context::new(args, interrupt)) {
        Ok(context) => context.end(perform(&args.command, &context)),
        Err(failure) => failure.report(args.common.manner.color.into()),
    }
}

/// Does what a command says.
fn perform(command: &Command, context: &Context<'_>) -> Result<Status, Failure> {
    match command {
        Command::Perft(perft) => match perft.task() {
            PerftTask::Verify(verify) => commands::verify::run(&verify, context),
            PerftTask::Count(count) => commands::perft::run(&count, context),
            PerftTask::Compare(compare) => commands::compare::run(&compare, context),
        },
        Command::Moves(moves) => commands::moves::run(moves, context),
        Command::Validate(validate) => commands::validate::run(validate, context),
        Command::Solve(solve) => commands::solve::run(solve, context),
        Command::VerifyCertificate(verify) => commands::verify_certificate::run(verify, context),
        Command::Mine(mine) => commands::mine::run(mine, context),
        Command::Merge(merge) => commands::merge::run(merge, context),
        Command::Convert(convert) => commands::convert::run(convert, context),
        Command::Select(select) => commands::select::run(select, context),
        Command::Stats(stats) => commands::stats::run(stats, context),
        Command::Play(play) => commands::play::run(play, context),
        Command::Diagram(diagram) => commands::diagram::run(diagram, context),
        Command::Compose(compose) => commands::compose::run(compose, context),
        Command::Endgame(endgame) => commands::endgame::run(endgame, context),
        Command::Help(help) => commands::help::run(help),
        Command::Completions(completions) => commands::completions::run(completions),
        Command::Man(man) => commands::man::run(man),
    }
}
