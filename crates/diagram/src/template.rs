//! The board to print, cut out and glue: two wedges, of which three copies each make it. Knows paper; no pieces.
//!
//! The cells without the centre are six wedges, each a turn of the next by a
//! sixth. Such a turn changes light cells for dark ones, so the wedges are of two
//! kinds that alternate; the centre is on the first sheet.
//!
//! Coordinates are hundredths of a millimetre.

use std::fmt;

use super::picture::{Picture, Size, Written};
use super::{Prefix, Rgb, Theme, lettering};
use hexmate_core::geometry::Hex;
use hexmate_position::Game;
use thiserror::Error;

/// A size of paper.
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
    /// Width and height in millimetres.
    pub const fn size(self) -> (u32, u32) {
        match self {
            Self::A4 => (210, 297),
            Self::Letter => (216, 279),
        }
    }
}

/// What the printed wedges look like.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Template {
    /// The game whose board it is.
    pub game: Game,
    /// The colours of the cells.
    pub theme: Theme,
    /// What it is printed on.
    pub paper: Paper,
    /// How large the cells are, in percent of a size of which 115 % fits every paper.
    pub percent: u32,
    /// What every id begins with.
    pub prefix: Prefix,
}

/// A board that is not made of six wedges about a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the board of {} is no regular hexagon, so that wedges do not make it", .game.title)]
pub struct NoWedgesError {
    /// The game whose board it is.
    pub game: Game,
}

impl NoWedgesError {
    /// A stable name for tables and filters.
    pub const fn code(self) -> &'static str {
        "no-wedges"
    }
}

/// What nothing is drawn in, along the edges of the paper.
const MARGIN: i32 = 1000;

/// For the line of text at the top.
const HEADING: i32 = 1000;

/// One character's tenth, for [`lettering`].
const TYPE: i32 = 3;

impl Template {
    /// The two sheets.
    ///
    /// # Errors
    ///
    /// If the board is no regular hexagon.
    pub fn sheets(&self) -> Result<[Picture; 2], NoWedgesError> {
        let radius = self.game.shape.radius().ok_or(NoWedgesError { game: self.game })?;
        let wedges = Wedges { template: self, radius };
        Ok([0, 1].map(|kind| wedges.sheet(kind)))
    }
}

/// A template of a board that is a hexagon.
#[derive(Clone, Copy)]
struct Wedges<'t> {
    template: &'t Template,
    /// Of the board.
    radius: i8,
}

impl Wedges<'_> {
    /// How wide a cell is across its sides at 100 %, in millimetres: 115 % fits every paper.
    fn cell(self) -> u32 {
        let radius = i64::from(self.radius);
        // A wedge is as wide as 45 a column and 15 more, as high as 52 a row, and the centre
        // stands half a cell below it.
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
        let Template { game, paper, percent, prefix, .. } = self.template;
        let (across, along) = paper.size();
        let prefix = prefix.numbered(usize::from(kind) + 1);
        let title = format!(
            "{}: {} of 2. Print 3 copies at full size, cut out, glue. Cell {} mm, {} %.",
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
            content: Printed { wedges: self, kind, prefix: &prefix, title: &title }.to_string(),
            description: title.clone(),
            title,
        }
    }

    /// A length in units of the board on this paper.
    fn length(self, units: i32) -> i32 {
        let product = i64::from(units) * i64::from(self.cell()) * i64::from(self.template.percent);
        ((2 * product + 52) / 104) as i32
    }

    /// The outline of a cell, around its centre.
    fn outline(self) -> String {
        let [far, near, high] = [30, 15, 26].map(|units| self.length(units));
        format!("M{far} 0L{near} {high}L-{near} {high}L-{far} 0L-{near}-{high}L{near}-{high}z")
    }

    /// The attributes of a cell whose centre is here, in units of the board from the wedge's upper left corner.
    fn place(self, x: i32, y: i32) -> String {
        format!(r#"x="{}" y="{}""#, MARGIN + self.length(x), MARGIN + HEADING + self.length(y))
    }

    /// The strokes of the title, at the top of the sheet.
    fn heading(self, title: &str) -> String {
        let most = (100 * self.template.paper.size().0 as i32 - 2 * MARGIN) / TYPE;
        let lines = lettering::wrapped(title, most).into_iter().enumerate();
        let place = |number: usize| (MARGIN + 330 + 480 * number as i32) / TYPE;
        lines.map(|(number, line)| lettering::strokes(&line, MARGIN / TYPE, place(number))).collect()
    }
}

/// What stands on one sheet.
struct Printed<'t> {
    wedges: Wedges<'t>,
    kind: u8,
    prefix: &'t Prefix,
    title: &'t str,
}

impl fmt::Display for Printed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { wedges, kind, prefix, title } = *self;
        let Theme { grid, cells, .. } = wedges.template.theme;
        writeln!(f, r#"<defs><path id="{prefix}-c" d="{}"/></defs>"#, wedges.outline())?;
        let (scale, strokes) = (format!(r#"transform="scale({TYPE})""#), wedges.heading(title));
        write!(f, "{}", Written { class: "caption", scale: &scale, colour: Rgb(0), strokes: &strokes })?;
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
        }
        Ok(())
    }
}

/// The cells of the wedge that is not turned: from the 4 o'clock direction to that of 6 o'clock.
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

    /// The cells of a picture: their places, and the class that they are coloured by.
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

    fn template(game: Game, paper: Paper, percent: u32) -> Template {
        Template { game, theme: Theme::WARM, paper, percent, prefix: Prefix::default() }
    }

    fn of(template: &Template) -> Wedges<'_> {
        Wedges { template, radius: template.game.shape.radius().expect("a hexagon") }
    }

    fn hexagons() -> impl Iterator<Item = Game> {
        Game::ALL.iter().copied().filter(|game| game.shape.radius().is_some())
    }

    /// Glues three copies of each sheet around the centre, by the places of the cells on paper alone.
    fn glued(template: &Template) -> BTreeMap<(i8, i8), String> {
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
    fn three_copies_of_each_sheet_make_the_board_of_the_diagram() {
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
    fn the_largest_cells_keep_to_the_paper() {
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
    fn a_board_that_is_no_hexagon_has_no_wedges() {
        for game in [Game::SHAFRAN, Game::DEVASA, Game::BRUSKY] {
            let refused = template(game, A4, 100).sheets().expect_err("it is no hexagon");
            assert_eq!((refused.game, refused.code()), (game, "no-wedges"));
        }
    }
}
