//! What a move does to a king: check, double check, mate. No text.

use std::fmt;

use super::{Move, Position, Variant};

/// What a move has done to the king of the player who is to move after it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Threat {
    /// The king is not attacked.
    None,
    /// The king is attacked by one piece.
    Check,
    /// The king is attacked by several.
    DoubleCheck,
    /// It is mate; with more than two players: somebody has been put out.
    Mate,
}

impl Threat {
    /// The threat of the move that led from one position to the other.
    ///
    /// Costs a look at the attackers of one king, and a look for a move if there are any.
    pub(super) fn between<V: Variant>(before: &Position<V>, after: &Position<V>) -> Self {
        if after.living() != before.living() {
            return Self::Mate;
        }
        let checkers = after.checkers();
        if checkers.is_empty() {
            Self::None
        } else if !after.has_moves() {
            Self::Mate
        } else if checkers.is_several() {
            Self::DoubleCheck
        } else {
            Self::Check
        }
    }

    /// The sign for it: nothing, `+` or `#`.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Check | Self::DoubleCheck => "+",
            Self::Mate => "#",
        }
    }
}

impl fmt::Display for Threat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "no check",
            Self::Check => "check",
            Self::DoubleCheck => "double check",
            Self::Mate => "mate",
        })
    }
}

impl<V: Variant> Position<V> {
    /// What a legal move does to the king of the player who is to move after it.
    pub fn threat_of(&self, m: Move) -> Threat {
        Threat::between(self, &self.after_move(m))
    }
}
