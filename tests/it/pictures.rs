//! Snapshots of diagrams: some as SVG files, and digests of all.

use std::fmt::Write;
use std::fs;

use hexmate_core::rules::Player;
use hexmate_diagram::{ColourTheme, Coordinates, Options, View, ascii, svg, unicode};
use hexmate_position::{Game, Setup};

use crate::diagram::{HEIR, check_document, contact_sheet, everything, fools_mate, marks, read, start};

/// Names of the pictures that are stored whole, besides the contact sheet.
const WHOLE: [&str; 9] = [
    "glinski",
    "echex3",
    "echex6_print",
    "theme_dark",
    "marked_in_print",
    "bare",
    "pawns_taken_over",
    "everything_edge_white",
    "everything_inside_black",
];

fn from_seat(game: Game, seat: u8) -> String {
    svg(start(game), &Options { view: View::of(Player::new(seat)), ..Options::default() })
}

fn themed(theme: ColourTheme, setup: &Setup) -> String {
    svg(setup, &Options { theme, ..Options::default() })
}

fn starts() -> Vec<(String, String)> {
    let pictures = [
        ("glinski", from_seat(Game::GLINSKI, 0)),
        ("mccooey", from_seat(Game::MCCOOEY, 0)),
        ("mini", from_seat(Game::MINI, 0)),
        ("echex3", from_seat(Game::ECHEX3, 0)),
        ("echex3_16", from_seat(Game::ECHEX3_16, 0)),
        ("echex6", from_seat(Game::ECHEX6, 0)),
        ("echex6_16", from_seat(Game::ECHEX6_16, 0)),
        ("shafran", from_seat(Game::SHAFRAN, 0)),
        ("devasa", from_seat(Game::DEVASA, 0)),
        ("brusky", from_seat(Game::BRUSKY, 0)),
        ("brusky_black_at_the_bottom", from_seat(Game::BRUSKY, 1)),
        ("glinski_black_at_the_bottom", from_seat(Game::GLINSKI, 1)),
        ("echex3_red_at_the_bottom", from_seat(Game::ECHEX3, 1)),
        ("echex6_red_at_the_bottom", from_seat(Game::ECHEX6, 1)),
        ("echex3_greys", themed(ColourTheme::GREYS, &start(Game::ECHEX3))),
        ("echex6_print", themed(ColourTheme::PRINT, &start(Game::ECHEX6))),
        ("pawns_taken_over", themed(ColourTheme::default(), &read(Game::ECHEX3, HEIR))),
        ("pawns_taken_over_print", themed(ColourTheme::PRINT, &read(Game::ECHEX3, HEIR))),
        ("empty", themed(ColourTheme::default(), &Setup::empty(Game::GLINSKI))),
    ];
    let themes = [ColourTheme::GREYS, ColourTheme::PRINT, ColourTheme::DARK];
    let themes = themes.map(|theme| (format!("theme_{}", theme.name), themed(theme, &start(Game::GLINSKI))));
    pictures.map(|(name, picture)| (name.to_owned(), picture)).into_iter().chain(themes).collect()
}

fn marked() -> Vec<(String, String)> {
    let marked = Options { marks: marks(), ..Options::default() };
    let marked_in_print = Options { theme: ColourTheme::GREYS, ..marked.clone() };
    let (setup, marks) = fools_mate();
    let problem = Options {
        theme: ColourTheme::PRINT,
        view: View { coordinates: Coordinates::Hidden, ..View::default() },
        width: Some(360),
        title: Some("Fool's mate".to_owned()),
        marks,
        ..Options::default()
    };
    let mut pictures = vec![
        ("marked".to_owned(), svg(start(Game::GLINSKI), &marked)),
        ("marked_in_print".to_owned(), svg(start(Game::GLINSKI), &marked_in_print)),
        ("bare".to_owned(), svg(&setup, &problem)),
    ];
    for (name, bottom) in [("white", Player::WHITE), ("black", Player::BLACK)] {
        for (place, coordinates) in [("edge", Coordinates::Edge), ("inside", Coordinates::Inside)] {
            let picture = svg(start(Game::GLINSKI), &everything(View { bottom, coordinates }));
            check_document(&picture, "h");
            pictures.push((format!("everything_{place}_{name}"), picture));
        }
    }
    pictures
}

/// Returns the FNV-1a digest, which does not depend on compiler or machine.
fn digest(text: &str) -> u64 {
    let add = |digest: u64, byte| (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, add)
}

/// Writes all pictures into `target/tmp/pictures`, to be inspected when a digest has changed.
#[test]
fn pictures_match_snapshots() {
    let folder = concat!(env!("CARGO_TARGET_TMPDIR"), "/pictures");
    fs::create_dir_all(folder).expect("a folder");
    let mut table = String::new();
    let mut kept = 0;
    for (name, picture) in starts().into_iter().chain(marked()) {
        fs::write(format!("{folder}/{name}.svg"), &picture).expect("a disk that is not full");
        writeln!(table, "{name:<28} {:>6} bytes {:016x}", picture.len(), digest(&picture)).expect("memory");
        if WHOLE.contains(&name.as_str()) {
            insta::assert_snapshot!(name, picture);
            kept += 1;
        }
    }
    assert_eq!(kept, WHOLE.len());
    insta::assert_snapshot!("digests", table);
}

#[test]
fn contact_sheet_matches_stored_svg() {
    let drawn = contact_sheet();
    let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/contact-sheet.svg");
    std::fs::write(path, &drawn).expect("a disk that is not full");
    let stored = include_str!("../snapshots/contact-sheet.svg");
    assert!(stored == drawn, "look at {path}; if it is right, copy it to tests/snapshots/contact-sheet.svg");
}

#[test]
fn text_boards_match_snapshots() {
    let black = View::of(Player::BLACK);
    insta::assert_snapshot!("text_glinski", ascii(&start(Game::GLINSKI), View::default()));
    insta::assert_snapshot!("text_glinski_figures", unicode(&start(Game::GLINSKI), View::default()));
    insta::assert_snapshot!("text_glinski_black_at_the_bottom", ascii(&start(Game::GLINSKI), black));
    insta::assert_snapshot!("text_mini", unicode(&start(Game::MINI), View::default()));
    insta::assert_snapshot!("text_echex3_red_at_the_bottom", ascii(&start(Game::ECHEX3), black));
    insta::assert_snapshot!("text_echex6", ascii(&start(Game::ECHEX6), View::default()));
    insta::assert_snapshot!("text_pawns_taken_over", unicode(&read(Game::ECHEX3, HEIR), View::default()));
    insta::assert_snapshot!("text_shafran", ascii(&start(Game::SHAFRAN), View::default()));
    insta::assert_snapshot!("text_devasa", unicode(&start(Game::DEVASA), View::default()));
    insta::assert_snapshot!("text_brusky_black_at_the_bottom", ascii(&start(Game::BRUSKY), black));
}
