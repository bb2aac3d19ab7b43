//! Hexagonal chess: legal moves, perft, mate problems, games and diagrams.
//!
//! ```text
//!                 bytes ──▶ Setup ──▶ Position ──▶ PieceMoves ──▶ u64 · Verdict ──▶ CSV · SVG
//!                       │         │            │               │                │
//!                   notation    rules        rules        perft  mate     report  diagram
//! ```
//!
//! Every arrow is one fallible function with its own error type, and nothing
//! to the right of an arrow can hold what the arrow rejects. Some features
//! work on whole files: [`problem`] reads problems, [`validate`] replays games,
//! [`archive`] reads games from tables and lists, [`repair`] finds what a bad one may have been, [`mine`] takes problems out of games, [`stats`] counts, [`play`] chooses moves.
//!
//! With the feature `files` there is what works on many of them: [`files`] are unpacked, [`records`] are
//! what they hold, [`tasks`] are what is done with them,
//! [`batch`] does that in many threads, [`log`] keeps what was found, and
//! [`shard`] and [`digest`] tell which record is whose and whether it is still the same.
//!
//! Apart from all that, [`oracle`] is a slow generator that shares no code with
//! [`rules`]; [`certificate`] checks with it what [`mate`] has proved.
//!
//! ```
//! use hexmate::game::{Game, Position};
//! use hexmate::mate::{Budget, Stipulation, Table, Verdict};
//! use hexmate::notation::{Letters, San};
//!
//! let fen = b"b/2r/5/2k4/ppp2p2p/3PP1P4/11/1Q3R5/7R3/2P3b1P1q/1P4K2P1 w - 0 38";
//! let position = Position::from_fen(Game::GLINSKI, fen)?;
//! let table = &mut Table::with_limit(1 << 20);
//! let solution = position.solve(Stipulation::mate_in(2), table, Budget::default());
//! assert_eq!(solution.verdict(), Verdict::Sound);
//! let key = San { position: &position, m: solution.keys[0], letters: &Letters::ENGLISH };
//! assert_eq!(key.to_string(), "Qe10+");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod archive;
#[cfg(feature = "files")]
pub mod batch;
pub mod certificate;
pub mod diagram;
#[cfg(feature = "files")]
pub mod digest;
#[cfg(feature = "files")]
pub mod files;
pub mod game;
pub mod geometry;
#[cfg(feature = "files")]
pub mod log;
pub mod mate;
pub mod mine;
pub mod notation;
pub mod oracle;
pub mod perft;
pub mod play;
pub mod problem;
#[cfg(feature = "files")]
pub mod records;
pub mod repair;
pub mod replay;
pub mod report;
pub mod rules;
#[cfg(feature = "files")]
pub mod shard;
pub mod stats;
#[cfg(feature = "files")]
pub mod tasks;
pub mod validate;
