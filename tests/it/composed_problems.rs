//! The problems of `puzzles/composed` and `puzzles/exercises`: sound by two searches, without unnecessary pieces or duals, distinct, and with the
//! stated themes and scores.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use hexmate_core::geometry::Hex;
use hexmate_core::mate::{Budget, Play, Scope, TranspositionTable};
use hexmate_core::rules::{Piece, Player, Role};
use hexmate_position::symmetry::canonical_key;
use hexmate_position::{Game, Setup};
use hexmate_problems::compose::{ArrayPieces, StripOptions, Version, strip};
use hexmate_problems::likeness::{KnownMoves, Matrix, Template};
use hexmate_problems::themes::{Term, Theme, merits, rated};
use hexmate_problems::{Problem, Statement};
use rayon::prelude::*;

use crate::law_length::quick_or_full;
use crate::laws::solution::{lines_equal_oracle, solution_equals_oracle};
use crate::laws::{mate::is_small, oracle_position, uci};
use crate::oracle;
use crate::solve_formats::file;

/// Options of `strip` as in `compose search`: variations are preserved.
pub(crate) const PLAY: StripOptions<'static> =
    StripOptions { twins: "", scope: Scope { variations: true, ..Scope::KEYS }, nodes: None };

static GO_ON: AtomicBool = AtomicBool::new(false);

/// Returns the lowest quality that a problem of its kind may have, in the collection and among the exercises.
fn least_quality(problem: &Problem, is_exercise: bool) -> i32 {
    let [least, of_exercise] = match problem.position.game().name {
        "echex3" => [-10, -30],
        _ if problem.stipulation.has_lines() && problem.solutions.unwrap_or(1) > 1 => [12, 8],
        // Those of more than two moves may be walks.
        _ if problem.stipulation.has_lines() && problem.stipulation.plies() > 4 => [15, -25],
        _ if problem.stipulation.has_lines() => [15, 8],
        _ if problem.stipulation.play == Play::Selfmate => [0, 0],
        _ => [20, 0],
    };
    if is_exercise { of_exercise } else { least }
}

/// Returns the problems of a folder.
fn rows_of(folder: &str) -> Vec<(Statement, Problem)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles").join(folder);
    let entries = fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = entries.map(|name| name.to_string_lossy().into_owned()).collect();
    names.retain(|name| Path::new(name).extension().is_some_and(|ending| ending == "csv"));
    names.sort();
    let statements = names.iter().flat_map(|name| file(&format!("{folder}/{name}")));
    let row = |statement: Statement| {
        let game = Game::from_name(&statement.variant).expect("a game");
        let problem = Problem::from_statement(game, &statement, None);
        let problem = problem.unwrap_or_else(|error| panic!("{}: {error}", statement.id));
        (statement, problem)
    };
    statements.map(row).collect()
}

/// Returns all composed problems: the collection and the exercises.
fn rows() -> Vec<(Statement, Problem)> {
    [rows_of("composed"), rows_of("exercises")].concat()
}

/// Returns the collection of help and series play, of which `composed_help.rs` checks solutions and scores.
pub(crate) fn help_rows() -> Vec<(Statement, Problem)> {
    rows_of("composed").into_iter().filter(is_long_help).collect()
}

/// Returns all composed problems without the collection of help and series play.
fn other_rows() -> Vec<(Statement, Problem)> {
    rows().into_iter().filter(|row| !is_long_help(row)).collect()
}

fn is_long_help((statement, _): &(Statement, Problem)) -> bool {
    statement.id.starts_with("help-")
}

pub(crate) fn column<'s>(statement: &'s Statement, name: &str) -> &'s str {
    let column = statement.further.iter().find(|further| further.name == name);
    column.map_or_else(|| panic!("{} has no {name}", statement.id), |further| &further.value)
}

