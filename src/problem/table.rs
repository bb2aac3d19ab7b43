//! Problems as a table: CSV with a header.

use std::io::{self, BufRead};

use csv::{ByteRecord, ErrorKind, ReaderBuilder};

use super::columns::Columns;
use super::{LineFault, Statement};

/// The statements of a table.
pub(super) struct Rows<R> {
    input: csv::Reader<R>,
    columns: Option<Columns>,
    ended: bool,
}

impl<R: BufRead> Rows<R> {
    pub(super) fn new(input: R) -> Self {
        let input = ReaderBuilder::new().flexible(true).from_reader(input);
        Self { input, columns: None, ended: false }
    }

    fn next_statement(&mut self) -> Result<Option<Statement>, csv::Error> {
        let columns = match &self.columns {
            Some(columns) => columns,
            None => self.columns.insert(Columns::new(self.input.byte_headers()?)),
        };
        let mut record = ByteRecord::new();
        if !self.input.read_byte_record(&mut record)? {
            return Ok(None);
        }
        let line = record.position().map_or(0, csv::Position::line);
        let has_fen = columns.fen().is_some_and(|fen| record.get(fen).is_some());
        let fault = if !has_fen {
            Some(LineFault::Table("no fen in this row or no fen column in the header".to_owned()))
        } else if record.iter().any(|cell| str::from_utf8(cell).is_err()) {
            Some(LineFault::NotText)
        } else {
            None
        };
        let mut statement = Statement { line, fault, ..Statement::default() };
        columns.fill(&mut statement, &record);
        Ok(Some(statement))
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
