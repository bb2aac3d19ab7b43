//! Where everything is on the picture. The only place that knows pixels; no colours, no pieces.
//!
//! Board units: an edge of a cell is 30 long, neighbouring cells are 52 apart; see `grid`. What needs
//! finer steps, as letters and arrows do, is drawn in tenths of a unit under [`FINE`]. Every
//! coordinate is a whole number: the same picture on every machine.

use super::caption::Caption;
use super::frame::Hull;
use super::glyphs::{DIGIT_HEIGHT, X_HEIGHT};
use super::grid::Grid;
use super::lettering;
use super::marks::Lane;
use super::pieces::GRID;
use super::point::{Point, polygon, rounded};
use super::view::{Coordinates, Label};
use hexmate_core::geometry::{Direction, Shape};

/// The transformation under which coordinates are tenths of a board unit.
pub(super) const FINE: &str = r#"transform="scale(.1)""#;

/// The transformation under which coordinates are twentieths of a board unit, for small letters.
pub(super) const SMALL: &str = r#"transform="scale(.05)""#;

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

/// From the line between two centres to an arrow that keeps to its right; fine.
const LANE: i32 = 100;

/// Width of the pen around an arrow; fine.
pub(super) const ARROW_PEN: i32 = 10;

/// The sizes of one board's picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Layout {
    /// Where its cells lie.
    pub(super) grid: Grid,
    hull: Hull,
    /// From the cells to the frame.
    margin: i32,
    /// What the frame fills: left, top, right, bottom.
    bounds: [i32; 4],
    /// Room on either side of a frame that leaves no corner free.
    aside: i32,
    /// Height of the caption above the board.
    above: i32,
    /// Height of the caption below the board.
    below: i32,
}

/// A corner of the picture.
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
            Direction::S | Direction::SSW | Direction::SW => Self::UpperRight,
            Direction::SE => Self::UpperLeft,
            Direction::NE => Self::LowerLeft,
            _ => Self::LowerRight,
        }
    }

    /// The other one above the board, or the other one below it.
    const fn across(self) -> Self {
        match self {
            Self::LowerRight => Self::LowerLeft,
            Self::LowerLeft => Self::LowerRight,
            Self::UpperRight => Self::UpperLeft,
            Self::UpperLeft => Self::UpperRight,
        }
    }
}

/// From one line of a caption to the next.
const LINE: i32 = 19;

/// Between the board and its caption.
const GAP: i32 = 6;

/// From the frame to a disc beside it at least: its radius, its pen and a gap.
const BESIDE: i32 = (DISC + DISC_PEN / 2) / GRID + 5;

impl Layout {
    pub(super) fn new(shape: Shape, coordinates: Coordinates, caption: &Caption) -> Self {
        let grid = Grid::of(shape);
        let corners =
            |cell| grid.corners().map(|corner| grid.exact(grid.centre(shape.hex(cell)).plus(corner)));
        let hull = Hull::of(shape.cells().flat_map(corners).collect());
        let margin = match coordinates {
            Coordinates::Edge => grid.label_reach(lettering::width(&shape.ranks().to_string())),
            Coordinates::Inside | Coordinates::Hidden => 13,
        };
        let outline = hull.outline(margin);
        let [least, most] = [i32::min, i32::max].map(|chosen: fn(i32, i32) -> i32| {
            let among = |of: fn(&Point) -> i32| outline.iter().map(of).reduce(chosen).unwrap_or(0);
            [among(|at| at.x), among(|at| at.y)]
        });
        let bounds = [least[0], least[1], most[0], most[1]];
        let mut layout = Self { grid, hull, margin, bounds, aside: 0, above: 0, below: 0 };
        let is_full = |corner: Corner| !layout.is_free(corner) && !layout.is_free(corner.across());
        if is_full(Corner::LowerRight) || is_full(Corner::UpperRight) {
            layout.aside = 2 * BESIDE;
        }
        let height = |lines: usize| if lines == 0 { 0 } else { LINE * lines as i32 + GAP };
        layout.above = height(caption.lines_above(layout.text_width()).len());
        layout.below = height(caption.lines_below(layout.text_width()).len());
        layout
    }

    /// How wide the lines of a caption may be, in tenths.
    pub(super) fn text_width(&self) -> i32 {
        let [left, _, right, _] = self.bounds;
        GRID * (right - left)
    }

