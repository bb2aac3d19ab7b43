//! SVG documents, and sheets of several pictures.

use std::fmt::{self, Write};

use super::{Caption, Prefix, Rgb, Theme, glyphs, layout, lettering};

/// An SVG drawing, as a document of its own or as one picture on a [`Sheet`].
///
/// Its `Display` writes the SVG document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// ARIA role: `img`, or `group` for a sheet.
    pub(super) role: &'static str,
    /// Id of the root element.
    pub(super) name: String,
    /// Language code.
    pub(super) language: &'static str,
    /// Title for screen readers.
    pub(super) title: String,
    /// Description for screen readers.
    pub(super) description: String,
    /// Left, top, width and height, in units of the content.
    pub(super) view_box: [i32; 4],
    /// Displayed size.
    pub(super) size: Size,
    /// SVG elements of the drawing.
    pub(super) content: String,
}

/// The displayed size of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Size {
    /// Fills the available space.
    Free,
    /// Width in pixels, with the height in proportion.
    Pixels(u32),
    /// Width and height on paper, in millimetres.
    Millimetres(u32, u32),
}

/// Width in pixels of a rendered picture that does not specify one.
pub const DEFAULT_WIDTH: u16 = 1200;

impl Picture {
    /// Returns width and height in pixels.
    ///
    /// A size on paper counts 96 pixels per inch; a picture without a size is [`DEFAULT_WIDTH`] wide.
    pub fn pixels(&self) -> (u64, u64) {
        let [_, _, across, along] = self.view_box.map(|length| u64::from(length.max(1).unsigned_abs()));
        let high = |width: u32| (u64::from(width), u64::from(width) * along / across);
        let of_paper = |millimetres: u32| u64::from(millimetres) * 960 / 254;
        match self.size {
            Size::Free => high(DEFAULT_WIDTH.into()),
            Size::Pixels(width) => high(width),
            Size::Millimetres(width, height) => (of_paper(width), of_paper(height)),
        }
    }

    /// Replaces the title.
    #[must_use]
    pub fn with_title(self, title: String) -> Self {
        Self { title, ..self }
    }

    fn element(&self, opening: &str) -> String {
        let Self { role, name, language, content, .. } = self;
        let [left, top, width, height] = self.view_box;
        let [title, description] = [Escaped(&self.title), Escaped(&self.description)];
        format!(
            r#"<svg{opening} id="{name}" class="hexmate" viewBox="{left} {top} {width} {height}" stroke-linejoin="round" role="{role}" lang="{language}" aria-labelledby="{name}-t {name}-d">
<title id="{name}-t">{title}</title>
<desc id="{name}-d">{description}</desc>
{content}</svg>
"#
        )
    }
}

/// Writes the SVG document.
impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [_, _, width, height] = self.view_box.map(i64::from);
        let size = match self.size {
            Size::Free => String::new(),
            Size::Pixels(pixels) => {
                let matching = (i64::from(pixels) * height + width / 2) / width;
                format!(r#" width="{pixels}" height="{matching}""#)
            }
            Size::Millimetres(width, height) => format!(r#" width="{width}mm" height="{height}mm""#),
        };
        let names = r#" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink""#;
        f.write_str(&self.element(&format!("{names}{size}")))
    }
}

/// A sheet of several pictures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    /// Number of columns; 0 counts as 1.
    pub columns: usize,
    /// Title, written above the pictures and read by screen readers.
    pub title: String,
    /// Width in pixels, with the height in proportion; `None` to fill the available width.
    pub width: Option<u32>,
    /// Prefix of the sheet's ids; must differ from those of the pictures.
    pub prefix: Prefix,
}

/// Gap between the pictures of a sheet.
const GAP: i32 = 24;

impl Sheet {
    /// Draws the sheet, with the pictures from left to right in rows; an incomplete row is centred.
    ///
    /// The pictures must have different ids.
    pub fn of(&self, pictures: &[Picture], theme: &Theme) -> Picture {
        let columns = self.columns.clamp(1, pictures.len().max(1)) as i32;
        let widest = pictures.iter().map(|picture| picture.view_box[2]).max().unwrap_or(GAP);
        let width = columns * (widest + GAP) + GAP;
        let caption = Caption { above: vec![self.title.clone()], ..Caption::default() };
        let lines = caption.lines_above(10 * (width - 2 * GAP));
        let mut strokes = String::new();
        let mut y = GAP;
        for line in &lines {
            strokes += &lettering::strokes(line, 5 * width - lettering::width(line) / 2, 10 * (y + 12));
            y += GAP;
        }
        let name = &self.prefix;
        let mut content = String::new();
        let (scale, colour) = (layout::FINE, theme.caption);
        content += &TextPath { class: "caption", scale, colour, strokes: &strokes }.to_string();
        for row in pictures.chunks(columns as usize) {
            let highest = row.iter().map(|picture| picture.view_box[3]).max().unwrap_or(0);
            let indent = GAP + (columns - row.len() as i32) * (widest + GAP) / 2;
            for (column, picture) in row.iter().enumerate() {
                let [_, _, own_width, own_height] = picture.view_box;
                let x = indent + column as i32 * (widest + GAP) + (widest - own_width) / 2;
                let place = format!(r#" x="{x}" y="{y}" width="{own_width}" height="{own_height}""#);
                content += &picture.element(&place);
            }
            y += highest + GAP;
        }
        Picture {
            role: "group",
            name: name.to_string(),
            language: pictures.first().map_or("en", |picture| picture.language),
            title: self.title.clone(),
            description: pictures.iter().map(|picture| picture.title.as_str()).collect::<Vec<_>>().join("; "),
            view_box: [0, 0, width, y],
            size: self.width.map_or(Size::Free, Size::Pixels),
            content,
        }
    }
}

/// XML text content. Characters that XML forbids become U+FFFD.
pub(super) struct Escaped<'t>(pub(super) &'t str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '\t' | '\n' => f.write_char(character)?,
                '\0'..' ' | '\u{fffe}' | '\u{ffff}' => f.write_char(char::REPLACEMENT_CHARACTER)?,
                _ => f.write_char(character)?,
            }
        }
        Ok(())
    }
}

/// Text as one SVG path; writes nothing if there are no strokes.
pub(super) struct TextPath<'s> {
    pub(super) class: &'static str,
    /// Attribute that scales the strokes.
    pub(super) scale: &'s str,
    pub(super) colour: Rgb,
    pub(super) strokes: &'s str,
}

impl fmt::Display for TextPath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { class, scale, colour, strokes } = self;
        if strokes.is_empty() {
            return Ok(());
        }
        write!(f, r#"<path class="{class}" {scale} fill="none" stroke="{colour}""#)?;
        write!(f, r#" stroke-width="{}" stroke-linecap="round""#, glyphs::PEN)?;
        writeln!(f, r#" d="{strokes}"/>"#)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaping_replaces_forbidden_characters() {
        assert_eq!(Escaped("R&D <f6>\u{1}").to_string(), "R&amp;D &lt;f6&gt;\u{fffd}");
    }
}
