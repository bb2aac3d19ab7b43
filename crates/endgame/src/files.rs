//! Table files, one for each ending, and files of unfinished builds.
//!
//! A folder contains files `GAME-MATERIAL.endgame`, such as `glinski-KQvKR.endgame`. Each is a
//! [`BlockFile`]: a text header, an index, compressed blocks and a digest. Blocks are read on demand.
//!
//! ```text
//! hexmate endgame 1
//! edition 2                      edition of the rules
//! game glinski
//! material KQvKR                 White's pieces, then Black's
//! positions 5241873              position indices, for each side to move
//! each 65536                     position indices per block
//! white none draw win1 win3 …    meaning of the bytes 0, 1, 2 … with White to move
//! black none draw loss0 …        meaning of the bytes with Black to move
//! ```
//!
//! A stopped or killed build leaves `GAME-MATERIAL.unfinished`, whose header begins with `hexmate
//! unfinished 1` and ends with `phase` and `ply`; its blocks have two bytes for each index.
//!
//! The blocks with White to move come first. A byte is a score for the side to move: `none` for an index
//! without a position, `draw`, or `win`, `stalemating`, `stalemated` or `loss` with the plies to the end.
//! [`Endgames::position`] returns the position with an index.

use std::collections::VecDeque;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;
use thiserror::Error;

use crate::{Endgame, Endgames, Ending, ScoreStore, TableScore, TableSource, Unfinished, Worth};
use hexmate_batch::files::{self as batch, BlockFile, FileError, OutputFolder, PackedBlock, write_blocks};
use hexmate_core::rules::{EDITION, Player};
use hexmate_position::Game;

/// Version of the file format.
pub const FORMAT: u32 = 1;

/// Extension of table files.
pub const EXTENSION: &str = ".endgame";

/// Position indices per block.
const BLOCK: usize = 1 << 16;

/// Returns the path of the table of an ending in a folder.
pub fn path(folder: &Path, game: Game, ending: &Ending) -> PathBuf {
    folder.join(name(game, ending))
}

/// Returns the file name of the table of an ending.
fn name(game: Game, ending: &Ending) -> String {
    format!("{}-{}{EXTENSION}", game.name, ending.canonical())
}

/// Returns the first lines of a header.
fn title(kind: &str, game: Game, ending: &Ending, size: usize) -> String {
    format!(
        "hexmate {kind} {FORMAT}\nedition {EDITION}\ngame {}\nmaterial {ending}\npositions {size}\neach {BLOCK}\n",
        game.name
    )
}

fn to_word(score: Option<TableScore>) -> String {
    match score {
        None => "none".to_owned(),
        Some(TableScore::DRAW) => Worth::Draw.word().to_owned(),
        Some(TableScore { worth, plies }) => format!("{}{plies}", worth.word()),
    }
}

/// A word that is not a score.
struct UnknownWord;

/// Parses a score; returns `None` for the word `none`.
fn from_word(word: &str) -> Result<Option<TableScore>, UnknownWord> {
    let parsed = |worth: Worth| match word.strip_prefix(worth.word())? {
        "" if worth == Worth::Draw => Some(TableScore::DRAW),
        plies if worth != Worth::Draw => Some(TableScore { worth, plies: plies.parse().ok()? }),
        _ => None,
    };
    match word {
        "none" => Ok(None),
        _ => Worth::ALL.into_iter().find_map(parsed).map(Some).ok_or(UnknownWord),
    }
}

/// A folder with endgame tables.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    /// Game and ending of each file, from its name.
    tables: Vec<(String, Ending)>,
}

/// The reason why a folder cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FolderError {
    /// The folder cannot be read.
    #[error("{0}")]
    File(FileError),
    /// The folder has no table.
    #[error("no endgame table in {}; create tables with hexmate endgame build", .0.display())]
    Empty(PathBuf),
}

impl Folder {
    /// Lists the tables of a folder by their names. The files are not read.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read or has no table.
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

