//! A legal position of any game. What can be asked of it is in [`AnyPosition`].

use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::mem;
use std::ops::{Deref, DerefMut};

use super::{AnyPosition, BoxedUnit, Game, Setup};
use hexmate_core::geometry::Cell;
use hexmate_core::mate::{Budget, Scope, Solution, Stipulation, TranspositionTable};
use hexmate_core::rules;
use hexmate_core::rules::{Faults, IllegalMove, Move, Player, Variant};

/// A position that the rules of its game allow, with the right player to move.
///
/// Comes from a [`Setup`], from a FEN, or by playing, and there is no other way to make
/// one. A copy costs an allocation.
#[derive(Debug)]
pub struct Position {
    game: Game,
    typed: Box<dyn AnyPosition>,
}

/// A position some plies on, and in how many ways it is reached; see [`hexmate_core::perft::units`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// The position, as far as a count depends on it.
    pub position: Position,
    /// Number of sequences of moves that lead to it.
    pub ways: u64,
}

/// The number that the next move has in the text of a game.
///
/// Prints with the dots that follow it: `30.` for the first move of its round, `30...` for
/// a later one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MoveNumber {
    /// The number of the round, from 1.
    pub number: u32,
    /// Whether the player to move begins the round: nobody of an earlier seat is in.
    pub is_first_of_round: bool,
}

impl fmt::Display for MoveNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, if self.is_first_of_round { "." } else { "..." })
    }
}

impl Position {
    /// The position that a game begins from.
    pub fn start(game: Game) -> Self {
        Self { game, typed: game.boxed_start() }
    }

    /// The position of a setup, if nothing but a warning speaks against it.
    ///
    /// # Errors
    ///
    /// Everything that is wrong, at once.
    pub fn from_setup(setup: &Setup) -> Result<Self, Faults> {
        Ok(Self { game: setup.game, typed: setup.game.boxed_position(setup.parts())? })
    }

    /// The game.
    pub fn game(&self) -> Game {
        self.game
    }

    /// The position in the types of its game, for those who want the speed of the core.
    ///
    /// `None` if it is of another type.
    pub fn typed<V: Variant>(&self) -> Option<&rules::Position<V>> {
        let typed: &dyn Any = &*self.typed;
        typed.downcast_ref()
    }

    /// The number of the move that is due.
    pub fn move_number(&self) -> MoveNumber {
        let is_first_of_round = self.living().iter().next() == Some(self.turn());
        MoveNumber { number: self.fullmoves(), is_first_of_round }
    }

    /// The position after a legal move; see [`Position::play`] for one that may not be.
    ///
    /// Another move gives a position without meaning, and never a panic before a king is gone.
    #[must_use]
    pub fn after_move(&self, m: Move) -> Self {
        let mut next = self.clone();
        next.make_move(m);
        next
    }

    /// The position after a move.
    ///
    /// # Errors
    ///
    /// If the move is not legal.
    pub fn play(&self, m: Move) -> Result<Self, IllegalMove> {
        if self.is_legal(m) { Ok(self.after_move(m)) } else { Err(IllegalMove(m)) }
    }

    /// The moves of a solution's line, each with the position where it is played: in a series one side passes.
    pub fn along_line(&self, line: &[Move], asked: Stipulation) -> Vec<(Self, Move)> {
        let mut position = self.clone();
        let lefts = (0..line.len() as u32).rev();
        let step = |(&m, left)| {
            let after = position.after_move(m);
            let passed = asked.other_side_passes(left).then(|| after.after_pass(position.turn())).flatten();
            (mem::replace(&mut position, passed.unwrap_or(after)), m)
        };
        line.iter().zip(lefts).map(step).collect()
    }

    /// The different positions after so many plies, in the order in which they are first met.
    pub fn units(&self, plies: u32) -> Vec<Unit> {
        self.unboxed(self.boxed_units(plies))
    }

