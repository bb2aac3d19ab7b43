//! A legal position: what it is, and what can be asked of it.

use super::attacks::pawns_beside;
use super::{
    ByPlayer, Castling, IllegalMove, KeptWings, Move, PawnSteps, Player, PlayerSet, Role, TypedBoard,
    Variant, Wings, zobrist,
};
use crate::geometry::{Cell, CellSet, Geometry};

/// A pawn that has stepped further than one cell and may be taken on a cell it passed over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EnPassant {
    /// The first cell it passed over; it is taken there, or on one between this and its own.
    pub crossed: Cell,
    /// The cell it stands on.
    pub pawn: Cell,
}

impl EnPassant {
    /// All cells that it passed over.
    #[inline]
    pub fn cells<V: Variant>(self) -> CellSet<V::Geometry> {
        let first = CellSet::of(self.crossed);
        match V::LONGEST_STEP {
            ..=2 => first,
            _ => first | V::Geometry::between(self.crossed, self.pawn),
        }
    }

    /// The same in the order in which it passed over them.
    pub(super) fn in_order<V: Variant>(self) -> impl Iterator<Item = Cell> {
        let further = self.cells::<V>() - CellSet::of(self.crossed);
        std::iter::once(self.crossed).chain(further)
    }
}

/// A position that the rules allow, with the right player to move.
///
/// Comes from [`Setup::into_position`](super::Setup::into_position) or by
/// playing, and there is no other way to make one. The player to move can
/// move, or the game is over; a player found mated or stalemated while more
/// than two are in has been put out or skipped already.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<V: Variant> {
    pub(super) choice: V::Choice,
    pub(super) board: TypedBoard<V>,
    pub(super) turn: Player,
    pub(super) living: PlayerSet,
    /// Each player's pawn that others may take en passant.
    pub(super) en_passant: V::ByPlayer<Option<EnPassant>>,
    /// Where players may still castle.
    pub(super) wings: V::Wings,
    pub(super) halfmoves: u32,
    pub(super) fullmoves: u32,
}

impl<V: Variant> Position<V> {
    /// The position that the game begins from.
    pub fn start() -> Self {
        Self::start_of(V::Choice::default())
    }

    /// The position that one of the type's games begins from.
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

    /// Which of the type's games this is of.
    pub fn choice(&self) -> V::Choice {
        self.choice
    }

    /// Cells from which a pawn of this seat may step twice.
    #[inline]
    pub(crate) fn double_step_cells(&self, seat: Player) -> CellSet<V::Geometry> {
        V::double_step_cells(self.choice, seat)
    }

    /// The wings on which players may still castle, as far as king and rooks have not moved.
    #[inline]
    pub fn wings(&self) -> Wings {
        self.wings.wings()
    }

    /// The pieces.
    #[inline]
    pub fn board(&self) -> &TypedBoard<V> {
        &self.board
    }

    /// Who is to move.
    #[inline]
    pub fn turn(&self) -> Player {
        self.turn
    }

    /// Players who still have their king.
    #[inline]
    pub fn living(&self) -> PlayerSet {
        self.living
    }

    /// Moves of single players since a piece was taken or a pawn moved.
    pub fn halfmoves(&self) -> u32 {
        self.halfmoves
    }

    /// Number of the round, from 1; it grows when the turn passes the first seat.
    pub fn fullmoves(&self) -> u32 {
        self.fullmoves
    }

    /// The position as far as a count of moves depends on it.
    ///
    /// Its counters are as at the beginning of a game, and rights to take en passant
    /// are gone where no pawn stands ready to: two positions that are alike in this
    /// have as many sequences of moves of every length.
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

    /// Whether a pawn of anybody stands where it could take en passant on one of some cells.
    ///
    /// Within the round of a double step no pawn that arrives there can take yet:
    /// whoever moved it has had the turn, and is not put out before the next one.
    fn is_in_reach_of_pawns(&self, cells: CellSet<V::Geometry>) -> bool {
        V::players().any(|seat| pawns_beside::<V>(seat, cells).meets(self.board.pawns(seat)))
    }

    /// The pawn of this player that others may take en passant, if any stands ready to.
    pub fn en_passant(&self, player: Player) -> Option<EnPassant> {
        self.en_passant[player]
    }

    /// All cells that such pawns have crossed, each once, in the order of their owners and of the pawn's way.
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

