//! The program as a library.

#[path = "../../../src/cli/mod.rs"]
mod cli;

pub use cli::run_with;
