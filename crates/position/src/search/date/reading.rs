//! Reading of dates as people write them, in the languages of the piece letters.

use std::fmt;

use super::Date;
use super::words::{is_filler, month, roman_month};
use crate::search::folded;

/// A date as a text gives it, with a note if the text is not one certain date.
///
/// * The year has four digits. Month and day may be missing, or be `??`.
/// * A year comes before month and day: `1982.03.21`, `1982-03`, `1982. március 21.`, `1982.III.21.`
/// * With dots the day comes first: `21.03.1982`. With other signs between numbers the day is the one over 12:
///   `13/04/2024`; `03/04/2024` has two meanings, and only its year is read. `05/2024` is a month.
/// * A month is a number, a Roman numeral, or a name or abbreviation in one of the eight languages, also inflected or without
///   accents: `21 marca 1982`, `May 31st, 2024`, `21 de marzo de 1982`.
/// * A range is read as far as all its days agree: `2024-05-01/03` as May 2024.
///
/// ```
/// use hexmate_position::search::{Date, DateNote, DateReading};
///
/// assert_eq!(Date::read("1982. márc. 21-én"), Date::read("21.03.1982"));
/// let reading = DateReading::of("03/04/2024");
/// assert_eq!((reading.date, reading.note), (Date::read("2024"), Some(DateNote::TwoMeanings)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DateReading {
    /// Certain part of the date; `None` without a year.
    pub date: Option<Date>,
    /// Reason why the text is not read in full; `None` for a date, and for one that is unknown, such as `????.??.??`.
    pub note: Option<DateNote>,
}

/// A reason why a date is not read in full.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum DateNote {
    /// Day and month can be exchanged.
    TwoMeanings,
    /// No number of four digits: `21.03.82`.
    WithoutYear,
    /// Several days, months or years.
    Range,
    /// A part is not understood, or the day does not exist.
    PartlyRead,
    /// The text has no part of a date.
    NotRead,
}

impl DateNote {
    /// Returns the stable code for tables and filters.
    pub const fn code(self) -> &'static str {
        match self {
            Self::TwoMeanings => "date-two-meanings",
            Self::WithoutYear => "date-without-year",
            Self::Range => "date-range",
            Self::PartlyRead => "date-partly-read",
            Self::NotRead => "date-not-read",
        }
    }
}

impl fmt::Display for DateNote {
    /// Writes the reason as the end of a sentence about the text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TwoMeanings => "has two meanings, with the day first or the month first",
            Self::WithoutYear => "has no year of four digits",
            Self::Range => "is a range",
            Self::PartlyRead => "is not understood in full",
            Self::NotRead => "is not a date",
        })
    }
}

/// A date that is not read in full, with its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnclearDate {
    /// Text of the date.
    pub text: String,
    /// Certain part of the date.
    pub date: Option<Date>,
    /// Reason.
    pub note: DateNote,
}

impl fmt::Display for UnclearDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// Longest text in a message, in characters.
        const LONGEST: usize = 60;
        let Self { text, date, note } = self;
        match text.char_indices().nth(LONGEST) {
            Some((end, _)) => write!(f, "date {:?}… {note}; ", &text[..end])?,
            None => write!(f, "date {text:?} {note}; ")?,
        }
        match date {
            Some(date) => write!(f, "read as {date}"),
            None => f.write_str("not used"),
        }
    }
}

impl DateReading {
    /// Chooses among texts, the most reliable first: the first one that is read in full, else the first one with a year. Also
    /// returns the texts that are not read in full as far as they come before the chosen one.
    pub fn choose<'t>(
        texts: impl IntoIterator<Item = &'t str>,
    ) -> (Option<(&'t str, Date)>, Vec<UnclearDate>) {
        let mut part = None;
        let mut unclear = Vec::new();
        for text in texts {
            match Self::of(text) {
                Self { date: Some(date), note: None } => return (Some((text, date)), unclear),
                Self { date: None, note: None } => {}
                Self { date, note: Some(note) } => {
                    part = part.or_else(|| Some((text, date?)));
                    unclear.push(UnclearDate { text: text.to_owned(), date, note });
                }
            }
        }
        (part, unclear)
    }

    /// Reads a text.
    pub fn of(text: &str) -> Self {
        if let Some(date) = plain(text) {
            return Self::certain(Some(date));
        }
        let tokens = tokens(&folded(text));
        // Words that say nothing, without a date.
        if tokens.is_empty() && text.contains(char::is_alphanumeric) {
            return Self::noted(None, DateNote::NotRead);
        }
        of_tokens(&tokens)
    }

    const fn certain(date: Option<Date>) -> Self {
        Self { date, note: None }
    }

    const fn noted(date: Option<Date>, note: DateNote) -> Self {
        Self { date, note: Some(note) }
    }
}

