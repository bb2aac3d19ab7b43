//! Setups, which need not be legal, and their faults.

use std::error::Error;
use std::fmt;

use super::{
    ByPlayer, Castling, EnPassant, KeptWings, Piece, Player, PlayerSet, Position, Role, TypedBoard, Variant,
    Wings,
};
use crate::geometry::{Cell, CellSet, Geometry};

/// A setup: the contents of a diagram, legal or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup<V: Variant> {
    /// Which of the type's games it belongs to.
    pub choice: V::Choice,
    /// The pieces.
    pub board: TypedBoard<V>,
    /// The player to move.
    pub turn: Player,
    /// Living players.
    pub living: PlayerSet,
    /// Crossed cells on which pawns may be captured, in the order of their owners.
    pub crossed: Vec<Cell>,
    /// Cell of the pawn that has crossed a cell, if given: see [`Position::landed_cell`].
    pub landed: Option<Cell>,
    /// Castling rights.
    pub wings: Wings,
    /// Half-move clock, in plies since the last capture or pawn move.
    pub halfmoves: u32,
    /// Full-move number.
    pub fullmoves: u32,
}

/// A fault of a setup.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fault {
    /// A living player has no king.
    NoKing(Player),
    /// A player has more kings than one.
    SeveralKings(Player),
    /// An eliminated player has pieces.
    PiecesOfPlayerOut(Player),
    /// The player to move is eliminated.
    TurnOfPlayerOut(Player),
    /// Fewer than two players are living.
    NoOpponent,
    /// A pawn is on a promotion cell.
    PawnOnLastCell(Cell),
    /// A pawn has the direction of a living player who is not its owner.
    PawnOfLivingPlayer(Cell),
    /// The player who is not to move is in check.
    OpponentInCheck(Player),
    /// No pawn can just have crossed this cell.
    ImpossibleEnPassant(Cell),
    /// A player has no king or no rook where it would castle from, on one wing at least.
    ImpossibleCastling(Player),
    /// A player has more pieces, or more pawns, than it can have. Only a warning.
    TooManyPieces(Player),
}

impl Fault {
    /// Returns the stable code for tables and filters.
    pub const fn code(self) -> &'static str {
        match self {
            Self::NoKing(_) => "no-king",
            Self::SeveralKings(_) => "several-kings",
            Self::PiecesOfPlayerOut(_) => "pieces-of-player-out",
            Self::TurnOfPlayerOut(_) => "turn-of-player-out",
            Self::NoOpponent => "no-opponent",
            Self::PawnOnLastCell(_) => "pawn-on-last-cell",
            Self::PawnOfLivingPlayer(_) => "pawn-of-living-player",
            Self::OpponentInCheck(_) => "opponent-in-check",
            Self::ImpossibleEnPassant(_) => "impossible-en-passant",
            Self::ImpossibleCastling(_) => "impossible-castling",
            Self::TooManyPieces(_) => "too-many-pieces",
        }
    }

    /// Returns whether the fault is only a warning.
    pub const fn is_warning(self) -> bool {
        matches!(self, Self::TooManyPieces(_))
    }
}

/// All faults of a setup, including warnings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// Returns the faults, including warnings.
    pub fn as_slice(&self) -> &[Fault] {
        &self.0
    }
}

impl From<Vec<Fault>> for Faults {
    fn from(faults: Vec<Fault>) -> Self {
        Self(faults)
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let codes: Vec<&str> = self.0.iter().map(|fault| fault.code()).collect();
        f.write_str(&codes.join(", "))
    }
}

impl Error for Faults {}

impl<V: Variant> Setup<V> {
    /// Creates a setup without pieces, the first player to move and all players living.
    pub fn empty() -> Self {
        Self {
            choice: V::Choice::default(),
            board: TypedBoard::empty(),
            turn: Player::WHITE,
            living: PlayerSet::first(V::PLAYERS),
            crossed: Vec::new(),
            landed: None,
            wings: Wings::NONE,
            halfmoves: 0,
            fullmoves: 1,
        }
    }

    /// Returns the position, if the setup has no faults but warnings.
    ///
    /// If the player to move is mated or stalemated while more than two are
    /// living, the position is the one after that player has been eliminated or skipped.
    ///
    /// # Errors
    ///
    /// All faults at once.
    ///
    /// ```
    /// use hexmate_core::rules::{Fault, Glinski, Player, Setup};
    ///
    /// let faults = Setup::<Glinski>::empty().into_position().expect_err("no kings");
    /// assert!(faults.as_slice().contains(&Fault::NoKing(Player::WHITE)));
    /// ```
    pub fn into_position(self) -> Result<Position<V>, Faults> {
        let faults = self.faults();
        self.checked(faults)
    }

