//! Problems as a table: a header, then rows. Knows no columns.

use std::io::{self, BufRead};

use super::columns::Columns;
use super::{LineFault, Statement};
use hexmate_position::rows::{MOST_TEXT, Row, Table};

/// The statements of a table.
pub(super) struct Rows<R> {
    state: State<R>,
}

enum State<R> {
    Unread(R),
    Rows(Box<Table<R>>, Columns),
    Ended,
}

impl<R: BufRead> Rows<R> {
    pub(super) fn new(input: R) -> Self {
        Self { state: State::Unread(input) }
    }

    fn next_statement(&mut self) -> io::Result<Option<Statement>> {
        loop {
            match std::mem::replace(&mut self.state, State::Ended) {
                State::Unread(input) => {
                    let mut table = Table::open(input, "fen", MOST_TEXT)?;
                    let Some(header) = table.next_row()? else { return Ok(None) };
                    let columns = Columns::new(header.cells());
                    if let Some(fault) = faulty(&header) {
                        self.state = State::Rows(Box::new(table), columns);
                        return Ok(Some(fault));
                    }
                    if let Some(fault) = columns.fault() {
                        let line = header.line;
                        return Ok(Some(Statement { line, fault: Some(fault), ..Statement::default() }));
                    }
                    self.state = State::Rows(Box::new(table), columns);
                }
                State::Rows(mut table, mut columns) => {
                    let row = table.next_row()?;
                    let statement = row.map(|row| statement(&mut table, &mut columns, row)).transpose()?;
                    self.state = State::Rows(table, columns);
                    return Ok(statement);
                }
                State::Ended => return Ok(None),
            }
        }
    }
}

/// A row that cannot be taken apart.
fn faulty(row: &Row) -> Option<Statement> {
    let (fault, place) = row.fault?;
    let fault = Some(LineFault::Row(fault));
    Some(Statement { line: place.line, column: place.column, fault, ..Statement::default() })
}

fn statement<R: BufRead>(table: &mut Table<R>, columns: &mut Columns, row: Row) -> io::Result<Statement> {
    let fen = columns.fen();
    let is_on_one_line = |cell: &[u8]| !cell.trim_ascii().contains(&b'\n');
    let row = match fen {
        Some(fen) if !row.get(fen).is_none_or(|cell| is_on_one_line(&cell)) => table.unclosed(&row, fen)?,
        _ => row,
    };
    let mut statement = faulty(&row).unwrap_or_else(|| Statement { line: row.line, ..Statement::default() });
    if statement.fault.is_none() {
        statement.fault = if fen.is_none_or(|fen| row.get(fen).is_none()) {
            Some(LineFault::Table("no fen in this row".to_owned()))
        } else if row.cells().any(|cell| str::from_utf8(&cell).is_err()) {
            Some(LineFault::NotText)
        } else {
            None
        };
    }
    statement.headings = columns.take_headings();
    columns.fill(&mut statement, &row);
    Ok(statement)
}

impl<R: BufRead> Iterator for Rows<R> {
    type Item = io::Result<Statement>;

    fn next(&mut self) -> Option<io::Result<Statement>> {
        self.next_statement().transpose()
    }
}
