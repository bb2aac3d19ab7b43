//! Legal games with all that is said of their moves, and the variations of their lines.

use super::Score;
use super::stored::StoredGame;
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

/// One step of a variation; `M` is a move, as text or of a position.
///
/// A list of steps holds variations of any depth without a tree of any depth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step<M> {
    /// The next move of the line.
    Move(M),
    /// What is said of the move before, or of the line before its first move.
    Comment(String),
    /// A numeric annotation glyph of the move before.
    Nag(u8),
    /// A variation of the move before begins.
    Begin,
    /// It ends.
    End,
}

/// A variation of the main line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation<M> {
    /// How many moves of the main line stand before it; it is another way to play the last of them.
    pub ply: usize,
    /// What stands between its brackets.
    pub steps: Vec<Step<M>>,
}

/// Where lines inside one another stand while their steps are followed.
///
/// A variation begins from the position before the last move of its line.
#[derive(Clone, Debug)]
pub(crate) struct Trail {
    /// For each open line, the position before its last move, if it has one, and after it.
    lines: Vec<(Option<Position>, Position)>,
}

impl Trail {
    /// A line that begins from a position.
    pub(crate) fn new(start: Position) -> Self {
        Self { lines: vec![(None, start)] }
    }

    /// The position now; `None` after the end of the outermost line.
    pub(crate) fn position(&self) -> Option<&Position> {
        self.lines.last().map(|(_, now)| now)
    }

    pub(crate) fn play(&mut self, m: Move) {
        if let Some((before, now)) = self.lines.last_mut() {
            let next = now.play_unchecked(m);
            *before = Some(std::mem::replace(now, next));
        }
    }

    /// How many lines are open.
    pub(crate) fn depth(&self) -> usize {
        self.lines.len()
    }

    /// Whether the innermost line has a move.
    pub(crate) fn has_moved(&self) -> bool {
        self.lines.last().is_some_and(|(before, _)| before.is_some())
    }

    /// Begins a variation of the last move; tells whether there is one.
    pub(crate) fn begin(&mut self) -> bool {
        let before = self.lines.last().and_then(|(before, _)| before.clone());
        let is_begun = before.is_some();
        self.lines.extend(before.map(|start| (None, start)));
        is_begun
    }

    pub(crate) fn end(&mut self) {
        self.lines.pop();
    }
}
