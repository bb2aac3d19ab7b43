//! Single modules of the library, by what they offer to everybody.

mod geometry;
mod mine;
mod play;
mod problem;
mod records;
mod repair;
mod san;
mod stats;
mod twin;
mod validate;
