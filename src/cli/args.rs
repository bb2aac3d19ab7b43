//! The command line of the program: common options and the list of commands. The doc comments are the help.

use std::ffi::OsString;
use std::io::{self, Write};
use std::sync::LazyLock;

use clap::error::ErrorKind;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};

use hexmate_batch::files::Outputs;
use hexmate_batch::terminal::one_line;

use crate::cli::analyse::args::Analyse;
use crate::cli::completions::Completions;
use crate::cli::compose::args::Compose;
use crate::cli::convert::args::Convert;
use crate::cli::diagnostic;
use crate::cli::diagram::args::Diagram;
use crate::cli::endgame::args::Endgame;
use crate::cli::help::topics::Help;
use crate::cli::man::Man;
use crate::cli::matches::args::Match;
use crate::cli::merge::args::Merge;
use crate::cli::mine::args::Mine;
use crate::cli::moves::args::Moves;
use crate::cli::options::Arguments;
use crate::cli::perft::args::Perft;
use crate::cli::play::args::Play;
use crate::cli::select::args::Select;
use crate::cli::shared::common::Common;
use crate::cli::shared::output_paths::OutputPaths;
use crate::cli::shared::typed_options::TypedOptions;
use crate::cli::solve::args::Solve;
use crate::cli::stats::args::Stats;
use crate::cli::uci::args::Uci;
use crate::cli::validate::args::Validate;
use crate::cli::verify_certificate::args::VerifyCertificate;
use crate::cli::{outputs, pages};

use crate::cli::exit::{Failure, Status};

/// Hexagonal chess: legal moves, node counts, problems, games and diagrams.
///
/// Data goes to stdout or to the file named by -o, messages to stderr. `-` is stdin.
/// Input files may be compressed with gzip or zstd.
#[derive(Parser, Debug)]
#[command(name = "hexmate", version, long_version = LONG_VERSION.as_str(), disable_help_subcommand = true)]
#[command(before_help = "hexmate solve problems.csv --html solutions.html\n\
    hexmate validate games.pgn --repair=repaired.pgn")]
pub struct Args {
    #[command(flatten)]
    pub common: Common,
    #[command(subcommand)]
    pub command: Command,
    /// Options that define the work, recorded in checkpoints and parts.
    #[arg(skip)]
    pub arguments: Arguments,

    /// Paths of the outputs.
    #[arg(skip)]
    pub paths: OutputPaths,
    /// Files that the command line reads and writes.
    #[arg(skip)]
    pub outputs: Outputs,
}

/// A command with its arguments.
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
    Uci(Uci),
    Match(Match),
    Analyse(Analyse),
    Diagram(Box<Diagram>),
    Endgame(Endgame),
    Compose(Compose),
    Help(Help),
    Completions(Completions),
    Man(Man),
}

impl Args {
    /// Parses a command line that begins with the name of the program.
    ///
    /// # Errors
    ///
    /// If it asks for help or is invalid: prints the help or the message, and returns the exit status.
    pub fn read(words: impl Iterator<Item = OsString>) -> Result<Self, Status> {
        let words: Vec<OsString> = words.collect();
        diagnostic::set_color(&words);
        Self::parse_from_words(words.iter().cloned()).map_err(|error| {
            if error.exit_code() == 0 {
                let written = error.print().and_then(|()| io::stdout().flush());
                return written.map_or_else(|error| Failure::from(error).report(), |()| Status::Clean);
            }
            // Parse escaped arguments again, so that the message has no control sequences for the terminal.
            let shown = words.iter().map(|word| one_line(&word.to_string_lossy()).into_owned().into());
            match Self::parse_from_words(shown) {
                // The status is the same if the message cannot be printed.
                Err(shown) if shown.kind() == error.kind() => drop(shown.print()),
                _ => diagnostic::print_note_lines(error.to_string().trim_end()),
            }
            Status::Usage
        })
    }

