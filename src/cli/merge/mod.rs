//! `hexmate merge PARTS…`.
//!
//! A part says which command it is of, and holds what was found. Places of outputs are those of this command line.

pub mod args;

use hexmate_batch::log::Parts;
use hexmate_report::SolveForm;
use hexmate_report::recorded::{
    Kind, Recorded, RecordedChecks, RecordedCounts, RecordedFinds, RecordedPuzzles,
};
use hexmate_tasks::{Checked, CountedUnit, Searched, Solved};

use super::{compose, mine, perft, solve, validate};
use crate::cli::context::Context;
use crate::cli::exit::{Failure, Status};
use crate::cli::merge::args::Merge;
use crate::cli::run::merge;
use crate::cli::shared::places::Places;

/// Joins all parts.
pub fn run(args: &Merge, context: &Context<'_>) -> Result<Status, Failure> {
    let parts = Parts::<Recorded>::open(&args.parts)?;
    let (recorded, places) = (parts.command(), args.places());
    if *recorded == Recorded::PerftVerify {
        return Err(Failure::Unfit(
            "perft --verify makes no parts: tables are checked as a whole".to_owned(),
        ));
    }
    check(recorded, &places)?;
    let format = |recorded| args.format().unwrap_or(recorded);
    match recorded {
        Recorded::Perft(counts) => {
            let counts = RecordedCounts { format: format(counts.format), ..counts.clone() };
            let check = |unit: &CountedUnit| unit.check(&counts);
            merge(
                context,
                &parts,
                check,
                |unit| unit,
                || perft::count::Outputs::open(&counts, &places, context),
            )
        }
        Recorded::PerftVerify => Ok(Status::Unfit),
        Recorded::Solve(solutions) => {
            let mut solutions = solutions.clone();
            if let Some(form) = args.output().and_then(|path| SolveForm::of(SolveForm::ALL, path)) {
                form.name.clone_into(&mut solutions.look.lines);
            }
            let forms = solve::Forms::new(&solutions, &places, context);
            let render = |solved: Solved| forms.render(solved);
            merge(context, &parts, |_| Ok(()), render, || solve::Outputs::open(&forms, context))
        }
        Recorded::Validate(checks) => {
            let checks = RecordedChecks { format: format(checks.format), ..checks.clone() };
            let forms = validate::Forms::new(&checks, &places, context);
            let render = |checked: Checked| forms.render(checked);
            merge(context, &parts, |_| Ok(()), render, || validate::Outputs::open(&checks, &forms, context))
        }
        Recorded::Mine(puzzles) => {
            let puzzles = RecordedPuzzles { format: format(puzzles.format), ..puzzles.clone() };
            merge(
                context,
                &parts,
                |_| Ok(()),
                |mined| mined,
                || mine::Outputs::open(&puzzles, &places, context),
            )
        }
        Recorded::ComposeSearch(finds) => {
            let finds = RecordedFinds { format: format(finds.format), ..finds.clone() };
            let progress = context.progress(None);
            merge(
                context,
                &parts,
                Searched::check,
                |searched| searched,
                || compose::Finds::open(&finds, &places, context, progress),
            )
        }
    }
}

/// Checks that the parts hold what is asked for.
fn check(recorded: &Recorded, places: &Places<'_>) -> Result<(), Failure> {
    let kinds = recorded.kinds();
    match places.kinds().find(|kind| !kinds.contains(kind)) {
        Some(Kind::Repair) if matches!(recorded, Recorded::Validate(_)) => Err(Failure::Unfit(
            "--repair: the shards repaired no games; run them again with --repair".to_owned(),
        )),
        Some(kind) => {
            let command = recorded.command();
            Err(Failure::Unfit(format!("{kind}: {command} has no such output")))
        }
        None => Ok(()),
    }
}
