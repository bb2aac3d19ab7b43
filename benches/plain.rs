//! The solver beside the plain program that anybody would write in an evening, as a table of ratios.
//!
//! The plain one is an AND/OR search over the moves of the `hexchess` crate: every
//! attack, every defence, giving up at the last move that gives no check; no table,
//! no order of moves. Both look for all keys and nothing else, in one run, on one
//! core, by processor time; before they are measured, they have to name the same keys.

use std::collections::BTreeSet;
use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use cpu_time::ThreadTime;
use hexchess::{Hexchess, San};
use hexmate::mate::{Budget, Extent, Table, solve_whole};
use hexmate::notation::Uci;
use hexmate::problem::{Format, Problem, statements};
use hexmate::rules::{Glinski, Setup};

/// The least number of men: with few of them both are fast.
const MEN: usize = 20;

/// The plain program is a matter of minutes there, so only as many are measured.
const MOST_MATES_IN_FOUR: usize = 1;

struct Case {
    name: String,
    problem: Problem<Glinski>,
    game: Hexchess,
}

fn cases(file: &str) -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles").join(file);
    let table = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let statements = statements(&table[..], Format::Csv).map(|statement| statement.expect("a readable file"));
    let cases = statements.map(|statement| {
        let problem: Problem<Glinski> = Problem::from_statement(&statement, None).expect("a problem");
        let fen = Setup::from(&problem.position).to_fen();
        let game = Hexchess::parse(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        Case { name: statement.id, problem, game }
    });
    cases.filter(|case| case.men() >= MEN && case.moves() >= 3).collect()
}

impl Case {
    fn men(&self) -> usize {
        self.problem.position.board().men().count()
    }

    fn moves(&self) -> u32 {
        self.problem.stipulation.moves
    }

    fn keys(&self) -> BTreeSet<String> {
        let Problem { position, stipulation, .. } = &self.problem;
        let mut table = Table::with_limit(64 << 20);
        let whole = solve_whole(position, *stipulation, Extent::KEYS, &mut table, Budget::default());
        assert_eq!(whole.solution.mate_in, Some(self.moves()), "{}", self.name);
        whole.solution.keys.iter().map(|key| Uci(*key).to_string()).collect()
    }

    fn plain_keys(&self) -> BTreeSet<String> {
        let moves = self.game.current_moves();
        let keys = moves.into_iter().filter(|&key| is_answered(&after(&self.game, key), self.moves() - 1));
        keys.map(|key| key.to_string()).collect()
    }
}

/// Whether every reply leads to a mate in so many moves, at least one; or it is mate.
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
    next.apply_move_unsafe(&m).expect("a move of its own");
    next
}

fn time<R>(run: impl Fn() -> R) -> (Duration, R) {
    let begun = ThreadTime::now();
    let result = black_box(run());
    (begun.elapsed(), result)
}

fn main() {
    let files = ["known.csv", "glinski-games.csv", "glinski-play.csv"];
    let (three, four): (Vec<_>, Vec<_>) =
        files.into_iter().flat_map(cases).partition(|case| case.moves() == 3);
    let four: Vec<_> = four.into_iter().take(MOST_MATES_IN_FOUR).collect();
    println!("| problem | men | plain, ms | this program, ms | ratio |");
    println!("|---|--:|--:|--:|--:|");
    for case in three.iter().chain(&four) {
        let (plain, expected) = time(|| case.plain_keys());
        let runs: Vec<_> = (0..3).map(|_| time(|| case.keys())).collect();
        assert!(
            runs.iter().all(|(_, keys)| *keys == expected),
            "{}: the plain program says {expected:?}",
            case.name
        );
        let ours = runs.iter().map(|&(time, _)| time).min().unwrap_or_default();
        let [plain, ours] = [plain, ours].map(|time| time.as_secs_f64() * 1000.0);
        let (name, men, moves) = (&case.name, case.men(), case.moves());
        println!("| {name} #{moves} | {men} | {plain:.1} | {ours:.2} | {:.0} |", plain / ours);
    }
}
