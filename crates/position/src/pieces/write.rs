//! Writer of piece lists.

use std::fmt;

use super::words::Words;
use super::{CASTLING, CLOCK, EN_PASSANT, MOVE, PLAYERS};
use crate::{Letters, Setup, letter, wings_text};
use hexmate_core::rules::{Piece, Player, Role, Wings};

/// The pieces of one player, without a name: `Kf6 Qg4 Pe5 f4`.
///
/// Every piece has its letter, but of pawns only the first.
#[derive(Clone, Copy, Debug)]
pub struct PiecesOf<'s> {
    /// The position.
    pub setup: &'s Setup,
    /// The owner of the pieces.
    pub player: Player,
    /// The language of the letters.
    pub letters: &'s Letters,
}

impl fmt::Display for PiecesOf<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { setup, player, letters } = *self;
        let own = setup.board.pieces().filter(|(_, piece)| piece.owner == player);
        // Pawns taken over come last: a cell without a letter is a pawn of the player's own.
        let place = |cell| {
            let hex = setup.game.shape.hex(cell);
            (hex.q, setup.game.shape.rank(hex))
        };
        let mut own: Vec<_> = own.collect();
        own.sort_unstable_by_key(|&(cell, piece)| (piece.role, piece.seat != player, place(cell)));
        let mut last: Option<Piece> = None;
        for (cell, piece) in own {
            let (role, is_taken_over) = (piece.role, piece.seat != player);
            if last.is_some() {
                f.write_str(" ")?;
            }
            if role != Role::Pawn || is_taken_over || last.is_none_or(|last| last != piece) {
                f.write_str(letters.letter(role))?;
            }
            if is_taken_over && role == Role::Pawn {
                write!(f, "{}", letter(&setup.game, piece.seat))?;
            }
            write!(f, "{}", letters.cells().display(setup.game.shape, cell))?;
            last = Some(piece);
        }
        Ok(())
    }
}

impl Setup {
    /// Returns the pieces as a list, player by player, without turn, rights and counters.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Letters, Setup};
    ///
    /// let setup = Setup::from_fen(Game::MINI, "b/1k1/5/7/3R3/2K4/7 b - 0 1")?;
    /// assert_eq!(setup.to_pieces(&Letters::ENGLISH), "w: Kc2 Rd3; b: Kd6 Bd7");
    /// assert_eq!(setup.to_pieces(&Letters::GERMAN), "w: Kc2 Td3; s: Kd6 Ld7");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_pieces(&self, letters: &Letters) -> String {
        let words = Words::of(letters);
        let list = |player| {
            let text =
                format!("{}: {}", words.label(&self.game, player), PiecesOf { setup: self, player, letters });
            text.trim_end().to_owned()
        };
        self.game.players().map(list).collect::<Vec<_>>().join("; ")
    }

    /// Returns the whole setup as a piece list, which [`Setup::from_fen`] reads back.
    ///
    /// Turn, rights and counters are left out where they have their defaults.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Letters, Setup};
    ///
    /// let setup = Setup::from_fen(Game::MINI, "b/1k1/5/7/3R3/2K4/7 b - 0 9")?;
    /// let list = setup.to_piece_list(&Letters::ENGLISH);
    /// assert_eq!(list, "w: Kc2 Rd3; b: Kd6 Bd7; b to move; move 9");
    /// assert_eq!(Setup::from_fen(Game::MINI, &list)?, setup);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_piece_list(&self, letters: &Letters) -> String {
        let game = &self.game;
        let mut parts = vec![self.to_pieces(letters)];
        if self.turn != Player::WHITE {
            parts.push(Words::of(letters).turn(game, self.turn));
        }
        if self.living != self.players_with_kings() {
            let living: String = self.living.iter().map(|player| letter(game, player)).collect();
            parts.push(format!("{PLAYERS} {living}"));
        }
        if self.wings != Wings::NONE {
            parts.push(format!("{CASTLING} {}", wings_text(game, self.wings)));
        }
        if !self.crossed.is_empty() {
            let name = |cell| letters.cells().display(game.shape, cell).to_string();
            let cells: Vec<String> = self.crossed.iter().map(|&cell| name(cell)).collect();
            let landed = self.landed.map(|cell| format!(":{}", name(cell))).unwrap_or_default();
            parts.push(format!("{EN_PASSANT} {}{landed}", cells.join(" ")));
        }
        if self.halfmoves != 0 {
            parts.push(format!("{CLOCK} {}", self.halfmoves));
        }
        if self.fullmoves != 1 {
            parts.push(format!("{MOVE} {}", self.fullmoves));
        }
        parts.join("; ")
    }
}
