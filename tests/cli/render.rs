//! Rendered pictures: SVG compared with a stored picture and with other renderers, PNG and PDF files, and the edges of
//! pictures.
//!
//! For a renderer that is not installed the tests print `SKIPPED`.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use crate::law_length::quick_or_full;
use crate::run;
use hexmate_core::geometry::Cell;
use hexmate_core::rules::{Move, Player};
use hexmate_diagram::{
    Arrow, Caption, Circle, ColourTheme, Coordinates, Lane, Layer, Marks, Options, Picture, Prefix, Sheet,
    Tone, View, draw, rule_sheet, svg,
};
use hexmate_position::Letters;
use hexmate_position::{Game, Position, Setup};
use resvg::tiny_skia::{Color, Pixmap, PixmapPaint, Transform};
use resvg::usvg::{self, Tree};

/// Largest difference of a colour channel, of 255, at which two pixels still count as equal.
const TOLERANCE: u8 = 48;

/// Allowed number of different pixels per 1000: versions of the renderer smooth edges differently.
const MOST_DIFFERENT: usize = 2;

/// Width of rendered pictures in pixels.
const WIDTH: f32 = 1400.;

fn rendered(svg: &str) -> Pixmap {
    rendered_at(svg, WIDTH).0
}

/// Renders a picture `width` pixels wide; also returns the pixels per unit of the picture.
fn rendered_at(svg: &str, width: f32) -> (Pixmap, f32) {
    let tree = Tree::from_str(svg, &usvg::Options::default()).expect("a well-formed SVG");
    let scale = width / tree.size().width();
    let height = (tree.size().height() * scale).round() as u32;
    let mut pixels = Pixmap::new(width as u32, height).expect("a size above zero");
    pixels.fill(Color::WHITE);
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    (pixels, scale)
}

/// Counts the pixels that differ by more than [`TOLERANCE`].
fn count_differences(left: &Pixmap, right: &Pixmap) -> usize {
    assert_eq!((left.width(), left.height()), (right.width(), right.height()));
    let pairs = left.data().chunks(4).zip(right.data().chunks(4));
    let differ =
        |(left, right): &(&[u8], &[u8])| left.iter().zip(*right).any(|(a, b)| a.abs_diff(*b) > TOLERANCE);
    pairs.filter(differ).count()
}

#[test]
fn contact_sheet_matches_stored_picture() {
    let seen = rendered(include_str!("../snapshots/contact-sheet.svg"));
    let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/contact-sheet.png");
    seen.save_png(path).expect("a disk that is not full");
    let stored = Pixmap::load_png(Path::new("tests/snapshots/contact-sheet.png")).expect("a stored picture");
    let different = count_differences(&seen, &stored);
    assert!(
        1000 * different <= MOST_DIFFERENT * stored.pixels().len(),
        "{different} pixels differ: look at {path}; if it is right, copy it to tests/snapshots/contact-sheet.png"
    );
}

#[test]
fn missing_hatching_changes_picture() {
    let sheet = include_str!("../snapshots/contact-sheet.svg");
    let without =
        sheet.replace("clip-path", "data-clip-path").replace("id=\"h-5-h", "display=\"none\" id=\"h-5-h");
    let (seen, other) = (rendered(sheet), rendered(&without));
    assert!(1000 * count_differences(&seen, &other) > MOST_DIFFERENT * seen.pixels().len());
}

/// Draws the start position into a file with this ending.
fn drawn(ending: &str) -> Vec<u8> {
    let path = format!("{}/start.{ending}", env!("CARGO_TARGET_TMPDIR"));
    let status = Command::new(env!("CARGO_BIN_EXE_hexmate"))
        .args(["diagram", "start", "--theme", "greys", "--width", "576", "-o", &path])
        .status()
        .expect("the program ends");
    assert!(status.success());
    std::fs::read(path).expect("a picture")
}

#[test]
fn png_has_requested_width_and_pieces() {
    let picture = Pixmap::decode_png(&drawn("png")).expect("a PNG");
    assert_eq!((picture.width(), picture.height()), (576, 664));
    let is_dark = |pixel: &&resvg::tiny_skia::PremultipliedColorU8| pixel.red() < 40;
    // Black's pieces, the lines and the frame.
    assert!(picture.pixels().iter().filter(is_dark).count() > 8_000);
    assert!(picture.pixels().iter().all(|pixel| pixel.alpha() == 255));
}

#[test]
fn pdf_is_one_vector_page() {
    let page = drawn("pdf");
    assert!(page.starts_with(b"%PDF-"));
    let text = String::from_utf8_lossy(&page);
    assert!(text.contains("/Type/Page") || text.contains("/Type /Page"));
    assert!(
        !text.contains("/Font ") && !text.contains("/Subtype/Image") && !text.contains("/Subtype /Image")
    );
    assert!(text.contains("[0 0 432 498]"), "576 by 664 pixels are 432 by 498 points");
}

