//! Dialects of other programs: orders of cells in FEN, names of cells, incomplete FENs.

use hexmate_core::rules::Move;
use hexmate_position::{CellNames, Dialect, FenForm, Game, Leniency, Letters, Position, Setup};
use hexmate_position::{Long, LongNamed, MoveText, San};

use crate::laws::{every_game, set_up};
use crate::sampling::scaled;

/// Returns random positions of a game, many with en passant rights.
fn positions(game: Game, number: u64) -> impl Iterator<Item = Position> {
    (0..).filter_map(move |seed| set_up::position(game, seed)).take(number as usize)
}

/// Every position reads back from every order of cells, with every names of cells.
fn check_fens(game: Game, number: u64) {
    for (at, position) in positions(game, number).enumerate() {
        let setup = Setup::from(&position);
        let names = CellNames::ALL.map(Some);
        let cells = *[None].iter().chain(&names).cycle().nth(at % 4).expect("names");
        for order in Dialect::ALL {
            let form = FenForm { order, cells };
            let fen = setup.to_fen_in(form);
            let read = Setup::from_fen_with_notes(game, &fen, form);
            assert_eq!(read, Ok((setup.clone(), Vec::new())), "{} {fen}", order.name());
        }
    }
}

/// Every piece list with other names of cells is read as the one with the standard names.
fn check_piece_lists(game: Game, number: u64) {
    for position in positions(game, number) {
        let setup = Setup::from(&position);
        let read = |names| {
            let list = setup.to_piece_list(&Letters::ENGLISH.with_cells(names));
            Setup::from_fen_in(game, &list, FenForm { order: Dialect::Rank, cells: Some(names) })
        };
        let standard = read(CellNames::Standard);
        assert!(standard.is_ok(), "{setup}");
        for names in CellNames::ALL {
            assert_eq!(read(names), standard, "{} {setup}", names.name());
        }
    }
}

/// Every legal move reads back with every names of cells in every notation, and in capitals.
fn check_moves(game: Game, number: u64) {
    for position in positions(game, number) {
        for names in CellNames::ALL {
            let letters = &Letters::ENGLISH.with_cells(names);
            for m in position.legal_moves() {
                let (position, uci) = (&position, names.uci(game.shape, m).to_string());
                let texts = [
                    San { position, m, letters }.to_string(),
                    Long { position, m, letters }.to_string(),
                    LongNamed { position, m, letters }.to_string(),
                    uci.clone(),
                    uci.to_uppercase(),
                ];
                for text in texts {
                    let read = MoveText::parse(text.as_bytes(), letters).expect(&text);
                    assert_eq!(read.resolve(position), Ok(m), "{} {text} {position}", names.name());
                    assert_eq!(read.leniencies.contains(Leniency::CapitalCells), text == uci.to_uppercase());
                }
            }
        }
    }
}

#[test]
fn fens_read_back_in_every_dialect() {
    every_game().for_each(|game| check_fens(game, scaled(40)));
}

#[test]
fn piece_lists_take_other_names() {
    every_game().for_each(|game| check_piece_lists(game, scaled(20)));
    let list = "w: Kg1 Rj4; b: Kg10";
    let (setup, notes) = Setup::from_fen_with_notes(Game::GLINSKI, list, Dialect::Rank).expect(list);
    assert_eq!(setup.to_pieces(&Letters::ENGLISH), "w: Kg1 Rk4; b: Kg10");
    assert_eq!(notes.iter().map(|note| note.code()).collect::<Vec<_>>(), ["other-files"]);
    assert!(Setup::from_fen(Game::GLINSKI, "w: Kg1 Rj4 Nl2; b: Kg10").is_err(), "j and l");
}

#[test]
#[ignore = "long: make verify"]
fn many_fens_read_back_in_dialects() {
    every_game().for_each(|game| check_fens(game, scaled(2_000)));
}

#[test]
fn moves_read_back_with_other_names() {
    every_game().for_each(|game| check_moves(game, scaled(10)));
}

#[test]
#[ignore = "long: make verify"]
fn many_moves_read_back_with_names() {
    every_game().for_each(|game| check_moves(game, scaled(2_000)));
}

#[test]
fn orders_list_each_cell_once() {
    for game in every_game() {
        let full = game.shape.cells().count();
        for order in Dialect::ALL {
            let fen = Setup::empty(game).to_fen_in(order);
            let board = fen.split(' ').next().expect("a board");
            let runs = board.split(|character: char| !character.is_ascii_digit());
            let cells: usize = runs.filter_map(|run| run.parse::<usize>().ok()).sum();
            assert_eq!(cells, full, "{} {board}", order.name());
        }
    }
}

