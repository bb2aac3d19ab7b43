//! The table of one ending, in memory or in a store.

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::ending::Ending;
use super::layout::{Layout, Placement};
use super::paths::Paths;
use super::score::{Packed, TableScore};
use hexmate_core::rules::Player;

/// The table of one ending: the scores of all its positions.
pub struct Endgame {
    pub(super) ending: Ending,
    pub(super) paths: Arc<Paths>,
    pub(super) layout: Arc<Layout>,
    pub(super) scores: Scores,
    pub(super) max_plies: u16,
}

/// Storage of the scores, by side to move and position index.
pub(super) enum Scores {
    InMemory([Vec<u16>; 2]),
    /// Store, and its first error.
    Stored(Box<dyn ScoreStore>, OnceLock<String>),
}

/// A store of the scores of one ending that reads them one by one.
pub trait ScoreStore: Send + Sync {
    /// Returns the score of the position with an index; `None` if there is no such position.
    ///
    /// # Errors
    ///
    /// A message if the store cannot be read.
    fn at(&self, side: Player, index: usize) -> Result<Option<TableScore>, String>;

    /// Returns the maximum number of plies of a score.
    fn max_plies(&self) -> u16;

    /// Checks that the stored data is intact.
    ///
    /// # Errors
    ///
    /// A message if it is damaged.
    fn check(&self) -> Result<(), String>;
}

/// A source of tables, which are opened one by one.
pub trait TableSource: Send + Sync {
    /// Returns whether it has the table of a canonical ending.
    fn has(&self, ending: &Ending) -> bool;

    /// Returns the maximum number of pieces of its endings.
    fn max_pieces(&self) -> usize;

    /// Opens a table with `size` position indices for each side to move.
    ///
    /// # Errors
    ///
    /// A message if the table cannot be used.
    fn open(&self, ending: &Ending, size: usize) -> Result<Box<dyn ScoreStore>, String>;
}

impl Endgame {
    /// Returns the ending.
    pub fn ending(&self) -> &Ending {
        &self.ending
    }

    /// Returns the maximum number of plies of a score.
    pub fn max_plies(&self) -> u16 {
        self.max_plies
    }

    /// Returns the number of position indices, for each side to move.
    pub fn size(&self) -> usize {
        self.layout.size()
    }

    /// Returns the score of the position with an index, for the side to move; `None` if there is no such position, or
    /// the store cannot be read (see [`Endgame::fault`]).
    ///
    /// # Panics
    ///
    /// If the index is not less than [`Endgame::size`].
    pub fn at(&self, side: Player, index: usize) -> Option<TableScore> {
        match &self.scores {
            Scores::InMemory(scores) => Packed(scores[side.index() % 2][index]).score(),
            Scores::Stored(stored, fault) => stored.at(side, index).unwrap_or_else(|error| {
                // Only the first error is kept.
                let _ = fault.set(error);
                None
            }),
        }
    }

    /// Returns the first error that occurred when stored scores were read. Later answers of this table are invalid.
    pub fn fault(&self) -> Option<&str> {
        match &self.scores {
            Scores::InMemory(_) => None,
            Scores::Stored(_, fault) => fault.get().map(String::as_str),
        }
    }

    /// Checks that stored scores are intact; those in memory always are.
    ///
    /// # Errors
    ///
    /// A message if they are damaged.
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

    /// Returns the score of a position with all pieces on different cells.
    pub(super) fn packed(&self, at: Placement, side: usize) -> Packed {
        let Some(index) = self.layout.index(at) else { return Packed::NONE };
        match &self.scores {
            Scores::InMemory(scores) => Packed(scores[side][index]),
            Scores::Stored(..) => self.at(Player::new(side as u8), index).map_or(Packed::NONE, Packed::new),
        }
    }
}

impl fmt::Debug for Endgame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Endgame({})", self.ending)
    }
}
