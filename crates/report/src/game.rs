//! The table of games: tags, moves, comments, variations. What is read back is in `archive`.

use serde_json::{Map, Value, json};

use super::Row;
use super::moves::uci;
use hexmate_games::archive::list_line;
use hexmate_games::pgn::{Notation, PlayedGame, Written};
use hexmate_games::select::Date;
use hexmate_games::validate::DATES;
use hexmate_position::Letters;
use hexmate_position::Position;

/// A game as a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRow {
    cells: Vec<Value>,
    line: String,
}

impl GameRow {
    /// The row of a game.
    pub fn new(game: &PlayedGame) -> Self {
        let tag = |name: &str| {
            let own = game.tags.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
            own.map(|(_, value)| value.clone()).unwrap_or_default()
        };
        let date = DATES.iter().map(|name| tag(name)).find(|date| Date::read(date).is_some());
        let told = ["Variant", "Letters", "SetUp", "FEN"];
        let result = game.result.to_string();
        let is_told = |name: &str, value: &str| {
            told.iter().any(|told| told.eq_ignore_ascii_case(name))
                || name.eq_ignore_ascii_case("Result") && value == result
        };
        let others = game.tags.iter().filter(|(name, value)| !is_told(name, value));
        let tags: Map<String, Value> = others.map(|(name, value)| (name.clone(), json!(value))).collect();
        let (start, variant) = (game.start(), game.start().game());
        let fen = if *start == Position::start(variant) { String::new() } else { start.to_fen() };
        let moves: Vec<String> = game.moves().iter().map(|&m| uci(start, m)).collect();
        let written = Written { game, notation: Notation::Uci, letters: &Letters::ENGLISH };
        let cells = vec![
            json!(variant.name),
            json!(tag("White")),
            json!(tag("Black")),
            json!(date.unwrap_or_else(|| tag("Date"))),
            json!(result),
            json!(fen),
            json!(moves.join(" ")),
            Value::Object(tags),
            pairs(&game.comments),
            pairs(&game.nags),
            pairs(&written.variations()),
        ];
        Self { cells, line: list_line(game) }
    }
}

/// Pairs as one text for tables and one array for JSON.
fn pairs<T: Clone + Into<Value>>(pairs: &[(usize, T)]) -> Value {
    let pairs: Vec<Value> =
        pairs.iter().map(|(ply, said)| Value::Array(vec![json!(ply), said.clone().into()])).collect();
    Value::Array(pairs)
}

impl Row for GameRow {
    const COLUMNS: &'static [&'static str] = &[
        "variant",
        "white",
        "black",
        "date",
        "result",
        "fen",
        "moves",
        "tags",
        "comments",
        "nags",
        "variations",
    ];

    fn cells(&self) -> Vec<Value> {
        self.cells.clone()
    }

    fn to_text(&self) -> String {
        self.line.clone()
    }
}
