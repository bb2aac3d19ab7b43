//! The computer player: strength, tactics, symmetry of the evaluation, the protocol.

mod endings;
mod minimax;
mod moves;
mod strength;
mod tactics;
mod uci;
mod unit;
