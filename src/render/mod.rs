//! Pictures as pixels and as pages, and the pages of a book. Knows SVG and what renders it; no positions, no files.
//!
//! ```
//! # #[cfg(feature = "png")] {
//! use hexmate::diagram::Options;
//! use hexmate::game::{Game, Position};
//!
//! let svg = Position::start(Game::GLINSKI).svg(&Options::default());
//! let pixels = hexmate::render::png(&svg).expect("no larger than a picture can be");
//! assert!(pixels.starts_with(b"\x89PNG"));
//! # }
//! ```

#[cfg(feature = "pdf")]
mod book;
#[cfg(feature = "pdf")]
mod face;
#[cfg(feature = "pdf")]
mod pages;

#[cfg(feature = "pdf")]
pub use book::book;

use resvg::usvg::{Options, Tree};

/// A document as a PNG, white where nothing is drawn, as wide as it says or 1200 pixels.
///
/// `None` if it is no SVG, or larger than a picture can be.
#[cfg(feature = "png")]
pub fn png(svg: &str) -> Option<Vec<u8>> {
    use resvg::tiny_skia::{Color, Pixmap, Transform};

    let tree = read(svg)?;
    let size = tree.size();
    let has_width = svg.split_once('>').is_some_and(|(opening, _)| opening.contains(" width="));
    let scale = if has_width { 1. } else { 1200. / size.width() };
    let mut pixels =
        Pixmap::new((size.width() * scale).round() as u32, (size.height() * scale).round() as u32)?;
    pixels.fill(Color::WHITE);
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().ok()
}

/// A document as a PDF of one page, as large as the drawing.
///
/// `None` if it is no SVG, or cannot be a page.
#[cfg(feature = "pdf")]
pub fn pdf(svg: &str) -> Option<Vec<u8>> {
    use krilla::Document;
    use krilla::geom::Size;
    use krilla::page::PageSettings;
    use krilla_svg::{SurfaceExt, SvgSettings};

    let tree = read(svg)?;
    // A CSS pixel is three quarters of a point.
    let [width, height] = [tree.size().width(), tree.size().height()].map(|pixels| pixels * 0.75);
    let mut document = Document::new();
    let mut page = document.start_page_with(PageSettings::from_wh(width, height)?);
    let mut surface = page.surface();
    surface.draw_svg(&tree, Size::from_wh(width, height)?, SvgSettings::default())?;
    surface.finish();
    page.finish();
    document.finish().ok()
}

fn read(svg: &str) -> Option<Tree> {
    Tree::from_str(svg, &Options::default()).ok()
}
