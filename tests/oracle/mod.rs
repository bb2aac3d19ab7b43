//! The second opinion: a slow, plain move generator and mate searcher.
//!
//! Written from the rules alone and sharing no code with the library, so that
//! the two can only agree by being right. One method throughout: make every
//! move on a copy of the board, then look whether the own king is attacked.
//!
//! ```text
//! Position::from_fen(game, text) ─▶ legal_moves ─▶ play ─▶ perft · breakdown · keys
//! ```
//!
//! A `Position` is always settled: whoever could not move has been put out or
//! skipped, and the player on turn has a move unless the game is over.

mod board;
mod fen;
mod game;
mod hex;
mod mate;
mod moves;
mod perft;
mod position;
mod ranks;
mod solution;

pub use board::{Board, Kind, Man};
pub use game::{Game, Player, Rules};
pub use hex::Hex;
pub use moves::Move;
pub use perft::Breakdown;
pub use position::{End, Event, Position};
pub use solution::{Play, Replies, Task, Told, attacks_text, replies_text};

/// What tests may call. Naming it here keeps a test that calls only a part
/// free of warnings about the rest.
const _: () = {
    let _ = (Game::ALL, Game::name, Game::by_name, Game::rules);
    let _ = (Rules::letter, Rules::player, Rules::count);
    let _ = (Position::start, Position::from_fen, Position::from_men, Position::to_fen);
    let _ = (Position::rules, Position::board, Position::turn, Position::living);
    let _ = (Position::legal_moves, Position::play, Position::play_and_tell);
    let _ = (Position::in_check, Position::count_checkers, Position::end);
    let _ = (Position::is_mate, Position::is_stalemate);
    let _ = (Position::perft, Position::divide, Position::breakdown);
    let _ = (Position::mates_in, Position::keys, Position::victims);
    let _ = (Position::mates_player_in, Position::keys_against);
    let _ = (Position::solve, Position::help_lines, Position::pass_to);
    let _ = (attacks_text, replies_text, Replies::new);
    let _ = |task: Task, told: Told| (task.play == Play::Direct, told);
    let _ = [Play::Exact, Play::Selfmate, Play::Reflex];
    let _ = (Move::uci, Board::at, Hex::name, Hex::from_name, Kind::letter);
    let _ = |man: Man, player: Player, sum: Breakdown| (man.owner == player, sum.nodes);
    let _ = (End::Mate, Event::Skipped);
};