    /// Parses a command line that begins with the name of the program, and prints nothing.
    pub fn parse_from_words(words: impl Iterator<Item = OsString>) -> Result<Self, clap::Error> {
        let mut command = command();
        let matches = command.try_get_matches_from_mut(words)?;
        let args = Self::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
        let (page, matches) = innermost(&mut command, &matches);
        let args =
            Self { arguments: Arguments::new(page, matches), paths: OutputPaths::new(page, matches), ..args };
        match args.fault(page, matches) {
            None => Ok(args),
            Some(fault) => Err(page.error(ErrorKind::ArgumentConflict, fault)),
        }
    }

    /// Returns an error that the parser cannot detect: an option without effect because of the value of another one,
    /// or conflicting outputs. `page` is the command that `matches` belong to.
    fn fault(&self, page: &clap::Command, matches: &ArgMatches) -> Option<String> {
        let given = TypedOptions(matches);
        let own = || match &self.command {
            Command::Solve(args) => args.fault(given, &self.paths),
            Command::Perft(args) => args.fault(),
            Command::Mine(args) => args.fault(),
            Command::Convert(args) => args.fault(given),
            Command::Stats(args) => args.fault(given),
            Command::Play(args) => args.fault(given),
            Command::Diagram(args) => args.fault(given),
            _ => None,
        };
        self.unused_common_option().or_else(own).or_else(|| outputs::fault(page, matches, &self.outputs))
    }

    /// Returns an error if `--variant` or `--encoding` has no effect. clap does not check conflicts of options that are
    /// typed before the command.
    fn unused_common_option(&self) -> Option<String> {
        let (has_files, why) = match &self.command {
            Command::Merge(_) => (false, "parts contain the results"),
            Command::Help(_) | Command::Completions(_) | Command::Man(_) => {
                (false, "this command reads no games or positions")
            }
            Command::Perft(args) if args.verifies_alone() => {
                (true, "reference tables name their games and positions")
            }
            Command::VerifyCertificate(args) if args.problems.is_none() => {
                (true, "certificates name their games; it applies to --problems only")
            }
            Command::Diagram(args) if args.rules.is_some() => (true, "--rules names the game"),
            _ => return None,
        };
        let option = match (&self.common.variant, &self.common.encoding) {
            (Some(_), _) => "--variant",
            (None, Some(_)) if !has_files => "--encoding",
            _ => return None,
        };
        Some(format!("{option} has no effect here: {why}"))
    }
}

/// Returns the innermost command that was typed, with its matches.
fn innermost<'a>(
    mut command: &'a mut clap::Command,
    mut matches: &'a ArgMatches,
) -> (&'a mut clap::Command, &'a ArgMatches) {
    // Parsing has built the commands along this path.
    while let Some((name, inner)) = matches.subcommand() {
        command = command.find_subcommand_mut(name).expect("a command that was parsed");
        matches = inner;
    }
    (command, matches)
}

/// Returns the complete command line, also for completions and manual pages.
pub fn command() -> clap::Command {
    pages::with_layout(Args::command())
}

