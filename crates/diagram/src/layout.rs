//! Positions and sizes of everything in a board's picture.
//!
//! Board units: an edge of a cell is 30 long, neighbouring cells are 52 apart; see `grid`. Letters and arrows
//! need finer steps and are drawn in tenths of a unit under [`FINE`]. Every coordinate is a whole number, so
//! that all machines produce the same picture.

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

/// SVG attribute that makes coordinates tenths of a board unit.
pub(super) const FINE: &str = r#"transform="scale(.1)""#;

/// SVG attribute that makes coordinates 0.175 board units, for large labels.
const LARGE: &str = r#"transform="scale(.175)""#;

/// SVG attribute that makes coordinates 0.25 board units, for large labels of boards with many cells.
const HUGE: &str = r#"transform="scale(.25)""#;

/// Number of files from which large labels are still larger, because the cells are printed smaller.
const MANY_FILES: usize = 15;

/// SVG attribute that makes coordinates twentieths of a board unit, for small letters.
pub(super) const SMALL: &str = r#"transform="scale(.05)""#;

/// Pen width of the ring that marks a last move, in tenths of a unit.
pub(super) const THIN_RING: i32 = 18;

/// Pen width of the ring that marks a check, in tenths of a unit.
pub(super) const THICK_RING: i32 = 32;

/// Radius of the circle on a marked cell, in units.
pub(super) const CIRCLE: i32 = 22;

/// Radius of the dot on the target cell of a move, in units.
pub(super) const DOT: i32 = 7;

/// Radius of the ring on the target cell of a capture, in units.
pub(super) const CAPTURE_RING: i32 = 22;

/// Outline of a cross, around the centre of its cell.
pub(super) const CROSS: &str = "M0-3 17-20 20-17 3 0 20 17 17 20 0 3-17 20-20 17-3 0-20-17-17-20z";

/// Pen width of lines across cells, in tenths of a unit.
pub(super) const LINE_PEN: i32 = 20;

/// Pen width around pieces that keeps lines across cells away, in tenths of a unit.
pub(super) const HALO_PEN: i32 = 86;

/// Pen width of the names inside cells, in twentieths of a unit.
pub(super) const NAME_PEN: i32 = 22;

/// Pen width around these names that keeps lines across cells away, in twentieths of a unit.
pub(super) const NAME_HALO_PEN: i32 = 120;

/// Pen width of circles and rings, in units.
pub(super) const CIRCLE_PEN: i32 = 3;

/// Radius of the disc in the colour of the side to move, in tenths of a unit.
pub(super) const DISC: i32 = 150;

/// Pen width of the rim of that disc, in tenths of a unit.
pub(super) const DISC_PEN: i32 = 25;

/// Distance of an arrow in [`Lane::Right`] from the line between the two centres, in tenths of a unit.
const LANE: i32 = 100;

/// Pen width of the outline of an arrow, in tenths of a unit.
pub(super) const ARROW_PEN: i32 = 10;

/// The layout of one board's picture, in board units.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Layout {
    /// Positions of the cells.
    pub(super) grid: Grid,
    hull: Hull,
    /// Distance from the cells to the frame.
    margin: i32,
    labels: Labels,
    /// Bounds of the frame: left, top, right, bottom.
    bounds: [i32; 4],
    /// Extra room on the left and right, for a disc, if the frame leaves no corner free; otherwise 0.
    aside: i32,
    /// Height of the caption above the board.
    above: i32,
    /// Height of the caption below the board.
    below: i32,
    /// Length of ten units of caption text, in board units.
    type_size: i32,
}

/// Size of the labels around a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Labels {
    Small,
    Large,
    Huge,
}

impl Labels {
    /// Returns the labels of a board.
    fn of(shape: Shape, coordinates: Coordinates) -> Self {
        match coordinates {
            Coordinates::Large if shape.columns().len() >= MANY_FILES => Self::Huge,
            Coordinates::Large => Self::Large,
            _ => Self::Small,
        }
    }

    /// Returns the least distance from the cells to the frame.
    const fn least_margin(self) -> i32 {
        match self {
            Self::Small => 0,
            Self::Large => 39,
            Self::Huge => 53,
        }
    }

    /// Returns a length in units of the labels, given in tenths of a board unit.
    fn in_pen_units(self, tenths: i32) -> i32 {
        match self {
            Self::Small => tenths,
            Self::Large => rounded((tenths * 100).into(), 175),
            Self::Huge => rounded((tenths * 100).into(), 250),
        }
    }

