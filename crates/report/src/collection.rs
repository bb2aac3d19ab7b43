//! Collections of problems in which problems are changed and to which problems are added: tables and lines of EPD.
//!
//! Only cells or operations that differ are written. All others keep their bytes, so a collection keeps its columns,
//! quotation marks and comments.

use std::collections::BTreeMap;
use std::ops::Range;

use thiserror::Error;

use crate::{InputColumns, PositionRow, StatedPosition, csv_header, csv_row};
use hexmate_position::Game;
use hexmate_problems::{
    COLUMNS, EpdLayout, ExtraColumn, Heading, Operand, Statement, table_delimiter, table_headings, table_row,
};
use hexmate_text::cell_text;

/// Name of the further column with the verdict.
const STATUS: &str = "status";

/// Form of a collection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CollectionForm {
    /// A table with a header.
    Table,
    /// A line of EPD for each problem.
    Lines,
}

/// Text of a problem in a collection, and what it does not contain.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WrittenProblem {
    /// The text, with the comments and line ends around it.
    pub text: Vec<u8>,
    /// Fields of the problem that have no column, by their standard headings.
    pub lost: Vec<&'static str>,
    /// Further columns of another position or stipulation, whose values are kept.
    pub kept: Vec<String>,
}

/// Reason why a problem cannot be put into a collection.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CollectionFault {
    /// The table has no column for a field without which the problem is another one.
    #[error("the table has no column {0}; save the problem as a new file")]
    NoColumn(&'static str),
    /// The record cannot be split into fields, or its new text would not be read as this problem.
    #[error("the record cannot be changed in its file; save the problem as a new file")]
    FaultyRecord,
}

impl CollectionFault {
    /// Returns the stable code.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoColumn(_) => "no-column",
            Self::FaultyRecord => "faulty-record",
        }
    }
}

/// Fields without which a problem is another one.
const ESSENTIAL: [&str; 5] = ["fen", "variant", "stipulation", "twin", "solutions"];

/// Returns the names of all fields.
fn names() -> impl Iterator<Item = &'static str> {
    COLUMNS.into_iter().chain([STATUS])
}

/// Returns a field of a statement as written.
fn value(statement: &Statement, name: &str) -> String {
    let cells = statement.to_cells();
    cells
        .into_iter()
        .find(|(own, _)| own.eq_ignore_ascii_case(name))
        .map(|(_, value)| value)
        .unwrap_or_default()
}

/// Sets the verdict of a statement; an empty one removes it.
pub fn set_status(statement: &mut Statement, status: &str) {
    let place = statement.further.iter().position(|one| one.name.eq_ignore_ascii_case(STATUS));
    let own = ExtraColumn { name: STATUS.to_owned(), value: status.to_owned(), operand: Operand::Bare };
    match place {
        Some(place) if status.is_empty() => drop(statement.further.remove(place)),
        Some(place) => statement.further[place] = own,
        None if status.is_empty() => {}
        None => statement.further.push(own),
    }
}

impl CollectionForm {
    /// Returns the text of a new collection with one problem.
    pub fn first(self, problem: &StatedPosition) -> String {
        let row = position_row(problem);
        match self {
            Self::Lines => row.to_epd_line(),
            Self::Table => {
                let further = row.further_cells();
                let columns = InputColumns::of(&further);
                columns.header(&csv_header::<PositionRow>()) + &columns.row(&csv_row(&row), &further)
            }
        }
    }

    /// Returns the text of a problem that is added at the end of a collection, given the text up to its first row.
    ///
    /// # Errors
    ///
    /// If the table lacks a column without which the problem is another one.
    pub fn added(self, heading: &[u8], problem: &StatedPosition) -> Result<WrittenProblem, CollectionFault> {
        if self == Self::Lines {
            let line = position_row(problem).to_epd_line();
            return Ok(WrittenProblem { text: line.into_bytes(), ..WrittenProblem::default() });
        }
        let headings = table_headings(heading);
        let mut row = TableCells { cells: vec![String::new(); headings.len()], headings };
        let (_, lost) = row.change(&Statement::default(), problem)?;
        let delimiter = table_delimiter(heading);
        let cells: Vec<_> = row.cells.iter().map(|cell| cell_text(cell, delimiter)).collect();
        let mut text = cells.join(str::from_utf8(&[delimiter]).unwrap_or(",")).into_bytes();
        text.extend_from_slice(line_end(heading));
        Ok(WrittenProblem { text, lost, ..WrittenProblem::default() })
    }

