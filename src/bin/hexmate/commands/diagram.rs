//! `hexmate diagram POSITION|FILE`.

use std::io::Write;
use std::path::Path;

use hexmate::diagram::{self, Arrow, Marks, Options, View};
use hexmate::notation::{Coordinate, Uci, player};
use hexmate::problem::Statement;
use hexmate::rules::{Setup, Variant};
use hexmate::validate::{GameText, Verdict};

use crate::args::{Diagram, Picture};
use crate::context::Context;
use crate::diagnostic;
use crate::exit::{Failure, Status};
use crate::game::{Game, with_variant};
use crate::output::{Album, Output};
use crate::position;
use crate::records::{Item, Record, Records};

/// Draws one position, or all those of a file.
pub fn run(args: &Diagram, context: &Context<'_>) -> Result<Status, Failure> {
    if args.subject == "-" || Path::new(&args.subject).is_file() {
        return draw_file(args, context);
    }
    let picture = with_variant!(context.game(), V => {
        let setup = position::setup_from_argument::<V>(&args.subject)?;
        draw(&setup, args)?
    });
    let mut output = Output::open(args.output.as_deref())?;
    output.write_all(picture.as_bytes())?;
    output.finish()?;
    Ok(Status::Clean)
}

/// Draws a file's positions into a folder; what cannot be drawn is told and passed over.
fn draw_file(args: &Diagram, context: &Context<'_>) -> Result<Status, Failure> {
    let Some(folder) = &args.output else {
        return Err(Failure::Usage("a file makes many diagrams: name a folder with -o".to_owned()));
    };
    let mut album = Album::open(folder, ending(picture(args)))?;
    let mut status = Status::Clean;
    for Record { file, number, item } in Records::new(std::slice::from_ref(&args.subject)) {
        let drawn = match item {
            Item::Game(game) => draw_game(&game, args, context),
            Item::Statement(statement) => draw_statement(&statement, args, context),
            Item::Stray(_) => continue,
            Item::Nothing(kind) => Err(Failure::Usage(kind.to_string())),
            Item::Unreadable(failure) => return Err(failure),
        };
        match drawn {
            Ok((name, picture)) => album.add(&name, &picture)?,
            Err(failure) => {
                diagnostic::complain(format_args!("{file}: record {number}: {failure}"), context.color());
                status = Status::Findings;
            }
        }
    }
    Ok(status)
}

fn draw_statement(
    statement: &Statement,
    args: &Diagram,
    context: &Context<'_>,
) -> Result<(String, String), Failure> {
    let game = Game::meant(context.asked_game(), &statement.variant)
        .ok_or_else(|| Failure::Usage(format!("unknown variant {:?}", statement.variant)))?;
    let picture = with_variant!(game, V => {
        let setup = Setup::<V>::from_fen(statement.fen.as_bytes())
            .map_err(|error| Failure::Usage(error.to_string()))?;
        draw(&setup, args)?
    });
    Ok((statement.id.clone(), picture))
}

fn draw_game(game: &GameText, args: &Diagram, context: &Context<'_>) -> Result<(String, String), Failure> {
    let named = game.tag("Variant").map_or("", |tag| tag.text.as_str());
    let meant = Game::meant(context.asked_game(), named)
        .ok_or_else(|| Failure::Usage(format!("unknown variant {named:?}")))?;
    let picture = with_variant!(meant, V => {
        let verdict = Verdict::<V>::of(game);
        let fault = || Failure::Usage(verdict.fault.as_ref().map(|f| f.kind.to_string()).unwrap_or_default());
        draw(&Setup::from(&verdict.position.ok_or_else(fault)?), args)?
    });
    let name = game.tag("GameID").map(|tag| format!("game-{}", tag.text));
    Ok((name.unwrap_or_else(|| format!("game-line-{}", game.place.line)), picture))
}

fn draw<V: Variant>(setup: &Setup<V>, args: &Diagram) -> Result<String, Failure> {
    let unknown = |what: &str, text: &str| Failure::Usage(format!("{text:?} is no {what} of {}", V::TITLE));
    let seat = u8::try_from(args.bottom).ok().and_then(player::<V>);
    let bottom = seat.ok_or_else(|| unknown("player", &args.bottom.to_string()))?;
    let view = View { bottom, coordinates: args.coordinates() };
    let read_move = |text: &String| Uci::parse(text.as_bytes()).ok_or_else(|| unknown("move", text));
    let read_cell = |text: &String| Coordinate::parse(text.as_bytes()).ok_or_else(|| unknown("cell", text));
    let marks = Marks {
        last_move: args.last_move.as_ref().map(read_move).transpose()?,
        circles: args.circle.iter().map(read_cell).collect::<Result<_, _>>()?,
        arrows: args.arrow.iter().map(|text| read_move(text).map(Arrow::from)).collect::<Result<_, _>>()?,
        ..setup.clone().into_position().map(|position| Marks::of(&position)).unwrap_or_default()
    };
    Ok(match picture(args) {
        Picture::Svg => {
            let Diagram { theme, title, width, .. } = args;
            let title = title.clone();
            diagram::svg(
                setup,
                &Options { theme: *theme, view, marks, title, width: *width, ..Options::default() },
            )
        }
        Picture::Ascii => diagram::ascii(setup, view),
        Picture::Unicode => diagram::unicode(setup, view),
    })
}

/// The form asked for, or that of the file's ending.
fn picture(args: &Diagram) -> Picture {
    let ending = args.output.as_ref().and_then(|path| path.extension());
    match (args.format, ending.and_then(|ending| ending.to_str())) {
        (Some(format), _) => format,
        (None, Some("txt")) => Picture::Ascii,
        _ => Picture::Svg,
    }
}

/// The ending of a file that holds such a diagram.
fn ending(picture: Picture) -> &'static str {
    match picture {
        Picture::Svg => "svg",
        Picture::Ascii | Picture::Unicode => "txt",
    }
}
