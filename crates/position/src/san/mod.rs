//! Moves as text: parsed and written in SAN, long notation and their historical forms.
//!
//! [`MoveText::parse`] parses a move without a position, [`MoveText::resolve`] finds the legal move of a position
//! that the text denotes. [`San`], [`Long`] and [`LongNamed`] write moves. [`Uci`](super::Uci) writes UCI, which
//! [`MoveText`] parses too.
//!
//! ```text
//! text    = [piece] [origin] [dash | take [piece]] target tail
//!         | [wing "-"] "0-0" ["-0"] tail       castling; a wing is a letter; O counts as 0
//! dash    = "-" | "–" | "—" | "−" | "‐" | "‑"
//! origin  = file | rank | cell                  cell = file rank; a rank is all digits that follow
//! target  = cell | file                         a file alone only in "ixk"
//! take    = "x"
//! tail    = { take piece                        "Nf8h5xN": the captured piece, if not named before
//!           | "=" piece                         "f11=Q"
//!           | piece                             "f10g10q", "f10g10Q": only after two bare cells
//!           | "e.p." | "ep." | "ep"             white space may precede it
//!           | "+" | "#" | judgement }           each once, in any order
//! piece   = letter                              in upper case, from a set of `Letters`, which may be figurines
//! judgement = "!" | "?" | "!!" | "??" | "!?" | "?!"
//! ```
//!
//! A lower-case `b` is a file, an upper-case `B` a piece. A text without a piece moves a pawn, or the piece on its
//! origin if that is a whole cell. A lower-case letter after two bare cells is English in every set, as in UCI; an
//! upper-case one is of the set, or English if the set has no such letter.
//!
//! If a pawn step and a capture have the same target, a text without a capture sign denotes the step. Pinned pieces
//! never make a text ambiguous. A longer origin than needed is accepted.
//!
//! Also accepted, each as a [`Leniency`] that can be switched off:
//! * another capture sign: `:`, `*`, `X`, `×`;
//! * a promotion without its sign: `k7V`;
//! * a lower-case letter after the promotion sign: `f11=q`;
//! * a capture with files only: `ixk`;
//! * a pawn's capture without the pawn's file: `xe6`, `e5ep.`;
//! * a pawn with its letter: `Pe4`;
//! * old check signs: `†`, `++` for double check or mate, `‡` for mate;
//! * a figurine of either colour, `♘f3` or `♞f3`, unless figurines are the set;
//! * castling with another wing: `K-0-0` for `0-0`, `q-0-0` for `Q-0-0`;
//! * two cells in capitals: `F5F6`, `QE1-C3`;
//! * a piece letter in lower case: `bg2` for `Bg2`, in games, where no pawn move to g2 is legal;
//! * a capture without its sign, `Nf4` or `de6`; two bare cells never have a sign.
//!
//! The other leniencies concern whole games; see `hexmate_games::validate`.

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
pub use plain::PlainSan;
pub use write::{Long, LongNamed, San};

/// The hyphen, and the signs that are written in its place: en dash, em dash, minus, other hyphens.
pub const DASHES: [&str; 6] = ["-", "–", "—", "−", "‐", "‑"];

use std::fmt;

use super::CellNames;
use hexmate_core::geometry::{Cell, Shape};
pub use hexmate_core::rules::CheckStatus;
use hexmate_core::rules::Role;

/// A move as written, parsed without a position.
///
/// Plain data: to look for other moves that the writer may have meant, change a field and resolve again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct MoveText {
    /// The piece that moves, if its letter is written.
    pub role: Option<Role>,
    /// The written part of the origin cell.
    pub origin: CellText,
    /// The target cell; only its file in `ixk`.
    pub target: CellText,
    /// Castling, which has no cells.
    pub castling: Option<CastlingText>,
    /// `true` if a capture sign is written.
    pub capture: bool,
    /// The captured piece, if it is named.
    pub victim: Option<Role>,
    /// The promotion piece, if it is written.
    pub promotion: Option<Role>,
    /// `true` if `e.p.` is written.
    pub en_passant: bool,
    /// The check or mate sign, if one is written.
    pub check: Option<CheckMark>,
    /// The annotation, such as `!?`.
    pub judgement: Option<Judgement>,
    /// The leniencies that parsing needed.
    pub leniencies: Leniencies,
}

impl MoveText {
    /// Removes a move number with its dots from the start of a text: `1. e4`, `1...e6`.
    pub fn without_number(text: &str) -> &str {
        let dotted = text.trim_start_matches(|sign: char| sign.is_ascii_digit());
        let bare = dotted.trim_start_matches(['.', '…']);
        if bare.len() < dotted.len() { bare.trim_start() } else { text }
    }

    /// Returns whether the text is two bare cells, as in UCI, where captures have no sign.
    pub const fn is_bare(&self) -> bool {
        self.role.is_none() && self.origin.is_whole()
    }
}

/// The written part of a cell: its file, its rank, both or neither.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CellText {
    /// The letter of the file, in lower case.
    pub file: Option<u8>,
    /// The number of the rank.
    pub rank: Option<u8>,
    /// The names to which file and rank belong.
    pub names: CellNames,
}

impl CellText {
    /// Returns whether both file and rank are written.
    pub const fn is_whole(self) -> bool {
        self.file.is_some() && self.rank.is_some()
    }

    /// Returns whether neither is written.
    pub const fn is_empty(self) -> bool {
        self.file.is_none() && self.rank.is_none()
    }

    /// Returns the cell, if it is written in full and the board has it.
    pub fn cell(self, shape: Shape) -> Option<Cell> {
        self.names.cell(shape, self.file?, self.rank?)
    }

    /// Creates the text of a cell in full.
    pub fn of(names: CellNames, shape: Shape, cell: Cell) -> Self {
        let (file, rank) = names.file_and_rank(shape, cell);
        Self { file: Some(file), rank: Some(rank), names }
    }

    /// Returns whether a cell has the written file and rank.
    pub fn fits(self, shape: Shape, cell: Cell) -> bool {
        let (file, rank) = self.names.file_and_rank(shape, cell);
        self.file.is_none_or(|written| written == file) && self.rank.is_none_or(|written| written == rank)
    }
}

impl fmt::Display for CellText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.file.map_or(Ok(()), |file| write!(f, "{}", char::from(file)))?;
        self.rank.map_or(Ok(()), |rank| write!(f, "{rank}"))
    }
}
