//! The arguments of `analyse`. The doc comments are the help.

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueHint;

use hexmate_player::Limits;
use hexmate_report::Format;

use crate::cli::shared::destination::{Destination, Form};
use crate::cli::shared::language::PageLanguage;
use crate::cli::shared::long::LongWork;
use crate::cli::shared::number::number;
use crate::cli::shared::reading::GameReading;
use crate::cli::shared::table::{format_of, formats};

/// Nodes of a position without another limit.
const NODES: u64 = 100_000;

/// Analyse games with the computer player.
///
/// Every move becomes a row with its score, the best move and line, and its loss in expected score, in thousandths
/// of a point. `score` (after the move) and `best_score` (of the best move) are for the side that moves: in hundredths
/// of a pawn, or `#3` if it mates and `#-3` if it is mated in three moves. `[%eval]` and the graph are for White. Losses of
/// at least 50, 100 and 200 are marked `?!`, `?` and `??`. A mate counts as missed if the solver proves all its keys, the
/// move is not one of them, and no later mate is found after it.
///
/// --pgn writes the games with `[%eval]`, NAGs, better lines and the accuracy of both sides: a hundred minus the mean
/// loss in hundredths. It replaces only an analysis of this program, which the tag `HexmateAnalysis` and the command
/// `[%hexmate]` in comments show; marks, comments, evaluations and variations of others stay, and a move with a mark
/// `!` or `?` gets no other. --html writes a page with a graph of each game. If a game has an error, only the moves before
/// it are analysed, and the rest is kept as a comment. Games for more than two players are reported as errors.
#[derive(clap::Args, Debug)]
#[command(before_help = "hexmate analyse games.pgn --pgn analysed.pgn -o moves.csv\n\
    hexmate analyse games.pgn --nodes 20000 --html page.html")]
pub struct Analyse {
    /// Files of games, or folders (their files in pgn, csv and jsonl); `-` is stdin.
    #[arg(value_name = "FILES", required = true, value_hint = ValueHint::AnyPath)]
    pub files: Vec<String>,

    // A resumed run must not change the limits, unlike those of other commands: all of them define the result.
    /// Positions to visit for each move; 100000 unless another limit is given.
    #[arg(long = "nodes", value_name = "N", value_parser = number(1..=u64::MAX))]
    position_nodes: Option<u64>,

    /// Search each position to this depth, in plies.
    #[arg(long = "depth", value_name = "N", value_parser = number(1..=100_u32))]
    position_depth: Option<u32>,

    /// Search each position for this time, in milliseconds. The results are not reproducible, so it excludes shards and
    /// checkpoints.
    #[arg(long = "time", value_name = "MS", value_parser = number(1..=u32::MAX), conflicts_with_all = ["shard", "checkpoint"])]
    position_time: Option<u32>,

    /// Use the tables of endings in this folder, written by `endgame build`, in searches, and to find moves that gave
    /// away a win or a draw.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub tables: Option<PathBuf>,

    #[command(flatten)]
    pub reading: GameReading,

    /// Write the games with their evaluations to this file.
    #[arg(long, value_name = "FILE", help_heading = "Output", value_parser = Form::Pgn)]
    pgn: Option<Destination>,

    /// Write an HTML page with a board and a graph for each game to this file.
    #[arg(long, value_name = "FILE", help_heading = "Output", value_parser = Form::Html)]
    html: Option<Destination>,

    #[command(flatten)]
    pub page: PageLanguage,

    /// `csv`, `json`, or `text` for reading; by default from the extension of FILE, otherwise csv.
    #[arg(long, value_name = "FORMAT", help_heading = "Output", hide_possible_values = true, value_parser = formats())]
    format: Option<Format>,

    /// Write to this file instead of stdout. The file appears when it is complete.
    #[arg(short, long, value_name = "FILE", help_heading = "Output", value_parser = Form::Table)]
    output: Option<Destination>,

    #[command(flatten)]
    pub long: LongWork,
}

impl Analyse {
    /// Returns the format of the table.
    pub fn format(&self) -> Format {
        format_of(self.format, self.output.as_deref()).unwrap_or(Format::Csv)
    }

    /// Returns the limits of each position.
    pub fn limits(&self) -> Limits {
        let time = self.position_time.map(|time| Duration::from_millis(time.into()));
        let has_other = self.position_depth.is_some() || time.is_some();
        let nodes = self.position_nodes.or((!has_other).then_some(NODES));
        Limits { nodes, depth: self.position_depth, time, ..Limits::default() }
    }
}
