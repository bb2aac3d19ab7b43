//! Reader of files with one problem per line: EPD and bare FEN.

use std::io::{self, BufRead};
use std::ops::Range;

use super::extra_column::unquoted;
use super::{ExtraColumn, LineFault, Operand, Statement, column_at};
use hexmate_position::{Game, PieceList};
use hexmate_text::{Lines, MAX_TEXT, NumberedLine, RowFault};

/// Iterator over the statements of a file of lines.
pub(super) struct EpdReader<R>(Lines<R>);

impl<R: BufRead> EpdReader<R> {
    pub(super) fn new(input: R) -> Self {
        Self(Lines::new(input, MAX_TEXT, RowFault::TextTooLong))
    }
}

impl<R: BufRead> Iterator for EpdReader<R> {
    type Item = io::Result<Statement>;

    fn next(&mut self) -> Option<io::Result<Statement>> {
        loop {
            let NumberedLine { number: line, bytes } = match self.0.next()? {
                Ok(line) => line,
                Err(error) => return Some(Err(error)),
            };
            let place = Statement { line, first_line: line, ..Statement::default() };
            let faulty = |fault| Some(Ok(Statement { fault: Some(fault), ..place.clone() }));
            let Ok(bytes) = bytes else { return faulty(LineFault::TooLong) };
            let Ok(text) = str::from_utf8(&bytes) else { return faulty(LineFault::NotText) };
            let text = text.trim_start_matches('\u{feff}');
            if !text.trim().is_empty() && !text.starts_with('#') {
                return Some(Ok(Statement { line, first_line: line, ..parse_epd(text) }));
            }
        }
    }
}

/// Places of the parts of a line of EPD, in bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EpdLayout {
    /// The position, without blanks and semicolons after it.
    pub position: Range<usize>,
    /// The operations up to the first fault, each without its `;`.
    pub operations: Vec<Range<usize>>,
}

impl EpdLayout {
    /// Finds the parts of a line.
    ///
    /// ```
    /// let line = "k/3 w; dm 2; id \"a; b\"";
    /// let layout = hexmate_problems::EpdLayout::of(line);
    /// let operations: Vec<&str> = layout.operations.into_iter().map(|range| &line[range]).collect();
    /// assert_eq!((&line[layout.position], operations), ("k/3 w", vec!["dm 2", "id \"a; b\""]));
    /// ```
    pub fn of(line: &str) -> Self {
        let (position, mut at) = position(line);
        let mut operations = Vec::new();
        while at < line.len() {
            let Ok(end) = operation_end(line, at) else { break };
            let start = end - line[at..end].trim_start().len();
            let operation = start..start + line[start..end].trim_end().len();
            operations.extend(Some(operation).filter(|range| !range.is_empty()));
            at = end + 1;
        }
        Self { position, operations }
    }
}

impl Statement {
    /// Reads a line of EPD.
    pub fn of_line(line: &str) -> Self {
        Self { line: 1, first_line: 1, ..parse_epd(line) }
    }
}

/// Returns the place of the position in a line, and the start of the operations.
fn position(text: &str) -> (Range<usize>, usize) {
    let start = text.len() - text.trim_start().len();
    let list_end = list_end(&text[start..]).map(|end| start + end);
    let end = list_end.unwrap_or_else(|| operations_start(text, fen_end(text)));
    let position = text[start..end.max(start)].trim_end_matches([';', ' ', '\t', '\r', '\n']);
    (start..start + position.len(), end)
}

/// Parses a line: the FEN up to the first opcode or `;`, then the operations.
fn parse_epd(text: &str) -> Statement {
    let (range, end) = position(text);
    let start = range.start;
    let position = &text[range];
    // A problem without a position, as in the results of `solve`.
    let position = if position == "-" { "" } else { position };
    let mut statement =
        Statement { column: column_at(1, text, start), fen: position.to_owned(), ..Statement::default() };
    let mut claimed = None;
    let mut at = end;
    while at < text.len() {
        let read = operation_end(text, at).and_then(|end| {
            let operation = text[at..end].trim();
            let start = end - text[at..end].trim_start().len();
            at = end + 1;
            if operation.is_empty() {
                return Ok(());
            }
            add_operation(&mut statement, &mut claimed, operation, start)
        });
        if let Err((fault, place)) = read {
            statement.column = column_at(1, text, place);
            statement.fault = Some(fault);
            break;
        }
    }
    if let Some(claimed) = claimed {
        // The moves of `bm` are those that a program found.
        let found = std::mem::replace(&mut statement.keys, claimed);
        if !found.is_empty() {
            statement.further.push(ExtraColumn {
                name: "bm".to_owned(),
                value: found,
                operand: Operand::Bare,
            });
        }
    }
    statement
}