    /// The whole picture: left, top, width, height.
    pub(super) fn view_box(&self) -> [i32; 4] {
        let [left, top, right, bottom] = self.bounds;
        let (x, y) = (self.aside + 9, 10);
        let [width, height] = [right - left + 2 * x, bottom - top + 2 * y];
        [left - x, top - y - self.above, width, height + self.above + self.below]
    }

    /// The middle of a disc that stands in a corner beside the frame, or in the one across if that one is free.
    pub(super) fn corner(&self, corner: Corner) -> Point {
        if self.is_free(corner) || !self.is_free(corner.across()) {
            return self.place(corner);
        }
        self.place(corner.across())
    }

    /// The middle of a disc in a corner.
    fn place(&self, corner: Corner) -> Point {
        let [left, top, right, bottom] = self.bounds;
        let (x, y) = (self.aside - 15, 17);
        match corner {
            Corner::LowerRight => Point { x: right + x, y: bottom - y },
            Corner::LowerLeft => Point { x: left - x, y: bottom - y },
            Corner::UpperRight => Point { x: right + x, y: top + y },
            Corner::UpperLeft => Point { x: left - x, y: top + y },
        }
    }

    /// Whether a disc has room in a corner.
    fn is_free(&self, corner: Corner) -> bool {
        self.beyond(self.place(corner)) >= BESIDE
    }

    /// How far a point lies outside the frame.
    pub(super) fn beyond(&self, point: Point) -> i32 {
        self.hull.beyond(point) - self.margin
    }

    /// The strokes of a caption; fine.
    pub(super) fn caption(&self, caption: &Caption) -> String {
        let width = self.text_width();
        let mut path = String::new();
        let [_, top, _, height] = self.view_box();
        let middle = GRID * self.bounds[0] + width / 2;
        for (number, line) in caption.lines_above(width).iter().enumerate() {
            let y = top + LINE * (number as i32 + 1) - 1;
            path += &lettering::strokes(line, middle - lettering::width(line) / 2, GRID * y);
        }
        for (number, line) in caption.lines_below(width).iter().enumerate() {
            let y = top + height - self.below + GAP + LINE * (number as i32 + 1) - 7;
            for (text, x) in line.places(width) {
                path += &lettering::strokes(text, middle + x, GRID * y);
            }
        }
        path
    }

    /// The frame, which follows the board.
    pub(super) fn frame(&self) -> String {
        polygon(&self.hull.outline(self.margin))
    }

    /// A line inside the frame.
    pub(super) fn inlay(&self) -> String {
        polygon(&self.hull.outline(self.margin - 6))
    }

    /// The strokes of a label: fine, and absolute.
    pub(super) fn strokes(&self, label: &Label) -> String {
        let width = lettering::width(&label.name);
        let height = if label.name.starts_with(char::is_alphabetic) { X_HEIGHT + 8 } else { DIGIT_HEIGHT };
        let middle = self.grid.centre(label.hex).times(GRID).plus(self.grid.label(label.side, width));
        lettering::strokes(&label.name, middle.x - width / 2, middle.y + height / 2)
    }

    /// The strokes of a cell's name inside it; in twentieths of a unit, and absolute.
    pub(super) fn name(&self, at: Point, text: &str) -> String {
        let Point { x, y } = self.grid.inner_name(at, lettering::width(text));
        lettering::strokes(text, x, y)
    }
}

