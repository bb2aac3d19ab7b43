//! FEN: a setup as one line of text, both ways. No legality.
//!
//! ```text
//! fen     = board SP turn [SP living] SP passed [SP halfmoves [SP fullmoves]] [SP "-"]
//! board   = rank { "/" rank }                  from the highest rank to the first
//! rank    = { man | run }                      games for two
//!         | item { "," item }                  games for more, item = man | run
//! run     = decimal number of empty cells      at least 1; "11" is eleven
//! man     = letter                             KQRBNP, upper case for White
//!         | owner kind [seat]                  games for more; the seat of a pawn taken over
//! turn    = player's letter
//! living  = player's letters                   games for more
//! passed  = "-" | cell { "," cell }            cells that pawns have passed over, by seat
//! ```
//!
//! Read as well, never written:
//! * counters left out: 0 and 1 are meant;
//! * a last field `-`, for castling, in games for two;
//! * several runs in a row, `5` as `23`'s neighbour in `2,3` (games for more only);
//! * white space of any kind and length between fields and at the ends.

mod error;
mod read;

pub use error::{FenError, FenErrorKind, Field};

use super::Coordinate;
use crate::geometry::{Cell, Geometry, Hex};
use crate::rules::{Piece, Player, Position, Setup, Variant};

impl<V: Variant> Setup<V> {
    /// Writes the canonical form.
    pub fn to_fen(&self) -> String {
        let mut fen = self.to_board_fen();
        fen.push(' ');
        fen.push(letter::<V>(self.turn));
        if V::PLAYERS > 2 {
            fen.push(' ');
            fen.extend(self.living.iter().map(letter::<V>));
        }
        let passed: Vec<String> = self.passed.iter().map(|&cell| Coordinate(cell).to_string()).collect();
        let passed = if passed.is_empty() { "-".to_owned() } else { passed.join(",") };
        fen + &format!(" {passed} {} {}", self.halfmoves, self.fullmoves)
    }

    /// Writes the first field alone.
    pub fn to_board_fen(&self) -> String {
        let separator = if V::PLAYERS > 2 { "," } else { "" };
        let mut ranks = Vec::new();
        for rank in ranks_down::<V::Geometry>() {
            let mut items: Vec<String> = Vec::new();
            let mut run = 0;
            for cell in rank_cells::<V::Geometry>(rank) {
                match self.board.piece(cell) {
                    None => run += 1,
                    Some(piece) => {
                        if run > 0 {
                            items.push(run.to_string());
                        }
                        run = 0;
                        items.push(man_text::<V>(piece));
                    }
                }
            }
            if run > 0 {
                items.push(run.to_string());
            }
            ranks.push(items.join(separator));
        }
        ranks.join("/")
    }
}

impl<V: Variant> Position<V> {
    /// Writes the canonical FEN.
    pub fn to_fen(&self) -> String {
        Setup::from(self).to_fen()
    }
}

/// Numbers of the ranks from the highest down to 1.
fn ranks_down<G: Geometry>() -> impl Iterator<Item = i8> {
    (1..=2 * G::RADIUS + 1).rev()
}

/// Cells of a rank from west to east.
fn rank_cells<G: Geometry>(rank: i8) -> impl Iterator<Item = Cell<G>> {
    (-G::RADIUS..=G::RADIUS).filter_map(move |q| Cell::at(Hex::new(q, G::RADIUS - q.max(0) - rank + 1)))
}

/// A player's letter.
pub fn letter<V: Variant>(player: Player) -> char {
    V::LETTERS.as_bytes().get(player.index()).map_or('?', |&byte| byte.into())
}

/// The player with this letter.
pub fn player<V: Variant>(letter: u8) -> Option<Player> {
    V::players().zip(V::LETTERS.bytes()).find(|&(_, own)| own == letter).map(|(player, _)| player)
}

fn man_text<V: Variant>(piece: Piece) -> String {
    let kind = piece.role.letter();
    if V::PLAYERS == 2 {
        let kind = if piece.owner == Player::WHITE { kind } else { kind.to_ascii_lowercase() };
        return kind.to_string();
    }
    let mut text = format!("{}{kind}", letter::<V>(piece.owner));
    if piece.seat != piece.owner {
        text.push(letter::<V>(piece.seat));
    }
    text
}
