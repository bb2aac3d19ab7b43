//! The arguments of `stats`. The doc comments are the help.

use crate::cli::shared::destination::{Destination, Form};
use clap::ValueHint;
use std::path::PathBuf;

use crate::cli::options::Given;
use crate::cli::shared::reading::GameReading;
use crate::cli::shared::table::OutputFile;

/// Count the facts of a collection of games.
///
/// Results, lengths in half-moves, endings on the board, promotions, draws that could have
/// been claimed, pieces left at the end, and openings as a tree. A game with an error counts up
/// to its fault.
#[derive(clap::Args, Debug)]
#[command(before_help = "hexmate stats games.pgn --opening 6\n\
    hexmate stats games.pgn --html facts.html")]
pub struct Stats {
    /// Files of games; `-` is stdin.
    #[arg(value_name = "FILES", required = true, value_hint = ValueHint::FilePath)]
    pub files: Vec<String>,

    /// Half-moves of an opening.
    #[arg(long, value_name = "N", default_value = "4")]
    pub opening: usize,

    /// Write a table of the openings of up to so many half-moves and nothing else: how often each was played
    /// where it could be, and how often it was won, drawn and lost by White, in per cent.
    #[arg(long, value_name = "DEPTH", conflicts_with_all = ["chart", "html", "opening", "tables"])]
    pub openings: Option<usize>,

    /// The fewest games of an opening that is shown.
    #[arg(long, value_name = "N", default_value = "2")]
    pub min_games: u64,

    /// Count by the tables of endings in this folder, which `endgame build` has written, the moves that gave a win or
    /// a draw away, and the games that have some. `validate --tables` lists them.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub tables: Option<PathBuf>,

    /// Draw results, lengths and first moves into this SVG file.
    #[arg(long, value_name = "FILE.svg", value_parser = Form::Svg)]
    pub chart: Option<Destination>,

    /// Write one page with all facts, the chart and the openings, which fold, to this file.
    #[arg(long, value_name = "FILE", value_parser = Form::Html)]
    pub html: Option<Destination>,

    #[command(flatten)]
    pub reading: GameReading,

    #[command(flatten)]
    pub output: OutputFile,
}

impl Stats {
    /// Why `--min-games` does nothing, if it does.
    pub fn fault(&self, given: Given<'_>) -> Option<String> {
        given.idle(["min_games"], self.opening == 0, "with --opening 0 there are no openings")
    }

    /// Whether the chart or the page is stdout, so that it has nothing else.
    pub fn is_stdout_taken(&self) -> bool {
        self.output.is_on_stdout()
            && [&self.chart, &self.html].into_iter().flatten().any(Destination::is_stdout)
    }
}
