//! Finds the one legal move that a text means, from its target cell. No reading.

use super::reach::Reach;
use super::{Leniencies, Leniency, MoveText, ResolveError};
use crate::geometry::Cell;
use crate::notation::{Coordinate, file_column};
use crate::game::{Position};
use crate::rules::{Move, Role};

type Resolved<T> = Result<T, ResolveError>;

impl MoveText {
    /// The legal move that the text means, with every leniency granted.
    ///
    /// Looks only at men of the right kind that can go to the target cell; the
    /// marks of check and mate are not looked at, see [`MoveText::mark_fault`].
    ///
    /// # Errors
    ///
    /// If no legal move fits, or several do.
    #[inline]
    pub fn resolve(&self, position: &Position) -> Resolved<Move> {
        self.resolve_allowing(position, Leniencies::ALL)
    }

    /// The legal move that the text means, with only the leniencies granted.
    ///
    /// # Errors
    ///
    /// If the text needs another leniency, if no legal move fits, or if several do.
    pub fn resolve_allowing(
        &self,
        position: &Position,
        allowed: Leniencies,
    ) -> Resolved<Move> {
        let lacking = self.leniencies.minus(allowed);
        if lacking != Leniencies::NONE
            && let Some(leniency) = lacking.iter().next()
        {
            return Err(ResolveError::Disallowed(leniency));
        }
        let role = self.mover(position)?;
        match (self.target.cell(), self.target.rank) {
            (Some(to), _) => self.resolve_to(position, role, to, allowed),
            (None, None) => self.resolve_to_file(position, role, allowed),
            (None, Some(_)) => Err(ResolveError::NoSuchCell(self.target)),
        }
    }

    /// The role of the man that moves; without a letter a pawn, or whatever stands on the cell named.
    fn mover(&self, position: &Position) -> Resolved<Role> {
        if !self.origin.is_whole() {
            return Ok(self.role.unwrap_or(Role::Pawn));
        }
        let cell = self.origin.cell().ok_or(ResolveError::NoSuchCell(self.origin))?;
        let man = position.board().piece(cell).filter(|piece| piece.owner == position.turn());
        let found = man.ok_or(ResolveError::NoOwnMan(cell))?.role;
        match self.role {
            Some(written) if written != found => Err(ResolveError::WrongMan { cell, written, found }),
            _ => Ok(found),
        }
    }

    /// Looks at every cell of the target's file, for a text that names no rank.
    fn resolve_to_file(
        &self,
        position: &Position,
        role: Role,
        allowed: Leniencies,
    ) -> Resolved<Move> {
        let column = self.target.file.and_then(file_column);
        let column = column.ok_or(ResolveError::NoSuchCell(self.target))?;
        let mut moves = Vec::new();
        let mut best = self.no_such_move(role);
        for to in (1..=u8::MAX).map_while(|rank| Coordinate::at(column, rank)) {
            match self.resolve_to(position, role, to, allowed) {
                Ok(m) => moves.push(m),
                Err(ResolveError::Ambiguous(several)) => moves.extend(several),
                Err(ResolveError::NoSuchMove { .. }) => {}
                Err(error) => best = error,
            }
        }
        match *moves {
            [] => Err(best),
            [m] => Ok(m),
            _ => Err(ResolveError::Ambiguous(moves)),
        }
    }

    fn resolve_to(
        &self,
        position: &Position,
        role: Role,
        to: Cell,
        allowed: Leniencies,
    ) -> Resolved<Move> {
        let mut reach = Reach::new(position, role, to);
        if !self.origin.is_empty() {
            reach = reach.filtered(|from| self.origin.fits(from));
        }
        let movers = reach.men().first().ok_or_else(|| self.no_such_move(role))?;
        let legal = reach.legal(position);
        if legal.men().is_empty() {
            let m = Move { from: movers, to, promotion: self.promotion };
            return Err(ResolveError::LeavesKingAttacked(m));
        }
        let meant = self.with_capture_as_written(position, legal, allowed)?;
        let from = meant.men().first().ok_or_else(|| self.no_such_move(role))?;
        if meant.men().is_several() {
            return Err(ResolveError::Ambiguous(meant.moves(position, self.promotion)));
        }
        let promotion = self.promotion_as_written(meant.is_promotion(position, from), to)?;
        Ok(Move { from, to, promotion })
    }

    /// Only the men that take if a capture is written, and those that do not if one is not.
    fn with_capture_as_written(
        &self,
        position: &Position,
        reach: Reach,
        allowed: Leniencies,
    ) -> Resolved<Reach> {
        let is_marked = self.capture || self.en_passant;
        if self.en_passant && (reach.taking.is_empty() || !reach.is_en_passant(position)) {
            return Err(ResolveError::NotEnPassant(self.target));
        }
        if !is_marked && !reach.stepping.is_empty() {
            return Ok(reach.without_takers());
        }
        if reach.taking.is_empty() {
            return Err(ResolveError::NotACapture(self.target));
        }
        if !is_marked && !self.is_bare() && !allowed.contains(Leniency::UnmarkedCapture) {
            return Err(ResolveError::Disallowed(Leniency::UnmarkedCapture));
        }
        match (self.victim, reach.victim(position)) {
            (Some(written), Some(found)) if written != found => {
                Err(ResolveError::WrongVictim { written, found })
            }
            _ => Ok(reach.without_steppers()),
        }
    }

    fn promotion_as_written(
        &self,
        is_promotion: bool,
        to: Cell,
    ) -> Resolved<Option<Role>> {
        match self.promotion {
            None if is_promotion => Err(ResolveError::MissingPromotion(to)),
            Some(_) if !is_promotion => Err(ResolveError::NotAPromotion(to)),
            Some(role) if !game.promotions.contains(&role) => Err(ResolveError::ImpossiblePromotion(role)),
            promotion => Ok(promotion),
        }
    }

    fn no_such_move(&self, role: Role) -> ResolveError {
        let Self { origin, target, .. } = *self;
        ResolveError::NoSuchMove { role, origin, target }
    }
}
