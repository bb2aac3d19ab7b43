//! Tests of pictures and text boards.

use std::collections::BTreeSet;

use super::grid::Grid;
use super::point::Point;
use super::*;
use hexmate_core::geometry::{Brusky84, Direction, Geometry, Orientation, Rhombus81, Shafran70, Shape};
use hexmate_core::rules::{Player, Role};
use hexmate_position::Coordinate;
use hexmate_position::{Game, Position, Setup};

/// The boards of all games.
pub(super) const SHAPES: [Shape; 6] = [
    Shape::hexagon(3),
    Shape::hexagon(5),
    Shape::hexagon(8),
    Shafran70::SHAPE,
    Rhombus81::SHAPE,
    Brusky84::SHAPE,
];

/// A label parsed from a picture, in tenths of a unit.
struct DrawnLabel {
    text: String,
    left: i32,
    right: i32,
    base: i32,
}

impl DrawnLabel {
    fn middle(&self) -> (i32, i32) {
        (self.left.midpoint(self.right), self.base - 50)
    }

    /// Returns the corners of the bounding box, including descenders.
    fn corners(&self) -> [(i32, i32); 4] {
        let (top, bottom) = match self.text.as_bytes()[0] {
            b'0'..=b'9' => (self.base - 117, self.base + 7),
            b'g' | b'p' | b'q' => (self.base - 83, self.base + 47),
            _ => (self.base - 120, self.base + 7),
        };
        [(self.left, top), (self.right, top), (self.left, bottom), (self.right, bottom)]
    }
}

