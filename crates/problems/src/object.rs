//! Problems as JSON objects, as the program writes them.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::Statement;
use super::columns::Columns;

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
        let members: Map<String, Value> = serde_json::from_str(text).ok()?;
        let is_game = |name: &String| name.eq_ignore_ascii_case("moves");
        let columns = Columns::new(members.keys().map(|name| Cow::Borrowed(name.as_bytes())));
        if members.keys().any(is_game) || columns.fen().is_none() {
            return None;
        }
        let is_result = members.contains_key("schema_version");
        let (mut headings, mut cells) = (Vec::new(), Vec::new());
        let mut add = |name: &str, cell: String| {
            headings.push(name.to_owned());
            cells.push(cell);
        };
        let has_key = members.contains_key("key");
        for (name, value) in &members {
            match value {
                Value::Object(further) if name == "further" => {
                    further.iter().for_each(|(name, value)| add(name, cell(value)));
                }
                Value::Array(claimed) if is_result && !has_key && name == "claimed_keys" => {
                    let texts = claimed.iter().filter_map(|key| key["text"].as_str());
                    add("key", texts.collect::<Vec<_>>().join(", "));
                }
                _ if is_result && RESULTS.contains(&name.as_str()) => {}
                value => add(name, cell(value)),
            }
        }
        let mut statement = Self { line, first_line: line, ..Self::of_cells(&headings, &cells) };
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
