//! The program as its users see it: what it prints, where, and how it ends.
#![cfg(feature = "cli")]

mod certificate;
mod checkpoint;
mod errors;
mod help;
mod perft;
mod records;
mod run;
mod signals;
mod solve;
