//! Resolution of a written move: finds the legal move that it denotes, from its target cell.

use super::{CellText, Leniencies, Leniency, MoveText, ResolveError};
use crate::Position;
use crate::Uci;
use hexmate_core::candidates::{CandidatePiece, Candidates};
use hexmate_core::geometry::Cell;
use hexmate_core::rules::{Move, Role};

type Resolved<T> = Result<T, ResolveError>;

impl MoveText {
    /// Returns the legal move that the text denotes, with all leniencies allowed.
    ///
    /// Examines only pieces of the written kind that can move to the target cell. Ignores the check sign; see
    /// [`MoveText::mark_fault`].
    ///
    /// # Errors
    ///
    /// If no legal move fits, or several do.
    #[inline]
    pub fn resolve(&self, position: &Position) -> Resolved<Move> {
        self.resolve_allowing(position, Leniencies::ALL)
    }

    /// Returns the legal move that the text denotes, with some leniencies allowed.
    ///
    /// # Errors
    ///
    /// If the text needs another leniency, if no legal move fits, or if several do.
    pub fn resolve_allowing(&self, position: &Position, allowed: Leniencies) -> Resolved<Move> {
        let lacking = self.leniencies.minus(allowed);
        if lacking != Leniencies::NONE
            && let Some(leniency) = lacking.iter().next()
        {
            return Err(ResolveError::Disallowed(leniency));
        }
        if let Some(castling) = self.castling {
            return castling.resolve(position, allowed);
        }
        let role = self.piece(position)?;
        if let Some(m) = self.castling_by_cells(position, role) {
            return Ok(m);
        }
        match (self.target.cell(position.game().shape), self.target.rank) {
            (Some(to), _) => self.resolve_to(position, role, to, allowed),
            (None, None) => self.resolve_to_file(position, role, allowed),
            (None, Some(_)) => Err(ResolveError::NoSuchCell(self.target)),
        }
    }

    /// Returns the role of the piece that moves; without a letter a pawn, or the piece on a whole origin cell.
    fn piece(&self, position: &Position) -> Resolved<Role> {
        if !self.origin.is_whole() {
            return Ok(self.role.unwrap_or(Role::Pawn));
        }
        let shape = position.game().shape;
        let cell = self.origin.cell(shape).ok_or(ResolveError::NoSuchCell(self.origin))?;
        let piece = position.piece(cell).filter(|piece| piece.owner == position.turn());
        let cell = CellText::of(self.origin.names, shape, cell);
        let found = piece.ok_or(ResolveError::NoOwnPiece(cell))?.role;
        match self.role {
            Some(written) if written != found => Err(ResolveError::WrongPiece { cell, written, found }),
            _ => Ok(found),
        }
    }

    /// Returns the castling move of a king whose cells are both written, as in UCI.
    fn castling_by_cells(&self, position: &Position, role: Role) -> Option<Move> {
        let shape = position.game().shape;
        if role != Role::King || position.wings().is_empty() {
            return None;
        }
        let m =
            Move { from: self.origin.cell(shape)?, to: self.target.cell(shape)?, promotion: self.promotion };
        (position.castling(m).is_some() && position.is_legal(m)).then_some(m)
    }

    /// Resolves a text without a target rank by trying all cells of the file.
    fn resolve_to_file(&self, position: &Position, role: Role, allowed: Leniencies) -> Resolved<Move> {
        let shape = position.game().shape;
        let mut file = shape.cells().filter(|&cell| self.target.fits(shape, cell)).peekable();
        if self.target.file.is_none() || file.peek().is_none() {
            return Err(ResolveError::NoSuchCell(self.target));
        }
        let mut moves = Vec::new();
        let mut best = self.no_such_move(role);
        for to in file {
            match self.resolve_to(position, role, to, allowed) {
                Ok(m) => moves.push(Uci(shape, m)),
                Err(ResolveError::Ambiguous(several)) => moves.extend(several),
                Err(ResolveError::NoSuchMove { .. }) => {}
                Err(error) => best = error,
            }
        }
        match *moves {
            [] => Err(best),
            [Uci(_, m)] => Ok(m),
            _ => Err(ResolveError::Ambiguous(moves)),
        }
    }