    /// Returns a length in tenths of a board unit, given in units of the labels.
    fn to_tenths(self, length: i32) -> i32 {
        match self {
            Self::Small => length,
            Self::Large => rounded((length * 175).into(), 100),
            Self::Huge => rounded((length * 250).into(), 100),
        }
    }

    /// Returns the distance of a label from its cell, given that of a small one.
    fn distance(self, small: i32) -> i32 {
        match self {
            Self::Small => small,
            Self::Large => rounded((small * 114).into(), 100),
            Self::Huge => rounded((small * 129).into(), 100),
        }
    }
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
    /// Returns the corner next to the seat of a player whose pawns move in the direction `forward` on the page.
    pub(super) fn beside(forward: Direction) -> Self {
        match forward {
            Direction::S | Direction::SSW | Direction::SW => Self::UpperRight,
            Direction::SE => Self::UpperLeft,
            Direction::NE => Self::LowerLeft,
            _ => Self::LowerRight,
        }
    }

    /// Returns the corner at the other end of the same upper or lower side.
    const fn across(self) -> Self {
        match self {
            Self::LowerRight => Self::LowerLeft,
            Self::LowerLeft => Self::LowerRight,
            Self::UpperRight => Self::UpperLeft,
            Self::UpperLeft => Self::UpperRight,
        }
    }
}

/// Distance between the lines of a caption.
const LINE: i32 = 19;

/// Gap between the board and its caption.
const GAP: i32 = 6;

/// Minimum distance from the frame to the centre of a disc: radius, pen and a gap.
const BESIDE: i32 = (DISC + DISC_PEN / 2) / GRID + 5;

impl Layout {
    pub(super) fn new(shape: Shape, coordinates: Coordinates, caption: &Caption) -> Self {
        let grid = Grid::of(shape);
        let corners =
            |cell| grid.corners().map(|corner| grid.exact(grid.centre(shape.hex(cell)).plus(corner)));
        let hull = Hull::of(shape.cells().flat_map(corners).collect());
        let labels = Labels::of(shape, coordinates);
        let margin = match coordinates {
            Coordinates::Edge | Coordinates::Large => {
                let widest = labels.to_tenths(lettering::width(&shape.ranks().to_string()));
                grid.label_reach(widest).max(labels.least_margin())
            }
            Coordinates::Inside | Coordinates::Hidden => 13,
        };
        let outline = hull.outline(margin);
        let [least, most] = [i32::min, i32::max].map(|chosen: fn(i32, i32) -> i32| {
            let among = |of: fn(&Point) -> i32| outline.iter().map(of).reduce(chosen).unwrap_or(0);
            [among(|at| at.x), among(|at| at.y)]
        });
        let bounds = [least[0], least[1], most[0], most[1]];
        let type_size = caption.size.ten_units(bounds[2] - bounds[0]);
        let mut layout = Self { grid, hull, margin, labels, bounds, aside: 0, above: 0, below: 0, type_size };
        let is_full = |corner: Corner| !layout.is_free(corner) && !layout.is_free(corner.across());
        if is_full(Corner::LowerRight) || is_full(Corner::UpperRight) {
            layout.aside = 2 * BESIDE;
        }
        let height = |lines: usize| if lines == 0 { 0 } else { LINE * lines as i32 * type_size / 10 + GAP };
        layout.above = height(caption.lines_above(layout.text_width()).len());
        layout.below = height(caption.lines_below(layout.text_width()).len());
        layout
    }

    /// Returns the maximum width of a caption line, in tenths of a unit of its text.
    pub(super) fn text_width(&self) -> i32 {
        let [left, _, right, _] = self.bounds;
        self.to_text(right - left)
    }

    /// Converts board units to tenths of a unit of caption text.
    fn to_text(&self, units: i32) -> i32 {
        GRID * units * 10 / self.type_size
    }

