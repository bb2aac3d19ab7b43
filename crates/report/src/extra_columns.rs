//! Columns of the input that the program does not interpret and passes on to the output.
//!
//! In a table they follow the fixed columns and the column `further`. The first record decides their names. A later
//! record with other columns has them in `further`, as `name: value; name: value`. So nothing is lost, and rows can be
//! written at once.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value, json};

use super::row::csv_line;
use hexmate_problems::ExtraColumn;
pub(super) use hexmate_problems::{REST, with_unique_names};

/// Returns further columns as a JSON object.
pub(super) fn object(further: &[ExtraColumn]) -> Value {
    let members = further.iter().map(|one| (one.name.clone(), json!(one.value)));
    Value::Object(members.collect::<Map<_, _>>())
}

/// PGN tags that decide how a game is read.
const STRUCTURAL: [&str; 7] = ["Event", "Result", "Variant", "Letters", "Files", "SetUp", "FEN"];

/// Returns the tags of a game: these, then the further columns; empty ones are left out.
pub(super) fn tags(tags: &[(&str, &str)], further: &[ExtraColumn]) -> Vec<(String, String)> {
    let is_taken = |name: &str| {
        let names = tags.iter().map(|&(name, _)| name).chain(STRUCTURAL);
        names.into_iter().any(|taken| taken.eq_ignore_ascii_case(name))
    };
    let further = further.iter().map(|one| {
        let name = if is_taken(&one.name) { format!("Input_{}", one.name) } else { one.name.clone() };
        (name, one.value.clone())
    });
    let own = tags.iter().map(|&(name, value)| (name.to_owned(), value.to_owned()));
    own.chain(further).filter(|(_, value)| !value.is_empty()).collect()
}

/// Names of the input columns of a table, as its first record has them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputColumns(Vec<String>);

impl InputColumns {
    /// Takes the names from the first record.
    pub fn of(first: &[(String, String)]) -> Self {
        Self(first.iter().map(|(name, _)| name.clone()).filter(|name| name != REST).collect())
    }

    /// Returns the header of the table, given the header of its fixed columns.
    pub fn header(&self, fixed: &str) -> String {
        append(fixed, [REST].into_iter().chain(self.0.iter().map(String::as_str)))
    }

    /// Returns a row, given the line of its fixed columns.
    pub fn row(&self, fixed: &str, further: &[(String, String)]) -> String {
        let mut values: HashMap<&str, &str> = HashMap::new();
        for (name, value) in further {
            values.entry(name).or_insert(value);
        }
        let value = |name: &String| values.get(name.as_str()).copied().unwrap_or_default();
        let columns: HashSet<&str> = self.0.iter().map(String::as_str).collect();
        let rest =
            further.iter().filter(|(name, value)| !value.is_empty() && !columns.contains(name.as_str()));
        let rest: Vec<String> = rest
            .map(|(name, value)| if name == REST { value.clone() } else { format!("{name}: {value}") })
            .collect();
        append(fixed, [rest.join("; ").as_str()].into_iter().chain(self.0.iter().map(value)))
    }
}

/// Appends cells to a line of CSV.
fn append<'c>(line: &str, cells: impl Iterator<Item = &'c str>) -> String {
    // An empty first cell makes the new cells begin with a comma.
    let cells: Vec<Value> = std::iter::once("").chain(cells).map(Value::from).collect();
    format!("{}{}", line.strip_suffix('\n').unwrap_or(line), csv_line(&cells))
}
