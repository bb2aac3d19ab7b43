//! Chains of a search for new problems, each a record like any other. Writes nothing.

use serde::{Deserialize, Serialize};

use super::Image;
use hexmate_batch::digest::Digest;
use hexmate_batch::log::InvalidEntry;
use hexmate_batch::{Panicked, StopFlag, Task, WorkItem};
use hexmate_position::symmetry::canonical_key;
use hexmate_problems::compose::{Find, SearchOptions, search};
use hexmate_report::{FoundRow, Origin};

/// A chain of a search, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chain(pub u64);

impl WorkItem for Chain {
    fn name(&self) -> String {
        format!("chain {}", self.0)
    }

    /// What is asked of it stands in the arguments.
    fn identity(&self) -> Digest {
        Digest::of(&self.name())
    }

    fn hash(&self) -> u64 {
        self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

/// What a chain has found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Searched {
    /// All of it: problems, each with its image.
    Done(Vec<(Image, FoundRow)>),
    /// A fault of this program.
    Fault(String),
    /// A signal came before it was done.
    Stopped,
}

impl Searched {
    /// Checks an entry of a log, which may be forged.
    ///
    /// # Errors
    ///
    /// If it was not finished.
    pub fn check(&self) -> Result<(), InvalidEntry> {
        if *self == Self::Stopped { Err(InvalidEntry("a chain that was not finished")) } else { Ok(()) }
    }
}

/// How new problems are looked for.
#[derive(Clone, Debug)]
pub struct Search {
    /// Which, and how long.
    pub options: SearchOptions,
    /// Where each problem to begin from comes from.
    pub origins: Vec<Origin>,
    /// Raised when chains in hand shall end.
    pub stop: StopFlag,
}

impl Task for Search {
    type Item = Chain;
    type Output = Searched;

    fn work(&self, Chain(number): Chain) -> Searched {
        let Some(found) = search(&self.options, number, self.stop.flag()) else { return Searched::Stopped };
        let nobody = Origin::default();
        let row = |find: Find| {
            let image = (self.options.game.name.to_owned(), canonical_key(&find.sound.position));
            let count = self.origins.len().max(1);
            let origin = self.origins.get(number as usize % count).unwrap_or(&nobody);
            (image, FoundRow::new(&find, origin, self.options.seed, number))
        };
        Searched::Done(found.into_iter().map(row).collect())
    }

    fn panicked(&self, panic: &Panicked) -> Searched {
        Searched::Fault(panic.to_string())
    }

    fn check(&self, found: &Searched) -> Result<(), InvalidEntry> {
        found.check()
    }

    fn is_final(&self, found: &Searched) -> bool {
        *found != Searched::Stopped
    }
}
