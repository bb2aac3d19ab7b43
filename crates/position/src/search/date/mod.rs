//! Dates of records, which may be incomplete.

mod range;
mod reading;
mod words;

use std::fmt;

pub use range::DateRange;
pub use reading::{DateNote, DateReading, UnclearDate};

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
    /// Parses a date with at least a year: `1980.08.15`, `1980-08-15`, `15.08.1980`, `15 August 1980`, `1980. VIII. 15.`,
    /// `08/1980`, `1980.08.??`, `1980`. See [`DateReading`] for the rules.
    pub fn read(text: &str) -> Option<Self> {
        DateReading::of(text).date
    }

    /// Returns a year without month and day.
    const fn of_year(year: u16) -> Self {
        Self { year, month: 0, day: 0 }
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

    /// Returns the number of known parts: 1 for a year, 2 with a month, 3 with a day.
    pub const fn precision(self) -> usize {
        match self {
            Self { month: 0, .. } => 1,
            Self { day: 0, .. } => 2,
            Self { .. } => 3,
        }
    }

    /// Returns the parts that two dates have in common; `None` for different years.
    fn common(self, other: Self) -> Option<Self> {
        let Self { year, month, day } = self;
        match () {
            () if year != other.year => None,
            () if month != other.month => Some(Self::of_year(year)),
            () if day != other.day => Some(Self { year, month, day: 0 }),
            () => Some(self),
        }
    }

    /// Returns whether the month has the day.
    const fn exists(self) -> bool {
        let Self { year, month, day } = self;
        let is_leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
        let last = match month {
            2 if is_leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        };
        month <= 12 && day <= last
    }
}

impl fmt::Display for Date {
    /// Writes the known parts: `1982.03.21`, `1982.03`, `1982`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { year, month, day } = self;
        match self.precision() {
            1 => write!(f, "{year:04}"),
            2 => write!(f, "{year:04}.{month:02}"),
            _ => write!(f, "{year:04}.{month:02}.{day:02}"),
        }
    }
}
