//! Conditions on the number of pieces.

use std::ops::RangeInclusive;
use std::str::FromStr;

use super::conditions::number_range;
use hexmate_core::rules::{Piece, Role};
use hexmate_position::{Colour, Game, Setup, read_piece};

/// A range for the number of some pieces: `..7`, `white=3`, `Q=1..2`.
///
/// ```
/// use hexmate_position::{Game, Setup};
/// use hexmate_problems::select::PieceCount;
///
/// let setup = Setup::from_fen(Game::MINI, "k/3/2K2/1P1bppB/7/3R3/4NP1 w - 0 16")?;
/// for (count, is_met) in [("..10", true), ("white=5..", true), ("b=1", true), ("Q=1..", false)] {
///     assert_eq!(count.parse::<PieceCount>()?.is_met(&setup), is_met, "{count}");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceCount {
    /// Pieces to count.
    pub counted: PieceGroup,
    /// Their number.
    pub range: RangeInclusive<usize>,
}

/// Pieces to count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieceGroup {
    /// All pieces.
    All,
    /// The pieces of a player.
    Of(Colour),
    /// The pieces of a kind of a player.
    Kind(Colour, Role),
}

impl PieceGroup {
    fn has(self, game: Game, piece: Piece) -> bool {
        let colour = Colour::of(&game, piece.owner);
        match self {
            Self::All => true,
            Self::Of(own) => own == colour,
            Self::Kind(own, role) => own == colour && role == piece.role,
        }
    }
}

impl PieceCount {
    /// Returns whether a position has such a number of pieces.
    pub fn is_met(&self, setup: &Setup) -> bool {
        let counted = setup.board.pieces().filter(|&(_, piece)| self.counted.has(setup.game, piece));
        self.range.contains(&counted.count())
    }
}

impl FromStr for PieceCount {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || {
            format!(
                "{text:?} is not a number of pieces; write ..7, white=3, Q=1..2 or p=0, with the letters of FEN"
            )
        };
        let (pieces, range) = match text.split_once('=') {
            None => (None, text),
            Some((pieces, range)) => (Some(pieces.trim()), range),
        };
        let range = number_range(range).map_err(|_| bad())?;
        let [from, to] =
            [*range.start(), *range.end()].map(|end| usize::try_from(end.max(0)).unwrap_or(usize::MAX));
        let range = from..=to;
        let counted = match pieces {
            None => PieceGroup::All,
            Some(pieces) => colour(pieces).map(PieceGroup::Of).or_else(|| kind(pieces)).ok_or_else(bad)?,
        };
        Ok(Self { counted, range })
    }
}

fn colour(word: &str) -> Option<Colour> {
    Colour::ALL.into_iter().find(|colour| colour.name().eq_ignore_ascii_case(word))
}

/// Parses a letter of FEN: `Q` and `q` in games for two, `wQ` in all games.
fn kind(letters: &str) -> Option<PieceGroup> {
    [Game::GLINSKI, Game::ECHEX6, Game::ECHEX3].into_iter().find_map(|game| {
        let (piece, length) = read_piece(&game, letters.as_bytes())?;
        (length == letters.len()).then(|| PieceGroup::Kind(Colour::of(&game, piece.owner), piece.role))
    })
}
