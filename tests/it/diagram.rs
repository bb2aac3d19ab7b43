//! Diagrams as documents: what every one of them must keep to.

use std::collections::{BTreeMap, BTreeSet};

use hexmate_core::geometry::{Cell, Geometry, Hexagon91, Shape};
use hexmate_core::rules::Player;
use hexmate_diagram::{
    Arrow, Caption, Circle, Coordinates, Layer, Marks, Options, Paper, Picture, PieceSet, Prefix, Sheet,
    Template, Theme, View, draw, rule_sheet, svg,
};
use hexmate_position::{Colour, Coordinate, Letters, Uci};
use hexmate_position::{Game, Position, Setup};
use roxmltree::{Document, Node};

/// The name of the language of references.
const XLINK: &str = "http://www.w3.org/1999/xlink";

/// The board of the marks.
const SHAPE: Shape = Hexagon91::SHAPE;

/// White has taken over what is left of Red.
pub const HEIR: &str = "1/3/wPr,3,bP/wR,wPr,3,bP,bR/7,bN,bK/11/11/4,wPr,6/4,wP,6/11/5,wK,5 b wb - 0 30";

pub fn start(game: Game) -> Setup {
    Setup::from(&Position::start(game))
}

pub fn read(game: Game, fen: &str) -> Setup {
    Setup::from_fen(game, fen).expect("it is a FEN")
}

fn cell(name: &str) -> Cell {
    Coordinate::parse(SHAPE, name.as_bytes()).expect("it is a cell")
}

/// `1. Qe1c3 Qe10c6 2. b1b2 b7b6 3. Bf3b1 e7e6 4. Qc3xf9#`, with the marks of the end.
pub fn fools_mate() -> (Setup, Marks) {
    let mut position = Position::start(Game::GLINSKI);
    let mut last_move = None;
    for text in ["e1c3", "e10c6", "b1b2", "b7b6", "f3b1", "e7e6", "c3f9"] {
        let m = Uci::parse(SHAPE, text.as_bytes()).expect("it is a move");
        position = position.play(m).expect("it is legal");
        last_move = Some(m);
    }
    (Setup::from(&position), Marks { last_move, ..Marks::of(&position) })
}

pub fn marks() -> Marks {
    Marks {
        last_move: Uci::parse(SHAPE, b"e1k5"),
        check: BTreeSet::from([cell("g10")]),
        circles: ["e8", "Rf3"].iter().filter_map(|text| Circle::parse(SHAPE, text)).collect(),
        arrows: ["f3b5", "Gk7k5", "d1c3"]
            .iter()
            .filter_map(|text| Arrow::parse(SHAPE, text, Layer::Below))
            .collect(),
        ..Marks::default()
    }
}

/// The start position in every theme, seen from every seat.
fn each_picture(game: Game) -> impl Iterator<Item = String> {
    let options = move |theme| {
        game.players().map(move |seat| Options { theme, view: View::of(seat), ..Options::default() })
    };
    Theme::ALL.into_iter().flat_map(options).map(move |options| svg(start(game), &options))
}

fn parsed(picture: &str) -> Document<'_> {
    Document::parse(picture).expect("it is well-formed")
}

fn group<'d>(document: &'d Document<'_>, class: &str) -> Node<'d, 'd> {
    let found = document.descendants().find(|node| node.attribute("class") == Some(class));
    found.unwrap_or_else(|| panic!("there is no {class}"))
}

fn place(node: Node<'_, '_>) -> (i32, i32) {
    let [x, y] = ["x", "y"].map(|name| node.attribute(name).unwrap_or("0").parse().expect("a whole number"));
    (x, y)
}

fn each_piece_is_drawn_once_on_its_cell(game: Game) {
    let mut expected: Vec<String> = start(game)
        .board
        .pieces()
        .map(|(cell, piece)| {
            let (owner, kind) =
                (Colour::of(&game, piece.owner).name().to_ascii_lowercase(), piece.role.letter());
            format!("{owner} {kind} h-{}", Coordinate(game.shape, cell))
        })
        .collect();
    expected.sort();
    for picture in each_picture(game) {
        let document = parsed(&picture);
        let cells: BTreeMap<(i32, i32), &str> = group(&document, "cells")
            .descendants()
            .filter_map(|node| Some((place(node), node.attribute("id")?)))
            .collect();
        assert_eq!(cells.len(), game.shape.count());
        let mut drawn: Vec<String> = group(&document, "pieces")
            .descendants()
            .filter_map(|node| {
                let kind = node.attribute((XLINK, "href"))?.chars().last()?;
                let (x, y) = place(node);
                let owner = node.parent()?.attribute("class")?;
                Some(format!("{owner} {kind} {}", cells[&(x / 10, y / 10)]))
            })
            .collect();
        drawn.sort();
        assert_eq!(drawn, expected);
    }
}