    /// Returns the position even if players lack kings, as diagrams of lectures and tests of programs do.
    ///
    /// A player without a king is never in check: all moves of its pieces are legal.
    ///
    /// # Errors
    ///
    /// All faults but missing kings at once.
    ///
    /// ```
    /// use hexmate_core::geometry::{Geometry, Hex, Hexagon37};
    /// use hexmate_core::rules::{Mini, Piece, Player, Role, Setup};
    ///
    /// let mut setup = Setup::<Mini>::empty();
    /// let centre = Hexagon37::cell(Hex::new(0, 0)).expect("a cell");
    /// setup.board.put(centre, Piece::new(Player::WHITE, Role::Rook));
    /// let position = setup.into_position_without_kings().expect("no other faults");
    /// assert_eq!(position.count_moves(), 18);
    /// ```
    pub fn into_position_without_kings(self) -> Result<Position<V>, Faults> {
        let mut faults = self.faults();
        faults.retain(|fault| !matches!(fault, Fault::NoKing(_)));
        self.checked(faults)
    }

    fn checked(self, faults: Vec<Fault>) -> Result<Position<V>, Faults> {
        if !faults.iter().all(|fault| fault.is_warning()) {
            return Err(Faults(faults));
        }
        let mut position = self.unresolved();
        position.resolve_turn();
        Ok(position)
    }

