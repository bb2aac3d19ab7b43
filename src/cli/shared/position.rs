//! Options that describe positions. The doc comments are the help.

use std::path::Path;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use hexmate_position::{CellNames, Dialect, FenForm, Game, Kings};
use hexmate_tasks::position::PositionReader;

/// Order of the cells in FEN.
#[derive(clap::Args, Debug, Default)]
pub struct FenOrder {
    /// Order of the cells in input FEN, as other programs write it.
    #[arg(long, value_name = "ORDER", value_parser = dialects())]
    from_fen: Option<Dialect>,

    /// Files of cells in the input: `a-l` without j, `a-k` with j, or `fairy`. By default those that alone name a cell
    /// of the board, otherwise `a-l`; with `--from-fen fairy` those of Fairy-Stockfish.
    #[arg(long = "files", value_name = "NAMES", value_parser = files())]
    cells: Option<CellNames>,
}

impl FenOrder {
    /// Returns the order, by default the canonical one, and the names of cells.
    pub fn form(&self) -> FenForm {
        FenForm { order: self.from_fen.unwrap_or_default(), cells: self.cells }
    }
}

/// Positions of players without kings.
#[derive(clap::Args, Clone, Copy, Debug, Default)]
pub struct OptionalKings {
    /// Accept players without a king, who are then never in check, such as a lone rook for a lecture.
    #[arg(long)]
    without_kings: bool,
}

impl OptionalKings {
    /// Returns the kings that positions need.
    pub fn kings(self) -> Kings {
        if self.without_kings { Kings::Optional } else { Kings::Required }
    }
}

/// Returns advice for a message about faults with these codes, if [`OptionalKings`] allows them; empty for others.
pub fn without_kings_advice(codes: &str) -> &'static str {
    match codes.split(", ").all(|code| code == "no-king") {
        true => "; --without-kings accepts players without a king",
        false => "",
    }
}

/// Moves to play before anything else.
#[derive(clap::Args, Debug, Default)]
pub struct MovesFirst {
    /// Play these moves first, in any notation, such as `--moves f5f6 e6`. All words up to the next option are moves.
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    moves: Vec<String>,

    #[command(flatten)]
    pub order: FenOrder,
}

impl MovesFirst {
    /// Returns how positions are read; `requested` overrides the game that the input names.
    pub fn origin(&self, requested: Option<Game>) -> PositionReader<'_> {
        PositionReader {
            game: requested,
            form: self.order.form(),
            moves: &self.moves,
            kings: Kings::Required,
        }
    }
}

/// A position, or a file of positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Subject {
    /// Text of a position.
    Position(String),
    /// Path of a file of positions; `-` is stdin.
    File(String),
}

impl Subject {
    /// Interprets words of the command line: an existing file or a file name, otherwise a position, also without quotes.
    pub fn of(words: &[String]) -> Self {
        let text = words.join(" ");
        let is_name = |name: &str| {
            let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
            // In `start moves 1.f6` the dot belongs to a move number.
            let has_moves = name.split_whitespace().any(|word| word == "moves");
            !has_moves
                && (1..=6).contains(&ending.len())
                && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
        };
        // A folder counts as a file, whose error names it; but a folder called `start` must not hide the word.
        let (path, is_word) = (Path::new(&text), matches!(text.as_str(), "start" | "startpos"));
        let is_there = if is_word { path.is_file() } else { path.exists() };
        let is_file = text == "-" || is_there || words.len() == 1 && is_name(&text);
        if is_file { Self::File(text) } else { Self::Position(text) }
    }
}

/// Returns a parser for names of cells.
pub fn files() -> impl TypedValueParser<Value = CellNames> {
    PossibleValuesParser::new(CellNames::ALL.map(CellNames::name))
        .map(|name| CellNames::from_name(&name).expect("one of the possible values"))
}

/// Returns a parser for the name of an order.
pub fn dialects() -> impl TypedValueParser<Value = Dialect> {
    PossibleValuesParser::new(Dialect::ALL.map(Dialect::name))
        .map(|name| Dialect::from_name(&name).expect("one of the possible values"))
}
