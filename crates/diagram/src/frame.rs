//! The outline of a board: the convex hull of its cells, straightened and moved outwards.
//!
//! Input points are in hundredths of a board unit, so that cells can be exactly regular.

use super::point::{Point, rounded};

/// The straight sides around a board, clockwise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Hull(Vec<Side>);

/// A line with the whole board on one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Side {
    /// Direction of the line.
    dx: i64,
    dy: i64,
    /// Dot product of the outward normal (`dy`, `-dx`) with every point of the line.
    reach: i64,
}

/// Steps of the input points per board unit.
pub(super) const EXACT: i32 = 100;

/// Square of the length, in steps, above which a side is long: slightly more than the edge of a cell.
const LONG: i64 = (31 * EXACT as i64).pow(2);

/// Fractions per step in a length, which need not be a whole number of steps.
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

    /// Returns whether two sides, both extended, meet at an angle of at least 60 degrees.
    fn meets(self, next: Self) -> bool {
        let dot = self.dx * next.dx + self.dy * next.dy;
        // 101 instead of 100: cells are not quite regular.
        self.cross(next) > 0 && 200 * dot + 101 * self.square().isqrt() * next.square().isqrt() >= 0
    }

    /// Returns the distance of a point from the line in board units; positive outside.
    fn distance(self, point: Point) -> i32 {
        let Point { x, y } = point.times(EXACT);
        let product = self.dy * i64::from(x) - self.dx * i64::from(y);
        rounded((product - self.reach) * FINENESS, self.length() * i64::from(EXACT))
    }

    /// Returns the intersection of two sides, both moved outwards by `margin`; all in board units.
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
    /// Returns the hull of points in hundredths of a unit, which must not all lie on one line.
    ///
    /// Sides no longer than the edge of a cell are removed where the neighbouring sides, extended, still meet:
    /// a hexagon of cells has six sides, not twelve.
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
        // The loop ended with the first side again.
        kept.pop();
        Self(kept)
    }

    /// Returns the corners of the outline `margin` units outside, clockwise from the highest one.
    pub(super) fn outline(&self, margin: i32) -> Vec<Point> {
        let next = self.0.iter().cycle().skip(1);
        let mut corners: Vec<Point> =
            self.0.iter().zip(next).map(|(side, &next)| side.corner(next, margin)).collect();
        let highest = (0..corners.len()).min_by_key(|&at| (corners[at].y, corners[at].x)).unwrap_or(0);
        corners.rotate_left(highest);
        corners
    }

    /// Returns the distance of a point from the hull in board units; negative inside.
    pub(super) fn distance(&self, point: Point) -> i32 {
        self.0.iter().map(|side| side.distance(point)).max().unwrap_or(0)
    }
}

/// Returns the corners of the convex hull of points, clockwise on the page.
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
    fn outline_moves_every_side_outwards() {
        let hull = Hull::of(square());
        let corners = [(-7, -7), (107, -7), (107, 107), (-7, 107)].map(|(x, y)| Point { x, y });
        assert_eq!(hull.outline(7), corners);
        let distances = [(50, 50), (110, 50), (50, -9), (0, 0)].map(|(x, y)| hull.distance(Point { x, y }));
        assert_eq!(distances, [-50, 10, 9, 0]);
    }

    #[test]
    fn short_side_at_corner_is_removed() {
        let without =
            |cut: i32| -> Vec<Point> { square().into_iter().filter(|at| at.x + at.y >= 100 * cut).collect() };
        assert_eq!(Hull::of(without(20)).outline(7), Hull::of(square()).outline(7));
        assert_eq!(Hull::of(without(40)).outline(7).len(), 5);
    }

    #[test]
    fn sharp_corner_keeps_its_short_side() {
        let wedge =
            |tip: i32| [(0, 0), (200, 40), (200, 40 + tip), (0, 60)].map(|(x, y)| Point { x, y }.times(100));
        assert_eq!(Hull::of(wedge(10).to_vec()).outline(0).len(), 4);
        assert_eq!(Hull::of(wedge(0).to_vec()).outline(0).len(), 3);
    }

    #[test]
    fn hull_keeps_short_sides_alone() {
        let cell = [(30, 0), (15, 26), (-15, 26), (-30, 0), (-15, -26), (15, -26)]
            .map(|(x, y)| Point { x, y }.times(100));
        assert_eq!(Hull::of(cell.to_vec()).outline(0).len(), 6);
    }
}
