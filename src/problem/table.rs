//! Problems as a table: a header, then rows, with whatever stands between the cells. Knows no columns.

use std::io::{self, BufRead, Chain, Cursor, Read};

use csv::{ByteRecord, ErrorKind, ReaderBuilder};

use super::columns::Columns;
use super::{LineFault, MOST_BYTES, Statement};

/// The statements of a table.
pub(super) struct Rows<R> {
    state: State<R>,
    /// Lines before the header.
    passed: u64,
}

enum State<R> {
    Unread(R),
    Header(Box<csv::Reader<Rewound<R>>>),
    Rows(Box<csv::Reader<Rewound<R>>>, Columns),
    Ended,
}

/// A table whose first line was looked at.
type Rewound<R> = Chain<Cursor<Vec<u8>>, R>;

/// What may stand between cells.
const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// What stands between the cells of a header: that which leaves a cell `fen`.
fn delimiter(header: &[u8]) -> Option<u8> {
    let is_fen = |cell: &[u8]| {
        let cell = cell.trim_ascii();
        let cell = cell.strip_prefix(b"\"").and_then(|cell| cell.strip_suffix(b"\"")).unwrap_or(cell);
        cell.trim_ascii().eq_ignore_ascii_case(b"fen")
    };
    let header = header.strip_prefix(b"\xef\xbb\xbf").unwrap_or(header);
    let cells = |by: u8| header.split(move |&byte| byte == by);
    let fitting = DELIMITERS.into_iter().filter(|&by| cells(by).any(is_fen));
    fitting.rev().max_by_key(|&by| cells(by).count())
}

/// What a first line `sep=;`, which spreadsheets write, says.
fn stated_delimiter(line: &[u8]) -> Option<u8> {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let line = line.strip_prefix(b"\"").and_then(|line| line.strip_suffix(b"\"")).unwrap_or(line);
    match line {
        [s, e, p, b'=', by] if [s, e, p].map(u8::to_ascii_lowercase) == *b"sep" && by.is_ascii() => Some(*by),
        _ => None,
    }
}

impl<R: BufRead> Rows<R> {
    pub(super) fn new(input: R) -> Self {
        Self { state: State::Unread(input), passed: 0 }
    }

    /// Passes over what stands before the header, and makes out what stands between its cells.
    fn open(&mut self, mut input: R) -> io::Result<csv::Reader<Rewound<R>>> {
        let mut stated = None;
        loop {
            let mut line = Vec::new();
            input.by_ref().take(MOST_BYTES as u64).read_until(b'\n', &mut line)?;
            let found = delimiter(&line);
            let is_remark = line.trim_ascii().is_empty() || line.starts_with(b"#");
            let is_passed = stated.is_none() && stated_delimiter(&line).is_some() || is_remark;
            if found.is_none() && is_passed && !line.is_empty() {
                stated = stated.or(stated_delimiter(&line));
                self.passed += 1;
                continue;
            }
            let by = found.or(stated).unwrap_or(b',');
            // To the reader a row ends with its CR, and the LF stands before the next one.
            self.passed += u64::from(line.ends_with(b"\r\n"));
            let whole = Cursor::new(line).chain(input);
            return Ok(ReaderBuilder::new().flexible(true).delimiter(by).from_reader(whole));
        }
    }

    fn next_statement(&mut self) -> Result<Option<Statement>, csv::Error> {
        loop {
            self.state = match std::mem::replace(&mut self.state, State::Ended) {
                State::Unread(input) => State::Header(Box::new(self.open(input)?)),
                State::Header(mut input) => {
                    let columns = Columns::new(input.byte_headers()?);
                    State::Rows(input, columns)
                }
                State::Rows(mut input, columns) => {
                    let mut record = ByteRecord::new();
                    let is_row = input.read_byte_record(&mut record)?;
                    let line = record.position().map_or(0, csv::Position::line) + self.passed;
                    let statement = is_row.then(|| statement(&columns, &record, line));
                    self.state = State::Rows(input, columns);
                    return Ok(statement);
                }
                State::Ended => return Ok(None),
            }
        }
    }
}

fn statement(columns: &Columns, record: &ByteRecord, line: u64) -> Statement {
    let fen = columns.fen().and_then(|fen| record.get(fen));
    let fault = if fen.is_none() {
        Some(LineFault::Table("no fen in this row, or no column `fen` in the header".to_owned()))
    } else if fen.is_some_and(|fen| fen.trim_ascii().contains(&b'\n')) {
        Some(LineFault::Table("a position on several lines; is a quotation mark not closed?".to_owned()))
    } else if record.iter().any(|cell| str::from_utf8(cell).is_err()) {
        Some(LineFault::NotText)
    } else {
        None
    };
    let mut statement = Statement { line, fault, ..Statement::default() };
    columns.fill(&mut statement, record);
    statement
}

impl<R: BufRead> Iterator for Rows<R> {
    type Item = io::Result<Statement>;

    fn next(&mut self) -> Option<io::Result<Statement>> {
        match self.next_statement() {
            Ok(statement) => statement.map(Ok),
            Err(error) => {
                // The rest of a table that cannot be read is lost with it.
                let line = error.position().map_or(0, csv::Position::line) + self.passed;
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
