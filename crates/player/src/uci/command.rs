//! Commands as text.

use std::time::Duration;

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
        let mut words = line.split_whitespace();
        let first = words.clone().next()?;
        loop {
            let Some(word) = words.next() else {
                return Some(Err(CommandError::Unknown(first.chars().take(40).collect())));
            };
            return Some(match word {
                "uci" => Ok(Self::Uci),
                "isready" => Ok(Self::IsReady),
                "ucinewgame" => Ok(Self::NewGame),
                "setoption" => set_option(words),
                "position" => position(words),
                "go" => go(words).map(|go| Self::Go(Box::new(go))),
                "stop" => Ok(Self::Stop),
                "ponderhit" => Ok(Self::PonderHit),
                "d" => Ok(Self::Display),
                "eval" => Ok(Self::Eval),
                "quit" => Ok(Self::Quit),
                _ => continue,
            });
        }
    }
}

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
        Some((&"startpos", _)) => PositionText::Start,
        Some((&"fen", fen)) if !fen.is_empty() => PositionText::Fen(fen.join(" ")),
        _ => return Err(CommandError::NoPosition),
    };
    let moves = words.get(split + 1..).unwrap_or_default();
    Ok(Command::Position { start, moves: moves.iter().map(|&m| m.to_owned()).collect() })
}

/// Names of parameters of `go`: they end a list of moves.
const PARAMETERS: [&str; 14] = [
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
    "moves",
];

fn go<'w>(words: impl Iterator<Item = &'w str>) -> Result<Go, CommandError> {
    let mut words = words.peekable();
    let mut go = Go::default();
    while let Some(word) = words.next() {
        let mut number = || {
            let found = words.next().unwrap_or_default();
            let error = || CommandError::Number {
                parameter: word.to_owned(),
                found: found.chars().take(40).collect(),
            };
            // Clocks may be negative after a flag.
            found.parse::<i64>().map(|number| number.max(0) as u64).map_err(|_| error())
        };
        let small = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        match word {
            "depth" => go.depth = Some(small(number()?)),
            "nodes" => go.nodes = Some(number()?),
            "movetime" => go.movetime = Some(Duration::from_millis(number()?)),
            "wtime" => go.clocks[0].left = Some(Duration::from_millis(number()?)),
            "btime" => go.clocks[1].left = Some(Duration::from_millis(number()?)),
            "winc" => go.clocks[0].increment = Duration::from_millis(number()?),
            "binc" => go.clocks[1].increment = Duration::from_millis(number()?),
            "movestogo" => go.moves_to_go = Some(small(number()?)),
            "mate" => go.mate = Some(small(number()?)),
            "perft" => go.perft = Some(small(number()?)),
            "infinite" | "ponder" => go.infinite = true,
            "searchmoves" => {
                while let Some(m) = words.next_if(|word| !PARAMETERS.contains(word)) {
                    go.search_moves.push(m.to_owned());
                }
            }
            _ => {}
        }
    }
    Ok(go)
}
