//! Hexagonal chess: legal moves, perft, mate problems, games and diagrams.
#![doc = ""]
#![doc = include_str!("../docs/library.md")]

#[doc(inline)]
pub use hexmate_core::mate::{
    Answer, Attack, Attacks, Defence, Goal, Line, ParseStipulationError, Play, Scope, Stipulation, Stop,
    Threat, Try, Verdict, Victim,
};
#[doc(inline)]
pub use hexmate_position::{
    Board, Cell, CellNames, CheckStatus, Colour, Dialect, DrawClaim, End, Entry, Fault, FaultList, Faults,
    FenError, FenErrorKind, FenForm, FenNote, Game, History, IllegalMove, Kings, Letters, Material,
    MaterialRule, Move, MoveNumber, MoveText, MoveTextError, Outcome, ParseMoveError, Piece, Player,
    PlayerSet, Position, PositionError, ResolveError, Role, Score, Setup, StalemateScore, Uci, UnknownGame,
    Wings,
};
#[doc(inline)]
pub use hexmate_problems::{Problem, ProblemError, Solution, SolveOptions, Solver};
#[doc(inline)]
pub use hexmate_text::Place;

/// Boards and rules of a game as data.
pub mod rules {
    #[doc(inline)]
    pub use hexmate_core::geometry::{Direction, Hex, Orientation, Plan, Shape};
    #[doc(inline)]
    pub use hexmate_core::rules::{
        Array, ArrayPiece, Castling, PawnRule, PawnSteps, PawnTakes, Seating, VariantTable,
    };
}

/// Counts of positions, by kinds of moves.
pub mod perft {
    #[doc(inline)]
    pub use hexmate_core::perft::{Breakdown, Kind};
}

/// Texts of moves in detail: their words, languages and leniencies.
pub mod san {
    #[doc(inline)]
    pub use hexmate_position::{
        CastlingFault, CastlingText, CellText, CheckMark, Detection, Evidence, Judgement, Leniencies,
        Leniency, MarkFault, MoveTextErrorKind,
    };
}

/// Texts of positions in detail.
pub mod fen {
    #[doc(inline)]
    pub use hexmate_position::{Field, OtherDialects, PieceListError, PlayerLetters, ShortText};
}

/// Statements of problems as text, with keys, solutions and twins.
pub mod statement {
    #[doc(inline)]
    pub use hexmate_position::search::{Date, DateNote, UnclearDate};
    #[doc(inline)]
    pub use hexmate_problems::interchange::InterchangeFault;
    #[doc(inline)]
    pub use hexmate_problems::{
        BookDetail, ClaimedKey, ExtraColumn, FenPlace, Heading, KeyClaim, KeyFault, LineFault, Operand,
        StatedStipulation, Statement, TreeClaim, Twin, TwinError,
    };
    #[doc(inline)]
    pub use hexmate_text::RowFault;
}

/// Games in PGN: read, check and write.
pub mod pgn {
    #[doc(inline)]
    pub use hexmate_games::pgn::{
        Annotation, Annotations, CommentStyle, Event, EventKind, GameResult, PgnError, PgnErrorKind,
        PlayedGame, Quoting, Reader, Shares, Step, Text,
    };
    #[doc(inline)]
    pub use hexmate_games::validate::{
        CheckedGame, Detail, FaultKind, GameFault, GameText, Games, LettersOrigin, MoveTexts, Number,
        ReadOptions, Status, Tag, Tags, TextFault, TextFaultKind, Token, Word, WrittenMove, WrittenNumber,
    };
}

/// Diagrams as SVG and text.
pub mod svg {
    #[doc(inline)]
    pub use hexmate_diagram::{
        Arrow, Caption, CaptionSize, Circle, ColourTheme, ColoursError, Coordinates, Hatching, Highlight,
        Lane, Layer, Marks, Options, Paint, PieceSet, Prefix, Rgb, ToMove, Tone, View, ascii, svg,
    };
}

/// Tables of endings: build and probe.
pub mod endgame {
    #[doc(inline)]
    pub use hexmate_endgame::{
        BuildError, BuildProgress, Coverage, Endgame, Endgames, Ending, Longest, MAX_PIECES,
        ParseEndingError, PlacementCounts, ScoreStore, SideStatistics, Slip, Statistics, TableScore,
        TableSource, Unfinished, VerifyError, Worth, WrongScore,
    };
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

/// The programs to copy, run as tests.
#[cfg(doctest)]
mod examples {
    #[doc = concat!("```\n", include_str!("../examples/draw_key.rs"), "```")]
    struct DrawKey;
    #[doc = concat!("```\n", include_str!("../examples/solve_fen.rs"), "```")]
    struct SolveFen;
    #[doc = concat!("```\n", include_str!("../examples/validate_pgn.rs"), "```")]
    struct ValidatePgn;
}
