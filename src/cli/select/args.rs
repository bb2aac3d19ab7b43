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

/// Select, sort, split and join games of collections.
///
/// Games that meet all conditions are written as PGN; games from PGN files are copied
/// unchanged, with one blank line between them. Several files are read as one
/// collection. Every game goes to the output or to --others, or is reported on stderr as
/// a duplicate; --report lists all games.
#[derive(clap::Args, Debug)]
#[command(before_help = "hexmate select games.pgn --player Smith --unique -o smith.pgn\n\
    hexmate select games.pgn --sort date --split event -o events")]
pub struct Select {
    /// Files of games; `-` is stdin.
    #[arg(value_name = "FILES", required = true, value_hint = ValueHint::FilePath)]
    pub files: Vec<String>,

    #[command(flatten)]
    pub conditions: ConditionOptions,

    /// Leave out games with the same moves as an earlier game, even if their tags differ.
    #[arg(long)]
    pub unique: bool,

    /// Sort by these fields, separated by commas: date, event, site, round, white, black, player, result, length,
    /// variant; `-date` sorts in descending order. Games without the field come last.
    #[arg(long, value_name = "FIELDS", value_delimiter = ',', value_parser = order, allow_hyphen_values = true)]
    pub sort: Vec<Order>,

    /// Write one file for each event, site, year, white, black, player, result or variant, or for every N games.
    /// With player, a game goes to the files of both players.
    #[arg(long, value_name = "FIELD|N", value_parser = grouping, requires = "output")]
    pub split: Option<Grouping>,

    /// Write to this file instead of stdout; with --split a folder, or a name that contains the field, as `{event}`.
    #[arg(short, long, value_name = "FILE", value_parser = Form::Pgn)]
    pub output: Option<Destination>,

    /// Write the games that do not meet the conditions to this file.
    #[arg(long, value_name = "FILE", value_parser = Form::Pgn)]
    pub others: Option<Destination>,

    /// Write a row for every game to this CSV file: whether it was selected, and its output files.
    #[arg(long, value_name = "FILE.csv", value_parser = Form::Csv)]
    pub report: Option<Destination>,

    #[command(flatten)]
    pub reading: GameReading,
}

/// Conditions of the selection.
#[derive(clap::Args, Debug)]
#[command(
    next_help_heading = "Conditions (a game must meet all; case, accents and kinds of apostrophes are ignored)"
)]
#[command(group = ArgGroup::new("pattern").multiple(true))]
pub struct ConditionOptions {
    /// Part of a player's name; may be repeated.
    #[arg(long, value_name = "NAME")]
    player: Vec<String>,

    /// Part of White's name.
    #[arg(long, value_name = "NAME")]
    white: Option<String>,

    /// Part of Black's name.
    #[arg(long, value_name = "NAME")]
    black: Option<String>,

    /// Part of the event.
    #[arg(long, value_name = "NAME")]
    event: Option<String>,

    /// Part of a tag's value, such as Site=London; may be repeated.
    #[arg(long, value_name = "TAG=TEXT", value_parser = tag)]
    tag: Vec<(String, String)>,

    /// Dates on which the game may have been played: 1980, 1980.08, 1980..1985, 1990.. (tags `Date`, `UTCDate`,
    /// `EventDate`, `Published`).
    #[arg(long, value_name = "DATES")]
    date: Option<DateRange>,

    /// Results, separated by commas.
    #[arg(long, value_name = "RESULTS", value_delimiter = ',', value_parser = result)]
    result: Vec<Score>,

    /// Length in plies: 40, 20..60, 100..
    #[arg(long, value_name = "N..M", value_parser = plies)]
    plies: Option<RangeInclusive<usize>>,

    /// End of the game: mate, stalemate, nobody-moves, material, fivefold, seventy-five, repetition, fifty-moves,
    /// agreed, resigned or unfinished; several are separated by commas.
    #[arg(long, value_name = "WAYS", value_delimiter = ',', value_parser = end_reason)]
    ending: Vec<EndReason>,

    /// First moves, in any notation: '1. e5 e6 2. f6'.
    #[arg(long, value_name = "MOVES")]
    opening: Option<String>,

    /// The game passes through this position: `start` or a FEN in quotes; its counters are ignored.
    #[arg(long, value_name = "POSITION", group = "pattern")]
    position: Option<String>,

    /// The game passes through a position with these pieces, and perhaps others: 'Kg1 qe10 -f6 w' or 'w: Kg1; b: Qe10',
    /// with the letters of any language. -f6 is an empty cell, w the side to move. See `hexmate help positions`.
    #[arg(long, value_name = "PIECES", allow_hyphen_values = true, group = "pattern")]
    pieces: Option<String>,

    /// Also match the mirror image of --position or --pieces, left and right exchanged.
    #[arg(long, requires = "pattern")]
    mirror: bool,

    /// Also match --position or --pieces with the players exchanged.
    #[arg(long, requires = "pattern")]
    exchanged: bool,

    /// Select games without or with errors.
    #[arg(long, value_name = "WHICH")]
    faults: Option<Faults>,
}

/// Presence of errors in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Faults {
    /// Only games without errors.
    None,
    /// Only games with errors.
    Some,
}

impl ConditionOptions {
    /// Returns the conditions; patterns and openings are read as of `game`.
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

/// Parses the moves of an opening.
fn opening(game: Game, moves: &str) -> Result<Condition, Failure> {
    let heading = "[Event \"?\"]\n\n";
    let text = format!("{heading}{moves}\n");
    let read: Option<GameText> = Games::new(text.as_bytes()).next().and_then(Result::ok);
    let bad = |why: String| Failure::Usage(format!("--opening {moves:?}: {why}"));
    let read = read.ok_or_else(|| bad("expected moves".to_owned()))?;
    let checked = CheckedGame::of(game, &read);
    match checked.fault {
        Some(fault) => Err(bad(fault.kind.to_string())),
        None if checked.moves.is_empty() => Err(bad("expected moves".to_owned())),
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
    if from <= to { Ok(from..=to) } else { Err("the first number is greater than the second".to_owned()) }
}

fn end_reason(word: &str) -> Result<EndReason, String> {
    let words = || EndReason::ALL.map(EndReason::word).join(", ");
    let found = EndReason::ALL.into_iter().find(|reason| reason.word() == word.trim());
    found.ok_or_else(|| format!("expected one of {}", words()))
}

fn field(word: &str) -> Result<SortField, String> {
    let words = || SortField::ALL.map(SortField::word).join(", ");
    SortField::from_word(word).ok_or_else(|| format!("expected one of {}", words()))
}

fn order(text: &str) -> Result<Order, String> {
    let text = text.trim();
    let (word, direction) = match text.strip_prefix('-') {
        Some(word) => (word, SortDirection::Descending),
        None => (text, SortDirection::Ascending),
    };
    Ok(Order { field: field(word)?, direction })
}

fn grouping(text: &str) -> Result<Grouping, String> {
    match text.parse() {
        Ok(0) => Err("expected at least 1 game for each file".to_owned()),
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
