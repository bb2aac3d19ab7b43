//! SVG diagrams: structure, pieces, marks, texts and sizes.

use std::collections::{BTreeMap, BTreeSet};

use hexmate_core::geometry::{Cell, Geometry, Hexagon91, Shape};
use hexmate_core::rules::Player;
use hexmate_diagram::{
    Arrow, BoardTemplate, Caption, Circle, ColourTheme, Coordinates, Layer, Marks, Options, Paper, Picture,
    PieceSet, Prefix, Sheet, View, draw, rule_sheet, svg,
};
use hexmate_position::{Colour, Coordinate, Letters, Uci};
use hexmate_position::{Game, Position, Setup};
use roxmltree::{Document, Node};

/// Namespace of SVG references.
const XLINK: &str = "http://www.w3.org/1999/xlink";

/// Board of the marks in these tests.
const SHAPE: Shape = Hexagon91::SHAPE;

/// A position in which White owns the remaining pieces of Red.
pub const HEIR: &str = "1/3/wPr,3,bP/wR,wPr,3,bP,bR/7,bN,bK/11/11/4,wPr,6/4,wP,6/11/5,wK,5 b wb - 0 30";

pub fn start(game: Game) -> Setup {
    Setup::from(&Position::start(game))
}

pub fn read(game: Game, fen: &str) -> Setup {
    Setup::from_fen(game, fen).expect("a FEN")
}

fn cell(name: &str) -> Cell {
    Coordinate::parse(SHAPE, name.as_bytes()).expect("a cell")
}

/// Returns the position after `1. Qe1c3 Qe10c6 2. b1b2 b7b6 3. Bf3b1 e7e6 4. Qc3xf9#` and its marks.
pub fn fools_mate() -> (Setup, Marks) {
    let mut position = Position::start(Game::GLINSKI);
    let mut last_move = None;
    for text in ["e1c3", "e10c6", "b1b2", "b7b6", "f3b1", "e7e6", "c3f9"] {
        let m = Uci::parse(SHAPE, text.as_bytes()).expect("a move");
        position = position.play(m).expect("a legal move");
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

/// Returns the start position in every theme from every seat.
fn each_picture(game: Game) -> impl Iterator<Item = String> {
    let options = move |theme| {
        game.players().map(move |seat| Options { theme, view: View::of(seat), ..Options::default() })
    };
    ColourTheme::ALL.into_iter().flat_map(options).map(move |options| svg(start(game), &options))
}

fn parsed(picture: &str) -> Document<'_> {
    Document::parse(picture).expect("well-formed XML")
}

fn group<'d>(document: &'d Document<'_>, class: &str) -> Node<'d, 'd> {
    let found = document.descendants().find(|node| node.attribute("class") == Some(class));
    found.unwrap_or_else(|| panic!("no {class}"))
}

fn place(node: Node<'_, '_>) -> (i32, i32) {
    let [x, y] = ["x", "y"].map(|name| node.attribute(name).unwrap_or("0").parse().expect("a whole number"));
    (x, y)
}

fn check_drawn_pieces(game: Game) {
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
fn each_piece_is_drawn_once() {
    check_drawn_pieces(Game::GLINSKI);
    check_drawn_pieces(Game::MCCOOEY);
    check_drawn_pieces(Game::MINI);
    check_drawn_pieces(Game::ECHEX3);
    check_drawn_pieces(Game::ECHEX6);
    check_drawn_pieces(Game::SHAFRAN);
    check_drawn_pieces(Game::DEVASA);
    check_drawn_pieces(Game::BRUSKY);
}

/// Checks ids, references and coordinates of a document.
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
                    assert!(ids.insert(value.to_owned()), "{value} occurs twice");
                }
                "href" => references.extend(value.strip_prefix('#').map(str::to_owned)),
                "aria-labelledby" => references.extend(value.split(' ').map(str::to_owned)),
                // Captions of sheets have their own scale, in hundredths.
                "transform" if is_scale(value) => {}
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

/// Returns whether a scale is in tenths or hundredths.
fn is_scale(value: &str) -> bool {
    let digits = value.strip_prefix("scale(.").and_then(|rest| rest.strip_suffix(')'));
    digits.is_some_and(|digits| digits.len() <= 2 && digits.bytes().all(|digit| digit.is_ascii_digit()))
}

#[test]
fn documents_have_integers_and_unique_ids() {
    each_picture(Game::MINI).for_each(|picture| check_document(&picture, "h"));
    each_picture(Game::GLINSKI).for_each(|picture| check_document(&picture, "h"));
    each_picture(Game::ECHEX3).for_each(|picture| check_document(&picture, "h"));
    each_picture(Game::ECHEX6).for_each(|picture| check_document(&picture, "h"));
    each_picture(Game::SHAFRAN).for_each(|picture| check_document(&picture, "h"));
    each_picture(Game::DEVASA).for_each(|picture| check_document(&picture, "h"));
    each_picture(Game::BRUSKY).for_each(|picture| check_document(&picture, "h"));
    let prefix = Prefix::parse("no-7").expect("a valid prefix");
    let options = Options { prefix, marks: marks(), width: Some(361), ..Options::default() };
    check_document(&svg(start(Game::GLINSKI), &options), "no-7");
    check_document(&svg(read(Game::ECHEX3, HEIR), &Options::default()), "h");
}

