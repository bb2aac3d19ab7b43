//! Series, help-selfmates and checks on random positions, compared with the oracle.

use super::series_positions;
use crate::law_length::quick_or_full;
use crate::laws::solution::{lines_equal_oracle, solution_equals_oracle};
use crate::laws::{every_game, mate::is_small, random, sparse};
use hexmate_core::geometry::{Cell, Direction};
use hexmate_core::mate::{Budget, Goal, Play, Stipulation, TranspositionTable, Victim};
use hexmate_core::random::Rng;
use hexmate_core::rules::{Piece, Role};
use hexmate_position::{Game, Position, Setup};

/// A stipulation and the limits of its sample.
#[derive(Clone, Copy)]
struct Case {
    play: Play,
    goal: Goal,
    moves: u32,
    /// Depth of the size limit, in moves.
    depth: u32,
    most_nodes: u64,
}

impl Case {
    fn stipulation(self) -> Stipulation {
        Stipulation { play: self.play, goal: self.goal, moves: self.moves, victim: Victim::Any }
    }
}

/// Returns the number of unselected positions per stipulation and game, and of positions with a solution.
///
/// Forced stalemates are rare: a handful in a million positions. Known ones are solved in another test.
fn counts(case: Case) -> (usize, usize) {
    match (case.goal, case.play) {
        // The oracle would take hours for more.
        (Goal::Stalemate, Play::HelpSelfmate) => (12, 0),
        (Goal::Stalemate, _) if case.stipulation().ends_forced() => quick_or_full((12, 0), (250, 0)),
        (_, Play::HelpSelfmate | Play::HelpSelfmateAndHalf) => quick_or_full((6, 4), (250, 100)),
        _ => quick_or_full((12, 8), (250, 100)),
    }
}

/// Returns small positions with few pieces: some unselected, and some in which the library finds a solution.
///
/// The former show missed solutions, the latter surplus or missing lines.
fn sample(game: Game, case: Case) -> Vec<Position> {
    let (plain, solved) = counts(case);
    let makers = [random::thin, sparse::cornered, sparse::besieged];
    let random = || (0..).flat_map(move |seed| makers.map(|make| make(game, seed))).flatten();
    let forced = |seed| series_positions::before_forced_mate(game, &mut Rng::new(seed));
    let is_small = |position: &Position, most| is_small(position, case.depth, most);
    let mut sample: Vec<Position> =
        random().filter(|position| is_small(position, case.most_nodes)).take(plain).collect();
    let is_solved = |position: &Position| {
        let table = &mut TranspositionTable::with_limit(1 << 20);
        position.solve(case.stipulation(), table, Budget::default()).mate_in.is_some()
    };
    let candidates: Box<dyn Iterator<Item = Position>> = match case.stipulation().ends_forced() {
        true => Box::new((0..1_000_000).flat_map(forced)),
        false => Box::new(random().take(200_000)),
    };
    let found = candidates.filter(|position| is_small(position, 4 * case.most_nodes) && is_solved(position));
    let mut found: Vec<Position> = found.filter(|position| !sample.contains(position)).take(solved).collect();
    sample.append(&mut found);
    sample
}

fn law(game: Game, case: Case, law: impl Fn(&Position, Stipulation) -> Option<u32>) {
    let (plain, solved) = counts(case);
    let sample = sample(game, case);
    let lengths = sample.iter().map(|position| law(position, case.stipulation()));
    let lengths: Vec<u32> = lengths.flatten().collect();
    eprintln!("{} {:?}: {} of {} solved", game.name, case.stipulation(), lengths.len(), sample.len());
    assert_eq!(sample.len(), plain + solved, "too few are solved");
    assert!(lengths.len() >= solved);
}

fn lines_law(play: Play, goal: Goal, moves: u32, depth: u32, most_nodes: u64) {
    for game in [Game::GLINSKI, Game::MCCOOEY, Game::MINI] {
        let case = Case { play, goal, moves, depth, most_nodes };
        law(game, case, lines_equal_oracle);
    }
}

#[test]
#[ignore = "long: make verify"]
fn series_have_all_lines() {
    lines_law(Play::Series, Goal::Mate, 2, 2, 3_000);
    lines_law(Play::Series, Goal::Mate, 3, 2, 3_000);
    lines_law(Play::Series, Goal::Stalemate, 2, 2, 3_000);
}

