//! Analysis of a position: its best lines while they are searched.

use hexmate_player::{ComputerPlayer, Info, Limits, PlayerOptions, Search, SearchScore, keys_of};
use hexmate_position::{Position, letter};
use hexmate_report::san_line;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::answer::{Answer, Failure};
use crate::board::{legal, position};
use crate::exports::report;
use crate::games::game;

/// A position to analyse: the first position of a game and the moves that lead to it.
#[derive(Deserialize, Debug)]
pub struct Analyse {
    game: String,
    fen: String,
    #[serde(default)]
    moves: Vec<String>,
    /// Number of best lines.
    lines: usize,
    /// The most positions to visit.
    nodes: u64,
}

impl Analyse {
    /// Returns the best lines; reports each on the way.
    pub fn answer(self) -> Answer {
        let game = game(&self.game)?;
        let mut now = position(game, &self.fen)?;
        let mut earlier = Vec::new();
        for text in &self.moves {
            let m = legal(&now, text)?;
            earlier.push(now.clone());
            now = now.play_unchecked(m);
        }
        let player = ComputerPlayer::new(game, PlayerOptions::default());
        let mut player =
            player.ok_or_else(|| Failure::new("refused", "the player does not know this game"))?;
        let keys = keys_of(&earlier);
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let search = Search { limits, lines: self.lines, earlier: &keys, ..Search::default() };
        let mut last = Value::Null;
        player.search(&now, &search, &mut |info| {
            last = shown(&now, info);
            report(&last);
        });
        Ok(json!({ "turn": letter(&game, now.turn()), "last": last }))
    }
}

/// The most moves of a line.
const MOST_MOVES: usize = 12;

/// Returns a line with its number, score and depth.
fn shown(position: &Position, info: &Info) -> Value {
    let (kind, value) = score(info.line.score);
    let moves = &info.line.moves[..info.line.moves.len().min(MOST_MOVES)];
    json!({
        "number": info.number,
        "depth": info.depth,
        "nodes": info.nodes,
        "kind": kind,
        "value": value,
        "uci": moves.first().map(|&m| position.uci(m).to_string()),
        "moves": san_line(position, moves),
    })
}

/// Returns the kind and the value of a score: hundredths of a pawn, or the moves to mate.
pub fn score(score: SearchScore) -> (&'static str, i32) {
    match score {
        SearchScore::Centipawns(value) => ("centipawns", value),
        SearchScore::Mates { plies } => ("mate", plies.div_ceil(2) as i32),
        SearchScore::IsMated { plies } => ("mated", plies.div_ceil(2) as i32),
    }
}
