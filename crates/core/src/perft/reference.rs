//! Reference tables: counts of chosen positions, each with its source.
//!
//! ```text
//! table     = { line LF }
//! line      = blank | "#" comment | word SP value
//! word      = "id"         a name; begins a case, all other lines belong to the last one
//!           | "source"     who says so, in words; once in every case
//!           | "variant"    the game's name; once
//!           | "fen"        the position, or "start"; once
//!           | "perft"      depth SP nodes
//!           | "breakdown"  depth { SP column SP count }, after the perft of that depth
//! ```
//!
//! Positions and games are kept as text: what they mean is the reader's affair.
//! A case with a fault is left out, and reading goes on at the next.

use std::error::Error;
use std::fmt;
use std::iter::Peekable;

use super::Kind;

/// A part of the table's text with its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableText<'t> {
    /// The text, without white space at its ends.
    pub text: &'t str,
    /// Line, from 1.
    pub line: usize,
    /// First character in the line, from 1.
    pub column: usize,
}

/// A position and what is known of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case<'t> {
    /// Name of the position.
    pub id: TableText<'t>,
    /// Source of the counts.
    pub source: TableText<'t>,
    /// The name of the game.
    pub variant: TableText<'t>,
    /// The position, or `start`.
    pub fen: TableText<'t>,
    /// The numbers; at least one.
    pub counts: Vec<Count>,
}

/// Counts of one depth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count {
    /// Plies.
    pub depth: u32,
    /// Nodes at this depth.
    pub nodes: u64,
    /// Nodes of some kinds, as many as are known.
    pub kinds: Vec<(Kind, u64)>,
    /// The line of the nodes, from 1.
    pub line: usize,
}

/// Why a case cannot be read, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReferenceError {
    /// The fault.
    pub kind: ReferenceErrorKind,
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
}

/// A fault of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ReferenceErrorKind {
    /// A line begins with a word that means nothing.
    UnknownWord,
    /// A line precedes the first `id`.
    OutsideCase,
    /// A line ends too early.
    MissingValue,
    /// A line has more values than expected.
    TrailingText,
    /// A number was expected.
    NoNumber,
    /// A breakdown has a column that does not exist.
    UnknownColumn,
    /// A case lacks this line.
    MissingLine(&'static str),
    /// A line, or a depth or column in it, comes twice in a case.
    RepeatedLine,
    /// A breakdown has no nodes of its depth before it.
    BreakdownAlone,
}

impl ReferenceErrorKind {
    /// Returns the stable code for tables and filters.
    pub const fn code(self) -> &'static str {
        match self {
            Self::UnknownWord => "unknown-word",
            Self::OutsideCase => "outside-case",
            Self::MissingValue => "missing-value",
            Self::TrailingText => "trailing-text",
            Self::NoNumber => "no-number",
            Self::UnknownColumn => "unknown-column",
            Self::MissingLine(_) => "missing-line",
            Self::RepeatedLine => "repeated-line",
            Self::BreakdownAlone => "breakdown-alone",
        }
    }
}

impl fmt::Display for ReferenceErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownWord => {
                f.write_str("expected id, source, variant, fen, perft, breakdown or a comment")
            }
            Self::OutsideCase => f.write_str("expected id, which begins a case"),
            Self::MissingValue => f.write_str("expected a value"),
            Self::TrailingText => f.write_str("expected the end of the line"),
            Self::NoNumber => f.write_str("expected a number"),
            Self::UnknownColumn => f.write_str("expected a column of the breakdown"),
            Self::MissingLine(word) => write!(f, "case without a {word} line"),
            Self::RepeatedLine => f.write_str("expected only once in a case"),
            Self::BreakdownAlone => f.write_str("expected a perft line of this depth before"),
        }
    }
}

impl fmt::Display for ReferenceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.kind)
    }
}

impl Error for ReferenceError {}

/// Reads a table, one case at a time.
pub fn read(text: &str) -> impl Iterator<Item = Result<Case<'_>, ReferenceError>> {
    Cases { lines: lines(text).peekable() }
}

/// Returns the lines that say something.
fn lines(text: &str) -> impl Iterator<Item = TableText<'_>> {
    (1..)
        .zip(text.lines())
        .map(|(line, text)| TableText { text, line, column: 1 }.trimmed())
        .filter(|line| !line.text.is_empty() && !line.text.starts_with('#'))
}

