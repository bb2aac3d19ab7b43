//! Games and problems as PGN, CSV, JSON, EPD and lists of moves: reading restores what was written.

use std::io::{self, Read};

use crate::laws::{annotated, every_letters, random};
use hexmate_games::archive::{ArchiveForm, list_line, records, variant_line};
use hexmate_games::pgn::{Annotation, Notation, PgnText, PlayedGame};
use hexmate_games::validate;
use hexmate_games::validate::{CheckedGame, GameText, Games};
use hexmate_position::{CellNames, Dialect, FenForm, Letters};
use hexmate_position::{Game, Position, Setup};
use hexmate_problems::{ExtraColumn, ProblemFormat, Statement, statements};
use hexmate_report::{GameRow, InputColumns, PositionRow, csv_header, csv_row, json_row};
use hexmate_text::MAX_TEXT;

fn read(text: &str) -> GameText {
    let mut games = Games::with_comments(text.as_bytes());
    games.next().expect("a game").expect("memory can be read")
}

fn read_archive(text: &str, form: ArchiveForm) -> GameText {
    records(text.as_bytes(), form).next().expect("a game").expect("memory can be read")
}

fn understood(game: Game, text: &GameText) -> PlayedGame {
    let checked = CheckedGame::of(game, text);
    assert_eq!(checked.fault, None);
    validate::played_game(game, text, &checked.letters, checked.moves)
        .expect("the moves follow from the start")
}

fn pgn(game: &PlayedGame) -> String {
    PgnText { game, notation: Notation::San, letters: &Letters::ENGLISH }.to_string()
}

/// Returns moves, result and annotations in their order for comparison, without empty variations.
fn content(game: &PlayedGame) -> impl PartialEq + std::fmt::Debug + use<> {
    let mut annotations = game.annotations.clone();
    annotations.retain(|_, annotation| *annotation != Annotation::Variation(Vec::new()));
    (game.moves().to_vec(), game.result, annotations)
}

/// Asserts that two texts are equal; the texts are long, so only the first different line is shown.
#[track_caller]
fn assert_same(found: &str, expected: &str) {
    let differing = found.lines().zip(expected.lines()).find(|(found, expected)| found != expected);
    assert_eq!(differing, None);
    assert_eq!(found.len(), expected.len());
}

/// Returns the usual forms of move lists.
fn forms() -> impl Iterator<Item = FenForm> {
    let with_j = FenForm { order: Dialect::Rank, cells: Some(CellNames::WithJ) };
    [FenForm::default(), Dialect::Fairy.into(), with_j].into_iter()
}

#[test]
#[ignore = "long: make verify"]
fn game_survives_every_format() {
    fn law(game: Game) {
        for played in annotated::games(game, 7) {
            let written = pgn(&played);
            for notation in Notation::ALL {
                for letters in &every_letters() {
                    let text = PgnText { game: &played, notation, letters }.to_string();
                    let back = understood(game, &read(&text));
                    assert!(content(&back) == content(&played), "{text}");
                    assert_same(&pgn(&back), &written);
                }
            }
            let row = GameRow(&played);
            let table = csv_header::<GameRow<'_>>() + &csv_row(&row);
            let object = json_row(&row);
            for (text, form) in [(table, ArchiveForm::Table), (object, ArchiveForm::Json)] {
                let back = understood(game, &read_archive(&text, form));
                assert!(content(&back) == content(&played), "{text}");
                let tags = |game: &PlayedGame| {
                    let is_tag = |(name, _): &&(String, String)| !["Variant", "FEN"].contains(&name.as_str());
                    game.tags.iter().filter(is_tag).cloned().collect::<Vec<_>>()
                };
                assert_eq!(tags(&back), tags(&played), "{text}");
                assert_same(&pgn(&back), &written);
            }
            for form in forms() {
                let list = variant_line(game, form) + &list_line(&played, form);
                let text = GameText { form, ..read_archive(&list, ArchiveForm::List) };
                let bare = understood(game, &text);
                assert_eq!((bare.start(), bare.moves()), (played.start(), played.moves()));
            }
            for names in CellNames::ALL {
                let letters = &Letters::ENGLISH.with_cells(names);
                let text = PgnText { game: &played, notation: Notation::San, letters }.to_string();
                assert!(content(&understood(game, &read(&text))) == content(&played), "{text}");
            }
        }
    }
    Game::ALL.iter().copied().for_each(law);
}