/// Fast path for `1982.03.21`, the form of the standard.
fn plain(text: &str) -> Option<Date> {
    let [y0, y1, y2, y3, b'.', m0, m1, b'.', d0, d1] = *text.as_bytes() else { return None };
    let number = |digits: &[u8]| {
        let value = |sum: u16, digit: &u8| digit.is_ascii_digit().then(|| sum * 10 + u16::from(digit - b'0'));
        digits.iter().try_fold(0, value)
    };
    let year = number(&[y0, y1, y2, y3])?;
    let [month, day] = [[m0, m1], [d0, d1]].map(|digits| number(&digits).and_then(|n| u8::try_from(n).ok()));
    let date = Date { year, month: month?, day: day? };
    (year > 0 && date.month > 0 && date.day > 0 && date.exists()).then_some(date)
}

/// Meaning of a word or number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Year(u16),
    /// A number of one or two digits.
    Number(u8),
    /// A month by its name.
    Name(u8),
    /// A month as Roman numeral.
    Roman(u8),
    /// `??`, `00`, `xx`.
    Unknown,
    /// Digits that are neither a year nor a day.
    Digits,
    Other,
}

impl Part {
    const fn named_month(self) -> Option<u8> {
        match self {
            Self::Name(month) | Self::Roman(month) => Some(month),
            _ => None,
        }
    }
}

/// Signs between two parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Gap {
    has_dot: bool,
    /// Slash or dash.
    sign: Option<char>,
}

/// A part, with the signs before it.
#[derive(Clone, Copy, Debug)]
struct Token {
    gap: Gap,
    part: Part,
}

/// Returns the parts of a folded text, without words that say nothing and without a time at the end.
fn tokens(text: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut gap = Gap::default();
    let mut rest = without_time(text);
    let mut follows_digit = false;
    while let Some(first) = rest.chars().next() {
        let is_same = |c: char| match first {
            '0'..='9' => c.is_ascii_digit(),
            '?' => c == '?',
            _ if first.is_alphanumeric() => c.is_alphanumeric() && !c.is_ascii_digit(),
            _ => false,
        };
        let end = rest.find(|c| !is_same(c)).unwrap_or(rest.len()).max(first.len_utf8());
        let (word, after) = rest.split_at(end);
        rest = after;
        let parts: &[Part] = match first {
            '.' => {
                gap.has_dot = true;
                &[]
            }
            '-' | '–' | '—' | '−' | '‐' | '‑' | '_' | '/' => {
                gap.sign = Some(if first == '/' { '/' } else { '-' });
                &[]
            }
            ',' | ';' | '\'' | '"' | '(' | ')' | '[' | ']' => &[],
            _ if first.is_whitespace() => &[],
            '0'..='9' => &number(word),
            '?' if !follows_digit => &[Part::Unknown],
            _ if first.is_alphabetic() => match (month(word), roman_month(word)) {
                (Some(month), _) => &[Part::Name(month)],
                (None, Some(month)) => &[Part::Roman(month)],
                (None, None) if word.len() > 1 && word.bytes().all(|byte| byte == b'x') => &[Part::Unknown],
                (None, None) if is_filler(word) => &[],
                (None, None) => &[Part::Other],
            },
            _ => &[Part::Other],
        };
        follows_digit = first.is_ascii_digit();
        for &part in parts {
            tokens.push(Token { gap, part });
            gap = Gap::default();
        }
    }
    // In Hungarian `21-i` is an ordinal number.
    let months = tokens.iter().filter(|token| token.part.named_month().is_some()).count();
    if months > 1 {
        tokens.retain(|token| token.part != Part::Roman(1));
    }
    tokens
}

/// Returns the meaning of digits; eight digits are year, month and day.
fn number(digits: &str) -> Vec<Part> {
    let value = |digits: &str| digits.parse::<u16>().unwrap_or_default();
    match digits.len() {
        1 | 2 => match u8::try_from(value(digits)) {
            Ok(0) | Err(_) => vec![Part::Unknown],
            Ok(number) => vec![Part::Number(number)],
        },
        4 if value(digits) == 0 => vec![Part::Unknown],
        4 => vec![Part::Year(value(digits))],
        8 => {
            let (year, rest) = digits.split_at(4);
            let (month, day) = rest.split_at(2);
            let day = Date { year: value(year), month: value(month) as u8, day: value(day) as u8 };
            match day {
                Date { year: 1000.., month: 1..=12, day: 1..=31 } => {
                    vec![Part::Year(day.year), Part::Number(day.month), Part::Number(day.day)]
                }
                _ => vec![Part::Digits],
            }
        }
        _ => vec![Part::Digits],
    }
}

