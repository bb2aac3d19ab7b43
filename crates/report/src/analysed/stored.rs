//! Serialization of analysed games in logs, which are untrusted: every move is checked.

use serde::{Deserialize, Serialize};

use super::{AnalysedGame, Missed};
use crate::moves::{along, uci};
use hexmate_games::pgn::PlayedGame;
use hexmate_player::{ScoredLine, SearchScore};
use hexmate_position::{Position, Uci};

/// Bound of centipawns and plies, beyond every score of the search.
const LARGEST: u32 = 1_000_000;

/// The serialized form of an [`AnalysedGame`].
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StoredAnalysis {
    game: PlayedGame,
    lines: Vec<StoredLine>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    missed: Vec<(usize, Missed)>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredLine {
    score: SearchScore,
    /// Moves in UCI, separated by one space.
    moves: String,
}

impl From<AnalysedGame> for StoredAnalysis {
    fn from(analysed: AnalysedGame) -> Self {
        let AnalysedGame { played, lines, missed } = analysed;
        let positions = along(played.start(), played.moves()).map(|(position, _)| position);
        let stored = |(position, line): (Position, &ScoredLine)| {
            let moves = along(&position, &line.moves).map(|(position, m)| uci(&position, m));
            StoredLine { score: line.score, moves: moves.collect::<Vec<_>>().join(" ") }
        };
        let lines = positions.chain([played.end().clone()]).zip(&lines).map(stored).collect();
        Self { game: played, lines, missed }
    }
}

impl TryFrom<StoredAnalysis> for AnalysedGame {
    type Error = &'static str;

    fn try_from(stored: StoredAnalysis) -> Result<Self, Self::Error> {
        let StoredAnalysis { game, lines, missed } = stored;
        let positions: Vec<Position> = along(game.start(), game.moves())
            .map(|(position, _)| position)
            .chain([game.end().clone()])
            .collect();
        if positions.len() != lines.len() {
            return Err("wrong number of lines");
        }
        let lines = positions.iter().zip(&lines).map(|(position, line)| line.read(position));
        let lines = lines.collect::<Result<_, _>>()?;
        Self::new(game, lines, missed).ok_or("invalid analysis")
    }
}

impl StoredLine {
    fn read(&self, start: &Position) -> Result<ScoredLine, &'static str> {
        let is_sane = match self.score {
            SearchScore::Centipawns(value) => value.unsigned_abs() <= LARGEST,
            SearchScore::Mates { plies } | SearchScore::IsMated { plies } => plies <= LARGEST,
        };
        if !is_sane {
            return Err("invalid score");
        }
        let mut position = start.clone();
        let mut moves = Vec::new();
        for text in self.moves.split_ascii_whitespace() {
            let m = Uci::parse(position.game().shape, text.as_bytes()).filter(|&m| position.is_legal(m));
            let m = m.ok_or("illegal move in a line")?;
            position.make_move_unchecked(m);
            moves.push(m);
        }
        Ok(ScoredLine { score: self.score, moves })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gliński's start after one move, with a line for each position.
    fn stored(score: &str, moves: &str, missed: &str) -> Result<AnalysedGame, String> {
        let text = format!(
            r##"{{"game":{{"game":"glinski","moves":"#","result":"*"}},"lines":[{{"score":{score},"moves":"{moves}"}},{{"score":{{"centipawns":-20}},"moves":""}}],"missed":{missed}}}"##
        );
        serde_json::from_str(&text).map_err(|error| error.to_string())
    }

    #[test]
    fn analysed_games_survive_serialization() {
        let score = r#"{"is-mated":{"plies":4}}"#;
        let read = stored(score, "b1b2 b7b6", r#"[[1,{"mate":2}]]"#).expect("a game");
        let text = serde_json::to_string(&read).expect("written");
        assert_eq!(serde_json::from_str::<AnalysedGame>(&text).expect("read"), read, "{text}");
    }

    #[test]
    fn forged_analyses_are_rejected() {
        let good = r#"{"centipawns":30}"#;
        for (score, moves, missed) in [
            (r#"{"centipawns":-2147483648}"#, "", "[]"),
            (r#"{"mates":{"plies":4294967295}}"#, "", "[]"),
            (good, "b1b9", "[]"),
            (good, "<script>", "[]"),
            (good, "", r#"[[2,{"mate":2}]]"#),
            (good, "", r#"[[1,{"mate":"<b>"}]]"#),
        ] {
            assert!(stored(score, moves, missed).is_err(), "{score} {moves} {missed}");
        }
        assert!(stored(good, "", "[]").is_ok());
    }
}
