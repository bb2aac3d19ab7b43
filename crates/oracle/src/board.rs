//! Pieces on cells, and which piece attacks which cell. Knows no turn and no history.

use super::cells::{PLACES, place};
use super::game::Rules;
use super::hex::{DIAGONAL, Hex, KNIGHT, ORTHOGONAL};
use super::piece::{Kind, Piece, Player};

/// The pieces on the cells; wide enough for the largest board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    cells: [Option<Piece>; PLACES],
}

impl Board {
    /// Creates a board without pieces.
    pub fn empty() -> Board {
        Board { cells: [None; PLACES] }
    }

    /// Returns the piece on the cell.
    pub fn at(&self, cell: Hex) -> Option<Piece> {
        place(cell).and_then(|place| self.cells[place])
    }

    /// Puts a piece on the cell, or empties it.
    pub fn set(&mut self, cell: Hex, piece: Option<Piece>) {
        if let Some(place) = place(cell) {
            self.cells[place] = piece;
        }
    }

    /// Returns all pieces with their cells.
    pub fn pieces<'a>(&'a self, rules: &'a Rules) -> impl Iterator<Item = (Hex, Piece)> + 'a {
        let cells = rules.cells.iter();
        cells.filter_map(|cell| self.at(cell).map(|piece| (cell, piece)))
    }

    /// Returns the cell of the player's king, if there is one.
    pub fn king(&self, rules: &Rules, player: Player) -> Option<Hex> {
        let found = self.pieces(rules).find(|(_, piece)| piece.kind == Kind::King && piece.owner == player);
        found.map(|(cell, _)| cell)
    }

    /// Returns the pieces of others that attack the cell, seen by `player`.
    pub fn attackers<'a>(
        &'a self,
        rules: &'a Rules,
        cell: Hex,
        player: Player,
    ) -> impl Iterator<Item = Piece> + 'a {
        self.pieces(rules)
            .filter(move |&(from, piece)| piece.owner != player && self.attacks(rules, from, piece, cell))
            .map(|(_, piece)| piece)
    }

    /// Returns whether the player has a king and a piece of another attacks it.
    pub fn is_in_check(&self, rules: &Rules, player: Player) -> bool {
        let king = self.king(rules, player);
        king.is_some_and(|king| self.attackers(rules, king, player).next().is_some())
    }

    /// Returns whether the piece, standing on `from`, attacks the cell `to`.
    fn attacks(&self, rules: &Rules, from: Hex, piece: Piece, to: Hex) -> bool {
        let leaps = |steps: &[Hex]| steps.iter().any(|&step| from + step == to);
        let slides = |steps: &[Hex]| steps.iter().any(|&step| self.slides(rules, from, step, to));
        match piece.kind {
            Kind::King => leaps(&ORTHOGONAL) || leaps(&DIAGONAL),
            Kind::Queen => slides(&ORTHOGONAL) || slides(&DIAGONAL),
            Kind::Rook => slides(&ORTHOGONAL),
            Kind::Bishop => slides(&DIAGONAL),
            Kind::Knight => leaps(&KNIGHT),
            Kind::Pawn => rules.seat(piece.seat).takes_from(from).any(|step| from + step == to),
        }
    }

    /// Returns whether repeating the step leads from `from` to `to` over empty cells.
    fn slides(&self, rules: &Rules, from: Hex, step: Hex, to: Hex) -> bool {
        let mut cell = from + step;
        while rules.cells.has(cell) {
            if cell == to {
                return true;
            }
            if self.at(cell).is_some() {
                return false;
            }
            cell = cell + step;
        }
        false
    }
}