    /// Returns the text of a problem in the place of another one, `before`, given the text of its record and the text
    /// of a table up to its first row.
    ///
    /// # Errors
    ///
    /// If the record is faulty, or a table lacks a column without which the problem is another one.
    pub fn changed(
        self,
        heading: &[u8],
        record: &[u8],
        before: &Statement,
        problem: &StatedPosition,
    ) -> Result<WrittenProblem, CollectionFault> {
        let is_other =
            differences(before, problem).iter().any(|(name, _)| ["fen", "stipulation"].contains(name));
        let further = before.further.iter().filter(|one| !one.value.is_empty() && one.name != STATUS);
        let kept = further.filter(|_| is_other).map(|one| one.name.clone()).collect();
        if self == Self::Lines {
            let text = changed_line(record, before, problem)?;
            return Ok(WrittenProblem { text, kept, ..WrittenProblem::default() });
        }
        let row = table_row(heading, record).ok_or(CollectionFault::FaultyRecord)?;
        let cells = row.cells().map(|cell| String::from_utf8_lossy(&cell).into_owned()).collect();
        let mut written = TableCells { headings: table_headings(heading), cells };
        let (changes, lost) = written.change(before, problem)?;
        let mut text = row.with_cells(&changes, table_delimiter(heading));
        text.extend_from_slice(&record[row.text().len()..]);
        Ok(WrittenProblem { text, lost, kept })
    }
}

fn position_row(StatedPosition { setup, statement }: &StatedPosition) -> PositionRow {
    PositionRow::new(setup.game, statement, setup.to_fen_in(statement.form))
}

/// Returns the fields in which a problem differs from a statement, with their new values.
fn differences(before: &Statement, problem: &StatedPosition) -> Vec<(&'static str, String)> {
    let StatedPosition { setup, statement } = problem;
    let game = before.game(None).ok();
    let is_same = |name: &str| match name {
        "fen" => game.and_then(|game| before.setup(game).ok()).is_some_and(|own| own == *setup),
        "variant" => game == Some(setup.game),
        name => value(before, name) == value(statement, name),
    };
    let written = |name: &str| match name {
        "fen" => setup.to_fen_in(statement.form),
        "variant" => setup.game.name.to_owned(),
        name => value(statement, name),
    };
    names().filter(|name| !is_same(name)).map(|name| (name, written(name))).collect()
}

/// The cells of a row with the headings of its table.
struct TableCells {
    headings: Vec<Heading>,
    cells: Vec<String>,
}

impl TableCells {
    /// Writes the fields in which a problem differs; returns the changed cells and the fields without a column.
    fn change(
        &mut self,
        before: &Statement,
        problem: &StatedPosition,
    ) -> Result<(BTreeMap<usize, String>, Vec<&'static str>), CollectionFault> {
        let (mut changes, mut lost) = (BTreeMap::new(), Vec::new());
        for (name, value) in differences(before, problem) {
            match self.put(name, &value) {
                Some(number) => drop(changes.insert(number, value)),
                None if ESSENTIAL.contains(&name) => return Err(CollectionFault::NoColumn(name)),
                None => lost.push(name),
            }
        }
        Ok((changes, lost))
    }

