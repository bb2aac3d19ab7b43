//! Finds problems in which nobody resists, and twins, among random positions: each has one solution.
//!
//! ```text
//! cargo run --release --example series > puzzles/series.csv
//! ```
//!
//! Gives the same file every time. `tests/it/series.rs` solves it by a second search.

mod positions;

use std::process::ExitCode;

use hexmate_core::mate::{Budget, Solution, TranspositionTable, Verdict};
use hexmate_core::random::Rng;
use hexmate_core::rules::{Move, Role};
use hexmate_position::{Coordinate, Uci, letter};
use hexmate_position::{Game, Position};
use hexmate_problems::{KeyClaim, Problem, placed_text, read_stipulation, stipulation_text};
use positions::{before_forced_mate, few};

/// The game, what is asked, and how many are wanted.
const SINGLE: [(Game, &str, usize); 17] = [
    (Game::GLINSKI, "ser-#3", 2),
    (Game::GLINSKI, "ser-#4", 1),
    (Game::GLINSKI, "ser-=3", 1),
    (Game::GLINSKI, "ser-h#3", 2),
    (Game::GLINSKI, "ser-h#4", 1),
    (Game::GLINSKI, "ser-h=3", 1),
    (Game::GLINSKI, "ser-s#3", 1),
    (Game::GLINSKI, "hs#2", 2),
    (Game::GLINSKI, "hs#2.5", 1),
    (Game::MCCOOEY, "ser-#3", 1),
    (Game::MCCOOEY, "ser-h#3", 1),
    (Game::MCCOOEY, "hs#2", 1),
    (Game::MINI, "ser-#5", 1),
    (Game::MINI, "ser-h#4", 1),
    (Game::MINI, "ser-s#2", 1),
    (Game::MINI, "hs#3", 1),
    (Game::MINI, "+2", 1),
];

/// The same for twins, and how the second differs.
const TWINS: [(Game, &str, Change); 6] = [
    (Game::GLINSKI, "#2", Change::Move),
    (Game::GLINSKI, "ser-#2", Change::Exchange),
    (Game::MCCOOEY, "ser-h#3", Change::Remove),
    (Game::MINI, "h#2", Change::Colours),
    (Game::MINI, "hs#2", Change::Add),
    (Game::MINI, "ser-h#2", Change::MoveTwice),
];

/// How a twin differs from its diagram.
#[derive(Clone, Copy)]
enum Change {
    Move,
    Exchange,
    Remove,
    Add,
    Colours,
    /// A second twin goes on from the first.
    MoveTwice,
}

fn main() -> ExitCode {
    println!("id,variant,fen,stipulation,key,twin,source");
    for (game, text, count) in SINGLE {
        let Some(stipulation) = read_stipulation(&game, text) else { return ExitCode::FAILURE };
        let found = candidates(game, text).filter_map(|(seed, position)| {
            let problem = Problem { position, stipulation, claim: KeyClaim::default(), solutions: None };
            Some((seed, sound(&problem)?, problem))
        });
        for (number, (seed, solution, problem)) in found.take(count).enumerate() {
            print_row(&format!("{}-{text}-{}", game.name, number + 1), &problem, &solution, "", seed);
        }
    }
    for (number, (game, text, change)) in TWINS.into_iter().enumerate() {
        let Some(stipulation) = read_stipulation(&game, text) else { return ExitCode::FAILURE };
        let found = candidates(game, text).find_map(|(seed, position)| {
            let problem = Problem { position, stipulation, claim: KeyClaim::default(), solutions: None };
            let solution = sound(&problem)?;
            let twin = twin(&problem, &solution, change, &mut Rng::new(seed))?;
            Some((seed, solution, problem, twin))
        });
        let Some((seed, solution, problem, twin)) = found else { return ExitCode::FAILURE };
        print_row(&format!("twins-{}", number + 1), &problem, &solution, &twin, seed);
    }
    ExitCode::SUCCESS
}

