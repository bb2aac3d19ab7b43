//! The arguments of `solve`.

use crate::cli::shared::choice::choice;
use crate::cli::shared::destination::{Destination, Form};
use crate::cli::shared::number::number;
use clap::builder::TypedValueParser;
use clap::{ArgGroup, ValueHint};
use std::path::{Path, PathBuf};
use std::time::Duration;

use hexmate_core::mate::Scope;
use hexmate_diagram::{ColourTheme, Coordinates, PieceSet, ToMove};
use hexmate_problems::SolveOptions;
use hexmate_report::page::Audience;
use hexmate_report::recorded::{CheckFormat, OutputKind, RecordedSolutions};
use hexmate_report::{BoardLook, Captions, Hidden, PrintedSetPlay, SolveForm, SolveLook};

use super::issue::DescribedIssue;
use super::layout::Layout;
use crate::cli::diagram::args::{When, coordinates, piece_set, theme};
use crate::cli::shared::long::LongWork;
use crate::cli::shared::output_paths::OutputPaths;
use crate::cli::shared::position::FenOrder;
use crate::cli::shared::table::CheckOutput;
use crate::cli::shared::typed_options::TypedOptions;

/// Solve problems.
///
/// Finds the shortest solution within the stipulation and all its keys. Each problem gets
/// a verdict: `SOUND` (one key, or as many solutions as the file claims), `COOKED` (more
/// solutions), `FEWER_SOLUTIONS` (fewer), `SHORT_SOLUTION` (solvable in fewer moves),
/// `NO_SOLUTION` (proved unsolvable), `NOT_FINISHED` (a limit was reached), `ILLEGAL` (the
/// position breaks a rule) or `BAD_INPUT` (the record cannot be read).
///
/// Stipulations are `#2`, `s#2`, `r#2`, `h#2`, `hs#2`, `ser-h#4`, the same with `=` for
/// stalemate, and others: see `hexmate help stipulations`. The side to move begins.
///
/// The column or opcode `twin` defines twins of a problem, each solved as a separate
/// problem: `b) Rc4 -> d5; c) Rc4 <-> Bd5; +d) +bPe6, -wNf3; e) exchanged colours; f) h#3`.
/// With `+` a twin starts from the previous twin. Also `mirror a1 <-> l1`, `shift f6 -> f7`,
/// `turn 60`, and `zeroposition` where the diagram is not a problem.
///
/// Claims of the file are checked: keys in any notation, and the number of solutions. A
/// false claim is shown on the line of its problem and in all outputs. Author, source and
/// all other columns are kept.
///
/// stdout has one line for each problem. The whole solution (set play, tries, threats and
/// all variations) is written to the output files, where `-` is stdout and replaces these
/// lines, and to tables in CSV and JSON.
#[derive(clap::Args, Debug)]
#[command(before_help = "hexmate solve problems.csv --html solutions.html\n\
    hexmate solve '1/3/1B1PB/2k4/7p1/1PBN7/1K4N4/6p4/11/10r/1b9 w - 0 1' --mate 2 --tries 1")]
pub struct Solve {
    /// Files of problems: CSV with a column `fen`, also with `moves`, JSON Lines, lines of EPD or FEN; folders (their files
    /// in csv, jsonl, epd, fen, inp, olv and yaml); a FEN in quotes; or one description of a magazine (.toml). `-` is stdin.
    #[arg(value_name = "FILES", required = true, value_hint = ValueHint::AnyPath)]
    pub files: Vec<String>,

    #[command(flatten)]
    pub tables: EndingTables,

    /// Number of moves of problems that do not state it.
    #[arg(long, value_name = "N", help_heading = "Problems", value_parser = number(1..=u32::MAX))]
    pub mate: Option<u32>,

    #[command(flatten, next_help_heading = "Problems")]
    pub order: FenOrder,

    #[command(flatten)]
    detail: SolutionDetail,

    #[command(flatten)]
    hidden: HiddenLines,

