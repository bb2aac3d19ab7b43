//! Finds sound series problems, help-selfmates and problems with twins among random positions.
//!
//! ```text
//! cargo run --release --example series > puzzles/series.csv
//! ```
//!
//! The output is the same in every run. `tests/it/series.rs` solves it with a second search.

mod positions;

use std::process::ExitCode;

use hexmate_core::mate::{Budget, Findings, TranspositionTable, Verdict};
use hexmate_core::random::Rng;
use hexmate_core::rules::{Move, Role};
use hexmate_position::{Coordinate, Uci, letter};
use hexmate_position::{Game, Position};
use hexmate_problems::{Problem, parse_stipulation, placed_text, stipulation_text};
use positions::{before_forced_mate, few};

/// Game, stipulation, and number of problems.
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

/// Game and stipulation of a problem with a twin, and the change that makes the twin.
const TWINS: [(Game, &str, Change); 6] = [
    (Game::GLINSKI, "#2", Change::Move),
    (Game::GLINSKI, "ser-#2", Change::Exchange),
    (Game::MCCOOEY, "ser-h#3", Change::Remove),
    (Game::MINI, "h#2", Change::Colours),
    (Game::MINI, "hs#2", Change::Add),
    (Game::MINI, "ser-h#2", Change::MoveTwice),
];

/// Difference between a twin and the diagram.
#[derive(Clone, Copy)]
enum Change {
    Move,
    Exchange,
    Remove,
    Add,
    Colours,
    /// A moved piece, and a second twin that continues from the first.
    MoveTwice,
}

fn main() -> ExitCode {
    println!("id,variant,fen,stipulation,key,twin,source");
    for (game, text, count) in SINGLE {
        let Some(stipulation) = parse_stipulation(&game, text) else { return ExitCode::FAILURE };
        let found = candidates(game, text).filter_map(|(seed, position)| {
            let problem = Problem::new(position, stipulation);
            Some((seed, sound(&problem)?, problem))
        });
        for (number, (seed, solution, problem)) in found.take(count).enumerate() {
            print_row(&format!("{}-{text}-{}", game.name, number + 1), &problem, &solution, "", seed);
        }
    }
    for (number, (game, text, change)) in TWINS.into_iter().enumerate() {
        let Some(stipulation) = parse_stipulation(&game, text) else { return ExitCode::FAILURE };
        let found = candidates(game, text).find_map(|(seed, position)| {
            let problem = Problem::new(position, stipulation);
            let solution = sound(&problem)?;
            let twin = twin(&problem, &solution, change, &mut Rng::new(seed))?;
            Some((seed, solution, problem, twin))
        });
        let Some((seed, solution, problem, twin)) = found else { return ExitCode::FAILURE };
        print_row(&format!("twins-{}", number + 1), &problem, &solution, &twin, seed);
    }
    ExitCode::SUCCESS
}

/// Returns random positions with their seeds; for stipulations with a forced end, positions built backwards from one.
fn candidates(game: Game, text: &str) -> impl Iterator<Item = (u64, Position)> + use<> {
    let is_forced = text.starts_with("hs") || text.starts_with("ser-s");
    // Different seeds for each game, because games on one board would get the same positions.
    let first = Game::ALL.iter().position(|&other| other == game).unwrap_or_default() as u64 * 1_000_000;
    (first..).flat_map(move |seed| {
        let rng = &mut Rng::new(seed);
        let positions =
            if is_forced { before_forced_mate(game, rng) } else { few(game, rng).into_iter().collect() };
        positions.into_iter().map(move |position| (seed, position))
    })
}

/// Returns the solution of a sound problem whose key is not a capture and, in a line, whose first player moves
/// more than one piece unless the end is forced.
fn sound(problem: &Problem) -> Option<Findings> {
    let budget = Budget { nodes: Some(2_000_000), ..Budget::default() };
    let Problem { position, stipulation, .. } = problem;
    let solution = position.solve(*stipulation, &mut TranspositionTable::with_limit(8 << 20), budget);
    let is_quiet = solution.keys.iter().all(|&key| !position.is_capture(key));
    let is_varied = stipulation.ends_forced() || moved_pieces(&solution) > 1 || !stipulation.has_lines();
    (solution.verdict() == Verdict::Sound && is_quiet && is_varied).then_some(solution)
}

/// Returns the number of pieces that the first player moves in the first line.
fn moved_pieces(solution: &Findings) -> usize {
    let Some(line) = solution.lines.first() else { return 0 };
    let step = if solution.stipulation.is_series() { 1 } else { 2 };
    let moves: Vec<Move> = line.iter().copied().step_by(step).collect();
    let is_new = |(index, m): (usize, &Move)| !moves[..index].iter().any(|earlier| earlier.to == m.from);
    moves.iter().enumerate().filter(|&one| is_new(one)).count()
}

/// Returns the text of a sound twin with another key, if one of eight random changes gives one.
fn twin(problem: &Problem, solution: &Findings, change: Change, rng: &mut Rng) -> Option<String> {
    let Problem { position, .. } = problem;
    let game = position.game();
    let pieces = position.pieces();
    let cells: Vec<_> = game.shape.cells().filter(|&cell| position.piece(cell).is_none()).collect();
    let movable: Vec<_> = pieces.iter().copied().filter(|(_, piece)| piece.role != Role::King).collect();
    for _ in 0..8 {
        let ((from, piece), (other, second)) = (rng.choose(&movable), rng.choose(&movable));
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
        let Some(twins) = twins.collect::<Option<Vec<Findings>>>() else { continue };
        if twins.iter().all(|twin| twin.keys != solution.keys) && !twins.is_empty() {
            return Some(text);
        }
    }
    None
}

fn print_row(id: &str, problem: &Problem, solution: &Findings, twin: &str, seed: u64) {
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