#[test]
fn composed_problems_have_stated_merits() {
    let rows = other_rows();
    assert!(rows.len() >= 100, "{}", rows.len());
    let chosen: Vec<_> = rows.iter().step_by(quick_or_full(17, 1)).collect();
    chosen.par_iter().for_each(|(statement, problem)| {
        let Problem { position, stipulation, claim, solutions, .. } = problem;
        let table = &mut TranspositionTable::with_limit(8 << 20);
        let full = position.solve_fully(*stipulation, Scope::FULL, table, Budget::default());
        let id = &statement.id;
        let merits = merits(position, &full, solutions.unwrap_or(1));
        let merits = merits.unwrap_or_else(|| panic!("{id} is not sound"));
        assert_eq!(claim.moves().as_ref(), Some(&full.keys), "{id}");
        let themes: Vec<&str> = merits.themes.iter().map(Theme::code).collect();
        assert_eq!(themes.join(" "), column(statement, "themes"), "{id}");
        assert_eq!(merits.quality.to_string(), column(statement, "quality"), "{id}");
        assert_eq!(merits.difficulty.to_string(), column(statement, "difficulty"), "{id}");
        let least = least_quality(problem, id.starts_with("exercise"));
        assert!(!merits.themes.has(Theme::Dual) && merits.quality >= least, "{id}");
        let setup = Setup::from(position);
        assert!(ArrayPieces::of(setup.game).can_lead_to(&setup), "{id}");
        let stripped = strip(&Version { setup, stipulation: *stipulation }, PLAY, &GO_ON);
        assert_eq!(stripped.expect("a solution").removed, [], "{id}");
    });
}

/// Returns whether a plain search needs at most `most` moves.
fn is_searched(problem: &Problem, most: u64) -> bool {
    let Problem { position, stipulation, .. } = problem;
    let half = u32::from(stipulation.play == Play::HelpAndHalf);
    match stipulation.has_lines() || stipulation.play == Play::Selfmate {
        true => position.perft(2 * stipulation.moves + half) <= most,
        false => is_small(position, stipulation.moves, most),
    }
}

#[test]
#[ignore = "long: make verify"]
fn oracle_agrees_on_composed_problems() {
    let rows = other_rows();
    let most = quick_or_full(60_000, 5_000_000);
    let some = rows.iter().step_by(quick_or_full(8, 1));
    let chosen: Vec<_> = some.filter(|(_, problem)| is_searched(problem, most)).collect();
    chosen.par_iter().for_each(|(statement, Problem { position, stipulation, claim, .. })| {
        let moves = stipulation.moves;
        if stipulation.has_lines() {
            assert_eq!(lines_equal_oracle(position, *stipulation), Some(moves), "{}", statement.id);
            return;
        }
        if stipulation.play == Play::Selfmate {
            let found = solution_equals_oracle(position, *stipulation, 1);
            assert_eq!(found, Some(moves), "{}", statement.id);
            return;
        }
        let slow = oracle_position(position);
        assert!(!slow.mates_in(moves - 1), "{}", statement.id);
        let mut found: Vec<String> = slow.keys(moves).iter().map(oracle::Move::uci).collect();
        found.sort_unstable();
        let keys = claim.moves().expect("legal keys");
        let mut claimed: Vec<String> = keys.iter().map(|&key| uci(position, key)).collect();
        claimed.sort_unstable();
        assert_eq!(found, claimed, "{}", statement.id);
    });
    // Complete laws leave no problem to one search alone.
    let least = quick_or_full(10, rows.len());
    assert!(chosen.len() >= least, "{} of {}", chosen.len(), rows.len());
}

/// Returns the terms of quality of a sound problem, each with its number.
fn terms(problem: &Problem) -> Vec<(Term, usize)> {
    let table = &mut TranspositionTable::with_limit(8 << 20);
    let full = problem.position.solve_fully(problem.stipulation, Scope::FULL, table, Budget::default());
    rated(&problem.position, &full, problem.solutions.unwrap_or(1)).expect("a sound problem").1
}

fn has(terms: &[(Term, usize)], term: Term, least: usize) -> bool {
    terms.iter().any(|&(other, count)| other == term && count >= least)
}