    /// Write the whole solutions as text to this file, in Popeye's layout unless --style names another.
    #[arg(long, value_name = "FILE", help_heading = "Output", value_parser = Form::Text)]
    pub text: Option<Destination>,

    /// Write a row for every problem to this CSV file.
    #[arg(long, value_name = "FILE.csv", help_heading = "Output", value_parser = Form::Csv)]
    pub report: Option<Destination>,

    /// Write a JSON object with the whole solution of every problem to this file.
    #[arg(long, value_name = "FILE", help_heading = "Output", value_parser = Form::Json)]
    pub jsonl: Option<Destination>,

    /// Write every problem with its keys as an EPD line to this file.
    #[arg(long, value_name = "FILE", help_heading = "Output", value_parser = Form::Epd)]
    pub epd: Option<Destination>,

    /// Write every solution as a game with variations to this PGN file.
    #[arg(long, value_name = "FILE", help_heading = "Output", value_parser = Form::Pgn)]
    pub pgn: Option<Destination>,

    /// Write an HTML page with every problem, its diagram and its solution to this file.
    #[arg(long, value_name = "FILE", help_heading = "Output", value_parser = Form::Html)]
    pub html: Option<Destination>,

    /// Readers of the HTML page. By default editors, or readers of a magazine.
    #[arg(
        long = "for",
        value_name = "AUDIENCE",
        help_heading = "Output",
        requires = "html",
        value_parser = audiences()
    )]
    audience: Option<Audience>,

    /// Draw every problem into this folder, with author, source, stipulation, number of pieces and side to move.
    #[arg(long, value_name = "DIR", help_heading = "Diagrams", value_parser = Form::Folder)]
    pub diagrams: Option<Destination>,

    #[command(flatten)]
    text_around: TextAround,

    /// Show the keys as arrows in the diagrams.
    #[arg(long, help_heading = "Diagrams", requires = "diagrams")]
    pub key_arrows: bool,

    #[command(flatten)]
    boards: Boards,

    /// Write a certificate (proof) of every direct mate into this folder, for `verify-certificate`.
    #[arg(long, value_name = "DIR", help_heading = "Output", value_parser = Form::Folder)]
    pub certificate: Option<Destination>,

    #[command(flatten)]
    pub limits: LimitArgs,

    /// Memory of the whole program for all threads, in MiB. It does not change the results.
    #[arg(long, value_name = "MIB", help_heading = "Limits", value_parser = number::<u32>(1..=1 << 20))]
    pub memory: Option<u32>,

    /// Leave times out of all outputs.
    #[arg(long, help_heading = "Solution")]
    no_time: bool,

    #[command(flatten, next_help_heading = "Output")]
    pub output: CheckOutput,

    #[command(flatten)]
    pub layout: Layout,

    #[command(flatten)]
    pub long: LongWork,
}

/// Tables of endings for the solver.
#[derive(clap::Args, Debug)]
pub struct EndingTables {
    /// Use the tables of endings in this folder, written by `endgame build`. Without it, only mates in five or more
    /// with three pieces on the board (in six or more with a pawn) are looked up, in tables built in memory.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    tables: Option<PathBuf>,
}

impl EndingTables {
    /// Returns the folder, if one is given.
    pub fn folder(&self) -> Option<&Path> {
        self.tables.as_deref()
    }
}

/// Limits of the searches.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Limits")]
pub struct LimitArgs {
    /// Stop searching a problem after N nodes.
    #[arg(long, value_name = "N", value_parser = number(0..=u64::MAX))]
    pub nodes: Option<u64>,

    /// Stop searching a problem after this time.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub time: Option<f64>,
}

/// Options for the detail of solutions.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Solution")]
pub struct SolutionDetail {
    /// Find only the length and the keys, for bulk work.
    #[arg(long)]
    keys_only: bool,

    /// Show tries with at most R refutations, with their threats and variations. By default tries with one refutation
    /// are shown without play, or none with --keys-only.
    #[arg(long, value_name = "R", value_parser = number(0..=u32::MAX))]
    tries: Option<u32>,

