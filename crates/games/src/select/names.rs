//! Names of players in different spellings.

use hexmate_position::search::folded;

/// Comparison of the players of two games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Players {
    /// Equal but for case, accents and punctuation.
    Equal,
    /// Similar: initials for names, another order, one wrong letter in a long word.
    Similar,
    /// Equal names in other seats.
    Exchanged,
    /// Not known of one of the games.
    Unknown,
    /// Different.
    Other,
}

impl Players {
    /// Compares the names of the players of two games, in the order of their seats; `?` and an empty text are unknown.
    ///
    /// ```
    /// use hexmate_games::select::Players;
    ///
    /// let compared = |one, other| Players::compare(&[one, "B"], &[other, "B"]);
    /// assert_eq!(compared("Kovács János", "KOVACS, Janos"), Players::Equal);
    /// assert_eq!(compared("Kovács János", "J. Kovacs"), Players::Similar);
    /// assert_eq!(compared("Kovács János", "?"), Players::Unknown);
    /// assert_eq!(compared("Kovács János", "Nagy János"), Players::Other);
    /// ```
    pub fn compare<S: AsRef<str>>(one: &[S], other: &[S]) -> Self {
        PlayerNames::new(one).compare(&PlayerNames::new(other))
    }
}

/// Names of the players of a game in the order of their seats, prepared for many comparisons.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerNames(Vec<Name>);

/// Words of a name.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Name {
    words: Vec<String>,
    sorted: Vec<String>,
}

impl PlayerNames {
    /// Prepares names; `?` and an empty text are unknown.
    pub fn new<S: AsRef<str>>(names: &[S]) -> Self {
        Self(names.iter().map(|name| Name::new(name.as_ref())).collect())
    }

    /// Compares the names of two games; see [`Players::compare`].
    pub fn compare(&self, other: &Self) -> Players {
        let (one, other) = (&self.0, &other.0);
        if one.is_empty() || other.is_empty() {
            return Players::Unknown;
        }
        if one.len() != other.len() {
            return Players::Other;
        }
        if Self::are_exchanged(one, other) {
            return Players::Exchanged;
        }
        let rank = |found: &Players| match found {
            Players::Equal => 0,
            Players::Similar => 1,
            Players::Exchanged => 2,
            Players::Unknown => 3,
            Players::Other => 4,
        };
        let pairs = one.iter().zip(other).map(|(one, other)| one.compare(other));
        let found = pairs.max_by_key(rank).unwrap_or(Players::Unknown);
        if found == Players::Similar && Self::has_moved(one, other) { Players::Exchanged } else { found }
    }

    /// Returns whether all names are known, and each is in both games, but not all in the same seats.
    fn are_exchanged(one: &[Name], other: &[Name]) -> bool {
        let has_first = other.iter().any(|name| name.sorted == one[0].sorted);
        if !has_first || one.iter().any(|name| name.words.is_empty()) {
            return false;
        }
        let names = |names: &[Name]| names.iter().map(|name| name.sorted.clone()).collect::<Vec<_>>();
        let (mut one, mut other) = (names(one), names(other));
        if one == other {
            return false;
        }
        one.sort_unstable();
        other.sort_unstable();
        one == other
    }

    /// Returns whether a name is in another seat, and is spelled differently in its own.
    fn has_moved(one: &[Name], other: &[Name]) -> bool {
        let is_equal = |one: &Name, other: &Name| one.compare(other) == Players::Equal;
        let mut moved = one.iter().zip(other).filter(|(name, own)| !is_equal(name, own));
        moved.any(|(name, _)| other.iter().any(|other| is_equal(name, other)))
    }
}

impl Name {
    fn new(name: &str) -> Self {
        let words = words(name);
        let mut sorted = words.clone();
        sorted.sort_unstable();
        Self { words, sorted }
    }

    fn compare(&self, other: &Self) -> Players {
        if self.words.is_empty() || other.words.is_empty() {
            return Players::Unknown;
        }
        if self.sorted == other.sorted {
            return Players::Equal;
        }
        let (one, other) = (&self.words, &other.words);
        let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
        // Most names are of different players.
        if !long.iter().any(|own| is_like(&short[0], own)) {
            return Players::Other;
        }
        let mut long: Vec<&str> = long.iter().map(String::as_str).collect();
        let mut has_whole = false;
        for word in short {
            let Some(at) = long.iter().position(|own| is_like(word, own)) else { return Players::Other };
            has_whole |= word.chars().count() > 1 && long[at].chars().count() > 1;
            long.swap_remove(at);
        }
        if has_whole { Players::Similar } else { Players::Other }
    }
}

/// Returns the words of a name without case, accents and punctuation.
fn words(name: &str) -> Vec<String> {
    let folded = folded(name);
    let words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

/// Shortest word in which one letter may be wrong, in letters.
const LONG: usize = 5;

/// Returns whether two words are spellings of one: equal, the initial of the other, or different in one letter.
fn is_like(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    let [own, others] = [one, other].map(|word| word.chars().count());
    let (short, long) = if own <= others { (one, other) } else { (other, one) };
    match (own.min(others), own.abs_diff(others)) {
        (1, _) => short.chars().next() == long.chars().next(),
        (0..LONG, _) | (_, 2..) => false,
        (length, difference) => {
            let begin = short.chars().zip(long.chars()).take_while(|(one, other)| one == other).count();
            let ends = short.chars().rev().zip(long.chars().rev());
            let end = ends.take_while(|(one, other)| one == other).count();
            begin + end + 1 >= length + difference
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_names_are_similar() {
        for (one, other, expected) in [
            ("Kovács János", "Kovacs Janos", Players::Equal),
            ("Kovács, János", "János Kovács", Players::Equal),
            ("Kovács J.", "Kovacs Janos", Players::Similar),
            ("Kovács", "Kovács János", Players::Similar),
            ("Kovach", "Kovács", Players::Similar),
            ("Bláthy G.", "Blathy Gy", Players::Similar),
            ("Nagy", "Nady", Players::Other),
            ("J.", "János", Players::Other),
            ("Kovács A.", "Kovács B.", Players::Other),
            ("", "Kovács", Players::Unknown),
            ("?", "Kovács", Players::Unknown),
        ] {
            assert_eq!(Players::compare(&[one], &[other]), expected, "{one} {other}");
            assert_eq!(Players::compare(&[other], &[one]), expected, "{other} {one}");
        }
        assert_eq!(Players::compare(&["A", "?"], &["A", "B"]), Players::Unknown);
        assert_eq!(Players::compare(&["A", "?"], &["C", "B"]), Players::Other);
        assert_eq!(Players::compare(&["A"], &["A", "B"]), Players::Other);
    }

    #[test]
    fn players_in_other_seats_are_exchanged() {
        for (one, other, expected) in [
            (["Engine1", "Engine2"], ["Engine2", "Engine1"], Players::Exchanged),
            (["Kovács János", "Kovács J."], ["J. Kovacs", "KOVACS, Janos"], Players::Exchanged),
            (["Engine1", "Engine2"], ["Engine2", "Engine9"], Players::Exchanged),
            (["Engine1", "Engine1"], ["Engine1", "Engine1"], Players::Equal),
            (["Engine1", "Engine2"], ["Engine1", "Engine2"], Players::Equal),
            (["Kovács János", "?"], ["?", "Kovács János"], Players::Unknown),
        ] {
            assert_eq!(Players::compare(&one, &other), expected, "{one:?} {other:?}");
        }
        let circle = Players::compare(&["Anna", "Bela", "Cili"], &["Bela", "Cili", "Anna"]);
        assert_eq!(circle, Players::Exchanged);
    }
}
