//! Tables of the command line whose columns depend on options, as aligned text, CSV or JSON Lines.

use std::io;
use std::path::Path;

use serde_json::Value;

use super::Report;
use crate::aligned::terminal_width;
use crate::row::meaning;
use crate::{Format, Formulas, cell_text, csv_line, json_line, padded};
use hexmate_batch::files::{FileError, Output, Outputs};
use hexmate_batch::terminal::{Painted, one_line};

/// A column of a table whose rows are `R`: its name, its layout in text, and the value of its cells.
pub struct Column<R> {
    name: &'static str,
    width: usize,
    alignment: Alignment,
    is_verdict: bool,
    cell: Box<dyn Fn(&R) -> Value>,
}

enum Alignment {
    Left,
    Right,
}

impl<R> Column<R> {
    /// Creates a column of words, in text at least `width` characters wide.
    pub fn words(name: &'static str, width: usize, cell: impl Fn(&R) -> Value + 'static) -> Self {
        let (width, cell) = (width.max(name.len()), Box::new(cell));
        Self { name, width, alignment: Alignment::Left, is_verdict: false, cell }
    }

    /// Creates a column of verdicts, which a terminal shows in colour.
    pub fn verdicts(name: &'static str, width: usize, cell: impl Fn(&R) -> Value + 'static) -> Self {
        Self { is_verdict: true, ..Self::words(name, width, cell) }
    }

    /// Creates a column of numbers, in text at least `width` characters wide.
    pub fn numbers(name: &'static str, width: usize, cell: impl Fn(&R) -> Value + 'static) -> Self {
        Self { alignment: Alignment::Right, ..Self::words(name, width, cell) }
    }

    fn align(&self, text: &str) -> String {
        match self.alignment {
            Alignment::Left => padded(text, self.width),
            Alignment::Right => format!("{text:>0$}", self.width),
        }
    }
}

/// Writer of a table; each row is flushed at once.
pub struct Rows<R> {
    columns: Vec<Column<R>>,
    report: Report,
    layout: Layout,
}

/// Layout of a table of text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Layout {
    /// Decided by the first row: a terminal has this number of columns.
    Undecided(usize),
    /// A header, and one line for each row.
    Lines,
    /// One line for each cell, for tables that are wider than the terminal.
    Facts,
}

impl<R> Rows<R> {
    /// Begins a table: writes the header where the format has one.
    ///
    /// A text table with one column has no header, so that its lines can be used directly. A text table that is wider
    /// than its terminal has one line for each cell.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn new(format: Format, columns: impl Into<Vec<Column<R>>>, output: Output) -> io::Result<Self> {
        let columns = columns.into();
        let layout = match output.columns() {
            Some(width) if format == Format::Text && columns.len() > 1 => Layout::Undecided(width),
            _ => Layout::Lines,
        };
        let mut rows = Self { columns, report: Report::without_header(output, format), layout };
        if layout == Layout::Lines {
            rows.write_header()?;
        }
        Ok(rows)
    }

    fn write_header(&mut self) -> io::Result<()> {
        let has_header = match self.report.format() {
            Format::Csv => true,
            Format::Text => self.columns.len() > 1,
            Format::Json => false,
        };
        if has_header { self.write_cells(|column| column.name.into()) } else { Ok(()) }
    }

    /// Begins a table in the file or on stdout.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn open(
        outputs: &Outputs,
        format: Format,
        path: Option<&Path>,
        columns: impl Into<Vec<Column<R>>>,
    ) -> Result<Self, FileError> {
        Self::new(format, columns, outputs.open(path)?).map_err(FileError::of_output)
    }

    /// Returns the table with this treatment of formulas.
    #[must_use]
    pub fn with_formulas(self, formulas: Formulas) -> Self {
        Self { report: self.report.with_formulas(formulas), ..self }
    }

    /// Writes a row.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write(&mut self, row: &R) -> io::Result<()> {
        if let Layout::Undecided(terminal) = self.layout {
            let lines = [self.line(|column| column.name.into()), self.line(|column| (column.cell)(row))];
            let is_wide = lines.iter().any(|line| terminal_width(line.text.trim_end()) > terminal);
            self.layout = if is_wide { Layout::Facts } else { Layout::Lines };
            if !is_wide {
                self.write_header()?;
            }
        }
        match self.layout {
            Layout::Facts => self.write_facts(row),
            _ => self.write_cells(|column| (column.cell)(row)),
        }
    }

    /// Writes one line for each cell that is not empty, then an empty line.
    fn write_facts(&mut self, row: &R) -> io::Result<()> {
        let most = self.columns.iter().map(|column| column.name.len()).max().unwrap_or(0);
        for column in &self.columns {
            let cell = one_line(&cell_text(&(column.cell)(row))).into_owned();
            if cell.is_empty() {
                continue;
            }
            let name = padded(column.name, most + 2);
            let verdict = if column.is_verdict { name.len()..name.len() + cell.len() } else { 0..0 };
            let meaning = meaning(&cell);
            write_line(&mut self.report, &Painted { text: format!("{name}{cell}\n"), verdict, meaning })?;
        }
        self.report.write_text("\n")
    }

    /// Returns a line of text with its verdict; an empty range if it has none.
    fn line(&self, cell: impl Fn(&Column<R>) -> Value) -> Painted {
        let (mut text, mut verdict, mut found) = (String::new(), 0..0, String::new());
        for (number, column) in self.columns.iter().enumerate() {
            let cell = one_line(&cell_text(&cell(column))).into_owned();
            text += if number == 0 { "" } else { "  " };
            if column.is_verdict && column.name != cell {
                verdict = text.len()..text.len() + cell.len();
                found.clone_from(&cell);
            }
            text += &column.align(&cell);
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
        Painted { text, verdict, meaning: meaning(&found) }
    }

    fn write_cells(&mut self, cell: impl Fn(&Column<R>) -> Value) -> io::Result<()> {
        if self.report.format() == Format::Text {
            let line = self.line(cell);
            return write_line(&mut self.report, &line);
        }
        let cells = self.columns.iter().map(|column| (column.name, cell(column)));
        let line = match self.report.format() {
            Format::Json => json_line(cells),
            _ => csv_line(&cells.map(|(_, cell)| cell).collect::<Vec<_>>()),
        };
        self.report.write_text(&line)
    }

    /// Completes the table and moves the file to its place.
    ///
    /// # Errors
    ///
    /// If that fails.
    pub fn finish(self) -> Result<(), FileError> {
        self.report.finish()
    }
}