#[test]
fn every_piece_is_drawn_once_on_its_cell() {
    each_piece_is_drawn_once_on_its_cell(Game::GLINSKI);
    each_piece_is_drawn_once_on_its_cell(Game::MCCOOEY);
    each_piece_is_drawn_once_on_its_cell(Game::MINI);
    each_piece_is_drawn_once_on_its_cell(Game::ECHEX3);
    each_piece_is_drawn_once_on_its_cell(Game::ECHEX6);
    each_piece_is_drawn_once_on_its_cell(Game::SHAFRAN);
    each_piece_is_drawn_once_on_its_cell(Game::DEVASA);
    each_piece_is_drawn_once_on_its_cell(Game::BRUSKY);
}

/// Ids, references, numbers: what holds for every document.
pub fn check_document(picture: &str, prefix: &str) {
    let document = parsed(picture);
    let mut ids = BTreeSet::new();
    let mut references = BTreeSet::new();
    for node in document.descendants().filter(Node::is_element) {
        for attribute in node.attributes() {
            let value = attribute.value();
            match attribute.name() {
                "id" => {
                    assert!(value == prefix || value.starts_with(&format!("{prefix}-")), "{value}");
                    assert!(ids.insert(value.to_owned()), "{value} stands twice");
                }
                "href" => references.extend(value.strip_prefix('#').map(str::to_owned)),
                "aria-labelledby" => references.extend(value.split(' ').map(str::to_owned)),
                "transform" if ["scale(.1)", "scale(.05)"].contains(&value) => {}
                "clip-path" => {
                    let id = value.strip_prefix("url(#").and_then(|rest| rest.strip_suffix(')'));
                    references.insert(id.expect("a reference").to_owned());
                }
                name => assert!(!value.contains('.'), "{name} is {value}"),
            }
        }
        let known = ["svg", "title", "desc", "defs", "g", "path", "use", "circle", "clipPath"];
        assert!(known.contains(&node.tag_name().name()), "{}", node.tag_name().name());
    }
    assert!(references.is_subset(&ids), "{:?}", references.difference(&ids));
}

#[test]
fn documents_have_whole_numbers_and_ids_of_their_own() {
    each_picture(Game::MINI).for_each(|picture| check_document(&picture, "h"));
    each_picture(Game::GLINSKI).for_each(|picture| check_document(&picture, "h"));
    each_picture(Game::ECHEX3).for_each(|picture| check_document(&picture, "h"));
    each_picture(Game::ECHEX6).for_each(|picture| check_document(&picture, "h"));
    each_picture(Game::SHAFRAN).for_each(|picture| check_document(&picture, "h"));
    each_picture(Game::DEVASA).for_each(|picture| check_document(&picture, "h"));
    each_picture(Game::BRUSKY).for_each(|picture| check_document(&picture, "h"));
    let prefix = Prefix::parse("no-7").expect("it may begin an id");
    let options = Options { prefix, marks: marks(), width: Some(361), ..Options::default() };
    check_document(&svg(start(Game::GLINSKI), &options), "no-7");
    check_document(&svg(read(Game::ECHEX3, HEIR), &Options::default()), "h");
}

fn a_start_position_is_small(game: Game) {
    for picture in each_picture(game) {
        let limit = if game.players > 2 && is_colourless(&picture) { 17_000 } else { 14_000 };
        assert!(picture.len() <= limit, "{} has {}", game.name, picture.len());
    }
}

/// Whether all colours of a picture are greys.
fn is_colourless(picture: &str) -> bool {
    picture.match_indices("\"#").filter_map(|(at, _)| picture.get(at + 2..at + 8)).all(|digits| {
        !digits.bytes().all(|digit| digit.is_ascii_hexdigit())
            || digits[..2] == digits[2..4] && digits[..2] == digits[4..]
    })
}

fn print_has_no_colour(game: Game) {
    for theme in Theme::ALL {
        let picture = svg(start(game), &Options { theme, marks: Marks::default(), ..Options::default() });
        let is_for_print = [Theme::GREYS, Theme::PRINT].contains(&theme);
        assert_eq!(is_colourless(&picture), is_for_print, "{} {}", game.name, theme.name);
    }
}

