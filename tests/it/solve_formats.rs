//! Full solutions as text, PGN, EPD, CSV and JSON, which read back.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use hexmate_core::mate::{Scope, Threat};
use hexmate_games::pgn::{Event, EventKind, Reader};
use hexmate_position::{Game, Position};
use hexmate_position::{Letters, MoveText};
use hexmate_problems::{
    ExtraColumn, Problem, ProblemFormat, Solution, SolveOptions, Solved, Statement, statements,
};
use hexmate_report::{Hidden, SCHEMA, SolveRecord, csv_header, csv_row, json_row};
use insta::assert_snapshot;
use serde_json::Value;

use crate::laws::uci;
use crate::schema::fault;

/// Solves a problem, without its twins.
pub(crate) fn solution(game: Game, statement: &Statement, scope: Scope) -> Solution {
    let problem = Problem::from_statement(game, statement, None).expect("a problem");
    problem.solve(&SolveOptions::default().memory(1 << 22).scope(scope))
}

/// Returns the record of a problem, without its twins.
pub(crate) fn solved(game: Game, statement: &Statement, scope: Scope) -> SolveRecord {
    SolveRecord::new(statement, solution(game, statement, scope))
}

pub(crate) fn stated(id: &str, fen: &str, stipulation: &str) -> Statement {
    let [id, fen, stipulation] = [id, fen, stipulation].map(str::to_owned);
    Statement { id, fen, stipulation, ..Statement::default() }
}

/// Reads the rows of a file of problems.
pub(crate) fn file(name: &str) -> Vec<Statement> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles").join(name);
    let input = BufReader::new(File::open(path).expect("a file"));
    statements(input, ProblemFormat::Csv).map(|statement| statement.expect("a readable file")).collect()
}

/// Solves one problem of each kind of stipulation.
pub(crate) fn of_all_stipulations() -> Vec<SolveRecord> {
    let problems = [
        ("direct", "k/3/3R1/3K1p1/3p3/1Pr2P1/3B3 w - 1 12", "#2"),
        ("short", "k/3/2K2/1P1bppB/7/3R3/4NP1 w - 0 16", "#3"),
        ("exact", "1/1N1/3K1/2B4/4R2/7/B1Nk3 w - 0 1", "exact-#2"),
        ("stalemate", "1/2R/5/K6/2B2R1/1kB4/7 w - 0 1", "=2"),
        ("selfmate", "1/3/R4/7/4p2/5bp/k1K2r1 b - 0 1", "s#1"),
        ("reflexmate", "1/3/R4/p2r3/6K/b1k2R1/5B1 b - 0 1", "r#2"),
        ("helpmate", "1/3/5/7/4r1k/2P3N/1K5 w - 0 1", "h#2"),
        ("helpmate in 1.5", "r/1K1/2P2/4R2/7/5k1/7 w - 0 1", "h#1.5"),
        ("help to stalemate", "1/3/1n3/k6/5p1/1K2R2/7 w - 0 1", "h=2"),
        ("check", "1/3/5/K6/6N/2p4/3k3 b - 0 1", "+2"),
        ("series", "K/3/5/3R3/7/3k2R/1r4B b - 0 1", "ser-#5"),
        ("series helpmate", "1/2k/n4/R6/6K/7/1N5 b - 0 1", "ser-h#4"),
        ("series selfmate", "b/3/1B1b1/7/7/7/2rk2K w - 0 1", "ser-s#2"),
        ("help-selfmate", "1/3/5/7/P2pRkb/3K3/6b b - 0 1", "hs#3"),
    ];
    let solve = |(id, fen, stipulation)| solved(Game::MINI, &stated(id, fen, stipulation), Scope::FULL);
    problems.into_iter().map(solve).collect()
}

