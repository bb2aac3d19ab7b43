//! The arguments of `diagram`.

use crate::cli::shared::choice::choice;
use crate::cli::shared::destination::{Destination, Form as Written};
use crate::cli::shared::number::number;
use clap::ValueHint;
use clap::builder::TypedValueParser;
use std::path::PathBuf;

use clap::{ArgGroup, ValueEnum};
use hexmate_diagram::{ColourTheme, Coordinates, Paper, PieceSet, Prefix};
use hexmate_position::Game;
use hexmate_position::Letters;

use super::form::Form;
use crate::cli::shared::common::GameNames;
use crate::cli::shared::position::{MovesFirst, OptionalKings, Subject};
use crate::cli::shared::typed_options::{TypedOptions, ids};

/// Draw diagrams of positions.
///
/// One position goes to stdout or to the file named by -o. A file of
/// positions, problems or games gives a folder with one diagram for each, or
/// one sheet with --sheet. A game gives its last position, or those of --plies.
#[derive(clap::Args, Debug)]
#[command(before_help = "hexmate diagram start -o start.svg\n\
    hexmate diagram problems.csv --sheet --caption --theme print -o problems.svg")]
pub struct Diagram {
    /// `start`, `startpos moves f5f6 …`, a FEN, or a file; `-` is stdin.
    #[arg(value_name = "POSITION|FILE", required_unless_present_any = ["rules", "template"], value_hint = ValueHint::FilePath)]
    subject: Vec<String>,

    #[command(flatten)]
    pub first: MovesFirst,
    #[command(flatten)]
    pub kings: OptionalKings,

    /// Write to this file instead of stdout; for several diagrams a folder, or a name that contains `{id}`.
    #[arg(short, long, value_name = "OUT", value_parser = Written::Picture)]
    pub output: Option<Destination>,

    /// Format of the diagram; by default from the extension of OUT, otherwise SVG.
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<Form>,

    /// Draw the rules of a game on one sheet: the start position and the moves of every piece.
    #[arg(long, value_name = "GAME", value_parser = GameNames, conflicts_with = "template", conflicts_with_all = OF_A_POSITION)]
    pub rules: Option<Game>,

    /// Draw the two sheets of a physical board: three copies of each, cut out and glued, make a regular hexagon. OUT is
    /// a folder.
    #[arg(long, requires = "output", conflicts_with_all = OF_A_POSITION,
        conflicts_with_all = ["pieces", "bottom", "coordinates", "width", "title", "letters"])]
    pub template: bool,

    #[command(flatten)]
    pub look: Look,
    #[command(flatten)]
    pub text: TextOptions,
    #[command(flatten)]
    pub marks: MarkedCells,
    #[command(flatten)]
    pub sheets: SheetOptions,
}

/// Options and groups that only apply to a position.
const OF_A_POSITION: [&str; 8] =
    ["subject", "MovesFirst", "OptionalKings", "FenOrder", "MarkedCells", "Captions", "boards", "columns"];

impl Diagram {
    /// Returns an error if an option has no effect on a text board.
    pub fn fault(&self, given: TypedOptions<'_>) -> Option<String> {
        let look = ["theme", "colors", "pieces", "width", "prefix", "title", "letters"];
        let marks = ids::<MarkedCells>();
        let is_text = Form::requested(self.format, self.output.as_deref()).is_text();
        // The list of pieces has letters.
        let look = look.into_iter().filter(|&option| option != "letters" || !self.text.captions.piece_list);
        given
            .without_effect(look, is_text, "it does not apply to text boards")
            .or_else(|| {
                let marks = marks.iter().map(clap::Id::as_str);
                given.without_effect(marks, is_text, "text boards have no marks")
            })
            .or_else(|| {
                let why = "sheets and strips cannot be written as text";
                given.without_effect(["sheet", "columns", "plies"], is_text, why)
            })
    }

    /// Returns the position or the file to draw.
    pub fn subject(&self) -> Subject {
        Subject::of(&self.subject)
    }
}

/// Options for the look of a board.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Look")]
pub struct Look {
    /// Colour theme: warm, greys, print, hatched, outline or dark.
    #[arg(long, value_name = "THEME", default_value = "warm", value_parser = theme)]
    pub theme: ColourTheme,

    /// TOML file that changes colours of the theme.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub colors: Option<PathBuf>,

    /// Piece set: classic, plain or letters.
    #[arg(long, value_name = "SET", default_value = "classic", value_parser = piece_set)]
    pub pieces: PieceSet,

    /// Letter of the player at the bottom.
    #[arg(long, value_name = "LETTER", default_value = "w")]
    pub bottom: char,

