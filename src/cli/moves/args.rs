//! The arguments of `moves`. The doc comments are the help.

use clap::ValueHint;
use std::path::PathBuf;

use clap::ValueEnum;

use crate::cli::shared::position::{MovesFirst, OptionalKings, Subject};
use crate::cli::shared::table::OutputFile;

/// List the legal moves of a position.
///
/// Moves are sorted by their text. For a file of positions, each row begins with the
/// id of its position. If there are no moves, the result is printed on stderr.
#[derive(clap::Args, Debug)]
#[command(before_help = "hexmate moves start --notation san\n\
    hexmate moves positions.epd --fens --format csv")]
pub struct Moves {
    /// `start`, `startpos moves f5f6 …`, a FEN, or a file of positions; `-` is stdin.
    #[arg(value_name = "POSITION|FILE", required = true, value_hint = ValueHint::FilePath)]
    subject: Vec<String>,

    #[command(flatten)]
    pub first: MovesFirst,

    #[command(flatten)]
    pub kings: OptionalKings,

    /// Show the position after each move.
    #[arg(long)]
    pub fens: bool,

    /// Show the result of each move for the side that moves, and the plies to mate or stalemate, from the tables of
    /// endings in this folder, written by `endgame build`.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub tables: Option<PathBuf>,

    /// Show only this notation; by default all three.
    #[arg(long, value_name = "NOTATION")]
    pub notation: Option<Notation>,

    #[command(flatten)]
    pub output: OutputFile,
}

impl Moves {
    /// Returns the position or the file whose moves are listed.
    pub fn subject(&self) -> Subject {
        Subject::of(&self.subject)
    }
}

/// A notation of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Notation {
    /// Only cells and promotions: `e1c3`, `f10f11q`.
    Uci,
    /// Shortest form: `Qc3`, `f11=Q`.
    San,
    /// With both cells: `Qe1-c3`, `f10-f11=Q`.
    Long,
}
