//! The arguments of `convert`. The doc comments are the help.

use crate::cli::shared::destination::{Destination, Form};
use clap::ValueEnum;
use clap::ValueHint;
use hexmate_games::pgn::Notation;
use hexmate_position::Dialect;
use hexmate_position::Game;
use hexmate_tasks as tasks;

use crate::cli::options::Given;
use crate::cli::shared::language::Language;
use crate::cli::shared::position::dialects;
use crate::cli::shared::reading::GameReading;

/// Write games and positions in another form.
///
/// Games (PGN, CSV, JSON Lines, lists of UCI moves) and positions (FEN, EPD, CSV) are recognised
/// by their content. Of a game that is written as a position it is the last one; a position
/// that is written as a game has no moves. What cannot be read is left out with a message.
/// Comments, NAGs and variations are kept, but not in lists and positions. What the form
/// cannot hold is counted on stderr; with --strict it is an error. An illegal move of a
/// variation ends it with a comment of what is written from there.
#[derive(clap::Args, Debug)]
#[command(before_help = "hexmate convert games.pgn --to pgn --notation long --language hungarian\n\
    hexmate convert problems.csv --to fen --to-fen file-down")]
pub struct Convert {
    /// Files, or positions in quotes; `-` is stdin.
    #[arg(value_name = "FILES", required = true, value_hint = ValueHint::FilePath)]
    pub files: Vec<String>,

    /// What to write.
    #[arg(long, value_name = "FORM")]
    to: FormName,

    /// How the moves of PGN are written.
    #[arg(long, value_name = "NOTATION", default_value = "san")]
    notation: GameNotation,

    /// The letters of the pieces in PGN that is written.
    #[arg(long, value_name = "LANGUAGE", default_value = "english")]
    language: Language,

    /// The order of the cells in the FEN that is written as `fen` or `epd`.
    #[arg(long, value_name = "ORDER", default_value = "rank", value_parser = dialects())]
    to_fen: Dialect,

    #[command(flatten)]
    pub reading: GameReading,

    /// Write to this file instead of stdout. It appears when it is complete.
    #[arg(short, long, value_name = "FILE", value_parser = Form::Converted)]
    pub output: Option<Destination>,
}

impl Convert {
    /// Why an option of another form does nothing, if one does.
    pub fn fault(&self, given: Given<'_>) -> Option<String> {
        let is_pgn = self.to == FormName::Pgn;
        let has_fen = matches!(self.to, FormName::Fen | FormName::Epd);
        given
            .idle(["notation", "language"], !is_pgn, "only PGN has moves in different notations")
            .or_else(|| {
                let is_uci = self.notation == GameNotation::Uci;
                given.idle(["language"], is_uci, "moves in UCI have no letters of a language")
            })
            .or_else(|| given.idle(["to_fen"], !has_fen, "tables and games have the canonical order"))
    }

    /// How records are converted, all of one game if that is asked for.
    pub fn task(&self, asked: Option<Game>) -> tasks::Convert {
        let to = match self.to {
            FormName::Pgn => tasks::Form::Pgn,
            FormName::Uci => tasks::Form::Uci,
            FormName::Csv => tasks::Form::Csv,
            FormName::Json => tasks::Form::Json,
            FormName::Fen => tasks::Form::Fen,
            FormName::Epd => tasks::Form::Epd,
        };
        let (notation, letters) = (self.notation.notation(), self.language.letters());
        let to_fen = self.to_fen;
        tasks::Convert { asked, reading: self.reading.reading(), to, notation, letters, to_fen }
    }
}

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum FormName {
    /// Games as PGN.
    Pgn,
    /// Games as lists of UCI moves, one a line: `position startpos moves …`.
    Uci,
    /// A table; of games if the first record is one.
    Csv,
    /// One JSON object a line.
    Json,
    /// Positions as lines of FEN.
    Fen,
    /// Positions as lines of EPD.
    Epd,
}

/// How the moves of a game are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum GameNotation {
    /// `Nf4`, `exf6`.
    San,
    /// `Qe1-c3`, `Qe1xe10`.
    Long,
    /// `Qe1c3`, `Nf8h5xN`: with the piece captured.
    LongNamed,
    /// `e1c3`, `f10g10q`.
    Uci,
}

impl GameNotation {
    /// The same for the library.
    pub const fn notation(self) -> Notation {
        match self {
            Self::San => Notation::San,
            Self::Long => Notation::Long,
            Self::LongNamed => Notation::LongNamed,
            Self::Uci => Notation::Uci,
        }
    }
}
