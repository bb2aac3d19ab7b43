//! Each word of the language files that is read has its meaning, in every language.

use hexmate::pgn::{CheckedGame, GameResult, Games};
use hexmate_position::search::Date;
use hexmate_position::{Game, Setup};
use hexmate_problems::{BookDetail, Problem, StatedStipulation, Statement};
use hexmate_words::{ALL, EN, List};

/// Piece list of a small position.
const PIECES: &str = "w: Kf6 Qg4; b: Kf11";

/// Returns a stipulation in standard notation.
fn stipulation(text: &str) -> Option<String> {
    StatedStipulation::parse(&Game::GLINSKI, text).map(|stated| stated.text(&Game::GLINSKI))
}

#[test]
fn words_of_stipulations_are_read() {
    let signs = ["hs#", "h#", "s#", "semi-r#", "r#", "ser-h#", "ser-#", "ser-s#", "#", "="];
    for words in ALL {
        let expect = |text: String, expected: &str| {
            assert_eq!(stipulation(&text).as_deref(), Some(expected), "{}: {text}", words.code);
        };
        for (names, sign) in words.goals.all().into_iter().zip(signs) {
            for name in names.iter() {
                expect(format!("{name} in 2"), &format!("{sign}2"));
                expect(format!("{} 2", name.to_uppercase()), &format!("{sign}2"));
            }
        }
        for (names, number) in words.numbers.all().into_iter().zip(1..) {
            names.iter().for_each(|name| expect(format!("mate in {name}"), &format!("#{number}")));
        }
        let rest = words.stipulations.ignored.iter().chain(words.stipulations.white.iter());
        rest.chain(words.stipulations.black.iter()).for_each(|word| expect(format!("{word} mate 2"), "#2"));
        words.stipulations.set_play.iter().for_each(|name| expect(format!("#2 {name}"), "#2*"));
        words
            .stipulations
            .solutions
            .iter()
            .for_each(|word| expect(format!("h#2 3 {word}."), "h#2 3 solutions"));
    }
}

/// Returns the position of a twin `b)`, as a FEN.
fn twin(change: &str) -> String {
    let statement =
        Statement { fen: PIECES.to_owned(), stipulation: "#2".to_owned(), ..Statement::default() };
    let problem = Problem::from_statement(Game::GLINSKI, &statement, None).expect("a problem");
    let twins = problem.twins(&format!("b) {change}"));
    let [twin] = twins.as_slice() else { panic!("{change}: {twins:?}") };
    let position = twin.problem.as_ref().map(|problem| problem.position.to_fen());
    position.unwrap_or_else(|_| twin.illegal.as_ref().map(Setup::to_fen).unwrap_or_default())
}

#[test]
fn words_of_twins_are_read() {
    for words in ALL {
        let changes: [(List, &str, &str); 7] = [
            (words.twins.colours, "{}", "colours"),
            (words.twins.ignored, "{} colours", "colours"),
            (words.twins.shift, "{} f6 -> f5", "shift f6 -> f5"),
            (words.twins.turn, "{} 60", "turn 60"),
            (words.twins.mirror, "{} a1 <-> l1", "mirror a1 <-> l1"),
            (words.twins.without, "{} Qg4", "-Qg4"),
            (words.twins.to, "Qg4 {} g5", "Qg4 -> g5"),
        ];
        for (list, template, standard) in changes {
            let expected = twin(standard);
            assert!(!expected.is_empty(), "{standard}");
            for word in list.iter() {
                assert_eq!(twin(&template.replace("{}", word)), expected, "{word}");
            }
        }
    }
}

#[test]
fn headings_of_tables_are_read() {
    let read = |heading: &str, cell: &str| Statement::of_cells(&[heading.to_owned()], &[cell.to_owned()]);
    let english = EN.columns.all();
    for words in ALL {
        let columns = words.columns.all().into_iter().zip(english);
        for (list, standard) in columns.take(9) {
            for heading in list.iter().filter(|_| !standard.first().is_empty()) {
                assert_eq!(
                    read(heading, "2").to_cells(),
                    read(standard.first(), "2").to_cells(),
                    "{heading}"
                );
            }
        }
        for heading in words.columns.answers.iter() {
            assert_eq!(
                (read(heading, "2").solutions, read(heading, "Qg5").keys),
                ("2".into(), "Qg5".into()),
                "{heading}"
            );
        }
        for (list, detail) in [
            (words.columns.date, BookDetail::Date),
            (words.columns.dedication, BookDetail::Dedication),
            (words.columns.prize, BookDetail::Prize),
        ] {
            list.iter()
                .for_each(|heading| assert_eq!(read(heading, "1987").detail(detail), "1987", "{heading}"));
        }
        for heading in words.columns.date.iter().chain(words.columns.other_date.iter()) {
            assert_eq!(read(heading, "1987").date().map(Date::year), Some(1987), "{heading}");
        }
    }
}

#[test]
fn names_of_games_are_read() {
    let games = [
        Game::GLINSKI,
        Game::MCCOOEY,
        Game::MINI,
        Game::ECHEX3,
        Game::ECHEX3_16,
        Game::ECHEX6,
        Game::ECHEX6_16,
        Game::SHAFRAN,
        Game::DEVASA,
        Game::BRUSKY,
    ];
    for words in ALL {
        let [names @ .., chess, hexagonal] = words.game_names.all();
        for (list, game) in names.into_iter().zip(games) {
            for name in list.iter() {
                assert_eq!(Game::from_name(name), Some(game), "{name}");
                for chess in chess.iter() {
                    assert_eq!(Game::from_name(&format!("{name}-{chess}")), Some(game), "{name} {chess}");
                }
            }
        }
        for (chess, hexagonal) in
            chess.iter().flat_map(|chess| hexagonal.iter().map(move |other| (chess, other)))
        {
            assert_eq!(
                Game::from_name(&format!("{hexagonal} {chess}")),
                Some(Game::GLINSKI),
                "{hexagonal} {chess}"
            );
        }
    }
}

#[test]
fn words_of_ends_are_read() {
    for words in ALL {
        for draw in words.ends.draws.iter() {
            for draw in [draw.to_owned(), draw.to_uppercase()] {
                assert_eq!(GameResult::from_bytes(draw.as_bytes()), Some(GameResult::Draw), "{draw}");
            }
        }
        let reasons = || words.ends.reasons.iter();
        let first = words.ends.reasons.first();
        let remarks = reasons().map(str::to_owned).chain(reasons().map(str::to_uppercase));
        let linked = words.ends.links.iter().map(|link| format!("{link} {first}"));
        for remark in remarks.chain(linked) {
            let text = format!("1. e5 e6 {remark} 1-0\n\n1. f6 *\n");
            let games: Vec<_> = Games::new(text.as_bytes()).collect::<Result<_, _>>().expect("text");
            let [game, _] = games.as_slice() else { panic!("{remark}: {games:?}") };
            let checked = CheckedGame::of(Game::GLINSKI, game);
            assert_eq!((checked.moves.len(), &checked.fault), (2, &None), "{remark}");
            assert_eq!(game.result, Some(GameResult::WhiteWins), "{remark}");
        }
    }
}
