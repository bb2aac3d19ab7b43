//! Rules of pawns as data.

use crate::geometry::Direction;
use crate::rules::Player;

/// In how many directions pawns step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum PawnSteps {
    /// In one, across the edge that faces the other side.
    Straight = 1,
    /// In two, across either of the edges beside the vertex that faces the other side.
    TwoWays = 2,
}

/// Directions in which pawns capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum PawnTakes {
    /// Beyond the vertices next to their steps, as a bishop moves.
    Diagonally = 1,
    /// Across the two forward edges to the side, as a rook moves.
    Orthogonally = 2,
}

/// Rules of pawns; fields that are left out have no effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PawnRule {
    /// In how many directions they step.
    pub steps: PawnSteps,
    /// Directions of captures.
    pub takes: PawnTakes,
    /// `true` if they also take straight towards the other side from the cells that they may step twice from.
    pub takes_ahead_at_first: bool,
    /// `true` if an enemy piece on one of the cells that they step to stops them in all directions.
    pub is_stopped_by_enemy_ahead: bool,
}

impl PawnRule {
    /// Returns pawns that step one way.
    pub const fn straight(takes: PawnTakes) -> Self {
        let steps = PawnSteps::Straight;
        Self { steps, takes, takes_ahead_at_first: false, is_stopped_by_enemy_ahead: false }
    }

    /// Returns pawns that step two ways.
    pub const fn two_ways(takes: PawnTakes) -> Self {
        Self { steps: PawnSteps::TwoWays, ..Self::straight(takes) }
    }

    /// Returns whether they step one way, and do no more than take to either side.
    pub const fn is_plain(self) -> bool {
        matches!(self.steps, PawnSteps::Straight)
            && !self.takes_ahead_at_first
            && !self.is_stopped_by_enemy_ahead
    }

    /// Straight towards the other side: across an edge for pawns that step one way, else beyond a vertex.
    #[inline]
    pub(super) const fn forward(self, players: u8, seat: Player) -> Direction {
        let first = match self.steps {
            PawnSteps::Straight => Direction::N,
            PawnSteps::TwoWays => Direction::NNE,
        };
        first.turn(12 / players * seat.index() as u8)
    }

    /// Returns the two directions of steps; equal if there is only one.
    #[inline]
    pub(super) const fn steps(self, forward: Direction) -> [Direction; 2] {
        match self.steps {
            PawnSteps::Straight => [forward, forward],
            PawnSteps::TwoWays => [forward.turn(11), forward.turn(1)],
        }
    }

    /// Returns the two directions in which pawns take.
    #[inline]
    pub(super) const fn takes(self, forward: Direction) -> [Direction; 2] {
        let beside = match self.steps {
            PawnSteps::Straight => 0,
            PawnSteps::TwoWays => 1,
        };
        let hours = self.takes as u8 + beside;
        [forward.turn(12 - hours), forward.turn(hours)]
    }
}
