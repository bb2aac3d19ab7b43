//! The interface of positions of any game.

use std::any::Any;
use std::fmt::Debug;

use crate::candidates::{self, Candidates, PlainMove};
use crate::geometry::{Cell, Geometry};
use crate::mate::{self, Budget, Findings, Proof, Scope, Stipulation, Stop, TranspositionTable, Unproved};
use crate::perft::{self, Breakdown, HashTable};
use crate::rules::{
    Castling, CheckStatus, EnPassant, Material, Move, Outcome, Piece, Player, PlayerSet, Position, Role,
    Variant, Wings,
};

/// A position after some plies with the number of ways to reach it.
pub type BoxedUnit = (Box<dyn AnyPosition>, u64);

/// A position of any game.
///
/// Every typed [`rules::Position`](crate::rules::Position) is one, and answers by its method
/// of the same name.
pub trait AnyPosition: Any + Debug + Send + Sync {
    /// Returns a boxed copy.
    fn to_box(&self) -> Box<dyn AnyPosition>;
    /// Overwrites this position with another of the same type and returns `true`, or returns `false` if the types
    /// differ.
    fn overwrite(&mut self, source: &dyn AnyPosition) -> bool;
    /// Returns whether both are of one type and equal in all fields.
    fn equals(&self, other: &dyn AnyPosition) -> bool;

    /// Returns the player to move.
    fn turn(&self) -> Player;
    /// Returns players who still have a king.
    fn living(&self) -> PlayerSet;
    /// Returns the next living player after the one to move.
    fn next_player(&self) -> Player;
    /// Half-move clock, in plies since the last capture or pawn move.
    fn halfmoves(&self) -> u32;
    /// Full-move number, from 1; it grows when the turn passes the first seat.
    fn fullmoves(&self) -> u32;

    /// Returns the piece on a cell; `None` on a cell of another board.
    fn piece(&self, cell: Cell) -> Option<Piece>;
    /// Returns all pieces with their cells, in the order of the cells.
    fn pieces(&self) -> Vec<(Cell, Piece)>;
    /// Returns the number of pieces.
    fn piece_count(&self) -> usize;
    /// Returns the king of a living player.
    fn king(&self, player: Player) -> Option<Cell>;
    /// Returns the pawn of a player that others may capture en passant.
    fn en_passant(&self, player: Player) -> Option<EnPassant>;
    /// Returns all crossed cells, each once, in the order of owners and of the pawn's way.
    fn crossed_cells(&self) -> Vec<Cell>;
    /// Returns the cell of the pawn that has crossed another, where the crossed cell leaves a choice.
    fn landed_cell(&self) -> Option<Cell>;
    /// Castling rights.
    fn wings(&self) -> Wings;

    /// Returns the key of pieces, turn and every en passant right, used or not.
    fn key(&self) -> u128;
    /// Returns the key for counting repetitions, without unusable en passant rights.
    fn repetition_key(&self) -> u128;

    /// Returns whether the player to move is in check.
    fn is_check(&self) -> bool;
    /// Returns whether the player to move is attacked and has no legal move.
    fn is_mate(&self) -> bool;
    /// Returns pieces that attack the king of the player to move.
    fn checkers(&self) -> Vec<Cell>;
    /// Returns the cells of the pieces of others than `player` that attack a cell.
    fn attackers(&self, cell: Cell, player: Player) -> Vec<Cell>;
    /// Returns the cells that the piece on a cell attacks; empty without a piece.
    fn attacks(&self, from: Cell) -> Vec<Cell>;

    /// Returns the legal moves, in the order of the generation.
    fn legal_moves(&self) -> std::vec::IntoIter<Move>;
    /// Returns the number of legal moves.
    fn count_moves(&self) -> u64;
    /// Returns whether the player to move has a legal move.
    fn has_moves(&self) -> bool;
    /// Returns whether the rules allow the move; not one with a cell of another board.
    fn is_legal(&self, m: Move) -> bool;
    /// Returns whether the move takes a piece, also en passant.
    fn is_capture(&self, m: Move) -> bool;
    /// Returns whether the move is an en passant capture.
    fn is_en_passant(&self, m: Move) -> bool;
    /// Returns whether the move is a pawn's double step.
    fn is_double_step(&self, m: Move) -> bool;
    /// Returns the castling of a move, if it castles.
    fn castling(&self, m: Move) -> Option<Castling>;
    /// Returns whether a legal move gives check, double check or mate.
    fn check_status_after(&self, m: Move) -> CheckStatus;
    /// Makes a legal move in place; another move gives a meaningless position.
    fn make_move(&mut self, m: Move);
    /// Makes a legal move in place, of a piece whose role is known.
    fn make_move_of(&mut self, role: Role, m: Move);
    /// Makes a legal move in place, of a piece whose role is known, if the next player is then in check; returns whether
    /// it did.
    fn make_check_of(&mut self, role: Role, m: Move) -> bool;

