//! The table of games: tags, moves, comments, variations. `hexmate_games::archive` reads it back.

use serde_json::{Value, json};

use super::moves::uci;
use super::row::{TableRow, columns};
use hexmate_games::archive::list_line;
use hexmate_games::pgn::{Notation, PgnText, PlayedGame};
use hexmate_games::validate::DATES;
use hexmate_position::FenForm;
use hexmate_position::Letters;
use hexmate_position::Position;
use hexmate_position::search::DateReading;

/// A game as a row.
#[derive(Clone, Debug)]
pub struct GameRow<'g>(pub &'g PlayedGame);

/// Tags that follow from other columns, or are not kept.
const COVERED: [&str; 5] = ["Variant", "Letters", "Files", "SetUp", "FEN"];

impl GameRow<'_> {
    /// Returns the value of a tag, ignoring the case of its name; empty if the game does not have it.
    fn tag(&self, name: &str) -> &str {
        let tag = self.0.tags.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
        tag.map_or("", |(_, value)| value)
    }

    /// Returns the first readable date, otherwise the tag `Date` unchanged.
    fn date(&self) -> &str {
        let readable = DateReading::choose(DATES.iter().map(|name| self.tag(name))).0;
        readable.map_or_else(|| self.tag("Date"), |(text, _)| text)
    }

    /// Returns the FEN of the first position; empty for the start position of the game.
    fn fen(&self) -> String {
        let start = self.0.start();
        if *start == Position::start(start.game()) { String::new() } else { start.to_fen() }
    }

    /// Returns all moves in UCI, separated by one space.
    fn moves(&self) -> String {
        self.0.moves().iter().map(|&m| uci(self.0.start(), m)).collect::<Vec<_>>().join(" ")
    }

    /// Returns the variations with their plies, moves in UCI.
    fn variations(&self) -> Vec<(usize, String)> {
        PgnText { game: self.0, notation: Notation::Uci, letters: &Letters::ENGLISH }.variations()
    }

    /// Returns the tags that no other column contains, as an object.
    fn other_tags(&self) -> Value {
        let result = self.0.result.to_string();
        let is_known = |name: &str, value: &str| {
            COVERED.iter().any(|covered| covered.eq_ignore_ascii_case(name))
                || name.eq_ignore_ascii_case("Result") && value == result
        };
        let others = self.0.tags.iter().filter(|(name, value)| !is_known(name, value));
        Value::Object(others.map(|(name, value)| (name.clone(), json!(value))).collect())
    }
}

/// Returns pairs of a ply and a value as an array of arrays.
fn pairs<T: Clone + Into<Value>>(pairs: &[(usize, T)]) -> Value {
    let pairs: Vec<Value> =
        pairs.iter().map(|(ply, value)| Value::Array(vec![json!(ply), value.clone().into()])).collect();
    Value::Array(pairs)
}

impl TableRow for GameRow<'_> {
    columns! { self;
        variant: self.0.start().game().name,
        white: self.tag("White"),
        black: self.tag("Black"),
        date: self.date(),
        result: self.0.result.to_string(),
        fen: self.fen(),
        moves: self.moves(),
        tags: self.other_tags(),
        comments: pairs(&self.0.comments),
        nags: pairs(&self.0.nags),
        variations: pairs(&self.variations()),
    }

    fn to_text(&self) -> String {
        list_line(self.0, FenForm::default())
    }
}
