//! Where everything is on the picture. The only place that knows pixels; no colours, no pieces.
//!
//! Board units: a cell has its vertices at (±30, 0) and (±15, ±26), which is
//! regular to 0.06 %; columns are 45 apart, rows 52. What needs finer steps, as
//! letters and arrows do, is drawn in tenths of a unit under [`FINE`]. Every
//! coordinate is a whole number: the same picture on every machine.

use std::fmt;

use super::caption::Caption;
use super::glyphs::{DIGIT_HEIGHT, X_HEIGHT};
use super::lettering;
use super::pieces::GRID;
use super::view::{Coordinates, Label};
use crate::geometry::{Direction, Hex, Shape};

/// The transformation under which coordinates are tenths of a board unit.
pub(super) const FINE: &str = r#"transform="scale(.1)""#;

/// The transformation under which coordinates are twentieths of a board unit, for small letters.
pub(super) const SMALL: &str = r#"transform="scale(.05)""#;

/// The outline of a cell, around its centre.
pub(super) const CELL: &str = "M30 0 15 26H-15L-30 0-15-26H15z";

/// A ring along the inside of a cell's border; fine.
pub(super) const RING: &str = "M280 0 140 242H-140L-280 0-140-242H140z";

/// Width of the ring's pen for a last move; fine.
pub(super) const THIN_RING: i32 = 18;

/// Width of the ring's pen for a check; fine.
pub(super) const THICK_RING: i32 = 32;

/// Radius of the circle on a marked cell.
pub(super) const CIRCLE: i32 = 22;

/// Radius of the dot on a cell that a piece can go to.
pub(super) const DOT: i32 = 7;

/// Radius of the ring on a cell that a piece can take on.
pub(super) const TAKING: i32 = 22;

/// The outline of a cross on a cell, around its centre.
pub(super) const CROSS: &str = "M0-4 10-14 14-10 4 0 14 10 10 14 0 4-10 14-14 10-4 0-14-10-10-14z";

/// Width of the pen of circles and rings.
pub(super) const CIRCLE_PEN: i32 = 3;

/// Radius of the disc in the colour of the side to move; fine.
pub(super) const DISC: i32 = 150;

/// Width of the pen around that disc; fine.
pub(super) const DISC_PEN: i32 = 25;

/// Width of the pen around an arrow; fine.
pub(super) const ARROW_PEN: i32 = 10;

/// A place on the picture, in board units or in tenths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Point {
    pub(super) x: i32,
    pub(super) y: i32,
}

impl Point {
    const fn plus(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y }
    }

    /// The same place in tenths of a unit.
    pub(super) const fn fine(self) -> Self {
        Self { x: self.x * GRID, y: self.y * GRID }
    }
}

/// The attributes of an element that is put here; a coordinate left out is 0.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in [("x", self.x), ("y", self.y)] {
            if value != 0 {
                write!(f, r#" {name}="{value}""#)?;
            }
        }
        Ok(())
    }
}

/// The centre of a cell, by where it is seen.
pub(super) fn centre(hex: Hex) -> Point {
    let [q, r] = [hex.q, hex.r].map(i32::from);
    Point { x: 45 * q, y: 52 * r + 26 * q }
}

/// The sizes of one board's picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Layout {
    /// From the centre of the picture to the middle of a side of the frame.
    inradius: i32,
    /// Height of the caption above the board.
    above: i32,
    /// Height of the caption below the board.
    below: i32,
}

/// A corner of the picture, which the frame leaves free.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Corner {
    LowerRight,
    LowerLeft,
    UpperRight,
    UpperLeft,
}

impl Corner {
    /// The one next to the seat of a player whose pawns are seen to go that way.
    pub(super) fn beside(forward: Direction) -> Self {
        match forward {
            Direction::S | Direction::SW => Self::UpperRight,
            Direction::SE => Self::UpperLeft,
            Direction::NE => Self::LowerLeft,
            _ => Self::LowerRight,
        }
    }
}

/// From one line of a caption to the next.
const LINE: i32 = 19;

/// Between the board and its caption.
const GAP: i32 = 6;

impl Layout {
    pub(super) fn new(shape: Shape, coordinates: Coordinates, caption: &Caption) -> Self {
        let outermost = 45 * i32::from(shape.radius()) + 30;
        let margin = match coordinates {
            Coordinates::Edge => 24,
            Coordinates::Inside | Coordinates::Hidden => 13,
        };
        let bare = Self { inradius: outermost + margin, above: 0, below: 0 };
        let height = |lines: usize| if lines == 0 { 0 } else { LINE * lines as i32 + GAP };
        let above = height(caption.lines_above(bare.text_width()).len());
        let below = height(caption.lines_below(bare.text_width()).len());
        Self { above, below, ..bare }
    }

    /// How wide the lines of a caption may be, in tenths.
    pub(super) fn text_width(self) -> i32 {
        2 * GRID * self.inradius
    }

