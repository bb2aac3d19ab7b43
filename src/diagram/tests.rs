//! Laws of pictures and of boards as text.

use std::collections::BTreeSet;

use super::*;
use crate::geometry::{Cell, CellSet, Hex};
use crate::notation::Coordinate;
use crate::rules::Player;
use crate::game::{Setup};
use crate::rules::{Echex3, Echex6, Glinski, McCooey, Mini, Role};

/// A label as it can be read from the picture, in tenths of a unit.
struct Seen {
    text: String,
    left: i32,
    right: i32,
    base: i32,
}

impl Seen {
    fn middle(&self) -> (i32, i32) {
        (self.left.midpoint(self.right), self.base - 50)
    }

    /// Of the box that holds all letters and digits, with what hangs below the line.
    fn corners(&self) -> [(i32, i32); 4] {
        let (top, bottom) = match self.text.as_bytes()[0] {
            b'0'..=b'9' => (self.base - 117, self.base + 7),
            b'g' | b'p' | b'q' => (self.base - 83, self.base + 47),
            _ => (self.base - 120, self.base + 7),
        };
        [(self.left, top), (self.right, top), (self.left, bottom), (self.right, bottom)]
    }
}

/// Reads the labels back from their strokes.
fn read_labels(picture: &str) -> Vec<Seen> {
    let (_, path) = picture.split_once(r#"<path class="labels""#).expect("there are labels");
    let (_, path) = path.split_once(r#" d="M"#).expect("they are a path");
    let (path, _) = path.split_once('"').expect("the path ends");
    let mut labels: Vec<Seen> = Vec::new();
    for part in path.split('M') {
        let (place, strokes) = part.split_at(part.find('m').expect("a glyph follows"));
        let place = place.replacen('-', " -", 2);
        let [left, base] =
            place.split_whitespace().map(|n| n.parse().expect("a whole number")).collect::<Vec<_>>()[..]
        else {
            panic!("{place} is no place")
        };
        let is_drawn = |&c: &char| glyphs::glyph(c).is_some_and(|glyph| glyph.strokes == strokes);
        let character = ('0'..='z').find(is_drawn).expect("the strokes are a glyph's");
        let advance = glyphs::glyph(character).expect("it was found").advance;
        match labels.last_mut().filter(|last| (last.right, last.base) == (left, base)) {
            Some(word) => {
                word.text.push(character);
                word.right += advance;
            }
            None => labels.push(Seen { text: character.into(), left, right: left + advance, base }),
        }
    }
    labels
}

fn centre_of(cell: Cell, view: View) -> layout::Point {
    layout::centre(view.turn().hex(cell)).fine()
}

fn the_nearest_cell_has_the_name() {
    for view in game.players().map(View::of) {
        let picture = svg(&Setup::empty(), &Options { view, ..Options::default() });
        let labels = read_labels(&picture);
        for label in &labels {
            let (x, y) = label.middle();
            let distance = |&cell: &Cell| {
                let centre = centre_of(cell, view);
                (centre.x - x).pow(2) + (centre.y - y).pow(2)
            };
            let nearest = CellSet::all().into_iter().min_by_key(distance);
            let nearest = Coordinate(nearest.expect("a board has cells"));
            let names = [nearest.file().to_string(), nearest.rank().to_string()];
            assert!(names.contains(&label.text), "{} stands at {nearest}, {view:?}", label.text);
            if label.text == names[0] {
                assert_eq!(nearest.rank(), 1, "{} stands at {nearest}, {view:?}", label.text);
            }
        }
    }
}

fn every_line_is_named() {
    let names = CellSet::all().into_iter().map(Coordinate);
    let files: BTreeSet<String> = names.clone().map(|name| name.file().to_string()).collect();
    let ranks: BTreeSet<String> = names.map(|name| name.rank().to_string()).collect();
    let mut expected: Vec<&String> = files.iter().chain(&ranks).chain(&ranks).collect();
    expected.sort();
    for view in game.players().map(View::of) {
        let labels = read_labels(&svg(&Setup::empty(), &Options { view, ..Options::default() }));
        let mut seen: Vec<&String> = labels.iter().map(|label| &label.text).collect();
        seen.sort();
        assert_eq!(seen, expected, "{view:?}");
    }
}

#[test]
fn each_file_is_named_once_and_each_rank_twice() {
    every_line_is_named::<Mini>();
    every_line_is_named::<Glinski>();
    every_line_is_named::<Echex3>();
    every_line_is_named::<Echex6>();
}

#[test]
fn a_label_stands_at_the_end_of_the_line_it_names_in_every_view() {
    the_nearest_cell_has_the_name::<Mini>();
    the_nearest_cell_has_the_name::<Glinski>();
    the_nearest_cell_has_the_name::<Echex3>();
    the_nearest_cell_has_the_name::<Echex6>();
}

/// Whether two boxes, each given by its corners, have a point in common.
fn overlap(one: &Seen, other: &Seen) -> bool {
    let [[from, .., to], [other_from, .., other_to]] = [one.corners(), other.corners()];
    from.0 < other_to.0 && other_from.0 < to.0 && from.1 < other_to.1 && other_from.1 < to.1
}

fn labels_keep_to_the_margin() {
    let inlay = 10 * (45 * i32::from(V::Geometry::RADIUS) + 48);
    for view in game.players().map(View::of) {
        let labels = read_labels(&svg(&Setup::empty(), &Options { view, ..Options::default() }));
        for (n, label) in labels.iter().enumerate() {
            assert!(!labels[..n].iter().any(|other| overlap(label, other)), "{}, {view:?}", label.text);
            for (x, y) in label.corners() {
                let across = x.abs().max((500 * x.abs() + 866 * y.abs()) / 1000);
                assert!(across < inlay, "{} at {x} {y} crosses the frame, {view:?}", label.text);
                for cell in CellSet::all() {
                    let centre = centre_of(cell, view);
                    let [x, y] = [(x - centre.x).abs(), (y - centre.y).abs()];
                    let inside = y < 260 && 26 * x + 15 * y < 26 * 300;
                    assert!(!inside, "{} touches {}, {view:?}", label.text, Coordinate(cell));
                }
            }
        }
    }
}

#[test]
fn a_label_touches_neither_the_frame_nor_a_cell_nor_another_label() {
    labels_keep_to_the_margin::<Mini>();
    labels_keep_to_the_margin::<Glinski>();
    labels_keep_to_the_margin::<Echex3>();
    labels_keep_to_the_margin::<Echex6>();
}

/// What of a drawing is not blank, line by line.
fn symbols(drawing: &str) -> Vec<String> {
    drawing.lines().map(|line| line.split_whitespace().collect()).collect()
}

fn black_sees_the_board_turned() {
    let setup = Setup::from(&crate::rules::Position::start());
    let seen_by = |bottom| symbols(&ascii(&setup, View { bottom, coordinates: Coordinates::Hidden }));
    let [white, mut black] = [Player::WHITE, Player::BLACK].map(seen_by);
    black.reverse();
    let black: Vec<String> = black.iter().map(|line| line.chars().rev().collect()).collect();
    assert_eq!(white, black);
}

#[test]
fn blacks_text_is_whites_read_backwards() {
    black_sees_the_board_turned::<Mini>();
    black_sees_the_board_turned::<Glinski>();
    black_sees_the_board_turned::<McCooey>();
}

#[test]
fn figures_and_letters_show_the_same_men() {
    let setup = Setup::from(&crate::rules::Position::<Glinski>::start());
    let figures = "KQRBNPkqrbnp.".chars().zip("♔♕♖♗♘♙♚♛♜♝♞♟·".chars());
    let translated = figures.fold(unicode(&setup, View::default()), |text, (letter, figure)| {
        text.replace(figure, &letter.to_string())
    });
    assert_eq!(translated, ascii(&setup, View::default()));
}

#[test]
fn texts_have_no_blanks_at_the_ends_of_lines_and_no_common_margin() {
    for player in Echex6::players() {
        let text = ascii(&Setup::<Echex6>::empty(), View::of(player));
        assert!(text.lines().all(|line| line == line.trim_end() && !line.is_empty()), "{text}");
        assert!(text.lines().any(|line| !line.starts_with(' ')), "{text}");
    }
}

#[test]
fn a_prefix_is_what_may_begin_an_id() {
    for text in ["h", "Puzzle-7", "a_b"] {
        assert_eq!(Prefix::parse(text).map(|prefix| prefix.to_string()).as_deref(), Some(text));
    }
    for text in ["", "7", "-a", "a b", "a\"b", "é"] {
        assert_eq!(Prefix::parse(text), None, "{text}");
    }
}

#[test]
fn an_arrow_stops_short_of_a_man_and_reaches_an_empty_cell() {
    let tip = |target| layout::arrow(Hex::new(0, 0), Hex::new(0, 2), target).expect("it leads somewhere");
    assert!(tip(layout::Target::Free).contains("L0 1020"));
    assert!(tip(layout::Target::Taken).contains("L0 840"));
}

/// Whether a man's drawing is dark, on a grid of points inside his outline.
fn inked(theme: &Theme, colour: Colour, points: &[(f64, f64)]) -> Vec<bool> {
    let Paint { fill, detail, .. } = theme.paint(colour);
    let hatched = theme.hatching(colour).shapes().map(area::Area::of);
    let is_dark = |rgb: Rgb| rgb.0 & 0xff < 0x80;
    let ink = |&(x, y): &_| match &hatched {
        Some(shapes) if shapes.contains(x, y) => is_dark(detail),
        _ => is_dark(fill),
    };
    points.iter().map(ink).collect()
}

fn men_differ_without_colour() {
    let each_man = |theme| Men::ALL.into_iter().flat_map(move |men| Role::ALL.map(|role| (theme, men, role)));
    for (theme, set, role) in [&Theme::GREYS, &Theme::PRINT].into_iter().flat_map(each_man) {
        let body = area::Area::of(set.outline(role, &Letters::ENGLISH).body);
        let grid = (-45..=45).flat_map(|x| (-45..=45).map(move |y| (f64::from(5 * x), f64::from(5 * y))));
        let points: Vec<(f64, f64)> = grid.filter(|&(x, y)| body.contains(x, y)).collect();
        let men: Vec<Vec<bool>> =
            game.players().map(|player| inked(theme, Colour::of(player), &points)).collect();
        for (player, man) in men.iter().enumerate() {
            for (other, another) in men[..player].iter().enumerate() {
                let differing = man.iter().zip(another).filter(|(one, two)| one != two).count();
                assert!(
                    10 * differing >= points.len(),
                    "{set:?} {role:?} of {player} and {other}, {}",
                    theme.name
                );
            }
        }
    }
}

#[test]
fn without_colour_the_men_of_any_two_players_differ_on_a_tenth_of_their_area() {
    men_differ_without_colour::<Glinski>();
    men_differ_without_colour::<Echex3>();
    men_differ_without_colour::<Echex6>();
}
