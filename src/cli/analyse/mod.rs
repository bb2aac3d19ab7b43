//! `hexmate analyse FILES…`.

pub mod args;

use std::io::Write;
use std::path::Path;

use hexmate_batch::files::{InputDigest, Output};
use hexmate_report::output::Report;
use hexmate_report::{AnalysedRow, Counted};
use hexmate_tasks::Analysed;

use crate::cli::analyse::args::Analyse;
use crate::cli::context::{Context, Pace};
use crate::cli::diagnostic;
use crate::cli::exit::{Failure, Status};
use crate::cli::folder::{GAMES, expand_folders};
use crate::cli::run::{Sink, Work};

/// Analyses every game of the files.
pub fn run(args: &Analyse, context: &Context<'_>) -> Result<Status, Failure> {
    let task = hexmate_tasks::Analyse {
        game: context.requested_game(),
        limits: args.limits(),
        reading: args.reading.reading(),
        stop: context.interrupt.grace_over().clone(),
    };
    let files = expand_folders(&args.files, &GAMES, context)?;
    let progress = context.progress_over(&files, Pace::Slow);
    let items = context.records(&files, &progress).with_comments().with_fen_form(args.reading.order.form());
    let work = Work { items, input: InputDigest::default(), task: &task, long: None, progress };
    work.run(context, || Outputs::open(args, context))
}

/// Outputs of the analysis.
struct Outputs {
    report: Report,
    pgn: Option<Output>,
    games: u64,
    faults: u64,
    marks: [u64; 3],
}

impl Outputs {
    fn open(args: &Analyse, context: &Context<'_>) -> Result<Self, Failure> {
        let report = Report::new::<AnalysedRow>(&context.outputs, args.format(), args.output.as_deref())?;
        let pgn = args.pgn.as_deref().map(|path: &Path| context.outputs.open(Some(path))).transpose()?;
        Ok(Self { report: report.with_formulas(context.formulas()), pgn, games: 0, faults: 0, marks: [0; 3] })
    }
}

impl Sink for Outputs {
    type Entry = Analysed;

    fn take(&mut self, analysed: Analysed) -> Result<(), Failure> {
        if let Some(fault) = &analysed.fault {
            self.faults += 1;
            diagnostic::print_error(fault);
        }
        for row in &analysed.rows {
            for (count, mark) in self.marks.iter_mut().zip(["?!", "?", "??"]) {
                *count += u64::from(row.mark == mark);
            }
            self.report.write(row)?;
        }
        if let Some(pgn) = &mut self.pgn
            && !analysed.pgn.is_empty()
        {
            let between = if self.games > 0 { "\n" } else { "" };
            pgn.write_all(format!("{between}{}", analysed.pgn).as_bytes())?;
        }
        self.games += u64::from(!analysed.pgn.is_empty());
        Ok(())
    }

    fn finish(self, context: &Context<'_>, _read: u64) -> Result<Status, Failure> {
        self.report.finish()?;
        if let Some(pgn) = self.pgn {
            pgn.finish()?;
        }
        let (games, errors) = (Counted(self.games, "game"), Counted(self.faults, "error"));
        let [doubtful, bad, worst] = self.marks;
        context.note(format!("{games}, {errors}; {doubtful} ?!, {bad} ?, {worst} ??"));
        Ok(if self.faults == 0 { Status::Clean } else { Status::Findings })
    }
}
