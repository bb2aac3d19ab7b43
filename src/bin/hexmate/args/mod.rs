//! The command line. The doc comments are the help.

mod arguments;
mod certificate;
mod convert;
mod diagram;
mod endgame;
mod language;
mod long;
mod merge;
mod mine;
mod perft;
mod play;
mod printed;
mod records;
mod select;
mod stats;

pub use arguments::Arguments;
pub use certificate::VerifyCertificate;
pub use convert::Convert;
pub use diagram::{Diagram, PaperSize, Picture, Plies, Wanted};
pub use endgame::{
    Endgame, EndgameBuild, EndgameCheck, EndgameProbe, EndgameStats, EndgameTask, EndgameVerify,
};
pub use language::Language;
pub use long::LongWork;
pub use merge::Merge;
pub use mine::{Mine, MineLimits};
pub use perft::{CountOutput, CountTable, Depth, Detail, Perft, PerftCount, PerftTask, PerftVerify};
pub use play::{BoardForm, Play};
pub use printed::Printed;
pub use records::{GameReading, Solve, SolveLimits, StalemateWorth, Validate};
pub use select::{Cut, Direction, Order, Select};
pub use stats::Stats;

use std::ffi::OsString;
use std::fmt;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

use hexmate::files::Encoding;
use hexmate::game::Game;
use hexmate::report::Format;

use crate::diagnostic::Color;
use crate::exit::{self, Failure, Status};

/// Hexagonal chess: legal moves, node counts, problems, games and diagrams.
///
/// Data goes to stdout, or to the file named by -o; everything else goes to
/// stderr. `-` is stdin. Files may be packed with gzip or zstd. POSITION is
/// `start` or a FEN in quotes.
#[derive(Parser, Debug)]
#[command(name = "hexmate", version, after_long_help = exit::HELP, disable_help_subcommand = true)]
pub struct Args {
    #[command(flatten)]
    pub common: Common,
    #[command(subcommand)]
    pub command: Command,
    /// The same in words, as far as they tell what is to be done.
    #[arg(skip)]
    pub arguments: Arguments,
}

/// Options that every command takes.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Common options")]
pub struct Common {
    /// The game; else what the file says, else Glinski's.
    #[arg(long, global = true, value_name = "GAME", value_parser = games())]
    pub variant: Option<Game>,

    /// The encoding of files that are not UTF-8: latin1, latin2, cp1250 …; else it is guessed, and said on
    /// stderr.
    #[arg(long, global = true, value_name = "NAME", value_parser = encoding)]
    pub encoding: Option<Encoding>,

    #[command(flatten)]
    pub manner: Manner,
}

/// How work is done, which no output shows.
#[derive(clap::Args, Debug)]
pub struct Manner {
    /// Number of threads; else what the machine allows. The output is the same for any number.
    #[arg(short = 'j', long, global = true, value_name = "N")]
    pub threads: Option<NonZeroUsize>,

    /// Say nothing on stderr but what is wrong.
    #[arg(short, long, global = true)]
    pub quiet: bool,

    /// When to colour what is said on stderr.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: ColorChoice,
}

/// How tables are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum FormatName {
    /// Columns for people.
    Text,
    /// Comma-separated values with a header.
    Csv,
    /// One JSON object a line.
    Json,
}

impl From<FormatName> for Format {
    fn from(name: FormatName) -> Self {
        match name {
            FormatName::Text => Self::Text,
            FormatName::Csv => Self::Csv,
            FormatName::Json => Self::Json,
        }
    }
}

/// When stderr is coloured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ColorChoice {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl From<ColorChoice> for Color {
    fn from(choice: ColorChoice) -> Self {
        match choice {
            ColorChoice::Auto => Self::Auto,
            ColorChoice::Always => Self::Always,
            ColorChoice::Never => Self::Never,
        }
    }
}

/// What to do. A variant for each command that works, and none for others.
#[derive(Subcommand, Debug)]
pub enum Command {
    Perft(Perft),
    Moves(Moves),
    Validate(Validate),
    Solve(Box<Solve>),
    VerifyCertificate(VerifyCertificate),
    Mine(Mine),
    Merge(Merge),
    Convert(Convert),
    Select(Box<Select>),
    Stats(Stats),
    Play(Play),
    Diagram(Box<Diagram>),
    Endgame(Endgame),
    Completions(Completions),
    Man(Man),
}

