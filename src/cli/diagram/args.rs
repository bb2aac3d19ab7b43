//! The arguments of `diagram`.

use crate::cli::shared::destination::{Destination, Form as Written};
use clap::ValueHint;
use std::path::PathBuf;

use clap::{ArgGroup, ValueEnum};
use hexmate_diagram::{Coordinates, Paper, PieceSet, Prefix, Theme};
use hexmate_position::Game;
use hexmate_position::Letters;

use super::form::Form;
use crate::cli::args::games;
use crate::cli::options::{Given, ids};
use crate::cli::shared::position::{MovesFirst, Subject};

/// Draw positions.
///
/// One position goes to stdout or to the file named by -o. A file of
/// positions, problems or games makes a folder of diagrams, one for each, or
/// with --sheet one sheet; of a game, its last position or those of --plies.
#[derive(clap::Args, Debug)]
#[command(before_help = "hexmate diagram start -o start.svg\n\
    hexmate diagram problems.csv --sheet --caption --theme print -o problems.svg")]
pub struct Diagram {
    /// `start`, `startpos moves f5f6 …`, a FEN, or a file; `-` is stdin.
    #[arg(value_name = "POSITION|FILE", required_unless_present_any = ["rules", "template"], value_hint = ValueHint::FilePath)]
    subject: Vec<String>,

    #[command(flatten)]
    pub first: MovesFirst,

    /// Write here instead of stdout; of a file's positions, the folder, or names with `{id}` in them.
    #[arg(short, long, value_name = "OUT", value_parser = Written::Picture)]
    pub output: Option<Destination>,

    /// The form of the diagram; else what the ending of OUT says, else SVG.
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<Picture>,

    /// Draw the start position and the moves of every piece of a game on one sheet.
    #[arg(long, value_name = "GAME", value_parser = games(), conflicts_with = "template", conflicts_with_all = OF_A_POSITION)]
    pub rules: Option<Game>,

    /// Draw the two sheets of which three copies each, cut out and glued, make a board that is a regular hexagon;
    /// OUT is a folder.
    #[arg(long, requires = "output", conflicts_with_all = OF_A_POSITION,
        conflicts_with_all = ["pieces", "bottom", "coordinates", "width", "title", "letters"])]
    pub template: bool,

    #[command(flatten)]
    pub look: Look,
    #[command(flatten)]
    pub words: Words,
    #[command(flatten)]
    pub marks: MarkedCells,
    #[command(flatten)]
    pub pages: Pages,
}

/// What only the board of a position has.
const OF_A_POSITION: [&str; 7] =
    ["subject", "MovesFirst", "FenOrder", "MarkedCells", "Captions", "boards", "columns"];

impl Diagram {
    /// Why an option does nothing for a board of characters, if one does.
    pub fn fault(&self, given: Given<'_>) -> Option<String> {
        let look = ["theme", "colors", "pieces", "width", "prefix", "title", "letters"];
        let marks = ids::<MarkedCells>();
        let is_text = Form::asked(self).is_text();
        given
            .idle(look, is_text, "a board of characters has no look")
            .or_else(|| {
                let marks = marks.iter().map(clap::Id::as_str);
                given.idle(marks, is_text, "a board of characters has no marks")
            })
            .or_else(|| {
                let why = "sheets and strips are pictures, not characters";
                given.idle(["sheet", "columns", "plies"], is_text, why)
            })
    }

    /// What is drawn.
    pub fn subject(&self) -> Subject {
        Subject::of(&self.subject)
    }
}

/// How a board looks.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Look")]
pub struct Look {
    /// The colours: warm, greys, print or dark.
    #[arg(long, value_name = "THEME", default_value = "warm", value_parser = theme)]
    pub theme: Theme,

    /// Change colours of the theme by this TOML file.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub colors: Option<PathBuf>,

    /// The set of pieces: classic, plain or letters.
    #[arg(long, value_name = "SET", default_value = "classic", value_parser = piece_set)]
    pub pieces: PieceSet,

    /// The player, by letter, whose seat is at the bottom.
    #[arg(long, value_name = "LETTER", default_value = "w")]
    pub bottom: char,

    /// Where the names of files and ranks are.
    #[arg(long, value_name = "WHERE", default_value = "edge")]
    pub coordinates: Labels,

    /// The width in pixels; else the picture fits where it is put.
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub width: Option<u32>,

    /// What every id in the picture begins with, so that several can be in one page.
    #[arg(long, value_name = "ID", default_value = "h", value_parser = prefix)]
    pub prefix: Prefix,
}

/// What is written.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Words")]
pub struct Words {
    /// A title for readers and screen readers.
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,

    #[command(flatten)]
    pub captions: Captions,

    /// The language of the words and of pieces that are letters: english, hungarian, polish,
    /// german, french, spanish, russian or esperanto.
    #[arg(long, value_name = "LANGUAGE", default_value = "english", value_parser = letters)]
    pub letters: Letters,
}

/// What is written around the board of a position.
#[derive(clap::Args, Debug)]
pub struct Captions {
    /// Write around the board, as problem books do, what a file says: author, source, stipulation, number of pieces.
    #[arg(long)]
    pub caption: bool,

    /// Write this above the board; may be repeated.
    #[arg(long, value_name = "TEXT")]
    pub above: Vec<String>,

    /// Write this below the board on the left, as `#2`.
    #[arg(long, value_name = "TEXT")]
    pub stipulation: Option<String>,

