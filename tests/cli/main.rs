//! The program as its users see it: what it prints, where, and how it ends.
#![cfg(feature = "cli")]

mod browser;
mod certificate;
mod checkpoint;
mod compare;
mod diagram;
mod errors;
mod games;
mod help;
mod kills;
#[path = "../it/length.rs"]
mod length;
mod limits;
mod perft;
mod play;
mod readme;
mod records;
#[cfg(all(feature = "png", feature = "pdf"))]
mod render;
mod resume;
mod run;
mod shards;
mod signals;
mod solve;
mod terminal;
