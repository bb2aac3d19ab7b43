//! Laws that hold for every position of every game.
//!
//! Each law is a plain function of a position, so that random positions,
//! tables and fuzzers can all call it.

pub mod eighth;
pub mod few;
pub mod mate;
pub mod random;
pub mod solution;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use hexmate::geometry::{Cell, Hex};
use hexmate::notation::Uci;
use hexmate::perft::perft;
use hexmate::rules::{Move, Piece, Player, Position, Seating, Setup, Variant};

use crate::oracle;

/// Calls a law on every game, and on one that the library does not know.
macro_rules! on_every_game {
    ($law:ident) => {{
        for game in hexmate::rules::Game::ALL {
            hexmate::with_variant!(game, V => $law::<V>());
        }
        $law::<crate::laws::eighth::GlinskiDiagonal>();
    }};
}

pub(crate) use on_every_game;

/// The same position in the eyes of the second opinion.
pub fn second_opinion<V: Variant>(position: &Position<V>) -> oracle::Position {
    let game = oracle::Game::by_name(V::NAME).expect(V::NAME);
    let fen = position.to_fen();
    oracle::Position::from_fen(game, &fen).unwrap_or_else(|error| panic!("{} {fen}: {error}", V::NAME))
}

/// The moves are those of the slow generator, and each leads to the same position.
pub fn moves_agree_with_the_second_opinion<V: Variant>(position: &Position<V>) {
    let slow = second_opinion(position);
    let fen = position.to_fen();
    assert_eq!(slow.to_fen(), fen, "{}", V::NAME);
    let play = |m: Move<V::Geometry>| (Uci(m).to_string(), position.after(m).to_fen());
    let fast: BTreeSet<_> = position.legal_moves().map(play).collect();
    let slow_moves = slow.legal_moves();
    let slow: BTreeSet<_> = slow_moves.iter().map(|m| (m.uci(), slow.play(m).to_fen())).collect();
    let only =
        |these: &BTreeSet<_>, those: &BTreeSet<_>| these.difference(those).cloned().collect::<Vec<_>>();
    let differences: [Vec<(String, String)>; 2] = [only(&fast, &slow), only(&slow, &fast)];
    assert!(differences.iter().all(Vec::is_empty), "{} {fen}: {differences:#?}", V::NAME);
}

/// Visited sets, count and list are three readings of the same moves.
pub fn sets_count_and_list_agree<V: Variant>(position: &Position<V>) {
    let list: Vec<_> = position.legal_moves().collect();
    let distinct: BTreeSet<_> = list.iter().copied().collect();
    assert_eq!(distinct.len(), list.len(), "{} lists a move twice", position.to_fen());
    assert_eq!(position.count_moves(), list.len() as u64, "{}", position.to_fen());
    assert_eq!(position.has_moves(), !list.is_empty(), "{}", position.to_fen());
    let mut visited = 0;
    let _: ControlFlow<()> = position.visit_moves(|piece| {
        assert!(!piece.to.is_empty() && (piece.promoting - piece.to).is_empty());
        assert_eq!(piece.into_iter().count() as u64, piece.count());
        visited += piece.count();
        ControlFlow::Continue(())
    });
    assert_eq!(visited, list.len() as u64, "{}", position.to_fen());
    assert_eq!(position.is_mate(), list.is_empty() && position.is_check());
}

/// The replies to all moves, counted at once, are those counted after each move.
pub fn replies_are_those_after_each_move<V: Variant>(position: &Position<V>) {
    let one_by_one: u64 = position.legal_moves().map(|m| position.after(m).count_moves()).sum();
    assert_eq!(position.count_replies(), one_by_one, "{} {}", V::NAME, position.to_fen());
}

/// Text there and back is the same position, down to its key.
pub fn fen_reads_back<V: Variant>(position: &Position<V>) {
    let fen = position.to_fen();
    let setup = Setup::<V>::from_fen(fen.as_bytes()).unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert_eq!(setup.to_fen(), fen);
    let back = setup.into_position().unwrap_or_else(|faults| panic!("{fen}: {faults}"));
    assert_eq!(back.to_fen(), fen);
    assert_eq!(back.board().key(), position.board().key(), "{fen}");
    if V::PLAYERS == 2 {
        assert_eq!(back, *position, "{fen}");
    }
}

/// Nobody's move leaves his own king attacked.
pub fn no_player_ends_his_turn_attacked<V: Variant>(position: &Position<V>) {
    let mover = position.turn();
    for m in position.legal_moves() {
        let next = position.after(m);
        // Later a mated king may have been removed and a line be open.
        if next.living() == position.living() {
            let king = next.king(mover).expect("the mover keeps his king");
            assert!(next.attackers(king, mover).is_empty(), "{} {}", position.to_fen(), Uci(m));
        }
    }
}

/// The key that play has kept is the key of the men put up one by one.
pub fn keys_are_kept_by_play<V: Variant>(position: &Position<V>) {
    for m in position.legal_moves() {
        let next = position.after(m);
        let mut setup = Setup::<V>::empty();
        for (cell, piece) in next.board().men() {
            setup.board.put(cell, piece);
        }
        assert_eq!(setup.board, *next.board(), "{} {}", position.to_fen(), Uci(m));
    }
}

/// The board turned so that everybody sits one seat further on has the same tree.
pub fn turning_the_board_turns_the_moves<V: Variant>(position: &Position<V>) {
    let turned = moved_on(&Setup::from(position)).into_position();
    let turned = turned.unwrap_or_else(|faults| panic!("{}: {faults}", position.to_fen()));
    assert_eq!(turned.turn(), next_seat::<V>(position.turn()));
    let here: BTreeSet<_> = position.legal_moves().map(|m| moved_on_move::<V>(m)).collect();
    let there: BTreeSet<_> = turned.legal_moves().collect();
    assert_eq!(here, there, "{}", position.to_fen());
    assert_eq!(perft(position, 2), perft(&turned, 2), "{}", position.to_fen());
}

fn next_seat<V: Variant>(player: Player) -> Player {
    player.after(V::PLAYERS).next().expect("every game has a second player")
}

fn place<V: Variant>(hex: Hex) -> Hex {
    match V::SEATING {
        Seating::Mirrored => hex.mirrored(),
        Seating::Turned => hex.turned(6 / V::PLAYERS),
    }
}

fn moved_on_cell<V: Variant>(cell: Cell<V::Geometry>) -> Cell<V::Geometry> {
    Cell::at(place::<V>(cell.hex())).expect("a board has its own symmetry")
}

pub fn moved_on_move<V: Variant>(m: Move<V::Geometry>) -> Move<V::Geometry> {
    Move { from: moved_on_cell::<V>(m.from), to: moved_on_cell::<V>(m.to), ..m }
}

pub fn moved_on<V: Variant>(setup: &Setup<V>) -> Setup<V> {
    let mut turned = Setup::empty();
    for (cell, piece) in setup.board.men() {
        let owner = next_seat::<V>(piece.owner);
        turned
            .board
            .put(moved_on_cell::<V>(cell), Piece { owner, seat: next_seat::<V>(piece.seat), ..piece });
    }
    turned.turn = next_seat::<V>(setup.turn);
    turned.living = setup.living.iter().map(next_seat::<V>).collect();
    turned.passed = setup.passed.iter().map(|&cell| moved_on_cell::<V>(cell)).collect();
    turned
}
