//! Endings with few pieces, all positions of each: who wins, in how many plies. No files, no search.
//!
//! An [`Endgame`] holds the score of every position of one [`Material`], either side to move,
//! found by retrograde analysis from the moves of the game. Draws by counters, by repetition and
//! by material are not known here: a score says what play comes to without them.
//!
//! Rights to take en passant are no part of a table: [`Endgames::score`] plays the captures.

mod build;
mod layout;
mod links;
mod material;
mod moves;
mod paths;
mod probe;
mod score;
mod stats;
mod table;
mod threads;
mod verify;

pub use build::Progress;
pub use material::{MOST_PIECES, Material, ParseMaterialError};
pub use score::{Score, Worth};
pub use stats::{SideStatistics, Statistics};
pub use table::{Endgame, Stored};
pub use threads::with_threads;
pub use verify::{VerifyError, Which, WrongScore};

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

use layout::Layout;
use links::Links;
use paths::Paths;
use rayon::prelude::*;
use score::Packed;
use table::Scores;

use crate::game::Game;
use crate::rules::Player;

/// The endings of one game that have been built.
pub struct Endgames {
    game: Game,
    paths: Arc<Paths>,
    built: BTreeMap<Material, Arc<Endgame>>,
}

/// Why an ending was not built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BuildError {
    /// A smaller ending has to be built first.
    Missing(Material),
    /// It was told to stop.
    Stopped,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(material) => write!(f, "build {material} first"),
            Self::Stopped => write!(f, "stopped"),
        }
    }
}

impl std::error::Error for BuildError {}

impl Endgames {
    /// No endings yet of a game; none at all of a game for more than two, or on more than 128 cells.
    pub fn new(game: Game) -> Option<Self> {
        Some(Self { game, paths: Arc::new(Paths::of(game)?), built: BTreeMap::new() })
    }

    /// The game.
    pub fn game(&self) -> Game {
        self.game
    }

    /// The table of an ending or of the one with colours exchanged, if it has been built.
    pub fn get(&self, material: &Material) -> Option<&Arc<Endgame>> {
        self.built.get(&material.canonical())
    }

    /// All endings that have been built.
    pub fn built(&self) -> impl Iterator<Item = &Arc<Endgame>> {
        self.built.values()
    }

    /// How many numbers the positions of an ending have, for each side to move.
    pub fn size(&self, material: &Material) -> usize {
        Layout::new(&self.paths, &material.canonical()).size()
    }

    /// Adds an ending whose scores are kept elsewhere.
    pub fn insert(&mut self, material: &Material, stored: Box<dyn Stored>) {
        let material = material.canonical();
        let endgame = Endgame {
            material: material.clone(),
            paths: self.paths.clone(),
            layout: Layout::new(&self.paths, &material),
            scores: Scores::Stored(stored, OnceLock::new()),
            deepest: Packed::PLIES,
        };
        self.built.insert(material, Arc::new(endgame));
    }

    /// Has the scores of an ending that are kept elsewhere in memory, as building larger ones needs it.
    ///
    /// # Errors
    ///
    /// What is wrong with the place where they are kept.
    pub fn load(&mut self, material: &Material) -> Result<(), String> {
        let Some(endgame) = self.get(material).cloned() else { return Ok(()) };
        let column = |side| {
            let numbers = (0..endgame.size()).into_par_iter();
            numbers.map(|number| endgame.at(side, number).map_or(Packed::NONE, Packed::new).0).collect()
        };
        let scores = [column(Player::WHITE), column(Player::BLACK)];
        if let Some(fault) = endgame.fault() {
            return Err(fault.to_owned());
        }
        self.keep(endgame.material.clone(), scores);
        Ok(())
    }

    fn keep(&mut self, material: Material, scores: [Vec<u16>; 2]) -> Arc<Endgame> {
        let plies = |&packed: &u16| Packed(packed).score().map(|score| score.plies);
        let deepest = scores.iter().flatten().filter_map(plies).max().unwrap_or_default();
        let layout = Layout::new(&self.paths, &material);
        let scores = Scores::InMemory(scores);
        let endgame = Arc::new(Endgame {
            material: material.clone(),
            paths: self.paths.clone(),
            layout,
            scores,
            deepest,
        });
        self.built.insert(material, endgame.clone());
        endgame
    }

    /// What went wrong when stored scores were read.
    pub fn fault(&self) -> Option<&str> {
        self.built.values().find_map(|endgame| endgame.fault())
    }

    /// Builds an ending, in all threads of the current pool. Scores do not depend on their number.
    ///
    /// Takes four bytes for each of the at most `2 · 633 · 91ⁿ` positions of Glinski's board,
    /// with `n` pieces besides the kings and no pawn; with pawns six times as many.
    ///
    /// # Errors
    ///
    /// If a smaller ending that captures or promotions lead to has not been built, or it was stopped.
    pub fn build(
        &mut self,
        material: &Material,
        progress: &Progress<'_>,
    ) -> Result<Arc<Endgame>, BuildError> {
        let material = material.canonical();
        if let Some(built) = self.built.get(&material) {
            return Ok(built.clone());
        }
        let find = |smaller: &Material| self.built.get(smaller).cloned();
        let links = Links::new(&material, self.game.promotions, &find).map_err(BuildError::Missing)?;
        let layout = Layout::new(&self.paths, &material);
        let scores =
            build::build(&self.paths, &layout, &links, self.game.promotions, self.game.stalemate, progress)
                .ok_or(BuildError::Stopped)?;
        Ok(self.keep(material, scores))
    }

    /// Builds an ending and before it all smaller ones that it rests on.
    ///
    /// # Errors
    ///
    /// If it was stopped.
    pub fn build_with_all(
        &mut self,
        material: &Material,
        progress: &Progress<'_>,
    ) -> Result<Arc<Endgame>, BuildError> {
        for smaller in material.with_all_successors(self.game.promotions) {
            self.build(&smaller, progress)?;
        }
        self.build(material, progress)
    }
}
