//! Refuses tables that make no sense, while compiling. Data only; no rules.

use super::array::Array;
use super::pawns::PawnRule;
use super::settings::Seating;
use super::table::VariantTable;
use crate::geometry::{Hex, Shape};
use crate::rules::{Player, Role};

/// Checks the table of a game; called by [`variant!`](crate::variant) while compiling.
///
/// # Panics
///
/// If the table makes no sense: another number of players than 2, 3 or 6, letters
/// that are not one for each player in lower case, more than two seated as in a
/// mirror, no promotion or one to a king or pawn, no king or several, pieces of two
/// players on one cell, a pawn without a cell before it, castling without king and
/// rook in their places, more than two players with castling or other pawns than plain ones.
pub const fn assert_sound(tables: &[VariantTable]) {
    let mut number = 0;
    while number < tables.len() {
        let table = &tables[number];
        assert_players(table.players, table.letters.as_bytes(), table.seating);
        assert_promotions(table.promotions);
        assert_array(&table.array, table.shape, table.pawns);
        assert_seats(&table.array, table.shape, table.seating, table.players);
        assert_castlings(table);
        number += 1;
    }
    assert_games_for_two(tables);
}

/// Rights of more than two players are kept without wings, and en passant with one cell each.
const fn assert_games_for_two(tables: &[VariantTable]) {
    let game = &tables[0];
    let is_plain =
        game.castlings.is_empty() && game.pawns.is_plain() && VariantTable::longest_step(tables) <= 2;
    assert!(game.players == 2 || is_plain, "castling and pawns that do more are for two");
}

const fn assert_players(players: u8, letters: &[u8], seating: Seating) {
    assert!(matches!(players, 2 | 3 | 6), "a game has 2, 3 or 6 players");
    assert!(letters.len() == players as usize, "each player has one letter");
    let mut number = 0;
    while number < letters.len() {
        assert!(letters[number].is_ascii_lowercase(), "a player's letter is in lower case");
        let mut earlier = 0;
        while earlier < number {
            assert!(letters[earlier] != letters[number], "two players have the same letter");
            earlier += 1;
        }
        number += 1;
    }
    assert!(players == 2 || matches!(seating, Seating::Turned), "only two can be mirrored");
}

const fn assert_promotions(promotions: &[Role]) {
    assert!(!promotions.is_empty(), "a pawn must become something");
    let mut number = 0;
    while number < promotions.len() {
        let role = promotions[number];
        assert!(!matches!(role, Role::King | Role::Pawn), "no pawn becomes a king or a pawn");
        let mut earlier = 0;
        while earlier < number {
            assert!(promotions[earlier] as u8 != role as u8, "a promotion is listed twice");
            earlier += 1;
        }
        number += 1;
    }
}

const fn assert_array(array: &Array, shape: Shape, pawns: PawnRule) {
    let pieces = array.pieces();
    let mut kings = 0;
    let mut number = 0;
    while number < pieces.len() {
        match pieces[number].role {
            Role::King => kings += 1,
            Role::Pawn => {
                let [first, second] = pawns.steps(pawns.forward(2, Player::WHITE));
                let hex = pieces[number].hex;
                let has_step = shape.has(hex.plus(first.vector())) || shape.has(hex.plus(second.vector()));
                assert!(has_step, "a pawn has no cell before it");
            }
            _ => {}
        }
        number += 1;
    }
    assert!(kings == 1, "an array has one king");
}

/// Checks that king and rook of each castling are on their cells in the first player's array.
const fn assert_castlings(table: &VariantTable) {
    if table.castlings.is_empty() {
        return;
    }
    let ways = table.castlings[0];
    let mut way = 0;
    while way < ways.len() {
        let [king, rook] = [ways[way].king[0], ways[way].rook[0]];
        assert!(holds(&table.array, table.shape.hex(king), Role::King), "the king castles from another cell");
        assert!(holds(&table.array, table.shape.hex(rook), Role::Rook), "a rook castles from another cell");
        way += 1;
    }
}

const fn holds(array: &Array, hex: Hex, role: Role) -> bool {
    let pieces = array.pieces();
    let mut number = 0;
    while number < pieces.len() {
        let piece = &pieces[number];
        if piece.hex.q == hex.q && piece.hex.r == hex.r && piece.role as u8 == role as u8 {
            return true;
        }
        number += 1;
    }
    false
}

