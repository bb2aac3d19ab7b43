//! Lists of help and series play of many positions, compared with those of a search that makes all moves.

use super::Stipulation;
use super::composed_help::collection;
use super::plain_lines::{Kings, composed, lines_of_both, near, set_up};
use super::tests::{number_from_environment, read};
use crate::geometry::{Cell, CellSet, Geometry};
use crate::random::Rng;
use crate::rules::{
    Brusky, DeVasa, Glinski, McCooey, Mini, Piece, Player, Position, Role, Setup, Shafran, Variant,
};

/// Kinds of positions, drawn in turn.
const KINDS: [Kind; 6] =
    [Kind::NearComposed, Kind::Castling, Kind::EnPassant, Kind::Promotion, Kind::Pin, Kind::BlockedPawn];

/// Feature that a position is drawn for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// None: a composed position with up to two changes.
    NearComposed,
    /// A right to castle.
    Castling,
    /// A legal capture en passant.
    EnPassant,
    /// A legal promotion.
    Promotion,
    /// A pinned piece.
    Pin,
    /// A pawn that cannot step.
    BlockedPawn,
}

impl Kind {
    /// Returns whether a position has the feature.
    fn is_shown<V: Variant>(self, position: &Position<V>) -> bool {
        match self {
            Self::NearComposed => true,
            Self::Castling => !position.wings().is_empty(),
            Self::EnPassant => position.legal_moves().any(|m| position.is_en_passant(m)),
            Self::Promotion => position.legal_moves().any(|m| m.promotion.is_some()),
            Self::Pin => V::players().any(|player| has_pin(position, player)),
            Self::BlockedPawn => has_blocked_pawn(position),
        }
    }

    /// Returns a random position with the feature; `None` if the draw gives none.
    ///
    /// Games without castling or en passant have positions near composed ones instead.
    fn draw<V: Variant>(self, rng: &mut Rng, known: &[Position<V>]) -> Option<Position<V>> {
        let white = Player::WHITE;
        let kind = match self {
            Self::Castling if V::castlings(white).is_empty() => Self::NearComposed,
            Self::EnPassant if V::double_step_cells(V::Choice::default(), white).is_empty() => {
                Self::NearComposed
            }
            kind => kind,
        };
        let position = match kind {
            Self::Castling => set_up(rng, Kings::MayCastle, 4),
            Self::EnPassant => near(rng, known).and_then(|position| after_double_step(rng, &position)),
            Self::Pin => near(rng, known).and_then(|position| with_slider(rng, &position)),
            Self::BlockedPawn => near(rng, known).and_then(|position| with_blocked_pawn(rng, &position)),
            Self::NearComposed | Self::Promotion => near(rng, known),
        };
        position.filter(|position| kind.is_shown(position) && position.has_moves())
    }
}

/// Returns whether a piece of a player would expose its king by leaving the board.
fn has_pin<V: Variant>(position: &Position<V>, player: Player) -> bool {
    let Some(king) = position.king(player) else { return false };
    let board = position.board();
    let enemies = board.by_owner(player.others(V::PLAYERS).next().expect("an opponent"));
    let attackers = |occupied| board.attackers(king, occupied) & enemies;
    let before = attackers(board.occupied());
    let own = board.by_owner(player) - CellSet::of(king);
    own.into_iter().any(|cell| attackers(board.occupied() - CellSet::of(cell)) != before)
}

fn has_blocked_pawn<V: Variant>(position: &Position<V>) -> bool {
    let board = position.board();
    V::players().any(|seat| {
        board.pawns(seat).into_iter().any(|pawn| {
            let mut ahead = V::pawn_ways(seat).into_iter().filter_map(|way| V::Geometry::step(pawn, way));
            ahead.all(|cell| board.occupied().contains(cell))
        })
    })
}

fn random_piece(rng: &mut Rng, owner: Player) -> Piece {
    Piece::new(owner, rng.choose(&[Role::Knight, Role::Bishop, Role::Rook, Role::Queen]))
}

/// Adds a piece of each side.
fn with_slider<V: Variant>(rng: &mut Rng, position: &Position<V>) -> Option<Position<V>> {
    let mut setup = Setup::from(position);
    let all: Vec<Cell> = V::Geometry::SHAPE.cells().collect();
    for owner in V::players() {
        let cell = rng.choose(&all);
        if setup.board.piece(cell).is_none() {
            setup.board.put(cell, random_piece(rng, owner));
        }
    }
    setup.into_position().ok()
}

/// Puts pieces before a pawn of either side.
fn with_blocked_pawn<V: Variant>(rng: &mut Rng, position: &Position<V>) -> Option<Position<V>> {
    let mut setup = Setup::from(position);
    let all: Vec<Cell> = V::Geometry::SHAPE.cells().collect();
    let seat = Player::new(rng.below(2) as u8);
    let cell = rng.choose(&all);
    if setup.board.piece(cell).is_none() {
        setup.board.put(cell, Piece::new(seat, Role::Pawn));
    }
    for way in V::pawn_ways(seat) {
        let ahead = V::Geometry::step(cell, way)?;
        if setup.board.piece(ahead).is_none() {
            let owner = Player::new(rng.below(2) as u8);
            setup.board.put(ahead, random_piece(rng, owner));
        }
    }
    setup.into_position().ok()
}

