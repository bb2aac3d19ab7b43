use std::fmt;

use super::{Move, Position, Variant};

/// The effect of a move on the king of the player to move after it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CheckStatus {
    /// The king is not attacked.
    None,
    /// One piece attacks the king.
    Check,
    /// Several pieces attack the king.
    DoubleCheck,
    /// The king is mated. With more than two players: somebody has been eliminated.
    Mate,
}

impl CheckStatus {
    /// Returns the status after the move that led from `before` to `after`.
    ///
    /// Costs one look-up of the king's attackers, and a search for a legal move if there are any.
    fn between<V: Variant>(before: &Position<V>, after: &Position<V>) -> Self {
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

    /// Returns the mark of move text: nothing, `+` or `#`.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Check | Self::DoubleCheck => "+",
            Self::Mate => "#",
        }
    }
}

impl fmt::Display for CheckStatus {
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
    /// Returns whether a legal move gives check, double check or mate.
    ///
    /// ```
    /// use hexmate_core::rules::{CheckStatus, Glinski, Position};
    ///
    /// let start = Position::<Glinski>::start();
    /// let m = start.legal_moves().next().expect("a move");
    /// assert_eq!(start.check_status_after(m), CheckStatus::None);
    /// ```
    pub fn check_status_after(&self, m: Move) -> CheckStatus {
        CheckStatus::between(self, &self.after_move(m))
    }
}
