//! Draws a setup as SVG.
//!
//! ```text
//! svg#h                     title#h-t  desc#h-d
//! ├ defs                    path#h-c a cell · g#h-dark one with lines · clipPath#h-xt clips the hatching of the disc
//! │                         g#h-mK a king: path#h-K the silhouette, g#h-k the inner lines
//! │                         path#h-hr Red's hatching · clipPath#h-xK clips hatchings of kings
//! │                         g#h-rK Red's king, composed of these, if it is hatched
//! ├ path.frame  path.inlay  g.to-move
//! ├ g.cells                 g.medium  g.light  g.dark   each cell: use#h-f6
//! ├ marks                   g.last-move  g.marked  g.check  g.circles
//! ├ path.labels  path.names  path.caption
//! ├ g.arrows
//! ├ g.pieces                g.white …   each piece: use · path.heading of a pawn that changed owners
//! └ over the pieces         g.dots  g.rings  g.crosses  g.arrows
//! ```
//!
//! Every id begins with the prefix. Colours are attributes, so a style sheet can
//! override them by the classes; inner lines have the `color` of their group.
//! References are `xlink:href`, since some programs do not support `href`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::glyphs::{BOLD_PEN, PEN};
use super::layout::{self, Corner, FINE, Layout, SMALL, Target};
use super::picture::{Picture, Size, TextPath};
use super::point::Point;
use super::view::{self, TurnedBoard};
use super::{
    Circle, Colour, Coordinates, Highlight, Layer, Options, Paint, Prefix, Rgb, Tone, pieces, words,
};
use hexmate_core::geometry::Cell;
use hexmate_core::rules::{Player, Role};
use hexmate_position::{Coordinate, Setup};

/// Draws a position, or a setup that need not be legal, and returns the SVG document.
pub fn svg(setup: impl Into<Setup>, options: &Options) -> String {
    draw(&setup.into(), options).to_string()
}

/// Draws a setup, which need not be legal, as a [`Picture`] for a document or a sheet.
pub fn draw(setup: &Setup, options: &Options) -> Picture {
    let (game, view) = (setup.game, options.view);
    let layout = Layout::new(game.shape, view.coordinates, &options.caption);
    Picture {
        role: "img",
        name: options.prefix.to_string(),
        language: options.letters.code(),
        title: words::title(setup, options),
        description: words::full_description(setup, options),
        view_box: layout.view_box(),
        size: options.width.map_or(Size::Free, Size::Pixels),
        content: Drawing { setup, options, layout, board: view.turned(&game) }.to_string(),
    }
}

/// Names of the colours of cells, in the order of [`Hex::colour`](hexmate_core::geometry::Hex::colour).
const SHADES: [&str; 3] = ["medium", "light", "dark"];

struct Drawing<'d> {
    setup: &'d Setup,
    options: &'d Options,
    layout: Layout,
    board: TurnedBoard,
}

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_definitions(f)?;
        self.write_frame(f)?;
        self.write_to_move(f)?;
        self.write_cells(f)?;
        self.write_marks(f)?;
        self.write_lettering(f)?;
        self.write_arrows(f, Layer::Below)?;
        self.write_pieces(f)?;
        self.write_spots(f)?;
        self.write_arrows(f, Layer::Above)
    }
}

