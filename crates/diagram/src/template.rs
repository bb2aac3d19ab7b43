//! A board to print, cut out and glue: three copies each of two sheets.
//!
//! The cells around the centre form six wedges, which differ by rotations of 60
//! degrees. Such a rotation exchanges light and dark cells, so there are two kinds of
//! wedges, which alternate. The centre is a loose cell on the first sheet, of which only one copy is needed.
//!
//! Coordinates are hundredths of a millimetre.

use std::fmt;

use super::glyphs::PEN;
use super::picture::{Picture, Size, TextPath};
use super::{ColourTheme, Prefix, Rgb, lettering};
use hexmate_core::geometry::Hex;
use hexmate_position::Game;
use thiserror::Error;

/// A paper size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Paper {
    /// 210 by 297 mm.
    #[default]
    A4,
    /// 216 by 279 mm.
    Letter,
}

impl Paper {
    /// Returns the width and the height in millimetres.
    pub const fn size(self) -> (u32, u32) {
        match self {
            Self::A4 => (210, 297),
            Self::Letter => (216, 279),
        }
    }
}

/// A template: game, colours and sizes of the printed wedges.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardTemplate {
    /// The game of the board.
    pub game: Game,
    /// The colours of the cells.
    pub theme: ColourTheme,
    /// The paper size.
    pub paper: Paper,
    /// Size of the cells in percent; up to 115 % fits every paper.
    pub percent: u32,
    /// Prefix of every id.
    pub prefix: Prefix,
}

/// A board that does not consist of six wedges around a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the board of {} is not a regular hexagon, so it cannot be made from wedges", .game.title)]
pub struct NoWedgesError {
    /// The game of the board.
    pub game: Game,
}

impl NoWedgesError {
    /// Returns the stable error code.
    pub const fn code(self) -> &'static str {
        "no-wedges"
    }
}

/// Blank margin of the paper.
const MARGIN: i32 = 1000;

/// Height of the heading.
const HEADING: i32 = 1000;

/// Scale of the text: hundredths of a millimetre for each unit of [`lettering`].
const TYPE: i32 = 3;

impl BoardTemplate {
    /// Draws the two sheets.
    ///
    /// # Errors
    ///
    /// If the board is not a regular hexagon.
    pub fn sheets(&self) -> Result<[Picture; 2], NoWedgesError> {
        let radius = self.game.shape.radius().ok_or(NoWedgesError { game: self.game })?;
        let wedges = Wedges { template: self, radius };
        Ok([0, 1].map(|kind| wedges.sheet(kind)))
    }
}

/// A template for a hexagonal board.
#[derive(Clone, Copy)]
struct Wedges<'t> {
    template: &'t BoardTemplate,
    /// Radius of the board, in cells.
    radius: i8,
}

impl Wedges<'_> {
    /// Returns the distance between opposite sides of a cell at 100 %, in millimetres; 115 % of it fits every paper.
    fn cell(self) -> u32 {
        let radius = i64::from(self.radius);
        // In board units, a wedge is 45 per column and 15 more in width, and 52 per row in height; the centre
        // cell adds half a cell below.
        let [width, height] = [45 * radius + 15, 52 * radius + 26];
        let fits = |cell: i64, paper: Paper| {
            let (across, along) = paper.size();
            let [across, along] = [i64::from(across) - 20, i64::from(along) - 30];
            width * cell * 115 <= across * 52 * 100 && height * cell * 115 <= along * 52 * 100
        };
        let fits_all = |&cell: &i64| fits(cell, Paper::A4) && fits(cell, Paper::Letter);
        (1..=60).rev().find(fits_all).unwrap_or(1) as u32
    }

    fn sheet(self, kind: u8) -> Picture {
        let BoardTemplate { game, paper, percent, prefix, .. } = self.template;
        let (across, along) = paper.size();
        let prefix = prefix.numbered(usize::from(kind) + 1);
        let advice = match kind {
            0 => " The loose cell is the centre of the board: use one of the three.",
            _ => "",
        };
        let title = format!(
            "{}: sheet {} of 2. Print 3 copies at full size, cut out, glue.{advice} Cell {} mm, {} %.",
            game.title,
            kind + 1,
            self.cell(),
            percent
        );
        Picture {
            role: "img",
            name: prefix.to_string(),
            language: "en",
            view_box: [0, 0, 100 * across as i32, 100 * along as i32],
            size: Size::Millimetres(across, along),
            content: Content { wedges: self, kind, prefix: &prefix, title: &title }.to_string(),
            description: title.clone(),
            title,
        }
    }

    /// Converts a length from board units to hundredths of a millimetre.
    fn length(self, units: i32) -> i32 {
        let product = i64::from(units) * i64::from(self.cell()) * i64::from(self.template.percent);
        ((2 * product + 52) / 104) as i32
    }

    /// Returns the outline of a cell around its centre.
    fn outline(self) -> String {
        let [far, near, high] = [30, 15, 26].map(|units| self.length(units));
        format!("M{far} 0L{near} {high}L-{near} {high}L-{far} 0L-{near}-{high}L{near}-{high}z")
    }

    /// Returns the attributes `x` and `y` of a cell by its centre, in board units from the upper left corner of the wedge.
    fn place(self, x: i32, y: i32) -> String {
        format!(r#"x="{}" y="{}""#, MARGIN + self.length(x), MARGIN + HEADING + self.length(y))
    }

    /// Returns the strokes of the title at the top of the sheet.
    fn heading(self, title: &str) -> String {
        let most = (100 * self.template.paper.size().0 as i32 - 2 * MARGIN) / TYPE;
        let lines = lettering::wrapped(title, most).into_iter().enumerate();
        let place = |number: usize| (MARGIN + 330 + 480 * number as i32) / TYPE;
        lines.map(|(number, line)| lettering::strokes(&line, MARGIN / TYPE, place(number))).collect()
    }
}