/// Returns a folded text without a time at its end, such as `t18:30:00z`.
fn without_time(text: &str) -> &str {
    let Some(colon) = text.find(':') else { return text };
    let start = text[..colon].trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let (date, time) = text.split_at(start);
    let is_time = time.chars().all(|c| c.is_ascii_digit() || ":.+-, zutcgmh".contains(c));
    let rest = date.trim_end();
    let before = rest.strip_suffix('t').filter(|date| date.ends_with(|c: char| c.is_ascii_digit()));
    match before {
        Some(date) if is_time => date,
        None if is_time && (rest.len() < date.len() || rest.ends_with(',')) => rest,
        _ => text,
    }
}

/// Returns the date of parts in their order.
fn of_tokens(tokens: &[Token]) -> DateReading {
    if tokens.iter().all(|token| token.part == Part::Unknown) {
        return DateReading::certain(None);
    }
    let years = tokens.iter().enumerate().filter_map(|(place, token)| match token.part {
        Part::Year(year) => Some((place, year)),
        _ => None,
    });
    let years: Vec<(usize, u16)> = years.collect();
    let Some(&(place, year)) = years.first() else {
        let is_date = |token: &Token| !matches!(token.part, Part::Other | Part::Roman(_));
        let is_part = tokens.iter().any(is_date);
        return DateReading::noted(None, if is_part { DateNote::WithoutYear } else { DateNote::NotRead });
    };
    let whole_year = Some(Date::of_year(year));
    if years.iter().any(|&(_, other)| other != year) {
        return DateReading::noted(None, DateNote::Range);
    }
    if tokens.iter().any(|token| matches!(token.part, Part::Other | Part::Digits)) {
        return DateReading::noted(whole_year, DateNote::PartlyRead);
    }
    match years[..] {
        [_] => of_one_year(year, tokens, place),
        [_, (second, _)] => {
            let middle = if place == 0 { second } else { place + 1 };
            let (from, to) = tokens.split_at(middle);
            range(year, from, to)
        }
        _ => DateReading::noted(whole_year, DateNote::PartlyRead),
    }
}

/// Returns what the first and the last date of a range have in common.
fn range(year: u16, from: &[Token], to: &[Token]) -> DateReading {
    match (of_tokens(from), of_tokens(to)) {
        (DateReading { date: Some(from), note: None }, DateReading { date: Some(to), note: None }) => {
            let note = (from != to).then_some(DateNote::Range);
            DateReading { date: from.common(to), note }
        }
        _ => DateReading::noted(Some(Date::of_year(year)), DateNote::Range),
    }
}

/// Returns the date of parts with one year, at this place.
fn of_one_year(year: u16, tokens: &[Token], place: usize) -> DateReading {
    let whole_year = Date::of_year(year);
    let of_month = |month| Date { year, month, day: 0 };
    let noted = |note| DateReading::noted(Some(whole_year), note);
    let rest: Vec<Token> =
        tokens.iter().enumerate().filter(|(own, _)| *own != place).map(|(_, token)| *token).collect();
    let parts: Vec<Part> = rest.iter().map(|token| token.part).collect();
    let is_year_first = place == 0;
    let is_year_last = place + 1 == tokens.len();
    match parts[..] {
        [] | [Part::Unknown] => DateReading::certain(Some(whole_year)),
        [Part::Name(month) | Part::Roman(month) | Part::Number(month @ 1..=12)] => {
            DateReading::certain(Some(of_month(month)))
        }
        // `1998/99`
        [Part::Number(other)] if is_year_first && u16::from(other) == (year + 1) % 100 => {
            DateReading::noted(None, DateNote::Range)
        }
        [Part::Name(month) | Part::Roman(month), day] | [day, Part::Name(month) | Part::Roman(month)] => {
            match day {
                Part::Name(other) | Part::Roman(other) if other != month => noted(DateNote::Range),
                Part::Number(_) => of_parts(year, Part::Number(month), day),
                _ => DateReading::certain(Some(of_month(month))),
            }
        }
        [first, second] if is_year_first => {
            let [before, between] = [rest[0].gap, rest[1].gap];
            // `2024.05-06` is a range of months.
            if before.has_dot && between.sign == Some('-') && !between.has_dot {
                return noted(DateNote::Range);
            }
            of_parts(year, first, second)
        }
        [first, second] if is_year_last => {
            of_day_and_month(year, [first, second], [rest[1].gap, tokens[2].gap])
        }
        [first, second, third] => {
            let months: Vec<u8> = parts.iter().filter_map(|part| part.named_month()).collect();
            let month = match (&months[..], first, second, third) {
                (&[month], ..) => Some(month),
                ([], Part::Number(month @ 1..=12), Part::Number(from), Part::Number(to))
                    if is_year_first && from < to =>
                {
                    Some(month)
                }
                ([], Part::Number(from), Part::Number(to), Part::Number(month @ 1..=12))
                    if is_year_last && from < to && rest[2].gap.has_dot =>
                {
                    Some(month)
                }
                _ => None,
            };
            DateReading::noted(Some(month.map_or(whole_year, of_month)), DateNote::Range)
        }
        [_, _, _, _] if is_year_first || is_year_last => {
            let year_token = tokens[place];
            let (from, to) = rest.split_at(2);
            let with_year = |dates: &[Token]| match is_year_first {
                true => [&[year_token], dates].concat(),
                false => [dates, &[Token { gap: dates[1].gap, ..year_token }]].concat(),
            };
            range(year, &with_year(from), &with_year(to))
        }
        _ => noted(DateNote::PartlyRead),
    }
}

