//! The table of `select`: one row for each record, with its fate. Tables of problems with other columns.

use std::borrow::Borrow;
use std::collections::{HashMap, HashSet};

use serde_json::{Value, json};

use super::RecordFault;
use super::row::{TableRow, columns, csv_line};
use hexmate_batch::terminal::one_line;
use hexmate_games::select::Fate;
use hexmate_problems::likeness::Differences;
use hexmate_problems::{COLUMNS, Statement};

/// The fate of a game or problem: selected or left out, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelectRow<'s> {
    /// Name of its file.
    pub file: &'s str,
    /// Number of the record in its file, from 1.
    pub record: u64,
    /// First line of the record, from 1.
    pub line: u64,
    /// Name of the record in messages.
    pub game: &'s str,
    /// Selected, duplicate, or not meeting the conditions.
    pub fate: Fate,
    /// Files to which the record was written, separated by `|`.
    pub output: &'s str,
    /// The equal record, if this one was left out as a duplicate.
    pub same_as: &'s str,
}

/// A record or an input that cannot be read, for the same table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnreadableRow<'s> {
    /// Name of the file.
    pub file: &'s str,
    /// Number of the record in its file, from 1; 0 for an input that cannot be read.
    pub record: u64,
    /// The error.
    pub fault: &'s RecordFault,
}

/// Fate of a record or an input that cannot be read.
const UNREADABLE: &str = "unreadable";

impl TableRow for UnreadableRow<'_> {
    columns! { self;
        file: self.file,
        record: self.record,
        line: Value::Null,
        game: Value::Null,
        fate: UNREADABLE,
        output: Value::Null,
        same_as: Value::Null,
        code: self.fault.code,
        message: self.fault.message,
    }

    fn to_text(&self) -> String {
        format!("{}\n", one_line(&self.fault.to_string()))
    }
}

impl TableRow for SelectRow<'_> {
    columns! { self;
        file: self.file,
        record: self.record,
        line: self.line,
        game: self.game,
        fate: self.fate.word(),
        output: self.output,
        same_as: self.same_as,
        code: Value::Null,
        message: Value::Null,
    }

    fn to_text(&self) -> String {
        let Self { file, line, game, fate, output, same_as, .. } = self;
        let text = format!("{file}:{line}: {game}: {} {output}{same_as}", fate.word());
        format!("{}\n", one_line(&text))
    }
}

/// A problem that is like a compared one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchRow<'s> {
    /// File, line and name of the compared problem.
    pub like: &'s str,
    /// Place among the problems that are like it, from 1.
    pub rank: usize,
    /// The likeness, in percent.
    pub percent: u32,
    /// Name of the file of the problem.
    pub file: &'s str,
    /// First line of the problem, from 1.
    pub line: u64,
    /// Name of the problem.
    pub problem: &'s str,
    /// Equal and different elements.
    pub differences: &'s Differences,
}

impl TableRow for MatchRow<'_> {
    columns! { self;
        {
            let of = |shared: Option<(usize, usize)>| shared.map(|(equal, all)| format!("{equal} of {all}"));
        }
        like: self.like,
        rank: self.rank,
        percent: self.percent,
        file: self.file,
        line: self.line,
        problem: self.problem,
        motion: self.differences.motion,
        equal: self.differences.equal,
        exchanged: self.differences.exchanged.join(", "),
        missing: self.differences.missing,
        added: self.differences.added,
        keys: of(self.differences.keys),
        answers: of(self.differences.answers),
    }

    fn to_text(&self) -> String {
        let Self { like, percent, file, line, problem, differences, .. } = self;
        let Differences { motion, exchanged, missing, added, keys, .. } = differences;
        let list = |word: &str, pieces: &[String]| {
            if pieces.is_empty() { String::new() } else { format!("{word}{}", pieces.join(" ")) }
        };
        let keys = match keys {
            Some((0, _)) => "another key",
            Some((equal, all)) if equal == all => "the same key",
            Some(_) => "some of the keys",
            None => "",
        };
        let words = [
            motion.clone(),
            exchanged.join(", "),
            list("without ", missing),
            list("with ", added),
            keys.to_owned(),
        ];
        let words: Vec<String> = words.into_iter().filter(|words| !words.is_empty()).collect();
        let words = if words.is_empty() { String::new() } else { format!(" ({})", words.join("; ")) };
        format!("{}\n", one_line(&format!("{like}: {percent} % like {file}:{line}: {problem}{words}")))
    }
}

/// Returns header and rows of a table of problems that has all of their columns: first the standard ones, then all others
/// in the order of their first use. Standard columns that no problem uses are left out but `id`, `fen` and `stipulation`.
pub fn problem_table<S: Borrow<Statement>>(problems: &[S]) -> (String, String) {
    const ALWAYS: [&str; 3] = ["id", "fen", "stipulation"];
    let rows: Vec<Vec<(Column, String)>> =
        problems.iter().map(|problem| numbered(problem.borrow())).collect();
    let mut columns: Vec<Column> = COLUMNS.map(|name| (name.to_owned(), 0)).to_vec();
    columns.retain(|column| {
        let has_value =
            |row: &Vec<(Column, String)>| row.iter().any(|(own, value)| own == column && !value.is_empty());
        ALWAYS.contains(&column.0.as_str()) || rows.iter().any(has_value)
    });
    let mut known: HashSet<Column> = COLUMNS.map(|name| (name.to_owned(), 0)).into();
    for (column, _) in rows.iter().flatten() {
        if known.insert(column.clone()) {
            columns.push(column.clone());
        }
    }
    let header = csv_line(&columns.iter().map(|(name, _)| json!(name)).collect::<Vec<_>>());
    let line = |row: &Vec<(Column, String)>| {
        let values: HashMap<&Column, &str> =
            row.iter().map(|(column, value)| (column, value.as_str())).collect();
        csv_line(
            &columns
                .iter()
                .map(|column| json!(values.get(column).copied().unwrap_or_default()))
                .collect::<Vec<_>>(),
        )
    };
    (header, rows.iter().map(line).collect())
}

/// A column: its name, and the number of columns before it with the same name.
type Column = (String, usize);

fn numbered(statement: &Statement) -> Vec<(Column, String)> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    let number = |(name, value): (String, String)| {
        let count = counts.entry(name.clone()).or_default();
        *count += 1;
        ((name, *count - 1), value)
    };
    statement.to_cells().into_iter().map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexmate_problems::ExtraColumn;

    #[test]
    fn problem_table_has_all_columns() {
        let problem = |id: &str, further: &[(&str, &str)]| Statement {
            id: id.to_owned(),
            fen: "K w".to_owned(),
            further: further.iter().map(|(name, value)| ExtraColumn::cell(name, value)).collect(),
            ..Statement::default()
        };
        let author =
            Statement { author: "A, B".to_owned(), ..problem("2", &[("year", "1990"), ("id", "7")]) };
        let (header, rows) = problem_table(&[problem("1", &[("note", "x"), ("note", "y\nz")]), author]);
        assert_eq!(header, "id,fen,stipulation,author,note,note,year,id\n");
        assert_eq!(rows, "1,K w,,,x,\"y\nz\",,\n2,K w,,\"A, B\",,,1990,7\n");
    }
}
