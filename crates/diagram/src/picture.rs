//! SVG documents, and sheets of many. Knows elements and sizes; no boards.

use std::fmt::{self, Write};

use super::{Caption, Prefix, Rgb, Theme, glyphs, layout, lettering};

/// A drawing, not yet a document: it can stand alone or on a sheet.
///
/// Its display is the SVG document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// What it is to a reader who does not see it: one picture, or a group of them.
    pub(super) role: &'static str,
    /// The id of the whole.
    pub(super) name: String,
    /// The language's code.
    pub(super) language: &'static str,
    /// What it is called.
    pub(super) title: String,
    /// What it shows, for readers who do not see it.
    pub(super) description: String,
    /// Left, top, width and height, in the units of the content.
    pub(super) view_box: [i32; 4],
    /// How large it is to be seen.
    pub(super) size: Size,
    /// Everything that is drawn.
    pub(super) content: String,
}

/// How large a picture is to be seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Size {
    /// As its place allows.
    Free,
    /// So many pixels wide, with a height to match.
    Pixels(u32),
    /// Width and height on paper.
    Millimetres(u32, u32),
}

/// The width in pixels of a picture that says none.
pub const FREE_WIDTH: u16 = 1200;

impl Picture {
    /// Returns width and height in pixels: as asked for, on paper 96 an inch, else [`FREE_WIDTH`] wide.
    pub fn pixels(&self) -> (u64, u64) {
        let [_, _, across, along] = self.view_box.map(|length| u64::from(length.max(1).unsigned_abs()));
        let high = |width: u32| (u64::from(width), u64::from(width) * along / across);
        let of_paper = |millimetres: u32| u64::from(millimetres) * 960 / 254;
        match self.size {
            Size::Free => high(FREE_WIDTH.into()),
            Size::Pixels(width) => high(width),
            Size::Millimetres(width, height) => (of_paper(width), of_paper(height)),
        }
    }

    /// The same under another title.
    #[must_use]
    pub fn titled(self, title: String) -> Self {
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

/// The whole document.
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

/// How several pictures stand on one sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    /// How many pictures stand beside each other; 0 counts as 1.
    pub columns: usize,
    /// What the sheet is called: written above and told to readers who do not see it.
    pub title: String,
    /// Width in pixels, with a height to match; as wide as its place if none is given.
    pub width: Option<u32>,
    /// What the sheet's own ids begin with; no picture on it may have the same.
    pub prefix: Prefix,
}

/// Between the pictures of a sheet.
const GAP: i32 = 24;

impl Sheet {
    /// Puts pictures on the sheet, from left to right and then down; a row that is not full is centred.
    ///
    /// The ids of the pictures must differ.
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
        content += &Written { class: "caption", scale, colour, strokes: &strokes }.to_string();
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

/// A text inside an element. What XML cannot hold becomes a question mark in a diamond.
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

/// Words as one path; nothing if there are none.
pub(super) struct Written<'s> {
    pub(super) class: &'static str,
    /// The attribute that makes the strokes as large as they are seen.
    pub(super) scale: &'s str,
    pub(super) colour: Rgb,
    pub(super) strokes: &'s str,
}

impl fmt::Display for Written<'_> {
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
    fn a_text_loses_what_xml_cannot_hold() {
        assert_eq!(Escaped("R&D <f6>\u{1}").to_string(), "R&amp;D &lt;f6&gt;\u{fffd}");
    }
}
