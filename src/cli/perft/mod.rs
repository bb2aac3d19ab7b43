//! `hexmate perft`.

pub mod args;
pub mod compare;
pub mod count;
pub mod verify;

use args::{Perft, PerftTask};

use crate::cli::context::Context;
use crate::cli::exit::{Failure, Status};

/// Runs the task that the arguments describe.
pub fn run(args: &Perft, context: &Context<'_>) -> Result<Status, Failure> {
    match args.task() {
        PerftTask::Verify(verify) => verify::run(&verify, context),
        PerftTask::Count(count) => count::run(&count, context),
        PerftTask::Compare(compare) => compare::run(&compare, context),
        PerftTask::Survey(survey) => compare::many::run(&survey, context),
    }
}