/// Parses the labels of a picture from their strokes.
fn read_labels(picture: &str) -> Vec<DrawnLabel> {
    let (_, path) = picture.split_once(r#"<path class="labels""#).expect("there are labels");
    let (_, path) = path.split_once(r#" d="M"#).expect("they are a path");
    let (path, _) = path.split_once('"').expect("the path ends");
    let mut labels: Vec<DrawnLabel> = Vec::new();
    for part in path.split('M') {
        let (place, strokes) = part.split_at(part.find('m').expect("a glyph follows"));
        let place = place.replacen('-', " -", 2);
        let [left, base] =
            place.split_whitespace().map(|n| n.parse().expect("a whole number")).collect::<Vec<_>>()[..]
        else {
            panic!("not a position: {place}")
        };
        let is_drawn = |&c: &char| glyphs::glyph(c).is_some_and(|glyph| glyph.strokes == strokes);
        let character = ('0'..='z').find(is_drawn).expect("the strokes are a glyph's");
        let advance = glyphs::glyph(character).expect("it was found").advance;
        match labels.last_mut().filter(|last| (last.right, last.base) == (left, base)) {
            Some(word) => {
                word.text.push(character);
                word.right += advance;
            }
            None => labels.push(DrawnLabel { text: character.into(), left, right: left + advance, base }),
        }
    }
    labels
}

/// Returns the labels of every game in every view.
fn each_view() -> impl Iterator<Item = (Game, View, Vec<DrawnLabel>)> {
    let views = |&game: &Game| game.players().map(move |player| (game, View::of(player)));
    Game::ALL.iter().flat_map(views).map(|(game, view)| {
        let picture = svg(Setup::empty(game), &Options { view, ..Options::default() });
        (game, view, read_labels(&picture))
    })
}

/// Returns the cells of a board with their displayed centres, in tenths of a unit.
fn centres(game: Game, view: View) -> impl Iterator<Item = (Coordinate, Point)> {
    let (board, grid) = (view.turned(&game), Grid::of(game.shape));
    let place = move |cell| grid.centre(board.hex(cell)).times(10);
    game.shape.cells().map(move |cell| (Coordinate(game.shape, cell), place(cell)))
}

#[test]
fn files_and_ranks_have_labels() {
    for (game, view, labels) in each_view() {
        let names = game.shape.cells().map(|cell| Coordinate(game.shape, cell));
        let files: BTreeSet<String> = names.clone().map(|name| name.file().to_string()).collect();
        let ranks: BTreeSet<String> = names.map(|name| name.rank().to_string()).collect();
        let count = |name: &String| labels.iter().filter(|label| label.text == *name).count();
        for (names, most) in [(&files, 1), (&ranks, 2)] {
            let least = if game.shape.has_straight_ranks() { 1 } else { most };
            for name in names {
                assert!((least..=most).contains(&count(name)), "{game:?} {view:?}: {name}");
            }
        }
        assert_eq!(labels.len(), files.iter().chain(&ranks).map(count).sum::<usize>());
    }
}

#[test]
fn labels_are_at_ends_of_lines() {
    for (game, view, labels) in each_view() {
        for label in labels {
            let (x, y) = label.middle();
            let distance = |(_, at): &(_, Point)| (at.x - x).pow(2) + (at.y - y).pow(2);
            let (nearest, _) = centres(game, view).min_by_key(distance).expect("a board has cells");
            let context = format!("{game:?}: {} at {nearest}, {view:?}", label.text);
            if label.text == nearest.file().to_string() {
                assert!(nearest.0.step(nearest.1, Direction::S).is_none(), "{context}");
            } else {
                assert_eq!(label.text, nearest.rank().to_string(), "{context}");
            }
        }
    }
}

/// Returns whether the boxes of two labels overlap.
fn overlap(one: &DrawnLabel, other: &DrawnLabel) -> bool {
    let [[from, .., to], [other_from, .., other_to]] = [one.corners(), other.corners()];
    from.0 < other_to.0 && other_from.0 < to.0 && from.1 < other_to.1 && other_from.1 < to.1
}

#[test]
fn labels_touch_nothing() {
    for (game, view, labels) in each_view() {
        let layout = layout::Layout::new(game.shape, view.coordinates, &Caption::default());
        for (n, label) in labels.iter().enumerate() {
            let context = format!("{game:?}: {}, {view:?}", label.text);
            assert!(!labels[..n].iter().any(|other| overlap(label, other)), "{context}");
            for (x, y) in label.corners() {
                let corner = Point { x: rounded_away(x), y: rounded_away(y) };
                assert!(layout.distance(corner) < -6, "{context}: {x} {y} crosses the frame");
                for (name, centre) in centres(game, view) {
                    let [x, y] = [(x - centre.x).abs(), (y - centre.y).abs()];
                    let (across, along) = match game.shape.orientation() {
                        Orientation::FlatTop => (x, y),
                        Orientation::PointyTop => (y, x),
                    };
                    let inside = along < 260 && 26 * across + 15 * along < 26 * 300;
                    assert!(!inside, "{context} touches {name}");
                }
            }
        }
    }
}

/// Converts tenths to units, rounded away from zero.
fn rounded_away(tenths: i32) -> i32 {
    tenths.signum() * ((tenths.abs() + 9) / 10)
}

/// Returns the lines of a drawing without blanks.
fn symbols(drawing: &str) -> Vec<String> {
    drawing.lines().map(|line| line.split_whitespace().collect()).collect()
}

#[test]
fn blacks_text_board_is_whites_reversed() {
    let games = [Game::MINI, Game::GLINSKI, Game::MCCOOEY, Game::SHAFRAN, Game::DEVASA, Game::BRUSKY];
    for game in games {
        let setup = Setup::from(&Position::start(game));
        let seen_by = |bottom| symbols(&ascii(&setup, View { bottom, coordinates: Coordinates::Hidden }));
        let [white, mut black] = [Player::WHITE, Player::BLACK].map(seen_by);
        black.reverse();
        let black: Vec<String> = black.iter().map(|line| line.chars().rev().collect()).collect();
        assert_eq!(white, black);
    }
}

#[test]
fn unicode_and_ascii_boards_agree() {
    let setup = Setup::from(&Position::start(Game::GLINSKI));
    let figures = "KQRBNPkqrbnp.".chars().zip("♔♕♖♗♘♙♚♛♜♝♞♟·".chars());
    let translated = figures.fold(unicode(&setup, View::default()), |text, (letter, figure)| {
        text.replace(figure, &letter.to_string())
    });
    assert_eq!(translated, ascii(&setup, View::default()));
}

#[test]
fn text_boards_have_no_margin() {
    for player in Game::ECHEX6.players() {
        let text = ascii(&Setup::empty(Game::ECHEX6), View::of(player));
        assert!(text.lines().all(|line| line == line.trim_end() && !line.is_empty()), "{text}");
        assert!(text.lines().any(|line| !line.starts_with(' ')), "{text}");
    }
}

#[test]
fn prefix_must_begin_an_id() {
    for text in ["h", "Puzzle-7", "a_b"] {
        assert_eq!(Prefix::parse(text).map(|prefix| prefix.to_string()).as_deref(), Some(text));
    }
    for text in ["", "7", "-a", "a b", "a\"b", "é"] {
        assert_eq!(Prefix::parse(text), None, "{text}");
    }
}

#[test]
fn arrow_stops_before_a_piece() {
    let below = Point { x: 0, y: 104 };
    let tip = |target| layout::arrow(Point::ORIGIN, below, target, Lane::Middle).expect("it leads somewhere");
    assert!(tip(layout::Target::Empty).contains("L0 1020"));
    assert!(tip(layout::Target::Occupied).contains("L0 840"));
}

/// Returns for each point inside the outline of a piece whether it is dark.
fn inked(theme: &ColourTheme, colour: Colour, points: &[(f64, f64)]) -> Vec<bool> {
    let Paint { fill, detail, .. } = theme.paint(colour);
    let hatched = theme.hatching(colour).shapes().map(area::Area::of);
    let is_dark = |rgb: Rgb| rgb.0 & 0xff < 0x80;
    let ink = |&(x, y): &_| match &hatched {
        Some(shapes) if shapes.contains(x, y) => is_dark(detail),
        _ => is_dark(fill),
    };
    points.iter().map(ink).collect()
}

#[test]
#[ignore = "long: make verify-units"]
fn grey_pieces_differ_between_players() {
    let roles = |set| Role::ALL.map(|role| (set, role));
    for (set, role) in PieceSet::ALL.into_iter().flat_map(roles) {
        let body = area::Area::of(set.outline(role, &Letters::ENGLISH).body);
        let grid = (-45..=45).flat_map(|x| (-45..=45).map(move |y| (f64::from(5 * x), f64::from(5 * y))));
        let points: Vec<(f64, f64)> = grid.filter(|&(x, y)| body.contains(x, y)).collect();
        let games = [Game::GLINSKI, Game::ECHEX3, Game::ECHEX6];
        for (theme, game) in
            [&ColourTheme::GREYS, &ColourTheme::PRINT].into_iter().flat_map(|t| games.map(|g| (t, g)))
        {
            let painted = game.players().map(|player| inked(theme, Colour::of(&game, player), &points));
            let painted: Vec<Vec<bool>> = painted.collect();
            for (player, one) in painted.iter().enumerate() {
                for (other, another) in painted[..player].iter().enumerate() {
                    let differing = one.iter().zip(another).filter(|(one, two)| one != two).count();
                    let context = format!("{set:?} {role:?} of {player} and {other}, {}", theme.name);
                    assert!(10 * differing >= points.len(), "{context}");
                }
            }
        }
    }
}
