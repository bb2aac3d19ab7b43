//! Legal positions.

use super::attacks::{pawn_attackers, pawns_beside};
use super::{
    ByPlayer, Castling, IllegalMove, KeptWings, Move, PawnSteps, Piece, Player, PlayerSet, Role, TypedBoard,
    Variant, Wings, zobrist,
};
use crate::geometry::{Cell, CellSet, Geometry};

/// A pawn that has stepped further than one cell and may be captured on a crossed cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EnPassant {
    /// The first crossed cell; the pawn may be captured on it, or on one between it and its own.
    pub crossed: Cell,
    /// The cell of the pawn.
    pub pawn: Cell,
}

impl EnPassant {
    /// Returns all crossed cells.
    #[inline]
    pub fn cells<V: Variant>(self) -> CellSet<V::Geometry> {
        let first = CellSet::of(self.crossed);
        match V::LONGEST_STEP {
            ..=2 => first,
            _ => first | V::Geometry::between(self.crossed, self.pawn),
        }
    }

    /// Returns the crossed cells in the order of the pawn's way.
    pub(super) fn in_order<V: Variant>(self) -> impl Iterator<Item = Cell> {
        let further = self.cells::<V>() - CellSet::of(self.crossed);
        std::iter::once(self.crossed).chain(further)
    }
}

/// A legal position.
///
/// Comes from [`Setup::into_position`](super::Setup::into_position) or by
/// moves, and in no other way. The player to move can
/// move, or the game is over; a player found mated or stalemated while more
/// than two are living has been eliminated or skipped already.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<V: Variant> {
    pub(super) choice: V::Choice,
    pub(super) board: TypedBoard<V>,
    pub(super) turn: Player,
    pub(super) living: PlayerSet,
    /// Each player's pawn that others may take en passant.
    pub(super) en_passant: V::ByPlayer<Option<EnPassant>>,
    /// Castling rights.
    pub(super) wings: V::Wings,
    pub(super) halfmoves: u32,
    pub(super) fullmoves: u32,
}

impl<V: Variant> Position<V> {
    /// Returns the start position.
    ///
    /// ```
    /// use hexmate_core::rules::{Glinski, Position};
    ///
    /// let start = Position::<Glinski>::start();
    /// assert_eq!(start.fullmoves(), 1);
    /// ```
    pub fn start() -> Self {
        Self::start_of(V::Choice::default())
    }

    /// Returns the start position of one of the type's games.
    pub fn start_of(choice: V::Choice) -> Self {
        Self {
            choice,
            board: TypedBoard::start(choice),
            turn: Player::WHITE,
            living: PlayerSet::first(V::PLAYERS),
            en_passant: V::ByPlayer::splat(None),
            wings: V::Wings::keep(Wings::all(V::PLAYERS)),
            halfmoves: 0,
            fullmoves: 1,
        }
    }

    /// Returns which of the type's games is played.
    pub fn choice(&self) -> V::Choice {
        self.choice
    }

    /// Returns the cells from which a pawn of this seat may step twice.
    #[inline]
    pub(crate) fn double_step_cells(&self, seat: Player) -> CellSet<V::Geometry> {
        V::double_step_cells(self.choice, seat)
    }

    /// Returns the castling rights.
    #[inline]
    pub fn wings(&self) -> Wings {
        self.wings.wings()
    }

    /// Returns the pieces.
    ///
    /// ```
    /// use hexmate_core::rules::{Glinski, Position};
    ///
    /// let start = Position::<Glinski>::start();
    /// assert_eq!(start.board().occupied().len(), 36);
    /// ```
    #[inline]
    pub fn board(&self) -> &TypedBoard<V> {
        &self.board
    }

    /// Returns the player to move.
    ///
    /// ```
    /// use hexmate_core::rules::{Glinski, Position, Player};
    ///
    /// let start = Position::<Glinski>::start();
    /// assert_eq!(start.turn(), Player::WHITE);
    /// ```
    #[inline]
    pub fn turn(&self) -> Player {
        self.turn
    }

    /// Returns players who still have a king.
    ///
    /// ```
    /// use hexmate_core::rules::{Glinski, Position};
    ///
    /// let start = Position::<Glinski>::start();
    /// assert_eq!(start.living().len(), 2);
    /// ```
    #[inline]
    pub fn living(&self) -> PlayerSet {
        self.living
    }

