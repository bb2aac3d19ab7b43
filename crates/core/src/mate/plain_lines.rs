//! Lines of small set-ups, compared with a search that makes all moves.

use std::collections::BTreeMap;
use std::ops::Range;

use super::line_search::LineSearch;
use super::objective::Objective;
use super::pictures::Pictures;
use super::tests::{number_from_environment, read};
use super::traps::{Trap, add_traps};
use super::{Budget, Goal, IdleThreads, Play, Stipulation, TranspositionTable};
use crate::geometry::{Cell, Geometry};
use crate::random::Rng;
use crate::rules::{
    Brusky, DeVasa, Glinski, McCooey, Mini, Move, Piece, Player, Position, Role, Setup, Shafran, Variant,
};

/// Roles of pieces beside the kings.
const ROLES: [Role; 6] = [Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// Kinds of set-ups.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kings {
    Anywhere,
    /// Most kings and rooks are on their initial cells and may castle; other positions are left out.
    MayCastle,
}

/// Puts kings, rooks that may castle, and up to `others` further pieces; `None` if that is illegal.
pub(super) fn set_up<V: Variant>(rng: &mut Rng, kings: Kings, others: usize) -> Option<Position<V>> {
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
pub(super) fn collect<V: Variant>(
    position: &Position<V>,
    stipulation: Stipulation,
    plies: u32,
    line: &mut Vec<Move>,
    found: &mut Vec<Vec<Move>>,
) {
    let before = found.len();
    for m in position.legal_moves() {
        let after = position.after_move(m);
        line.push(m);
        if plies > 1 {
            let passes = stipulation.other_side_passes(plies - 1);
            if let Some(next) = if passes { after.after_null_move() } else { Some(after) } {
                collect(&next, stipulation, plies - 1, line, found);
            }
        } else if is_reached(&after, stipulation.goal) {
            found.push(line.clone());
        } else if stipulation.ends_forced() {
            found.truncate(before);
            line.pop();
            break;
        }
        line.pop();
    }
}

pub(super) fn is_reached<V: Variant>(position: &Position<V>, goal: Goal) -> bool {
    match goal {
        Goal::Stalemate => !position.is_check() && !position.has_moves(),
        _ => position.is_mate(),
    }
}

/// Numbers of positions and lines, and of castlings in these lines: as the last move, and before.
type Counts = [usize; 4];

fn add(one: Counts, other: Counts) -> Counts {
    std::array::from_fn(|kind| one[kind] + other[kind])
}

/// Returns the lines of both searches, which must be equal.
pub(super) fn lines_of_both<V: Variant>(position: &Position<V>, stipulation: Stipulation) -> Vec<Vec<Move>> {
    let mut expected = Vec::new();
    collect(position, stipulation, stipulation.plies(), &mut Vec::new(), &mut expected);
    expected.sort_unstable();
    let table = &mut TranspositionTable::with_limit(1 << 18);
    let objective = Objective::new(position, stipulation);
    let mut search = LineSearch::new(objective, stipulation, table, Budget::default());
    search.find_lines(position, stipulation.plies()).expect("no limit");
    assert_eq!(search.take_lines(), expected, "{stipulation:?} {position:?}");
    expected
}

/// Compares the lines of both searches, and their positions with the bounds.
pub(super) fn compare_one<V: Variant>(
    position: &Position<V>,
    stipulation: Stipulation,
    traps: &mut BTreeMap<Trap, usize>,
) -> Counts {
    let expected = lines_of_both(position, stipulation);
    let mut counts = [1, expected.len(), 0, 0];
    for line in &expected {
        let mut now = *position;
        for (number, &m) in (1..).zip(line) {
            let left = (line.len() - number) as u32;
            counts[if number == line.len() { 2 } else { 3 }] += usize::from(now.castling(m).is_some());
            now = now.after_move(m);
            if stipulation.other_side_passes(left) {
                now = now.after_null_move().expect("a legal pass");
            }
        }
    }
    let step = expected.len() / MOST_BOUNDED + 1;
    for (number, line) in expected.iter().enumerate() {
        let nodes = nodes(position, stipulation, line);
        add_traps(&nodes, line, traps);
        if number % step == 0 {
            assert_pictures(&nodes, stipulation, line);
        }
    }
    counts
}

/// The most lines of a position along which pictures are looked for.
const MOST_BOUNDED: usize = 12;

/// Returns the positions of a line.
pub(super) fn nodes<V: Variant>(
    position: &Position<V>,
    stipulation: Stipulation,
    line: &[Move],
) -> Vec<Position<V>> {
    let mut nodes = vec![*position];
    for (number, &m) in (1..).zip(line) {
        let mut after = nodes[nodes.len() - 1].after_move(m);
        if stipulation.other_side_passes((line.len() - number) as u32) {
            after = after.after_null_move().expect("a legal pass");
        }
        nodes.push(after);
    }
    nodes
}

/// Asserts that every position of a line has a picture for the cell on which the king ends, found alone and from the
/// pictures before.
pub(super) fn assert_pictures<V: Variant>(nodes: &[Position<V>], stipulation: Stipulation, line: &[Move]) {
    let king = nodes[line.len()].king(nodes[line.len()].turn()).expect("a king");
    let mut pictures = Pictures::default();
    let mut list = pictures.of(&nodes[0], stipulation, stipulation.plies()).expect("a game for two");
    for (number, node) in nodes.iter().enumerate().take(line.len()) {
        let left = (line.len() - number) as u32;
        let mut fresh = Pictures::default();
        let alone = fresh.of(node, stipulation, left).expect("a game for two");
        assert!(fresh.kings::<V>(&alone).contains(king), "{stipulation:?} {left} {node:?} {line:?}");
        if number > 0 {
            list = pictures.after(&list, &nodes[number - 1], line[number - 1], node, stipulation, left);
        }
        assert!(pictures.kings::<V>(&list).contains(king), "{stipulation:?} {left} {node:?} {line:?}");
    }
}

fn compare<V: Variant>(seeds: Range<u64>, kings: Kings, others: usize, stipulation: Stipulation) -> Counts {
    let positions = seeds.filter_map(|seed| set_up::<V>(&mut Rng::new(seed), kings, others));
    let traps = &mut BTreeMap::new();
    positions.map(|position| compare_one(&position, stipulation, traps)).fold([0; 4], add)
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

pub(super) fn play(play: Play, goal: Goal, moves: u32) -> Stipulation {
    Stipulation { play, goal, ..Stipulation::mate_in(moves) }
}

/// Positions of composed problems of each game.
const COMPOSED: [(&str, &str); 6] = [
    ("glinski", include_str!("../../../../puzzles/composed/glinski.csv")),
    ("mccooey", include_str!("../../../../puzzles/composed/mccooey.csv")),
    ("mini", include_str!("../../../../puzzles/composed/mini.csv")),
    ("shafran", include_str!("../../../../puzzles/composed/shafran.csv")),
    ("devasa", include_str!("../../../../puzzles/composed/devasa.csv")),
    ("brusky", include_str!("../../../../puzzles/composed/brusky.csv")),
];

/// Reads the composed positions of a game.
pub(super) fn composed<V: Variant>() -> Vec<Position<V>> {
    let name = V::TABLES[0].name;
    let (_, text) = COMPOSED.iter().find(|(game, _)| *game == name).expect(name);
    text.lines().skip(1).filter_map(|row| row.split(',').nth(2)).map(read::<V>).collect()
}

/// Changes a composed position in up to three places; `None` if the result is illegal or has many moves.
pub(super) fn near<V: Variant>(rng: &mut Rng, composed: &[Position<V>]) -> Option<Position<V>> {
    let mut setup = Setup::from(&rng.choose(composed));
    let all: Vec<Cell> = V::Geometry::SHAPE.cells().collect();
    let pieces: Vec<_> = setup.board.pieces().filter(|(_, piece)| piece.role != Role::King).collect();
    for _ in 0..rng.below(3) {
        let cell = rng.choose(&all);
        if setup.board.piece(cell).is_some_and(|piece| piece.role == Role::King) {
            continue;
        }
        match (rng.below(4), pieces.is_empty()) {
            (0, false) => drop(setup.board.take(rng.choose(&pieces).0)),
            (1, false) => {
                if let Some(piece) = setup.board.take(rng.choose(&pieces).0) {
                    setup.board.put(cell, piece);
                }
            }
            (2, _) => {
                // A pawn near its promotion, or where it steps twice.
                let player = Player::new(rng.below(2) as u8);
                let back = V::forward(player).opposite();
                let last: Vec<Cell> = V::promotion_cells(player).into_iter().collect();
                let near = V::Geometry::step(rng.choose(&last), back).filter(|_| rng.below(2) == 0);
                let far: Vec<Cell> = V::double_step_cells(V::Choice::default(), player).into_iter().collect();
                let place = near.or_else(|| (!far.is_empty()).then(|| rng.choose(&far)));
                if let Some(place) = place.filter(|&place| setup.board.piece(place).is_none()) {
                    setup.board.put(place, Piece::new(player, Role::Pawn));
                }
            }
            _ => {
                let piece = Piece::new(Player::new(rng.below(2) as u8), rng.choose(&ROLES));
                setup.board.put(cell, piece);
            }
        }
    }
    setup.turn = Player::new(rng.below(2) as u8);
    setup.crossed.clear();
    setup.landed = None;
    for player in V::players() {
        for way in V::castlings(player) {
            let [king, rook] = [(way.king[0], Role::King), (way.rook[0], Role::Rook)]
                .map(|(cell, role)| setup.board.piece(cell) == Some(Piece::new(player, role)));
            if king && rook {
                setup.wings = setup.wings.with(player, way.wing);
            }
        }
    }
    setup.into_position().ok().filter(Position::has_moves)
}

/// Compares the lines of positions near composed ones that both sides together answer with at most `most` lines of
/// two plies.
fn compare_near<V: Variant>(
    seeds: Range<u64>,
    most: u64,
    stipulation: Stipulation,
    traps: &mut BTreeMap<Trap, usize>,
) -> Counts {
    let composed = composed::<V>();
    let mut counts = [0; 4];
    for seed in seeds {
        let Some(position) = near(&mut Rng::new(seed), &composed) else { continue };
        let replies: u64 = position.legal_moves().map(|m| position.after_move(m).count_moves()).sum();
        if replies <= most {
            counts = add(counts, compare_one(&position, stipulation, traps));
        }
    }
    counts
}

/// Stipulations that are compared near composed positions.
fn all_plays() -> [Stipulation; 14] {
    [
        play(Play::Help, Goal::Mate, 2),
        play(Play::HelpAndHalf, Goal::Mate, 1),
        play(Play::Help, Goal::Mate, 1),
        play(Play::HelpSelfmate, Goal::Mate, 2),
        play(Play::HelpSelfmateAndHalf, Goal::Mate, 1),
        play(Play::Series, Goal::Mate, 3),
        play(Play::SeriesHelp, Goal::Mate, 3),
        play(Play::SeriesSelfmate, Goal::Mate, 2),
        play(Play::HelpAndHalf, Goal::Stalemate, 1),
        play(Play::Help, Goal::Stalemate, 2),
        play(Play::Series, Goal::Stalemate, 3),
        play(Play::SeriesHelp, Goal::Stalemate, 2),
        play(Play::HelpSelfmate, Goal::Stalemate, 2),
        play(Play::SeriesSelfmate, Goal::Stalemate, 2),
    ]
}

fn compare_near_all(count: u64, most: u64) -> (Vec<(Stipulation, Counts)>, BTreeMap<Trap, usize>) {
    let mut traps = BTreeMap::new();
    let compare = |stipulation| {
        let counts = [
            compare_near::<Glinski>(0..count, most, stipulation, &mut traps),
            compare_near::<McCooey>(0..count, most, stipulation, &mut traps),
            compare_near::<Mini>(0..count, most, stipulation, &mut traps),
            compare_near::<Shafran>(0..count, most, stipulation, &mut traps),
            compare_near::<DeVasa>(0..count, most, stipulation, &mut traps),
            compare_near::<Brusky>(0..count, most, stipulation, &mut traps),
        ];
        (stipulation, counts.into_iter().fold([0; 4], add))
    };
    (all_plays().into_iter().map(compare).collect(), traps)
}

#[test]
fn positions_near_composed_lose_no_line() {
    let (counts, traps) = compare_near_all(40, 120);
    for (stipulation, [positions, lines, ..]) in counts {
        assert!(positions > 10, "{stipulation:?}: {positions}, {lines}");
    }
    assert!(traps.len() > 8, "{traps:?}");
}

/// Returns the number of king cells with a picture, and names them, as in the guide.
fn pictured(fen: &str, stipulation: Stipulation) -> String {
    let position = read::<Mini>(fen);
    let mut pictures = Pictures::default();
    let list = pictures.of(&position, stipulation, stipulation.plies()).expect("a game for two");
    let shape = <Mini as Variant>::Geometry::SHAPE;
    let name = |cell| {
        let hex = shape.hex(cell);
        let file = (b'a'..=b'g').find(|&letter| shape.file_column(letter) == Some(hex.q)).expect("a file");
        format!("{}{}", char::from(file), shape.rank(hex))
    };
    let names: Vec<String> = pictures.kings::<Mini>(&list).into_iter().map(name).collect();
    names.join(" ")
}

#[test]
fn pictures_of_guide_are_right() {
    let fen = "1/2k/5/6K/4Q2/1P5/7 b - 0 1";
    assert_eq!(pictured(fen, play(Play::Help, Goal::Mate, 1)), "d7 e6");
}

#[test]
fn material_without_mate_has_no_picture() {
    let stipulation = play(Play::Help, Goal::Mate, 9);
    let rows = [
        "1/2k/5/6K/7/7/7 b - 0 1",
        "1/2k/5/6K/4N2/7/7 b - 0 1",
        "1/2k/5/6K/4B2/7/7 b - 0 1",
        "1/2k/5/6K/4NN1/7/7 b - 0 1",
    ];
    let cells = rows.map(|fen| pictured(fen, stipulation).split_whitespace().count());
    assert_eq!(cells, [0, 6, 0, 18], "king, with a knight, a bishop, two knights");
}

/// Asserts that waves find the same lines, and count the same nodes, whatever the number of threads.
fn compare_waves<V: Variant>(position: &Position<V>, stipulation: Stipulation) -> usize {
    let plies = stipulation.plies();
    let mut expected = Vec::new();
    collect(position, stipulation, plies, &mut Vec::new(), &mut expected);
    expected.sort_unstable();
    for (units, alone) in [(LineSearch::UNITS, 1), (LineSearch::UNITS, 100_000), (3, 50)] {
        let results = [0, 3].map(|threads| {
            let idle = IdleThreads::new(threads);
            let table = &mut TranspositionTable::with_limit(1 << 20);
            let budget = Budget { idle: Some(&idle), ..Budget::default() };
            let objective = Objective::new(position, stipulation);
            let mut search = LineSearch::new(objective, stipulation, table, budget);
            search.alone = alone;
            search.search_in_waves(position, plies, units).expect("no limit");
            let mut lines = search.take_lines();
            lines.sort_unstable();
            (lines, search.nodes())
        });
        assert_eq!(results[0].0, expected, "{stipulation:?} {position:?}, {units} units, {alone}");
        assert_eq!(results[0], results[1], "{stipulation:?} {position:?}, {units} units, {alone}");
    }
    expected.len()
}

/// Returns the nodes of a series without a solution, whose moves come in many orders: with a table of `bytes`, in waves
/// after `alone` nodes of a length.
fn series_nodes(bytes: usize, alone: u64) -> u64 {
    let position = read::<Glinski>("1/3/p4/4K2/2k6/4p6/11/11/9B1/11/11 b - 0 1");
    let stipulation = play(Play::SeriesHelp, Goal::Mate, 9);
    let table = &mut TranspositionTable::with_limit(bytes);
    let objective = Objective::new(&position, stipulation);
    let mut search = LineSearch::new(objective, stipulation, table, Budget::default());
    search.alone = alone;
    for moves in 1..=stipulation.moves {
        search.find_lines(&position, stipulation.with_moves(moves).plies()).expect("no limit");
        assert!(search.take_lines().is_empty());
    }
    search.nodes()
}

#[test]
fn waves_take_few_nodes_more() {
    let (waves, alone) = (series_nodes(1 << 20, 1_000), series_nodes(1 << 20, u64::MAX));
    assert!(alone < waves && 4 * waves < 5 * alone, "{waves} in waves, {alone} without");
}

#[test]
fn full_table_takes_few_nodes_more() {
    let (small, large) = (series_nodes(0, u64::MAX), series_nodes(1 << 20, u64::MAX));
    assert!(large < small && small < 3 * large, "{small} with 24 KiB, {large} with 1 MiB");
}

#[test]
fn stopped_waves_keep_earlier_lines() {
    let mut lines = 0;
    let stipulation = play(Play::Help, Goal::Mate, 3);
    for position in composed::<Mini>().iter().take(100) {
        let [earlier, found] = [(u64::MAX, 500), (500, 505)].map(|(alone, limit)| {
            let table = &mut TranspositionTable::with_limit(1 << 20);
            let budget = Budget { nodes: Some(limit), ..Budget::default() };
            let mut search =
                LineSearch::new(Objective::new(position, stipulation), stipulation, table, budget);
            search.alone = alone;
            let is_stopped = search.find_lines(position, stipulation.plies()).is_err();
            (is_stopped, search.take_lines())
        });
        if earlier.0 && found.0 {
            assert!(earlier.1.iter().all(|line| found.1.contains(line)), "{position:?}");
            lines += earlier.1.len();
        }
    }
    assert!(lines > 100, "{lines}");
}

/// Lines that are shorter than an item of a wave, after a long search: those of set play.
#[test]
fn short_lines_follow_long_searches() {
    let mut lines = 0;
    for position in composed::<Mini>().iter().take(100) {
        for (way, moves) in [(Play::Help, 1), (Play::Help, 2), (Play::HelpAndHalf, 1), (Play::SeriesHelp, 3)]
        {
            let stipulation = play(way, Goal::Mate, moves);
            let mut expected = Vec::new();
            collect(position, stipulation, stipulation.plies(), &mut Vec::new(), &mut expected);
            expected.sort_unstable();
            let table = &mut TranspositionTable::with_limit(1 << 20);
            let objective = Objective::new(position, stipulation);
            let mut search = LineSearch::new(objective, stipulation, table, Budget::default());
            search.alone = 1;
            search.find_lines(position, stipulation.plies()).expect("no limit");
            assert_eq!(search.take_lines(), expected, "{stipulation:?} {position:?}");
            lines += expected.len();
        }
    }
    assert!(lines > 100, "{lines}");
}

#[test]
fn waves_lose_no_line() {
    let composed = composed::<Mini>();
    let mut found = 0;
    for seed in 0..60 {
        let Some(position) = near(&mut Rng::new(seed), &composed) else { continue };
        if position.count_moves() < 8 {
            found += compare_waves(&position, play(Play::HelpAndHalf, Goal::Mate, 2));
            found += compare_waves(&position, play(Play::SeriesHelp, Goal::Mate, 4));
        }
    }
    assert!(found > 100, "{found}");
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
    fn positions_near_composed_stay_complete() {
        let count = number_from_environment("NEAR", 300);
        let (counts, traps) = compare_near_all(count, 500);
        println!("{traps:?}");
        let mut solvable = 0;
        for (stipulation, [positions, lines, ..]) in counts {
            println!("{stipulation}: {positions} positions, {lines} lines");
            assert!(positions > 100, "{stipulation:?}: {positions}, {lines}");
            solvable += usize::from(lines > 0);
        }
        // Forced stalemates of few plies are rare.
        assert!(solvable >= 10, "{solvable} stipulations with lines");
    }

    #[test]
    #[ignore = "deep: minutes"]
    fn small_setups_lose_no_line() {
        for counts in compare_others(200, play(Play::Help, Goal::Mate, 2)) {
            assert!(counts[0] > 100 && counts[1] > 0, "{counts:?}");
        }
    }
}
