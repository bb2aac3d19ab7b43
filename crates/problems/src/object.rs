//! Problems as JSON objects, as the program writes them.

use std::borrow::Cow;

use hexmate_text::{MAX_TEXT, Members, RowFault};
use serde_json::Value;

use super::columns::Columns;
use super::{LineFault, Statement};

/// Members of the program's own results that are not texts of the problem.
const RESULTS: [&str; 3] = ["solution", "claimed_keys", "schema_version"];

impl Statement {
    /// Parses a JSON object with the position of a problem; `None` for any other text, such as a game.
    ///
    /// Members are read as columns of a table with the same names; `further` contains further columns. The keys that an
    /// author claims may also be in `claimed_keys`, as in the results of `solve`. Empty members and `null` are empty cells.
    ///
    /// ```
    /// # mod hexmate { pub use hexmate_problems::*; }
    /// use hexmate::Statement;
    ///
    /// let text = r##"{"id": "One", "fen": "1/3/5 w - 0 1", "stipulation": "#2", "further": {"note": "x"}}"##;
    /// let statement = Statement::from_json(1, text).ok_or("no problem")?;
    /// assert_eq!((statement.id.as_str(), statement.stipulation.as_str()), ("One", "#2"));
    /// assert_eq!(statement.further[0].name, "note");
    /// assert_eq!(Statement::from_json(1, r#"{"moves": "f5f6"}"#), None);
    /// # Ok::<(), &str>(())
    /// ```
    pub fn from_json(line: u64, text: &str) -> Option<Self> {
        let Members { members, is_cut } = serde_json::from_str(text).ok()?;
        let is_game = |name: &str| name.eq_ignore_ascii_case("moves");
        let columns = Columns::new(members.iter().map(|(name, _)| Cow::Borrowed(name.as_bytes())));
        if members.iter().any(|(name, _)| is_game(name)) || columns.fen().is_none() {
            return None;
        }
        let is_result = members.iter().any(|(name, _)| name == "schema_version");
        let mut fault = is_cut.then_some(RowFault::TooManyCells);
        let (mut headings, mut cells) = (Vec::new(), Vec::new());
        let mut add = |name: &str, cell: String| {
            headings.push(name.to_owned());
            cells.push(cell);
        };
        let has_key = members.iter().any(|(name, _)| name == "key");
        for (name, raw) in members {
            let is_tree = is_result && RESULTS.contains(&&*name);
            if is_tree && name != "claimed_keys" {
                continue;
            }
            if raw.len() > MAX_TEXT {
                fault.get_or_insert(RowFault::TextTooLong);
                continue;
            }
            match serde_json::from_str(raw).ok()? {
                Value::Object(_) if name == "further" => {
                    let Members { members, is_cut } = serde_json::from_str(raw).ok()?;
                    if is_cut {
                        fault.get_or_insert(RowFault::TooManyCells);
                    }
                    for (name, raw) in members {
                        add(&name, cell(&serde_json::from_str(raw).ok()?));
                    }
                }
                Value::Array(claimed) if is_result && !has_key && name == "claimed_keys" => {
                    let texts = claimed.iter().filter_map(|key| key["text"].as_str());
                    add("key", texts.collect::<Vec<_>>().join(", "));
                }
                _ if is_tree => {}
                value => add(&name, cell(&value)),
            }
        }
        let mut statement = Self { line, first_line: line, ..Self::of_cells(&headings, &cells) };
        statement.fault = fault.map(LineFault::Row);
        statement.column = match text.find(&statement.fen) {
            Some(at) => text[..at].chars().count() as u64 + 1,
            None => 1,
        };
        Some(statement)
    }
}

/// Returns a value as the cell of a table: the items of a list with spaces between them.
fn cell(value: &Value) -> String {
    let is_text = |item: &Value| item.is_string() || item.is_number();
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        Value::Array(items) if items.iter().all(is_text) => {
            items.iter().map(cell).collect::<Vec<_>>().join(" ")
        }
        other => other.to_string(),
    }
}
