//! Near duplicates: games that share a beginning and then differ, such as two records of one game.

use serde::{Deserialize, Serialize};

use super::Players;

/// Smallest number of common first half-moves of near duplicates.
const LEAST: usize = 10;

/// Smallest number of common first half-moves if the players of a game are not known.
const LEAST_OF_UNKNOWN: usize = 20;

/// Length of a move in bytes.
const MOVE: usize = 5;

/// Length of the digest of variant and first position in bytes.
const START: usize = 8;

/// Moves of a game up to its end or its first fault. In the order of paths, games with a common beginning are
/// neighbours.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct GamePath {
    /// Digest of variant and first position, then the moves, each of a fixed length.
    bytes: Vec<u8>,
    /// `true` if the game has no fault.
    is_whole: bool,
}

impl GamePath {
    /// Creates the path of moves from a first position with this digest; `None` without moves.
    pub(super) fn new(
        start: [u8; START],
        moves: impl Iterator<Item = [u8; MOVE]>,
        is_whole: bool,
    ) -> Option<Self> {
        let mut bytes = start.to_vec();
        moves.for_each(|m| bytes.extend(m));
        (bytes.len() > START).then_some(Self { bytes, is_whole })
    }

    /// Returns whether this whole game is the beginning of a longer one, or equals it.
    pub fn is_beginning_of(&self, other: &Self) -> bool {
        self.is_whole && other.is_whole && other.bytes.starts_with(&self.bytes)
    }

    /// Returns the number of moves, in half-moves.
    pub fn plies(&self) -> usize {
        (self.bytes.len() - START) / MOVE
    }

    fn moves(&self) -> impl DoubleEndedIterator<Item = &[u8]> + ExactSizeIterator {
        self.bytes[START..].chunks_exact(MOVE)
    }

    /// Returns the number of first half-moves that two games have in common, if it is enough for near duplicates.
    pub(super) fn shared_opening(&self, other: &Self) -> Option<usize> {
        if self.bytes[..START] != other.bytes[..START] {
            return None;
        }
        let first = self.moves().zip(other.moves()).take_while(|(one, other)| one == other).count();
        (first >= LEAST).then_some(first)
    }

    /// Returns the number of last half-moves that two games have in common besides the first ones; 0 for a game with a
    /// fault, whose end is not known.
    pub(super) fn shared_end(&self, other: &Self, first: usize) -> usize {
        if !self.is_whole || !other.is_whole {
            return 0;
        }
        let shorter = self.plies().min(other.plies());
        let pairs = self.moves().rev().zip(other.moves().rev());
        pairs.take(shorter - first).take_while(|(one, other)| one == other).count()
    }

    /// Returns whether two games with these numbers of common half-moves may be records of one game of these players.
    /// Equal players need the fewest.
    pub(super) fn may_be_one_game(
        &self,
        other: &Self,
        (first, last): (usize, usize),
        players: Players,
    ) -> bool {
        let shorter = self.plies().min(other.plies());
        match players {
            Players::Equal | Players::Similar => 2 * (first + last) >= shorter,
            // In a match, an opening is played twice with exchanged seats.
            Players::Exchanged => 4 * (first + last) >= 3 * shorter,
            Players::Unknown => first >= LEAST_OF_UNKNOWN && 4 * (first + last) >= 3 * shorter,
            Players::Other => false,
        }
    }
}

/// Two selected games that may be records of one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NearDuplicate {
    /// Number of the game.
    pub number: usize,
    /// Number of an earlier game.
    pub earlier: usize,
    /// Number of first half-moves that they have in common.
    pub first: usize,
    /// Number of last half-moves that they have in common.
    pub last: usize,
}
