//! The board to print, cut out and glue: two wedges, of which three copies each make it. Knows paper; no men.
//!
//! The cells without the centre are six wedges, each a turn of the next by a
//! sixth. Such a turn changes light cells for dark ones, so the wedges are of two
//! kinds that alternate; the centre is on the first sheet.
//!
//! Coordinates are hundredths of a millimetre.

use std::fmt;
use std::marker::PhantomData;

use super::picture::{Picture, Size, Written};
use super::{Prefix, Rgb, Theme, lettering};
use crate::geometry::{Hex};

/// A size of paper.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
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
    /// The colours of the cells.
    pub theme: Theme,
    /// What it is printed on.
    pub paper: Paper,
    /// How large the cells are, in percent of [`Template::cell`].
    pub percent: u32,
    /// What every id begins with.
    pub prefix: Prefix,
}

/// What nothing is drawn in, along the edges of the paper.
const MARGIN: i32 = 1000;

/// For the line of text at the top.
const HEADING: i32 = 1000;

/// One character's tenth, for [`lettering`].
const TYPE: i32 = 3;

impl Template {
    /// How wide a cell is across its sides at 100 %, in millimetres: 115 % fits every paper.
    pub fn cell() -> u32 {
        let radius = i64::from(V::Geometry::RADIUS);
        // A wedge is as wide as 45 a column and 15 more, as high as 52 a row, and the centre
        // stands half a cell below it.
        let fits = |cell: i64| {
            let [width, height] = [(45 * radius + 15) * cell, (52 * radius + 26) * cell];
            let room = |paper: Paper| {
                let (across, along) = paper.size();
                (i64::from(across) - 20, i64::from(along) - 30)
            };
            [Paper::A4, Paper::Letter]
                .map(room)
                .into_iter()
                .all(|(across, along)| width * 115 <= across * 52 * 100 && height * 115 <= along * 52 * 100)
        };
        (1..=60).rev().find(|&cell| fits(cell)).unwrap_or(1) as u32
    }

    /// The two sheets.
    pub fn sheets(&self) -> [Picture; 2] {
        [0, 1].map(|kind| self.sheet(kind))
    }

    /// A length in units of the board on this paper.
    fn length(&self, units: i32) -> i32 {
        let product = i64::from(units) * i64::from(Self::cell()) * i64::from(self.percent);
        ((2 * product + 52) / 104) as i32
    }

    fn sheet(&self, kind: u8) -> Picture {
        let (across, along) = self.paper.size();
        let prefix = self.prefix.numbered(usize::from(kind) + 1);
        let title = format!(
            "{}: {} of 2. Print 3 copies at full size, cut out, glue. Cell {} mm, {} %.",
            game.title,
            kind + 1,
            Self::cell(),
            self.percent
        );
        let content =
            Printed { template: self, kind, prefix: &prefix, title: &title, game: PhantomData };
        Picture {
            role: "img",
            name: prefix.to_string(),
            language: "en",
            view_box: [0, 0, 100 * across as i32, 100 * along as i32],
            size: Size::Millimetres(across, along),
            content: content.to_string(),
            description: title.clone(),
            title,
        }
    }
}

/// What stands on one sheet.
struct Printed<'t> {
    template: &'t Template,
    kind: u8,
    prefix: &'t Prefix,
    title: &'t str,
    game: PhantomData,
}

impl Printed<'_> {
    fn length(&self, units: i32) -> i32 {
        self.template.length(units)
    }

    /// The outline of a cell, around its centre.
    fn outline(&self) -> String {
        let [far, near, high] = [30, 15, 26].map(|units| self.length(units));
        format!("M{far} 0L{near} {high}L-{near} {high}L-{far} 0L-{near}-{high}L{near}-{high}z")
    }

    /// The attributes of a cell whose centre is here, in units of the board from the wedge's upper left corner.
    fn place(&self, x: i32, y: i32) -> String {
        format!(r#"x="{}" y="{}""#, MARGIN + self.length(x), MARGIN + HEADING + self.length(y))
    }

    fn heading(&self) -> String {
        let most = (100 * self.template.paper.size().0 as i32 - 2 * MARGIN) / TYPE;
        let lines = lettering::wrapped(self.title, most).into_iter().enumerate();
        let place = |number: usize| (MARGIN + 330 + 480 * number as i32) / TYPE;
        lines.map(|(number, line)| lettering::strokes(&line, MARGIN / TYPE, place(number))).collect()
    }
}

