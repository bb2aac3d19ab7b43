//! The PGN reader: events for good and bad texts.

mod errors;
mod games;
mod laws;
mod movetext;
mod tags;
pub mod trace;
