//! The table of positions and problems as files state them.

use serde::ser::SerializeMap;

use super::epd::EpdLine;
use super::extra_columns;
use super::row::{TableRow, columns};
use hexmate_position::Game;
use hexmate_problems::{ExtraColumn, Operand, Statement};

/// A statement with its position and stipulation in standard form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionRow {
    statement: Statement,
}

impl PositionRow {
    /// Creates the row of a statement, with `fen` and the name of the game in place of those of the statement.
    ///
    /// A known stipulation is written in its standard form.
    pub fn new(game: Game, statement: &Statement, fen: String) -> Self {
        let stipulation = statement.stipulation_in(game);
        Self { statement: Statement { fen, variant: game.name.to_owned(), stipulation, ..statement.clone() } }
    }

    /// Returns the further columns of the file, under names that no fixed column has.
    fn further(&self) -> Vec<ExtraColumn> {
        extra_columns::with_unique_names(&self.statement.further, Self::COLUMNS)
    }

    /// Returns the further columns as names and values.
    pub fn further_cells(&self) -> Vec<(String, String)> {
        self.further().into_iter().map(|one| (one.name, one.value)).collect()
    }

    /// Returns the statement as tags of a game that begins with its position.
    pub fn to_tags(&self) -> Vec<(String, String)> {
        let Statement { id, stipulation, keys, solutions, author, source, twin, .. } = &self.statement;
        let named = [("Event", id), ("Stipulation", stipulation), ("Key", keys), ("Author", author)];
        let named = named.into_iter().chain([("Source", source), ("Twin", twin), ("Solutions", solutions)]);
        let named: Vec<(&str, &str)> = named.map(|(name, value)| (name, value.as_str())).collect();
        extra_columns::tags(&named, &self.further())
    }

    /// Returns the FEN with its line end.
    pub fn to_fen_line(&self) -> String {
        format!("{}\n", self.statement.fen)
    }

    /// Returns a line of EPD: the FEN and the statement as operations.
    pub fn to_epd_line(&self) -> String {
        let Statement {
            fen, variant, id, stipulation, keys, solutions, twin, author, source, further, ..
        } = &self.statement;
        let mut line = EpdLine::new(fen, variant);
        line.add_stipulation(stipulation);
        // Moves of `bm` that are not claimed stay beside the claimed keys.
        match further.iter().any(|one| one.name == "bm" && one.operand == Operand::Bare) {
            true => line.add_claimed_keys(keys),
            false => line.add_moves(keys),
        }
        line.add("solutions", solutions);
        line.add_text("id", id);
        line.add_text("author", author);
        line.add_text("source", source);
        line.add_text("twin", twin);
        line.add_further(further);
        line.finish()
    }
}

impl TableRow for PositionRow {
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

    fn serialize_extras<M: SerializeMap>(&self, members: &mut M) -> Result<(), M::Error> {
        members.serialize_entry(extra_columns::REST, &extra_columns::object(&self.further()))
    }

    fn to_text(&self) -> String {
        self.to_fen_line()
    }
}
