//! Commands as text.

use std::time::Duration;

use super::note::{CommandNote, shortened};
use crate::search::MAX_PLY;

/// A command of a GUI.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `uci`: name the engine and its options.
    Uci,
    /// `isready`: answer when ready.
    IsReady,
    /// `ucinewgame`: forget the last game.
    NewGame,
    /// `setoption name NAME value VALUE`.
    SetOption {
        /// Name, in lower case.
        name: String,
        /// Value; empty for a button.
        value: String,
    },
    /// `position`.
    Position {
        /// Position before the moves.
        start: PositionText,
        /// Moves in UCI.
        moves: Vec<String>,
    },
    /// `go`.
    Go(Box<Go>),
    /// `stop`: end the search and answer with a move.
    Stop,
    /// `ponderhit`: the expected move has been played.
    PonderHit,
    /// `d`: show the position.
    Display,
    /// `eval`: show the value of the position without search.
    Eval,
    /// `quit`.
    Quit,
}

/// Position before the moves of a `position` command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PositionText {
    /// `startpos`.
    Start,
    /// `fen FEN`.
    Fen(String),
}

/// Parameters of `go`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Positions to visit.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// Clocks of White and Black.
    pub clocks: [Clock; 2],
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// Look for a mate in at most this many moves.
    pub mate: Option<u32>,
    /// Count move sequences of this many plies instead of searching.
    pub perft: Option<u32>,
    /// Search until `stop`.
    pub infinite: bool,
    /// Search during the opponent's time: the clock runs from `ponderhit`.
    pub ponder: bool,
    /// Moves in UCI to choose from; empty for all.
    pub search_moves: Vec<String>,
}

/// Clock of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Time left.
    pub left: Option<Duration>,
    /// Time added after each move.
    pub increment: Duration,
}

/// A line that is not a command.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommandError {
    /// An unknown first word.
    #[error("unknown command {0:?}")]
    Unknown(String),
    /// A parameter without its number.
    #[error("{parameter} needs a number{}", found_word(found))]
    Number {
        /// Parameter.
        parameter: String,
        /// The word in place of a number; empty at the end of the line.
        found: String,
    },
    /// `setoption` without `name`.
    #[error("setoption needs a name; write setoption name Hash value 64")]
    NoName,
    /// `position` without `startpos` or `fen`.
    #[error("position needs startpos or fen")]
    NoPosition,
    /// A word after `startpos` that is not `moves`.
    #[error("{0:?} after startpos; write moves before the moves")]
    AfterStart(String),
    /// A depth of `go perft` that is out of its range.
    #[error("go perft needs a depth from 0 to {DEEPEST_PERFT}, found {0}: nothing is counted")]
    Perft(i64),
}

fn found_word(word: &str) -> String {
    if word.is_empty() { String::new() } else { format!(", found {word:?}") }
}

impl Command {
    /// Parses one line; `None` if it is blank.
    ///
    /// Words that come before a known command are skipped, as the protocol demands, unless there is none.
    ///
    /// # Errors
    ///
    /// If the line has no known command, or a parameter is not a number.
    ///
    /// ```
    /// use hexmate_player::uci::Command;
    ///
    /// assert_eq!(Command::parse("isready"), Some(Ok(Command::IsReady)));
    /// assert_eq!(Command::parse("  "), None);
    /// assert!(matches!(Command::parse("go depth x"), Some(Err(_))));
    /// ```
    pub fn parse(line: &str) -> Option<Result<Self, CommandError>> {
        Self::parse_with_notes(line).map(|parsed| parsed.map(|(command, _)| command))
    }

    /// Parses one line as [`Command::parse`] does, and returns notes on what is ignored or changed.
    ///
    /// # Errors
    ///
    /// Those of [`Command::parse`].
    ///
    /// ```
    /// use hexmate_player::uci::Command;
    ///
    /// let (_, notes) = Command::parse_with_notes("go depth -3").ok_or("blank")??;
    /// assert_eq!(notes[0].to_string(), "depth needs a number from 1 to 119, found -3: 1 is used");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_with_notes(line: &str) -> Option<Result<(Self, Vec<CommandNote>), CommandError>> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let first = words.first()?;
        let known = words.iter().enumerate().find_map(|(place, word)| {
            let name = NAMES.into_iter().find(|name| name == word)?;
            Some((place, name))
        });
        let Some((place, name)) = known else { return Some(Err(CommandError::Unknown(shortened(first)))) };
        let mut notes = Vec::new();
        if place > 0 {
            notes.push(CommandNote::ignored(&words[..place], name));
        }
        let rest = &words[place + 1..];
        let command = match name {
            "setoption" => set_option(rest.iter().copied()),
            "position" => position(rest.iter().copied()),
            "go" => go(rest.iter().copied(), &mut notes).map(|go| Self::Go(Box::new(go))),
            name => {
                if !rest.is_empty() {
                    notes.push(CommandNote::ignored(rest, name));
                }
                Ok(match name {
                    "uci" => Self::Uci,
                    "isready" => Self::IsReady,
                    "ucinewgame" => Self::NewGame,
                    "stop" => Self::Stop,
                    "ponderhit" => Self::PonderHit,
                    "d" => Self::Display,
                    "eval" => Self::Eval,
                    _ => Self::Quit,
                })
            }
        };
        Some(command.map(|command| (command, notes)))
    }
}

/// Names of the commands.
const NAMES: [&str; 11] =
    ["uci", "isready", "ucinewgame", "setoption", "position", "go", "stop", "ponderhit", "d", "eval", "quit"];

/// The greatest depth of `go perft`.
const DEEPEST_PERFT: u32 = 12;

