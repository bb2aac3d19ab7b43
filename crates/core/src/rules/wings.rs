//! Who may still castle, and on which wing. No cells.

use super::{Player, Value};

/// On which wings the players may still castle, as far as king and rooks have not moved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Wings(u16);

impl Wings {
    /// Nobody may castle.
    pub const NONE: Self = Self(0);

    /// Both wings of so many players.
    pub const fn all(players: u8) -> Self {
        Self((1 << (2 * players)) - 1)
    }

    const fn bit(player: Player, wing: u8) -> u16 {
        1 << (2 * player.index() as u8 + wing)
    }

    /// Whether a player may castle on a wing, 0 or 1.
    pub const fn has(self, player: Player, wing: u8) -> bool {
        self.0 & Self::bit(player, wing) != 0
    }

    /// With the right of a player on a wing.
    #[must_use]
    pub const fn with(self, player: Player, wing: u8) -> Self {
        Self(self.0 | Self::bit(player, wing))
    }

    /// Without the right of a player on a wing.
    #[must_use]
    pub const fn without(self, player: Player, wing: u8) -> Self {
        Self(self.0 & !Self::bit(player, wing))
    }

    /// Whether nobody may castle.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// A number below 16 in games for two: another for each.
    pub(super) const fn number(self) -> usize {
        self.0 as usize
    }
}

/// What a position keeps of [`Wings`]: all or, in games without castling, nothing.
pub trait KeptWings: Value + Default {
    /// What is kept.
    fn wings(self) -> Wings;
    /// Keeps it.
    fn keep(wings: Wings) -> Self;
}

/// Nothing kept, for games without castling.
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
