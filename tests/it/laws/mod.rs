//! Laws that hold for every position of every game.
//!
//! Each law is a plain function of a position, so that random positions,
//! tables and fuzzers can all call it.

pub mod annotated;
pub mod eighth;
pub mod few;
pub mod lines;
pub mod mate;
pub mod random;
pub mod set_up;
pub mod solution;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use hexmate_core::geometry::{Cell, Hex};
use hexmate_core::rules;
use hexmate_core::rules::{Move, Piece, Player, Seating, TypedBoard, Variant, VariantTable};
use hexmate_position::{Game, Position, Setup};
use hexmate_position::{Letters, Uci};

use crate::oracle;

/// Every game, and one that the library does not know.
pub fn every_game() -> impl Iterator<Item = Game> {
    Game::ALL.iter().copied().chain([eighth::GAME])
}

/// Every set of letters that moves are written in.
pub fn every_letters() -> Vec<Letters> {
    Letters::ALL.into_iter().chain([Letters::FIGURINES]).collect()
}

/// Asks a law of the typed core of a position, in the types of its game.
macro_rules! typed {
    ($position:expr, $law:ident) => {{
        use hexmate_core::rules::{Brusky, DeVasa, Echex3, Echex6, Glinski, McCooey, Mini, Shafran};
        typed!(
            @ $position, $law, Glinski, McCooey, Mini, Echex3, Echex6, Shafran, DeVasa, Brusky,
            eighth::GlinskiDiagonal
        )
    }};
    (@ $position:expr, $law:ident, $($variant:ty),*) => {
        None$(.or_else(|| $position.typed::<$variant>().map($law)))*.expect("a type of a known game")
    };
}

/// The same position in the eyes of the second opinion.
pub fn second_opinion(position: &Position) -> oracle::Position {
    let name = position.game().name;
    let game = oracle::Game::by_name(name).expect(name);
    let fen = position.to_fen();
    oracle::Position::from_fen(game, &fen).unwrap_or_else(|error| panic!("{name} {fen}: {error}"))
}

/// The game and the position in one line, for who has to find out.
pub fn told(position: &Position) -> String {
    format!("{} {}", position.game().name, position.to_fen())
}

/// A move as its two cells.
pub fn uci(position: &Position, m: Move) -> String {
    Uci(position.game().shape, m).to_string()
}

/// The moves are those of the slow generator, and each leads to the same position.
pub fn moves_agree_with_the_second_opinion(position: &Position) {
    let slow = second_opinion(position);
    let fen = position.to_fen();
    assert_eq!(slow.to_fen(), fen, "{}", told(position));
    let play = |m: Move| (uci(position, m), position.play_unchecked(m).to_fen());
    let fast: BTreeSet<_> = position.legal_moves().map(play).collect();
    let slow_moves = slow.legal_moves();
    let slow: BTreeSet<_> = slow_moves.iter().map(|m| (m.uci(), slow.play(m).to_fen())).collect();
    let only =
        |these: &BTreeSet<_>, those: &BTreeSet<_>| these.difference(those).cloned().collect::<Vec<_>>();
    let differences: [Vec<(String, String)>; 2] = [only(&fast, &slow), only(&slow, &fast)];
    assert!(differences.iter().all(Vec::is_empty), "{}: {differences:#?}", told(position));
}

/// Visited sets, count and list are three readings of the same moves.
pub fn sets_count_and_list_agree(position: &Position) {
    let list: Vec<_> = position.legal_moves().collect();
    let distinct: BTreeSet<_> = list.iter().copied().collect();
    assert_eq!(distinct.len(), list.len(), "{} lists a move twice", position.to_fen());
    assert_eq!(position.count_moves(), list.len() as u64, "{}", position.to_fen());
    assert_eq!(position.has_moves(), !list.is_empty(), "{}", position.to_fen());
    assert_eq!(typed!(position, visited), list.len() as u64, "{}", position.to_fen());
    assert_eq!(position.is_mate(), list.is_empty() && position.is_check());
}

/// The moves of all visited sets, each of which is as it should be.
fn visited<V: Variant>(position: &rules::Position<V>) -> u64 {
    let mut visited = 0;
    let _: ControlFlow<()> = position.visit_moves(&mut |piece| {
        assert!(!piece.to.is_empty() && (piece.promoting - piece.to).is_empty());
        assert_eq!(piece.into_iter().count() as u64, piece.count());
        visited += piece.count();
        ControlFlow::Continue(())
    });
    visited
}

