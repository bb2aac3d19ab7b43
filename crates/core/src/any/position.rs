//! What can be asked of a position of any game, as a table of functions. No game by name.

use std::any::Any;
use std::fmt::Debug;

use crate::candidates::{self, Candidates, PlainMove};
use crate::geometry::{Cell, Geometry};
use crate::mate::{
    self, Budget, FullSolution, Proof, Scope, Solution, Stipulation, Stop, TranspositionTable, Unproved,
};
use crate::perft::{self, Breakdown, HashTable};
use crate::rules::{
    Castling, CheckStatus, EnPassant, Material, Move, Outcome, Piece, Player, PlayerSet, Position, Role,
    Variant, Wings,
};

/// A position some plies on, and in how many ways it is reached.
pub type BoxedUnit = (Box<dyn AnyPosition>, u64);

/// A position of some game: what the plain `game::Position` can be asked.
///
/// Every typed [`rules::Position`](crate::rules::Position) is one, and answers by its method
/// of the same name.
pub trait AnyPosition: Any + Debug + Send + Sync {
    /// A copy of its own.
    fn to_box(&self) -> Box<dyn AnyPosition>;

    /// Who is to move.
    fn turn(&self) -> Player;
    /// Players who still have their king.
    fn living(&self) -> PlayerSet;
    /// The next player after the one to move who is still in.
    fn next_player(&self) -> Player;
    /// Moves of single players since a piece was taken or a pawn moved.
    fn halfmoves(&self) -> u32;
    /// Number of the round, from 1; it grows when the turn passes the first seat.
    fn fullmoves(&self) -> u32;

    /// The piece on a cell; nobody on a cell of another board.
    fn piece(&self, cell: Cell) -> Option<Piece>;
    /// All pieces with their cells, in the order of the cells.
    fn pieces(&self) -> Vec<(Cell, Piece)>;
    /// The king of a player, if that player is in.
    fn king(&self, player: Player) -> Option<Cell>;
    /// The pawn of this player that others may take en passant, if any stands ready to.
    fn en_passant(&self, player: Player) -> Option<EnPassant>;
    /// All cells that such pawns have crossed, each once, in the order of their owners and of the pawn's way.
    fn crossed_cells(&self) -> Vec<Cell>;
    /// The cell of the pawn that has crossed another, where that cell alone does not tell.
    fn landed_cell(&self) -> Option<Cell>;
    /// Where players may still castle.
    fn wings(&self) -> Wings;

    /// Key of the pieces, the turn and every right to take en passant, used or not.
    fn key(&self) -> u128;
    /// Key for counting repetitions: a right that nobody can use does not enter.
    fn repetition_key(&self) -> u128;

    /// Whether the player to move is attacked.
    fn is_check(&self) -> bool;
    /// Whether the player to move is attacked and has no legal move.
    fn is_mate(&self) -> bool;
    /// Pieces that attack the king of the player to move.
    fn checkers(&self) -> Vec<Cell>;
    /// Cells of the pieces of others than `player` that attack a cell.
    fn attackers(&self, cell: Cell, player: Player) -> Vec<Cell>;
    /// Cells that the piece on a cell attacks; none if there is no piece.
    fn attacks(&self, from: Cell) -> Vec<Cell>;

    /// The legal moves, in the order of the generation.
    fn legal_moves(&self) -> std::vec::IntoIter<Move>;
    /// Number of legal moves.
    fn count_moves(&self) -> u64;
    /// Whether the player to move has a legal move.
    fn has_moves(&self) -> bool;
    /// Whether the rules allow the move; not one with a cell of another board.
    fn is_legal(&self, m: Move) -> bool;
    /// Whether the move takes a piece, also en passant.
    fn is_capture(&self, m: Move) -> bool;
    /// Whether the move takes a pawn that stands beside the cell it goes to.
    fn is_en_passant(&self, m: Move) -> bool;
    /// Whether the move is a pawn's double step.
    fn is_double_step(&self, m: Move) -> bool;
    /// How a move castles, if it does.
    fn castling(&self, m: Move) -> Option<Castling>;
    /// What a legal move does to the king of the player who is to move after it.
    fn check_status_after(&self, m: Move) -> CheckStatus;
    /// Becomes the position after a legal move; any other gives a position without meaning.
    fn make_move(&mut self, m: Move);
    /// The same for a piece whose role is known.
    fn make_move_of(&mut self, role: Role, m: Move);

