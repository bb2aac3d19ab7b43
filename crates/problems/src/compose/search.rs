//! Search for new problems by hill climbing: a chain of random changes, each kept if the problem is not worse.
//!
//! Deterministic: the same options and chain number give the same problems.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicBool;

use super::change::{Change, Version};
use super::shared_play::share_play;
use super::soundness::{SoundVersion, Soundness, SoundnessChecker};
use super::strip::{StripOptions, strip};
use crate::likeness::{KnownMoves, Matrix, Template};
use crate::themes::{Merits, Term, Theme, Themes, is_long};
use hexmate_core::geometry::Cell;
use hexmate_core::mate::{Play, Scope, Stipulation, Verdict};
use hexmate_core::random::Rng;
use hexmate_core::rules::{Piece, Player, Role};
use hexmate_position::symmetry::canonical_key;
use hexmate_position::{Game, PawnOrigins, Setup};

/// Options of [`search`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchOptions {
    /// The game.
    pub game: Game,
    /// The stipulation.
    pub stipulation: Stipulation,
    /// Minimum number of pieces on the board.
    pub min_pieces: usize,
    /// Maximum number of pieces on the board.
    pub max_pieces: usize,
    /// Theme that problems must show, if any.
    pub theme: Option<Theme>,
    /// Minimum quality of a problem.
    pub min_quality: i32,
    /// Minimum number of different answers to defences.
    pub min_answers: usize,
    /// Number of changes tried in one chain.
    pub steps: usize,
    /// Maximum number of nodes of one search.
    pub nodes: u64,
    /// Random seed.
    pub seed: u64,
    /// Intended number of solutions; several ones of help or series play end with different moves.
    pub solutions: usize,
    /// Problems to start from; random positions if empty.
    pub from: Vec<Version>,
    /// Maximum number of pieces that differ from the start.
    pub max_changed: Option<usize>,
    /// Problems that a new one must not be like.
    pub avoided: Vec<Version>,
}

/// A problem found by [`search`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundProblem {
    /// The sound problem.
    pub sound: SoundVersion,
    /// Themes and ratings.
    pub merits: Merits,
}

/// Bonus for showing the required theme.
const THEME_BONUS: i32 = 40;

/// Bonus for each part of the required theme.
const PART_BONUS: i32 = 8;

/// Cost of each answer that is missing, while a chain climbs.
const ANSWER_COST: i32 = 6;

/// Cost of a king in check in the diagram, while a chain climbs.
const CHECK_COST: i32 = 20;

/// Likeness to a known problem, in percent, from which a problem counts as anticipated.
const ALIKE: u32 = 70;

/// Number of changes in a row without progress after which a new climb starts.
const PATIENCE: usize = 800;

/// Number of such changes while the version has no solution.
const PATIENCE_UNSOLVED: usize = 120;

/// Fitness of a version; greater is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Fitness {
    /// No solution, or a short one with fewer than two keys.
    Unsolved,
    /// Another number of solutions than intended; contains minus the difference.
    Counted(i32),
    /// Sound; contains the quality.
    Sound(i32),
}

/// Runs one chain; returns `None` if it was stopped early.
///
/// The problems found are sound, distinct up to symmetry and unlike those to avoid, without unnecessary pieces, duals, walks, solutions
/// that begin alike and kings in check in the diagram, and have only pieces of the start position, with pawns on reachable cells.
pub fn search(options: &SearchOptions, number: u64, stop: &AtomicBool) -> Option<Vec<FoundProblem>> {
    // Adjacent seeds and chain numbers give unrelated random numbers.
    let mut seeds = Rng::new(options.seed);
    let first = seeds.below(usize::MAX) as u64;
    let mut climber = Climber {
        options,
        array: ArrayPieces::of(options.game),
        checker: SoundnessChecker::new(options.solutions, Some(options.nodes), stop),
        rng: Rng::new(first ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15)),
        origin: Version { setup: Setup::empty(options.game), stipulation: options.stipulation },
        left: options.steps,
    };
    let mut found: Vec<FoundProblem> = Vec::new();
    // A start is not a new problem.
    let starts = options.from.iter().filter_map(|version| version.setup.clone().into_position().ok());
    let mut seen: HashSet<u64> = starts.map(|start| canonical_key(&start)).collect();
    let matrix = |setup: &Setup| Matrix::new(setup, &KnownMoves::default());
    let mut known: Vec<Template> =
        options.avoided.iter().map(|version| Template::new(&matrix(&version.setup))).collect();
    while climber.left > 0 {
        climber.origin = climber.start(number);
        let summit = climber.climb(climber.origin.clone());
        if climber.checker.is_stopped() {
            return None;
        }
        let Some(find) = summit.and_then(|version| climber.stripped(&version, stop)) else { continue };
        let own = matrix(&Setup::from(&find.sound.position));
        let is_like = |other: &Template| other.compare(&own).is_some_and(|found| found.percent() >= ALIKE);
        if seen.insert(canonical_key(&find.sound.position)) && !known.iter().any(is_like) {
            known.push(Template::new(&own));
            found.push(find);
        }
    }
    (!climber.checker.is_stopped()).then_some(found)
}

