//! Problem files: EPD, FEN and tables, with and without errors.

use hexmate_core::mate::Stipulation;
use hexmate_position::Uci;
use hexmate_position::{Game, Position};
use hexmate_problems::{
    ExtraColumn, KeyClaim, KeyFault, LineFault, Operand, Problem, ProblemFormat, Statement, statements,
    stipulation_text,
};
use hexmate_text::MAX_TEXT;

const BOARD: &str = "1/3/5/4R2/9/11/2p3b2B1/5p5/3p2k4/2r8/3K7";

fn read(text: &str, format: ProblemFormat) -> Vec<Statement> {
    statements(text.as_bytes(), format).map(|statement| statement.expect("memory can be read")).collect()
}

#[test]
fn epd_gives_stipulation_keys_and_id() {
    let epd = format!("{BOARD} b - 5 63; dm 2; bm g3f3; id \"one; two\"; c0 \"x\";");
    let [statement] = &read(&epd, ProblemFormat::Lines)[..] else { panic!("one line, one problem") };
    assert_eq!(statement.fen, format!("{BOARD} b - 5 63"));
    assert_eq!((statement.stipulation.as_str(), statement.keys.as_str()), ("#2", "g3f3"));
    assert_eq!(statement.id, "one; two");
    let problem = Problem::from_statement(Game::GLINSKI, statement, None).expect("a problem");
    let key = Uci::parse(Game::GLINSKI.shape, b"g3f3").expect("a move");
    assert_eq!((problem.stipulation.moves, problem.claim.moves()), (2, Some(vec![key])));
}

#[test]
fn epd_may_omit_counters_and_semicolon() {
    let [statement] = &read(&format!("{BOARD} b - dm 3; id \"x\";"), ProblemFormat::Lines)[..] else {
        panic!("one line, one problem")
    };
    assert_eq!((statement.fen.as_str(), statement.stipulation.as_str()), (&*format!("{BOARD} b -"), "#3"));
}

#[test]
fn castling_field_keeps_later_fields() {
    for (fen, rest) in [
        ("w - i7 5 40", ""),
        ("w - i7 5 40", "; dm 2;"),
        ("w - i7", " bm Kf3;"),
        ("w - c5,i7 5", " dm 2;"),
        ("w - - 5 40", " dm 2;"),
        ("w - 5 40 -", " dm 2;"),
        ("w i7 5 40 -", " dm 2;"),
        ("w - -", " dm 2;"),
        ("w -", " c1 \"a comment\";"),
        ("w -", " dm 2; c1 \"a comment\";"),
        ("w wrb - 5 40", " dm 2;"),
        ("w wrb c5,i7 5 40", " dm 2;"),
    ] {
        let [statement] = &read(&format!("{BOARD} {fen}{rest}\n"), ProblemFormat::Lines)[..] else {
            panic!("one line, one problem")
        };
        assert_eq!(statement.fen, format!("{BOARD} {fen}"), "{rest}");
    }
}

#[test]
fn text_after_fen_is_error() {
    for (fen, code) in [
        ("w - -1 1", "no-number"),
        ("w - x 1", "no-such-cell"),
        ("w - 0 1.5", "no-number"),
        ("w - 0 1 x", "trailing-field"),
        ("w - 0 1 - -", "trailing-field"),
        ("w - 0 1 2 dm 3;", "trailing-field"),
    ] {
        let [statement] = &read(&format!("{BOARD} {fen}\n"), ProblemFormat::Lines)[..] else {
            panic!("one line, one problem")
        };
        let error = Problem::from_statement(Game::GLINSKI, statement, Some(2)).expect_err(fen);
        assert_eq!(error.code(), code, "{fen}");
    }
}

#[test]
fn operation_may_omit_semicolon() {
    for rest in ["dm 2", "c1 \"a comment\"", "acd 4;", "x;"] {
        let [statement] = &read(&format!("{BOARD} w - 5 40 {rest}\n"), ProblemFormat::Lines)[..] else {
            panic!("one line, one problem")
        };
        assert_eq!(statement.fen, format!("{BOARD} w - 5 40"), "{rest}");
    }
}

#[test]
fn bare_fen_uses_given_length() {
    let [statement] = &read(&format!("\u{feff}\n# note\n  {BOARD} b - 5 63\r\n"), ProblemFormat::Lines)[..]
    else {
        panic!("one line, one problem")
    };
    assert_eq!((statement.line, statement.column), (3, 3));
    let problem = Problem::from_statement(Game::GLINSKI, statement, Some(4)).expect("a problem");
    assert_eq!(problem.stipulation, Stipulation::mate_in(4));
    let error = Problem::from_statement(Game::GLINSKI, statement, None).expect_err("no length");
    assert_eq!(error.code(), "no-stipulation");
}

