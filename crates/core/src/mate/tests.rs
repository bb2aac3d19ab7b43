//! Small problems with known answers, and tables for each predicate.

use std::collections::HashMap;

use super::objective::Objective;
use super::search::Search;
use super::table::with_key_bits;
use super::*;
use crate::geometry::{Geometry, Hexagon37};
use crate::rules::{Glinski, Mini, Piece, Player, Position, Role, Setup, Variant, split_mix};

/// Returns the number in an environment variable, or another one without it.
pub(super) fn number_from_environment(name: &str, default: u64) -> u64 {
    let text = std::env::var(name);
    text.map_or(default, |text| text.parse().unwrap_or_else(|error| panic!("{name}={text}: {error}")))
}

/// Parses a FEN of a game for two; ignores the counters, and crossed cells behind a castling field.
pub(super) fn read<V: Variant>(fen: &str) -> Position<V> {
    let shape = V::Geometry::SHAPE;
    let mut fields = fen.split(' ');
    let mut next = || fields.next().expect(fen);
    let mut setup = Setup::<V>::empty();
    let mut cells: Vec<_> = shape.cells().collect();
    cells.sort_unstable_by_key(|&cell| (-i16::from(shape.rank(shape.hex(cell))), shape.hex(cell).q));
    let mut cells = cells.into_iter();
    for part in next().split('/').flat_map(|rank| rank.split_inclusive(char::is_alphabetic)) {
        let empty: usize = part.trim_end_matches(char::is_alphabetic).parse().unwrap_or(0);
        cells.by_ref().take(empty).for_each(drop);
        if let Some(letter) = part.chars().next_back().filter(|letter| letter.is_alphabetic()) {
            let owner = if letter.is_uppercase() { Player::WHITE } else { Player::BLACK };
            let role = Role::from_letter(letter.to_ascii_uppercase()).expect(fen);
            setup.board.put(cells.next().expect(fen), Piece::new(owner, role));
        }
    }
    assert!(cells.next().is_none(), "{fen}");
    setup.turn = if next() == "w" { Player::WHITE } else { Player::BLACK };
    let field = next();
    for player in Player::WHITE.others(2).chain([Player::WHITE]) {
        let letter = |wing: char| if player == Player::WHITE { wing } else { wing.to_ascii_lowercase() };
        let kept = V::castlings(player).iter().filter(|castling| field.contains(letter(castling.letter)));
        setup.wings = kept.fold(setup.wings, |wings, castling| wings.with(player, castling.wing));
    }
    let (file, rank) = field.split_at(1);
    if let Ok(rank) = rank.parse() {
        let column = shape.file_column(file.as_bytes()[0]).expect(fen);
        setup.crossed.extend(shape.at(column, rank).and_then(|hex| shape.cell(hex)));
    }
    setup.into_position().expect(fen)
}

fn solved(fen: &str, moves: u32) -> Findings {
    let position = read::<Glinski>(fen);
    solve(
        &position,
        Stipulation::mate_in(moves),
        &mut TranspositionTable::with_limit(1 << 20),
        Budget::default(),
    )
}

/// A king in the corner before king and queen.
const CORNER: &str = "k/3/2K2/7/9/11/11/11/8Q2/11/11 w - 0 1";

#[test]
fn mate_in_one_keys_are_mates() {
    let solution = solved(CORNER, 1);
    let position = read::<Glinski>(CORNER);
    let mut mates: Vec<_> = position.legal_moves().filter(|&m| position.after_move(m).is_mate()).collect();
    mates.sort_unstable();
    assert_eq!((solution.mate_in, solution.keys), (Some(1), mates));
}

#[test]
fn mate_in_one_is_short_solution() {
    assert_eq!(solved(CORNER, 2).verdict(), Verdict::ShortSolution);
}

#[test]
fn bare_king_finds_no_mate() {
    let solution = solved("1/3/5/3k3/9/11/11/11/7K3/11/11 w - 0 1", 3);
    assert_eq!((solution.verdict(), solution.refuted), (Verdict::NoSolution, 3));
}

#[test]
fn stopped_search_is_not_finished() {
    let start = Position::<Glinski>::start();
    let budget = Budget { nodes: Some(100), ..Budget::default() };
    let solution = solve(&start, Stipulation::mate_in(3), &mut TranspositionTable::with_limit(0), budget);
    assert_eq!(solution.verdict(), Verdict::NotFinished);
    assert_eq!(solution.stopped, Some(Stop::Nodes));
}

/// Solves with idle threads and a limit on nodes.
fn full_with(idle: &IdleThreads, fen: &str, stipulation: Stipulation, nodes: Option<u64>) -> Findings {
    let position = read::<Mini>(fen);
    let budget = Budget { nodes, idle: Some(idle), ..Budget::default() };
    solve_fully(&position, stipulation, Scope::FULL, &mut TranspositionTable::with_limit(1 << 20), budget)
}

