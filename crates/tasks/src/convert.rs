//! The task of `convert`: games and positions in another format.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::records::{Item, Record, is_known, statement_of_tags};
use hexmate_batch as batch;
use hexmate_batch::{Panicked, Task};
use hexmate_core::rules::Move;
use hexmate_games::pgn::{GameResult, PlayedGame};
use hexmate_games::validate::{CheckedGame, GameFault, GameText, ReadOptions, Tag};
use hexmate_position::{Game, Setup};
use hexmate_problems::interchange::twin_faults;
use hexmate_problems::{ProblemError, Statement};
use hexmate_report::{Converted, Counted, GuessedLetters, PositionRow, StatedPosition, TargetFormat};

/// A record that can be written in the new format.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Conversion {
    /// File, place and name of the record, for messages.
    pub place: String,
    /// The content.
    pub content: Converted,
    /// Data that the new format cannot store.
    pub lost: LostData,
    /// Message about a faulty variation, which became a comment.
    pub broken: Option<String>,
    /// Messages about twins that the new format cannot have.
    pub twins: Vec<String>,
    /// Language of the piece letters of a game, if it is guessed and not English.
    pub guessed: Option<String>,
}

/// Kinds of data that a format may be unable to store.
const KINDS: [&str; 10] =
    ["move", "result", "tag", "comment", "NAG", "variation", "variant", "field", "line break", "twin"];

/// Amounts of data lost by a conversion, by kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct LostData([usize; KINDS.len()]);

/// Tags that an output has.
#[derive(Clone, Copy)]
enum KeptTags {
    All,
    Named(&'static [&'static str]),
}

impl LostData {
    /// Adds `count` to a kind.
    fn count(&mut self, kind: &str, count: usize) {
        let counts = KINDS.iter().zip(&mut self.0).filter(|(known, _)| **known == kind);
        counts.for_each(|(_, counted)| *counted += count);
    }

    /// Adds the losses of another record.
    pub fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(count, more)| *count += more);
    }

    /// Returns whether no data is lost.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the losses of a game in PGN: line breaks in tags.
    fn in_pgn(game: &PlayedGame) -> Self {
        let mut lost = Self::default();
        lost.count("line break", game.tags.iter().map(|(_, text)| text.matches(['\n', '\r']).count()).sum());
        lost
    }

    /// Returns the losses of a game of which only the moves and the tags in `kept` are stored.
    fn except_moves(text: &GameText, game: &PlayedGame, kept: KeptTags) -> Self {
        let mut lost = Self::default();
        let kept = match kept {
            KeptTags::All => None,
            KeptTags::Named(kept) => Some(kept),
        };
        let is_among = |names: &[&str], name: &str| names.iter().any(|own| own.eq_ignore_ascii_case(name));
        let is_lost = |tag: &Tag<'_>| {
            kept.is_some_and(|kept| !is_among(kept, tag.name))
                && !is_among(&STORED_TAGS, tag.name)
                && is_known(tag.text)
        };
        lost.count("tag", text.tags.iter().filter(is_lost).count());
        lost.count("result", usize::from(game.result != GameResult::of(game.end())));
        lost.count("comment", game.annotations.comments().count());
        lost.count("NAG", game.annotations.nags().count());
        lost.count("variation", game.annotations.variations().count());
        lost
    }

    /// Counts the variant if the format cannot name it.
    fn count_variant(&mut self, game: Game, to: TargetFormat) {
        let has_no_game = matches!(to, TargetFormat::Fen | TargetFormat::Pieces);
        self.count("variant", usize::from(has_no_game && game != Game::GLINSKI));
    }

    /// Returns the losses of a problem of which only the position is stored.
    fn of_problem(statement: &Statement) -> Self {
        let Statement { id, stipulation, keys, solutions, twin, author, source, further, .. } = statement;
        let further = further.iter().map(|one| &one.value);
        let fields = [id, stipulation, keys, solutions, twin, author, source].into_iter().chain(further);
        let mut lost = Self::default();
        lost.count("field", fields.filter(|field| !field.is_empty()).count());
        lost
    }
}

impl fmt::Display for LostData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = KINDS.iter().zip(self.0).filter(|&(_, count)| count > 0);
        let counts: Vec<String> =
            counts.map(|(kind, count)| Counted(count as u64, kind).to_string()).collect();
        f.write_str(&counts.join(", "))
    }
}

/// Task that converts records.
#[derive(Clone, Debug)]
pub struct Convert {
    /// Game of all records; if `None`, each record names its own.
    pub game: Option<Game>,
    /// Options for reading games.
    pub reading: ReadOptions,
    /// Output format.
    pub to: TargetFormat,
}

impl Task for Convert {
    type Item = Record;
    /// The content of the record, or a message about its fault, with the place.
    type Output = Result<Conversion, String>;

    fn work(&self, record: Record) -> Self::Output {
        let Record { file, number, item, .. } = record;
        let converted = match item {
            Item::Game(game) => {
                let called = game.label(number);
                let converted = match game.game(self.game) {
                    Ok(played) => convert_game(played, &game, &called, self),
                    Err(error) => Err((game.place.to_string(), error.to_string())),
                };
                converted.map_err(|(place, message)| (place, format!("{called}: {message}")))
            }
            Item::Statement(statement) => match statement.game(self.game) {
                Ok(game) => convert_statement(game, *statement, self.to),
                Err(error) => Err((statement.line.to_string(), error.to_string())),
            },
            Item::Stray(fault) => Err((fault.place.to_string(), "not a game".to_owned())),
            Item::NoRecords(content) => Err(("1".to_owned(), format!("nothing to convert: {content}"))),
        };
        let in_file = |text: String| format!("{file}:{text}");
        match converted {
            Ok(found) => Ok(Conversion {
                place: in_file(found.place),
                broken: found.broken.map(in_file),
                twins: found.twins.into_iter().map(in_file).collect(),
                ..found
            }),
            Err((place, message)) => Err(in_file(format!("{place}: {message}"))),
        }
    }