/// Other SVG renderers, each with its command line.
const RENDERERS: [(&str, Arguments); 3] = [
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

/// Returns the arguments that render an SVG file into a PNG file with a width and height in pixels.
type Arguments = fn(String, String, [String; 2]) -> Vec<String>;

/// Renders a document with another program; `None` if it is not installed.
fn rendered_by(program: &str, arguments: Arguments, name: &str, svg: &str, size: [u32; 2]) -> Option<Pixmap> {
    let path = |ending: &str| format!("{}/{program}-{name}.{ending}", env!("CARGO_TARGET_TMPDIR"));
    let [width, height] = size.map(|pixels| pixels.to_string());
    let sized = svg.replacen("<svg ", &format!("<svg width=\"{width}\" height=\"{height}\" "), 1);
    std::fs::write(path("svg"), sized).expect("a disk that is not full");
    let run = Command::new(program).args(arguments(path("svg"), path("png"), [width, height])).output();
    if run.is_err_and(|error| error.kind() == std::io::ErrorKind::NotFound) {
        // Written directly: the test harness hides the output of passing tests.
        let _ = writeln!(std::io::stderr(), "SKIPPED: no {program} here, no picture was compared with it");
        return None;
    }
    let mut pixels = Pixmap::new(size[0], size[1]).expect("a size above zero");
    pixels.fill(Color::WHITE);
    let drawn =
        Pixmap::load_png(Path::new(&path("png"))).unwrap_or_else(|error| panic!("{program}: {error}"));
    pixels.draw_pixmap(0, 0, drawn.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
    Some(pixels)
}

/// Returns the mean colour of every square of [`SQUARE`] pixels, so that different smoothing of edges does not matter.
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

/// Side of the squares of [`means`] in pixels.
const SQUARE: u32 = 4;

fn everything(game: Game, theme: ColourTheme, bottom: Player, coordinates: Coordinates) -> Options {
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
        cells: all.iter().zip(Tone::ALL.into_iter().cycle()).map(|(&cell, tone)| (cell, tone)).collect(),
        dots: Marks::plain(all.clone()),
        rings: Marks::plain(all.clone()),
        crosses: Marks::plain(all.clone()),
        check: all,
    };
    // The highest, lowest and widest characters, on several lines.
    let text = "ÁŐŰĘĄŻÇgjpqy|@ ".repeat(6) + &"Wm".repeat(40);
    let caption = Caption {
        above: vec![text.clone(), text.clone()],
        left: "ÁŐ s#12".into(),
        middle: text.clone(),
        right: "18+18+Çy".into(),
        below: vec![text],
        ..Caption::default()
    };
    Options { theme, view: View { bottom, coordinates }, marks, caption, ..Options::default() }
}

/// Asserts that nothing of a document, strokes included, crosses its edges.
fn assert_inside(svg: &str, name: &str) {
    let tree = Tree::from_str(svg, &usvg::Options::default()).expect("a well-formed SVG");
    let (drawn, size) = (tree.root().abs_stroke_bounding_box(), tree.size());
    let beyond = [-drawn.left(), -drawn.top(), drawn.right() - size.width(), drawn.bottom() - size.height()];
    assert!(beyond.iter().all(|&much| much < 0.01), "{name}: left, top, right, bottom by {beyond:?}");
}

fn check_pictures(game: Game, theme: ColourTheme) {
    let start = Setup::from(&Position::start(game));
    for bottom in game.players() {
        for coordinates in [Coordinates::Edge, Coordinates::Inside, Coordinates::Hidden] {
            let name = format!("{} {} {bottom:?} {coordinates:?}", game.name, theme.name);
            let options = everything(game, theme, bottom, coordinates);
            assert_inside(&svg(&start, &options), &name);
            let alone = Caption { above: vec!["ÁŐ".into()], ..Caption::default() };
            for caption in [alone, Caption { middle: "Çgjpqy".into(), ..Caption::default() }] {
                let options = Options { marks: Marks::default(), caption, ..options.clone() };
                assert_inside(&svg(&start, &options), &name);
            }
        }
    }
    for letters in Letters::ALL {
        let rules = rule_sheet(
            game,
            &Options { theme, letters, title: Some("Ćąg".repeat(99)), ..Options::default() },
        );
        assert_inside(&rules.to_string(), game.name);
    }
}

#[test]
#[ignore = "long: make verify-program"]
fn pictures_stay_inside_their_edges() {
    let themes = quick_or_full(1, ColourTheme::ALL.len());
    for (number, &game) in Game::ALL.iter().enumerate() {
        for theme in ColourTheme::ALL.into_iter().cycle().skip(number).take(themes) {
            check_pictures(game, theme);
        }
    }
}

#[test]
#[ignore = "long: make verify-program"]
fn other_renderers_agree() {
    let start = Setup::from(&Position::start(Game::ECHEX3));
    let marked = everything(Game::GLINSKI, ColourTheme::WARM, Player::BLACK, Coordinates::Inside);
    let corners_up = everything(Game::BRUSKY, ColourTheme::WARM, Player::BLACK, Coordinates::Inside);
    let pictures = [
        ("contact-sheet", include_str!("../snapshots/contact-sheet.svg").to_owned()),
        ("echex3-print", svg(&start, &Options { theme: ColourTheme::PRINT, ..Options::default() })),
        ("echex3-warm", svg(&start, &Options::default())),
        ("marked", svg(Setup::from(&Position::start(Game::GLINSKI)), &marked)),
        ("brusky", svg(Setup::from(&Position::start(Game::BRUSKY)), &corners_up)),
    ];
    for (name, picture) in pictures.into_iter().take(quick_or_full(2, usize::MAX)) {
        let ours = rendered(&picture);
        let blank = Pixmap::new(ours.width(), ours.height()).map(|mut blank| {
            blank.fill(Color::WHITE);
            means(&blank)
        });
        let is_different = |(left, right): &(&[u32; 3], &[u32; 3])| {
            left.iter().zip(*right).any(|(a, b)| a.abs_diff(*b) > u32::from(TOLERANCE))
        };
        let count = |others: &[[u32; 3]]| means(&ours).iter().zip(others).filter(is_different).count();
        assert!(blank.is_some_and(|blank| 10 * count(&blank) > blank.len()), "{name} shows something");
        for (program, arguments) in RENDERERS {
            let Some(theirs) = rendered_by(program, arguments, name, &picture, [ours.width(), ours.height()])
            else {
                continue;
            };
            let theirs = means(&theirs);
            let different = count(&theirs);
            println!("{program} {name}: {different} of {}", theirs.len());
            assert!(
                1000 * different <= MOST_DIFFERENT * theirs.len(),
                "{program} renders {different} squares of {name} differently"
            );
        }
    }
}

/// Draws the start position of a game from every seat.
fn draw_from_every_seat(game: Game, theme: ColourTheme, prefix: &Prefix, pictures: &mut Vec<Picture>) {
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

/// Writes one sheet per theme, with every game from every seat, into `target/tmp`.
#[test]
#[ignore = "long: make verify-program"]
fn themes_differ_in_every_game() {
    let mut sheets: Vec<Pixmap> = Vec::new();
    for theme in ColourTheme::ALL {
        let (mut pictures, prefix) = (Vec::new(), Prefix::default());
        draw_from_every_seat(Game::GLINSKI, theme, &prefix, &mut pictures);
        draw_from_every_seat(Game::MCCOOEY, theme, &prefix, &mut pictures);
        draw_from_every_seat(Game::MINI, theme, &prefix, &mut pictures);
        draw_from_every_seat(Game::ECHEX3, theme, &prefix, &mut pictures);
        draw_from_every_seat(Game::ECHEX6, theme, &prefix, &mut pictures);
        draw_from_every_seat(Game::SHAFRAN, theme, &prefix, &mut pictures);
        draw_from_every_seat(Game::DEVASA, theme, &prefix, &mut pictures);
        draw_from_every_seat(Game::BRUSKY, theme, &prefix, &mut pictures);
        let sheet = Sheet { columns: 5, title: theme.name.to_owned(), width: None, prefix };
        let sheet = sheet.of(&pictures, &theme).to_string();
        assert_inside(&sheet, theme.name);
        let seen = rendered(&sheet);
        let path = format!("{}/theme-{}.png", env!("CARGO_TARGET_TMPDIR"), theme.name);
        seen.save_png(path).expect("a disk that is not full");
        let is_like =
            |other: &Pixmap| 1000 * count_differences(&seen, other) <= MOST_DIFFERENT * seen.pixels().len();
        assert!(!sheets.iter().any(is_like), "{} looks like another theme", theme.name);
        sheets.push(seen);
    }
}

#[test]
fn oversized_png_is_rejected() {
    let folder = tempfile::tempdir().expect("a folder");
    let many = folder.path().join("many.epd").display().to_string();
    std::fs::write(&many, "1/3/5/7/7p1/8P2/2p4K1P1/2B8/8Bk1/2B8/11 w - 0 1;\n".repeat(400)).expect("a file");
    for args in [
        &["diagram", "start", "--format", "png", "--width", "30000"][..],
        &["diagram", &many, "--sheet", "--columns", "1", "--format", "png"],
    ] {
        let ended = run::hexmate(args);
        assert_eq!((ended.status, ended.stdout.as_str()), (Some(2), ""), "{}", ended.stderr);
        let (_, most) = ended.stderr.split_once("use --width ").expect("the largest");
        let most: u32 = most.split(' ').next().and_then(|most| most.parse().ok()).expect("a number");
        assert!((100..10_000).contains(&most), "{most}");
        // One pixel more is rejected too.
        let more = (most + 1).to_string();
        assert_eq!(run::hexmate(&[args, &["--width", &more]].concat()).status, Some(2), "{more}");
    }
}

/// Pixels of a picture after conversion to black and white, by rows; `true` for black.
fn one_bit(pixels: &Pixmap) -> Vec<Vec<bool>> {
    let row = pixels.width() as usize;
    let dark: Vec<bool> = pixels.pixels().iter().map(|pixel| pixel.red() < 128).collect();
    dark.chunks(row).map(<[bool]>::to_vec).collect()
}

/// Returns the sizes of the connected areas of one colour, black areas also across corners.
fn areas(rows: &[Vec<bool>], colour: bool) -> Vec<usize> {
    let (height, width) = (rows.len(), rows[0].len());
    let mut seen = vec![vec![false; width]; height];
    let mut sizes = Vec::new();
    for start in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        let mut open = vec![start];
        let mut size = 0;
        while let Some((x, y)) = open.pop() {
            if rows[y][x] != colour || std::mem::replace(&mut seen[y][x], true) {
                continue;
            }
            size += 1;
            for (dx, dy) in [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, 1), (-1, 1), (1, -1)] {
                let (Some(x), Some(y)) = (x.checked_add_signed(dx), y.checked_add_signed(dy)) else {
                    continue;
                };
                if (colour || dx == 0 || dy == 0) && x < width && y < height {
                    open.push((x, y));
                }
            }
        }
        sizes.extend(Some(size).filter(|&size| size > 0));
    }
    sizes
}