fn set_option<'w>(mut words: impl Iterator<Item = &'w str>) -> Result<Command, CommandError> {
    if words.next() != Some("name") {
        return Err(CommandError::NoName);
    }
    let words: Vec<&str> = words.collect();
    let split = words.iter().position(|&word| word == "value").unwrap_or(words.len());
    let name = words[..split].join(" ").to_lowercase();
    let value = words.get(split + 1..).unwrap_or_default().join(" ");
    if name.is_empty() { Err(CommandError::NoName) } else { Ok(Command::SetOption { name, value }) }
}

fn position<'w>(words: impl Iterator<Item = &'w str>) -> Result<Command, CommandError> {
    let words: Vec<&str> = words.collect();
    let split = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let start = match words[..split].split_first() {
        Some((&"startpos", [])) => PositionText::Start,
        Some((&"startpos", [word, ..])) => return Err(CommandError::AfterStart(shortened(word))),
        Some((&"fen", fen)) if !fen.is_empty() => PositionText::Fen(fen.join(" ")),
        _ => return Err(CommandError::NoPosition),
    };
    let moves = words.get(split + 1..).unwrap_or_default();
    Ok(Command::Position { start, moves: moves.iter().map(|&m| m.to_owned()).collect() })
}

/// Names of parameters of `go`: they end a list of moves.
const PARAMETERS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

/// Range of a number of `go`, and the treatment of numbers outside it.
#[derive(Clone, Copy)]
enum NumberRange {
    /// The nearest number of the range is used.
    Nearest(u64, u64),
    /// The parameter is ignored.
    Ignored(u64, u64),
    /// A clock, which may be negative after a flag.
    Clock,
}

/// Longest time, in milliseconds: a thousand years.
const LONGEST_TIME: u64 = 1000 * 366 * 24 * 3600 * 1000;

impl NumberRange {
    fn of(parameter: &str) -> Option<Self> {
        let most = u64::from(u32::MAX);
        Some(match parameter {
            "depth" => Self::Nearest(1, MAX_PLY as u64 - 1),
            "nodes" => Self::Nearest(1, u64::MAX),
            "movetime" => Self::Nearest(1, LONGEST_TIME),
            "wtime" | "btime" => Self::Clock,
            "winc" | "binc" => Self::Nearest(0, LONGEST_TIME),
            "movestogo" => Self::Ignored(1, most),
            "mate" => Self::Nearest(1, MAX_PLY as u64 / 2),
            _ => return None,
        })
    }

    /// Returns the number to use; one that is not the number found is noted.
    fn number(self, parameter: &'static str, found: i64, notes: &mut Vec<CommandNote>) -> Option<u64> {
        let number = found.max(0).unsigned_abs();
        let (least, most) = match self {
            Self::Clock => return Some(number.min(LONGEST_TIME)),
            Self::Nearest(least, most) | Self::Ignored(least, most) => (least, most),
        };
        if found >= 0 && (least..=most).contains(&number) {
            return Some(number);
        }
        let used = matches!(self, Self::Nearest(..)).then(|| number.clamp(least, most));
        notes.push(CommandNote::OutOfRange { parameter, found, range: [least, most], used });
        used
    }
}

fn go<'w>(words: impl Iterator<Item = &'w str>, notes: &mut Vec<CommandNote>) -> Result<Go, CommandError> {
    let mut words = words.peekable();
    let mut go = Go::default();
    let mut given: Vec<&'static str> = Vec::new();
    let mut unknown = Vec::new();
    while let Some(word) = words.next() {
        let Some(parameter) = PARAMETERS.into_iter().find(|parameter| *parameter == word) else {
            unknown.push(word);
            continue;
        };
        if given.contains(&parameter) {
            notes.push(CommandNote::Repeated(parameter));
        }
        given.push(parameter);
        match parameter {
            "infinite" => {
                go.infinite = true;
                continue;
            }
            "ponder" => {
                go.ponder = true;
                continue;
            }
            "searchmoves" => {
                go.search_moves.clear();
                while let Some(m) = words.next_if(|word| !PARAMETERS.contains(word)) {
                    go.search_moves.push(m.to_owned());
                }
                if go.search_moves.is_empty() {
                    notes.push(CommandNote::NoMoves);
                }
                continue;
            }
            _ => {}
        }
        let found = words.next().unwrap_or_default();
        let error = |_| CommandError::Number { parameter: word.to_owned(), found: shortened(found) };
        let found = found.parse::<i64>().map_err(error)?;
        let Some(range) = NumberRange::of(parameter) else {
            let depth = u32::try_from(found).ok().filter(|depth| *depth <= DEEPEST_PERFT);
            go.perft = Some(depth.ok_or(CommandError::Perft(found))?);
            continue;
        };
        let number = range.number(parameter, found, notes);
        let small = number.and_then(|number| u32::try_from(number).ok());
        let time = number.map(Duration::from_millis);
        match parameter {
            "depth" => go.depth = small,
            "nodes" => go.nodes = number,
            "mate" => go.mate = small,
            "movestogo" => go.moves_to_go = small,
            "movetime" => go.movetime = time,
            "wtime" => go.clocks[0].left = time,
            "btime" => go.clocks[1].left = time,
            "winc" => go.clocks[0].increment = time.unwrap_or_default(),
            _ => go.clocks[1].increment = time.unwrap_or_default(),
        }
    }
    if !unknown.is_empty() {
        notes.push(CommandNote::ignored(&unknown, "go"));
    }
    if go.perft.is_some() && given.iter().any(|parameter| *parameter != "perft") {
        notes.push(CommandNote::BesidePerft);
    }
    Ok(go)
}
