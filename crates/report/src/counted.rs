//! Numbers with nouns: 1 problem, 2 problems.

use std::fmt;

/// A number and a noun in the singular, displayed with the right plural.
///
/// ```
/// use hexmate_report::Counted;
/// assert_eq!(Counted(1, "problem").to_string(), "1 problem");
/// assert_eq!(Counted(0, "ply").to_string(), "0 plies");
/// assert_eq!(Counted(2, "key").to_string(), "2 keys");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Counted(pub u64, pub &'static str);

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(count, noun) = *self;
        let is_consonant = |stem: &&str| !stem.ends_with(['a', 'e', 'i', 'o', 'u']);
        match noun.strip_suffix('y').filter(is_consonant) {
            _ if count == 1 => write!(f, "{count} {noun}"),
            Some(stem) => write!(f, "{count} {stem}ies"),
            None => write!(f, "{count} {noun}s"),
        }
    }
}
