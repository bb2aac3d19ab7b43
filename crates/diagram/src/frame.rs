//! The outline that follows a board: the hull of its cells, straightened and moved outwards. Knows points; no hexes.
//!
//! Points to begin with are hundredths of a unit, so that cells can be exactly regular.

use super::point::{Point, rounded};

/// The straight sides around a board, clockwise, before they are moved outwards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Hull(Vec<Side>);

/// A line that has the whole board on one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Side {
    /// Along the line.
    dx: i64,
    dy: i64,
    /// The product that all points of the line have with what points outwards.
    reach: i64,
}

/// How many of the steps that points are given in make one unit.
pub(super) const EXACT: i32 = 100;

/// The square of a length that is longer than an edge of a cell.
const LONG: i64 = (31 * EXACT as i64).pow(2);

/// In how many parts a step is divided for lengths, which are no whole numbers.
const FINENESS: i64 = 100;

impl Side {
    const fn between(from: Point, to: Point) -> Self {
        let [dx, dy] = [(to.x - from.x) as i64, (to.y - from.y) as i64];
        Self { dx, dy, reach: dy * from.x as i64 - dx * from.y as i64 }
    }

    const fn square(self) -> i64 {
        self.dx * self.dx + self.dy * self.dy
    }

    fn length(self) -> i64 {
        (self.square() * FINENESS * FINENESS).isqrt()
    }

    const fn cross(self, next: Self) -> i64 {
        self.dx * next.dy - self.dy * next.dx
    }

    /// Whether the corner between two sides, both made longer, is no sharper than 60 degrees.
    fn meets(self, next: Self) -> bool {
        let dot = self.dx * next.dx + self.dy * next.dy;
        // Cells are not quite regular.
        self.cross(next) > 0 && 200 * dot + 101 * self.square().isqrt() * next.square().isqrt() >= 0
    }

    /// How far a point lies beyond the line, both in units.
    fn beyond(self, point: Point) -> i32 {
        let Point { x, y } = point.times(EXACT);
        let product = self.dy * i64::from(x) - self.dx * i64::from(y);
        rounded((product - self.reach) * FINENESS, self.length() * i64::from(EXACT))
    }

    /// Where two lines meet that are moved outwards, in units as the margin is.
    fn corner(self, next: Self, margin: i32) -> Point {
        let [one, other] =
            [self, next].map(|side| side.reach * FINENESS + i64::from(margin * EXACT) * side.length());
        let scale = self.cross(next) * FINENESS * i64::from(EXACT);
        Point {
            x: rounded(other * self.dx - one * next.dx, scale),
            y: rounded(other * self.dy - one * next.dy, scale),
        }
    }
}

impl Hull {
    /// The hull of points in hundredths, of which there must be three at least that are on no line.
    ///
    /// What is no longer than the edge of one cell is left out where the sides beside it still meet:
    /// a hexagon of cells has six sides and no twelve.
    pub(super) fn of(points: Vec<Point>) -> Self {
        let corners = convex(points);
        let next = corners.iter().cycle().skip(1);
        let sides: Vec<Side> = corners.iter().zip(next).map(|(&from, &to)| Side::between(from, to)).collect();
        let is_long = |side: &Side| side.square() > LONG;
        let Some(first) = sides.iter().position(is_long) else { return Self(sides) };
        let mut kept: Vec<Side> = vec![sides[first]];
        let mut short = Vec::new();
        for &side in sides.iter().cycle().skip(first + 1).take(sides.len()) {
            if !is_long(&side) {
                short.push(side);
                continue;
            }
            if !kept.last().is_some_and(|last| last.meets(side)) {
                kept.append(&mut short);
            }
            short.clear();
            kept.push(side);
        }
        // The first one has come again.
        kept.pop();
        Self(kept)
    }

    /// The corners of the outline that is so many units outside, clockwise from the highest one.
    pub(super) fn outline(&self, margin: i32) -> Vec<Point> {
        let next = self.0.iter().cycle().skip(1);
        let mut corners: Vec<Point> =
            self.0.iter().zip(next).map(|(side, &next)| side.corner(next, margin)).collect();
        let highest = (0..corners.len()).min_by_key(|&at| (corners[at].y, corners[at].x)).unwrap_or(0);
        corners.rotate_left(highest);
        corners
    }

    /// How many units a point lies outside; negative if it lies inside.
    pub(super) fn beyond(&self, point: Point) -> i32 {
        self.0.iter().map(|side| side.beyond(point)).max().unwrap_or(0)
    }
}

/// The corners of the smallest convex outline of points, clockwise as the page is seen.
fn convex(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_unstable();
    points.dedup();
    let half = |points: &mut dyn Iterator<Item = Point>| {
        let mut chain: Vec<Point> = Vec::new();
        for point in points {
            while let [.., before, last] = chain[..] {
                if Side::between(before, last).cross(Side::between(last, point)) > 0 {
                    break;
                }
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut corners = half(&mut points.iter().copied());
    corners.extend(half(&mut points.iter().rev().copied()));
    corners
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square() -> Vec<Point> {
        let side = || (0..=5).map(|n| 2000 * n);
        side().flat_map(|x| side().map(move |y| Point { x, y })).collect()
    }

    #[test]
    fn a_square_is_moved_outwards_on_all_sides() {
        let hull = Hull::of(square());
        let corners = [(-7, -7), (107, -7), (107, 107), (-7, 107)].map(|(x, y)| Point { x, y });
        assert_eq!(hull.outline(7), corners);
        let told = [(50, 50), (110, 50), (50, -9), (0, 0)].map(|(x, y)| hull.beyond(Point { x, y }));
        assert_eq!(told, [-50, 10, 9, 0]);
    }

    #[test]
    fn a_corner_that_is_cut_off_by_no_more_than_an_edge_is_made_whole() {
        let without =
            |cut: i32| -> Vec<Point> { square().into_iter().filter(|at| at.x + at.y >= 100 * cut).collect() };
        assert_eq!(Hull::of(without(20)).outline(7), Hull::of(square()).outline(7));
        assert_eq!(Hull::of(without(40)).outline(7).len(), 5);
    }

    #[test]
    fn a_corner_that_would_be_too_sharp_stays_cut_off() {
        let wedge =
            |tip: i32| [(0, 0), (200, 40), (200, 40 + tip), (0, 60)].map(|(x, y)| Point { x, y }.times(100));
        assert_eq!(Hull::of(wedge(10).to_vec()).outline(0).len(), 4);
        assert_eq!(Hull::of(wedge(0).to_vec()).outline(0).len(), 3);
    }

    #[test]
    fn what_has_short_sides_only_keeps_them() {
        let cell = [(30, 0), (15, 26), (-15, 26), (-30, 0), (-15, -26), (15, -26)]
            .map(|(x, y)| Point { x, y }.times(100));
        assert_eq!(Hull::of(cell.to_vec()).outline(0).len(), 6);
    }
}
