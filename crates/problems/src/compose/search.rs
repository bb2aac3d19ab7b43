//! New problems by chance and by climbing: a chain of small changes, each kept if the problem is no worse after it.
//! One thread; the same numbers give the same problems.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicBool;

use super::change::{Change, Version};
use super::judge::{Judge, SoundVersion, Soundness};
use super::strip::{StripOptions, strip};
use crate::themes::{Merits, Theme};
use hexmate_core::geometry::Cell;
use hexmate_core::mate::{Play, Scope, Stipulation};
use hexmate_core::random::Rng;
use hexmate_core::rules::{Piece, Player, Role};
use hexmate_position::symmetry::canonical_key;
use hexmate_position::{Game, PawnOrigins, Setup};

/// Which problems are looked for, and how long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchOptions {
    /// The game.
    pub game: Game,
    /// What is asked.
    pub stipulation: Stipulation,
    /// The fewest pieces on the board.
    pub fewest: usize,
    /// The most.
    pub most: usize,
    /// What they must show, if anything.
    pub theme: Option<Theme>,
    /// The least quality that is kept.
    pub bar: i32,
    /// Changes tried in one chain.
    pub steps: usize,
    /// The most positions that the search of one version may look at.
    pub nodes: u64,
    /// Has chains fall in another order.
    pub seed: u64,
    /// Problems to begin from; at random where there are none.
    pub from: Vec<Version>,
}

/// A problem that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Find {
    /// The problem, with its key.
    pub sound: SoundVersion,
    /// What it shows.
    pub merits: Merits,
}

/// What a theme that is asked for is worth beside all others.
const ASKED_THEME: i32 = 30;

/// Changes in a row that bring nothing, after which another start is taken.
const PATIENCE: usize = 800;

/// The same where nothing is solved yet.
const PATIENCE_UNSOLVED: usize = 120;

/// How far a version has come; more is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Height {
    /// No solution, or a short one.
    Unsolved,
    /// Less is more keys than are wanted.
    Cooked(i32),
    /// Sound, and so good.
    Sound(i32),
}

/// Goes one chain; `None` if it was stopped before its end.
///
/// Problems that are kept are sound, have no idle piece, no dual, nobody in check in the diagram, nothing but what the
/// array of the game could leave, and no image among themselves.
pub fn search(options: &SearchOptions, number: u64, stop: &AtomicBool) -> Option<Vec<Find>> {
    // Neighbouring seeds and chains have nothing in common.
    let mut seeds = Rng::new(options.seed);
    let first = seeds.below(usize::MAX) as u64;
    let mut climber = Climber {
        options,
        array: ArrayPieces::of(options.game),
        judge: Judge::new(1, Some(options.nodes), stop),
        rng: Rng::new(first ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15)),
        left: options.steps,
    };
    let mut found: Vec<Find> = Vec::new();
    // A start is not a find, whoever composed it.
    let starts = options.from.iter().filter_map(|version| version.setup.clone().into_position().ok());
    let mut seen: HashSet<u64> = starts.map(|start| canonical_key(&start)).collect();
    while climber.left > 0 {
        let start = climber.start(number);
        let summit = climber.climb(start);
        if climber.judge.is_stopped() {
            return None;
        }
        if let Some(find) = summit.and_then(|version| climber.examined(&version, stop))
            && seen.insert(canonical_key(&find.sound.position))
        {
            found.push(find);
        }
    }
    (!climber.judge.is_stopped()).then_some(found)
}

struct Climber<'a> {
    options: &'a SearchOptions,
    array: ArrayPieces,
    judge: Judge<'a>,
    rng: Rng,
    /// Changes that may still be tried.
    left: usize,
}

