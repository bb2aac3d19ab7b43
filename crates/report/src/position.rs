//! The table of positions and problems as files state them. Solves nothing.

use serde_json::Value;

use super::epd::EpdLine;
use super::further;
use super::row::{Row, columns};
use hexmate_position::Game;
use hexmate_problems::{Further, Statement};

/// A statement whose position is written anew.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionRow {
    statement: Statement,
}

impl PositionRow {
    /// The row of a statement: `fen` and the name of the game in place of its own.
    ///
    /// A stipulation that is understood is written as problemists do.
    pub fn new(game: Game, statement: &Statement, fen: String) -> Self {
        let stipulation = statement.stipulation_in(game);
        Self { statement: Statement { fen, variant: game.name.to_owned(), stipulation, ..statement.clone() } }
    }

    /// What the file says besides, under names that no column of the table has.
    fn further(&self) -> Vec<Further> {
        further::named_apart(&self.statement.further, Self::COLUMNS)
    }

    /// The same as plain names and values.
    pub fn further_cells(&self) -> Vec<(String, String)> {
        self.further().into_iter().map(|one| (one.name, one.value)).collect()
    }

    /// What the file says of it, as tags of a game that begins here.
    pub fn to_tags(&self) -> Vec<(String, String)> {
        let Statement { id, stipulation, keys, solutions, author, source, twin, .. } = &self.statement;
        let named = [("Event", id), ("Stipulation", stipulation), ("Key", keys), ("Author", author)];
        let named = named.into_iter().chain([("Source", source), ("Twin", twin), ("Solutions", solutions)]);
        let named: Vec<(&str, &str)> = named.map(|(name, value)| (name, value.as_str())).collect();
        further::tags(&named, &self.further())
    }

    /// The FEN alone, with its line end.
    pub fn to_fen_line(&self) -> String {
        format!("{}\n", self.statement.fen)
    }

    /// A line of EPD: the FEN, `;`, and what is stated of it.
    pub fn to_epd_line(&self) -> String {
        let Statement {
            fen, variant, id, stipulation, keys, solutions, twin, author, source, further, ..
        } = &self.statement;
        let mut line = EpdLine::new(fen, variant);
        line.add_stipulation(stipulation);
        line.add_moves(keys);
        line.add("solutions", solutions);
        line.add_text("id", id);
        line.add_text("author", author);
        line.add_text("source", source);
        line.add_text("twin", twin);
        line.add_further(further, &[]);
        line.finish()
    }
}

impl Row for PositionRow {
    columns! { self;
        id: self.statement.id,
        variant: self.statement.variant,
        fen: self.statement.fen,
        stipulation: self.statement.stipulation,
        key: self.statement.keys,
        solutions: self.statement.solutions,
        source: self.statement.source,
        twin: self.statement.twin,
        author: self.statement.author,
    }

    fn extras(&self) -> Vec<(&'static str, Value)> {
        vec![(further::REST, further::object(&self.further()))]
    }

    fn to_text(&self) -> String {
        self.to_fen_line()
    }
}
