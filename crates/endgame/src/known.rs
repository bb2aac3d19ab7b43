//! What the tables know of a position, as the solver asks for it. No search.

use std::sync::atomic::Ordering::Relaxed;

use super::Endgames;
use super::score::{Score, Worth};
use hexmate_core::geometry::Cell;
use hexmate_core::mate::{KnownMates, Prospect};
use hexmate_core::rules::{Piece, Player};

impl KnownMates for Endgames {
    fn most_pieces(&self) -> u32 {
        self.most_pieces.load(Relaxed) as u32
    }

    fn prospect(&self, pieces: &[(Cell, Piece)], turn: Player) -> Option<Prospect> {
        let pieces: Vec<_> = pieces.iter().map(|&(cell, piece)| (cell, piece.owner, piece.role)).collect();
        Some(match self.packed(&pieces, turn)?.score()? {
            Score { worth: Worth::Win, plies } => Prospect::Mates(plies.into()),
            Score { worth: Worth::Loss, plies } => Prospect::IsMated(plies.into()),
            // Whoever cannot mate may still stalemate.
            _ => Prospect::NoMate,
        })
    }
}
