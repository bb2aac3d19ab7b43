//! Laws for any bytes: the readers end without panic, and everything they accept reads back.

use std::io::Cursor;

use hexmate_batch::log::Header;
use hexmate_batch::{StopFlag, Task};
use hexmate_games::archive;
use hexmate_games::archive::ArchiveForm;
use hexmate_games::pgn::{EventKind, Notation, PgnText, PlayedGame, Reader};
use hexmate_games::repair::repair;
use hexmate_games::validate;
use hexmate_games::validate::{CheckedGame, GameText, Games, ReadOptions};
use hexmate_player::Limits;
use hexmate_player::uci::{self, Command, chosen_move, chosen_or_first_word, chosen_word};
use hexmate_position::{Dialect, Leniencies, Letters, Long, LongNamed, MoveText, San, Uci};
use hexmate_position::{FenForm, Game, History, MaterialRule, Position, Setup};
use hexmate_problems as problem;
use hexmate_problems::interchange::{entry_json, entry_yaml, popeye_text};
use hexmate_problems::{Problem, ProblemFormat, Solved};
use hexmate_report::recorded::{Recorded, RecordedAnalyses, RecordedChecks};
use hexmate_report::{
    AnalyseForm, Analysed, Checked, Format, Formulas, SolveForm, SolveLook, SolveRecord, Target,
    TargetFormat, ValidateForm,
};
use hexmate_tasks::records::{Item, Record, Records};
use hexmate_tasks::{Analyse, Convert, EndingTables};
use hexmate_text::Place;

