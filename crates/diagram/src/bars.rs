//! Counts as bars with words beside them, in panels one below the other. Counts nothing, knows no chess.

use std::fmt::{self, Write};

use super::glyphs::PEN;
use super::lettering;
use super::picture::Escaped;

/// Bars under a heading, each with what it counts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Panel {
    /// The heading.
    pub heading: String,
    /// What is counted, and how much there is of it.
    pub bars: Vec<(String, u64)>,
}

/// A chart that prints as SVG, its words drawn: no fonts are asked for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BarChart {
    /// What the picture is called.
    pub title: String,
    /// The panels from top to bottom.
    pub panels: Vec<Panel>,
}

/// Bars of one panel at most; of the others only the number is told.
const MOST_BARS: usize = 16;

const WIDTH: i32 = 640;
/// Where the bars begin, unless a word beside them is longer.
const LEFT: i32 = 130;
const ROW: i32 = 20;
const BAR: i32 = 14;
/// Room for the number behind the longest bar.
const NUMBER: i32 = 80;

/// Words in strokes, tenths of the picture's unit.
#[derive(Default)]
struct Words(String);

impl Words {
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
        let [mut headings, mut words] = [Words::default(), Words::default()];
        let mut bars = String::new();
        let mut y = 34;
        let words_beside = self.panels.iter().flat_map(|panel| panel.bars.iter().take(MOST_BARS));
        let left = words_beside.map(|(label, _)| lettering::width(label) / 10 + 18).fold(LEFT, i32::max);
        for panel in &self.panels {
            headings.put(&panel.heading, 10, y);
            y += 10;
            let most = panel.bars.iter().map(|&(_, count)| count).max().unwrap_or(1).max(1);
            for (label, count) in panel.bars.iter().take(MOST_BARS) {
                let width = (count * (WIDTH - left - NUMBER) as u64 / most) as i32;
                words.put_before(label, left - 8, y + BAR);
                words.put(&count.to_string(), left + width + 6, y + BAR);
                writeln!(bars, r#"<rect x="{left}" y="{}" width="{width}" height="{BAR}"/>"#, y + 2)?;
                y += ROW;
            }
            if panel.bars.len() > MOST_BARS {
                words.put(&format!("and {} more", panel.bars.len() - MOST_BARS), left, y + BAR);
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
