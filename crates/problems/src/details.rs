//! Columns of a table that only books print: own number, date, dedication, prize, and texts of the editor.

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
    /// Town of the author.
    City,
    /// Remark that the problem is a version of another one.
    Version,
    /// Author or problem that it follows.
    After,
    /// Text below the diagram.
    Remark,
    /// Text after the solution.
    Comment,
}

/// Standard headings of the columns that books use: those of [`COLUMNS`] and the details.
pub const PRINTED_COLUMNS: [&str; COLUMNS.len() + BookDetail::ALL.len()] = {
    let mut columns = [""; COLUMNS.len() + BookDetail::ALL.len()];
    let mut place = 0;
    while place < columns.len() {
        columns[place] = match place.checked_sub(COLUMNS.len()) {
            None => COLUMNS[place],
            Some(detail) => BookDetail::ALL[detail].name(),
        };
        place += 1;
    }
    columns
};

/// Standard headings of the columns around a diagram: those of books without the texts after solutions.
pub const CAPTION_COLUMNS: [&str; PRINTED_COLUMNS.len() - 1] = {
    let mut columns = [""; PRINTED_COLUMNS.len() - 1];
    let mut place = 0;
    while place < columns.len() {
        columns[place] = PRINTED_COLUMNS[place];
        place += 1;
    }
    columns
};

impl BookDetail {
    /// All columns, texts after solutions last.
    pub const ALL: [Self; 9] = [
        Self::Number,
        Self::Date,
        Self::Dedication,
        Self::Prize,
        Self::City,
        Self::Version,
        Self::After,
        Self::Remark,
        Self::Comment,
    ];

    /// Returns the standard heading.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Date => "date",
            Self::Dedication => "dedication",
            Self::Prize => "prize",
            Self::City => "city",
            Self::Version => "version",
            Self::After => "after",
            Self::Remark => "remark",
            Self::Comment => "comment",
        }
    }

    /// Returns whether books print every column with this meaning, not only the first.
    pub(super) const fn is_text(self) -> bool {
        matches!(self, Self::Remark | Self::Comment)
    }

    /// Returns the detail of a heading, ignoring case and accents.
    pub fn of_heading(heading: &str) -> Option<Self> {
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
            Self::City => words.city,
            Self::Version => words.version,
            Self::After => words.after,
            Self::Remark => words.remark,
            Self::Comment => words.comment,
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

    /// Returns the texts of all columns with this meaning, without empty ones.
    pub fn details(&self, detail: BookDetail) -> impl Iterator<Item = &str> {
        let texts = self.further.iter().filter(move |one| BookDetail::of_heading(&one.name) == Some(detail));
        texts.map(|one| one.value.as_str()).filter(|text| !text.is_empty())
    }
}