    /// How the game has ended, if the player to move has no move.
    fn outcome(&self) -> Option<Outcome>;
    /// What the pieces left can do; only asked of games for two.
    fn material(&self) -> Material;

    /// Pieces of one role of the player to move that can go to a cell; see [`candidates::candidates`].
    fn candidates(&self, role: Role, to: Cell) -> Candidates;
    /// The legal move that plain move text means, if it is unique; see [`candidates::unique_move`].
    fn unique_move(&self, text: &PlainMove) -> Option<Move>;

    /// Number of move sequences of `depth` plies.
    fn perft(&self, depth: u32) -> u64;
    /// The same, counted by all threads of the current pool.
    fn perft_parallel(&self, depth: u32) -> u64;
    /// The same with a table of counts.
    fn perft_with(&self, table: &HashTable, depth: u32) -> u64;
    /// The moves of the last ply by kind.
    fn breakdown(&self, depth: u32) -> Breakdown;
    /// The same, counted by all threads of the current pool.
    fn breakdown_parallel(&self, depth: u32) -> Breakdown;
    /// The different positions after so many plies, and in how many ways each is reached.
    fn boxed_units(&self, plies: u32) -> Vec<BoxedUnit>;
    /// The same after the fewest plies that give enough for any machine; see [`perft::split`].
    fn boxed_split(&self, depth: u32) -> (u32, Vec<BoxedUnit>);

    /// The same pieces with another player to move, all others having passed; see [`mate::after_pass`].
    fn boxed_after_pass(&self, turn: Player) -> Option<Box<dyn AnyPosition>>;
    /// Solves a problem and tells as much of it as is asked; see [`mate::solve_fully`].
    fn solve_fully(
        &self,
        asked: Stipulation,
        scope: Scope,
        table: &mut TranspositionTable,
        budget: Budget,
    ) -> FullSolution;
    /// The players whom a solution mates; see [`mate::victims`].
    ///
    /// # Errors
    ///
    /// If the search was stopped before all lines were followed.
    fn victims(
        &self,
        solution: &Solution,
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
        solution: &Solution,
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

    fn piece(&self, cell: Cell) -> Option<Piece> {
        is_of_board::<V>(cell).then(|| self.board().piece(cell))?
    }

    fn is_legal(&self, m: Move) -> bool {
        is_of_board::<V>(m.from) && is_of_board::<V>(m.to) && Position::is_legal(self, m)
    }

    fn pieces(&self) -> Vec<(Cell, Piece)> {
        self.board().pieces().collect()
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

    fn candidates(&self, role: Role, to: Cell) -> Candidates {
        candidates::candidates(self, role, to)
    }

    fn unique_move(&self, text: &PlainMove) -> Option<Move> {
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
    ) -> FullSolution {
        mate::solve_fully(self, asked, scope, table, budget)
    }

    fn victims(
        &self,
        solution: &Solution,
        table: &mut TranspositionTable,
        budget: Budget,
    ) -> Result<PlayerSet, Stop> {
        mate::victims(self, solution, table, budget)
    }

    fn prove(
        &self,
        solution: &Solution,
        table: &mut TranspositionTable,
        budget: Budget,
    ) -> Result<Proof, Unproved> {
        mate::prove(self, solution, table, budget)
    }
}

fn boxed<V: Variant>(units: Vec<perft::Unit<V>>) -> Vec<BoxedUnit> {
    units.into_iter().map(|unit| (unit.position.to_box(), unit.ways)).collect()
}

/// Whether a cell can be asked about: nothing but its number tells a larger board's.
fn is_of_board<V: Variant>(cell: Cell) -> bool {
    cell.index() < V::Geometry::SLOTS
}