/// The replies to all moves, counted at once, are those counted after each move.
pub fn replies_are_those_after_each_move(position: &Position) {
    let one_by_one: u64 = position.legal_moves().map(|m| position.play_unchecked(m).count_moves()).sum();
    let at_once = typed!(position, count_replies);
    assert_eq!(at_once, one_by_one, "{}", told(position));
}

fn count_replies<V: Variant>(position: &rules::Position<V>) -> u64 {
    position.count_replies()
}

/// Text there and back is the same position, down to its key.
pub fn fen_reads_back(position: &Position) {
    let fen = position.to_fen();
    let setup = Setup::from_fen(position.game(), &fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert_eq!(setup.to_fen(), fen);
    let back = setup.into_position().unwrap_or_else(|faults| panic!("{fen}: {faults}"));
    assert_eq!(back.to_fen(), fen);
    assert_eq!(typed!(&back, key_of_pieces), typed!(position, key_of_pieces), "{fen}");
    if position.game().players == 2 {
        assert_eq!(back, *position, "{fen}");
    }
}

fn key_of_pieces<V: Variant>(position: &rules::Position<V>) -> u128 {
    position.board().key()
}

/// No move leaves the mover's own king attacked.
pub fn no_player_ends_its_turn_attacked(position: &Position) {
    let mover = position.turn();
    for m in position.legal_moves() {
        let next = position.play_unchecked(m);
        // Later a mated king may have been removed and a line be open.
        if next.living() == position.living() {
            let king = next.king(mover).expect("the mover keeps its king");
            assert!(next.attackers(king, mover).is_empty(), "{} {}", position.to_fen(), uci(position, m));
        }
    }
}

/// The key that play has kept is the key of the pieces put up one by one.
pub fn keys_are_kept_by_play(position: &Position) {
    for m in position.legal_moves() {
        let next = position.play_unchecked(m);
        assert!(typed!(&next, is_key_of_its_pieces), "{} {}", position.to_fen(), uci(position, m));
    }
}

fn is_key_of_its_pieces<V: Variant>(position: &rules::Position<V>) -> bool {
    let mut board = TypedBoard::<V>::empty();
    for (cell, piece) in position.board().pieces() {
        board.put(cell, piece);
    }
    board == *position.board()
}

/// The board turned so that everybody sits one seat further on has the same tree.
pub fn turning_the_board_turns_the_moves(position: &Position) {
    let game = position.game();
    let turned = moved_on(&Setup::from(position)).into_position();
    let turned = turned.unwrap_or_else(|faults| panic!("{}: {faults}", position.to_fen()));
    assert_eq!(turned.turn(), next_seat(&game, position.turn()));
    let here: BTreeSet<_> = position.legal_moves().map(|m| moved_on_move(&game, m)).collect();
    let there: BTreeSet<_> = turned.legal_moves().collect();
    assert_eq!(here, there, "{}", position.to_fen());
    assert_eq!(position.perft(2), turned.perft(2), "{}", position.to_fen());
}

fn next_seat(game: &VariantTable, player: Player) -> Player {
    player.others(game.players).next().expect("every game has a second player")
}

fn place(game: &VariantTable, hex: Hex) -> Hex {
    match game.seating {
        Seating::Mirrored => game.shape.mirrored(hex),
        Seating::Turned => game.shape.turned(hex, 6 / game.players),
    }
}

fn moved_on_cell(game: &VariantTable, cell: Cell) -> Cell {
    game.shape.cell(place(game, game.shape.hex(cell))).expect("a board has its own symmetry")
}

pub fn moved_on_move(game: &VariantTable, m: Move) -> Move {
    Move { from: moved_on_cell(game, m.from), to: moved_on_cell(game, m.to), ..m }
}

pub fn moved_on(setup: &Setup) -> Setup {
    let game = setup.game;
    let mut turned = Setup::empty(game);
    for (cell, piece) in setup.board.pieces() {
        let owner = next_seat(&game, piece.owner);
        let seat = next_seat(&game, piece.seat);
        turned.board.put(moved_on_cell(&game, cell), Piece { owner, seat, ..piece });
    }
    turned.turn = next_seat(&game, setup.turn);
    turned.living = setup.living.iter().map(|player| next_seat(&game, player)).collect();
    turned.crossed = setup.crossed.iter().map(|&cell| moved_on_cell(&game, cell)).collect();
    turned.landed = setup.landed.map(|cell| moved_on_cell(&game, cell));
    for (player, wing) in game.players().flat_map(|player| [(player, 0), (player, 1)]) {
        if setup.wings.has(player, wing) {
            turned.wings = turned.wings.with(next_seat(&game, player), wing);
        }
    }
    turned
}
