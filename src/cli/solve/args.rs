//! The arguments of `solve`.

use crate::cli::shared::destination::{Destination, Form};
use clap::ValueHint;
use std::path::{Path, PathBuf};
use std::time::Duration;

use hexmate_core::mate::Scope;
use hexmate_diagram::Theme;
use hexmate_report::Format;
use hexmate_report::recorded::{Kind, RecordedSolutions};
use hexmate_report::{Captions, Hidden, SolveForm, SolveLook};
use hexmate_tasks::Limits;

use super::printed::Printed;
use crate::cli::diagram::args::theme;
use crate::cli::options::Given;
use crate::cli::shared::long::LongWork;
use crate::cli::shared::places::Places;
use crate::cli::shared::position::FenOrder;
use crate::cli::shared::table::OutputFile;

/// Solve problems.
///
/// Finds the shortest solution within the stipulation and all its keys, and
/// says one word for every problem: `SOUND`, one key, or as many solutions as are claimed; `COOKED`,
/// more; `FEWER_SOLUTIONS`, fewer; `SHORT_SOLUTION`, fewer moves do; `NO_SOLUTION`, proved;
/// `NOT_FINISHED`, a limit came first; `ILLEGAL`, the position breaks a rule; `BAD_INPUT`, it
/// cannot be read.
///
/// Stipulations are those of `hexmate help stipulations`: `#2`, `s#2`, `r#2`, `h#2`, `hs#2`,
/// `ser-h#4`, with `=` for stalemate as `=2` and `h=2`, and more; the side to move begins.
///
/// A column or an opcode `twin` makes twins of a problem, each solved as one of
/// its own: `b) Rc4 -> d5; c) Rc4 <-> Bd5; +d) +bPe6, -wNf3; e) exchanged
/// colours; f) h#3`. With `+` a twin goes on from the one before it.
///
/// What the file claims is judged: keys in any notation, and how many solutions
/// there are. A claim that is not true is shown on the line of its problem, and in
/// every file. Author, source and all other columns are carried along.
///
/// Stdout has one line a problem. The whole solution (tries, set play, threats
/// and all variations) goes into the files, of which `-` is stdout in place of
/// those lines, and into the tables of CSV and JSON.
#[derive(clap::Args, Debug)]
#[command(before_help = "hexmate solve problems.csv --html solutions.html\n\
    hexmate solve '1/3/1B1PB/2k4/7p1/1PBN7/1K4N4/6p4/11/10r/1b9 w - 0 1' --mate 2 --tries 1")]
pub struct Solve {
    /// Files of problems: CSV with a column `fen`, lines of EPD or FEN; or a FEN in quotes. `-` is stdin.
    #[arg(value_name = "FILES", required = true, value_hint = ValueHint::FilePath)]
    pub files: Vec<String>,

    #[command(flatten)]
    pub tables: EndingTables,

    /// The number of moves, where the file does not state it.
    #[arg(long, value_name = "N", help_heading = "What is asked", value_parser = clap::value_parser!(u32).range(1..))]
    pub mate: Option<u32>,

    #[command(flatten, next_help_heading = "What is asked")]
    pub order: FenOrder,

    #[command(flatten)]
    told: Told,

    #[command(flatten)]
    hidden: HiddenLines,

    /// Write the whole solutions as text to this file, in Popeye's layout unless --style says another.
    #[arg(long, value_name = "FILE", help_heading = "Output", value_parser = Form::Text)]
    pub text: Option<Destination>,

    /// Write a row for every problem to this CSV file.
    #[arg(long, value_name = "FILE.csv", help_heading = "Output", value_parser = Form::Csv)]
    pub report: Option<Destination>,

    /// Write a JSON object with the whole solution for every problem to this file.
    #[arg(long, value_name = "FILE", help_heading = "Output", value_parser = Form::Json)]
    pub jsonl: Option<Destination>,

    /// Write every problem with its keys as a line of EPD to this file.
    #[arg(long, value_name = "FILE", help_heading = "Output", value_parser = Form::Epd)]
    pub epd: Option<Destination>,

