//! Reports of `solve`: the table with one row for each problem or twin, and the solution in all other forms.

mod cells;
mod claim;
mod compact;
mod epd;
mod forms;
mod input_columns;
mod lines;
mod look;
mod pgn;
mod printed;
mod printed_twin;
mod record;
mod spelling;
mod summary;
mod terminal;
mod text;
mod tree;

use std::time::Duration;

use serde::ser::SerializeMap;

use super::extra_columns;
use super::row::{TableRow, columns};
pub use forms::SolveForm;
use hexmate_problems::Solution;
use hexmate_problems::themes::Theme;
pub(crate) use look::code as language_code;
pub use look::{BoardLook, Captions, Hidden, PrintedSetPlay, SolveLook, TextStyle};
pub(crate) use printed_twin::printed_twin;
pub use record::SolveRecord;
pub use summary::SolveSummary;
pub use tree::SolutionTree;

/// JSON Schema of the objects that `--format json` and `--jsonl` write.
pub const SCHEMA: &str = include_str!("../solve.schema.json");

/// Version of [`SCHEMA`], incremented when a member changes its meaning or is removed.
const SCHEMA_VERSION: u32 = 1;

/// Mark of a sound problem whose whole solution tree was searched: the program and its version.
const TESTED: &str = concat!("C+ hexmate ", env!("CARGO_PKG_VERSION"));

impl TableRow for SolveRecord {
    columns! { self;
        {
            let solution = self.solution.as_deref().ok();
            let findings = solution.map(Solution::findings);
            let (lists, merits) = (self.lists(), self.merits());
        }
        id: self.id(),
        variant: self.variant(),
        fen: self.fen(),
        stipulation: self.stipulation(),
        status: self.status().word(),
        mate_in: findings.and_then(|findings| findings.mate_in),
        keys: lists.map(|lists| &lists.keys),
        keys_uci: lists.map(|lists| &lists.keys_uci),
        n_keys: findings.map(|findings| findings.keys.len()),
        tries: lists.and_then(|lists| lists.tries.as_ref()),
        set_play: lists.and_then(|lists| lists.set_play.as_ref()),
        threats: lists.and_then(|lists| lists.threats.as_ref()),
        duals: lists.and_then(|lists| lists.duals.as_ref()),
        variations: lists.and_then(|lists| lists.variations.as_ref()),
        computer_tested: self.is_sound().then_some(TESTED),
        expected: self.expectation(),
        as_expected: self.as_expected(),
        nodes: findings.map(|findings| findings.nodes),
        time_ms: solution.and_then(Solution::time).map(|time: Duration| time.as_millis()),
        message: self.message(),
        victim: self.victims(),
        author: self.author(),
        source: self.source(),
        claim: self.claim.code(),
        try_play: lists.and_then(|lists| lists.try_play.as_ref()),
        of_twin: self.twin_text(),
        themes: merits.map(|merits| merits.themes.iter().map(Theme::code).collect::<Vec<_>>()),
        quality: merits.map(|merits| merits.quality),
        difficulty: merits.map(|merits| merits.difficulty),
        pieces: self.piece_list(),
        key: self.claimed_keys(),
        solutions: self.claimed_solutions(),
        twin: self.twins(),
    }

    fn serialize_extras<M: SerializeMap>(&self, members: &mut M) -> Result<(), M::Error> {
        let claimed = self.solution.as_ref().map(|solution| self.claim.to_values(solution));
        members.serialize_entry("claimed_keys", &claimed.unwrap_or_default())?;
        members.serialize_entry(extra_columns::REST, &extra_columns::object(&self.further))?;
        members.serialize_entry("schema_version", &SCHEMA_VERSION)?;
        members.serialize_entry("solution", &self.tree())
    }

    /// Returns one line: name, game, stipulation, number of pieces, verdict, keys.
    fn to_text(&self) -> String {
        self.line().text
    }
}
