//! Reader of tables with delimiters and quotation marks, which recovers from an unclosed quotation mark.
//!
//! A cell that starts with a quotation mark ends with the next mark that is not doubled; delimiters and line ends
//! between them belong to the cell. Only blanks may follow the closing mark. Elsewhere a mark is an ordinary
//! character.
//!
//! A mark is *unclosed* if its cell extends to the end of the file, beyond the limit, or over a line end to a mark
//! that is followed by text. Its row then ends with its line, and reading continues with the next line.

use std::io::{self, BufRead};

use crate::row::{Cell, line_ends, place};
use crate::{MAX_CELLS, MAX_ROW, MAX_TEXT, Row, RowFault};

/// Bytes that may separate cells.
const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// Minimum number of consumed bytes before the buffer is compacted, unless all of it is consumed.
const COMPACT_AFTER: usize = 1 << 16;

/// UTF-8 byte order mark.
const BOM: &[u8] = b"\xef\xbb\xbf";

/// Returns the delimiter that splits a header into the most cells, of which the test accepts one.
fn header_delimiter(header: &[u8], is_column: &impl Fn(&str) -> bool) -> Option<u8> {
    let is_found = |cell: &[u8]| {
        let cell = cell.trim_ascii();
        let cell = cell.strip_prefix(b"\"").and_then(|cell| cell.strip_suffix(b"\"")).unwrap_or(cell);
        str::from_utf8(cell).is_ok_and(|cell| is_column(cell.trim()))
    };
    let header = header.strip_prefix(BOM).unwrap_or(header);
    let cells = |by: u8| header.split(move |&byte| byte == by);
    let fitting = DELIMITERS.into_iter().filter(|&by| cells(by).any(is_found));
    fitting.rev().max_by_key(|&by| cells(by).count())
}

/// Returns the delimiter of a line such as `sep=;`, which spreadsheets write before the header.
fn stated_delimiter(line: &[u8]) -> Option<u8> {
    let line = line.strip_prefix(b"\"").and_then(|line| line.strip_suffix(b"\"")).unwrap_or(line);
    match line {
        [s, e, p, b'=', by] if [s, e, p].map(u8::to_ascii_lowercase) == *b"sep" && by.is_ascii() => Some(*by),
        _ => None,
    }
}

/// Reader of the rows of a table.
#[derive(Debug)]
pub struct Table<R> {
    input: R,
    delimiter: u8,
    /// Maximum length of a cell, in bytes.
    max_cell: usize,
    buffer: Vec<u8>,
    /// Start of the next row in the buffer.
    at: usize,
    /// Line of the next row.
    line: u64,
    /// Start of the last row read in the buffer; `None` if the buffer has lost a part of it.
    last_row: Option<usize>,
}

/// End of a cell.
enum CellEnd {
    /// The cell, and the offset at which its delimiter, line end or the end of the file follows.
    Closed(Cell, usize),
    /// The fault that ends the row, its offset, and where reading continues.
    Fault(RowFault, usize, Next),
}

/// Place at which reading continues after a fault.
enum Next {
    /// After the line of this byte, which is read into the buffer.
    LineAfter(usize),
    /// After the line of this byte, whose rest is not kept.
    Skipped(usize),
}

impl<R: BufRead> Table<R> {
    /// Opens a table whose cells have at most `max_cell` bytes.
    ///
    /// Skips blank lines, `#` comments and `sep=;` before the header. The delimiter is the one that gives the header the most
    /// cells, one of which is the name of a required column; else that of `sep=`, else a comma.
    ///
    /// # Errors
    ///
    /// If the input cannot be read.
    pub fn open(input: R, is_required: impl Fn(&str) -> bool, max_cell: usize) -> io::Result<Self> {
        let (delimiter, buffer) = (b',', Vec::new());
        let mut table = Self { input, delimiter, max_cell, buffer, at: 0, line: 1, last_row: None };
        table.has(BOM.len() - 1)?;
        table.at = if table.buffer.starts_with(BOM) { BOM.len() } else { 0 };
        let mut stated = None;
        loop {
            let end = table.line_end(table.at, MAX_TEXT)?;
            let line = &table.buffer[table.at..end];
            let found = header_delimiter(line, &is_required);
            let separator = stated_delimiter(line).filter(|_| stated.is_none());
            let is_comment = line.trim_ascii().is_empty() || line.starts_with(b"#");
            if end == table.buffer.len() || found.is_some() || separator.is_none() && !is_comment {
                table.delimiter = found.or(stated).unwrap_or(b',');
                return Ok(table);
            }
            stated = stated.or(separator);
            table.pass(end)?;
            table.compact();
        }
    }

    /// Returns the delimiter of the cells.
    pub fn delimiter(&self) -> u8 {
        self.delimiter
    }

