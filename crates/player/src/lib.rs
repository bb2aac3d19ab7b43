//! A computer player of hexagonal chess: search and evaluation.
//!
//! * [`ComputerPlayer`] plays one game: it searches a [`Position`](hexmate_position::Position) within [`Limits`] and returns
//!   its best [`ScoredLine`]s. [`ComputerPlayer::move_at_level`] plays weaker on purpose.
//! * [`SearchScore`] is the value of a position in centipawns, or a mate.
//! * [`uci`] answers the commands of the Universal Chess Interface.
//! * [`evaluation`] is the value of a position without search; its [`Weights`] are data.
//!
//! ```
//! use hexmate_player::{ComputerPlayer, Limits, PlayerOptions, SearchScore};
//! use hexmate_position::{Game, Position, Setup};
//!
//! let fen = "1/3/2K2/4P2/4N3R/5k3N1/3P1p1P3/2P2B5/11/11/11 w - 0 1";
//! let problem = Setup::from_fen(Game::GLINSKI, fen)?.into_position().map_err(|_| "illegal")?;
//! let mut player = ComputerPlayer::new(Game::GLINSKI, PlayerOptions::default()).ok_or("no such game")?;
//! let line = player.best_line(&problem, Limits::depth(6)).ok_or("no move")?;
//! assert_eq!(problem.uci(line.moves[0]).to_string(), "k7f11");
//! assert_eq!(line.score, SearchScore::Mates { plies: 3 });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Games for two are searched by principal variation search with iterative deepening, a transposition table,
//! quiescence, null moves, late move reductions and the usual orders of moves. A stalemate that scores three quarters
//! of a point counts as an advantage of 190 centipawns, which has the same expected score. A third occurrence
//! of a position, or a second after the root, counts as a draw, as do 50 moves without capture or pawn move.
//! Games for more players are searched by a simple paranoid search: the player assumes that all others play against it.
//!
//! Limits: with one thread and a limit on nodes or depth a search is reproducible; with several threads, or by time, it
//! is not. A mate that is reported is proved; one in more than three moves need not be the shortest. The search is compiled for the games of the
//! program; [`ComputerPlayer::new`] returns `None` for others. Limits of time have no effect on platforms without a clock, such as WebAssembly in a
//! browser. The crate opens no files.

mod chances;
mod clock;
mod comment;
pub mod evaluation;
mod many;
mod player;
mod report;
mod request;
mod search;
pub mod uci;

pub use comment::EngineComment;
pub use evaluation::Weights;
pub use player::{ComputerPlayer, MateTables, Search, keys_of};
pub use report::{CurrentMove, Info, ScoreBound, ScoredLine, SearchScore};
pub use request::{Limits, PlayerOptions, PonderClock, SearchStep};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
