//! The arguments of `analyse`. The doc comments are the help.

use clap::ValueHint;

use hexmate_player::Limits;
use hexmate_report::Format;

use crate::cli::shared::destination::{Destination, Form};
use crate::cli::shared::number::number;
use crate::cli::shared::reading::GameReading;
use crate::cli::shared::table::{FormatName, format_of};

/// Analyse games with the computer player.
///
/// Every move becomes a row with its score, the best move and line, and its loss in expected score, in thousandths
/// of a point. Losses of at least 50, 100 and 200 are marked `?!`, `?` and `??`. --pgn writes the games
/// with `[%eval]`, NAGs and the accuracy of both sides: a hundred minus the mean loss in hundredths. If a game has
/// an error, only the moves before it are used. Games for more than two players are reported as errors.
#[derive(clap::Args, Debug)]
#[command(before_help = "hexmate analyse games.pgn --pgn analysed.pgn -o moves.csv\n\
    hexmate analyse games.pgn --nodes 20000 --format text")]
pub struct Analyse {
    /// Files of games, or folders (their files in pgn, csv and jsonl); `-` is stdin.
    #[arg(value_name = "FILES", required = true, value_hint = ValueHint::AnyPath)]
    pub files: Vec<String>,

    /// Positions to visit for each move.
    #[arg(long, value_name = "N", default_value = "100000", value_parser = number(1..=u64::MAX))]
    nodes: u64,

    /// Also stop at this depth, in plies.
    #[arg(long, value_name = "N", value_parser = number(1..=100_u32))]
    depth: Option<u32>,

    #[command(flatten)]
    pub reading: GameReading,

    /// Write the games with their evaluations to this file.
    #[arg(long, value_name = "FILE", value_parser = Form::Pgn)]
    pub pgn: Option<Destination>,

    /// `csv`, `json`, or `text` for reading; by default from the extension of FILE, otherwise csv.
    #[arg(long, value_name = "FORMAT", hide_possible_values = true)]
    format: Option<FormatName>,

    /// Write to this file instead of stdout. The file appears when it is complete.
    #[arg(short, long, value_name = "FILE", value_parser = Form::Table)]
    pub output: Option<Destination>,
}

impl Analyse {
    /// Returns the format of the output.
    pub fn format(&self) -> Format {
        format_of(self.format, self.output.as_deref()).unwrap_or(Format::Csv)
    }

    /// Returns the limits of each position.
    pub fn limits(&self) -> Limits {
        Limits { depth: self.depth, ..Limits::nodes(self.nodes) }
    }
}