    /// Returns the next row; skips empty lines and rows of delimiters alone.
    ///
    /// # Errors
    ///
    /// If the input cannot be read.
    pub fn next_row(&mut self) -> io::Result<Option<Row>> {
        loop {
            match self.read_row()? {
                Some(row) if row.is_blank() => {}
                row => return Ok(row),
            }
        }
    }

    fn read_row(&mut self) -> io::Result<Option<Row>> {
        self.compact();
        while self.byte(self.at)?.is_some_and(is_line_end) {
            self.pass(self.at)?;
            self.compact();
        }
        if self.byte(self.at)?.is_none() {
            return Ok(None);
        }
        let (start, line) = (self.at, self.line);
        self.last_row = Some(start);
        let mut cells = Vec::new();
        let mut at = start;
        loop {
            let end = match self.cell(at)? {
                CellEnd::Closed(_, end) if end - start > MAX_ROW => {
                    CellEnd::Fault(RowFault::RowTooLong, start, Next::Skipped(end))
                }
                CellEnd::Closed(..) if cells.len() == MAX_CELLS => {
                    CellEnd::Fault(RowFault::TooManyCells, at, Next::Skipped(at))
                }
                end => end,
            };
            match end {
                CellEnd::Closed(cell, end) => {
                    let Cell { start: from, end: to, is_quoted } = cell;
                    cells.push(Cell { start: from - start, end: to - start, is_quoted });
                    if self.byte(end)? == Some(self.delimiter) {
                        at = end + 1;
                        continue;
                    }
                    let raw = self.buffer[start..end].to_vec();
                    self.pass(end)?;
                    return Ok(Some(Row { line, fault: None, raw, cells }));
                }
                CellEnd::Fault(fault, at, next) => {
                    let raw = self.buffer[start..at].to_vec();
                    let fault = Some((fault, place(line, &raw)));
                    match next {
                        Next::LineAfter(byte) => {
                            let end = self.line_end(byte, usize::MAX)?;
                            self.pass(end)?;
                        }
                        Next::Skipped(byte) => self.skip_line(byte)?,
                    }
                    if fault.is_some_and(|(fault, _)| fault == RowFault::RowTooLong) {
                        cells.clear();
                    }
                    return Ok(Some(Row { line, fault, raw, cells }));
                }
            }
        }
    }

    /// Rereads the last row with the quotation mark of a cell as unclosed, and continues with the line after it.
    ///
    /// For a cell that has several lines though its column never does. A row of which a part was skipped is returned
    /// unchanged, with its fault.
    ///
    /// # Errors
    ///
    /// If the input cannot be read.
    pub fn reread_unclosed(&mut self, row: &Row, number: usize) -> io::Result<Row> {
        let Some(start) = self.last_row else { return Ok(row.clone()) };
        let begin = row.cells[number].begin();
        let end = memchr::memchr2(b'\n', b'\r', &row.raw[begin..]).map_or(row.raw.len(), |end| begin + end);
        (self.at, self.line) = (start, row.line);
        self.pass(start + end)?;
        let (raw, cells) = (row.raw[..begin].to_vec(), row.cells[..number].to_vec());
        let fault = Some((RowFault::UnclosedQuote, place(row.line, &raw)));
        Ok(Row { line: row.line, fault, raw, cells })
    }

    fn cell(&mut self, begin: usize) -> io::Result<CellEnd> {
        if self.byte(begin)? == Some(b'"') {
            return self.quoted(begin);
        }
        let mut end = begin;
        loop {
            let found = memchr::memchr3(self.delimiter, b'\n', b'\r', &self.buffer[end..]);
            end = found.map_or(self.buffer.len(), |found| end + found);
            if end - begin > self.max_cell {
                return Ok(CellEnd::Fault(RowFault::TextTooLong, begin, Next::Skipped(end)));
            }
            if found.is_some() || !self.fill()? {
                return Ok(CellEnd::Closed(Cell { start: begin, end, is_quoted: false }, end));
            }
        }
    }

