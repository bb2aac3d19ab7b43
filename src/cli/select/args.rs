//! The arguments of `select`. The doc comments are the help.

use clap::ValueHint;
use hexmate_games::select::SortDirection;
use hexmate_tasks::SelectField;

use crate::cli::select::conditions::{GameConditionArgs, ProblemConditionArgs, SharedConditionArgs};
use crate::cli::shared::destination::{Destination, Form};
use crate::cli::shared::number::{number, whole};
use crate::cli::shared::reading::GameReading;

/// Select, sort, split and join games or problems of collections.
///
/// Games that meet all conditions are written as PGN; games from PGN files are copied
/// unchanged, with one blank line between them. Problems are written in the format of their
/// file, rows and lines unchanged; problems of tables with different columns become rows of
/// one table with all columns. Several files are read as one collection. Every record goes
/// to the output or to --others, or is reported on stderr as a duplicate; --report lists all
/// records.
#[derive(clap::Args, Debug)]
#[command(before_help = "hexmate select games.pgn --player Smith --unique -o smith.pgn\n\
    hexmate select problems.csv --like new.csv --matches anticipations.csv")]
pub struct Select {
    /// Files of games or of problems, or folders (their files in pgn, fen, epd, csv, jsonl, inp, olv and yaml); `-` is stdin.
    #[arg(value_name = "FILES", required = true, value_hint = ValueHint::AnyPath)]
    pub files: Vec<String>,

    /// Leave out games with the same moves as an earlier game, even if their tags differ, and problems with the
    /// stipulation, the twins and the position of an earlier problem, which may be turned, mirrored or have its colours
    /// exchanged. Games that only share a beginning with an earlier one are kept and listed.
    #[arg(long)]
    pub unique: bool,

    /// With --unique: leave out also games that are the beginning of a longer game, with the same moves as far as they
    /// go. The longer game is kept. Games of other players are kept too and listed; names may be written differently.
    #[arg(long, requires = "unique")]
    pub beginnings: bool,

    /// Sort by these fields, separated by commas. Games: date, event, site, round, white, black, player, result,
    /// length, variant. Problems: id, author, source, date, stipulation, length, pieces, verdict, quality, difficulty,
    /// variations, variant. `-date` sorts in descending order. Records without the field come last.
    #[arg(long, value_name = "FIELDS", value_delimiter = ',', value_parser = order, allow_hyphen_values = true)]
    pub sort: Vec<Order>,

    /// Write one file for each event, site, year, white, black, player, result or variant of games, for each author,
    /// source, year, stipulation, length, theme, verdict or variant of problems, or for every N records. With player,
    /// a game goes to the files of both players, with author or theme a problem to the files of each.
    #[arg(long, value_name = "FIELD|N", value_parser = split, requires = "output")]
    pub split: Option<Split>,

    /// Write to this file instead of stdout; with --split a folder, or a name that contains the field, as `{event}`.
    #[arg(short, long, value_name = "FILE", value_parser = Form::Records)]
    pub output: Option<Destination>,

    /// Write the records that do not meet the conditions to this file.
    #[arg(long, value_name = "FILE", value_parser = Form::Records)]
    pub others: Option<Destination>,

    /// Write a row for every record to this CSV file: whether it was selected, and its output files.
    #[arg(long, value_name = "FILE.csv", value_parser = Form::Csv)]
    pub report: Option<Destination>,

    /// Solve problems without the columns of a report that a condition, --sort, --split or --like needs. This can take
    /// long; to select several times, write a report with `solve --report` and select from it.
    #[arg(long)]
    pub solve: bool,

    /// Stop solving a problem after N nodes.
    #[arg(long, value_name = "N", requires = "solve", value_parser = number(1..=u64::MAX))]
    pub nodes: Option<u64>,

    #[command(flatten)]
    pub anticipation: Anticipation,

    #[command(flatten)]
    pub shared: SharedConditionArgs,

    #[command(flatten)]
    pub games: GameConditionArgs,

    #[command(flatten)]
    pub problems: ProblemConditionArgs,

    #[command(flatten)]
    pub reading: GameReading,
}

impl Select {
    /// Returns whether the most similar problems come first.
    pub fn sorts_by_likeness(&self) -> bool {
        self.anticipation.like.is_some() && self.sort.is_empty()
    }
}

/// Comparison with other problems.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Anticipation (problems like those of another file)")]
pub struct Anticipation {
    /// Select problems that are like a problem of this file, or like this position, most similar first: the same
    /// position turned, mirrored, shifted or with colours exchanged, with pieces missing, added or exchanged. The
    /// likeness is the share of pieces that coincide, and of keys and answers where they are known of both problems:
    /// from the columns of a report, the column `key`, or with --solve.
    #[arg(long, value_name = "FILE|FEN", value_hint = ValueHint::FilePath)]
    pub like: Option<String>,

    /// Least likeness, in percent.
    #[arg(long, value_name = "PERCENT", default_value = "60", requires = "like", value_parser = number(1..=100_u32))]
    pub least: u32,

    /// Write the most similar problems of each problem of --like to this CSV file, with what is equal and what is not.
    #[arg(long, value_name = "FILE.csv", requires = "like", value_parser = Form::Csv)]
    pub matches: Option<Destination>,

    /// Write N problems to --matches for each problem of --like.
    #[arg(long, value_name = "N", default_value = "10", requires = "matches", value_parser = number(1..=usize::MAX))]
    pub most: usize,
}

/// Sort field and direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    /// Field to sort by.
    pub field: SelectField,
    /// Direction.
    pub direction: SortDirection,
}

/// Rule that divides the selected records into files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Split {
    /// One file for each value of a field.
    By(SelectField),
    /// Files of this many records, at least 1.
    Every(usize),
}

impl Split {
    /// Returns the placeholder for the name of a group in file names.
    pub fn word(self) -> &'static str {
        match self {
            Self::By(field) => field.word(),
            Self::Every(_) => "n",
        }
    }
}

fn field(word: &str) -> Result<SelectField, String> {
    let words = || SelectField::words().join(", ");
    SelectField::from_word(word).ok_or_else(|| format!("expected one of {}", words()))
}

fn order(text: &str) -> Result<Order, String> {
    let text = text.trim();
    let (word, direction) = match text.strip_prefix('-') {
        Some(word) => (word, SortDirection::Descending),
        None => (text, SortDirection::Ascending),
    };
    Ok(Order { field: field(word)?, direction })
}

/// Fields of which each value has its own file.
const SPLIT_FIELDS: [&str; 14] = [
    "event",
    "site",
    "year",
    "white",
    "black",
    "player",
    "result",
    "author",
    "source",
    "stipulation",
    "length",
    "theme",
    "verdict",
    "variant",
];

fn split(text: &str) -> Result<Split, String> {
    match whole(text).map(usize::try_from) {
        Some(Ok(0)) => Err("expected at least 1 record for each file".to_owned()),
        Some(Ok(records)) => Ok(Split::Every(records)),
        Some(Err(_)) | None => {
            let field =
                SelectField::from_word(text.trim()).filter(|field| SPLIT_FIELDS.contains(&field.word()));
            field.map(Split::By).ok_or_else(|| format!("expected {} or a number", SPLIT_FIELDS.join(", ")))
        }
    }
}
