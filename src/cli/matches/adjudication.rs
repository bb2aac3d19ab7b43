//! Ends of games by the scores that the engines report.

use std::ops::RangeInclusive;

use hexmate_player::{EngineComment, SearchScore};

/// A rule by which a game is lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResignRule {
    /// Moves in a row.
    pub moves: usize,
    /// Least disadvantage, in centipawns.
    pub score: i32,
    /// `true` if the other engine must report as great an advantage.
    pub is_two_sided: bool,
}

/// A rule by which a game is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// Number of the first move after which it applies.
    pub from: u32,
    /// Moves of each side in a row.
    pub moves: usize,
    /// Greatest advantage, in centipawns.
    pub score: i32,
}

/// Greatest score of a rule, in centipawns.
const MOST: i32 = 100_000;

/// Splits `KEY=VALUE,KEY=VALUE`, and returns the values of these keys.
fn values<'t, const N: usize>(text: &'t str, keys: [&str; N]) -> Result<[Option<&'t str>; N], String> {
    let mut values = [None; N];
    for word in text.split([',', ' ']).filter(|word| !word.is_empty()) {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        let place = keys.iter().position(|known| *known == key);
        let slot = place.map(|place| &mut values[place]);
        let slot = slot.ok_or_else(|| format!("unknown key {key:?}; expected {}", keys.join(", ")))?;
        if slot.replace(value).is_some() {
            return Err(format!("{key} is given twice"));
        }
    }
    Ok(values)
}

/// Parses a number of a rule.
fn value<T: std::str::FromStr + PartialOrd + std::fmt::Display>(
    key: &str,
    text: Option<&str>,
    range: &RangeInclusive<T>,
) -> Result<T, String> {
    let number = text.and_then(|text| text.parse().ok()).filter(|number| range.contains(number));
    number.ok_or_else(|| format!("{key} needs a number from {} to {}", range.start(), range.end()))
}

impl ResignRule {
    /// Parses `movecount=3,score=600`, and `twosided=true` behind it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let [moves, score, sides] = values(text, ["movecount", "score", "twosided"])?;
        let is_two_sided = match sides {
            None | Some("false") => false,
            Some("true") => true,
            Some(_) => return Err("twosided needs true or false".to_owned()),
        };
        let (moves, score) = (value("movecount", moves, &(1..=1000))?, value("score", score, &(1..=MOST))?);
        Ok(Self { moves, score, is_two_sided })
    }

    /// Returns whether the side that has just moved is lost.
    pub fn applies(&self, comments: &[EngineComment]) -> bool {
        let centipawns = |comment: &EngineComment| comment.score.map(centipawns);
        let own = || comments.iter().rev().step_by(2).take(self.moves);
        let other = || comments.iter().rev().skip(1).step_by(2).take(self.moves);
        let is_lost = |score: Option<i32>| score.is_some_and(|score| score <= -self.score);
        let is_won = |score: Option<i32>| score.is_some_and(|score| score >= self.score);
        own().count() == self.moves
            && own().all(|comment| is_lost(centipawns(comment)))
            && (!self.is_two_sided
                || other().count() == self.moves && other().all(|comment| is_won(centipawns(comment))))
    }
}

impl DrawRule {
    /// Parses `movenumber=40,movecount=8,score=10`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let [from, moves, score] = values(text, ["movenumber", "movecount", "score"])?;
        let from = value("movenumber", from.or(Some("0")), &(0..=10_000))?;
        let (moves, score) = (value("movecount", moves, &(1..=1000))?, value("score", score, &(0..=MOST))?);
        Ok(Self { from, moves, score })
    }

    /// Returns whether the game is drawn after `number` full moves.
    pub fn applies(&self, comments: &[EngineComment], number: u32) -> bool {
        let mut last = comments.iter().rev().take(2 * self.moves);
        let is_even = |comment: &EngineComment| {
            comment.score.is_some_and(|score| centipawns(score).unsigned_abs() <= self.score.unsigned_abs())
        };
        number >= self.from && comments.len() >= 2 * self.moves && last.all(is_even)
    }
}

/// Returns a score in centipawns; a mate is beyond all of them.
fn centipawns(score: SearchScore) -> i32 {
    match score {
        SearchScore::Centipawns(value) => value,
        SearchScore::Mates { .. } => i32::MAX,
        SearchScore::IsMated { .. } => -i32::MAX,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comments(texts: &str) -> Vec<EngineComment> {
        texts.split_whitespace().map(|text| EngineComment::parse(text).unwrap_or_default()).collect()
    }

    #[test]
    fn resignation_needs_moves_in_row() {
        let rule = ResignRule::parse("movecount=2,score=300").expect("a rule");
        for (texts, applies) in [
            ("-3.00/1 +0.10/1 -4.00/1", true),
            ("-3.00/1 +0.10/1 -M4/1", true),
            ("-2.99/1 +0.10/1 -4.00/1", false),
            ("book +0.10/1 -4.00/1", false),
            ("-4.00/1", false),
            ("-4.00/1 +0.10/1 +M3/1", false),
        ] {
            assert_eq!(rule.applies(&comments(texts)), applies, "{texts}");
        }
        let both = ResignRule::parse("score=300 movecount=2 twosided=true").expect("a rule");
        assert!(!both.applies(&comments("+3.00/1 -3.00/1 +0.10/1 -4.00/1")));
        assert!(both.applies(&comments("+3.00/1 -3.00/1 +3.10/1 -4.00/1")));
    }

    #[test]
    fn draw_needs_both_sides() {
        let rule = DrawRule::parse("movenumber=10,movecount=1,score=8").expect("a rule");
        assert!(rule.applies(&comments("+0.08/1 -0.05/1"), 10));
        assert!(!rule.applies(&comments("+0.08/1 -0.05/1"), 9));
        assert!(!rule.applies(&comments("+0.09/1 -0.05/1"), 10));
        assert!(!rule.applies(&comments("-0.05/1"), 10) && !rule.applies(&comments("0.5s -0.05/1"), 10));
    }

    #[test]
    fn wrong_rules_are_named() {
        for (text, part) in [
            ("600", "unknown key \"600\""),
            ("score=600", "movecount needs a number from 1 to 1000"),
            ("movecount=0,score=600", "movecount needs a number from 1"),
            ("movecount=3,score=600,score=7", "score is given twice"),
            ("movecount=3,score=600,twosided=maybe", "true or false"),
        ] {
            let error = ResignRule::parse(text).expect_err("an error");
            assert!(error.contains(part), "{text}: {error}");
        }
        assert!(DrawRule::parse("movenumber=x,movecount=3,score=6").is_err());
    }
}