/// Version with the features of the build and, if known, the commit.
static LONG_VERSION: LazyLock<String> = LazyLock::new(|| {
    let features = [("png", cfg!(feature = "png")), ("pdf", cfg!(feature = "pdf"))];
    let built: Vec<&str> = features.iter().filter(|(_, is_built)| *is_built).map(|(name, _)| *name).collect();
    let features = if built.is_empty() { "none".to_owned() } else { built.join(", ") };
    let commit = option_env!("HEXMATE_COMMIT").unwrap_or("unknown");
    format!("{}\nfeatures: {features}\ncommit: {commit}", env!("CARGO_PKG_VERSION"))
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::options::{Kind, Kinds};

    #[test]
    fn command_line_is_consistent() {
        command().debug_assert();
    }

    #[test]
    fn commands_have_examples_that_parse() {
        let mut command = command();
        command.build();
        let root = ("hexmate".to_owned(), &command);
        for (name, page) in pages::all(&command).into_iter().chain([root]) {
            let (_, examples) = pages::description(page);
            assert_eq!(examples.lines().count(), 2, "{name}");
            for line in examples.lines() {
                // The rest of the line is for a shell.
                let line = line.split(" > ").next().and_then(|line| line.split(" | ").next());
                let mut words: Vec<OsString> = Vec::new();
                for (at, quoted) in line.unwrap_or_default().split('\'').enumerate() {
                    match at % 2 {
                        0 => words.extend(quoted.split_whitespace().map(OsString::from)),
                        _ => words.push(quoted.into()),
                    }
                }
                if let Err(error) = Args::parse_from_words(words.into_iter()) {
                    panic!("{line:?}: {error}");
                }
            }
        }
    }

    fn options_of(line: &str) -> Arguments {
        Args::parse_from_words(line.split(' ').map(OsString::from)).expect("a command line").arguments
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

    /// A new option must be listed here: one that does not define the work belongs into `Execution` or a similar
    /// group, one that a resumed run may change into a changeable group.
    #[test]
    fn long_work_options_are_classified() {
        let (mut command, kinds) = (command(), Kinds::new());
        command.build();
        let listed = |name: &str, kind: Kind| {
            let command = command.find_subcommand(name).expect(name);
            let args = command.get_arguments().filter(|arg| kinds.of(arg) == kind);
            let mut names: Vec<&str> = args.map(|arg| arg.get_id().as_str()).collect();
            names.sort_unstable();
            names.join(" ")
        };
        for (name, work, changeable, execution) in [
            (
                "perft",
                "breakdown cells compare divide encoding engine engine_time fens from_fen help moves operands \
                 split_depth to_fen to_files variant verify",
                "count_format count_output depth limit",
                "checkpoint color escape_formulas hash part quiet resume shard threads",
            ),
            (
                "validate",
                "accept cells encoding files format from_fen help html language letters no_variations only_repaired output \
                 repair report stalemate strict tables variant",
                "",
                "checkpoint color escape_formulas part quiet resume shard threads",
            ),
            (
                "solve",
                "audience board book cells certificate columns coordinates diagrams encoding epd every_defence figurines \
                 files format from_fen help hide_duals hide_short html jsonl key_arrows keys_only language mate mate_sign \
                 memory no_captions no_time output paper pgn piece_list pieces report set_play solutions solving_sheet sort \
                 style tables text theme title to_move tries variant",
                "nodes time",
                "checkpoint color escape_formulas part quiet resume shard threads",
            ),
            (
                "analyse",
                "cells encoding files format from_fen help html language letters output pgn position_depth position_nodes \
                 position_time stalemate strict tables variant",
                "",
                "checkpoint color escape_formulas part quiet resume shard threads",
            ),
            (
                "mine",
                "cells encoding files format from_fen help letters mate min_mate only_move output played prefix stalemate \
                 strict tables variant whole_games",
                "nodes",
                "checkpoint color escape_formulas part quiet resume shard threads",
            ),
        ] {
            assert_eq!(listed(name, Kind::Work), work, "{name}");
            assert_eq!(listed(name, Kind::Changeable), changeable, "{name}");
            assert_eq!(listed(name, Kind::Execution), execution, "{name}");
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
    fn options_without_effect_are_refused() {
        for (line, option) in LINES {
            let words = ["hexmate"].into_iter().chain(line.split(' ')).map(OsString::from);
            let error = Args::parse_from_words(words).expect_err(line);
            assert_eq!(error.exit_code(), 2, "{line}");
            assert!(error.to_string().contains(option), "{line}: {error}");
        }
    }

    /// Command lines with an option that would have no effect, and that option.
    const LINES: &[(&str, &str)] = &[
        ("perft --verify --variant mini", "--variant"),
        ("perft --verify a.perft --from-fen oblique", "--from-fen"),
        ("perft --verify a.perft --depth 2", "--depth"),
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