    /// Returns how the game has ended, if it has.
    fn outcome(&self) -> Option<Outcome>;
    /// Classifies the remaining material; for games for two.
    fn material(&self) -> Material;

    /// Returns the pieces of one role of the player to move that can go to a cell; see [`candidates::candidates`].
    fn candidates(&self, role: Role, to: Cell) -> Candidates;
    /// Returns the legal move that plain move text means, if it is unique; see [`candidates::unique_move`].
    fn unique_move(&self, text: PlainMove) -> Option<Move>;

    /// Returns the number of move sequences of `depth` plies.
    fn perft(&self, depth: u32) -> u64;
    /// Counts in parallel, on all threads of the current pool.
    fn perft_parallel(&self, depth: u32) -> u64;
    /// Counts with a table of counts.
    fn perft_with(&self, table: &HashTable, depth: u32) -> u64;
    /// Returns the moves of the last ply by kind.
    fn breakdown(&self, depth: u32) -> Breakdown;
    /// Counts in parallel, on all threads of the current pool.
    fn breakdown_parallel(&self, depth: u32) -> Breakdown;
    /// Returns the distinct positions after `plies` plies with the number of ways to reach each.
    fn boxed_units(&self, plies: u32) -> Vec<BoxedUnit>;
    /// Returns them after the fewest plies that give enough for any machine; see [`perft::split`].
    fn boxed_split(&self, depth: u32) -> (u32, Vec<BoxedUnit>);

    /// Returns the position with another player to move, all others having passed; see [`mate::after_pass`].
    fn boxed_after_pass(&self, turn: Player) -> Option<Box<dyn AnyPosition>>;
    /// Solves a problem and computes the parts of its solution that `scope` asks for; see [`mate::solve_fully`].
    fn solve_fully(
        &self,
        asked: Stipulation,
        scope: Scope,
        table: &mut TranspositionTable,
        budget: Budget,
    ) -> Findings;
    /// Returns the players whom a solution mates; see [`mate::victims`].
    ///
    /// # Errors
    ///
    /// If the search was stopped before all lines were followed.
    fn victims(
        &self,
        solution: &Findings,
        table: &mut TranspositionTable,
        budget: Budget,
    ) -> Result<PlayerSet, Stop>;
    /// Proves that each key of a direct mate mates; see [`mate::prove`].
    ///
    /// # Errors
    ///
    /// If there is nothing to prove, or the search was stopped.
    fn prove(
        &self,
        solution: &Findings,
        table: &mut TranspositionTable,
        budget: Budget,
    ) -> Result<Proof, Unproved>;
}

/// Hands methods on to those of the typed position that have the same name.
macro_rules! alike {
    ($(fn $name:ident(&self $(, $argument:ident: $type:ty)*) -> $answer:ty;)*) => {
        $(fn $name(&self $(, $argument: $type)*) -> $answer {
            Position::$name(self $(, $argument)*)
        })*
    };
}

impl<V: Variant> AnyPosition for Position<V> {
    alike! {
        fn turn(&self) -> Player;
        fn living(&self) -> PlayerSet;
        fn next_player(&self) -> Player;
        fn halfmoves(&self) -> u32;
        fn fullmoves(&self) -> u32;
        fn king(&self, player: Player) -> Option<Cell>;
        fn en_passant(&self, player: Player) -> Option<EnPassant>;
        fn crossed_cells(&self) -> Vec<Cell>;
        fn landed_cell(&self) -> Option<Cell>;
        fn wings(&self) -> Wings;
        fn key(&self) -> u128;
        fn repetition_key(&self) -> u128;
        fn is_check(&self) -> bool;
        fn is_mate(&self) -> bool;
        fn legal_moves(&self) -> std::vec::IntoIter<Move>;
        fn count_moves(&self) -> u64;
        fn has_moves(&self) -> bool;
        fn is_capture(&self, m: Move) -> bool;
        fn is_en_passant(&self, m: Move) -> bool;
        fn is_double_step(&self, m: Move) -> bool;
        fn castling(&self, m: Move) -> Option<Castling>;
        fn check_status_after(&self, m: Move) -> CheckStatus;
        fn outcome(&self) -> Option<Outcome>;
        fn material(&self) -> Material;
    }

