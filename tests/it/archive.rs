//! Games and positions in every form they are kept in: there and back gives the same.

use std::collections::BTreeSet;

use crate::laws::{annotated, every_letters, random};
use hexmate::archive::{ArchiveForm, list_line, records, variant_line};
use hexmate::game::{Game, Position, Setup};
use hexmate::notation::pgn::{Notation, PlayedGame, Written};
use hexmate::notation::{Dialect, Letters};
use hexmate::report::{GameRow, csv_header, csv_row, json_row};
use hexmate::validate::{self, CheckedGame, GameText, Games};

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
    Written { game, notation: Notation::San, letters: &Letters::ENGLISH }.to_string()
}

/// All that is said of the moves; a variation without a step is none.
fn said(game: &PlayedGame) -> impl PartialEq + std::fmt::Debug + use<> {
    let variations = game.variations.iter().filter(|variation| !variation.steps.is_empty());
    let nags: BTreeSet<_> = game.nags.iter().copied().collect();
    (game.moves().to_vec(), game.result, game.comments.clone(), nags, variations.cloned().collect::<Vec<_>>())
}

/// Shows the first line that differs: the texts are long.
#[track_caller]
fn assert_same(found: &str, expected: &str) {
    let differing = found.lines().zip(expected.lines()).find(|(found, expected)| found != expected);
    assert_eq!(differing, None);
    assert_eq!(found.len(), expected.len());
}

#[test]
fn a_game_is_the_same_after_every_form() {
    fn law(game: Game) {
        for mut played in annotated::games(game, 7) {
            played.tags.retain(|(_, value)| !value.is_empty());
            let written = pgn(&played);
            for notation in Notation::ALL {
                for letters in &every_letters() {
                    let text = Written { game: &played, notation, letters }.to_string();
                    let back = understood(game, &read(&text));
                    assert!(said(&back) == said(&played), "{text}");
                    assert_same(&pgn(&back), &written);
                }
            }
            let row = GameRow::new(&played);
            let table = csv_header::<GameRow>() + &csv_row(&row);
            assert_same(&pgn(&understood(game, &read_archive(&table, ArchiveForm::Table))), &written);
            let object = json_row(&row);
            assert_same(&pgn(&understood(game, &read_archive(&object, ArchiveForm::Json))), &written);
            let list = variant_line(&game) + &list_line(&played);
            let bare = understood(game, &read_archive(&list, ArchiveForm::List));
            assert_eq!((bare.start(), bare.moves()), (played.start(), played.moves()));
        }
    }
    Game::ALL.iter().copied().for_each(law);
}

#[test]
fn the_start_position_is_what_the_rules_print_in_every_dialect() {
    let start = Setup::from(&Position::start(Game::GLINSKI));
    let written = Dialect::ALL.map(|dialect| start.to_fen_in(dialect));
    assert_eq!(
        written,
        [
            "b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - 0 1",
            "6/p5P/rp4PR/n1p3P1N/q2p2P2Q/bbb1p1P1BBB/k2p2P2K/n1p3P1N/rp4PR/p5P/6 w - - 0 1",
            "6/P5p/RP4pr/N1P3p1n/Q2P2p2q/BBB1P1p1bbb/K2P2p2k/N1P3p1n/RP4pr/P5p/6 w - 0 1",
            "1prnqb/2p2bk/3p1b1n/4p3r/5ppppp/11/PPPPP5/R3P4/N1B1P3/QB2P2/BKNRP1 w - 0 1",
        ]
    );
    for (dialect, fen) in Dialect::ALL.into_iter().zip(&written) {
        assert_eq!(
            Setup::from_fen_in(Game::GLINSKI, fen.as_bytes(), dialect),
            Ok(start.clone()),
            "{}",
            dialect.name()
        );
        let others = if dialect == Dialect::Rank { 1 } else { 3 };
        assert_eq!(Dialect::fitting(Game::GLINSKI, fen.as_bytes()).len(), others, "{}", dialect.name());
    }
}

#[test]
fn a_position_reads_back_in_every_dialect() {
    fn law(game: Game) {
        let thin = (0..50).filter_map(|seed| random::thin(game, seed));
        for setup in thin.chain(random::game(game, 1, 40)).map(|position| Setup::from(&position)) {
            for dialect in Dialect::ALL {
                let fen = setup.to_fen_in(dialect);
                assert_eq!(Setup::from_fen_in(game, fen.as_bytes(), dialect), Ok(setup.clone()), "{fen}");
            }
        }
    }
    law(Game::GLINSKI);
    law(Game::MINI);
    law(Game::ECHEX3);
    law(Game::ECHEX6);
}