/// Movetexts that are written as they are read.
const ANNOTATED: [&str; 14] = [
    "1. e5 {a} (1. g5 {b}) {c} 1... e6 *",
    "1. e5 (1. g5) {between} (1. d4) {behind} 1... e6 *",
    "1. e5 {a} $1 {b} $14 1... e6 *",
    "1. e5 (1. g5) $1 {c} $2 1... e6 *",
    "$13 {before} 1. e5 {} 1... e6 {} *",
    "{a} {b} 1. e5 e6 *",
    "1. e5 ({begin} 1. g5 $3 {a} (1. d4 {in} $4) {b} (1. f6) $5 {end}) 1... e6 *",
    "1. e5 ({only a comment}) {c} 1... e6 *",
    "1. e5 (1. g5 (1. d4 ({x} 1. f6 {y}) {z})) 1... e6 *",
    "1. e5 e6 {before} * {after} {the result}",
    "1. e5 e6 (1... g6 {a}) {b} 1-0 {c}",
    "* {no moves}",
    "{before} *",
    "1. e5 (1. g5) ; a closing } brace\n(1. d4) {c} 1... e6 * ; behind } it",
];

/// Returns a game in PGN without its tags.
fn movetext(game: &PlayedGame) -> String {
    pgn(game).split_once("\n\n").map(|(_, text)| text.trim_end().to_owned()).expect("a heading")
}

#[test]
fn annotations_keep_their_places() {
    for text in ANNOTATED {
        let game = understood(Game::GLINSKI, &read(&format!("[Event \"x\"]\n\n{text}\n")));
        assert_eq!(movetext(&game), text);
        let row = GameRow(&game);
        let table = csv_header::<GameRow<'_>>() + &csv_row(&row);
        for (archived, form) in [(table, ArchiveForm::Table), (json_row(&row), ArchiveForm::Json)] {
            let back = understood(Game::GLINSKI, &read_archive(&archived, form));
            assert_eq!(movetext(&back), text, "{archived}");
        }
        let stored = serde_json::to_string(&game).expect("written");
        assert_eq!(serde_json::from_str::<PlayedGame>(&stored).ok(), Some(game), "{stored}");
    }
}

/// Lists of older programs have pairs alone: glyphs come before comments, and those before variations.
#[test]
fn pairs_have_usual_order() {
    let text = r#"{"moves":"g4g5","variations":[[1,"(f5f6)"]],"comments":[[1,"a"],[0,"b"]],"nags":[[1,3]]}"#;
    let game = understood(Game::GLINSKI, &read_archive(text, ArchiveForm::Json));
    assert_eq!(movetext(&game), "{b} 1. g5 $3 {a} (1. f6) *");
}