#[test]
fn bold_stipulations_do_not_clot() {
    // 5 cm at 300 dpi.
    let width = 591.;
    for (text, parts, holes) in [
        ("ser-h#2", 7, 2),
        ("exact-#3", 8, 3),
        ("semi-r#2", 9, 2),
        ("hs#2.5", 6, 1),
        ("s=8", 4, 2),
        ("#6*", 3, 2),
    ] {
        let caption = Caption {
            left: text.to_owned(),
            size: hexmate_diagram::CaptionSize::Large,
            ..Caption::default()
        };
        let picture = svg(
            Setup::empty(Game::GLINSKI),
            &Options { caption, theme: ColourTheme::OUTLINE, ..Options::default() },
        );
        let rows = one_bit(&rendered_at(&picture, width).0);
        // The caption is the lowest band of rows with black pixels.
        let is_black = |row: &Vec<bool>| row.contains(&true);
        let end = rows.iter().rposition(is_black).expect("a caption") + 1;
        let begin = rows[..end].iter().rposition(|row| !is_black(row)).expect("a gap above");
        let mut band = rows[begin..end].to_vec();
        band.push(vec![false; band[0].len()]);
        let letters = areas(&band, true);
        assert_eq!(letters.len(), parts, "{text}: letters touch, or have gaps: {letters:?}");
        // 0.15 mm are 1.8 pixels: no hole is smaller than two by two pixels.
        let white = areas(&band, false);
        assert_eq!(white.len(), 1 + holes, "{text}: {white:?}");
        assert!(white.iter().all(|&size| size >= 4), "{text}: {white:?}");
    }
}

