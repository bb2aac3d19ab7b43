//! Makes moves and passes the turn, without checking legality.

use super::{ByPlayer, Castling, EnPassant, KeptWings, Move, Piece, Player, Position, Role, Variant};
use crate::geometry::{Cell, CellSet, Geometry};

impl<V: Variant> Position<V> {
    /// Returns the position after a legal move; see [`Position::play`] for a checked one.
    ///
    /// An illegal move gives a meaningless position, and never panics before
    /// a king is gone.
    ///
    /// ```
    /// use hexmate_core::rules::{Glinski, Position};
    ///
    /// let start = Position::<Glinski>::start();
    /// let m = start.legal_moves().next().expect("a move");
    /// assert_eq!(start.after_move(m).turn(), start.next_player());
    /// ```
    #[inline]
    #[must_use]
    pub fn after_move(&self, m: Move) -> Self {
        let mut next = *self;
        next.make_move(m);
        next
    }

    /// Makes a legal move in place; see [`Position::after_move`].
    ///
    /// ```
    /// use hexmate_core::rules::{Glinski, Position};
    ///
    /// let mut position = Position::<Glinski>::start();
    /// let m = position.legal_moves().next().expect("a move");
    /// position.make_move(m);
    /// assert_eq!(position, Position::start().after_move(m));
    /// ```
    #[inline]
    pub fn make_move(&mut self, m: Move) {
        self.make_move_with(self.board.piece(m.from), m);
    }

    /// Makes a legal move in place, of a piece whose role is known.
    #[inline]
    pub(crate) fn make_move_of(&mut self, role: Role, m: Move) {
        self.make_move_with(self.board.piece_of(self.turn, role, m.from), m);
    }

    /// Makes a legal move in place, of a piece whose role is known, if the next player is then in check; returns whether
    /// it did.
    pub(crate) fn make_check_of(&mut self, role: Role, m: Move) -> bool {
        let mut next = *self;
        next.make_move_of(role, m);
        let is_check = next.is_check();
        if is_check {
            *self = next;
        }
        is_check
    }

    /// Makes a legal move in place, of a piece whose role is known, like that of the piece on the target. Games for two.
    ///
    /// Other roles give a meaningless position.
    ///
    /// ```
    /// use hexmate_core::rules::{Glinski, Position, Role};
    ///
    /// let start = Position::<Glinski>::start();
    /// let m = start.legal_moves().find(|m| start.our(Role::Knight).contains(m.from)).expect("a move");
    /// let mut position = start;
    /// position.make_known_move(Role::Knight, None, m);
    /// assert_eq!(position, start.after_move(m));
    /// ```
    #[inline]
    pub fn make_known_move(&mut self, role: Role, victim: Option<Role>, m: Move) {
        let piece = Piece::new(self.turn, role);
        let victim = victim.map(|role| Piece::new(self.next_player(), role));
        self.move_piece(piece, victim, m);
        self.pass_turn();
        self.resolve_turn();
    }

    /// Returns the position after a legal move of a known piece.
    #[inline]
    pub(super) fn after_move_of(&self, piece: Piece, m: Move) -> Self {
        let mut next = *self;
        next.make_move_with(Some(piece), m);
        next
    }

    /// Returns the position after a pass, in games for two.
    ///
    /// `None` if the player is in check. A pass ends en passant rights.
    ///
    /// ```
    /// use hexmate_core::rules::{Glinski, Position};
    ///
    /// let start = Position::<Glinski>::start();
    /// let passed = start.after_null_move().expect("no check");
    /// assert_eq!(passed.turn(), start.next_player());
    /// ```
    #[must_use]
    pub fn after_null_move(&self) -> Option<Self> {
        let mut next = *self;
        next.en_passant = V::ByPlayer::splat(None);
        next.pass_turn();
        (!self.is_check()).then_some(next)
    }

    #[inline]
    fn make_move_with(&mut self, piece: Option<Piece>, m: Move) {
        if let Some(piece) = piece {
            self.move_piece(piece, self.board.piece(m.to), m);
        }
        self.pass_turn();
        self.resolve_turn();
    }

