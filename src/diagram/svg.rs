//! A setup as an SVG document. Knows elements and ids; no colours of its own, no pixels.
//!
//! ```text
//! svg#h                     title#h-t  desc#h-d
//! ├ defs                    path#h-c a cell · path#h-K, #h-k a king's body and inner lines
//! │                         g#h-wK White's king, of the two and his hatching
//! ├ path.frame  path.inlay
//! ├ g.cells                 g.medium  g.light  g.dark   each cell: use#h-f6
//! ├ marks                   g.last-move  g.check  g.circles
//! ├ path.labels
//! ├ g.arrows
//! └ g.men                   g.white …   each man: use · path.heading of a pawn taken over
//! ```
//!
//! Every id begins with the prefix. Colours are attributes, which a page's style
//! sheet can overrule by the classes.

use std::fmt::{self, Write};

use super::layout::{self, FINE, Layout, Point, Target};
use super::view::{self, Turn};
use super::{Colour, Highlight, Options, Paint, glyphs, men};
use crate::geometry::{Cell, CellSet};
use crate::notation::{self, Coordinate};
use crate::rules::{Piece, Player, Role, Setup, Variant};

/// Draws a setup, which need not be legal, as an SVG document.
pub fn svg<V: Variant>(setup: &Setup<V>, options: &Options<V::Geometry>) -> String {
    let layout = Layout::new::<V::Geometry>(options.view.coordinates);
    Drawing { setup, options, layout, turn: options.view.turn::<V>() }.to_string()
}

struct Drawing<'d, V: Variant> {
    setup: &'d Setup<V>,
    options: &'d Options<V::Geometry>,
    layout: Layout,
    turn: Turn,
}

impl<V: Variant> fmt::Display for Drawing<'_, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_head(f)?;
        self.write_definitions(f)?;
        self.write_frame(f)?;
        self.write_cells(f)?;
        self.write_marks(f)?;
        self.write_labels(f)?;
        self.write_arrows(f)?;
        self.write_men(f)?;
        f.write_str("</svg>\n")
    }
}

