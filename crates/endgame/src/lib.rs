//! Endings with few pieces, all positions of each: who wins, in how many plies. No files, no search.
//!
//! An [`Endgame`] holds the score of every position of one [`Ending`], either side to move,
//! found by retrograde analysis from the moves of the game. Draws by counters, by repetition and
//! by material are not known here: a score says what play comes to without them.
//!
//! Rights to take en passant are no part of a table: [`Endgames::score`] plays the captures.

mod build;
mod ending;
pub mod files;
mod layout;
mod links;
mod moves;
mod paths;
mod probe;
mod score;
mod stats;
mod table;
mod verify;

pub use build::{BuildProgress, Unfinished};
pub use ending::{Ending, MOST_PIECES, ParseEndingError};
pub use probe::Slip;
pub use score::{Score, Worth};
pub use stats::Ways;
pub use stats::{Longest, SideStatistics, Statistics};
pub use table::{Endgame, Source, Stored};
pub use verify::{VerifyError, Which, WrongScore};

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use layout::Layout;
use links::Links;
use moves::Moves;
use paths::Paths;
use rayon::prelude::*;
use score::Packed;
use table::Scores;

use hexmate_core::rules::Player;
use hexmate_position::Game;
use thiserror::Error;

/// The endings of one game that have been built, or are kept elsewhere and opened when they are asked for.
pub struct Endgames {
    game: Game,
    paths: Arc<Paths>,
    built: RwLock<BTreeMap<Ending, Arc<Endgame>>>,
    source: Option<Box<dyn Source>>,
    /// The most pieces of an ending that has been built, or that the source has.
    most_pieces: AtomicUsize,
    /// Why the source could not be used.
    fault: OnceLock<String>,
}

/// Why an ending was not built.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// A smaller ending has to be built first.
    #[error("build {0} first")]
    Missing(Ending),
    /// It was told to stop; with what it had found, unless it had hardly begun.
    #[error("stopped")]
    Stopped(Option<Unfinished>),
}

impl Endgames {
    /// No endings yet of a game; none at all of a game for more than two, or on more than 128 cells.
    ///
    /// ```
    /// # mod hexmate { pub use hexmate_position::*; pub mod endgame { pub use hexmate_endgame::*; } }
    /// use hexmate::Game;
    /// use hexmate::endgame::Endgames;
    ///
    /// assert!(Endgames::new(Game::GLINSKI).is_some());
    /// assert!(Endgames::new(Game::ECHEX3).is_none());
    /// ```
    pub fn new(game: Game) -> Option<Self> {
        Some(Self {
            game,
            paths: Arc::new(Paths::of(game)?),
            built: RwLock::default(),
            source: None,
            most_pieces: AtomicUsize::new(0),
            fault: OnceLock::new(),
        })
    }

    /// The endings of a game that a source has, each opened when it is first asked for.
    pub fn of_source(game: Game, source: Box<dyn Source>) -> Option<Self> {
        let most_pieces = AtomicUsize::new(source.most_pieces());
        Some(Self { source: Some(source), most_pieces, ..Self::new(game)? })
    }

    /// The game.
    ///
    /// ```
    /// # mod hexmate { pub use hexmate_position::*; pub mod endgame { pub use hexmate_endgame::*; } }
    /// use hexmate::Game;
    /// use hexmate::endgame::Endgames;
    ///
    /// let endgames = Endgames::new(Game::MINI).ok_or("a game for two")?;
    /// assert_eq!(endgames.game(), Game::MINI);
    /// # Ok::<(), &str>(())
    /// ```
    pub fn game(&self) -> Game {
        self.game
    }

    /// The table of an ending or of the one with colours exchanged, if it has been built or its source has it.
    pub fn get(&self, ending: &Ending) -> Option<Arc<Endgame>> {
        let ending = ending.canonical();
        let built = self.built.read().unwrap_or_else(PoisonError::into_inner).get(&ending).cloned();
        let source = match (built, &self.source) {
            (None, Some(source)) if source.has(&ending) => source,
            (built, _) => return built,
        };
        let opened = self.insert(&ending, |size| source.open(&ending, size));
        // The first fault is as good as any.
        opened.map_err(|fault| self.fault.set(fault)).ok()
    }

