//! Games of hexagonal chess as PGN and other text: reading, checking, repairing, selecting and playing.
//!
//! * [`pgn`]: [`Reader`](pgn::Reader) turns PGN into events; [`PgnText`](pgn::PgnText) writes a game as PGN.
//! * [`validate`]: [`Games`](validate::Games) yields the games of a file as [`GameText`](validate::GameText), and
//!   [`CheckedGame`](validate::CheckedGame) replays one by the rules.
//! * [`repair`]: other readings and small edits that make a game legal.
//! * [`archive`]: games in tables, JSON and lists of moves.
//! * [`select`] and [`stats`]: conditions, order, duplicates and statistics of a collection.
//! * [`play`]: a game in progress, and simple computer players.
//!
//! ```
//! use hexmate_games::validate::{CheckedGame, Games};
//! use hexmate_position::Game;
//!
//! let pgn = b"[White \"Ann\"]\n\n1. Qc3 Qc6 2. b2 Qa1 *\n";
//! for game in Games::new(&pgn[..]) {
//!     let checked = CheckedGame::of(Game::GLINSKI, &game?);
//!     let fault = checked.first_fault().ok_or("a legal game")?;
//!     assert_eq!(format!("{}: {}", fault.place, fault.kind), "3:18: no queen can go to a1");
//!
//!     let position = checked.before_fault().ok_or("a legal game")?;
//!     let nearest: Vec<String> = checked.nearest().iter().map(|&m| position.san(m).to_string()).collect();
//!     assert_eq!(nearest, ["Qa2", "Qxc3", "Bxb2"]);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate opens no files and starts no threads; readers take any [`Read`](std::io::Read). A text that cannot be
//! read is a fault with its place, never a panic, and reading goes on with the next game.

pub mod archive;
pub mod pgn;
pub mod play;
pub mod repair;
pub mod select;
pub mod stats;
pub mod validate;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
