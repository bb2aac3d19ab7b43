//! Columns of a table that only books print: own number, date, dedication, prize.

use super::Statement;
use super::columns::normalized;

/// A column that a book prints.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Detail {
    /// Number of the problem in its column or collection.
    Number,
    /// Date of publication.
    Date,
    /// Dedication.
    Dedication,
    /// Prize or other distinction.
    Prize,
}

impl Detail {
    /// Returns its headings in the languages of the piece letters, in lower case and without accents.
    const fn headings(self) -> &'static [&'static str] {
        match self {
            Self::Number => {
                &["number", "no", "no.", "nr", "nr.", "sorszam", "numer", "nummer", "numero", "номер"]
            }
            Self::Date => &[
                "date", "year", "datum", "ev", "data", "rok", "jahr", "annee", "fecha", "ano", "дата", "год",
                "dato", "jaro",
            ],
            Self::Dedication => &[
                "dedication",
                "dedicated to",
                "ajanlas",
                "dedykacja",
                "widmung",
                "dedicace",
                "dedicatoria",
                "посвящение",
                "dedico",
            ],
            Self::Prize => &[
                "prize",
                "award",
                "distinction",
                "dij",
                "kituntetes",
                "nagroda",
                "wyroznienie",
                "preis",
                "auszeichnung",
                "prix",
                "distinction",
                "premio",
                "distincion",
                "приз",
                "отличие",
            ],
        }
    }
}

impl Statement {
    /// Returns the text of a column that only books print; empty without it.
    ///
    /// Without a column of numbers, an id that begins with a digit, such as `12a`, is the number.
    ///
    /// ```
    /// use hexmate_problems::{Detail, Further, Statement};
    ///
    /// let further = vec![Further::cell("Díj", "1. díj")];
    /// let statement = Statement { id: "17".to_owned(), further, ..Statement::default() };
    /// assert_eq!(statement.detail(Detail::Prize), "1. díj");
    /// assert_eq!(statement.detail(Detail::Number), "17");
    /// assert_eq!(statement.detail(Detail::Date), "");
    /// ```
    pub fn detail(&self, detail: Detail) -> &str {
        let is_named = |name: &str| detail.headings().contains(&normalized(name).as_str());
        let column = self.further.iter().find(|further| is_named(&further.name));
        match (column, detail) {
            (Some(column), _) => &column.value,
            (None, Detail::Number) if self.id.starts_with(|first: char| first.is_ascii_digit()) => &self.id,
            _ => "",
        }
    }
}