#[test]
#[ignore = "long: make verify"]
fn series_helpmates_have_all_lines() {
    lines_law(Play::SeriesHelp, Goal::Mate, 2, 2, 3_000);
    lines_law(Play::SeriesHelp, Goal::Stalemate, 2, 2, 3_000);
}

#[test]
#[ignore = "long: make verify"]
fn series_selfmates_have_all_lines() {
    lines_law(Play::SeriesSelfmate, Goal::Mate, 2, 2, 3_000);
    lines_law(Play::SeriesSelfmate, Goal::Stalemate, 2, 2, 3_000);
}

#[test]
#[ignore = "long: make verify"]
fn help_selfmates_have_all_lines() {
    lines_law(Play::HelpSelfmate, Goal::Mate, 2, 2, 3_000);
    lines_law(Play::HelpSelfmateAndHalf, Goal::Mate, 1, 2, 3_000);
    lines_law(Play::HelpSelfmate, Goal::Stalemate, 2, 2, 3_000);
}

#[test]
#[ignore = "long: make verify"]
fn checks_are_complete() {
    for game in [Game::GLINSKI, Game::MCCOOEY, Game::MINI] {
        let case = Case { play: Play::Direct, goal: Goal::Check, moves: 2, depth: 2, most_nodes: 3_000 };
        law(game, case, |position, stipulation| solution_equals_oracle(position, stipulation, 1));
    }
}

/// Positions with a forced stalemate in at most two moves.
const STALEMATES: [&str; 8] = [
    "1/2r/5/K2n3/5R1/k5r/7 w - 0 1",
    "1/3/r3r/7/6r/5R1/K2k3 w - 0 1",
    "1/3/2R2/7/b6/6K/4kr1 w - 0 1",
    "1/3/1r3/7/7/4R1r/3K2k w - 0 1",
    "1/3/5/6k/5n1/Rr5/3K2b w - 0 1",
    "1/2r/5/K2n3/5R1/k5r/7 w - 0 1",
    "k/3/2rrK/3BR2/7/6r/7 w - 0 1",
    "1/1k1/1r1r1/K6/6R/7/7 w - 0 1",
];

#[test]
fn known_forced_stalemates_have_all_lines() {
    for (number, fen) in STALEMATES.iter().enumerate() {
        let play = if number < 4 { Play::SeriesSelfmate } else { Play::HelpSelfmate };
        let stipulation = Stipulation { play, goal: Goal::Stalemate, ..Stipulation::mate_in(2) };
        let position = Position::from_fen(Game::MINI, fen).expect("a legal position");
        assert!(lines_equal_oracle(&position, stipulation).is_some(), "{fen}");
    }
}

/// Returns a position of a king beside a pawn of the other side, which has its king and a rook too.
fn beside_pawn(game: Game, seed: u64) -> Option<Position> {
    let mut rng = Rng::new(seed);
    let cells: Vec<Cell> = game.shape.cells().collect();
    let king = rng.choose(&cells);
    let pawn = game.shape.step(king, rng.choose(&Direction::ALL))?;
    let mut setup = Setup::empty(game);
    setup.turn = rng.choose(&game.players().collect::<Vec<_>>());
    let other = setup.turn.others(game.players).next()?;
    setup.board.put(king, Piece::new(setup.turn, Role::King));
    setup.board.put(pawn, Piece::new(other, Role::Pawn));
    for role in [Role::King, Role::Rook] {
        let cell = rng.choose(&cells);
        if setup.board.piece(cell).is_some() {
            return None;
        }
        setup.board.put(cell, Piece::new(other, role));
    }
    setup.into_position().ok()
}

/// A king may be mated on the cell from which a pawn has gone to promote.
#[test]
fn kings_follow_promoting_pawns() {
    let stipulation = Stipulation { play: Play::Help, ..Stipulation::mate_in(2) };
    for fen in ["2k6/9/9/b8/9/3r5/4p4/5K3/9 w - - 0 1", "9/1kn1Q4/9/9/9/2r5K/8p/9/9 w - - 0 1"] {
        let position = Position::from_fen(Game::DEVASA, fen).expect("a legal position");
        assert_eq!(lines_equal_oracle(&position, stipulation), Some(2), "{fen}");
    }
    for game in every_game().filter(|game| game.players == 2) {
        let positions = (0..quick_or_full(12, 150)).filter_map(|seed| beside_pawn(game, seed));
        let mates = positions.filter(|position| lines_equal_oracle(position, stipulation).is_some()).count();
        assert!(mates >= 1, "{}", game.name);
    }
}
