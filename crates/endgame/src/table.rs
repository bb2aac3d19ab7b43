//! All positions of one ending with their scores, in memory or kept elsewhere. Not how they are found.

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::ending::Ending;
use super::layout::{Layout, Placement};
use super::paths::Paths;
use super::score::{Packed, Score};
use hexmate_core::rules::Player;

/// All positions of one ending, with their scores.
pub struct Endgame {
    pub(super) ending: Ending,
    pub(super) paths: Arc<Paths>,
    pub(super) layout: Arc<Layout>,
    pub(super) scores: Scores,
    pub(super) deepest: u16,
}

/// Where the scores are: by side to move, by number.
pub(super) enum Scores {
    InMemory([Vec<u16>; 2]),
    Stored(Box<dyn Stored>, OnceLock<String>),
}

/// Scores that are kept elsewhere and read one by one.
pub trait Stored: Send + Sync {
    /// The score of the position with a number; none if no position has it.
    ///
    /// # Errors
    ///
    /// What is wrong with the place where they are kept.
    fn at(&self, side: Player, number: usize) -> Result<Option<Score>, String>;

    /// The most plies of any score.
    fn deepest(&self) -> u16;

    /// Whether all is as it was written.
    ///
    /// # Errors
    ///
    /// What is wrong.
    fn check(&self) -> Result<(), String>;
}

/// Where tables are kept, to be opened one by one.
pub trait Source: Send + Sync {
    /// Whether it has the table of a canonical ending.
    fn has(&self, ending: &Ending) -> bool;

    /// The most pieces of an ending that it has.
    fn most_pieces(&self) -> usize;

    /// Opens a table, whose positions may have so many numbers for each side to move.
    ///
    /// # Errors
    ///
    /// Why it cannot be used.
    fn open(&self, ending: &Ending, size: usize) -> Result<Box<dyn Stored>, String>;
}

impl Endgame {
    /// The ending.
    pub fn ending(&self) -> &Ending {
        &self.ending
    }

    /// The most plies of any score.
    pub fn deepest(&self) -> u16 {
        self.deepest
    }

    /// How many numbers positions may have, for each side to move.
    pub fn size(&self) -> usize {
        self.layout.size()
    }

    /// The score of the position with a number, for the side to move; none if no position has it.
    ///
    /// # Panics
    ///
    /// If the number is not less than [`Endgame::size`].
    pub fn at(&self, side: Player, number: usize) -> Option<Score> {
        match &self.scores {
            Scores::InMemory(scores) => Packed(scores[side.index() % 2][number]).score(),
            Scores::Stored(stored, fault) => stored.at(side, number).unwrap_or_else(|error| {
                // The first is as good as any.
                let _ = fault.set(error);
                None
            }),
        }
    }

    /// What went wrong when stored scores were read: whatever was said since then is void.
    pub fn fault(&self) -> Option<&str> {
        match &self.scores {
            Scores::InMemory(_) => None,
            Scores::Stored(_, fault) => fault.get().map(String::as_str),
        }
    }

    /// Whether stored scores are as they were written; those in memory are.
    ///
    /// # Errors
    ///
    /// What is wrong with them.
    pub fn check(&self) -> Result<(), String> {
        match &self.scores {
            Scores::InMemory(_) => Ok(()),
            Scores::Stored(stored, _) => stored.check(),
        }
    }

    pub(super) fn is_in_memory(&self) -> bool {
        matches!(self.scores, Scores::InMemory(_))
    }

    pub(super) fn paths(&self) -> &Paths {
        &self.paths
    }

    /// The score of a position whose pieces stand on different cells.
    pub(super) fn packed(&self, at: Placement, side: usize) -> Packed {
        let Some(number) = self.layout.number(at) else { return Packed::NONE };
        match &self.scores {
            Scores::InMemory(scores) => Packed(scores[side][number]),
            Scores::Stored(..) => self.at(Player::new(side as u8), number).map_or(Packed::NONE, Packed::new),
        }
    }
}

impl fmt::Debug for Endgame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Endgame({})", self.ending)
    }
}
