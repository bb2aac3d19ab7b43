//! Lines of JSON: games and problems.

use std::collections::VecDeque;
use std::io;
use std::ops::Range;

use hexmate_batch::files::Input;
use hexmate_games::archive;
use hexmate_problems::Statement;
use hexmate_problems::interchange::entries;
use hexmate_text::{Lines, MAX_ROW, NumberedLine, RowFault};
use serde_json::value::RawValue;

use super::Item;

/// Reads the objects of a file, one per line or as an array on one or several lines, with each object on one line.
///
/// An object with a FEN and without moves is a problem, one with `algebraic` an entry of YACPDB, any other a game.
pub(super) fn objects(input: Input) -> impl Iterator<Item = io::Result<Item>> + Send {
    Objects {
        lines: Lines::new(input, MAX_ROW, RowFault::RowTooLong),
        line: String::new(),
        number: 0,
        elements: Vec::new().into_iter(),
        ready: VecDeque::new(),
    }
}

/// Iterator over the objects of a file. Of a line with many objects only the places are kept.
struct Objects {
    lines: Lines<Input>,
    /// The current line as an array, and its number.
    line: String,
    number: u64,
    elements: std::vec::IntoIter<Range<u32>>,
    ready: VecDeque<Item>,
}

impl Iterator for Objects {
    type Item = io::Result<Item>;

    fn next(&mut self) -> Option<io::Result<Item>> {
        loop {
            if let Some(item) = self.ready.pop_front() {
                return Some(Ok(item));
            }
            if let Some(place) = self.elements.next() {
                let text = &self.line[place.start as usize..place.end as usize];
                let line = NumberedLine { number: self.number, bytes: Ok(text.as_bytes().to_vec()) };
                self.ready.extend(items(line));
                continue;
            }
            match self.lines.next()? {
                Ok(line) => match elements(&line) {
                    Some((text, elements)) => {
                        (self.line, self.number, self.elements) = (text, line.number, elements.into_iter());
                    }
                    None => self.ready.extend(items(line)),
                },
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

/// Returns the objects of a line with an array, or with a part of one: the array and the places of its elements.
fn elements(line: &NumberedLine) -> Option<(String, Vec<Range<u32>>)> {
    let text = str::from_utf8(line.bytes.as_ref().ok()?).ok()?;
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.starts_with('{') && text.ends_with('}') {
        return None;
    }
    let inner = text.strip_prefix('[').unwrap_or(text);
    let inner = inner.strip_suffix(']').unwrap_or(inner).trim().trim_end_matches(',');
    let array = format!("[{inner}]");
    let pieces: Vec<&RawValue> = serde_json::from_str(&array).ok()?;
    let place = |raw: &RawValue| {
        let begin = (raw.get().as_ptr().addr() - array.as_ptr().addr()) as u32;
        begin..begin + raw.get().len() as u32
    };
    let places = pieces.into_iter().map(place).collect();
    Some((array, places))
}

/// Returns the items of an object: one, or the entries of YACPDB in it.
fn items(line: NumberedLine) -> Vec<Item> {
    let text = line.bytes.as_ref().ok().and_then(|bytes| str::from_utf8(bytes).ok());
    match text.filter(|text| text.contains("\"algebraic\"")) {
        Some(text) => entries(text, line.number).into_iter().map(Item::from).collect(),
        None => item(line).into_iter().collect(),
    }
}

fn item(line: NumberedLine) -> Option<Item> {
    let text = line.bytes.as_ref().ok().and_then(|bytes| str::from_utf8(bytes).ok());
    // Games are parsed only once. The results of `solve` have moves in their trees.
    let may_be_problem = |text: &&str| !text.contains("\"moves\"") || text.contains("\"schema_version\"");
    let problem = text.filter(may_be_problem);
    let statement =
        problem.and_then(|text| Statement::from_json(line.number, text.trim_start_matches('\u{feff}')));
    statement.map(Item::from).or_else(|| archive::json_game(line).map(Item::from))
}
