//! Tables of endings on disk: one file each, read position by position. How scores are found is not known here.
//!
//! A folder holds files `GAME-MATERIAL.endgame`, as `glinski-KQvKR.endgame`. A file is one of
//! [`files::BlockFile`](hexmate_batch::files::BlockFile): a header in text, an index, packed blocks, a digest.
//!
//! ```text
//! hexmate endgame 1
//! edition 2                      of the rules
//! game glinski
//! material KQvKR                 White's pieces, then Black's
//! positions 5241873              numbers that positions may have, for each side to move
//! each 65536                     numbers to a block
//! white none draw win1 win3 …    what the bytes 0, 1, 2 … mean with White to move
//! black none draw loss0 …        and with Black to move
//! ```
//!
//! A build that was stopped leaves `GAME-MATERIAL.unfinished`, whose header begins with `hexmate
//! unfinished 1` and ends with `phase` and `ply`; its blocks have two bytes for each number.
//!
//! The blocks of White to move come first. A byte is a score: `none` where no position has the
//! number, `draw`, or `win`, `stalemating`, `stalemated`, `loss` with the plies to the end, for the
//! side to move. Which number a position has, [`Endgame`](crate::Endgame) says.

mod folder;
mod read;
mod unfinished;
mod write;

pub use folder::{Folder, FolderError};
pub use read::{OpenError, open};
pub use unfinished::{read_unfinished, remove_unfinished, write_unfinished};
pub use write::{TooManyScores, WriteError, write};

use std::path::{Path, PathBuf};

use crate::{Ending, Score, Worth};
use hexmate_core::rules::EDITION;
use hexmate_position::Game;

/// The version of the format that is written and read.
pub const FORMAT: u32 = 1;

/// What the names of files end with.
pub const EXTENSION: &str = ".endgame";

/// Numbers of positions to a block.
const BLOCK: usize = 1 << 16;

/// Where the table of an ending is in a folder.
pub fn path(folder: &Path, game: Game, ending: &Ending) -> PathBuf {
    folder.join(name(game, ending))
}

/// The name of the file that has the table of an ending.
fn name(game: Game, ending: &Ending) -> String {
    format!("{}-{}{EXTENSION}", game.name, ending.canonical())
}

/// The first lines of a file.
fn title(kind: &str, game: Game, ending: &Ending, size: usize) -> String {
    format!(
        "hexmate {kind} {FORMAT}\nedition {EDITION}\ngame {}\nmaterial {ending}\npositions {size}\neach {BLOCK}\n",
        game.name
    )
}

fn to_word(score: Option<Score>) -> String {
    match score {
        None => "none".to_owned(),
        Some(Score::DRAW) => Worth::Draw.word().to_owned(),
        Some(Score { worth, plies }) => format!("{}{plies}", worth.word()),
    }
}

/// A word that is no score.
struct UnknownWord;

/// The score that a word stands for; none for `none`.
fn from_word(word: &str) -> Result<Option<Score>, UnknownWord> {
    let told = |worth: Worth| match word.strip_prefix(worth.word())? {
        "" if worth == Worth::Draw => Some(Score::DRAW),
        plies if worth != Worth::Draw => Some(Score { worth, plies: plies.parse().ok()? }),
        _ => None,
    };
    match word {
        "none" => Ok(None),
        _ => Worth::ALL.into_iter().find_map(told).map(Some).ok_or(UnknownWord),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_read_as_it_was_written() {
        let scores = Worth::ALL.into_iter().filter(|&worth| worth != Worth::Draw);
        let scores = scores.flat_map(|worth| [0, 1, 77, 999].map(|plies| Some(Score { worth, plies })));
        for score in scores.chain([None, Some(Score::DRAW)]) {
            assert_eq!(from_word(&to_word(score)).ok(), Some(score));
        }
        assert!(["win", "draw3", "lost3", ""].iter().all(|word| from_word(word).is_err()));
    }
}