#[test]
fn threads_change_no_answer_or_node() {
    let selfmate = Stipulation { play: Play::Selfmate, ..Stipulation::mate_in(2) };
    let asked = [
        ("1/3/p2K1/1k5/1P4n/NR5/3B1P1 w - 1 16", Stipulation::mate_in(4)),
        ("k/3/3R1/3K1p1/3p3/1Pr2P1/3B3 w - 1 12", selfmate),
    ];
    for (fen, stipulation) in asked {
        let alone = full_with(&IdleThreads::new(0), fen, stipulation, None);
        let nodes = alone.nodes;
        for part in [None, Some(nodes / 100), Some(nodes / 3), Some(nodes - 1), Some(nodes)] {
            let alone = full_with(&IdleThreads::new(0), fen, stipulation, part);
            assert_eq!(alone.stopped, part.filter(|&part| part < nodes).map(|_| Stop::Nodes));
            for threads in [1, 2, 8] {
                let idle = IdleThreads::new(threads);
                assert_eq!(full_with(&idle, fen, stipulation, part), alone, "{threads} {part:?}");
                assert_eq!(idle.count(), threads as isize, "all threads are idle again");
            }
        }
    }
}

#[test]
fn interrupt_and_deadline_stop_all_threads() {
    let position = Position::<Mini>::start();
    let raised = std::sync::atomic::AtomicBool::new(true);
    let idle = IdleThreads::new(2);
    let budget = Budget { idle: Some(&idle), ..Budget::default() };
    for (budget, stop) in [
        (Budget { interrupt: Some(&raised), ..budget }, Stop::Interrupted),
        (Budget { deadline: Some(std::time::Instant::now()), ..budget }, Stop::Time),
    ] {
        let solution =
            solve(&position, Stipulation::mate_in(9), &mut TranspositionTable::with_limit(1 << 20), budget);
        assert_eq!((solution.stopped, solution.nodes), (Some(stop), 1));
    }
}

/// Finds mates by trying every move; stores answers by the whole position instead of its key.
#[derive(Default)]
struct PlainSearch(HashMap<(Position<Mini>, u32), bool>);

impl PlainSearch {
    fn can_win(&mut self, position: &Position<Mini>, moves: u32) -> bool {
        let question = (position.for_counting(), moves);
        if let Some(&answer) = self.0.get(&question) {
            return answer;
        }
        let wins = |after: Position<Mini>| match after.has_moves() {
            false => after.is_check(),
            true => moves > 1 && after.legal_moves().all(|m| self.can_win(&after.after_move(m), moves - 1)),
        };
        let answer = position.legal_moves().map(|m| position.after_move(m)).any(wins);
        self.0.insert(question, answer);
        answer
    }
}

/// King, queen and pawn against king and pawn on random cells, White to move.
fn random_ending(state: &mut u64) -> Option<Position<Mini>> {
    let mut setup = Setup::<Mini>::empty();
    for (owner, role) in [
        (Player::WHITE, Role::King),
        (Player::BLACK, Role::King),
        (Player::WHITE, Role::Queen),
        (Player::WHITE, Role::Pawn),
        (Player::BLACK, Role::Pawn),
    ] {
        let cell = split_mix(state) % Hexagon37::SHAPE.count() as u64;
        let cell = Hexagon37::SHAPE.cells().nth(cell as usize)?;
        setup.board.put(cell, Piece::new(owner, role));
    }
    setup.into_position().ok()
}

/// Counts wrong answers of one search about mates in `moves` in random endings, with keys of `bits` bits.
fn wrong_answers(bits: u32, moves: u32, endings: usize) -> usize {
    let (mut state, mut plain) = (1, PlainSearch::default());
    let endings: Vec<_> = (0..endings).filter_map(|_| random_ending(&mut state)).collect();
    let objective = Objective::new(&endings[0], Stipulation::mate_in(moves));
    let mut table = TranspositionTable::with_limit(32 << 20);
    let mut search = Search::new(objective, &mut table, Budget::default());
    search.recent.open();
    with_key_bits(bits, || {
        let mut is_wrong = |ending| search.can_win(ending, moves) != Ok(plain.can_win(ending, moves));
        endings.iter().filter(|&ending| is_wrong(ending)).count()
    })
}

/// With one move left answers come from the recent ones, before longer mates from the table.
#[test]
fn short_keys_give_wrong_answers() {
    for (moves, endings) in [(1, 30_000), (3, 2_000)] {
        assert_eq!(wrong_answers(128, moves, endings), 0);
        let wrong = wrong_answers(20, moves, endings);
        assert!(wrong > 0, "mates in {moves}");
    }
}

#[test]
fn observer_sees_every_length() {
    #[derive(Default)]
    struct Lengths(std::sync::Mutex<Vec<(u32, usize)>>);
    impl Observer for Lengths {
        fn searched(&self, moves: u32, keys: &[crate::rules::Move]) {
            self.0.lock().expect("not poisoned").push((moves, keys.len()));
        }
    }
    let lengths = Lengths::default();
    let budget = Budget { observer: Some(&lengths), ..Budget::default() };
    let table = &mut TranspositionTable::with_limit(1 << 20);
    let fen = "b/2r/5/2k4/ppp2p2p/3PP1P4/11/1Q3R5/7R3/2P3b1P1q/1P4K2P1 w - 0 38";
    let full = solve_fully(&read::<Glinski>(fen), Stipulation::mate_in(3), Scope::FULL, table, budget);
    assert_eq!(full.mate_in, Some(2));
    assert_eq!(*lengths.0.lock().expect("not poisoned"), [(1, 0), (2, 1)]);
}
