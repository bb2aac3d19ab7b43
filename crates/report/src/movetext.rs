//! The moves of a game for a page: main line, comments, annotation glyphs and variations.

use super::analysed::SIGN;
use super::flow::{Flow, MoveIndex};
use hexmate_core::rules::Move;
use hexmate_diagram::{Marks, page_marks};
use hexmate_games::pgn::{Annotation, PlayedGame, Step, comment_commands};
use hexmate_position::Position;
use hexmate_position::{Letters, San, Setup};

/// Returns the moves of a game, and the last move of its main line.
pub(super) fn movetext(game: &PlayedGame) -> (Flow, Option<MoveIndex>) {
    let mut flow = Flow::default();
    let mut line = Line::new((game.start().clone(), None));
    line.add_annotations(game.annotations.at(0), &mut flow);
    for (ply, &m) in (1..).zip(game.moves()) {
        line.play(m, &mut flow);
        line.add_annotations(game.annotations.at(ply), &mut flow);
    }
    // The result is in the heading of the game.
    line.add_annotations(game.annotations.at(game.moves().len() + 1), &mut flow);
    (flow, line.now.1)
}

/// A position, and the move that led to it.
type Reached = (Position, Option<MoveIndex>);

/// A line of moves that is being added.
struct Line {
    /// Position before the last move.
    before: Option<Reached>,
    now: Reached,
    /// `true` if the next move needs its number.
    needs_number: bool,
}

impl Line {
    fn new(now: Reached) -> Self {
        Self { before: None, now, needs_number: true }
    }

    fn play(&mut self, m: Move, flow: &mut Flow) {
        let (position, parent) = &self.now;
        let after = position.play_unchecked(m);
        let is_first = position.game().players().next() == Some(position.turn());
        let number = match self.needs_number || is_first {
            true => position.move_number().to_string(),
            false => String::new(),
        };
        if !flow.is_at_beginning() {
            flow.add_text(" ");
        }
        let san = San { position, m, letters: &Letters::FIGURINES };
        let index = flow.add_move(*parent, [position, &after], format!("{number}{san}"));
        self.before = Some(std::mem::replace(&mut self.now, (after, Some(index))));
        self.needs_number = false;
    }

    fn add_annotations<'g>(
        &mut self,
        annotations: impl Iterator<Item = &'g Annotation<Move>>,
        flow: &mut Flow,
    ) {
        let mut touches_move = true;
        for annotation in annotations {
            match annotation {
                Annotation::Comment(comment) => self.add_comment(comment, flow),
                Annotation::Nag(glyph) if touches_move => flow.add_text(&nag_text(*glyph)),
                Annotation::Nag(glyph) => flow.add_text(&format!(" {}", nag_text(*glyph).trim_start())),
                Annotation::Variation(steps) => self.add_variation(steps, flow),
            }
            touches_move &= matches!(annotation, Annotation::Nag(_));
        }
    }

    /// Adds a comment; its arrows and circles appear on the board.
    fn add_comment(&mut self, comment: &str, flow: &mut Flow) {
        let (position, _) = &self.now;
        let mut marks = Marks::default();
        marks.add_comment(position.game().shape, comment);
        flow.add_marks(&page_marks(&Setup::from(position), &marks));
        let text = plain_comment(comment);
        if !text.is_empty() {
            flow.add_text(&format!(" {{{text}}}"));
            self.needs_number = true;
        }
    }

    /// Adds a variation: an alternative to the last move.
    fn add_variation(&mut self, steps: &[Step<Move>], flow: &mut Flow) {
        let Some(root) = self.before.clone() else { return };
        let before = flow.begin_aside();
        flow.add_text(" (");
        let mut open = vec![Self::new(root)];
        for step in steps {
            let Some(line) = open.last_mut() else { break };
            match step {
                Step::Move(m) => line.play(*m, flow),
                Step::Comment(comment) => line.add_comment(comment, flow),
                Step::Nag(glyph) => flow.add_text(&nag_text(*glyph)),
                Step::Begin => {
                    flow.add_text(" (");
                    let root = line.before.clone().unwrap_or_else(|| line.now.clone());
                    open.push(Self::new(root));
                }
                Step::End => {
                    flow.add_text(")");
                    open.pop();
                    if let Some(outer) = open.last_mut() {
                        outer.needs_number = true;
                    }
                }
            }
        }
        flow.add_text(")");
        flow.end_aside(before);
        self.needs_number = true;
    }
}

/// Commands that a page does not write: arrows and circles, which are drawn, and the sign of an analysis.
const HIDDEN: [&str; 3] = ["cal", "csl", SIGN];

/// Returns a comment without the commands that are not written; `[%clk 1:00]` becomes `clk 1:00`.
pub(super) fn plain_comment(comment: &str) -> String {
    let mut text = String::new();
    let mut done = 0;
    for command in comment_commands(comment) {
        text.push_str(&comment[done..command.span.start]);
        done = command.span.end;
        let is_hidden = HIDDEN.iter().any(|name| command.is(name));
        let words = if is_hidden { [" ", ""] } else { [command.name, command.value] };
        text.push_str(&words.join(" "));
        text.push(' ');
    }
    text.push_str(&comment[done..]);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns an annotation glyph as text, such as `!?` for 5.
fn nag_text(glyph: u8) -> String {
    match glyph {
        1 => "!".to_owned(),
        2 => "?".to_owned(),
        3 => "!!".to_owned(),
        4 => "??".to_owned(),
        5 => "!?".to_owned(),
        6 => "?!".to_owned(),
        other => format!(" ${other}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_lose_drawing_commands() {
        for (comment, text) in [
            ("better", "better"),
            ("[%cal Ge4e6,Rf1f3]", ""),
            ("a [%csl Yf6] b [%clk 0:01:00]", "a b clk 0:01:00"),
            ("[%eval 0.3][%cal e4e6] open [%cal", "eval 0.3 open [%cal"),
            ("[%eval 0.3] [%hexmate $4] missed mate in 3", "eval 0.3 missed mate in 3"),
            ("array[1] < 5", "array[1] < 5"),
        ] {
            assert_eq!(plain_comment(comment), text);
        }
    }
}