/// Where a table goes, and how it is written.
#[derive(clap::Args, Debug)]
pub struct OutputFile {
    #[command(flatten)]
    format: TableFormat,

    /// Write to this file instead of stdout. It appears when it is complete.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// How a table is written.
#[derive(clap::Args, Debug)]
pub struct TableFormat {
    /// Text for people, or CSV or JSON Lines for programs.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: FormatName,
}

impl OutputFile {
    /// How the table is written.
    pub fn format(&self) -> Format {
        self.format.format.into()
    }

    /// The file, if it is not stdout.
    pub fn path(&self) -> Option<&Path> {
        self.output.as_deref()
    }
}

/// List the legal moves of a position.
///
/// In the ascending order of their text. If there is none, says on stderr how
/// the game has ended.
#[derive(clap::Args, Debug)]
#[command(after_long_help = exit::HELP)]
pub struct Moves {
    /// `start` or a FEN in quotes.
    #[arg(value_name = "POSITION")]
    pub position: String,

    /// Only this notation; else all three.
    #[arg(long, value_name = "NOTATION")]
    pub notation: Option<Notation>,

    #[command(flatten)]
    pub output: OutputFile,
}

/// A way to write moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Notation {
    /// Two cells: `e1c3`, `f10f11q`.
    Uci,
    /// As short as can be: `Qc3`, `f11=Q`.
    San,
    /// With both cells: `Qe1-c3`, `f10-f11=Q`.
    Long,
}

/// Write a script with which a shell completes the arguments.
#[derive(clap::Args, Debug)]
pub struct Completions {
    /// The shell.
    #[arg(value_name = "SHELL")]
    pub shell: clap_complete::Shell,
}

/// Write the manual page, in roff.
#[derive(clap::Args, Debug)]
pub struct Man {
    /// The page of this command, rather than the general one.
    #[arg(value_name = "COMMAND")]
    pub command: Option<String>,
}

impl Args {
    /// Reads the arguments of the program; if they ask for help or make no sense, says so and gives the status.
    pub fn read() -> Result<Self, Status> {
        Self::parsed(std::env::args_os()).map_err(|error| {
            // Nobody to read it is no reason to fail otherwise than without.
            let _ = error.print();
            if error.exit_code() == 0 { Status::Clean } else { Status::Usage }
        })
    }

    /// The arguments of the run that parts are of, with another place for what goes to stdout.
    ///
    /// # Errors
    ///
    /// If they make no sense, or are those of a command that makes no parts.
    pub fn of_parts(arguments: &[String], output: Option<PathBuf>) -> Result<Self, Failure> {
        let words = ["hexmate".to_owned()].into_iter().chain(arguments.iter().cloned());
        let unfit = |error: &dyn fmt::Display| Failure::Unfit(format!("no run of this program: {error}"));
        let mut args = Self::parsed(words.map(OsString::from)).map_err(|error| unfit(&error))?;
        let path = match &mut args.command {
            Command::Perft(perft) => &mut perft.output.count_output,
            Command::Validate(validate) => &mut validate.output.output,
            Command::Solve(solve) => &mut solve.output.output,
            Command::Mine(mine) => &mut mine.output,
            _ => return Err(unfit(&"a command without parts")),
        };
        *path = output.or_else(|| path.take());
        Ok(args)
    }

    fn parsed(words: impl Iterator<Item = OsString>) -> Result<Self, clap::Error> {
        let mut command = command();
        let matches = command.try_get_matches_from_mut(words)?;
        let arguments = Arguments::new(&command, &matches);
        let args = Self::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
        Self { arguments, ..args }.checked()
    }

    /// Finds what the parser cannot know.
    fn checked(self) -> Result<Self, clap::Error> {
        let (name, fault) = match &self.command {
            Command::Perft(perft) => ("perft", perft.fault()),
            Command::Mine(mine) => ("mine", mine.fault()),
            _ => return Ok(self),
        };
        let Some(fault) = fault else { return Ok(self) };
        let mut command = command();
        command.build();
        let at = command.find_subcommand_mut(name).expect("the command that was parsed");
        Err(at.error(ErrorKind::TooManyValues, fault))
    }
}

