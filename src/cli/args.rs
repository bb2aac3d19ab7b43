//! The command line of the program: common options and the list of commands. The doc comments are the help.

use std::ffi::OsString;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::sync::LazyLock;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{ArgMatches, ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};

use hexmate_batch::files::{Encoding, Outputs};
use hexmate_batch::terminal::one_line;
use hexmate_position::Game;

use crate::cli::completions::Completions;
use crate::cli::compose::args::Compose;
use crate::cli::convert::args::Convert;
use crate::cli::diagnostic;
use crate::cli::diagram::args::Diagram;
use crate::cli::endgame::args::Endgame;
use crate::cli::help::topics::Help;
use crate::cli::man::Man;
use crate::cli::merge::args::Merge;
use crate::cli::mine::args::Mine;
use crate::cli::moves::args::Moves;
use crate::cli::options::{Arguments, Given};
use crate::cli::perft::Perft;
use crate::cli::play::args::Play;
use crate::cli::select::args::Select;
use crate::cli::solve::args::Solve;
use crate::cli::stats::args::Stats;
use crate::cli::validate::args::Validate;
use crate::cli::verify_certificate::args::VerifyCertificate;
use crate::cli::{outputs, pages};

use crate::cli::exit::{Failure, Status};

/// Hexagonal chess: legal moves, node counts, problems, games and diagrams.
///
/// Data goes to stdout, or to the file named by -o; everything else goes to
/// stderr. `-` is stdin. Files may be packed with gzip or zstd.
#[derive(Parser, Debug)]
#[command(name = "hexmate", version, long_version = LONG_VERSION.as_str(), disable_help_subcommand = true)]
#[command(before_help = "hexmate solve problems.csv --html solutions.html\n\
    hexmate validate games.pgn --repair=repaired.pgn")]
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

    /// When to colour messages, errors and help; `auto` does at a terminal, unless `NO_COLOR` is set or `TERM` is
    /// dumb, and everywhere if `CLICOLOR_FORCE` is set.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: ColorChoice,
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
        diagnostic::set_color(&words);
        Self::parsed(words.iter().cloned()).map_err(|error| {
            if error.exit_code() == 0 {
                let written = error.print().and_then(|()| io::stdout().flush());
                return written.map_or_else(|error| Failure::from(error).report(), |()| Status::Clean);
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
        let args = Self::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
        let (page, leaf) = leaf(&mut command, &matches);
        let args = Self { arguments: Arguments::new(page, leaf), ..args };
        match args.fault(page, leaf) {
            None => Ok(args),
            Some(fault) => Err(page.error(ErrorKind::ArgumentConflict, fault)),
        }
    }

    /// What the parser cannot know: options that do nothing beside values of others, and outputs that get into each
    /// other's way. `page` is the command that `matches` are of.
    fn fault(&self, page: &clap::Command, matches: &ArgMatches) -> Option<String> {
        let given = Given(matches);
        let own = || match &self.command {
            Command::Solve(args) => args.fault(given),
            Command::Mine(args) => args.fault(),
            Command::Convert(args) => args.fault(given),
            Command::Stats(args) => args.fault(given),
            Command::Play(args) => args.fault(given),
            Command::Diagram(args) => args.fault(given),
            _ => None,
        };
        self.idle_game().or_else(own).or_else(|| outputs::fault(page, matches, &self.outputs))
    }

    /// Why `--variant` or `--encoding` does nothing, if it does. Conflicts of options before the command are unknown to
    /// clap.
    fn idle_game(&self) -> Option<String> {
        let (has_files, why) = match &self.command {
            Command::Merge(_) => (false, "parts hold what was found"),
            Command::Help(_) | Command::Completions(_) | Command::Man(_) => (false, "this is about no game"),
            Command::Perft(args) if args.verify => (true, "reference tables name their games and positions"),
            Command::VerifyCertificate(args) if args.problems.is_none() => {
                (true, "certificates name their games; only --problems may need one")
            }
            Command::Diagram(args) if args.rules.is_some() => (true, "--rules names the game"),
            _ => return None,
        };
        let option = match (&self.common.variant, &self.common.encoding) {
            (Some(_), _) => "--variant",
            (None, Some(_)) if !has_files => "--encoding",
            _ => return None,
        };
        Some(format!("{option} does nothing here: {why}"))
    }
}

/// The innermost command that was typed, and what was typed of it.
fn leaf<'a>(
    mut command: &'a mut clap::Command,
    mut matches: &'a ArgMatches,
) -> (&'a mut clap::Command, &'a ArgMatches) {
    // Parsing has built the commands on this way, and no others need to be.
    while let Some((name, inner)) = matches.subcommand() {
        command = command.find_subcommand_mut(name).expect("a command that was parsed");
        matches = inner;
    }
    (command, matches)
}

