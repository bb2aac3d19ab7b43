//! Renders SVG documents as PNG images and PDF pages.
//!
//! ```
//! # #[cfg(feature = "png")] {
//! use hexmate_diagram::{Options, svg};
//! use hexmate_position::{Game, Position};
//!
//! let svg = svg(&Position::start(Game::GLINSKI), &Options::default());
//! let pixels = hexmate_diagram::render::png(&svg).expect("no larger than a picture can be");
//! assert!(pixels.starts_with(b"\x89PNG"));
//! # }
//! ```

use usvg::{Options, Tree};

/// Maximum number of pixels in a PNG, which take 400 MB while it is drawn.
#[cfg(feature = "png")]
pub const MAX_PIXELS: u64 = 100_000_000;

/// Renders an SVG document as a PNG on white, in the document's width or else [`crate::DEFAULT_WIDTH`].
///
/// Returns `None` if the document is not SVG or has more than [`MAX_PIXELS`].
#[cfg(feature = "png")]
pub fn png(svg: &str) -> Option<Vec<u8>> {
    use resvg::tiny_skia::{Color, Pixmap, Transform};

    use crate::DEFAULT_WIDTH;

    let tree = read(svg)?;
    let size = tree.size();
    let has_width = svg.split_once('>').is_some_and(|(opening, _)| opening.contains(" width="));
    let scale = if has_width { 1. } else { f32::from(DEFAULT_WIDTH) / size.width() };
    let [width, height] = [size.width(), size.height()].map(|length| (length * scale).round() as u32);
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return None;
    }
    let mut pixels = Pixmap::new(width, height)?;
    pixels.fill(Color::WHITE);
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().ok()
}

/// Renders an SVG document as a PDF of one page in the size of the drawing.
///
/// Returns `None` if the document is not SVG or its size cannot be that of a page.
#[cfg(feature = "pdf")]
pub fn pdf(svg: &str) -> Option<Vec<u8>> {
    use krilla::Document;
    use krilla::page::PageSettings;

    let tree = read(svg)?;
    // A CSS pixel is three quarters of a point.
    let [width, height] = [tree.size().width(), tree.size().height()].map(|pixels| pixels * 0.75);
    let mut document = Document::new();
    let mut page = document.start_page_with(PageSettings::from_wh(width, height)?);
    let mut surface = page.surface();
    crate::page::draw(&mut surface, &tree, [width, height])?;
    surface.finish();
    page.finish();
    document.finish().ok()
}

/// Parses an SVG document; returns `None` if it is not one.
pub fn read(svg: &str) -> Option<Tree> {
    Tree::from_str(svg, &Options::default()).ok()
}