    /// Write every solution as a game with variations to this PGN file.
    #[arg(long, value_name = "FILE", help_heading = "Output", value_parser = Form::Pgn)]
    pub pgn: Option<Destination>,

    /// Write one page with every problem, its diagram and its solution to this file.
    #[arg(long, value_name = "FILE", help_heading = "Output", value_parser = Form::Html)]
    pub html: Option<Destination>,

    /// Draw every problem into this folder, with author, source, stipulation, number of pieces and a disc in the
    /// colour of the side to move.
    #[arg(long, value_name = "DIR", help_heading = "Diagrams", value_parser = Form::Folder)]
    pub diagrams: Option<Destination>,

    /// Draw nothing but the boards.
    #[arg(long, help_heading = "Diagrams", requires = "diagrams")]
    no_captions: bool,

    /// Mark the keys as arrows in the diagrams.
    #[arg(long, help_heading = "Diagrams", requires = "diagrams")]
    pub key_arrows: bool,

    /// The colours of the diagrams: warm, greys, print or dark.
    #[arg(long, value_name = "THEME", default_value = "warm", value_parser = theme, help_heading = "Diagrams",
        requires = "diagrams")]
    pub theme: Theme,

    /// Write a proof of every direct mate into this folder, for `verify-certificate`.
    #[arg(long, value_name = "DIR", help_heading = "Output", value_parser = Form::Folder)]
    pub certificate: Option<Destination>,

    #[command(flatten)]
    pub limits: SolveLimits,

    /// Memory for all threads together.
    #[arg(long, value_name = "MIB", help_heading = "Limits", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub memory: Option<u32>,

    /// Leave the clock out of the reports.
    #[arg(long, help_heading = "What is shown")]
    no_time: bool,

    #[command(flatten, next_help_heading = "Output")]
    pub output: OutputFile,

    #[command(flatten)]
    pub printed: Printed,

    #[command(flatten)]
    pub long: LongWork,
}

/// Tables of endings that are asked.
#[derive(clap::Args, Debug)]
pub struct EndingTables {
    /// Ask the tables of endings in this folder, which `endgame build` has written. Mates in five or more with
    /// three pieces on the board, with a pawn in six or more, are looked up in any case.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    tables: Option<PathBuf>,
}

impl EndingTables {
    /// The folder, if there is one.
    pub fn folder(&self) -> Option<&Path> {
        self.tables.as_deref()
    }
}

/// How far searches go before they give up.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Limits")]
pub struct SolveLimits {
    /// Stop the search of a problem after so many positions.
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,

    /// Stop the search of a problem after so many seconds.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub time: Option<f64>,
}

/// How much is told of each solution.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "What is shown")]
pub struct Told {
    /// Only length and keys, for bulk work.
    #[arg(long)]
    keys_only: bool,

    /// Tell tries with at most R refutations, with their threats and variations; else tries with one
    /// refutation and nothing more, or none with --keys-only.
    #[arg(long, value_name = "R")]
    tries: Option<u32>,

    /// Tell the set play also with --keys-only.
    #[arg(long)]
    set_play: bool,

    /// Tell the continuations also of defences that parry no threat.
    #[arg(long, conflicts_with = "keys_only")]
    every_defence: bool,
}

/// What is left out of solutions.
#[derive(clap::Args, Debug)]
pub struct HiddenLines {
    /// Leave out defences that lose faster than the stipulation.
    #[arg(long, conflicts_with = "keys_only")]
    hide_short: bool,

    /// Leave out all continuations of a dual but the first.
    #[arg(long, conflicts_with = "keys_only")]
    hide_duals: bool,
}

impl Solve {
    /// Why `--hide-short` or `--hide-duals` does nothing, if it does: no whole solution is written.
    pub fn fault(&self, given: Given<'_>) -> Option<String> {
        let is_table = |kind| !matches!(kind, Kind::Lines | Kind::Epd | Kind::Diagrams | Kind::Certificate);
        let is_whole = self.told.tries.is_some()
            || self.told.set_play
            || self.told.every_defence
            || self.output.format() != Format::Text
            || self.places().kinds().any(is_table);
        let why = "no whole solution is written; ask for one with --text, --html, --pgn, --jsonl or --report";
        given.idle(["hide_short", "hide_duals"], !is_whole, why)
    }

