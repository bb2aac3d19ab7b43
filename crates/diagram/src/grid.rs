//! Positions of hexes on the page and outlines of their cells, flat side up or corner up.
//!
//! A cell with a flat side up has its vertices at (±30, 0) and (±15, ±26), which is regular to
//! 0.06 %; columns are 45 apart, rows 52. With a corner up, x and y change places.
//! The board is centred on the origin, to within half a unit.

use std::fmt::Write as _;

use super::pieces::GRID;
use super::point::{Point, polygon, rounded};
use hexmate_core::geometry::{Direction, Hex, Orientation, Shape};

/// Mapping from the hexes of a board to points of the picture, in board units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Grid {
    orientation: Orientation,
    /// Centre of the hex with coordinates (0, 0).
    start: Point,
}

impl Grid {
    /// Returns the grid of a board, centred on the origin.
    pub(super) fn of(shape: Shape) -> Self {
        let grid = Self { orientation: shape.orientation(), start: Point::ORIGIN };
        let centres = || shape.cells().map(|cell| grid.centre(shape.hex(cell)));
        let middle = |of: fn(Point) -> i32| {
            let [least, most] = [centres().map(of).min(), centres().map(of).max()];
            least.zip(most).map_or(0, |(least, most)| (least + most).div_euclid(2))
        };
        Self { start: Point { x: -middle(|at| at.x), y: -middle(|at| at.y) }, ..grid }
    }

    /// Returns the centre of the cell displayed at a hex.
    pub(super) fn centre(self, hex: Hex) -> Point {
        let [q, r] = [hex.q, hex.r].map(i32::from);
        let [file, row] = self.steps();
        self.start.plus(Point { x: file.x * q + row.x * r, y: file.y * q + row.y * r })
    }

    /// Returns the steps from a cell to the next one of its row and to the one below it on its file.
    pub(super) const fn steps(self) -> [Point; 2] {
        match self.orientation {
            Orientation::FlatTop => [Point { x: 45, y: 26 }, Point { x: 0, y: 52 }],
            Orientation::PointyTop => [Point { x: 52, y: 0 }, Point { x: 26, y: 45 }],
        }
    }

    /// Returns the vertices of a cell relative to its centre.
    pub(super) fn corners(self) -> [Point; 6] {
        let flat = [(30, 0), (15, 26), (-15, 26), (-30, 0), (-15, -26), (15, -26)];
        flat.map(|(x, y)| match self.orientation {
            Orientation::FlatTop => Point { x, y },
            Orientation::PointyTop => Point { x: y, y: x },
        })
    }

    /// Returns a point in hundredths of a unit, corrected for exactly regular cells.
    pub(super) const fn exact(self, Point { x, y }: Point) -> Point {
        match self.orientation {
            Orientation::FlatTop => Point { x: 100 * x, y: 2598 * y / 26 },
            Orientation::PointyTop => Point { x: 2598 * x / 26, y: 100 * y },
        }
    }

