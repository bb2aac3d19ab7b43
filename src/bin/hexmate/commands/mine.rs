//! `hexmate mine FILES… --mate N`.

use std::collections::HashSet;
use std::fmt;

use hexmate::mine::Wanted;
use hexmate::output::Report;
use hexmate::report::{Counted, PlayedRow, PuzzleRow, PuzzleSummary};
use hexmate::tasks::{self, Image, MineCounts, Mined};

use crate::args::Mine;
use crate::context::{Context, Pace};
use crate::exit::{Failure, Status};
use crate::run::{Sink, Work};

/// Takes the sound problems out of every game of the files.
pub fn run(args: &Mine, context: &Context<'_>) -> Result<Status, Failure> {
    let wanted = Wanted { shortest: args.min_mate, longest: args.mate, nodes: args.limits.nodes };
    let (asked, is_whole_games) = (context.asked_game(), args.whole_games);
    let (reading, stop) = (args.reading.reading(), context.interrupt.grace_over().clone());
    let endings = context.endings(args.tables.as_deref())?;
    let miner = tasks::Mine { asked, wanted, reading, is_whole_games, endings, stop };
    let input = args.long.input_digest();
    let progress = context.progress_over(&args.files, Pace::Slow);
    let items = context.records(&args.files, &progress).ordered(args.reading.order.order()).digested(&input);
    let work = Work { items, input, task: &miner, long: &args.long, progress };
    let status = work.run(context, || Outputs::open(args, context))?;
    status.unless(miner.endings.fault())
}

/// Where all problems go that are not there yet.
struct Outputs<'a> {
    args: &'a Mine,
    context: &'a Context<'a>,
    report: Report,
    count: u64,
    seen: HashSet<Image>,
    summary: Summary,
}

impl<'a> Outputs<'a> {
    fn open(args: &'a Mine, context: &'a Context<'a>) -> Result<Self, Failure> {
        let output = args.output.as_deref();
        let report = match args.played {
            true => Report::single::<PlayedRow<'_>>(&context.outputs, args.format(), output)?
                .with_formulas(context.formulas()),
            false => Report::single::<PuzzleRow>(&context.outputs, args.format(), output)?
                .with_formulas(context.formulas()),
        };
        Ok(Self { args, context, report, count: 0, seen: HashSet::new(), summary: Summary::default() })
    }
}

impl Sink for Outputs<'_> {
    type Entry = Mined;

    fn take(&mut self, mined: Mined) -> Result<(), Failure> {
        if let Some(fault) = &mined.fault {
            self.context.complain(fault);
        }
        self.summary.add(&mined.counts);
        for (image, row) in mined.rows {
            if self.seen.insert(image) {
                self.count += 1;
                let row = row.named(format!("{}-{}", self.args.prefix, self.count));
                self.summary.puzzles.add(&row);
                match self.args.played {
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
        self.counts.games += more.games;
        self.counts.faults += more.faults;
        self.counts.searched += more.searched;
        self.counts.unfinished += more.unfinished;
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MineCounts { games, faults, searched, unfinished } = self.counts;
        let (games, errors) = (Counted(games, "game"), Counted(faults, "error"));
        write!(f, "{games}, {errors}, {} searched", Counted(searched as u64, "position"))?;
        if unfinished > 0 {
            write!(f, ", {unfinished} of them not to the end")?;
        }
        write!(f, "; {}", self.puzzles)
    }
}
