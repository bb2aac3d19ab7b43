//! Moves that gave an ending away, as `validate` tells them: lines for people, a cell, an array of JSON.

use std::fmt::Write;

use serde_json::{Value, json};

use super::counted::Counted;
use super::moves::uci;
use hexmate_endgame::{Score, Slip, Worth};
use hexmate_position::{Letters, San};

/// The moves of one game that gave an ending away.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SlipsNote {
    slips: Vec<Slip>,
    letters: Letters,
}

impl SlipsNote {
    /// The name of their column.
    pub const COLUMN: &'static str = "slips";

    /// Slips of a game whose moves are told with these letters.
    pub fn new(slips: Vec<Slip>, letters: Letters) -> Self {
        Self { slips, letters }
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.slips.len() as u64
    }

    /// A line for each, behind what it is about.
    pub(super) fn lines(&self, about: &str) -> String {
        let mut lines = String::new();
        for slip in &self.slips {
            let (before, after) = (words(slip.before), words(slip.after));
            let played = self.san(slip, slip.m);
            let best = self.san(slip, slip.best);
            // Strings can be written.
            let _ = writeln!(lines, "{about}{played}: {before} became {after}; best was {best} [slip]");
        }
        lines
    }

    /// All in one cell: `57.Kd4 win>draw; 61...Ra1 draw>loss`.
    pub fn cell(&self) -> String {
        let slip = |slip: &Slip| {
            let (before, after) = (slip.before.worth.word(), slip.after.worth.word());
            format!("{} {before}>{after}", self.san(slip, slip.m))
        };
        self.slips.iter().map(slip).collect::<Vec<_>>().join("; ")
    }

    pub(super) fn value(&self) -> Value {
        let score = |score: Score| json!({ "worth": score.worth.word(), "plies": score.plies });
        let slip = |slip: &Slip| {
            let position = &slip.position;
            json!({
                "ply": slip.ply,
                "fen": position.to_fen(),
                "move": uci(position, slip.m),
                "before": score(slip.before),
                "after": score(slip.after),
                "best": uci(position, slip.best),
            })
        };
        self.slips.iter().map(slip).collect()
    }

    fn san(&self, slip: &Slip, m: hexmate_core::rules::Move) -> String {
        let position = &slip.position;
        format!("{}{}", position.move_number(), San { position, m, letters: &self.letters })
    }
}

/// What a position was worth, in words.
fn words(score: Score) -> String {
    let plies = Counted(score.plies.into(), "ply");
    match score.worth {
        Worth::Win => format!("a win in {plies}"),
        Worth::Stalemating => format!("a stalemate given in {plies}"),
        Worth::Draw => "a draw".to_owned(),
        Worth::Stalemated => format!("a stalemate suffered in {plies}"),
        Worth::Loss => format!("a loss in {plies}"),
    }
}
