//! What holds for any bytes: the readers end, never panic, and what they understand reads back.

use hexmate_batch::log::Header;
use hexmate_games::archive;
use hexmate_games::archive::ArchiveForm;
use hexmate_games::pgn::{EventKind, Notation, PlayedGame, Reader, Written};
use hexmate_games::repair::repair;
use hexmate_games::validate;
use hexmate_games::validate::{CheckedGame, GameText, Games, Reading};
use hexmate_position::Place;
use hexmate_position::{Dialect, Leniencies, Letters, Long, LongNamed, MoveText, San, Uci};
use hexmate_position::{Game, Position, Setup};
use hexmate_problems as problem;
use hexmate_problems::{Format, Problem};
use hexmate_report as report;
use hexmate_report::csv_rows;
use hexmate_report::markup::Markup;
use hexmate_tasks::{Sheet, Solved};

/// A FEN that can be read is written and read as the same in its dialect.
pub fn fen(data: &[u8]) {
    fn law(game: Game, data: &str) {
        for dialect in Dialect::ALL {
            match Setup::from_fen_in(game, data, dialect) {
                Ok(setup) => {
                    let written = setup.to_fen_in(dialect);
                    let read = Setup::from_fen_in(game, &written, dialect);
                    assert_eq!(read, Ok(setup.clone()), "{written}");
                    let _ = setup.into_position();
                }
                Err(error) => assert!(error.offset <= data.len()),
            }
        }
    }
    let Ok(text) = str::from_utf8(data) else { return };
    law(Game::GLINSKI, text);
    law(Game::ECHEX3, text);
}

/// A written move that is understood is legal, is one of its own readings, and reads back from every notation.
pub fn moves(data: &[u8]) {
    let position = Position::start(Game::GLINSKI);
    let after = ["e4e5", "f7f6", "e1c3", "e10c6", "f3b1", "b7b6"];
    let moves = after.iter().filter_map(|text| Uci::parse(position.game().shape, text.as_bytes()));
    let middle = moves.fold(position.clone(), |position, m| position.play_unchecked(m));
    for letters in Letters::ALL.iter().chain(&[Letters::FIGURINES]) {
        let text = match MoveText::parse(data, letters) {
            Ok(text) => text,
            Err(error) => {
                assert!(error.offset <= data.len());
                continue;
            }
        };
        for position in [&position, &middle] {
            let _ = text.resolve_allowing(position, Leniencies::NONE);
            let Ok(m) = text.resolve(position) else {
                let _ = text.nearest(position);
                continue;
            };
            assert!(position.is_legal(m) && text.readings(position).contains(&m));
            for written in [
                San { position, m, letters }.to_string(),
                Long { position, m, letters }.to_string(),
                LongNamed { position, m, letters }.to_string(),
                Uci(position.game().shape, m).to_string(),
            ] {
                let read = MoveText::parse(written.as_bytes(), letters).expect(&written);
                assert_eq!(read.resolve(position), Ok(m), "{written}");
            }
        }
    }
}

/// Every game of a file is judged; one that stands is written and read as the same.
pub fn pgn(data: &[u8]) {
    let games: Vec<GameText> =
        Games::with_comments(data).map(|game| game.expect("memory can be read")).collect();
    assert!(games.len() <= data.len());
    let places: Vec<Place> =
        games.iter().flat_map(|game| game.words.iter()).map(|word| word.place()).collect();
    assert_eq!(places, move_places(data));
    games.iter().for_each(judge);
}

/// Where the moves of main lines stand, as the reader tells them one by one.
fn move_places(data: &[u8]) -> Vec<Place> {
    let mut reader = Reader::new(data);
    let mut places = Vec::new();
    while let Some(event) = reader.next_event().expect("memory can be read") {
        if matches!(event.kind, EventKind::Move(_)) && event.depth == 0 {
            places.push(event.place);
        }
    }
    places
}

/// A game in whatever form it came.
fn judge(game: &GameText) {
    let strict = Reading { allowed: Leniencies::NONE, ..Reading::default() };
    let refused = CheckedGame::judge(Game::GLINSKI, game, strict);
    let checked = CheckedGame::of(Game::GLINSKI, game);
    assert!(refused.moves.len() <= checked.moves.len() || refused.letters != checked.letters);
    if game.words.len() < 16 {
        let _ = repair(game, &checked);
    }
    if checked.fault.is_some() {
        return;
    }
    let written: PlayedGame =
        validate::played_game(Game::GLINSKI, game, &checked.letters, checked.moves.iter().copied())
            .expect("legal moves");
    let text = Written { game: &written, notation: Notation::San, letters: &Letters::ENGLISH }.to_string();
    let again = Games::with_comments(text.as_bytes()).next().expect("a game").expect("memory can be read");
    let read = CheckedGame::of(Game::GLINSKI, &again);
    assert_eq!((read.fault, read.moves), (None, checked.moves), "{text}");
}

/// Lines of problems are statements, each understood or refused.
pub fn epd(data: &[u8]) {
    statements(data, Format::Lines);
}

/// So are the rows of tables, and tables and lists of games are judged.
pub fn csv(data: &[u8]) {
    statements(data, Format::Csv);
    for form in [ArchiveForm::Table, ArchiveForm::Json, ArchiveForm::List] {
        for game in archive::records(data, form) {
            judge(&game.expect("memory can be read"));
        }
    }
}

fn statements(data: &[u8], format: Format) {
    for statement in problem::statements(data, format) {
        let statement = statement.expect("memory can be read");
        if let Ok(problem) = Problem::from_statement(Game::GLINSKI, &statement, None) {
            let _ =
                (problem.twins(&statement.twin), problem.twins(&statement.fen), problem.twins(&statement.id));
        }
    }
}

/// A header is read as the same again, names no more than kinds of output, and is short; an entry that is admitted has no
/// script.
pub fn log(data: &[u8]) {
    if let Ok(header) = Header::<hexmate_report::recorded::Recorded>::parse(data) {
        let written = serde_json::to_string(&header).expect("a header can be written");
        assert_eq!(
            Header::<hexmate_report::recorded::Recorded>::parse(written.as_bytes()).as_ref(),
            Ok(&header),
            "{written}"
        );
    }
    let text = String::from_utf8_lossy(data);
    for markup in [Markup::Article, Markup::Picture].into_iter().filter(|markup| markup.admits(&text)) {
        has_no_script(&text, markup);
    }
    if let Ok(solved) = serde_json::from_slice::<Solved>(data)
        && solved.check(&[report::Format::Csv], &[Sheet::Pgn]).is_ok()
    {
        solved.picture.iter().for_each(|picture| has_no_script(picture, Markup::Picture));
        assert!(solved.rows.iter().all(|row| csv_rows(row).is_some_and(|(rows, _)| rows == 1)), "{text}");
    }
}

fn has_no_script(text: &str, markup: Markup) {
    for tag in text.split('<').skip(1) {
        let tag = tag.split('>').next().unwrap_or_default();
        let name = tag.trim_start_matches('/').split([' ', '\n', '/']).next().unwrap_or_default();
        let is_harmful =
            ["script", "style", "image", "foreignObject", "iframe", "animate", "set", ""].contains(&name);
        assert!(!is_harmful && name.chars().all(|c| c.is_ascii_alphanumeric()), "{markup:?} {text}");
        let mut names = tag.split('"').step_by(2).filter_map(|name| name.split_whitespace().last());
        assert!(!names.any(|name| name.to_ascii_lowercase().starts_with("on")), "{markup:?} {text}");
    }
}