    fn quoted(&mut self, begin: usize) -> io::Result<CellEnd> {
        let start = begin + 1;
        let (mut end, mut doubled) = (start, 0);
        let is_closed = loop {
            let found = memchr::memchr(b'"', &self.buffer[end..]);
            end = found.map_or(self.buffer.len(), |found| end + found);
            if end - start - doubled > self.max_cell {
                break false;
            }
            match found {
                Some(_) if self.byte(end + 1)? == Some(b'"') => {
                    end += 2;
                    doubled += 1;
                }
                Some(_) => break true,
                None if self.fill()? => {}
                None => break false,
            }
        };
        let text = &self.buffer[start..end];
        // A line end beyond the limit does not count: the text before it is too long.
        let first_line =
            memchr::memchr2(b'\n', b'\r', text).filter(|&length| length <= self.max_cell + doubled);
        let unclosed = CellEnd::Fault(RowFault::UnclosedQuote, begin, Next::LineAfter(begin));
        if !is_closed {
            return Ok(match first_line {
                None if text.len() - doubled > self.max_cell => {
                    CellEnd::Fault(RowFault::TextTooLong, begin, Next::Skipped(end))
                }
                _ => unclosed,
            });
        }
        let mut after = end + 1;
        let delimiter = self.delimiter;
        while self.byte(after)?.is_some_and(|byte| matches!(byte, b' ' | b'\t') && byte != delimiter) {
            after += 1;
            if after - end > MAX_TEXT {
                return Ok(CellEnd::Fault(RowFault::TextTooLong, begin, Next::Skipped(after)));
            }
        }
        Ok(match self.byte(after)? {
            Some(byte) if byte != delimiter && !is_line_end(byte) => match first_line {
                None => CellEnd::Fault(RowFault::TextAfterQuote, after, Next::Skipped(after)),
                Some(_) => unclosed,
            },
            _ => CellEnd::Closed(Cell { start, end, is_quoted: true }, after),
        })
    }

    /// Returns the byte at an offset of the buffer, reading more if needed; `None` after the end of the file.
    fn byte(&mut self, at: usize) -> io::Result<Option<u8>> {
        Ok(if self.has(at)? { Some(self.buffer[at]) } else { None })
    }