    /// Moves the piece, removes the captured one and updates en passant rights.
    #[inline]
    fn move_piece(&mut self, piece: Piece, victim: Option<Piece>, m: Move) {
        let us = self.turn;
        self.halfmoves = self.halfmoves.saturating_add(1);
        if let Some(victim) = victim {
            self.board.toggle(m.to, victim);
            self.halfmoves = 0;
        }
        let mut becomes = piece;
        let mut en_passant = None;
        if piece.role == Role::Pawn {
            self.halfmoves = 0;
            if let Some(role) = m.promotion {
                becomes = Piece::new(us, role);
            }
            if self.is_crossed(m.to) && self.is_en_passant(m) {
                for victim in self.en_passant_victims(m.to, us) {
                    self.board.take(victim);
                }
            }
            en_passant = long_step::<V>(piece.seat, m);
        }
        if V::CASTLES {
            self.bring_rook(m);
            self.lose_wings(m);
        }
        self.board.relocate(m.from, m.to, piece, becomes);
        self.en_passant[us] = en_passant;
        if V::PLAYERS > 2 {
            self.drop_spent_rights();
        }
    }

    #[inline]
    fn is_crossed(&self, cell: Cell) -> bool {
        self.turn
            .others(V::PLAYERS)
            .any(|player| self.en_passant[player].is_some_and(|right| right.cells::<V>().contains(cell)))
    }

    /// Moves the rook, if the king castles.
    fn bring_rook(&mut self, m: Move) {
        if let Some(Castling { rook: [from, to], .. }) = self.castling(m) {
            let rook = Piece::new(self.turn, Role::Rook);
            self.board.relocate(from, to, rook, rook);
        }
    }

    /// Returns the position with a player's king and rook where a castling brings them, be it legal or not.
    ///
    /// Pieces on these cells are removed; turn and rights stay.
    pub(crate) fn with_castled(&self, player: Player, castling: &Castling) -> Self {
        let mut after = *self;
        after.board.take(castling.king[0]);
        after.board.take(castling.rook[0]);
        after.board.put(castling.king[1], Piece::new(player, Role::King));
        after.board.put(castling.rook[1], Piece::new(player, Role::Rook));
        after
    }

    /// Ends castling rights whose king or rook leaves its cell or is captured there.
    fn lose_wings(&mut self, m: Move) {
        let mut wings = self.wings();
        if wings.is_empty() {
            return;
        }
        for player in V::players() {
            for castling in V::castlings(player) {
                let home = [castling.king[0], castling.rook[0]];
                if home.contains(&m.from) || home.contains(&m.to) {
                    wings = wings.without(player, castling.wing);
                }
            }
        }
        self.wings = V::Wings::keep(wings);
    }

    /// Ends en passant rights whose pawn is gone, whose cell is occupied or whose owner is eliminated.
    fn drop_spent_rights(&mut self) {
        for player in V::players() {
            let stands = self.en_passant[player].is_some_and(|en_passant| {
                let pawns = self.board.by_role(Role::Pawn) & self.board.by_owner(player);
                pawns.contains(en_passant.pawn) && !self.board.occupied().contains(en_passant.crossed)
            });
            if !stands {
                self.en_passant[player] = None;
            }
        }
    }

    /// Passes the turn to the next living player, whose own en passant right ends.
    #[inline]
    pub(super) fn pass_turn(&mut self) {
        let next = self.next_player();
        if next <= self.turn {
            self.fullmoves = self.fullmoves.saturating_add(1);
        }
        self.turn = next;
        self.en_passant[next] = None;
    }

    /// Eliminates mated players and skips stalemated ones, while more than two are living.
    ///
    /// Does nothing in games for two. If no player can move, the turn returns
    /// to the player with whom it started.
    #[inline]
    pub(super) fn resolve_turn(&mut self) {
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

    /// Eliminates the mated player: removes the king and gives the pieces to the first player who gave check.
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

    /// Returns the player who gave a check: of those whose pieces attack, the first after the mated player.
    pub(super) fn checker(&self, checkers: CellSet<V::Geometry>) -> Option<Player> {
        self.turn.others(V::PLAYERS).find(|&player| self.board.by_owner(player).meets(checkers))
    }
}

/// Returns the right that a pawn's move gives to others: one if it stepped further than one cell.
#[inline]
fn long_step<V: Variant>(seat: Player, m: Move) -> Option<EnPassant> {
    let direction = V::Geometry::direction(m.from, m.to)?;
    let crossed = V::Geometry::step(m.from, direction)?;
    let is_long_step = crossed != m.to && V::pawn_steps(seat).any(|way| way == direction);
    is_long_step.then_some(EnPassant { crossed, pawn: m.to })
}
