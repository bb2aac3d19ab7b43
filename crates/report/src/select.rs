//! The table of `select`: one row for each game, with its fate.

use super::row::{Row, columns};
use hexmate_batch::terminal::one_line;
use hexmate_games::select::Fate;

/// The fate of a game: selected or left out, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelectRow<'s> {
    /// Name of its file.
    pub file: &'s str,
    /// Number of the game in its file, from 1.
    pub record: u64,
    /// First line of the game, from 1.
    pub line: u64,
    /// Name of the game in messages.
    pub game: &'s str,
    /// Selected, duplicate, or not meeting the conditions.
    pub fate: Fate,
    /// Files to which the game was written, separated by `|`.
    pub output: &'s str,
    /// The game with the same moves, if this one was left out as a duplicate.
    pub same_as: &'s str,
}

impl Row for SelectRow<'_> {
    columns! { self;
        file: self.file,
        record: self.record,
        line: self.line,
        game: self.game,
        fate: self.fate.word(),
        output: self.output,
        same_as: self.same_as,
    }

    fn to_text(&self) -> String {
        let Self { file, line, game, fate, output, same_as, .. } = self;
        let text = format!("{file}:{line}: {game}: {} {output}{same_as}", fate.word());
        format!("{}\n", one_line(&text))
    }
}
