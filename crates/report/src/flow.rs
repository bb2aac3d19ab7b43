//! Running text with moves, as plain text and as HTML in which each move carries its change of the board.
//!
//! A move on a page is `<a data-m="1b e4. f6wQ">1.Qxf6</a>`. The number is the distance to the preceding move of its
//! line, counted in moves of the text; if it reaches before the first move, the line begins in the diagram. The letter is
//! the player to move afterwards. A cell with a dot becomes empty, any other cell gets the named piece. A page can thus
//! show the position after every move without storing positions. The class `side` is on moves beside the main play: set
//! play, tries, threats and variations of games. `data-d` has arrows and circles of the comments on a move as SVG.

use std::fmt::Write as _;

use crate::book::{Face, Span};
use crate::page::escaped;
use hexmate_diagram::{piece_sign, player_sign};
use hexmate_position::Position;
use hexmate_position::{Coordinate, Letters};

/// Running text: words, moves and line breaks in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Flow {
    items: Vec<Item>,
    moves: usize,
    /// `true` while moves beside the main play are added.
    is_aside: bool,
}

/// Index of a move in a [`Flow`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MoveIndex(pub(super) usize);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Item {
    Text(String),
    Move {
        text: String,
        /// Distance to the move after which this one is played, in moves of the text.
        back: usize,
        change: String,
        /// Bold for keys.
        face: Face,
        is_aside: bool,
        /// Marks on the board as SVG elements.
        marks: String,
    },
    /// Separator of variations.
    Variation,
    /// Line break.
    Line,
}

impl Flow {
    /// Adds words, spaces and brackets.
    pub(super) fn add_text(&mut self, text: &str) {
        match self.items.last_mut() {
            Some(Item::Text(before)) => before.push_str(text),
            _ => self.items.push(Item::Text(text.to_owned())),
        }
    }

    /// Returns whether the text is empty or ends with an opening bracket.
    pub(super) fn is_at_beginning(&self) -> bool {
        match self.items.last() {
            None => true,
            Some(Item::Text(before)) => before.ends_with('('),
            Some(_) => false,
        }
    }

    /// Adds a move; `parent` is the move before it, `None` if it is played in the diagram.
    pub(super) fn add_move(
        &mut self,
        parent: Option<MoveIndex>,
        [before, after]: [&Position; 2],
        text: String,
    ) -> MoveIndex {
        self.add(parent, [before, after], text, Face::Roman)
    }

    /// Adds a key, which books print bold.
    pub(super) fn add_key(
        &mut self,
        parent: Option<MoveIndex>,
        [before, after]: [&Position; 2],
        text: String,
    ) -> MoveIndex {
        self.add(parent, [before, after], text, Face::Bold)
    }

    fn add(
        &mut self,
        parent: Option<MoveIndex>,
        [before, after]: [&Position; 2],
        text: String,
        face: Face,
    ) -> MoveIndex {
        let number = self.moves;
        let back = parent.map_or(number + 1, |MoveIndex(parent)| number - parent);
        let change = change(before, after);
        let is_aside = self.is_aside;
        self.items.push(Item::Move { text, back, change, face, is_aside, marks: String::new() });
        self.moves += 1;
        MoveIndex(number)
    }

    /// Adds moves beside the main play, which a board shows only after a click.
    pub(super) fn begin_aside(&mut self) -> bool {
        std::mem::replace(&mut self.is_aside, true)
    }

    /// Ends the moves of [`Self::begin_aside`], which returned `before`.
    pub(super) fn end_aside(&mut self, before: bool) {
        self.is_aside = before;
    }

    /// Adds marks, as SVG elements, that the board shows after the last move added.
    pub(super) fn add_marks(&mut self, svg: &str) {
        let last = self.items.iter_mut().rev().find_map(|item| match item {
            Item::Move { marks, .. } => Some(marks),
            _ => None,
        });
        if let Some(marks) = last {
            marks.push_str(svg);
        }
    }

    /// Begins another variation: after a semicolon in text, on a new line in HTML.
    pub(super) fn next_variation(&mut self) {
        self.items.push(Item::Variation);
    }

    /// Begins a new line unless the current one is empty.
    pub(super) fn next_line(&mut self) {
        if !matches!(self.items.last(), None | Some(Item::Line)) {
            self.items.push(Item::Line);
        }
    }