/// The whole command line, for what describes it: completions and manual pages.
pub fn command() -> clap::Command {
    Args::command()
}

fn encoding(name: &str) -> Result<Encoding, String> {
    let known =
        "known are latin1, latin2, cp1250, cp1252, utf-8, utf-16 and all others of the Encoding Standard";
    Encoding::from_name(name).ok_or_else(|| known.to_owned())
}

fn games() -> impl TypedValueParser<Value = Game> {
    PossibleValuesParser::new(Game::ALL.iter().map(|game| game.name))
        .map(|name| Game::from_name(&name).expect("one of the possible values"))
}

#[cfg(test)]
mod tests {
    use super::arguments::Kind;
    use super::*;

    #[test]
    fn the_command_line_contradicts_itself_nowhere() {
        command().debug_assert();
    }

    #[test]
    fn the_words_of_a_command_line_say_the_same_again() {
        let words =
            |line: &[&str]| Args::parsed(line.iter().map(OsString::from)).expect("a command line").arguments;
        let typed = words(&["hexmate", "solve", "--nodes", "5", "-j", "2", "--no-time", "--", "-p.csv", "-"]);
        assert_eq!(typed.all(), ["solve", "--no-time", "--nodes=5", "--", "-p.csv", "-"]);
        assert_eq!(typed.lasting(), ["solve", "--no-time", "--", "-p.csv", "-"]);
        let again: Vec<&str> =
            ["hexmate"].into_iter().chain(typed.all().iter().map(String::as_str)).collect();
        assert_eq!(words(&again), typed);
    }

    /// Whoever adds an option has to say here what it tells of the work: one that no output shows belongs into
    /// `Manner` or a group like it, one that a later run may change into a group of passing ones.
    #[test]
    fn every_option_of_long_work_is_classified() {
        let mut command = command();
        command.build();
        let told = |name: &str, kind: Kind| {
            let command = command.find_subcommand(name).expect(name);
            let args = command.get_arguments().filter(|arg| Kind::of(arg) == kind);
            let mut names: Vec<&str> = args.map(|arg| arg.get_id().as_str()).collect();
            names.sort_unstable();
            names.join(" ")
        };
        for (name, what, passing, manner) in [
            (
                "perft",
                "breakdown divide encoding help limit operands split_depth variant verify",
                "count_format count_output depth",
                "checkpoint color hash part quiet resume shard threads",
            ),
            (
                "validate",
                "accept encoding files format help html letters only_mended output repair report stalemate strict \
                 variant",
                "",
                "checkpoint color part quiet resume shard threads",
            ),
            (
                "solve",
                "book certificate columns diagrams encoding epd every_defence figurines files format help \
                 hide_duals hide_short html jsonl key_arrows keys_only language mate memory no_captions no_time \
                 output paper pgn report set_play style text title tries variant",
                "nodes time",
                "checkpoint color part quiet resume shard threads",
            ),
            (
                "mine",
                "encoding files format help letters mate min_mate output played prefix stalemate strict variant \
                 whole_games",
                "nodes",
                "checkpoint color part quiet resume shard threads",
            ),
        ] {
            assert_eq!(told(name, Kind::What), what, "{name}");
            assert_eq!(told(name, Kind::Passing), passing, "{name}");
            assert_eq!(told(name, Kind::Manner), manner, "{name}");
        }
    }

    fn task_of(line: &str) -> String {
        let args = Args::try_parse_from(line.split(' ')).expect(line);
        match &args.command {
            Command::Perft(perft) => format!("{:?}", perft.task()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn perft_counts_or_verifies() {
        let counted = task_of("hexmate perft start --depth 3 --divide");
        assert!(
            counted.starts_with("Count(PerftCount { position: \"start\", depth: 3, detail: Divide"),
            "{counted}"
        );
        let verified = task_of("hexmate perft --verify a.perft b.perft --limit 9");
        assert!(
            verified.starts_with("Verify(PerftVerify { paths: [\"a.perft\", \"b.perft\"], limit: 9"),
            "{verified}"
        );
    }
}
