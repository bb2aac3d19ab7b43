//! Makes moves and passes the turn (rules.md, parts 5 and 10).

use super::moves::Move;
use super::piece::{Kind, Piece, Player};
use super::position::{End, Event, Position, Right};

impl Position {
    /// Returns the position after a legal move, with the turn of the next player who can move.
    pub fn play(&self, m: &Move) -> Position {
        self.play_with_events(m).0
    }

    /// Returns the position after a legal move, and the events of players in between, in order.
    pub fn play_with_events(&self, m: &Move) -> (Position, Vec<Event>) {
        let mut next = Position {
            board: self.board_after(m),
            living: self.living.clone(),
            rights: self.rights.clone(),
            wings: self.wings.clone(),
            ..*self
        };
        let pawn = self.board.at(m.from).filter(|piece| piece.kind == Kind::Pawn);
        next.half_moves = next.half_moves.saturating_add(1);
        if m.capture || pawn.is_some() {
            next.half_moves = 0;
        }
        next.drop_rights();
        if let Some(pawn) = pawn.filter(|_| m.double_step) {
            let crossed = self.rules.seat(pawn.seat).crossed(m.from, m.to);
            next.rights.push(Right { stepper: self.turn, crossed, pawn: m.to });
            next.rights.sort_by_key(|right| right.stepper);
        }
        let mut wings = std::mem::take(&mut next.wings);
        wings.retain(|&wing| next.is_home(&self.rules.wings[wing]));
        next.wings = wings;
        next.pass_turn();
        let events = next.settle();
        (next, events)
    }

    /// Drops the rights whose pawn is gone or whose crossed cells are filled.
    fn drop_rights(&mut self) {
        let board = &self.board;
        self.rights.retain_mut(|right| {
            right.crossed.retain(|&cell| board.at(cell).is_none());
            let piece = board.at(right.pawn);
            let stands = piece.is_some_and(|m| m.kind == Kind::Pawn && m.owner == right.stepper);
            stands && !right.crossed.is_empty()
        });
    }

    /// Passes the turn to the next living player.
    fn pass_turn(&mut self) {
        let first = *self.living.first().expect("somebody lives");
        let later = self.living.iter().find(|&&player| player > self.turn);
        if later.is_none() {
            self.full_moves = self.full_moves.saturating_add(1);
        }
        self.turn = later.copied().unwrap_or(first);
    }

    /// Eliminates, skips and passes until somebody can move or the game is over.
    pub(super) fn settle(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        let mut skipped = 0;
        loop {
            let player = self.turn;
            self.rights.retain(|right| right.stepper != player);
            if self.has_move() {
                return events;
            }
            let is_mated = self.in_check();
            if self.living.len() == 2 {
                self.end = Some(if is_mated { End::Mate } else { End::Stalemate });
                return events;
            }
            if is_mated {
                events.push(Event::Out(player, self.put_out(player)));
                skipped = 0;
            } else {
                events.push(Event::Skipped(player));
                skipped += 1;
            }
            self.pass_turn();
            if skipped == self.living.len() {
                self.end = Some(End::Blocked);
                return events;
            }
        }
    }

    /// Removes the mated player's king, transfers the pieces and returns their new owner.
    fn put_out(&mut self, victim: Player) -> Player {
        let rules = self.rules;
        let king = self.board.king(victim).expect("a mated player has a king");
        let givers: Vec<Player> =
            self.board.attackers(rules, king, victim).map(|piece| piece.owner).collect();
        let after_victim = (1..rules.count()).map(|step| (victim + step) % rules.count());
        let heir = after_victim.into_iter().find(|player| givers.contains(player));
        let heir = heir.expect("a mated player is attacked");
        self.board.set(king, None);
        for cell in rules.cells.iter() {
            if let Some(piece) = self.board.at(cell).filter(|piece| piece.owner == victim) {
                let seat = if piece.kind == Kind::Pawn { piece.seat } else { heir };
                self.board.set(cell, Some(Piece { owner: heir, seat, ..piece }));
            }
        }
        self.living.retain(|&player| player != victim);
        self.drop_rights();
        heir
    }
}
