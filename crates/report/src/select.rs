//! The table of `select`: one row for every game, and what became of it. Selects nothing.

use super::row::{Row, columns};
use hexmate_batch::terminal::one_line;
use hexmate_games::select::Fate;

/// What became of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelectRow<'s> {
    /// Its file.
    pub file: &'s str,
    /// Its number there.
    pub record: u64,
    /// The line at which it begins.
    pub line: u64,
    /// What messages call it.
    pub game: &'s str,
    /// What became of it.
    pub fate: Fate,
    /// The files that it was written to, with `|` between them.
    pub output: &'s str,
    /// The game that has the same moves, if that is why it was left out.
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
