//! Moves as one number.

use hexmate_core::geometry::Cell;
use hexmate_core::rules::{Move, Role};

/// A move with the roles of its piece and of the captured one; 0 is no move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(super) struct Packed(u32);

/// A move that changes other cells than its origin and its target: en passant or castling.
const SPECIAL: u32 = 1 << 30;

/// Bits of origin, target and promotion.
const MOVE: u32 = (1 << 21) - 1;

impl Packed {
    pub(super) const NONE: Self = Self(0);

    #[inline]
    pub(super) fn new(role: Role, m: Move, victim: Option<Role>) -> Self {
        let code = |role: Option<Role>| role.map_or(0, |role| role as u32 + 1);
        Self(
            m.from.index() as u32
                | (m.to.index() as u32) << 9
                | code(m.promotion) << 18
                | code(Some(role)) << 21
                | code(victim) << 24,
        )
    }

    #[inline]
    pub(super) fn as_special(self) -> Self {
        Self(self.0 | SPECIAL)
    }

    #[inline]
    pub(super) fn is_special(self) -> bool {
        self.0 & SPECIAL != 0
    }

    #[inline]
    pub(super) fn from(self) -> Cell {
        Cell::from_index((self.0 & 511) as u16)
    }

    #[inline]
    pub(super) fn to(self) -> Cell {
        Cell::from_index((self.0 >> 9 & 511) as u16)
    }

    #[inline]
    pub(super) fn promotion(self) -> Option<Role> {
        decode(self.0 >> 18 & 7)
    }

    #[inline]
    pub(super) fn role(self) -> Role {
        decode(self.0 >> 21 & 7).unwrap_or(Role::King)
    }

    #[inline]
    pub(super) fn victim(self) -> Option<Role> {
        decode(self.0 >> 24 & 7)
    }

    #[inline]
    pub(super) fn to_move(self) -> Move {
        Move { from: self.from(), to: self.to(), promotion: self.promotion() }
    }

    /// Returns whether the move captures or promotes.
    #[inline]
    pub(super) fn is_noisy(self) -> bool {
        self.0 >> 18 & 7 != 0 || self.0 >> 24 & 7 != 0
    }

    /// Returns whether origin, target and promotion are those of another move.
    #[inline]
    pub(super) fn is_same(self, short: u32) -> bool {
        self.0 & MOVE == short
    }

    /// Returns origin, target and promotion as 21 bits.
    #[inline]
    pub(super) fn short(self) -> u32 {
        self.0 & MOVE
    }

    /// Returns the move of 21 bits.
    #[inline]
    pub(super) fn unpack_short(short: u32) -> Move {
        Self(short).to_move()
    }
}

#[inline]
fn decode(code: u32) -> Option<Role> {
    (code as usize).checked_sub(1).and_then(|role| Role::ALL.get(role).copied())
}
