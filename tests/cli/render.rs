//! Pictures as they are seen: SVG through a renderer, compared with a stored one and with what other
//! programs make of it; PNG and PDF files; the edges that nothing crosses.
//!
//! A program that is not there is named, and not compared with.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use crate::length::length;
use crate::run;
use hexmate_core::geometry::Cell;
use hexmate_core::rules::{Move, Player};
use hexmate_diagram::{
    Arrow, Caption, Circle, Coordinates, Lane, Layer, Marks, Options, Picture, Prefix, Sheet, Theme, Tone,
    View, draw, rule_sheet, svg,
};
use hexmate_position::Letters;
use hexmate_position::{Game, Position, Setup};
use resvg::tiny_skia::{Color, Pixmap, PixmapPaint, Transform};
use resvg::usvg::{self, Tree};

/// Of 255, by how much a channel may differ before a pixel counts as another.
const NOTICEABLE: u8 = 48;

/// Of 1000 pixels, how many may be others: edges are smoothed differently by each version.
const FEW: usize = 2;

/// The widths of both pictures in pixels.
const WIDTH: f32 = 1400.;

fn rendered(svg: &str) -> Pixmap {
    let tree = Tree::from_str(svg, &usvg::Options::default()).expect("it is SVG");
    let scale = WIDTH / tree.size().width();
    let mut pixels =
        Pixmap::new(WIDTH as u32, (tree.size().height() * scale).round() as u32).expect("it is not empty");
    pixels.fill(Color::WHITE);
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels
}

fn differing(one: &Pixmap, other: &Pixmap) -> usize {
    assert_eq!((one.width(), one.height()), (other.width(), other.height()));
    let pairs = one.data().chunks(4).zip(other.data().chunks(4));
    let differ =
        |(one, other): &(&[u8], &[u8])| one.iter().zip(*other).any(|(a, b)| a.abs_diff(*b) > NOTICEABLE);
    pairs.filter(differ).count()
}

#[test]
fn the_contact_sheet_is_seen_as_it_was() {
    let seen = rendered(include_str!("../snapshots/contact-sheet.svg"));
    let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/contact-sheet.png");
    seen.save_png(path).expect("a disk that is not full");
    let stored = Pixmap::load_png(Path::new("tests/snapshots/contact-sheet.png")).expect("there is one");
    let others = differing(&seen, &stored);
    assert!(
        1000 * others <= FEW * stored.pixels().len(),
        "{others} pixels differ: look at {path} and put it in the place of tests/snapshots/contact-sheet.png"
    );
}

#[test]
fn a_picture_without_its_hatchings_would_be_noticed() {
    let sheet = include_str!("../snapshots/contact-sheet.svg");
    let without =
        sheet.replace("clip-path", "data-clip-path").replace("id=\"h-5-h", "display=\"none\" id=\"h-5-h");
    let (seen, other) = (rendered(sheet), rendered(&without));
    assert!(1000 * differing(&seen, &other) > FEW * seen.pixels().len());
}

/// Draws the start position into a file with this ending.
fn drawn(ending: &str) -> Vec<u8> {
    let path = format!("{}/start.{ending}", env!("CARGO_TARGET_TMPDIR"));
    let status = Command::new(env!("CARGO_BIN_EXE_hexmate"))
        .args(["diagram", "start", "--theme", "greys", "--width", "576", "-o", &path])
        .status()
        .expect("it runs");
    assert!(status.success());
    std::fs::read(path).expect("it was written")
}

#[test]
fn a_png_is_as_wide_as_asked_and_shows_pieces() {
    let picture = Pixmap::decode_png(&drawn("png")).expect("it is PNG");
    assert_eq!((picture.width(), picture.height()), (576, 664));
    let is_dark = |pixel: &&resvg::tiny_skia::PremultipliedColorU8| pixel.red() < 40;
    // Black's pieces, the lines and the frame.
    assert!(picture.pixels().iter().filter(is_dark).count() > 8_000);
    assert!(picture.pixels().iter().all(|pixel| pixel.alpha() == 255));
}

