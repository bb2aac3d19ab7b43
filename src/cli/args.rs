//! The command line of the program: common options and the list of commands. The doc comments are the help.

use std::ffi::OsString;
use std::io::{self, Write};
use std::num::NonZeroUsize;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

use hexmate_batch::files::{Encoding, Outputs};
use hexmate_batch::terminal::one_line;
use hexmate_position::Game;

use crate::cli::completions::Completions;
use crate::cli::compose::args::{Compose, ComposeTask};
use crate::cli::convert::args::Convert;
use crate::cli::diagnostic::{self, Color};
use crate::cli::diagram::args::Diagram;
use crate::cli::endgame::args::Endgame;
use crate::cli::help::topics::Help;
use crate::cli::man::Man;
use crate::cli::merge::args::Merge;
use crate::cli::mine::args::Mine;
use crate::cli::moves::args::Moves;
use crate::cli::options::Arguments;
use crate::cli::perft::Perft;
use crate::cli::play::args::Play;
use crate::cli::select::args::Select;
use crate::cli::solve::args::Solve;
use crate::cli::stats::args::Stats;
use crate::cli::validate::args::Validate;
use crate::cli::verify_certificate::args::VerifyCertificate;
use crate::cli::{idle, outputs, pages};

use crate::cli::exit::{Failure, Status};

/// Hexagonal chess: legal moves, node counts, problems, games and diagrams.
///
/// Data goes to stdout, or to the file named by -o; everything else goes to
/// stderr. `-` is stdin. Files may be packed with gzip or zstd.
#[derive(Parser, Debug)]
#[command(name = "hexmate", version, disable_help_subcommand = true)]
pub struct Args {
    #[command(flatten)]
    pub common: Common,
    #[command(subcommand)]
    pub command: Command,
    /// The same in words, as far as they tell what is to be done.
    #[arg(skip)]
    pub arguments: Arguments,
    /// The files that they name.
    #[arg(skip)]
    pub outputs: Outputs,
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
    /// Number of threads, at most 1024; else what the machine allows. The output is the same for any number.
    #[arg(short = 'j', long, global = true, value_name = "N", value_parser = threads)]
    pub threads: Option<NonZeroUsize>,

    /// Say nothing on stderr but what is wrong, and show no boards with it.
    #[arg(short, long, global = true)]
    pub quiet: bool,

    /// In CSV, put an apostrophe before cells that begin with = + - @, a tab or a return, which spreadsheets take
    /// for formulas. Such cells do not read back as they were.
    #[arg(long, global = true)]
    pub escape_formulas: bool,

    /// When to colour what is said on stderr.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: ColorChoice,
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
    Compose(Compose),
    Help(Help),
    Completions(Completions),
    Man(Man),
}

impl Args {
    /// Reads the arguments, the name of the program before them; if they ask for help or make no sense, says so and gives the status.
    pub fn read(words: impl Iterator<Item = OsString>) -> Result<Self, Status> {
        let words: Vec<OsString> = words.collect();
        Self::parsed(words.iter().cloned()).map_err(|error| {
            if error.exit_code() == 0 {
                let written = error.print().and_then(|()| io::stdout().flush());
                return written
                    .map_or_else(|error| Failure::from(error).report(Color::Auto), |()| Status::Clean);
            }
            // The same message with the arguments escaped, and so without anything of theirs that steers a terminal.
            let shown = words.iter().map(|word| one_line(&word.to_string_lossy()).into_owned().into());
            match Self::parsed(shown) {
                // Nobody to read it is no reason to fail otherwise than without.
                Err(shown) if shown.kind() == error.kind() => drop(shown.print()),
                _ => diagnostic::say_in_lines(error.to_string().trim_end()),
            }
            Status::Usage
        })
    }

    /// Reads the arguments without saying anything.
    pub fn parsed(words: impl Iterator<Item = OsString>) -> Result<Self, clap::Error> {
        let mut command = command();
        let matches = command.try_get_matches_from_mut(words)?;
        let arguments = Arguments::new(&command, &matches);
        let args = Self::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
        let args = Self { arguments, ..args };
        match args.fault(&matches) {
            None => Ok(args),
            Some(fault) => {
                command.build();
                let name = matches.subcommand_name().unwrap_or_default();
                let at = command.find_subcommand_mut(name).expect("the command that was parsed");
                Err(at.error(ErrorKind::ArgumentConflict, fault))
            }
        }
    }

    /// What the parser cannot know: options without effect, and outputs that get into each other's way.
    fn fault(&self, matches: &ArgMatches) -> Option<String> {
        let own = match &self.command {
            Command::Perft(perft) => perft.fault(),
            Command::Mine(mine) => mine.fault(),
            Command::Compose(Compose { task: ComposeTask::Search(search) }) => search.fault(),
            _ => None,
        };
        let (name, mut matches) = matches.subcommand()?;
        let mut name = name.to_owned();
        while let Some((part, inner)) = matches.subcommand() {
            name = format!("{name} {part}");
            matches = inner;
        }
        let own = own.map(str::to_owned);
        own.or_else(|| idle::fault(&name, matches)).or_else(|| outputs::fault(&name, matches, &self.outputs))
    }
}