pub(crate) fn of_three_players() -> Vec<SolveRecord> {
    let fens = [
        ("#1", "1/3/5/2,rQ,4/9/11/rK,1,wQ,7,rN/11/1,bK,8,wP/wK,10/1,bQ,9 r wrb - 0 1"),
        ("#1", "1/3/4,bQ/rQ,6/wB,8/wK,10/10,bP/6,wR,4/11/10,rK/3,bK,7 b wrb - 0 1"),
        ("#2", "1/3/5/rB,6/9/wK,9,bN/10,rK/6,bQ,2,bK,1/11/7,bB,3/11 b wrb - 0 1"),
    ];
    fens.into_iter()
        .map(|(stipulation, fen)| solved(Game::ECHEX3, &stated(stipulation, fen, stipulation), Scope::FULL))
        .collect()
}

#[test]
fn known_problems_have_popeye_layout() {
    for statement in file("known.csv") {
        let record = solved(Game::GLINSKI, &statement, Scope::FULL);
        assert_snapshot!(format!("solution_{}", record.id()), record.solution_text());
    }
}

#[test]
fn every_stipulation_has_solution_text() {
    let pages = of_all_stipulations();
    let pages: String = pages.iter().map(SolveRecord::solution_text).collect();
    assert_snapshot!("solution_stipulations", pages);
    let pages = of_three_players();
    let pages: String = pages.iter().map(SolveRecord::solution_text).collect();
    assert_snapshot!("solution_three_players", pages);
}

#[test]
fn hide_options_remove_shorts_and_duals() {
    let mut statements = file("mini.csv").into_iter();
    let statement = statements.find(|statement| statement.id == "mini-play-51").expect("a problem");
    let search =
        |problem: &Problem| problem.solve(&SolveOptions::default().memory(1 << 22).scope(Scope::FULL));
    let whole = Solved::new(String::new(), statement, (None, None), search);
    let text = |hidden| SolveRecord::all(whole.clone(), hidden)[0].solution_text();
    let count = |text: &str, word: &str| text.lines().filter(|line| line.contains(word)).count();
    let all = text(Hidden::default());
    assert!(count(&all, " short") > 0 && count(&all, " dual") > 0, "{all}");
    let longer = text(Hidden { short: true, duals: false });
    assert_eq!(count(&longer, " short"), 0);
    assert_eq!(count(&longer, " dual"), count(&all, " dual"), "{longer}");
    assert_eq!(count(&text(Hidden { short: true, duals: true }), " dual"), 0);
}

/// Reads a game and plays all its moves and variations; returns the move sequences to all positions.
fn played(text: &str, start: &Position) -> BTreeSet<Vec<String>> {
    type Moves = Vec<String>;
    let mut lines = BTreeSet::new();
    let mut reader = Reader::new(text.as_bytes());
    // For each level: the positions before and after the last move, with their move sequences.
    let mut stack: Vec<[(Position, Moves); 2]> =
        vec![[(start.clone(), Vec::new()), (start.clone(), Vec::new())]];
    while let Some(event) = reader.next_event().expect("memory can be read") {
        let Event { kind, .. } = event;
        match kind {
            EventKind::Move(text) => {
                let [before, now] = stack.last_mut().expect("inside a game");
                let m = MoveText::parse(text.bytes, &Letters::ENGLISH).expect("a move");
                let m = m.resolve(&now.0).unwrap_or_else(|error| panic!("{error:?} in {:?}", now.1));
                *before = now.clone();
                now.0 = now.0.play_unchecked(m);
                now.1.push(uci(start, m));
                lines.insert(now.1.clone());
            }
            EventKind::VariationBegin => {
                let [before, _] = stack.last().expect("inside a game").clone();
                stack.push([before.clone(), before]);
            }
            EventKind::VariationEnd => {
                stack.pop();
            }
            EventKind::Error(error) => panic!("{error:?} in {text}"),
            _ => {}
        }
    }
    assert_eq!(stack.len(), 1, "{text}");
    lines
}