#[test]
fn table_columns_are_found_by_name() {
    let csv =
        format!("fen,ID,extra,stipulation\n{BOARD} b - 5 63,a,?,#2\n\"{BOARD} b - 5 63\",\"b,c\",!,#1\n");
    let rows = read(&csv, ProblemFormat::Csv);
    assert_eq!(rows.iter().map(|row| row.id.as_str()).collect::<Vec<_>>(), ["a", "b,c"]);
    assert_eq!(rows.iter().map(|row| row.line).collect::<Vec<_>>(), [2, 3]);
    let with_returns = read(&csv.replace('\n', "\r\n"), ProblemFormat::Csv);
    assert_eq!(with_returns, rows, "line ends do not matter");
}

#[test]
fn bad_lines_do_not_stop_reading() {
    let mut file = vec![b'x'; MAX_TEXT + 10];
    file.extend_from_slice(b"\n\xff\xfe\n");
    file.extend_from_slice(BOARD.as_bytes());
    file.extend_from_slice(b" b -\n");
    let all: Vec<_> =
        statements(&file[..], ProblemFormat::Lines).map(|statement| statement.expect("memory")).collect();
    let codes: Vec<_> = all.iter().map(|statement| statement.fault.as_ref().map(LineFault::code)).collect();
    assert_eq!(codes, [Some("line-too-long"), Some("not-text"), None]);
    assert_eq!(all[2].line, 3);
}

#[test]
fn table_without_positions_has_one_fault() {
    let [row] = &read("id,text\na,b\nc,d\n", ProblemFormat::Csv)[..] else { panic!("one row") };
    let headings = ["id", "text"].map(str::to_owned).to_vec();
    assert_eq!((row.line, &row.fault), (1, &Some(LineFault::NoFen(headings))));
}

#[test]
fn epd_keeps_unknown_operations() {
    let line = format!("{BOARD} b - 5 63; stip \"h#2.5\"; c0 \"a; b\"; solutions 3; acd 4;");
    let [statement] = &read(&line, ProblemFormat::Lines)[..] else { panic!("one line, one problem") };
    assert_eq!(statement.further, ["c0 \"a; b\"", "acd 4"].map(ExtraColumn::operation));
    let [comment, depth] = &statement.further[..] else { panic!("two") };
    assert_eq!((comment.value.as_str(), comment.operand), ("a; b", Operand::Quoted));
    assert_eq!((depth.value.as_str(), depth.operand), ("4", Operand::Bare));
    let problem = Problem::from_statement(Game::GLINSKI, statement, None).expect("a problem");
    assert_eq!(stipulation_text(&Game::GLINSKI, problem.stipulation), "h#2.5");
    assert_eq!(problem.solutions, Some(3));
    let many = Statement { solutions: "many".to_owned(), ..statement.clone() };
    let error = Problem::from_statement(Game::GLINSKI, &many, None).expect_err("not a number");
    assert_eq!(error.code(), "unknown-solutions");
}

#[test]
fn keys_are_read_in_any_notation() {
    let claim = |keys: &str| {
        let [statement] = &read(&format!("{BOARD} b - dm 2; bm {keys};"), ProblemFormat::Lines)[..] else {
            panic!("one line, one problem")
        };
        Problem::from_statement(Game::GLINSKI, statement, None).expect("a problem").claim
    };
    for text in ["Kf3", "1.Kg3-f3!", "1...g3-f3", "1. Kf3 (2.Qa1) Kc5 2.Kc1#", "Kg3-f3, g3f3"] {
        assert_eq!(claim(text).moves(), claim("g3f3").moves(), "{text}");
    }
    assert_eq!(claim("").moves(), Some(Vec::new()));
    // A rook in Hungarian: with English letters it would be a bishop, of which Black has none.
    assert!(claim("Bc2b1").moves().is_some());
    let faults = claim("g3-f3 Ra1 what? Kf3 xyz!").keys.into_iter().filter_map(|key| key.meaning.err());
    assert_eq!(faults.collect::<Vec<_>>(), [KeyFault::Illegal, KeyFault::Unreadable]);
    assert_eq!(claim("g3-f3 Ra1").fault(), Some(("Ra1", KeyFault::Illegal)));
    assert_eq!(claim("the king, of course").fault(), Some(("the king, of course", KeyFault::Unreadable)));
    let both_knights = KeyClaim::parse("Nf4", &Position::start(Game::GLINSKI));
    assert_eq!(both_knights.fault(), Some(("Nf4", KeyFault::Ambiguous)));
}