    /// Returns the SVG attribute that makes coordinates tenths of a unit of caption text.
    pub(super) fn caption_scale(&self) -> String {
        let hundredths = self.type_size;
        if hundredths == 10 { FINE.to_owned() } else { format!(r#"transform="scale(.{hundredths:02})""#) }
    }

    /// Returns the view box of the picture: left, top, width, height.
    pub(super) fn view_box(&self) -> [i32; 4] {
        let [left, top, right, bottom] = self.bounds;
        let (x, y) = (self.aside + 9, 10);
        let [width, height] = [right - left + 2 * x, bottom - top + 2 * y];
        [left - x, top - y - self.above, width, height + self.above + self.below]
    }

    /// Returns the centre of a disc beside the frame: in the given corner, or in the one across if only that is free.
    pub(super) fn disc_centre(&self, corner: Corner) -> Point {
        if self.is_free(corner) || !self.is_free(corner.across()) {
            return self.centre_in(corner);
        }
        self.centre_in(corner.across())
    }

    /// Returns the centre of a disc in a corner.
    fn centre_in(&self, corner: Corner) -> Point {
        let [left, top, right, bottom] = self.bounds;
        let (x, y) = (self.aside - 15, 17);
        match corner {
            Corner::LowerRight => Point { x: right + x, y: bottom - y },
            Corner::LowerLeft => Point { x: left - x, y: bottom - y },
            Corner::UpperRight => Point { x: right + x, y: top + y },
            Corner::UpperLeft => Point { x: left - x, y: top + y },
        }
    }

    /// Returns whether a disc has room in a corner.
    fn is_free(&self, corner: Corner) -> bool {
        self.distance(self.centre_in(corner)) >= BESIDE
    }

    /// Returns the distance of a point from the frame, in units; negative inside.
    pub(super) fn distance(&self, point: Point) -> i32 {
        self.hull.distance(point) - self.margin
    }

    /// Returns the strokes of a caption in tenths of a unit of its text: those of normal and of bold text.
    pub(super) fn caption_strokes(&self, caption: &Caption) -> [String; 2] {
        let width = self.text_width();
        let (mut path, mut bold) = (String::new(), String::new());
        let [_, top, _, height] = self.view_box();
        let middle = self.to_text(self.bounds[0]) + width / 2;
        for (number, line) in caption.lines_above(width).iter().enumerate() {
            let y = self.to_text(top) + GRID * (LINE * (number as i32 + 1) - 1);
            path += &lettering::strokes(line, middle - lettering::width(line) / 2, y);
        }
        for (number, line) in caption.lines_below(width).iter().enumerate() {
            let first = self.to_text(top + height - self.below + GAP);
            let y = first + GRID * (LINE * (number as i32 + 1) - 7);
            for (text, x) in line.places(width) {
                // The text on the left, a stipulation, is bold.
                let is_bold = number == 0 && text == caption.left;
                if is_bold {
                    bold += &lettering::bold_strokes(text, middle + x, y);
                } else {
                    path += &lettering::strokes(text, middle + x, y);
                }
            }
        }
        [path, bold]
    }

    /// Returns the path of the frame, which follows the outline of the board.
    pub(super) fn frame(&self) -> String {
        polygon(&self.hull.outline(self.margin))
    }

    /// Returns the path of the thin line inside the frame.
    pub(super) fn inlay(&self) -> String {
        polygon(&self.hull.outline(self.margin - 6))
    }

    /// Returns the SVG attribute for the coordinates of labels.
    pub(super) const fn label_scale(&self) -> &'static str {
        match self.labels {
            Labels::Small => FINE,
            Labels::Large => LARGE,
            Labels::Huge => HUGE,
        }
    }

    /// Returns the strokes of a label, in the coordinates of [`Self::label_scale`].
    pub(super) fn label_strokes(&self, label: &Label) -> String {
        let labels = self.labels;
        let width = lettering::width(&label.name);
        let height = if label.name.starts_with(char::is_alphabetic) { X_HEIGHT + 8 } else { DIGIT_HEIGHT };
        let aside = self.grid.label(label.side, labels.to_tenths(width));
        let aside = Point { x: labels.distance(aside.x), y: labels.distance(aside.y) };
        let middle = self.grid.centre(label.hex).times(GRID).plus(aside);
        let [x, y] = [middle.x, middle.y].map(|tenths| labels.in_pen_units(tenths));
        lettering::strokes(&label.name, x - width / 2, y + height / 2)
    }

    /// Returns the strokes of a cell's name inside the cell, in twentieths of a unit.
    pub(super) fn name_strokes(&self, at: Point, text: &str) -> String {
        let Point { x, y } = self.grid.inner_name(at, lettering::width(text));
        lettering::strokes(text, x, y)
    }
}

/// Returns the outline of an arrow in tenths of a unit; `None` if both points are the same.
///
/// The tail is off the centre of the first cell. The tip is at the centre of the last cell, or near its border
/// if the cell is occupied.
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
        Target::Empty => (length - 20, ArrowSize::LARGE),
        Target::Occupied if length < 600 => (length - 170, ArrowSize::SMALL),
        Target::Occupied => (length - 200, ArrowSize::LARGE),
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

/// The lengths of an arrow, in tenths of a unit.
struct ArrowSize {
    /// Distance from the centre of the first cell to the tail.
    tail: i32,
    /// Length of the head.
    head: i32,
    half_head: i32,
    half_line: i32,
}

impl ArrowSize {
    const LARGE: Self = Self { tail: 130, head: 160, half_head: 90, half_line: 30 };
    /// Size of an arrow between two pieces on adjacent cells.
    const SMALL: Self = Self { tail: 170, head: 112, half_head: 66, half_line: 24 };
}

/// The cell at the tip of an arrow: empty or occupied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Target {
    Empty,
    Occupied,
}

