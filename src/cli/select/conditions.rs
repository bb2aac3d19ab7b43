//! Conditions of `select`. The doc comments are the help.

use std::ops::RangeInclusive;

use clap::{ArgGroup, ValueEnum};
use hexmate_games::pgn::GameResult;
use hexmate_games::select::{EndReason, GameCondition, GameConditions, SeatFilter};
use hexmate_games::validate::{CheckedGame, GameText, Games};
use hexmate_position::Game;
use hexmate_position::search::{DateRange, Images, Pattern, folded};
use hexmate_problems::select::{
    LengthRange, PieceCount, ProblemCondition, ProblemConditions, Query, Rating, StipulationPattern,
    ThemeList, number_range,
};

use crate::cli::exit::Failure;
use crate::cli::shared::number::number;

/// Conditions on games and problems.
#[derive(clap::Args, Debug)]
#[command(
    next_help_heading = "Conditions (a record must meet all; case, accents and kinds of apostrophes are ignored)"
)]
#[command(group = ArgGroup::new("pattern").multiple(true))]
pub struct SharedConditionArgs {
    /// Part of a tag's value, such as Site=London, or of a problem's column; may be repeated.
    #[arg(long, visible_alias = "column", value_name = "TAG=TEXT", value_parser = tag)]
    tag: Vec<(String, String)>,

    /// Dates of the record: 1980, 1980.08, 1980..1985, 1990.. (of games the tags `Date`, `UTCDate`, `EventDate`,
    /// `Published`; of problems a column such as `date` or `year`, otherwise a date that the source names). Records may
    /// have dates in other forms, such as 21.03.1982 or 5 May 2024; a note names those that are not certain.
    #[arg(long, value_name = "DATES")]
    date: Option<DateRange>,

    /// The game passes through this position, or the problem has it: `start` or a FEN in quotes; its counters are
    /// ignored.
    #[arg(long, value_name = "POSITION", group = "pattern")]
    position: Option<String>,

    /// The game passes through a position with these pieces and perhaps others, or the problem has them:
    /// 'Kg1 qe10 -f6 w' or 'w: Kg1; b: Qe10', with the letters of any language. -f6 is an empty cell, w the side to move.
    /// See `hexmate help positions`.
    #[arg(long, value_name = "PIECES", allow_hyphen_values = true, group = "pattern")]
    pieces: Option<String>,

    /// Also match the mirror image of --position or --pieces, left and right exchanged.
    #[arg(long, requires = "pattern")]
    mirror: bool,

    /// Also match --position or --pieces with the players exchanged.
    #[arg(long, requires = "pattern")]
    exchanged: bool,

    /// Select games without or with errors, or problems with a valid or an invalid position and stipulation.
    #[arg(long, value_name = "WHICH")]
    faults: Option<Faults>,
}

/// Conditions on games.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Conditions on games")]
pub struct GameConditionArgs {
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

    /// Results, separated by commas.
    #[arg(long, value_name = "RESULTS", value_delimiter = ',', value_parser = result)]
    result: Vec<GameResult>,

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
}

/// Conditions on problems.
#[derive(clap::Args, Debug)]
#[command(
    next_help_heading = "Conditions on problems (the last five need the columns of a report of `solve`, or --solve)"
)]
pub struct ProblemConditionArgs {
    /// Part of the author; may be repeated.
    #[arg(long, value_name = "NAME")]
    author: Vec<String>,

    /// Part of the source.
    #[arg(long, value_name = "TEXT")]
    source: Option<String>,

    /// Part of any column; may be repeated.
    #[arg(long, value_name = "TEXT")]
    text: Vec<String>,

    /// Stipulations, separated by commas: #2, h#2.5, or h# for helpmates of any length.
    #[arg(long, value_name = "STIPULATIONS", value_delimiter = ',')]
    stipulation: Vec<StipulationPattern>,

    /// Length in moves: 2, 2.5, 2..4, 4..
    #[arg(long, value_name = "N..M")]
    length: Option<LengthRange>,

