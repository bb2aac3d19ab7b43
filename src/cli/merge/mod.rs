//! `hexmate merge PARTS…`.
//!
//! A part names its command and contains results. The paths of outputs come from the command line of `merge`.

pub mod args;

use hexmate_batch::log::Parts;
use hexmate_report::SolveForm;
use hexmate_report::recorded::{
    OutputKind, Recorded, RecordedAnalyses, RecordedChecks, RecordedCounts, RecordedFinds, RecordedPuzzles,
    RecordedSolutions,
};
use hexmate_tasks::{Analysed, Checked, CountedUnit, Searched, Solved};

use super::{analyse, compose, mine, perft, solve, validate};
use crate::cli::context::Context;
use crate::cli::exit::{Failure, Status};
use crate::cli::merge::args::Merge;
use crate::cli::run::merge;
use crate::cli::shared::output_paths::OutputPaths;

/// Merges all parts.
pub fn run(args: &Merge, context: &Context<'_>) -> Result<Status, Failure> {
    let parts = Parts::<Recorded>::open(&args.parts)?;
    let (recorded, paths) = (parts.command(), context.paths);
    if matches!(recorded, Recorded::PerftVerify | Recorded::Match) {
        let message = format!("parts of {} cannot be merged", recorded.command());
        return Err(Failure::Mismatch(message));
    }
    check(recorded, paths)?;
    if let Recorded::Solve(solutions) = recorded {
        check_solutions(solutions, args, paths)?;
    }
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
                || perft::count::Outputs::open(&counts, paths, context),
            )
        }
        Recorded::PerftVerify | Recorded::Match => Ok(Status::Mismatch),
        Recorded::Solve(solutions) => {
            let mut solutions = solutions.clone();
            if let Some(form) = args.output().and_then(|path| SolveForm::of(SolveForm::ALL, path)) {
                form.name.clone_into(&mut solutions.look.lines);
            }
            let forms = solve::Forms::new(&solutions, paths, context);
            let render = |solved: Solved| forms.render(solved);
            merge(context, &parts, |_| Ok(()), render, || solve::Outputs::open(&forms, context))
        }
        Recorded::Validate(checks) => {
            let format = args.check_format().unwrap_or(checks.format);
            let checks = RecordedChecks { format, ..checks.clone() };
            let forms = validate::Forms::new(&checks, paths, context);
            let render = |checked: Checked| forms.render(checked);
            merge(context, &parts, |_| Ok(()), render, || validate::Outputs::open(&checks, &forms, context))
        }
        Recorded::Analyse(analyses) => {
            let analyses = RecordedAnalyses { format: format(analyses.format), ..analyses.clone() };
            let forms = analyse::Forms::new(&analyses, paths, context);
            let render = |analysed: Analysed| forms.render(&analysed);
            merge(context, &parts, |_| Ok(()), render, || analyse::Outputs::open(&forms, context))
        }
        Recorded::Mine(puzzles) => {
            let puzzles = RecordedPuzzles { format: format(puzzles.format), ..puzzles.clone() };
            merge(
                context,
                &parts,
                |_| Ok(()),
                |mined| mined,
                || mine::Outputs::open(&puzzles, paths, context),
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
                || compose::SearchOutputs::open(&finds, paths, context, progress),
            )
        }
    }
}

/// Returns an error if one run with the outputs named would have searched for more than the shards did.
fn check_solutions(solutions: &RecordedSolutions, args: &Merge, paths: &OutputPaths) -> Result<(), Failure> {
    let form = args.output().and_then(|path| SolveForm::of(SolveForm::ALL, path));
    let table =
        form.is_some_and(|form| OutputKind::has_solutions_in(form.name)).then_some(OutputKind::Report);
    let mut kinds = paths.kinds().chain(table);
    let Some(kind) = kinds.find(|&kind| !solutions.suffices_for(kind)) else { return Ok(()) };
    let (named, again) = match args.output().filter(|_| Some(kind) == table && paths.of(kind).is_none()) {
        Some(path) => (format!("-o {}", path.display()), OutputKind::Report),
        None => (kind.to_string(), kind),
    };
    Err(Failure::Mismatch(format!(
        "{named}: the shards searched for keys only, because no option asked for solutions; run them again with {again}, \
         or with --keys-only if keys are all you want"
    )))
}

/// Returns an error if the parts do not contain an output that is named.
fn check(recorded: &Recorded, paths: &OutputPaths) -> Result<(), Failure> {
    let kinds = recorded.kinds();
    match paths.kinds().find(|kind| !kinds.contains(kind)) {
        Some(OutputKind::Repair) if matches!(recorded, Recorded::Validate(_)) => Err(Failure::Mismatch(
            "--repair: the shards repaired no games; run them again with --repair".to_owned(),
        )),
        Some(kind) => {
            let command = recorded.command();
            Err(Failure::Mismatch(format!("{kind}: {command} has no such output")))
        }
        None => Ok(()),
    }
}
