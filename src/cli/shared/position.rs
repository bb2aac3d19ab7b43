//! The arguments that say where something begins. The doc comments are the help.

use std::path::Path;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use hexmate_position::Dialect;
use hexmate_position::Game;
use hexmate_tasks::position::Origin;

/// In which order FEN has the cells.
#[derive(clap::Args, Debug, Default)]
pub struct FenOrder {
    /// The order of the cells in FEN that is read, as other programs write it.
    #[arg(long, value_name = "ORDER", value_parser = dialects())]
    from_fen: Option<Dialect>,
}

impl FenOrder {
    /// The order.
    pub fn order(&self) -> Dialect {
        self.from_fen.unwrap_or_default()
    }
}

/// What is played before anything else.
#[derive(clap::Args, Debug, Default)]
pub struct MovesFirst {
    /// Play these moves first, in any notation, as in `--moves f5f6 e6`. Words up to the next option are moves.
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    moves: Vec<String>,

    #[command(flatten)]
    pub order: FenOrder,
}

impl MovesFirst {
    /// How positions are read, all of one game if that is asked for.
    pub fn origin(&self, asked: Option<Game>) -> Origin<'_> {
        Origin { asked, order: self.order.order(), moves: &self.moves }
    }
}

/// What is worked on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Subject {
    /// A text that names a position.
    Position(String),
    /// A file of positions; `-` is stdin.
    File(String),
}

impl Subject {
    /// What words of the command line name: a file if there is one, else a position, also without quotes.
    pub fn of(words: &[String]) -> Self {
        let text = words.join(" ");
        let is_name = |name: &str| {
            let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
            // The dots of `start moves 1.f6` are those of numbers.
            let has_moves = name.split_whitespace().any(|word| word == "moves");
            !has_moves
                && (1..=6).contains(&ending.len())
                && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
        };
        // A folder is read as a file, which says what it is; one that is called `start` is not meant.
        let (path, is_word) = (Path::new(&text), matches!(text.as_str(), "start" | "startpos"));
        let is_there = if is_word { path.is_file() } else { path.exists() };
        let is_file = text == "-" || is_there || words.len() == 1 && is_name(&text);
        if is_file { Self::File(text) } else { Self::Position(text) }
    }
}

/// The names of orders, read as such.
pub fn dialects() -> impl TypedValueParser<Value = Dialect> {
    PossibleValuesParser::new(Dialect::ALL.map(Dialect::name))
        .map(|name| Dialect::from_name(&name).expect("one of the possible values"))
}