fn check_size(game: Game) {
    for picture in each_picture(game) {
        let limit = if game.players > 2 && is_colourless(&picture) { 17_000 } else { 14_000 };
        assert!(picture.len() <= limit, "{} has {}", game.name, picture.len());
    }
}

/// Returns whether all colours of a picture are greys.
fn is_colourless(picture: &str) -> bool {
    picture.match_indices("\"#").filter_map(|(at, _)| picture.get(at + 2..at + 8)).all(|digits| {
        !digits.bytes().all(|digit| digit.is_ascii_hexdigit())
            || digits[..2] == digits[2..4] && digits[..2] == digits[4..]
    })
}

fn check_print_colours(game: Game) {
    for theme in ColourTheme::ALL {
        let picture = svg(start(game), &Options { theme, marks: Marks::default(), ..Options::default() });
        let is_for_print = ![ColourTheme::WARM, ColourTheme::DARK].contains(&theme);
        assert_eq!(is_colourless(&picture), is_for_print, "{} {}", game.name, theme.name);
    }
}

#[test]
fn print_themes_are_colourless() {
    check_print_colours(Game::GLINSKI);
    check_print_colours(Game::MINI);
    check_print_colours(Game::ECHEX3);
    check_print_colours(Game::ECHEX6);
}

#[test]
fn start_position_svg_is_small() {
    check_size(Game::GLINSKI);
    check_size(Game::MCCOOEY);
    check_size(Game::ECHEX3);
    check_size(Game::ECHEX3_16);
    check_size(Game::SHAFRAN);
    check_size(Game::DEVASA);
    check_size(Game::BRUSKY);
}

#[test]
fn centre_and_corner_have_expected_shades() {
    let picture = svg(start(Game::GLINSKI), &Options::default());
    let document = parsed(&picture);
    let shade = |id: &str| {
        let cell = document.descendants().find(|node| node.attribute("id") == Some(id));
        cell.and_then(|cell| cell.parent()).and_then(|group| group.attribute("class"))
    };
    assert_eq!(["h-f6", "h-f1", "h-f11"].map(shade), [Some("medium"), Some("light"), Some("dark")]);
}

#[test]
fn description_names_pieces_and_turn() {
    let described = |picture: &str| {
        let document = parsed(picture);
        let found = document.descendants().find(|node| node.has_tag_name("desc"));
        found.and_then(|node| node.text()).map(str::to_owned).expect("a description")
    };
    assert_eq!(
        described(&svg(read(Game::ECHEX3, HEIR), &Options::default())),
        "White: Kf1 Rc8 d9 (from Red) d8 (from Red) e4 (from Red) e3. Black: Kk7 Ri8 Ni7 h9 h8. \
         Red is out. Black to move."
    );
    assert_eq!(described(&svg(Setup::empty(Game::MINI), &Options::default())), "No pieces. White to move.");
}

#[test]
fn title_is_escaped() {
    let title = "Mate & <script>\u{0}\"]]>";
    let options = Options { title: Some(title.to_owned()), ..Options::default() };
    let picture = svg(start(Game::MINI), &options);
    let document = parsed(&picture);
    let found = document.descendants().find(|node| node.has_tag_name("title"));
    assert_eq!(found.and_then(|node| node.text()), Some("Mate & <script>\u{fffd}\"]]>"));
}

#[test]
fn marks_follow_rotated_board() {
    for bottom in [Player::WHITE, Player::BLACK] {
        let options = Options { view: View::of(bottom), marks: marks(), ..Options::default() };
        let picture = svg(start(Game::GLINSKI), &options);
        let document = parsed(&picture);
        let centre = |name: &str| {
            let id = format!("h-{name}");
            let cell = document.descendants().find(|node| node.attribute("id") == Some(&id));
            place(cell.expect("a cell"))
        };
        let tinted = |class: &str| -> Vec<(i32, i32)> {
            let marked = group(&document, class).children().filter(|node| node.has_tag_name("use"));
            marked.map(place).collect()
        };
        assert_eq!(tinted("last-move"), [centre("e1"), centre("k5")]);
        assert_eq!(tinted("check"), [centre("g10")]);
        let circle = group(&document, "circles").first_element_child().expect("a circle");
        let [x, y] = ["cx", "cy"].map(|name| circle.attribute(name).and_then(|value| value.parse().ok()));
        assert_eq!((x, y), {
            let (x, y) = centre("e8");
            (Some(x), Some(y))
        });
    }
}

