//! The solver compared with a plain AND/OR search, as a table of ratios.
//!
//! The plain program uses the moves of the `hexchess` crate and tries every attack and every defence, without a
//! transposition table or move ordering. Both find all keys and nothing else, in one run, on one core, in processor time.
//! The keys must be equal before the times are compared.

use std::collections::BTreeSet;
use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use cpu_time::ThreadTime;
use hexchess::{Hexchess, San};
use hexmate_core::mate::{Budget, Stipulation, TranspositionTable};
use hexmate_position::Uci;
use hexmate_position::{Game, Position};
use hexmate_problems::{Problem, ProblemFormat, statements};

/// Least number of pieces: with fewer, both programs are fast.
const PIECES: usize = 20;

/// Mates in four from games of the collection `glinski-hu.pgn`; the plain program takes minutes for each.
const FOURS: [(&str, &str); 1] =
    [("game 49, ply 78", "1/q1k/5/7/pp4R2/3BP1pnp2/2PP2P2p1/6QP3/8PP1/11/1P4K4 w - 1 40")];

fn mates_in_three(file: &str) -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../puzzles").join(file);
    let table = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let statements =
        statements(&table[..], ProblemFormat::Csv).map(|statement| statement.expect("a readable file"));
    let cases = statements.map(|statement| {
        let Problem { position, stipulation, .. } =
            Problem::from_statement(Game::GLINSKI, &statement, None).expect("a problem");
        Case::new(statement.id, position, stipulation.moves)
    });
    cases.filter(|case| case.pieces() >= PIECES && case.moves == 3).collect()
}

fn mates_in_four() -> impl Iterator<Item = Case> {
    FOURS.into_iter().map(|(name, fen)| {
        let position = Position::from_fen(Game::GLINSKI, fen).expect(name);
        Case::new(name.to_owned(), position, 4)
    })
}

struct Case {
    name: String,
    moves: u32,
    position: Position,
    game: Hexchess,
}

impl Case {
    fn new(name: String, position: Position, moves: u32) -> Self {
        let fen = position.to_fen();
        let game = Hexchess::parse(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        Self { name, moves, position, game }
    }

    fn pieces(&self) -> usize {
        self.position.pieces().len()
    }

    fn keys(&self) -> BTreeSet<String> {
        let mut table = TranspositionTable::with_limit(64 << 20);
        let stipulation = Stipulation::mate_in(self.moves);
        let solution = self.position.solve(stipulation, &mut table, Budget::default());
        assert_eq!(solution.mate_in, Some(self.moves), "{}", self.name);
        solution.keys.iter().map(|key| Uci(Game::GLINSKI.shape, *key).to_string()).collect()
    }

    fn plain_keys(&self) -> BTreeSet<String> {
        let moves = self.game.current_moves();
        let keys = moves.into_iter().filter(|&key| is_answered(&after(&self.game, key), self.moves - 1));
        keys.map(|key| key.to_string()).collect()
    }
}

/// Returns whether the position is mate or every reply allows a mate in `left` moves (at least one).
fn is_answered(game: &Hexchess, left: u32) -> bool {
    let replies = game.current_moves();
    match replies.is_empty() {
        true => game.is_check(),
        false => replies.into_iter().all(|reply| is_mate_in(&after(game, reply), left)),
    }
}

fn is_mate_in(game: &Hexchess, moves: u32) -> bool {
    let attacks = game.current_moves();
    attacks.into_iter().map(|attack| after(game, attack)).any(|next| match moves {
        1 => next.is_checkmate(),
        _ => is_answered(&next, moves - 1),
    })
}

fn after(game: &Hexchess, m: San) -> Hexchess {
    let mut next = game.clone();
    next.apply_move_unsafe(&m).expect("a legal move");
    next
}

fn time<R>(run: impl Fn() -> R) -> (Duration, R) {
    let start = ThreadTime::now();
    let result = black_box(run());
    (start.elapsed(), result)
}

fn main() {
    let files = ["known.csv", "glinski-games.csv", "glinski-play.csv"];
    let cases = files.into_iter().flat_map(mates_in_three).chain(mates_in_four());
    println!("| problem | pieces | plain, ms | this program, ms | ratio |");
    println!("|---|--:|--:|--:|--:|");
    for case in cases {
        let (plain, expected) = time(|| case.plain_keys());
        let runs: Vec<_> = (0..3).map(|_| time(|| case.keys())).collect();
        assert!(
            runs.iter().all(|(_, keys)| *keys == expected),
            "{}: the plain program finds {expected:?}",
            case.name
        );
        let ours = runs.iter().map(|&(time, _)| time).min().unwrap_or_default();
        let [plain, ours] = [plain, ours].map(|time| time.as_secs_f64() * 1000.0);
        let Case { name, moves, .. } = &case;
        let pieces = case.pieces();
        println!("| {name} #{moves} | {pieces} | {plain:.1} | {ours:.2} | {:.0} |", plain / ours);
    }
}