    fn has(&mut self, at: usize) -> io::Result<bool> {
        while self.buffer.len() <= at {
            if !self.fill()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Reads more of the file, and returns whether there was more.
    fn fill(&mut self) -> io::Result<bool> {
        let ahead = self.input.fill_buf()?;
        let length = ahead.len();
        self.buffer.extend_from_slice(ahead);
        self.input.consume(length);
        Ok(length > 0)
    }

    /// Removes consumed bytes from the buffer when they are more than half of it, so that few bytes are moved.
    fn compact(&mut self) {
        if self.at >= COMPACT_AFTER.max(self.buffer.len() / 2) || self.at == self.buffer.len() {
            self.buffer.drain(..self.at);
            self.at = 0;
        }
    }

    /// Returns the end of the line of a byte; after `limit` bytes, the end of the buffer.
    fn line_end(&mut self, from: usize, limit: usize) -> io::Result<usize> {
        let mut end = from;
        loop {
            let found = memchr::memchr2(b'\n', b'\r', &self.buffer[end..]);
            end = found.map_or(self.buffer.len(), |found| end + found);
            if found.is_some() || end - from > limit || !self.fill()? {
                return Ok(end);
            }
        }
    }

    /// Continues after the line end at an offset.
    fn pass(&mut self, end: usize) -> io::Result<()> {
        let is_both = self.buffer.get(end) == Some(&b'\r') && self.byte(end + 1)? == Some(b'\n');
        let next = (end + 1 + usize::from(is_both)).min(self.buffer.len());
        self.line += line_ends(&self.buffer[self.at..next]);
        self.at = next;
        Ok(())
    }

    /// Continues after the line of a byte, without buffering its rest.
    fn skip_line(&mut self, from: usize) -> io::Result<()> {
        self.line += line_ends(&self.buffer[self.at..from]);
        self.at = from;
        loop {
            let found = memchr::memchr2(b'\n', b'\r', &self.buffer[self.at..]);
            if let Some(found) = found {
                return self.pass(self.at + found);
            }
            self.buffer.clear();
            self.at = 0;
            self.last_row = None;
            if !self.fill()? {
                return Ok(());
            }
        }
    }
}

const fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Place;

    /// Returns the rows of a table with cells of at most 12 bytes as `line: cell|cell`, with the fault and its place.
    fn rows(text: &str, room: usize) -> Vec<String> {
        let input = io::BufReader::with_capacity(room, text.as_bytes());
        let mut table = Table::open(input, |name| name == "fen", 12).expect("memory");
        let mut rows = Vec::new();
        while let Some(row) = table.next_row().expect("memory") {
            let cells: Vec<String> =
                row.cells().map(|cell| String::from_utf8_lossy(&cell).into_owned()).collect();
            let fault = row
                .fault
                .map(|(fault, Place { line, column, .. })| format!(" {} {line}:{column}", fault.code()));
            rows.push(format!("{}: {}{}", row.line, cells.join("|"), fault.unwrap_or_default()));
        }
        rows
    }

    #[test]
    fn quotation_marks_lose_no_rows() {
        for (text, expected) in [
            ("fen,a\n1,2\n\n3,\n,,\n", &["1: fen|a", "2: 1|2", "4: 3|"][..]),
            ("fen\r\n\"a\r\nb\",\"c \"\"d\"\"\" ,\r\nx", &["1: fen", "2: a\r\nb|c \"d\"|", "4: x"]),
            ("sep=;\n# x\nfen;b\n\"a;b\";c", &["3: fen|b", "4: a;b|c"]),
            ("fen\n5\" b, \"c\"\n", &["1: fen", "2: 5\" b| \"c\""]),
            ("fen\n1,\"a\n2,b\n3,c", &["1: fen", "2: 1 unclosed-quote 2:3", "3: 2|b", "4: 3|c"]),
            ("fen\n1,\"a\n2,\"b\"\n", &["1: fen", "2: 1 unclosed-quote 2:3", "3: 2|b"]),
            ("fen\nő,\"a\"b,c\n2,d", &["1: fen", "2: ő text-after-quote 2:6", "3: 2|d"]),
            ("fen\n\"a\nb\",\"c\n2,d", &["1: fen", "2: a\nb unclosed-quote 3:4", "4: 2|d"]),
            (
                "fen\n1,\"234567\n9ő123456\n2,\"\n",
                &["1: fen", "2: 1 unclosed-quote 2:3", "3: 9ő123456", "4: 2 unclosed-quote 4:3"],
            ),
            (
                "fen\n1,1234567890123,x\n2,123456789012",
                &["1: fen", "2: 1 text-too-long 2:3", "3: 2|123456789012"],
            ),
            (
                "fen\n1,\"1234567890123\",x\r2,\"\"\"1234567890\"\"\"",
                &["1: fen", "2: 1 text-too-long 2:3", "3: 2|\"1234567890\""],
            ),
            ("\"fen,a\n1,2\n", &["1:  unclosed-quote 1:1", "2: 1|2"]),
            ("\u{feff}fen\n\"", &["1: fen", "2:  unclosed-quote 2:1"]),
        ] {
            for room in [1, 2, 3, 7, 4096] {
                assert_eq!(rows(text, room), expected, "{text:?} {room}");
            }
        }
    }

    #[test]
    fn other_cells_keep_their_bytes() {
        for (text, cells, expected) in [
            ("fen;b;c\nx; y ;\"z\"", &[(1, "k")][..], "x;k;\"z\""),
            ("fen;b;c\nx;\"y\" ;\"a\"\"b\"", &[(1, "k;\"l\"")], "x;\"k;\"\"l\"\"\" ;\"a\"\"b\""),
            ("fen,b\nő,\"1\"", &[(0, ""), (3, "a,b"), (5, "c")], ",\"1\",,\"a,b\",,c"),
            ("fen\tb\nx\ty", &[(0, "a\tb"), (1, "#")], "\"a\tb\"\t\"#\""),
        ] {
            let mut table = Table::open(text.as_bytes(), |name| name == "fen", 99).expect("memory");
            let row = (table.next_row(), table.next_row()).1.expect("memory").expect("a row");
            let cells = cells.iter().map(|&(number, text)| (number, text.to_owned())).collect();
            let written = row.with_cells(&cells, table.delimiter());
            assert_eq!(String::from_utf8_lossy(&written), expected);
        }
    }

    #[test]
    fn skipped_row_is_not_reread() {
        for rest in ["x\n3,d\n", "x and so on\n3,d\n"] {
            for room in [1, 3, 4096] {
                let text = format!("fen,b\n\"a\n2\",\"b\" {rest}");
                let input = io::BufReader::with_capacity(room, text.as_bytes());
                let mut table = Table::open(input, |name| name == "fen", 99).expect("memory");
                let mut next = || table.next_row().expect("memory").expect("a row");
                let (_, row) = (next(), next());
                assert_eq!(
                    (row.line, row.fault.map(|(fault, _)| fault.code())),
                    (2, Some("text-after-quote"))
                );
                let again = table.reread_unclosed(&row, 0).expect("memory");
                assert!(again.fault.is_some() && again.line == 2, "{again:?}");
                let rest = std::iter::from_fn(|| table.next_row().expect("memory"));
                assert_eq!(rest.last().map(|row| row.line), Some(4), "{text:?} {room}");
            }
        }
    }

    #[test]
    fn reread_continues_with_next_line() {
        let mut table =
            Table::open(&b"fen\n1,\"a\n2,b\",c\n3,d\n"[..], |name| name == "fen", 99).expect("memory");
        let mut next = |number: Option<usize>| {
            let row = table.next_row().expect("memory").expect("a row");
            let row =
                number.map_or(Ok(row.clone()), |number| table.reread_unclosed(&row, number)).expect("memory");
            (row.line, row.len(), row.fault.is_some())
        };
        assert_eq!(
            [next(None), next(Some(1)), next(None), next(None)],
            [(1, 1, false), (2, 1, true), (3, 3, false), (4, 2, false),]
        );
    }
}
