//! Laws that hold for every position of every game.
//!
//! Each law is a function of a position, so that tests can apply it to random, constructed and listed positions.

pub mod annotated;
pub mod custom_game;
pub mod lines;
pub mod mate;
pub mod random;
pub mod set_up;
pub mod solution;
pub mod sparse;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use hexmate_core::geometry::{Cell, Hex};
use hexmate_core::rules;
use hexmate_core::rules::{Move, Piece, Player, Seating, TypedBoard, Variant, VariantTable};
use hexmate_position::{Game, Position, Setup};
use hexmate_position::{Letters, Uci};

use crate::oracle;

/// Returns every game, and one that the library does not know.
pub fn every_game() -> impl Iterator<Item = Game> {
    Game::ALL.iter().copied().chain([custom_game::GAME])
}

/// Returns every set of piece letters, figurines included.
pub fn every_letters() -> Vec<Letters> {
    Letters::ALL.into_iter().chain([Letters::FIGURINES]).collect()
}

/// Calls a generic function with the typed position of the core.
macro_rules! typed {
    ($position:expr, $law:ident) => {{
        use hexmate_core::rules::{Brusky, DeVasa, Echex3, Echex6, Glinski, McCooey, Mini, Shafran};
        typed!(
            @ $position, $law, Glinski, McCooey, Mini, Echex3, Echex6, Shafran, DeVasa, Brusky,
            custom_game::GlinskiDiagonal
        )
    }};
    (@ $position:expr, $law:ident, $($variant:ty),*) => {
        None$(.or_else(|| $position.typed::<$variant>().map($law)))*.expect("a type of a known game")
    };
}

/// Converts a position to the oracle.
pub fn oracle_position(position: &Position) -> oracle::Position {
    let name = position.game().name;
    let game = oracle::Game::by_name(name).expect(name);
    let fen = position.to_fen();
    oracle::Position::from_fen(game, &fen).unwrap_or_else(|error| panic!("{name} {fen}: {error}"))
}

/// Returns the game and the FEN in one line, for messages.
pub fn description(position: &Position) -> String {
    format!("{} {}", position.game().name, position.to_fen())
}

/// Returns a move in UCI.
pub fn uci(position: &Position, m: Move) -> String {
    Uci(position.game().shape, m).to_string()
}

/// Asserts that the legal moves and the positions after them equal those of the oracle.
pub fn moves_equal_oracle(position: &Position) {
    let slow = oracle_position(position);
    let fen = position.to_fen();
    assert_eq!(slow.to_fen(), fen, "{}", description(position));
    let play = |m: Move| (uci(position, m), position.play_unchecked(m).to_fen());
    let fast: BTreeSet<_> = position.legal_moves().map(play).collect();
    let slow_moves = slow.legal_moves();
    let slow: BTreeSet<_> = slow_moves.iter().map(|m| (m.uci(), slow.play(m).to_fen())).collect();
    let only = |left: &BTreeSet<_>, right: &BTreeSet<_>| left.difference(right).cloned().collect::<Vec<_>>();
    let differences: [Vec<(String, String)>; 2] = [only(&fast, &slow), only(&slow, &fast)];
    assert!(differences.iter().all(Vec::is_empty), "{}: {differences:#?}", description(position));
}

/// Asserts that visiting, counting and listing give the same moves.
pub fn visit_count_and_list_agree(position: &Position) {
    let list: Vec<_> = position.legal_moves().collect();
    let distinct: BTreeSet<_> = list.iter().copied().collect();
    assert_eq!(distinct.len(), list.len(), "{} lists a move twice", position.to_fen());
    assert_eq!(position.count_moves(), list.len() as u64, "{}", position.to_fen());
    assert_eq!(position.has_moves(), !list.is_empty(), "{}", position.to_fen());
    assert_eq!(typed!(position, visited), list.len() as u64, "{}", position.to_fen());
    assert_eq!(position.is_mate(), list.is_empty() && position.is_check());
}

/// Counts the moves of all visited sets and checks each set.
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