/// The whole command line, for what describes it: completions and manual pages.
pub fn command() -> clap::Command {
    pages::laid_out(Args::command())
}

fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let threads = text.parse().ok().filter(|threads: &NonZeroUsize| threads.get() <= 1024);
    threads.ok_or_else(|| "expected a number from 1 to 1024".to_owned())
}

fn encoding(name: &str) -> Result<Encoding, String> {
    let known =
        "known are latin1, latin2, cp1250, cp1252, utf-8, utf-16 and all others of the Encoding Standard";
    Encoding::from_name(name).ok_or_else(|| known.to_owned())
}

/// The names of games, read as such.
pub fn games() -> impl TypedValueParser<Value = Game> {
    PossibleValuesParser::new(Game::ALL.iter().map(|game| game.name))
        .map(|name| Game::from_name(&name).expect("one of the possible values"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::options::Kind;

    #[test]
    fn the_command_line_contradicts_itself_nowhere() {
        command().debug_assert();
    }

    #[test]
    fn every_command_has_two_examples_that_make_sense() {
        let mut command = command();
        command.build();
        for page in command.get_subcommands() {
            assert!(
                crate::cli::examples::of(page.get_name()).is_some(),
                "{} has no examples",
                page.get_name()
            );
        }
        for line in crate::cli::examples::ALL.iter().flat_map(|(_, lines)| lines) {
            // What follows is for a shell.
            let line = line.split(" > ").next().and_then(|line| line.split(" | ").next()).unwrap_or_default();
            let mut words: Vec<OsString> = Vec::new();
            for (at, quoted) in line.split('\'').enumerate() {
                match at % 2 {
                    0 => words.extend(quoted.split_whitespace().map(OsString::from)),
                    _ => words.push(quoted.into()),
                }
            }
            if let Err(error) = Args::parsed(words.into_iter()) {
                panic!("{line}: {error}");
            }
        }
    }

    fn options_of(line: &str) -> Arguments {
        Args::parsed(line.split(' ').map(OsString::from)).expect("a command line").arguments
    }

    #[test]
    fn options_ignore_order_and_places() {
        let one = options_of("hexmate solve --nodes 5 -j 2 --no-time --report a.csv b.csv -");
        let other = options_of("hexmate solve --report=c.csv --no-time --nodes=5 -- b.csv -");
        assert_eq!(one, other);
        let names: Vec<&str> = one.options().keys().map(String::as_str).collect();
        assert_eq!(names, ["--no-time", "--nodes", "FILES"]);
        assert_eq!(one.changeable().iter().collect::<Vec<_>>(), ["--nodes", "--time"]);
        assert_ne!(one, options_of("hexmate solve --nodes 6 --no-time --report a.csv b.csv -"));
        assert_ne!(one, options_of("hexmate solve --nodes 5 --no-time --report a.csv d.csv -"));
    }

    /// Whoever adds an option has to say here what it tells of the work: one that no output shows belongs into
    /// `Manner` or a group like it, one that a later run may change into a group of changeable ones.
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
        for (name, what, changeable, manner) in [
            (
                "perft",
                "breakdown compare divide encoding engine engine_time fens from_fen help limit moves operands \
                 split_depth to_fen variant verify",
                "count_format count_output depth",
                "checkpoint color escape_formulas hash part quiet resume shard threads",
            ),
            (
                "validate",
                "accept encoding files format from_fen help html letters no_variations only_repaired output repair report stalemate \
                 strict tables variant",
                "",
                "checkpoint color escape_formulas part quiet resume shard threads",
            ),
            (
                "solve",
                "book certificate columns diagrams encoding epd every_defence figurines files format from_fen help \
                 hide_duals hide_short html jsonl key_arrows keys_only language mate memory no_captions no_time \
                 output paper pgn report set_play style tables text theme title tries variant",
                "nodes time",
                "checkpoint color escape_formulas part quiet resume shard threads",
            ),
            (
                "mine",
                "encoding files format from_fen help letters mate min_mate output played prefix stalemate strict \
                 tables variant whole_games",
                "nodes",
                "checkpoint color escape_formulas part quiet resume shard threads",
            ),
        ] {
            assert_eq!(told(name, Kind::What), what, "{name}");
            assert_eq!(told(name, Kind::Changeable), changeable, "{name}");
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
            counted.contains("subject: Position(\"start\")") && counted.contains("depth: 3, detail: Divide"),
            "{counted}"
        );
        let verified = task_of("hexmate perft --verify a.perft b.perft --limit 9");
        assert!(
            verified.starts_with("Verify(PerftVerify { paths: [\"a.perft\", \"b.perft\"], limit: 9"),
            "{verified}"
        );
    }
}
