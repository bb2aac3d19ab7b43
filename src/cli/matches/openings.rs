//! Openings of a match: random moves that a search finds balanced, or those of a file.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use hexmate::Kings;
use hexmate_core::random::Rng;
use hexmate_core::rules::Move;
use hexmate_games::validate::{self, CheckedGame};
use hexmate_player::{ComputerPlayer, Limits, PlayerOptions, SearchScore};
use hexmate_position::{Game, History, MaterialRule, Position};
use hexmate_tasks::position::PositionReader;
use hexmate_tasks::records::{Item, Record};

use super::args::{Balance, OpeningOptions, Order};
use crate::cli::context::Context;
use crate::cli::exit::Failure;
use crate::cli::progress::Progress;

/// Positions that the search of a random opening visits.
pub const SEARCHED: u64 = 5_000;

/// Random openings that are searched for a balanced one.
const MOST_TRIES: usize = 200;

/// Length of a random opening, in plies.
const DEFAULT_PLIES: u32 = 6;

/// First position and moves of a game before the engines play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    pub start: Position,
    pub moves: Vec<Move>,
}

impl Opening {
    /// Returns the position in which the engines begin, with its history; `None` if a move is illegal.
    pub fn history(&self) -> Option<History> {
        let mut history = History::new(self.start.clone());
        for &m in &self.moves {
            history.play(m).ok()?;
        }
        Some(history)
    }
}

/// The openings of a match.
pub struct Openings {
    game: Game,
    seed: u64,
    source: Source,
}

enum Source {
    /// Random moves.
    Random {
        plies: u32,
        balance: Balance,
        /// Openings that were found, with a note on those that are not balanced.
        found: Mutex<HashMap<u64, (Arc<Opening>, bool)>>,
    },
    /// Openings of a file, in their order of use.
    File(Vec<Arc<Opening>>),
}

impl Openings {
    /// Prepares the openings; reads those of a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or one of its records is not an opening of this game.
    pub fn new(options: &OpeningOptions, game: Game, context: &Context<'_>) -> Result<Self, Failure> {
        let seed = options.seed;
        let Some(path) = &options.openings else {
            let (plies, balance) = (options.opening.unwrap_or(DEFAULT_PLIES), options.balance);
            return Ok(Self {
                game,
                seed,
                source: Source::Random { plies, balance, found: Mutex::default() },
            });
        };
        let name = path.display().to_string();
        let mut openings = Vec::new();
        for record in context.records(std::slice::from_ref(&name), &Progress::hidden()) {
            let opening = opening_of(&record?, game, options.opening).map_err(Failure::Usage)?;
            openings.extend(opening.map(Arc::new));
        }
        if openings.is_empty() {
            return Err(Failure::Usage(format!("{name} has no opening")));
        }
        if options.order == Order::Random {
            let mut rng = Rng::new(seed);
            for last in (1..openings.len()).rev() {
                openings.swap(last, rng.below(last + 1));
            }
        }
        Ok(Self { game, seed, source: Source::File(openings) })
    }

    /// Returns the longest opening, in plies.
    pub fn plies(&self) -> usize {
        match &self.source {
            Source::Random { plies, .. } => *plies as usize,
            Source::File(openings) => {
                openings.iter().map(|opening| opening.moves.len()).max().unwrap_or_default()
            }
        }
    }

    /// Returns the number of openings of the file; `None` for random ones, of which there is no end.
    pub fn count(&self) -> Option<usize> {
        match &self.source {
            Source::Random { .. } => None,
            Source::File(openings) => Some(openings.len()),
        }
    }

    /// Returns the opening with a number, from 0; those of a file are repeated.
    pub fn get(&self, number: u64) -> Arc<Opening> {
        match &self.source {
            Source::File(openings) => Arc::clone(&openings[(number % openings.len() as u64) as usize]),
            Source::Random { plies, balance, found } => {
                let known = found.lock().unwrap_or_else(PoisonError::into_inner).get(&number).cloned();
                let known = known.unwrap_or_else(|| {
                    let (opening, is_balanced) = self.random(number, *plies, *balance);
                    let new = (Arc::new(opening), is_balanced);
                    found.lock().unwrap_or_else(PoisonError::into_inner).insert(number, new.clone());
                    new
                });
                known.0
            }
        }
    }

    /// Returns the number of openings that were used although no balanced one was found.
    pub fn unbalanced(&self) -> u64 {
        match &self.source {
            Source::File(_) => 0,
            Source::Random { found, .. } => {
                let found = found.lock().unwrap_or_else(PoisonError::into_inner);
                found.values().filter(|(_, is_balanced)| !is_balanced).count() as u64
            }
        }
    }