    /// How much of each solution is told.
    pub fn scope(&self) -> Scope {
        let is_whole = !self.told.keys_only && (self.is_whole_shown() || self.has_tables());
        let scope = if is_whole { Scope::FULL } else { Scope::KEYS };
        Scope {
            tries: self.told.tries.unwrap_or(scope.tries),
            try_play: scope.variations && self.told.tries.is_some(),
            set_play: self.told.set_play || scope.set_play,
            idle_defences: self.told.every_defence,
            ..scope
        }
    }

    /// What stands round the diagrams.
    pub fn captions(&self) -> Captions {
        if self.no_captions { Captions::Hidden } else { Captions::Shown }
    }

    /// Whether stdout has whole solutions as text in place of lines.
    fn is_whole_shown(&self) -> bool {
        let is_asked = self.told.tries.is_some() || self.told.set_play || self.told.every_defence;
        self.output.format() == Format::Text && is_asked && !self.told.keys_only && !self.is_stdout_taken()
    }

    /// Whether one of the files is stdout, so that it has nothing else. A shard takes no place.
    fn is_stdout_taken(&self) -> bool {
        self.long.shard().is_none() && self.places().is_stdout_taken()
    }

    /// Where the outputs go.
    pub fn places(&self) -> Places<'_> {
        Places::new(
            self.output.path(),
            [
                (Kind::Report, self.report.as_deref()),
                (Kind::Jsonl, self.jsonl.as_deref()),
                (Kind::Text, self.text.as_deref()),
                (Kind::Epd, self.epd.as_deref()),
                (Kind::Pgn, self.pgn.as_deref()),
                (Kind::Html, self.html.as_deref()),
                (Kind::Book, self.printed.book.as_deref()),
                (Kind::Diagrams, self.diagrams.as_deref()),
                (Kind::Certificate, self.certificate.as_deref()),
            ],
        )
    }

    /// What a log of this run records.
    pub fn recorded(&self) -> RecordedSolutions {
        let look = SolveLook {
            lines: self.lines().to_owned(),
            style: self.printed.style(),
            language: self.printed.language(),
            hidden: self.hidden(),
            captions: self.captions(),
            has_key_arrows: self.key_arrows,
            theme: self.theme,
            book: self.printed.book().look(),
        };
        RecordedSolutions { scope: self.scope(), look }
    }

    /// Name of the form for stdout or `--output`.
    fn lines(&self) -> &'static str {
        if self.is_whole_shown() {
            return "solutions";
        }
        let form = self.output.path().and_then(|path| SolveForm::of(SolveForm::ALL, path));
        match (self.output.named_format(), form) {
            (None, Some(form)) => form.name,
            _ => match self.output.format() {
                Format::Text => "text",
                Format::Csv => "csv",
                Format::Json => "json",
            },
        }
    }

    fn has_tables(&self) -> bool {
        let is_table = |kind| !matches!(kind, Kind::Lines | Kind::Diagrams | Kind::Certificate);
        self.lines() != "text" || self.places().kinds().any(is_table)
    }

    /// How far a search may go.
    pub fn limits(&self) -> Limits {
        let SolveLimits { nodes, time } = self.limits;
        let time = time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        Limits { nodes, time, mebibytes: self.memory.map(|mebibytes| mebibytes as usize) }
    }

    /// What is left out of solutions.
    pub fn hidden(&self) -> Hidden {
        Hidden { short: self.hidden.hide_short, duals: self.hidden.hide_duals }
    }

    /// Whether the clock shows in the reports.
    pub fn has_clock(&self) -> bool {
        !self.no_time
    }
}

/// A time in seconds.
pub fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().map_err(|_| "expected a number of seconds".to_owned())?;
    let fits = (0.0..1e9).contains(&seconds);
    if fits { Ok(seconds) } else { Err("expected a number from 0 to 10^9".to_owned()) }
}
