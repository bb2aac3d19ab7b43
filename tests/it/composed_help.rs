//! `puzzles/composed/help.csv`, the collection of help and series play: sound, without walks and unnecessary pieces, and
//! with the stated themes and scores.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::AtomicBool;

use hexmate_core::mate::{Budget, Line, Play, Scope, Stipulation, TranspositionTable};
use hexmate_position::{Game, Position, Setup};
use hexmate_problems::compose::{ArrayPieces, Version, share_play, strip};
use hexmate_problems::themes::{Term, Theme, rated};
use hexmate_problems::{Problem, Statement};
use rayon::prelude::*;

use crate::composed_problems::{PLAY, agreement, column, help_rows, quality};
use crate::law_length::quick_or_full;
use crate::laws::solution::lines_equal_oracle;
use crate::solve_formats::file;

static GO_ON: AtomicBool = AtomicBool::new(false);

/// Asserts that a problem is sound, has the stated columns, and no walk, no shared play and no unnecessary piece.
fn check((statement, problem): &(Statement, Problem)) {
    let (Problem { position, stipulation, claim, solutions, .. }, id) = (problem, &statement.id);
    let table = &mut TranspositionTable::with_limit(32 << 20);
    let full = position.solve_fully(*stipulation, Scope::FULL, table, Budget::default());
    let count = solutions.expect("a number of solutions");
    let (merits, terms) = rated(position, &full, count).unwrap_or_else(|| panic!("{id} is not sound"));
    assert_eq!(claim.moves().as_ref(), Some(&full.keys), "{id}");
    assert!(full.lines.len() == count && !share_play(&full.lines), "{id}: solutions that begin alike");
    let themes: Vec<&str> = merits.themes.iter().map(Theme::code).collect();
    assert_eq!(themes.join(" "), column(statement, "themes"), "{id}");
    assert_eq!(merits.quality.to_string(), column(statement, "quality"), "{id}");
    assert_eq!(merits.difficulty.to_string(), column(statement, "difficulty"), "{id}");
    let number = |term: Term| terms.iter().find(|(other, _)| *other == term).map_or(0, |&(_, number)| number);
    assert_eq!(number(Term::Walks), 0, "{id}");
    assert_eq!(number(Term::Solutions) + 1, count, "{id}: solutions with different last moves");
    assert!(merits.quality >= if count > 1 { 12 } else { 15 }, "{id}");
    let setup = Setup::from(position);
    assert!(ArrayPieces::of(setup.game).can_lead_to(&setup), "{id}");
    let stripped = strip(&Version { setup, stipulation: *stipulation }, PLAY, &GO_ON);
    assert_eq!(stripped.expect("a solution").removed, [], "{id}");
}

/// Returns the number of moves of a search of all lines, or `None` if there are more than `most`.
fn count_moves(position: &Position, stipulation: Stipulation, plies: u32, most: u64) -> Option<u64> {
    let mut count = 0_u64;
    for m in position.legal_moves() {
        count += 1;
        if plies > 1 {
            let after = position.play_unchecked(m);
            let passes = stipulation.other_side_passes(plies - 1);
            if let Some(next) = if passes { after.after_pass(position.turn()) } else { Some(after) } {
                count += count_moves(&next, stipulation, plies - 1, most.checked_sub(count)?)?;
            }
        }
    }
    (count <= most).then_some(count)
}

#[test]
fn short_help_collection_has_stated_merits() {
    let rows = help_rows();
    let is_short = |problem: &Problem| problem.stipulation.plies() <= 5;
    let short: Vec<_> = rows.iter().filter(|(_, problem)| is_short(problem)).collect();
    assert!(short.len() >= 20, "{}", short.len());
    short.into_par_iter().step_by(quick_or_full(12, 1)).for_each(check);
}

#[test]
#[ignore = "long: make verify"]
fn help_collection_has_stated_merits() {
    help_rows().par_iter().step_by(quick_or_full(12, 1)).for_each(check);
}

