//! `hexmate mine FILES… --mate N`.

pub mod args;

use std::collections::HashSet;
use std::fmt;

use hexmate_report::output::Report;
use hexmate_report::recorded::{OutputKind, Recorded, RecordedPuzzles};
use hexmate_report::{Counted, PlayedRow, PuzzleRow, PuzzleSummary};
use hexmate_tasks as tasks;
use hexmate_tasks::{MineCounts, Mined, SymmetryKey};

use crate::cli::context::{Context, Pace};
use crate::cli::diagnostic;
use crate::cli::exit::{Failure, Status};
use crate::cli::folder::{GAMES, expand_folders};
use crate::cli::mine::args::Mine;
use crate::cli::run::{Sink, Work};
use crate::cli::shared::output_paths::OutputPaths;

/// Finds the sound problems in every game of the files.
pub fn run(args: &Mine, context: &Context<'_>) -> Result<Status, Failure> {
    let wanted = args.wanted();
    let (game, skips_faulty_games) = (context.requested_game(), args.whole_games);
    let (reading, stop) = (args.reading.reading(), context.interrupt.grace_over().clone());
    let endings = Context::endings(args.tables.as_deref())?;
    let miner = tasks::Mine { game, wanted, reading, skips_faulty_games, endings, stop };
    let input = args.long.input_digest();
    let files = expand_folders(&args.files, &GAMES, context)?;
    let progress = context.progress_over(&files, Pace::Slow);
    let items =
        context.records(&files, &progress).with_fen_form(args.reading.order.form()).with_digest(&input);
    let recorded =
        RecordedPuzzles { format: args.format(), prefix: args.prefix.clone(), played: args.played };
    let all = Recorded::Mine(recorded.clone());
    let work = Work { items, input, task: &miner, long: Some(args.long.logging(all, &files)), progress };
    let status = work.run(context, || Outputs::open(&recorded, context.paths, context))?;
    status.unless(miner.endings.fault())
}

/// Output of the problems, without duplicates.
pub struct Outputs<'a> {
    recorded: &'a RecordedPuzzles,
    report: Report,
    count: u64,
    seen: HashSet<SymmetryKey>,
    summary: Summary,
}

impl<'a> Outputs<'a> {
    /// Opens the output.
    pub fn open(
        recorded: &'a RecordedPuzzles,
        paths: &OutputPaths,
        context: &Context<'_>,
    ) -> Result<Self, Failure> {
        let (format, output) = (recorded.format, paths.of(OutputKind::Lines));
        let report = match recorded.played {
            true => Report::new::<PlayedRow<'_>>(&context.outputs, format, output)?,
            false => Report::new::<PuzzleRow>(&context.outputs, format, output)?,
        };
        let report = report.with_formulas(context.formulas());
        Ok(Self { recorded, report, count: 0, seen: HashSet::new(), summary: Summary::default() })
    }
}

impl Sink for Outputs<'_> {
    type Entry = Mined;

    fn take(&mut self, mined: Mined) -> Result<(), Failure> {
        if let Some(fault) = &mined.fault {
            diagnostic::print_error(fault);
        }
        self.summary.add(&mined.counts);
        for (image, row) in mined.rows {
            if self.seen.insert(image) {
                self.count += 1;
                let row = row.with_id(format!("{}-{}", self.recorded.prefix, self.count));
                self.summary.puzzles.add(&row);
                match self.recorded.played {
                    true => self.report.write(&PlayedRow(&row))?,
                    false => self.report.write(&row)?,
                }
            }
        }
        Ok(())
    }

    fn finish(self, context: &Context<'_>, _read: u64) -> Result<Status, Failure> {
        self.report.finish()?;
        context.note(&self.summary);
        if let Some(status) = context.interrupt.status().filter(|_| self.summary.counts.unfinished > 0) {
            return Ok(status);
        }
        Ok(if self.summary.counts.faults == 0 { Status::Clean } else { Status::Findings })
    }
}

#[derive(Default)]
struct Summary {
    counts: MineCounts,
    puzzles: PuzzleSummary,
}

impl Summary {
    fn add(&mut self, more: &MineCounts) {
        let MineCounts { games, faults, searched, unfinished } = &mut self.counts;
        *games = games.saturating_add(more.games);
        *faults = faults.saturating_add(more.faults);
        *searched = searched.saturating_add(more.searched);
        *unfinished = unfinished.saturating_add(more.unfinished);
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MineCounts { games, faults, searched, unfinished } = self.counts;
        let (games, errors) = (Counted(games, "game"), Counted(faults, "error"));
        write!(f, "{games}, {errors}, {} searched", Counted(searched as u64, "position"))?;
        if unfinished > 0 {
            write!(f, ", {unfinished} of them not finished")?;
        }
        write!(f, "; {}", self.puzzles)
    }
}
