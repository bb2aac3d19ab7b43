//! A table from its file: the header at once, the scores when they are asked for.

use std::collections::VecDeque;
use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::{BLOCK, from_word, path, title};
use crate::{Endgame, Endgames, Ending, Score, Stored};
use hexmate_batch::files::{BlockFile, FileError};
use hexmate_core::rules::Player;
use hexmate_position::Game;

/// Blocks of a file that stay in memory.
const KEPT: usize = 64;

/// Why a table cannot be used.
#[derive(Debug)]
pub enum OpenError {
    /// There is no file of this ending in the folder: it has to be built.
    Missing(Ending),
    /// It cannot be read, or is damaged.
    File(FileError),
    /// A line of its header is not what it has to be.
    Header {
        /// The file.
        name: String,
        /// What the line should say.
        expected: String,
        /// What it says.
        found: String,
    },
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(ending) => {
                write!(f, "no table of {ending}: build it with hexmate endgame build {ending}")
            }
            Self::File(error) => error.fmt(f),
            Self::Header { name, expected, found } => {
                write!(f, "{name} cannot be used: expected {expected:?}, found {found:?}")
            }
        }
    }
}

impl std::error::Error for OpenError {}

/// Opens the table of an ending in a folder, and adds it to those of its game.
///
/// # Errors
///
/// If there is none, it is damaged as far as can be seen at once, or it is of another edition of the rules.
pub fn open(folder: &Path, endgames: &Endgames, ending: &Ending) -> Result<Arc<Endgame>, OpenError> {
    endgames.insert(ending, |size| stored(folder, endgames.game(), &ending.canonical(), size))
}

/// The scores of an ending in a folder, with so many numbers for each side to move.
pub(super) fn stored(
    folder: &Path,
    game: Game,
    ending: &Ending,
    size: usize,
) -> Result<Box<dyn Stored>, OpenError> {
    let path = path(folder, game, ending);
    if !path.exists() {
        return Err(OpenError::Missing(ending.clone()));
    }
    let file = BlockFile::open(&path).map_err(OpenError::File)?;
    let codes = codes(&file, game, ending, size)?;
    Ok(Box::new(StoredScores { file, codes, size, kept: Mutex::default() }))
}

/// What the header says of the bytes, if all else that it says is as expected.
fn codes(
    file: &BlockFile,
    game: Game,
    ending: &Ending,
    size: usize,
) -> Result<[Vec<Option<Score>>; 2], OpenError> {
    let mut lines = file.header().lines();
    expect_title(file, &mut lines, &title("endgame", game, ending, size))?;
    expect_blocks(file, 2 * size.div_ceil(BLOCK))?;
    let mut scores_of = |name: &str| {
        let line = lines.next().unwrap_or_default();
        let words = line.strip_prefix(name).ok_or_else(|| wrong(file, name, line))?;
        let words = words.split_whitespace();
        words
            .map(|word| from_word(word).map_err(|_| wrong(file, "a score", word)))
            .collect::<Result<Vec<_>, _>>()
    };
    Ok([scores_of("white ")?, scores_of("black ")?])
}

/// Whether the first lines of a header are these.
pub(super) fn expect_title<'l>(
    file: &BlockFile,
    lines: &mut impl Iterator<Item = &'l str>,
    title: &str,
) -> Result<(), OpenError> {
    for expected in title.lines() {
        let found = lines.next().unwrap_or_default();
        if found != expected {
            return Err(wrong(file, expected, found));
        }
    }
    Ok(())
}

pub(super) fn expect_blocks(file: &BlockFile, blocks: usize) -> Result<(), OpenError> {
    match file.count() == blocks {
        true => Ok(()),
        false => Err(wrong(file, &format!("blocks {blocks}"), &format!("blocks {}", file.count()))),
    }
}

pub(super) fn wrong(file: &BlockFile, expected: &str, found: &str) -> OpenError {
    OpenError::Header { name: file.name().to_owned(), expected: expected.to_owned(), found: found.to_owned() }
}

/// The scores of a file, and those of its blocks that were asked for last.
struct StoredScores {
    file: BlockFile,
    codes: [Vec<Option<Score>>; 2],
    size: usize,
    kept: Mutex<VecDeque<(usize, Arc<Vec<u8>>)>>,
}

impl StoredScores {
    fn block(&self, number: usize) -> Result<Arc<Vec<u8>>, FileError> {
        let lock = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, block)) = lock().iter().find(|&&(kept, _)| kept == number) {
            return Ok(block.clone());
        }
        let block = Arc::new(self.file.block(number)?);
        let mut kept = lock();
        kept.truncate(KEPT - 1);
        kept.push_front((number, block.clone()));
        Ok(block)
    }
}

impl Stored for StoredScores {
    fn at(&self, side: Player, number: usize) -> Result<Option<Score>, String> {
        let damaged = || format!("cannot read {}: a block is not what the header says", self.file.name());
        let side = side.index() % 2;
        let block = self
            .block(side * self.size.div_ceil(BLOCK) + number / BLOCK)
            .map_err(|error| error.to_string())?;
        let code = block.get(number % BLOCK).ok_or_else(damaged)?;
        self.codes[side].get(usize::from(*code)).copied().ok_or_else(damaged)
    }

    fn deepest(&self) -> u16 {
        self.codes.iter().flatten().flatten().map(|score| score.plies).max().unwrap_or_default()
    }

    fn check(&self) -> Result<(), String> {
        self.file.check().map_err(|error| error.to_string())
    }
}