/// State of one chain.
struct Climber<'a> {
    options: &'a SearchOptions,
    array: ArrayPieces,
    checker: SoundnessChecker<'a>,
    rng: Rng,
    /// The version with which the present climb begins.
    origin: Version,
    /// Number of changes left to try.
    left: usize,
}

impl Climber<'_> {
    fn start(&mut self, number: u64) -> Version {
        let SearchOptions { stipulation, min_pieces, max_pieces, from, .. } = self.options;
        match from.get(number as usize % from.len().max(1)) {
            Some(version) => version.clone(),
            None => random_version(&self.array, *stipulation, *min_pieces, *max_pieces, &mut self.rng),
        }
    }

    /// Improves a version until patience ends; returns the last version if it is sound.
    fn climb(&mut self, start: Version) -> Option<Version> {
        let is_varied = !self.options.from.is_empty();
        let mut version = start;
        let mut fitness = self.fitness(&version).unwrap_or(Fitness::Unsolved);
        let mut waited = 0;
        let patience = |fitness| if fitness == Fitness::Unsolved { PATIENCE_UNSOLVED } else { PATIENCE };
        // A known problem is first changed at random, or it would be found again.
        let mut leaps = if is_varied { 1 + self.rng.below(4) } else { 0 };
        while waited < patience(fitness) && self.left > 0 && !self.checker.is_stopped() {
            self.left -= 1;
            waited += 1;
            let Some(next) = self.changed(&version) else { continue };
            let Some(reached) = self.fitness(&next) else { continue };
            if leaps > 0 || reached >= fitness {
                leaps = usize::saturating_sub(leaps, 1);
                waited = if reached > fitness { 0 } else { waited };
                (version, fitness) = (next, reached);
            }
        }
        matches!(fitness, Fitness::Sound(_)).then_some(version)
    }

    /// Returns the version after one random change, if the options allow it.
    fn changed(&mut self, version: &Version) -> Option<Version> {
        let change: Change = random_change(version, &mut self.rng)?;
        let next = change.apply(version)?;
        let count = next.setup.board.pieces().count();
        let is_near = |most| changed_pieces(&next.setup, &self.origin.setup) <= most;
        let is_allowed = (self.options.min_pieces..=self.options.max_pieces).contains(&count)
            && self.array.can_lead_to(&next.setup)
            && self.options.max_changed.is_none_or(is_near);
        is_allowed.then_some(next)
    }

    /// Returns the fitness of a version; `None` if it is illegal or a limit stopped its search.
    fn fitness(&mut self, version: &Version) -> Option<Fitness> {
        match self.checker.check(version) {
            Soundness::Illegal | Soundness::Unfinished | Soundness::UnsoundTwin(..) => None,
            Soundness::Unsound(Verdict::FewerSolutions, keys) => {
                Some(Fitness::Counted(keys.len() as i32 - self.options.solutions as i32))
            }
            Soundness::Unsound(_, keys) if keys.len() < 2 => Some(Fitness::Unsolved),
            Soundness::Unsound(_, keys) => {
                let beyond = keys.len().saturating_sub(self.options.solutions).max(1);
                Some(Fitness::Counted(-(beyond as i32)))
            }
            Soundness::Sound(sound) => {
                let (merits, terms) = self.checker.rated(&sound)?;
                let is_check = sound.position.attacked_kings().next().is_some();
                let missing = self.options.min_answers.saturating_sub(answers(&terms)) as i32;
                let cost = ANSWER_COST * missing + if is_check { CHECK_COST } else { 0 };
                Some(Fitness::Sound(merits.quality + self.theme_bonus(merits.themes) - cost))
            }
        }
    }

    /// Returns the bonus for the required theme or its parts.
    fn theme_bonus(&self, themes: Themes) -> i32 {
        let Some(theme) = self.options.theme else { return 0 };
        let parts = theme.parts().iter().filter(|&&part| themes.has(part)).count();
        PART_BONUS * parts as i32 + if themes.has(theme) { THEME_BONUS } else { 0 }
    }

    /// Returns the version without unnecessary pieces, if it meets the options.
    fn stripped(&mut self, version: &Version, stop: &AtomicBool) -> Option<FoundProblem> {
        let scope = Scope { variations: true, ..Scope::KEYS };
        let options = StripOptions { twins: "", scope, nodes: Some(self.options.nodes) };
        let setup = (&strip(version, options, stop)?.minimal).into();
        let minimal = Version { setup, stipulation: version.stipulation };
        let Soundness::Sound(sound) = self.checker.check(&minimal) else { return None };
        let (merits, terms) = self.checker.rated(&sound)?;
        let different =
            terms.iter().find(|(term, _)| *term == Term::Solutions).map_or(1, |(_, more)| 1 + more);
        let is_varied = !sound.stipulation.has_lines() || different == self.options.solutions;
        let is_repeated = is_long(sound.stipulation)
            && share_play(&self.checker.solve_fully(&sound.position, sound.stipulation, Scope::KEYS).lines);
        let is_walk = terms.iter().any(|(term, _)| *term == Term::Walks);
        let is_rich = answers(&terms) >= self.options.min_answers;
        let has = |theme| merits.themes.has(theme);
        // If a player is eliminated at once, others get its pieces.
        let is_reachable = self.array.can_lead_to(&Setup::from(&sound.position));
        let is_without_check = sound.position.attacked_kings().next().is_none();
        let is_clean = is_reachable && is_without_check && is_varied && is_rich && !has(Theme::Dual);
        let is_good =
            merits.quality >= self.options.min_quality && is_clean && self.options.theme.is_none_or(has);
        let is_good = is_good && !is_walk && !is_repeated;
        is_good.then_some(FoundProblem { sound, merits })
    }
}