/// Counts of the collection: bare kings, variations, players alive, and those of the book.
#[test]
fn collection_meets_its_quotas() {
    let rows = rows_of("composed");
    let direct: Vec<_> =
        rows.iter().filter(|(_, problem)| problem.stipulation.play == Play::Direct).collect();
    let counted: Vec<_> = direct.par_iter().map(|(_, problem)| (problem, terms(problem))).collect();
    let bare = counted.iter().filter(|(_, terms)| has(terms, Term::BareKing, 1)).count();
    assert!(10 * bare <= counted.len(), "{bare} of {}", counted.len());
    let is_two_mover =
        |problem: &Problem| problem.stipulation.moves == 2 && problem.position.game().players == 2;
    let two_movers: Vec<_> = counted.iter().filter(|(problem, _)| is_two_mover(problem)).collect();
    let rich = two_movers.iter().filter(|(_, terms)| has(terms, Term::Answers, 2)).count();
    assert!(3 * rich >= 2 * two_movers.len(), "{rich} of {}", two_movers.len());
    let eliminated = counted.iter().filter(|(_, terms)| has(terms, Term::Eliminated, 1)).count();
    assert_eq!(eliminated, 0, "players who are not on the board");
    let counts = ["glinski", "mccooey", "mini", "echex3"]
        .map(|name| rows.iter().filter(|(statement, _)| statement.variant == name).count());
    assert!(counts.iter().zip([450, 198, 200, 100]).all(|(count, least)| *count >= least), "{counts:?}");
    assert!(rows.len() >= counts.iter().sum::<usize>() + 50, "{} problems", rows.len());
    let by_id: HashMap<String, Problem> =
        rows.into_iter().map(|(statement, problem)| (statement.id, problem)).collect();
    for statement in file("composed/book/hundred.csv") {
        assert!(!has(&terms(&by_id[&statement.id]), Term::BareKing, 1), "{} of the book", statement.id);
    }
}

#[test]
fn book_problems_come_from_files() {
    let line = |statement: &Statement| {
        let Statement { id, fen, stipulation, keys, .. } = statement;
        let [themes, quality] = ["themes", "quality"].map(|name| column(statement, name));
        [id, fen, stipulation, keys, themes, quality].join(",")
    };
    let all: HashSet<String> = rows_of("composed").iter().map(|(statement, _)| line(statement)).collect();
    let chosen: HashSet<String> = file("composed/book/hundred.csv").iter().map(line).collect();
    assert_eq!(chosen.len(), 100);
    let strangers: Vec<&String> = chosen.difference(&all).collect();
    assert!(strangers.is_empty(), "{strangers:?}");
    let page: HashSet<String> = file("composed/book/twenty.csv").iter().map(line).collect();
    assert!(page.len() == 20 && page.is_subset(&chosen), "twenty of the hundred");
}

#[test]
fn no_diagram_starts_in_check() {
    let rows = rows();
    let in_check = rows.iter().filter(|(_, problem)| problem.position.attacked_kings().next().is_some());
    let ids: Vec<&str> = in_check.map(|(statement, _)| statement.fen.as_str()).collect();
    assert!(ids.is_empty(), "{}", ids.join("\n"));
}

#[test]
fn composed_problems_are_distinct() {
    let mut seen: HashMap<(String, u64), String> = HashMap::new();
    for (statement, problem) in rows() {
        let key = (statement.variant.clone(), canonical_key(&problem.position));
        let other = seen.insert(key, statement.id.clone());
        assert_eq!(other, None, "{} is an image", statement.id);
    }
}

/// Number of cells, and the pieces with `true` for those of the side to move.
type BoardKey = (usize, Vec<(Hex, Role, bool)>);

