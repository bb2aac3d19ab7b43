//! The function `svg`, and the conversion of its options into those of the library.

use std::collections::BTreeMap;
use std::fmt::Write;

use hexmate::svg::{
    Arrow, CaptionSize, Circle, ColourTheme, Coordinates, Layer, Marks, Options, PieceSet, Prefix, ToMove,
    Tone, View, svg,
};
use hexmate::{Cell, Game, Position, Setup, Uci};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString};

use crate::board::{Board, letters_of};
use crate::cell::CellLike;
use crate::classes::class;
use crate::errors::{Problem, expected};
use crate::files::fen_form;
use crate::game::{GameLike, game_or_default, one_of};
use crate::moves::{Move, read_uci};
use crate::player::PlayerLike;

/// An argument that names a move or an arrow.
struct MoveText(String);

impl<'py> FromPyObject<'_, 'py> for MoveText {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(m) = object.cast::<Move>() {
            let m = m.get();
            return Ok(Self(Uci(m.shape, m.m).to_string()));
        }
        let text = object.cast::<PyString>().map_err(|_| expected("a Move or its text", &object))?;
        text.extract().map(Self)
    }
}

/// The class of SVG documents.
static PICTURE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// The position of a diagram.
pub enum Subject {
    /// The position of a board.
    Setup(Box<Setup>),
    /// A FEN, which need not be legal.
    Fen(String),
}

impl<'py> FromPyObject<'_, 'py> for Subject {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(board) = object.cast::<Board>() {
            return Ok(Self::Setup(Box::new(board.try_borrow()?.setup())));
        }
        let fen = object.cast::<PyString>().map_err(|_| expected("a Board or a FEN", &object))?;
        fen.extract().map(Self::Fen)
    }
}

/// Draws a board, or a FEN that need not be legal, and returns the SVG document: a text that notebooks show as a picture.
///
/// `game` and `from_fen`, the order of cells such as `"file-up"`, are those of a FEN. All options are keyword arguments:
///
/// * `theme`: warm, greys, print, hatched, outline or dark; `colors`: changes of it, as a dictionary or the text of a TOML file;
/// * `pieces`: classic, plain or letters; `language` of words and piece letters, also named `letters`;
/// * `bottom`: letter of the player at the bottom; `coordinates`: edge, large, inside or none;
/// * `width` in pixels; `prefix` of all ids; `title` for screen readers;
/// * `above`: a line or several lines above the board; `stipulation` and `count` (number of pieces) below it;
/// * `to_move`: a disc in the colour of the side to move;
/// * `last_move`; `arrows` below and `arrows_above` the pieces (`"e4e6"`, `"Ge4e6"` in green, or moves);
/// * `circles` (`"f6"`, `"Rf6"` in red); `marks`, `dots`, `rings`, `crosses` (cells);
/// * `moves_of`: cells of pieces whose moves are marked.
///
/// >>> import hexmate
/// >>> picture = hexmate.svg(hexmate.Board(), theme="greys", arrows=["e4e6"], circles=["Gf6"])
/// >>> picture.startswith("<svg ")
/// True
/// >>> hexmate.svg(hexmate.Board(), theme="pink")
/// Traceback (most recent call last):
/// hexmate.InvalidOptionError: theme: unknown value "pink"; use one of warm, greys, print, hatched, outline, dark
#[pyfunction]
#[pyo3(name = "svg", signature = (board, *, game = None, variant = None, from_fen = None, **options))]
pub fn svg_function<'py>(
    py: Python<'py>,
    board: Subject,
    game: Option<GameLike>,
    variant: Option<GameLike>,
    from_fen: Option<&str>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let setup = match board {
        Subject::Setup(setup) => *setup,
        Subject::Fen(fen) => {
            let game = game_or_default(one_of(game, variant)?)?;
            Setup::from_fen_in(game, &fen, fen_form(from_fen, None)?)
                .map_err(|error| Problem::fen(&game, &error.into()))?
        }
    };
    draw(py, &setup, options)
}

/// Draws a setup with the options of a call from Python.
pub fn draw<'py>(
    py: Python<'py>,
    setup: &Setup,
    given: Option<&Bound<'_, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    draw_with_arrows(py, setup, Vec::new(), given)
}

/// Draws a setup with additional arrows.
pub fn draw_with_arrows<'py>(
    py: Python<'py>,
    setup: &Setup,
    arrows: Vec<Arrow>,
    given: Option<&Bound<'_, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let position = setup.clone().into_position().ok();
    let marks = position.as_ref().map(Marks::of).unwrap_or_default();
    let marks = Marks { arrows, ..marks };
    let mut options = Options { marks, ..Options::default() };
    let mut recoloured = None;
    for (name, value) in given.into_iter().flatten() {
        let name: String = name.extract()?;
        if name == "colors" {
            recoloured = Some(value).filter(|value| !value.is_none());
        } else if !value.is_none() {
            set(&mut options, setup, position.as_ref(), &name, &value)?;
        }
    }
    if let Some(changes) = recoloured {
        let text = colours(&changes)?;
        let theme = options.theme.with_changes(&text);
        options.theme = theme.map_err(|error| Problem::option(format!("colors: {error}")))?;
    }
    let document = py.detach(|| svg(setup, &options));
    class(py, &PICTURE, "Picture")?.call1((document,))
}

