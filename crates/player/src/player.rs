//! A player of any game, as one plain type.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::clock::Stopwatch;
use crate::evaluation::Weights;
use crate::many;
use crate::report::{CurrentMove, Info, ScoredLine, SearchScore};
use crate::request::{Limits, PlayerOptions, PonderClock, Request};
use crate::search::Searcher;
use hexmate_core::any::Game;
use hexmate_core::mate::KnownMates;
use hexmate_core::random::Rng;
use hexmate_core::rules::{Brusky, DeVasa, Echex3, Echex6, Glinski, McCooey, Mini, Move, Shafran, Variant};
use hexmate_position::Position;

/// Positions that each level visits for a move, and the greatest error of a judgement in centipawns. Fixed by matches; see
/// `docs/player.md`.
const LEVELS: [(u64, usize); 10] = [
    (900, 80),
    (3_000, 25),
    (540, 0),
    (1_050, 0),
    (2_300, 0),
    (4_900, 0),
    (11_000, 0),
    (28_000, 0),
    (64_000, 0),
    (160_000, 0),
];

/// A computer player of one game.
///
/// Keeps its transposition table and its experience from move to move.
///
/// ```
/// use hexmate_player::{ComputerPlayer, Limits, PlayerOptions};
/// use hexmate_position::{Game, Position};
///
/// let mut player = ComputerPlayer::new(Game::MINI, PlayerOptions::default()).expect("a game of the program");
/// let line = player.best_line(&Position::start(Game::MINI), Limits::nodes(2_000)).expect("a legal move");
/// assert!(Position::start(Game::MINI).is_legal(line.moves[0]));
/// ```
pub struct ComputerPlayer {
    game: Game,
    mind: Box<dyn Mind>,
    tables: Option<MateTables>,
}

/// Known results that several searches share, such as endgame tables.
pub type MateTables = Arc<dyn KnownMates + Send + Sync>;

impl ComputerPlayer {
    /// Creates a player; `None` for games outside this program, whose rules the search is not compiled for.
    pub fn new(game: Game, options: PlayerOptions) -> Option<Self> {
        Self::with_weights(game, options, &Weights::of_game(game.name))
    }

    /// Creates a player with an evaluation of its own; see [`ComputerPlayer::new`].
    pub fn with_weights(game: Game, options: PlayerOptions, weights: &Weights) -> Option<Self> {
        let start = Position::start(game);
        let mind = mind_of::<Glinski>(&start, weights, options)
            .or_else(|| mind_of::<McCooey>(&start, weights, options))
            .or_else(|| mind_of::<Mini>(&start, weights, options))
            .or_else(|| mind_of::<Shafran>(&start, weights, options))
            .or_else(|| mind_of::<DeVasa>(&start, weights, options))
            .or_else(|| mind_of::<Brusky>(&start, weights, options))
            .or_else(|| crowd_of::<Echex3>(&start))
            .or_else(|| crowd_of::<Echex6>(&start))?;
        Some(Self { game, mind, tables: None })
    }

    /// Sets known results for all searches that have none of their own.
    #[must_use]
    pub fn with_tables(self, tables: MateTables) -> Self {
        Self { tables: Some(tables), ..self }
    }

    /// Returns the game.
    pub fn game(&self) -> Game {
        self.game
    }

    /// Forgets all positions and experience.
    pub fn clear(&mut self) {
        self.mind.clear();
    }