    /// Half-move clock, in plies since the last capture or pawn move.
    pub fn halfmoves(&self) -> u32 {
        self.halfmoves
    }

    /// Full-move number, from 1; it grows when the turn passes the first seat.
    pub fn fullmoves(&self) -> u32 {
        self.fullmoves
    }

    /// Returns the position without anything that does not change counts of moves.
    ///
    /// Its counters are as at the beginning of a game, and rights to take en passant
    /// are removed where no pawn can use them: two positions that are equal then
    /// have the same counts at every depth.
    #[must_use]
    #[inline]
    pub fn for_counting(&self) -> Self {
        let mut essence = Self { halfmoves: 0, fullmoves: 1, ..*self };
        for player in V::players() {
            if let Some(en_passant) = self.en_passant[player]
                && !self.is_in_reach_of_pawns(en_passant.cells::<V>())
            {
                essence.en_passant[player] = None;
            }
        }
        essence
    }

    /// Returns whether a pawn of any player could capture en passant on one of some cells.
    ///
    /// Within the round of a double step no pawn that arrives there can take yet:
    /// its owner has had the turn, and is not eliminated before the next one.
    fn is_in_reach_of_pawns(&self, cells: CellSet<V::Geometry>) -> bool {
        V::players().any(|seat| pawns_beside::<V>(seat, cells).meets(self.board.pawns(seat)))
    }

    /// Returns the pawn of a player that others may capture en passant.
    ///
    /// ```
    /// use hexmate_core::rules::{Glinski, Position, Player};
    ///
    /// let start = Position::<Glinski>::start();
    /// let m = start.legal_moves().find(|&m| start.is_double_step(m)).expect("a double step");
    /// let right = start.after_move(m).en_passant(Player::WHITE).expect("a right");
    /// assert_eq!(right.pawn, m.to);
    /// ```
    pub fn en_passant(&self, player: Player) -> Option<EnPassant> {
        self.en_passant[player]
    }

    /// Returns all crossed cells, each once, in the order of owners and of the pawn's way.
    pub fn crossed_cells(&self) -> Vec<Cell> {
        let mut cells = Vec::new();
        for en_passant in V::players().filter_map(|player| self.en_passant[player]) {
            for cell in en_passant.in_order::<V>() {
                if !cells.contains(&cell) {
                    cells.push(cell);
                }
            }
        }
        cells
    }

    /// Returns the set of all crossed cells.
    #[inline]
    pub(crate) fn crossed(&self) -> CellSet<V::Geometry> {
        let rights = V::players().filter_map(|player| self.en_passant[player]);
        rights.fold(CellSet::EMPTY, |cells, right| cells | right.cells::<V>())
    }

    /// Returns the cell of the pawn that has crossed another, where the crossed cell leaves a choice: pawns step two ways.
    pub fn landed_cell(&self) -> Option<Cell> {
        match V::PAWNS.steps {
            PawnSteps::Straight => None,
            PawnSteps::TwoWays => {
                V::players().find_map(|player| self.en_passant[player]).map(|right| right.pawn)
            }
        }
    }

    /// Returns the pawns that `taker` captures en passant on a crossed cell.
    ///
    /// One pawn, or several that have passed over the same cell within one round.
    #[inline]
    pub(super) fn en_passant_victims(&self, crossed: Cell, taker: Player) -> CellSet<V::Geometry> {
        taker
            .others(V::PLAYERS)
            .filter_map(|player| self.en_passant[player])
            .filter(|en_passant| en_passant.cells::<V>().contains(crossed))
            .map(|en_passant| en_passant.pawn)
            .collect()
    }

    /// Returns the pieces of the player to move.
    ///
    /// ```
    /// use hexmate_core::rules::{Glinski, Position};
    ///
    /// let start = Position::<Glinski>::start();
    /// assert_eq!(start.ours().len(), 18);
    /// ```
    #[inline]
    pub fn ours(&self) -> CellSet<V::Geometry> {
        self.board.by_owner(self.turn)
    }

    /// Returns the pieces of the player to move that have this role.
    ///
    /// ```
    /// use hexmate_core::rules::{Glinski, Position, Role};
    ///
    /// let start = Position::<Glinski>::start();
    /// assert_eq!(start.our(Role::Bishop).len(), 3);
    /// ```
    #[inline]
    pub fn our(&self, role: Role) -> CellSet<V::Geometry> {
        self.ours() & self.board.by_role(role)
    }