    /// Write the number of pieces below the board on the right.
    #[arg(long)]
    pub count: bool,

    /// Show who is to move by a disc beside the board, painted as that side's pieces are; else only with
    /// --caption and on sheets.
    #[arg(long, value_name = "WHEN", num_args = 0..=1, require_equals = true, default_missing_value = "always")]
    pub to_move: Option<Wanted>,
}

/// What is pointed out.
#[derive(clap::Args, Debug)]
#[command(
    next_help_heading = "Marks (each but the first may be repeated; G, R, Y or B before a cell is its colour)"
)]
pub struct MarkedCells {
    /// Mark a move as the last one played, as in f5f6.
    #[arg(long, value_name = "MOVE")]
    pub last_move: Option<String>,

    /// Draw an arrow under the pieces, as in e4e6 or Re4e6.
    #[arg(long, value_name = "MOVE")]
    pub arrow: Vec<String>,

    /// Draw an arrow over the pieces.
    #[arg(long, value_name = "MOVE")]
    pub arrow_above: Vec<String>,

    /// Draw a circle round a cell, as in f6 or Gf6.
    #[arg(long, value_name = "CELL")]
    pub circle: Vec<String>,

    /// Highlight a cell.
    #[arg(long, value_name = "CELL")]
    pub mark: Vec<String>,

    /// Draw a dot on a cell.
    #[arg(long, value_name = "CELL")]
    pub dot: Vec<String>,

    /// Draw a ring on a cell.
    #[arg(long, value_name = "CELL")]
    pub ring: Vec<String>,

    /// Draw a cross on a cell.
    #[arg(long, value_name = "CELL")]
    pub cross: Vec<String>,

    /// Show the legal moves of the piece on a cell: dots where it can go, rings where it can capture.
    #[arg(long, value_name = "CELL")]
    pub moves_of: Vec<String>,
}

/// How several boards are put together.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Sheets", group = ArgGroup::new("boards").multiple(true))]
pub struct Pages {
    /// Put all diagrams of a file on one sheet.
    #[arg(long, group = "boards")]
    pub sheet: bool,

    /// How many boards are beside each other on a sheet.
    #[arg(long, value_name = "N", default_value_t = 3, requires = "boards", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub columns: u16,

    /// Of each game draw a strip of the positions after these moves of either side, as in 1,5,9, or `all`.
    #[arg(long, value_name = "PLIES", value_parser = plies, group = "boards")]
    pub plies: Option<Plies>,

    /// The paper of the template.
    #[arg(long, value_name = "PAPER", default_value = "a4", requires = "template")]
    pub paper: PaperSize,

    /// The size of the template's cells in percent.
    #[arg(long, value_name = "PERCENT", requires = "template", default_value_t = 100, value_parser = clap::value_parser!(u32).range(10..=115))]
    pub percent: u32,
}

/// The form of a diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Picture {
    /// A scalable picture.
    Svg,
    /// Letters for a terminal.
    Ascii,
    /// Chessmen for a terminal.
    Unicode,
    /// Pixels; in builds with the feature `png`.
    Png,
    /// A page; in builds with the feature `pdf`.
    Pdf,
}

/// Where the names of files and ranks are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Labels {
    /// Around the board.
    Edge,
    /// The name of each cell inside it.
    Inside,
    /// Nowhere.
    None,
}

impl From<Labels> for Coordinates {
    fn from(labels: Labels) -> Self {
        match labels {
            Labels::Edge => Self::Edge,
            Labels::Inside => Self::Inside,
            Labels::None => Self::Hidden,
        }
    }
}

/// Whether something is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Wanted {
    /// On every board.
    Always,
    /// Nowhere.
    Never,
}

/// A size of paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum PaperSize {
    /// 210 by 297 mm.
    A4,
    /// 216 by 279 mm.
    Letter,
}

impl From<PaperSize> for Paper {
    fn from(size: PaperSize) -> Self {
        match size {
            PaperSize::A4 => Self::A4,
            PaperSize::Letter => Self::Letter,
        }
    }
}

/// Which positions of a game are drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Plies {
    /// The first one and that after each move.
    All,
    /// Those after so many moves.
    After(Vec<usize>),
}

fn plies(text: &str) -> Result<Plies, String> {
    if text == "all" {
        return Ok(Plies::All);
    }
    let numbers: Result<_, _> = text.split(',').map(|number| number.trim().parse()).collect();
    numbers.map(Plies::After).map_err(|_| "expected numbers with commas between them, or all".to_owned())
}

/// A theme by its name.
pub fn theme(name: &str) -> Result<Theme, String> {
    let names = || Theme::ALL.iter().map(|theme| theme.name).collect::<Vec<_>>().join(", ");
    Theme::from_name(name).ok_or_else(|| format!("no such theme; there are {}", names()))
}

fn piece_set(name: &str) -> Result<PieceSet, String> {
    let names = || PieceSet::ALL.map(PieceSet::name).join(", ");
    PieceSet::from_name(name).ok_or_else(|| format!("no such set; there are {}", names()))
}

fn letters(name: &str) -> Result<Letters, String> {
    let names = || Letters::ALL.map(|letters| letters.name().to_lowercase()).join(", ");
    Letters::from_name(name).ok_or_else(|| format!("no such language; there are {}", names()))
}

fn prefix(text: &str) -> Result<Prefix, String> {
    Prefix::parse(text).ok_or_else(|| "expected a letter, then letters, digits, - or _".to_owned())
}
