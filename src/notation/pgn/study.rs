//! A tree of moves as PGN: a main line, variations, comments. Knows positions and lines; reads nothing.

use std::fmt;

use super::write::{Lines, Written, number};
use super::{Game, Notation};
use crate::notation::Letters;
use crate::game::{Position};
use crate::rules::{Move};

/// Moves from a position that branch, to be written as a game with variations.
///
/// The first branch everywhere is the main line. Comments may hold any text;
/// what would end one early is replaced. The text ends with its last line;
/// between two studies an empty line is due.
#[derive(Clone, Debug)]
pub struct Study {
    /// The position, the tags and the result; its moves are not written.
    pub game: Game,
    /// What is said before the first move; may be empty.
    pub comment: String,
    /// The first moves, each with all that follows.
    pub branches: Vec<Branch>,
}

/// A move of a study and all that follows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// The move.
    pub m: Move,
    /// What is thought of it, as it is written behind the move: `!`, `?` or nothing.
    pub judgement: &'static str,
    /// What is said of it; may be empty.
    pub comment: String,
    /// The moves after it.
    pub branches: Vec<Branch>,
}

impl fmt::Display for Study {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let written = Written { game: &self.game, notation: Notation::San, letters: &Letters::ENGLISH };
        written.write_tags(f)?;
        let mut movetext = Movetext { written, lines: Lines::default() };
        movetext.lines.put_comment(&self.comment);
        movetext.put_branches(self.game.start(), &self.branches, Numbering::Due);
        movetext.lines.put(&self.game.result.to_string());
        writeln!(f, "{}", movetext.lines.text)
    }
}

/// Whether the next move needs a number although its round has begun.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Numbering {
    Due,
    Running,
}

struct Movetext<'g> {
    written: Written<'g>,
    lines: Lines,
}

impl Movetext<'_> {
    /// Writes the first of some alternatives, the others as variations, then what follows the first.
    fn put_branches(&mut self, position: &Position, branches: &[Branch], numbering: Numbering) {
        let Some((first, others)) = branches.split_first() else { return };
        let mut next = self.put_move(position, first, "", numbering);
        for other in others {
            let after = self.put_move(position, other, "(", Numbering::Due);
            self.put_branches(&position.after(other.m), &other.branches, after);
            self.lines.close();
            next = Numbering::Due;
        }
        self.put_branches(&position.after(first.m), &first.branches, next);
    }

    fn put_move(
        &mut self,
        position: &Position,
        branch: &Branch,
        opening: &str,
        numbering: Numbering,
    ) -> Numbering {
        let begins_round = position.living().iter().next() == Some(position.turn());
        let number =
            if begins_round || numbering == Numbering::Due { number(position) } else { String::new() };
        let text = self.written.move_text(position, branch.m);
        self.lines.put(&format!("{opening}{number}{text}{}", branch.judgement));
        self.lines.put_comment(&branch.comment);
        if branch.comment.is_empty() { Numbering::Running } else { Numbering::Due }
    }
}
