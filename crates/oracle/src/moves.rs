//! Moves: every way a piece can go, made on a copy, kept if the own king is safe.

use super::board::Board;
use super::hex::{DIAGONAL, Hex, KNIGHT, ORTHOGONAL};
use super::piece::{Kind, Piece};
use super::position::Position;
use super::wings::{Castle, Wing};

/// A number of moves that few positions exceed.
const USUAL: usize = 100;

/// A move of one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The origin.
    pub from: Hex,
    /// The target.
    pub to: Hex,
    /// Role of the promoted pawn.
    pub promotion: Option<Kind>,
    /// `true` if a piece leaves the board, also by en passant.
    pub capture: bool,
    /// `true` if a pawn takes in passing.
    pub en_passant: bool,
    /// `true` if a pawn steps farther than one cell.
    pub double_step: bool,
    /// The rook's move, if the king castles.
    pub castle: Option<Castle>,
    names: [&'static str; 2],
}

impl Move {
    /// Returns the move as in `g4g5` and `f10g10q`; of a castling the king's way.
    pub fn uci(&self) -> String {
        let mut text = self.names.concat();
        if let Some(kind) = self.promotion {
            text.push(kind.letter().to_ascii_lowercase());
        }
        text
    }
}

impl Position {
    /// Returns the moves of the player to move; none means that the game is over.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = self.pseudo_moves();
        moves.retain(|m| self.is_safe(m));
        moves
    }

    /// Returns whether the player to move has a move.
    pub(super) fn has_move(&self) -> bool {
        let mut moves = Vec::new();
        self.own_pieces().any(|(from, piece)| {
            moves.clear();
            self.add_moves(from, piece, &mut moves);
            moves.iter().any(|m| self.is_safe(m))
        })
    }

    /// Returns the board after the move, whether or not the move is legal.
    pub(super) fn board_after(&self, m: &Move) -> Board {
        let mut board = self.board.clone();
        if m.en_passant {
            for right in self.rights.iter().filter(|right| right.crossed.contains(&m.to)) {
                board.set(right.pawn, None);
            }
        }
        let mut piece = self.board.at(m.from);
        if let Some(kind) = m.promotion {
            piece = Some(Piece { owner: self.turn, seat: self.turn, kind });
        }
        board.set(m.from, None);
        board.set(m.to, piece);
        if let Some(castle) = m.castle {
            board.set(castle.rook_to, self.board.at(castle.rook_from));
            board.set(castle.rook_from, None);
        }
        board
    }

    fn is_safe(&self, m: &Move) -> bool {
        !self.board_after(m).is_in_check(self.rules, self.turn)
    }

    /// Returns the moves without regard to the own king's safety.
    fn pseudo_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(USUAL);
        self.own_pieces().for_each(|(from, piece)| self.add_moves(from, piece, &mut moves));
        moves
    }

    /// Returns the pieces of the player to move with their cells.
    fn own_pieces(&self) -> impl Iterator<Item = (Hex, Piece)> + '_ {
        self.board.pieces().filter(|(_, piece)| piece.owner == self.turn)
    }

    /// Adds the moves of a piece without regard to the own king's safety.
    fn add_moves(&self, from: Hex, piece: Piece, moves: &mut Vec<Move>) {
        match piece.kind {
            Kind::King => {
                self.add_leaps(from, &ORTHOGONAL, moves);
                self.add_leaps(from, &DIAGONAL, moves);
                self.add_castling(moves);
            }
            Kind::Queen => {
                self.add_slides(from, &ORTHOGONAL, moves);
                self.add_slides(from, &DIAGONAL, moves);
            }
            Kind::Rook => self.add_slides(from, &ORTHOGONAL, moves),
            Kind::Bishop => self.add_slides(from, &DIAGONAL, moves),
            Kind::Knight => self.add_leaps(from, &KNIGHT, moves),
            Kind::Pawn => {
                self.add_pawn_steps(from, piece, moves);
                self.add_pawn_captures(from, piece, moves);
            }
        }
    }

    fn is_empty(&self, cell: Hex) -> bool {
        self.rules.cells.has(cell) && self.board.at(cell).is_none()
    }

    /// Returns whether there is a piece that the player to move may capture.
    fn is_prey(&self, cell: Hex) -> bool {
        self.board.at(cell).is_some_and(|piece| piece.owner != self.turn && piece.kind != Kind::King)
    }

    fn plain(&self, from: Hex, to: Hex) -> Move {
        Move {
            from,
            to,
            promotion: None,
            capture: self.is_prey(to),
            en_passant: false,
            double_step: false,
            castle: None,
            names: [from, to].map(|cell| self.rules.cells.name(cell)),
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

    /// Castling on every wing that is open, over as many cells as the game allows there.
    fn add_castling(&self, moves: &mut Vec<Move>) {
        for wing in self.wings.iter().map(|&number| &self.rules.wings[number]) {
            if wing.owner != self.turn || !wing.between().all(|cell| self.is_empty(cell)) {
                continue;
            }
            for &(far, text) in wing.ways {
                if self.is_way_safe(wing, far) {
                    let (rook_to, to) =
                        (wing.king.after(wing.step, far - 1), wing.king.after(wing.step, far));
                    let castle = Castle { wing: wing.letter, text, rook_from: wing.rook, rook_to };
                    moves.push(Move { castle: Some(castle), ..self.plain(wing.king, to) });
                }
            }
        }
    }

    /// No cell that the king leaves, crosses or ends on is attacked once the king has left its cell.
    fn is_way_safe(&self, wing: &Wing, far: i8) -> bool {
        (0..=far).map(|steps| wing.king.after(wing.step, steps)).all(|cell| {
            let mut board = self.board.clone();
            board.set(wing.king, None);
            board.set(cell, self.board.at(wing.king));
            !board.is_in_check(self.rules, self.turn)
        })
    }

    fn add_pawn_steps(&self, from: Hex, piece: Piece, moves: &mut Vec<Move>) {
        let seat = self.rules.seat(piece.seat);
        if self.rules.enemies_block && self.is_enemy_before(from, piece) {
            return;
        }
        for &step in &seat.forward {
            let ways = (1..=seat.reach(from)).map(|far| (far, from.after(step, far)));
            for (far, to) in ways.take_while(|&(_, cell)| self.is_empty(cell)) {
                self.add_pawn_move(Move { double_step: far > 1, ..self.plain(from, to) }, piece, moves);
            }
        }
    }

    /// Returns whether a piece of another player, be it a king, is on one of the cells before the pawn.
    fn is_enemy_before(&self, from: Hex, piece: Piece) -> bool {
        let ahead = self.rules.seat(piece.seat).forward.iter().map(|&step| from + step);
        let mut pieces = ahead.filter_map(|cell| self.board.at(cell));
        pieces.any(|other| other.owner != piece.owner)
    }

    fn add_pawn_captures(&self, from: Hex, piece: Piece, moves: &mut Vec<Move>) {
        let seat = self.rules.seat(piece.seat);
        for to in seat.takes_from(from).map(|step| from + step).filter(|&to| self.is_prey(to)) {
            self.add_pawn_move(self.plain(from, to), piece, moves);
        }
        for to in seat.takes.map(|step| from + step) {
            if self.rights.iter().any(|right| right.crossed.contains(&to)) {
                let passing = Move { capture: true, en_passant: true, ..self.plain(from, to) };
                self.add_pawn_move(passing, piece, moves);
            }
        }
    }

    /// Adds the pawn's move, once for each promotion where it must promote.
    fn add_pawn_move(&self, m: Move, piece: Piece, moves: &mut Vec<Move>) {
        if self.rules.is_last(piece.seat, m.to) {
            for &kind in self.rules.promotions {
                moves.push(Move { promotion: Some(kind), ..m });
            }
        } else {
            moves.push(m);
        }
    }
}
