//! Selection of problems: conditions, sort order and groups.
//!
//! [`ProblemConditions`] decide about a [`CandidateProblem`]: a problem of a file, with what a report of `solve` states about it.

mod authors;
mod candidate;
mod conditions;
mod count;
mod field;
mod query;
mod ratings;

pub use candidate::CandidateProblem;
pub use conditions::{
    LengthRange, ProblemCondition, ProblemConditions, StipulationPattern, ThemeList, number_range,
};
pub use count::{PieceCount, PieceGroup};
pub use field::ProblemField;
pub use query::Query;
pub use ratings::{Rating, Ratings};

use crate::likeness::position_key;
use crate::stipulation_text;

/// Returns the key under which two problems count as duplicates: position, stipulation and twins.
///
/// The position has the same key in all its images under the symmetries of the board; see [`position_key`]. `None` for
/// a record without a position, which is never a duplicate.
pub fn duplicate_key(candidate: &CandidateProblem<'_>) -> Option<String> {
    let setup = candidate.setup()?;
    let statement = candidate.statement();
    let stipulation = match candidate.stipulation() {
        Some(stipulation) => stipulation_text(&setup.game, stipulation),
        None => statement.stipulation.clone(),
    };
    Some(format!("{} {stipulation} {}", position_key(setup), statement.all_twins()))
}
