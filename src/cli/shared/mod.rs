//! Arguments that several commands use.

pub mod choice;
pub mod clock;
pub mod common;
pub mod destination;
pub mod language;
pub mod long;
pub mod number;
pub mod output_paths;
pub mod position;
pub mod reading;
pub mod table;
pub mod typed_options;
