//! Moves: every way a man can go, made on a copy, kept if the own king is safe.

use super::board::Board;
use super::hex::{DIAGONAL, Hex, KNIGHT, ORTHOGONAL};
use super::piece::{Kind, Piece};
use super::position::Position;

/// A move of one man.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Where the man stood.
    pub from: Hex,
    /// Where it goes.
    pub to: Hex,
    /// What a pawn becomes.
    pub promotion: Option<Kind>,
    /// Whether a man leaves the board, also by en passant.
    pub capture: bool,
    /// Whether a pawn takes in passing.
    pub en_passant: bool,
    /// Whether a pawn steps twice.
    pub double_step: bool,
    radius: i8,
}

impl Move {
    /// The move as in `g4g5` and `f10g10q`.
    pub fn uci(&self) -> String {
        let mut text = self.from.name(self.radius) + &self.to.name(self.radius);
        if let Some(kind) = self.promotion {
            text.push(kind.letter().to_ascii_lowercase());
        }
        text
    }
}

impl Position {
    /// The moves of the player on turn; none means that the game is over.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = self.pseudo_moves();
        moves.retain(|m| self.is_safe(m));
        moves
    }

    /// Whether the player on turn has a move.
    pub(super) fn has_move(&self) -> bool {
        self.pseudo_moves().iter().any(|m| self.is_safe(m))
    }

    /// The board after the move, whether or not the move is legal.
    pub(super) fn board_after(&self, m: &Move) -> Board {
        let mut board = self.board.clone();
        if m.en_passant {
            for right in self.rights.iter().filter(|right| right.crossed == m.to) {
                board.set(right.pawn, None);
            }
        }
        let mut man = self.board.at(m.from);
        if let Some(kind) = m.promotion {
            man = Some(Piece { owner: self.turn, seat: self.turn, kind });
        }
        board.set(m.from, None);
        board.set(m.to, man);
        board
    }

    fn is_safe(&self, m: &Move) -> bool {
        !self.board_after(m).is_in_check(self.rules, self.turn)
    }

    /// The moves without regard to the own king's safety.
    fn pseudo_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for (from, man) in self.board.men(self.rules) {
            if man.owner != self.turn {
                continue;
            }
            match man.kind {
                Kind::King => {
                    self.add_leaps(from, &ORTHOGONAL, &mut moves);
                    self.add_leaps(from, &DIAGONAL, &mut moves);
                }
                Kind::Queen => {
                    self.add_slides(from, &ORTHOGONAL, &mut moves);
                    self.add_slides(from, &DIAGONAL, &mut moves);
                }
                Kind::Rook => self.add_slides(from, &ORTHOGONAL, &mut moves),
                Kind::Bishop => self.add_slides(from, &DIAGONAL, &mut moves),
                Kind::Knight => self.add_leaps(from, &KNIGHT, &mut moves),
                Kind::Pawn => {
                    self.add_pawn_steps(from, man, &mut moves);
                    self.add_pawn_captures(from, man, &mut moves);
                }
            }
        }
        moves
    }

    fn is_empty(&self, cell: Hex) -> bool {
        cell.is_on(self.rules.radius) && self.board.at(cell).is_none()
    }

    /// Whether a man stands there that the player on turn may take.
    fn is_prey(&self, cell: Hex) -> bool {
        let man = if cell.is_on(self.rules.radius) { self.board.at(cell) } else { None };
        man.is_some_and(|man| man.owner != self.turn && man.kind != Kind::King)
    }

    fn plain(&self, from: Hex, to: Hex) -> Move {
        Move {
            from,
            to,
            promotion: None,
            capture: self.is_prey(to),
            en_passant: false,
            double_step: false,
            radius: self.rules.radius,
        }
    }

    fn add_leaps(&self, from: Hex, steps: &[Hex], moves: &mut Vec<Move>) {
        for &step in steps {
            let to = from + step;
            if self.is_empty(to) || self.is_prey(to) {
                moves.push(self.plain(from, to));
            }
        }
    }

    fn add_slides(&self, from: Hex, steps: &[Hex], moves: &mut Vec<Move>) {
        for &step in steps {
            let mut to = from + step;
            while self.is_empty(to) {
                moves.push(self.plain(from, to));
                to = to + step;
            }
            if self.is_prey(to) {
                moves.push(self.plain(from, to));
            }
        }
    }

    fn add_pawn_steps(&self, from: Hex, man: Piece, moves: &mut Vec<Move>) {
        let seat = self.rules.seat(man.seat);
        let one = from + seat.forward;
        if !self.is_empty(one) {
            return;
        }
        self.add_pawn_move(self.plain(from, one), man, moves);
        let two = one + seat.forward;
        if seat.doubles.contains(&from) && self.is_empty(two) {
            let double = Move { double_step: true, ..self.plain(from, two) };
            self.add_pawn_move(double, man, moves);
        }
    }

    fn add_pawn_captures(&self, from: Hex, man: Piece, moves: &mut Vec<Move>) {
        for step in self.rules.seat(man.seat).takes {
            let to = from + step;
            if self.is_prey(to) {
                self.add_pawn_move(self.plain(from, to), man, moves);
            } else if self.rights.iter().any(|right| right.crossed == to) {
                let passing = Move { capture: true, en_passant: true, ..self.plain(from, to) };
                self.add_pawn_move(passing, man, moves);
            }
        }
    }

    /// Adds the pawn's move, once for each promotion where it must promote.
    fn add_pawn_move(&self, m: Move, man: Piece, moves: &mut Vec<Move>) {
        if self.rules.is_last(man.seat, m.to) {
            for &kind in self.rules.promotions {
                moves.push(Move { promotion: Some(kind), ..m });
            }
        } else {
            moves.push(m);
        }
    }
}
