//! Rows of tables, and their lines of CSV and JSON.

use std::borrow::Cow;

use hexmate_batch::terminal::Meaning;
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value, json};

/// Format of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Text for people.
    Text,
    /// Comma-separated values with a header.
    Csv,
    /// JSON Lines: one object per line.
    Json,
}

impl Format {
    /// Returns a row in this format, with its line end.
    pub fn row<R: TableRow>(self, row: &R) -> String {
        match self {
            Self::Text => row.to_text(),
            Self::Csv => csv_row(row),
            Self::Json => json_row(row),
        }
    }
}

/// Returns the meaning of a status or verdict.
pub fn meaning(status: &str) -> Meaning {
    match status {
        "SOUND" | "ok" | "holds" => Meaning::Good,
        "NOT_FINISHED" | "note" | "skipped" => Meaning::Open,
        _ => Meaning::Wrong,
    }
}

/// Treatment of cells that a spreadsheet would evaluate as formulas.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Formulas {
    /// Cells are written unchanged, so that the table can be read back.
    #[default]
    Kept,
    /// An apostrophe is put before a cell that begins with `=`, `+`, `-`, `@`, a tab or a carriage return.
    Escaped,
}

impl Formulas {
    /// Escapes the formulas in whole lines of CSV, as [`csv_line`] writes them.
    pub fn apply(self, lines: &str) -> Cow<'_, str> {
        match self.apply_to_table(lines.as_bytes(), b',') {
            Cow::Borrowed(_) => Cow::Borrowed(lines),
            Cow::Owned(escaped) => Cow::Owned(String::from_utf8_lossy(&escaped).into_owned()),
        }
    }

    /// Escapes the formulas in whole lines of a table that another program may have written, with this delimiter.
    ///
    /// A quotation mark inside a cell that does not begin with one is an ordinary character.
    pub fn apply_to_table(self, lines: &[u8], delimiter: u8) -> Cow<'_, [u8]> {
        if self == Self::Kept {
            return Cow::Borrowed(lines);
        }
        let (mark, text) = lines.split_at(if lines.starts_with(BOM) { BOM.len() } else { 0 });
        let mut escaped = Vec::with_capacity(lines.len() + 8);
        escaped.extend_from_slice(mark);
        let mut place = CellPlace::Start;
        for &byte in text {
            let begins_text = matches!(place, CellPlace::Start | CellPlace::QuotedStart);
            let is_end =
                place != CellPlace::QuotedStart && (byte == delimiter || matches!(byte, b'\n' | b'\r'));
            if begins_text && !is_end && matches!(byte, b'=' | b'+' | b'-' | b'@' | b'\t' | b'\r') {
                escaped.push(b'\'');
            }
            escaped.push(byte);
            place = match (place, byte) {
                (CellPlace::Start, b'"') => CellPlace::QuotedStart,
                (CellPlace::Quoted | CellPlace::QuotedStart, b'"') => CellPlace::AfterQuote,
                // A doubled quotation mark is a character of the cell.
                (CellPlace::AfterQuote, b'"') | (CellPlace::Quoted | CellPlace::QuotedStart, _) => {
                    CellPlace::Quoted
                }
                _ if is_end => CellPlace::Start,
                _ => CellPlace::Plain,
            };
        }
        Cow::Owned(escaped)
    }
}

/// UTF-8 byte order mark.
const BOM: &[u8] = b"\xef\xbb\xbf";

/// Place of a byte in a line of CSV.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CellPlace {
    /// At the start of a cell.
    Start,
    /// In a cell without quotation marks, or after its end.
    Plain,
    /// After the opening quotation mark.
    QuotedStart,
    /// Between quotation marks.
    Quoted,
    /// After a quotation mark that may be the closing one.
    AfterQuote,
}

/// One record of a command's table.
pub trait TableRow {
    /// Names of the columns, in order. A name never changes its meaning.
    const COLUMNS: &'static [&'static str];

    /// Returns the cells, one for each column; `Null` is an empty cell, an array is a list.
    ///
    /// The macro `columns!` declares it together with the names.
    fn cells(&self) -> Vec<Value>;

    /// Writes the members of the JSON object that are not columns.
    ///
    /// # Errors
    ///
    /// Only those of `members`.
    fn serialize_extras<M: SerializeMap>(&self, _members: &mut M) -> Result<(), M::Error> {
        Ok(())
    }

    /// Returns the row as text for people, with its line ends; may be empty.
    fn to_text(&self) -> String;
}

/// Declares the columns of a [`TableRow`]: each name, and beside it the value of its cell.
///
/// A block before the first column binds values that several cells need.
macro_rules! columns {
    ($self:ident; $({ $($shared:tt)* })? $($name:ident: $cell:expr,)+) => {
        const COLUMNS: &'static [&'static str] = &[$(stringify!($name)),+];

        fn cells(&$self) -> Vec<serde_json::Value> {
            $($($shared)*)?
            vec![$(serde_json::json!($cell)),+]
        }
    };
}
pub(super) use columns;

/// Returns the header of a CSV table, with its line end.
pub fn csv_header<R: TableRow>() -> String {
    csv_line(&R::COLUMNS.iter().map(|&name| json!(name)).collect::<Vec<_>>())
}

