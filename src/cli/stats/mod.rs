//! `hexmate stats FILES…`.

pub mod args;

use std::collections::BTreeMap;
use std::io::Write;

use hexmate_batch::files::{FileError, InputDigest, Output};
use hexmate_games::stats::Stats;
use hexmate_problems::stats::ProblemStats;
use hexmate_report::output::Report;
use hexmate_report::page::PageWords;
use hexmate_report::{
    Format, GuessedLetters, Language, OPENINGS_HEADING, OpeningRow, RecordFault, StatsRow,
    problem_stats_chart, problem_stats_page, stats_chart, stats_page,
};
use hexmate_tasks::{Facts, FindFacts};

use crate::cli::context::{Context, Pace};
use crate::cli::diagnostic;
use crate::cli::exit::{Failure, Status};
use crate::cli::folder::{RECORDS, expand_folders};
use crate::cli::run::{Sink, Work};
use crate::cli::shared::destination::Destination;

/// Counts the statistics of all games and problems of the files.
pub fn run(args: &args::Stats, context: &Context<'_>) -> Result<Status, Failure> {
    let (game, reading, opening) = (context.requested_game(), args.reading.reading(), args.opening);
    let opening = args.openings.unwrap_or(opening);
    let endings = Context::endings(args.tables.as_deref())?;
    let task = FindFacts { game, reading, opening, endings };
    let files = expand_folders(&args.files, &RECORDS, context)?;
    let progress = context.progress_over(&files, Pace::Fast);
    let (items, input) = (context.records(&files, &progress), InputDigest::disabled());
    // Analysed games have their evaluations in comments.
    let items = items.with_comments().with_fen_form(args.reading.order.form()).with_date_notes();
    let status = Work { items, input, task: &task, long: None, progress }.run(context, || {
        let outputs = &context.outputs;
        let (format, path) = (args.output.format(), args.output.path());
        let report = match (args.is_stdout_taken(), args.openings) {
            (true, _) => None,
            (false, None) => Some(Report::new::<StatsRow>(outputs, format, path)?),
            (false, Some(_)) => Some(Report::new::<OpeningRow>(outputs, format, path)?),
        };
        let report = report.map(|report| report.with_formulas(context.formulas()));
        let table = if args.openings.is_some() { Table::Openings(format) } else { Table::Facts };
        let open =
            |path: &Option<Destination>| path.as_deref().map(|path| outputs.open(Some(path))).transpose();
        let (chart, html) = (open(&args.chart)?, open(&args.html)?);
        let min_games = args.min_games;
        let (stats, problems, faults) = (Stats::default(), ProblemStats::default(), 0);
        let unreadable = BTreeMap::new();
        let words = PageWords::of(Language::of(args.language).words);
        let guessed = GuessedLetters::default();
        Ok(Outputs {
            min_games,
            words,
            table,
            report,
            chart,
            html,
            stats,
            problems,
            unreadable,
            faults,
            guessed,
        })
    })?;
    status.unless(task.endings.fault())
}

/// Table to write.
#[derive(Clone, Copy)]
enum Table {
    Facts,
    Openings(Format),
}

/// Statistics so far, and the outputs, which are written at the end.
struct Outputs {
    min_games: u64,
    /// Words of the page.
    words: &'static PageWords,
    table: Table,
    /// `None` if another output replaces the table on stdout.
    report: Option<Report>,
    chart: Option<Output>,
    html: Option<Output>,
    stats: Stats,
    problems: ProblemStats,
    /// Numbers of inputs and records that cannot be read, by the code of their error.
    unreadable: BTreeMap<String, u64>,
    faults: u64,
    guessed: GuessedLetters,
}

impl Sink for Outputs {
    type Entry = Result<Facts, RecordFault>;

    fn take(&mut self, found: Result<Facts, RecordFault>) -> Result<(), Failure> {
        match found {
            Ok(Facts::Problem(facts)) => {
                self.faults += u64::from(!facts.is_faultless);
                self.problems.add(&facts);
            }
            Ok(Facts::Game { facts, guessed }) => {
                self.guessed.add(guessed.as_deref());
                self.faults += u64::from(!facts.is_faultless);
                self.stats.add(&facts);
            }
            Err(fault) => {
                self.faults += 1;
                diagnostic::print_error(&fault);
                *self.unreadable.entry(fault.code).or_default() += 1;
            }
        }
        Ok(())
    }

    fn add_unreadable(&mut self, error: &FileError) -> Result<(), Failure> {
        *self.unreadable.entry(error.code().to_owned()).or_default() += 1;
        Ok(())
    }

    fn finish(self, context: &Context<'_>, _read: u64) -> Result<Status, Failure> {
        let Self { min_games, words, table, report, chart, html, stats, problems, faults, guessed, .. } =
            self;
        let unreadable = StatsRow::of_unreadable(&self.unreadable);
        // Chart and page show games, unless there are only problems.
        let has_games = stats.games > 0 || problems.problems == 0;
        if !has_games && matches!(table, Table::Openings(_)) {
            return Err(Failure::Usage(
                "--openings is a table of games, but the files have only problems".to_owned(),
            ));
        }
        if let Some(mut report) = report {
            match table {
                Table::Facts => {
                    let games = if has_games { StatsRow::all(&stats, min_games) } else { Vec::new() };
                    let is_problem = problems.problems > 0;
                    let problems = if is_problem { StatsRow::of_problems(&problems) } else { Vec::new() };
                    for row in games.iter().chain(&problems).chain(&unreadable) {
                        report.write(row)?;
                    }
                }
                Table::Openings(format) => {
                    if format == Format::Text {
                        report.write_text(OPENINGS_HEADING)?;
                    }
                    for row in OpeningRow::all(&stats, min_games) {
                        report.write(&row)?;
                    }
                }
            }
            report.finish()?;
        }
        if let Some(mut chart) = chart {
            let bars = if has_games { stats_chart(&stats) } else { problem_stats_chart(&problems) };
            write!(chart, "{bars}")?;
            chart.finish()?;
        }
        if let Some(mut html) = html {
            let page = match has_games {
                true => stats_page(&stats, min_games, &unreadable, words),
                false => problem_stats_page(&problems, &unreadable, words),
            };
            html.write_all(page.as_bytes())?;
            html.finish()?;
        }
        if !guessed.is_empty() {
            context.note(&guessed);
        }
        Ok(if faults == 0 { Status::Clean } else { Status::Findings })
    }
}
