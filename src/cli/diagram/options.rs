//! Conversion of the arguments of `diagram` to the options of one picture.

use std::collections::BTreeMap;
use std::fs;

use hexmate::rules::VariantTable;
use hexmate::svg::{
    Arrow, Caption, CaptionSize, Circle, ColourTheme, Layer, Marks, Options, Prefix, ToMove, Tone, View,
};
use hexmate::{Cell, Setup, Uci};
use hexmate_batch::files::FileError;
use hexmate_position::player;

use crate::cli::diagram::args::{Diagram, When};
use crate::cli::diagram::form::Form;
use crate::cli::exit::Failure;
use crate::cli::shared::position::without_kings_advice;

/// Returns the theme, with the colours changed by the file of `--colors`.
pub fn theme(args: &Diagram) -> Result<ColourTheme, Failure> {
    let Some(path) = &args.look.colors else { return Ok(args.look.theme) };
    let name = path.display().to_string();
    let text = fs::read_to_string(path).map_err(FileError::reading(&name))?;
    args.look.theme.with_changes(&text).map_err(|error| Failure::Usage(format!("{name}: {error}")))
}

/// Text of a record that is shown with its diagram.
#[derive(Clone, Debug)]
pub struct RecordText {
    /// Title, if there is one.
    pub title: Option<String>,
    /// Caption of a problem.
    pub caption: Caption,
    /// Move that led to the position.
    pub after: String,
    /// Prefix of the ids in the drawing.
    pub prefix: Prefix,
}

impl RecordText {
    /// Creates an empty text.
    pub fn new(prefix: Prefix) -> Self {
        Self { title: None, caption: Caption::default(), after: String::new(), prefix }
    }
}

/// Returns the options of the diagram of one position.
pub fn options(
    args: &Diagram,
    theme: ColourTheme,
    setup: &Setup,
    text: &RecordText,
) -> Result<Options, Failure> {
    let game = setup.game;
    let seat = u8::try_from(args.look.bottom).ok().and_then(|letter| player(&game, letter));
    let bottom = seat.ok_or_else(|| unknown(&game, "player", &args.look.bottom.to_string()))?;
    Ok(Options {
        theme,
        pieces: args.look.pieces,
        letters: args.text.letters,
        view: View { bottom, coordinates: args.look.coordinates },
        marks: marks(args, setup)?,
        caption: caption(args, setup, text),
        to_move: to_move(args),
        title: args.text.title.clone().or_else(|| text.title.clone()),
        width: width(args),
        prefix: text.prefix.clone(),
    })
}

/// Returns the width in pixels: a length is drawn at 300 dpi in a PNG, and at the 96 dpi of SVG in other formats.
pub fn width(args: &Diagram) -> Option<u32> {
    let form = Form::requested(args.format, args.output.as_deref());
    let resolution = if form == Form::Png { 300 } else { 96 };
    args.look.width.map(|width| width.pixels(resolution))
}

/// Returns the texts of an option in its parts, such as the cells of `f6,g7`.
fn parts(texts: &[String]) -> impl Iterator<Item = &str> {
    texts.iter().flat_map(|text| text.split([',', ';'])).map(str::trim)
}

/// Returns the cells of a move without the sign between them: `f5f6` for `f5-f6`, `f5→f6` and `f5 f6`.
fn joined_cells(text: &str) -> String {
    text.replace(['-', '–', '>', '→', ' ', ':'], "")
}

fn to_move(args: &Diagram) -> ToMove {
    match args.text.captions.to_move {
        Some(When::Always) => ToMove::Marked,
        None if args.text.captions.caption || args.sheets.sheet => ToMove::Marked,
        Some(When::Never) | None => ToMove::Unmarked,
    }
}

fn unknown(game: &VariantTable, what: &str, text: &str) -> Failure {
    Failure::Usage(format!("{text:?} is not a {what} of {}", game.title))
}

fn marks(args: &Diagram, setup: &Setup) -> Result<Marks, Failure> {
    let game = setup.game;
    let given = &args.marks;
    let read_move = |text: &String| {
        let found = Uci::parse(game.shape, joined_cells(text).to_ascii_lowercase().as_bytes());
        found.ok_or_else(|| unknown(&game, "move", text))
    };
    let position = setup.clone().into_position_with(args.kings.kings());
    let mut marks = position.as_ref().map(Marks::of).unwrap_or_default();
    marks.last_move = given.last_move.as_ref().map(read_move).transpose()?;
    marks.cells = cells(&game, &given.mark)?;
    marks.dots = cells(&game, &given.dot)?;
    marks.rings = cells(&game, &given.ring)?;
    marks.crosses = cells(&game, &given.cross)?;
    for text in parts(&given.circle) {
        marks.circles.push(Circle::parse(game.shape, text).ok_or_else(|| unknown(&game, "cell", text))?);
    }
    for (texts, layer) in [(&given.arrow, Layer::Below), (&given.arrow_above, Layer::Above)] {
        for text in parts(texts) {
            let arrow = Arrow::parse(game.shape, &joined_cells(text), layer);
            marks.arrows.push(arrow.ok_or_else(|| unknown(&game, "move", text))?);
        }
    }
    for text in parts(&given.moves_of) {
        let from = cell(&game, text)?;
        let position = position.as_ref().map_err(|faults| {
            let advice = without_kings_advice(&faults.to_string());
            Failure::Usage(format!("--moves-of: the position is not legal in {}{advice}", game.title))
        })?;
        marks.add_moves(position, from);
    }
    Ok(marks)
}

fn cell(game: &VariantTable, text: &str) -> Result<Cell, Failure> {
    let circle = Circle::parse(game.shape, text).filter(|circle| circle.tone == Tone::Plain);
    circle.map(|circle| circle.cell).ok_or_else(|| unknown(game, "cell", text))
}

/// Reads cells, each with the letter of a colour or without: `h5`, `Yh5`.
fn cells(game: &VariantTable, texts: &[String]) -> Result<BTreeMap<Cell, Tone>, Failure> {
    let read = |text: &str| {
        let Circle { cell, tone } =
            Circle::parse(game.shape, text).ok_or_else(|| unknown(game, "cell", text))?;
        Ok((cell, tone))
    };
    parts(texts).map(read).collect()
}

fn caption(args: &Diagram, setup: &Setup, text: &RecordText) -> Caption {
    let options = &args.text.captions;
    let is_problem = options.caption || options.stipulation.is_some();
    let size = if is_problem || args.sheets.sheet { CaptionSize::Large } else { CaptionSize::Small };
    let mut caption =
        Caption { above: options.above.clone(), middle: text.after.clone(), size, ..Caption::default() };
    if options.caption {
        caption.above.extend(text.caption.above.iter().cloned());
        caption.left.clone_from(&text.caption.left);
        caption.below.clone_from(&text.caption.below);
    }
    caption.left = options.stipulation.clone().unwrap_or(caption.left);
    if options.caption || options.count {
        let count =
            |owner| setup.board.pieces().filter(|(_, piece)| piece.owner == owner).count().to_string();
        caption.right = setup.board.owners().iter().map(count).collect::<Vec<_>>().join("+");
    }
    if options.piece_list {
        caption.below.extend(setup.to_pieces(&args.text.letters).split("; ").map(str::to_owned));
    }
    caption
}
