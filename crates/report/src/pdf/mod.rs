//! Books as PDF: draws the layout of `pages`.

mod face;
mod pages;

use krilla::Document;
use krilla::color::rgb;
use krilla::destination::XyzDestination;
use krilla::geom::{PathBuilder, Point, Transform};
use krilla::metadata::Metadata;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::paint::Stroke;
use krilla::surface::Surface;
use usvg::Tree;

use self::face::{FIGURINE, Faces};
use self::pages::{ChapterStart, PageBoard, PageText};
use crate::book::Face;
use crate::{BookProblem, BookStyle};
use hexmate_core::rules::Role;
use hexmate_diagram::render::read;
use hexmate_position::Letters;

/// Fonts of books.
pub struct Fonts(Faces);

impl Fonts {
    /// Reads the fonts; `None` if they are faulty.
    pub fn load() -> Option<Self> {
        Faces::load().map(Self)
    }

    /// Returns whether every style can show a character.
    pub fn have(&self, character: char) -> bool {
        let faces = [Face::Roman, Face::Bold, Face::Italic];
        Letters::figurine(character).is_some() || faces.into_iter().all(|face| self.0.has(character, face))
    }

    /// Draws a character as SVG, from three tenths of an em below its base line to eleven tenths above it.
    pub fn sign(&self, character: char) -> Option<String> {
        let (path, width) = self.0.outline(character)?;
        Some(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 -1100 {width:.0} 1400\"><path d=\"{path}\"/></svg>"
        ))
    }
}

/// Returns a book as PDF: first the diagrams, then the solutions.
///
/// The pictures of the problems are SVG from any source. Returns `None` if one of them is not valid or too large for a
/// page.
pub fn book(style: &BookStyle, problems: &[BookProblem]) -> Option<Vec<u8>> {
    let faces = Faces::load()?;
    let figurines = Role::ALL.map(|role| read(&hexmate_diagram::figurine(role)));
    let mut document = Document::new();
    let metadata = Metadata::new().language(style.words.code.to_owned()).creator("hexmate".to_owned());
    document.set_metadata(match style.title.as_str() {
        "" => metadata,
        title => metadata.title(title.to_owned()),
    });
    let (width, height) = style.size();
    let layout = pages::layout(style, problems, &faces);
    if !layout.chapters.is_empty() {
        let mut outline = Outline::new();
        for ChapterStart { heading, page, y } in layout.chapters {
            let place = XyzDestination::new(page, Point::from_xy(0., y));
            outline.push_child(OutlineNode::new(heading, place));
        }
        document.set_outline(outline);
    }
    for set in layout.pages {
        let mut page = document.start_page_with(PageSettings::from_wh(width, height)?);
        let mut surface = page.surface();
        for board in &set.boards {
            let picture = problems.get(board.problem).map(|problem| problem.picture.as_str())?;
            if !picture.is_empty() {
                draw_board(&mut surface, &read(picture)?, board)?;
            }
        }
        for blank in &set.blanks {
            draw_blank(&mut surface, *blank)?;
        }
        for text in &set.texts {
            draw_text(&mut surface, text, &faces, &figurines)?;
        }
        surface.finish();
        page.finish();
    }
    document.finish().ok()
}

/// Returns the number of captions and headings of a book that are cut because a page has no room for them.
pub fn cut_texts(style: &BookStyle, problems: &[BookProblem]) -> usize {
    Faces::load().map_or(0, |faces| pages::layout(style, problems, &faces).cut)
}

/// Draws a diagram as large as its frame and the boards of the book allow, centred.
fn draw_board(surface: &mut Surface<'_>, tree: &Tree, board: &PageBoard) -> Option<()> {
    let size = tree.size();
    let scale = (board.most / size.width()).min(board.height / size.height());
    let [width, height] = [scale * size.width(), scale * size.height()];
    let [x, y] = [board.x + (board.width - width) / 2., board.y + (board.height - height) / 2.];
    draw(surface, tree, [x, y], [width, height])
}

fn draw(surface: &mut Surface<'_>, tree: &Tree, [x, y]: [f32; 2], size: [f32; 2]) -> Option<()> {
    surface.push_transform(&Transform::from_translate(x, y));
    let drawn = hexmate_diagram::page::draw(surface, tree, size);
    surface.pop();
    drawn
}

/// Draws a line to write on, given its left end, baseline and width.
fn draw_blank(surface: &mut Surface<'_>, [x, y, width]: [f32; 3]) -> Option<()> {
    let mut path = PathBuilder::new();
    path.move_to(x, y);
    path.line_to(x + width, y);
    surface.set_stroke(Some(Stroke {
        paint: rgb::Color::new(120, 120, 120).into(),
        width: 0.4,
        ..Stroke::default()
    }));
    surface.draw_path(&path.finish()?);
    surface.set_stroke(None);
    Some(())
}

fn draw_text(
    surface: &mut Surface<'_>,
    text: &PageText,
    faces: &Faces,
    figurines: &[Option<Tree>],
) -> Option<()> {
    let PageText { words: text, face, size, mut x, y } = text.clone();
    let mut rest = text.as_str();
    while !rest.is_empty() {
        let next = rest.char_indices().find_map(|(at, c)| Some((at, c, Letters::figurine(c)?)));
        let (words, figurine) = match next {
            Some((at, ..)) => (&rest[..at], next),
            None => (rest, None),
        };
        if !words.is_empty() {
            for (font, words, glyphs) in faces.runs(words, face) {
                surface.draw_glyphs(Point::from_xy(x, y), &glyphs, font, words, size, false);
                x += faces.width(words, face, size);
            }
        }
        rest = &rest[words.len()..];
        if let Some((_, character, role)) = figurine {
            let tree = figurines.get(role as usize)?.as_ref()?;
            let height = 0.86 * size;
            let width = height * tree.size().width() / tree.size().height();
            draw(
                surface,
                tree,
                [x + (FIGURINE * size - width) / 2., y - height + 0.1 * size],
                [width, height],
            )?;
            x += FIGURINE * size;
            rest = &rest[character.len_utf8()..];
        }
    }
    Some(())
}