    fn panicked(&self, panic: &Panicked) -> Self::Output {
        Err(panic.to_string())
    }

    fn chunk_size(&self) -> usize {
        batch::LIGHT_CHUNK
    }
}

/// A conversion, or the place and the message of a fault; places without the file.
type Placed = Result<Conversion, (String, String)>;

fn convert_game(game: Game, text: &GameText, called: &str, task: &Convert) -> Placed {
    let checked = CheckedGame::check(game, text, task.reading).with_variations(text, task.reading.allowed);
    if let Some(fault) = &checked.fault {
        return Err((fault.place.to_string(), format!("{} [{}]", fault.kind, fault.kind.code())));
    }
    let game = checked.played(text).ok_or_else(|| (text.place.to_string(), "not a game".to_owned()))?;
    let lost = match task.to {
        TargetFormat::Csv | TargetFormat::Json => LostData::default(),
        TargetFormat::Pgn => LostData::in_pgn(&game),
        TargetFormat::Uci => LostData::except_moves(text, &game, KeptTags::Named(&[])),
        _ => {
            let kept = match (task.to, text.tag("GameID")) {
                (TargetFormat::Fen | TargetFormat::Pieces, _) => KeptTags::Named(&[]),
                _ if game.moves().is_empty() => KeptTags::All,
                (_, Some(_)) => KeptTags::Named(&["GameID", "Author", "Source"]),
                (_, None) => KeptTags::Named(&["White", "Black", "Author", "Source"]),
            };
            let mut lost = LostData::except_moves(text, &game, kept);
            lost.count("move", game.moves().len());
            lost.count_variant(game.game(), task.to);
            lost
        }
    };
    let variation = checked.variation.as_ref().filter(|_| !task.to.has_positions());
    let broken = variation.filter(|_| task.to != TargetFormat::Uci).map(|GameFault { kind, place }| {
        let code = kind.code();
        format!("{place}: {called}: {kind} [{code}]; the rest of the variation is kept as a comment")
    });
    let content = if task.to.has_positions() {
        let (setup, statement) = (Setup::from(game.end()), statement_of(text, &checked.moves));
        Converted::Position(Box::new(StatedPosition { setup, statement }))
    } else {
        Converted::Game(Box::new(game))
    };
    let (place, guessed) =
        (format!("{}: {called}", text.place), GuessedLetters::language(&checked).map(str::to_owned));
    Ok(Conversion { place, content, lost, broken, twins: Vec::new(), guessed })
}

/// Tags whose data every output format stores in another way.
const STORED_TAGS: [&str; 6] = ["Result", "Variant", "Letters", "Files", "SetUp", "FEN"];

/// Returns the statement of a game's last position: name, author and source, and for a game without moves all fields
/// of a problem.
fn statement_of(text: &GameText, moves: &[Move]) -> Statement {
    let tag = |name: &str| text.tag(name).map(|tag| tag.text.to_owned()).unwrap_or_default();
    let line = text.place.line;
    let (author, source) = (tag("Author"), tag("Source"));
    if !moves.is_empty() {
        return Statement { id: text.name(), line, author, source, ..Statement::default() };
    }
    statement_of_tags(text)
}

fn convert_statement(game: Game, statement: Statement, to: TargetFormat) -> Placed {
    let place = statement.place();
    let bad = |error: ProblemError| {
        let place = match &error {
            ProblemError::Fen(fault) if !statement.fen_places.is_empty() => {
                let (line, column) = statement.place_in_fen(fault.offset);
                format!("{line}:{column}")
            }
            _ => place.clone(),
        };
        (place, format!("{error} [{}]", error.code()))
    };
    if let Some(fault) = &statement.fault {
        return Err(bad(ProblemError::Line(fault.clone())));
    }
    let setup = statement.setup(game).map_err(|error| bad(ProblemError::Fen(error)))?;
    let mut lost = LostData::default();
    if let TargetFormat::Uci | TargetFormat::Fen | TargetFormat::Pieces = to {
        lost = LostData::of_problem(&statement);
    }
    lost.count_variant(game, to);
    let mut twins = Vec::new();
    if let TargetFormat::Popeye | TargetFormat::Yacpdb | TargetFormat::YacpdbJson = to {
        let faults = twin_faults(&setup, &statement);
        lost.count("twin", faults.len());
        let message = |error: &ProblemError| format!("{place}: {error} [{}]", error.code());
        twins.extend(faults.iter().map(message));
        if to == TargetFormat::Popeye {
            let Statement { id, source, keys, .. } = &statement;
            let breaks = |text: &String| text.lines().count().saturating_sub(1);
            lost.count("line break", [id, source, keys].into_iter().map(breaks).sum());
        }
    }
    let content = match to {
        TargetFormat::Pgn | TargetFormat::Uci => {
            let position = setup.into_position().map_err(|faults| bad(ProblemError::Faults(game, faults)))?;
            let mut played =
                PlayedGame::from_moves(position, []).map_err(|error| (place.clone(), error.to_string()))?;
            played.tags = PositionRow::new(game, &statement, String::new()).to_tags();
            if to == TargetFormat::Pgn {
                lost = LostData::in_pgn(&played);
            }
            Converted::Game(Box::new(played))
        }
        _ => Converted::Position(Box::new(StatedPosition { setup, statement })),
    };
    Ok(Conversion { place, content, lost, broken: None, twins, guessed: None })
}