/// Positions by their seeds: where the end is forced they are built from it.
fn candidates(game: Game, text: &str) -> impl Iterator<Item = (u64, Position)> + use<> {
    let is_forced = text.starts_with("hs") || text.starts_with("ser-s");
    // The same seed would put up the same on boards of one shape.
    let first = Game::ALL.iter().position(|&other| other == game).unwrap_or_default() as u64 * 1_000_000;
    (first..).flat_map(move |seed| {
        let rng = &mut Rng::new(seed);
        let positions =
            if is_forced { before_forced_mate(game, rng) } else { few(game, rng).into_iter().collect() };
        positions.into_iter().map(move |position| (seed, position))
    })
}

/// The solution, if there is one only, of the length that is asked for, in which few pieces are taken.
fn sound(problem: &Problem) -> Option<Solution> {
    let budget = Budget { nodes: Some(2_000_000), ..Budget::default() };
    let Problem { position, stipulation, .. } = problem;
    let solution = position.solve(*stipulation, &mut TranspositionTable::with_limit(8 << 20), budget);
    let takes_nothing = solution.keys.iter().all(|&key| !position.is_capture(key));
    let is_pure = stipulation.ends_forced() || pieces_that_move(&solution) > 1 || !stipulation.has_lines();
    (solution.verdict() == Verdict::Sound && takes_nothing && is_pure).then_some(solution)
}

/// How many pieces of the one who begins a line move in it.
fn pieces_that_move(solution: &Solution) -> usize {
    let Some(line) = solution.lines.first() else { return 0 };
    let step = if solution.stipulation.is_series() { 1 } else { 2 };
    let moves: Vec<Move> = line.iter().copied().step_by(step).collect();
    let begun = |(index, m): (usize, &Move)| !moves[..index].iter().any(|earlier| earlier.to == m.from);
    moves.iter().enumerate().filter(|&one| begun(one)).count()
}

/// A text that makes a sound twin with another solution, if one of some random changes does.
fn twin(problem: &Problem, solution: &Solution, change: Change, rng: &mut Rng) -> Option<String> {
    let Problem { position, .. } = problem;
    let game = position.game();
    let pieces = position.pieces();
    let cells: Vec<_> = game.shape.cells().filter(|&cell| position.piece(cell).is_none()).collect();
    let officers: Vec<_> = pieces.iter().copied().filter(|(_, piece)| piece.role != Role::King).collect();
    for _ in 0..8 {
        let ((from, piece), (other, second)) = (rng.choose(&officers), rng.choose(&officers));
        let name = |cell| Coordinate(game.shape, cell).to_string();
        let [to, later] = [rng.choose(&cells), rng.choose(&cells)].map(name);
        let at = placed_text(game, piece, from);
        let text = match change {
            Change::Move => format!("b) {at} -> {to}"),
            Change::Exchange => format!("b) {at} <-> {}{}", second.role.letter(), name(other)),
            Change::Remove => format!("b) -{at}"),
            Change::Add => {
                let role = rng.choose(game.promotions).letter();
                format!("b) +{}{role}{to}", letter(&game, piece.owner))
            }
            Change::Colours => "b) exchanged colours".to_owned(),
            Change::MoveTwice => {
                format!("b) {at} -> {to}; +c) {}{} -> {later}", second.role.letter(), name(other))
            }
        };
        let twins = problem.twins(&text).into_iter().map(|twin| sound(&twin.problem.ok()?));
        let Some(twins) = twins.collect::<Option<Vec<Solution>>>() else { continue };
        if twins.iter().all(|twin| twin.keys != solution.keys) && !twins.is_empty() {
            return Some(text);
        }
    }
    None
}

fn print_row(id: &str, problem: &Problem, solution: &Solution, twin: &str, seed: u64) {
    let game = problem.position.game();
    let stipulation = stipulation_text(&game, problem.stipulation);
    let keys: Vec<String> = solution.keys.iter().map(|&key| Uci(game.shape, key).to_string()).collect();
    let fen = problem.position.to_fen();
    println!(
        "{id},{},{fen},{stipulation},{},{twin},\"found by examples/series, seed {seed}\"",
        game.name,
        keys.join(" ")
    );
}
