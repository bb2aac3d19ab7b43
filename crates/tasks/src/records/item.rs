//! What a file may hold, and how much of it is wanted. Reads nothing.

use hexmate_batch::files::Content;
use hexmate_games::validate::{GameText, TextFault, TextFaultKind};
use hexmate_problems::Statement;

/// What stands in a file.
#[derive(Debug)]
pub enum Item {
    /// A game.
    Game(GameText),
    /// A position or problem.
    Statement(Statement),
    /// Something between the games that belongs to none.
    Stray(TextFault),
    /// A file without any record.
    Nothing(Content),
}

impl Item {
    /// The game, or that there is none, and where.
    ///
    /// # Errors
    ///
    /// If it is something else, or a row of which some value cannot be read.
    pub fn into_game(self, file: &str) -> Result<GameText, String> {
        match self {
            Self::Game(GameText {
                fault: Some(TextFault { kind: TextFaultKind::Row(fault), place }),
                ..
            }) => Err(format!("{file}:{place}: {fault} [{}]", fault.code())),
            Self::Game(game) => Ok(game),
            Self::Statement(statement) => Err(format!("{file}:{}: no game", statement.line)),
            Self::Stray(fault) => Err(format!("{file}:{}: no game", fault.place)),
            Self::Nothing(content) => Err(format!("{file}: no game in this file: {content}")),
        }
    }

    /// What is said of a problem, or that nothing is, and where.
    ///
    /// # Errors
    ///
    /// If it is something else.
    pub fn into_statement(self, file: &str) -> Result<Statement, String> {
        match self {
            Self::Statement(statement) => Ok(statement),
            Self::Game(_) => Err(format!("{file}: a game; problems are CSV, EPD or FEN lines")),
            Self::Stray(fault) => Err(format!("{file}: no problem at {}", fault.place)),
            Self::Nothing(content) => Err(format!("{file}: no problem in this file: {content}")),
        }
    }
}

/// A part of a file of PGN, read as UTF-8: a game with all that stands before it, and behind the last one.
///
/// All passages of a file together are the file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Passage {
    /// Bytes of the file before it.
    pub start: u64,
    /// What stands there.
    pub bytes: Vec<u8>,
}

/// Whether records are wanted as they stand in their file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Texts {
    Kept,
    PassedOver,
}