#[test]
#[ignore = "long: make verify"]
fn oracle_agrees_on_help_collection() {
    let most = quick_or_full(50_000, 1_000_000);
    let rows = help_rows();
    let is_searched = |problem: &Problem| {
        let Problem { position, stipulation, .. } = problem;
        count_moves(position, *stipulation, stipulation.plies(), most).is_some()
    };
    let chosen: Vec<_> = rows.iter().filter(|(_, problem)| is_searched(problem)).collect();
    chosen.par_iter().for_each(|(statement, Problem { position, stipulation, .. })| {
        let found = lines_equal_oracle(position, *stipulation);
        assert_eq!(found, Some(stipulation.moves), "{}", statement.id);
    });
    assert!(chosen.len() >= quick_or_full(5, 20), "{}", chosen.len());
}

/// First number of the problems that were chosen from their solutions.
const FIRST_CHOSEN: usize = 152;

/// Chosen problems have two solutions that differ in more than half of their moves.
#[test]
fn chosen_help_problems_repeat_little() {
    let number = |statement: &Statement| statement.id.rsplit('-').next().and_then(|text| text.parse().ok());
    let rows = help_rows();
    let is_chosen = |statement: &Statement| number(statement) >= Some(FIRST_CHOSEN);
    let chosen: Vec<_> = rows.iter().filter(|(statement, _)| is_chosen(statement)).collect();
    assert!(chosen.len() >= 57, "{}", chosen.len());
    chosen.into_par_iter().for_each(|(statement, problem)| {
        let table = &mut TranspositionTable::with_limit(8 << 20);
        let lines = problem.position.solve(problem.stipulation, table, Budget::default()).lines;
        let [one, other] = &lines[..] else { panic!("{}: {} solutions", statement.id, lines.len()) };
        assert!(!repeats_moves([one, other]), "{}", statement.id);
    });
}

/// Problems of six games, of many lengths, with one solution and with several.
#[test]
fn help_collection_meets_its_quotas() {
    let rows = help_rows();
    assert!(rows.len() >= 208, "{}", rows.len());
    let count_by = |name: fn(&Statement, &Problem) -> String| {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for (statement, problem) in &rows {
            *counts.entry(name(statement, problem)).or_default() += 1;
        }
        counts
    };
    let games = count_by(|statement, _| statement.variant.clone());
    assert!(games.len() == 6 && games.values().all(|&count| count >= 14), "{games:?}");
    let stipulations = count_by(|_, problem| problem.stipulation.to_string());
    let most = stipulations.values().max().expect("problems");
    assert!(stipulations.len() >= 8 && 3 * most <= 2 * rows.len(), "{stipulations:?}");
    let several = rows.iter().filter(|(_, problem)| problem.solutions.unwrap_or(1) > 1).count();
    assert!(2 * several > rows.len() && several < rows.len(), "{several}");
    let has = |theme: &str, row: &(Statement, Problem)| {
        column(&row.0, "themes").split(' ').any(|code| code == theme)
    };
    for (theme, least) in
        [("model-mate", 132), ("ideal-mate", 79), ("underpromotion", 98), ("echo", 3), ("zilahi", 1)]
    {
        let found = rows.iter().filter(|row| has(theme, row)).count();
        assert!(found >= least, "{theme}: {found}");
    }
}

/// A judged problem of help or series play.
struct Judged {
    is_printable: bool,
    /// `true` for a problem of the collection.
    is_composed: bool,
    stipulation: Stipulation,
    quality: i32,
    lines: Vec<Line>,
    has_capture: bool,
}

