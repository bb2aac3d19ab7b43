//! FEN: a setup as one line of text, parsed and written. Legality is not tested.
//!
//! ```text
//! fen     = board SP turn [SP living] [SP wings] SP crossed [SP halfmoves [SP fullmoves]] [SP "-"]
//! board   = rank { "/" rank }                  from the highest rank to the first
//! rank    = { piece | run }                    games for two
//!         | item { "," item }                  games for more, item = piece | run
//! run     = decimal number of empty cells      at least 1; "11" is eleven
//! piece   = letter                             KQRBNP, in upper case for White
//!         | owner kind [seat]                  games for more; seat: whose direction a captured pawn has
//! turn    = player's letter
//! living  = player's letters                   games for more
//! wings   = "-" | letter { letter }            castling rights, in games with castling
//! crossed = "-" | cell { "," cell } [":" cell] cells that pawns have crossed, by seat; where pawns step
//!                                              in two directions, also the pawn's own cell
//! ```
//!
//! Other programs list the cells in another order; see [`Dialect`]. A piece list is accepted too; see [`crate::PieceList`].
//!
//! Also accepted, never written:
//! * missing counters, which default to 0 and 1, and move number 0, read as 1;
//! * other missing fields, each with a [`FenNote`]: the turn is White's, living players are those with a king, no player
//!   may castle, no pawn has crossed a cell;
//! * a single counter, read as half-move clock, with a [`FenNote`];
//! * cells of files with j in games whose files have none, if the board has no other such cell, with a [`FenNote`];
//! * a field `-` for castling, last or after the turn, in games for two without castling;
//! * a FEN from the address of a page, with `_` or `%20` for blanks, with a [`FenNote`]; see [`Address`];
//! * adjacent runs, such as `2,3` for `5` (games for more only);
//! * white space of any kind and length between fields and at the ends.

mod address;
mod dialect;
mod error;
mod note;
mod read;

pub use address::Address;
pub use dialect::{Dialect, FenForm, OtherDialects};
pub use error::{FenError, FenErrorKind, Field, PlayerLetters, PositionError, ShortText};

pub use note::FenNote;
pub use read::read_piece;
pub(crate) use read::read_wings;

use std::fmt;

use crate::{Game, Position, Setup};
use hexmate_core::geometry::Cell;
use hexmate_core::rules::{Piece, Player, VariantTable, Wings};

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_fen())
    }
}

impl Setup {
    /// Returns the canonical FEN, which is also what [`Display`](fmt::Display) writes.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Setup};
    ///
    /// assert_eq!(Setup::empty(Game::MINI).to_fen(), "1/3/5/7/7/7/7 w - 0 1");
    /// ```
    pub fn to_fen(&self) -> String {
        self.to_fen_in(Dialect::Rank)
    }

    /// Returns the FEN in a dialect, or in a dialect with names of cells.
    ///
    /// [`Dialect::FileDown`] and [`Dialect::Fairy`] have a field `-` for castling in games for two without it.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Dialect, Game, Setup};
    ///
    /// let setup = Setup::empty(Game::MINI);
    /// assert_eq!(setup.to_fen_in(Dialect::FileDown), "4/5/6/7/6/5/4 w - - 0 1");
    /// ```
    pub fn to_fen_in(&self, form: impl Into<FenForm>) -> String {
        let (game, form) = (self.game, form.into());
        let mut fen = self.to_board_fen_in(form.order);
        fen.push(' ');
        fen.push(letter(&game, self.turn));
        if game.players > 2 {
            fen.push(' ');
            fen.extend(self.living.iter().map(|player| letter(&game, player)));
        }
        if has_castling_field(&game) {
            fen.push(' ');
            fen.push_str(&wings_text(&game, self.wings));
        } else if form.order.has_castling_field() && game.players == 2 {
            fen.push_str(" -");
        }
        let name = |&cell: &Cell| form.names().display(game.shape, cell).to_string();
        let crossed: Vec<String> = self.crossed.iter().map(name).collect();
        let mut crossed = if crossed.is_empty() { "-".to_owned() } else { crossed.join(",") };
        if let Some(landed) = self.landed {
            crossed.push(':');
            crossed.push_str(&name(&landed));
        }
        fen + &format!(" {crossed} {} {}", self.halfmoves, self.fullmoves)
    }