    /// Returns the king of a living player.
    ///
    /// ```
    /// use hexmate_core::rules::{Glinski, Position, Player, Role};
    ///
    /// let start = Position::<Glinski>::start();
    /// let king = start.king(Player::WHITE).expect("a king");
    /// assert!(start.our(Role::King).contains(king));
    /// ```
    #[inline]
    pub fn king(&self, player: Player) -> Option<Cell> {
        (self.board.by_role(Role::King) & self.board.by_owner(player)).first()
    }

    /// Returns the next living player after the one to move.
    ///
    /// ```
    /// use hexmate_core::rules::{Glinski, Position, Player};
    ///
    /// let start = Position::<Glinski>::start();
    /// assert_eq!(start.next_player(), Player::BLACK);
    /// ```
    #[inline]
    pub fn next_player(&self) -> Player {
        if V::PLAYERS == 2 {
            return if self.turn == Player::WHITE { Player::BLACK } else { Player::WHITE };
        }
        self.turn.others(V::PLAYERS).find(|&player| self.living.contains(player)).unwrap_or(self.turn)
    }

    /// Returns the key of pieces, turn and every en passant right, used or not.
    ///
    /// Equal positions of one game have equal keys, on every machine; counters do not enter. Two different
    /// positions share a key with a chance of 2⁻¹²⁸, and either half of it with a chance of 2⁻⁶⁴: the key is
    /// the sum of fixed random numbers, and two positions never have the same summands.
    ///
    /// ```
    /// use hexmate_core::rules::{Glinski, Position};
    ///
    /// let start = Position::<Glinski>::start();
    /// let moves = start.legal_moves();
    /// assert!(moves.into_iter().all(|m| start.after_move(m).key() != start.key()));
    /// ```
    #[inline]
    pub fn key(&self) -> u128 {
        let pieces = self.board.key() ^ zobrist::turn(self.turn) ^ zobrist::wings(self.wings());
        V::players().fold(pieces, |key, player| match self.en_passant[player] {
            Some(EnPassant { crossed, pawn }) => {
                let right = zobrist::en_passant(player, pawn);
                match V::PAWNS.steps {
                    PawnSteps::Straight => key ^ right,
                    // A pawn can have come from two cells.
                    PawnSteps::TwoWays => key ^ right ^ zobrist::crossed(player, crossed),
                }
            }
            None => key,
        })
    }

    /// Returns the key after a move, in less time than making it takes; a wrong one where the move changes rights.
    ///
    /// Rights are changed by castling, moves of kings and rooks that may castle, and long steps of pawns. Pieces are
    /// as in [`Position::make_known_move`]. Good for fetching an entry of a table early. Games for two.
    ///
    /// ```
    /// use hexmate_core::rules::{Glinski, Position, Role};
    ///
    /// let start = Position::<Glinski>::start();
    /// let m = start.legal_moves().find(|m| start.our(Role::Knight).contains(m.from)).expect("a move");
    /// assert_eq!(start.likely_key_after(Role::Knight, None, m), start.after_move(m).key());
    /// ```
    #[inline]
    pub fn likely_key_after(&self, role: Role, victim: Option<Role>, m: Move) -> u128 {
        let them = self.next_player();
        let us = |role| Piece::new(self.turn, role);
        let moved = zobrist::piece(us(role), m.from) ^ zobrist::piece(us(m.promotion.unwrap_or(role)), m.to);
        let taken = victim.map_or(0, |role| zobrist::piece(Piece::new(them, role), m.to));
        self.board.key() ^ zobrist::turn(them) ^ zobrist::wings(self.wings()) ^ moved ^ taken
    }

    /// Returns the key for counting repetitions, without unusable en passant rights.
    ///
    /// Costs a look at the moves of pawns where there is such a right.
    pub fn repetition_key(&self) -> u128 {
        if V::players().all(|player| self.en_passant[player].is_none()) {
            return self.key();
        }
        let targets = self.en_passant_targets();
        let mut usable = *self;
        for player in V::players() {
            let en_passant = self.en_passant[player].map(EnPassant::cells::<V>);
            if en_passant.is_some_and(|cells| !cells.meets(targets)) {
                usable.en_passant[player] = None;
            }
        }
        usable.key()
    }

