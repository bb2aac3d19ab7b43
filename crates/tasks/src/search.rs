//! The task of `compose search`: one chain of the search for new problems is one record.

use serde::{Deserialize, Serialize};

use super::SymmetryKey;
use hexmate_batch::digest::Digest;
use hexmate_batch::log::InvalidEntry;
use hexmate_batch::{Panicked, StopFlag, Task, WorkItem};
use hexmate_position::symmetry::canonical_key;
use hexmate_problems::compose::{FoundProblem, SearchOptions, search};
use hexmate_report::{Credits, FoundRow};

/// The number of a chain of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chain(pub u64);

impl WorkItem for Chain {
    fn name(&self) -> String {
        format!("chain {}", self.0)
    }

    /// Digest of the number alone: the options of the search are in the header of the log.
    fn identity(&self) -> Digest {
        Digest::of(&self.name())
    }

    fn hash(&self) -> u64 {
        self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

/// The result of a chain.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Searched {
    /// Problems found by a finished chain, each with its key.
    Done(Vec<(SymmetryKey, FoundRow)>),
    /// Message of a panic.
    Fault(String),
    /// Stopped before the end of the chain.
    Stopped,
}

impl Searched {
    /// Checks an entry of a log, which is untrusted.
    ///
    /// # Errors
    ///
    /// If the chain is not finished.
    pub fn check(&self) -> Result<(), InvalidEntry> {
        if *self == Self::Stopped { Err(InvalidEntry("an unfinished chain")) } else { Ok(()) }
    }
}

/// Task that searches for new problems.
#[derive(Clone, Debug)]
pub struct ProblemSearch {
    /// Options of the search.
    pub options: SearchOptions,
    /// Author and source of each problem that chains start from.
    pub origins: Vec<Credits>,
    /// Flag that stops running chains.
    pub stop: StopFlag,
}

impl Task for ProblemSearch {
    type Item = Chain;
    type Output = Searched;

    fn work(&self, Chain(number): Chain) -> Searched {
        let Some(found) = search(&self.options, number, self.stop.flag()) else { return Searched::Stopped };
        let none = Credits::default();
        let row = |find: FoundProblem| {
            let key = (self.options.game.name.to_owned(), canonical_key(&find.sound.position));
            let count = self.origins.len().max(1);
            let origin = self.origins.get(number as usize % count).unwrap_or(&none);
            (key, FoundRow::new(&find, self.options.solutions, origin, self.options.seed, number))
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
