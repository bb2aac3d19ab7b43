//! Dates of problems: of columns, and of sources.

use super::Statement;
use super::columns::normalized;
use hexmate_position::search::{Date, DateReading, UnclearDate, folded};
use hexmate_words::{ALL, Columns, List};

/// Returns the normalized headings of columns with the date of a problem, in all languages.
fn date_columns() -> impl Iterator<Item = &'static str> {
    let all = |find: fn(&Columns) -> List| ALL.iter().flat_map(move |words| find(&words.columns).iter());
    all(|columns| columns.date).chain(all(|columns| columns.other_date))
}

/// Years that a source may name.
const YEARS: std::ops::RangeInclusive<u16> = 1850..=2099;

/// Folded words before numbers that are not years.
const NUMBERED: [&str; 17] = [
    "no", "nr", "num", "number", "#", "p", "pp", "page", "s", "str", "lp", "problem", "move", "ply", "seed",
    "chain", "issue",
];

/// Largest number of words of a date: `Sunday, 21st of March, 1982`.
const MAX_WORDS: usize = 6;

impl Statement {
    /// Returns the date: that of a column with a date, else the most precise one that the source names.
    ///
    /// ```
    /// use hexmate_position::search::Date;
    /// use hexmate_problems::{ExtraColumn, Statement};
    ///
    /// let further = vec![ExtraColumn::cell("Datum", "21. März 1982")];
    /// assert_eq!(Statement { further, ..Statement::default() }.date(), Date::read("1982.03.21"));
    /// let source = "Magyar Sakk, 1987. március".to_owned();
    /// assert_eq!(Statement { source, ..Statement::default() }.date(), Date::read("1987.03"));
    /// ```
    pub fn date(&self) -> Option<Date> {
        let (of_column, _) = DateReading::choose(self.dates());
        of_column.map(|(_, date)| date).or_else(|| date_in(&self.source))
    }

    /// Returns the dates of columns that are not read in full.
    pub fn unclear_dates(&self) -> Vec<UnclearDate> {
        DateReading::choose(self.dates()).1
    }

    /// Returns the texts of the columns with a date, in the order of [`date_columns`]. In EPD a comment may have the heading:
    /// `c0 "Datum: 1982"`.
    fn dates(&self) -> impl Iterator<Item = &str> {
        let named = self.further.iter().map(|one| match one.value.split_once(':') {
            Some((name, value)) if is_comment(&one.name) => (normalized(name), value),
            _ => (normalized(&one.name), one.value.as_str()),
        });
        let named: Vec<(String, &str)> = named.collect();
        // Languages share headings.
        let mut read = vec![false; named.len()];
        date_columns().filter_map(move |name| {
            let place = named.iter().position(|(own, _)| own == name).filter(|&place| !read[place])?;
            read[place] = true;
            Some(named[place].1.trim())
        })
    }
}

/// Returns whether a name is that of a comment in EPD: `c0` to `c9`.
fn is_comment(name: &str) -> bool {
    matches!(name.as_bytes(), [b'c', b'0'..=b'9'])
}

/// Returns the most precise date in a text, the first of several. A number after a word such as `no.` is not a year.
fn date_in(text: &str) -> Option<Date> {
    let is_number = |before: &str| NUMBERED.contains(&folded(before).as_str());
    let trimmed = |word: &'_ str| word.trim_matches(['.', '-', '–', ',', ';', ':']).to_owned();
    let mut best: Option<Date> = None;
    let mut consider = |before: &str, words: &str| {
        let date = certain_date(words).filter(|date| YEARS.contains(&date.year()) && !is_number(before));
        if let Some(date) = date.filter(|date| best.is_none_or(|best| date.precision() > best.precision())) {
            best = Some(date);
        }
    };
    let words = text.split(|c: char| c.is_whitespace() || ",;:()[]/".contains(c)).map(trimmed);
    let words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
    let mut before = "";
    for word in &words {
        consider(before, word);
        before = word;
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    for start in 0..words.len() {
        let before = start.checked_sub(1).map_or_else(String::new, |before| trimmed(words[before]));
        for end in start + 1..=words.len().min(start + MAX_WORDS) {
            consider(&before, &words[start..end].join(" "));
        }
    }
    best
}

/// Returns the date of words of a source, if they cannot be the numbers of an issue or of a tourney: only the year of
/// `12/1995` and `V, 1987`.
fn certain_date(words: &str) -> Option<Date> {
    let DateReading { date: Some(date), note: None } = DateReading::of(words) else { return None };
    let letters = |word: &str| word.chars().filter(|c| c.is_alphabetic()).count();
    let is_roman = |word: &str| word.chars().all(|c| "ivxIVX".contains(c));
    let mut names = words.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let has_name = names.any(|word| letters(word) > 2 && !is_roman(word));
    let is_single = !words.contains(char::is_whitespace);
    let begins_with_year = words.len() > 4 && words.bytes().take(4).all(|byte| byte.is_ascii_digit());
    let is_certain = has_name
        || date.precision() == 1
        || is_single && (date.precision() == 3 || begins_with_year || letters(words) > 0)
        || date.precision() == 3 && (letters(words) > 0 || words.matches('.').count() > 1);
    if is_certain { Some(date) } else { Date::read(&date.year().to_string()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ExtraColumn;

    #[test]
    fn source_names_most_precise_date() {
        for (source, date) in [
            ("Half finals, 1999, 1999.11.11, Bodor - Hexodus, move 27", Some("19991111")),
            ("Magyar Sakk 1987", Some("19870000")),
            ("Magyar Sakk,1987", Some("19870000")),
            ("Magyar Sakk, 1987. márc. 21.", Some("19870321")),
            ("Szachy, 21 marca 1982 r.", Some("19820321")),
            ("Die Schwalbe (21. III. 1982)", Some("19820321")),
            ("Contest 2001 no. 1999", Some("20010000")),
            ("The Problemist, No 1950, vi/1988", Some("19880600")),
            ("StrateGems (2004-07)", Some("20040700")),
            ("StrateGems 12/2004", Some("20040000")),
            ("Tourney V, 1987", Some("19870000")),
            ("Magyar Sakk 1987, 5th prize", Some("19870000")),
            ("found by the program, seed 1990, chain 2065", None),
            ("problem 1234, 40 moves", None),
            ("", None),
        ] {
            assert_eq!(date_in(source).map(Date::sort_key).as_deref(), date, "{source}");
        }
    }

    #[test]
    fn unclear_dates_of_columns_are_listed() {
        let further = vec![ExtraColumn::cell("Date", "03/04/2024"), ExtraColumn::cell("Rok:", "2024")];
        let statement = Statement { further, ..Statement::default() };
        assert_eq!(statement.date(), Date::read("2024"));
        let unclear: Vec<String> = statement.unclear_dates().iter().map(UnclearDate::to_string).collect();
        let expected =
            "date \"03/04/2024\" has two meanings, with the day first or the month first; read as 2024";
        assert_eq!(unclear, [expected]);
    }
}