    /// Place of the coordinates.
    #[arg(long, value_name = "WHERE", default_value = "edge", ignore_case = true, value_parser = coordinates())]
    pub coordinates: Coordinates,

    /// Width in pixels, or a length such as `50mm`, `5cm` or `2in`, for a PNG at 300 dpi. By default an SVG scales to the
    /// space available.
    #[arg(long, value_name = "WIDTH", value_parser = Width::parse)]
    pub width: Option<Width>,

    /// Prefix of every id in the SVG, so that one page can contain several diagrams.
    #[arg(long, value_name = "ID", default_value = "h", value_parser = prefix)]
    pub prefix: Prefix,
}

/// Options for the text of a diagram.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Text")]
pub struct TextOptions {
    /// Title for readers and screen readers.
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,

    #[command(flatten)]
    pub captions: Captions,

    /// Language of the text and of letter pieces: english, hungarian, polish,
    /// german, french, spanish, russian or esperanto, or its code, such as hu.
    #[arg(long, alias = "language", value_name = "LANGUAGE", default_value = "english", value_parser = letters)]
    pub letters: Letters,
}

/// Options for the text around the board of a position.
#[derive(clap::Args, Debug)]
pub struct Captions {
    /// Show author, source, stipulation and number of pieces around the board, as problem books do.
    #[arg(long)]
    pub caption: bool,

    /// Text above the board; may be repeated.
    #[arg(long, value_name = "TEXT")]
    pub above: Vec<String>,

    /// Text below the board on the left, such as `#2`.
    #[arg(long, value_name = "TEXT")]
    pub stipulation: Option<String>,

    /// Show the number of pieces below the board on the right.
    #[arg(long)]
    pub count: bool,

    /// List the pieces below the board, one line for each player, such as `w: Kf6 Qg4 Pe5`.
    #[arg(long)]
    pub piece_list: bool,

    /// Show the side to move as a disc beside the board, in the colour of its pieces. By default only with
    /// --caption and on sheets.
    #[arg(long, value_name = "WHEN", num_args = 0..=1, require_equals = true, default_missing_value = "always")]
    pub to_move: Option<When>,
}

/// Options for marks on the board.
#[derive(clap::Args, Debug)]
#[command(
    next_help_heading = "Marks (all but --last-move may be repeated; G, R, Y or B before an arrow or a cell is its colour)"
)]
pub struct MarkedCells {
    /// Mark a move as the last one played, such as f5f6.
    #[arg(long, value_name = "MOVE")]
    pub last_move: Option<String>,

    /// Draw an arrow below the pieces, such as e4e6 or Re4e6 (red).
    #[arg(long, value_name = "MOVE")]
    pub arrow: Vec<String>,

    /// Draw an arrow above the pieces.
    #[arg(long, value_name = "MOVE")]
    pub arrow_above: Vec<String>,

    /// Draw a circle around a cell, such as f6 or Gf6 (green).
    #[arg(long, value_name = "CELL")]
    pub circle: Vec<String>,

    /// Highlight a cell, such as h5 or Yh5 (yellow).
    #[arg(long, value_name = "CELL")]
    pub mark: Vec<String>,

    /// Draw a dot on a cell, such as f6 or Bf6 (blue).
    #[arg(long, value_name = "CELL")]
    pub dot: Vec<String>,

    /// Draw a ring on a cell.
    #[arg(long, value_name = "CELL")]
    pub ring: Vec<String>,

    /// Draw a cross on a cell.
    #[arg(long, value_name = "CELL")]
    pub cross: Vec<String>,

    /// Show the legal moves of the piece on a cell: dots for moves, rings for captures.
    #[arg(long, value_name = "CELL")]
    pub moves_of: Vec<String>,
}

/// Options for several boards on a sheet, and for the template.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Sheets", group = ArgGroup::new("boards").multiple(true))]
pub struct SheetOptions {
    /// Put all diagrams of a file on one sheet.
    #[arg(long, group = "boards")]
    pub sheet: bool,

    /// Number of boards side by side on a sheet or strip.
    #[arg(long, value_name = "N", default_value_t = 3, requires = "boards", value_parser = number::<u16>(1..=1000))]
    pub columns: u16,

    /// Draw each game as a strip of the positions after these plies, such as 1,5,9, or `all`.
    #[arg(long, value_name = "PLIES", value_parser = plies, group = "boards")]
    pub plies: Option<Plies>,

    /// Paper size of the template.
    #[arg(long, value_name = "PAPER", default_value = "a4", requires = "template", ignore_case = true, value_parser = papers())]
    pub paper: Paper,

