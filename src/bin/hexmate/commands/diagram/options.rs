//! From the arguments of `diagram` to the options of one picture. No files but that of colours.

use std::fs;

use hexmate::diagram::{Arrow, Caption, Circle, Layer, Marks, Options, Prefix, Theme, View};
use hexmate::files::FileError;
use hexmate::geometry::{Cell, CellSet};
use hexmate::notation::{Coordinate, Uci, player};
use hexmate::rules::{Setup, Variant};

use crate::args::Diagram;
use crate::exit::Failure;

/// The theme, with the changes that a file asks for.
pub fn theme(args: &Diagram) -> Result<Theme, Failure> {
    let Some(path) = &args.look.colors else { return Ok(args.look.theme) };
    let name = path.display().to_string();
    let text = fs::read_to_string(path).map_err(FileError::reading(&name))?;
    args.look.theme.changed(&text).map_err(|error| Failure::Usage(format!("{name}: {error}")))
}

/// What a file says of a position besides the men.
#[derive(Clone, Debug)]
pub struct Said {
    /// What it is called.
    pub title: Option<String>,
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
        let [source, stipulation, after] = [const { String::new() }; 3];
        Self { title: None, source, stipulation, after, prefix }
    }
}

/// The options of a position.
pub fn options<V: Variant>(
    args: &Diagram,
    theme: Theme,
    setup: &Setup<V>,
    said: &Said,
) -> Result<Options<V::Geometry>, Failure> {
    let seat = u8::try_from(args.look.bottom).ok().and_then(player::<V>);
    let bottom = seat.ok_or_else(|| unknown::<V>("player", &args.look.bottom.to_string()))?;
    Ok(Options {
        theme,
        men: args.look.men,
        letters: args.words.letters,
        view: View { bottom, coordinates: args.look.coordinates.into() },
        marks: marks(args, setup)?,
        caption: caption(args, setup, said),
        title: args.words.title.clone().or_else(|| said.title.clone()),
        width: args.look.width,
        prefix: said.prefix.clone(),
    })
}

fn unknown<V: Variant>(what: &str, text: &str) -> Failure {
    Failure::Usage(format!("{text:?} is no {what} of {}", V::TITLE))
}

fn marks<V: Variant>(args: &Diagram, setup: &Setup<V>) -> Result<Marks<V::Geometry>, Failure> {
    let given = &args.marks;
    let read_move = |text: &String| Uci::parse(text.as_bytes()).ok_or_else(|| unknown::<V>("move", text));
    let position = setup.clone().into_position();
    let mut marks = position.as_ref().map(Marks::of).unwrap_or_default();
    marks.last_move = given.last_move.as_ref().map(read_move).transpose()?;
    marks.cells = cells::<V>(&given.mark)?;
    marks.dots = cells::<V>(&given.dot)?;
    marks.rings = cells::<V>(&given.ring)?;
    marks.crosses = cells::<V>(&given.cross)?;
    for text in &given.circle {
        marks.circles.push(Circle::parse(text).ok_or_else(|| unknown::<V>("cell", text))?);
    }
    for (texts, layer) in [(&given.arrow, Layer::Below), (&given.arrow_above, Layer::Above)] {
        for text in texts {
            marks.arrows.push(Arrow::parse(text, layer).ok_or_else(|| unknown::<V>("move", text))?);
        }
    }
    for text in &given.moves {
        let from = cell::<V>(text)?;
        let Ok(position) = &position else {
            return Err(Failure::Usage(format!(
                "no man moves in a position that breaks rules of {}",
                V::TITLE
            )));
        };
        marks.add_moves(position, from);
    }
    Ok(marks)
}

fn cell<V: Variant>(text: &str) -> Result<Cell<V::Geometry>, Failure> {
    Coordinate::parse(text.as_bytes()).ok_or_else(|| unknown::<V>("cell", text))
}

fn cells<V: Variant>(texts: &[String]) -> Result<CellSet<V::Geometry>, Failure> {
    texts.iter().map(|text| cell::<V>(text)).collect()
}

fn caption<V: Variant>(args: &Diagram, setup: &Setup<V>, said: &Said) -> Caption {
    let words = &args.words;
    let mut caption =
        Caption { above: words.above.clone(), middle: said.after.clone(), ..Caption::default() };
    if words.caption {
        caption.above.extend(Some(said.source.clone()).filter(|source| !source.is_empty()));
        caption.left.clone_from(&said.stipulation);
    }
    caption.left = words.stipulation.clone().unwrap_or(caption.left);
    if words.caption || words.count {
        let count = |owner| setup.board.by_owner(owner).len().to_string();
        caption.right = setup.board.owners().iter().map(count).collect::<Vec<_>>().join("+");
    }
    caption
}
