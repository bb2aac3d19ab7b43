//! Table files: one for each ending, read position by position, and unfinished builds.
//!
//! A folder holds files `GAME-MATERIAL.endgame`, as `glinski-KQvKR.endgame`. A file is one of
//! [`BlockFile`]: a header in text, an index, packed blocks, a digest.
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
//! side to move. Which number a position has, [`Endgame`] says.

use std::collections::VecDeque;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;
use thiserror::Error;

use crate::{Endgame, Endgames, Ending, Score, Source, Stored, Unfinished, Worth};
use hexmate_batch::files::{self as batch, BlockFile, FileError, OutputFolder, PackedBlock, write_blocks};
use hexmate_core::rules::{EDITION, Player};
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

/// A folder with tables of endings.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    /// The games and endings that the names of its files say.
    tables: Vec<(String, Ending)>,
}

/// Why a folder cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FolderError {
    /// It cannot be read.
    #[error("{0}")]
    File(FileError),
    /// It has no table.
    #[error("no table of an ending in {}: hexmate endgame build writes some", .0.display())]
    Empty(PathBuf),
}

impl Folder {
    /// A folder and what its names say. The files are not read.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or has no table.
    pub fn open(path: &Path) -> Result<Self, FolderError> {
        let table = |name: &String| {
            let (game, ending) = name.strip_suffix(EXTENSION)?.split_once('-')?;
            let read: Ending = ending.parse().ok()?;
            (read.is_canonical() && read.to_string() == ending).then(|| (game.to_owned(), read))
        };
        let tables: Vec<_> =
            batch::names(path).map_err(FolderError::File)?.iter().filter_map(table).collect();
        match tables.is_empty() {
            true => Err(FolderError::Empty(path.to_owned())),
            false => Ok(Self { path: path.to_owned(), tables }),
        }
    }

    /// The endings of a game that it has; none if it has none, or a stalemate is not worth what its rules say.
    pub fn endgames(&self, game: Game) -> Option<Endgames> {
        Game::from_name(game.name).filter(|own| own.stalemate_score() == game.stalemate_score())?;
        let endings: Vec<Ending> = self
            .tables
            .iter()
            .filter(|(name, _)| name == game.name)
            .map(|(_, ending)| ending.clone())
            .collect();
        let source = FolderOfGame { path: self.path.clone(), game, endings };
        (!source.endings.is_empty()).then(|| Endgames::of_source(game, Box::new(source)))?
    }
}

struct FolderOfGame {
    path: PathBuf,
    game: Game,
    endings: Vec<Ending>,
}

impl Source for FolderOfGame {
    fn has(&self, ending: &Ending) -> bool {
        self.endings.contains(ending)
    }

    fn most_pieces(&self) -> usize {
        self.endings.iter().map(Ending::count).max().unwrap_or_default()
    }

    fn open(&self, ending: &Ending, size: usize) -> Result<Box<dyn Stored>, String> {
        let stored = stored(&self.path, self.game, ending, size).map_err(|error| error.to_string())?;
        // Searches take what it says for proved.
        stored.check().map(|()| stored)
    }
}

/// Blocks of a file that stay in memory.
const KEPT: usize = 64;

/// Why a table cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OpenError {
    /// There is no file of this ending in the folder: it has to be built.
    #[error("no table of {0}: build it with hexmate endgame build {0}")]
    Missing(Ending),
    /// It cannot be read, or is damaged.
    #[error("{0}")]
    File(FileError),
    /// A line of its header is not what it has to be.
    #[error("{name} cannot be used: expected {expected:?}, found {found:?}")]
    Header {
        /// The file.
        name: String,
        /// What the line should say.
        expected: String,
        /// What it says.
        found: String,
    },
}

/// Opens the table of an ending in a folder, and adds it to those of its game.
///
/// # Errors
///
/// If there is none, it is damaged as far as can be seen at once, or it is of another edition of the rules.
pub fn open(folder: &Path, endgames: &Endgames, ending: &Ending) -> Result<Arc<Endgame>, OpenError> {
    endgames.insert(ending, |size| stored(folder, endgames.game(), &ending.canonical(), size))
}

/// The scores of an ending in a folder, with so many numbers for each side to move.
fn stored(folder: &Path, game: Game, ending: &Ending, size: usize) -> Result<Box<dyn Stored>, OpenError> {
    let path = path(folder, game, ending);
    if !path.exists() {
        return Err(OpenError::Missing(ending.clone()));
    }
    let file = BlockFile::open(&path).map_err(OpenError::File)?;
    let codes = read_codes(&file, game, ending, size)?;
    Ok(Box::new(StoredScores { file, codes, size, kept: Mutex::default() }))
}