impl Climber<'_> {
    fn start(&mut self, number: u64) -> Version {
        let SearchOptions { stipulation, fewest, most, from, .. } = self.options;
        match from.get(number as usize % from.len().max(1)) {
            Some(version) => version.clone(),
            None => random_version(&self.array, *stipulation, *fewest, *most, &mut self.rng),
        }
    }

    /// Changes a version as long as that helps; the last one if it is sound.
    fn climb(&mut self, start: Version) -> Option<Version> {
        let is_varied = !self.options.from.is_empty();
        let mut version = start;
        let mut height = self.height(&version).unwrap_or(Height::Unsolved);
        let mut waited = 0;
        let patience = |height| if height == Height::Unsolved { PATIENCE_UNSOLVED } else { PATIENCE };
        // A known problem is left before it is climbed from, or it would be found again.
        let mut leaps = if is_varied { 1 + self.rng.below(4) } else { 0 };
        while waited < patience(height) && self.left > 0 && !self.judge.is_stopped() {
            self.left -= 1;
            waited += 1;
            let Some(next) = self.changed(&version) else { continue };
            let Some(reached) = self.height(&next) else { continue };
            if leaps > 0 || reached >= height {
                leaps = usize::saturating_sub(leaps, 1);
                waited = if reached > height { 0 } else { waited };
                (version, height) = (next, reached);
            }
        }
        matches!(height, Height::Sound(_)).then_some(version)
    }

    /// A version with one change, that the options allow.
    fn changed(&mut self, version: &Version) -> Option<Version> {
        let change: Change = random_change(version, &mut self.rng)?;
        let next = change.apply(version)?;
        let count = next.setup.board.pieces().count();
        let is_allowed =
            (self.options.fewest..=self.options.most).contains(&count) && self.array.include(&next.setup);
        is_allowed.then_some(next)
    }

    /// How high a version stands; `None` if it is no position, or its search hit a limit.
    fn height(&mut self, version: &Version) -> Option<Height> {
        match self.judge.judge(version) {
            Soundness::Illegal | Soundness::Unfinished | Soundness::UnsoundTwin(..) => None,
            Soundness::Unsound(_, keys) if keys.len() < 2 => Some(Height::Unsolved),
            Soundness::Unsound(_, keys) => Some(Height::Cooked(-(keys.len() as i32))),
            Soundness::Sound(sound) => {
                let merits = self.judge.merits(&sound)?;
                let is_asked = self.options.theme.is_some_and(|theme| merits.themes.has(theme));
                Some(Height::Sound(merits.quality + if is_asked { ASKED_THEME } else { 0 }))
            }
        }
    }

    /// The version without idle pieces, if it is worth to be kept.
    fn examined(&mut self, version: &Version, stop: &AtomicBool) -> Option<Find> {
        let scope = Scope { variations: true, ..Scope::KEYS };
        let options = StripOptions { twins: "", scope, nodes: Some(self.options.nodes) };
        let setup = (&strip(version, options, stop)?.least).into();
        let least = Version { setup, stipulation: version.stipulation };
        let Soundness::Sound(sound) = self.judge.judge(&least) else { return None };
        let merits = self.judge.merits(&sound)?;
        let has = |theme| merits.themes.has(theme);
        // Where a player is out at once, others have its pieces.
        let is_natural = self.array.lead_to(&Setup::from(&sound.position));
        let is_calm = sound.position.attacked_kings().next().is_none();
        let is_clear = is_natural && is_calm && !has(Theme::Dual);
        let is_good = merits.quality >= self.options.bar && is_clear && self.options.theme.is_none_or(has);
        is_good.then_some(Find { sound, merits })
    }
}

