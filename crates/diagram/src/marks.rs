//! What a diagram points out besides the pieces. No colours, no pixels.

use std::collections::BTreeSet;

use hexmate_core::geometry::{Cell, Shape};
use hexmate_core::rules::Move;
use hexmate_position::Position;
use hexmate_position::{Coordinate, Uci};

/// The colour of an arrow or a circle, by the letters that PGN has for them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Tone {
    /// The theme's own; without a letter.
    #[default]
    Plain,
    /// `G`.
    Green,
    /// `R`.
    Red,
    /// `Y`.
    Yellow,
    /// `B`.
    Blue,
}

impl Tone {
    /// All tones, in the order of a theme's colours.
    pub const ALL: [Self; 5] = [Self::Plain, Self::Green, Self::Red, Self::Yellow, Self::Blue];

    /// The tone of a letter, `G R Y B`.
    pub const fn from_letter(letter: u8) -> Option<Self> {
        Some(match letter {
            b'G' => Self::Green,
            b'R' => Self::Red,
            b'Y' => Self::Yellow,
            b'B' => Self::Blue,
            _ => return None,
        })
    }

    /// The tone that a text begins with, and the rest of the text.
    fn split(text: &str) -> (Self, &str) {
        match text.bytes().next().and_then(Self::from_letter) {
            Some(tone) => (tone, &text[1..]),
            None => (Self::Plain, text),
        }
    }
}

/// Whether something is drawn under the pieces or over them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Layer {
    /// Under the pieces.
    #[default]
    Below,
    /// Over the pieces.
    Above,
}

/// Where between the centres of two cells an arrow runs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Lane {
    /// From centre to centre.
    #[default]
    Middle,
    /// To the right of that, so that two arrows that meet pass each other.
    Right,
}

/// An arrow from one cell to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arrow {
    /// Where it begins.
    pub from: Cell,
    /// Where its tip is.
    pub to: Cell,
    /// Its colour.
    pub tone: Tone,
    /// Whether it is drawn under the pieces or over them.
    pub layer: Layer,
    /// Where it runs.
    pub lane: Lane,
}

impl Arrow {
    /// The arrow that a text names: `e4e6`, or with its colour `Ge4e6`.
    pub fn parse(shape: Shape, text: &str, layer: Layer) -> Option<Self> {
        let (tone, cells) = Tone::split(text);
        let m = Uci::parse(shape, cells.as_bytes())?;
        Some(Self { tone, layer, ..Self::from(m) })
    }
}

impl From<Move> for Arrow {
    fn from(m: Move) -> Self {
        Self { from: m.from, to: m.to, tone: Tone::Plain, layer: Layer::Below, lane: Lane::Middle }
    }
}

/// A circle round a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Circle {
    /// The cell.
    pub cell: Cell,
    /// Its colour.
    pub tone: Tone,
}

impl Circle {
    /// The circle that a text names: `e4`, or with its colour `Re4`.
    pub fn parse(shape: Shape, text: &str) -> Option<Self> {
        let (tone, cell) = Tone::split(text);
        Some(Self { cell: Coordinate::parse(shape, cell.as_bytes())?, tone })
    }
}

/// Everything that is pointed out on a board; by default nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// The move that was played last: both its cells stand out.
    pub last_move: Option<Move>,
    /// Kings in check.
    pub check: BTreeSet<Cell>,
    /// Cells that stand out for any other reason.
    pub cells: BTreeSet<Cell>,
    /// Cells with a dot, as a piece can go to them.
    pub dots: BTreeSet<Cell>,
    /// Cells with a ring, as a piece can take on them.
    pub rings: BTreeSet<Cell>,
    /// Cells with a cross.
    pub crosses: BTreeSet<Cell>,
    /// Circles, drawn under the pieces.
    pub circles: Vec<Circle>,
    /// Arrows.
    pub arrows: Vec<Arrow>,
}

impl Marks {
    /// The marks of a position: every king that is attacked, whoever is to move.
    pub fn of(position: &Position) -> Self {
        Self { check: position.attacked_kings().collect(), ..Self::default() }
    }

    /// Adds the legal moves of a piece: dots where it goes, rings where it takes.
    pub fn add_moves(&mut self, position: &Position, from: Cell) {
        for m in position.legal_moves().filter(|m| m.from == from) {
            let spots = if position.is_capture(m) { &mut self.rings } else { &mut self.dots };
            spots.insert(m.to);
        }
    }

    /// Adds the arrows and circles of a comment: `[%cal Ge4e6,Rf1f3]` and `[%csl Gf6]`.
    ///
    /// What names no cells of the board is passed over, as programs do.
    pub fn add_comment(&mut self, shape: Shape, comment: &str) {
        let arrow = |text| Arrow::parse(shape, text, Layer::Below);
        self.arrows.extend(named(comment, "[%cal ").filter_map(arrow));
        self.circles.extend(named(comment, "[%csl ").filter_map(|text| Circle::parse(shape, text)));
    }
}

/// The members of all lists of a comment that begin so.
fn named<'t>(comment: &'t str, opening: &'t str) -> impl Iterator<Item = &'t str> {
    let list = |(at, _)| comment[at + opening.len()..].split(']').next().unwrap_or_default();
    comment.match_indices(opening).map(list).flat_map(|list| list.split(',')).map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexmate_position::Game;

    fn name(cell: Cell) -> String {
        Coordinate(Game::GLINSKI.shape, cell).to_string()
    }

    fn names(cells: &BTreeSet<Cell>) -> Vec<String> {
        cells.iter().map(|&cell| name(cell)).collect()
    }

    fn position(fen: &str) -> Position {
        Position::from_fen(Game::GLINSKI, fen).expect("it is a legal position")
    }

    #[test]
    fn an_attacked_king_is_marked_and_no_other() {
        let position = position("1/3/5/7/9/5k5/11/11/11/5Q5/5K5 b - 0 1");
        assert_eq!(names(&Marks::of(&position).check), ["f6"]);
        assert_eq!(Marks::of(&Position::start(Game::GLINSKI)), Marks::default());
    }

    #[test]
    fn a_piece_has_dots_where_it_goes_and_rings_where_it_takes() {
        // A pawn on its initial cell, with a piece to take on one side.
        let position = position("1/3/5/7/k8/11/5Pp4/11/11/11/5K5 w - 0 1");
        let mut marks = Marks::default();
        marks.add_moves(&position, Coordinate::parse(position.game().shape, b"f5").expect("a cell"));
        assert_eq!(names(&marks.dots), ["f7", "f6"]);
        assert_eq!(names(&marks.rings), ["g5"]);
    }

    #[test]
    fn comments_bring_arrows_and_circles() {
        let mut marks = Marks::default();
        let comment = "better [%cal Gf1f10,Rb1b2, e4e5] was [%csl Yf6,Bz9][%clk 1:00]";
        marks.add_comment(Game::GLINSKI.shape, comment);
        let arrows: Vec<_> = marks.arrows.iter().map(|arrow| (arrow.tone, name(arrow.to))).collect();
        let told = |tone, name: &str| (tone, name.to_owned());
        assert_eq!(arrows, [told(Tone::Green, "f10"), told(Tone::Red, "b2"), told(Tone::Plain, "e5")]);
        let circles: Vec<_> = marks.circles.iter().map(|circle| (circle.tone, name(circle.cell))).collect();
        assert_eq!(circles, [told(Tone::Yellow, "f6")]);
    }
}