    /// Returns the size of the transposition table, in MiB; `None` in games for more than two players, which have none.
    ///
    /// Less than asked for where there is not enough memory.
    ///
    /// ```
    /// use hexmate_player::{ComputerPlayer, PlayerOptions};
    /// use hexmate_position::Game;
    ///
    /// let player = ComputerPlayer::new(Game::MINI, PlayerOptions::default()).ok_or("no such game")?;
    /// assert_eq!(player.table_mib(), Some(16));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn table_mib(&self) -> Option<usize> {
        self.mind.table_mib()
    }

    /// Returns the value of a position without search, for the side to move; 0 for a position of another game.
    pub fn evaluate(&mut self, position: &Position) -> SearchScore {
        SearchScore::of(self.mind.evaluate(position))
    }

    /// Searches a position without its history; `None` if there is no legal move, or it is of another game.
    pub fn best_line(&mut self, position: &Position, limits: Limits) -> Option<ScoredLine> {
        let search = Search { limits, ..Search::default() };
        self.search(position, &search, &mut |_| {}).into_iter().next()
    }

    /// Searches a position and reports each finished depth, and the best lines once more if more positions were visited
    /// after the last of them.
    ///
    /// Returns the best lines, the best one first; none if there is no legal move, or the position is of another game.
    pub fn search(
        &mut self,
        position: &Position,
        search: &Search<'_>,
        report: &mut dyn FnMut(&Info),
    ) -> Vec<ScoredLine> {
        if position.game() != self.game || !position.has_moves() {
            return Vec::new();
        }
        let never = AtomicBool::new(false);
        let tables = self.tables.as_deref().map(|tables| tables as &dyn KnownMates);
        let request = Request {
            position,
            limits: search.limits,
            lines: search.lines,
            only: search.only,
            stop: search.stop.unwrap_or(&never),
            started: Stopwatch::start(),
            ponder: search.ponder,
            known: search.known.or(tables),
            stalemate: position.game().stalemate_score(),
            current: search.current,
        };
        self.mind.search(position, search.earlier, &request, report)
    }

    /// Returns a move of a strength from 1 to 10.
    ///
    /// Level 10 visits 160 000 positions, level 3 540. Levels 1 and 2 divide 900 and 3000 positions among all moves,
    /// and misjudge each move by a random amount, up to 80 centipawns at level 1. `docs/player.md` has the differences.
    pub fn move_at_level(
        &mut self,
        position: &Position,
        earlier: &[u64],
        level: u8,
        rng: &mut Rng,
    ) -> Option<Move> {
        self.move_at_level_within(position, earlier, level, Limits::default(), rng)
    }

    /// Returns a move of a strength from 1 to 10 like [`Self::move_at_level`], within further limits, such as a clock.
    pub fn move_at_level_within(
        &mut self,
        position: &Position,
        earlier: &[u64],
        level: u8,
        limits: Limits,
        rng: &mut Rng,
    ) -> Option<Move> {
        let search = Search { limits, earlier, ..Search::default() };
        let line = self.search_at_level(position, &search, level, rng, &mut |_| {})?;
        line.moves.first().copied()
    }

    /// Searches a position at a strength from 1 to 10, and returns the line of the move of [`Self::move_at_level`].
    ///
    /// Reports the depths at levels that misjudge nothing, and the line in the end. The number of lines is ignored.
    pub fn search_at_level(
        &mut self,
        position: &Position,
        search: &Search<'_>,
        level: u8,
        rng: &mut Rng,
        report: &mut dyn FnMut(&Info),
    ) -> Option<ScoredLine> {
        let (nodes, error) = LEVELS[usize::from(level.clamp(1, 10)) - 1];
        let nodes = nodes.min(search.limits.nodes.unwrap_or(u64::MAX));
        let limits = Limits { nodes: Some(nodes), ..search.limits };
        let lines = if error > 0 { 256 } else { 1 };
        let search = Search { limits, lines, ..*search };
        let mut last = None;
        let found = self.search(position, &search, &mut |info| match error {
            0 => report(info),
            _ => last = Some(info.clone()),
        });
        let misjudged = |line: &ScoredLine, rng: &mut Rng| match line.score {
            SearchScore::Centipawns(value) => value + if error > 0 { rng.below(2 * error) as i32 } else { 0 },
            SearchScore::Mates { .. } => i32::MAX,
            SearchScore::IsMated { .. } => i32::MIN,
        };
        let mut best: Option<(i32, ScoredLine)> = None;
        for line in found {
            let worth = misjudged(&line, rng);
            if !line.moves.is_empty() && best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, line));
            }
        }
        let (_, line) = best?;
        if let Some(info) = last {
            report(&Info { number: 1, line: line.clone(), ..info });
        }
        Some(line)
    }
}

