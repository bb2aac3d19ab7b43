//! What is carried along from a file to the tables: columns under names of their own. Knows names; writes no files.
//!
//! A table's own columns follow the fixed ones. They are those of the first record, by name. What a later
//! record has besides stands in the column `further`, as `name: value; name: value`, so that nothing is lost
//! and no row waits for the last one.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use super::row::csv_line;
use hexmate_problems::Further;

/// The column for what has no column of its own.
pub(super) const REST: &str = "further";

/// What a file says besides, under names that no fixed column has and that differ from each other.
///
/// A column `further` of an earlier table stays what it is.
pub(super) fn named_apart(further: &[Further], fixed: &[&str]) -> Vec<Further> {
    let is_fixed = |name: &str| {
        let mut names = fixed.iter().chain([&REST]);
        name != REST && names.any(|fixed| name.eq_ignore_ascii_case(fixed))
    };
    let mut taken = HashSet::new();
    let apart = |one: &Further| {
        let name = if is_fixed(&one.name) { format!("input_{}", one.name) } else { one.name.clone() };
        let numbered = (2_u32..).map(|number| format!("{name}_{number}"));
        let mut candidates = std::iter::once(name.clone()).chain(numbered);
        let name = candidates.find(|name| taken.insert(name.to_lowercase())).unwrap_or(name);
        Further { name, ..one.clone() }
    };
    further.iter().filter(|one| one.name != REST || !one.value.is_empty()).map(apart).collect()
}

/// The same as an object of JSON.
pub(super) fn object(further: &[Further]) -> Value {
    let members = further.iter().map(|one| (one.name.clone(), json!(one.value)));
    Value::Object(members.collect::<Map<_, _>>())
}

/// Tags that say what a game is and how it is read.
const TELLING: [&str; 6] = ["Event", "Result", "Variant", "Letters", "SetUp", "FEN"];

/// Tags of a game: these, and behind them what a file says besides, where it says anything.
pub(super) fn tags(tags: &[(&str, &str)], further: &[Further]) -> Vec<(String, String)> {
    let is_taken = |name: &str| {
        let names = tags.iter().map(|&(name, _)| name).chain(TELLING);
        names.into_iter().any(|taken| taken.eq_ignore_ascii_case(name))
    };
    let further = further.iter().map(|one| {
        let name = if is_taken(&one.name) { format!("Input_{}", one.name) } else { one.name.clone() };
        (name, one.value.clone())
    });
    let own = tags.iter().map(|&(name, value)| (name.to_owned(), value.to_owned()));
    own.chain(further).filter(|(_, value)| !value.is_empty()).collect()
}

/// The columns of a table that its first record has brought.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputColumns(Vec<String>);

impl InputColumns {
    /// The columns of the first record.
    pub fn of(first: &[(String, String)]) -> Self {
        Self(first.iter().map(|(name, _)| name.clone()).filter(|name| name != REST).collect())
    }

    /// The header of the table, from that of its fixed columns.
    pub fn header(&self, fixed: &str) -> String {
        joined(fixed, [REST].into_iter().chain(self.0.iter().map(String::as_str)))
    }

    /// A row, from its fixed columns.
    pub fn row(&self, fixed: &str, further: &[(String, String)]) -> String {
        let value = |name: &String| {
            further.iter().find(|(own, _)| own == name).map_or("", |(_, value)| value.as_str())
        };
        let rest = further.iter().filter(|(name, value)| !value.is_empty() && !self.0.contains(name));
        let rest: Vec<String> = rest
            .map(|(name, value)| if name == REST { value.clone() } else { format!("{name}: {value}") })
            .collect();
        joined(fixed, [rest.join("; ").as_str()].into_iter().chain(self.0.iter().map(value)))
    }
}

/// A line of CSV with more cells at its end.
fn joined<'c>(line: &str, cells: impl Iterator<Item = &'c str>) -> String {
    // An empty cell before them has them begin with a comma.
    let cells: Vec<Value> = std::iter::once("").chain(cells).map(Value::from).collect();
    format!("{}{}", line.strip_suffix('\n').unwrap_or(line), csv_line(&cells))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(further: &[Further]) -> Vec<&str> {
        further.iter().map(|one| one.name.as_str()).collect()
    }

    #[test]
    fn no_two_columns_have_one_name() {
        let cells = ["year", "Status", "year", "further", "Further", "YEAR", "input_status"];
        let cells = cells.map(|name| Further::cell(name, "x"));
        let apart = named_apart(&cells, &["id", "status"]);
        assert_eq!(
            names(&apart),
            ["year", "input_Status", "year_2", "further", "input_Further", "YEAR_3", "input_status_2"]
        );
    }
}
