//! The arguments of `stats`. The doc comments are the help.

use crate::cli::shared::destination::{Destination, Form};
use crate::cli::shared::language::languages;
use crate::cli::shared::number::number;
use clap::ValueHint;
use hexmate_position::Letters;
use std::path::PathBuf;

use crate::cli::shared::reading::GameReading;
use crate::cli::shared::table::OutputFile;
use crate::cli::shared::typed_options::TypedOptions;

/// Show statistics of a collection of games or problems.
///
/// Of games counts results, lengths in plies, endings on the board, promotions, draws that
/// could have been claimed, pieces left at the end, and a tree of openings; of games that
/// `analyse` has written also the accuracy of each player in percent, and its evaluated moves. A game with an
/// error counts up to the error. Of problems counts games, stipulations, lengths in moves,
/// pieces, authors and years; and verdicts, themes, quality and difficulty, if the file is a
/// report of `solve`.
#[derive(clap::Args, Debug)]
#[command(before_help = "hexmate stats games.pgn --opening 6\n\
    hexmate stats report.csv --html facts.html")]
pub struct Stats {
    /// Files of games or problems, or folders (their files in pgn, fen, epd, csv, jsonl, inp, olv and yaml); `-` is stdin.
    #[arg(value_name = "FILES", required = true, value_hint = ValueHint::AnyPath)]
    pub files: Vec<String>,

    /// Length of the openings, in plies.
    #[arg(long, value_name = "N", default_value = "4", value_parser = number(0..=usize::MAX))]
    pub opening: usize,

    /// Write only a table of the openings of up to DEPTH plies: how often each was played, in percent of the games that
    /// reached the position before it, and how often White won, drew and lost.
    #[arg(long, value_name = "DEPTH", conflicts_with_all = ["chart", "html", "opening", "tables"], value_parser = number(0..=usize::MAX))]
    pub openings: Option<usize>,

    /// Leave out openings with fewer than N games.
    #[arg(long, value_name = "N", default_value = "2", value_parser = number(0..=u64::MAX))]
    pub min_games: u64,

    /// Use the tables of endings in this folder, written by `endgame build`, to count moves that gave away a win or a
    /// draw, and the games with such moves. `validate --tables` lists the moves.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub tables: Option<PathBuf>,

    /// Draw results, lengths and first moves into this SVG file; of problems stipulations, pieces and themes.
    #[arg(long, value_name = "FILE.svg", value_parser = Form::Svg)]
    pub chart: Option<Destination>,

    /// Write an HTML page with all statistics, the chart and a folding tree of openings to this file.
    #[arg(long, value_name = "FILE", value_parser = Form::Html)]
    pub html: Option<Destination>,

    /// Language of the page.
    #[arg(long, value_name = "LANGUAGE", default_value = "english", requires = "html", value_parser = languages())]
    pub language: Letters,

    #[command(flatten)]
    pub reading: GameReading,

    #[command(flatten)]
    pub output: OutputFile,
}

impl Stats {
    /// Returns an error if `--min-games` has no effect.
    pub fn fault(&self, given: TypedOptions<'_>) -> Option<String> {
        given.without_effect(["min_games"], self.opening == 0, "with --opening 0 there are no openings")
    }

    /// Returns whether the chart or the page replaces the table on stdout.
    pub fn is_stdout_taken(&self) -> bool {
        self.output.is_on_stdout()
            && [&self.chart, &self.html].into_iter().flatten().any(Destination::is_stdout)
    }
}
