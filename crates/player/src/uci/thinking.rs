//! Reports of other engines on a search.

use crate::report::SearchScore;

/// The last score and depth in the `info` lines of a search, of the first line if there are several.
///
/// A score that is only a bound counts if no exact one has come.
///
/// ```
/// use hexmate_player::SearchScore;
/// use hexmate_player::uci::Thinking;
///
/// let mut thinking = Thinking::default();
/// thinking.take("info depth 3 score cp 20 nodes 90 pv e4e5");
/// thinking.take("info depth 4 score cp 90 lowerbound nodes 300");
/// assert_eq!(thinking.last(), Some((SearchScore::Centipawns(20), 3)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Thinking {
    exact: Option<(SearchScore, u32)>,
    bound: Option<(SearchScore, u32)>,
}

impl Thinking {
    /// Reads a line; one that is not `info` with a score changes nothing.
    pub fn take(&mut self, line: &str) {
        let mut words = line.split_whitespace();
        if words.next() != Some("info") {
            return;
        }
        let (mut score, mut depth, mut is_bound) = (None, 0, false);
        while let Some(word) = words.next() {
            match word {
                "depth" => depth = words.next().and_then(|depth| depth.parse().ok()).unwrap_or(0),
                "multipv" if words.next() != Some("1") => return,
                "score" => {
                    let (kind, value) = (words.next(), words.next().and_then(|value| value.parse().ok()));
                    score = kind.zip(value).and_then(|(kind, value)| score_of(kind, value));
                }
                "lowerbound" | "upperbound" => is_bound = true,
                "pv" | "string" => break,
                _ => {}
            }
        }
        let found = score.map(|score| (score, depth));
        match is_bound {
            true => self.bound = found.or(self.bound),
            false => self.exact = found.or(self.exact),
        }
    }

    /// Returns the last score and its depth.
    pub fn last(&self) -> Option<(SearchScore, u32)> {
        self.exact.or(self.bound)
    }
}

/// Greatest absolute value of a score that is read.
const GREATEST: i32 = 100_000_000;

fn score_of(kind: &str, value: i32) -> Option<SearchScore> {
    let value = value.clamp(-GREATEST, GREATEST);
    Some(match kind {
        "cp" => SearchScore::Centipawns(value),
        "mate" if value > 0 => SearchScore::Mates { plies: 2 * value.unsigned_abs() - 1 },
        "mate" => SearchScore::IsMated { plies: 2 * value.unsigned_abs() },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn last_exact_score_counts() {
        let of = |lines: &[&str]| {
            let mut thinking = Thinking::default();
            for line in lines {
                thinking.take(line);
            }
            thinking.last()
        };
        let pawns = |value, depth| Some((SearchScore::Centipawns(value), depth));
        assert_eq!(of(&[]), None);
        assert_eq!(of(&["info depth 3 score cp 7", "info depth 4 currmove a1a2"]), pawns(7, 3));
        assert_eq!(of(&["info depth 3 score cp 7 upperbound"]), pawns(7, 3));
        assert_eq!(of(&["info depth 3 score cp 7", "info depth 4 score cp 9 upperbound"]), pawns(7, 3));
        assert_eq!(of(&["info multipv 1 score cp 7 depth 2", "info multipv 2 score cp 1"]), pawns(7, 2));
        assert_eq!(of(&["info depth 2 score mate 3"]), Some((SearchScore::Mates { plies: 5 }, 2)));
        assert_eq!(of(&["info depth 2 score mate -2"]), Some((SearchScore::IsMated { plies: 4 }, 2)));
        for line in
            ["info string score cp 3", "score cp 3", "info score cp x", "info pv score cp 3", "info score"]
        {
            assert_eq!(of(&[line]), None, "{line}");
        }
    }
}