/// Returns the problems of `judged/help.csv`, each solved and sound.
fn judged() -> Vec<Judged> {
    let rows = file("judged/help.csv");
    let judge = |statement: &Statement| {
        let id = &statement.id;
        let game = Game::from_name(&statement.variant).expect("a game");
        let problem = Problem::from_statement(game, statement, None).expect(id);
        let Problem { position, stipulation, claim, solutions, .. } = &problem;
        let table = &mut TranspositionTable::with_limit(8 << 20);
        let full = position.solve_fully(*stipulation, Scope::KEYS, table, Budget::default());
        assert_eq!(claim.moves().as_ref(), Some(&full.keys), "{id}");
        assert_eq!(Some(full.lines.len()), *solutions, "{id}");
        let is_capture = |line: &Line| {
            position.along_line(line, *stipulation).iter().any(|(before, m)| before.is_capture(*m))
        };
        Judged {
            is_printable: column(statement, "verdict") == "print",
            is_composed: column(statement, "origin") == "collection",
            stipulation: *stipulation,
            quality: quality(&problem),
            has_capture: full.lines.iter().any(is_capture),
            lines: full.lines,
        }
    };
    rows.par_iter().map(judge).collect()
}

/// Returns whether two solutions have at least half of their moves in common, in any order.
fn repeats_moves([one, other]: [&Line; 2]) -> bool {
    2 * common_moves([one, other]) >= one.len()
}

fn common_moves([one, other]: [&Line; 2]) -> usize {
    one.iter().filter(|m| other.contains(m)).count()
}

/// Counts the judged problems of a kind: print, decline.
fn verdicts(judged: &[Judged], is_of_kind: impl Fn(&Judged) -> bool) -> [usize; 2] {
    [true, false].map(|is_printable| {
        judged.iter().filter(|row| row.is_printable == is_printable && is_of_kind(row)).count()
    })
}

#[test]
fn judged_help_figures_are_stated() {
    let judged = judged();
    let composed: Vec<&Judged> = judged.iter().filter(|row| row.is_composed).collect();
    assert_eq!((judged.len(), composed.len()), (130, 100));
    let of = |is_of_kind: &dyn Fn(&Judged) -> bool| verdicts(&judged, is_of_kind);
    let is_pair = |row: &Judged| row.is_composed && row.lines.len() == 2;
    let is_single = |row: &Judged| row.is_composed && row.lines.len() == 1;
    let common = |row: &Judged| common_moves([&row.lines[0], &row.lines[1]]);
    let repeats = |row: &Judged| repeats_moves([&row.lines[0], &row.lines[1]]);
    let is_help = |row: &Judged| row.stipulation.play == Play::Help;
    let found = [
        of(&|row| row.is_composed),
        of(&is_pair),
        of(&is_single),
        of(&|row| !row.is_composed),
        of(&|row| is_pair(row) && common(row) == 0),
        of(&|row| is_pair(row) && common(row) > 0 && !repeats(row)),
        of(&|row| is_pair(row) && repeats(row)),
        of(&|row| is_pair(row) && row.has_capture),
        of(&|row| is_pair(row) && !row.has_capture),
        of(&|row| is_single(row) && is_help(row)),
        of(&|row| is_single(row) && !is_help(row)),
    ];
    let expected = [
        [68, 32],
        [54, 21],
        [14, 11],
        [0, 30],
        [25, 3],
        [25, 12],
        [4, 6],
        [31, 1],
        [23, 20],
        [2, 8],
        [12, 3],
    ];
    assert_eq!(found, expected, "stated in puzzles/README.md");
    let qualities = |is_of_kind: &dyn Fn(&Judged) -> bool| -> Vec<i32> {
        judged.iter().filter(|row| is_of_kind(row)).map(|row| row.quality).collect()
    };
    let print = qualities(&|row| row.is_printable);
    let declined = qualities(&|row| row.is_composed && !row.is_printable);
    let ordinary = qualities(&|row| !row.is_composed);
    let agreements = [agreement(&print, &declined), agreement(&print, &ordinary)];
    assert_eq!(agreements, [63, 99], "stated in puzzles/README.md");
}

#[test]
fn judged_help_comes_from_collection() {
    let collection: HashSet<String> = help_rows().into_iter().map(|(row, _)| row.fen).collect();
    let rows = file("judged/help.csv");
    let of_collection = rows.iter().filter(|row| column(row, "origin") == "collection");
    let strangers: Vec<&str> =
        of_collection.map(|row| row.fen.as_str()).filter(|&fen| !collection.contains(fen)).collect();
    assert!(strangers.is_empty(), "{strangers:?}");
}
