//! Dates of games, which may be known in part, and ranges of them. No calendar, no clock.

use std::str::FromStr;

use crate::validate::GameText;

/// A date of which the day, or the day and the month, may be unknown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Date {
    year: u16,
    /// From 1; 0 if it is unknown.
    month: u8,
    day: u8,
}

impl Date {
    /// The date of a game, if a tag tells the year at least.
    pub fn of(game: &GameText) -> Option<Self> {
        game.dates().find_map(Self::read)
    }

    /// Reads `1980.08.15`, `1980-08-15`, `1980.08.??`, `1980`.
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

    /// The first day that it may be.
    fn earliest(self) -> (u16, u8, u8) {
        (self.year, self.month.max(1), self.day.max(1))
    }

    /// The last day that it may be.
    fn latest(self) -> (u16, u8, u8) {
        let last = |part: u8, most: u8| if part == 0 { most } else { part };
        (self.year, last(self.month, 12), last(self.day, 31))
    }

    /// The year.
    pub const fn year(self) -> u16 {
        self.year
    }

    /// A text that stands among others as the date does; what is unknown stands first.
    pub fn sort_key(self) -> String {
        let Self { year, month, day } = self;
        format!("{year:04}{month:02}{day:02}")
    }
}

/// Days from one to another, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DateRange {
    from: Option<Date>,
    to: Option<Date>,
}

impl DateRange {
    /// Whether a date may be one of these days.
    pub fn may_contain(self, date: Date) -> bool {
        self.from.is_none_or(|from| date.latest() >= from.earliest())
            && self.to.is_none_or(|to| date.earliest() <= to.latest())
    }
}

impl FromStr for DateRange {
    type Err = String;

    /// Reads `1980`, `1980.08`, `1980..1985`, `1980.08.15..`, `..1985`.
    fn from_str(text: &str) -> Result<Self, String> {
        let end = |text: &str| match text.trim() {
            "" => Ok(None),
            text => Date::read(text).map(Some).ok_or_else(|| {
                format!(
                    "{text:?} is no date: expected 1980, 1980.08, 1980.08.15, or two of these with .. between"
                )
            }),
        };
        // A dot behind a date is none of the two between.
        let (from, to) = text.split_once("..").unwrap_or((text, text));
        let (from, to) = (end(from)?, end(to.trim_start_matches('.'))?);
        match (from, to) {
            (None, None) => Err("expected a date".to_owned()),
            (Some(from), Some(to)) if from.earliest() > to.latest() => {
                Err("the first date is after the last".to_owned())
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
    fn a_date_is_held_if_it_may_be_one_of_the_days() {
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
    fn what_is_no_date_is_refused() {
        for text in ["", "..", "80", "1980.13", "1980.08.32", "soon", "1985..1980"] {
            assert!(text.parse::<DateRange>().is_err(), "{text}");
        }
        for text in ["????.??.??", "?", "", "15.08.1980"] {
            assert_eq!(Date::read(text), None, "{text}");
        }
    }
}