/// Writes a line of text; its verdict is coloured on a terminal, if it has one.
fn write_line(report: &mut Report, line: &Painted) -> io::Result<()> {
    if line.verdict.is_empty() { report.write_text(&line.text) } else { report.write_painted(line) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(format: Format) -> String {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("table");
        let columns: [Column<(&str, Option<u32>)>; 2] = [
            Column::words("move", 6, |(name, _)| Value::from(*name)),
            Column::numbers("nodes", 7, |(_, nodes)| Value::from(*nodes)),
        ];
        let output = Output::open(Some(&path)).expect("a file");
        let mut rows = Rows::new(format, columns, output).expect("written");
        rows.write(&("b1,\"b2\"", Some(51))).expect("written");
        rows.write(&("c2c3", None)).expect("written");
        rows.finish().expect("in place");
        std::fs::read_to_string(path).expect("a file")
    }

    #[test]
    fn text_is_aligned() {
        assert_eq!(written(Format::Text), "move      nodes\nb1,\"b2\"       51\nc2c3\n");
    }

    #[test]
    fn wide_tables_become_facts() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("table");
        let written = |terminal: usize| {
            let columns: [Column<(&str, u32)>; 2] = [
                Column::words("move", 6, |(name, _)| Value::from(*name)),
                Column::numbers("nodes", 7, |(_, nodes)| Value::from(*nodes)),
            ];
            let output = Output::open(Some(&path)).expect("a file");
            let mut rows = Rows::new(Format::Text, columns, output).expect("written");
            std::fs::write(&path, "").expect("written");
            rows.layout = Layout::Undecided(terminal);
            rows.write(&("b1b2", 51)).and_then(|()| rows.write(&("", 7))).expect("written");
            rows.finish().expect("in place");
            std::fs::read_to_string(&path).expect("a file")
        };
        assert!(written(15).ends_with("move      nodes\nb1b2         51\n              7\n"));
        assert!(written(14).ends_with("move   b1b2\nnodes  51\n\nnodes  7\n\n"));
    }

    #[test]
    fn csv_is_quoted() {
        assert_eq!(written(Format::Csv), "move,nodes\n\"b1,\"\"b2\"\"\",51\nc2c3,\n");
    }

    #[test]
    fn json_members_follow_columns() {
        assert_eq!(
            written(Format::Json),
            "{\"move\":\"b1,\\\"b2\\\"\",\"nodes\":51}\n{\"move\":\"c2c3\",\"nodes\":null}\n"
        );
    }
}
