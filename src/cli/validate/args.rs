//! The arguments of `validate`.

use crate::cli::shared::destination::{Destination, Form};
use clap::ValueHint;
use std::path::{Path, PathBuf};

use hexmate_games::repair::Acceptance;
use hexmate_report::recorded::{Collection, Kind, RecordedChecks};
use hexmate_tasks::Mending;

use crate::cli::shared::long::LongWork;
use crate::cli::shared::places::Places;
use crate::cli::shared::reading::GameReading;
use crate::cli::shared::table::OutputFile;

/// Check games, positions and problems.
///
/// Every move of every game is checked, and the first error of each record is
/// shown with its place. Files are PGN, lines of FEN or EPD, or CSV with a
/// column `fen`; their content decides, not their name.
///
/// Legal moves may be written in many ways: `k7V`, `ixk`, `Nf4` for a capture, a wrong
/// sign of check. --strict accepts none of these, or none that it lists.
#[derive(clap::Args, Debug)]
#[command(before_help = "hexmate validate games.pgn --report report.csv\n\
    hexmate validate games.pgn --repair=repaired.pgn")]
pub struct Validate {
    /// Files, or positions in quotes; `-` is stdin.
    #[arg(value_name = "FILES", required = true, value_hint = ValueHint::FilePath)]
    pub files: Vec<String>,

    /// Check the main lines of games only.
    #[arg(long)]
    pub no_variations: bool,

    /// Show by the tables of endings in this folder which moves gave a win or a draw away: a line each, and a
    /// column `slips`. Not of games whose stalemates --stalemate scores in another way.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub tables: Option<PathBuf>,

    /// Write a row for every record to this CSV file.
    #[arg(long, value_name = "FILE.csv", help_heading = "Output", value_parser = Form::Csv)]
    pub report: Option<Destination>,

    /// Write one page with every record, the board before its fault and a choice by fault to this file.
    #[arg(long, value_name = "FILE", help_heading = "Output", value_parser = Form::Html)]
    pub html: Option<Destination>,

    #[command(flatten, next_help_heading = "How games are read")]
    pub reading: GameReading,

    /// Follow every reading of the moves of games with errors; show the one that makes the game legal, or the
    /// small edits that would. The whole collection is written to FILE: repaired games with a comment beside every
    /// move that was read differently, all others unchanged, byte for byte (recoded, where the file was not UTF-8).
    /// The table FILE.changes.csv has every change. Of games in other forms than PGN the legal ones are written.
    #[arg(long, value_name = "FILE.pgn", help_heading = "Output", num_args = 0..=1, require_equals = true,
        default_missing_value = "", value_parser = Form::Repaired)]
    repair: Option<Destination>,

    /// Make the small edit that makes a game legal, where there is only one.
    #[arg(long, help_heading = "Output", requires = "repair", conflicts_with = "only_repaired")]
    accept: bool,

    /// Write the repaired games and no others, in SAN with English letters.
    #[arg(long, help_heading = "Output", requires = "repair", alias = "only-mended")]
    only_repaired: bool,

    #[command(flatten, next_help_heading = "Output")]
    pub output: OutputFile,

    #[command(flatten)]
    pub long: LongWork,
}

impl Validate {
    /// Where the outputs go.
    pub fn places(&self) -> Places<'_> {
        Places::new(
            self.output.path(),
            [
                (Kind::Report, self.report.as_deref()),
                (Kind::Html, self.html.as_deref()),
                (Kind::Repair, self.repaired()),
            ],
        )
    }

    /// What a log of this run records.
    pub fn recorded(&self, is_quiet: bool) -> RecordedChecks {
        RecordedChecks {
            format: self.output.format(),
            has_boards: !is_quiet,
            repair: self.mending().map(|mending| mending.written),
            slips: self.tables.is_some(),
        }
    }

    /// Whether games are to be repaired, and what is written of them.
    pub fn mending(&self) -> Option<Mending> {
        let accept = if self.accept { Acceptance::UniqueEdits } else { Acceptance::ReadingsOnly };
        let written = match self.repaired() {
            None => Collection::Nothing,
            Some(_) if self.only_repaired => Collection::MendedOnly,
            Some(_) => Collection::Whole,
        };
        self.repair.is_some().then_some(Mending { accept, written })
    }

    /// Where the repaired games go.
    fn repaired(&self) -> Option<&Path> {
        self.repair.as_deref().filter(|path| !path.as_os_str().is_empty())
    }
}
