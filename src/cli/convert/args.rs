//! The arguments of `convert`. The doc comments are the help.

use crate::cli::shared::destination::{Destination, Form};
use clap::ValueEnum;
use clap::ValueHint;
use hexmate_games::pgn::Notation;
use hexmate_position::{CellNames, Dialect, FenForm};
use hexmate_report::{Target, TargetFormat};

use crate::cli::options::TypedOptions;
use crate::cli::shared::language::Language;
use crate::cli::shared::position::{dialects, files};
use crate::cli::shared::reading::GameReading;

/// Convert games and positions to another format.
///
/// Games (PGN, CSV, JSON Lines, lists of UCI moves) and positions (FEN, EPD, CSV, input of Popeye,
/// entries of YACPDB) are recognised by their content. A game converted to a position gives its last position; a position
/// converted to a game has no moves. Records that cannot be read are left out, with a message.
/// Comments, NAGs and variations are kept, except in lists and positions. Everything that the
/// format cannot hold is counted on stderr; with --strict it is an error. A variation ends at
/// its first illegal move, with a comment that quotes the rest.
#[derive(clap::Args, Debug)]
#[command(before_help = "hexmate convert games.pgn --to pgn --notation long --language hungarian\n\
    hexmate convert problems.csv --to fen --to-fen file-down")]
pub struct Convert {
    /// Files, folders (their files in pgn, fen, epd, csv, jsonl, inp, olv and yaml), or positions in quotes; `-` is stdin.
    #[arg(value_name = "FILES", required = true, value_hint = ValueHint::AnyPath)]
    pub files: Vec<String>,

    /// Format to write.
    #[arg(long, value_name = "FORM")]
    to: FormName,

    /// Notation of the moves in PGN.
    #[arg(long, value_name = "NOTATION", default_value = "san")]
    notation: GameNotation,

    /// Language of the piece letters in PGN, and of piece lists.
    #[arg(long, value_name = "LANGUAGE", default_value = "english")]
    language: Language,

    /// Order of the cells in FEN, for `fen`, `epd` and `uci`.
    #[arg(long, value_name = "ORDER", default_value = "rank", value_parser = dialects())]
    to_fen: Dialect,

    /// Files of cells, for all but `csv` and `json`: `a-l` without j, `a-k` with j, or `fairy`; by default `a-l`, with
    /// `--to-fen fairy` those of Fairy-Stockfish. A PGN file has them in a tag `Files`.
    #[arg(long, value_name = "NAMES", value_parser = files())]
    to_files: Option<CellNames>,

    #[command(flatten)]
    pub reading: GameReading,

    /// Write to this file instead of stdout. The file appears when it is complete.
    #[arg(short, long, value_name = "FILE", value_parser = Form::Converted)]
    pub output: Option<Destination>,
}

impl Convert {
    /// Returns an error if an option has no effect on the format chosen.
    pub fn fault(&self, given: TypedOptions<'_>) -> Option<String> {
        let is_pgn = self.to == FormName::Pgn;
        let has_letters = is_pgn || self.to == FormName::Pieces;
        let has_fen = matches!(self.to, FormName::Fen | FormName::Epd | FormName::Uci);
        given
            .without_effect(["notation"], !is_pgn, "only --to pgn has a choice of notations")
            .or_else(|| {
                let why = "only --to pgn and --to pieces have piece letters";
                given.without_effect(["language"], !has_letters, why)
            })
            .or_else(|| {
                let is_uci = is_pgn && self.notation == GameNotation::Uci;
                given.without_effect(["language"], is_uci, "UCI moves do not depend on a language")
            })
            .or_else(|| {
                given.without_effect(["to_fen"], !has_fen, "only --to fen, epd and uci can change the order")
            })
            .or_else(|| {
                let why = "tables always have the standard names of cells";
                given.without_effect(["to_files"], !has_letters && !has_fen, why)
            })
    }

    /// Returns the format of the output.
    pub fn target(&self) -> Target {
        let fen_form = FenForm { order: self.to_fen, cells: self.to_files };
        let letters = self.language.letters().with_cells(fen_form.names());
        Target { format: self.to.format(), notation: self.notation.notation(), letters, fen_form }
    }
}

/// An output format of `convert`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum FormName {
    /// Games as PGN.
    Pgn,
    /// Games as lists of UCI moves, one game per line: `position startpos moves …`.
    Uci,
    /// A table: of games if the first record is a game, otherwise of positions.
    Csv,
    /// One JSON object per line.
    Json,
    /// Positions, one FEN per line.
    Fen,
    /// Positions, one EPD per line.
    Epd,
    /// Positions as piece lists, one per line: `w: Kf6 Qg4 Pe5; b: Kf11 Pe7`.
    Pieces,
    /// Problems as input of Popeye.
    Popeye,
    /// Problems as entries of YACPDB and Olive, in YAML.
    Yacpdb,
    /// Problems as entries of YACPDB in JSON, one per line.
    YacpdbJson,
}

impl FormName {
    /// Returns the format as the library names it.
    const fn format(self) -> TargetFormat {
        match self {
            Self::Pgn => TargetFormat::Pgn,
            Self::Uci => TargetFormat::Uci,
            Self::Csv => TargetFormat::Csv,
            Self::Json => TargetFormat::Json,
            Self::Fen => TargetFormat::Fen,
            Self::Epd => TargetFormat::Epd,
            Self::Pieces => TargetFormat::Pieces,
            Self::Popeye => TargetFormat::Popeye,
            Self::Yacpdb => TargetFormat::Yacpdb,
            Self::YacpdbJson => TargetFormat::YacpdbJson,
        }
    }
}

/// Notation of the moves of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum GameNotation {
    /// Shortest form: `Nf4`, `exf6`.
    San,
    /// With both cells: `Qe1-c3`, `Qe1xe10`.
    Long,
    /// With both cells and the captured piece: `Qe1c3`, `Nf8h5xN`.
    LongNamed,
    /// Only cells and promotions: `e1c3`, `f10g10q`.
    Uci,
}

impl GameNotation {
    /// Returns the notation as the library names it.
    pub const fn notation(self) -> Notation {
        match self {
            Self::San => Notation::San,
            Self::Long => Notation::Long,
            Self::LongNamed => Notation::LongNamed,
            Self::Uci => Notation::Uci,
        }
    }
}