    /// Size of the cells of the template, in percent.
    #[arg(long, value_name = "PERCENT", requires = "template", default_value_t = 100, value_parser = number::<u32>(10..=115))]
    pub percent: u32,
}

/// Returns a parser for the place of coordinates.
pub fn coordinates() -> impl TypedValueParser<Value = Coordinates> {
    choice([
        ("edge", "Around the board", Coordinates::Edge),
        ("large", "Around the board, in larger type for boards that are printed small", Coordinates::Large),
        ("inside", "The name of each cell, in the cell", Coordinates::Inside),
        ("none", "No coordinates", Coordinates::Hidden),
    ])
}

/// Width of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Width {
    /// Number of pixels.
    Pixels(u32),
    /// Length on paper, in micrometres.
    Micrometres(u32),
}

impl Width {
    /// Most pixels, and most tenths of a millimetre.
    const MOST: u32 = 100_000;

    fn parse(text: &str) -> Result<Self, String> {
        if let Some(length) = micrometres(text) {
            let fits = (1000..=100 * Self::MOST).contains(&length);
            return if fits {
                Ok(Self::Micrometres(length))
            } else {
                Err("expected a length from 1mm to 10000mm".to_owned())
            };
        }
        let pixels = number(1..=Self::MOST)(text.strip_suffix("px").unwrap_or(text).trim());
        pixels
            .map(Self::Pixels)
            .map_err(|_| "expected pixels from 1 to 100000, or a length such as 50mm".to_owned())
    }

    /// Returns the number of pixels at a resolution in pixels per inch.
    pub fn pixels(self, resolution: u32) -> u32 {
        match self {
            Self::Pixels(pixels) => pixels,
            Self::Micrometres(length) => {
                ((u64::from(length) * u64::from(resolution) + 12_700) / 25_400).max(1) as u32
            }
        }
    }
}

/// Parses a length with its unit, such as `50mm`, `5 cm` or `2in`; returns micrometres, `None` for other texts.
pub fn micrometres(text: &str) -> Option<u32> {
    let units = [("mm", 1000.), ("cm", 10_000.), ("in", 25_400.), ("\"", 25_400.), ("pt", 25_400. / 72.)];
    let (number, unit) =
        units.into_iter().find_map(|(unit, size)| Some((text.trim().strip_suffix(unit)?, size)))?;
    let number: f64 = number.trim().replace(',', ".").parse().ok()?;
    let length = (number * unit).round();
    // In range, so the conversion is exact.
    (0.0..1e9).contains(&length).then_some(length as u32)
}

/// When to show something.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum When {
    /// On every board.
    Always,
    /// On no board.
    Never,
}

/// Returns a parser for a size of paper.
pub fn papers() -> impl TypedValueParser<Value = Paper> {
    choice([("a4", "210 by 297 mm", Paper::A4), ("letter", "216 by 279 mm", Paper::Letter)])
}

/// Positions of a game to draw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Plies {
    /// The start position and the position after each ply.
    All,
    /// The positions after these numbers of plies.
    After(Vec<usize>),
}

fn plies(text: &str) -> Result<Plies, String> {
    if text == "all" {
        return Ok(Plies::All);
    }
    let numbers: Result<_, _> = text.split(',').map(|number| number.trim().parse()).collect();
    numbers
        .map(Plies::After)
        .map_err(|_| "expected plies separated by commas, such as 1,5,9, or all".to_owned())
}

/// Parses the name of a colour theme.
pub fn theme(name: &str) -> Result<ColourTheme, String> {
    let names = || ColourTheme::ALL.iter().map(|theme| theme.name).collect::<Vec<_>>().join(", ");
    ColourTheme::from_name(&name.to_ascii_lowercase()).ok_or_else(|| format!("expected one of {}", names()))
}

/// Parses the name of a piece set.
pub fn piece_set(name: &str) -> Result<PieceSet, String> {
    let names = || PieceSet::ALL.map(PieceSet::name).join(", ");
    PieceSet::from_name(&name.to_ascii_lowercase()).ok_or_else(|| format!("expected one of {}", names()))
}

fn letters(name: &str) -> Result<Letters, String> {
    let names = || Letters::ALL.map(|letters| letters.name().to_lowercase()).join(", ");
    Letters::from_name(name).ok_or_else(|| format!("expected one of {}", names()))
}

fn prefix(text: &str) -> Result<Prefix, String> {
    Prefix::parse(text).ok_or_else(|| "expected a letter, then letters, digits, - or _".to_owned())
}
