//! Counting the moves that can be made to a depth, and what they are.

use super::moves::Move;
use super::position::{Event, Position};

/// Counts of the moves of the last ply, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Breakdown {
    /// All moves of the last ply.
    pub nodes: u64,
    /// Moves that take, also in passing.
    pub captures: u64,
    /// Moves that take in passing.
    pub en_passant: u64,
    /// Steps of pawns that are farther than one cell.
    pub double_steps: u64,
    /// Promotions, each kind a move of its own.
    pub promotions: u64,
    /// Moves with which a king castles.
    pub castles: u64,
    /// Moves after which the player then to move is in check, also mated.
    pub checks: u64,
    /// Moves after which two or more pieces give check.
    pub double_checks: u64,
    /// Moves after which the game is over by mate.
    pub mates: u64,
    /// Moves after which the game is over because there is no move and no check.
    pub stalemates: u64,
    /// Players eliminated between the move and the next; the last mate does not count.
    pub eliminations: u64,
}

impl Position {
    /// Returns the number of lines of `depth` moves; a lost turn is not a move.
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal_moves().len() as u64,
            _ => self.legal_moves().iter().map(|m| self.play(m).perft(depth - 1)).sum(),
        }
    }

    /// Returns the count behind each first move, in ascending order of the UCI text.
    pub fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        let behind = |m: &Move| self.play(m).perft(depth.saturating_sub(1));
        let mut rows: Vec<(String, u64)> = self.legal_moves().iter().map(|m| (m.uci(), behind(m))).collect();
        rows.sort();
        rows
    }

    /// Returns the moves of the last ply, sorted by what they are and do.
    pub fn breakdown(&self, depth: u32) -> Breakdown {
        let mut sum = Breakdown::default();
        self.add_to(&mut sum, depth);
        sum
    }

    fn add_to(&self, sum: &mut Breakdown, depth: u32) {
        for m in self.legal_moves() {
            let (next, events) = self.play_with_events(&m);
            match depth {
                0 => return,
                1 => sum.add(&m, &next, &events),
                _ => next.add_to(sum, depth - 1),
            }
        }
    }
}

impl Breakdown {
    fn add(&mut self, m: &Move, next: &Position, events: &[Event]) {
        let is_out = |event: &&Event| matches!(event, Event::Out(..));
        let checkers = next.count_checkers();
        self.nodes += 1;
        self.captures += u64::from(m.capture);
        self.en_passant += u64::from(m.en_passant);
        self.double_steps += u64::from(m.double_step);
        self.promotions += u64::from(m.promotion.is_some());
        self.castles += u64::from(m.castle.is_some());
        self.checks += u64::from(checkers >= 1);
        self.double_checks += u64::from(checkers >= 2);
        self.mates += u64::from(next.is_mate());
        self.stalemates += u64::from(next.is_stalemate());
        self.eliminations += events.iter().filter(is_out).count() as u64;
    }
}