/// Compares every seat with the first: two others are as far apart as one is from it.
const fn assert_seats(array: &Array, shape: Shape, seating: Seating, players: u8) {
    let pieces = array.pieces();
    let mut seat = 1;
    while seat < players {
        let mut number = 0;
        while number < pieces.len() {
            let hex = seating.place(shape, pieces[number].hex, Player::new(seat), players);
            assert!(shape.has(hex), "the board is not its own image for another player");
            let mut first = 0;
            while first < pieces.len() {
                let apart = hex.q != pieces[first].hex.q || hex.r != pieces[first].hex.r;
                assert!(apart, "pieces of two players stand on one cell");
                first += 1;
            }
            number += 1;
        }
        seat += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::super::castling::Castling;
    use super::super::pawns::PawnTakes;
    use super::super::settings::StalemateScore;
    use super::*;
    use crate::rules::Role::{King, Pawn, Queen, Rook};

    const SEVEN: Shape = Shape::hexagon(1);
    const PAWNS: PawnRule = PawnRule::straight(PawnTakes::Diagonally);

    /// Returns a board of seven cells, drawn from the top.
    fn array(drawing: &str) -> Array {
        Array::drawn(drawing, SEVEN)
    }

    #[test]
    fn valid_tables_are_accepted() {
        assert_players(2, b"wb", Seating::Mirrored);
        assert_players(6, b"wrobgy", Seating::Turned);
        assert_promotions(&[Queen, Rook]);
        let array = array(". .. . pK .");
        assert_array(&array, SEVEN, PAWNS);
        assert_seats(&array, SEVEN, Seating::Turned, 2);
        assert_eq!(array.pieces().len(), 2);
    }

    #[test]
    #[should_panic(expected = "2, 3 or 6")]
    fn four_cannot_play() {
        assert_players(4, b"abcd", Seating::Turned);
    }

    #[test]
    #[should_panic(expected = "one letter")]
    fn every_player_needs_a_letter() {
        assert_players(3, b"wb", Seating::Turned);
    }

    #[test]
    #[should_panic(expected = "same letter")]
    fn a_letter_has_one_player() {
        assert_players(3, b"wbw", Seating::Turned);
    }

    #[test]
    #[should_panic(expected = "mirrored")]
    fn three_have_no_mirror() {
        assert_players(3, b"wrb", Seating::Mirrored);
    }

    #[test]
    #[should_panic(expected = "king or a pawn")]
    fn no_pawn_becomes_a_king() {
        assert_promotions(&[Queen, King]);
    }

    #[test]
    #[should_panic(expected = "one king")]
    fn an_array_needs_a_king() {
        assert_array(&array(". .. . pp ."), SEVEN, PAWNS);
    }

    #[test]
    #[should_panic(expected = "no cell before it")]
    fn pawn_cannot_begin_on_promotion_cell() {
        assert_array(&array("P .. . .K ."), SEVEN, PAWNS);
    }

    #[test]
    #[should_panic(expected = "one cell")]
    fn a_cell_holds_one_piece() {
        let array = array(". P. . .K .");
        assert_eq!(array.count(Pawn), 1);
        assert_seats(&array, SEVEN, Seating::Turned, 2);
    }

    /// Returns a table whose first player castles with these cells.
    const fn castles(text: &'static str) -> [[Castling; 1]; 2] {
        Castling::all(SEVEN, Seating::Turned, [text])
    }

    fn table(players: u8, castlings: &'static [&'static [Castling]]) -> VariantTable {
        VariantTable {
            name: "seven",
            title: "Seven",
            shape: SEVEN,
            players,
            letters: &"wrb"[..usize::from(players)],
            seating: Seating::Turned,
            pawns: PAWNS,
            promotions: &[Queen],
            stalemate: StalemateScore::Draw,
            castlings,
            array: array(". .. . .. K"),
        }
    }

    #[test]
    #[should_panic(expected = "a rook castles from another cell")]
    fn castling_needs_rook() {
        const WAYS: [[Castling; 1]; 2] = castles("K 0-0 b1a1 c1b2");
        assert_castlings(&table(2, &[&WAYS[0], &WAYS[1]]));
    }

    #[test]
    #[should_panic(expected = "the king castles from another cell")]
    fn no_king_castles_that_is_elsewhere() {
        const WAYS: [[Castling; 1]; 2] = castles("K 0-0 a1b1 c1b2");
        assert_castlings(&table(2, &[&WAYS[0], &WAYS[1]]));
    }

    #[test]
    #[should_panic(expected = "are for two")]
    fn three_do_not_castle() {
        const WAYS: [[Castling; 1]; 2] = castles("K 0-0 b1a1 c1b2");
        assert_games_for_two(&[table(3, &[&WAYS[0], &WAYS[1]])]);
    }

    #[test]
    #[should_panic(expected = "fewer cells")]
    fn a_drawing_has_every_cell() {
        array(". .. . .K");
    }

    #[test]
    #[should_panic(expected = "more cells")]
    fn a_drawing_has_no_other_cell() {
        array(". .. . .K . .");
    }

    #[test]
    #[should_panic(expected = "no piece")]
    fn a_drawing_has_only_pieces() {
        array(". .. . .K k");
    }
}
