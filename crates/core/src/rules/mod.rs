//! Rules of the games: pieces, arrays, positions, legal moves, ends.
//!
//! | point | source |
//! |---|---|
//! | Gliński's game | *First Theories of Hexagonal Chess*, 1974; chessvariants.com |
//! | McCooey's game | chessvariants.com/hexagonal.dir/hexchess2.html |
//! | Mini Hexchess | greenchess.net, Dave McCooey, 1997 |
//! | Echex | its author's pages |
//! | Shafran's, de Vasa's, Brusky's games | chessvariants.com; the encyclopedia article on hexagonal chess |
//!
//! Where the sources say nothing, the project has decided, and the item says so.

mod attacks;
mod board;
mod check_status;
mod movegen;
mod moves;
mod outcome;
mod piece;
mod play;
mod player;
mod position;
mod right;
mod setup;
mod variant;
mod wings;
mod zobrist;

pub use attacks::pawn_attacks;
pub(crate) use attacks::{
    attacks, free_to_step, lines, pawn_attackers, pawn_origins, pawn_steps, pawns_beside,
};
pub use board::TypedBoard;
pub use check_status::CheckStatus;
pub use movegen::Visitor;
pub use moves::{IllegalMove, Move, Moves, PieceMoves};
pub use outcome::{Material, Outcome, Score};
pub use piece::{Piece, Role};
pub use player::{ByPlayer, PerPlayer, Player, PlayerSet, Value};
pub use position::{EnPassant, Position};
pub use setup::{Fault, Faults, Setup};
pub(crate) use variant::all_games;
pub use variant::*;
pub use wings::{KeptWings, NoWings, Wings};
pub use zobrist::split_mix;

/// Edition of the rules. It grows when legal moves or ends of games change: counts and verdicts of different editions
/// cannot be combined. 2: en passant answers a double check, and a player owns one crossed cell.
pub const EDITION: u32 = 2;