    /// The whole picture: left, top, width, height.
    pub(super) fn view_box(self) -> [i32; 4] {
        let (x, y) = (self.inradius + 9, circumradius(self.inradius) + 10);
        [-x, -y - self.above, 2 * x, 2 * y + self.above + self.below]
    }

    /// The middle of a disc that stands beside the frame.
    pub(super) fn corner(self, corner: Corner) -> Point {
        let (x, y) = (self.inradius - 15, circumradius(self.inradius) - 17);
        match corner {
            Corner::LowerRight => Point { x, y },
            Corner::LowerLeft => Point { x: -x, y },
            Corner::UpperRight => Point { x, y: -y },
            Corner::UpperLeft => Point { x: -x, y: -y },
        }
    }

    /// The strokes of a caption; fine.
    pub(super) fn caption(self, caption: &Caption) -> String {
        let width = self.text_width();
        let mut path = String::new();
        let [_, top, _, height] = self.view_box();
        for (number, line) in caption.lines_above(width).iter().enumerate() {
            let y = top + LINE * (number as i32 + 1) - 1;
            path += &lettering::strokes(line, -lettering::width(line) / 2, GRID * y);
        }
        for (number, line) in caption.lines_below(width).iter().enumerate() {
            let y = top + height - self.below + GAP + LINE * (number as i32 + 1) - 7;
            for (text, x) in line.places(width) {
                path += &lettering::strokes(text, x, GRID * y);
            }
        }
        path
    }

    /// The frame: a hexagon that stands on a corner.
    pub(super) fn frame(self) -> String {
        hexagon(self.inradius)
    }

    /// A line inside the frame.
    pub(super) fn inlay(self) -> String {
        hexagon(self.inradius - 6)
    }
}

fn circumradius(inradius: i32) -> i32 {
    rounded(inradius * 1000, 866)
}

fn hexagon(inradius: i32) -> String {
    let (x, far, near) = (inradius, circumradius(inradius), rounded(inradius * 500, 866));
    format!("M0-{far} {x}-{near}V{near}L0 {far}-{x} {near}V-{near}z")
}

/// The quotient to the nearest whole number.
fn rounded(dividend: i32, divisor: i32) -> i32 {
    (2 * dividend + divisor).div_euclid(2 * divisor)
}

/// The strokes of a label: fine, and absolute.
pub(super) fn strokes(label: &Label) -> String {
    let (x, y) = at_edge(label.side, [(0, -39), (35, -20), (35, 20), (0, 39), (-35, 20), (-35, -20)]);
    let height = if label.name.starts_with(char::is_alphabetic) { X_HEIGHT + 8 } else { DIGIT_HEIGHT };
    let middle = centre(label.hex).plus(Point { x, y }).fine();
    lettering::strokes(&label.name, middle.x - lettering::width(&label.name) / 2, middle.y + height / 2)
}

/// That of six values which belongs to a side of a cell, clockwise from the north.
fn at_edge<T: Copy>(side: Direction, values: [T; 6]) -> T {
    values[side as usize / 2]
}

/// The strokes of a cell's name inside it; in twentieths of a unit, and absolute.
pub(super) fn name(hex: Hex, text: &str) -> String {
    let Point { x, y } = centre(hex);
    lettering::strokes(text, 20 * x - 550, 20 * y + 55)
}

/// An arrow's outline, fine; nothing if it would lead nowhere.
///
/// It begins beside the centre of its first cell. Its tip is in the centre of
/// the last one, or at its border if a piece stands there.
pub(super) fn arrow(from: Hex, to: Hex, target: Target) -> Option<String> {
    let [start, end] = [from, to].map(|hex| centre(hex).fine());
    let [dx, dy] = [end.x - start.x, end.y - start.y];
    let length = (dx * dx + dy * dy).isqrt();
    if length == 0 {
        return None;
    }
    let at = |along: i32, aside: i32| Point {
        x: start.x + rounded(dx * along - dy * aside, length),
        y: start.y + rounded(dy * along + dx * aside, length),
    };
    let (tip, size) = match target {
        Target::Free => (length - 20, ArrowSize::LARGE),
        Target::Taken if length < 600 => (length - 170, ArrowSize::SMALL),
        Target::Taken => (length - 200, ArrowSize::LARGE),
    };
    let ArrowSize { tail, head, half_head, half_line } = size;
    let neck = tip - head;
    let barb = neck - head / 8;
    Some(closed([
        at(tail, -half_line),
        at(neck, -half_line),
        at(barb, -half_head),
        at(tip, 0),
        at(barb, half_head),
        at(neck, half_line),
        at(tail, half_line),
    ]))
}

/// The lengths of an arrow, fine.
struct ArrowSize {
    /// From the centre of its first cell to where it begins.
    tail: i32,
    /// From the tip to where the head begins.
    head: i32,
    half_head: i32,
    half_line: i32,
}