#[test]
fn a_pdf_is_one_page_of_lines_without_fonts_or_images() {
    let page = drawn("pdf");
    assert!(page.starts_with(b"%PDF-"));
    let text = String::from_utf8_lossy(&page);
    assert!(text.contains("/Type/Page") || text.contains("/Type /Page"));
    assert!(
        !text.contains("/Font ") && !text.contains("/Subtype/Image") && !text.contains("/Subtype /Image")
    );
    assert!(text.contains("[0 0 432 498]"), "576 by 664 pixels are 432 by 498 points");
}

/// The programs that others draw SVG with, each with how it is told to draw a file.
const OTHERS: [(&str, Told); 3] = [
    ("rsvg-convert", |from, to, [width, _]| vec!["-w".into(), width, "-o".into(), to, from]),
    ("inkscape", |from, to, [width, _]| {
        vec![from, format!("--export-filename={to}"), format!("--export-width={width}")]
    }),
    ("chromium", |from, to, [width, height]| {
        let profile = format!("--user-data-dir={}/chromium", env!("CARGO_TARGET_TMPDIR"));
        let size = format!("--window-size={width},{height}");
        let fixed = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"].map(str::to_owned);
        fixed
            .into_iter()
            .chain([profile, size, format!("--screenshot={to}"), format!("file://{from}")])
            .collect()
    }),
];

/// The arguments for a file of SVG, a file of PNG and a width and height in pixels.
type Told = fn(String, String, [String; 2]) -> Vec<String>;

