//! Starts the program `hexmate` from Python.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs the program with these arguments, its own name first, and returns the exit status.
#[pyfunction]
pub fn run_program(py: Python<'_>, words: Vec<OsString>) -> u8 {
    py.detach(|| hexmate_program::run_with(words.into_iter()))
}