/// Draws all pieces on cells of all three colours, in every set and language, and every hatching, as one sheet.
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
        let theme = ColourTheme::GREYS;
        draw(
            &read(Game::GLINSKI, PIECES),
            &Options { theme, pieces, letters, prefix, caption, ..Options::default() },
        )
    });
    let many = sets.into_iter().enumerate().take(3).map(|(number, set)| (number + 5, set)).map(shown);
    let many = many.map(|(pieces, letters, prefix, caption)| {
        let theme = ColourTheme::PRINT;
        draw(&start(Game::ECHEX6), &Options { theme, pieces, letters, prefix, caption, ..Options::default() })
    });
    let pictures: Vec<Picture> = two_players.chain(many).collect();
    let sheet = Sheet { columns: 4, title: "All pieces".to_owned(), width: None, prefix: Prefix::default() };
    sheet.of(&pictures, &ColourTheme::GREYS).to_string()
}

fn check_sheets(game: Game) {
    check_document(&rule_sheet(game, &Options::default()).to_string(), "h");
    if game.shape.radius().is_none() {
        return;
    }
    let template = BoardTemplate {
        game,
        theme: ColourTheme::WARM,
        paper: Paper::A4,
        percent: 100,
        prefix: Prefix::default(),
    };
    for (number, sheet) in template.sheets().expect("a hexagon").iter().enumerate() {
        check_document(&sheet.to_string(), &format!("h-{}", number + 1));
    }
}

#[test]
fn sheets_have_integers_and_unique_ids() {
    check_document(&contact_sheet(), "h");
    check_sheets(Game::GLINSKI);
    check_sheets(Game::MINI);
    check_sheets(Game::ECHEX3);
    check_sheets(Game::ECHEX6);
    check_sheets(Game::SHAFRAN);
    check_sheets(Game::DEVASA);
    check_sheets(Game::BRUSKY);
}

/// Returns options with every kind of mark and caption.
pub fn everything(view: View) -> Options {
    let cells = |names: &[&str]| Marks::plain(names.iter().map(|name| cell(name)));
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
        ..Caption::default()
    };
    Options { view, marks, caption, letters: Letters::HUNGARIAN, ..Options::default() }
}

#[test]
fn text_stays_inside_picture() {
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

/// Returns the title and the description of a picture.
fn accessible_text(picture: &str) -> [String; 2] {
    let document = parsed(picture);
    ["title", "desc"].map(|name| {
        let found =
            document.descendants().find(|node| node.has_tag_name(("http://www.w3.org/2000/svg", name)));
        found.and_then(|node| node.text()).unwrap_or_default().to_owned()
    })
}

#[test]
fn caption_and_marks_are_described() {
    let setup = start(Game::GLINSKI);
    let shape = Game::GLINSKI.shape;
    let mut marked = Marks::default();
    marked.add_comment(shape, "[%cal Gf5f6,Re7e6][%csl Yh4]");
    for (letters, words) in [
        (Letters::ENGLISH, ["White:", "Arrows: f5–f6, e7–e6.", "Circles: h4."]),
        (Letters::HUNGARIAN, ["Világos:", "Nyilak: f5–f6, e7–e6.", "Körök: h4."]),
        (Letters::RUSSIAN, ["Белые:", "Стрелки: f5–f6, e7–e6.", "Кружки: h4."]),
    ] {
        let caption = Caption {
            above: vec!["A. Nagy".to_owned(), "Source <1987>".to_owned()],
            left: "h#2".to_owned(),
            right: "8+5".to_owned(),
            below: vec!["2 sol.".to_owned()],
            ..Caption::default()
        };
        let title = Some("17".to_owned());
        let options = Options { caption, letters, marks: marked.clone(), title, ..Options::default() };
        let [title, description] = accessible_text(&svg(setup.clone(), &options));
        assert_eq!(title, "17. A. Nagy. Source <1987>");
        assert!(description.starts_with("h#2. 8+5. 2 sol. "), "{description}");
        assert!(words.iter().all(|word| description.contains(word)), "{description}");
    }
}

#[test]
fn lines_cross_dark_cells_only() {
    let options = |theme| Options { theme, ..Options::default() };
    let hatched = svg(start(Game::GLINSKI), &options(ColourTheme::HATCHED));
    let uses = |name: &str| hatched.matches(&format!("xlink:href=\"#h-{name}\"")).count();
    // The outline of a cell is used once in each cell with lines.
    assert_eq!((uses("medium"), uses("dark"), uses("c")), (31, 30, 30 + 2));
    let outline = svg(start(Game::GLINSKI), &options(ColourTheme::OUTLINE));
    assert!(!outline.contains("h-dark") && outline.matches("fill=\"#ffffff\"").count() >= 3);
}
