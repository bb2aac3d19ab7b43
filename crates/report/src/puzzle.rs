//! The table of problems that `mine` finds, in the form that `solve` reads.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::aligned::padded;
use super::counted::Counted;
use super::moves::uci;
use super::row::{TableRow, columns};
use hexmate_batch::terminal::one_line;
use hexmate_games::validate::GameText;
use hexmate_position::Position;
use hexmate_problems::mine::{Continuation, FoundPuzzle, OnlyMove, SoundMate};
use hexmate_problems::stipulation_text;

/// A sound problem and its source.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PuzzleRow {
    id: String,
    variant: String,
    fen: String,
    stipulation: String,
    key: String,
    source: String,
    /// Continuation in the game; see [`PlayedRow`].
    played: String,
}

impl PuzzleRow {
    /// Creates the row of a problem without an id.
    pub fn new(position: &Position, mate: SoundMate, source: String) -> Self {
        Self {
            id: String::new(),
            variant: position.game().name.to_owned(),
            fen: position.to_fen(),
            stipulation: stipulation_text(&position.game(), mate.stipulation),
            key: uci(position, mate.key),
            source,
            played: String::new(),
        }
    }

    /// Creates the row of a problem found in a game, without an id.
    pub fn of_game(game: &GameText, puzzle: &FoundPuzzle) -> Self {
        let played = match puzzle.continuation {
            Continuation::Mated => "played",
            Continuation::KeyPlayed => "begun",
            Continuation::Missed(_) => "missed",
            Continuation::GameEnded => "left",
        };
        let source = source(game, &puzzle.position, &continuation_words(puzzle));
        Self { played: played.to_owned(), ..Self::new(&puzzle.position, puzzle.mate, source) }
    }

    /// Creates the row of a position of a game with one winning move, without an id and a stipulation.
    pub fn of_only_move(game: &GameText, found: &OnlyMove) -> Self {
        let OnlyMove { position, key, played } = found;
        let (word, words) = match played {
            None => ("left", "the game ended there".to_owned()),
            Some(m) if m == key => ("played", "it was played".to_owned()),
            Some(m) => ("missed", format!("missed, {} was played", uci(position, *m))),
        };
        Self {
            id: String::new(),
            variant: position.game().name.to_owned(),
            fen: position.to_fen(),
            stipulation: String::new(),
            key: uci(position, *key),
            source: source(game, position, &words),
            played: word.to_owned(),
        }
    }

    /// Returns the row with this id.
    pub fn with_id(self, id: String) -> Self {
        Self { id, ..self }
    }
}

impl TableRow for PuzzleRow {
    columns! { self;
        id: self.id,
        variant: self.variant,
        fen: self.fen,
        stipulation: self.stipulation,
        key: self.key,
        source: self.source,
    }

    fn to_text(&self) -> String {
        let Self { id, variant, fen, stipulation, key, source, .. } = self;
        let id = padded(id, 12);
        let text = format!("{id} {variant:<9} {stipulation:<3} {key:<7} {fen}  {source}");
        format!("{}\n", one_line(&text))
    }
}

/// A [`PuzzleRow`] with the column `played`: what was played in the game.
///
/// `played` if the mate was given, `begun` if only the key was played, `missed` if another move was played, `left` if
/// the game ended in this position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayedRow<'r>(pub &'r PuzzleRow);

impl TableRow for PlayedRow<'_> {
    columns! { self;
        id: self.0.id,
        variant: self.0.variant,
        fen: self.0.fen,
        stipulation: self.0.stipulation,
        key: self.0.key,
        source: self.0.source,
        played: self.0.played,
    }

    fn to_text(&self) -> String {
        format!("{:<6}  {}", self.0.played, self.0.to_text())
    }
}

/// Number of problems with each stipulation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PuzzleSummary {
    stipulations: BTreeMap<String, u64>,
}

impl PuzzleSummary {
    /// Counts a row.
    pub fn add(&mut self, row: &PuzzleRow) {
        *self.stipulations.entry(row.stipulation.clone()).or_default() += 1;
    }
}

impl fmt::Display for PuzzleSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Counted(self.stipulations.values().sum(), "problem"))?;
        let mut named = self.stipulations.iter().filter(|(stipulation, _)| !stipulation.is_empty());
        named.try_for_each(|(stipulation, count)| write!(f, ", {count} {stipulation}"))
    }
}

/// Returns the continuation of the game in words.
fn continuation_words(puzzle: &FoundPuzzle) -> String {
    match puzzle.continuation {
        Continuation::Mated => "mate was played".to_owned(),
        Continuation::KeyPlayed => "the key was played".to_owned(),
        Continuation::Missed(m) => format!("missed, {} was played", uci(&puzzle.position, m)),
        Continuation::GameEnded => "the game ended there".to_owned(),
    }
}

/// Returns event, date, players, game id, move number and what was played.
fn source(game: &GameText, position: &Position, played: &str) -> String {
    let tag =
        |name: &str| game.tag(name).map(|tag| tag.text.trim().to_owned()).filter(|text| !text.is_empty());
    let players = game.players();
    let parts = [
        tag("Event").or_else(|| tag("Title")),
        tag("Date").or_else(|| tag("EventDate")).or_else(|| tag("Published")),
        Some(players.join(" - ")).filter(|players| !players.is_empty()),
        tag("GameID").map(|id| format!("game {id}")),
        Some(format!("move {}", position.fullmoves())),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    format!("{}: {played}", parts.join(", "))
}
