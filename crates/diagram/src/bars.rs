//! Bar charts of counts as SVG, in labelled panels one below the other.

use std::fmt::{self, Write};

use super::glyphs::PEN;
use super::lettering;
use super::picture::Escaped;

/// A group of bars under a heading.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Panel {
    /// The heading.
    pub heading: String,
    /// Label and count of each bar.
    pub bars: Vec<(String, u64)>,
}

/// A bar chart whose `Display` is an SVG document. Text is drawn as strokes and needs no fonts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BarChart {
    /// The title.
    pub title: String,
    /// The panels from top to bottom.
    pub panels: Vec<Panel>,
}

/// Maximum number of bars in a panel; the rest appear as "and N more".
const MAX_BARS: usize = 16;

const WIDTH: i32 = 640;
/// Left end of the bars, unless a label needs more room.
const LEFT: i32 = 130;
const ROW: i32 = 20;
const BAR: i32 = 14;
/// Room for the count after the longest bar.
const NUMBER: i32 = 80;

/// Text as pen strokes, in tenths of the picture's unit.
#[derive(Default)]
struct Strokes(String);

impl Strokes {
    fn put(&mut self, text: &str, x: i32, base: i32) {
        self.0 += &lettering::strokes(text, 10 * x, 10 * base);
    }

    fn put_before(&mut self, text: &str, end: i32, base: i32) {
        self.0 += &lettering::strokes(text, 10 * end - lettering::width(text), 10 * base);
    }

    fn path(&self, pen: i32) -> String {
        let Self(strokes) = self;
        format!(
            "<path transform=\"scale(.1)\" fill=\"none\" stroke=\"#222\" stroke-width=\"{pen}\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\" d=\"{strokes}\"/>\n"
        )
    }
}

impl fmt::Display for BarChart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [mut headings, mut words] = [Strokes::default(), Strokes::default()];
        let mut bars = String::new();
        let mut y = 34;
        let labels = self.panels.iter().flat_map(|panel| panel.bars.iter().take(MAX_BARS));
        let left = labels.map(|(label, _)| lettering::width(label) / 10 + 18).fold(LEFT, i32::max);
        for panel in &self.panels {
            headings.put(&panel.heading, 10, y);
            y += 10;
            let most = panel.bars.iter().map(|&(_, count)| count).max().unwrap_or(1).max(1);
            for (label, count) in panel.bars.iter().take(MAX_BARS) {
                let width = (count * (WIDTH - left - NUMBER) as u64 / most) as i32;
                words.put_before(label, left - 8, y + BAR);
                words.put(&count.to_string(), left + width + 6, y + BAR);
                writeln!(bars, r#"<rect x="{left}" y="{}" width="{width}" height="{BAR}"/>"#, y + 2)?;
                y += ROW;
            }
            if panel.bars.len() > MAX_BARS {
                words.put(&format!("and {} more", panel.bars.len() - MAX_BARS), left, y + BAR);
                y += ROW;
            }
            y += 30;
        }
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y}" width="{WIDTH}" height="{y}" role="img">"#
        )?;
        writeln!(f, "<title>{}</title>", Escaped(&self.title))?;
        writeln!(f, "<path fill=\"#fff\" d=\"M0 0h{WIDTH}v{y}H0z\"/>")?;
        write!(f, "<g fill=\"#7a8ca0\">\n{bars}</g>\n{}{}", headings.path(PEN + PEN / 2), words.path(PEN))?;
        writeln!(f, "</svg>")
    }
}