#[test]
fn the_themes_for_print_have_no_colour_in_any_game() {
    print_has_no_colour(Game::GLINSKI);
    print_has_no_colour(Game::MINI);
    print_has_no_colour(Game::ECHEX3);
    print_has_no_colour(Game::ECHEX6);
}

#[test]
fn a_start_position_of_91_cells_fits_in_14_kilobytes_or_hatched_in_17() {
    a_start_position_is_small(Game::GLINSKI);
    a_start_position_is_small(Game::MCCOOEY);
    a_start_position_is_small(Game::ECHEX3);
    a_start_position_is_small(Game::ECHEX3_16);
    a_start_position_is_small(Game::SHAFRAN);
    a_start_position_is_small(Game::DEVASA);
    a_start_position_is_small(Game::BRUSKY);
}

#[test]
fn the_centre_is_medium_and_white_has_the_light_corner() {
    let picture = svg(start(Game::GLINSKI), &Options::default());
    let document = parsed(&picture);
    let shade = |id: &str| {
        let cell = document.descendants().find(|node| node.attribute("id") == Some(id));
        cell.and_then(|cell| cell.parent()).and_then(|group| group.attribute("class"))
    };
    assert_eq!(["h-f6", "h-f1", "h-f11"].map(shade), [Some("medium"), Some("light"), Some("dark")]);
}

#[test]
fn a_description_names_every_piece_and_the_player_on_turn() {
    let described = |picture: &str| {
        let document = parsed(picture);
        let found = document.descendants().find(|node| node.has_tag_name("desc"));
        found.and_then(|node| node.text()).map(str::to_owned).expect("there is a description")
    };
    assert_eq!(
        described(&svg(read(Game::ECHEX3, HEIR), &Options::default())),
        "White: Kf1 Rc8 d9 (from Red) d8 (from Red) e4 (from Red) e3. Black: Kk7 Ri8 Ni7 h9 h8. \
         Red is out. Black to move."
    );
    assert_eq!(described(&svg(Setup::empty(Game::MINI), &Options::default())), "No pieces. White to move.");
}

#[test]
fn a_title_cannot_break_the_document() {
    let title = "Mate & <script>\u{0}\"]]>";
    let options = Options { title: Some(title.to_owned()), ..Options::default() };
    let picture = svg(start(Game::MINI), &options);
    let document = parsed(&picture);
    let found = document.descendants().find(|node| node.has_tag_name("title"));
    assert_eq!(found.and_then(|node| node.text()), Some("Mate & <script>\u{fffd}\"]]>"));
}

#[test]
fn marks_stand_on_their_cells_also_when_the_board_is_turned() {
    for bottom in [Player::WHITE, Player::BLACK] {
        let options = Options { view: View::of(bottom), marks: marks(), ..Options::default() };
        let picture = svg(start(Game::GLINSKI), &options);
        let document = parsed(&picture);
        let centre = |name: &str| {
            let id = format!("h-{name}");
            let cell = document.descendants().find(|node| node.attribute("id") == Some(&id));
            place(cell.expect("the cell is drawn"))
        };
        let tinted = |class: &str| -> Vec<(i32, i32)> {
            let marked = group(&document, class).children().filter(|node| node.has_tag_name("use"));
            marked.map(place).collect()
        };
        assert_eq!(tinted("last-move"), [centre("e1"), centre("k5")]);
        assert_eq!(tinted("check"), [centre("g10")]);
        let circle = group(&document, "circles").first_element_child().expect("there is a circle");
        let [x, y] = ["cx", "cy"].map(|name| circle.attribute(name).and_then(|value| value.parse().ok()));
        assert_eq!((x, y), {
            let (x, y) = centre("e8");
            (Some(x), Some(y))
        });
    }
}

