//! A board in letters, for looking at a fault on a terminal.
//!
//! Stands in until there is a drawing for terminals in the library's diagrams;
//! then [`board`] is to call that.

use hexmate::geometry::{Cell, Geometry, Hex};
use hexmate::notation::letter;
use hexmate::rules::{Piece, Player, Position, Variant};

/// The men where they stand, two lines for every rank.
pub fn board<V: Variant>(position: &Position<V>) -> String {
    let radius = V::Geometry::RADIUS;
    let width = if V::PLAYERS == 2 { 2 } else { 4 };
    let mut drawing = String::new();
    for line in -2 * radius..=2 * radius {
        let cells = (-radius..=radius).map(|q| {
            let on_line = (line - q) % 2 == 0;
            let cell = Cell::at(Hex::new(q, (line - q).div_euclid(2))).filter(|_| on_line);
            match cell.map(|cell| position.board().piece(cell)) {
                None => String::new(),
                Some(None) => ".".to_owned(),
                Some(Some(piece)) => man::<V>(piece),
            }
        });
        let mut row = String::new();
        row.extend(cells.map(|text| format!("{text:width$}")));
        drawing.push_str(row.trim_end());
        drawing.push('\n');
    }
    drawing
}

fn man<V: Variant>(piece: Piece) -> String {
    let kind = piece.role.letter();
    match piece.owner {
        Player::WHITE if V::PLAYERS == 2 => kind.to_string(),
        _ if V::PLAYERS == 2 => kind.to_ascii_lowercase().to_string(),
        owner => format!("{}{kind}", letter::<V>(owner)),
    }
}

#[cfg(test)]
mod tests {
    use hexmate::rules::Mini;

    use super::*;

    #[test]
    fn the_start_of_mini_looks_like_its_array() {
        let rows: Vec<String> = board(&Position::<Mini>::start()).lines().map(str::to_owned).collect();
        assert_eq!(rows.len(), 13);
        assert_eq!(rows[0], "      b");
        assert_eq!(rows[1], "    r   n");
        assert_eq!(rows[12], "      B");
    }
}