/// An accepted FEN reads back in its dialect.
pub fn fen(data: &[u8]) {
    fn law(game: Game, data: &str) {
        for dialect in Dialect::USUAL {
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

/// A resolved move is legal, is among the readings of its text, and reads back from every notation.
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

/// Every game of a file can be checked; a legal game reads back.
pub fn pgn(data: &[u8]) {
    let games: Vec<GameText> =
        Games::with_comments(data).map(|game| game.expect("memory can be read")).collect();
    assert!(games.len() <= data.len());
    let places: Vec<Place> =
        games.iter().flat_map(|game| game.words.iter()).map(|word| word.place()).collect();
    assert_eq!(places, move_places(data));
    games.iter().for_each(check_game);
}

/// Returns the places of the moves of main lines by the event reader.
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

/// Checks, repairs and writes a game; a legal game reads back.
fn check_game(game: &GameText) {
    let strict = ReadOptions { allowed: Leniencies::NONE, ..ReadOptions::default() };
    let without_leniencies = CheckedGame::check(Game::GLINSKI, game, strict);
    let checked = CheckedGame::of(Game::GLINSKI, game);
    assert!(
        without_leniencies.moves.len() <= checked.moves.len()
            || without_leniencies.letters != checked.letters
    );
    if game.words.len() < 16 {
        let _ = repair(game, &checked);
    }
    if checked.fault.is_some() {
        return;
    }
    let written: PlayedGame =
        validate::played_game(Game::GLINSKI, game, &checked.letters, checked.moves.iter().copied())
            .expect("legal moves");
    let text = PgnText { game: &written, notation: Notation::San, letters: &Letters::ENGLISH }.to_string();
    let again = Games::with_comments(text.as_bytes()).next().expect("a game").expect("memory can be read");
    let read = CheckedGame::of(Game::GLINSKI, &again);
    assert_eq!((read.fault, read.moves), (None, checked.moves), "{text}");
}

/// Lines of problems are read, and their problems and twins accepted or rejected.
pub fn epd(data: &[u8]) {
    statements(data, ProblemFormat::Lines);
}

/// Tables are read like [`epd`]; tables and lists of games are checked.
pub fn csv(data: &[u8]) {
    statements(data, ProblemFormat::Csv);
    for form in [ArchiveForm::Table, ArchiveForm::Json, ArchiveForm::List] {
        for game in archive::records(data, form) {
            check_game(&game.expect("memory can be read"));
        }
    }
}

/// A position in a file of Popeye that is accepted reads back from the formats of other programs.
pub fn popeye(data: &[u8]) {
    interchange(data, ProblemFormat::Popeye);
}

/// A position in an entry of YACPDB, in YAML or JSON, reads back like those of [`popeye`].
pub fn yaml(data: &[u8]) {
    interchange(data, ProblemFormat::Entries);
}

fn interchange(data: &[u8], format: ProblemFormat) {
    statements(data, format);
    for statement in problem::statements(data, format) {
        let statement = statement.expect("memory can be read");
        let Ok(game) = statement.game(None) else { continue };
        let Some(setup) = statement.setup(game).ok().filter(|_| statement.fault.is_none()) else {
            continue;
        };
        let files = [
            (format!("BeginProblem\n{}EndProblem\n", popeye_text(&setup, &statement)), ProblemFormat::Popeye),
            (entry_yaml(&setup, &statement), ProblemFormat::Entries),
            (entry_json(&setup, &statement), ProblemFormat::Entries),
        ];
        for (file, format) in files {
            let mut all = problem::statements(file.as_bytes(), format);
            let read = all.next().expect("a problem").expect("memory can be read");
            assert_eq!(read.setup(game).as_ref(), Ok(&setup), "{file}");
            assert!(all.next().is_none(), "{file}");
        }
    }
}

/// The JSON of every record that is accepted reads back to the same JSON.
pub fn json(data: &[u8]) {
    let written = |data: Vec<u8>| -> Vec<String> {
        let records = Records::from_reader("-", Cursor::new(data)).with_comments().map_while(Result::ok);
        let task = Convert { game: None, reading: ReadOptions::default(), to: TargetFormat::Json };
        let texts = records.filter_map(|record| task.work(record).ok());
        texts.filter_map(|one| Some(json_target().render(&one.content).ok()?.text)).collect()
    };
    for text in written(data.to_vec()) {
        assert_eq!(written(text.clone().into_bytes()), std::slice::from_ref(&text), "{text}");
    }
}

fn json_target() -> Target {
    let form = FenForm::default();
    Target { format: TargetFormat::Json, notation: Notation::San, letters: Letters::ENGLISH, fen_form: form }
}

/// Analysed games have a score for each move, read back from logs, and keep their moves in PGN.
pub fn analyse(data: &[u8]) {
    let task = Analyse {
        game: None,
        limits: Limits::nodes(2),
        reading: ReadOptions::default(),
        endings: EndingTables::new(None),
        stop: StopFlag::default(),
    };
    let records = Records::from_reader("-", Cursor::new(data.to_vec())).with_comments();
    let is_short = |record: &Record| !matches!(&record.item, Item::Game(game) if game.words.len() > 8);
    for record in records.map_while(Result::ok).filter(is_short).take(2) {
        let analysed = task.work(record);
        let written = serde_json::to_string(&analysed).expect("a result can be written");
        assert_eq!(serde_json::from_str::<Analysed>(&written).as_ref().ok(), Some(&analysed), "{written}");
        let settings = RecordedAnalyses { format: Format::Json, language: SolveLook::default().language };
        for form in AnalyseForm::ALL {
            let fragment = form.renderer(&settings, Formulas::Kept).render(&analysed);
            let Some(game) = analysed.game.as_deref() else { continue };
            let moves = game.played().moves();
            assert_eq!(game.moves().count(), moves.len());
            if let Some(text) = fragment.into_text().filter(|_| form.name == "pgn") {
                let mut games = Games::with_comments(text.as_bytes());
                let read = games.next().expect("a game").expect("memory can be read");
                let read = CheckedGame::of(game.played().game(), &read);
                assert_eq!((read.fault, read.moves.as_slice()), (None, moves), "{text}");
            }
        }
    }
}

/// Answers of two engines, one on each line, are legal moves or end the game; what they played reads back.
pub fn matches(data: &[u8]) {
    let mut history = History::new(Position::start(Game::MINI));
    let mut moves = Vec::new();
    let text = String::from_utf8_lossy(data);
    for line in text.lines().take(60) {
        let _ = chosen_or_first_word(line);
        let position = history.position();
        let Some(m) = chosen_move(position, chosen_word(line)) else { break };
        assert!(position.is_legal(m), "{line}");
        history.play(m).expect("a legal move");
        moves.push(m);
        if history.end(MaterialRule::Draw).is_some() {
            break;
        }
    }
    let mut game = PlayedGame::from_moves(Position::start(Game::MINI), moves.iter().copied()).expect("legal");
    game.tags = ["White", "Black"].map(|name| (name.to_owned(), text.chars().take(60).collect())).to_vec();
    let written = PgnText { game: &game, notation: Notation::San, letters: &Letters::ENGLISH }.to_string();
    let read = Games::new(written.as_bytes()).next().expect("a game").expect("memory can be read");
    let read = CheckedGame::of(Game::MINI, &read);
    assert_eq!((read.fault, read.moves), (None, moves), "{written}");
}

/// A session answers every `isready`, and every search with one move that is legal or `0000`.
///
/// Searches are shortened and options that need memory or threads left out.
pub fn uci(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (mut session, mut ready, mut searches) = (String::new(), 0, 0);
    for line in text.lines() {
        let line = match Command::parse(line.trim_start_matches('\u{feff}')) {
            Some(Ok(Command::Quit)) => break,
            Some(Ok(Command::Go(go))) => match go.perft {
                Some(0 | 1) => line.to_owned(),
                Some(_) => continue,
                None => {
                    searches += 1;
                    let moves =
                        line.split_once("searchmoves").map(|(_, moves)| format!(" searchmoves {moves}"));
                    format!("go nodes 20{}\nstop", moves.unwrap_or_default())
                }
            },
            Some(Ok(Command::SetOption { name, .. })) if ["hash", "threads"].contains(&name.as_str()) => {
                continue;
            }
            Some(Ok(Command::IsReady)) => {
                ready += 1;
                line.to_owned()
            }
            _ => line.to_owned(),
        };
        session += &line;
        session.push('\n');
    }
    let mut output = Vec::new();
    uci::run(Game::MINI, session.as_bytes(), &mut output).expect("memory can be read");
    let output = String::from_utf8(output).expect("UTF-8");
    let lines = |word: &str| output.lines().filter(|line| line.split(' ').next() == Some(word)).count();
    assert_eq!((lines("readyok"), lines("bestmove")), (ready, searches), "{session}\n=>\n{output}");
}

fn statements(data: &[u8], format: ProblemFormat) {
    for statement in problem::statements(data, format) {
        let statement = statement.expect("memory can be read");
        if let Ok(problem) = Problem::from_statement(Game::GLINSKI, &statement, None) {
            let _ =
                (problem.twins(&statement.twin), problem.twins(&statement.fen), problem.twins(&statement.id));
        }
    }
}

/// Headers and results of logs read back, and results can be rendered in every form.
pub fn log(data: &[u8]) {
    if let Ok(header) = Header::<Recorded>::parse(data) {
        let written = serde_json::to_string(&header).expect("a header can be written");
        assert_eq!(Header::<Recorded>::parse(written.as_bytes()).as_ref(), Ok(&header), "{written}");
    }
    if let Ok(solved) = serde_json::from_slice::<Solved>(data) {
        let written = serde_json::to_string(&solved).expect("a result can be written");
        assert_eq!(serde_json::from_str::<Solved>(&written).as_ref().ok(), Some(&solved), "{written}");
        let look = SolveLook::default();
        for record in SolveRecord::all(solved, look.hidden) {
            for form in SolveForm::ALL.iter().filter(|form| form.name != "certificates") {
                form.renderer(&look, Formulas::Kept).render(&record);
            }
        }
    }
    if let Ok(checked) = serde_json::from_slice::<Checked>(data) {
        let checks = RecordedChecks {
            format: Format::Json.into(),
            has_boards: true,
            repair: None,
            slips: true,
            language: SolveLook::default().language,
        };
        for form in ValidateForm::ALL {
            form.renderer(&checks, Formulas::Kept).render(&checked);
        }
    }
}
