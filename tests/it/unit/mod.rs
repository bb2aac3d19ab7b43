//! Single modules of the library through their public functions.

mod geometry;
mod letters;
mod mine;
mod play;
mod problem;
mod records;
mod repair;
mod san;
mod stats;
mod twin;
mod validate;