impl fmt::Display for Printed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { prefix, template: Template { theme, .. }, .. } = self;
        writeln!(f, r#"<defs><path id="{prefix}-c" d="{}"/></defs>"#, self.outline())?;
        let scale = format!(r#"transform="scale({TYPE})""#);
        let strokes = self.heading();
        write!(f, "{}", Written { class: "caption", scale: &scale, colour: Rgb(0), strokes: &strokes })?;
        writeln!(f, r#"<g class="cells" stroke="{}" stroke-width="20">"#, theme.grid)?;
        let cells = wedge();
        for (colour, name) in ["medium", "light", "dark"].into_iter().enumerate() {
            writeln!(f, r#"<g class="{name}" fill="{}">"#, theme.cells[colour])?;
            let mine = |hex: &&Hex| usize::from(hex.turned(self.kind).colour()) == colour;
            for hex in cells.iter().filter(mine) {
                let [q, r] = [hex.q, hex.r].map(i32::from);
                writeln!(
                    f,
                    r##"<use xlink:href="#{prefix}-c" {}/>"##,
                    self.place(45 * q - 15, 52 * r + 26 * q)
                )?;
            }
            writeln!(f, "</g>")?;
        }
        writeln!(f, "</g>")?;
        if self.kind == 0 {
            let radius = i32::from(V::Geometry::RADIUS);
            let place = self.place(45 * radius - 15, 52 * radius);
            write!(
                f,
                r#"<g class="centre" stroke="{}" stroke-width="20" fill="{}">"#,
                theme.grid, theme.cells[0]
            )?;
            writeln!(f, r##"<use xlink:href="#{prefix}-c" {place}/></g>"##)?;
        }
        Ok(())
    }
}

/// The cells of the wedge that is not turned: from the 4 o'clock direction to that of 6 o'clock.
fn wedge() -> Vec<Hex> {
    let radius = G::RADIUS;
    (1..=radius).flat_map(|along| (0..=radius - along).map(move |aside| Hex::new(along, aside))).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::diagram::{Options, svg};
    use crate::geometry::{Cell, CellSet};
    use crate::notation::Coordinate;
    use crate::game::{Setup};
    use crate::rules::{Echex3, Echex6, Glinski, McCooey, Mini};

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

    /// Glues three copies of each sheet around the centre, by the places of the cells on paper alone.
    fn glued(template: &Template) -> BTreeMap<(i8, i8), String> {
        let mut board = BTreeMap::new();
        let row = f64::from(template.length(5200)) / 100.;
        let column = row * 45. / 52.;
        for (kind, sheet) in template.sheets().iter().enumerate() {
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

    fn the_pieces_make_the_board() {
        let picture = svg(&Setup::empty(), &Options::default());
        let document = roxmltree::Document::parse(&picture).expect("it is well-formed");
        let class = |cell: Cell| {
            let id = format!("h-{}", Coordinate(cell));
            let drawn =
                document.descendants().find(|node| node.attribute("id") == Some(&id)).expect("it is drawn");
            drawn.parent().and_then(|group| group.attribute("class")).expect("a class").to_owned()
        };
        let cells = CellSet::all().into_iter();
        let board: BTreeMap<_, _> = cells.map(|cell| ((cell.hex().q, cell.hex().r), class(cell))).collect();
        for paper in [Paper::A4, Paper::Letter] {
            for percent in [100, 115] {
                let template = Template { theme: Theme::WARM, paper, percent, prefix: Prefix::default() };
                assert_eq!(glued(&template), board, "{} on {paper:?} at {percent} %", game.name);
            }
        }
    }

    #[test]
    fn three_copies_of_each_sheet_make_the_board_of_the_diagram() {
        the_pieces_make_the_board::<Mini>();
        the_pieces_make_the_board::<Glinski>();
        the_pieces_make_the_board::<McCooey>();
        the_pieces_make_the_board::<Echex3>();
        the_pieces_make_the_board::<Echex6>();
    }

    fn nothing_leaves_the_paper_or_meets(paper: Paper) {
        let template = Template { theme: Theme::WARM, paper, percent: 115, prefix: Prefix::default() };
        let (across, along) = paper.size();
        let [far, high] = [30, 26].map(|units| template.length(units));
        for sheet in template.sheets() {
            let cells = cells(&sheet.to_string());
            for (number, ((x, y), _)) in cells.iter().enumerate() {
                assert!(x - far >= MARGIN - 2 && x + far <= 100 * across as i32 - MARGIN + 2, "{}", game.name);
                assert!(y - high >= MARGIN && y + high <= 100 * along as i32 - MARGIN + 2, "{}", game.name);
                for ((other_x, other_y), _) in &cells[..number] {
                    assert!((x - other_x).abs() >= far || (y - other_y).abs() >= 2 * high - 2, "{}", game.name);
                }
            }
        }
    }

    #[test]
    fn the_largest_cells_keep_to_the_paper() {
        for paper in [Paper::A4, Paper::Letter] {
            nothing_leaves_the_paper_or_meets::<Mini>(paper);
            nothing_leaves_the_paper_or_meets::<Glinski>(paper);
            nothing_leaves_the_paper_or_meets::<Echex6>(paper);
        }
    }
}