    /// Returns the id of the outline for this orientation in a sprite.
    pub(super) const fn name(self) -> &'static str {
        match self.orientation {
            Orientation::FlatTop => "c",
            Orientation::PointyTop => "p",
        }
    }

    /// Returns the outline of a cell around its centre.
    pub(super) fn cell(self) -> String {
        polygon(&self.corners())
    }

    /// Returns parallel lines across a cell, `distance` units apart, in tenths of a unit.
    pub(super) fn lines(self, distance: u8) -> String {
        let corners = self.corners().map(|corner| corner.times(GRID));
        // A line has the points of one sum of coordinates; distances between sums are those of lines times the root of 2.
        let step = i64::from(distance) * i64::from(GRID) * 1414 / 1000;
        let sum = |Point { x, y }: Point| i64::from(x) + i64::from(y);
        let most = corners.into_iter().map(sum).max().unwrap_or_default();
        let mut path = String::new();
        for line in (-most / step.max(1)..=most / step.max(1)).map(|number| number * step) {
            let sides = corners.into_iter().zip(corners.into_iter().cycle().skip(1));
            let mut ends: Vec<Point> = sides
                .filter_map(|(from, to)| {
                    let [before, after] = [sum(from) - line, sum(to) - line];
                    let is_crossed = before.signum() != after.signum() && before != 0;
                    let part = |from: i32, to: i32| {
                        from + rounded(i64::from(to - from) * before.abs(), (before - after).abs())
                    };
                    is_crossed.then(|| Point { x: part(from.x, to.x), y: part(from.y, to.y) })
                })
                .collect();
            ends.sort_unstable();
            if let [from, .., to] = ends[..] {
                let _ = write!(path, "M{} {}L{} {}", from.x, from.y, to.x, to.y);
            }
        }
        path
    }

    /// Returns a ring along the inside of a cell's border, in tenths of a unit.
    pub(super) fn ring(self) -> String {
        polygon(&self.corners().map(|Point { x, y }| Point { x: 28 * x / 3, y: 28 * y / 3 }))
    }

    /// Returns the middle of a label relative to the last cell of its line; all in tenths of a unit.
    pub(super) const fn label(self, side: Direction, width: i32) -> Point {
        // Beside an upright edge every label begins at that edge, regardless of its width.
        let beside = 310 + width / 2;
        let (x, y) = match self.orientation {
            Orientation::FlatTop => {
                at_edge(side, [(0, -390), (350, -200), (350, 200), (0, 390), (-350, 200), (-350, -200)])
            }
            Orientation::PointyTop => {
                at_edge(side, [(-140, -370), (140, -370), (beside, 0), (140, 370), (-140, 370), (-beside, 0)])
            }
        };
        Point { x, y }
    }

    /// Returns the room that labels need outside the cells, in units; `widest` is in tenths.
    pub(super) fn label_reach(self, widest: i32) -> i32 {
        match self.orientation {
            Orientation::FlatTop => 24,
            Orientation::PointyTop => (13 + widest / GRID).max(24),
        }
    }

    /// Returns the left end of the base line of a cell's name inside the cell; result and width in twentieths of a unit.
    pub(super) const fn inner_name(self, centre: Point, width: i32) -> Point {
        match self.orientation {
            Orientation::FlatTop => Point { x: 20 * centre.x - 550, y: 20 * centre.y + 55 },
            Orientation::PointyTop => Point { x: 20 * centre.x - width / 2, y: 20 * centre.y + 506 },
        }
    }

    /// Returns cosine and sine, in thousandths, of the rotation from twelve o'clock to a direction on the page.
    pub(super) const fn turn(self, direction: Direction) -> (i32, i32) {
        const COSINES: [i32; 12] = [1000, 866, 500, 0, -500, -866, -1000, -866, -500, 0, 500, 866];
        let hour = match self.orientation {
            Orientation::FlatTop => direction as usize,
            Orientation::PointyTop => direction as usize + 11,
        };
        (COSINES[hour % 12], COSINES[(hour + 9) % 12])
    }
}

/// Returns the value for one side of a cell; the values are clockwise from the north.
const fn at_edge(side: Direction, values: [(i32, i32); 6]) -> (i32, i32) {
    values[side as usize / 2]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::SHAPES;

    #[test]
    fn boards_are_centred_on_the_origin() {
        for shape in SHAPES {
            let grid = Grid::of(shape);
            let sum = |of: fn(Point) -> i32| {
                let places = || shape.cells().map(|cell| of(grid.centre(shape.hex(cell))));
                places().min().zip(places().max()).map(|(least, most)| least + most)
            };
            let sums = [sum(|at| at.x), sum(|at| at.y)];
            assert!(sums.iter().all(|sum| matches!(sum, Some(0 | 1))), "{shape:?}: {sums:?}");
        }
        assert_eq!(Grid::of(Shape::hexagon(5)).centre(Hex::CENTRE), Point::ORIGIN);
    }

    #[test]
    fn neighbours_share_the_edge_between_them() {
        for grid in SHAPES.map(Grid::of) {
            let corners = |hex| grid.corners().map(|corner| grid.centre(hex).plus(corner));
            let here = grid.centre(Hex::CENTRE);
            for side in Direction::EDGES {
                let next = corners(side.vector());
                let shared: Vec<Point> =
                    corners(Hex::CENTRE).into_iter().filter(|corner| next.contains(corner)).collect();
                let [one, other] = shared[..] else { panic!("{side:?}: {shared:?}") };
                let to_middle = [one.x + other.x - 2 * here.x, one.y + other.y - 2 * here.y];
                let (cos, sin) = grid.turn(side);
                // Components along and across the direction.
                let along = to_middle[0] * sin - to_middle[1] * cos;
                let aside = to_middle[0] * cos + to_middle[1] * sin;
                assert!((along - 52_000).abs() < 200 && aside.abs() < 200, "{side:?}: {along} {aside}");
            }
        }
    }

    #[test]
    fn cells_follow_the_orientation() {
        let [flat, .., pointy] = SHAPES.map(Grid::of);
        assert_eq!(flat.cell(), "M30 0 15 26H-15L-30 0-15-26H15z");
        assert_eq!(flat.ring(), "M280 0 140 242H-140L-280 0-140-242H140z");
        assert_eq!(pointy.cell(), "M0 30 26 15V-15L0-30-26-15V15z");
    }
}