    /// Returns the lines as plain text.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut text = String::new();
        for item in &self.items {
            match item {
                Item::Text(part) | Item::Move { text: part, .. } => text.push_str(part),
                Item::Variation => text.push_str("; "),
                Item::Line => text.push('\n'),
            }
        }
        text.lines().map(|line| line.trim_end().to_owned()).collect()
    }

    /// Returns the moves without numbers and signs, each once.
    pub(super) fn move_words(&self) -> Vec<String> {
        let mut words = Vec::new();
        for item in &self.items {
            let Item::Move { text, .. } = item else { continue };
            let text = text.rsplit(['.', '…', ':']).next().unwrap_or(text);
            let word = text.trim_end_matches(['!', '?', '+', '#', '‡', '=', '~']).to_owned();
            if !word.is_empty() && !words.contains(&word) {
                words.push(word);
            }
        }
        words
    }

    /// Returns the lines for a book.
    pub(super) fn printed(&self) -> Vec<Vec<Span>> {
        let mut lines: Vec<Vec<Span>> = vec![Vec::new()];
        for item in &self.items {
            let (text, face) = match item {
                Item::Text(text) => (text.as_str(), Face::Roman),
                Item::Move { text, face, .. } => (text.as_str(), *face),
                Item::Variation => ("; ", Face::Roman),
                Item::Line => {
                    lines.push(Vec::new());
                    continue;
                }
            };
            let line = lines.last_mut().expect("there is one");
            match line.last_mut() {
                Some(last) if last.face == face => last.text.push_str(text),
                _ => line.push(Span::new(text, face)),
            }
        }
        lines.retain(|line| !line.is_empty());
        lines
    }

    /// Returns the lines as HTML paragraphs; figurines are copied and printed as these letters.
    pub(super) fn paragraphs(&self, letters: &Letters) -> String {
        let mut page = String::from("<p>");
        let end = self.items.len() - usize::from(self.items.last() == Some(&Item::Line));
        for item in &self.items[..end] {
            match item {
                Item::Text(text) => page += &with_figurines(text, letters),
                Item::Move { text, back, change, is_aside, marks, .. } => {
                    let class = if *is_aside { " class=\"side\"" } else { "" };
                    let marks = if marks.is_empty() {
                        marks.clone()
                    } else {
                        format!(" data-d=\"{}\"", escaped(marks))
                    };
                    let text = with_figurines(text, letters);
                    let _ = write!(page, "<a data-m=\"{back}{change}\"{class}{marks}>{text}</a>");
                }
                Item::Variation => page += "<br/>\n",
                Item::Line => page += "</p>\n<p>",
            }
        }
        page + "</p>\n"
    }
}

/// Escapes a text for HTML. A figurine becomes an element that shows the piece; it is copied and printed as its letter.
pub(super) fn with_figurines(text: &str, letters: &Letters) -> String {
    let mut page = String::new();
    let mut rest = text;
    while let Some((at, role)) = rest.char_indices().find_map(|(at, c)| Some((at, Letters::figurine(c)?))) {
        let (before, from) = rest.split_at(at);
        let (class, letter) = (role.letter(), letters.letter(role));
        let _ = write!(page, "{}<i class=\"{class}\">{letter}</i>", escaped(before));
        rest = &from[Letters::FIGURINES.letter(role).len()..];
    }
    page + &escaped(rest)
}

/// Returns the player to move after a move, and the cells that it changes.
fn change(before: &Position, after: &Position) -> String {
    let game = after.game();
    let mut change = player_sign(game, after.turn()).to_string();
    for cell in game.shape.cells() {
        let [was, is] = [before, after].map(|position| position.piece(cell));
        if was != is {
            let name = Coordinate(game.shape, cell);
            let _ = match is {
                Some(piece) => write!(change, " {name}{}", piece_sign(game, piece)),
                None => write!(change, " {name}."),
            };
        }
    }
    change
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexmate_position::Game;
    use hexmate_position::MoveText;

    fn played(position: &Position, text: &str) -> Position {
        let m = MoveText::parse(text.as_bytes(), &Letters::ENGLISH).expect("a move").resolve(position);
        position.play_unchecked(m.expect("a legal move"))
    }

    #[test]
    fn move_carries_parent_and_change() {
        let start = Position::start(Game::GLINSKI);
        let [white, other] = ["f5f6", "e4e5"].map(|text| played(&start, text));
        let black = played(&white, "e7e6");
        let taken = played(&black, "f6e6");
        let mut flow = Flow::default();
        let first = flow.add_move(None, [&start, &white], "1.f6".to_owned());
        flow.add_text(" ");
        let second = flow.add_move(Some(first), [&white, &black], "e6".to_owned());
        flow.add_text(" (");
        flow.add_move(None, [&start, &other], "1.e5".to_owned());
        flow.add_text(") ");
        flow.add_move(Some(second), [&black, &taken], "2.fxe6 <♘>".to_owned());
        assert_eq!(flow.lines(), ["1.f6 e6 (1.e5) 2.fxe6 <♘>"]);
        assert_eq!(
            flow.paragraphs(&Letters::ENGLISH),
            "<p><a data-m=\"1b f6wP f5.\">1.f6</a> <a data-m=\"1w e7. e6bP\">e6</a> \
             (<a data-m=\"3b e5wP e4.\">1.e5</a>) \
             <a data-m=\"2b e6wP f6.\">2.fxe6 &lt;<i class=\"N\">N</i>&gt;</a></p>\n"
        );
    }
}
