//! Pieces as symbols within a line of text.

use super::pieces::{self, PieceSet};
use hexmate_core::rules::Role;
use hexmate_position::Letters;

/// Returns a piece as an SVG document one em high, black on a transparent background, with its foot on the lower
/// edge.
pub fn figurine(role: Role) -> String {
    let drawn = PieceSet::Plain.outline(role, &Letters::ENGLISH);
    let lines = match drawn.lines {
        "" => String::new(),
        lines => format!(r#"<path d="{lines}"/>"#),
    };
    let spots = match drawn.spots {
        "" => String::new(),
        spots => format!(r##"<path fill="#000" stroke="none" d="{spots}"/>"##),
    };
    let [left, top, width, height] = FRAME;
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {height}" width="{width}" height="{height}"><g fill="none" stroke="#000" stroke-width="{}" stroke-linejoin="round"><path d="{}"/>{lines}{spots}</g></svg>"##,
        2 * pieces::PEN,
        drawn.body
    )
}

/// View box: left, top, width and height.
const FRAME: [i32; 4] = [-180, -232, 360, 440];
