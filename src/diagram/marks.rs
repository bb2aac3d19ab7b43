//! What a diagram points out besides the men. No colours, no pixels.

use crate::geometry::{Cell, CellSet};
use crate::notation::{Coordinate, Uci};
use crate::game::{Position};
use crate::rules::{Move};

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

/// Whether something is drawn under the men or over them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Layer {
    /// Under the men.
    #[default]
    Below,
    /// Over the men.
    Above,
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
    /// Whether men stand on it or under it.
    pub layer: Layer,
}

impl Arrow {
    /// The arrow that a text names: `e4e6`, or with its colour `Ge4e6`.
    pub fn parse(text: &str, layer: Layer) -> Option<Self> {
        let (tone, cells) = Tone::split(text);
        let m = Uci::parse(cells.as_bytes())?;
        Some(Self { tone, layer, ..Self::from(m) })
    }
}

impl From<Move> for Arrow {
    fn from(m: Move) -> Self {
        Self { from: m.from, to: m.to, tone: Tone::Plain, layer: Layer::Below }
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
    pub fn parse(text: &str) -> Option<Self> {
        let (tone, cell) = Tone::split(text);
        Some(Self { cell: Coordinate::parse(cell.as_bytes())?, tone })
    }
}

/// Everything that is pointed out on a board; by default nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Marks {
    /// The move that was played last: both its cells stand out.
    pub last_move: Option<Move>,
    /// Kings in check.
    pub check: CellSet,
    /// Cells that stand out for any other reason.
    pub cells: CellSet,
    /// Cells with a dot, as a man can go to them.
    pub dots: CellSet,
    /// Cells with a ring, as a man can take on them.
    pub rings: CellSet,
    /// Cells with a cross.
    pub crosses: CellSet,
    /// Circles, drawn under the men.
    pub circles: Vec<Circle>,
    /// Arrows.
    pub arrows: Vec<Arrow>,
}

impl Default for Marks {
    fn default() -> Self {
        let none = CellSet::EMPTY;
        Self {
            last_move: None,
            check: none,
            cells: none,
            dots: none,
            rings: none,
            crosses: none,
            circles: Vec::new(),
            arrows: Vec::new(),
        }
    }
}

impl Marks {
    /// The marks of a position: every king that is attacked, whoever is on turn.
    pub fn of<V: Variant<Geometry = G>>(position: &Position) -> Self {
        let attacked = |&(player, king): &_| !position.attackers(king, player).is_empty();
        let kings = game.players().filter_map(|player| Some((player, position.king(player)?)));
        Self { check: kings.filter(attacked).map(|(_, king)| king).collect(), ..Self::default() }
    }

    /// Adds a man's legal moves: dots where he goes, rings where he takes.
    pub fn add_moves<V: Variant<Geometry = G>>(&mut self, position: &Position, from: Cell) {
        for m in position.legal_moves().filter(|m| m.from == from) {
            match position.is_capture(m) {
                true => self.rings |= CellSet::of(m.to),
                false => self.dots |= CellSet::of(m.to),
            }
        }
    }

    /// Adds the arrows and circles of a comment: `[%cal Ge4e6,Rf1f3]` and `[%csl Gf6]`.
    ///
    /// What names no cells of the board is passed over, as programs do.
    pub fn add_comment(&mut self, comment: &str) {
        self.arrows.extend(named(comment, "[%cal ").filter_map(|text| Arrow::parse(text, Layer::Below)));
        self.circles.extend(named(comment, "[%csl ").filter_map(Circle::parse));
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
    use crate::geometry::Hexagon91;
    use crate::game::{Setup};
    use crate::rules::{Glinski};

    fn names(cells: CellSet<Hexagon91>) -> Vec<String> {
        cells.into_iter().map(|cell| Coordinate(cell).to_string()).collect()
    }

    fn position(fen: &[u8]) -> Position<Glinski> {
        Setup::from_fen(fen).expect("it is a FEN").into_position().expect("it is legal")
    }

    #[test]
    fn an_attacked_king_is_marked_and_no_other() {
        let position = position(b"1/3/5/7/9/5k5/11/11/11/5Q5/5K5 b - 0 1");
        assert_eq!(names(Marks::of(&position).check), ["f6"]);
        assert_eq!(Marks::of(&Position::<Glinski>::start()), Marks::default());
    }

    #[test]
    fn a_man_has_dots_where_he_goes_and_rings_where_he_takes() {
        // A pawn on its initial cell, with a man to take on one side.
        let position = position(b"1/3/5/7/k8/11/5Pp4/11/11/11/5K5 w - 0 1");
        let mut marks = Marks::default();
        marks.add_moves(&position, Coordinate::parse(b"f5").expect("a cell"));
        assert_eq!(
            (names(marks.dots), names(marks.rings)),
            (vec!["f7".into(), "f6".into()], vec!["g5".into()])
        );
    }

    #[test]
    fn comments_bring_arrows_and_circles() {
        let mut marks = Marks::<Hexagon91>::default();
        marks.add_comment("better [%cal Gf1f10,Rb1b2, e4e5] was [%csl Yf6,Bz9][%clk 1:00]");
        let arrows: Vec<_> =
            marks.arrows.iter().map(|arrow| (arrow.tone, names(CellSet::of(arrow.to)))).collect();
        let to = |name: &str| vec![name.to_owned()];
        assert_eq!(arrows, [(Tone::Green, to("f10")), (Tone::Red, to("b2")), (Tone::Plain, to("e5"))]);
        let circles: Vec<_> =
            marks.circles.iter().map(|circle| (circle.tone, names(CellSet::of(circle.cell)))).collect();
        assert_eq!(circles, [(Tone::Yellow, to("f6"))]);
    }
}