/// Asserts that `count_replies` equals the sum of the counts after each move.
pub fn count_replies_equals_sum(position: &Position) {
    let sum: u64 = position.legal_moves().map(|m| position.play_unchecked(m).count_moves()).sum();
    let count = typed!(position, count_replies);
    assert_eq!(count, sum, "{}", description(position));
}

fn count_replies<V: Variant>(position: &rules::Position<V>) -> u64 {
    position.count_replies()
}

/// Asserts that a position reads back from its FEN with the same key.
pub fn fen_round_trips(position: &Position) {
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

/// Asserts that a position reads back from its piece list in a language.
pub fn piece_list_round_trips(position: &Position, letters: &Letters) {
    let (game, setup) = (position.game(), Setup::from(position));
    let list = setup.to_piece_list(letters);
    let back = Setup::from_fen(game, &list).unwrap_or_else(|error| panic!("{} {list}: {error}", game.name));
    assert_eq!(back, setup, "{} {list}", game.name);
}

fn key_of_pieces<V: Variant>(position: &rules::Position<V>) -> u128 {
    position.board().key()
}

/// Asserts that no move leaves the mover's own king attacked.
pub fn no_move_leaves_own_king_attacked(position: &Position) {
    let mover = position.turn();
    for m in position.legal_moves() {
        let next = position.play_unchecked(m);
        // After an elimination the removed king may have opened a line.
        if next.living() == position.living() {
            let king = next.king(mover).expect("the mover keeps its king");
            assert!(next.attackers(king, mover).is_empty(), "{} {}", position.to_fen(), uci(position, m));
        }
    }
}

/// Asserts that the key updated by a move equals the key of a newly set up board.
pub fn moves_update_key(position: &Position) {
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

/// Asserts that rotating all players by one seat rotates the legal moves.
pub fn rotation_preserves_moves(position: &Position) {
    let game = position.game();
    let image = rotated(&Setup::from(position)).into_position();
    let image = image.unwrap_or_else(|faults| panic!("{}: {faults}", position.to_fen()));
    assert_eq!(image.turn(), next_seat(&game, position.turn()));
    let expected: BTreeSet<_> = position.legal_moves().map(|m| rotated_move(&game, m)).collect();
    let found: BTreeSet<_> = image.legal_moves().collect();
    assert_eq!(expected, found, "{}", position.to_fen());
    assert_eq!(position.perft(2), image.perft(2), "{}", position.to_fen());
}

fn next_seat(game: &VariantTable, player: Player) -> Player {
    player.others(game.players).next().expect("every game has a second player")
}

fn rotated_hex(game: &VariantTable, hex: Hex) -> Hex {
    match game.seating {
        Seating::Mirrored => game.shape.mirrored(hex),
        Seating::Turned => game.shape.turned(hex, 6 / game.players),
    }
}

fn rotated_cell(game: &VariantTable, cell: Cell) -> Cell {
    game.shape.cell(rotated_hex(game, game.shape.hex(cell))).expect("a board has its own symmetry")
}

/// Rotates a move by one seat.
pub fn rotated_move(game: &VariantTable, m: Move) -> Move {
    Move { from: rotated_cell(game, m.from), to: rotated_cell(game, m.to), ..m }
}

/// Rotates a setup by one seat.
pub fn rotated(setup: &Setup) -> Setup {
    let game = setup.game;
    let mut turned = Setup::empty(game);
    for (cell, piece) in setup.board.pieces() {
        let owner = next_seat(&game, piece.owner);
        let seat = next_seat(&game, piece.seat);
        turned.board.put(rotated_cell(&game, cell), Piece { owner, seat, ..piece });
    }
    turned.turn = next_seat(&game, setup.turn);
    turned.living = setup.living.iter().map(|player| next_seat(&game, player)).collect();
    turned.crossed = setup.crossed.iter().map(|&cell| rotated_cell(&game, cell)).collect();
    turned.landed = setup.landed.map(|cell| rotated_cell(&game, cell));
    for (player, wing) in game.players().flat_map(|player| [(player, 0), (player, 1)]) {
        if setup.wings.has(player, wing) {
            turned.wings = turned.wings.with(next_seat(&game, player), wing);
        }
    }
    turned
}