/// Task of a search: limits, lines and resources.
#[derive(Clone, Copy, Default)]
pub struct Search<'s> {
    /// Limits.
    pub limits: Limits,
    /// Number of best lines; 0 counts as 1.
    pub lines: usize,
    /// Moves to choose from; empty, or without a legal move, for all. Games for more than two players ignore it.
    pub only: &'s [Move],
    /// Keys of the positions of the game before this one, as [`keys_of`] returns them.
    pub earlier: &'s [u64],
    /// A flag that another thread sets to stop the search.
    pub stop: Option<&'s AtomicBool>,
    /// The clock of the player; `None` if it runs from the beginning of the search.
    pub ponder: Option<&'s PonderClock>,
    /// Known results of positions with few pieces.
    pub known: Option<&'s dyn KnownMates>,
    /// Receiver of the root moves of a search that takes more than a second.
    pub current: Option<&'s (dyn Fn(&CurrentMove) + Sync)>,
}

/// Returns the keys of positions for [`Search::earlier`].
pub fn keys_of<'p>(positions: impl IntoIterator<Item = &'p Position>) -> Vec<u64> {
    positions.into_iter().map(|position| position.key() as u64).collect()
}

/// Searches of one game, of whatever type it is.
trait Mind: Send {
    fn table_mib(&self) -> Option<usize>;
    fn clear(&mut self);
    fn evaluate(&mut self, position: &Position) -> i32;
    fn search(
        &mut self,
        position: &Position,
        earlier: &[u64],
        request: &Request<'_>,
        report: &mut dyn FnMut(&Info),
    ) -> Vec<ScoredLine>;
}

fn mind_of<V: Variant>(start: &Position, weights: &Weights, options: PlayerOptions) -> Option<Box<dyn Mind>> {
    start.typed::<V>()?;
    Some(Box::new(Searcher::<V>::new(weights, options)))
}

impl<V: Variant> Mind for Searcher<V> {
    fn table_mib(&self) -> Option<usize> {
        Some(Searcher::table_mib(self))
    }

    fn clear(&mut self) {
        Searcher::clear(self);
    }

    fn evaluate(&mut self, position: &Position) -> i32 {
        position.typed::<V>().map_or(0, |position| Searcher::evaluate(self, position))
    }

    fn search(
        &mut self,
        position: &Position,
        earlier: &[u64],
        request: &Request<'_>,
        report: &mut dyn FnMut(&Info),
    ) -> Vec<ScoredLine> {
        match position.typed::<V>() {
            Some(position) => Searcher::search(self, position, earlier, request, report),
            None => Vec::new(),
        }
    }
}

/// Searches of a game for more than two players.
struct Crowd<V: Variant>(std::marker::PhantomData<V>);

fn crowd_of<V: Variant>(start: &Position) -> Option<Box<dyn Mind>> {
    start.typed::<V>()?;
    Some(Box::new(Crowd::<V>(std::marker::PhantomData)))
}

impl<V: Variant> Mind for Crowd<V> {
    fn table_mib(&self) -> Option<usize> {
        None
    }

    fn clear(&mut self) {}

    fn evaluate(&mut self, position: &Position) -> i32 {
        position.typed::<V>().map_or(0, many::evaluate)
    }

    fn search(
        &mut self,
        position: &Position,
        _: &[u64],
        request: &Request<'_>,
        report: &mut dyn FnMut(&Info),
    ) -> Vec<ScoredLine> {
        position.typed::<V>().map_or_else(Vec::new, |position| many::search(position, request, report))
    }
}