/// What the header says of the bytes, if all else that it says is as expected.
fn read_codes(
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
fn expect_title<'l>(
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

fn expect_blocks(file: &BlockFile, blocks: usize) -> Result<(), OpenError> {
    match file.count() == blocks {
        true => Ok(()),
        false => Err(wrong(file, &format!("blocks {blocks}"), &format!("blocks {}", file.count()))),
    }
}

fn wrong(file: &BlockFile, expected: &str, found: &str) -> OpenError {
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

/// Why a table was not written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// More different scores of a side than a byte has values.
    #[error("{0} different scores, and the format has room for 256")]
    TooManyScores(usize),
    /// The file cannot be written.
    #[error("{0}")]
    File(FileError),
}

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
            return Err(WriteError::TooManyScores(codes.len()));
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
    let output = folder.create(&name(game, endgame.ending())).map_err(WriteError::File)?;
    write_blocks(output, &header, &blocks).map_err(WriteError::File)
}

/// The different scores of a side in order.
fn codes(endgame: &Endgame, side: Player) -> Vec<Option<Score>> {
    let chunk = |numbers: Range<usize>| {
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

/// Name of the file with the unfinished build of an ending.
fn unfinished_name(game: Game, ending: &Ending) -> String {
    format!("{}-{}.unfinished", game.name, ending.canonical())
}

/// Writes how far the build of an ending has come; the file appears when it is complete.
///
/// # Errors
///
/// If the folder cannot be written to.
pub fn write_unfinished(
    folder: &OutputFolder,
    game: Game,
    ending: &Ending,
    unfinished: &Unfinished,
) -> Result<(), FileError> {
    let Unfinished { phase, ply, scores } = unfinished;
    let ply = ply.map_or_else(|| "none".to_owned(), |ply| ply.to_string());
    let title = title("unfinished", game, &ending.canonical(), scores[0].len());
    let pack = |scores: &[u16]| {
        let bytes: Vec<u8> = scores.iter().flat_map(|score| score.to_le_bytes()).collect();
        PackedBlock::new(&bytes)
    };
    let blocks: Vec<PackedBlock> =
        scores.iter().flat_map(|scores| scores.par_chunks(BLOCK).map(pack).collect::<Vec<_>>()).collect();
    let output = folder.create(&unfinished_name(game, ending))?;
    write_blocks(output, &format!("{title}phase {phase}\nply {ply}\n"), &blocks)
}

/// How far the build of an ending had come when it was stopped; none if it was not.
///
/// # Errors
///
/// If the file is damaged, or of another edition of the rules.
pub fn read_unfinished(
    folder: &Path,
    endgames: &Endgames,
    ending: &Ending,
) -> Result<Option<Unfinished>, OpenError> {
    let game = endgames.game();
    let path = folder.join(unfinished_name(game, ending));
    if !path.exists() {
        return Ok(None);
    }
    let size = endgames.size(ending);
    let file = BlockFile::open(&path).map_err(OpenError::File)?;
    file.check().map_err(OpenError::File)?;
    let mut lines = file.header().lines();
    expect_title(&file, &mut lines, &title("unfinished", game, &ending.canonical(), size))?;
    let mut word = |name: &str| {
        let line = lines.next().unwrap_or_default();
        line.strip_prefix(name).ok_or_else(|| wrong(&file, name, line))
    };
    let phase = match word("phase ")? {
        "0" => 0,
        "1" => 1,
        other => return Err(wrong(&file, "phase 0 or 1", other)),
    };
    let ply = match word("ply ")? {
        "none" => None,
        number => Some(number.parse().map_err(|_| wrong(&file, "a number", number))?),
    };
    let each = size.div_ceil(BLOCK);
    expect_blocks(&file, 2 * each)?;
    let column = |side: usize| {
        let mut scores = Vec::with_capacity(size);
        for number in side * each..(side + 1) * each {
            let block = file.block(number).map_err(OpenError::File)?;
            scores.extend(block.chunks_exact(2).map(|bytes| u16::from_le_bytes([bytes[0], bytes[1]])));
        }
        match scores.len() == size {
            true => Ok(scores),
            false => Err(wrong(&file, &format!("{size} scores"), &format!("{} scores", scores.len()))),
        }
    };
    Ok(Some(Unfinished { phase, ply, scores: [column(0)?, column(1)?] }))
}

/// Removes what was written of an ending that is built now.
///
/// # Errors
///
/// If it is there and cannot be removed.
pub fn remove_unfinished(folder: &Path, game: Game, ending: &Ending) -> Result<(), FileError> {
    batch::remove(&folder.join(unfinished_name(game, ending)))
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