/// Each case: a file of games, the fault with its place, and the tags that are kept.
#[test]
fn archive_values_are_kept_or_rejected() {
    let table = |text: &str| read_archive(text, ArchiveForm::Table);
    let json = |text: &str| read_archive(text, ArchiveForm::Json);
    for (game, fault, tags) in [
        // Unknown columns and members become tags.
        (
            table("moves,event,eco,White Elo,my note,,result\nf5f6,Cup,A00,2100,x,y,1-0"),
            "",
            "Event=Cup ECO=A00 WhiteElo=2100 my note=x Column6=y",
        ),
        (
            json(r#"{"moves":"f5f6","Event":"Cup","round":3,"rated":true,"x":"","y":null}"#),
            "",
            "Event=Cup Round=3 rated=true x=",
        ),
        (table("sep=;\nWhite;Moves\nŐ;f5f6\n"), "", "White=Ő"),
        (table("moves,tags\nf5f6,\"{\"\"Event\"\":\"\"\"\",\"\"n\"\":1}\""), "", "Event= n=1"),
        (json(r#"{"moves":["f5f6","f7f6"],"tags":{"White":"A"},"white":"A"}"#), "", "White=A"),
        (json(r#"{"moves":"","comments":"[[0,\"x\"]]","tags":null}"#), "", ""),
        // A tag with two values.
        (table("moves,white,tags\n,B,\"{\"\"White\"\":\"\"A\"\"}\""), "repeated-value 2:2", "White=A"),
        (table("moves,eco,ECO\n,A,B"), "repeated-value 2:4", "ECO=A"),
        (table("moves,eco,ECO\n,A,A"), "", "ECO=A"),
        (json(r#"{"moves":"f5f6","moves":"f5f7"}"#), "repeated-value 1:25", ""),
        (json(r#"{"moves":"","tags":{"a":"1","A":"2"}}"#), "repeated-value 1:20", "a=1"),
        // The date column repeats another date tag.
        (table("moves,date,tags\n,1980,\"{\"\"EventDate\"\":\"\"1980\"\"}\""), "", "EventDate=1980"),
        (
            table("moves,date,tags\n,1981,\"{\"\"EventDate\"\":\"\"1980\"\"}\""),
            "",
            "EventDate=1980 Date=1981",
        ),
        // Values of the wrong form.
        (table("moves,result\n,banana"), "unreadable-value 2:2", ""),
        (json(r#"{"moves":"","result":1}"#), "unreadable-value 1:22", ""),
        (table("moves,comments\n,x"), "unreadable-value 2:2", ""),
        (table("moves,comments\n,\"[[2,\"\"x\"\"]]\""), "unreadable-value 2:2", ""),
        (table("moves,comments\n,\"[[1,\"\"x\"\",\"\"y\"\"]]\""), "unreadable-value 2:2", ""),
        (json(r#"{"moves":"f5f6","nags":[[2,2]]}"#), "unreadable-value 1:24", ""),
        (json(r#"{"moves":"f5f6","variations":[[2,"(f5f6)"]]}"#), "unreadable-value 1:30", ""),
        (table("moves,comments\nf5f6,\"[[1,\"\"x\"\"],3]\""), "unreadable-value 2:6", ""),
        (json(r#"{"moves":"f5f6","nags":[[1,256]]}"#), "unreadable-value 1:24", ""),
        (json(r#"{"moves":"f5f6","nags":[[-1,2]]}"#), "unreadable-value 1:24", ""),
        (json(r#"{"moves":"f5f6","variations":[[1,"f5f7"]]}"#), "unreadable-value 1:30", ""),
        (json(r#"{"moves":"f5f6","variations":[[1,"(f5f7"]]}"#), "unreadable-value 1:30", ""),
        (json(r#"{"moves":"f5f6","tags":[]}"#), "unreadable-value 1:24", ""),
        (json(r#"{"moves":"","tags":{"a":{}}}"#), "unreadable-value 1:20", ""),
        (json(r#"{"moves":"","white":["A"]}"#), "unreadable-value 1:21", ""),
        (json(r#"{"moves":7}"#), "unreadable-value 1:10", ""),
        (json(r#"{"moves":["f5f6",7]}"#), "unreadable-value 1:10", ""),
        // Rows that are not games.
        (json(r#"{"white":"A"}"#), "no-moves 1:1", "White=A"),
        (json(r#"{"moves":null}"#), "no-moves 1:1", ""),
        (json(r#"{"moves":"f5f6""#), "no-object 1:15", ""),
        (json("[1]"), "no-object 1:1", ""),
        (table("white,moves\nA"), "no-moves 2:1", "White=A"),
        (table("white,moves\nA,\"f5f6"), "unclosed-quote 2:3", "White=A"),
        (table("white,moves\n\"A\" B,f5f6"), "text-after-quote 2:5", ""),
    ] {
        let found = game.fault.map_or_else(String::new, |fault| {
            let kind = validate::FaultKind::from(fault.kind);
            format!("{} {}:{}", kind.code(), fault.place.line, fault.place.column)
        });
        let tags_found: Vec<String> =
            game.tags.iter().map(|tag| format!("{}={}", tag.name, tag.text)).collect();
        assert_eq!((found.as_str(), tags_found.join(" ").as_str()), (fault, tags), "{game:?}");
    }
}

#[test]
fn games_after_unclosed_quote_are_read() {
    let text = "white,moves\nA,f5f6\nB,\"f5f6\nC,f5f6\n\"D\",f5f6\nE,\"f5f6\n";
    let games = records(text.as_bytes(), ArchiveForm::Table).map(|game| game.expect("memory"));
    let outcomes = games.map(|game| {
        let white = game.tag("White").map(|tag| tag.text.to_owned()).unwrap_or_default();
        (white, game.words.len(), game.fault.map(|fault| fault.place.line))
    });
    let outcomes: Vec<_> = outcomes.collect();
    let game = |white: &str, words, fault| (white.to_owned(), words, fault);
    assert_eq!(
        outcomes,
        [
            game("A", 1, None),
            game("B", 0, Some(3)),
            game("C", 1, None),
            game("D", 1, None),
            game("E", 0, Some(6)),
        ]
    );
}

#[test]
fn long_texts_are_kept_or_rejected() {
    let long = |more: usize| "x".repeat(MAX_TEXT + more);
    for (form, text) in [
        (
            ArchiveForm::Json,
            (|text: &str| format!("{{\"moves\":\"\",\"white\":\"{text}\"}}\n")) as fn(&str) -> _,
        ),
        (ArchiveForm::Table, |text| format!("moves,white\n,{text}\n")),
        (ArchiveForm::Json, |text| format!("{{\"moves\":\"\",\"comments\":[[0,\"{text}\"]]}}\n")),
        (ArchiveForm::Table, |text| format!("moves,comments\n,\"[[0,\"\"{text}\"\"]]\"\n")),
        (ArchiveForm::Json, |text| format!("{{\"moves\":\"\",\"tags\":{{\"White\":\"{text}\"}}}}\n")),
    ] {
        for (more, expected) in [(0, None), (1, Some("text-too-long"))] {
            let game = read_archive(&text(&long(more)), form);
            let code = game.fault.map(|fault| validate::FaultKind::from(fault.kind).code());
            assert_eq!(code, expected, "{form:?}");
        }
    }
    // Endless lines are read in constant memory.
    let endless = |length| io::BufReader::new(io::repeat(b'x').take(length).chain(&b"\nf5f6\n"[..]));
    for form in [ArchiveForm::Json, ArchiveForm::List, ArchiveForm::Table] {
        let games: Vec<_> = records(endless(1 << 26), form).map(|game| game.expect("memory")).collect();
        assert!(games[0].fault.is_some(), "{form:?}");
        assert_eq!(games.last().map(|game| game.place.line), Some(2), "{form:?}");
    }
}

/// Texts that need escaping in a table or an EPD.
const HARD: [&str; 9] = [
    "a \"b\"; c",
    "it's, so|to\tsay",
    "two\nlines\r\n\u{85}three",
    "back\\slash\\",
    "\\n \\\" \\u{41}",
    "\u{1b}[31m\u{202e}",
    "#3",
    "Ő 漢 🙂",
    "=1+1",
];

#[test]
fn problems_survive_tables_and_epd() {
    for (game, seed) in Game::ALL.iter().copied().zip(1..) {
        let Some(position) = random::thin(game, seed) else { continue };
        for (number, text) in HARD.iter().enumerate() {
            let mut texts = HARD.iter().cycle().skip(number).map(|&text| text.to_owned());
            let mut next = || texts.next().expect("an endless cycle");
            let further = ["year", "Jahr", "a_1"].map(|name| ExtraColumn::cell(name, text));
            let (id, keys, solutions, twin) = (next(), next(), next(), next());
            let (author, source, stipulation) = (next(), next(), "h#2".to_owned());
            let variant = game.name.to_owned();
            let fen = position.to_fen();
            let problem = Statement {
                line: 1,
                column: 1,
                id,
                variant,
                fen,
                stipulation,
                keys,
                solutions,
                twin,
                author,
                source,
                further: further.to_vec(),
                ..Statement::default()
            };
            let same = |format, text: &str| {
                let read = statements(text.as_bytes(), format).next().expect("a problem").expect("memory");
                let variant =
                    if read.variant.is_empty() { "glinski".to_owned() } else { read.variant.clone() };
                assert_eq!(
                    Statement { line: 1, column: 1, first_line: 0, variant, headings: Vec::new(), ..read },
                    problem,
                    "{text}"
                );
            };
            let row = PositionRow::new(game, &problem, problem.fen.clone());
            same(ProblemFormat::Lines, &row.to_epd_line());
            let own = InputColumns::of(&row.further_cells());
            let table =
                own.header(&csv_header::<PositionRow>()) + &own.row(&csv_row(&row), &row.further_cells());
            let table = table.replacen("further", "", 1);
            same(ProblemFormat::Csv, &table);
        }
    }
}

#[test]
fn start_position_matches_every_dialect() {
    let start = Setup::from(&Position::start(Game::GLINSKI));
    let usual = Dialect::USUAL.map(|dialect| start.to_fen_in(dialect));
    assert_eq!(
        usual,
        [
            "b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - 0 1",
            "6/p5P/rp4PR/n1p3P1N/q2p2P2Q/bbb1p1P1BBB/k2p2P2K/n1p3P1N/rp4PR/p5P/6 w - - 0 1",
            "6/P5p/RP4pr/N1P3p1n/Q2P2p2q/BBB1P1p1bbb/K2P2p2k/N1P3p1n/RP4pr/P5p/6 w - 0 1",
            "1prnqb/2p2bk/3p1b1n/4p3r/5ppppp/11/PPPPP5/R3P4/N1B1P3/QB2P2/BKNRP1 w - 0 1",
            "BKNRP1/QB2P2/N1B1P3/R3P4/PPPPP5/11/5ppppp/4p3r/3p1b1n/2p2bk/1prnqb w - 0 1",
            "*****1prnqb/****2p2bk/***3p1b1n/**4p3r/*5ppppp/11/PPPPP5*/R3P4**/N1B1P3***/QB2P2****/BKNRP1***** \
             w - - 0 1",
        ]
    );
    for dialect in Dialect::ALL {
        let fen = start.to_fen_in(dialect);
        assert_eq!(Setup::from_fen_in(Game::GLINSKI, &fen, dialect), Ok(start.clone()), "{}", dialect.name());
        // Ranks have two orders with the same widths, files and slanted rows twelve.
        let fitting = match dialect.name() {
            "fairy" | "lines" => 1,
            name if name.starts_with("rank") => 2,
            _ => 12,
        };
        assert_eq!(Dialect::fitting(Game::GLINSKI, &fen).len(), fitting, "{}", dialect.name());
    }
}

#[test]
fn fen_round_trips_in_every_dialect() {
    fn law(game: Game) {
        let thin = (0..50).filter_map(|seed| random::thin(game, seed));
        for setup in thin.chain(random::game(game, 1, 40)).map(|position| Setup::from(&position)) {
            for dialect in Dialect::ALL {
                let fen = setup.to_fen_in(dialect);
                assert_eq!(Setup::from_fen_in(game, &fen, dialect), Ok(setup.clone()), "{fen}");
            }
        }
    }
    law(Game::GLINSKI);
    law(Game::MINI);
    law(Game::ECHEX3);
    law(Game::ECHEX6);
}
