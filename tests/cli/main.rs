//! The program as its users see it: what it prints, where, and how it ends.
#![cfg(feature = "cli")]

mod archive;
mod book;
mod browser;
mod carried;
mod certificate;
mod checkpoint;
mod claims;
mod compare;
mod compose;
mod diagram;
mod endgame;
mod errors;
mod escapes;
mod follow;
mod forged;
mod games;
mod help;
mod kept;
mod kills;
#[path = "../it/length.rs"]
mod length;
mod limits;
mod offices;
mod outputs;
mod perft;
mod play;
mod readme;
mod records;
#[cfg(all(feature = "png", feature = "pdf"))]
mod render;
mod repaired;
mod resume;
mod run;
mod shards;
mod shared;
mod signals;
mod solve;
mod standard;
mod tables;
mod terminal;
mod twins;
