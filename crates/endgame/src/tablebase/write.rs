//! A table to a file.

use std::fmt;

use rayon::prelude::*;

use super::{BLOCK, name, title, to_word};
use crate::{Endgame, Score};
use hexmate_batch::files::{FileError, OutputFolder, PackedBlock, write_blocks};
use hexmate_core::rules::Player;
use hexmate_position::Game;

/// An ending with more different scores than a byte has values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyScores(pub usize);

/// Why a table was not written.
#[derive(Debug)]
pub enum WriteError {
    /// The format cannot hold it.
    TooManyScores(TooManyScores),
    /// The file cannot be written.
    File(FileError),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyScores(TooManyScores(count)) => {
                write!(f, "{count} different scores, and the format has room for 256")
            }
            Self::File(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for WriteError {}

/// Writes the table of an ending to its file in a folder; it appears when it is complete.
///
/// # Errors
///
/// If the folder cannot be written to, or the ending has more than 256 different scores for a side.
pub fn write(folder: &OutputFolder, game: Game, endgame: &Endgame) -> Result<(), WriteError> {
    let size = endgame.size();
    let mut header = title("endgame", game, endgame.ending(), size);
    let mut blocks = Vec::new();
    for (colour, side) in [("white", Player::WHITE), ("black", Player::BLACK)] {
        let codes = codes(endgame, side);
        if codes.len() > 256 {
            return Err(WriteError::TooManyScores(TooManyScores(codes.len())));
        }
        let words: Vec<String> = codes.iter().map(|&score| to_word(score)).collect();
        header += &[colour, " ", &words.join(" "), "\n"].concat();
        let pack = |block: usize| {
            let numbers = block * BLOCK..size.min((block + 1) * BLOCK);
            let code = |number| codes.binary_search(&endgame.at(side, number)).unwrap_or_default() as u8;
            PackedBlock::new(&numbers.map(code).collect::<Vec<u8>>())
        };
        blocks.extend((0..size.div_ceil(BLOCK)).into_par_iter().map(pack).collect::<Vec<_>>());
    }
    let output = folder.begin(&name(game, endgame.ending())).map_err(WriteError::File)?;
    write_blocks(output, &header, &blocks).map_err(WriteError::File)
}

/// The different scores of a side in order.
fn codes(endgame: &Endgame, side: Player) -> Vec<Option<Score>> {
    let chunk = |numbers: std::ops::Range<usize>| {
        let mut seen: Vec<Option<Score>> = Vec::new();
        for number in numbers {
            let score = endgame.at(side, number);
            if let Err(place) = seen.binary_search(&score) {
                seen.insert(place, score);
            }
        }
        seen
    };
    let count = endgame.size();
    let chunks = (0..count.div_ceil(BLOCK)).into_par_iter();
    let mut codes: Vec<Option<Score>> =
        chunks.flat_map_iter(|block| chunk(block * BLOCK..count.min((block + 1) * BLOCK))).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}
