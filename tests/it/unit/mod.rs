//! Single modules of the library, by what they offer to everybody.

mod geometry;
mod mine;
mod play;
mod problem;
#[cfg(feature = "files")]
mod records;
mod repair;
mod san;
mod stats;
mod twin;
mod validate;
