//! The program as its users see it: what it prints, where, and how it ends.
#![cfg(feature = "cli")]

mod certificate;
mod checkpoint;
mod diagram;
mod errors;
mod games;
mod help;
mod kills;
mod limits;
mod perft;
mod play;
mod records;
mod resume;
mod run;
mod shards;
mod signals;
mod solve;