impl Drawing<'_> {
    fn write_definitions(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let prefix = &self.options.prefix;
        writeln!(f, "<defs>")?;
        writeln!(f, r#"<path id="{prefix}-c" d="{}"/>"#, self.layout.grid.cell())?;
        for (name, distance) in
            SHADES.into_iter().zip(self.options.theme.lines).filter(|&(_, lines)| lines > 0)
        {
            let lines = self.layout.grid.lines(distance);
            write!(f, r##"<g id="{prefix}-{name}"><use xlink:href="#{prefix}-c"/>"##)?;
            write!(f, r#"<path {FINE} fill="none" stroke-width="{}""#, layout::LINE_PEN)?;
            writeln!(f, r#" d="{lines}"/></g>"#)?;
        }
        let pieces = self.setup.board.pieces().map(|(_, piece)| piece);
        for role in pieces.clone().map(|piece| piece.role).collect::<BTreeSet<_>>() {
            let mut owners = pieces.clone().filter(|piece| piece.role == role).map(|piece| piece.owner);
            self.write_outline(f, role, owners.any(|player| self.hatching(player).is_some()))?;
        }
        let owners = self.setup.board.owners();
        let painted = match self.options.to_move {
            ToMove::Marked => owners.with(self.setup.turn),
            ToMove::Unmarked => owners,
        };
        if self.options.to_move == ToMove::Marked && self.hatching(self.setup.turn).is_some() {
            f.write_str(&clip(prefix))?;
        }
        for player in painted.iter() {
            let Some(shapes) = self.hatching(player) else { continue };
            writeln!(f, r#"<path id="{prefix}-h{}" stroke="none" d="{shapes}"/>"#, self.letter(player))?;
            let own = pieces.clone().filter(|piece| piece.owner == player);
            let roles = own.map(|piece| piece.role).collect::<BTreeSet<_>>();
            roles.into_iter().try_for_each(|role| self.write_hatched(f, player, role))?;
        }
        writeln!(f, "</defs>")
    }

    /// Writes the definition of a piece in the colours of the group that uses it: silhouette, inner lines and spots.
    fn write_outline(&self, f: &mut fmt::Formatter<'_>, role: Role, is_hatched: bool) -> fmt::Result {
        let prefix = &self.options.prefix;
        let letter = role.letter();
        let drawn = self.options.pieces.outline(role, &self.options.letters);
        let halo = self.halo(role);
        write!(f, r#"<g id="{prefix}-m{letter}">{halo}<path id="{prefix}-{letter}" d="{}"/>"#, drawn.body)?;
        write!(f, r#"<g id="{prefix}-{}""#, letter.to_ascii_lowercase())?;
        write!(f, r#" fill="currentColor" stroke="currentColor">"#)?;
        if !drawn.lines.is_empty() {
            write!(f, r#"<path fill="none" stroke-width="{}" d="{}"/>"#, pieces::LINE, drawn.lines)?;
        }
        if !drawn.spots.is_empty() {
            write!(f, r#"<path stroke="none" d="{}"/>"#, drawn.spots)?;
        }
        writeln!(f, "</g></g>")?;
        if is_hatched {
            write!(f, r#"<clipPath id="{prefix}-x{letter}">"#)?;
            writeln!(f, r##"<use xlink:href="#{prefix}-{letter}"/></clipPath>"##)?;
        }
        Ok(())
    }

    /// Writes the definition of a hatched piece: the clipped hatching between silhouette and inner lines.
    fn write_hatched(&self, f: &mut fmt::Formatter<'_>, player: Player, role: Role) -> fmt::Result {
        let prefix = &self.options.prefix;
        let (owner, letter) = (self.letter(player), role.letter());
        let lines = letter.to_ascii_lowercase();
        let halo = self.halo(role);
        write!(f, r##"<g id="{prefix}-{owner}{letter}">{halo}<use xlink:href="#{prefix}-{letter}"/>"##)?;
        // The clip is on a group, since some programs do not clip a `use` element.
        write!(f, r#"<g fill="currentColor" clip-path="url(#{prefix}-x{letter})">"#)?;
        write!(f, r##"<use xlink:href="#{prefix}-h{owner}"/></g>"##)?;
        writeln!(f, r##"<use xlink:href="#{prefix}-{lines}"/></g>"##)
    }

    /// Returns the part of a piece that keeps lines across cells away; empty in themes without lines.
    fn halo(&self, role: Role) -> String {
        let (prefix, paper) = (&self.options.prefix, self.options.theme.frame);
        if self.options.theme.lines == [0; 3] {
            return String::new();
        }
        format!(
            r##"<use xlink:href="#{prefix}-{}" fill="{paper}" stroke="{paper}" stroke-width="{}"/>"##,
            role.letter(),
            layout::HALO_PEN
        )
    }

    fn hatching(&self, player: Player) -> Option<&'static str> {
        self.options.theme.hatching(self.colour(player)).shapes()
    }

    fn colour(&self, player: Player) -> Colour {
        Colour::of(&self.setup.game, player)
    }

    fn letter(&self, player: Player) -> char {
        hexmate_position::letter(&self.setup.game, player)
    }

    fn write_frame(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let theme = &self.options.theme;
        write!(f, r#"<path class="frame" d="{}""#, self.layout.frame())?;
        write!(f, r#" fill="{}" stroke="{}""#, theme.frame, theme.edge)?;
        writeln!(f, r#" stroke-width="{}"/>"#, theme.edge_width)?;
        if let Some(inlay) = theme.inlay {
            write!(f, r#"<path class="inlay" d="{}""#, self.layout.inlay())?;
            writeln!(f, r#" fill="none" stroke="{inlay}"/>"#)?;
        }
        Ok(())
    }

    fn write_to_move(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (setup, options) = (self.setup, self.options);
        if options.to_move == ToMove::Unmarked {
            return Ok(());
        }
        let turn = setup.turn;
        let corner = Corner::beside(self.board.direction(setup.game.forward(turn)));
        let disc = Disc {
            at: self.layout.disc_centre(corner),
            text: words::to_move(setup, &options.letters),
            paint: self.paint(turn),
            rim: options.theme.caption,
            prefix: &options.prefix,
            hatched: self.hatching(turn).map(|_| self.letter(turn)),
        };
        write!(f, "{disc}")
    }

    fn write_cells(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (prefix, shape) = (&self.options.prefix, self.board.shape);
        write!(f, r#"<g class="cells" stroke="{}""#, self.options.theme.grid)?;
        match self.options.theme.grid_width {
            1 => writeln!(f, ">")?,
            width => writeln!(f, r#" stroke-width="{width}">"#)?,
        }
        for (colour, name) in SHADES.into_iter().enumerate() {
            writeln!(f, r#"<g class="{name}" fill="{}">"#, self.options.theme.cells[colour])?;
            let outline = if self.options.theme.lines[colour] > 0 { name } else { "c" };
            for cell in shape.cells().filter(|&cell| self.shade(cell) == colour) {
                let (name, place) = (Coordinate(shape, cell), self.place(cell));
                writeln!(f, r##"<use id="{prefix}-{name}" xlink:href="#{prefix}-{outline}"{place}/>"##)?;
            }
            writeln!(f, "</g>")?;
        }
        writeln!(f, "</g>")
    }

    fn write_marks(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (theme, marks) = (&self.options.theme, &self.options.marks);
        let moved = marks.last_move.into_iter().flat_map(|m| [m.from, m.to]).collect();
        self.write_highlight(f, &moved, "last-move", theme.last_move, layout::THIN_RING)?;
        for tone in Tone::ALL {
            let cells = marks.cells.iter().filter(|&(_, own)| *own == tone).map(|(&cell, _)| cell).collect();
            let colour = theme.tone(tone);
            let highlight = match (tone, theme.cell.tint) {
                (Tone::Plain, _) => theme.cell,
                (_, Some(_)) => Highlight { tint: Some(colour), ..theme.cell },
                (_, None) => Highlight { ring: colour, ..theme.cell },
            };
            self.write_highlight(f, &cells, "marked", highlight, layout::THIN_RING)?;
        }
        self.write_highlight(f, &marks.check, "check", theme.check, layout::THICK_RING)?;
        let circle = |circle: &Circle| {
            let (Point { x, y }, stroke) = (self.place(circle.cell), theme.tone(circle.tone));
            format!(r#"<circle cx="{x}" cy="{y}" r="{}" stroke="{stroke}"/>"#, layout::CIRCLE)
        };
        let attributes = format!(r#"class="circles" fill="none" stroke-width="{}""#, layout::CIRCLE_PEN);
        write_group(f, &attributes, marks.circles.iter().map(circle))
    }

    fn write_highlight(
        &self,
        f: &mut fmt::Formatter<'_>,
        cells: &BTreeSet<Cell>,
        class: &str,
        highlight: Highlight,
        pen: i32,
    ) -> fmt::Result {
        if cells.is_empty() {
            return Ok(());
        }
        let (prefix, theme) = (&self.options.prefix, &self.options.theme);
        let ring = self.layout.grid.ring();
        writeln!(f, r#"<g class="{class}" stroke="{}">"#, theme.grid)?;
        for &cell in cells {
            if let Some(tint) = highlight.tint {
                let fill = theme.cells[self.shade(cell)].mixed(tint);
                writeln!(f, r##"<use xlink:href="#{prefix}-c"{} fill="{fill}"/>"##, self.place(cell))?;
            }
        }
        write!(f, r#"<g fill="none" stroke="{}" stroke-width="{pen}">"#, highlight.ring)?;
        for &cell in cells {
            let at = self.place(cell);
            write!(f, r#"<g transform="translate({} {})">"#, at.x, at.y)?;
            write!(f, r#"<path {FINE} d="{ring}"/></g>"#)?;
        }
        writeln!(f, "</g></g>")
    }

    /// Writes the labels around the board, the names in the cells and the caption.
    fn write_lettering(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Options { theme, view, caption, .. } = self.options;
        let labels = view::labels(view.coordinates, self.board);
        let labels: String = labels.iter().map(|label| self.layout.label_strokes(label)).collect();
        write!(
            f,
            "{}",
            TextPath {
                class: "labels",
                scale: self.layout.label_scale(),
                colour: theme.labels,
                pen: PEN,
                strokes: &labels
            }
        )?;
        if view.coordinates == Coordinates::Inside {
            let shape = self.board.shape;
            let name =
                |cell| self.layout.name_strokes(self.place(cell), &Coordinate(shape, cell).to_string());
            let names: String = shape.cells().map(name).collect();
            let path = |class, colour, pen| TextPath { class, scale: SMALL, colour, pen, strokes: &names };
            if theme.lines != [0; 3] {
                write!(f, "{}", path("halos", theme.frame, layout::NAME_HALO_PEN))?;
            }
            write!(f, "{}", path("names", theme.names, layout::NAME_PEN))?;
        }
        let [normal, bold] = self.layout.caption_strokes(caption);
        let scale = self.layout.caption_scale();
        for (strokes, pen) in [(normal, PEN), (bold, BOLD_PEN)] {
            let path =
                TextPath { class: "caption", scale: &scale, colour: theme.caption, pen, strokes: &strokes };
            write!(f, "{path}")?;
        }
        Ok(())
    }

    fn write_arrows(&self, f: &mut fmt::Formatter<'_>, layer: Layer) -> fmt::Result {
        let arrows: Vec<_> = self.options.marks.arrows.iter().filter(|arrow| arrow.layer == layer).collect();
        if arrows.is_empty() {
            return Ok(());
        }
        write!(f, r#"<g class="arrows" {FINE} stroke="{}""#, self.options.theme.arrow_edge)?;
        writeln!(f, r#" stroke-width="{}">"#, layout::ARROW_PEN)?;
        for arrow in arrows {
            let [from, to] = [arrow.from, arrow.to].map(|cell| self.place(cell));
            let target = match self.setup.board.piece(arrow.to) {
                Some(_) => Target::Occupied,
                None => Target::Empty,
            };
            if let Some(outline) = layout::arrow(from, to, target, arrow.lane) {
                let fill = self.options.theme.tone(arrow.tone);
                writeln!(f, r#"<path fill="{fill}" d="{outline}"/>"#)?;
            }
        }
        writeln!(f, "</g>")
    }

    /// Writes dots, rings and crosses, which are drawn over the pieces.
    fn write_spots(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (marks, theme) = (&self.options.marks, &self.options.theme);
        let circle = |cell, radius| {
            let Point { x, y } = self.place(cell);
            format!(r#"<circle cx="{x}" cy="{y}" r="{radius}"/>"#)
        };
        let cross = |cell| {
            let Point { x, y } = self.place(cell);
            format!(r#"<path transform="translate({x} {y})" d="{}"/>"#, layout::CROSS)
        };
        for tone in Tone::ALL {
            let of = |cells: &BTreeMap<Cell, Tone>| -> Vec<Cell> {
                cells.iter().filter(|&(_, own)| *own == tone).map(|(&cell, _)| cell).collect()
            };
            let colour = if tone == Tone::Plain { theme.spots } else { theme.tone(tone) };
            let solid = format!(r#"fill="{colour}" stroke="{}""#, theme.arrow_edge);
            let open = format!(r#"fill="none" stroke="{colour}" stroke-width="{}""#, layout::CIRCLE_PEN);
            let dots = of(&marks.dots).into_iter().map(|cell| circle(cell, layout::DOT));
            write_group(f, &format!(r#"class="dots" {solid}"#), dots)?;
            let rings = of(&marks.rings).into_iter().map(|cell| circle(cell, layout::CAPTURE_RING));
            write_group(f, &format!(r#"class="rings" {open}"#), rings)?;
            let crosses = of(&marks.crosses).into_iter().map(cross);
            write_group(f, &format!(r#"class="crosses" {solid}"#), crosses)?;
        }
        Ok(())
    }

    fn write_pieces(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let owners = self.setup.board.owners();
        if owners.is_empty() {
            return Ok(());
        }
        write!(f, r#"<g class="pieces" {FINE}"#)?;
        writeln!(f, r#" stroke-width="{}">"#, pieces::PEN)?;
        owners.iter().try_for_each(|player| self.write_pieces_of(f, player))?;
        writeln!(f, "</g>")
    }

    fn write_pieces_of(&self, f: &mut fmt::Formatter<'_>, player: Player) -> fmt::Result {
        let prefix = &self.options.prefix;
        let Paint { fill, outline, detail } = self.paint(player);
        let class = self.colour(player).name().to_ascii_lowercase();
        writeln!(f, r#"<g class="{class}" fill="{fill}" stroke="{outline}" color="{detail}">"#)?;
        let kind = if self.hatching(player).is_some() { self.letter(player) } else { 'm' };
        for (cell, piece) in self.setup.board.pieces().filter(|(_, piece)| piece.owner == player) {
            let at = self.place(cell);
            let fine = at.times(pieces::GRID);
            writeln!(f, r##"<use xlink:href="#{prefix}-{kind}{}"{fine}/>"##, piece.role.letter())?;
            if piece.seat != piece.owner {
                let side = self.board.direction(self.setup.game.forward(piece.seat));
                let drawn = layout::heading(self.layout.grid, at, side);
                let fill = self.paint(piece.seat).fill;
                writeln!(f, r#"<path class="heading" fill="{fill}" d="{drawn}"/>"#)?;
            }
        }
        writeln!(f, "</g>")
    }

    fn paint(&self, player: Player) -> Paint {
        self.options.theme.paint(self.colour(player))
    }

    /// Returns the centre of a cell.
    fn place(&self, cell: Cell) -> Point {
        self.layout.grid.centre(self.board.hex(cell))
    }

    /// Returns the colour of a cell: 0 medium, 1 light, 2 dark.
    fn shade(&self, cell: Cell) -> usize {
        self.board.shape.hex(cell).colour().into()
    }
}

/// Writes a group of elements, one on each line; writes nothing if there are none.
fn write_group(
    f: &mut fmt::Formatter<'_>,
    attributes: &str,
    elements: impl Iterator<Item = String>,
) -> fmt::Result {
    let mut elements = elements.peekable();
    if elements.peek().is_none() {
        return Ok(());
    }
    writeln!(f, "<g {attributes}>")?;
    elements.try_for_each(|element| writeln!(f, "{element}"))?;
    writeln!(f, "</g>")
}

/// Shows or omits the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ToMove {
    /// Only the description for screen readers has the side to move.
    #[default]
    Unmarked,
    /// A disc beside the board has the colour of the side to move.
    Marked,
}

/// The disc in the colour of the side to move.
pub(super) struct Disc<'d> {
    pub(super) at: Point,
    /// Title for screen readers.
    pub(super) text: String,
    pub(super) paint: Paint,
    /// Colour of the rim, visible on light and dark pages.
    pub(super) rim: Rgb,
    pub(super) prefix: &'d Prefix,
    /// Letter of the player, if its pieces are hatched.
    pub(super) hatched: Option<char>,
}

impl fmt::Display for Disc<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { at: Point { x, y }, text, paint, rim, prefix, hatched } = self;
        let Paint { fill, detail, .. } = paint;
        let circle = format!(r#"<circle r="{}""#, layout::DISC);
        writeln!(f, r#"<g class="to-move" transform="translate({x} {y})"><title>{text}</title>"#)?;
        writeln!(f, r#"<g {FINE}>{circle} fill="{fill}"/>"#)?;
        if let Some(letter) = hatched {
            write!(f, r#"<g fill="{detail}" clip-path="url(#{prefix}-xt)">"#)?;
            writeln!(f, r##"<use xlink:href="#{prefix}-h{letter}"/></g>"##)?;
        }
        writeln!(f, r#"{circle} fill="none" stroke="{rim}" stroke-width="{}"/></g></g>"#, layout::DISC_PEN)
    }
}

/// Returns the clip path for the hatching of the disc.
pub(super) fn clip(prefix: &Prefix) -> String {
    format!("<clipPath id=\"{prefix}-xt\"><circle r=\"{}\"/></clipPath>\n", layout::DISC)
}