    fn to_box(&self) -> Box<dyn AnyPosition> {
        Box::new(*self)
    }

    fn overwrite(&mut self, source: &dyn AnyPosition) -> bool {
        let source: &dyn Any = source;
        source.downcast_ref().map(|source| *self = *source).is_some()
    }

    fn equals(&self, other: &dyn AnyPosition) -> bool {
        let other: &dyn Any = other;
        other.downcast_ref() == Some(self)
    }

    fn piece(&self, cell: Cell) -> Option<Piece> {
        is_of_board::<V>(cell).then(|| self.board().piece(cell))?
    }

    fn is_legal(&self, m: Move) -> bool {
        is_of_board::<V>(m.from) && is_of_board::<V>(m.to) && Position::is_legal(self, m)
    }

    fn pieces(&self) -> Vec<(Cell, Piece)> {
        self.board().pieces().collect()
    }

    fn piece_count(&self) -> usize {
        self.board().occupied().len() as usize
    }

    fn checkers(&self) -> Vec<Cell> {
        Position::checkers(self).into_iter().collect()
    }

    fn attackers(&self, cell: Cell, player: Player) -> Vec<Cell> {
        Position::attackers(self, cell, player).into_iter().collect()
    }

    fn attacks(&self, from: Cell) -> Vec<Cell> {
        self.board().attacks(from).into_iter().collect()
    }

    fn make_move(&mut self, m: Move) {
        Position::make_move(self, m);
    }

    fn make_move_of(&mut self, role: Role, m: Move) {
        Position::make_move_of(self, role, m);
    }

    fn make_check_of(&mut self, role: Role, m: Move) -> bool {
        Position::make_check_of(self, role, m)
    }

    fn candidates(&self, role: Role, to: Cell) -> Candidates {
        candidates::candidates(self, role, to)
    }

    fn unique_move(&self, text: PlainMove) -> Option<Move> {
        candidates::unique_move(self, text)
    }

    fn perft(&self, depth: u32) -> u64 {
        perft::perft(self, depth)
    }

    fn perft_parallel(&self, depth: u32) -> u64 {
        perft::perft_parallel(self, depth)
    }

    fn perft_with(&self, table: &HashTable, depth: u32) -> u64 {
        table.perft(self, depth)
    }

    fn breakdown(&self, depth: u32) -> Breakdown {
        perft::breakdown(self, depth)
    }

    fn breakdown_parallel(&self, depth: u32) -> Breakdown {
        perft::breakdown_parallel(self, depth)
    }

    fn boxed_units(&self, plies: u32) -> Vec<BoxedUnit> {
        boxed(perft::units(self, plies))
    }

    fn boxed_split(&self, depth: u32) -> (u32, Vec<BoxedUnit>) {
        let (plies, units) = perft::split(self, depth);
        (plies, boxed(units))
    }

    fn boxed_after_pass(&self, turn: Player) -> Option<Box<dyn AnyPosition>> {
        mate::after_pass(self, turn).map(|passed| passed.to_box())
    }

    fn solve_fully(
        &self,
        asked: Stipulation,
        scope: Scope,
        table: &mut TranspositionTable,
        budget: Budget,
    ) -> Findings {
        mate::solve_fully(self, asked, scope, table, budget)
    }

    fn victims(
        &self,
        solution: &Findings,
        table: &mut TranspositionTable,
        budget: Budget,
    ) -> Result<PlayerSet, Stop> {
        mate::victims(self, solution, table, budget)
    }

    fn prove(
        &self,
        solution: &Findings,
        table: &mut TranspositionTable,
        budget: Budget,
    ) -> Result<Proof, Unproved> {
        mate::prove(self, solution, table, budget)
    }
}

fn boxed<V: Variant>(units: Vec<perft::Unit<V>>) -> Vec<BoxedUnit> {
    units.into_iter().map(|unit| (unit.position.to_box(), unit.ways)).collect()
}

/// Returns whether a cell may be of this board; a larger board's is recognised by its number.
fn is_of_board<V: Variant>(cell: Cell) -> bool {
    cell.index() < V::Geometry::SLOTS
}
