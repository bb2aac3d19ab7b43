//! Mates in two and three of `puzzles/`: the search finds them, and reports no mate that the solver refutes.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use hexmate_core::mate::{Budget, Stipulation, TranspositionTable};
use hexmate_player::{ComputerPlayer, Limits, PlayerOptions, SearchScore};
use hexmate_position::{Game, Position};
use hexmate_problems::{Problem, ProblemFormat, statements};
use rayon::prelude::*;

/// Positions visited for each problem: about what a second allows.
const NODES: u64 = 600_000;

/// The longest mates that the solver checks, in moves.
const CHECKED: u32 = 5;

/// Nodes of the solver for each check.
const CHECK_NODES: u64 = 3_000_000;

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles");
    let mut files: Vec<PathBuf> = folder
        .read_dir()
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "csv"))
        .collect();
    files.sort();
    files
}

/// A direct mate of a game for two.
struct Task {
    id: String,
    position: Position,
    moves: u32,
    keys: String,
}

/// Returns the direct mates in 2 and 3 with their keys.
fn problems() -> Vec<Task> {
    let mut found = Vec::new();
    for path in files() {
        let reader = BufReader::new(File::open(&path).expect("a file"));
        for statement in statements(reader, ProblemFormat::Csv).flatten() {
            let Some(game) = Game::from_name(&statement.variant).filter(|game| game.players == 2) else {
                continue;
            };
            let Ok(problem) = Problem::from_statement(game, &statement, None) else { continue };
            for moves in [2, 3] {
                if problem.stipulation == Stipulation::mate_in(moves) {
                    found.push(Task {
                        id: statement.id.clone(),
                        position: problem.position.clone(),
                        moves,
                        keys: statement.keys.clone(),
                    });
                }
            }
        }
    }
    found
}

/// Returns whether a side mates in a number of moves; `None` if the solver has not found out.
fn mates(position: &Position, moves: u32) -> Option<bool> {
    let budget = Budget { nodes: Some(CHECK_NODES), ..Budget::default() };
    let table = &mut TranspositionTable::with_limit(16 << 20);
    let solution = position.solve(Stipulation::mate_in(moves), table, budget);
    match solution.mate_in {
        Some(found) => Some(found <= moves),
        None => solution.stopped.is_none().then_some(false),
    }
}

/// Returns whether the search plays a key; an error if it reports a mate that the solver refutes.
fn solve(task: &Task) -> Result<bool, String> {
    let Task { position, moves, keys, .. } = task;
    let mut player =
        ComputerPlayer::new(position.game(), PlayerOptions::default()).expect("a game of the program");
    let line = player.best_line(position, Limits::nodes(NODES)).ok_or("no move")?;
    if let SearchScore::IsMated { plies } = line.score {
        return Err(format!("{position}: claims to be mated in {plies} plies"));
    }
    let found = line.score.mates_in();
    if let Some(found) = found
        && found <= CHECKED
        && mates(position, found) == Some(false)
    {
        return Err(format!("{position}: claims a mate in {found}"));
    }
    let first = position.uci(line.moves[0]).to_string();
    Ok(keys.split_whitespace().any(|key| key == first) || found.is_some_and(|found| found <= *moves))
}

fn expect_most(tasks: &[Task]) {
    let results: Vec<_> = tasks.par_iter().map(solve).collect();
    let wrong: Vec<_> = results.iter().filter_map(|result| result.as_ref().err()).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    let missed = tasks.iter().zip(&results).filter(|(_, result)| **result == Ok(false));
    let missed: Vec<&str> = missed.map(|(missed, _)| missed.id.as_str()).collect();
    println!("{} problems, missed: {missed:?}", tasks.len());
    assert!(missed.len() * 50 <= tasks.len(), "missed {} of {}: {missed:?}", missed.len(), tasks.len());
}

#[test]
fn search_finds_sampled_mates() {
    let sample: Vec<_> = problems().into_iter().step_by(25).collect();
    assert!(sample.len() > 10, "{}", sample.len());
    expect_most(&sample);
}

mod deep {
    use rayon::prelude::*;

    use super::{ComputerPlayer, Game, Limits, PlayerOptions, Position, expect_most, mates, problems};

    #[test]
    #[ignore = "deep: minutes"]
    fn search_finds_mates_of_all_puzzles() {
        expect_most(&problems());
    }

    #[test]
    #[ignore = "deep: minutes"]
    fn mates_in_play_are_proved() {
        // Positions of quick games, where mates come by chance and not by composition.
        let wrong: Vec<String> = (0..40_u64)
            .into_par_iter()
            .flat_map_iter(|seed| {
                let mut rng = hexmate_core::random::Rng::new(seed);
                let mut player =
                    ComputerPlayer::new(Game::GLINSKI, PlayerOptions::default()).expect("a game");
                let mut position = Position::start(Game::GLINSKI);
                let mut wrong = Vec::new();
                for ply in 0..120 {
                    let Some(line) = player.best_line(&position, Limits::nodes(3_000)) else { break };
                    if let Some(moves) = line.score.mates_in()
                        && moves <= 3
                        && mates(&position, moves) == Some(false)
                    {
                        wrong.push(format!("{position}: mate in {moves}"));
                    }
                    let moves: Vec<_> = position.legal_moves().collect();
                    let m = if ply < 10 || ply % 5 == 0 { rng.choose(&moves) } else { line.moves[0] };
                    position.make_move_unchecked(m);
                }
                wrong
            })
            .collect();
        assert!(wrong.is_empty(), "{wrong:?}");
    }
}