    /// Returns all faults, including warnings.
    pub fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        for player in V::players() {
            let pieces = self.board.by_owner(player);
            let kings = self.board.by_role(Role::King) & pieces;
            if self.living.contains(player) && kings.is_empty() {
                faults.push(Fault::NoKing(player));
            }
            if kings.is_several() {
                faults.push(Fault::SeveralKings(player));
            }
            if !self.living.contains(player) && !pieces.is_empty() {
                faults.push(Fault::PiecesOfPlayerOut(player));
            }
        }
        if !self.living.contains(self.turn) {
            faults.push(Fault::TurnOfPlayerOut(self.turn));
        }
        if self.living.len() < 2 {
            faults.push(Fault::NoOpponent);
        }
        let stuck = V::players()
            .fold(CellSet::EMPTY, |stuck, seat| stuck | self.board.pawns(seat) & V::promotion_cells(seat));
        faults.extend(stuck.into_iter().map(Fault::PawnOnLastCell));
        let strange =
            V::players().filter(|&seat| self.living.contains(seat)).fold(CellSet::EMPTY, |strange, seat| {
                strange | (self.board.pawns(seat) - self.board.by_owner(seat))
            });
        faults.extend(strange.into_iter().map(Fault::PawnOfLivingPlayer));
        faults.extend(self.opponent_in_check().map(Fault::OpponentInCheck));
        let impossible = self.en_passant().err().unwrap_or_default();
        faults.extend(impossible.into_iter().map(Fault::ImpossibleEnPassant));
        faults.extend(self.players_who_cannot_castle().map(Fault::ImpossibleCastling));
        faults.extend(self.players_with_too_many_pieces().map(Fault::TooManyPieces));
        faults
    }

    /// Returns the opponent, if in check right after moving.
    ///
    /// With more players the one who moved last may be in check all the
    /// same: a king that was removed since may have opened a line.
    fn opponent_in_check(&self) -> Option<Player> {
        let opponent = self.turn.others(V::PLAYERS).next().filter(|_| V::PLAYERS == 2)?;
        let kings = self.board.by_role(Role::King) & self.board.by_owner(opponent);
        let enemies = self.board.by_owner(self.turn);
        let attacked = |king| self.board.attackers(king, self.board.occupied()).meets(enemies);
        kings.into_iter().any(attacked).then_some(opponent)
    }

    /// Returns players other than the one to move, with the pawn of each that can have passed over a cell.
    ///
    /// The cell the pawn came from is empty, unless a third player has moved there since.
    fn steppers(&self, crossed: Cell) -> Vec<(Player, EnPassant)> {
        let occupied = self.board.occupied();
        let en_passant = |stepper, filled: CellSet<V::Geometry>| {
            V::players().find_map(|seat| {
                let pawn = V::Geometry::step(crossed, V::forward(seat))?;
                let origin = V::Geometry::step(crossed, V::forward(seat).opposite())?;
                let pawns = self.board.pawns(seat) & self.board.by_owner(stepper);
                let stepped = pawns.contains(pawn)
                    && V::double_step_cells(self.choice, seat).contains(origin)
                    && !filled.contains(origin)
                    && !occupied.contains(crossed);
                stepped.then_some(EnPassant { crossed, pawn })
            })
        };
        let all = |filled| {
            let others = self.turn.others(V::PLAYERS);
            others.filter_map(|stepper| Some((stepper, en_passant(stepper, filled)?))).collect::<Vec<_>>()
        };
        let steppers = all(occupied);
        if steppers.is_empty() && V::PLAYERS > 2 { all(CellSet::EMPTY) } else { steppers }
    }

    /// Returns players who have a right to castle and lack the king or the rook of it.
    fn players_who_cannot_castle(&self) -> impl Iterator<Item = Player> {
        let stands = |player, role, cell| self.board.piece(cell) == Some(Piece::new(player, role));
        V::players().filter(move |&player| {
            let wings = (0..2).filter(|&wing| self.wings.has(player, wing));
            let is_ready = |castling: &Castling| {
                stands(player, Role::King, castling.king[0]) && stands(player, Role::Rook, castling.rook[0])
            };
            let ways = |wing| V::castlings(player).iter().filter(move |castling| castling.wing == wing);
            wings.into_iter().any(|wing| ways(wing).next().is_none() || !ways(wing).all(is_ready))
        })
    }

    /// Returns the players with more pieces or pawns than the array has, or more promoted pieces than missing pawns.
    ///
    /// Not asked where pieces change hands.
    fn players_with_too_many_pieces(&self) -> impl Iterator<Item = Player> {
        V::players().filter(|_| V::PLAYERS == 2).filter(|&player| {
            let count = |role| (self.board.by_role(role) & self.board.by_owner(player)).len() as usize;
            let surplus = |role: &Role| count(*role).saturating_sub(V::table(self.choice).array.count(*role));
            let promoted: usize = V::PROMOTIONS.iter().map(surplus).sum();
            count(Role::Pawn) + promoted > V::table(self.choice).array.count(Role::Pawn)
        })
    }

    /// Returns each player's pawn that others may take, or the cells that no pawn can have passed over.
    ///
    /// A player steps once in a round: of several cells that its pawns may have passed over it has
    /// one. The text names cells in the order of their first owners, which settles most doubts.
    fn en_passant(&self) -> Result<Rights<V>, Vec<Cell>> {
        if !V::IS_PLAIN {
            return self.only_right();
        }
        let mut fitting: Vec<_> = self.crossed.iter().map(|&crossed| self.steppers(crossed)).collect();
        let cells = self.crossed.iter().copied().zip(&fitting);
        let impossible: Vec<_> =
            cells.filter(|(_, steppers)| steppers.is_empty()).map(|(crossed, _)| crossed).collect();
        if !impossible.is_empty() {
            return Err(impossible);
        }
        for steppers in &mut fitting {
            steppers.sort_unstable_by_key(|&(stepper, _)| stepper);
        }
        let in_order = |first: &[Player], next| first.iter().all(|&player| player < next);
        let in_any_order = |first: &[Player], next| !first.contains(&next);
        let first = first_steppers(&fitting, &[], &in_order)
            .or_else(|| first_steppers(&fitting, &[], &in_any_order))
            .ok_or_else(|| self.crossed.last().copied().into_iter().collect::<Vec<_>>())?;
        let mut en_passant = V::ByPlayer::splat(None);
        for (steppers, &owner) in fitting.iter().zip(&first) {
            for &(stepper, passed) in steppers {
                let also = stepper > owner && !first.contains(&stepper) && en_passant[stepper].is_none();
                if stepper == owner || also {
                    en_passant[stepper] = Some(passed);
                }
            }
        }
        Ok(en_passant)
    }

    fn unresolved(&self) -> Position<V> {
        let en_passant = self.en_passant().unwrap_or_else(|_| V::ByPlayer::splat(None));
        Position {
            choice: self.choice,
            board: self.board,
            turn: self.turn,
            living: self.living,
            en_passant,
            wings: V::Wings::keep(self.wings),
            halfmoves: self.halfmoves,
            fullmoves: self.fullmoves,
        }
    }
}

impl<V: Variant> From<&Position<V>> for Setup<V> {
    fn from(position: &Position<V>) -> Self {
        Self {
            choice: position.choice,
            board: position.board,
            turn: position.turn,
            living: position.living,
            crossed: position.crossed_cells(),
            landed: position.landed_cell(),
            wings: position.wings(),
            halfmoves: position.halfmoves,
            fullmoves: position.fullmoves,
        }
    }
}

/// Each player's pawn that others may take en passant.
type Rights<V> = <V as Variant>::ByPlayer<Option<EnPassant>>;

/// Returns the first owner of each cell, given the players who may have crossed it; no player owns two.
fn first_steppers(
    fitting: &[Vec<(Player, EnPassant)>],
    first: &[Player],
    may_follow: &impl Fn(&[Player], Player) -> bool,
) -> Option<Vec<Player>> {
    let Some((steppers, rest)) = fitting.split_first() else { return Some(first.to_vec()) };
    let owners = steppers.iter().map(|&(stepper, _)| stepper).filter(|&stepper| may_follow(first, stepper));
    owners.into_iter().find_map(|owner| first_steppers(rest, &[first, &[owner]].concat(), may_follow))
}
