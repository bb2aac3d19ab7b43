//! Marks on a diagram: highlighted cells, arrows, circles, dots, rings and crosses.

use std::collections::{BTreeMap, BTreeSet};

use hexmate_core::geometry::{Cell, Shape};
use hexmate_core::rules::Move;
use hexmate_position::Position;
use hexmate_position::{Coordinate, Uci};

/// The colour of a mark, with its letter in PGN comments.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Tone {
    /// The default of the theme; no letter.
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

    /// Returns the tone of a letter, one of `G R Y B`.
    pub const fn from_letter(letter: u8) -> Option<Self> {
        Some(match letter {
            b'G' => Self::Green,
            b'R' => Self::Red,
            b'Y' => Self::Yellow,
            b'B' => Self::Blue,
            _ => return None,
        })
    }

    /// Splits a text into its leading tone letter and the rest.
    fn split(text: &str) -> (Self, &str) {
        match text.bytes().next().and_then(Self::from_letter) {
            Some(tone) => (tone, &text[1..]),
            None => (Self::Plain, text),
        }
    }
}

/// Drawing order relative to the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Layer {
    /// Under the pieces.
    #[default]
    Below,
    /// Over the pieces.
    Above,
}

/// The path of an arrow between two cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Lane {
    /// From centre to centre.
    #[default]
    Middle,
    /// To the right of [`Lane::Middle`], so that opposite arrows do not overlap.
    Right,
}

/// An arrow from one cell to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arrow {
    /// The first cell.
    pub from: Cell,
    /// The cell at the tip.
    pub to: Cell,
    /// The colour.
    pub tone: Tone,
    /// Drawn under or over the pieces.
    pub layer: Layer,
    /// The path between the cells.
    pub lane: Lane,
}

impl Arrow {
    /// Parses an arrow: `e4e6`, or with a tone `Ge4e6`. Cells may be in capitals.
    pub fn parse(shape: Shape, text: &str, layer: Layer) -> Option<Self> {
        let (tone, m) = toned(text, |cells| Uci::parse(shape, cells))?;
        Some(Self { tone, layer, ..Self::from(m) })
    }
}

impl From<Move> for Arrow {
    fn from(m: Move) -> Self {
        Self { from: m.from, to: m.to, tone: Tone::Plain, layer: Layer::Below, lane: Lane::Middle }
    }
}

/// A circle around the centre of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Circle {
    /// The cell.
    pub cell: Cell,
    /// The colour.
    pub tone: Tone,
}

impl Circle {
    /// Parses a circle: `e4`, or with a tone `Re4`. The cell may be in capitals.
    pub fn parse(shape: Shape, text: &str) -> Option<Self> {
        let (tone, cell) = toned(text, |cell| Coordinate::parse(shape, cell))?;
        Some(Self { cell, tone })
    }
}

/// Parses cells in any case after the letter of a tone; a text such as `G6` has none.
fn toned<T>(text: &str, parse: impl Fn(&[u8]) -> Option<T>) -> Option<(Tone, T)> {
    let [toned, plain] = [Tone::split(text), (Tone::Plain, text)];
    [toned, plain].into_iter().find_map(|(tone, cells)| {
        Some((tone, parse(cells.as_bytes()).or_else(|| parse(cells.to_ascii_lowercase().as_bytes()))?))
    })
}

/// All marks on a board; none by default.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// The last move, of which both cells are highlighted.
    pub last_move: Option<Move>,
    /// Kings in check.
    pub check: BTreeSet<Cell>,
    /// Other highlighted cells, with their colours.
    pub cells: BTreeMap<Cell, Tone>,
    /// Cells with a dot: targets of moves that do not capture.
    pub dots: BTreeMap<Cell, Tone>,
    /// Cells with a ring: targets of captures.
    pub rings: BTreeMap<Cell, Tone>,
    /// Cells with a cross.
    pub crosses: BTreeMap<Cell, Tone>,
    /// Circles, drawn under the pieces.
    pub circles: Vec<Circle>,
    /// Arrows.
    pub arrows: Vec<Arrow>,
}