    /// Returns the tables of a game in this folder; `None` if there are none, or if `game` scores a stalemate otherwise
    /// than the rules of the game with its name.
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

impl TableSource for FolderOfGame {
    fn has(&self, ending: &Ending) -> bool {
        self.endings.contains(ending)
    }

    fn max_pieces(&self) -> usize {
        self.endings.iter().map(Ending::count).max().unwrap_or_default()
    }

    fn open(&self, ending: &Ending, size: usize) -> Result<Box<dyn ScoreStore>, String> {
        let stored = open_scores(&self.path, self.game, ending, size).map_err(|error| error.to_string())?;
        // Searches treat scores of a table as proved, so it must be intact.
        stored.check().map(|()| stored)
    }
}

/// Number of blocks of a file cached in memory.
const CACHED_BLOCKS: usize = 64;

/// The reason why a table cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The folder has no file of this ending.
    #[error("no table of {0}; build it with hexmate endgame build {0}")]
    Missing(Ending),
    /// The file cannot be read, or is damaged.
    #[error("{0}")]
    File(FileError),
    /// A line of the header is wrong.
    #[error("{name} cannot be used: expected {expected:?}, found {found:?}")]
    Header {
        /// Name of the file.
        name: String,
        /// Expected line.
        expected: String,
        /// Line in the file.
        found: String,
    },
}

/// Opens the table of an ending in a folder and adds it to `endgames`.
///
/// # Errors
///
/// If there is no table, its header or index is damaged, or it has another edition of the rules. Blocks are not
/// checked.
pub fn open(folder: &Path, endgames: &Endgames, ending: &Ending) -> Result<Arc<Endgame>, OpenError> {
    endgames.insert(ending, |size| open_scores(folder, endgames.game(), &ending.canonical(), size))
}

/// Opens the scores of an ending in a folder, with `size` position indices for each side to move.
fn open_scores(
    folder: &Path,
    game: Game,
    ending: &Ending,
    size: usize,
) -> Result<Box<dyn ScoreStore>, OpenError> {
    let path = path(folder, game, ending);
    if !path.exists() {
        return Err(OpenError::Missing(ending.clone()));
    }
    let file = BlockFile::open(&path).map_err(OpenError::File)?;
    let codes = read_codes(&file, game, ending, size)?;
    Ok(Box::new(StoredScores { file, codes, size, cache: Mutex::default() }))
}

/// Reads from the header the meaning of the bytes, for each side to move; checks the rest of the header.
fn read_codes(
    file: &BlockFile,
    game: Game,
    ending: &Ending,
    size: usize,
) -> Result<[Vec<Option<TableScore>>; 2], OpenError> {
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

/// Checks the first lines of a header.
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

/// The scores in a file, with a cache of the blocks read last.
struct StoredScores {
    file: BlockFile,
    codes: [Vec<Option<TableScore>>; 2],
    size: usize,
    cache: Mutex<VecDeque<(usize, Arc<Vec<u8>>)>>,
}

impl StoredScores {
    fn block(&self, index: usize) -> Result<Arc<Vec<u8>>, FileError> {
        let lock = || self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, block)) = lock().iter().find(|&&(cached, _)| cached == index) {
            return Ok(block.clone());
        }
        let block = Arc::new(self.file.block(index)?);
        let mut cache = lock();
        cache.truncate(CACHED_BLOCKS - 1);
        cache.push_front((index, block.clone()));
        Ok(block)
    }
}

impl ScoreStore for StoredScores {
    fn at(&self, side: Player, index: usize) -> Result<Option<TableScore>, String> {
        let damaged = || format!("cannot read {}: a block does not match the header", self.file.name());
        let side = side.index() % 2;
        let block = self
            .block(side * self.size.div_ceil(BLOCK) + index / BLOCK)
            .map_err(|error| error.to_string())?;
        let code = block.get(index % BLOCK).ok_or_else(damaged)?;
        self.codes[side].get(usize::from(*code)).copied().ok_or_else(damaged)
    }

