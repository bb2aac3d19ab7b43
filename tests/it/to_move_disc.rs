//! The disc that shows the side to move: in every game, from every seat, in every theme.

use std::collections::BTreeSet;

use hexmate_batch::terminal::one_line;
use hexmate_core::rules::Player;
use hexmate_diagram::{Caption, ColourTheme, Coordinates, Options, ToMove, View, svg, with_caption};
use hexmate_position::{Colour, Letters};
use hexmate_position::{Game, Position, Setup};
use roxmltree::{Document, Node};

/// Returns a start position with this player to move.
fn turn_of(game: Game, player: Player) -> Setup {
    Setup { turn: player, ..Setup::from(&Position::start(game)) }
}

fn marked(view: View, theme: ColourTheme) -> Options {
    Options { view, theme, to_move: ToMove::Marked, ..Options::default() }
}

fn parsed(picture: &str) -> Document<'_> {
    Document::parse(picture).expect("well-formed XML")
}

fn disc<'a>(document: &'a Document<'_>) -> Node<'a, 'a> {
    let is_disc = |node: &Node<'_, '_>| node.attribute("class") == Some("to-move");
    document.descendants().find(is_disc).expect("a disc")
}

/// Returns the numbers of an attribute.
fn numbers(text: &str) -> Vec<f64> {
    let is_part = |c: char| c.is_ascii_digit() || c == '-';
    text.split(|c| !is_part(c)).filter_map(|number| number.parse().ok()).collect()
}

/// Returns the corners of a frame in clockwise order.
fn corners(path: &str) -> Vec<(f64, f64)> {
    let mut corners: Vec<(f64, f64)> = Vec::new();
    for (at, _) in path.match_indices(|c: char| c.is_ascii_uppercase()) {
        let end =
            path[at + 1..].find(|c: char| c.is_ascii_alphabetic()).map_or(path.len(), |end| at + 1 + end);
        let read = numbers(&path[at + 1..end].replace('-', " -"));
        let last = corners.last().copied().unwrap_or_default();
        match &path[at..=at] {
            "H" => corners.extend(read.iter().map(|&x| (x, last.1))),
            "V" => corners.extend(read.iter().map(|&y| (last.0, y))),
            _ => corners.extend(read.chunks(2).map(|point| (point[0], point[1]))),
        }
    }
    corners
}

/// Returns every game with each player to move and each player at the bottom.
fn every_view() -> impl Iterator<Item = (Game, Player, Player)> {
    Game::ALL.iter().flat_map(|&game| {
        game.players().flat_map(move |turn| game.players().map(move |bottom| (game, turn, bottom)))
    })
}

#[test]
fn disc_has_colour_of_mover() {
    for ((game, turn, bottom), theme) in
        every_view().flat_map(|view| ColourTheme::ALL.map(|theme| (view, theme)))
    {
        let picture = svg(turn_of(game, turn), &marked(View::of(bottom), theme));
        let document = parsed(&picture);
        let disc = disc(&document);
        let name = format!("{} {turn:?} from {bottom:?}, {}", game.name, theme.name);
        let colour = Colour::of(&game, turn);
        let fill = disc.descendants().find_map(|node| node.attribute("fill"));
        assert_eq!(fill, Some(&*theme.paint(colour).fill.to_string()), "{name}");
        let hatching = disc.descendants().find(|node| node.has_tag_name("use"));
        let is_hatched = theme.hatching(colour) != hexmate_diagram::Hatching::Plain;
        assert_eq!(hatching.is_some(), is_hatched, "{name}");
        let ids: BTreeSet<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
        for reference in disc.descendants().filter_map(|node| node.attribute("clip-path")) {
            assert!(ids.contains(reference.trim_start_matches("url(#").trim_end_matches(')')), "{name}");
        }
        if let Some(node) = hatching {
            let reference =
                node.attributes().find(|attribute| attribute.name() == "href").expect("a reference");
            assert!(ids.contains(reference.value().trim_start_matches('#')), "{name}");
        }
        let title = disc.descendants().find(|node| node.has_tag_name("title")).and_then(|node| node.text());
        assert_eq!(title, Some(&*format!("{} to move.", colour.name())), "{name}");
        let described = document.descendants().find(|node| node.has_tag_name("desc"));
        let described = described.and_then(|node| node.text()).expect("a description");
        assert!(described.ends_with(&format!("{} to move.", colour.name())), "{name}: {described}");
    }
}