impl ArrowSize {
    const LARGE: Self = Self { tail: 130, head: 160, half_head: 90, half_line: 30 };
    /// Between two pieces side by side.
    const SMALL: Self = Self { tail: 170, head: 112, half_head: 66, half_line: 24 };
}

/// What stands where an arrow points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Target {
    Free,
    Taken,
}

/// A small triangle inside the border of a cell, on the side that a pawn is heading for; fine.
pub(super) fn heading(hex: Hex, side: Direction) -> String {
    let turns = [(1000, 0), (500, 866), (-500, 866), (-1000, 0), (-500, -866), (500, -866)];
    let (cos, sin) = at_edge(side, turns);
    let middle = centre(hex).fine();
    closed([(0, -250), (-66, -186), (66, -186)].map(|(x, y)| {
        middle.plus(Point { x: rounded(x * cos - y * sin, 1000), y: rounded(x * sin + y * cos, 1000) })
    }))
}

/// The path of a polygon, as short as it can be.
fn closed<const N: usize>(corners: [Point; N]) -> String {
    let gap = |y| if y < 0 { "" } else { " " };
    let path = corners.map(|Point { x, y }| format!("{x}{}{y}", gap(y))).join("L");
    format!("M{path}z")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPES: [Shape; 3] = [Shape::hexagon(3), Shape::hexagon(5), Shape::hexagon(8)];

    #[test]
    fn the_frames_have_the_sizes_that_were_drawn() {
        let layouts = SHAPES.map(|shape| Layout::new(shape, Coordinates::Edge, &Caption::default()));
        assert_eq!(layouts[1].inlay(), "M0-315 273-158V158L0 315-273 158V-158z");
        assert_eq!(
            layouts.map(Layout::frame),
            [
                "M0-218 189-109V109L0 218-189 109V-109z",
                "M0-322 279-161V161L0 322-279 161V-161z",
                "M0-478 414-239V239L0 478-414 239V-239z",
            ]
        );
    }

    #[test]
    fn no_cell_touches_the_frame() {
        let each = |shape| [Coordinates::Edge, Coordinates::Hidden].map(|labels| (shape, labels));
        for (shape, labels) in SHAPES.into_iter().flat_map(each) {
            let inradius = Layout::new(shape, labels, &Caption::default()).inradius;
            for hex in shape.cells().map(|cell| shape.hex(cell)) {
                for (x, y) in [(30, 0), (15, 26), (-15, 26), (-30, 0), (-15, -26), (15, -26)] {
                    let Point { x, y } = centre(hex).plus(Point { x, y });
                    let slanted = (500 * x.abs() + 866 * y.abs()) / 1000;
                    assert!(x.abs().max(slanted) + 10 <= inradius, "{hex:?}");
                }
            }
        }
    }

    #[test]
    fn a_quotient_is_rounded_to_the_nearest() {
        assert_eq!([7, 8, -7, -8].map(|dividend| rounded(dividend, 5)), [1, 2, -1, -2]);
    }

    #[test]
    fn a_caption_makes_room_for_itself() {
        let bare = Layout::new(Shape::hexagon(5), Coordinates::Edge, &Caption::default());
        assert_eq!(bare.view_box(), [-288, -332, 576, 664]);
        let caption = Caption {
            above: vec!["A. Author".into(), "Source".into()],
            right: "8+5".into(),
            ..Caption::default()
        };
        let captioned = Layout::new(Shape::hexagon(5), Coordinates::Edge, &caption);
        assert_eq!(captioned.view_box(), [-288, -332 - 44, 576, 664 + 44 + 25]);
    }

    #[test]
    fn the_head_of_an_arrow_begins_beyond_its_tail_however_short_it_is() {
        let largest = SHAPES[2];
        for hex in largest.cells().map(|cell| largest.hex(cell)).filter(|&hex| hex != Hex::CENTRE) {
            for target in [Target::Free, Target::Taken] {
                let drawn = arrow(Hex::CENTRE, hex, target).expect("it leads somewhere");
                let numbers = drawn.replace(['M', 'L', 'z'], " ").replace('-', " -");
                let numbers: Vec<i32> =
                    numbers.split_whitespace().map(|n| n.parse().expect("a whole number")).collect();
                // How far the tail, the barb and the tip are from where the arrow begins.
                let [tail, barb, tip] =
                    [0, 2, 3].map(|corner| numbers[2 * corner].pow(2) + numbers[2 * corner + 1].pow(2));
                assert!(tail < barb && barb < tip, "{drawn} to {hex:?}, {target:?}");
            }
        }
    }

    #[test]
    fn an_arrow_to_where_it_begins_is_none() {
        assert_eq!(arrow(Hex::CENTRE, Hex::CENTRE, Target::Free), None);
        assert_eq!(
            arrow(Hex::CENTRE, Hex::new(0, -1), Target::Free).as_deref(),
            Some("M-30-130L-30-340L-90-320L0-500L90-320L30-340L30-130z")
        );
    }
}