    /// Numbers of pieces, separated by commas: ..7 of all pieces, white=3..5 of a player, Q=1 or p=0 of a kind, with the
    /// letters of FEN.
    #[arg(long, value_name = "COUNTS", value_delimiter = ',')]
    count: Vec<PieceCount>,

    /// Verdicts, separated by commas: SOUND, COOKED, …
    #[arg(long, value_name = "VERDICTS", value_delimiter = ',')]
    verdict: Vec<String>,

    /// Themes that the problem shows, separated by commas, with - before those that it does not show:
    /// grimshaw,-dual. `hexmate help themes` lists them.
    #[arg(long, value_name = "THEMES", allow_hyphen_values = true)]
    theme: Vec<ThemeList>,

    /// Quality in points: 30.., -5..10
    #[arg(long, value_name = "N..M", value_parser = number_range, allow_hyphen_values = true)]
    quality: Option<RangeInclusive<i64>>,

    /// Difficulty in points: 25..40
    #[arg(long, value_name = "N..M", value_parser = number_range)]
    difficulty: Option<RangeInclusive<i64>>,

    /// Number of variations: 3..
    #[arg(long, value_name = "N..M", value_parser = number_range)]
    variations: Option<RangeInclusive<i64>>,

    /// Conditions joined by and, or, not and brackets: 'author=Nagy and not (length=3.. or theme=dual)'. Names are those
    /// of the options above, date, pieces, faults, or of a column; a value with blanks is in quotation marks.
    #[arg(long = "where", value_name = "QUERY")]
    query: Option<String>,
}

/// Presence of errors in a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Faults {
    /// Only records without errors.
    None,
    /// Only records with errors.
    Some,
}

impl SharedConditionArgs {
    /// Returns the patterns of `--position` and `--pieces`, read as of `game`, with their images.
    fn patterns(&self, game: Game) -> Result<Vec<Vec<Pattern>>, Failure> {
        let images = Images { mirrored: self.mirror, exchanged: self.exchanged };
        let whole = self.position.iter().map(|fen| ("--position", Pattern::whole(game, fen)));
        let part = self.pieces.iter().map(|text| ("--pieces", Pattern::part(game, text)));
        let all = whole.chain(part).map(|(option, pattern)| {
            let pattern = pattern.map_err(|error| Failure::Usage(format!("{option}: {error}")))?;
            Ok(pattern.images(images))
        });
        all.collect()
    }
}

impl GameConditionArgs {
    /// Returns the first of these options that was given.
    pub fn given(&self) -> Option<&'static str> {
        let given = [
            ("--player", !self.player.is_empty()),
            ("--white", self.white.is_some()),
            ("--black", self.black.is_some()),
            ("--event", self.event.is_some()),
            ("--result", !self.result.is_empty()),
            ("--plies", self.plies.is_some()),
            ("--ending", !self.ending.is_empty()),
            ("--opening", self.opening.is_some()),
        ];
        given.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
    }

    /// Returns the conditions on a game; patterns and openings are read as of `game`.
    pub fn conditions(&self, shared: &SharedConditionArgs, game: Game) -> Result<GameConditions, Failure> {
        let player = |seat, name: &String| GameCondition::Player(seat, folded(name));
        let mut all: Vec<GameCondition> =
            self.player.iter().map(|name| player(SeatFilter::Any, name)).collect();
        all.extend(self.white.iter().map(|name| player(SeatFilter::Of("White"), name)));
        all.extend(self.black.iter().map(|name| player(SeatFilter::Of("Black"), name)));
        all.extend(self.event.iter().map(|name| GameCondition::Tag("Event".to_owned(), folded(name))));
        all.extend(shared.tag.iter().map(|(tag, text)| GameCondition::Tag(tag.clone(), folded(text))));
        all.extend(shared.date.map(GameCondition::Date));
        all.extend((!self.result.is_empty()).then(|| GameCondition::Result(self.result.clone())));
        all.extend(self.plies.clone().map(GameCondition::Plies));
        all.extend((!self.ending.is_empty()).then(|| GameCondition::Ended(self.ending.clone())));
        if let Some(moves) = &self.opening {
            all.push(opening(game, moves)?);
        }
        all.extend(shared.patterns(game)?.into_iter().map(GameCondition::Holds));
        all.extend(shared.faults.map(|faults| match faults {
            Faults::None => GameCondition::Faultless,
            Faults::Some => GameCondition::Faulty,
        }));
        Ok(GameConditions(all))
    }
}

