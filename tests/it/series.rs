//! Every problem of `puzzles/series.csv` and its twins, solved by the library and by the second opinion; those of
//! `puzzles/hard/help.csv` by the library.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use hexmate_core::mate::{Budget, Play, Stipulation, TranspositionTable, Verdict};
use hexmate_position::Game;
use hexmate_problems::{Format, Problem, Statement, statements};

use crate::laws::solution::{lines_are_those_of_a_plain_search, the_whole_is_that_of_a_plain_search};
use crate::length::length;

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
    statements(input, Format::Csv).map(row).collect()
}

/// The problem is sound, has the keys that it claims, and the second opinion tells as much of it, of long ones
/// only at full length.
fn is_sound(name: &str, problem: &Problem) -> Vec<hexmate_core::rules::Move> {
    let Problem { position, stipulation, claim, .. } = problem;
    let solution =
        position.solve(*stipulation, &mut TranspositionTable::with_limit(1 << 20), Budget::default());
    assert_eq!(solution.verdict(), Verdict::Sound, "{name}");
    let claimed = claim.moves().expect("legal keys");
    assert!(claimed.is_empty() || claimed == solution.keys, "{name}");
    if !is_short(*stipulation) && !length(false, true) {
        return solution.keys;
    }
    let found = match stipulation.has_lines() {
        true => lines_are_those_of_a_plain_search(position, *stipulation),
        false => the_whole_is_that_of_a_plain_search(position, *stipulation, 1),
    };
    assert_eq!(found, Some(stipulation.moves), "{name}");
    solution.keys
}

/// Whether a plain search takes no time.
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
        let keys = is_sound(&statement.id, &problem);
        let Stipulation { play, goal, .. } = problem.stipulation;
        kinds.insert((play, goal));
        singles += u32::from(statement.twin.is_empty());
        for twin in problem.twins(&statement.twin) {
            let name = twin.name(&statement.id);
            let other = twin.problem.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_ne!(is_sound(&name, &other), keys, "{name} is another problem");
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
    for (statement, Problem { position, stipulation, claim, solutions }) in rows {
        // Those with more nodes take seconds.
        let nodes = length(Some(100_000), None);
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
