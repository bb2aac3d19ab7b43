//! A tree of moves as PGN: a main line, variations, comments. Knows positions and lines; reads nothing.

use std::fmt;

use super::wrapped::WrappedText;
use super::write::{Numbering, Written};
use super::{Notation, PlayedGame};
use hexmate_core::rules::Move;
use hexmate_position::Letters;
use hexmate_position::Position;

/// Moves from a position that branch, to be written as a game with variations.
///
/// The first move everywhere is the main line. Comments may hold any text;
/// what would end one early is replaced. The text ends with its last line;
/// between two games an empty line is due.
#[derive(Clone, Debug)]
pub struct AnnotatedGame {
    /// The position, the tags and the result; its moves are not written.
    pub game: PlayedGame,
    /// What is said before the first move; may be empty.
    pub comment: String,
    /// The first moves, each with all that follows.
    pub variations: Vec<GameNode>,
}

/// A move of an annotated game and all that follows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameNode {
    /// The move.
    pub m: Move,
    /// What is thought of it, as it is written behind the move: `!`, `?` or nothing.
    pub judgement: &'static str,
    /// What is said of it; may be empty.
    pub comment: String,
    /// The moves after it, each with all that follows.
    pub variations: Vec<GameNode>,
}

impl fmt::Display for AnnotatedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let written = Written { game: &self.game, notation: Notation::San, letters: &Letters::ENGLISH };
        written.write_tags(f)?;
        let mut movetext = Movetext { written, text: WrappedText::default() };
        movetext.text.put_comment(&self.comment);
        movetext.put_variations(self.game.start(), &self.variations, Numbering::Due);
        movetext.text.put(&self.game.result.to_string());
        writeln!(f, "{}", movetext.text.text)
    }
}

struct Movetext<'g> {
    written: Written<'g>,
    text: WrappedText,
}

impl Movetext<'_> {
    /// Writes the first of some alternatives, the others as variations, then what follows the first.
    fn put_variations(&mut self, position: &Position, variations: &[GameNode], numbering: Numbering) {
        let Some((first, others)) = variations.split_first() else { return };
        let mut next = self.put_move(position, first, "", numbering);
        for other in others {
            let after = self.put_move(position, other, "(", Numbering::Due);
            self.put_variations(&position.play_unchecked(other.m), &other.variations, after);
            self.text.close();
            next = Numbering::Due;
        }
        self.put_variations(&position.play_unchecked(first.m), &first.variations, next);
    }

    fn put_move(
        &mut self,
        position: &Position,
        node: &GameNode,
        opening: &str,
        numbering: Numbering,
    ) -> Numbering {
        let number = numbering.before(position);
        let text = self.written.move_text(position, node.m);
        self.text.put(&format!("{opening}{number}{text}{}", node.judgement));
        self.text.put_comment(&node.comment);
        if node.comment.is_empty() { Numbering::Running } else { Numbering::Due }
    }
}
