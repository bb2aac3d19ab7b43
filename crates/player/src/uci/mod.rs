//! The Universal Chess Interface: commands and the loop that answers them.
//!
//! `docs/standard/uci.md` specifies the dialect. [`run`] reads commands from any reader and writes answers to any
//! writer; it accepts every input: what it cannot read it reports with `info string` and ignores.

mod command;
mod session;

pub use command::{Clock, Command, CommandError, Go, PositionText};
pub use session::{OpenTables, run, run_with_tables};