    /// Show set play also with --keys-only, and in a book of every problem. By default a book prints it where the
    /// stipulation asks for it (`#2*`), where it is a block, or where the key changes an answer.
    #[arg(long)]
    set_play: bool,

    /// Also show the continuations of defences that do not parry the threat.
    #[arg(long, conflicts_with = "keys_only")]
    every_defence: bool,
}

/// Options to leave out lines of solutions.
#[derive(clap::Args, Debug)]
pub struct HiddenLines {
    /// Leave out defences that lose in fewer moves than the stipulation.
    #[arg(long, conflicts_with = "keys_only")]
    hide_short: bool,

    /// Show only the first continuation of each dual.
    #[arg(long, conflicts_with = "keys_only")]
    hide_duals: bool,
}

/// Name of the group of outputs with diagrams that the program draws.
const DRAWN: &str = "drawn";

/// Look of the boards in diagrams and books.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Diagrams",
    group = ArgGroup::new(DRAWN).args(["diagrams", "book", "solving_sheet"]).multiple(true))]
struct Boards {
    /// Colour theme of the diagrams: warm, greys, print, hatched, outline or dark. By default warm in a folder, greys in a
    /// book.
    #[arg(long, value_name = "THEME", value_parser = theme, requires = DRAWN)]
    theme: Option<ColourTheme>,

    /// Piece set of the diagrams: classic, plain or letters.
    #[arg(long, value_name = "SET", default_value = "classic", value_parser = piece_set, requires = DRAWN)]
    pieces: PieceSet,

    /// Place of the coordinates; by default at the edge, in a book in larger type.
    #[arg(long, value_name = "WHERE", ignore_case = true, value_parser = coordinates(), requires = DRAWN)]
    coordinates: Option<Coordinates>,

    /// Show the side to move as a disc beside the board. By default in books and with captions.
    #[arg(long, value_name = "WHEN", num_args = 0..=1, require_equals = true, default_missing_value = "always",
        requires = DRAWN)]
    to_move: Option<When>,
}

impl Boards {
    fn look(&self) -> BoardLook {
        let to_move = self.to_move.map(|when| match when {
            When::Always => ToMove::Marked,
            When::Never => ToMove::Unmarked,
        });
        let Self { theme, pieces, coordinates, .. } = *self;
        BoardLook { printed_theme: theme, pieces, coordinates, to_move }
    }
}

/// Text around the diagrams.
#[derive(clap::Args, Debug)]
struct TextAround {
    /// Draw only the boards.
    #[arg(long, help_heading = "Diagrams", requires = "diagrams")]
    no_captions: bool,

    /// List the pieces below each board.
    #[arg(long, help_heading = "Diagrams", requires = "diagrams", conflicts_with = "no_captions")]
    piece_list: bool,
}

impl Solve {
    /// Returns an error if `--hide-short` or `--hide-duals` has no effect because no whole solution is written.
    pub fn fault(&self, given: TypedOptions<'_>, paths: &OutputPaths) -> Option<String> {
        let is_table = |kind| {
            use OutputKind::{Certificate, Diagrams, Epd, Lines, SolvingSheet};
            !matches!(kind, Lines | Epd | Diagrams | Certificate | SolvingSheet)
        };
        let is_whole = self.detail.tries.is_some()
            || self.detail.set_play
            || self.detail.every_defence
            || matches!(self.output.format(), CheckFormat::Csv | CheckFormat::Json)
            || paths.kinds().any(is_table);
        let why = "no whole solution is written; add --text, --html, --pgn, --jsonl or --report";
        given.without_effect(["hide_short", "hide_duals"], !is_whole, why)
    }

    /// Returns the detail of the solutions to find.
    pub fn scope(&self, paths: &OutputPaths) -> Scope {
        let is_whole = !self.detail.keys_only && (self.is_whole_shown(paths) || self.has_tables(paths));
        let scope = if is_whole { Scope::FULL } else { Scope::KEYS };
        Scope {
            tries: self.detail.tries.unwrap_or(scope.tries),
            try_play: scope.variations && self.detail.tries.is_some(),
            set_play: self.detail.set_play || scope.set_play,
            every_defence: self.detail.every_defence,
            ..scope
        }
    }

