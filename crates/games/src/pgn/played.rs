//! Legal games with their tags, comments, glyphs and variations.

use std::fmt;

use super::stored::StoredGame;
use super::{Annotations, GameResult, Notation, PgnText};
use hexmate_core::rules::{IllegalMove, Move};
use hexmate_position::{Game, Letters, Position};

/// A game for output: legal moves from a position, with result, tags, comments and variations.
///
/// It displays as PGN with English letters:
///
/// ```
/// # mod hexmate { pub use hexmate_position::*; pub mod pgn { pub use hexmate_games::pgn::*; } }
/// use hexmate::pgn::PlayedGame;
/// use hexmate::{Game, Position};
///
/// let start = Position::start(Game::GLINSKI);
/// let first = start.parse("Qc3")?;
/// let second = start.play(first)?.parse("Qc6")?;
/// let game = PlayedGame::from_moves(start, [first, second])?;
/// assert!(game.to_string().ends_with("\n\n1. Qc3 Qc6 *\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "StoredGame", into = "StoredGame")]
pub struct PlayedGame {
    start: Position,
    end: Position,
    moves: Vec<Move>,
    /// Result; by default that of the last position.
    pub result: GameResult,
    /// Names and values of tags in output order.
    ///
    /// The output derives `Result`, `Variant`, `Letters`, `SetUp` and `FEN` from the game;
    /// values for them here are ignored.
    pub tags: Vec<(String, String)>,
    /// Comments, glyphs and variations of the main line; one after the result has a ply beyond the last move.
    pub annotations: Annotations<Move>,
}

impl fmt::Display for PlayedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        PgnText { game: self, notation: Notation::San, letters: &Letters::ENGLISH }.fmt(f)
    }
}

impl PlayedGame {
    /// Creates a game from its first position and its moves.
    ///
    /// # Errors
    ///
    /// Returns the first move that is not legal.
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
        let (tags, annotations) = (Vec::new(), Annotations::default());
        Ok(Self { result: GameResult::of(&end), start, end, moves: played, tags, annotations })
    }

    /// Creates a game from its first position, moves that are known to be legal, and the position after them.
    pub(crate) fn of_legal(start: Position, moves: Vec<Move>, end: Position) -> Self {
        let (tags, annotations) = (Vec::new(), Annotations::default());
        Self { result: GameResult::of(&end), start, end, moves, tags, annotations }
    }

    /// Returns the variant.
    pub fn game(&self) -> Game {
        self.start.game()
    }

    /// Returns the position before the first move.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the position after the last move.
    pub fn end(&self) -> &Position {
        &self.end
    }

    /// Returns the moves of the main line.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }
}

/// An element of a variation; `M` is the type of a move.
///
/// A flat list of steps holds nested variations of any depth without recursion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step<M> {
    /// The next move of the line.
    Move(M),
    /// A comment on the previous move, or at the beginning of the line.
    Comment(String),
    /// A numeric annotation glyph of the previous move.
    Nag(u8),
    /// Beginning of a variation of the previous move.
    Begin,
    /// End of the nested variation.
    End,
}

/// Stack of the open lines while the steps of a variation are replayed.
///
/// A variation begins from the position before the last move of its line.
#[derive(Clone, Debug)]
pub(crate) struct LineStack {
    /// Positions of each open line before its last move, if it has one, and after it.
    lines: Vec<(Option<Position>, Position)>,
}

impl LineStack {
    /// Opens a line that begins from a position.
    pub(crate) fn new(start: Position) -> Self {
        Self { lines: vec![(None, start)] }
    }

    /// Returns the current position; `None` after the end of the outermost line.
    pub(crate) fn position(&self) -> Option<&Position> {
        self.lines.last().map(|(_, now)| now)
    }

    /// Plays a move on the innermost line.
    pub(crate) fn play(&mut self, m: Move) {
        if let Some((before, now)) = self.lines.last_mut() {
            let next = now.play_unchecked(m);
            *before = Some(std::mem::replace(now, next));
        }
    }

    /// Returns the number of open lines.
    pub(crate) fn depth(&self) -> usize {
        self.lines.len()
    }

    /// Returns whether the innermost line has a move.
    pub(crate) fn has_moved(&self) -> bool {
        self.lines.last().is_some_and(|(before, _)| before.is_some())
    }

    /// Begins a variation of the last move; returns `false` if the line has no move.
    pub(crate) fn begin(&mut self) -> bool {
        let before = self.lines.last().and_then(|(before, _)| before.clone());
        let is_begun = before.is_some();
        self.lines.extend(before.map(|start| (None, start)));
        is_begun
    }

    /// Ends the innermost line.
    pub(crate) fn end(&mut self) {
        self.lines.pop();
    }
}