/// Label of the loose cell.
const CENTRE: &str = "centre: 1 copy";

impl Wedges<'_> {
    /// Returns the strokes of the label below the loose cell, which ends at the right side of the cell.
    fn centre_label(self) -> String {
        let radius = i32::from(self.radius);
        let right = (MARGIN + self.length(45 * radius + 15)) / TYPE;
        let base = (MARGIN + HEADING + self.length(52 * radius + 26) + 500) / TYPE;
        lettering::strokes(CENTRE, right - lettering::width(CENTRE), base)
    }
}

/// Content of one sheet.
struct Content<'t> {
    wedges: Wedges<'t>,
    kind: u8,
    prefix: &'t Prefix,
    title: &'t str,
}

impl fmt::Display for Content<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { wedges, kind, prefix, title } = *self;
        let ColourTheme { grid, cells, .. } = wedges.template.theme;
        writeln!(f, r#"<defs><path id="{prefix}-c" d="{}"/></defs>"#, wedges.outline())?;
        let (scale, strokes) = (format!(r#"transform="scale({TYPE})""#), wedges.heading(title));
        write!(
            f,
            "{}",
            TextPath { class: "caption", scale: &scale, colour: Rgb(0), pen: PEN, strokes: &strokes }
        )?;
        writeln!(f, r#"<g class="cells" stroke="{grid}" stroke-width="20">"#)?;
        let radius = wedges.radius;
        for (colour, name) in ["medium", "light", "dark"].into_iter().enumerate() {
            writeln!(f, r#"<g class="{name}" fill="{}">"#, cells[colour])?;
            for hex in wedge(radius).filter(|hex| usize::from(hex.turned(kind).colour()) == colour) {
                let [q, r] = [hex.q, hex.r].map(i32::from);
                let place = wedges.place(45 * q - 15, 52 * r + 26 * q);
                writeln!(f, r##"<use xlink:href="#{prefix}-c" {place}/>"##)?;
            }
            writeln!(f, "</g>")?;
        }
        writeln!(f, "</g>")?;
        if kind == 0 {
            let place = wedges.place(45 * i32::from(radius) - 15, 52 * i32::from(radius));
            write!(f, r#"<g class="centre" stroke="{grid}" stroke-width="20" fill="{}">"#, cells[0])?;
            writeln!(f, r##"<use xlink:href="#{prefix}-c" {place}/></g>"##)?;
            let strokes = wedges.centre_label();
            write!(
                f,
                "{}",
                TextPath { class: "caption", scale: &scale, colour: Rgb(0), pen: PEN, strokes: &strokes }
            )?;
        }
        Ok(())
    }
}

/// Returns the cells of the unrotated wedge, from the direction of 4 o'clock to that of 6 o'clock.
fn wedge(radius: i8) -> impl Iterator<Item = Hex> {
    (1..=radius).flat_map(move |along| (0..=radius - along).map(move |aside| Hex::new(along, aside)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::Paper::{A4, Letter};
    use super::*;
    use crate::{Options, svg};
    use hexmate_core::geometry::Cell;
    use hexmate_position::Coordinate;
    use hexmate_position::Setup;

    /// Returns the cells of a picture: position and colour class.
    fn cells(document: &str) -> Vec<((i32, i32), String)> {
        let document = roxmltree::Document::parse(document).expect("it is well-formed");
        let cells = document.descendants().filter(|node| node.has_tag_name("use"));
        let of_board = cells.filter(|node| {
            let groups = node.ancestors().filter_map(|group| group.attribute("class"));
            groups.into_iter().any(|class| class == "cells" || class == "centre")
        });
        let number = |node: roxmltree::Node<'_, '_>, name| {
            node.attribute(name).map_or(0, |n| n.parse().expect("whole"))
        };
        let class = |node: roxmltree::Node<'_, '_>| {
            node.parent().and_then(|group| group.attribute("class")).expect("a class").to_owned()
        };
        of_board.map(|node| ((number(node, "x"), number(node, "y")), class(node))).collect()
    }

    fn template(game: Game, paper: Paper, percent: u32) -> BoardTemplate {
        BoardTemplate { game, theme: ColourTheme::WARM, paper, percent, prefix: Prefix::default() }
    }

    fn of(template: &BoardTemplate) -> Wedges<'_> {
        Wedges { template, radius: template.game.shape.radius().expect("a hexagon") }
    }

    fn hexagons() -> impl Iterator<Item = Game> {
        Game::ALL.iter().copied().filter(|game| game.shape.radius().is_some())
    }

    /// Assembles three copies of each sheet around the centre, by the positions of the cells on paper alone.
    fn glued(template: &BoardTemplate) -> BTreeMap<(i8, i8), String> {
        let mut board = BTreeMap::new();
        let row = f64::from(of(template).length(5200)) / 100.;
        let column = row * 45. / 52.;
        for (kind, sheet) in template.sheets().expect("a hexagon").iter().enumerate() {
            let printed = cells(&sheet.to_string());
            let is_centre = |(_, class): &&(_, String)| class == "centre";
            assert_eq!(printed.iter().filter(is_centre).count(), 1 - kind, "one centre on the first sheet");
            if kind == 0 {
                board.insert((0, 0), "medium".to_owned());
            }
            let wedge: Vec<_> = printed.iter().filter(|cell| !is_centre(cell)).collect();
            // The highest cell is the one beside the centre, at 4 o'clock from it.
            let &&((x, y), _) = wedge.iter().min_by_key(|((_, y), _)| y).expect("cells");
            let (centre_x, centre_y) = (f64::from(x) - column, f64::from(y) - row / 2.);
            for ((x, y), class) in wedge {
                let q = ((f64::from(*x) - centre_x) / column).round();
                let r = ((f64::from(*y) - centre_y) / row - q / 2.).round();
                let hex = Hex::new(q as i8, r as i8);
                for copy in 0..3 {
                    let turned = hex.turned(2 * copy + kind as u8);
                    let before = board.insert((turned.q, turned.r), class.clone());
                    assert_eq!(before, None, "{turned:?} twice");
                }
            }
        }
        board
    }

    #[test]
    fn six_wedges_form_the_board() {
        for game in hexagons() {
            let picture = svg(Setup::empty(game), &Options::default());
            let document = roxmltree::Document::parse(&picture).expect("it is well-formed");
            let class = |cell: Cell| {
                let id = format!("h-{}", Coordinate(game.shape, cell));
                let drawn = document.descendants().find(|node| node.attribute("id") == Some(&id));
                let group = drawn.expect("it is drawn").parent();
                group.and_then(|group| group.attribute("class")).expect("a class").to_owned()
            };
            let hex = |cell| (game.shape.hex(cell).q, game.shape.hex(cell).r);
            let board: BTreeMap<_, _> = game.shape.cells().map(|cell| (hex(cell), class(cell))).collect();
            for (paper, percent) in [(A4, 100), (A4, 115), (Letter, 100), (Letter, 115)] {
                assert_eq!(
                    glued(&template(game, paper, percent)),
                    board,
                    "{game:?} on {paper:?} at {percent} %"
                );
            }
        }
    }

    #[test]
    fn largest_cells_fit_the_paper() {
        for (game, paper) in hexagons().flat_map(|game| [(game, A4), (game, Letter)]) {
            let template = template(game, paper, 115);
            let [width, height] = [paper.size().0, paper.size().1].map(|length| 100 * length as i32);
            let [far, high] = [30, 26].map(|units| of(&template).length(units));
            for sheet in template.sheets().expect("a hexagon") {
                let cells = cells(&sheet.to_string());
                for (number, ((x, y), _)) in cells.iter().enumerate() {
                    assert!(x - far >= MARGIN - 2 && x + far <= width - MARGIN + 2, "{game:?}");
                    assert!(y - high >= MARGIN && y + high <= height - MARGIN + 2, "{game:?}");
                    let apart = |((x2, y2), _): &((i32, i32), _)| {
                        (x - x2).abs() >= far || (y - y2).abs() >= 2 * high - 2
                    };
                    assert!(cells[..number].iter().all(apart), "{game:?}");
                }
            }
        }
    }
    #[test]
    fn template_rejects_other_boards() {
        for game in [Game::SHAFRAN, Game::DEVASA, Game::BRUSKY] {
            let refused = template(game, A4, 100).sheets().expect_err("it is not a hexagon");
            assert_eq!((refused.game, refused.code()), (game, "no-wedges"));
        }
    }
}