impl ProblemConditionArgs {
    /// Returns the first of these options that was given.
    pub fn given(&self) -> Option<&'static str> {
        let given = [
            ("--author", !self.author.is_empty()),
            ("--source", self.source.is_some()),
            ("--text", !self.text.is_empty()),
            ("--stipulation", !self.stipulation.is_empty()),
            ("--length", self.length.is_some()),
            ("--count", !self.count.is_empty()),
            ("--verdict", !self.verdict.is_empty()),
            ("--theme", !self.theme.is_empty()),
            ("--quality", self.quality.is_some()),
            ("--difficulty", self.difficulty.is_some()),
            ("--variations", self.variations.is_some()),
            ("--where", self.query.is_some()),
        ];
        given.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
    }

    /// Returns the conditions on a problem; patterns are read as of `game`.
    pub fn conditions(&self, shared: &SharedConditionArgs, game: Game) -> Result<ProblemConditions, Failure> {
        let mut all: Vec<ProblemCondition> =
            self.author.iter().map(|name| ProblemCondition::Author(folded(name))).collect();
        all.extend(self.source.iter().map(|text| ProblemCondition::Source(folded(text))));
        all.extend(self.text.iter().map(|text| ProblemCondition::Text(folded(text))));
        all.extend(
            shared.tag.iter().map(|(name, text)| ProblemCondition::Column(name.clone(), folded(text))),
        );
        all.extend(shared.date.map(ProblemCondition::Date));
        all.extend(
            (!self.stipulation.is_empty()).then(|| ProblemCondition::Stipulation(self.stipulation.clone())),
        );
        all.extend(self.length.clone().map(ProblemCondition::Length));
        all.extend(self.count.iter().cloned().map(ProblemCondition::Count));
        let verdicts = self.verdict.iter().map(|verdict| verdict.trim().to_uppercase());
        all.extend((!self.verdict.is_empty()).then(|| ProblemCondition::Verdict(verdicts.collect())));
        all.extend(self.theme.iter().copied().map(ProblemCondition::Themes));
        let numbers = [
            (Rating::Quality, &self.quality),
            (Rating::Difficulty, &self.difficulty),
            (Rating::Variations, &self.variations),
        ];
        let number = |(rating, range): (Rating, &Option<RangeInclusive<i64>>)| {
            Some(ProblemCondition::Number(rating, range.clone()?))
        };
        all.extend(numbers.into_iter().filter_map(number));
        all.extend(shared.patterns(game)?.into_iter().map(ProblemCondition::Holds));
        all.extend(shared.faults.map(|faults| match faults {
            Faults::None => ProblemCondition::Faultless,
            Faults::Some => ProblemCondition::Faulty,
        }));
        if let Some(text) = &self.query {
            let query = query(text, game).map_err(|error| Failure::Usage(format!("--where: {error}")))?;
            all.extend(query.0);
        }
        Ok(ProblemConditions(all))
    }
}

/// Parses conditions joined by `and`, `or`, `not` and brackets; patterns are read as of `game`.
///
/// # Errors
///
/// If a condition cannot be read.
pub fn query(text: &str, game: Game) -> Result<ProblemConditions, String> {
    let term = |name: &str, value: &str| problem_condition(name, value, game);
    let query = Query::parse(text, &term)?;
    Ok(ProblemConditions(vec![ProblemCondition::Query(query)]))
}