    /// The same after the fewest plies that give enough for any machine, and how many these are.
    pub fn split(&self, depth: u32) -> (u32, Vec<Unit>) {
        let (plies, units) = self.boxed_split(depth);
        (plies, self.unboxed(units))
    }

    fn unboxed(&self, units: Vec<BoxedUnit>) -> Vec<Unit> {
        let unit = |(typed, ways)| Unit { position: Self { game: self.game, typed }, ways };
        units.into_iter().map(unit).collect()
    }

    /// The cells of kings that are attacked, whoever is to move.
    pub fn attacked_kings(&self) -> impl Iterator<Item = Cell> {
        let attacked = |player| self.king(player).filter(|&king| !self.attackers(king, player).is_empty());
        self.game.players().filter_map(attacked)
    }

    /// The same pieces with another player to move, all others having passed; see [`hexmate_core::mate::after_pass`].
    pub fn after_pass(&self, turn: Player) -> Option<Self> {
        Some(Self { game: self.game, typed: self.boxed_after_pass(turn)? })
    }

    /// Solves a problem: the shortest length within the stipulation, with all its keys or lines.
    ///
    /// See [`hexmate_core::mate::solve`].
    pub fn solve(&self, asked: Stipulation, table: &mut TranspositionTable, budget: Budget<'_>) -> Solution {
        self.solve_fully(asked, Scope::KEYS, table, budget).solution
    }
}

impl Setup {
    /// The position, if nothing but a warning speaks against it.
    ///
    /// If the player to move is mated or cannot move while more than two are
    /// in, the position is the one after that player has been put out or skipped.
    ///
    /// # Errors
    ///
    /// Everything that is wrong, at once.
    pub fn into_position(self) -> Result<Position, Faults> {
        Position::from_setup(&self)
    }
}

impl From<&Setup> for Setup {
    fn from(setup: &Setup) -> Self {
        setup.clone()
    }
}

impl From<&Position> for Setup {
    fn from(position: &Position) -> Self {
        let mut setup = Self {
            turn: position.turn(),
            living: position.living(),
            crossed: position.crossed_cells(),
            landed: position.landed_cell(),
            wings: position.wings(),
            halfmoves: position.halfmoves(),
            fullmoves: position.fullmoves(),
            ..Self::empty(position.game())
        };
        for (cell, piece) in position.pieces() {
            setup.board.put(cell, piece);
        }
        setup
    }
}

impl Deref for Position {
    type Target = dyn AnyPosition;

    fn deref(&self) -> &Self::Target {
        &*self.typed
    }
}

impl DerefMut for Position {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut *self.typed
    }
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Self { game: self.game, typed: self.typed.to_box() }
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key() && Setup::from(self) == Setup::from(other)
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_of_a_larger_board_is_none_of_a_smaller_one() {
        let mini = Position::start(Game::MINI);
        for (from, _) in Position::start(Game::ECHEX6).pieces() {
            let m = Move { from, to: from, promotion: None };
            assert_eq!(mini.play(m).err(), Some(IllegalMove(m)));
        }
        let last = Game::ECHEX6.shape.cells().last().expect("a cell");
        assert_eq!(mini.piece(last), None);
    }

    #[test]
    fn the_first_who_is_in_begins_the_round() {
        let number = |game, fen: &str| {
            Position::from_fen(game, fen.as_bytes()).expect("a legal position").move_number().to_string()
        };
        let two = "1/k2/5/7/9/11/11/11/11/5R5/K10";
        assert_eq!(number(Game::GLINSKI, &format!("{two} w - 0 7")), "7.");
        assert_eq!(number(Game::GLINSKI, &format!("{two} b - 0 7")), "7...");
        let without_white = "1/3/5/7/9/11/2,rK,8/11/11/11/5,bK,5";
        assert_eq!(number(Game::ECHEX3, &format!("{without_white} r rb - 0 30")), "30.");
        assert_eq!(number(Game::ECHEX3, &format!("{without_white} b rb - 0 30")), "30...");
    }
}
