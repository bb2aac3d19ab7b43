//! The kinds of records in a file, and their source text.

use std::fmt::Display;
use std::sync::Arc;

use hexmate_games::pgn::PgnErrorKind;
use hexmate_games::validate::{GameText, MAX_GAME_TEXT, TextFault, TextFaultKind};
use hexmate_position::Game;
use hexmate_problems::Statement;
use hexmate_report::RecordFault;
use hexmate_text::MAX_TEXT;

use super::Content;
use super::puzzle::puzzle;

/// The content of a record.
#[derive(Debug)]
pub enum Item {
    /// A game.
    Game(Box<GameText>),
    /// A position or problem.
    Statement(Box<Statement>),
    /// Text between games that belongs to none of them.
    Stray(TextFault),
    /// A file without records; holds its detected content.
    NoRecords(Content),
}

impl From<GameText> for Item {
    fn from(game: GameText) -> Self {
        Self::Game(Box::new(game))
    }
}

impl From<Statement> for Item {
    fn from(statement: Statement) -> Self {
        Self::Statement(Box::new(statement))
    }
}

impl Item {
    /// Returns the game.
    ///
    /// # Errors
    ///
    /// If the item is not a game, or is a table row with an invalid value.
    pub fn into_game(self, file: &str) -> Result<GameText, RecordFault> {
        let not_a_game =
            |place: &dyn Display| RecordFault::new("not-a-game", format!("{file}:{place}: not a game"));
        match self {
            Self::Game(game) => match game.fault {
                Some(TextFault { kind: TextFaultKind::Row(fault), place }) => {
                    Err(RecordFault::new(fault.code(), format!("{file}:{place}: {fault}")))
                }
                _ => Ok(*game),
            },
            Self::Statement(statement) => Err(not_a_game(&statement.line)),
            Self::Stray(fault) => Err(not_a_game(&fault.place)),
            Self::NoRecords(content) => {
                Err(RecordFault::new(content.code(), format!("{file}: no game in this file: {content}")))
            }
        }
    }

    /// Returns the statement of a problem; also that of a game without players that begins with a FEN.
    ///
    /// `requested` overrides the game that such a record names.
    ///
    /// # Errors
    ///
    /// If the item is not a position or problem. The message has the place.
    pub fn into_statement(self, file: &str, requested: Option<Game>) -> Result<Statement, String> {
        match self {
            Self::Statement(statement) => Ok(*statement),
            Self::Game(game) => match puzzle(&game, requested) {
                Some(statement) => statement.map_err(|message| format!("{file}:{message}")),
                None => {
                    Err(format!("{file}: a game, not a problem; write problems as CSV, EPD or FEN lines"))
                }
            },
            Self::Stray(fault) => Err(format!("{file}:{}: not a problem", fault.place)),
            Self::NoRecords(content) => Err(format!("{file}: no problem in this file: {content}")),
        }
    }
}

/// The source text of a record, decoded to UTF-8, with the text before it; the last one also has the text after it.
///
/// The passages of a file, joined after the heading of a table, are the whole file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Passage {
    /// Offset in the decoded file, in bytes.
    pub start: u64,
    /// The text.
    pub bytes: Vec<u8>,
    /// The text of a table before its first row: the header, and comments before it. All rows of a file share it.
    pub heading: Arc<[u8]>,
    /// `true` if the text is longer than [`MAX_GAME_TEXT`](hexmate_games::validate::MAX_GAME_TEXT) and `bytes` is
    /// therefore empty, or if the heading is longer than [`MAX_TEXT`](hexmate_text::MAX_TEXT).
    pub is_cut: bool,
}

impl Passage {
    /// Returns this text and the one after it.
    pub(super) fn followed_by(mut self, rest: &Self) -> Self {
        self.bytes.extend_from_slice(&rest.bytes);
        self.is_cut |= rest.is_cut;
        self
    }

    /// Returns the error of a record whose text is needed but was not kept; `called` is its file, place and name.
    ///
    /// # Errors
    ///
    /// If the text is too long.
    pub(crate) fn expect_whole(&self, called: &str) -> Result<(), RecordFault> {
        let [text, heading] = [MAX_GAME_TEXT, MAX_TEXT].map(|length| length >> 20);
        let code = PgnErrorKind::GameTooLong.code();
        match self.is_cut {
            true => Err(RecordFault::new(
                code,
                format!(
                    "{called}: not written: its text is longer than {text} MiB, or its heading than {heading} MiB"
                ),
            )),
            false => Ok(()),
        }
    }
}

/// Treatment of the source text of records.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Passages {
    Keep,
    KeepGames,
    Drop,
}
