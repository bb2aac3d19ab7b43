//! Lines of small set-ups, compared with a search that makes all moves.

use std::ops::Range;

use super::line_search::LineSearch;
use super::objective::Objective;
use super::{Budget, Goal, Play, Stipulation, TranspositionTable};
use crate::geometry::{Cell, Geometry};
use crate::random::Rng;
use crate::rules::{
    Brusky, DeVasa, Glinski, McCooey, Mini, Move, Piece, Player, Position, Role, Setup, Shafran, Variant,
};

/// Roles of pieces beside the kings.
const ROLES: [Role; 6] = [Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// Kinds of set-ups.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kings {
    Anywhere,
    /// Most kings and rooks are on their initial cells and may castle; other positions are left out.
    MayCastle,
}

/// Puts kings, rooks that may castle, and up to `others` further pieces; `None` if that is illegal.
fn set_up<V: Variant>(rng: &mut Rng, kings: Kings, others: usize) -> Option<Position<V>> {
    let mut setup = Setup::<V>::empty();
    let all: Vec<Cell> = V::Geometry::SHAPE.cells().collect();
    for player in V::players() {
        let ways = V::castlings(player);
        let home = ways.first().filter(|_| kings == Kings::MayCastle && rng.below(6) > 0);
        let king = home.map_or_else(|| rng.choose(&all), |way| way.king[0]);
        setup.board.put(king, Piece::new(player, Role::King));
        for way in if home.is_some() { ways } else { &[] } {
            let corner = way.rook[0];
            let is_vacant = setup.board.piece(corner).is_none();
            if is_vacant && rng.below(3) > 0 {
                setup.board.put(corner, Piece::new(player, Role::Rook));
            }
            if setup.board.piece(corner) == Some(Piece::new(player, Role::Rook)) && rng.below(5) > 0 {
                setup.wings = setup.wings.with(player, way.wing);
            }
        }
    }
    for _ in 0..rng.below(others + 1) {
        let (cell, owner, role) = (rng.choose(&all), Player::new(rng.below(2) as u8), rng.choose(&ROLES));
        if setup.board.piece(cell).is_none() {
            setup.board.put(cell, Piece::new(owner, role));
        }
    }
    setup.turn = Player::new(rng.below(2) as u8);
    let position = setup.into_position().ok()?;
    let is_wanted = position.has_moves() && (kings == Kings::Anywhere || !position.wings().is_empty());
    is_wanted.then_some(position)
}

/// Collects the lines that end with the goal by making all moves.
fn collect<V: Variant>(
    position: &Position<V>,
    stipulation: Stipulation,
    plies: u32,
    line: &mut Vec<Move>,
    found: &mut Vec<Vec<Move>>,
) {
    for m in position.legal_moves() {
        let after = position.after_move(m);
        line.push(m);
        if plies > 1 {
            let passes = stipulation.other_side_passes(plies - 1);
            if let Some(next) = if passes { after.after_null_move() } else { Some(after) } {
                collect(&next, stipulation, plies - 1, line, found);
            }
        } else if match stipulation.goal {
            Goal::Stalemate => !after.is_check() && !after.has_moves(),
            _ => after.is_mate(),
        } {
            found.push(line.clone());
        }
        line.pop();
    }
}

/// Numbers of positions and lines, and of castlings in these lines: as the last move, and before.
type Counts = [usize; 4];

fn add(one: Counts, other: Counts) -> Counts {
    std::array::from_fn(|kind| one[kind] + other[kind])
}

/// Asserts that both searches find the same lines.
fn compare_one<V: Variant>(position: &Position<V>, stipulation: Stipulation) -> Counts {
    let mut expected = Vec::new();
    collect(position, stipulation, stipulation.plies(), &mut Vec::new(), &mut expected);
    expected.sort_unstable();
    let table = &mut TranspositionTable::with_limit(1 << 20);
    let objective = Objective::new(position, stipulation);
    let mut search = LineSearch::new(objective, stipulation, table, Budget::default());
    search.find_lines(position, stipulation.plies()).expect("no limit");
    assert_eq!(search.lines, expected, "{stipulation:?} {position:?}");
    let mut counts = [1, expected.len(), 0, 0];
    for line in &expected {
        let mut now = *position;
        for (number, &m) in (1..).zip(line) {
            counts[if number == line.len() { 2 } else { 3 }] += usize::from(now.castling(m).is_some());
            now = now.after_move(m);
            if stipulation.other_side_passes((line.len() - number) as u32) {
                now = now.after_null_move().expect("a legal pass");
            }
        }
    }
    counts
}

fn compare<V: Variant>(seeds: Range<u64>, kings: Kings, others: usize, stipulation: Stipulation) -> Counts {
    let positions = seeds.filter_map(|seed| set_up::<V>(&mut Rng::new(seed), kings, others));
    positions.map(|position| compare_one(&position, stipulation)).fold([0; 4], add)
}

fn compare_castling(count: u64, stipulation: Stipulation) -> Counts {
    let counts = [
        compare::<Shafran>(0..count, Kings::MayCastle, 3, stipulation),
        compare::<DeVasa>(0..count, Kings::MayCastle, 3, stipulation),
        compare::<Brusky>(0..count, Kings::MayCastle, 3, stipulation),
    ];
    counts.into_iter().fold([0; 4], add)
}

fn compare_others(count: u64, stipulation: Stipulation) -> [Counts; 6] {
    [
        compare::<Glinski>(0..count, Kings::Anywhere, 3, stipulation),
        compare::<McCooey>(0..count, Kings::Anywhere, 3, stipulation),
        compare::<Mini>(0..count, Kings::Anywhere, 3, stipulation),
        compare::<Shafran>(0..count, Kings::Anywhere, 3, stipulation),
        compare::<DeVasa>(0..count, Kings::Anywhere, 3, stipulation),
        compare::<Brusky>(0..count, Kings::Anywhere, 3, stipulation),
    ]
}

fn play(play: Play, goal: Goal, moves: u32) -> Stipulation {
    Stipulation { play, goal, ..Stipulation::mate_in(moves) }
}

#[test]
fn castling_loses_no_line() {
    let [positions, lines, last, earlier] = [
        compare_castling(500, play(Play::Help, Goal::Mate, 1)),
        compare_castling(60, play(Play::HelpAndHalf, Goal::Mate, 1)),
        compare_castling(200, play(Play::Help, Goal::Stalemate, 1)),
        compare_castling(100, play(Play::Series, Goal::Mate, 2)),
        compare_castling(100, play(Play::SeriesHelp, Goal::Mate, 1)),
    ]
    .into_iter()
    .fold([0; 4], add);
    assert!(positions > 500 && lines > 1_000 && last > 0 && earlier > 50, "{lines}, {last}, {earlier}");
}

mod deep {
    use super::*;

    #[test]
    #[ignore = "deep: minutes"]
    fn castling_loses_no_long_line() {
        let [_, lines, last, earlier] = add(
            compare_castling(150, play(Play::Help, Goal::Mate, 2)),
            compare_castling(3_000, play(Play::HelpAndHalf, Goal::Mate, 1)),
        );
        assert!(lines > 100_000 && last > 10 && earlier > 1_000, "{lines}, {last}, {earlier}");
    }

    #[test]
    #[ignore = "deep: minutes"]
    fn small_setups_lose_no_line() {
        for counts in compare_others(200, play(Play::Help, Goal::Mate, 2)) {
            assert!(counts[0] > 100 && counts[1] > 0, "{counts:?}");
        }
    }
}