    /// Returns the readers of the HTML page.
    pub fn audience(&self, described: Option<&DescribedIssue>) -> Audience {
        let default = if described.is_some() { Audience::Readers } else { Audience::Editors };
        self.audience.unwrap_or(default)
    }

    /// Returns the text around the diagrams.
    pub fn captions(&self) -> Captions {
        match (self.text_around.no_captions, self.text_around.piece_list) {
            (true, _) => Captions::Hidden,
            (false, true) => Captions::WithPieces,
            (false, false) => Captions::Shown,
        }
    }

    /// Returns whether stdout has whole solutions as text instead of one line for each problem.
    fn is_whole_shown(&self, paths: &OutputPaths) -> bool {
        let detail = &self.detail;
        let is_requested = detail.tries.is_some() || detail.set_play || detail.every_defence;
        // A shard writes no outputs.
        let is_stdout_taken = !self.long.is_shard() && paths.is_stdout_taken();
        self.output.format() == CheckFormat::Text && is_requested && !detail.keys_only && !is_stdout_taken
    }

    /// Returns the options that a log of this run records.
    pub fn recorded(&self, paths: &OutputPaths, described: Option<&DescribedIssue>) -> RecordedSolutions {
        let look = SolveLook {
            lines: self.lines(paths).to_owned(),
            style: self.layout.style,
            language: self.layout.language(described),
            audience: self.audience(described),
            hidden: self.hidden(),
            captions: self.captions(),
            has_key_arrows: self.key_arrows,
            theme: self.boards.theme.unwrap_or_default(),
            boards: self.boards.look(),
            set_play: if self.detail.set_play { PrintedSetPlay::All } else { PrintedSetPlay::Thematic },
            book: self.layout.book(described).look(),
        };
        RecordedSolutions { scope: self.scope(paths), is_keys_only: self.detail.keys_only, look }
    }

    /// Returns the name of the format for stdout or `--output`.
    fn lines(&self, paths: &OutputPaths) -> &'static str {
        if self.is_whole_shown(paths) {
            return "solutions";
        }
        let form = self.output.path().and_then(|path| SolveForm::of(SolveForm::ALL, path));
        match (self.output.named_format(), form) {
            (None, Some(form)) => form.name,
            _ => self.output.format().name(),
        }
    }

    fn has_tables(&self, paths: &OutputPaths) -> bool {
        OutputKind::has_solutions_in(self.lines(paths)) || paths.kinds().any(OutputKind::has_solutions)
    }

    /// Returns the options of each search.
    pub fn options(&self, scope: Scope) -> SolveOptions {
        let LimitArgs { nodes, time } = self.limits;
        let time = time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let options = SolveOptions::default().nodes(nodes).time(time).scope(scope);
        if self.certificate.is_some() { options.with_proofs() } else { options }
    }

    /// Returns the memory of all searches, in MiB.
    pub fn mebibytes(&self) -> Option<usize> {
        self.memory.map(|mebibytes| mebibytes as usize)
    }

    /// Returns which lines are left out of solutions.
    pub fn hidden(&self) -> Hidden {
        Hidden { short: self.hidden.hide_short, duals: self.hidden.hide_duals }
    }

    /// Returns whether outputs show times.
    pub fn has_clock(&self) -> bool {
        !self.no_time
    }
}

fn audiences() -> impl TypedValueParser<Value = Audience> {
    choice([
        ("editors", "Verdicts, wrong claims first, and filters", Audience::Editors),
        (
            "readers",
            "Diagrams in the order of the file, with folded solutions, without verdicts",
            Audience::Readers,
        ),
    ])
}

/// Parses a time in seconds.
pub fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().map_err(|_| "expected a number of seconds".to_owned())?;
    let fits = (0.0..1e9).contains(&seconds);
    if fits { Ok(seconds) } else { Err("expected a number from 0 to 10^9".to_owned()) }
}
