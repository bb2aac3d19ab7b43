//! The PGN reader, seen from outside: what it makes of texts, good and bad.

mod corpora;
mod errors;
mod games;
mod laws;
mod movetext;
mod tags;
mod trace;