/// A position with kings and so many other pieces, which may break the rules.
pub(super) fn random_version(
    array: &ArrayPieces,
    stipulation: Stipulation,
    fewest: usize,
    most: usize,
    rng: &mut Rng,
) -> Version {
    let game = array.game();
    let turn = match stipulation.play {
        // Whoever is to be mated begins, by custom Black.
        Play::Help | Play::HelpSelfmate | Play::SeriesHelp if game.players == 2 => Player::BLACK,
        _ => Player::WHITE,
    };
    let mut version = Version { setup: Setup { turn, ..Setup::empty(game) }, stipulation };
    for player in game.players() {
        let at = vacant_cell(&version, rng);
        version.setup.board.put(at, Piece::new(player, Role::King));
    }
    let count = fewest + rng.below(most.saturating_sub(fewest) + 1);
    let kings = usize::from(game.players);
    // Pieces that the array cannot have are left out, so that there may be fewer.
    for _ in 0..4 * count.saturating_sub(kings) {
        let added = Change::Add(random_piece(&version, rng), vacant_cell(&version, rng)).apply(&version);
        if let Some(next) = added.filter(|next| array.include(&next.setup)) {
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

/// A piece, more often of the player to move than of the others.
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

/// A change of some kind, most often that a piece stands elsewhere.
pub(super) fn random_change(version: &Version, rng: &mut Rng) -> Option<Change> {
    let pieces: Vec<(Cell, Piece)> = version.setup.board.pieces().collect();
    let officers: Vec<Cell> =
        pieces.iter().filter(|(_, piece)| piece.role != Role::King).map(|&(cell, _)| cell).collect();
    let what = rng.below(20);
    if officers.is_empty() && (12..17).contains(&what) {
        return None;
    }
    let any = rng.choose(&pieces).0;
    Some(match what {
        0..9 => Change::Move(any, vacant_cell(version, rng)),
        9..12 => Change::Add(random_piece(version, rng), vacant_cell(version, rng)),
        12..15 => Change::Remove(rng.choose(&officers)),
        15..17 => Change::Replace(rng.choose(&officers), random_piece(version, rng)),
        17..19 => Change::Move(any, near(version, any, rng)?),
        _ => Change::Exchange(any, rng.choose(&pieces).0),
    })
}

/// A vacant cell next to another one.
fn near(version: &Version, cell: Cell, rng: &mut Rng) -> Option<Cell> {
    let Setup { game, board, .. } = &version.setup;
    let next =
        hexmate_core::geometry::Direction::ALL.into_iter().filter_map(|way| game.shape.step(cell, way));
    let vacant: Vec<Cell> = next.filter(|&cell| board.piece(cell).is_none()).collect();
    (!vacant.is_empty()).then(|| rng.choose(&vacant))
}

/// Pieces of which there are so many: for bishops, those on cells of one colour.
type Kind = (Player, Role, u8);

/// The pieces of an array.
#[derive(Clone, Debug)]
pub struct ArrayPieces {
    game: Game,
    counts: HashMap<Kind, usize>,
    origins: PawnOrigins,
}

impl ArrayPieces {
    /// The pieces that all players of a game begin with.
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

    /// The game.
    pub fn game(&self) -> Game {
        self.game
    }

    fn kind(&self, (cell, Piece { owner, role, .. }): (Cell, Piece)) -> Kind {
        let colour = if role == Role::Bishop { self.game.shape.hex(cell).colour() } else { 0 };
        (owner, role, colour)
    }

    /// Whether all pieces of a diagram could be those of the array, wherever they are: no more of a kind.
    pub fn include(&self, setup: &Setup) -> bool {
        let kinds = || setup.board.pieces().map(|piece| self.kind(piece));
        kinds().all(|kind| {
            let count = kinds().filter(|other| *other == kind).count();
            self.counts.get(&kind).is_some_and(|&most| count <= most)
        })
    }

    /// Whether they could, and each pawn could come from a cell of its own to where it is.
    pub fn lead_to(&self, setup: &Setup) -> bool {
        let pawns = setup.board.pieces().filter(|(_, piece)| piece.role == Role::Pawn);
        self.include(setup) && self.origins.allow(pawns.map(|(cell, piece)| (piece.seat, cell)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexmate_position::Position;

    #[test]
    fn an_array_leaves_no_second_queen_and_no_pawn_behind_it() {
        let array = ArrayPieces::of(Game::GLINSKI);
        let told = |text: &str| {
            let setup = Setup::from(&Position::from_fen(Game::GLINSKI, text).expect("a position"));
            (array.include(&setup), array.lead_to(&setup))
        };
        assert_eq!(told("1/3/5/7/9/4k6/5P5/11/11/5Q5/5K5 w - 0 1"), (true, true));
        assert_eq!(told("1/3/5/7/9/4k6/11/11/5Q5/5Q5/5K5 w - 0 1"), (false, false));
        assert_eq!(told("1/3/5/7/9/4k6/11/5P5/11/5Q5/5K5 w - 0 1"), (true, false), "f4");
        assert_eq!(told("1/3/5/7/9/4k6/11/11/5Q5/5B5/4BK5 w - 0 1"), (true, true), "bishops of two colours");
        assert!(!told("1/3/5/7/9/4k6/11/5B5/11/11/5BK4 w - 0 1").0, "and of one");
    }
}