/// An arrow's outline, fine; nothing if it would lead nowhere.
///
/// It begins beside the centre of its first cell. Its tip is in the centre of
/// the last one, or at its border if a piece stands there.
pub(super) fn arrow(from: Point, to: Point, target: Target, lane: Lane) -> Option<String> {
    let [start, end] = [from, to].map(|point| point.times(GRID));
    let [dx, dy] = [end.x - start.x, end.y - start.y];
    let length = (dx * dx + dy * dy).isqrt();
    let part = |product: i32| rounded(product.into(), length.into());
    if length == 0 {
        return None;
    }
    let lane = match lane {
        Lane::Middle => 0,
        Lane::Right => LANE,
    };
    let at = |along: i32, aside: i32| Point {
        x: start.x + part(dx * along - dy * (aside + lane)),
        y: start.y + part(dy * along + dx * (aside + lane)),
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
pub(super) fn heading(grid: Grid, at: Point, side: Direction) -> String {
    let (cos, sin) = grid.turn(side);
    let part = |product: i32| rounded(product.into(), 1000);
    closed(
        [(0, -250), (-66, -186), (66, -186)].map(|(x, y)| {
            at.times(GRID).plus(Point { x: part(x * cos - y * sin), y: part(x * sin + y * cos) })
        }),
    )
}

/// The path of a closed shape.
fn closed<const N: usize>(corners: [Point; N]) -> String {
    let gap = |y| if y < 0 { "" } else { " " };
    let path = corners.map(|Point { x, y }| format!("{x}{}{y}", gap(y))).join("L");
    format!("M{path}z")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::SHAPES;
    use hexmate_core::geometry::{Hex, Orientation, Plan};

    /// A regular hexagon that stands on a corner, by the distance of its sides from its centre.
    fn hexagon(inradius: i64) -> String {
        let [far, near] = [1000, 500].map(|part| rounded(inradius * part, 866));
        format!("M0-{far} {inradius}-{near}V{near}L0 {far}-{inradius} {near}V-{near}z")
    }

    #[test]
    fn the_frame_of_a_hexagon_is_one() {
        let layout = Layout::new(SHAPES[1], Coordinates::Edge, &Caption::default());
        assert_eq!(layout.frame(), "M0-322 279-161V161L0 322-279 161V-161z");
        for (shape, labels) in
            SHAPES[..3].iter().flat_map(|&shape| [(shape, Coordinates::Edge), (shape, Coordinates::Hidden)])
        {
            let margin = if labels == Coordinates::Edge { 24 } else { 13 };
            let inradius = 45 * i64::from(shape.radius().expect("a hexagon")) + 30 + margin;
            let layout = Layout::new(shape, labels, &Caption::default());
            assert_eq!([layout.frame(), layout.inlay()], [hexagon(inradius), hexagon(inradius - 6)]);
        }
    }

    #[test]
    fn a_frame_has_as_many_sides_as_its_board() {
        let sides = |shape| Layout::new(shape, Coordinates::Edge, &Caption::default()).hull.outline(0).len();
        assert_eq!(SHAPES.map(sides), [6, 6, 6, 6, 4, 6]);
    }

    /// A board that fills its frame to the corners.
    const BRICKS: Plan = Plan::drawn(". . . . .\n . . . . .\n. . . . .\n . . . . .", Orientation::PointyTop);

    #[test]
    fn a_disc_stands_off_the_frame_and_within_the_picture_whatever_the_board() {
        for shape in SHAPES.into_iter().chain([Shape::planned(&BRICKS)]) {
            let layout = Layout::new(shape, Coordinates::Edge, &Caption::default());
            assert_eq!(layout.aside > 0, shape == Shape::planned(&BRICKS));
            let [left, top, width, height] = layout.view_box();
            let corners = [Corner::LowerRight, Corner::LowerLeft, Corner::UpperRight, Corner::UpperLeft];
            for Point { x, y } in corners.map(|corner| layout.corner(corner)) {
                assert!(layout.beyond(Point { x, y }) >= BESIDE, "{shape:?}: {x} {y}");
                assert!(x - BESIDE >= left && x + BESIDE <= left + width, "{shape:?}: {x} {y}");
                assert!(y - BESIDE >= top && y + BESIDE <= top + height, "{shape:?}: {x} {y}");
            }
        }
    }

    #[test]
    fn no_cell_touches_the_frame() {
        let each = |shape| [Coordinates::Edge, Coordinates::Hidden].map(|labels| (shape, labels));
        for (shape, labels) in SHAPES.into_iter().flat_map(each) {
            let layout = Layout::new(shape, labels, &Caption::default());
            for hex in shape.cells().map(|cell| shape.hex(cell)) {
                for corner in layout.grid.corners() {
                    let beyond = layout.beyond(layout.grid.centre(hex).plus(corner));
                    assert!(beyond <= -10, "{hex:?}");
                }
            }
        }
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
        let grid = Grid::of(largest);
        for hex in largest.cells().map(|cell| largest.hex(cell)).filter(|&hex| hex != Hex::CENTRE) {
            for target in [Target::Free, Target::Taken] {
                let drawn =
                    arrow(Point::ORIGIN, grid.centre(hex), target, Lane::Middle).expect("it leads somewhere");
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
        assert_eq!(arrow(Point::ORIGIN, Point::ORIGIN, Target::Free, Lane::Middle), None);
        assert_eq!(
            arrow(Point::ORIGIN, Point { x: 0, y: -52 }, Target::Free, Lane::Middle).as_deref(),
            Some("M-30-130L-30-340L-90-320L0-500L90-320L30-340L30-130z")
        );
    }
}