/// Returns the move sequences of a JSON solution tree.
fn lines_of(tree: &Value) -> BTreeSet<Vec<String>> {
    fn uci(value: &Value) -> String {
        value["uci"].as_str().expect("a move").to_owned()
    }
    fn attacks(list: &Value, moves: &[String], lines: &mut BTreeSet<Vec<String>>) {
        for attack in list.as_array().expect("a list") {
            let moves = [moves, &[uci(attack)]].concat();
            lines.insert(moves.clone());
            defences(&attack["defences"], &moves, lines);
            for refutation in attack["refutations"].as_array().into_iter().flatten() {
                lines.insert([&moves[..], &[uci(refutation)]].concat());
            }
        }
    }
    fn defences(list: &Value, moves: &[String], lines: &mut BTreeSet<Vec<String>>) {
        for defence in list.as_array().into_iter().flatten() {
            // Moves with the same answer: PGN has only the first.
            let moves = match &defence["moves"][0] {
                Value::Null => moves.to_vec(),
                first => [moves, &[uci(first)]].concat(),
            };
            lines.insert(moves.clone());
            let answer = &defence["answer"];
            if answer["attacks"].is_array() {
                attacks(&answer["attacks"], &moves, lines);
            }
            defences(&answer["defences"], &moves, lines);
        }
    }
    let mut lines = BTreeSet::new();
    attacks(&tree["keys"], &[], &mut lines);
    attacks(&tree["tries"], &[], &mut lines);
    for line in tree["lines"].as_array().expect("a list") {
        let line: Vec<String> = line.as_array().expect("a line").iter().map(uci).collect();
        lines.extend((1..=line.len()).map(|length| line[..length].to_vec()));
    }
    lines
}

fn assert_reads_back(record: &SolveRecord) {
    let (problem, _) = record.solved().expect("a solution");
    let pgn = record.solution_pgn().expect("a solution");
    let object: Value = serde_json::from_str(&json_row(record)).expect("an object");
    assert_schema(&object);
    if problem.stipulation.is_series() {
        // One side moves several times in a row, which PGN cannot express.
        assert!(pgn.contains("{solution: "), "{}", record.id());
        return;
    }
    assert_eq!(played(&pgn, &problem.position), lines_of(&object["solution"]), "{}", record.id());
}

#[test]
fn solution_pgn_equals_json_tree() {
    for statement in file("known.csv").into_iter().chain(file("glinski-games.csv")) {
        assert_reads_back(&solved(Game::GLINSKI, &statement, Scope::FULL));
    }
    of_all_stipulations().iter().for_each(assert_reads_back);
    of_three_players().iter().for_each(assert_reads_back);
    let pgn: String = of_all_stipulations().iter().take(2).filter_map(SolveRecord::solution_pgn).collect();
    assert_snapshot!("solution_pgn", pgn);
}

/// Scope with the play after tries.
const WITH_TRY_PLAY: Scope = Scope { tries: 2, try_play: true, ..Scope::FULL };

#[test]
fn try_play_option_adds_play() {
    let two_mover = stated("direct", "k/3/3R1/3K1p1/3p3/1Pr2P1/3B3 w - 1 12", "#2");
    let with_tries = solved(Game::MINI, &two_mover, WITH_TRY_PLAY);
    assert_reads_back(&with_tries);
    assert_snapshot!("solution_try_play", with_tries.solution_text());
    let object: Value = serde_json::from_str(&json_row(&with_tries)).expect("an object");
    for (list, phase) in [("set_play", "set"), ("tries", "try"), ("keys", "actual")] {
        let items = object["solution"][list].as_array().expect(list);
        assert!(!items.is_empty() && items.iter().all(|item| item["phase"] == phase), "{list}");
    }
    assert!(object["solution"]["tries"][0]["defences"].is_array(), "{object}");
    assert!(object["try_play"].as_array().is_some_and(|cells| !cells.is_empty()), "{object}");
    for statement in file("mini.csv").into_iter().filter(|statement| statement.stipulation == "#2") {
        let game = Game::from_name(&statement.variant).expect("a game");
        assert_reads_back(&solved(game, &statement, WITH_TRY_PLAY));
    }
    let three = of_three_players();
    let three = three.iter().map(|one| solved(Game::ECHEX3, one.statement(), WITH_TRY_PLAY));
    three.for_each(|one| assert_reads_back(&one));
}