    /// Writes a field into the first column from which it is read again; returns the number of the column.
    fn put(&mut self, name: &str, text: &str) -> Option<usize> {
        let before = self.read();
        for number in 0..self.headings.len() {
            let Heading { text: heading, meaning } = &self.headings[number];
            let is_status = name == STATUS && heading.eq_ignore_ascii_case(STATUS);
            if meaning.is_none() && !is_status {
                continue;
            }
            self.cells.resize(self.cells.len().max(number + 1), String::new());
            let old = std::mem::replace(&mut self.cells[number], text.to_owned());
            let read = self.read();
            let is_kept = |one: &str| {
                value(&read, one) == if one == name { text.to_owned() } else { value(&before, one) }
            };
            if names().all(is_kept) {
                return Some(number);
            }
            self.cells[number] = old;
        }
        None
    }

    fn read(&self) -> Statement {
        let headings: Vec<String> = self.headings.iter().map(|heading| heading.text.clone()).collect();
        Statement::of_cells(&headings, &self.cells)
    }
}

/// Returns the end of the first line of a text.
fn line_end(text: &[u8]) -> &'static [u8] {
    match text.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
        Some(at) if text[at..].starts_with(b"\r\n") => b"\r\n",
        Some(at) if text[at] == b'\r' => b"\r",
        _ => b"\n",
    }
}

/// Returns the place of the first line that is neither blank nor a comment.
fn line_of(record: &[u8]) -> Option<Range<usize>> {
    let mut at = 0;
    while at < record.len() {
        let length = record[at..].iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let end = length.map_or(record.len(), |length| at + length);
        let text = str::from_utf8(&record[at..end]).ok()?;
        let bare = text.trim_start_matches('\u{feff}');
        if !bare.trim().is_empty() && !bare.starts_with('#') {
            return Some(end - bare.len()..end);
        }
        at = end + 1;
    }
    None
}

/// Returns the text of a record of EPD with the operations of another problem.
fn changed_line(
    record: &[u8],
    before: &Statement,
    problem: &StatedPosition,
) -> Result<Vec<u8>, CollectionFault> {
    let place = line_of(record).ok_or(CollectionFault::FaultyRecord)?;
    let line = str::from_utf8(&record[place.clone()]).map_err(|_| CollectionFault::FaultyRecord)?;
    let differences = differences(before, problem);
    let written = with_operations(line, &position_row(problem).to_epd_line(), &differences);
    let read = Statement { form: before.form, ..Statement::of_line(&written) };
    let is_same = |read: &Statement| {
        let own = self::differences(read, problem);
        // The stipulation is written in its standard form.
        own.iter().all(|(name, _)| *name == "stipulation" && is_same_stipulation(read, problem))
    };
    if read.fault.is_some() || !is_same(&read) {
        return Err(CollectionFault::FaultyRecord);
    }
    Ok([&record[..place.start], written.as_bytes(), &record[place.end..]].concat())
}

fn is_same_stipulation(read: &Statement, StatedPosition { setup, statement }: &StatedPosition) -> bool {
    let standard = |statement: &Statement, game: Game| statement.stipulation_in(game);
    standard(read, setup.game) == standard(statement, setup.game)
}