/// Returns the date of two numbers before the year, given the signs before the second number and before the year.
fn of_day_and_month(year: u16, parts: [Part; 2], [between, before_year]: [Gap; 2]) -> DateReading {
    let whole_year = Some(Date::of_year(year));
    let [first, second] = parts;
    if between.has_dot {
        return match between.sign {
            Some(_) => DateReading::noted(whole_year, DateNote::Range),
            None => of_parts(year, second, first),
        };
    }
    if between != before_year {
        return DateReading::noted(whole_year, DateNote::PartlyRead);
    }
    match parts {
        [Part::Unknown, Part::Unknown] => DateReading::certain(whole_year),
        [Part::Number(13..), Part::Number(1..=12)] => of_parts(year, second, first),
        [Part::Number(1..=12), Part::Number(13..)] => of_parts(year, first, second),
        [Part::Number(13..), Part::Number(_)] => DateReading::noted(whole_year, DateNote::PartlyRead),
        _ if first == second => of_parts(year, second, first),
        _ => DateReading::noted(whole_year, DateNote::TwoMeanings),
    }
}

/// Returns the date of a month and a day.
fn of_parts(year: u16, month: Part, day: Part) -> DateReading {
    let month = match month {
        Part::Number(month @ 1..=12) => month,
        Part::Unknown => 0,
        _ => return DateReading::noted(Some(Date::of_year(year)), DateNote::PartlyRead),
    };
    let of_month = Date { year, month, day: 0 };
    match day {
        Part::Number(day) if Date { day, ..of_month }.exists() => {
            DateReading::certain(Some(Date { day: if month == 0 { 0 } else { day }, ..of_month }))
        }
        Part::Unknown => DateReading::certain(Some(of_month)),
        _ => DateReading::noted(Some(of_month), DateNote::PartlyRead),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Letters;

    /// Returns a reading as text: the digits that are known, then the code of the note.
    fn read(text: &str) -> String {
        let DateReading { date, note } = DateReading::of(text);
        let known = date.map_or(String::new(), |date| date.sort_key()[..2 + 2 * date.precision()].to_owned());
        format!("{known}{}", note.map_or(String::new(), |note| format!(" {}", note.code())))
    }

    #[test]
    fn numeric_dates_have_one_meaning() {
        for (texts, expected) in [
            (
                &[
                    "1982.03.21",
                    "1982.3.21",
                    "1982-03-21",
                    "1982/03/21",
                    "1982 03 21",
                    "1982.03.21.",
                    "1982. 03. 21.",
                    "1982_03_21",
                    "1982–03–21",
                    "19820321",
                    "21.03.1982",
                    "21. 3. 1982.",
                    "21.3.1982 r.",
                    "21/03/1982",
                    "03/21/1982",
                    "21-03-1982",
                    "1982.III.21.",
                    "21.III.1982",
                    "21 III 1982",
                    "21-iii-1982",
                    "1982. Ⅲ. 21.",
                    "[1982.03.21]",
                    "1982-03-21T18:30:00Z",
                    "1982.03.21 18:30",
                    "21.03.1982, 18:30:15",
                    " 1982.03.21 ",
                ][..],
                "19820321",
            ),
            (&["4/4/1982", "04-04-1982", "4.4.1982"], "19820404"),
            (&["3.4.1982", "03.04.1982"], "19820403"),
            (
                &[
                    "05/2024",
                    "5/2024",
                    "05.2024",
                    "05-2024",
                    "2024-05",
                    "2024.05",
                    "2024.05.??",
                    "??.05.2024",
                    "V 2024",
                    "v/2024",
                ],
                "202405",
            ),
            (
                &["1982", "1982.??.??", "1982.??.21", "1982.00.00", "1982-", "??/??/1982", "1982.xx.xx"],
                "1982",
            ),
            (&["????.??.??", "?", "", "-", "??", "0000.00.00", "????"], ""),
            (&["03/04/2024", "3-4-2024", "3 4 2024", "??/05/2024"], "2024 date-two-meanings"),
            (
                &["21.03.82", "21/03/82", "'82", "21 marca", "????.03.21", "198?", "19??.??.??"],
                " date-without-year",
            ),
            (
                &[
                    "2024-05-01/03",
                    "2024-05-01/2024-05-03",
                    "1-3.05.2024",
                    "1.-3.5.2024",
                    "1–3 May 2024",
                    "2024. május 1–3.",
                    "2024-05-01/05-03",
                ],
                "202405 date-range",
            ),
            (
                &["28.04.-03.05.2024", "28 April – 3 May 2024", "May–June 2024", "2024.05-06", "1.-3. 2024"],
                "2024 date-range",
            ),
            (&["1982-1983", "1998/99", "1982-03-21/1983-03-21"], " date-range"),
            (
                &[
                    "1982.13.01",
                    "1982.21.03",
                    "ca. 1982",
                    "1982?",
                    "spring 1982",
                    "03.13.1982",
                    "5-6/1982",
                    "45/1982",
                ],
                "1982 date-partly-read",
            ),
            (&["1982.02.30", "29.02.1982"], "198202 date-partly-read"),
            (&["31.06.1982", "1982.06.45"], "198206 date-partly-read"),
            (&["soon", "n/a", "%"], " date-not-read"),
        ] {
            for text in texts {
                assert_eq!(read(text), expected, "{text}");
            }
        }
    }

    #[test]
    fn dates_read_in_every_language() {
        /// Usual forms of a date in each language; `{}` is the month.
        const FORMS: [&[&str]; Letters::ALL.len()] = [
            &[
                "21 {} 1982",
                "{} 21, 1982",
                "{} 21st, 1982",
                "21st of {}, 1982",
                "21-{}-1982",
                "21{}1982",
                "Sunday, 21 {} 1982",
            ],
            &[
                "1982. {} 21.",
                "1982. {}. 21-én",
                "1982 {} 21",
                "1982. {} 21-i",
                "1982.{}.21",
                "1982. évi {} hó 21. napján",
                "1982. {} 21., vasárnap",
            ],
            &["21 {} 1982", "21 {} 1982 r.", "21. {} 1982 roku", "dnia 21 {} 1982r", "niedziela, 21 {} 1982"],
            &["21. {} 1982", "21.{} 1982", "am 21. {}. 1982", "Sonntag, den 21. {} 1982"],
            &["21 {} 1982", "le 21 {} 1982", "21 {}. 1982", "dimanche 21 {} 1982"],
            &["21 de {} de 1982", "21 {} 1982", "21-{}-1982", "domingo, 21 de {} del 1982"],
            &["21 {} 1982", "21 {} 1982 г.", "21 {} 1982 года", "воскресенье, 21 {} 1982"],
            &["21 {} 1982", "la 21-an de {} 1982", "la 21a de {}, 1982", "dimanĉo, 21 {} 1982"],
        ];
        for ((words, forms), letters) in hexmate_words::ALL.iter().zip(FORMS).zip(Letters::ALL) {
            for (names, number) in words.months.all().into_iter().zip(1..) {
                for name in names.iter() {
                    for (form, day) in
                        forms.iter().map(|form| (*form, "21")).chain([("{} 1982", ""), ("1982 {}", "")])
                    {
                        let text = form.replace("{}", name);
                        for text in [text.clone(), text.to_uppercase(), text.to_lowercase(), folded(&text)] {
                            assert_eq!(
                                read(&text),
                                format!("1982{number:02}{day}"),
                                "{}: {text}",
                                letters.name()
                            );
                        }
                    }
                }
            }
        }
        for text in [
            "1er mars 1982",
            "1º de marzo de 1982",
            "1982. március 1-jén",
            "1st March 1982",
            "1-go marca 1982",
            "la 1-an de marto 1982",
        ] {
            assert_eq!(read(text), "19820301", "{text}");
        }
    }
}