impl TableText<'_> {
    fn error(self, kind: ReferenceErrorKind) -> ReferenceError {
        ReferenceError { kind, line: self.line, column: self.column }
    }

    fn trimmed(self) -> Self {
        let text = self.text.trim_start();
        let skipped = self.text[..self.text.len() - text.len()].chars().count();
        Self { text: text.trim_end(), column: self.column + skipped, ..self }
    }

    /// Returns the first word, and what follows it.
    fn split_word(self) -> (Self, Self) {
        let end = self.text.find(char::is_whitespace).unwrap_or(self.text.len());
        let (word, rest) = self.text.split_at(end);
        let rest = Self { text: rest, column: self.column + word.chars().count(), ..self };
        (Self { text: word, ..self }, rest.trimmed())
    }

    fn present(self) -> Result<Self, ReferenceError> {
        if self.text.is_empty() { Err(self.error(ReferenceErrorKind::MissingValue)) } else { Ok(self) }
    }

    /// Returns the number at the beginning, and what follows it.
    fn split_number(self) -> Result<(u64, Self), ReferenceError> {
        let (word, rest) = self.present()?.split_word();
        let number = word.text.parse().map_err(|_| word.error(ReferenceErrorKind::NoNumber))?;
        Ok((number, rest))
    }

    /// Returns the depth at the beginning, and what follows it.
    fn split_depth(self) -> Result<(u32, Self), ReferenceError> {
        let (number, rest) = self.split_number()?;
        let depth = u32::try_from(number).map_err(|_| self.error(ReferenceErrorKind::NoNumber))?;
        Ok((depth, rest))
    }

    fn end(self) -> Result<(), ReferenceError> {
        if self.text.is_empty() { Ok(()) } else { Err(self.error(ReferenceErrorKind::TrailingText)) }
    }
}

struct Cases<I: Iterator> {
    lines: Peekable<I>,
}

impl<'t, I: Iterator<Item = TableText<'t>>> Iterator for Cases<I> {
    type Item = Result<Case<'t>, ReferenceError>;

    fn next(&mut self) -> Option<Self::Item> {
        let first = self.lines.next()?;
        let mut lines = Vec::new();
        while let Some(line) = self.lines.next_if(|line| line.split_word().0.text != "id") {
            lines.push(line);
        }
        Some(read_case(first, &lines))
    }
}

/// Reads one case, from its first line and the others.
fn read_case<'t>(first: TableText<'t>, others: &[TableText<'t>]) -> Result<Case<'t>, ReferenceError> {
    let (word, id) = first.split_word();
    if word.text != "id" {
        return Err(word.error(ReferenceErrorKind::OutsideCase));
    }
    let id = id.present()?;
    let [mut source, mut variant, mut fen] = [None; 3];
    let mut counts = Vec::new();
    for &line in others {
        let (word, value) = line.split_word();
        match word.text {
            "source" => set_once(&mut source, word, value)?,
            "variant" => set_once(&mut variant, word, value)?,
            "fen" => set_once(&mut fen, word, value)?,
            "perft" => counts.push(read_count(word, value, &counts)?),
            "breakdown" => read_breakdown(word, value, &mut counts)?,
            _ => return Err(word.error(ReferenceErrorKind::UnknownWord)),
        }
    }
    let missing = |line| word.error(ReferenceErrorKind::MissingLine(line));
    if counts.is_empty() {
        return Err(missing("perft"));
    }
    Ok(Case {
        id,
        source: source.ok_or_else(|| missing("source"))?,
        variant: variant.ok_or_else(|| missing("variant"))?,
        fen: fen.ok_or_else(|| missing("fen"))?,
        counts,
    })
}

fn set_once<'t>(
    field: &mut Option<TableText<'t>>,
    word: TableText<'t>,
    value: TableText<'t>,
) -> Result<(), ReferenceError> {
    match field.replace(value.present()?) {
        None => Ok(()),
        Some(_) => Err(word.error(ReferenceErrorKind::RepeatedLine)),
    }
}

fn read_count(word: TableText<'_>, value: TableText<'_>, earlier: &[Count]) -> Result<Count, ReferenceError> {
    let (depth, rest) = value.split_depth()?;
    let (nodes, rest) = rest.split_number()?;
    rest.end()?;
    if earlier.iter().any(|count| count.depth == depth) {
        return Err(word.error(ReferenceErrorKind::RepeatedLine));
    }
    Ok(Count { depth, nodes, kinds: Vec::new(), line: word.line })
}