/// Returns the end of a piece list at the start of a line: before the first part that is not one of a list, or before
/// an opcode.
fn list_end(line: &str) -> Option<usize> {
    // The game is not known yet; these have the names of all players.
    let games = [Game::GLINSKI, Game::ECHEX3, Game::ECHEX6];
    let end = games.iter().filter_map(|game| PieceList::end(game, line)).max()?;
    let mut words = line[..end].split_inclusive(char::is_whitespace);
    let mut at = 0;
    let opcode = words.find_map(|word| {
        let start = at;
        at += word.len();
        OPCODES.contains(&word.trim_end()).then_some(start)
    });
    Some(opcode.unwrap_or(end))
}

/// A fault with its offset in the line, in bytes.
type Faulty = (LineFault, usize);

/// Adds an operation to a statement, except the keys of `key`, which are claimed beside the moves of `bm`.
fn add_operation(
    statement: &mut Statement,
    claimed: &mut Option<String>,
    operation: &str,
    start: usize,
) -> Result<(), Faulty> {
    let (opcode, operand) = operation.split_once(char::is_whitespace).unwrap_or((operation, ""));
    let operand = operand.trim();
    let place = start + operation.len() - operand.len();
    let text = match unquoted(operand) {
        Some((text, end)) if end == operand.len() => text,
        Some((_, end)) if OPCODES.contains(&opcode) => {
            return Err((LineFault::Row(RowFault::TextAfterQuote), place + end));
        }
        _ => operand.to_owned(),
    };
    let (slot, value) = match opcode {
        "dm" => (&mut statement.stipulation, format!("#{text}")),
        "bm" if operand.starts_with('#') => (&mut statement.stipulation, text),
        "bm" => (&mut statement.keys, text),
        "key" => (claimed.get_or_insert_default(), text),
        "id" => (&mut statement.id, text),
        "stip" => (&mut statement.stipulation, text),
        "solutions" => (&mut statement.solutions, text),
        "twin" => (&mut statement.twin, text),
        "author" => (&mut statement.author, text),
        "source" => (&mut statement.source, text),
        "variant" => (&mut statement.variant, text),
        _ => {
            let further = ExtraColumn::operation(operation);
            statement.further.push(further.commented().unwrap_or(further));
            return Ok(());
        }
    };
    if !slot.is_empty() && *slot != value {
        return Err((LineFault::Repeated(opcode.to_owned()), start));
    }
    *slot = value;
    Ok(())
}

/// Returns the end of an operation: the next `;` outside quotation marks, or the end of the line.
fn operation_end(text: &str, start: usize) -> Result<usize, Faulty> {
    let mut at = start;
    while let Some(next) = text[at..].find([';', '"']).map(|next| at + next) {
        if text[next..].starts_with(';') {
            return Ok(next);
        }
        let (_, end) = unquoted(&text[next..]).ok_or((LineFault::Row(RowFault::UnclosedQuote), next))?;
        at = next + end;
    }
    Ok(text.len())
}

/// Opcodes that are recognized without a `;` in the line.
const OPCODES: [&str; 10] =
    ["dm", "bm", "key", "id", "stip", "solutions", "twin", "author", "source", "variant"];

/// Returns the start of the operations; text that cannot be an operation belongs to the FEN, where it is an error.
fn operations_start(text: &str, fen_end: usize) -> usize {
    let semicolon = text.find(';');
    let limit = semicolon.unwrap_or(text.len());
    let first = text.get(fen_end..limit).unwrap_or_default().trim();
    let opcode = first.split_whitespace().next().unwrap_or_default();
    let is_name = opcode.starts_with(|letter: char| letter.is_ascii_alphabetic());
    let is_certain = semicolon.is_some() || OPCODES.contains(&opcode) || first.contains('"');
    if first.is_empty() || is_name && is_certain { fen_end } else { limit }
}

/// Returns the end of the FEN: the first `;`, or the end of the fields that a FEN can have.
///
/// The fields are board, turn, living players or castling rights, en passant cells, two counters and a `-` for
/// castling, which may also follow the turn; the last three may be missing.
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
        .take_while(|(field, _)| !OPCODES.contains(field))
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
        // The field was for castling if cells follow; but `c1 "text"` is a comment, not a cell.
        let is_comment = |end| text[end..].trim_start().starts_with('"');
        last = fields.next_if(|&(field, end)| is_cells(field) && !is_comment(end)).or(last);
    }
    for _ in 0..2 {
        last = fields.next_if(|(field, _)| is_counter(field)).or(last);
    }
    last = fields.next_if(|&(field, _)| field == "-").or(last);
    last.map_or(0, |(_, end)| end)
}

/// Returns whether a field is `-`, or names of cells separated by commas or colons.
fn is_cells(field: &str) -> bool {
    let is_cell = |name: &str| {
        let rank = name.strip_prefix(|file: char| file.is_ascii_lowercase());
        rank.is_some_and(|rank| !rank.is_empty() && rank.bytes().all(|byte| byte.is_ascii_digit()))
    };
    field == "-" || field.split([',', ':']).all(is_cell)
}
