//! All tables of a folder, each opened, and held against its digest, when it is first asked for. Not what they say.

use std::fmt;
use std::path::{Path, PathBuf};

use super::{EXTENSION, read};
use crate::{Endgames, Ending, Source, Stored};
use hexmate_batch::files::{FileError, names};
use hexmate_position::Game;

/// A folder with tables of endings.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    /// The games and endings that the names of its files say.
    tables: Vec<(String, Ending)>,
}

/// Why a folder cannot be used.
#[derive(Debug)]
pub enum FolderError {
    /// It cannot be read.
    File(FileError),
    /// It has no table.
    Empty(PathBuf),
}

impl fmt::Display for FolderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => error.fmt(f),
            Self::Empty(path) => {
                write!(f, "no table of an ending in {}: hexmate endgame build writes some", path.display())
            }
        }
    }
}

impl std::error::Error for FolderError {}

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
        let tables: Vec<_> = names(path).map_err(FolderError::File)?.iter().filter_map(table).collect();
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
        let stored = read::stored(&self.path, self.game, ending, size).map_err(|error| error.to_string())?;
        // Searches take what it says for proved.
        stored.check().map(|()| stored)
    }
}
