//! The area covered by an SVG path, for tests. Curves are approximated by short lines.

/// Closed polygons that approximate a path, as lists of corners.
pub(super) struct Area(Vec<Vec<(f64, f64)>>);

/// Number of lines that replace one curve.
const FINENESS: i32 = 16;

impl Area {
    /// Parses a path: one absolute start, then relative segments; arcs must be half circles.
    pub(super) fn of(path: &str) -> Self {
        let mut parts = Vec::new();
        let mut parser = PathParser::default();
        let is_command = |c: char| c.is_ascii_alphabetic();
        let commands: Vec<usize> = path.match_indices(is_command).map(|(at, _)| at).collect();
        for (number, &at) in commands.iter().enumerate() {
            let end = commands.get(number + 1).copied().unwrap_or(path.len());
            let numbers = path[at + 1..end].replace('-', " -");
            let numbers: Vec<f64> =
                numbers.split_whitespace().map(|n| n.parse().expect("a number")).collect();
            match &path[at..=at] {
                "z" => parts.push(parser.close()),
                command => parser.apply(command, &numbers),
            }
        }
        // SVG fills an open subpath as if it were closed.
        parts.extend(Some(parser.part).filter(|part| !part.is_empty()));
        Self(parts)
    }

    /// Returns all corners.
    pub(super) fn points(self) -> Vec<(f64, f64)> {
        self.0.concat()
    }

    /// Returns whether a point lies in one of the polygons.
    pub(super) fn contains(&self, x: f64, y: f64) -> bool {
        let is_crossed =
            |&((x1, y1), (x2, y2)): &Line| (y1 > y) != (y2 > y) && x < (x2 - x1) * (y - y1) / (y2 - y1) + x1;
        self.0.iter().any(|part| lines(part).filter(is_crossed).count() % 2 == 1)
    }
}

type Line = ((f64, f64), (f64, f64));

/// Returns the sides of a closed polygon.
fn lines(part: &[(f64, f64)]) -> impl Iterator<Item = Line> {
    part.iter().copied().zip(part.iter().copied().cycle().skip(1))
}

#[derive(Default)]
struct PathParser {
    at: (f64, f64),
    /// First control point of a smooth curve that follows: the last control point, mirrored at the current point.
    handle: (f64, f64),
    part: Vec<(f64, f64)>,
}

impl PathParser {
    fn close(&mut self) -> Vec<(f64, f64)> {
        self.at = self.part[0];
        std::mem::take(&mut self.part)
    }

    fn apply(&mut self, command: &str, numbers: &[f64]) {
        match command {
            "h" => numbers.iter().for_each(|&x| self.line(x, 0.)),
            "v" => numbers.iter().for_each(|&y| self.line(0., y)),
            "M" | "m" | "l" => numbers.chunks(2).for_each(|to| self.line(to[0], to[1])),
            "c" => numbers.chunks(6).for_each(|c| self.curve([(c[0], c[1]), (c[2], c[3]), (c[4], c[5])])),
            "s" => numbers.chunks(4).for_each(|c| self.curve([self.handle, (c[0], c[1]), (c[2], c[3])])),
            "a" => numbers.chunks(7).for_each(|a| self.half_circle(a)),
            other => panic!("unexpected command {other}"),
        }
    }

    fn line(&mut self, x: f64, y: f64) {
        self.at = (self.at.0 + x, self.at.1 + y);
        self.handle = (0., 0.);
        self.part.push(self.at);
    }

    /// Adds a cubic curve, given by its control points and its end relative to its start.
    fn curve(&mut self, points: [(f64, f64); 3]) {
        let start = self.at;
        for step in 1..=FINENESS {
            let part = f64::from(step) / f64::from(FINENESS);
            let rest = 1. - part;
            let weights = [3. * part * rest * rest, 3. * part * part * rest, part.powi(3)];
            let sum = |of: fn((f64, f64)) -> f64| -> f64 {
                points.into_iter().zip(weights).map(|(point, weight)| weight * of(point)).sum()
            };
            self.part.push((start.0 + sum(|point| point.0), start.1 + sum(|point| point.1)));
        }
        let [_, last, end] = points;
        self.at = (start.0 + end.0, start.1 + end.1);
        self.handle = (end.0 - last.0, end.1 - last.1);
    }

    fn half_circle(&mut self, arc: &[f64]) {
        let [x, y] = [arc[5] / 2., arc[6] / 2.];
        assert!((x.hypot(y) - arc[0]).abs() < 1e-9, "an arc is half a circle");
        let side = if arc[4] > 0. { 1. } else { -1. };
        let centre = (self.at.0 + x, self.at.1 + y);
        for step in 1..=FINENESS {
            let angle = side * std::f64::consts::PI * f64::from(step) / f64::from(FINENESS);
            // The start relative to the centre, rotated by `angle`.
            let turned = (y * angle.sin() - x * angle.cos(), -x * angle.sin() - y * angle.cos());
            self.part.push((centre.0 + turned.0, centre.1 + turned.1));
        }
        self.at = (centre.0 + x, centre.1 + y);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn square_contains_its_centre() {
        let square = Area::of("M-10-10h20v20h-20z");
        assert!(square.contains(0., 0.) && square.contains(9., -9.));
        assert!(!square.contains(11., 0.) && !square.contains(0., -11.));
    }

    #[test]
    fn arc_bulges_to_its_sweep_side() {
        let upper = Area::of("M-10 0a10 10 0 1 1 20 0z");
        assert!(upper.contains(0., -9.) && !upper.contains(0., 9.) && !upper.contains(8., -8.));
        let lower = Area::of("M-10 0a10 10 0 1 0 20 0z");
        assert!(lower.contains(0., 9.) && !lower.contains(0., -9.));
    }

    #[test]
    fn smooth_curve_continues_the_last_tangent() {
        let wave = Area::of("M0 0c0-10 10-10 10 0s10 10 10 0v20h-20z");
        assert!(wave.contains(5., -5.) && !wave.contains(15., 5.) && wave.contains(15., 10.));
    }
}