    /// Returns random moves from the start, after which the game is not over, and whether a search finds them balanced.
    fn random(&self, number: u64, plies: u32, balance: Balance) -> (Opening, bool) {
        let mut rng = Rng::new(self.seed.wrapping_mul(0x9e37_79b9).wrapping_add(number));
        let most = match balance {
            // The start position is the only opening without moves.
            Balance::Within(most) if plies > 0 => most,
            _ => return (self.any(&mut rng, plies), true),
        };
        let options = PlayerOptions { table_mib: 1, ..PlayerOptions::default() };
        let mut player = ComputerPlayer::new(self.game, options);
        let mut best: Option<(u32, Opening)> = None;
        for _ in 0..MOST_TRIES {
            let opening = self.any(&mut rng, plies);
            let advantage = advantage(player.as_mut(), &opening);
            if advantage <= most {
                return (opening, true);
            }
            if best.as_ref().is_none_or(|(least, _)| advantage < *least) {
                best = Some((advantage, opening));
            }
        }
        (best.map_or_else(|| self.any(&mut rng, plies), |(_, opening)| opening), false)
    }

    /// Returns random moves from the start, after which the game is not over.
    fn any(&self, rng: &mut Rng, plies: u32) -> Opening {
        loop {
            let start = Position::start(self.game);
            let mut position = start.clone();
            let mut moves = Vec::new();
            for _ in 0..plies {
                let legal: Vec<Move> = position.legal_moves().collect();
                if legal.is_empty() {
                    break;
                }
                let m = rng.choose(&legal);
                moves.push(m);
                position.make_move_unchecked(m);
            }
            if position.has_moves() {
                return Opening { start, moves };
            }
        }
    }
}

/// Returns the advantage of either side after an opening, in centipawns; the greatest number for a mate.
fn advantage(player: Option<&mut ComputerPlayer>, opening: &Opening) -> u32 {
    let Some((player, history)) = player.zip(opening.history()) else { return 0 };
    // No opening depends on those that were searched before it.
    player.clear();
    match player.best_line(history.position(), Limits::nodes(SEARCHED)).map(|line| line.score) {
        Some(SearchScore::Centipawns(value)) => value.unsigned_abs(),
        _ => u32::MAX,
    }
}

/// Returns the opening of a record; `None` for stray text between games.
///
/// # Errors
///
/// If it is not a legal opening of this game, or the game is over after it. The message has the place.
fn opening_of(record: &Record, game: Game, plies: Option<u32>) -> Result<Option<Opening>, String> {
    let file = record.file.clone();
    let (place, opening) = match &record.item {
        Item::Stray(_) => return Ok(None),
        Item::Game(text) if text.words.is_empty() && text.tag("FEN").is_none() => {
            return Err(format!("{file}:{}: a game without moves is not an opening", text.place));
        }
        Item::Game(text) => {
            let at = format!("{file}:{}", text.place);
            check_game(game, text.variant_name(), &at)?;
            let checked = CheckedGame::of(game, text);
            if let Some(fault) = &checked.fault {
                return Err(format!("{file}:{}: {}", fault.place, fault.kind));
            }
            let start = validate::start(game, text).map_err(|fault| format!("{at}: {}", fault.kind))?;
            let length = plies.map_or(checked.moves.len(), |plies| plies as usize);
            (at, Opening { start, moves: checked.moves.into_iter().take(length).collect() })
        }
        Item::Statement(_) | Item::NoRecords(_) => {
            if let Item::Statement(statement) = &record.item {
                check_game(game, &statement.variant, &format!("{file}:{}", statement.line))?;
            }
            let form = hexmate::FenForm::default();
            let reader = PositionReader { game: Some(game), form, moves: &[], kings: Kings::Required };
            let Some(named) = reader.record(record) else { return Ok(None) };
            let named = named?;
            let at = format!("{file}: {}", named.name);
            (at, Opening { start: named.position, moves: Vec::new() })
        }
    };
    let is_over =
        |history: History| history.end(MaterialRule::Draw).is_some() || history.claims().next().is_some();
    match opening.history().is_none_or(is_over) {
        true => Err(format!("{place}: the game is over after this opening")),
        false => Ok(Some(opening)),
    }
}

/// Returns an error if a record names another game.
fn check_game(game: Game, variant: &str, at: &str) -> Result<(), String> {
    if variant.trim().is_empty() {
        return Ok(());
    }
    let own = Game::of_record(None, variant).map_err(|error| format!("{at}: {error}"))?;
    match own.name == game.name {
        true => Ok(()),
        false => Err(format!("{at}: an opening of {}; write --variant {}", own.title, own.name)),
    }
}