#[test]
fn try_play_changes_nothing_else() {
    for statement in file("known.csv").into_iter().filter(|statement| statement.stipulation == "#2") {
        let without = Scope { try_play: false, ..WITH_TRY_PLAY };
        let without = solution(Game::GLINSKI, &statement, without).findings().clone();
        let mut with = solution(Game::GLINSKI, &statement, WITH_TRY_PLAY).findings().clone();
        assert!(with.nodes >= without.nodes);
        assert!(with.tries.is_empty() || with.nodes > without.nodes);
        for r#try in &mut with.tries {
            let replies = r#try.attack.defences.iter().flat_map(|defence| &defence.moves);
            assert!(replies.into_iter().all(|reply| !r#try.refutations.contains(reply)));
            r#try.attack.defences.clear();
            r#try.attack.threat = Threat::None;
        }
        assert_eq!(with.tries, without.tries);
        assert_eq!(with.variations, without.variations);
    }
}

#[test]
fn solution_epd_keeps_its_claims() {
    for (number, one) in of_all_stipulations().into_iter().enumerate() {
        let further = vec![ExtraColumn::operation("c0 \"a; b\"")];
        // No claim, a wrong one, and a text that is not a move.
        let keys = ["", "a1a2", "the rook; \"up\""][number % 3].to_owned();
        let solutions = ["", "3"][number % 2].to_owned();
        let statement = Statement { further, keys, solutions, ..one.statement().clone() };
        let line = solved(Game::MINI, &statement, Scope::FULL).to_epd();
        let [read] = &statements(line.as_bytes(), ProblemFormat::Lines).collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let read = read.as_ref().expect("memory can be read");
        assert!(read.further.contains(&ExtraColumn::operation("c0 \"a; b\"")), "{line}");
        assert_eq!(solved(Game::MINI, read, Scope::FULL).to_epd(), line);
        assert_eq!((&read.keys, &read.solutions), (&statement.keys, &statement.solutions), "{line}");
        let problem = Problem::from_statement(Game::MINI, read, None).expect("a problem");
        let (stated, _) = one.solved().expect("a solution");
        assert_eq!((&problem.position, problem.stipulation), (&stated.position, stated.stipulation));
    }
}

#[test]
fn csv_rows_match_snapshot() {
    let rows: String = of_all_stipulations().iter().map(csv_row).collect();
    assert_snapshot!("solution_csv", format!("{}{rows}", csv_header::<SolveRecord>()));
}

/// Asserts that a value matches the published schema.
fn assert_schema(object: &Value) {
    let root: Value = serde_json::from_str(SCHEMA).expect("the schema is JSON");
    let fault = fault(&root, &root, object, "$");
    assert_eq!(fault, None, "{object}");
}

#[test]
fn schema_violations_are_detected() {
    let one = &of_all_stipulations()[0];
    let object: Value = serde_json::from_str(&json_row(one)).expect("an object");
    let root: Value = serde_json::from_str(SCHEMA).expect("the schema is JSON");
    assert_eq!(fault(&root, &root, &object, "$"), None);
    let broken: [fn(&mut Value); 5] = [
        |object| object["status"] = "FINE".into(),
        |object| object["solution"]["keys"][0]["san"] = Value::Null,
        |object| object["more"] = 1.into(),
        |object| object["further"]["year"] = 1999.into(),
        |object| object["schema_version"] = 2.into(),
    ];
    for change in broken {
        let mut object = object.clone();
        change(&mut object);
        assert!(fault(&root, &root, &object, "$").is_some(), "{object}");
    }
}