fn read_breakdown(
    word: TableText<'_>,
    value: TableText<'_>,
    counts: &mut [Count],
) -> Result<(), ReferenceError> {
    let (depth, mut rest) = value.split_depth()?;
    let count = counts
        .iter_mut()
        .find(|count| count.depth == depth)
        .ok_or_else(|| word.error(ReferenceErrorKind::BreakdownAlone))?;
    rest.present()?;
    while !rest.text.is_empty() {
        let (column, number) = rest.split_word();
        let kind =
            Kind::from_name(column.text).ok_or_else(|| column.error(ReferenceErrorKind::UnknownColumn))?;
        if count.kinds.iter().any(|&(earlier, _)| earlier == kind) {
            return Err(column.error(ReferenceErrorKind::RepeatedLine));
        }
        let (nodes, after) = number.split_number()?;
        count.kinds.push((kind, nodes));
        rest = after;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "\
# two cases

id glinski start
source counted by hand
variant glinski
fen start
perft 1 51
perft 2 2586
breakdown 2 captures 4  checks 0
id mini
  source elsewhere
variant mini
fen b/rkn/ppppp/7/3P3/2PKP2/1PNBRP1 w - 0 1
perft 1 9\r
";

    fn only_error(text: &str) -> ReferenceError {
        read(text).find_map(Result::err).unwrap_or_else(|| panic!("{text} can be read"))
    }

    #[test]
    fn table_yields_cases_with_lines() {
        let cases: Vec<Case<'_>> = read(TABLE).collect::<Result<_, _>>().expect("a good table");
        let [glinski, mini] = cases.as_slice() else { panic!("{cases:?}") };
        assert_eq!(glinski.id, TableText { text: "glinski start", line: 3, column: 4 });
        assert_eq!(glinski.counts[0], Count { depth: 1, nodes: 51, kinds: Vec::new(), line: 7 });
        assert_eq!(glinski.counts[1].kinds, [(Kind::Captures, 4), (Kind::Checks, 0)]);
        assert_eq!(mini.source, TableText { text: "elsewhere", line: 11, column: 10 });
        assert_eq!(mini.counts[0].nodes, 9);
    }

    #[test]
    fn faults_have_place_and_code() {
        let case = |lines: &str| format!("id x\nsource y\nvariant mini\nfen start\n{lines}");
        for (text, line, column, code) in [
            ("perft 1 9".to_owned(), 1, 1, "outside-case"),
            ("id".to_owned(), 1, 3, "missing-value"),
            ("id x\nvariant mini\nfen start\nperft 1 9".to_owned(), 1, 1, "missing-line"),
            (case(""), 1, 1, "missing-line"),
            (case("perft 1 9\nnodes 2"), 6, 1, "unknown-word"),
            (case("perft 1"), 5, 8, "missing-value"),
            (case("perft  one 9"), 5, 8, "no-number"),
            (case("perft 1 -9"), 5, 9, "no-number"),
            (case("perft 5000000000 9"), 5, 7, "no-number"),
            (case("perft 1 9 9"), 5, 11, "trailing-text"),
            (case("perft 1 9\nperft 1 9"), 6, 1, "repeated-line"),
            (case("source z\nperft 1 9"), 5, 1, "repeated-line"),
            (case("breakdown 1 captures 0\nperft 1 9"), 5, 1, "breakdown-alone"),
            (case("perft 1 9\nbreakdown 1"), 6, 12, "missing-value"),
            (case("perft 1 9\nbreakdown 1 leaps 0"), 6, 13, "unknown-column"),
            (case("perft 1 9\nbreakdown 1 checks 0 checks 0"), 6, 22, "repeated-line"),
        ] {
            let ReferenceError { kind, line: at_line, column: at_column } = only_error(&text);
            assert_eq!((at_line, at_column, kind.code()), (line, column, code), "{text}");
        }
    }

    #[test]
    fn bad_case_does_not_hide_next() {
        let text = format!("id broken\nperft x\n{TABLE}");
        let cases: Vec<bool> = read(&text).map(|case| case.is_ok()).collect();
        assert_eq!(cases, [false, true, true]);
    }

    #[test]
    fn an_empty_table_has_no_case() {
        assert_eq!(read("\n# nothing\n").count(), 0);
    }
}
