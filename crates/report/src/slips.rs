//! Moves that gave away an ending, as `validate` reports them: lines of text, a cell, a JSON array.

use std::fmt::Write;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::counted::Counted;
use super::moves::uci;
use hexmate_endgame::{Slip, TableScore, Worth};
use hexmate_position::{Letters, San};

/// The moves of one game that gave away an ending.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SlipsNote(Vec<SlipNote>);

/// A move that made the ending worse for its player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SlipNote {
    ply: usize,
    fen: String,
    /// The move in UCI, and in SAN after its number; likewise the best move.
    played: [String; 2],
    best: [String; 2],
    before: TableScore,
    after: TableScore,
}

impl SlipsNote {
    /// Name of the column.
    pub const COLUMN: &'static str = "slips";

    /// Creates the report on a game; SAN is written with these letters.
    pub fn new(slips: &[Slip], letters: &Letters) -> Self {
        let note = |slip: &Slip| {
            let position = &slip.position;
            let texts = |m| {
                let san = San { position, m, letters };
                [uci(position, m), format!("{}{san}", position.move_number())]
            };
            SlipNote {
                ply: slip.ply,
                fen: position.to_fen(),
                played: texts(slip.m),
                best: texts(slip.best),
                before: slip.before,
                after: slip.after,
            }
        };
        Self(slips.iter().map(note).collect())
    }

    /// Returns the number of slips.
    pub fn count(&self) -> u64 {
        self.0.len() as u64
    }

    /// Returns one line for each slip, with the prefix `about`.
    pub(super) fn lines(&self, about: &str) -> String {
        let mut lines = String::new();
        for SlipNote { played: [_, played], best: [_, best], before, after, .. } in &self.0 {
            let (before, after) = (words(*before), words(*after));
            let _ = writeln!(lines, "{about}{played}: {before} became {after}; best was {best} [slip]");
        }
        lines
    }

    /// Returns all slips as one cell: `57.Kd4 win>draw; 61...Ra1 draw>loss`.
    pub fn cell(&self) -> String {
        let slip = |SlipNote { played: [_, played], before, after, .. }: &SlipNote| {
            format!("{played} {}>{}", before.worth.word(), after.worth.word())
        };
        self.0.iter().map(slip).collect::<Vec<_>>().join("; ")
    }

    pub(super) fn value(&self) -> Value {
        let score = |score: TableScore| json!({ "worth": score.worth.word(), "plies": score.plies });
        let slip = |slip: &SlipNote| {
            json!({
                "ply": slip.ply,
                "fen": slip.fen,
                "move": slip.played[0],
                "before": score(slip.before),
                "after": score(slip.after),
                "best": slip.best[0],
            })
        };
        self.0.iter().map(slip).collect()
    }
}

/// Describes the value of a position for the side to move.
fn words(score: TableScore) -> String {
    let plies = Counted(score.plies.into(), "ply");
    match score.worth {
        Worth::Win => format!("a win in {plies}"),
        Worth::Stalemating => format!("a stalemate given in {plies}"),
        Worth::Draw => "a draw".to_owned(),
        Worth::Stalemated => format!("a stalemate suffered in {plies}"),
        Worth::Loss => format!("a loss in {plies}"),
    }
}
