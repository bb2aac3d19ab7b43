//! Dates of records, which may be incomplete, and date ranges.

use std::str::FromStr;

/// A date of which the day, or the day and the month, may be unknown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Date {
    year: u16,
    /// From 1; 0 if unknown.
    month: u8,
    /// From 1; 0 if unknown.
    day: u8,
}

impl Date {
    /// Parses a date with at least a year: `1980.08.15`, `1980-08-15`, `1980.08.??`, `1980`.
    pub fn read(text: &str) -> Option<Self> {
        let mut parts = text.trim().splitn(3, ['.', '-', '/']);
        let year = parts.next()?;
        let year = year.parse().ok().filter(|_| year.len() == 4)?;
        let mut part = |most: u8| match parts.next().map(str::trim) {
            None | Some("" | "?" | "??") => Some(0),
            Some(number) => number.parse().ok().filter(|number| (1..=most).contains(number)),
        };
        let (month, day) = (part(12)?, part(31)?);
        Some(Self { year, month, day: if month == 0 { 0 } else { day } })
    }

    /// Returns the first possible day.
    fn earliest(self) -> (u16, u8, u8) {
        (self.year, self.month.max(1), self.day.max(1))
    }

    /// Returns the last possible day.
    fn latest(self) -> (u16, u8, u8) {
        let last = |part: u8, most: u8| if part == 0 { most } else { part };
        (self.year, last(self.month, 12), last(self.day, 31))
    }

    /// Returns the year.
    pub const fn year(self) -> u16 {
        self.year
    }

    /// Returns a text that sorts by date; an unknown month or day is before all others.
    pub fn sort_key(self) -> String {
        let Self { year, month, day } = self;
        format!("{year:04}{month:02}{day:02}")
    }
}

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

impl FromStr for DateRange {
    type Err = String;

    /// Parses `1980`, `1980.08`, `1980..1985`, `1980.08.15..`, `..1985`.
    fn from_str(text: &str) -> Result<Self, String> {
        let end = |text: &str| match text.trim() {
            "" => Ok(None),
            text => Date::read(text).map(Some).ok_or_else(|| {
                format!(
                    "{text:?} is not a date; write 1980, 1980.08, 1980.08.15, or two of these with .. between"
                )
            }),
        };
        // `1980...1985`: the first dot may end the first date.
        let (from, to) = text.split_once("..").unwrap_or((text, text));
        let (from, to) = (end(from)?, end(to.trim_start_matches('.'))?);
        match (from, to) {
            (None, None) => {
                Err("missing date; write 1980, 1980.08, 1980.08.15, or two of these with .. between"
                    .to_owned())
            }
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
        ] {
            assert_eq!(holds(range, date), is_contained, "{range} {date}");
        }
    }

    #[test]
    fn invalid_dates_are_rejected() {
        for text in ["", "..", "80", "1980.13", "1980.08.32", "soon", "1985..1980"] {
            assert!(text.parse::<DateRange>().is_err(), "{text}");
        }
        for text in ["????.??.??", "?", "", "15.08.1980"] {
            assert_eq!(Date::read(text), None, "{text}");
        }
    }
}
