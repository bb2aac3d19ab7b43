//! Problems taken out of games, or what is wrong with a record and where.

use serde::{Deserialize, Serialize};

use super::known::KnownEndings;
use crate::records::Record;
use hexmate_batch::{Panicked, StopFlag, Task};
use hexmate_core::mate::{Budget, KnownMates, TranspositionTable};
use hexmate_games::validate;
use hexmate_games::validate::{CheckedGame, GameText, ReadOptions};
use hexmate_position::Game;
use hexmate_position::Place;
use hexmate_position::symmetry::canonical_key;
use hexmate_problems::mine::{Wanted, mine_within};
use hexmate_report::PuzzleRow;

/// The memory for the table of one search.
const TABLE: usize = 32 << 20;

/// What positions with the same problem share: the game, and the key of all images.
pub type Image = (String, u64);

/// What a record holds.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mined {
    /// The problems, each with its image.
    pub rows: Vec<(Image, PuzzleRow)>,
    /// How much was looked at.
    pub counts: MineCounts,
    /// What is wrong with the record, and where.
    pub fault: Option<String>,
}

impl Mined {
    fn fault(message: String) -> Self {
        Self {
            counts: MineCounts { faults: 1, ..MineCounts::default() },
            fault: Some(message),
            ..Self::default()
        }
    }
}

/// How much was looked at.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MineCounts {
    /// Games.
    pub games: u64,
    /// Records with a fault.
    pub faults: u64,
    /// Positions searched.
    pub searched: usize,
    /// Those of them that hit a limit.
    pub unfinished: usize,
}

/// How problems are taken out of games.
pub struct Mine {
    /// The game that all records are of; else each says it.
    pub asked: Option<Game>,
    /// Which problems are wanted, and how far searches go.
    pub wanted: Wanted,
    /// How games are read.
    pub reading: ReadOptions,
    /// Whether games with a fault are passed over.
    pub is_whole_games: bool,
    /// Tables that searches ask.
    pub endings: KnownEndings,
    /// Raised when searches in hand shall end with what they have.
    pub stop: StopFlag,
}

impl Task for Mine {
    type Item = Record;
    type Output = Mined;

    fn work(&self, record: Record) -> Mined {
        let Record { file, number, item, .. } = record;
        let game = match item.into_game(&file) {
            Ok(game) => game,
            Err(message) => return Mined::fault(message),
        };
        let at = |place| format!("{file}:{place}: {}", game.label(number));
        match game.game(self.asked) {
            Ok(meant) => mine_game(&at, meant, &game, self),
            Err(error) => Mined::fault(format!("{}: {error}", at(game.place))),
        }
    }

    fn panicked(&self, panic: &Panicked) -> Mined {
        Mined::fault(panic.to_string())
    }

    /// A game that hit a limit is searched again.
    fn is_final(&self, mined: &Mined) -> bool {
        mined.counts.unfinished == 0
    }
}

fn mine_game(at: &dyn Fn(Place) -> String, meant: Game, game: &GameText, how: &Mine) -> Mined {
    let checked = CheckedGame::judge(meant, game, how.reading);
    let mut mined = Mined { counts: MineCounts { games: 1, ..MineCounts::default() }, ..Mined::default() };
    if let Some(fault) = &checked.fault {
        mined.counts.faults = 1;
        mined.fault = Some(format!("{}: {} [{}]", at(fault.place), fault.kind, fault.kind.code()));
    }
    let is_used = checked.fault.is_none() || !how.is_whole_games;
    if let Some(start) = validate::start(meant, game).ok().filter(|_| is_used) {
        let table = &mut TranspositionTable::with_limit(TABLE);
        let endings = how.endings.endgames(meant);
        let known = endings.as_deref().map(|endgames| endgames as &dyn KnownMates);
        let budget = Budget { interrupt: Some(how.stop.flag()), known, ..Budget::default() };
        let found = mine_within(&start, &checked.moves, how.wanted, budget, table);
        mined.counts.searched = found.searched;
        mined.counts.unfinished = found.unfinished;
        mined.rows = found
            .puzzles
            .iter()
            .map(|find| {
                ((meant.name.to_owned(), canonical_key(&find.position)), PuzzleRow::of_game(game, find))
            })
            .collect();
    }
    mined
}