#[test]
fn disc_lies_beside_its_seat() {
    let coordinates = [Coordinates::Edge, Coordinates::Inside, Coordinates::Hidden];
    for ((game, turn, bottom), coordinates) in
        every_view().flat_map(|view| coordinates.map(|labels| (view, labels)))
    {
        let view = View { bottom, coordinates };
        let caption =
            Caption { above: vec!["A".to_owned()], right: "18+18".to_owned(), ..Caption::default() };
        let options = Options { caption, ..marked(view, ColourTheme::default()) };
        let picture = svg(turn_of(game, turn), &options);
        let document = parsed(&picture);
        let [x, y] = numbers(disc(&document).attribute("transform").expect("a place"))[..] else { panic!() };
        let [left, top, width, height] =
            numbers(document.root_element().attribute("viewBox").expect("a size"))[..]
        else {
            panic!()
        };
        let (line, radius) = (25., 17.);
        let name = format!("{} {turn:?} from {bottom:?}", game.name);
        assert!(x - radius >= left && x + radius <= left + width, "{name}");
        assert!(
            y - radius >= top + line && y + radius <= top + height - line,
            "{name}: it overlaps the caption"
        );
        let frame = document.descendants().find(|node| node.attribute("class") == Some("frame"));
        let frame = corners(frame.and_then(|node| node.attribute("d")).expect("a path"));
        let sides = frame.iter().zip(frame.iter().cycle().skip(1));
        let beyond = sides.map(|(&(x1, y1), &(x2, y2))| {
            let (dx, dy) = (x2 - x1, y2 - y1);
            (dy * (x - x1) - dx * (y - y1)) / dx.hypot(dy)
        });
        let beyond = beyond.fold(f64::MIN, f64::max);
        assert!(beyond > radius + 4., "{name}: {beyond}");
        // The seat of the side to move, as a rotation from the bottom.
        let sixths = 6 / usize::from(game.players);
        let turns =
            (turn.index() + usize::from(game.players) - bottom.index()) % usize::from(game.players) * sixths;
        // Turns go clockwise: the next player sits at the left.
        let [is_right, is_low] =
            [[true, true], [false, true], [false, false], [true, false], [true, false], [true, true]][turns];
        assert_eq!(y > 0., is_low, "{name}");
        if game.shape.radius().is_some() {
            // Other frames may leave only one of the corners free.
            assert_eq!(x > 0., is_right, "{name}");
        }
    }
}

#[test]
fn unmarked_picture_is_unchanged() {
    for &game in Game::ALL {
        let setup = Setup::from(&Position::start(game));
        let plain = svg(&setup, &Options::default());
        assert!(!plain.contains("to-move"));
        let marked = svg(&setup, &Options { to_move: ToMove::Marked, ..Options::default() });
        let kept: Vec<&str> = marked.lines().filter(|line| plain.contains(line)).collect();
        assert_eq!(kept.len(), plain.lines().count(), "the disc changes nothing else");
    }
}

#[test]
fn text_board_names_side_to_move() {
    let setup = turn_of(Game::MINI, Player::BLACK);
    let caption = Caption {
        above: vec!["A. Author".to_owned()],
        left: "#2".to_owned(),
        right: "7+7".to_owned(),
        ..Caption::default()
    };
    let options =
        Options { caption, to_move: ToMove::Marked, letters: Letters::HUNGARIAN, ..Options::default() };
    assert_eq!(
        with_caption("board\n", &setup, &options, one_line),
        "A. Author\nboard\n#2   7+7   Sötét lép\n"
    );
    assert_eq!(with_caption("board\n", &setup, &Options::default(), one_line), "board\n");
}
