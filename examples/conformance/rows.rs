//! The rows of the suite, as serialised in its JSON Lines files.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A position with all its legal moves.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct PositionRow {
    pub id: String,
    pub variant: String,
    pub fen: String,
    /// Names of its features.
    pub kinds: Vec<String>,
    /// Codes of the faults of move generators for which the position was added.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub faults: Vec<String>,
    /// `true` if the player to move is in check.
    pub check: bool,
    /// Name of the outcome, if there is no legal move.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub end: Option<String>,
    /// Legal moves, in ascending order of UCI.
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

/// The counts of a position, the first of depth 1; a missing kind has the count 0.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct CountRow {
    pub id: String,
    pub variant: String,
    pub fen: String,
    pub counts: Vec<BTreeMap<String, u64>>,
}

/// A FEN that must be accepted or rejected.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct FenRow {
    pub id: String,
    pub variant: String,
    /// Name of the order of cells.
    pub order: String,
    pub fen: String,
    /// `canonical`, `lenient`, `unreadable` or `illegal`.
    pub verdict: String,
    /// Canonical FEN, if the text differs from it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub canonical: Option<String>,
    /// FEN after players without a move are eliminated or skipped, if that changes the position.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub settled: Option<String>,
    /// Codes of all errors and warnings.
    pub codes: Vec<String>,
}

/// A position, and texts of moves that must be accepted or rejected in it.
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
    /// Language of the piece letters.
    pub letters: String,
    /// The move in UCI, if the text must be accepted.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub uci: Option<String>,
    /// Codes of the leniencies that it needs, for which a strict parser may reject it.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub lenient: Vec<String>,
    /// Error code, if the text must be rejected.
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
    /// Name of the end, by the board or by a rule.
    pub end: String,
    pub result: String,
    /// Draws that the player to move can claim.
    pub claims: Vec<String>,
    /// FEN of the last position.
    pub last: String,
    /// The game as PGN.
    pub pgn: String,
    /// A result that contradicts the last position, if the game ends on the board.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub wrong: Option<String>,
}
