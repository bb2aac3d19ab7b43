//! The arguments of `convert`. The doc comments are the help.

use crate::cli::shared::choice::choice;
use crate::cli::shared::destination::{Destination, Form};
use clap::ValueHint;
use clap::builder::TypedValueParser;
use hexmate_games::pgn::Notation;
use hexmate_position::{CellNames, Dialect, FenForm, Letters};
use hexmate_report::{Target, TargetFormat};

use crate::cli::shared::language::languages;
use crate::cli::shared::position::{dialects, files};
use crate::cli::shared::reading::GameReading;
use crate::cli::shared::typed_options::TypedOptions;

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
    #[arg(long, value_name = "FORM", value_parser = formats())]
    to: TargetFormat,

    /// Notation of the moves in PGN.
    #[arg(long, value_name = "NOTATION", default_value = "san", value_parser = notations())]
    notation: Notation,

    /// Language of the piece letters in PGN, and of piece lists.
    #[arg(long, value_name = "LANGUAGE", default_value = "english", value_parser = languages())]
    language: Letters,

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
        let is_pgn = self.to == TargetFormat::Pgn;
        let has_letters = is_pgn || self.to == TargetFormat::Pieces;
        let has_fen = matches!(self.to, TargetFormat::Fen | TargetFormat::Epd | TargetFormat::Uci);
        given
            .without_effect(["notation"], !is_pgn, "only --to pgn has a choice of notations")
            .or_else(|| {
                let why = "only --to pgn and --to pieces have piece letters";
                given.without_effect(["language"], !has_letters, why)
            })
            .or_else(|| {
                let is_uci = is_pgn && self.notation == Notation::Uci;
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
        let letters = self.language.with_cells(fen_form.names());
        Target { format: self.to, notation: self.notation, letters, fen_form }
    }
}

fn formats() -> impl TypedValueParser<Value = TargetFormat> {
    choice([
        ("pgn", "Games as PGN", TargetFormat::Pgn),
        (
            "uci",
            "Games as lists of UCI moves, one game per line: `position startpos moves …`",
            TargetFormat::Uci,
        ),
        ("csv", "A table: of games if the first record is a game, otherwise of positions", TargetFormat::Csv),
        ("json", "One JSON object per line", TargetFormat::Json),
        ("fen", "Positions, one FEN per line", TargetFormat::Fen),
        ("epd", "Positions, one EPD per line", TargetFormat::Epd),
        (
            "pieces",
            "Positions as piece lists, one per line: `w: Kf6 Qg4 Pe5; b: Kf11 Pe7`",
            TargetFormat::Pieces,
        ),
        ("popeye", "Problems as input of Popeye", TargetFormat::Popeye),
        ("yacpdb", "Problems as entries of YACPDB and Olive, in YAML", TargetFormat::Yacpdb),
        ("yacpdb-json", "Problems as entries of YACPDB in JSON, one per line", TargetFormat::YacpdbJson),
    ])
}

fn notations() -> impl TypedValueParser<Value = Notation> {
    choice([
        ("san", "Shortest form: `Nf4`, `exf6`", Notation::San),
        ("long", "With both cells: `Qe1-c3`, `Qe1xe10`", Notation::Long),
        ("long-named", "With both cells and the captured piece: `Qe1c3`, `Nf8h5xN`", Notation::LongNamed),
        ("uci", "Only cells and promotions: `e1c3`, `f10g10q`", Notation::Uci),
    ])
}