    /// The cell of the pawn that has crossed another, where that cell alone does not tell: pawns step two ways.
    pub fn landed_cell(&self) -> Option<Cell> {
        match V::PAWNS.steps {
            PawnSteps::Straight => None,
            PawnSteps::TwoWays => {
                V::players().find_map(|player| self.en_passant[player]).map(|right| right.pawn)
            }
        }
    }

    /// Pawns that leave the board when `taker` takes on a cell that they passed over.
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

    /// Pieces of the player to move.
    #[inline]
    pub fn ours(&self) -> CellSet<V::Geometry> {
        self.board.by_owner(self.turn)
    }

    /// Pieces of the player to move that have this role.
    #[inline]
    pub fn our(&self, role: Role) -> CellSet<V::Geometry> {
        self.ours() & self.board.by_role(role)
    }

    /// The king of a player who is in.
    #[inline]
    pub fn king(&self, player: Player) -> Option<Cell> {
        (self.board.by_role(Role::King) & self.board.by_owner(player)).first()
    }

    /// The next player after the one to move who is still in.
    pub fn next_player(&self) -> Player {
        self.turn.others(V::PLAYERS).find(|&player| self.living.contains(player)).unwrap_or(self.turn)
    }

    /// Key of the pieces, the turn and every right to take en passant, used or not.
    ///
    /// Equal positions of one game have equal keys, on every machine; counters do not enter. Two different
    /// positions share a key with a chance of 2⁻¹²⁸, and either half of it with a chance of 2⁻⁶⁴: the key is
    /// the sum of fixed random numbers, and two positions never have the same summands.
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

    /// Key for counting repetitions: a right that nobody can use does not enter.
    ///
    /// Costs a look at the moves of pawns where there is such a right.
    pub fn repetition_key(&self) -> u128 {
        let mut usable = *self;
        for player in V::players() {
            if let Some(en_passant) = self.en_passant[player].map(EnPassant::cells::<V>)
                && !self.legal_moves().any(|m| en_passant.contains(m.to) && self.is_en_passant(m))
            {
                usable.en_passant[player] = None;
            }
        }
        usable.key()
    }

    /// Whether the player to move is attacked.
    #[inline]
    pub fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Pieces that attack the king of the player to move.
    pub fn checkers(&self) -> CellSet<V::Geometry> {
        self.king(self.turn).map_or(CellSet::EMPTY, |king| self.attackers(king, self.turn))
    }

    /// Cells of the pieces of others than `player` that attack a cell.
    pub fn attackers(&self, cell: Cell, player: Player) -> CellSet<V::Geometry> {
        let others = self.board.occupied() - self.board.by_owner(player);
        self.board.attackers(cell, self.board.occupied()) & others
    }

    /// Whether the move takes a pawn that stands beside the cell it goes to.
    pub fn is_en_passant(&self, m: Move) -> bool {
        self.our(Role::Pawn).contains(m.from)
            && !self.board.occupied().contains(m.to)
            && !self.is_along_file(m)
    }

    /// Whether the move is a pawn's double step, or a longer one.
    pub fn is_double_step(&self, m: Move) -> bool {
        self.our(Role::Pawn).contains(m.from)
            && self.is_along_file(m)
            && !V::Geometry::between(m.from, m.to).is_empty()
    }

    /// Whether the move takes a piece, also en passant.
    pub fn is_capture(&self, m: Move) -> bool {
        self.board.occupied().contains(m.to) || self.is_en_passant(m)
    }

    /// How a move castles, if it does.
    pub fn castling(&self, m: Move) -> Option<Castling> {
        let is_kings = V::CASTLES && self.our(Role::King).contains(m.from);
        let ways = if is_kings { V::castlings(self.turn) } else { &[] };
        ways.iter().find(|castling| castling.king == [m.from, m.to]).copied()
    }

    /// Whether a pawn's move goes ahead where it steps, by one cell or more.
    fn is_along_file(&self, m: Move) -> bool {
        let direction = V::Geometry::direction(m.from, m.to);
        self.board
            .piece(m.from)
            .is_some_and(|pawn| V::pawn_steps(pawn.seat).any(|way| direction == Some(way)))
    }

    /// The position after a move.
    ///
    /// # Errors
    ///
    /// If the move is not legal.
    pub fn play(&self, m: Move) -> Result<Self, IllegalMove> {
        if self.is_legal(m) { Ok(self.after_move(m)) } else { Err(IllegalMove(m)) }
    }
}