/// Returns the pieces as seen by the side to move, the same for all images of the board: two games with the same board and
/// the same key have the same position.
fn board_key(problem: &Problem) -> BoardKey {
    let setup = Setup::from(&problem.position);
    let shape = setup.game.shape;
    let pieces: Vec<_> = setup.board.pieces().collect();
    let has_pawns = pieces.iter().any(|(_, piece)| piece.role == Role::Pawn);
    let half_turn = if setup.turn == Player::WHITE { 0 } else { 3 };
    // Pawns keep their direction only in the reflection that exchanges left and right.
    let ways = (0..12).filter(|way| shape.is_symmetry(*way) && (!has_pawns || [0, 9].contains(way)));
    let images = ways.map(|way| {
        let image = |&(cell, piece): &(_, Piece)| {
            let hex = shape.image(shape.turned(shape.hex(cell), half_turn), way);
            (hex, piece.role, piece.owner == setup.turn)
        };
        let mut image: Vec<_> = pieces.iter().map(image).collect();
        image.sort_unstable();
        image
    });
    (shape.cells().count(), images.min().unwrap_or_default())
}

#[test]
fn games_share_no_composed_position() {
    let mut seen: HashMap<BoardKey, String> = HashMap::new();
    let rows = rows().into_iter().filter(|(_, problem)| problem.position.game().players == 2);
    let twice = rows.filter_map(|(statement, problem)| {
        let other = seen.insert(board_key(&problem), statement.id.clone())?;
        Some(format!("{other} is also {}", statement.id))
    });
    let twice: Vec<String> = twice.collect();
    assert!(twice.is_empty(), "{twice:?}");
    assert!(seen.len() >= 1_000, "{}", seen.len());
}

/// Problems of the collection with one game and stipulation are less than 70 % alike.
#[test]
fn composed_problems_are_unlike() {
    let mut groups: HashMap<String, Vec<(String, Matrix)>> = HashMap::new();
    for (statement, problem) in rows_of("composed") {
        let matrix = Matrix::new(&Setup::from(&problem.position), &KnownMoves::default());
        let group = format!("{} {}", statement.variant, statement.stipulation);
        groups.entry(group).or_default().push((statement.id, matrix));
    }
    for group in groups.values() {
        group.par_iter().enumerate().for_each(|(number, (id, matrix))| {
            let template = Template::new(matrix);
            for (other, matrix) in &group[number + 1..] {
                let likeness = template.compare(matrix).map(|likeness| likeness.percent());
                assert!(likeness < Some(70), "{id} and {other}: {likeness:?}");
            }
        });
    }
}

/// Returns how often a problem of the first group has a higher quality than one of the second, in percent; half for
/// equal qualities.
pub(crate) fn agreement(higher: &[i32], lower: &[i32]) -> usize {
    let pairs = higher.iter().flat_map(|high| lower.iter().map(move |low| high.cmp(low)));
    let points: usize = pairs.map(|order| (order as i8 + 1) as usize).sum();
    let all = 2 * higher.len() * lower.len();
    (100 * points + all / 2) / all
}

/// Returns the agreement of a quality with judgements by eye: how often a problem to print has a higher quality than
/// another one, and how often one to print or decline has a higher quality than a rejected one, in percent.
fn agreements(judged: &[(String, i32)]) -> [usize; 2] {
    let of = |verdicts: &[&str]| -> Vec<i32> {
        let chosen = judged.iter().filter(|(verdict, _)| verdicts.contains(&verdict.as_str()));
        chosen.map(|&(_, quality)| quality).collect()
    };
    [
        agreement(&of(&["print"]), &of(&["decline", "reject"])),
        agreement(&of(&["print", "decline"]), &of(&["reject"])),
    ]
}

/// Returns the judged problems of a file that are direct mates of games for two, each with its verdict.
fn judged(name: &str) -> Vec<(Statement, Problem, String)> {
    judged_for(name, 2)
}

/// Returns the judged problems of a file that are direct mates of games for a number of players, each with its verdict.
fn judged_for(name: &str, players: u8) -> Vec<(Statement, Problem, String)> {
    let statements = file(&format!("judged/{name}.csv"));
    assert_eq!(statements.len(), 100);
    let row = |statement: Statement| {
        let game = Game::from_name(&statement.variant).expect("a game");
        let problem = Problem::from_statement(game, &statement, None).expect("a problem");
        let verdict = column(&statement, "verdict").to_owned();
        assert!(["print", "decline", "reject"].contains(&verdict.as_str()), "{}", statement.id);
        (statement, problem, verdict)
    };
    let rows = statements.into_iter().map(row);
    rows.filter(|(_, problem, _)| {
        problem.stipulation.play == Play::Direct && problem.position.game().players == players
    })
    .collect()
}

