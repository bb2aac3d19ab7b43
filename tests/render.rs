//! Pictures as they are seen: SVG through a renderer, compared with a stored one; PNG and PDF files.

use std::path::Path;
use std::process::Command;

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// Of 255, by how much a channel may differ before a pixel counts as another.
const NOTICEABLE: u8 = 48;

/// Of 1000 pixels, how many may be others: edges are smoothed differently by each version.
const FEW: usize = 2;

/// The widths of both pictures in pixels.
const WIDTH: f32 = 1400.;

fn rendered(svg: &str) -> Pixmap {
    let tree = Tree::from_str(svg, &Options::default()).expect("it is SVG");
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
    let seen = rendered(include_str!("snapshots/contact-sheet.svg"));
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
    let sheet = include_str!("snapshots/contact-sheet.svg");
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
fn a_png_is_as_wide_as_asked_and_shows_men() {
    let picture = Pixmap::decode_png(&drawn("png")).expect("it is PNG");
    assert_eq!((picture.width(), picture.height()), (576, 664));
    let is_dark = |pixel: &&resvg::tiny_skia::PremultipliedColorU8| pixel.red() < 40;
    // Black's men, the lines and the frame.
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
