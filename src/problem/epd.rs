//! Problems one a line: EPD and bare FEN.

use std::io::{self, BufRead, Read};

use super::{Further, LineFault, MOST_BYTES, Statement};

/// The statements of a file of lines.
pub(super) struct EpdReader<R> {
    input: R,
    line: u64,
}

impl<R: BufRead> EpdReader<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, line: 0 }
    }

    /// The next line without its end; cut short, and its rest passed over, if it is too long.
    fn next_line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let most = MOST_BYTES as u64 + 1;
        if self.input.by_ref().take(most).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        if line.len() > MOST_BYTES && line.last() != Some(&b'\n') {
            self.input.skip_until(b'\n')?;
        }
        self.line += 1;
        Ok(Some(line))
    }
}

impl<R: BufRead> Iterator for EpdReader<R> {
    type Item = io::Result<Statement>;

    fn next(&mut self) -> Option<io::Result<Statement>> {
        loop {
            let line = match self.next_line() {
                Ok(line) => line?,
                Err(error) => return Some(Err(error)),
            };
            let faulty = |fault| Statement { line: self.line, fault: Some(fault), ..Statement::default() };
            if line.len() > MOST_BYTES {
                return Some(Ok(faulty(LineFault::TooLong)));
            }
            let Ok(text) = str::from_utf8(&line) else {
                return Some(Ok(faulty(LineFault::NotText)));
            };
            let text = text.trim_start_matches('\u{feff}');
            if !text.trim().is_empty() && !text.starts_with('#') {
                return Some(Ok(Statement { line: self.line, ..read_epd(text) }));
            }
        }
    }
}

/// Takes a line apart: the FEN up to the first opcode or `;`, then the opcodes.
fn read_epd(text: &str) -> Statement {
    let start = text.len() - text.trim_start().len();
    let end = operations_start(text, fen_end(text));
    let mut statement = Statement {
        column: text[..start].chars().count() as u64 + 1,
        fen: text[start..end.max(start)].trim_end().to_owned(),
        ..Statement::default()
    };
    for operation in operations(&text[end..]) {
        let (opcode, operand) = operation.split_once(char::is_whitespace).unwrap_or((operation, ""));
        let operand = operand.trim();
        match opcode {
            "dm" => statement.stipulation = format!("#{operand}"),
            "bm" if operand.starts_with('#') => operand.clone_into(&mut statement.stipulation),
            "bm" => operand.clone_into(&mut statement.keys),
            "id" => operand.trim_matches('"').clone_into(&mut statement.id),
            "stip" => operand.trim_matches('"').clone_into(&mut statement.stipulation),
            "solutions" => operand.clone_into(&mut statement.solutions),
            "twin" => operand.trim_matches('"').clone_into(&mut statement.twin),
            "author" => operand.trim_matches('"').clone_into(&mut statement.author),
            "source" => operand.trim_matches('"').clone_into(&mut statement.source),
            _ => statement.further.push(Further::operation(operation)),
        }
    }
    statement
}

/// The operations that are known without the `;` behind them.
const OPCODES: [&str; 8] = ["dm", "bm", "id", "stip", "solutions", "twin", "author", "source"];

/// Where the operations begin; what cannot be one belongs to the FEN, so that it is told as a fault.
fn operations_start(text: &str, fen_end: usize) -> usize {
    let semicolon = text.find(';');
    let limit = semicolon.unwrap_or(text.len());
    let first = text.get(fen_end..limit).unwrap_or_default().trim();
    let opcode = first.split_whitespace().next().unwrap_or_default();
    let is_name = opcode.starts_with(|letter: char| letter.is_ascii_alphabetic());
    let is_certain = semicolon.is_some() || OPCODES.contains(&opcode) || first.contains('"');
    if first.is_empty() || is_name && is_certain { fen_end } else { limit }
}

/// Where the FEN ends: at the first `;`, or after the fields that a FEN has.
///
/// The fields are board, turn, living players in games for more than two or who may castle,
/// cells for en passant, two counters and a `-` for castling, which may also
/// come after the turn; the last three may be missing.
fn fen_end(text: &str) -> usize {
    let limit = text.find(';').unwrap_or(text.len());
    let mut offset = 0;
    let mut fields = text[..limit]
        .split_inclusive(char::is_whitespace)
        .map(|piece| {
            let field = piece.trim_end();
            let end = offset + field.len();
            offset += piece.len();
            (field, end)
        })
        .filter(|(field, _)| !field.is_empty())
        .peekable();
    let is_counter = |field: &str| field.bytes().all(|byte| byte.is_ascii_digit());
    let mut last = [fields.next(), fields.next()].into_iter().flatten().last();
    let has_living = fields
        .peek()
        .is_some_and(|(field, _)| *field != "-" && !field.contains(|c: char| c.is_ascii_digit()));
    if has_living {
        last = fields.next();
    }
    let cells = fields.next();
    last = cells.or(last);
    if !has_living && cells.is_some_and(|(field, _)| field == "-") {
        // That was the field for castling if cells come after it. So do comments: `c1 "text"`.
        let is_comment = |end| text[end..].trim_start().starts_with('"');
        last = fields.next_if(|&(field, end)| is_cells(field) && !is_comment(end)).or(last);
    }
    for _ in 0..2 {
        last = fields.next_if(|(field, _)| is_counter(field)).or(last);
    }
    last = fields.next_if(|&(field, _)| field == "-").or(last);
    last.map_or(0, |(_, end)| end)
}

/// Whether a field is `-`, or names of cells with commas or a colon between them.
fn is_cells(field: &str) -> bool {
    let is_cell = |name: &str| {
        let rank = name.strip_prefix(|file: char| file.is_ascii_lowercase());
        rank.is_some_and(|rank| !rank.is_empty() && rank.bytes().all(|byte| byte.is_ascii_digit()))
    };
    field == "-" || field.split([',', ':']).all(is_cell)
}

/// The operations of an EPD; a `;` inside quotation marks ends none.
fn operations(text: &str) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    text.split(move |character| {
        quoted ^= character == '"';
        character == ';' && !quoted
    })
    .map(str::trim)
    .filter(|operation| !operation.is_empty())
}