/// Returns a line of EPD in which the fields that differ are those of another line.
fn with_operations(line: &str, other: &str, differences: &[(&'static str, String)]) -> String {
    let (layout, theirs) = (EpdLayout::of(line), EpdLayout::of(other));
    let field = |operation: &str| {
        let (opcode, operand) = operation.split_once(char::is_whitespace).unwrap_or((operation, ""));
        match opcode {
            "dm" | "stip" => "stipulation",
            "bm" if operand.trim_start().starts_with('#') => "stipulation",
            "bm" => "bm",
            own => names().find(|name| *name == own).unwrap_or_default(),
        }
    };
    let has_claims = layout.operations.iter().any(|range| field(&line[range.clone()]) == "key");
    // Beside `key`, the moves of `bm` are not claimed.
    let field_of = |operation: &str| match field(operation) {
        "bm" if has_claims => "",
        "bm" => "key",
        own => own,
    };
    let mut new: Vec<(&str, &str)> = Vec::new();
    for range in theirs.operations {
        let operation = &other[range];
        let own = field_of(operation);
        if differences.iter().any(|(name, _)| *name == own) {
            new.push((own, operation));
        }
    }
    let mut edits: Vec<(Range<usize>, &str)> = Vec::new();
    if differences.iter().any(|(name, _)| *name == "fen") {
        edits.push((layout.position, &other[theirs.position]));
    }
    for range in layout.operations {
        let own = field_of(&line[range.clone()]);
        if !differences.iter().any(|(name, _)| *name == own) {
            continue;
        }
        if let Some(place) = new.iter().position(|(name, _)| *name == own) {
            edits.push((range, new.remove(place).1));
            continue;
        }
        // With its semicolon and the blanks before it.
        let start = line[..range.start].trim_end_matches([' ', '\t']).len();
        let rest = line[range.end..].trim_start_matches([' ', '\t']);
        let end = if rest.starts_with(';') { line.len() - rest.len() + 1 } else { range.end };
        edits.push((start..end, ""));
    }
    let mut written = String::new();
    let mut at = 0;
    for (range, text) in edits {
        written.extend([&line[at..range.start], text]);
        at = range.end;
    }
    written.push_str(&line[at..]);
    for (_, operation) in new {
        let length = written.trim_end().len();
        written.truncate(length);
        if !written.ends_with(';') {
            written.push(';');
        }
        written.extend([" ", operation, ";"]);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexmate_position::Setup;
    use hexmate_problems::{ProblemFormat, statements};

    const FEN: &str = "1/1N1/5/R6/7/1K2k2/7 w - 0 1";
    const OTHER: &str = "1/1N1/5/R6/7/1K1k3/7 w - 0 1";

    /// Returns the first problem of a text, and its change by `change`.
    fn changed(form: CollectionForm, heading: &str, record: &str, change: fn(&mut Statement)) -> String {
        let format = if form == CollectionForm::Table { ProblemFormat::Csv } else { ProblemFormat::Lines };
        let text = [heading, record].concat();
        let before = statements(text.as_bytes(), format).next().expect("a record").expect("memory");
        let mut statement = before.clone();
        change(&mut statement);
        let game = statement.game(None).expect("a game");
        let setup = Setup::from_fen(game, &statement.fen).expect("a FEN");
        let problem = StatedPosition { setup, statement };
        match form.changed(heading.as_bytes(), record.as_bytes(), &before, &problem) {
            Ok(WrittenProblem { text, lost, kept }) => {
                let notes = [lost.join(","), kept.join(",")].into_iter().filter(|list| !list.is_empty());
                let text = String::from_utf8(text).expect("text");
                [text].into_iter().chain(notes).collect::<Vec<_>>().join(" | ")
            }
            Err(fault) => fault.to_string(),
        }
    }

    #[test]
    fn only_changed_cells_are_written() {
        let author = |statement: &mut Statement| statement.author = "Ö. \"X\", Y".to_owned();
        let other = |statement: &mut Statement| statement.fen = OTHER.to_owned();
        let sound = |statement: &mut Statement| set_status(statement, "SOUND");
        let renamed = |statement: &mut Statement| statement.stipulation = "#3".to_owned();
        for (heading, record, change, expected) in [
            (
                "variant,FEN,a,Author\r\n",
                "mini, @ ,\"1\",x\r\n\r\n",
                author as fn(&mut Statement),
                "mini, @ ,\"1\",\"Ö. \"\"X\"\", Y\"\r\n\r\n",
            ),
            (
                "# c\nsep=;\nvariant;fen;Szerző;nodes\n",
                "mini;\"@\" ;x;7",
                author,
                "mini;\"@\" ;\"Ö. \"\"X\"\", Y\";7",
            ),
            ("variant,fen,nodes\n", "mini,\"@\",7\n", other, "mini,\"#\",7\n | nodes"),
            ("variant,fen,nodes\n", "mini,@,7\n", author, "mini,@,7\n | author"),
            (
                "variant,fen\n",
                "mini,@\n",
                renamed,
                "the table has no column stipulation; save the problem as a new file",
            ),
            ("variant,fen,Aufgabe\n", "mini,@,#2\n", renamed, "mini,@,\"#3\"\n"),
            ("fen,variant,Status\n", "@,mini\n", sound, "@,mini,SOUND\n"),
        ] {
            let [record, expected] = [record, expected]
                .map(|text| text.replace('@', FEN).replace("\"#\"", &format!("\"{OTHER}\"")));
            assert_eq!(changed(CollectionForm::Table, heading, &record, change), expected);
        }
    }

    #[test]
    fn only_changed_operations_are_written() {
        let author = |statement: &mut Statement| statement.author = "A; B".to_owned();
        let other = |statement: &mut Statement| statement.fen = OTHER.to_owned();
        let help = |statement: &mut Statement| statement.stipulation = "h#2".to_owned();
        let key = |statement: &mut Statement| statement.keys = "Nc3".to_owned();
        let nothing = |statement: &mut Statement| statement.keys.clear();
        let sound = |statement: &mut Statement| set_status(statement, "SOUND");
        for (record, change, expected) in [
            (
                "# c\r\n\r\n@;dm 2 ; x  7;variant mini;\r\n# d\r\n",
                author as fn(&mut Statement),
                "# c\r\n\r\n@;dm 2 ; x  7;variant mini; author \"A; B\";\r\n# d\r\n",
            ),
            ("@ variant mini; author \"x\" ; id y", author, "@ variant mini; author \"A; B\" ; id y"),
            ("@; variant mini; acd 7;\n", other, "#; variant mini; acd 7;\n | acd"),
            ("@; variant mini; dm 2; bm Nd4;\n", help, "@; variant mini; stip \"h#2\"; bm Nd4;\n"),
            ("@; bm #2; variant mini; bm Nd4;\n", help, "@; stip \"h#2\"; variant mini; bm Nd4;\n"),
            ("@; variant mini; bm Nd4;\n", key, "@; variant mini; bm Nc3;\n"),
            ("@; variant mini; bm Nd4; key \"Kb1\";\n", key, "@; variant mini; bm Nd4; key \"Nc3\";\n"),
            ("@; bm Nd4; variant mini;\n", nothing, "@; variant mini;\n"),
            ("@; variant mini\n", sound, "@; variant mini; status SOUND;\n"),
            ("@; variant mini; status COOKED;\n", sound, "@; variant mini; status SOUND;\n"),
        ] {
            let [record, expected] =
                [record, expected].map(|text| text.replace('@', FEN).replace("#;", &format!("{OTHER};")));
            assert_eq!(changed(CollectionForm::Lines, "", &record, change), expected);
        }
    }

    #[test]
    fn added_problem_is_read_again() {
        let statement = Statement {
            stipulation: "h#2".to_owned(),
            author: "A; \"B\"".to_owned(),
            keys: "Nc3".to_owned(),
            ..Statement::default()
        };
        let setup = Setup::from_fen(Game::MINI, FEN).expect("a FEN");
        let problem = StatedPosition { setup, statement };
        for heading in ["fen;variant;stip;author;key\r\n", "key\tfen\tx\tvariant\tstipulation\n"] {
            let added = CollectionForm::Table.added(heading.as_bytes(), &problem);
            let entry = added.expect("a row");
            assert!(entry.text.ends_with(line_end(heading.as_bytes())));
            let text = [heading.as_bytes(), &entry.text].concat();
            let read = statements(&text[..], ProblemFormat::Csv).next().expect("a row").expect("memory");
            let lost: Vec<_> = differences(&read, &problem).into_iter().map(|(name, _)| name).collect();
            assert_eq!(lost, entry.lost, "{heading}");
        }
        let fault = CollectionForm::Table.added(b"fen,game,stip\n", &problem);
        assert_eq!(fault, Err(CollectionFault::NoColumn("variant")));
        let line = CollectionForm::Lines.added(b"", &problem).expect("a line").text;
        let read = statements(&line[..], ProblemFormat::Lines).next().expect("a line").expect("memory");
        assert_eq!(differences(&read, &problem), []);
    }
}
