//! Columns of a table that only books print: own number, date, dedication, prize.

use super::Statement;
use super::columns::{COLUMNS, normalized};
use hexmate_words::{ALL, Columns, List};

/// A column that a book prints.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BookDetail {
    /// Number of the problem in its column or collection.
    Number,
    /// Date of publication.
    Date,
    /// Dedication.
    Dedication,
    /// Prize or other distinction.
    Prize,
}

/// Standard headings of the columns that books use: those of [`COLUMNS`] and the details.
pub const PRINTED_COLUMNS: [&str; 13] = {
    let [id, variant, fen, stipulation, key, solutions, twin, author, source] = COLUMNS;
    let details = [
        BookDetail::Number.name(),
        BookDetail::Date.name(),
        BookDetail::Dedication.name(),
        BookDetail::Prize.name(),
    ];
    let [number, date, dedication, prize] = details;
    [id, variant, fen, stipulation, key, solutions, twin, author, source, number, date, dedication, prize]
};

impl BookDetail {
    const ALL: [Self; 4] = [Self::Number, Self::Date, Self::Dedication, Self::Prize];

    /// Returns the standard heading.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Date => "date",
            Self::Dedication => "dedication",
            Self::Prize => "prize",
        }
    }

    /// Returns the detail of a heading, ignoring case and accents.
    pub(super) fn of_heading(heading: &str) -> Option<Self> {
        let heading = normalized(heading);
        let is_named =
            |detail: &Self| ALL.iter().any(|words| detail.headings(&words.columns).contains(&heading));
        Self::ALL.into_iter().find(is_named)
    }

    /// Returns its headings in a language, in lower case and without accents.
    const fn headings(self, words: &Columns) -> List {
        match self {
            Self::Number => words.number,
            Self::Date => words.date,
            Self::Dedication => words.dedication,
            Self::Prize => words.prize,
        }
    }
}

impl Statement {
    /// Returns the text of a column that only books print; empty without it.
    ///
    /// Without a column of numbers, an id that begins with a digit, such as `12a`, is the number.
    ///
    /// ```
    /// use hexmate_problems::{BookDetail, ExtraColumn, Statement};
    ///
    /// let further = vec![ExtraColumn::cell("Díj", "1. díj")];
    /// let statement = Statement { id: "17".to_owned(), further, ..Statement::default() };
    /// assert_eq!(statement.detail(BookDetail::Prize), "1. díj");
    /// assert_eq!(statement.detail(BookDetail::Number), "17");
    /// assert_eq!(statement.detail(BookDetail::Date), "");
    /// ```
    pub fn detail(&self, detail: BookDetail) -> &str {
        let column =
            self.further.iter().find(|further| BookDetail::of_heading(&further.name) == Some(detail));
        match (column, detail) {
            (Some(column), _) => &column.value,
            (None, BookDetail::Number) if self.id.starts_with(|first: char| first.is_ascii_digit()) => {
                &self.id
            }
            _ => "",
        }
    }
}
