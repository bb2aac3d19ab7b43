//! Lines of JSON: games and problems.

use std::io;

use hexmate_batch::files::Input;
use hexmate_games::archive;
use hexmate_position::rows::{Lines, MAX_ROW, NumberedLine, RowFault};
use hexmate_problems::Statement;
use hexmate_problems::interchange::entries;
use serde_json::value::RawValue;

use super::Item;

/// Reads the objects of a file, one per line or as an array on one or several lines, with each object on one line.
///
/// An object with a FEN and without moves is a problem, one with `algebraic` an entry of YACPDB, any other a game.
pub(super) fn objects(input: Input) -> impl Iterator<Item = io::Result<Item>> + Send {
    let lines = Lines::new(input, MAX_ROW, RowFault::RowTooLong);
    lines.flat_map(|line| match line {
        Ok(line) => elements(line).into_iter().flat_map(items).map(Ok).collect(),
        Err(error) => vec![Err(error)],
    })
}

/// Returns a line without the brackets and commas of an array around its objects; one line for each object.
fn elements(line: NumberedLine) -> Vec<NumberedLine> {
    let NumberedLine { number, bytes: Ok(bytes) } = &line else { return vec![line] };
    let Ok(text) = str::from_utf8(bytes) else { return vec![line] };
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.starts_with('{') && text.ends_with('}') {
        return vec![line];
    }
    let inner = text.strip_prefix('[').unwrap_or(text);
    let inner = inner.strip_suffix(']').unwrap_or(inner).trim().trim_end_matches(',');
    let object =
        |raw: Box<RawValue>| NumberedLine { number: *number, bytes: Ok(raw.get().as_bytes().to_vec()) };
    match serde_json::from_str::<Vec<Box<RawValue>>>(&format!("[{inner}]")) {
        Ok(objects) => objects.into_iter().map(object).collect(),
        Err(_) => vec![line],
    }
}

/// Returns the items of an object: one, or the entries of YACPDB in it.
fn items(line: NumberedLine) -> Vec<Item> {
    let text = line.bytes.as_ref().ok().and_then(|bytes| str::from_utf8(bytes).ok());
    match text.filter(|text| text.contains("\"algebraic\"")) {
        Some(text) => entries(text, line.number).into_iter().map(Item::Statement).collect(),
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
    statement.map(Item::Statement).or_else(|| archive::json_game(line).map(Item::Game))
}
