//! Problems as a table: CSV with a header.

use std::io::{self, BufRead};

use csv::{ByteRecord, ErrorKind, ReaderBuilder};

use super::{LineFault, Statement};

/// The statements of a table.
pub(super) struct Rows<R> {
    input: csv::Reader<R>,
    columns: Option<Columns>,
    ended: bool,
}

/// Where the columns stand that are understood.
#[derive(Clone, Copy, Default)]
struct Columns {
    id: Option<usize>,
    variant: Option<usize>,
    fen: Option<usize>,
    stipulation: Option<usize>,
    key: Option<usize>,
    solutions: Option<usize>,
    twin: Option<usize>,
    source: Option<usize>,
}

impl Columns {
    fn new(header: &ByteRecord) -> Self {
        let column = |name: &str| {
            header.iter().position(|cell| cell.trim_ascii().eq_ignore_ascii_case(name.as_bytes()))
        };
        Self {
            id: column("id"),
            variant: column("variant"),
            fen: column("fen"),
            stipulation: column("stipulation"),
            key: column("key"),
            solutions: column("solutions"),
            twin: column("twin"),
            source: column("source"),
        }
    }
}

impl<R: BufRead> Rows<R> {
    pub(super) fn new(input: R) -> Self {
        let input = ReaderBuilder::new().flexible(true).from_reader(input);
        Self { input, columns: None, ended: false }
    }

    fn columns(&mut self) -> Result<Columns, csv::Error> {
        if let Some(columns) = self.columns {
            return Ok(columns);
        }
        let columns = Columns::new(self.input.byte_headers()?);
        self.columns = Some(columns);
        Ok(columns)
    }

    fn next_statement(&mut self) -> Result<Option<Statement>, csv::Error> {
        let columns = self.columns()?;
        let mut record = ByteRecord::new();
        if !self.input.read_byte_record(&mut record)? {
            return Ok(None);
        }
        let line = record.position().map_or(0, csv::Position::line);
        let faulty = |fault| Statement { line, fault: Some(fault), ..Statement::default() };
        if columns.fen.is_none_or(|fen| record.get(fen).is_none()) {
            let reason = "no fen in this row or no fen column in the header".to_owned();
            return Ok(Some(faulty(LineFault::Table(reason))));
        }
        let text = |column: Option<usize>| {
            let cell = column.and_then(|column| record.get(column)).unwrap_or_default();
            str::from_utf8(cell).map(|cell| cell.trim().to_owned())
        };
        let read = || -> Result<Statement, std::str::Utf8Error> {
            Ok(Statement {
                line,
                column: 0,
                id: text(columns.id)?,
                variant: text(columns.variant)?,
                fen: text(columns.fen)?,
                stipulation: text(columns.stipulation)?,
                keys: text(columns.key)?,
                solutions: text(columns.solutions)?,
                twin: text(columns.twin)?,
                source: text(columns.source)?,
                ..Statement::default()
            })
        };
        Ok(Some(read().unwrap_or_else(|_| faulty(LineFault::NotText))))
    }
}

impl<R: BufRead> Iterator for Rows<R> {
    type Item = io::Result<Statement>;

    fn next(&mut self) -> Option<io::Result<Statement>> {
        if self.ended {
            return None;
        }
        match self.next_statement() {
            Ok(statement) => statement.map(Ok),
            Err(error) => {
                let line = error.position().map_or(0, csv::Position::line);
                // The rest of a table that cannot be read is lost with it.
                self.ended = true;
                Some(match error.into_kind() {
                    ErrorKind::Io(error) => Err(error),
                    kind => {
                        let fault = Some(LineFault::Table(format!("{kind:?}")));
                        Ok(Statement { line, fault, ..Statement::default() })
                    }
                })
            }
        }
    }
}
