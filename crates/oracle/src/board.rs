//! Pieces on cells, and which piece attacks which cell. Knows no turn and no history.

use std::iter;

use super::cells::{PLACES, hex_at, place};
use super::game::Rules;
use super::hex::{DIAGONAL, Hex, KNIGHT, ORTHOGONAL};
use super::piece::{Kind, Piece, Player};

/// The pieces on the cells; wide enough for the largest board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    cells: [Option<Piece>; PLACES],
    /// A bit for each place with a piece: most are empty, and all pieces are often asked for.
    filled: [u64; PLACES.div_ceil(64)],
}

impl Board {
    /// Creates a board without pieces.
    pub fn empty() -> Board {
        Board { cells: [None; PLACES], filled: [0; PLACES.div_ceil(64)] }
    }

    /// Returns the piece on the cell.
    pub fn at(&self, cell: Hex) -> Option<Piece> {
        place(cell).and_then(|place| self.cells[place])
    }

    /// Puts a piece on the cell, or empties it.
    pub fn set(&mut self, cell: Hex, piece: Option<Piece>) {
        if let Some(place) = place(cell) {
            self.cells[place] = piece;
            let bit = 1 << (place % 64);
            let filled = &mut self.filled[place / 64];
            *filled = if piece.is_some() { *filled | bit } else { *filled & !bit };
        }
    }

    /// Returns all pieces with their cells.
    pub fn pieces(&self) -> impl Iterator<Item = (Hex, Piece)> + '_ {
        let mut left = self.filled;
        iter::from_fn(move || {
            let word = left.iter().position(|&bits| bits != 0)?;
            let place = word * 64 + left[word].trailing_zeros() as usize;
            left[word] &= left[word] - 1;
            self.cells[place].map(|piece| (hex_at(place), piece))
        })
    }

    /// Returns the cell of the player's king, if there is one.
    pub fn king(&self, player: Player) -> Option<Hex> {
        let found = self.pieces().find(|(_, piece)| piece.kind == Kind::King && piece.owner == player);
        found.map(|(cell, _)| cell)
    }

    /// Returns the pieces of others that attack the cell, seen by `player`.
    pub fn attackers<'a>(
        &'a self,
        rules: &'a Rules,
        cell: Hex,
        player: Player,
    ) -> impl Iterator<Item = Piece> + 'a {
        self.pieces()
            .filter(move |&(from, piece)| piece.owner != player && self.attacks(rules, from, piece, cell))
            .map(|(_, piece)| piece)
    }

    /// Returns whether the player has a king and a piece of another attacks it.
    pub fn is_in_check(&self, rules: &Rules, player: Player) -> bool {
        let king = self.king(player);
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
        if !step.leads(from, to) {
            return false;
        }
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
