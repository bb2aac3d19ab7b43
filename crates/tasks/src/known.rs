//! Which tables of endings a search asks: small ones that are made in memory, or those of a folder. No search.

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

/// The most pieces of a table that is made in memory.
const SMALL: usize = 3;

/// Shorter mates are found sooner than a table is made.
const LONG: u32 = 5;

/// The same with a pawn, as each role that it may become needs a table.
const LONG_WITH_PAWN: u32 = 6;

/// Tables of endings for searches.
pub struct KnownEndings {
    folder: Option<Folder>,
    /// By game: its tables in the folder, if there are any.
    stored: Mutex<BTreeMap<&'static str, Option<Arc<Endgames>>>>,
    /// By game: those that were made.
    made: Mutex<BTreeMap<&'static str, Option<Arc<Endgames>>>>,
}

impl KnownEndings {
    /// The tables of a folder, if there is one, and small ones as they are needed.
    pub fn new(folder: Option<Folder>) -> Self {
        Self { folder, stored: Mutex::default(), made: Mutex::default() }
    }

    /// What a search for the solution of a problem may ask.
    ///
    /// It depends on nothing but the problem and the folder, so that the nodes of the search do not either.
    pub(super) fn of_problem(
        &self,
        position: &Position,
        asked: Stipulation,
        deadline: Option<Instant>,
        interrupt: &AtomicBool,
    ) -> Option<Arc<Endgames>> {
        let game = position.game();
        if (asked.play, asked.goal) != (Play::Direct, Goal::Mate) || game.players != 2 {
            return None;
        }
        let ending = Ending::of_position(position);
        let is_small = ending.count() <= SMALL;
        let stored = self.endgames(game);
        if stored.as_ref().is_some_and(|stored| !is_small || stored.get(&ending).is_some()) {
            return stored;
        }
        let long = if ending.has_pawns() { LONG_WITH_PAWN } else { LONG };
        let is_wanted = is_small && asked.moves >= long;
        is_wanted.then(|| self.made(game, &ending, deadline, interrupt))?
    }

    /// What went wrong when tables were opened or read.
    pub fn fault(&self) -> Option<String> {
        let stored = self.stored.lock().unwrap_or_else(PoisonError::into_inner);
        stored.values().flatten().find_map(|endgames| endgames.fault())
    }

    /// The tables of a game in the folder, if there are any.
    pub fn endgames(&self, game: Game) -> Option<Arc<Endgames>> {
        let folder = self.folder.as_ref()?;
        let mut stored = self.stored.lock().unwrap_or_else(PoisonError::into_inner);
        stored.entry(game.name).or_insert_with(|| folder.endgames(game).map(Arc::new)).clone()
    }

    /// The moves of a game up to its fault that gave an ending away, as far as there are tables.
    pub(super) fn slips(&self, text: &GameText, checked: &CheckedGame) -> Vec<Slip> {
        let slips = || {
            let endgames = self.endgames(checked.game)?;
            let start = validate::start(checked.game, text).ok()?;
            Some(endgames.slips(&start, checked.moves.iter().copied()))
        };
        slips().unwrap_or_default()
    }

    /// Tables of an ending and of all that it leads to, unless the time is up first.
    fn made(
        &self,
        game: Game,
        ending: &Ending,
        deadline: Option<Instant>,
        interrupt: &AtomicBool,
    ) -> Option<Arc<Endgames>> {
        let made = {
            let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
            made.entry(game.name).or_insert_with(|| Endgames::new(game).map(Arc::new)).clone()?
        };
        if made.get(ending).is_none() {
            let stop = AtomicBool::new(false);
            let ply = |_| {
                let is_over = deadline.is_some_and(|deadline| Instant::now() >= deadline);
                stop.fetch_or(is_over || interrupt.load(Relaxed), Relaxed);
            };
            let build = || made.build_with_all(ending, &BuildProgress { stop: &stop, ply: &ply });
            // Other threads have problems of their own.
            Threads::new(NonZeroUsize::MIN).ok()?.share(build).ok()?;
        }
        Some(made)
    }
}