    fn to_board_fen_in(&self, dialect: Dialect) -> String {
        let game = self.game;
        let mut fen = String::new();
        for (_, cells) in dialect.rows(game.shape) {
            if !fen.is_empty() {
                fen.push('/');
            }
            for (number, run) in
                cells.chunk_by(|&one, &next| self.is_free(one) && self.is_free(next)).enumerate()
            {
                if number > 0 && game.players > 2 {
                    fen.push(',');
                }
                match run[0].map(|cell| self.board.piece(cell)) {
                    Some(Some(piece)) => push_piece(&mut fen, &game, piece),
                    Some(None) => fen.push_str(&run.len().to_string()),
                    None => fen.push('*'),
                }
            }
        }
        fen
    }

    /// Returns whether there is a cell and no piece on it.
    fn is_free(&self, cell: Option<Cell>) -> bool {
        cell.is_some_and(|cell| self.board.piece(cell).is_none())
    }
}

impl Position {
    /// Parses the FEN of a legal position.
    ///
    /// # Errors
    ///
    /// If the text is not a FEN, or the position is not legal.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Position};
    ///
    /// let fen = "b/2r/5/2k4/ppp2p2p/3PP1P4/11/1Q3R5/7R3/2P3b1P1q/1P4K2P1 w - 0 38";
    /// assert_eq!(Position::from_fen(Game::GLINSKI, fen)?.to_string(), fen);
    /// let error = Position::from_fen(Game::GLINSKI, "8/8/8/8/8/8/8/8 w - - 0 1").unwrap_err();
    /// assert_eq!(error.to_string(), "at byte 0: board has 8 ranks, expected 11");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_fen(game: Game, text: &str) -> Result<Self, PositionError> {
        Self::from_fen_in(game, text, Dialect::Rank)
    }

    /// Parses the FEN of a legal position in a dialect.
    ///
    /// # Errors
    ///
    /// If the text is not a FEN, or the position is not legal.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Dialect, Game, Position, Setup};
    ///
    /// let start = Position::start(Game::GLINSKI);
    /// let fen = Setup::from(&start).to_fen_in(Dialect::FileUp);
    /// assert_eq!(Position::from_fen_in(Game::GLINSKI, &fen, Dialect::FileUp)?, start);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_fen_in(game: Game, text: &str, form: impl Into<FenForm>) -> Result<Self, PositionError> {
        Ok(Setup::from_fen_in(game, text, form)?.into_position()?)
    }

    /// Returns the canonical FEN, which is also what [`Display`](fmt::Display) writes.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Position};
    ///
    /// let start = Position::start(Game::GLINSKI);
    /// assert_eq!(start.to_fen(), start.to_string());
    /// ```
    pub fn to_fen(&self) -> String {
        Setup::from(self).to_fen()
    }
}

/// Returns whether a FEN of the game has a field for castling rights.
pub(super) fn has_castling_field(game: &VariantTable) -> bool {
    game.wings().next().is_some()
}

/// Returns castling rights as text: letters of wings, in upper case for the first player, or `-` if there are none.
pub fn wings_text(game: &VariantTable, wings: Wings) -> String {
    let letters = game.players().flat_map(|player| {
        let kept = game.wings().zip(0..).filter(move |&(_, wing)| wings.has(player, wing));
        kept.map(
            move |(letter, _)| if player == Player::WHITE { letter } else { letter.to_ascii_lowercase() },
        )
    });
    let text: String = letters.collect();
    if text.is_empty() { "-".to_owned() } else { text }
}

/// Returns a player's letter.
pub fn letter(game: &VariantTable, player: Player) -> char {
    game.letter(player)
}

/// Returns the player with a letter.
pub fn player(game: &VariantTable, letter: u8) -> Option<Player> {
    game.player(letter)
}

/// Returns a piece as FEN text: `K` or `k`, in games for more than two `rK`.
pub fn piece_text(game: &VariantTable, piece: Piece) -> String {
    let mut text = String::new();
    push_piece(&mut text, game, piece);
    text
}

fn push_piece(text: &mut String, game: &VariantTable, piece: Piece) {
    let kind = piece.role.letter();
    if game.players == 2 {
        text.push(if piece.owner == Player::WHITE { kind } else { kind.to_ascii_lowercase() });
        return;
    }
    text.extend([letter(game, piece.owner), kind]);
    if piece.seat != piece.owner {
        text.push(letter(game, piece.seat));
    }
}