/// Returns a small triangle inside the border of a cell, on the side towards which a pawn moves; in tenths of a unit.
pub(super) fn heading(grid: Grid, at: Point, side: Direction) -> String {
    let (cos, sin) = grid.turn(side);
    let part = |product: i32| rounded(product.into(), 1000);
    closed(
        [(0, -250), (-66, -186), (66, -186)].map(|(x, y)| {
            at.times(GRID).plus(Point { x: part(x * cos - y * sin), y: part(x * sin + y * cos) })
        }),
    )
}

/// Returns the path of a closed polygon.
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

    /// Returns a regular hexagon with a corner at the top, by the distance of its sides from the centre.
    fn hexagon(inradius: i64) -> String {
        let [far, near] = [1000, 500].map(|part| rounded(inradius * part, 866));
        format!("M0-{far} {inradius}-{near}V{near}L0 {far}-{inradius} {near}V-{near}z")
    }

    #[test]
    fn hexagon_has_a_hexagonal_frame() {
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
    fn frame_has_sides_of_its_board() {
        let sides = |shape| Layout::new(shape, Coordinates::Edge, &Caption::default()).hull.outline(0).len();
        assert_eq!(SHAPES.map(sides), [6, 6, 6, 6, 4, 6]);
    }

    /// A board that fills its frame to the corners.
    const BRICKS: Plan = Plan::drawn(". . . . .\n . . . . .\n. . . . .\n . . . . .", Orientation::PointyTop);

    #[test]
    fn disc_fits_beside_every_frame() {
        for shape in SHAPES.into_iter().chain([Shape::planned(&BRICKS)]) {
            let layout = Layout::new(shape, Coordinates::Edge, &Caption::default());
            assert_eq!(layout.aside > 0, shape == Shape::planned(&BRICKS));
            let [left, top, width, height] = layout.view_box();
            let corners = [Corner::LowerRight, Corner::LowerLeft, Corner::UpperRight, Corner::UpperLeft];
            for Point { x, y } in corners.map(|corner| layout.disc_centre(corner)) {
                assert!(layout.distance(Point { x, y }) >= BESIDE, "{shape:?}: {x} {y}");
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
                    let distance = layout.distance(layout.grid.centre(hex).plus(corner));
                    assert!(distance <= -10, "{hex:?}");
                }
            }
        }
    }

    #[test]
    fn caption_enlarges_the_picture() {
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
    fn arrow_head_begins_after_the_tail() {
        let largest = SHAPES[2];
        let grid = Grid::of(largest);
        for hex in largest.cells().map(|cell| largest.hex(cell)).filter(|&hex| hex != Hex::CENTRE) {
            for target in [Target::Empty, Target::Occupied] {
                let drawn =
                    arrow(Point::ORIGIN, grid.centre(hex), target, Lane::Middle).expect("it leads somewhere");
                let numbers = drawn.replace(['M', 'L', 'z'], " ").replace('-', " -");
                let numbers: Vec<i32> =
                    numbers.split_whitespace().map(|n| n.parse().expect("a whole number")).collect();
                // Squared distances of tail, barb and tip from the start of the arrow.
                let [tail, barb, tip] =
                    [0, 2, 3].map(|corner| numbers[2 * corner].pow(2) + numbers[2 * corner + 1].pow(2));
                assert!(tail < barb && barb < tip, "{drawn} to {hex:?}, {target:?}");
            }
        }
    }

    #[test]
    fn arrow_needs_two_different_cells() {
        assert_eq!(arrow(Point::ORIGIN, Point::ORIGIN, Target::Empty, Lane::Middle), None);
        assert_eq!(
            arrow(Point::ORIGIN, Point { x: 0, y: -52 }, Target::Empty, Lane::Middle).as_deref(),
            Some("M-30-130L-30-340L-90-320L0-500L90-320L30-340L30-130z")
        );
    }
}