#[test]
fn cells_differ_in_one_bit() {
    // 56 mm at 300 dpi.
    let width = 661.;
    for (theme, shades) in [(ColourTheme::HATCHED, 3), (ColourTheme::OUTLINE, 1)] {
        let picture = svg(Setup::empty(Game::GLINSKI), &Options { theme, ..Options::default() });
        let (pixels, scale) = rendered_at(&picture, width);
        let rows = one_bit(&pixels);
        // The part of black pixels inside a cell: f6 is medium, f7 and f5 have the other colours.
        let part = |cells: f32| {
            let middle = f32::from(u16::try_from(rows.len()).expect("a small picture")) / 2.;
            let [x, y] = [width / 2., middle + cells * 52. * scale];
            let half = 15. * scale;
            let inside = |at: f32| (at - half) as usize..(at + half) as usize;
            let counted: Vec<bool> =
                inside(y).flat_map(|y| inside(x).map(move |x| (x, y))).map(|(x, y)| rows[y][x]).collect();
            counted.iter().filter(|&&black| black).count() * 100 / counted.len()
        };
        let mut parts: Vec<usize> = [-1., 0., 1.].into_iter().map(part).collect();
        parts.sort_unstable();
        if shades == 1 {
            assert_eq!(parts, [0; 3]);
        } else {
            assert!(
                parts[0] == 0 && parts[1] >= 8 && parts[2] >= parts[1] + 12 && parts[2] <= 55,
                "{parts:?}"
            );
        }
    }
}
