//! Writes the conformance suite of `docs/standard` as JSON Lines: positions, counts, FENs, texts of moves, and games.
//!
//! ```text
//! cargo run --example conformance [FOLDER]
//! ```
//!
//! FOLDER is `docs/standard/suite` by default. The suite covers all games of the library and is the same in every run.
//! `tests/it/conformance` checks it against the oracle, which shares no code with the library.

mod candidates;
mod caught;
mod ends;
mod faults;
mod fens;
mod games;
mod kinds;
mod positions;
mod rows;
mod scenes;
mod texts;
mod writings;

#[path = "../../tests/it/conformance/faulty.rs"]
mod faulty;
#[path = "../../tests/it/laws/random.rs"]
mod random;
#[path = "../../tests/it/laws/set_up.rs"]
mod set_up;
#[path = "../../tests/it/laws/sparse.rs"]
mod sparse;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use hexmate_position::Game;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use serde::Serialize;

fn main() -> ExitCode {
    let folder =
        std::env::args_os().nth(1).map_or_else(|| PathBuf::from("docs/standard/suite"), PathBuf::from);
    match write_all(&folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}: {error}", folder.display());
            ExitCode::FAILURE
        }
    }
}

fn write_all(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let chosen: Vec<_> = Game::ALL
        .par_iter()
        .map(|&game| {
            let (chosen, others) = positions::choose(game);
            let further = caught::complete(game, &chosen, others);
            (chosen, further)
        })
        .collect();
    let all = || chosen.iter().flat_map(|(chosen, further)| chosen.iter().chain(further));
    write(folder, "positions", all().map(positions::row))?;
    write(folder, "counts", all().map(positions::counts))?;
    write(folder, "fens", chosen.iter().flat_map(|(chosen, _)| fens::rows(chosen)))?;
    write(folder, "texts", chosen.iter().flat_map(|(chosen, _)| texts::rows(chosen)))?;
    write(folder, "games", Game::ALL.iter().flat_map(|&game| games::rows(game)))
}

fn write<R: Serialize>(folder: &Path, name: &str, rows: impl Iterator<Item = R>) -> io::Result<()> {
    let mut text = String::new();
    for row in rows {
        text += &serde_json::to_string(&row)?;
        text.push('\n');
    }
    fs::write(folder.join(name).with_extension("jsonl"), text)
}
