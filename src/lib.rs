//! Hexagonal chess: legal moves, perft, mate problems, games and diagrams.
#![doc = ""]
#![doc = include_str!("../docs/library.md")]

#[doc(inline)]
pub use hexmate_core::mate::{
    Answer, Attack, Attacks, Defence, Goal, Line, ParseStipulationError, Play, Scope, Stipulation, Stop,
    Threat, Try, Verdict, Victim,
};
#[doc(inline)]
pub use hexmate_core::perft::Breakdown;
#[doc(inline)]
pub use hexmate_position::{
    Board, Cell, CellNames, CheckStatus, Dialect, DrawClaim, End, Entry, Fault, FaultList, Faults, FenError,
    FenErrorKind, FenForm, FenNote, Game, History, IllegalMove, Kings, Letters, Material, MaterialRule, Move,
    MoveNumber, Outcome, ParseMoveError, Piece, Player, PlayerSet, Position, PositionError, Role, Score,
    Setup, StalemateScore, UnknownGame, Wings,
};
#[doc(inline)]
pub use hexmate_problems::{Problem, ProblemError, Solution, SolveOptions, Solver};

/// Games in PGN: read, check and write.
pub mod pgn {
    #[doc(inline)]
    pub use hexmate_games::pgn::{GameResult, PlayedGame, Reader};
    #[doc(inline)]
    pub use hexmate_games::validate::{CheckedGame, FaultKind, GameFault, GameText, Games, Status};
}

/// Diagrams as SVG and text.
pub mod svg {
    #[doc(inline)]
    pub use hexmate_diagram::{ColourTheme, Marks, Options, View, ascii, svg};
}

/// Tables of endings: build and probe.
pub mod endgame {
    #[doc(inline)]
    pub use hexmate_endgame::{BuildProgress, Endgame, Endgames, Ending, TableScore, Worth};
}

/// The generic core, for authors of games and boards. It may change in any version.
#[doc(no_inline)]
pub use hexmate_core as core;
/// Declares a board of your own.
#[doc(no_inline)]
pub use hexmate_core::board;
/// Declares the rules of a game of your own.
#[doc(no_inline)]
pub use hexmate_core::variant;
