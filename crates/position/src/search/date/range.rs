//! Date ranges as conditions.

use std::str::FromStr;

use super::{Date, DateReading};

/// An inclusive range of days, which may be open at either end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DateRange {
    from: Option<Date>,
    to: Option<Date>,
}

impl DateRange {
    /// Returns whether a date, completed suitably, can be in the range.
    pub fn may_contain(self, date: Date) -> bool {
        self.from.is_none_or(|from| date.latest() >= from.earliest())
            && self.to.is_none_or(|to| date.earliest() <= to.latest())
    }
}

/// Forms of a range, for messages.
const FORMS: &str = "write 1980, 1980.08, 1980.08.15, or two of these with .. between";

impl FromStr for DateRange {
    type Err = String;

    /// Parses `1980`, `1980.08`, `1980..1985`, `1980.08.15..`, `..1985`, and other dates that [`DateReading`] reads without
    /// a note.
    fn from_str(text: &str) -> Result<Self, String> {
        let end = |text: &str| match (text.trim(), DateReading::of(text)) {
            ("", _) => Ok(None),
            (_, DateReading { date: Some(date), note: None }) => Ok(Some(date)),
            (text, DateReading { note, .. }) => {
                let reason = note.map_or_else(|| "is not a date".to_owned(), |note| note.to_string());
                Err(format!("{text:?} {reason}; {FORMS}"))
            }
        };
        // `1980...1985`: the first dot may end the first date.
        let (from, to) = text.split_once("..").unwrap_or((text, text));
        let (from, to) = (end(from)?, end(to.trim_start_matches('.'))?);
        match (from, to) {
            (None, None) => Err(format!("missing date; {FORMS}")),
            (Some(from), Some(to)) if from.earliest() > to.latest() => {
                Err(format!("the first date of {text:?} is after the last"))
            }
            _ => Ok(Self { from, to }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(range: &str, date: &str) -> bool {
        let range: DateRange = range.parse().expect(range);
        range.may_contain(Date::read(date).expect(date))
    }

    #[test]
    fn range_contains_possible_dates() {
        for (range, date, is_contained) in [
            ("1980", "1980.08.15", true),
            ("1980", "1981.01.01", false),
            ("1980.08", "1980.08.??", true),
            ("1980.08", "1980.??.??", true),
            ("1980.08", "1980.09.01", false),
            ("1980..1982", "1982-12-31", true),
            ("1980..1982.06", "1982.07.01", false),
            ("1980.08.15..", "1999", true),
            ("..1979", "1980.01.01", false),
            ("1980.08.15..1980.08.15", "1980.08.15", true),
            ("15.08.1980..31 December 1980", "1980. szeptember 3.", true),
            ("05/2024", "31.05.2024", true),
        ] {
            assert_eq!(holds(range, date), is_contained, "{range} {date}");
        }
    }

    #[test]
    fn invalid_ranges_are_rejected() {
        for text in ["", "..", "80", "1980.13", "1980.08.32", "soon", "1985..1980", "03/04/1980", "15.08.80"]
        {
            assert!(text.parse::<DateRange>().is_err(), "{text}");
        }
    }
}
