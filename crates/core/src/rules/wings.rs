//! Castling rights.

use super::{Player, Value};

/// Castling rights: wings on which king and rook have not moved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Wings(u16);

impl Wings {
    /// No castling rights.
    pub const NONE: Self = Self(0);

    /// Creates the rights of both wings for a number of players.
    pub const fn all(players: u8) -> Self {
        Self((1 << (2 * players)) - 1)
    }

    const fn bit(player: Player, wing: u8) -> u16 {
        1 << (2 * player.index() as u8 + wing)
    }

    /// Returns whether a player may castle on a wing, 0 or 1.
    pub const fn has(self, player: Player, wing: u8) -> bool {
        self.0 & Self::bit(player, wing) != 0
    }

    /// Adds the right of a player on a wing.
    #[must_use]
    pub const fn with(self, player: Player, wing: u8) -> Self {
        Self(self.0 | Self::bit(player, wing))
    }

    /// Removes the right of a player on a wing.
    #[must_use]
    pub const fn without(self, player: Player, wing: u8) -> Self {
        Self(self.0 & !Self::bit(player, wing))
    }

    /// Returns whether there are no rights.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns a number below 16 in games for two: another for each.
    pub(super) const fn number(self) -> usize {
        self.0 as usize
    }
}

/// Stored form of [`Wings`], which takes no room in games without castling.
pub trait KeptWings: Value + Default {
    /// Returns the stored rights.
    fn wings(self) -> Wings;
    /// Stores rights.
    fn keep(wings: Wings) -> Self;
}

/// No rights, for games without castling.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct NoWings;

impl KeptWings for NoWings {
    #[inline]
    fn wings(self) -> Wings {
        Wings::NONE
    }

    #[inline]
    fn keep(_: Wings) -> Self {
        Self
    }
}

// For the generic core only.
#[doc(hidden)]
impl KeptWings for Wings {
    #[inline]
    fn wings(self) -> Wings {
        self
    }

    #[inline]
    fn keep(wings: Wings) -> Self {
        wings
    }
}