impl Marks {
    /// Returns marks without entries.
    ///
    /// ```
    /// # mod hexmate { pub use hexmate_position::*; pub mod svg { pub use hexmate_diagram::*; } }
    /// use hexmate::svg::{Marks, Options, svg};
    /// use hexmate::{Game, Position};
    ///
    /// let start = Position::start(Game::GLINSKI);
    /// let m = start.parse("Qc3")?;
    /// let options = Options { marks: Marks::new().arrow(m), ..Options::default() };
    /// assert!(svg(&start, &options).contains(r#"class="arrows""#));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an arrow; a move becomes one in the colour of the theme.
    #[must_use]
    pub fn arrow(mut self, arrow: impl Into<Arrow>) -> Self {
        self.arrows.push(arrow.into());
        self
    }

    /// Returns the marks for all attacked kings of a position, of the side to move and of others.
    pub fn of(position: &Position) -> Self {
        Self { check: position.attacked_kings().collect(), ..Self::default() }
    }

    /// Adds the legal moves of a piece: rings for captures, dots for the others.
    pub fn add_moves(&mut self, position: &Position, from: Cell) {
        for m in position.legal_moves().filter(|m| m.from == from) {
            let spots = if position.is_capture(m) { &mut self.rings } else { &mut self.dots };
            spots.insert(m.to, Tone::Plain);
        }
    }

    /// Returns these cells as marks in the colour of the theme.
    pub fn plain(cells: impl IntoIterator<Item = Cell>) -> BTreeMap<Cell, Tone> {
        cells.into_iter().map(|cell| (cell, Tone::Plain)).collect()
    }

    /// Adds the arrows and circles of a PGN comment: `[%cal Ge4e6,Rf1f3]` and `[%csl Gf6]`.
    ///
    /// Entries that cannot be parsed are ignored.
    pub fn add_comment(&mut self, shape: Shape, comment: &str) {
        let arrow = |text| Arrow::parse(shape, text, Layer::Below);
        self.arrows.extend(list_entries(comment, "[%cal ").filter_map(arrow));
        self.circles.extend(list_entries(comment, "[%csl ").filter_map(|text| Circle::parse(shape, text)));
    }
}

/// Returns the entries of all lists in a comment that begin with `opening`.
fn list_entries<'t>(comment: &'t str, opening: &'t str) -> impl Iterator<Item = &'t str> {
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

    fn names<'c>(cells: impl IntoIterator<Item = &'c Cell>) -> Vec<String> {
        cells.into_iter().map(|&cell| name(cell)).collect()
    }

    fn position(fen: &str) -> Position {
        Position::from_fen(Game::GLINSKI, fen).expect("it is a legal position")
    }

    #[test]
    fn only_attacked_kings_are_marked() {
        let position = position("1/3/5/7/9/5k5/11/11/11/5Q5/5K5 b - 0 1");
        assert_eq!(names(&Marks::of(&position).check), ["f6"]);
        assert_eq!(Marks::of(&Position::start(Game::GLINSKI)), Marks::default());
    }

    #[test]
    fn moves_have_dots_captures_have_rings() {
        // A pawn on its initial cell, with a capture on one side.
        let position = position("1/3/5/7/k8/11/5Pp4/11/11/11/5K5 w - 0 1");
        let mut marks = Marks::default();
        marks.add_moves(&position, Coordinate::parse(position.game().shape, b"f5").expect("a cell"));
        assert_eq!(names(marks.dots.keys()), ["f7", "f6"]);
        assert_eq!(names(marks.rings.keys()), ["g5"]);
    }

    #[test]
    fn comments_add_arrows_and_circles() {
        let mut marks = Marks::default();
        let comment = "better [%cal Gf1f10,Rb1b2, e4e5] was [%csl Yf6,Bz9][%clk 1:00]";
        marks.add_comment(Game::GLINSKI.shape, comment);
        let arrows: Vec<_> = marks.arrows.iter().map(|arrow| (arrow.tone, name(arrow.to))).collect();
        let entry = |tone, name: &str| (tone, name.to_owned());
        assert_eq!(arrows, [entry(Tone::Green, "f10"), entry(Tone::Red, "b2"), entry(Tone::Plain, "e5")]);
        let circles: Vec<_> = marks.circles.iter().map(|circle| (circle.tone, name(circle.cell))).collect();
        assert_eq!(circles, [entry(Tone::Yellow, "f6")]);
    }
}