/// What a program makes of a document; nothing if it is not at hand.
fn seen_by(program: &str, told: Told, name: &str, svg: &str, size: [u32; 2]) -> Option<Pixmap> {
    let path = |ending: &str| format!("{}/{program}-{name}.{ending}", env!("CARGO_TARGET_TMPDIR"));
    let [width, height] = size.map(|pixels| pixels.to_string());
    let sized = svg.replacen("<svg ", &format!("<svg width=\"{width}\" height=\"{height}\" "), 1);
    std::fs::write(path("svg"), sized).expect("a disk that is not full");
    let run = Command::new(program).args(told(path("svg"), path("png"), [width, height])).output();
    if run.is_err_and(|error| error.kind() == std::io::ErrorKind::NotFound) {
        // Past the test harness, which shows nothing of a test that passes.
        let _ = writeln!(std::io::stderr(), "SKIPPED: no {program} here, no picture was compared with it");
        return None;
    }
    let mut pixels = Pixmap::new(size[0], size[1]).expect("it is not empty");
    pixels.fill(Color::WHITE);
    let drawn =
        Pixmap::load_png(Path::new(&path("png"))).unwrap_or_else(|error| panic!("{program}: {error}"));
    pixels.draw_pixmap(0, 0, drawn.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
    Some(pixels)
}

/// The mean of every square of so many pixels in each channel: what a curve's edge is smoothed to no longer matters.
fn means(picture: &Pixmap) -> Vec<[u32; 3]> {
    let [columns, rows] = [picture.width() / SQUARE, picture.height() / SQUARE];
    let mean = |place: u32| {
        let [left, top] = [place % columns * SQUARE, place / columns * SQUARE];
        let inside = (0..SQUARE * SQUARE).map(|n| (left + n % SQUARE, top + n / SQUARE));
        let pixels = inside.filter_map(|(x, y)| picture.pixel(x, y));
        let sum = pixels.fold([0; 3], |[r, g, b], pixel| {
            [r + u32::from(pixel.red()), g + u32::from(pixel.green()), b + u32::from(pixel.blue())]
        });
        sum.map(|channel| channel / (SQUARE * SQUARE))
    };
    (0..columns * rows).map(mean).collect()
}

/// The side of such a square.
const SQUARE: u32 = 4;

fn everything(game: Game, theme: Theme, bottom: Player, coordinates: Coordinates) -> Options {
    let all: BTreeSet<Cell> = game.shape.cells().collect();
    let opposite = |cell: Cell| {
        game.shape.cell(game.shape.turned(game.shape.hex(cell), 3)).expect("boards are symmetrical")
    };
    let tones = |number: usize| Tone::ALL[number % Tone::ALL.len()];
    let layers = |number: usize| if number.is_multiple_of(2) { Layer::Below } else { Layer::Above };
    let lanes = |number: usize| if number.is_multiple_of(3) { Lane::Right } else { Lane::Middle };
    let arrows = all.iter().enumerate().map(|(number, &cell)| Arrow {
        from: cell,
        to: opposite(cell),
        tone: tones(number),
        layer: layers(number),
        lane: lanes(number),
    });
    let circles = all.iter().enumerate();
    let circles = circles.map(|(number, &cell)| Circle { cell, tone: tones(number) });
    let first = *all.first().expect("boards have cells");
    let marks = Marks {
        last_move: Some(Move { from: first, to: opposite(first), promotion: None }),
        circles: circles.collect(),
        arrows: arrows.collect(),
        check: all.clone(),
        cells: all.clone(),
        dots: all.clone(),
        rings: all.clone(),
        crosses: all,
    };
    // The highest and the lowest signs that there are, wide words, and several lines of them.
    let text = "ÁŐŰĘĄŻÇgjpqy|@ ".repeat(6) + &"Wm".repeat(40);
    let caption = Caption {
        above: vec![text.clone(), text.clone()],
        left: "ÁŐ s#12".into(),
        middle: text,
        right: "18+18+Çy".into(),
    };
    Options { theme, view: View { bottom, coordinates }, marks, caption, ..Options::default() }
}

/// Asserts that nothing of a document is drawn beyond its edges, the width of pens included.
fn stays_inside(svg: &str, what: &str) {
    let tree = Tree::from_str(svg, &usvg::Options::default()).expect("it is SVG");
    let (drawn, size) = (tree.root().abs_stroke_bounding_box(), tree.size());
    let beyond = [-drawn.left(), -drawn.top(), drawn.right() - size.width(), drawn.bottom() - size.height()];
    assert!(beyond.iter().all(|&much| much < 0.01), "{what}: left, top, right, bottom by {beyond:?}");
}

fn every_picture_stays_inside(game: Game, theme: Theme) {
    let start = Setup::from(&Position::start(game));
    for bottom in game.players() {
        for coordinates in [Coordinates::Edge, Coordinates::Inside, Coordinates::Hidden] {
            let what = format!("{} {} {bottom:?} {coordinates:?}", game.name, theme.name);
            let options = everything(game, theme, bottom, coordinates);
            stays_inside(&svg(&start, &options), &what);
            let alone = Caption { above: vec!["ÁŐ".into()], ..Caption::default() };
            for caption in [alone, Caption { middle: "Çgjpqy".into(), ..Caption::default() }] {
                let options = Options { marks: Marks::default(), caption, ..options.clone() };
                stays_inside(&svg(&start, &options), &what);
            }
        }
    }
    for letters in Letters::ALL {
        let rules = rule_sheet(
            game,
            &Options { theme, letters, title: Some("Ćąg".repeat(99)), ..Options::default() },
        );
        stays_inside(&rules.to_string(), game.name);
    }
}

#[test]
fn nothing_is_drawn_beyond_the_edges_whatever_the_options() {
    let themes = length(1, Theme::ALL.len());
    for (number, &game) in Game::ALL.iter().enumerate() {
        for theme in Theme::ALL.into_iter().cycle().skip(number).take(themes) {
            every_picture_stays_inside(game, theme);
        }
    }
}

#[test]
fn other_programs_see_the_same() {
    let start = Setup::from(&Position::start(Game::ECHEX3));
    let marked = everything(Game::GLINSKI, Theme::WARM, Player::BLACK, Coordinates::Inside);
    let corners_up = everything(Game::BRUSKY, Theme::WARM, Player::BLACK, Coordinates::Inside);
    let pictures = [
        ("contact-sheet", include_str!("../snapshots/contact-sheet.svg").to_owned()),
        ("echex3-print", svg(&start, &Options { theme: Theme::PRINT, ..Options::default() })),
        ("echex3-warm", svg(&start, &Options::default())),
        ("marked", svg(Setup::from(&Position::start(Game::GLINSKI)), &marked)),
        ("brusky", svg(Setup::from(&Position::start(Game::BRUSKY)), &corners_up)),
    ];
    for (name, picture) in pictures {
        let ours = rendered(&picture);
        let blank = Pixmap::new(ours.width(), ours.height()).map(|mut blank| {
            blank.fill(Color::WHITE);
            means(&blank)
        });
        let is_other = |(one, other): &(&[u32; 3], &[u32; 3])| {
            one.iter().zip(*other).any(|(a, b)| a.abs_diff(*b) > u32::from(NOTICEABLE))
        };
        let count = |others: &[[u32; 3]]| means(&ours).iter().zip(others).filter(is_other).count();
        assert!(blank.is_some_and(|blank| 10 * count(&blank) > blank.len()), "{name} shows something");
        for (program, told) in OTHERS {
            let Some(theirs) = seen_by(program, told, name, &picture, [ours.width(), ours.height()]) else {
                continue;
            };
            let theirs = means(&theirs);
            let others = count(&theirs);
            println!("{program} {name}: {others} of {}", theirs.len());
            assert!(
                1000 * others <= FEW * theirs.len(),
                "{program} sees {others} squares of {name} otherwise"
            );
        }
    }
}

fn seen_from_every_seat(game: Game, theme: Theme, prefix: &Prefix, pictures: &mut Vec<Picture>) {
    for bottom in game.players() {
        let options = Options {
            theme,
            view: View::of(bottom),
            prefix: prefix.numbered(pictures.len()),
            caption: Caption {
                middle: format!("{} {}", game.title, bottom.index() + 1),
                ..Caption::default()
            },
            ..Options::default()
        };
        pictures.push(draw(&Setup::from(&Position::start(game)), &options));
    }
}

/// Leaves sheets to look at: every game from every seat, one sheet a theme.
#[test]
fn every_theme_shows_every_game_from_every_seat() {
    let mut sheets: Vec<Pixmap> = Vec::new();
    for theme in Theme::ALL {
        let (mut pictures, prefix) = (Vec::new(), Prefix::default());
        seen_from_every_seat(Game::GLINSKI, theme, &prefix, &mut pictures);
        seen_from_every_seat(Game::MCCOOEY, theme, &prefix, &mut pictures);
        seen_from_every_seat(Game::MINI, theme, &prefix, &mut pictures);
        seen_from_every_seat(Game::ECHEX3, theme, &prefix, &mut pictures);
        seen_from_every_seat(Game::ECHEX6, theme, &prefix, &mut pictures);
        seen_from_every_seat(Game::SHAFRAN, theme, &prefix, &mut pictures);
        seen_from_every_seat(Game::DEVASA, theme, &prefix, &mut pictures);
        seen_from_every_seat(Game::BRUSKY, theme, &prefix, &mut pictures);
        let sheet = Sheet { columns: 5, title: theme.name.to_owned(), width: None, prefix };
        let sheet = sheet.of(&pictures, &theme).to_string();
        stays_inside(&sheet, theme.name);
        let seen = rendered(&sheet);
        let path = format!("{}/theme-{}.png", env!("CARGO_TARGET_TMPDIR"), theme.name);
        seen.save_png(path).expect("a disk that is not full");
        let is_like = |other: &Pixmap| 1000 * differing(&seen, other) <= FEW * seen.pixels().len();
        assert!(!sheets.iter().any(is_like), "{} looks like another theme", theme.name);
        sheets.push(seen);
    }
}

#[test]
fn png_that_is_too_large_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let many = folder.path().join("many.epd").display().to_string();
    std::fs::write(&many, "1/3/5/7/7p1/8P2/2p4K1P1/2B8/8Bk1/2B8/11 w - 0 1;\n".repeat(400)).expect("a file");
    for args in [
        &["diagram", "start", "--format", "png", "--width", "30000"][..],
        &["diagram", &many, "--sheet", "--columns", "1", "--format", "png"],
    ] {
        let ended = run::hexmate(args);
        assert_eq!((ended.status, ended.stdout.as_str()), (Some(2), ""), "{}", ended.stderr);
        let (_, most) = ended.stderr.split_once("the largest --width is ").expect("the largest");
        let most: u32 = most.split(' ').next().and_then(|most| most.parse().ok()).expect("a number");
        assert!((100..10_000).contains(&most), "{most}");
        // One pixel more is refused too.
        let more = (most + 1).to_string();
        assert_eq!(run::hexmate(&[args, &["--width", &more]].concat()).status, Some(2), "{more}");
    }
}
