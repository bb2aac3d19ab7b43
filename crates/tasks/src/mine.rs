//! The task of `mine`: sound problems from the positions of a game.

use serde::{Deserialize, Serialize};

use super::ending_tables::EndingTables;
use crate::records::Record;
use hexmate_batch::{Panicked, StopFlag, Task};
use hexmate_core::mate::{Budget, KnownMates, TranspositionTable};
use hexmate_games::validate;
use hexmate_games::validate::{CheckedGame, GameText, ReadOptions};
use hexmate_player::{ComputerPlayer, Limits, PlayerOptions, Search, keys_of};
use hexmate_position::Game;
use hexmate_position::Position;
use hexmate_position::symmetry::canonical_key;
use hexmate_problems::mine::{MineOptions, OnlyMove, mine_within};
use hexmate_report::PuzzleRow;
use hexmate_text::Place;

/// Size of the transposition table of one search, in bytes.
const TABLE: usize = 32 << 20;

/// Key under which two positions count as the same problem: the game's name, and a hash that is equal for all
/// mirrored, turned and colour-exchanged images of a position.
pub type SymmetryKey = (String, u64);

/// The result of one record.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mined {
    /// The problems, each with its key.
    pub rows: Vec<(SymmetryKey, PuzzleRow)>,
    /// Numbers for the summary.
    pub counts: MineCounts,
    /// Message about a fault of the record, with its place.
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

/// Numbers for the summary of `mine`.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MineCounts {
    /// Number of games.
    pub games: u64,
    /// Number of records with a fault.
    pub faults: u64,
    /// Number of positions searched.
    pub searched: usize,
    /// Number of searches that hit a limit.
    pub unfinished: usize,
}

/// Positions of games that `mine` finds.
#[derive(Clone, Copy, Debug)]
pub enum Wanted {
    /// Sound mates, with their length and the limit of a search.
    Mates(MineOptions),
    /// Positions with exactly one winning move, which a search of this many nodes finds.
    OnlyMoves(u64),
}

/// Least expected score of a move that wins.
const WINNING: f64 = 0.85;

/// Greatest expected score of the second best move, if only the best one wins.
const NOT_WINNING: f64 = 0.6;

/// Task that finds sound problems, or positions with one winning move, in a game.
pub struct Mine {
    /// Game of all records; if `None`, each record names its own.
    pub game: Option<Game>,
    /// The positions to find.
    pub wanted: Wanted,
    /// Options for reading games.
    pub reading: ReadOptions,
    /// `true` to skip games with a fault, `false` to use their moves up to it.
    pub skips_faulty_games: bool,
    /// Endgame tables for searches.
    pub endings: EndingTables,
    /// Flag that ends searches with what they have proved so far.
    pub stop: StopFlag,
}

impl Task for Mine {
    type Item = Record;
    type Output = Mined;

    fn work(&self, record: Record) -> Mined {
        let Record { file, number, item, .. } = record;
        let game = match item.into_game(&file) {
            Ok(game) => game,
            Err(fault) => return Mined::fault(fault.to_string()),
        };
        let at = |place| format!("{file}:{place}: {}", game.label(number));
        match game.game(self.game) {
            Ok(played) => mine_game(&at, played, &game, self),
            Err(error) => Mined::fault(format!("{}: {error}", at(game.place))),
        }
    }

    fn panicked(&self, panic: &Panicked) -> Mined {
        Mined::fault(panic.to_string())
    }

    /// Returns whether no search of the game hit a limit.
    fn is_final(&self, mined: &Mined) -> bool {
        mined.counts.unfinished == 0
    }
}

fn mine_game(at: &dyn Fn(Place) -> String, played: Game, game: &GameText, task: &Mine) -> Mined {
    let checked = CheckedGame::check(played, game, task.reading);
    let mut mined = Mined { counts: MineCounts { games: 1, ..MineCounts::default() }, ..Mined::default() };
    if let Some(fault) = &checked.fault {
        mined.counts.faults = 1;
        mined.fault = Some(format!("{}: {} [{}]", at(fault.place), fault.kind, fault.kind.code()));
    }
    let is_used = checked.fault.is_none() || !task.skips_faulty_games;
    if let Some(start) = validate::start(played, game).ok().filter(|_| is_used) {
        let endings = task.endings.endgames(played);
        let known = endings.as_deref().map(|endgames| endgames as &dyn KnownMates);
        let options = match task.wanted {
            Wanted::Mates(options) => options,
            Wanted::OnlyMoves(nodes) => {
                let found = only_moves(&start, &checked, nodes, known, &task.stop);
                let key = |find: &OnlyMove| (played.name.to_owned(), canonical_key(&find.position));
                mined.counts.searched = found.searched;
                mined.counts.unfinished = usize::from(task.stop.is_raised());
                mined.rows =
                    found.moves.iter().map(|find| (key(find), PuzzleRow::of_only_move(game, find))).collect();
                return mined;
            }
        };
        let table = &mut TranspositionTable::with_limit(TABLE);
        let budget = Budget { interrupt: Some(task.stop.flag()), known, ..Budget::default() };
        let found = mine_within(&start, &checked.moves, options, budget, table);
        mined.counts.searched = found.searched;
        mined.counts.unfinished = found.unfinished;
        mined.rows = found
            .puzzles
            .iter()
            .map(|find| {
                ((played.name.to_owned(), canonical_key(&find.position)), PuzzleRow::of_game(game, find))
            })
            .collect();
    }
    mined
}

/// Positions of a game with one winning move.
struct OnlyMoves {
    moves: Vec<OnlyMove>,
    /// Number of positions searched.
    searched: usize,
}

/// Returns the positions of a game for two in which the best move wins by the search, and the second best does not.
fn only_moves(
    start: &Position,
    checked: &CheckedGame,
    nodes: u64,
    known: Option<&dyn KnownMates>,
    stop: &StopFlag,
) -> OnlyMoves {
    let mut found = OnlyMoves { moves: Vec::new(), searched: 0 };
    let player = ComputerPlayer::new(start.game(), PlayerOptions::default());
    let Some(mut player) = player.filter(|_| start.game().players == 2) else { return found };
    let mut positions = vec![start.clone()];
    for &m in &checked.moves {
        positions.push(positions[positions.len() - 1].play_unchecked(m));
    }
    for (ply, position) in positions.iter().enumerate() {
        if stop.is_raised() {
            break;
        }
        if position.legal_moves().nth(1).is_none() {
            continue;
        }
        found.searched += 1;
        let earlier = keys_of(&positions[..ply]);
        let search = Search {
            limits: Limits::nodes(nodes),
            lines: 2,
            earlier: &earlier,
            stop: Some(stop.flag().as_ref()),
            known,
            ..Search::default()
        };
        let lines = player.search(position, &search, &mut |_| {});
        if let [best, second] = lines.as_slice()
            && best.score.expectation() >= WINNING
            && second.score.expectation() <= NOT_WINNING
            && let Some(&key) = best.moves.first()
        {
            let next = checked.moves.get(ply).copied();
            found.moves.push(OnlyMove { position: position.clone(), key, played: next });
        }
    }
    found
}