/// Returns the number of different answers to defences, at least 1 even if there is none.
fn answers(terms: &[(Term, usize)]) -> usize {
    terms.iter().find(|(term, _)| *term == Term::Answers).map_or(1, |(_, beyond)| 1 + beyond)
}

/// Returns the number of pieces that were moved, added, removed or replaced between two setups.
fn changed_pieces(one: &Setup, other: &Setup) -> usize {
    let pieces = |setup: &Setup| setup.board.pieces().collect::<Vec<_>>();
    let [one, other] = [one, other].map(pieces);
    let missing = |from: &[(Cell, Piece)], of: &[(Cell, Piece)]| {
        of.iter().filter(|placed| !from.contains(placed)).count()
    };
    missing(&one, &other).max(missing(&other, &one))
}

/// Returns a random version with all kings and `min_pieces` to `max_pieces` pieces in all; it may be illegal.
pub(super) fn random_version(
    array: &ArrayPieces,
    stipulation: Stipulation,
    min_pieces: usize,
    max_pieces: usize,
    rng: &mut Rng,
) -> Version {
    let game = array.game();
    let turn = match stipulation.play {
        // By convention Black moves first and is mated.
        Play::Help | Play::HelpSelfmate | Play::SeriesHelp if game.players == 2 => Player::BLACK,
        _ => Player::WHITE,
    };
    let mut version = Version { setup: Setup { turn, ..Setup::empty(game) }, stipulation };
    for player in game.players() {
        let at = vacant_cell(&version, rng);
        version.setup.board.put(at, Piece::new(player, Role::King));
    }
    let count = min_pieces + rng.below(max_pieces.saturating_sub(min_pieces) + 1);
    let kings = usize::from(game.players);
    // Pieces beyond those of the start position are skipped, so the count may be smaller.
    for _ in 0..4 * count.saturating_sub(kings) {
        let added = Change::Add(random_piece(&version, rng), vacant_cell(&version, rng)).apply(&version);
        if let Some(next) = added.filter(|next| array.can_lead_to(&next.setup)) {
            version = next;
        }
        if version.setup.board.pieces().count() >= count {
            break;
        }
    }
    version
}

fn vacant_cell(version: &Version, rng: &mut Rng) -> Cell {
    let Setup { game, board, .. } = &version.setup;
    let vacant: Vec<Cell> = game.shape.cells().filter(|&cell| board.piece(cell).is_none()).collect();
    rng.choose(&vacant)
}

/// Returns a random piece, more often of the player to move than of others.
fn random_piece(version: &Version, rng: &mut Rng) -> Piece {
    let Setup { game, turn, .. } = &version.setup;
    let owner = match rng.below(2) {
        0 => *turn,
        _ => Player::new(rng.below(usize::from(game.players)) as u8),
    };
    let roles: Vec<Role> =
        [Role::Pawn, Role::Pawn].into_iter().chain(game.promotions.iter().copied()).collect();
    Piece::new(owner, rng.choose(&roles))
}

