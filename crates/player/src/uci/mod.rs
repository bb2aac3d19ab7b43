//! The Universal Chess Interface: commands and the loop that answers them.
//!
//! `docs/standard/uci.md` specifies the dialect. [`run`] reads commands from any reader and writes answers to any
//! writer; it accepts every input: what it cannot read it reports with `info string` and ignores.

mod answer;
mod command;
mod note;
mod session;
mod thinking;

pub use answer::{chosen_move, chosen_or_first_word, chosen_word};
pub use command::{Clock, Command, CommandError, Go, PositionText};
pub use note::CommandNote;
pub use session::{CommandInput, Environment, OpenTables, run, run_in};
pub use thinking::Thinking;
