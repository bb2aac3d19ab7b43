//! Other programs as engines: command lines, processes, and the lines that they write.
//!
//! Internal to `hexmate`, which exports what programs need: this crate may change in any version.
//!
//! [`CommandLine`] has the words of a command. [`Process`] runs it: it starts the program, limits what it writes, waits
//! for its lines, and ends it. Everything about the life of a program is in `process.rs`, everything about what is sent
//! before the first question in `uci.rs`.
//!
//! ```text
//! matches of engines ─▶ ┐
//!                       ├▶ CommandLine ─▶ Process ─▶ lines, or an EngineFault
//! comparison of perft ─▶┘
//! ```

mod command_line;
mod fault;
mod process;
pub mod uci;

pub use command_line::CommandLine;
pub use fault::EngineFault;
pub use process::{Process, Stderr, Wait, shortened};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