    /// All endings that have been built or opened.
    pub fn built(&self) -> Vec<Arc<Endgame>> {
        self.built.read().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    /// Adds an ending whose scores are kept elsewhere, unless it is there. `open` is told how many numbers its
    /// positions may have for each side to move.
    ///
    /// # Errors
    ///
    /// What `open` says.
    pub fn insert<E>(
        &self,
        ending: &Ending,
        open: impl FnOnce(usize) -> Result<Box<dyn Stored>, E>,
    ) -> Result<Arc<Endgame>, E> {
        let ending = ending.canonical();
        let built = self.built.read().unwrap_or_else(PoisonError::into_inner).get(&ending).cloned();
        if let Some(built) = built {
            return Ok(built);
        }
        let layout = Arc::new(Layout::new(&self.paths, &ending));
        let stored = open(layout.size())?;
        let deepest = stored.deepest();
        Ok(self.keep(ending, layout, Scores::Stored(stored, OnceLock::new()), deepest))
    }

    /// Has the scores of an ending that are kept elsewhere in memory, as building larger ones needs it.
    ///
    /// # Errors
    ///
    /// What is wrong with the place where they are kept, or that they are not as they were written.
    pub fn load(&self, ending: &Ending) -> Result<(), String> {
        let Some(endgame) = self.get(ending).filter(|endgame| !endgame.is_in_memory()) else {
            return Ok(());
        };
        endgame.check()?;
        let column = |side| {
            let numbers = (0..endgame.size()).into_par_iter();
            numbers.map(|number| endgame.at(side, number).map_or(Packed::NONE, Packed::new).0).collect()
        };
        let scores = [column(Player::WHITE), column(Player::BLACK)];
        if let Some(fault) = endgame.fault() {
            return Err(fault.to_owned());
        }
        let Endgame { ending, layout, deepest, .. } = &*endgame;
        self.keep(ending.clone(), layout.clone(), Scores::InMemory(scores), *deepest);
        Ok(())
    }

    fn keep(&self, ending: Ending, layout: Arc<Layout>, scores: Scores, deepest: u16) -> Arc<Endgame> {
        let paths = self.paths.clone();
        self.most_pieces.fetch_max(ending.count(), Relaxed);
        let endgame = Arc::new(Endgame { ending: ending.clone(), paths, layout, scores, deepest });
        self.built.write().unwrap_or_else(PoisonError::into_inner).insert(ending, endgame.clone());
        endgame
    }

    /// What went wrong when tables that are kept elsewhere were opened or read.
    pub fn fault(&self) -> Option<String> {
        let read = || self.built().iter().find_map(|endgame| endgame.fault().map(str::to_owned));
        self.fault.get().cloned().or_else(read)
    }

    /// Builds an ending, in all threads of the current pool. Scores do not depend on their number.
    ///
    /// Takes four bytes for each of the at most `2 · 633 · 91ⁿ` positions of Glinski's board,
    /// with `n` pieces besides the kings and no pawn; with pawns six times as many.
    ///
    /// # Errors
    ///
    /// If a smaller ending that captures or promotions lead to has not been built, or it was stopped.
    pub fn build(&self, ending: &Ending, progress: &BuildProgress<'_>) -> Result<Arc<Endgame>, BuildError> {
        self.resume(ending, None, progress)
    }

    /// The same from where a build of the same ending was stopped: the scores come out the same.
    ///
    /// # Errors
    ///
    /// As [`Endgames::build`].
    pub fn resume(
        &self,
        ending: &Ending,
        begun: Option<Unfinished>,
        progress: &BuildProgress<'_>,
    ) -> Result<Arc<Endgame>, BuildError> {
        let ending = ending.canonical();
        if let Some(built) = self.get(&ending) {
            return Ok(built);
        }
        let find = |smaller: &Ending| self.get(smaller);
        let links = Links::new(&ending, self.game.promotions, &find).map_err(BuildError::Missing)?;
        let layout = Arc::new(Layout::new(&self.paths, &ending));
        let moves =
            Moves { paths: &self.paths, layout: &layout, links: &links, promotions: self.game.promotions };
        let begun = begun.filter(|begun| begun.scores.iter().all(|scores| scores.len() == layout.size()));
        let scores =
            build::build(moves, self.game.stalemate, begun, progress).map_err(BuildError::Stopped)?;
        let plies = |&packed: &u16| Packed(packed).score().map(|score| score.plies);
        let deepest = scores.iter().flatten().filter_map(plies).max().unwrap_or_default();
        Ok(self.keep(ending, layout, Scores::InMemory(scores), deepest))
    }

    /// How many numbers the positions of an ending may have, for each side to move.
    pub fn size(&self, ending: &Ending) -> usize {
        Layout::new(&self.paths, &ending.canonical()).size()
    }

    /// Builds an ending and before it all smaller ones that it rests on.
    ///
    /// # Errors
    ///
    /// If it was stopped.
    pub fn build_with_all(
        &self,
        ending: &Ending,
        progress: &BuildProgress<'_>,
    ) -> Result<Arc<Endgame>, BuildError> {
        for smaller in ending.with_all_successors(self.game.promotions) {
            self.build(&smaller, progress)?;
        }
        self.build(ending, progress)
    }
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