/// Returns a row as a line of CSV, with its line end.
pub fn csv_row<R: TableRow>(row: &R) -> String {
    csv_line(&row.cells())
}

/// A row as a JSON object, without a tree of values of all members.
struct RowObject<'r, R>(&'r R);

impl<R: TableRow> Serialize for RowObject<'_, R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = serializer.serialize_map(None)?;
        for (name, cell) in R::COLUMNS.iter().zip(self.0.cells()) {
            members.serialize_entry(name, &cell)?;
        }
        self.0.serialize_extras(&mut members)?;
        members.end()
    }
}

/// Returns a row as a line of JSON, with its line end.
///
/// # Panics
///
/// Never: names of members are text, and writing to memory cannot fail.
pub fn json_row<R: TableRow>(row: &R) -> String {
    let mut line = serde_json::to_string(&RowObject(row)).expect("names of members are text");
    line.push('\n');
    line
}

/// Returns a row as a JSON object: the columns in their order, then [`TableRow::serialize_extras`].
///
/// # Panics
///
/// Never: names of members are text.
pub fn json_object<R: TableRow>(row: &R) -> Value {
    serde_json::to_value(RowObject(row)).expect("names of members are text")
}

/// Returns names and values as a JSON object in this order.
fn object<'n>(members: impl IntoIterator<Item = (&'n str, Value)>) -> Value {
    let members = members.into_iter().map(|(name, value)| (name.to_owned(), value));
    Value::Object(members.collect::<Map<_, _>>())
}

/// Initial capacity for a line of CSV, in bytes.
const LINE: usize = 512;

/// Returns cells as a line of CSV, with its line end; see [`cell_text`].
///
/// # Panics
///
/// Never: writing to memory cannot fail, and cells are UTF-8.
pub fn csv_line(cells: &[Value]) -> String {
    // The writer clears its whole buffer for each line, so it is kept small.
    let mut writer = csv::WriterBuilder::new().buffer_capacity(LINE).from_writer(Vec::new());
    for cell in cells {
        writer.write_field(cell_text(cell).as_bytes()).expect("memory can be written");
    }
    writer.write_record(None::<&[u8]>).expect("memory can be written");
    String::from_utf8(writer.into_inner().expect("memory can be written")).expect("cells are text")
}

/// Returns names and values as a JSON object in this order, with a line end.
pub fn json_line<'n>(members: impl IntoIterator<Item = (&'n str, Value)>) -> String {
    format!("{}\n", object(members))
}

/// Returns a cell as text: `Null` is empty, the items of a list are separated by one space.
pub fn cell_text(cell: &Value) -> Cow<'_, str> {
    match cell {
        Value::Null => Cow::Borrowed(""),
        Value::String(text) => Cow::Borrowed(text),
        // A list of lists is written as JSON.
        Value::Array(list) if !list.iter().any(Value::is_array) => {
            list.iter().map(cell_text).collect::<Vec<_>>().join(" ").into()
        }
        other => other.to_string().into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_quotes_cells_and_joins_lists() {
        let cells = [json!("b1,\"b2\""), json!(51), Value::Null, json!(["a", "b"]), json!([[1, "c"]])];
        assert_eq!(csv_line(&cells), "\"b1,\"\"b2\"\"\",51,,a b,\"[[1,\"\"c\"\"]]\"\n");
    }

    #[test]
    fn formulas_are_escaped() {
        let cells =
            ["=1+1", "+a", "-", "@x", "\t=", "\r=", "a=b", "", "\"=\"", "=a,\"b\"\n=c", "x,\n=y", "'="];
        let line = csv_line(&cells.map(Value::from));
        assert_eq!(Formulas::Kept.apply(&line), line);
        let lines = [line.as_str(), line.as_str()].concat();
        let escaped = cells.map(|cell| {
            let is_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
            Value::from(if is_formula { format!("'{cell}") } else { cell.to_owned() })
        });
        let escaped = csv_line(&escaped);
        // The apostrophe does not change which cells need quotation marks.
        assert_eq!(Formulas::Escaped.apply(&lines), [escaped.as_str(), escaped.as_str()].concat());
    }

    #[test]
    fn formulas_of_foreign_tables_are_escaped() {
        for (delimiter, lines, expected) in [
            (
                b';',
                "\u{feff}=a;b;\r\n\r\n-1;5\" +=;@;a,=b\r\n",
                "\u{feff}'=a;b;\r\n\r\n'-1;5\" +=;'@;a,=b\r\n",
            ),
            (b'\t', "=a\t\t+b\n", "'=a\t\t'+b\n"),
            (b',', "\t=a,\"\r=\",\"\"\"=\",\"a\n=b\"\n=c", "'\t=a,\"'\r=\",\"\"\"=\",\"a\n=b\"\n'=c"),
        ] {
            let escaped = Formulas::Escaped.apply_to_table(lines.as_bytes(), delimiter);
            assert_eq!(String::from_utf8_lossy(&escaped), expected);
        }
    }

    #[test]
    fn members_keep_their_order() {
        let members = [("move", json!("b1,\"b2\"")), ("depth", json!(2)), ("count", Value::Null)];
        assert_eq!(json_line(members), "{\"move\":\"b1,\\\"b2\\\"\",\"depth\":2,\"count\":null}\n");
    }
}
