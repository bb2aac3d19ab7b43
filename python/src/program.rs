//! The program, started from Python. Knows nothing of what it does.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs the program with these words, its own name first, and gives the status to end the process with.
#[pyfunction]
pub fn run_program(py: Python<'_>, words: Vec<OsString>) -> u8 {
    py.detach(|| hexmate_program::run_with(words.into_iter()))
}
