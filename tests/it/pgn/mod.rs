//! The PGN reader, seen from outside: what it makes of texts, good and bad.

mod errors;
mod games;
mod laws;
mod movetext;
mod tags;
pub mod trace;