    fn max_plies(&self) -> u16 {
        self.codes.iter().flatten().flatten().map(|score| score.plies).max().unwrap_or_default()
    }

    fn check(&self) -> Result<(), String> {
        self.file.check().map_err(|error| error.to_string())
    }
}

/// The reason why a table was not written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// One side has more different scores than a byte has values.
    #[error("{0} different scores; the file format allows 256")]
    TooManyScores(usize),
    /// The file cannot be written.
    #[error("{0}")]
    File(FileError),
}

/// Writes the table of an ending to its file in a folder. The file appears only when it is complete.
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
            let indices = block * BLOCK..size.min((block + 1) * BLOCK);
            let code = |index| codes.binary_search(&endgame.at(side, index)).unwrap_or_default() as u8;
            PackedBlock::new(&indices.map(code).collect::<Vec<u8>>())
        };
        blocks.extend((0..size.div_ceil(BLOCK)).into_par_iter().map(pack).collect::<Vec<_>>());
    }
    let output = folder.create(&name(game, endgame.ending())).map_err(WriteError::File)?;
    write_blocks(output, &header, &blocks).map_err(WriteError::File)
}

/// Returns the different scores of a side in ascending order.
fn codes(endgame: &Endgame, side: Player) -> Vec<Option<TableScore>> {
    let chunk = |indices: Range<usize>| {
        let mut seen: Vec<Option<TableScore>> = Vec::new();
        for index in indices {
            let score = endgame.at(side, index);
            if let Err(place) = seen.binary_search(&score) {
                seen.insert(place, score);
            }
        }
        seen
    };
    let count = endgame.size();
    let chunks = (0..count.div_ceil(BLOCK)).into_par_iter();
    let mut codes: Vec<Option<TableScore>> =
        chunks.flat_map_iter(|block| chunk(block * BLOCK..count.min((block + 1) * BLOCK))).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

/// Returns the file name of the unfinished build of an ending.
fn unfinished_name(game: Game, ending: &Ending) -> String {
    format!("{}-{}.unfinished", game.name, ending.canonical())
}

/// Writes the state of an unfinished build. The file appears only when it is complete.
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
    let output = folder.replace(&unfinished_name(game, ending))?;
    write_blocks(output, &format!("{title}phase {phase}\nply {ply}\n"), &blocks)
}

/// Reads the state of the unfinished build of an ending; returns `None` if there is no file.
///
/// # Errors
///
/// If the file is damaged, or has another edition of the rules.
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
        for index in side * each..(side + 1) * each {
            let block = file.block(index).map_err(OpenError::File)?;
            scores.extend(block.chunks_exact(2).map(|bytes| u16::from_le_bytes([bytes[0], bytes[1]])));
        }
        match scores.len() == size {
            true => Ok(scores),
            false => Err(wrong(&file, &format!("{size} scores"), &format!("{} scores", scores.len()))),
        }
    };
    Ok(Some(Unfinished { phase, ply, scores: [column(0)?, column(1)?] }))
}

/// Removes the file of the unfinished build of an ending, if it exists.
///
/// # Errors
///
/// If the file cannot be removed.
pub fn remove_unfinished(folder: &Path, game: Game, ending: &Ending) -> Result<(), FileError> {
    batch::remove(&folder.join(unfinished_name(game, ending)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_scores_round_trip() {
        let scores = Worth::ALL.into_iter().filter(|&worth| worth != Worth::Draw);
        let scores = scores.flat_map(|worth| [0, 1, 77, 999].map(|plies| Some(TableScore { worth, plies })));
        for score in scores.chain([None, Some(TableScore::DRAW)]) {
            assert_eq!(from_word(&to_word(score)).ok(), Some(score));
        }
        assert!(["win", "draw3", "lost3", ""].iter().all(|word| from_word(word).is_err()));
    }
}
