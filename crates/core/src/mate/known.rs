//! Positions whose shortest mate is known before any search. Does not know from where.

use std::fmt;

use crate::geometry::Cell;
use crate::rules::{Piece, Player};

/// How a position of a game for two ends if one side plays for mate and the other against it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prospect {
    /// The side to move mates with the last of so many plies.
    Mates(u32),
    /// The side to move is mated after so many plies.
    IsMated(u32),
    /// Neither side can force mate.
    NoMate,
}

/// What tells the prospect of positions with few pieces, as tables of endings do.
///
/// All that it tells must be certain: searches take it for proved.
pub trait KnownMates: Sync {
    /// The most pieces of a position that may be known.
    fn most_pieces(&self) -> u32;

    /// The prospect of a position without rights to take en passant, if it is known.
    fn prospect(&self, pieces: &[(Cell, Piece)], turn: Player) -> Option<Prospect>;
}

impl fmt::Debug for dyn KnownMates + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KnownMates(up to {} pieces)", self.most_pieces())
    }
}
