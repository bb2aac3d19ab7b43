//! The rows of the suite, as they are written and read. Knows no rules.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A position with all its legal moves.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct PositionRow {
    pub id: String,
    pub variant: String,
    pub fen: String,
    /// What makes it hard.
    pub kinds: Vec<String>,
    /// Whether the side to move is in check.
    pub check: bool,
    /// How the game has ended, if there is no move.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub end: Option<String>,
    /// In the ascending order of UCI.
    pub moves: Vec<MoveRow>,
}

/// A legal move, and the position after it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct MoveRow {
    pub uci: String,
    pub san: String,
    pub fen: String,
}

/// The counts of a position, the first of depth 1; a word that is not there counts 0.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct CountRow {
    pub id: String,
    pub variant: String,
    pub fen: String,
    pub counts: Vec<BTreeMap<String, u64>>,
}

/// A FEN that must be read or refused.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct FenRow {
    pub id: String,
    pub variant: String,
    /// The order of the cells.
    pub order: String,
    pub fen: String,
    /// `canonical`, `lenient`, `unreadable` or `illegal`.
    pub verdict: String,
    /// The canonical FEN of the same, where the text is another.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub canonical: Option<String>,
    /// The position that is played from, where a player to move has no move and is put out or skipped.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub settled: Option<String>,
    /// All that is wrong, and warnings.
    pub codes: Vec<String>,
}

/// A position, and texts of moves that must be read or refused in it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct TextRow {
    pub id: String,
    pub variant: String,
    pub fen: String,
    pub texts: Vec<WrittenRow>,
}

/// The text of a move.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct WrittenRow {
    pub text: String,
    /// The language of the letters.
    pub letters: String,
    /// The move that is meant, if the text must be read.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub uci: Option<String>,
    /// What a strict reader may refuse about it.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub lenient: Vec<String>,
    /// What is wrong, if it must be refused.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub code: Option<String>,
}

/// A game from its first position to its end.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct GameRow {
    pub id: String,
    pub variant: String,
    pub fen: String,
    pub moves: Vec<String>,
    /// How the board or a rule ends it.
    pub end: String,
    pub result: String,
    /// Draws that the side to move could claim.
    pub claims: Vec<String>,
    /// The last position.
    pub last: String,
    /// The game as it is written.
    pub pgn: String,
    /// A result that the last position contradicts, if there is one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub wrong: Option<String>,
}
