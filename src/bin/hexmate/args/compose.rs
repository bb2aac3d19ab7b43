//! The arguments of `compose`. The doc comments are the help.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use hexmate::compose::Changes;

use super::OutputFile;

/// Mend problems that are not sound, and find what each piece of a problem is for.
#[derive(Args, Debug)]
pub struct Compose {
    #[command(subcommand)]
    pub task: ComposeTask,
}

#[derive(Subcommand, Debug)]
pub enum ComposeTask {
    Mend(ComposeMend),
    Strip(ComposeStrip),
}

/// List the sound versions of problems that are not sound.
///
/// All single changes are tried: a piece taken off, added, moved, exchanged with another one or for another kind,
/// all pieces shifted or turned together, another length, the exact length. Each is written as twins are, and the
/// rows are problems that `solve` reads. First come the best of each kind of change, then the next: those
/// with the intended key, without duals, with the weakest pieces added. The intended keys are those that the file
/// claims, else those that the problem has. Sound problems pass through.
#[derive(Args, Debug)]
pub struct ComposeMend {
    #[command(flatten)]
    pub problems: Problems,

    /// Up to so many changes at once. Of pairs those are tried of which each change stops some of the cooks or
    /// refutations, and both together all of them.
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u8).range(1..=2))]
    changes: u8,

    /// List so many versions of each problem.
    #[arg(long, value_name = "N", default_value = "5")]
    pub first: usize,

    #[command(flatten)]
    pub output: OutputFile,
}

/// Show which pieces of problems are idle, and what the others are for.
///
/// A piece is idle if without it keys and variations stay the same. Of each other piece it shows what becomes of the
/// problem without it: a cook, a shorter solution, none, other play. The least version is what is left when idle
/// pieces are taken off, the strongest first.
#[derive(Args, Debug)]
pub struct ComposeStrip {
    #[command(flatten)]
    pub problems: Problems,

    /// Draw each problem into this folder: pieces that were taken off are crossed, those that stop a cook have a ring.
    #[arg(long, value_name = "DIR")]
    pub diagrams: Option<PathBuf>,

    #[command(flatten)]
    pub output: OutputFile,
}

/// Which problems, and how far searches go.
#[derive(Args, Debug)]
pub struct Problems {
    /// Files of problems: CSV, EPD or FEN lines; `-` is stdin.
    #[arg(value_name = "FILES", required = true)]
    pub files: Vec<String>,

    /// The number of moves where a problem does not state it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub mate: Option<u32>,

    /// Give a version up after so many positions of its search.
    #[arg(long, value_name = "N", default_value = "1000000")]
    pub nodes: u64,
}

impl ComposeMend {
    /// How many changes are allowed.
    pub fn changes(&self) -> Changes {
        if self.changes > 1 { Changes::Two } else { Changes::One }
    }
}
