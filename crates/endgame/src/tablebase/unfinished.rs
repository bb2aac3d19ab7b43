//! A build that was stopped, to a file and back. Not how it goes on.

use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::read::{OpenError, expect_blocks, expect_title, wrong};
use super::{BLOCK, title};
use crate::{Endgames, Ending, Unfinished};
use hexmate_batch::files;
use hexmate_batch::files::{BlockFile, FileError, OutputFolder, PackedBlock, write_blocks};
use hexmate_position::Game;

/// Where the unfinished build of an ending is in a folder.
fn path(folder: &Path, game: Game, ending: &Ending) -> PathBuf {
    folder.join(name(game, ending))
}

fn name(game: Game, ending: &Ending) -> String {
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
    let output = folder.begin(&name(game, ending))?;
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
    let path = path(folder, game, ending);
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
    files::remove(&path(folder, game, ending))
}