    fn resolve_to(&self, position: &Position, role: Role, to: Cell, allowed: Leniencies) -> Resolved<Move> {
        let shape = position.game().shape;
        let mut candidates = position.candidates(role, to);
        if !self.origin.is_empty() {
            candidates.pieces.retain(|piece| self.origin.fits(shape, piece.from));
        }
        let first = candidates.pieces.first().ok_or_else(|| self.no_such_move(role))?.from;
        candidates.pieces.retain(|piece| piece.is_legal);
        if candidates.pieces.is_empty() {
            let m = Move { from: first, to, promotion: self.promotion };
            return Err(ResolveError::LeavesKingAttacked(Box::new(Uci(shape, m))));
        }
        self.keep_capture_as_written(&mut candidates, allowed)?;
        match *candidates.pieces {
            [] => Err(self.no_such_move(role)),
            [piece] => {
                let promotion = self.promotion_as_written(position, piece, to)?;
                Ok(Move { from: piece.from, to, promotion })
            }
            _ => Err(ResolveError::Ambiguous(self.moves(position, &candidates, to))),
        }
    }

    /// Keeps the pieces that capture if a capture is written, otherwise those that do not.
    fn keep_capture_as_written(&self, candidates: &mut Candidates, allowed: Leniencies) -> Resolved<()> {
        let is_marked = self.capture || self.en_passant;
        let capturing = candidates.pieces.iter().filter(|piece| piece.takes).count();
        if self.en_passant && (capturing == 0 || !candidates.is_en_passant) {
            return Err(ResolveError::NotEnPassant(self.target));
        }
        if !is_marked && capturing < candidates.pieces.len() {
            candidates.pieces.retain(|piece| !piece.takes);
            return Ok(());
        }
        if capturing == 0 {
            return Err(ResolveError::NotACapture(self.target));
        }
        if !is_marked && !self.is_bare() && !allowed.contains(Leniency::UnmarkedCapture) {
            return Err(ResolveError::Disallowed(Leniency::UnmarkedCapture));
        }
        match (self.victim, candidates.captured) {
            (Some(written), Some(found)) if written != found => {
                Err(ResolveError::WrongVictim { written, found })
            }
            _ => {
                candidates.pieces.retain(|piece| piece.takes);
                Ok(())
            }
        }
    }

    /// Returns the moves of several pieces, with every promotion unless one is written.
    fn moves(&self, position: &Position, candidates: &Candidates, to: Cell) -> Vec<Uci> {
        let game = position.game();
        let mut moves = Vec::new();
        for &CandidatePiece { from, promotes, .. } in &candidates.pieces {
            let mut push = |promotion| moves.push(Uci(game.shape, Move { from, to, promotion }));
            match (promotes, self.promotion) {
                (false, _) => push(None),
                (true, Some(_)) => push(self.promotion),
                (true, None) => game.promotions.iter().for_each(|&role| push(Some(role))),
            }
        }
        moves
    }

    fn promotion_as_written(
        &self,
        position: &Position,
        piece: CandidatePiece,
        to: Cell,
    ) -> Resolved<Option<Role>> {
        let game = position.game();
        let cell = CellText::of(self.target.names, game.shape, to);
        match self.promotion {
            None if piece.promotes => Err(ResolveError::MissingPromotion(cell)),
            Some(_) if !piece.promotes => Err(ResolveError::NotAPromotion(cell)),
            Some(role) if !game.promotions.contains(&role) => Err(ResolveError::ImpossiblePromotion(role)),
            promotion => Ok(promotion),
        }
    }

    fn no_such_move(&self, role: Role) -> ResolveError {
        let Self { origin, target, .. } = *self;
        ResolveError::NoSuchMove { role, origin, target }
    }
}