/// Returns the condition of a name in a query and its value; patterns are read as of `game`.
fn problem_condition(name: &str, value: &str, game: Game) -> Result<ProblemCondition, String> {
    let items = || value.split(',').map(str::trim);
    let number = |rating| Ok(ProblemCondition::Number(rating, number_range(value)?));
    let condition = match name.to_lowercase().as_str() {
        "author" => Ok(ProblemCondition::Author(folded(value))),
        "source" => Ok(ProblemCondition::Source(folded(value))),
        "text" => Ok(ProblemCondition::Text(folded(value))),
        "date" => value.parse().map(ProblemCondition::Date),
        "stipulation" => items().map(str::parse).collect::<Result<_, _>>().map(ProblemCondition::Stipulation),
        "length" => value.parse().map(ProblemCondition::Length),
        "count" => {
            let counts = items().map(|item| {
                let count: PieceCount = item.parse()?;
                Ok(Query::Is(Box::new(ProblemCondition::Count(count))))
            });
            let counts: Result<_, String> = counts.collect();
            counts.map(|counts| ProblemCondition::Query(Query::All(counts)))
        }
        "verdict" => Ok(ProblemCondition::Verdict(items().map(str::to_uppercase).collect())),
        "theme" => value.parse().map(ProblemCondition::Themes),
        "quality" => number(Rating::Quality),
        "difficulty" => number(Rating::Difficulty),
        "variations" => number(Rating::Variations),
        "pieces" => {
            let pattern = Pattern::part(game, value).map_err(|error| error.to_string());
            pattern.map(|pattern| ProblemCondition::Holds(vec![pattern]))
        }
        "faults" => match value {
            "none" => Ok(ProblemCondition::Faultless),
            "some" => Ok(ProblemCondition::Faulty),
            _ => Err("expected none or some".to_owned()),
        },
        _ => Ok(ProblemCondition::Column(name.to_owned(), folded(value))),
    };
    condition.map_err(|error| format!("{name}={value}: {error}"))
}

/// Parses the moves of an opening.
fn opening(game: Game, moves: &str) -> Result<GameCondition, Failure> {
    let heading = "[Event \"?\"]\n\n";
    let text = format!("{heading}{moves}\n");
    let read: Option<GameText> = Games::new(text.as_bytes()).next().and_then(Result::ok);
    let bad = |why: String| Failure::Usage(format!("--opening {moves:?}: {why}"));
    let read = read.ok_or_else(|| bad("expected moves".to_owned()))?;
    let checked = CheckedGame::of(game, &read);
    match checked.fault {
        Some(fault) => Err(bad(fault.kind.to_string())),
        None if checked.moves.is_empty() => Err(bad("expected moves".to_owned())),
        None => Ok(GameCondition::Opening(game, checked.moves)),
    }
}

fn tag(text: &str) -> Result<(String, String), String> {
    let (tag, text) = text.split_once('=').ok_or("expected a tag and a text, as in Site=London")?;
    Ok((tag.trim().to_owned(), text.trim().to_owned()))
}

fn result(text: &str) -> Result<GameResult, String> {
    GameResult::from_bytes(text.trim().as_bytes())
        .ok_or_else(|| "expected 1-0, 0-1, 1/2-1/2, 3/4-1/4, *, …".to_owned())
}

fn plies(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let bound = |text: &str, default| match text.trim() {
        "" => Ok(default),
        text => number(0..=usize::MAX)(text).map_err(|_| "expected 40, 20..60, 20.. or ..60".to_owned()),
    };
    let (from, to) = (bound(from, 0)?, bound(to, usize::MAX)?);
    if from <= to { Ok(from..=to) } else { Err("the first number is greater than the second".to_owned()) }
}

fn end_reason(word: &str) -> Result<EndReason, String> {
    let words = || EndReason::ALL.map(EndReason::word).join(", ");
    let found = EndReason::ALL.into_iter().find(|reason| reason.word() == word.trim());
    found.ok_or_else(|| format!("expected one of {}", words()))
}
