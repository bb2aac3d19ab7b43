//! Single modules of the library, by what they offer to everybody.

mod mine;
mod play;
mod problem;
mod repair;
mod san;
mod stats;
mod validate;
