//! `hexmate merge PARTS…`.
//!
//! A part says which command it is of, and holds what was found. Places of outputs are those of this command line.

pub mod args;

use hexmate_batch::log::Parts;
use hexmate_report::Format;
use hexmate_report::recorded::{Kind, Recorded};
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
    let (recorded, places) = (parts.recorded(), args.places());
    if *recorded == Recorded::PerftVerify {
        return Err(Failure::Unfit(
            "perft --verify makes no parts: tables are checked as a whole".to_owned(),
        ));
    }
    let missing = check(args, recorded, &places)?;
    if !missing.is_empty() {
        context.note(format_args!("not written: {missing}"));
    }
    match recorded {
        Recorded::Perft(counts) => {
            let check = |unit: &CountedUnit| unit.check(counts);
            merge(context, &parts, check, || perft::count::Outputs::open(counts, &places, context))
        }
        Recorded::PerftVerify => Ok(Status::Unfit),
        Recorded::Solve(solutions) => {
            let (formats, sheets) = (solutions.formats(), solutions.sheets());
            let check = |solved: &Solved| solved.check(&formats, &sheets);
            merge(context, &parts, check, || solve::Outputs::open(solutions, &places, context))
        }
        Recorded::Validate(checks) => {
            let formats = checks.formats();
            let check = |checked: &Checked| checked.check(&formats);
            merge(context, &parts, check, || validate::Outputs::open(checks, &places, context))
        }
        Recorded::Mine(puzzles) => {
            merge(context, &parts, |_| Ok(()), || mine::Outputs::open(puzzles, &places, context))
        }
        Recorded::ComposeSearch(finds) => {
            let progress = context.progress(None);
            merge(context, &parts, Searched::check, || {
                compose::Finds::open(finds, &places, context, progress)
            })
        }
    }
}

/// Checks that the parts record what is asked for; gives the outputs that they record and nobody asks for.
fn check(args: &Merge, recorded: &Recorded, places: &Places<'_>) -> Result<String, Failure> {
    let kinds = recorded.kinds();
    let options = |kinds: &mut dyn Iterator<Item = &Kind>| {
        kinds.filter(|kind| **kind != Kind::Lines).map(ToString::to_string).collect::<Vec<_>>().join(", ")
    };
    let all = match options(&mut kinds.iter()) {
        none if none.is_empty() => "lines only".to_owned(),
        all => all,
    };
    if let Some(kind) = places.kinds().find(|kind| !kinds.contains(kind)) {
        return Err(Failure::Unfit(format!("{kind}: the parts do not record it; they record {all}")));
    }
    let written = |kind: &&Kind| places.of(**kind).is_some();
    if !kinds.iter().any(|kind| written(&kind)) {
        return Err(Failure::Usage(format!("nothing to write: name a file for {all}")));
    }
    if let (Some(named), Some(recorded)) = (args.format(), recorded.lines())
        && named != recorded
    {
        let word = |format| match format {
            Format::Text => "text",
            Format::Csv => "CSV",
            Format::Json => "JSON Lines",
        };
        let (named, recorded) = (word(named), word(recorded));
        return Err(Failure::Unfit(format!("--output: its name says {named}; the parts record {recorded}")));
    }
    Ok(options(&mut kinds.iter().filter(|kind| !written(kind))))
}