/// The whole command line, for what describes it: completions and manual pages.
pub fn command() -> clap::Command {
    pages::laid_out(Args::command())
}

/// The version with what the build has, and the commit if that is known.
static LONG_VERSION: LazyLock<String> = LazyLock::new(|| {
    let features = [("png", cfg!(feature = "png")), ("pdf", cfg!(feature = "pdf"))];
    let built: Vec<&str> = features.iter().filter(|(_, is_built)| *is_built).map(|(name, _)| *name).collect();
    let features = if built.is_empty() { "none".to_owned() } else { built.join(", ") };
    let commit = option_env!("HEXMATE_COMMIT").unwrap_or("unknown");
    format!("{}\nfeatures: {features}\ncommit: {commit}", env!("CARGO_PKG_VERSION"))
});

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
    use crate::cli::options::{Kind, Kinds};

    #[test]
    fn the_command_line_contradicts_itself_nowhere() {
        command().debug_assert();
    }

    #[test]
    fn commands_have_examples_that_parse() {
        let mut command = command();
        command.build();
        let root = ("hexmate".to_owned(), &command);
        for (name, page) in pages::of(&command).into_iter().chain([root]) {
            let (_, examples) = pages::description(page);
            assert_eq!(examples.lines().count(), 2, "{name}");
            for line in examples.lines() {
                // What follows is for a shell.
                let line = line.split(" > ").next().and_then(|line| line.split(" | ").next());
                let mut words: Vec<OsString> = Vec::new();
                for (at, quoted) in line.unwrap_or_default().split('\'').enumerate() {
                    match at % 2 {
                        0 => words.extend(quoted.split_whitespace().map(OsString::from)),
                        _ => words.push(quoted.into()),
                    }
                }
                if let Err(error) = Args::parsed(words.into_iter()) {
                    panic!("{line:?}: {error}");
                }
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
        let (mut command, kinds) = (command(), Kinds::new());
        command.build();
        let told = |name: &str, kind: Kind| {
            let command = command.find_subcommand(name).expect(name);
            let args = command.get_arguments().filter(|arg| kinds.of(arg) == kind);
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

    #[test]
    fn idle_options_are_refused() {
        for (line, option) in LINES {
            let words = ["hexmate"].into_iter().chain(line.split(' ')).map(OsString::from);
            let error = Args::parsed(words).expect_err(line);
            assert_eq!(error.exit_code(), 2, "{line}");
            assert!(error.to_string().contains(option), "{line}: {error}");
        }
    }

    /// Lines in which an option would do nothing, and that option.
    const LINES: &[(&str, &str)] = &[
        ("perft --verify --variant mini", "--variant"),
        ("perft --verify a.perft --from-fen oblique", "--from-fen"),
        ("validate a.pgn --format csv --html -", "--format"),
        ("solve a.csv --format csv --text -", "--format"),
        ("solve a.csv --keys-only --every-defence", "--every-defence"),
        ("solve a.csv --keys-only --hide-duals --text x.txt", "--hide-duals"),
        ("solve a.csv --hide-short", "--hide-short"),
        ("solve a.csv --key-arrows --text x.txt", "--key-arrows"),
        ("solve a.csv --theme print", "--theme"),
        ("solve a.csv --html a.html --key-arrows", "--key-arrows"),
        ("solve a.csv --paper letter", "--paper"),
        ("diagram --rules mini --to-move", "--to-move"),
        ("verify-certificate a --variant mini", "--variant"),
        ("convert a.pgn --to uci --notation long", "--notation"),
        ("convert a.pgn --to pgn --notation uci --language polish", "--language"),
        ("convert a.pgn --to csv --to-fen oblique", "--to-fen"),
        ("stats a.pgn --format json --html -", "--format"),
        ("stats a.pgn --opening 0 --min-games 3", "--min-games"),
        ("merge a b --variant mini", "--variant"),
        ("completions bash --variant mini", "--variant"),
        ("man --variant mini", "--variant"),
        ("help --variant mini", "--variant"),
        ("play --seed 3", "--seed"),
        ("play --seats human,human --seed 3", "--seed"),
        ("diagram --rules mini --variant glinski", "--variant"),
        ("diagram --rules mini --from-fen oblique", "--from-fen"),
        ("diagram --rules mini --mark c3", "--mark"),
        ("diagram --template -o x --count", "--count"),
        ("diagram --rules mini --sheet", "--sheet"),
        ("diagram --template -o x --pieces plain", "--pieces"),
        ("diagram start --paper letter", "--paper"),
        ("diagram start --columns 2", "--columns"),
        ("diagram start --format ascii --theme print", "--theme"),
        ("diagram start -o start.txt --moves-of d1", "--moves-of"),
        ("diagram a.csv --format ascii --sheet", "--sheet"),
    ];
}
