//! The pages of `docs/standard` list every code, word, letter and start position.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use hexmate_core::perft::{Kind, reference};
use hexmate_core::rules::Role;
use hexmate_diagram::{View, ascii};
use hexmate_games::validate::{CheckedGame, Games};
use hexmate_position::{Dialect, Leniency};
use hexmate_position::{Game, Position, Setup};
use hexmate_problems::{ProblemFormat, statements};

use super::rows::{FenRow, GameRow, PositionRow, TextRow};
use super::{game, read};
use crate::laws::every_letters;

fn pages_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/standard")
}

fn page(name: &str) -> String {
    fs::read_to_string(pages_folder().join(name).with_extension("md")).expect(name)
}

/// Returns the texts of a page between backquotes.
fn code_words(text: &str) -> BTreeSet<&str> {
    text.lines().flat_map(|line| line.split('`').skip(1).step_by(2)).collect()
}

fn assert_listed<'w>(name: &str, words: impl IntoIterator<Item = &'w str>) {
    let text = page(name);
    let listed = code_words(&text);
    let lacking: BTreeSet<&str> = words.into_iter().filter(|word| !listed.contains(word)).collect();
    assert_eq!(lacking, BTreeSet::new(), "{name}.md");
}

/// Returns the fenced code blocks of a page with this info word.
fn examples(name: &str, word: &str) -> Vec<String> {
    let text = page(name);
    let open = format!("\n```{word}\n");
    let blocks: Vec<&str> = text.split(open.as_str()).skip(1).collect();
    blocks.iter().map(|rest| rest.split("```").next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn pages_list_every_suite_code() {
    let fens: Vec<FenRow> = read("fens");
    assert_listed("fen", fens.iter().flat_map(|row| &row.codes).map(String::as_str));
    assert_listed("README", fens.iter().map(|row| row.verdict.as_str()));
    let texts: Vec<TextRow> = read("texts");
    assert_listed(
        "moves",
        texts.iter().flat_map(|row| &row.texts).flat_map(|text| &text.code).map(String::as_str),
    );
    let positions: Vec<PositionRow> = read("positions");
    assert_listed(
        "README",
        positions.iter().flat_map(|row| row.kinds.iter().chain(&row.faults)).map(String::as_str),
    );
    let games: Vec<GameRow> = read("games");
    let ends = games.iter().map(|row| row.end.as_str()).filter(|&end| end != "unfinished");
    assert_listed("rules", ends.chain(games.iter().flat_map(|row| &row.claims).map(String::as_str)));
}

#[test]
fn pages_list_every_library_name() {
    assert_listed("README", Game::ALL.iter().map(|game| game.name));
    assert_listed("moves", Leniency::ALL.map(Leniency::code));
    assert_listed("perft", Kind::ALL.map(Kind::name));
    assert_listed("fen", Dialect::ALL.map(Dialect::name));
    let table = page("moves");
    for letters in every_letters() {
        let cells = Role::ALL.map(|role| letters.letter(role)).join(" | ");
        assert!(table.contains(&format!("| {} | {cells} |", letters.name())), "{}: {cells}", letters.name());
    }
}

#[test]
fn pages_show_right_start_positions() {
    let fens = page("fen");
    for game in Game::ALL.iter().filter(|game| !game.name.starts_with("echex") || game.name == "echex3") {
        let fen = Position::start(*game).to_fen();
        assert!(fens.contains(&format!("| `{}` | `{fen}` |", game.name)), "{}: {fen}", game.name);
    }
    let start = Setup::from(&Position::start(Game::GLINSKI));
    assert_listed("fen", Dialect::USUAL.map(|order| start.to_fen_in(order)).iter().map(String::as_str));
    let drawn = examples("boards", "text");
    for name in ["glinski", "mini", "echex3"] {
        let board = ascii(&Setup::from(&Position::start(game(name))), View::default());
        assert!(drawn.contains(&board), "{name}:\n{board}");
    }
}

#[test]
fn page_examples_are_correct() {
    for pgn in examples("pgn", "text") {
        let text = Games::new(pgn.as_bytes()).next().expect("a game").expect("memory can be read");
        let variant = text.tag("Variant").expect("a game's name").text.to_owned();
        let checked = CheckedGame::of(game(&variant), &text);
        assert_eq!((checked.fault, checked.moves.len()), (None, 4), "{pgn}");
    }
    for epd in examples("epd", "text") {
        let statement =
            statements(epd.as_bytes(), ProblemFormat::Lines).next().expect("a line").expect("memory");
        assert_eq!(statement.stipulation, "#2");
        Position::from_fen(Game::GLINSKI, &statement.fen).expect("a legal position");
    }
    let tables = examples("perft", "text");
    for case in tables.iter().flat_map(|table| reference::read(table)) {
        let case = case.expect("a case");
        let position = Position::from_fen(game(case.variant.text), case.fen.text).expect("legal");
        for count in &case.counts {
            assert_eq!(position.perft(count.depth), count.nodes);
        }
    }
    assert_eq!(tables.len(), 1);
}
