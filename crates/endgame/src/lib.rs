//! Endgame tables: the result and distance of every position with few pieces.
//!
//! An [`Endgame`] holds the [`TableScore`] of every position of one [`Ending`], with either side to move. [`Endgames`]
//! builds the tables of a game by retrograde analysis and probes them; the module `files` stores them.
//!
//! Scores ignore draws by counters, by repetition and by insufficient material. Tables do not contain en passant
//! rights: [`Endgames::score`] plays those captures and scores the resulting positions.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use hexmate_endgame::{BuildProgress, Endgames};
//! use hexmate_position::{Game, Position};
//!
//! let tables = Endgames::new(Game::MINI).ok_or("a game for two")?;
//! let progress = BuildProgress { stop: &AtomicBool::new(false), ply: &|_| () };
//! tables.build_with_all(&"KQvK".parse()?, &progress)?;
//!
//! let position = Position::from_fen(Game::MINI, "1/3/2k2/7/7/2K4/Q6 w - 0 1")?;
//! let score = tables.score(&position).ok_or("another ending")?;
//! assert_eq!((score.worth.word(), score.plies), ("win", 7));
//! assert_eq!(position.san(tables.line(&position)[0]).to_string(), "Kd3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod build;
mod ending;
#[cfg(feature = "files")]
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
pub use ending::{Ending, MAX_PIECES, ParseEndingError};
pub use probe::Slip;
pub use score::{TableScore, Worth};
pub use stats::PlacementCounts;
pub use stats::{Longest, SideStatistics, Statistics};
pub use table::{Endgame, ScoreStore, TableSource};
pub use verify::{Coverage, VerifyError, WrongScore};

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

/// The endgame tables of one game, built in memory or opened from a [`TableSource`] on first use.
pub struct Endgames {
    game: Game,
    paths: Arc<Paths>,
    built: RwLock<BTreeMap<Ending, Arc<Endgame>>>,
    source: Option<Box<dyn TableSource>>,
    /// Maximum number of pieces of any table, built or in the source.
    max_pieces: AtomicUsize,
    /// First error of the source.
    fault: OnceLock<String>,
}

/// The reason why a table was not built.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The table of a smaller ending is missing.
    #[error("build {0} first")]
    Missing(Ending),
    /// The build was stopped; with its state, unless it had only begun.
    #[error("stopped")]
    Stopped(Option<Unfinished>),
}

impl Endgames {
    /// Returns an empty collection of tables; `None` for a game with more than two players or more than 128 cells.
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
            max_pieces: AtomicUsize::new(0),
            fault: OnceLock::new(),
        })
    }

    /// Returns the tables of a game in a source, each opened on first use; `None` as for [`Endgames::new`].
    pub fn of_source(game: Game, source: Box<dyn TableSource>) -> Option<Self> {
        let max_pieces = AtomicUsize::new(source.max_pieces());
        Some(Self { source: Some(source), max_pieces, ..Self::new(game)? })
    }

    /// Returns the game.
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

    /// Returns the table of an ending or of the one with colours exchanged; `None` if it is neither built nor in the
    /// source, or cannot be opened (see [`Endgames::fault`]).
    pub fn get(&self, ending: &Ending) -> Option<Arc<Endgame>> {
        let ending = ending.canonical();
        let built = self.built.read().unwrap_or_else(PoisonError::into_inner).get(&ending).cloned();
        let source = match (built, &self.source) {
            (None, Some(source)) if source.has(&ending) => source,
            (built, _) => return built,
        };
        let opened = self.insert(&ending, |size| source.open(&ending, size));
        // Only the first fault is kept.
        opened.map_err(|fault| self.fault.set(fault)).ok()
    }

    /// Returns all tables that have been built or opened.
    pub fn built(&self) -> Vec<Arc<Endgame>> {
        self.built.read().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    /// Adds a table whose scores are stored elsewhere, unless the ending already has one.
    ///
    /// `open` receives the number of position indices for each side to move.
    ///
    /// # Errors
    ///
    /// The error of `open`.
    pub fn insert<E>(
        &self,
        ending: &Ending,
        open: impl FnOnce(usize) -> Result<Box<dyn ScoreStore>, E>,
    ) -> Result<Arc<Endgame>, E> {
        let ending = ending.canonical();
        let built = self.built.read().unwrap_or_else(PoisonError::into_inner).get(&ending).cloned();
        if let Some(built) = built {
            return Ok(built);
        }
        let layout = Arc::new(Layout::new(&self.paths, &ending));
        let stored = open(layout.size())?;
        let max_plies = stored.max_plies();
        Ok(self.keep(ending, layout, Scores::Stored(stored, OnceLock::new()), max_plies))
    }

    /// Loads the scores of a stored table into memory, for fast access while larger tables are built.
    ///
    /// # Errors
    ///
    /// A message if the store cannot be read or is damaged.
    pub fn load(&self, ending: &Ending) -> Result<(), String> {
        let Some(endgame) = self.get(ending).filter(|endgame| !endgame.is_in_memory()) else {
            return Ok(());
        };
        endgame.check()?;
        let column = |side| {
            let indices = (0..endgame.size()).into_par_iter();
            indices.map(|index| endgame.at(side, index).map_or(Packed::NONE, Packed::new).0).collect()
        };
        let scores = [column(Player::WHITE), column(Player::BLACK)];
        if let Some(fault) = endgame.fault() {
            return Err(fault.to_owned());
        }
        let Endgame { ending, layout, max_plies, .. } = &*endgame;
        self.keep(ending.clone(), layout.clone(), Scores::InMemory(scores), *max_plies);
        Ok(())
    }

    fn keep(&self, ending: Ending, layout: Arc<Layout>, scores: Scores, max_plies: u16) -> Arc<Endgame> {
        let paths = self.paths.clone();
        self.max_pieces.fetch_max(ending.count(), Relaxed);
        let endgame = Arc::new(Endgame { ending: ending.clone(), paths, layout, scores, max_plies });
        self.built.write().unwrap_or_else(PoisonError::into_inner).insert(ending, endgame.clone());
        endgame
    }

    /// Returns the first error that occurred when stored tables were opened or read.
    pub fn fault(&self) -> Option<String> {
        let read = || self.built().iter().find_map(|endgame| endgame.fault().map(str::to_owned));
        self.fault.get().cloned().or_else(read)
    }

    /// Builds the table of an ending, in all threads of the current pool. The scores do not depend on the number of
    /// threads.
    ///
    /// On Gliński's board it takes four bytes for each of at most `2 · 633 · 91ⁿ` positions,
    /// with `n` pieces besides the kings and no pawn; with pawns six times as many.
    ///
    /// # Errors
    ///
    /// If the table of an ending after a capture or promotion is missing, or the build was stopped.
    pub fn build(&self, ending: &Ending, progress: &BuildProgress<'_>) -> Result<Arc<Endgame>, BuildError> {
        self.resume(ending, None, progress)
    }

    /// Builds the table of an ending as [`Endgames::build`] does, from the state of a stopped build of that ending.
    ///
    /// The resulting scores are those of an uninterrupted build. A state of the wrong size is ignored.
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
        let max_plies = scores.iter().flatten().filter_map(plies).max().unwrap_or_default();
        Ok(self.keep(ending, layout, Scores::InMemory(scores), max_plies))
    }

    /// Returns the number of position indices of an ending, for each side to move.
    pub fn size(&self, ending: &Ending) -> usize {
        Layout::new(&self.paths, &ending.canonical()).size()
    }

    /// Builds the tables of all smaller endings that an ending needs, then that of the ending.
    ///
    /// # Errors
    ///
    /// If the build was stopped.
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
