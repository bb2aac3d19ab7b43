//! Games as words and numbers, and their text.

use hexmate_core::rules::Move;
use hexmate_games::validate::{CheckedGame, GameText, Games};
use hexmate_position::{Game, Letters, Position};

/// A legal game with the words of its moves.
pub struct Record {
    /// Written moves.
    pub words: Vec<String>,
    /// Moves.
    pub moves: Vec<Move>,
    /// Positions before the moves.
    pub positions: Vec<Position>,
    /// Piece letters.
    pub letters: Letters,
    /// Result as written.
    pub result: String,
}

/// A game with a slip.
pub struct Spoiled {
    /// Written moves, each with the number before it.
    pub words: Vec<(Option<String>, String)>,
    /// Index of the first half-move that the slip concerns.
    pub place: usize,
}

impl Record {
    /// Creates the record of a game without a fault; `None` for others, and for games of less than ten half-moves.
    pub fn of(text: &GameText) -> Option<Self> {
        let checked = CheckedGame::of(Game::GLINSKI, text);
        if checked.fault.is_some() || checked.moves.len() < 10 || text.tag("FEN").is_some() {
            return None;
        }
        let mut position = Position::start(Game::GLINSKI);
        let mut positions = Vec::new();
        for &m in &checked.moves {
            let next = position.play_unchecked(m);
            positions.push(std::mem::replace(&mut position, next));
        }
        Some(Self {
            words: text.words.iter().map(|word| word.text.to_owned()).collect(),
            moves: checked.moves,
            positions,
            letters: checked.letters,
            result: text.result.map_or("*".to_owned(), |result| result.to_string()),
        })
    }

    /// Returns the written moves with a number before each move of White.
    pub fn numbered(&self) -> Vec<(Option<String>, String)> {
        let number = |ply: usize| ply.is_multiple_of(2).then(|| format!("{}.", ply / 2 + 1));
        self.words.iter().enumerate().map(|(ply, word)| (number(ply), word.clone())).collect()
    }
}

impl Spoiled {
    /// Returns the game as PGN.
    pub fn text(&self, result: &str) -> String {
        let words =
            self.words.iter().map(|(number, word)| format!("{}{word} ", number.as_deref().unwrap_or("")));
        format!("[Variant \"Glinski\"]\n\n{}{result}\n", words.collect::<String>())
    }
}

/// Reads one game.
///
/// # Panics
///
/// If the text has no game.
pub fn read(text: &str) -> GameText {
    Games::new(text.as_bytes()).next().expect("a game").expect("memory can be read")
}
