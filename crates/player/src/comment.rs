//! Comments on moves of engines in PGN, as fastchess and cutechess write them.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::report::SearchScore;

/// The report of an engine on its move: score, depth and time, such as `+0.31/8 0.520s`.
///
/// Displays as fastchess writes it: the score in pawns for the side that has moved, without a sign at zero; a mate in
/// plies, as `+M5` or `-M4`; the depth in plies; the time in seconds. Parts that are unknown are left out.
///
/// ```
/// use hexmate_player::{EngineComment, SearchScore};
///
/// let comment = EngineComment::parse("-0.31/8 0.520s, Black resigns").ok_or("no comment")?;
/// assert_eq!(comment.score, Some(SearchScore::Centipawns(-31)));
/// assert_eq!(comment.to_string(), "-0.31/8 0.520s");
/// assert_eq!(EngineComment::parse("book"), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct EngineComment {
    /// Score for the side that has moved.
    pub score: Option<SearchScore>,
    /// Depth of the search, in plies; 0 if the engine has reported none. Unknown without a score.
    pub depth: u32,
    /// Time of the move, in whole milliseconds.
    pub time: Option<Duration>,
}

/// Greatest absolute value of a score that is read, in pawns or plies.
const GREATEST: f64 = 1_000_000.0;

impl EngineComment {
    /// Parses the beginning of a comment, up to a comma or its end; `None` if it is another comment.
    pub fn parse(comment: &str) -> Option<Self> {
        let mut words = comment.split(',').next()?.split_whitespace();
        let first = words.next()?;
        let (score, depth, time) = match first.split_once('/') {
            Some((score, depth)) => (Some(score_of(score)?), number(depth)?.parse().ok()?, words.next()),
            None => (None, 0, Some(first)),
        };
        let time = match time {
            Some(word) => Some(seconds(word)?),
            None => None,
        };
        words.next().is_none().then_some(Self { score, depth, time })
    }

    /// Returns the comment without its time, which differs from run to run.
    #[must_use]
    pub fn without_time(self) -> Self {
        Self { time: None, ..self }
    }
}

/// Returns a text of digits.
fn number(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Parses a number with decimals and without a sign.
fn decimal(text: &str) -> Option<f64> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    number(whole).and(number(decimals))?;
    text.parse().ok().filter(|value| *value <= GREATEST)
}

/// Parses a score in pawns with decimals, or a mate in plies.
fn score_of(text: &str) -> Option<SearchScore> {
    let (is_lost, rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if let Some(plies) = rest.strip_prefix('M') {
        let plies = number(plies)?.parse().ok().filter(|&plies: &u32| f64::from(plies) <= GREATEST)?;
        return Some(if is_lost { SearchScore::IsMated { plies } } else { SearchScore::Mates { plies } });
    }
    rest.contains('.').then_some(())?;
    let value = (100.0 * decimal(rest)?).round() as i32;
    Some(SearchScore::Centipawns(if is_lost { -value } else { value }))
}

/// Parses a time such as `0.520s`.
fn seconds(text: &str) -> Option<Duration> {
    let millis = (1000.0 * decimal(text.strip_suffix('s')?)?).round();
    Some(Duration::from_millis(millis as u64))
}

impl fmt::Display for EngineComment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.score {
            None => {}
            Some(SearchScore::Centipawns(0)) => write!(f, "0.00/{}", self.depth)?,
            Some(SearchScore::Centipawns(value)) => {
                write!(f, "{:+.2}/{}", f64::from(value) / 100.0, self.depth)?;
            }
            Some(SearchScore::Mates { plies }) => write!(f, "+M{plies}/{}", self.depth)?,
            Some(SearchScore::IsMated { plies }) => write!(f, "-M{plies}/{}", self.depth)?,
        }
        let Some(time) = self.time else { return Ok(()) };
        let gap = if self.score.is_some() { " " } else { "" };
        write!(f, "{gap}{}.{:03}s", time.as_secs(), time.subsec_millis())
    }
}

impl From<EngineComment> for String {
    fn from(comment: EngineComment) -> Self {
        comment.to_string()
    }
}

impl TryFrom<String> for EngineComment {
    type Error = &'static str;

    /// Parses a comment that was displayed; an empty one has no parts.
    fn try_from(text: String) -> Result<Self, Self::Error> {
        if text.is_empty() {
            return Ok(Self::default());
        }
        let parsed = Self::parse(&text).filter(|comment| comment.to_string() == text);
        parsed.ok_or("expected a score, a depth and a time")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_comments_read_back() {
        let scores = (-300..300).map(SearchScore::Centipawns);
        let mates = (0..9)
            .flat_map(|plies| [SearchScore::Mates { plies: plies + 1 }, SearchScore::IsMated { plies }]);
        for (score, millis) in scores.chain(mates).zip(0..) {
            for time in [None, Some(Duration::from_millis(millis * 7))] {
                let comment = EngineComment { score: Some(score), depth: 12, time };
                assert_eq!(EngineComment::parse(&comment.to_string()), Some(comment), "{comment}");
                assert_eq!(EngineComment::try_from(comment.to_string()), Ok(comment));
            }
        }
    }

    #[test]
    fn comments_of_tournaments_are_read() {
        let read = |text: &str| EngineComment::parse(text).map(|comment| comment.to_string());
        for (text, written) in [
            ("+0.31/8 0.52s", "+0.31/8 0.520s"),
            ("0.00/1 0s", "0.00/1 0.000s"),
            ("-12.05/20 1.2s, White mates", "-12.05/20 1.200s"),
            ("+M5/9 0.001s, tl=3.2s, n=500", "+M5/9 0.001s"),
            ("-M4/7", "-M4/7"),
            ("  +1.00/3\n0.1s ", "+1.00/3 0.100s"),
            ("0.520s", "0.520s"),
        ] {
            assert_eq!(read(text).as_deref(), Some(written), "{text}");
        }
        for text in [
            "",
            "book",
            "+0.31",
            "1/2",
            "+1/8",
            "+0.31/x",
            "+0.31/8 fast",
            "+0.31/8 0.5s and more",
            "/8",
            "M/8",
            "+-1.0/3",
            "nan/1",
            "1.5",
            "see 3.4/5",
            "+9999999.0/3",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