impl<V: Variant> Drawing<'_, V> {
    fn write_head(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let prefix = &self.options.prefix;
        let (x, y) = self.layout.half_size();
        write!(f, r#"<svg xmlns="http://www.w3.org/2000/svg" id="{prefix}" class="hexmate""#)?;
        if let Some(width) = self.options.width {
            write!(f, r#" width="{width}" height="{}""#, self.layout.height(width))?;
        }
        write!(f, r#" viewBox="-{x} -{y} {} {}""#, 2 * x, 2 * y)?;
        writeln!(f, r#" stroke-linejoin="round" role="img" aria-labelledby="{prefix}-t {prefix}-d">"#)?;
        let title = Escaped(self.options.title.as_deref().unwrap_or(V::TITLE));
        writeln!(f, r#"<title id="{prefix}-t">{title}</title>"#)?;
        writeln!(f, r#"<desc id="{prefix}-d">{}</desc>"#, described(self.setup))
    }

    fn write_definitions(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (prefix, board) = (&self.options.prefix, &self.setup.board);
        writeln!(f, "<defs>")?;
        writeln!(f, r#"<path id="{prefix}-c" d="{}"/>"#, layout::CELL)?;
        let used = |role: &Role| !board.by_role(*role).is_empty();
        for letter in Role::ALL.into_iter().filter(used).map(Role::letter) {
            let Some(drawn) = men::outline(letter) else { continue };
            let detail = letter.to_ascii_lowercase();
            writeln!(f, r#"<path id="{prefix}-{letter}" d="{}"/>"#, drawn.body)?;
            writeln!(f, r#"<path id="{prefix}-{detail}" stroke="none" d="{}"/>"#, drawn.detail)?;
        }
        for player in V::players() {
            let paint = self.paint(player);
            let hatching = self.options.theme.hatching(Colour::of::<V>(player));
            let own = |role: &Role| board.by_role(*role).meets(board.by_owner(player));
            for role in Role::ALL.into_iter().filter(own) {
                let letter = role.letter();
                let detail = letter.to_ascii_lowercase();
                write!(f, r#"<g id="{prefix}-{}{letter}">"#, notation::letter::<V>(player))?;
                write!(f, r##"<use href="#{prefix}-{letter}"/>"##)?;
                write!(f, r##"<use href="#{prefix}-{detail}" fill="{}"/>"##, paint.detail)?;
                if let Some(shapes) = hatching.shapes(role) {
                    write!(f, r#"<path fill="{}" stroke="none" d="{shapes}"/>"#, paint.detail)?;
                }
                writeln!(f, "</g>")?;
            }
        }
        writeln!(f, "</defs>")
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

    fn write_cells(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let prefix = &self.options.prefix;
        writeln!(f, r#"<g class="cells" stroke="{}">"#, self.options.theme.grid)?;
        for (colour, name) in ["medium", "light", "dark"].into_iter().enumerate() {
            writeln!(f, r#"<g class="{name}" fill="{}">"#, self.options.theme.cells[colour])?;
            for cell in CellSet::<V::Geometry>::all() {
                if usize::from(cell.hex().colour()) == colour {
                    let place = self.place(cell);
                    writeln!(f, r##"<use id="{prefix}-{}" href="#{prefix}-c"{place}/>"##, Coordinate(cell))?;
                }
            }
            writeln!(f, "</g>")?;
        }
        writeln!(f, "</g>")
    }

    fn write_marks(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (theme, marks) = (&self.options.theme, &self.options.marks);
        let moved = marks.last_move.into_iter().flat_map(|m| [m.from, m.to]).collect();
        self.write_highlight(f, moved, "last-move", theme.last_move, layout::THIN_RING)?;
        self.write_highlight(f, marks.check, "check", theme.check, layout::THICK_RING)?;
        if !marks.circles.is_empty() {
            write!(f, r#"<g class="circles" fill="none" stroke="{}""#, theme.marked)?;
            writeln!(f, r#" stroke-width="{}">"#, layout::CIRCLE_PEN)?;
            for cell in marks.circles {
                let at = self.place(cell);
                writeln!(f, r#"<circle cx="{}" cy="{}" r="{}"/>"#, at.x, at.y, layout::CIRCLE)?;
            }
            writeln!(f, "</g>")?;
        }
        Ok(())
    }

    fn write_highlight(
        &self,
        f: &mut fmt::Formatter<'_>,
        cells: CellSet<V::Geometry>,
        class: &str,
        highlight: Highlight,
        pen: i32,
    ) -> fmt::Result {
        if cells.is_empty() {
            return Ok(());
        }
        let (prefix, theme) = (&self.options.prefix, &self.options.theme);
        writeln!(f, r#"<g class="{class}" stroke="{}">"#, theme.grid)?;
        for cell in cells {
            if let Some(tint) = highlight.tint {
                let fill = theme.cells[usize::from(cell.hex().colour())].mixed(tint);
                writeln!(f, r##"<use href="#{prefix}-c"{} fill="{fill}"/>"##, self.place(cell))?;
            }
        }
        write!(f, r#"<g fill="none" stroke="{}" stroke-width="{pen}">"#, highlight.ring)?;
        for cell in cells {
            let at = self.place(cell);
            write!(f, r#"<g transform="translate({} {})">"#, at.x, at.y)?;
            write!(f, r#"<path {FINE} d="{}"/></g>"#, layout::RING)?;
        }
        writeln!(f, "</g>")?;
        writeln!(f, "</g>")
    }

    fn write_labels(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let labels = view::labels::<V::Geometry>(self.options.view.coordinates, self.turn);
        if labels.is_empty() {
            return Ok(());
        }
        write!(f, r#"<path class="labels" {FINE} fill="none" stroke="{}""#, self.options.theme.labels)?;
        write!(f, r#" stroke-width="{}" stroke-linecap="round""#, glyphs::PEN)?;
        f.write_str(r#" d=""#)?;
        labels.iter().try_for_each(|label| f.write_str(&layout::strokes(label)))?;
        writeln!(f, r#""/>"#)
    }

    fn write_arrows(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let arrows = &self.options.marks.arrows;
        if arrows.is_empty() {
            return Ok(());
        }
        let Paint { fill, outline, .. } = self.options.theme.arrow;
        write!(f, r#"<g class="arrows" {FINE} fill="{fill}" stroke="{outline}""#)?;
        writeln!(f, r#" stroke-width="{}">"#, layout::ARROW_PEN)?;
        for arrow in arrows {
            let [from, to] = [arrow.from, arrow.to].map(|cell| self.turn.hex(cell));
            let target = match self.setup.board.piece(arrow.to) {
                Some(_) => Target::Taken,
                None => Target::Free,
            };
            if let Some(outline) = layout::arrow(from, to, target) {
                writeln!(f, r#"<path d="{outline}"/>"#)?;
            }
        }
        writeln!(f, "</g>")
    }

    fn write_men(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let owners = self.setup.board.owners();
        if owners.is_empty() {
            return Ok(());
        }
        write!(f, r#"<g class="men" {FINE}"#)?;
        writeln!(f, r#" stroke-width="{}">"#, men::PEN)?;
        owners.iter().try_for_each(|player| self.write_men_of(f, player))?;
        writeln!(f, "</g>")
    }

    fn write_men_of(&self, f: &mut fmt::Formatter<'_>, player: Player) -> fmt::Result {
        let (prefix, letter) = (&self.options.prefix, notation::letter::<V>(player));
        let Paint { fill, outline, .. } = self.paint(player);
        let class = Colour::of::<V>(player).name().to_ascii_lowercase();
        writeln!(f, r#"<g class="{class}" fill="{fill}" stroke="{outline}">"#)?;
        for (cell, piece) in self.setup.board.men().filter(|(_, piece)| piece.owner == player) {
            let at = self.place(cell).fine();
            writeln!(f, r##"<use href="#{prefix}-{letter}{}"{at}/>"##, piece.role.letter())?;
            if piece.seat != piece.owner {
                let side = self.turn.direction(V::forward(piece.seat));
                let drawn = layout::heading(self.turn.hex(cell), side);
                let fill = self.paint(piece.seat).fill;
                writeln!(f, r#"<path class="heading" fill="{fill}" d="{drawn}"/>"#)?;
            }
        }
        writeln!(f, "</g>")
    }

    fn paint(&self, player: Player) -> Paint {
        self.options.theme.paint(Colour::of::<V>(player))
    }

    /// Where the centre of a cell is.
    fn place(&self, cell: Cell<V::Geometry>) -> Point {
        layout::centre(self.turn.hex(cell))
    }
}

/// The setup as a list of men and who is to move.
fn described<V: Variant>(setup: &Setup<V>) -> String {
    let mut sentences: Vec<String> = V::players()
        .filter(|&player| !setup.board.by_owner(player).is_empty())
        .map(|player| format!("{}:{}.", Colour::of::<V>(player).name(), listed(setup, player)))
        .collect();
    if sentences.is_empty() {
        sentences.push("No men.".to_owned());
    }
    let out = V::players().filter(|&player| !setup.living.contains(player));
    sentences.extend(out.map(|player| format!("{} is out.", Colour::of::<V>(player).name())));
    sentences.push(format!("{} to move.", Colour::of::<V>(setup.turn).name()));
    sentences.join(" ")
}

/// A player's men, king first; a pawn is its cell alone, or with the seat that it began in.
fn listed<V: Variant>(setup: &Setup<V>, player: Player) -> String {
    let board = &setup.board;
    let cells = Role::ALL.into_iter().flat_map(|role| board.by_role(role) & board.by_owner(player));
    let man = |cell| {
        let name = Coordinate(cell);
        match board.piece(cell) {
            Some(Piece { role: Role::Pawn, seat, .. }) if seat != player => {
                format!(" {name} (from {})", Colour::of::<V>(seat).name())
            }
            Some(Piece { role: Role::Pawn, .. }) | None => format!(" {name}"),
            Some(piece) => format!(" {}{name}", piece.role.letter()),
        }
    };
    cells.map(man).collect()
}

/// A text inside an element. What XML cannot hold becomes a question mark in a diamond.
struct Escaped<'t>(&'t str);

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_loses_what_xml_cannot_hold() {
        assert_eq!(Escaped("R&D <f6>\u{1}").to_string(), "R&amp;D &lt;f6&gt;\u{fffd}");
    }
}