/// Returns a random change, most often the move of a piece.
pub(super) fn random_change(version: &Version, rng: &mut Rng) -> Option<Change> {
    let pieces: Vec<(Cell, Piece)> = version.setup.board.pieces().collect();
    let non_kings: Vec<Cell> =
        pieces.iter().filter(|(_, piece)| piece.role != Role::King).map(|&(cell, _)| cell).collect();
    let kind = rng.below(20);
    if non_kings.is_empty() && (12..17).contains(&kind) {
        return None;
    }
    let any = rng.choose(&pieces).0;
    Some(match kind {
        0..9 => Change::Move(any, vacant_cell(version, rng)),
        9..12 => Change::Add(random_piece(version, rng), vacant_cell(version, rng)),
        12..15 => Change::Remove(rng.choose(&non_kings)),
        15..17 => Change::Replace(rng.choose(&non_kings), random_piece(version, rng)),
        17..19 => Change::Move(any, adjacent_vacant_cell(version, any, rng)?),
        _ => Change::Exchange(any, rng.choose(&pieces).0),
    })
}

/// Returns a random vacant cell adjacent to a cell.
fn adjacent_vacant_cell(version: &Version, cell: Cell, rng: &mut Rng) -> Option<Cell> {
    let Setup { game, board, .. } = &version.setup;
    let next =
        hexmate_core::geometry::Direction::ALL.into_iter().filter_map(|way| game.shape.step(cell, way));
    let vacant: Vec<Cell> = next.filter(|&cell| board.piece(cell).is_none()).collect();
    (!vacant.is_empty()).then(|| rng.choose(&vacant))
}

/// Owner and role of a piece; for bishops also the colour of the cell.
type Kind = (Player, Role, u8);

/// Numbers of pieces in the start position of a game.
#[derive(Clone, Debug)]
pub struct ArrayPieces {
    game: Game,
    counts: HashMap<Kind, usize>,
    origins: PawnOrigins,
}

impl ArrayPieces {
    /// Counts the pieces of a game's start position.
    pub fn of(game: Game) -> Self {
        let mut array = Self { game, counts: HashMap::new(), origins: PawnOrigins::of(game) };
        for player in game.players() {
            for piece in game.array.pieces() {
                let hex = game.seating.place(game.shape, piece.hex, player, game.players);
                if let Some(cell) = game.shape.cell(hex) {
                    let kind = array.kind((cell, Piece::new(player, piece.role)));
                    *array.counts.entry(kind).or_default() += 1;
                }
            }
        }
        array
    }

    /// Returns the game.
    pub fn game(&self) -> Game {
        self.game
    }

    fn kind(&self, (cell, Piece { owner, role, .. }): (Cell, Piece)) -> Kind {
        let colour = if role == Role::Bishop { self.game.shape.hex(cell).colour() } else { 0 };
        (owner, role, colour)
    }

    /// Returns whether a setup has at most as many pieces of each kind as the start position.
    pub fn allow(&self, setup: &Setup) -> bool {
        let kinds = || setup.board.pieces().map(|piece| self.kind(piece));
        kinds().all(|kind| {
            let count = kinds().filter(|other| *other == kind).count();
            self.counts.get(&kind).is_some_and(|&max| count <= max)
        })
    }

    /// Returns whether a setup is allowed and its pawns can have distinct origins.
    pub fn can_lead_to(&self, setup: &Setup) -> bool {
        let pawns = setup.board.pieces().filter(|(_, piece)| piece.role == Role::Pawn);
        self.allow(setup) && self.origins.allow(pawns.map(|(cell, piece)| (piece.seat, cell)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexmate_position::Position;

    #[test]
    fn array_limits_queens_and_pawns() {
        let array = ArrayPieces::of(Game::GLINSKI);
        let check = |text: &str| {
            let setup = Setup::from(&Position::from_fen(Game::GLINSKI, text).expect("a position"));
            (array.allow(&setup), array.can_lead_to(&setup))
        };
        assert_eq!(check("1/3/5/7/9/4k6/5P5/11/11/5Q5/5K5 w - 0 1"), (true, true));
        assert_eq!(check("1/3/5/7/9/4k6/11/11/5Q5/5Q5/5K5 w - 0 1"), (false, false));
        assert_eq!(check("1/3/5/7/9/4k6/11/5P5/11/5Q5/5K5 w - 0 1"), (true, false), "f4");
        assert_eq!(check("1/3/5/7/9/4k6/11/11/5Q5/5B5/4BK5 w - 0 1"), (true, true), "bishops of two colours");
        assert!(!check("1/3/5/7/9/4k6/11/5B5/11/11/5BK4 w - 0 1").0, "and of one");
    }
}