/// Every piece of both players on cells of all three colours, in every set and language, and every hatching.
pub fn contact_sheet() -> String {
    const PIECES: &str =
        "1/3/5/7/9/KQRBNPKQRBN/KQRBNPKQRBN/KQRBNPKQRBN/kqrbnpkqrbn/kqrbnpkqrbn/kqrbnpkqrbn w - 0 1";
    let sets = [
        (PieceSet::Classic, Letters::ENGLISH),
        (PieceSet::Plain, Letters::ENGLISH),
        (PieceSet::Letters, Letters::ENGLISH),
        (PieceSet::Letters, Letters::HUNGARIAN),
        (PieceSet::Letters, Letters::POLISH),
    ];
    let shown = |(number, (pieces, letters)): (usize, (PieceSet, Letters))| {
        let prefix = Prefix::default().numbered(number);
        let caption =
            Caption { middle: format!("{}, {}", pieces.name(), letters.name()), ..Caption::default() };
        (pieces, letters, prefix, caption)
    };
    let two_players = sets.into_iter().enumerate().map(shown).map(|(pieces, letters, prefix, caption)| {
        let theme = Theme::GREYS;
        draw(
            &read(Game::GLINSKI, PIECES),
            &Options { theme, pieces, letters, prefix, caption, ..Options::default() },
        )
    });
    let many = sets.into_iter().enumerate().take(3).map(|(number, set)| (number + 5, set)).map(shown);
    let many = many.map(|(pieces, letters, prefix, caption)| {
        let theme = Theme::PRINT;
        draw(&start(Game::ECHEX6), &Options { theme, pieces, letters, prefix, caption, ..Options::default() })
    });
    let pictures: Vec<Picture> = two_players.chain(many).collect();
    let sheet = Sheet { columns: 4, title: "All pieces".to_owned(), width: None, prefix: Prefix::default() };
    sheet.of(&pictures, &Theme::GREYS).to_string()
}

fn a_sheet_has_ids_of_its_own(game: Game) {
    check_document(&rule_sheet(game, &Options::default()).to_string(), "h");
    if game.shape.radius().is_none() {
        return;
    }
    let template =
        Template { game, theme: Theme::WARM, paper: Paper::A4, percent: 100, prefix: Prefix::default() };
    for (number, sheet) in template.sheets().expect("a hexagon").iter().enumerate() {
        check_document(&sheet.to_string(), &format!("h-{}", number + 1));
    }
}

#[test]
fn sheets_have_whole_numbers_and_ids_of_their_own() {
    check_document(&contact_sheet(), "h");
    a_sheet_has_ids_of_its_own(Game::GLINSKI);
    a_sheet_has_ids_of_its_own(Game::MINI);
    a_sheet_has_ids_of_its_own(Game::ECHEX3);
    a_sheet_has_ids_of_its_own(Game::ECHEX6);
    a_sheet_has_ids_of_its_own(Game::SHAFRAN);
    a_sheet_has_ids_of_its_own(Game::DEVASA);
    a_sheet_has_ids_of_its_own(Game::BRUSKY);
}

/// Everything that can be pointed out or written, at once.
pub fn everything(view: View) -> Options {
    let cells = |names: &[&str]| names.iter().map(|name| cell(name)).collect();
    let above = Arrow::parse(SHAPE, "Re10b4", Layer::Above).expect("an arrow");
    let mut marks =
        Marks { cells: cells(&["c3"]), crosses: cells(&["h6"]), rings: cells(&["f7"]), ..marks() };
    marks.arrows.push(above);
    marks.add_moves(&Position::start(Game::GLINSKI), cell("d1"));
    let caption = Caption {
        above: vec!["Árvíztűrő Tükörfúrógép".into(), "Sakkélet, 1. díj ".repeat(6)],
        left: "#2".into(),
        middle: "Zażółć gęślą jaźń ".repeat(4),
        right: "18+18".into(),
    };
    Options { view, marks, caption, letters: Letters::HUNGARIAN, ..Options::default() }
}

#[test]
fn no_text_leaves_the_picture() {
    let labels = [Coordinates::Edge, Coordinates::Inside, Coordinates::Hidden];
    let games = [Game::GLINSKI, Game::SHAFRAN, Game::DEVASA, Game::BRUSKY];
    for (game, coordinates) in games.into_iter().flat_map(|game| labels.map(|labels| (game, labels))) {
        let marks = |options| if game == Game::GLINSKI { options } else { unmarked(options) };
        let options = marks(everything(View { bottom: Player::WHITE, coordinates }));
        let picture = svg(start(game), &options);
        let document = parsed(&picture);
        let numbers = |text: &str| -> Vec<i32> {
            let spaced = text.replace('-', " -");
            spaced.split_whitespace().map(|number| number.parse().expect("whole")).collect()
        };
        let view_box = numbers(document.root_element().attribute("viewBox").expect("a box"));
        let written = group(&document, "caption").attribute("d").expect("strokes");
        for glyph in written.split('M').skip(1) {
            let place = numbers(glyph.split('m').next().expect("a place"));
            let [x, y] = [place[0] / 10, place[1] / 10];
            assert!(view_box[0] <= x && x <= view_box[0] + view_box[2] - 8, "{x} of {view_box:?}");
            assert!(view_box[1] + 4 <= y && y <= view_box[1] + view_box[3] - 4, "{y} of {view_box:?}");
        }
    }
}

fn unmarked(options: Options) -> Options {
    Options { marks: Marks::default(), ..options }
}
