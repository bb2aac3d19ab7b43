//! Conditions for searching in collections: texts, dates and positions.

mod date;
mod pattern;
mod text;

pub use date::{Date, DateNote, DateRange, DateReading, UnclearDate};
pub use pattern::{Images, Pattern, PatternError};
pub use text::{folded, sort_key};