/// Puts a pawn of the side to move on an initial cell, an enemy pawn beside its way, and plays a double step.
fn after_double_step<V: Variant>(rng: &mut Rng, position: &Position<V>) -> Option<Position<V>> {
    let stepper = position.turn();
    let taker = position.next_player();
    let mut setup = Setup::from(position);
    let initial: Vec<Cell> = V::double_step_cells(V::Choice::default(), stepper).into_iter().collect();
    let origin = rng.choose(&initial);
    let crossed = V::Geometry::step(origin, rng.choose(&V::pawn_ways(stepper)))?;
    let beside: Vec<Cell> = V::Geometry::adjacent(crossed).into_iter().collect();
    for (cell, owner) in [(origin, stepper), (rng.choose(&beside), taker)] {
        if setup.board.piece(cell).is_some() {
            return None;
        }
        setup.board.put(cell, Piece::new(owner, Role::Pawn));
    }
    let before = setup.into_position().ok()?;
    let step = before.legal_moves().find(|&m| m.from == origin && before.is_double_step(m))?;
    Some(before.after_move(step))
}

/// Numbers of compared positions: all, those with a line, their lines, and those with each feature of [`KINDS`] after the
/// first.
#[derive(Clone, Copy, Default, Debug)]
struct Compared {
    positions: usize,
    solvable: usize,
    lines: usize,
    features: [usize; 5],
}

/// Number of positions of a game, and their seed.
#[derive(Clone, Copy, Debug)]
struct Draw {
    /// The least number of positions; at least a third of it have lines.
    count: usize,
    seed: u64,
}

/// Stipulations whose lists are compared.
const STIPULATIONS: [&str; 3] = ["h#1.5", "h#2", "ser-h#3"];

/// The largest estimated number of leaves of a plain search.
const LEAVES: u64 = 20_000;

/// Estimates the number of leaves of a plain search from the numbers of moves and of replies in the diagram.
fn leaves<V: Variant>(position: &Position<V>, stipulation: Stipulation) -> u64 {
    let moves = position.count_moves();
    let replies: u64 = position.legal_moves().map(|m| position.after_move(m).count_moves()).sum();
    let mut leaves: u64 = 1;
    let mut is_first = true;
    for left in (0..stipulation.plies()).rev() {
        leaves = leaves.saturating_mul(if is_first { moves } else { replies.div_ceil(moves.max(1)) });
        is_first ^= !stipulation.other_side_passes(left);
    }
    leaves
}

/// Compares the lists of positions of a game, until enough of them have lines.
fn compare<V: Variant>(stipulation: Stipulation, Draw { count, seed }: Draw) -> Compared {
    let name = V::TABLES[0].name;
    let position = |row: String| match row.split(',').collect::<Vec<_>>()[..] {
        [_, game, fen, ..] if game == name => Some(read::<V>(fen)),
        _ => None,
    };
    let help: Vec<Position<V>> = collection().into_iter().filter_map(position).collect();
    let known = [composed::<V>(), help];
    let mut compared = Compared::default();
    let rng = &mut Rng::new(seed);
    while compared.positions < count || 3 * compared.solvable < count {
        let kind = KINDS[compared.positions % KINDS.len()];
        let known = &known[rng.below(2)];
        let Some(position) = kind.draw(rng, known) else { continue };
        if leaves(&position, stipulation) > LEAVES {
            continue;
        }
        let lines = lines_of_both(&position, stipulation);
        compared.positions += 1;
        compared.solvable += usize::from(!lines.is_empty());
        compared.lines += lines.len();
        for (number, kind) in KINDS[1..].iter().enumerate() {
            compared.features[number] += usize::from(kind.is_shown(&position));
        }
    }
    compared
}

/// Compares the lists of a stipulation in all games for two; each with its name.
fn compare_games(text: &str, draw: Draw) -> [(&'static str, Compared); 6] {
    let stipulation: Stipulation = text.parse().expect(text);
    [
        ("glinski", compare::<Glinski>(stipulation, draw)),
        ("mccooey", compare::<McCooey>(stipulation, draw)),
        ("mini", compare::<Mini>(stipulation, draw)),
        ("shafran", compare::<Shafran>(stipulation, draw)),
        ("devasa", compare::<DeVasa>(stipulation, draw)),
        ("brusky", compare::<Brusky>(stipulation, draw)),
    ]
}

/// Asserts that every feature of a game occurs.
fn assert_features(game: &str, compared: &Compared) {
    let [castling, en_passant, others @ ..] = compared.features;
    let has_castling = ["shafran", "devasa", "brusky"].contains(&game);
    assert_eq!(castling > 0, has_castling, "{game} {compared:?}");
    assert_eq!(en_passant > 0, game != "mini", "{game} {compared:?}");
    assert!(others.iter().all(|&count| count > 0), "{game} {compared:?}");
}

#[test]
fn short_help_lists_equal_plain() {
    let draw = Draw { count: 12, seed: 1 };
    for text in ["h#1.5", "ser-h#3"] {
        for (game, compared) in compare_games(text, draw) {
            assert_features(game, &compared);
        }
    }
}

mod deep {
    use super::*;

    /// `LISTS` positions of each game and stipulation from `SEED` on; `ONLY` names another stipulation.
    #[test]
    #[ignore = "deep: minutes"]
    fn help_lists_equal_plain_lists() {
        let (count, seed) = (number_from_environment("LISTS", 60), number_from_environment("SEED", 1));
        let draw = Draw { count: count as usize, seed };
        let only = std::env::var("ONLY").ok();
        for text in only.as_deref().map_or(STIPULATIONS.to_vec(), |only| vec![only]) {
            for (game, compared) in compare_games(text, draw) {
                let Compared { positions, solvable, lines, features } = compared;
                println!("| `{text}` | {game} | {positions} | {solvable} | {lines} | {features:?} |");
                assert_features(game, &compared);
            }
        }
    }
}
