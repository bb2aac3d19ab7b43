//! A game that has been played: legal moves from a position, and all that is said of them. No text.

use super::stored::StoredGame;
use super::{Score, Variation};
use hexmate_core::rules::{IllegalMove, Move};
use hexmate_position::{Game, Position};

/// A game as it is to be written: legal moves from a position, a result, tags.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "StoredGame", into = "StoredGame")]
pub struct PlayedGame {
    start: Position,
    end: Position,
    moves: Vec<Move>,
    /// The result, by default what the last position says.
    pub result: Score,
    /// Names and values, in the order in which they are to be written.
    ///
    /// What the game itself tells is written from it, whatever stands here:
    /// `Result`, `Variant`, `Letters`, `SetUp`, `FEN`.
    pub tags: Vec<(String, String)>,
    /// Comments, each with the number of moves before it, in this order.
    pub comments: Vec<(usize, String)>,
    /// Numeric annotation glyphs, each with the number of moves before it, in this order.
    pub nags: Vec<(usize, u8)>,
    /// Variations of the main line, in the order of its moves.
    ///
    /// Their moves are trusted: those of another position are written without meaning.
    pub variations: Vec<Variation<Move>>,
}

impl PlayedGame {
    /// The game that begins with a position and goes on with these moves.
    ///
    /// # Errors
    ///
    /// At the first move that is not legal.
    pub fn from_moves(start: Position, moves: impl IntoIterator<Item = Move>) -> Result<Self, IllegalMove> {
        let mut end = start.clone();
        let mut played = Vec::new();
        for m in moves {
            if !end.is_legal(m) {
                return Err(IllegalMove(m));
            }
            end.make_move_unchecked(m);
            played.push(m);
        }
        Ok(Self {
            result: Score::of(&end),
            start,
            end,
            moves: played,
            tags: Vec::new(),
            comments: Vec::new(),
            nags: Vec::new(),
            variations: Vec::new(),
        })
    }

    /// Which game has been played.
    pub fn game(&self) -> Game {
        self.start.game()
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The position after the last move.
    pub fn end(&self) -> &Position {
        &self.end
    }

    /// The moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }
}
