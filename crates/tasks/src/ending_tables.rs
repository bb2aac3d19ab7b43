//! Endgame tables for searches: stored tables of a folder, and small ones that are built in memory when needed.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use super::Threads;
use hexmate_core::mate::{Goal, Play, Stipulation};
use hexmate_endgame::files::Folder;
use hexmate_endgame::{BuildProgress, Endgames, Ending, Slip};
use hexmate_games::validate;
use hexmate_games::validate::{CheckedGame, GameText};
use hexmate_position::{Game, Position};

/// Largest number of pieces of a table that is built in memory.
const SMALL: usize = 3;

/// Shortest stipulation for which a table is built. A search for a shorter mate is faster than building the table.
const LONG: u32 = 5;

/// Value of [`LONG`] for endings with a pawn, which need a table for each promotion.
const LONG_WITH_PAWN: u32 = 6;

/// Endgame tables for searches.
pub struct EndingTables {
    folder: Option<Folder>,
    /// Tables stored in the folder, by name of the game; `None` if the game has none.
    stored: Mutex<BTreeMap<&'static str, Option<Arc<Endgames>>>>,
    /// Tables built in memory, by name of the game.
    built: Mutex<BTreeMap<&'static str, Option<Arc<Endgames>>>>,
}

impl EndingTables {
    /// Uses the tables of a folder, if given, and builds small ones as they are needed.
    pub fn new(folder: Option<Folder>) -> Self {
        Self { folder, stored: Mutex::default(), built: Mutex::default() }
    }

    /// Returns the tables that a search for the solution of a problem may probe.
    ///
    /// They depend only on the problem and the folder, so that node counts are reproducible.
    pub(super) fn for_problem(
        &self,
        position: &Position,
        stipulation: Stipulation,
        deadline: Option<Instant>,
        interrupt: &AtomicBool,
    ) -> Option<Arc<Endgames>> {
        let game = position.game();
        if (stipulation.play, stipulation.goal) != (Play::Direct, Goal::Mate) || game.players != 2 {
            return None;
        }
        let ending = Ending::of_position(position);
        let is_small = ending.count() <= SMALL;
        let stored = self.endgames(game);
        if stored.as_ref().is_some_and(|stored| !is_small || stored.get(&ending).is_some()) {
            return stored;
        }
        let long = if ending.has_pawns() { LONG_WITH_PAWN } else { LONG };
        let is_wanted = is_small && stipulation.moves >= long;
        is_wanted.then(|| self.built(game, &ending, deadline, interrupt))?
    }

    /// Returns the first error of opening or reading stored tables.
    pub fn fault(&self) -> Option<String> {
        let stored = self.stored.lock().unwrap_or_else(PoisonError::into_inner);
        stored.values().flatten().find_map(|endgames| endgames.fault())
    }

    /// Returns the stored tables of a game, if any.
    pub fn endgames(&self, game: Game) -> Option<Arc<Endgames>> {
        let folder = self.folder.as_ref()?;
        let mut stored = self.stored.lock().unwrap_or_else(PoisonError::into_inner);
        stored.entry(game.name).or_insert_with(|| folder.endgames(game).map(Arc::new)).clone()
    }

    /// Returns the moves of a game that gave an ending away, up to the first fault.
    ///
    /// Only endings with a stored table are considered.
    pub(super) fn slips(&self, text: &GameText, checked: &CheckedGame) -> Vec<Slip> {
        let slips = || {
            let endgames = self.endgames(checked.game)?;
            let start = validate::start(checked.game, text).ok()?;
            Some(endgames.slips(&start, checked.moves.iter().copied()))
        };
        slips().unwrap_or_default()
    }

    /// Builds the tables of an ending and of all endings it leads to; `None` if the deadline passes first.
    fn built(
        &self,
        game: Game,
        ending: &Ending,
        deadline: Option<Instant>,
        interrupt: &AtomicBool,
    ) -> Option<Arc<Endgames>> {
        let tables = {
            let mut built = self.built.lock().unwrap_or_else(PoisonError::into_inner);
            built.entry(game.name).or_insert_with(|| Endgames::new(game).map(Arc::new)).clone()?
        };
        if tables.get(ending).is_none() {
            let stop = AtomicBool::new(false);
            let ply = |_| {
                let is_over = deadline.is_some_and(|deadline| Instant::now() >= deadline);
                stop.fetch_or(is_over || interrupt.load(Relaxed), Relaxed);
            };
            let build = || tables.build_with_all(ending, &BuildProgress { stop: &stop, ply: &ply });
            // One thread, because the other threads work on other problems.
            Threads::new(NonZeroUsize::MIN).ok()?.run(build).ok()?;
        }
        Some(tables)
    }
}
