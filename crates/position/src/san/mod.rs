//! The text of single moves, both ways, in every notation people have used. No games.
//!
//! A written move is taken apart without a position ([`MoveText::parse`]),
//! then looked up in one ([`MoveText::resolve`]). [`San`], [`Long`] and
//! [`LongNamed`] write; [`Uci`](super::Uci) is a notation of its own, read here
//! as well.
//!
//! ```text
//! text    = [piece] [origin] ["-" | "–" | take [piece]] target tail
//!         | [wing "-"] "0-0" ["-0"] tail       castling; a wing is a letter, O is read as 0
//! origin  = file | rank | cell                  cell = file rank; a rank takes all digits
//! target  = cell | file                         a file alone: only in "ixk"
//! take    = "x"
//! tail    = { take piece                        "Nf8h5xN": the piece taken, if not said before
//!           | "=" piece                         "f11=Q"
//!           | piece                             "f10g10q", "f10g10Q": after two bare cells only
//!           | "e.p." | "ep." | "ep"             also after white space
//!           | "+" | "#" | judgement }           each once, in any order
//! piece   = letter                              upper case, from a set of `Letters`
//! judgement = "!" | "?" | "!!" | "??" | "!?" | "?!"
//! ```
//!
//! A lower-case `b` is a file and an upper-case `B` a piece. A text without a
//! piece moves a pawn, or whatever stands on its origin if that is a whole cell.
//! A lower-case letter after two bare cells is English in every set, as in
//! UCI; an upper-case one is the set's, and English if the set has no such letter.
//!
//! Where a straight step and a capture go to the same cell, a text without a
//! capture sign means the step. Pieces that may not move for their king's sake
//! never make a text ambiguous. More origin than needed is no fault.
//!
//! Accepted as well, each a [`Leniency`] that can be switched off:
//! * another capture sign: `:`, `*`, `X`, `×`;
//! * a promotion without its sign: `k7V`;
//! * a lower-case letter after the promotion sign: `f11=q`;
//! * a capture by files alone: `ixk`;
//! * a pawn's capture without the pawn's file: `xe6`, `e5ep.`;
//! * a pawn with its letter: `Pe4`;
//! * old check signs: `†`, `++` for double check or mate, `‡` for mate;
//! * a capture without its sign, but not between two bare cells, which never have one: `Nf4`, `de6`.
//!
//! The other leniencies are of whole games, see [`validate`](hexmate_games::validate).

mod castling;
mod detect;
mod error;
mod leniency;
mod letters;
mod mark;
mod nearest;
mod parse;
mod plain;
mod readings;
mod resolve;
mod write;

pub use castling::CastlingText;
pub use detect::{Detection, Evidence};
pub use error::{CastlingFault, MoveTextError, MoveTextErrorKind, ResolveError};
pub use leniency::{Leniencies, Leniency};
pub use letters::Letters;
pub use mark::{CheckMark, Judgement, MarkFault};
pub use plain::Plain;
pub use write::{Long, LongNamed, San};

use std::fmt;

use super::Coordinate;
use hexmate_core::geometry::{Cell, Shape};
pub use hexmate_core::rules::CheckStatus;
use hexmate_core::rules::Role;

/// A written move, taken apart without a position.
///
/// Plain data: whoever looks for what a writer may have meant changes a field
/// and resolves again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MoveText {
    /// The piece that moves, if its letter is written.
    pub role: Option<Role>,
    /// What is written of the cell it leaves.
    pub origin: CellText,
    /// The cell it goes to; only its file in `ixk`.
    pub target: CellText,
    /// Castling, which has no cells, if that is what is written.
    pub castling: Option<CastlingText>,
    /// Whether a capture sign is written.
    pub capture: bool,
    /// The piece taken, if it is named.
    pub victim: Option<Role>,
    /// What the pawn becomes, if it is said.
    pub promotion: Option<Role>,
    /// Whether `e.p.` is written.
    pub en_passant: bool,
    /// What is written of check and mate.
    pub check: Option<CheckMark>,
    /// What the writer thinks of the move.
    pub judgement: Option<Judgement>,
    /// What had to be forgiven about the form.
    pub leniencies: Leniencies,
}

impl MoveText {
    /// A text without the number of a move and its dots before it, if it has both: `1. e4`, `1...e6`.
    pub fn without_number(text: &str) -> &str {
        let dotted = text.trim_start_matches(|sign: char| sign.is_ascii_digit());
        let bare = dotted.trim_start_matches(['.', '…']);
        if bare.len() < dotted.len() { bare.trim_start() } else { text }
    }

    /// Whether the text is two bare cells, as in UCI, where captures have no sign.
    pub const fn is_bare(&self) -> bool {
        self.role.is_none() && self.origin.is_whole()
    }
}

/// A cell as far as it is written: its file, its rank, both or neither.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CellText {
    /// The letter of the file, in lower case.
    pub file: Option<u8>,
    /// The number of the rank.
    pub rank: Option<u8>,
}

impl CellText {
    /// Whether both file and rank are written.
    pub const fn is_whole(self) -> bool {
        self.file.is_some() && self.rank.is_some()
    }

    /// Whether neither is written.
    pub const fn is_empty(self) -> bool {
        self.file.is_none() && self.rank.is_none()
    }

    /// The cell, if it is written in full and the board has it.
    pub fn cell(self, shape: Shape) -> Option<Cell> {
        Coordinate::at(shape, shape.file_column(self.file?)?, self.rank?)
    }

    /// A cell written in full.
    pub fn of(shape: Shape, cell: Cell) -> Self {
        let cell = Coordinate(shape, cell);
        Self { file: Some(cell.file() as u8), rank: Some(cell.rank()) }
    }

    /// Whether a cell agrees with all that is written.
    pub fn fits(self, shape: Shape, cell: Cell) -> bool {
        let cell = Coordinate(shape, cell);
        self.file.is_none_or(|file| char::from(file) == cell.file())
            && self.rank.is_none_or(|rank| rank == cell.rank())
    }
}

impl fmt::Display for CellText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.file.map_or(Ok(()), |file| write!(f, "{}", char::from(file)))?;
        self.rank.map_or(Ok(()), |rank| write!(f, "{rank}"))
    }
}
