//! Making moves, and whose turn it is then. Trusts the move; judges the players.

use std::error::Error;
use std::fmt;

use super::{Move, Passing, Piece, Player, Position, Role, Variant};
use crate::geometry::{Cell, CellSet, Geometry};

/// A move that the rules do not allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove(pub Move);

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "illegal move from cell {} to cell {}", self.0.from.index(), self.0.to.index())
    }
}

impl Error for IllegalMove {}

impl<V: Variant> Position<V> {
    /// The position after a legal move; see [`Position::play`] for one that may not be.
    ///
    /// Another move gives a position without meaning, and never a panic before
    /// a king is gone.
    #[inline]
    #[must_use]
    pub fn after(&self, m: Move) -> Self {
        let mut next = *self;
        next.advance(m);
        next
    }

    /// Becomes the position after a legal move; the same as [`Position::after`] without a copy.
    #[inline]
    pub fn advance(&mut self, m: Move) {
        self.advance_piece(self.board.piece(m.from), m);
    }

    /// The same as [`Position::advance`] for a man whose role is known.
    #[inline]
    pub(crate) fn advance_man(&mut self, role: Role, m: Move) {
        self.advance_piece(self.board.piece_of(self.turn, role, m.from), m);
    }

    /// The same as [`Position::after`] for a man that is known.
    #[inline]
    pub(super) fn after_moving(&self, piece: Piece, m: Move) -> Self {
        let mut next = *self;
        next.advance_piece(Some(piece), m);
        next
    }

    #[inline]
    fn advance_piece(&mut self, piece: Option<Piece>, m: Move) {
        if let Some(piece) = piece {
            self.move_man(piece, m);
        }
        self.pass_turn();
        self.settle();
    }

    /// Moves the man, removes what it takes and keeps the rights to take en passant up to date.
    #[inline]
    fn move_man(&mut self, piece: Piece, m: Move) {
        let us = self.turn;
        self.halfmoves = self.halfmoves.saturating_add(1);
        if self.board.occupied().contains(m.to) {
            self.board.take(m.to);
            self.halfmoves = 0;
        }
        let mut becomes = piece;
        let mut passing = None;
        if piece.role == Role::Pawn {
            self.halfmoves = 0;
            if let Some(role) = m.promotion {
                becomes = Piece::new(us, role);
            }
            if self.is_passed_over(m.to) && self.is_en_passant(m) {
                for victim in self.pawns_passing(m.to, us) {
                    self.board.take(victim);
                }
            }
            passing = double_step::<V>(piece.seat, m);
        }
        self.board.relocate(m.from, m.to, piece, becomes);
        self.passing[us] = passing;
        if V::PLAYERS > 2 {
            self.drop_spent_rights();
        }
    }

    #[inline]
    fn is_passed_over(&self, cell: Cell) -> bool {
        self.turn
            .after(V::PLAYERS)
            .any(|player| self.passing[player].is_some_and(|passing| passing.over == cell))
    }

    /// Ends rights whose pawn is gone, whose cell is filled or whose owner is out.
    fn drop_spent_rights(&mut self) {
        for player in V::players() {
            let stands = self.passing[player].is_some_and(|passing| {
                let pawns = self.board.by_role(Role::Pawn) & self.board.by_owner(player);
                pawns.contains(passing.pawn) && !self.board.occupied().contains(passing.over)
            });
            if !stands {
                self.passing[player] = None;
            }
        }
    }

    /// Gives the turn to the next player who is in; his own pawn can no longer be taken in passing.
    #[inline]
    pub(super) fn pass_turn(&mut self) {
        let next = self.next_player();
        if next <= self.turn {
            self.fullmoves = self.fullmoves.saturating_add(1);
        }
        self.turn = next;
        self.passing[next] = None;
    }

    /// Puts out players who are found mated and skips those who cannot move, while more than two are in.
    ///
    /// Does nothing in games for two. If nobody can move, the turn comes back
    /// to the player it began with.
    #[inline]
    pub(super) fn settle(&mut self) {
        if V::PLAYERS > 2 {
            self.judge_players();
        }
    }

    fn judge_players(&mut self) {
        let mut skipped = 0;
        while self.living.len() > 2 && skipped < self.living.len() && !self.has_moves() {
            let checkers = self.checkers();
            if checkers.is_empty() {
                skipped += 1;
                self.pass_turn();
            } else {
                skipped = 0;
                self.put_out(checkers);
            }
        }
    }

    /// Removes the mated player: his king goes, his men to the first who could give the check.
    fn put_out(&mut self, checkers: CellSet<V::Geometry>) {
        let victim = self.turn;
        let heir = self.checker(checkers);
        if let Some(king) = self.king(victim) {
            self.board.take(king);
        }
        if let Some(heir) = heir {
            self.board.hand_over(victim, heir);
        }
        self.pass_turn();
        self.living = self.living.without(victim);
        self.drop_spent_rights();
    }

    /// The player who gave a check: of those whose men attack, the first after the victim.
    pub(super) fn checker(&self, checkers: CellSet<V::Geometry>) -> Option<Player> {
        self.turn.after(V::PLAYERS).find(|&player| self.board.by_owner(player).meets(checkers))
    }
}

/// The right that a pawn's move gives to others: one if it stepped twice.
#[inline]
fn double_step<V: Variant>(seat: Player, m: Move) -> Option<Passing> {
    let over = V::Geometry::between(m.from, m.to).first()?;
    let straight = V::Geometry::direction(m.from, m.to) == Some(V::forward(seat));
    straight.then_some(Passing { over, pawn: m.to })
}