fn set(
    options: &mut Options,
    setup: &Setup,
    position: Option<&Position>,
    name: &str,
    value: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let game = setup.game;
    let marks = &mut options.marks;
    match name {
        "theme" => options.theme = choice(name, value, &ColourTheme::ALL, |theme| theme.name)?,
        "pieces" => options.pieces = choice(name, value, &PieceSet::ALL, |set| set.name())?,
        "bottom" => options.view.bottom = value.extract::<PlayerLike>()?.player(&game)?,
        "coordinates" => {
            let all = [
                ("edge", Coordinates::Edge),
                ("large", Coordinates::Large),
                ("inside", Coordinates::Inside),
                ("none", Coordinates::Hidden),
            ];
            let (_, coordinates) = choice(name, value, &all, |(name, _)| name)?;
            options.view = View { coordinates, ..options.view };
        }
        "width" => options.width = Some(value.extract()?),
        "prefix" => {
            let text: String = value.extract()?;
            let wrong = || Problem::option("prefix: expected a letter, then letters, digits, - or _");
            options.prefix = Prefix::parse(&text).ok_or_else(wrong)?;
        }
        "title" => options.title = Some(value.extract()?),
        "above" => options.caption.above = texts(value)?,
        "stipulation" => {
            options.caption.left = value.extract()?;
            options.caption.size = CaptionSize::Large;
        }
        "count" => {
            if value.is_truthy()? {
                options.caption.right = count(setup);
            }
        }
        "to_move" => options.to_move = if value.is_truthy()? { ToMove::Marked } else { ToMove::Unmarked },
        "language" | "letters" => options.letters = letters_of(&value.extract::<String>()?)?,
        "last_move" => {
            marks.last_move = Some(read_uci(game.shape, &value.extract::<MoveText>()?.0)?);
        }
        "arrows" => marks.arrows.extend(arrows(&game, value, Layer::Below)?),
        "arrows_above" => marks.arrows.extend(arrows(&game, value, Layer::Above)?),
        "circles" => {
            for text in texts(value)? {
                let circle = Circle::parse(game.shape, &text);
                marks.circles.push(circle.ok_or_else(|| Problem::cell(&game, &text))?);
            }
        }
        "marks" => marks.cells = cells(&game, value)?,
        "dots" => marks.dots = cells(&game, value)?,
        "rings" => marks.rings = cells(&game, value)?,
        "crosses" => marks.crosses = cells(&game, value)?,
        "moves_of" => {
            let unmoved = || Problem::option("moves_of: the position must be legal");
            let position = position.ok_or_else(unmoved)?;
            cells(&game, value)?.into_keys().for_each(|from| marks.add_moves(position, from));
        }
        _ => return Err(Problem::option(format!("svg: unknown option {name:?}")).into()),
    }
    Ok(())
}

fn choice<T: Copy>(
    option: &str,
    value: &Bound<'_, PyAny>,
    all: &[T],
    name: impl Fn(&T) -> &'static str,
) -> PyResult<T> {
    let text: String = value.extract()?;
    let found = all.iter().copied().find(|one| name(one) == text);
    let known = || all.iter().map(&name).collect::<Vec<_>>().join(", ");
    Ok(found.ok_or_else(|| {
        Problem::option(format!("{option}: unknown value {text:?}; use one of {}", known()))
    })?)
}

/// Returns one text, or several.
fn texts(value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if let Ok(one) = value.extract::<String>() {
        return Ok(vec![one]);
    }
    let items = value.try_iter()?;
    items.map(|item| item.and_then(|item| item.str()?.extract())).collect()
}

fn cells(game: &Game, value: &Bound<'_, PyAny>) -> PyResult<BTreeMap<Cell, Tone>> {
    let read = |item: &Bound<'_, PyAny>| -> PyResult<(Cell, Tone)> {
        let with_tone = item.extract::<String>().ok().and_then(|text| Circle::parse(game.shape, &text));
        match with_tone {
            Some(Circle { cell, tone }) => Ok((cell, tone)),
            None => Ok((item.extract::<CellLike>()?.cell(game)?, Tone::Plain)),
        }
    };
    if value.extract::<CellLike>().is_ok() {
        return Ok(BTreeMap::from([read(value)?]));
    }
    value.try_iter()?.map(|item| read(&item?)).collect()
}

fn arrows(game: &Game, value: &Bound<'_, PyAny>, layer: Layer) -> PyResult<Vec<Arrow>> {
    let read = |text: String| {
        let arrow = Arrow::parse(game.shape, &text, layer);
        Ok(arrow.ok_or_else(|| {
            Problem::option(format!(
                "cannot parse arrow {text:?} on the board of {}; write e4e6 or Ge4e6",
                game.title
            ))
        })?)
    };
    if let Ok(one) = value.extract::<MoveText>() {
        return Ok(vec![read(one.0)?]);
    }
    value.try_iter()?.map(|item| read(item?.extract::<MoveText>()?.0)).collect()
}

fn count(setup: &Setup) -> String {
    let count = |owner| setup.board.pieces().filter(|(_, piece)| piece.owner == owner).count().to_string();
    setup.board.owners().iter().map(count).collect::<Vec<_>>().join("+")
}

/// Returns the text of a colours file, from a text or a dictionary.
fn colours(value: &Bound<'_, PyAny>) -> PyResult<String> {
    let Ok(dictionary) = value.cast::<PyDict>() else { return value.extract() };
    let (mut single, mut tables) = (String::new(), String::new());
    for (name, value) in dictionary {
        match value.cast::<PyDict>() {
            Ok(table) => {
                let _ = writeln!(tables, "[{name}]");
                for (name, value) in table {
                    let _ = writeln!(tables, "{name} = \"{value}\"");
                }
            }
            // The base theme must precede its changes.
            Err(_) if name.eq("base")? => single = format!("{name} = \"{value}\"\n{single}"),
            Err(_) => {
                let _ = writeln!(single, "{name} = \"{value}\"");
            }
        }
    }
    Ok(single + &tables)
}
