//! Numbers of positions.

use hexmate_position::Uci;
use hexmate_position::divide::sorted_moves;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::board::{legal, position};
use crate::games::game;

/// A count: the positions after some plies, or those after one first move.
#[derive(Deserialize, Debug)]
pub struct Perft {
    game: String,
    fen: String,
    depth: u32,
    /// First move in UCI notation, or empty for all.
    #[serde(default)]
    first: String,
}

impl Perft {
    /// Returns the number of positions, or the first moves for depth 0.
    pub fn answer(self) -> Answer {
        let game = game(&self.game)?;
        let position = position(game, &self.fen)?;
        if self.depth == 0 {
            let moves = sorted_moves(&position);
            let moves = moves.iter().map(|&m| [Uci(game.shape, m).to_string(), position.san(m).to_string()]);
            return Ok(json!({ "moves": moves.collect::<Vec<_>>() }));
        }
        if self.first.is_empty() {
            return Ok(json!({ "nodes": position.perft(self.depth) }));
        }
        let m = legal(&position, &self.first)?;
        Ok(json!({ "nodes": position.play_unchecked(m).perft(self.depth - 1) }))
    }
}

/// Positions of the conformance suite with the numbers of their plies.
const COUNTS: &str = include_str!("../../docs/standard/suite/counts.jsonl");

/// Returns the positions of the conformance suite.
pub fn suite() -> Value {
    COUNTS.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()).collect()
}