/// The regions that Fairy-Stockfish's configuration names: cells of double steps and of promotion.
#[test]
fn fairy_names_are_those_published() {
    let names = |game: Game, cells: &str, names: &str| {
        let cells: Vec<_> = cells.split(' ').map(|cell| game.cell(cell).expect(cell)).collect();
        let shown = |&cell| CellNames::Fairy.display(game.shape, cell).to_string();
        assert_eq!(cells.iter().map(shown).collect::<Vec<_>>().join(" "), names);
    };
    names(Game::GLINSKI, "b1 c2 d3 e4 f5 g4 h3 i2 k1", "a5 b5 c5 d5 e5 e4 e3 e2 e1");
    names(Game::GLINSKI, "a6 b7 c8 d9 e10 f11 g10 h9 i8 k7 l6", "f11 g11 h11 i11 j11 k11 k10 k9 k8 k7 k6");
    names(Game::MCCOOEY, "c1 d2 e3 g3 h2 i1", "a4 b4 c4 d3 d2 d1");
    names(Game::MINI, "a4 b5 c6 d7 e6 f5 g4", "d7 e7 f7 g7 g6 g5 g4");
    for (game, start) in [
        (
            Game::MCCOOEY,
            "*****2prqb/****3pnbk/***4pbnr/**5pppp/*10/11/10*/PPPP5**/RNBP4***/QBNP3****/BKRP2*****",
        ),
        (Game::MINI, "***1prb/**2pkn/*3ppp/7/PPP3*/NKP2**/BRP1***"),
    ] {
        let fen = format!("{start} w - - 0 1");
        assert_eq!(Position::from_fen_in(game, &fen, Dialect::Fairy), Ok(Position::start(game)));
    }
}

/// Moves with standard names are never taken for others, and moves with j are recognised by a cell that needs it.
#[test]
fn detection_needs_cell_with_j() {
    for game in every_game() {
        for position in positions(game, scaled(100)) {
            let moves: Vec<Move> = position.legal_moves().collect();
            let detect = |names: CellNames| {
                let texts: Vec<String> =
                    moves.iter().map(|&m| names.uci(game.shape, m).to_string()).collect();
                let found = CellNames::detect(game.shape, texts.iter().map(String::as_bytes));
                (found, texts.concat().contains('j'))
            };
            assert_eq!(detect(CellNames::Standard).0, CellNames::Standard, "{position}");
            let (found, has_j) = detect(CellNames::WithJ);
            let has_own_j = game.shape.has_straight_ranks();
            assert_eq!(found == CellNames::WithJ, has_j && !has_own_j, "{position}");
        }
    }
}

#[test]
fn missing_fields_have_defaults() {
    let glinski = "b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1";
    let shafran = "kqbnr/bppppp/np5/bp6/rp6P/p6PR/6PB/5PN/PPPPPB/RNBQK";
    let echex = Setup::from(&Position::start(Game::ECHEX3)).to_fen();
    let echex = echex.split(' ').next().expect("a board");
    for (game, board, rest, expected, codes) in [
        (Game::GLINSKI, glinski, "", "w - 0 1", "missing-field missing-field"),
        (Game::GLINSKI, glinski, " b", "b - 0 1", "missing-field"),
        (Game::GLINSKI, glinski, " b 3 7", "b - 3 7", "missing-field"),
        (Game::GLINSKI, glinski, " b -", "b - 0 1", ""),
        (Game::GLINSKI, glinski, " b - -", "b - 0 1", ""),
        (Game::GLINSKI, glinski, " w - 20", "w - 20 1", "lone-counter"),
        (Game::GLINSKI, glinski, " w - - 20", "w - 20 1", "lone-counter"),
        (Game::GLINSKI, glinski, " w 20", "w - 20 1", "missing-field lone-counter"),
        (Game::GLINSKI, glinski, " w j5 0 1", "w k5 0 1", "other-files"),
        (Game::SHAFRAN, shafran, "", "w - - 0 1", "missing-field missing-field missing-field"),
        (Game::SHAFRAN, shafran, " b QB", "b QB - 0 1", "missing-field"),
        (Game::ECHEX3, echex, "", "w wrb - 0 1", "missing-field missing-field missing-field"),
        (Game::ECHEX3, echex, " r", "r wrb - 0 1", "missing-field missing-field"),
    ] {
        let text = format!("{board}{rest}");
        let (setup, notes) = Setup::from_fen_with_notes(game, &text, Dialect::Rank).expect(&text);
        assert_eq!(setup.to_fen(), format!("{board} {expected}"));
        let found: Vec<&str> = notes.iter().map(|note| note.code()).collect();
        assert_eq!(found.join(" "), codes, "{rest}");
    }
}

/// Advice after an error names only orders in which the position is legal.
#[test]
fn advice_names_legal_orders_only() {
    for game in every_game() {
        for position in positions(game, scaled(20)) {
            for order in Dialect::ALL {
                let fen = Setup::from(&position).to_fen_in(order);
                for tried in [Dialect::Rank, Dialect::FileUp, Dialect::Fairy] {
                    let Err(error) = Setup::from_fen_in(game, &fen, tried) else { continue };
                    let message = error.to_string();
                    let Some((_, advice)) = message.split_once("dialect ") else { continue };
                    let listed = advice.split(';').next().expect("names").replace(" or ", ", ");
                    for name in listed.split(", ") {
                        let named = Dialect::from_name(name).expect(name);
                        assert!(Position::from_fen_in(game, &fen, named).is_ok(), "{name} {fen}");
                    }
                }
            }
        }
    }
}
