//! The arguments of `select`. The doc comments are the help.

use crate::cli::shared::destination::{Destination, Form};
use clap::ValueHint;
use std::ops::RangeInclusive;

use clap::{ArgGroup, ValueEnum};
use hexmate_games::pgn::Score;
use hexmate_games::select::{
    Condition, Conditions, DateRange, EndReason, Grouping, Images, Order, Pattern, SeatFilter, SortDirection,
    SortField, folded,
};
use hexmate_games::validate::{CheckedGame, GameText, Games};
use hexmate_position::Game;

use crate::cli::exit::Failure;
use crate::cli::shared::reading::GameReading;

/// Take games out of collections, put them in order, split and join them.
///
/// Games that meet all conditions are written as PGN: those of PGN unchanged, with one
/// blank line between them. Several files make one collection. No game is lost: each
/// goes to the output, to --others, or is named on stderr as a duplicate; --report lists
/// all of them.
#[derive(clap::Args, Debug)]
#[command(before_help = "hexmate select games.pgn --player Smith --unique -o smith.pgn\n\
    hexmate select games.pgn --sort date --split event -o events")]
pub struct Select {
    /// Files of games; `-` is stdin.
    #[arg(value_name = "FILES", required = true, value_hint = ValueHint::FilePath)]
    pub files: Vec<String>,

    #[command(flatten)]
    pub asked: Asked,

    /// Leave out games that have the same moves as one before them, whatever their tags say.
    #[arg(long)]
    pub unique: bool,

    /// Put the games in order by these, with commas between: date, event, site, round, white, black, player,
    /// result, length, variant; `-date` begins with the last. Games without it come last.
    #[arg(long, value_name = "FIELDS", value_delimiter = ',', value_parser = order, allow_hyphen_values = true)]
    pub sort: Vec<Order>,

    /// Write a file for each event, site, year, white, black, player, result or variant, or for so many games.
    /// A game goes to the files of both its players.
    #[arg(long, value_name = "FIELD|N", value_parser = cut, requires = "output")]
    pub split: Option<Grouping>,

    /// Write to this file instead of stdout; with --split a folder, or a name with `{event}` or the like in it.
    #[arg(short, long, value_name = "FILE", value_parser = Form::Pgn)]
    pub output: Option<Destination>,

    /// Write all other games to this file.
    #[arg(long, value_name = "FILE", value_parser = Form::Pgn)]
    pub others: Option<Destination>,

    /// Write a row for every game to this CSV file: what became of it, and where it went.
    #[arg(long, value_name = "FILE.csv", value_parser = Form::Csv)]
    pub report: Option<Destination>,

    #[command(flatten)]
    pub reading: GameReading,
}

/// What is asked of games.
#[derive(clap::Args, Debug)]
#[command(
    next_help_heading = "Conditions (a game has to meet all; case, accents and kinds of apostrophes do not count)"
)]
#[command(group = ArgGroup::new("pattern").multiple(true))]
pub struct Asked {
    /// A player's name has this in it; may be repeated.
    #[arg(long, value_name = "NAME")]
    player: Vec<String>,

    /// White's name has this in it.
    #[arg(long, value_name = "NAME")]
    white: Option<String>,

    /// Black's name has this in it.
    #[arg(long, value_name = "NAME")]
    black: Option<String>,

    /// The event has this in it.
    #[arg(long, value_name = "NAME")]
    event: Option<String>,

    /// A tag has this in it, as in Site=London; may be repeated.
    #[arg(long, value_name = "TAG=TEXT", value_parser = tag)]
    tag: Vec<(String, String)>,

    /// It may have been played then: 1980, 1980.08, 1980..1985, 1990.. (tags `Date`, `UTCDate`, `EventDate`, `Published`).
    #[arg(long, value_name = "DATES")]
    date: Option<DateRange>,

    /// The result is one of these, with commas between.
    #[arg(long, value_name = "RESULTS", value_delimiter = ',', value_parser = result)]
    result: Vec<Score>,

    /// It has so many half-moves: 40, 20..60, 100..
    #[arg(long, value_name = "N..M", value_parser = plies)]
    plies: Option<RangeInclusive<usize>>,

    /// It ended so: mate, stalemate, nobody-moves, material, fivefold, seventy-five, repetition, fifty-moves,
    /// agreed, resigned, unfinished; several with commas between.
    #[arg(long, value_name = "WAYS", value_delimiter = ',', value_parser = way)]
    ending: Vec<EndReason>,

    /// It begins with these moves, in any notation: '1. e5 e6 2. f6'.
    #[arg(long, value_name = "MOVES")]
    opening: Option<String>,

    /// It comes by this position: `start` or a FEN in quotes, whatever its counters say.
    #[arg(long, value_name = "POSITION", group = "pattern")]
    position: Option<String>,

    /// It comes by a position with these pieces, as in 'Kg1 qe10 -f6 w': -f6 is an empty cell, w is to move.
    #[arg(long, value_name = "PIECES", allow_hyphen_values = true, group = "pattern")]
    pieces: Option<String>,

    /// Also the mirror image of --position or --pieces, left and right exchanged.
    #[arg(long, requires = "pattern")]
    mirror: bool,

