//! The extension module `hexmate._hexmate`: a Python interface to the library.
//!
//! Every class wraps a value of the library; rules, parsers and searches are not repeated here.

mod board;
mod bulk;
mod cell;
mod classes;
mod counts;
mod errors;
mod fault;
mod files;
mod game;
mod interrupt;
mod json;
mod many;
mod marked;
mod mine;
mod moves;
mod part;
mod picture;
mod piece;
mod player;
mod program;
mod reader;
mod record;
mod repair;
mod restore;
mod solve;
mod statement;
mod steps;
mod table;
mod tables;

use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Hexagonal chess: boards, problems, games and diagrams.
#[pymodule]
fn _hexmate(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    let games = hexmate_position::Game::ALL.iter().map(|game| game.name);
    module.add("GAMES", PyTuple::new(module.py(), games)?)?;
    module.add_class::<board::Board>()?;
    module.add_class::<board::Outcome>()?;
    module.add_class::<bulk::Rows>()?;
    module.add_class::<cell::Cell>()?;
    module.add_class::<fault::Fault>()?;
    module.add_class::<game::Game>()?;
    module.add_class::<mine::Puzzle>()?;
    module.add_class::<moves::Move>()?;
    module.add_class::<piece::Piece>()?;
    module.add_class::<reader::GameReader>()?;
    module.add_class::<record::GameRecord>()?;
    module.add_class::<repair::Repair>()?;
    module.add_class::<solve::Solution>()?;
    module.add_class::<statement::ProblemReader>()?;
    module.add_class::<tables::Tables>()?;
    module.add_function(wrap_pyfunction!(cell::parse_cell, module)?)?;
    module.add_function(wrap_pyfunction!(counts::divide, module)?)?;
    module.add_function(wrap_pyfunction!(counts::perft, module)?)?;
    module.add_function(wrap_pyfunction!(many::solve_many, module)?)?;
    module.add_function(wrap_pyfunction!(many::validate_many, module)?)?;
    module.add_function(wrap_pyfunction!(mine::mine, module)?)?;
    module.add_function(wrap_pyfunction!(part::game_end, module)?)?;
    module.add_function(wrap_pyfunction!(part::is_pgn, module)?)?;
    module.add_function(wrap_pyfunction!(part::read_part, module)?)?;
    module.add_function(wrap_pyfunction!(picture::svg_function, module)?)?;
    module.add_function(wrap_pyfunction!(program::run_program, module)?)?;
    module.add_function(wrap_pyfunction!(reader::read_games, module)?)?;
    module.add_function(wrap_pyfunction!(repair::repair_function, module)?)?;
    module.add_function(wrap_pyfunction!(solve::solve, module)?)?;
    module.add_function(wrap_pyfunction!(steps::written_comment_function, module)?)?;
    module.add_function(wrap_pyfunction!(statement::read_problems, module)?)?;
    Ok(())
}
