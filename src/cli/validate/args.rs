//! The arguments of `validate`.

use crate::cli::shared::destination::{Destination, Form};
use clap::ValueHint;
use std::path::{Path, PathBuf};

use hexmate_games::repair::Acceptance;
use hexmate_report::recorded::{RecordedChecks, WrittenGames};
use hexmate_tasks::RepairOptions;

use crate::cli::shared::language::PageLanguage;
use crate::cli::shared::long::LongWork;
use crate::cli::shared::reading::GameReading;
use crate::cli::shared::table::CheckOutput;

/// Check games, positions and problems.
///
/// Checks every move of every game, and shows the first error of each record with
/// its place. Files are PGN, lines of FEN or EPD, or CSV with a column `fen`; they are
/// recognised by their content, not their name. In a folder, all files below it are
/// checked whose names end in pgn, fen, epd, csv, jsonl, inp, olv or yaml, also compressed.
///
/// Legal moves in nonstandard notation are accepted: `k7V`, `ixk`, `Nf4` for a capture,
/// a wrong check sign. --strict makes all of them errors, or only those with the codes given.
#[derive(clap::Args, Debug)]
#[command(before_help = "hexmate validate games.pgn --report report.csv\n\
    hexmate validate games.pgn --repair=repaired.pgn")]
pub struct Validate {
    /// Files, folders, or positions in quotes; `-` is stdin.
    #[arg(value_name = "FILES", required = true, value_hint = ValueHint::AnyPath)]
    pub files: Vec<String>,

    /// Check only the main lines of games.
    #[arg(long)]
    pub no_variations: bool,

    /// Use the tables of endings in this folder to show moves that gave away a win or a draw: a line for each, and a
    /// column `slips`. Games with another score of stalemate than the tables are skipped.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub tables: Option<PathBuf>,

    /// Write a row for every record to this CSV file.
    #[arg(long, value_name = "FILE.csv", help_heading = "Output", value_parser = Form::Csv)]
    pub report: Option<Destination>,

    /// Write an HTML page with every record, the board before its error and a filter by error to this file.
    #[arg(long, value_name = "FILE", help_heading = "Output", value_parser = Form::Html)]
    pub html: Option<Destination>,

    #[command(flatten)]
    page: PageLanguage,

    #[command(flatten, next_help_heading = "Reading games")]
    pub reading: GameReading,

    /// Repair games with errors: try every reading of their moves, and show the one that makes the game legal, or the
    /// three likeliest edits that would. The whole collection is written to FILE: repaired games with a comment at every move
    /// that was read differently, all others unchanged, byte for byte (converted to UTF-8 if necessary).
    /// FILE.changes.csv lists every change. Of games in other formats than PGN, only the legal ones are written.
    #[arg(long, value_name = "FILE.pgn", help_heading = "Output", num_args = 0..=1, require_equals = true,
        default_missing_value = "", value_parser = Form::Repaired)]
    repair: Option<Destination>,

    /// Apply the edit that makes a game legal, if all others together are much less likely.
    #[arg(long, help_heading = "Output", requires = "repair", conflicts_with = "only_repaired")]
    accept: bool,

    /// Write only the repaired games, in SAN with English letters.
    #[arg(long, help_heading = "Output", requires = "repair", alias = "only-mended")]
    only_repaired: bool,

    #[command(flatten, next_help_heading = "Output")]
    output: CheckOutput,

    #[command(flatten)]
    pub long: LongWork,
}

impl Validate {
    /// Returns the options that a log of this run records.
    pub fn recorded(&self, is_quiet: bool) -> RecordedChecks {
        RecordedChecks {
            format: self.output.format(),
            has_boards: !is_quiet,
            repair: self.repair().map(|repair| repair.written),
            slips: self.tables.is_some(),
            language: hexmate_report::Language::of(self.page.language),
        }
    }

    /// Returns how games are repaired and which are written; `None` without `--repair`.
    pub fn repair(&self) -> Option<RepairOptions> {
        let accept = if self.accept { Acceptance::UniqueEdits } else { Acceptance::ReadingsOnly };
        let written = match self.repaired() {
            None => WrittenGames::Nothing,
            Some(_) if self.only_repaired => WrittenGames::RepairedOnly,
            Some(_) => WrittenGames::Whole,
        };
        self.repair.is_some().then_some(RepairOptions { accept, written })
    }

    /// Returns the path of the repaired games; `None` if `--repair` has no value.
    fn repaired(&self) -> Option<&Path> {
        self.repair.as_deref().filter(|path| !path.as_os_str().is_empty())
    }
}
