//! SVG documents, and sheets of several pictures.

use std::fmt::{self, Write};

use super::{CaptionSize, ColourTheme, Prefix, Rgb, glyphs, lettering};

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
    /// Returns the width and the height in pixels.
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

    /// Returns a length of the picture if it is drawn with this width.
    fn scaled(&self, length: i32, width: i32) -> i32 {
        let own_width = i64::from(self.view_box[2].max(1));
        let length = i64::from(length) * i64::from(width);
        // Rounded, also below 0.
        ((2 * length + own_width).div_euclid(2 * own_width)) as i32
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
    /// All pictures are as wide as the widest, so that captions of boards of several games have one size.
    ///
    /// The centres of the boards of a row are on one line, whatever the height of their captions.
    ///
    /// The pictures must have different ids.
    pub fn of(&self, pictures: &[Picture], theme: &ColourTheme) -> Picture {
        let columns = self.columns.clamp(1, pictures.len().max(1)) as i32;
        let widest = pictures.iter().map(|picture| picture.view_box[2]).max().unwrap_or(GAP);
        let width = columns * (widest + GAP) + GAP;
        // Length of ten units of the title, as large as captions of boards can be.
        let size = CaptionSize::Large.ten_units(widest);
        let to_text = |units: i32| 100 * units / size;
        let lines = lettering::wrapped(&self.title, to_text(width - 2 * GAP));
        let mut strokes = String::new();
        let mut y = GAP;
        for line in &lines {
            let x = to_text(width) / 2 - lettering::width(line) / 2;
            strokes += &lettering::strokes(line, x, to_text(y) + glyphs::CAPITAL_HEIGHT);
            y += GAP * size / 10;
        }
        let name = &self.prefix;
        let mut content = String::new();
        let colour = theme.caption;
        let scale = format!(r#"transform="scale(.{size:02})""#);
        let title = TextPath { class: "caption", scale: &scale, colour, pen: glyphs::PEN, strokes: &strokes };
        content += &title.to_string();
        for row in pictures.chunks(columns as usize) {
            // Boards have the origin in their centre.
            let ends = |of: fn(&Picture) -> i32| {
                row.iter().map(|picture| picture.scaled(of(picture), widest)).max().unwrap_or(0)
            };
            let above = ends(|picture| -picture.view_box[1]);
            let below = ends(|picture| picture.view_box[1] + picture.view_box[3]);
            let indent = GAP + (columns - row.len() as i32) * (widest + GAP) / 2;
            for (column, picture) in row.iter().enumerate() {
                let [own_top, height] =
                    [picture.view_box[1], picture.view_box[3]].map(|length| picture.scaled(length, widest));
                let x = indent + column as i32 * (widest + GAP);
                let own_y = y + above + own_top;
                let place = format!(r#" x="{x}" y="{own_y}" width="{widest}" height="{height}""#);
                content += &picture.element(&place);
            }
            y += above + below + GAP;
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
    /// Width of the pen.
    pub(super) pen: i32,
    pub(super) strokes: &'s str,
}

impl fmt::Display for TextPath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { class, scale, colour, pen, strokes } = self;
        if strokes.is_empty() {
            return Ok(());
        }
        write!(f, r#"<path class="{class}" {scale} fill="none" stroke="{colour}""#)?;
        write!(f, r#" stroke-width="{pen}" stroke-linecap="round""#)?;
        writeln!(f, r#" d="{strokes}"/>"#)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captions_never_move_a_board() {
        let drawn = |number: usize, lines: usize| {
            let caption = crate::Caption { above: vec!["Author".to_owned(); lines], ..Default::default() };
            let prefix = Prefix::default().numbered(number);
            let options = crate::Options { caption, prefix, ..Default::default() };
            let game = [hexmate_position::Game::GLINSKI, hexmate_position::Game::MINI][number % 2];
            crate::draw(&hexmate_position::Setup::empty(game), &options)
        };
        let pictures: Vec<Picture> = (0..6).map(|number| drawn(number, number % 4)).collect();
        let sheet = Sheet { columns: 3, title: "Title".to_owned(), width: None, prefix: Prefix::default() };
        let document = sheet.of(&pictures, &ColourTheme::WARM).to_string();
        let document = roxmltree::Document::parse(&document).expect("it is well-formed");
        let number = |text: &str| text.parse::<i32>().expect("a whole number");
        let boards =
            document.descendants().filter(|node| node.has_tag_name("svg") && node.has_attribute("y"));
        let centres: Vec<i32> = boards
            .map(|board| {
                let box_of = board.attribute("viewBox").expect("a view box");
                let box_of: Vec<f64> =
                    box_of.split(' ').map(|text| text.parse().expect("a number")).collect();
                let scale = f64::from(number(board.attribute("width").expect("a width"))) / box_of[2];
                number(board.attribute("y").expect("a place")) - (box_of[1] * scale).round() as i32
            })
            .collect();
        assert_eq!(centres.len(), 6);
        assert!(centres.chunks(3).all(|row| row.iter().all(|&centre| centre == row[0])), "{centres:?}");
        assert!(centres[3] > centres[0]);
    }

    #[test]
    fn escaping_replaces_forbidden_characters() {
        assert_eq!(Escaped("R&D <f6>\u{1}").to_string(), "R&amp;D &lt;f6&gt;\u{fffd}");
    }
}
