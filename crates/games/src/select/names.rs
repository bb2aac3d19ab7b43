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
        if one.is_empty() || other.is_empty() {
            return Self::Unknown;
        }
        if one.len() != other.len() {
            return Self::Other;
        }
        if Self::are_exchanged(one, other) {
            return Self::Exchanged;
        }
        let pairs = one.iter().zip(other).map(|(one, other)| Self::of_names(one.as_ref(), other.as_ref()));
        let rank = |found: &Self| match found {
            Self::Equal => 0,
            Self::Similar => 1,
            Self::Exchanged => 2,
            Self::Unknown => 3,
            Self::Other => 4,
        };
        let found = pairs.max_by_key(rank).unwrap_or(Self::Unknown);
        if found == Self::Similar && Self::has_moved(one, other) { Self::Exchanged } else { found }
    }

    /// Returns whether all names are known, and each is in both games, but not all in the same seats.
    fn are_exchanged<S: AsRef<str>>(one: &[S], other: &[S]) -> bool {
        let names = |names: &[S]| -> Vec<Vec<String>> {
            names
                .iter()
                .map(|name| {
                    let mut words = words(name.as_ref());
                    words.sort_unstable();
                    words
                })
                .collect()
        };
        let (mut one, mut other) = (names(one), names(other));
        if one == other || one.iter().any(Vec::is_empty) {
            return false;
        }
        one.sort_unstable();
        other.sort_unstable();
        one == other
    }

    /// Returns whether a name is in another seat, and is spelled differently in its own.
    fn has_moved<S: AsRef<str>>(one: &[S], other: &[S]) -> bool {
        let is_equal = |one: &S, other: &S| Self::of_names(one.as_ref(), other.as_ref()) == Self::Equal;
        let mut moved = one.iter().zip(other).filter(|(name, own)| !is_equal(name, own));
        moved.any(|(name, _)| other.iter().any(|other| is_equal(name, other)))
    }

    fn of_names(one: &str, other: &str) -> Self {
        let [one, other] = [words(one), words(other)];
        if one.is_empty() || other.is_empty() {
            return Self::Unknown;
        }
        let sorted = |words: &[String]| {
            let mut words = words.to_vec();
            words.sort_unstable();
            words
        };
        if sorted(&one) == sorted(&other) {
            return Self::Equal;
        }
        let (short, mut long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
        let mut has_whole = false;
        for word in &short {
            let Some(at) = long.iter().position(|own| is_like(word, own)) else { return Self::Other };
            has_whole |= word.chars().count() > 1 && long[at].chars().count() > 1;
            long.swap_remove(at);
        }
        if has_whole { Self::Similar } else { Self::Other }
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
    let [one, other]: [Vec<char>; 2] = [one, other].map(|word| word.chars().collect());
    match (&*one, &*other) {
        _ if one == other => true,
        ([initial], [first, ..]) | ([first, ..], [initial]) => initial == first,
        _ if one.len().min(other.len()) < LONG => false,
        _ => {
            let (short, long) = if one.len() <= other.len() { (&one, &other) } else { (&other, &one) };
            let begin = short.iter().zip(long).take_while(|(one, other)| one == other).count();
            let end =
                short.iter().rev().zip(long.iter().rev()).take_while(|(one, other)| one == other).count();
            match long.len() - short.len() {
                0 => begin + end + 1 >= long.len(),
                1 => begin + end >= short.len(),
                _ => false,
            }
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