    /// Returns whether the player to move is in check.
    ///
    /// ```
    /// use hexmate_core::rules::{Glinski, Position};
    ///
    /// let start = Position::<Glinski>::start();
    /// assert!(!start.is_check() && start.checkers().is_empty());
    /// ```
    #[inline]
    pub fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Returns pieces that attack the king of the player to move.
    pub fn checkers(&self) -> CellSet<V::Geometry> {
        let Some(king) = self.king(self.turn) else { return CellSet::EMPTY };
        let board = &self.board;
        let occupied = board.occupied();
        let enemies = occupied - board.by_owner(self.turn);
        let steppers = V::Geometry::leaps(king) & board.by_role(Role::Knight)
            | V::Geometry::adjacent(king) & board.by_role(Role::King);
        let pawns = V::players().filter(|&seat| V::PLAYERS > 2 || seat != self.turn);
        let mut checkers = pawns.fold(steppers, |checkers, seat| {
            checkers | pawn_attackers::<V>(seat, CellSet::of(king)) & board.pawns(seat)
        });
        checkers &= enemies;
        // Few sliders are in line with the king: cheaper than to look along all lines.
        let lines = [V::Geometry::edge_lines(king), V::Geometry::vertex_lines(king)];
        for sniper in board.sliders(lines[0], lines[1]) & enemies {
            if !V::Geometry::between(king, sniper).meets(occupied) {
                checkers |= CellSet::of(sniper);
            }
        }
        checkers
    }

    /// Returns the cells of the pieces of others than `player` that attack a cell.
    ///
    /// ```
    /// use hexmate_core::rules::{Glinski, Position, Player};
    ///
    /// let start = Position::<Glinski>::start();
    /// let king = start.king(Player::WHITE).expect("a king");
    /// assert!(start.attackers(king, Player::WHITE).is_empty());
    /// ```
    pub fn attackers(&self, cell: Cell, player: Player) -> CellSet<V::Geometry> {
        let others = self.board.occupied() - self.board.by_owner(player);
        self.board.attackers(cell, self.board.occupied()) & others
    }

    /// Returns whether the move is an en passant capture.
    pub fn is_en_passant(&self, m: Move) -> bool {
        self.our(Role::Pawn).contains(m.from)
            && !self.board.occupied().contains(m.to)
            && !self.is_along_file(m)
    }

    /// Returns whether the move is a pawn's double step, or a longer one.
    pub fn is_double_step(&self, m: Move) -> bool {
        self.our(Role::Pawn).contains(m.from)
            && self.is_along_file(m)
            && !V::Geometry::between(m.from, m.to).is_empty()
    }

    /// Returns whether the move takes a piece, also en passant.
    ///
    /// ```
    /// use hexmate_core::rules::{Glinski, Position};
    ///
    /// let start = Position::<Glinski>::start();
    /// assert!(start.legal_moves().all(|m| !start.is_capture(m)));
    /// ```
    pub fn is_capture(&self, m: Move) -> bool {
        self.board.occupied().contains(m.to) || self.is_en_passant(m)
    }

    /// Returns the castling of a move, if it castles.
    pub fn castling(&self, m: Move) -> Option<Castling> {
        let is_kings = V::CASTLES && self.our(Role::King).contains(m.from);
        let ways = if is_kings { V::castlings(self.turn) } else { &[] };
        ways.iter().find(|castling| castling.king == [m.from, m.to]).copied()
    }

    /// Returns whether a pawn's move goes ahead where it steps, by one cell or more.
    fn is_along_file(&self, m: Move) -> bool {
        let direction = V::Geometry::direction(m.from, m.to);
        self.board
            .piece(m.from)
            .is_some_and(|pawn| V::pawn_steps(pawn.seat).any(|way| direction == Some(way)))
    }

    /// Returns the position after a move.
    ///
    /// # Errors
    ///
    /// If the move is not legal.
    ///
    /// ```
    /// use hexmate_core::rules::{Glinski, Position};
    ///
    /// let start = Position::<Glinski>::start();
    /// let m = start.legal_moves().next().expect("a move");
    /// let after = start.play(m).expect("a legal move");
    /// assert!(after.play(m).is_err());
    /// ```
    pub fn play(&self, m: Move) -> Result<Self, IllegalMove> {
        if self.is_legal(m) { Ok(self.after_move(m)) } else { Err(IllegalMove(m)) }
    }
}
