//! From the arguments of `diagram` to the options of one picture. No files but that of colours.

use std::collections::BTreeSet;
use std::fs;

use hexmate_batch::files::FileError;
use hexmate_core::geometry::Cell;
use hexmate_core::rules::VariantTable;
use hexmate_diagram::{Arrow, Caption, Circle, Layer, Marks, Options, Prefix, Theme, ToMove, View};
use hexmate_position::Setup;
use hexmate_position::{Coordinate, Uci, player};

use crate::cli::diagram::args::{Diagram, Wanted};
use crate::cli::exit::Failure;

/// The theme, with the changes that a file asks for.
pub fn theme(args: &Diagram) -> Result<Theme, Failure> {
    let Some(path) = &args.look.colors else { return Ok(args.look.theme) };
    let name = path.display().to_string();
    let text = fs::read_to_string(path).map_err(FileError::reading(&name))?;
    args.look.theme.with_changes(&text).map_err(|error| Failure::Usage(format!("{name}: {error}")))
}

/// What a file says of a position besides the pieces.
#[derive(Clone, Debug)]
pub struct Said {
    /// What it is called.
    pub title: Option<String>,
    /// Who composed it.
    pub author: String,
    /// Where it is from.
    pub source: String,
    /// What is asked.
    pub stipulation: String,
    /// Which move has led to it.
    pub after: String,
    /// What the ids of its drawing begin with.
    pub prefix: Prefix,
}

impl Said {
    /// Nothing but the prefix.
    pub fn new(prefix: Prefix) -> Self {
        let [author, source, stipulation, after] = [const { String::new() }; 4];
        Self { title: None, author, source, stipulation, after, prefix }
    }
}

/// The options of a position.
pub fn options(args: &Diagram, theme: Theme, setup: &Setup, said: &Said) -> Result<Options, Failure> {
    let game = setup.game;
    let seat = u8::try_from(args.look.bottom).ok().and_then(|letter| player(&game, letter));
    let bottom = seat.ok_or_else(|| unknown(&game, "player", &args.look.bottom.to_string()))?;
    Ok(Options {
        theme,
        pieces: args.look.pieces,
        letters: args.words.letters,
        view: View { bottom, coordinates: args.look.coordinates.into() },
        marks: marks(args, setup)?,
        caption: caption(args, setup, said),
        to_move: to_move(args),
        title: args.words.title.clone().or_else(|| said.title.clone()),
        width: args.look.width,
        prefix: said.prefix.clone(),
    })
}

fn to_move(args: &Diagram) -> ToMove {
    match args.words.captions.to_move {
        Some(Wanted::Always) => ToMove::Marked,
        None if args.words.captions.caption || args.pages.sheet => ToMove::Marked,
        Some(Wanted::Never) | None => ToMove::Unmarked,
    }
}

fn unknown(game: &VariantTable, what: &str, text: &str) -> Failure {
    Failure::Usage(format!("{text:?} is no {what} of {}", game.title))
}

fn marks(args: &Diagram, setup: &Setup) -> Result<Marks, Failure> {
    let game = setup.game;
    let given = &args.marks;
    let read_move =
        |text: &String| Uci::parse(game.shape, text.as_bytes()).ok_or_else(|| unknown(&game, "move", text));
    let position = setup.clone().into_position();
    let mut marks = position.as_ref().map(Marks::of).unwrap_or_default();
    marks.last_move = given.last_move.as_ref().map(read_move).transpose()?;
    marks.cells = cells(&game, &given.mark)?;
    marks.dots = cells(&game, &given.dot)?;
    marks.rings = cells(&game, &given.ring)?;
    marks.crosses = cells(&game, &given.cross)?;
    for text in &given.circle {
        marks.circles.push(Circle::parse(game.shape, text).ok_or_else(|| unknown(&game, "cell", text))?);
    }
    for (texts, layer) in [(&given.arrow, Layer::Below), (&given.arrow_above, Layer::Above)] {
        for text in texts {
            marks
                .arrows
                .push(Arrow::parse(game.shape, text, layer).ok_or_else(|| unknown(&game, "move", text))?);
        }
    }
    for text in &given.moves_of {
        let from = cell(&game, text)?;
        let Ok(position) = &position else {
            return Err(Failure::Usage(format!(
                "no piece moves in a position that breaks rules of {}",
                game.title
            )));
        };
        marks.add_moves(position, from);
    }
    Ok(marks)
}

fn cell(game: &VariantTable, text: &str) -> Result<Cell, Failure> {
    Coordinate::parse(game.shape, text.as_bytes()).ok_or_else(|| unknown(game, "cell", text))
}

fn cells(game: &VariantTable, texts: &[String]) -> Result<BTreeSet<Cell>, Failure> {
    texts.iter().map(|text| cell(game, text)).collect()
}

fn caption(args: &Diagram, setup: &Setup, said: &Said) -> Caption {
    let words = &args.words.captions;
    let mut caption =
        Caption { above: words.above.clone(), middle: said.after.clone(), ..Caption::default() };
    if words.caption {
        let said_above = [&said.author, &said.source].into_iter().filter(|text| !text.is_empty());
        caption.above.extend(said_above.cloned());
        caption.left.clone_from(&said.stipulation);
    }
    caption.left = words.stipulation.clone().unwrap_or(caption.left);
    if words.caption || words.count {
        let count =
            |owner| setup.board.pieces().filter(|(_, piece)| piece.owner == owner).count().to_string();
        caption.right = setup.board.owners().iter().map(count).collect::<Vec<_>>().join("+");
    }
    caption
}
