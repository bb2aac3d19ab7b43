//! The arguments of `moves`. The doc comments are the help.

use clap::ValueHint;
use std::path::PathBuf;

use clap::ValueEnum;

use crate::cli::shared::position::{MovesFirst, Subject};
use crate::cli::shared::table::OutputFile;

/// List the legal moves of a position.
///
/// In the ascending order of their text, of each position of a file with its name
/// before them. If there is none, says on stderr how the game has ended.
#[derive(clap::Args, Debug)]
#[command(before_help = "hexmate moves start --notation san\n\
    hexmate moves positions.epd --fens --format csv")]
pub struct Moves {
    /// `start`, `startpos moves f5f6 …`, a FEN, or a file of positions; `-` is stdin.
    #[arg(value_name = "POSITION|FILE", required = true, value_hint = ValueHint::FilePath)]
    subject: Vec<String>,

    #[command(flatten)]
    pub first: MovesFirst,

    /// Tell the position after each move as well.
    #[arg(long)]
    pub fens: bool,

    /// Tell what each move is worth to the side that moves, with the plies to the mate or stalemate, by the tables
    /// of endings in this folder, which `endgame build` has written.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub tables: Option<PathBuf>,

    /// Only this notation; else all three.
    #[arg(long, value_name = "NOTATION")]
    pub notation: Option<Notation>,

    #[command(flatten)]
    pub output: OutputFile,
}

impl Moves {
    /// Whose moves are listed.
    pub fn subject(&self) -> Subject {
        Subject::of(&self.subject)
    }
}

/// A way to write moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Notation {
    /// Two cells: `e1c3`, `f10f11q`.
    Uci,
    /// As short as can be: `Qc3`, `f11=Q`.
    San,
    /// With both cells: `Qe1-c3`, `f10-f11=Q`.
    Long,
}