    /// Also with the players exchanged.
    #[arg(long, requires = "pattern")]
    exchanged: bool,

    /// Nothing is wrong with it, or something is.
    #[arg(long, value_name = "WHICH")]
    faults: Option<Faults>,
}

/// Whether something is wrong with a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Faults {
    /// Nothing is.
    None,
    /// Something is.
    Some,
}

impl Asked {
    /// The conditions, for the game that patterns and openings are of.
    pub fn conditions(&self, game: Game) -> Result<Conditions, Failure> {
        let player = |seat, name: &String| Condition::Player(seat, folded(name));
        let mut all: Vec<Condition> = self.player.iter().map(|name| player(SeatFilter::Any, name)).collect();
        all.extend(self.white.iter().map(|name| player(SeatFilter::Of("White"), name)));
        all.extend(self.black.iter().map(|name| player(SeatFilter::Of("Black"), name)));
        all.extend(self.event.iter().map(|name| Condition::Tag("Event".to_owned(), folded(name))));
        all.extend(self.tag.iter().map(|(tag, text)| Condition::Tag(tag.clone(), folded(text))));
        all.extend(self.date.map(Condition::Date));
        all.extend((!self.result.is_empty()).then(|| Condition::Result(self.result.clone())));
        all.extend(self.plies.clone().map(Condition::Plies));
        all.extend((!self.ending.is_empty()).then(|| Condition::Ended(self.ending.clone())));
        if let Some(moves) = &self.opening {
            all.push(opening(game, moves)?);
        }
        let images = Images { mirrored: self.mirror, exchanged: self.exchanged };
        let whole = self.position.iter().map(|fen| ("--position", Pattern::whole(game, fen)));
        let part = self.pieces.iter().map(|text| ("--pieces", Pattern::part(game, text)));
        for (option, pattern) in whole.chain(part) {
            let pattern = pattern.map_err(|error| Failure::Usage(format!("{option}: {error}")))?;
            all.push(Condition::Holds(pattern.images(images)));
        }
        all.extend(self.faults.map(|faults| match faults {
            Faults::None => Condition::Faultless,
            Faults::Some => Condition::Faulty,
        }));
        Ok(Conditions(all))
    }
}

/// The moves of an opening, read as those of a game.
fn opening(game: Game, moves: &str) -> Result<Condition, Failure> {
    let heading = "[Event \"?\"]\n\n";
    let text = format!("{heading}{moves}\n");
    let read: Option<GameText> = Games::new(text.as_bytes()).next().and_then(Result::ok);
    let bad = |why: String| Failure::Usage(format!("--opening {moves:?}: {why}"));
    let read = read.ok_or_else(|| bad("no moves".to_owned()))?;
    let checked = CheckedGame::of(game, &read);
    match checked.fault {
        Some(fault) => Err(bad(fault.kind.to_string())),
        None if checked.moves.is_empty() => Err(bad("no moves".to_owned())),
        None => Ok(Condition::Opening(game, checked.moves)),
    }
}

fn tag(text: &str) -> Result<(String, String), String> {
    let (tag, text) = text.split_once('=').ok_or("expected a tag and a text, as in Site=London")?;
    Ok((tag.trim().to_owned(), text.trim().to_owned()))
}

fn result(text: &str) -> Result<Score, String> {
    Score::from_bytes(text.trim().as_bytes())
        .ok_or_else(|| "expected 1-0, 0-1, 1/2-1/2, 3/4-1/4, *, …".to_owned())
}

fn plies(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str, default| match text.trim() {
        "" => Ok(default),
        text => text.parse().map_err(|_| "expected 40, 20..60, 20.. or ..60".to_owned()),
    };
    let (from, to) = (number(from, 0)?, number(to, usize::MAX)?);
    if from <= to { Ok(from..=to) } else { Err("the first number is more than the second".to_owned()) }
}

fn way(word: &str) -> Result<EndReason, String> {
    let known = || EndReason::ALL.map(EndReason::word).join(", ");
    let found = EndReason::ALL.into_iter().find(|way| way.word() == word.trim());
    found.ok_or_else(|| format!("known are {}", known()))
}

fn field(word: &str) -> Result<SortField, String> {
    let known = || SortField::ALL.map(SortField::word).join(", ");
    SortField::from_word(word).ok_or_else(|| format!("known are {}", known()))
}

fn order(text: &str) -> Result<Order, String> {
    let text = text.trim();
    let (word, direction) = match text.strip_prefix('-') {
        Some(word) => (word, SortDirection::Descending),
        None => (text, SortDirection::Ascending),
    };
    Ok(Order { field: field(word)?, direction })
}

fn cut(text: &str) -> Result<Grouping, String> {
    match text.parse() {
        Ok(0) => Err("no file can have no game".to_owned()),
        Ok(games) => Ok(Grouping::Every(games)),
        Err(_) => match field(text.trim())? {
            SortField::Date | SortField::Round | SortField::Length => {
                Err("expected event, site, year, white, black, player, result, variant or a number"
                    .to_owned())
            }
            field => Ok(Grouping::By(field)),
        },
    }
}