/// Returns the quality of a sound problem.
pub(crate) fn quality(problem: &Problem) -> i32 {
    let table = &mut TranspositionTable::with_limit(8 << 20);
    let full = problem.position.solve_fully(problem.stipulation, Scope::FULL, table, Budget::default());
    let merits = merits(&problem.position, &full, problem.solutions.unwrap_or(1));
    merits.unwrap_or_else(|| panic!("{} is not sound", problem.position.to_fen())).quality
}

/// The quality agrees better with the first judgement than the formula in use when it was made.
#[test]
fn quality_agrees_with_judgements() {
    let judged = judged("first");
    let old: Vec<(String, i32)> = judged
        .iter()
        .map(|(statement, _, verdict)| {
            (verdict.clone(), column(statement, "old_quality").parse().expect("a number"))
        })
        .collect();
    let new: Vec<(String, i32)> =
        judged.par_iter().map(|(_, problem, verdict)| (verdict.clone(), quality(problem))).collect();
    assert_eq!([agreements(&old), agreements(&new)], [[71, 76], [87, 88]], "stated in puzzles/README.md");
}

/// Returns how many problems of a judged file have each verdict: print, decline, reject.
fn verdicts(name: &str) -> [usize; 3] {
    let rows = file(&format!("judged/{name}.csv"));
    ["print", "decline", "reject"]
        .map(|verdict| rows.iter().filter(|row| column(row, "verdict") == verdict).count())
}

/// Returns how often the quality is higher for a problem to print than for another one, in percent.
fn print_agreement(name: &str) -> usize {
    let judged = judged(name);
    let rated: Vec<(bool, i32)> = judged
        .par_iter()
        .map(|(_, problem, verdict)| (verdict.as_str() == "print", quality(problem)))
        .collect();
    let of = |is_printable: bool| -> Vec<i32> {
        rated.iter().filter(|(print, _)| *print == is_printable).map(|&(_, quality)| quality).collect()
    };
    agreement(&of(true), &of(false))
}

/// In games for three, problems to decline have a higher quality than rejected ones; none was fit for print.
#[test]
fn quality_agrees_in_games_for_three() {
    let judged = ["second", "third"].into_iter().flat_map(|name| judged_for(name, 3));
    let rated: Vec<(String, i32)> =
        judged.map(|(_, problem, verdict)| (verdict, quality(&problem))).collect();
    let of = |chosen: &str| -> Vec<i32> {
        rated.iter().filter(|(verdict, _)| verdict == chosen).map(|&(_, quality)| quality).collect()
    };
    let (declined, rejected) = (of("decline"), of("reject"));
    assert_eq!((declined.len(), rejected.len(), rated.len()), (6, 7, 13));
    assert_eq!(agreement(&declined, &rejected), 100, "stated in puzzles/README.md");
}

/// In the judgements of the collection as it was and as it is, more than half are fit for print.
#[test]
fn half_of_collection_is_printable() {
    assert_eq!(verdicts("second"), [57, 39, 4], "stated in puzzles/README.md");
    assert_eq!(verdicts("third"), [55, 39, 6], "stated in puzzles/README.md");
    let rows = file("judged/third.csv");
    let fens: HashSet<String> = rows_of("composed").into_iter().map(|(row, _)| row.fen).collect();
    let strangers: Vec<&str> =
        rows.iter().map(|row| row.fen.as_str()).filter(|&fen| !fens.contains(fen)).collect();
    assert!(strangers.is_empty(), "{strangers:?}");
    assert_eq!(["second", "third"].map(print_agreement), [69, 67], "stated in puzzles/README.md");
}
