//! Every problem of `puzzles/series.csv` and its twins, solved by the library and the oracle; the problems of
//! `puzzles/hard/help.csv`, solved by the library.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use hexmate_core::mate::{Budget, Play, Stipulation, TranspositionTable, Verdict};
use hexmate_position::Game;
use hexmate_problems::{Problem, ProblemFormat, Statement, statements};

use crate::law_length::quick_or_full;
use crate::laws::solution::{lines_equal_oracle, solution_equals_oracle};

fn rows(file: &str) -> Vec<(Statement, Problem)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles").join(file);
    let input = BufReader::new(File::open(path).expect("a file"));
    let row = |statement: std::io::Result<Statement>| {
        let statement = statement.expect("a readable file");
        let game = Game::from_name(&statement.variant).expect("a game");
        let problem = Problem::from_statement(game, &statement, None);
        let problem = problem.unwrap_or_else(|error| panic!("{}: {error}", statement.id));
        (statement, problem)
    };
    statements(input, ProblemFormat::Csv).map(row).collect()
}

/// Asserts that a problem is sound, has the claimed keys and that the oracle agrees (for long problems only at full
/// length); returns the keys.
fn check_sound(name: &str, problem: &Problem) -> Vec<hexmate_core::rules::Move> {
    let Problem { position, stipulation, claim, .. } = problem;
    let solution =
        position.solve(*stipulation, &mut TranspositionTable::with_limit(1 << 20), Budget::default());
    assert_eq!(solution.verdict(), Verdict::Sound, "{name}");
    let claimed = claim.moves().expect("legal keys");
    assert!(claimed.is_empty() || claimed == solution.keys, "{name}");
    if !is_short(*stipulation) && !quick_or_full(false, true) {
        return solution.keys;
    }
    let found = match stipulation.has_lines() {
        true => lines_equal_oracle(position, *stipulation),
        false => solution_equals_oracle(position, *stipulation, 1),
    };
    assert_eq!(found, Some(stipulation.moves), "{name}");
    solution.keys
}

/// Returns whether the oracle is fast.
fn is_short(stipulation: Stipulation) -> bool {
    match stipulation.play {
        Play::Series => stipulation.moves <= 3,
        Play::SeriesHelp | Play::SeriesSelfmate | Play::Direct => stipulation.moves <= 2,
        _ => false,
    }
}

#[test]
#[ignore = "long: make verify"]
fn series_and_twins_have_one_solution() {
    let mut kinds = BTreeSet::new();
    let (mut singles, mut twins) = (0, 0);
    for (statement, problem) in rows("series.csv") {
        assert!(!problem.claim.keys.is_empty(), "{}", statement.id);
        let keys = check_sound(&statement.id, &problem);
        let Stipulation { play, goal, .. } = problem.stipulation;
        kinds.insert((play, goal));
        singles += u32::from(statement.twin.is_empty());
        for twin in problem.twins(&statement.twin) {
            let name = twin.name(&statement.id);
            let other = twin.problem.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_ne!(check_sound(&name, &other), keys, "{name} is another problem");
            twins += 1;
        }
    }
    let plays: BTreeSet<Play> = kinds.iter().map(|&(play, _)| play).collect();
    let new =
        [Play::Series, Play::SeriesHelp, Play::SeriesSelfmate, Play::HelpSelfmate, Play::HelpSelfmateAndHalf];
    assert!(new.iter().all(|play| plays.contains(play)), "{plays:?}");
    assert!(singles >= 20 && twins >= 6, "{singles} and {twins}");
}

#[test]
#[ignore = "long: make verify"]
fn hard_series_have_claimed_solutions_only() {
    let rows = rows("hard/help.csv");
    assert!(rows.len() >= 20, "{}", rows.len());
    let mut unsolved = 0;
    for (statement, Problem { position, stipulation, claim, solutions, .. }) in rows {
        // Problems with more nodes take seconds.
        let nodes = quick_or_full(Some(100_000), None);
        let budget = Budget { nodes, ..Budget::default() };
        let solution = position.solve(stipulation, &mut TranspositionTable::with_limit(32 << 20), budget);
        if nodes.is_some() && solution.stopped.is_some() {
            continue;
        }
        let claimed = claim.moves().unwrap_or_default();
        unsolved += u32::from(claimed.is_empty());
        assert_eq!(solution.count(), solutions.unwrap_or(0), "{}", statement.id);
        assert_eq!(solution.keys, claimed, "{}", statement.id);
        assert_eq!(solution.mate_in, (!claimed.is_empty()).then_some(stipulation.moves), "{}", statement.id);
    }
    assert!(unsolved > 0);
}
